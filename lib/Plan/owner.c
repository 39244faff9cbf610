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

static DmmAxisMap map_on_axis(const DmmPlan *plan, const DmmAccess *write,
                              int axis) {
  const DmmArray *array = &plan->arrays[write->array];
  const DmmAxisLayout *l = &array->layout[axis];
  DmmAxisMap map = {.template_id = array->templates[axis],
                    .cell = dmm_expr_const(plan->arena, l->offset),
                    .denominator = l->denominator};
  if (l->state == DMM_SHARDED)
    map.cell = dmm_expr_linear(plan->arena, l->numerator,
                               write->subscripts[l->dim], map.cell);
  return map;
}

static void map_statement(DmmPlan *plan, DmmStatement *statement) {
  const DmmAccess *write = dmm_statement_write(statement);
  statement->map = dmm_arena_alloc(plan->arena, (size_t)plan->naxes *
                                                    sizeof *statement->map);
  for (int axis = 0; axis < plan->naxes; ++axis)
    statement->map[axis] = map_on_axis(plan, write, axis);
}

/// Size of the home along dimension `d`, ghosts apart: a number, or an
/// expression.
static DmmExpr block_size(const DmmPlan *plan, const DmmArray *array, int d) {
  for (int axis = 0; axis < plan->naxes; ++axis) {
    const DmmAxisLayout *l = &array->layout[axis];
    if (l->state != DMM_SHARDED || l->dim != d)
      continue;
    DmmExpr block =
        l->block == DMM_DYNAMIC
            ? dmm_expr_var(plan->arena,
                           plan->templates[array->templates[axis]].block_var)
            : dmm_expr_const(plan->arena, l->block);
    return dmm_expr_linear(plan->arena, l->denominator, block,
                           dmm_expr_const(plan->arena, 0));
  }
  return array->size_exprs[d];
}

static void size_home(DmmPlan *plan, const DmmArray *array, DmmBuffer *home) {
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
  size_home(plan, array, &home);
  array->home = dmm_plan_add_buffer(plan, home);
}

void dmm_plan_add_ghosts(DmmPlan *plan, int id, int dim, int64_t low,
                         int64_t high) {
  DmmArray *array = &plan->arrays[id];
  array->low[dim] = low > array->low[dim] ? low : array->low[dim];
  array->high[dim] = high > array->high[dim] ? high : array->high[dim];
  size_home(plan, array, &plan->buffers[array->home]);
}

//===----------------------------------------------------------------------===//
// Live-in and live-out
//===----------------------------------------------------------------------===//

/// The instances of the reader at which the element read was not written yet.
static __isl_give isl_set *reads_initial(const DmmPoly *poly, int reader,
                                         const DmmAccess *read) {
  isl_set *instances = isl_set_copy(poly->statements[reader].domain);
  for (int w = 0; w < poly->plan->nstatements; ++w) {
    const DmmStatement *s = &poly->plan->statements[w];
    if (dmm_statement_write(s)->array != read->array)
      continue;
    isl_map *before = dmm_poly_writes_before(poly, reader, read, w, 0);
    instances = isl_set_subtract(instances, isl_map_domain(before));
  }
  return instances;
}

static bool is_read_before_written(const DmmPoly *poly, int array) {
  for (int i = 0; i < poly->plan->nstatements; ++i) {
    const DmmStatement *s = &poly->plan->statements[i];
    for (int j = 0; j < s->naccesses - 1; ++j) {
      if (s->accesses[j].array != array)
        continue;
      isl_set *initial = reads_initial(poly, i, &s->accesses[j]);
      bool found = !isl_set_is_empty(initial);
      isl_set_free(initial);
      if (found)
        return true;
    }
  }
  return false;
}

static bool is_wholly_written(const DmmPoly *poly, int array) {
  isl_set *left = dmm_poly_elements(poly, array);
  for (int i = 0; i < poly->plan->nstatements; ++i) {
    const DmmStatement *s = &poly->plan->statements[i];
    const DmmAccess *write = dmm_statement_write(s);
    if (write->array == array)
      left = isl_set_subtract(left,
                              isl_map_range(dmm_poly_access(poly, i, write)));
  }
  bool whole = isl_set_is_empty(left);
  isl_set_free(left);
  return whole;
}

/// The initial contents matter where they are read; and where an argument is
/// written in part, since its result is gathered whole.
static void set_liveness(const DmmPoly *poly, DmmArray *array, int id) {
  bool is_argument = array->role == DMM_ROLE_ARGUMENT;
  array->live_out = is_argument && array->written;
  array->live_in =
      array->role == DMM_ROLE_SCALAR ||
      (is_argument && (is_read_before_written(poly, id) ||
                       (array->written && !is_wholly_written(poly, id))));
}

void dmm_plan_map_statements(DmmPlan *plan) {
  for (int i = 0; i < plan->nstatements; ++i)
    map_statement(plan, &plan->statements[i]);
}

void dmm_plan_add_homes(DmmPlan *plan, const DmmPoly *poly) {
  for (int i = 0; i < plan->narrays; ++i) {
    add_home(plan, i);
    set_liveness(poly, &plan->arrays[i], i);
  }
}
