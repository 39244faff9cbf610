//===- bind.c - A plan for given values of its parameters -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"

static void bind_template(const DmmPlan *plan, DmmTemplate *t, int64_t *vars) {
  if (t->extent != DMM_DYNAMIC)
    return;
  t->extent = dmm_expr_list_max(&t->extents, vars);
  t->extent = t->extent > 0 ? t->extent : 0;
  t->block = dmm_ceildiv(t->extent, plan->grid[t->axis].size);
  t->block = t->block > 1 ? t->block : 1;
  vars[t->extent_var] = t->extent;
  vars[t->block_var] = t->block;
}

static void bind_layout(const DmmPlan *plan, DmmAxisLayout *layout,
                        const int *templates) {
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (layout[axis].extent == DMM_DYNAMIC) {
      const DmmTemplate *t = &plan->templates[templates[axis]];
      layout[axis].extent = t->extent;
      layout[axis].block = t->block;
    }
}

static void bind_array(const DmmPlan *plan, DmmArray *array,
                       const int64_t *vars) {
  for (int d = 0; d < array->rank; ++d)
    if (array->sizes[d] == DMM_DYNAMIC)
      array->sizes[d] = dmm_expr_value(array->size_exprs[d], vars);
  bind_layout(plan, array->layout, array->templates);
}

/// The smallest of the sizes, at least 0.
static int64_t smallest(const DmmExprList *list, const int64_t *vars) {
  int64_t size = dmm_expr_list_min(list, vars);
  return size < 0 ? 0 : size;
}

/// A box starts at most one extent of some template away from where its data
/// starts, and holds no more than the whole dimension.
static int64_t any_box(const DmmPlan *plan, const DmmArray *array, int d) {
  int64_t size = 2 * array->sizes[d] + 2;
  for (int i = 0; i < plan->ntemplates; ++i)
    size += plan->templates[i].extent;
  return size;
}

static void bind_buffer(const DmmPlan *plan, DmmBuffer *buffer,
                        const int64_t *vars) {
  buffer->is_any_box =
      buffer->kind == DMM_BUFFER_RECEIVE && dmm_buffer_is_dynamic(buffer);
  for (int d = 0; d < buffer->rank; ++d)
    if (buffer->sizes[d] == DMM_DYNAMIC)
      buffer->sizes[d] = buffer->kind == DMM_BUFFER_RECEIVE
                             ? any_box(plan, &plan->arrays[buffer->array], d)
                             : smallest(&buffer->size_exprs[d], vars);
}

void dmm_plan_bind(DmmPlan *plan, const int64_t *params) {
  size_t bytes = (size_t)plan->nvars * sizeof(int64_t);
  int64_t *vars = dmm_arena_alloc(plan->arena, bytes);
  for (int v = 0; v < plan->nvars; ++v)
    if (plan->vars[v].kind == DMM_VAR_PARAM)
      vars[v] = *params++;
  for (int i = 0; i < plan->ntemplates; ++i)
    bind_template(plan, &plan->templates[i], vars);
  for (int i = 0; i < plan->narrays; ++i)
    bind_array(plan, &plan->arrays[i], vars);
  for (int i = 0; i < plan->nmessages; ++i)
    if (plan->messages[i].layout)
      bind_layout(plan, plan->messages[i].layout, plan->messages[i].templates);
  for (int i = 0; i < plan->nbuffers; ++i)
    bind_buffer(plan, &plan->buffers[i], vars);
}

void dmm_plan_partition_vars(const DmmPlan *plan, const int64_t *params,
                             const int64_t *coords, int64_t *vars) {
  for (int v = 0; v < plan->nvars; ++v)
    if (plan->vars[v].kind == DMM_VAR_PARAM)
      vars[v] = *params++;
  for (int i = 0; i < plan->ntemplates; ++i) {
    const DmmTemplate *t = &plan->templates[i];
    vars[t->lo_var] = dmm_block_lo(t->block, t->extent, coords[t->axis]);
    vars[t->hi_var] = dmm_block_hi(t->block, t->extent, coords[t->axis]);
    if (t->extent_var >= 0) {
      vars[t->extent_var] = t->extent;
      vars[t->block_var] = t->block;
    }
  }
}
