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

/// Whether the index of the loop takes part in choosing where a statement of
/// the subtree runs.
static bool selects_partition(const DmmPlan *plan, const DmmNode *node,
                              int iv) {
  if (node->kind == DMM_NODE_STATEMENT)
    for (int axis = 0; axis < plan->naxes; ++axis) {
      const DmmAxisMap *map = &plan->statements[node->id].map[axis];
      if (map->template_id >= 0 && dmm_expr_uses(map->cell, iv))
        return true;
    }
  for (int i = 0; i < node->nchildren; ++i)
    if (selects_partition(plan, node->children[i], iv))
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

static void explain_loop(DmmPlan *plan, const DmmNode *node) {
  DmmLoop *loop = &plan->loops[node->id];
  if (loop->distributed)
    return;
  loop->why = "its index does not select a partition";
  if (!selects_partition(plan, node, loop->iv_var))
    return; // a time loop or a reduction: nothing is lost
  int message = first_message(node);
  loop->why = message < 0
                  ? "its statements run in different partitions in the same "
                    "iteration"
                  : dmm_arena_printf(plan->arena,
                                     "a message inside of it needs all members "
                                     "of its group in every iteration: %s",
                                     plan->messages[message].why);
  dmm_plan_remark(
      plan, loop->loc,
      dmm_arena_printf(plan->arena, "loop is not distributed: %s", loop->why));
}

static void explain_loops(DmmPlan *plan, const DmmNode *node) {
  if (node->kind == DMM_NODE_LOOP)
    explain_loop(plan, node);
  for (int i = 0; i < node->nchildren; ++i)
    explain_loops(plan, node->children[i]);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static void explain_array_on_axis(DmmPlan *plan, const DmmArray *array,
                                  int axis) {
  int64_t size = plan->grid[axis].size;
  const DmmAxisLayout *l = &array->layout[axis];
  if (size == 1 || l->state == DMM_SHARDED || array->is_private ||
      array->home < 0)
    return;
  const char *text =
      l->state == DMM_REPLICATED
          ? dmm_arena_printf(plan->arena,
                             "%s is copied to all %" PRId64
                             " coordinates of grid axis %d: it has at most "
                             "one element and is only read",
                             array->name, size, axis)
          : dmm_arena_printf(plan->arena,
                             "%s lies at coordinate %" PRId64
                             " of grid axis %d alone: no dimension of it is "
                             "left to be cut over that axis",
                             array->name, l->offset, axis);
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

void dmm_plan_explain(DmmPlan *plan) {
  for (int i = 0; i < plan->nregions; ++i)
    explain_region(plan, &plan->regions[i]);
  for (int i = 0; i < plan->narrays; ++i)
    for (int axis = 0; axis < plan->naxes; ++axis)
      if (plan->arrays[i].role != DMM_ROLE_SCALAR)
        explain_array_on_axis(plan, &plan->arrays[i], axis);
  explain_loops(plan, plan->spmd);
}
