//===- memory.c - What a plan holds on a partition ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/memory.h"

#include "Plan/estimate.h"
#include "Plan/expr.h"
#include "Plan/price.h"
#include "Support/element.h"

/// Memory is compared with that of arrays whose sizes may be known in part: the
/// others are like them.
static int64_t typical_size(const DmmPlan *plan) {
  int64_t most = 0;
  for (int i = 0; i < plan->narrays; ++i)
    for (int d = 0; d < plan->arrays[i].rank; ++d)
      if (plan->arrays[i].sizes[d] > most)
        most = plan->arrays[i].sizes[d];
  return most > 1 ? most : DMM_TYPICAL_SIZE;
}

static void find_room(DmmEstimate *e, const DmmNode *node, double *room);

static void find_room_of_children(DmmEstimate *e, const DmmNode *node,
                                  double *room) {
  for (int i = 0; i < node->nchildren; ++i)
    if (dmm_node_holds_message(node->children[i]))
      find_room(e, node->children[i], room);
}

/// In the first, the middle and the last iteration of the loop.
static void find_room_of_loop(DmmEstimate *e, const DmmNode *node,
                              double *room) {
  int64_t *iv = &e->vars[e->plan->loops[node->id].iv_var];
  int64_t first = dmm_expr_list_max(&node->lower, e->vars),
          last = dmm_expr_list_min(&node->upper, e->vars) - 1;
  if (last < first)
    return;
  int64_t trips = (last - first) / node->step;
  for (int half = 0; half <= 2; ++half) {
    *iv = first + trips * half / 2 * node->step;
    find_room_of_children(e, node, room);
  }
}

/// Raises the room that each message of the subtree receives into to what it
/// takes in these iterations of the loops around it.
static void find_room(DmmEstimate *e, const DmmNode *node, double *room) {
  if (node->kind == DMM_NODE_LOOP) {
    find_room_of_loop(e, node, room);
    return;
  }
  find_room_of_children(e, node, room);
  if (node->kind != DMM_NODE_MESSAGE)
    return;
  const DmmMessage *message = &e->plan->messages[node->id];
  double words = message->buffer >= 0 && message->box
                     ? dmm_estimate_box_words(e, message)
                     : 0;
  room[node->id] = words > room[node->id] ? words : room[node->id];
}

static double memory_of(const DmmPlan *plan, DmmWhere where) {
  DmmEstimate e = dmm_estimate_create(plan, typical_size(plan), where);
  double *room =
      dmm_arena_alloc(plan->arena, (size_t)plan->nmessages * sizeof *room + 1);
  find_room(&e, plan->spmd, room);
  double words = 0;
  for (int i = 0; i < plan->nmessages; ++i)
    words += room[i];
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].home >= 0)
      words += dmm_estimate_buffer_words(&e, plan->arrays[i].home);
  return words;
}

double dmm_plan_memory(const DmmPlan *plan) {
  double first = memory_of(plan, DMM_WHERE_FIRST),
         last = memory_of(plan, DMM_WHERE_LAST);
  return first > last ? first : last;
}

static int64_t largest_element_bytes(const DmmPlan *plan) {
  int64_t most = 1;
  for (int i = 0; i < plan->narrays; ++i) {
    int64_t bytes = dmm_suffix_bytes(plan->arrays[i].element);
    most = bytes > most ? bytes : most;
  }
  return most;
}

/// Elements that a partition may hold in any case.
static double room(const DmmPlan *plan) {
  enum { TYPICAL_WORDS = 1 << 20 };
  return plan->pricing ? (double)(plan->pricing->machine.capacity_bytes /
                                  largest_element_bytes(plan))
                       : TYPICAL_WORDS;
}

double dmm_plan_memory_budget(const DmmPlan *plan) {
  enum { SHARES = 4 };
  if (plan->memory_words)
    return (double)plan->memory_words;
  DmmEstimate e =
      dmm_estimate_create(plan, typical_size(plan), DMM_WHERE_MIDDLE);
  double words = 0, partitions = 1;
  for (int i = 0; i < plan->narrays; ++i) {
    const DmmArray *array = &plan->arrays[i];
    if (!array->reduction && !array->is_copy)
      words += dmm_estimate_array_words(&e, array);
  }
  for (int axis = 0; axis < plan->naxes; ++axis)
    partitions *= (double)plan->grid[axis].size;
  double budget = SHARES * words / partitions;
  return budget > room(plan) ? budget : room(plan);
}

bool dmm_plan_is_over_budget(const DmmPlan *plan) {
  return dmm_plan_memory(plan) > dmm_plan_memory_budget(plan);
}
