//===- plan.c - Questions that a plan answers -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/plan.h"

static int64_t product(const int64_t *sizes, int n) {
  int64_t result = 1;
  for (int i = 0; i < n; ++i) {
    if (sizes[i] == DMM_DYNAMIC)
      return DMM_DYNAMIC;
    result *= sizes[i];
  }
  return result;
}

const DmmAccess *dmm_statement_write(const DmmStatement *statement) {
  return &statement->accesses[statement->naccesses - 1];
}

bool dmm_statement_copies_version(const DmmPlan *plan,
                                  const DmmStatement *statement) {
  return statement->naccesses == 2 &&
         (plan->arrays[statement->accesses[0].array].is_version ||
          plan->arrays[statement->accesses[1].array].is_version);
}

int64_t dmm_plan_partitions(const DmmPlan *plan) {
  int64_t result = 1;
  for (int axis = 0; axis < plan->naxes; ++axis)
    result *= plan->grid[axis].size;
  return result;
}

int64_t dmm_array_elements(const DmmArray *array) {
  return product(array->sizes, array->rank);
}

int64_t dmm_buffer_elements(const DmmBuffer *buffer) {
  return product(buffer->sizes, buffer->rank);
}

void dmm_plan_coordinates(const DmmPlan *plan, int64_t rank, int64_t *coords) {
  for (int axis = plan->naxes - 1; axis >= 0; --axis) {
    coords[axis] = rank % plan->grid[axis].size;
    rank /= plan->grid[axis].size;
  }
}

bool dmm_buffer_is_dynamic(const DmmBuffer *buffer) {
  for (int d = 0; d < buffer->rank; ++d)
    if (buffer->sizes[d] == DMM_DYNAMIC)
      return true;
  return false;
}

const DmmUse *dmm_region_use(const DmmRootRegion *region, int array) {
  for (int i = 0; i < region->nuses; ++i)
    if (region->uses[i].array == array)
      return &region->uses[i];
  return NULL;
}

bool dmm_plan_is_used_at_root(const DmmPlan *plan, int array) {
  for (int i = 0; i < plan->nregions; ++i)
    if (dmm_region_use(&plan->regions[i], array))
      return true;
  return false;
}

bool dmm_plan_is_written_at_root(const DmmPlan *plan, int array) {
  for (int i = 0; i < plan->nregions; ++i) {
    const DmmUse *use = dmm_region_use(&plan->regions[i], array);
    if (use && use->is_written)
      return true;
  }
  return false;
}

bool dmm_message_spans(const DmmMessage *message, int axis) {
  for (int i = 0; i < message->naxes; ++i)
    if (message->axes[i] == axis)
      return true;
  return false;
}

int dmm_array_cut_axis(const DmmArray *array, int naxes, int d) {
  for (int axis = 0; axis < naxes; ++axis)
    if (array->layout[axis].state == DMM_SHARDED &&
        array->layout[axis].dim == d)
      return axis;
  return -1;
}

DmmAxisMap dmm_message_owner(const DmmPlan *plan, const DmmMessage *message,
                             int i) {
  const DmmArray *array = &plan->arrays[message->array];
  int axis = message->axes[i];
  if (array->reduction)
    return plan->statements[array->reduction->combine].map[axis];
  return (DmmAxisMap){.template_id = array->templates[axis],
                      .cell = message->owner[i],
                      .denominator = array->layout[axis].denominator};
}

double dmm_array_weight(const DmmArray *array) {
  double elements = 1;
  for (int d = 0; d < array->rank; ++d)
    elements *= array->sizes[d] == DMM_DYNAMIC ? 1e4 : (double)array->sizes[d];
  return elements;
}

bool dmm_kind_rounds(DmmKind kind, const char *element) {
  bool is_float = element[0] == 'f' || element[0] == 'b' || element[0] == 'c';
  return is_float && kind != DMM_KIND_MAXIMUMF && kind != DMM_KIND_MINIMUMF;
}

bool dmm_array_is_at(const DmmPlan *plan, const DmmArray *array,
                     const int64_t *coords) {
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (array->layout[axis].state == DMM_PINNED &&
        array->layout[axis].offset != coords[axis])
      return false;
  return true;
}

int64_t dmm_array_block_elements(const DmmPlan *plan, const DmmArray *array) {
  const DmmBuffer *home = &plan->buffers[array->home];
  int64_t elements = 1;
  for (int d = 0; d < home->rank; ++d)
    elements *=
        home->sizes[d] - dmm_array_low(array, d) - dmm_array_high(array, d);
  return elements;
}

int dmm_access_turn(const DmmAccess *read, int message) {
  if (read->message == message)
    return 0;
  for (int i = 0; i < read->nhalos; ++i)
    if (read->halos[i] == message)
      return i;
  return -1;
}

bool dmm_node_holds_message(const DmmNode *node) {
  bool holds = node->kind == DMM_NODE_MESSAGE;
  for (int i = 0; i < node->nchildren && !holds; ++i)
    holds = dmm_node_holds_message(node->children[i]);
  return holds;
}

bool dmm_message_spreads(const DmmMessage *message) {
  return message->op == DMM_RT_SEND ||
         (message->op == DMM_RT_BROADCAST && message->buffer < 0);
}
