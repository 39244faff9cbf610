//===- owner.c - Owner computes -------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement runs at the home of the element that it writes, on every copy of
// it. The home therefore always holds the current value, in every partition
// that has the element.
//
//===----------------------------------------------------------------------===//

#include "Plan/steps.h"

#include "Plan/expr.h"

DmmExpr dmm_plan_cell(const DmmPlan *plan, const DmmAccess *access, int axis) {
  const DmmAxisLayout *l = &plan->arrays[access->array].layout[axis];
  DmmExpr offset = dmm_expr_const(plan->arena, l->offset);
  return l->state == DMM_SHARDED
             ? dmm_expr_linear(plan->arena, l->numerator,
                               access->subscripts[l->dim], offset)
             : offset;
}

DmmAxisMap dmm_plan_owner_map(const DmmPlan *plan, const DmmAccess *access,
                              int axis) {
  const DmmArray *array = &plan->arrays[access->array];
  return (DmmAxisMap){.template_id = array->templates[axis],
                      .cell = dmm_plan_cell(plan, access, axis),
                      .denominator = array->layout[axis].denominator};
}

/// A partial sum starts on all coordinates, and the terms stay where they are.
static void map_partial(DmmPlan *plan, DmmStatement *statement) {
  const DmmReduction *r = statement->reduction;
  DmmAccess target = {.array = r->target,
                      .subscripts =
                          dmm_reduction_target_element(plan, statement)};
  for (int axis = 0; axis < plan->naxes; ++axis) {
    if (!r->axes[axis])
      statement->map[axis] = dmm_plan_owner_map(plan, &target, axis);
    else if (statement->part == DMM_PART_START)
      statement->map[axis] =
          (DmmAxisMap){.template_id = -1,
                       .cell = dmm_expr_const(plan->arena, 0),
                       .denominator = 1};
  }
}

static void map_statement(DmmPlan *plan, DmmStatement *statement) {
  size_t bytes = (size_t)plan->naxes * sizeof *statement->map;
  if (!statement->map)
    statement->map = dmm_arena_alloc(plan->arena, bytes);
  if (statement->reduction && statement->part != DMM_PART_COMBINE) {
    map_partial(plan, statement);
    return;
  }
  for (int axis = 0; axis < plan->naxes; ++axis)
    statement->map[axis] =
        dmm_plan_owner_map(plan, dmm_statement_write(statement), axis);
}

/// Size of the home along dimension `d`, ghosts apart: a number, or an
/// expression.
static DmmExpr block_size(const DmmPlan *plan, const DmmArray *array, int d) {
  int axis = dmm_array_cut_axis(array, plan->naxes, d);
  if (axis < 0)
    return array->size_exprs[d];
  const DmmAxisLayout *l = &array->layout[axis];
  DmmExpr block =
      l->block == DMM_DYNAMIC
          ? dmm_expr_var(plan->arena,
                         plan->templates[array->templates[axis]].block_var)
          : dmm_expr_const(plan->arena, l->block);
  return dmm_expr_linear(plan->arena, l->denominator, block,
                         dmm_expr_const(plan->arena, 0));
}

void dmm_plan_size_home(DmmPlan *plan, const DmmArray *array, DmmBuffer *home) {
  DmmArena *arena = plan->arena;
  size_t rank = (size_t)array->rank;
  DmmExprList *exprs = dmm_arena_alloc(arena, rank * sizeof *exprs);
  home->sizes = dmm_arena_alloc(arena, rank * sizeof *home->sizes);
  home->size_exprs = exprs;
  for (int d = 0; d < array->rank; ++d) {
    int64_t ghosts = array->low[d] + array->high[d];
    DmmExpr size = block_size(plan, array, d);
    if (ghosts)
      size = dmm_expr_binary(arena, DMM_EXPR_ADD, size,
                             dmm_expr_const(arena, ghosts));
    dmm_expr_list_push(arena, &exprs[d], size);
    if (!dmm_expr_is_const(size, &home->sizes[d]))
      home->sizes[d] = DMM_DYNAMIC;
  }
}

static void add_home(DmmPlan *plan, int id) {
  DmmArray *array = &plan->arrays[id];
  size_t rank = (size_t)array->rank;
  array->low = dmm_arena_alloc(plan->arena, rank * sizeof *array->low);
  array->high = dmm_arena_alloc(plan->arena, rank * sizeof *array->high);
  DmmBuffer home = {.kind = DMM_BUFFER_HOME, .array = id, .rank = array->rank};
  dmm_plan_size_home(plan, array, &home);
  array->home = dmm_plan_add_buffer(plan, home);
}

void dmm_plan_add_ghosts(DmmPlan *plan, int id, int dim, int64_t low,
                         int64_t high) {
  DmmArray *array = &plan->arrays[id];
  array->low[dim] = low > array->low[dim] ? low : array->low[dim];
  array->high[dim] = high > array->high[dim] ? high : array->high[dim];
  dmm_plan_size_home(plan, array, &plan->buffers[array->home]);
}

/// Whether some statement reads or writes the array.
static bool is_accessed(const DmmPlan *plan, int array) {
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses; ++j)
      if (plan->statements[i].accesses[j].array == array)
        return true;
  return false;
}

/// The buffer in which the root holds all of a local array.
static void add_whole(DmmPlan *plan, int id) {
  DmmArray *array = &plan->arrays[id];
  size_t rank = (size_t)array->rank;
  DmmExprList *exprs = dmm_arena_alloc(plan->arena, rank * sizeof *exprs);
  for (int d = 0; d < array->rank; ++d)
    dmm_expr_list_push(plan->arena, &exprs[d], array->size_exprs[d]);
  array->whole = dmm_plan_add_buffer(
      plan, (DmmBuffer){DMM_BUFFER_WHOLE, id, array->rank,
                        dmm_arena_copy(plan->arena, array->sizes,
                                       rank * sizeof *array->sizes),
                        exprs, false});
}

void dmm_plan_map_statements(DmmPlan *plan) {
  for (int i = 0; i < plan->nstatements; ++i)
    map_statement(plan, &plan->statements[i]);
}

/// Whether all reads of the argument are of copies of it (inputs.c).
static bool has_copy(const DmmPlan *plan, int id) {
  for (int i = id + 1; i < plan->narrays; ++i)
    if (plan->arrays[i].is_copy &&
        plan->arrays[i].argument == plan->arrays[id].argument)
      return true;
  return false;
}

void dmm_plan_add_homes(DmmPlan *plan) {
  for (int i = 0; i < plan->narrays; ++i) {
    const DmmArray *array = &plan->arrays[i];
    bool at_root = dmm_plan_is_used_at_root(plan, i);
    if (array->is_resident || is_accessed(plan, i) ||
        (!at_root && !has_copy(plan, i)))
      add_home(plan, i);
    if (at_root && (array->role == DMM_ROLE_LOCAL || array->is_resident))
      add_whole(plan, i);
  }
}
