//===- grow.c - Adding to a plan ------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/steps.h"

void dmm_plan_destroy(DmmPlan *plan) {
  if (plan)
    dmm_arena_destroy(plan->arena); // which holds the plan itself
}

int dmm_plan_add_var(DmmPlan *plan, DmmVarKind kind, int index,
                     const char *name) {
  plan->vars = dmm_arena_push(plan->arena, plan->vars, (size_t)plan->nvars,
                              sizeof *plan->vars);
  plan->vars[plan->nvars] = (DmmVar){kind, index, name};
  return plan->nvars++;
}

static int find_template(const DmmPlan *plan, int axis, int64_t extent,
                         int64_t block, int64_t cycle) {
  for (int i = 0; i < plan->ntemplates; ++i) {
    const DmmTemplate *t = &plan->templates[i];
    if (t->axis == axis && t->extent == extent && t->block == block &&
        t->cycle == cycle)
      return i;
  }
  return -1;
}

int dmm_plan_template(DmmPlan *plan, int axis, int64_t extent, int64_t block,
                      int64_t cycle) {
  int id = find_template(plan, axis, extent, block, cycle);
  if (id >= 0)
    return id;
  DmmArena *arena = plan->arena;
  id = plan->ntemplates;
  plan->templates = dmm_arena_push(arena, plan->templates, (size_t)id,
                                   sizeof *plan->templates);
  plan->templates[plan->ntemplates++] = (DmmTemplate){
      .axis = axis,
      .extent = extent,
      .block = block,
      .cycle = cycle,
      .lo_var = dmm_plan_add_var(plan, DMM_VAR_LO, id,
                                 dmm_arena_printf(arena, "lo%d", id)),
      .hi_var = dmm_plan_add_var(plan, DMM_VAR_HI, id,
                                 dmm_arena_printf(arena, "hi%d", id))};
  return id;
}

int dmm_plan_add_buffer(DmmPlan *plan, DmmBuffer buffer) {
  plan->buffers = dmm_arena_push(plan->arena, plan->buffers,
                                 (size_t)plan->nbuffers, sizeof *plan->buffers);
  plan->buffers[plan->nbuffers] = buffer;
  return plan->nbuffers++;
}

DmmNode *dmm_node_create(DmmArena *arena, DmmNodeKind kind, int id) {
  DmmNode *node = dmm_arena_alloc(arena, sizeof *node);
  node->kind = kind;
  node->id = id;
  return node;
}

void dmm_node_insert(DmmArena *arena, DmmNode *parent, int at, DmmNode *child) {
  parent->children =
      dmm_arena_push(arena, parent->children, (size_t)parent->nchildren,
                     sizeof *parent->children);
  for (int i = parent->nchildren++; i > at; --i)
    parent->children[i] = parent->children[i - 1];
  parent->children[at] = child;
}

void dmm_plan_remark(DmmPlan *plan, DmmLoc loc, const char *text) {
  plan->remarks = dmm_arena_push(plan->arena, plan->remarks,
                                 (size_t)plan->nremarks, sizeof *plan->remarks);
  plan->remarks[plan->nremarks++] = (DmmRemark){loc, text};
}
