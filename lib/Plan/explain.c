//===- explain.c - What the program loses, and why ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nobody should have to find out by measurement that data is copied or that a
// loop runs in one partition after the other: the plan says so, with the cause.
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"
#include "Plan/steps.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether another index that takes part in choosing the cell is that of a
/// distributed loop: then partitions share that loop, whatever becomes of this.
static bool is_shared_by_other(const DmmPlan *plan, const DmmStatement *s,
                               DmmExpr cell, int iv) {
  for (int k = 0; k < s->depth; ++k)
    if (s->ivs[k] != iv && dmm_expr_uses(cell, s->ivs[k]) &&
        plan->loops[plan->vars[s->ivs[k]].index].distributed)
      return true;
  return false;
}

/// Whether the index of the loop takes part in choosing where along the axis a
/// statement of the subtree runs, and no distributed loop does.
static bool selects_on_axis(const DmmPlan *plan, const DmmNode *node, int iv,
                            int axis) {
  if (node->kind == DMM_NODE_STATEMENT) {
    const DmmStatement *s = &plan->statements[node->id];
    const DmmAxisMap *map = &s->map[axis];
    if (map->template_id >= 0 && dmm_expr_uses(map->cell, iv) &&
        !is_shared_by_other(plan, s, map->cell, iv))
      return true;
  }
  for (int i = 0; i < node->nchildren; ++i)
    if (selects_on_axis(plan, node->children[i], iv, axis))
      return true;
  return false;
}

static bool selects_partition(const DmmPlan *plan, const DmmNode *node,
                              int iv) {
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (selects_on_axis(plan, node, iv, axis))
      return true;
  return false;
}

/// A message in the subtree, or -1.
static int first_message(const DmmNode *node) {
  if (node->kind == DMM_NODE_MESSAGE)
    return node->id;
  for (int i = 0; i < node->nchildren; ++i) {
    int id = first_message(node->children[i]);
    if (id >= 0)
      return id;
  }
  return -1;
}

static const char *reason_of_whole(const DmmPlan *plan, const DmmNode *node) {
  int message = first_message(node);
  return message < 0
             ? "its statements run in different partitions in the same "
               "iteration"
             : dmm_arena_printf(plan->arena,
                                "a message inside of it needs all members "
                                "of its group in every iteration: %s",
                                plan->messages[message].why);
}

static void explain_loop(DmmPlan *plan, const DmmNode *node, bool requested) {
  DmmLoop *loop = &plan->loops[node->id];
  if (loop->distributed)
    return;
  loop->why = loop->is_step ? "it goes from strip to strip"
                            : "its index does not select a partition";
  if (loop->is_step || !selects_partition(plan, node, loop->iv_var))
    return; // strips, a time loop or a reduction: nothing is lost
  loop->why = reason_of_whole(plan, node);
  dmm_plan_remark(
      plan, loop->loc,
      dmm_arena_printf(plan->arena, "loop is not distributed%s: %s",
                       requested ? ", although it has a dmm.axis" : "",
                       loop->why));
}

//===----------------------------------------------------------------------===//
// Axes that the user asks for
//===----------------------------------------------------------------------===//

/// The dimension of what the statement writes that the loop moves, or -1.
static int dim_moved(const DmmStatement *s, const DmmArray *array, int iv) {
  for (int d = 0; d < array->rank; ++d)
    if (dmm_expr_uses(dmm_statement_write(s)->subscripts[d], iv))
      return d;
  return -1;
}

/// The first statement in the subtree that writes along the loop, or null.
static const DmmStatement *first_along(const DmmPlan *plan, const DmmNode *node,
                                       int iv) {
  if (node->kind == DMM_NODE_STATEMENT) {
    const DmmStatement *s = &plan->statements[node->id];
    const DmmArray *array = &plan->arrays[dmm_statement_write(s)->array];
    return dim_moved(s, array, iv) >= 0 ? s : NULL;
  }
  for (int i = 0; i < node->nchildren; ++i) {
    const DmmStatement *s = first_along(plan, node->children[i], iv);
    if (s)
      return s;
  }
  return NULL;
}

/// Why no statement of the loop runs on the coordinate of the axis that its
/// index tells.
static const char *reason_of_refusal(const DmmPlan *plan, const DmmNode *node,
                                     int axis, const DmmRequests *requests) {
  int iv = plan->loops[node->id].iv_var;
  const DmmStatement *s = first_along(plan, node, iv);
  if (!s)
    return "a statement runs where it writes, and none in this loop has the "
           "loop's index in a subscript that it writes to";
  int id = dmm_statement_write(s)->array;
  const DmmArray *array = &plan->arrays[id];
  const DmmArrayRequest *request = &requests->arrays[id];
  int dim = dim_moved(s, array, iv);
  const char *where =
      array->layout[axis].state == DMM_SHARDED
          ? dmm_arena_printf(plan->arena, "by dimension %" PRId64,
                             array->layout[axis].dim)
          : "by no dimension";
  if (request->layout || request->split)
    return dmm_arena_printf(plan->arena,
                            "%s, which the loop writes along dimension %d, is "
                            "cut %s, as its own dmm.layout or dmm.split "
                            "asks for",
                            array->name, dim, where);
  return dmm_arena_printf(plan->arena,
                          "%s, which the loop writes along dimension %d, is "
                          "cut %s, for the sake of other loops or arrays; "
                          "give it a dmm.split that cuts dimension %d",
                          array->name, dim, where, dim);
}

/// Says of a dmm.axis that it has no effect.
static void explain_axis(DmmPlan *plan, const DmmNode *node, int axis,
                         const DmmRequests *requests) {
  const DmmLoop *loop = &plan->loops[node->id];
  if (axis < 0 || plan->grid[axis].size == 1 ||
      selects_on_axis(plan, node, loop->iv_var, axis))
    return;
  dmm_plan_remark(
      plan, loop->loc,
      dmm_arena_printf(
          plan->arena, "dmm.axis = %d is not honoured: on grid axis %d, %s",
          axis, axis, reason_of_refusal(plan, node, axis, requests)));
}

static void explain_axes_at_root(DmmPlan *plan, const DmmRequests *requests) {
  for (int i = 0; i < plan->nloops; ++i)
    if (plan->loops[i].iv_var < 0 && requests->loop_axis[i] >= 0)
      dmm_plan_remark(plan, plan->loops[i].loc,
                      dmm_arena_printf(plan->arena,
                                       "dmm.axis = %d is not honoured: the "
                                       "loop runs at the root alone",
                                       requests->loop_axis[i]));
}

static void explain_loops(DmmPlan *plan, const DmmNode *node,
                          const DmmRequests *requests) {
  if (node->kind == DMM_NODE_LOOP) {
    int axis = requests->loop_axis[node->id];
    explain_axis(plan, node, axis, requests);
    explain_loop(plan, node, axis >= 0);
  }
  for (int i = 0; i < node->nchildren; ++i)
    explain_loops(plan, node->children[i], requests);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Why the array is not cut over the axis.
static const char *reason_of_layout(const DmmAxisLayout *layout,
                                    const DmmArrayRequest *request) {
  if (request->layout && !request->is_chosen)
    return "its dmm.layout says so";
  if (layout->state == DMM_REPLICATED)
    return "it has at most one element and is only read";
  return request->split ? "no dimension of it is cut over that axis"
                        : "no dimension of it is left to be cut over that axis";
}

static void explain_array_on_axis(DmmPlan *plan, int id, int axis,
                                  const DmmRequests *requests) {
  const DmmArray *array = &plan->arrays[id];
  int64_t size = plan->grid[axis].size;
  const DmmAxisLayout *l = &array->layout[axis];
  if (size == 1 || l->state == DMM_SHARDED || array->is_private ||
      array->reduction || array->home < 0 || array->is_copy)
    return;
  const char *reason = reason_of_layout(l, &requests->arrays[id]);
  const char *text =
      l->state == DMM_REPLICATED
          ? dmm_arena_printf(plan->arena,
                             "%s is copied to all %" PRId64
                             " coordinates of grid axis %d: %s",
                             array->name, size, axis, reason)
          : dmm_arena_printf(plan->arena,
                             "%s lies at coordinate %" PRId64
                             " of grid axis %d alone: %s",
                             array->name, l->offset, axis, reason);
  dmm_plan_remark(plan, array->loc, text);
}

//===----------------------------------------------------------------------===//
// Root regions
//===----------------------------------------------------------------------===//

static void explain_op(DmmPlan *plan, const DmmRootOp *op) {
  const char *text =
      dmm_arena_printf(plan->arena, "this %s runs at the root alone: %s",
                       op->is_nest ? "nest" : "operation", op->why);
  if (strcmp(op->loc.text, op->why_loc.text) != 0)
    text = dmm_arena_printf(plan->arena, "%s (%s)", text, op->why_loc.text);
  dmm_plan_remark(plan, op->loc, text);
}

static void explain_region(DmmPlan *plan, const DmmRootRegion *region) {
  for (int i = 0; i < region->nops; ++i)
    if (region->ops[i].why)
      explain_op(plan, &region->ops[i]);
}

void dmm_plan_explain(DmmPlan *plan, const DmmRequests *requests) {
  for (int i = 0; i < plan->nregions; ++i)
    explain_region(plan, &plan->regions[i]);
  for (int i = 0; i < plan->narrays; ++i)
    for (int axis = 0; axis < plan->naxes; ++axis)
      if (plan->arrays[i].role != DMM_ROLE_SCALAR)
        explain_array_on_axis(plan, i, axis, requests);
  explain_axes_at_root(plan, requests);
  explain_loops(plan, plan->spmd, requests);
}
