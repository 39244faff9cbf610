//===- grow.c - Adding to a plan ------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"
#include "Plan/steps.h"

void dmm_plan_destroy(DmmPlan *plan) {
  if (plan)
    dmm_arena_destroy(plan->arena); // which holds the plan itself
}

int dmm_plan_add_var(DmmPlan *plan, DmmVarKind kind, int index,
                     const char *name) {
  plan->vars = dmm_arena_push(plan->arena, plan->vars, (size_t)plan->nvars,
                              sizeof *plan->vars);
  plan->vars[plan->nvars] =
      (DmmVar){.kind = kind, .index = index, .name = name, .argument = -1};
  return plan->nvars++;
}

static bool same_exprs(const DmmExprList *a, const DmmExprList *b) {
  bool same = a->n == b->n;
  for (int i = 0; same && i < a->n; ++i)
    same = dmm_expr_equal(a->items[i], b->items[i]);
  return same;
}

static int find_template(const DmmPlan *plan, const DmmTemplate *wanted) {
  for (int i = 0; i < plan->ntemplates; ++i) {
    const DmmTemplate *t = &plan->templates[i];
    if (t->axis == wanted->axis && t->extent == wanted->extent &&
        t->block == wanted->block && t->cycle == wanted->cycle &&
        same_exprs(&t->extents, &wanted->extents))
      return i;
  }
  return -1;
}

static int add_template_var(DmmPlan *plan, DmmVarKind kind, const char *name) {
  int id = plan->ntemplates;
  return dmm_plan_add_var(plan, kind, id,
                          dmm_arena_printf(plan->arena, "%s%d", name, id));
}

static int add_template(DmmPlan *plan, DmmTemplate t) {
  bool dynamic = t.extent == DMM_DYNAMIC;
  t.extent_var = dynamic ? add_template_var(plan, DMM_VAR_EXTENT, "n") : -1;
  t.block_var = dynamic ? add_template_var(plan, DMM_VAR_BLOCK, "b") : -1;
  t.lo_var = add_template_var(plan, DMM_VAR_LO, "lo");
  t.hi_var = add_template_var(plan, DMM_VAR_HI, "hi");
  plan->templates =
      dmm_arena_push(plan->arena, plan->templates, (size_t)plan->ntemplates,
                     sizeof *plan->templates);
  plan->templates[plan->ntemplates] = t;
  return plan->ntemplates++;
}

int dmm_plan_template(DmmPlan *plan, DmmTemplate wanted) {
  int id = find_template(plan, &wanted);
  return id >= 0 ? id : add_template(plan, wanted);
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
  plan->remarks[plan->nremarks++] = (DmmRemark){.loc = loc, .text = text};
}
