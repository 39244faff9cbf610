//===- simulate_program.c - Trees flattened to programs -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partition must be able to stop at a message and go on later, so its place
// in the tree is one number: the index of an instruction.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

#include <string.h>

typedef struct Flattener {
  DmmArena *arena;
  const DmmPlan *plan;
  SimProgram program;
  int *ivs; ///< variables of the loops around, outermost first
  int nivs;
} Flattener;

static int append(Flattener *f, SimInstruction instruction) {
  SimProgram *p = &f->program;
  p->code =
      dmm_arena_push(f->arena, p->code, (size_t)p->length, sizeof *p->code);
  p->code[p->length] = instruction;
  return p->length++;
}

static SimExprs prepare(Flattener *f, DmmExprList list) {
  return dmm_sim_exprs(f->arena, f->plan->nvars, list);
}

static void flatten(Flattener *f, const DmmNode *node);

static void flatten_children(Flattener *f, const DmmNode *node) {
  for (int i = 0; i < node->nchildren; ++i)
    flatten(f, node->children[i]);
}

static void flatten_loop(Flattener *f, const DmmNode *node) {
  SimInstruction loop = {.op = SIM_LOOP,
                         .var = f->plan->loops[node->id].iv_var,
                         .step = node->step,
                         .limit = f->program.nlimits++,
                         .lower = prepare(f, node->lower),
                         .upper = prepare(f, node->upper)};
  int start = append(f, loop);
  f->ivs[f->nivs++] = loop.var;
  flatten_children(f, node);
  --f->nivs;
  loop.op = SIM_NEXT;
  loop.target = start + 1;
  append(f, loop);
  f->program.code[start].target = f->program.length;
}

static void flatten_guard(Flattener *f, const DmmNode *node) {
  SimInstruction guard = {.op = SIM_GUARD,
                          .lower = prepare(f, node->conditions)};
  int start = append(f, guard);
  flatten_children(f, node);
  f->program.code[start].target = f->program.length;
}

static void flatten_leaf(Flattener *f, const DmmNode *node) {
  SimInstruction leaf = {.op = node->kind == DMM_NODE_STATEMENT ? SIM_STATEMENT
                               : node->kind == DMM_NODE_MESSAGE ? SIM_MESSAGE
                                                                : SIM_ROOT,
                         .id = node->id,
                         .nivs = f->nivs};
  leaf.ivs = dmm_arena_copy(f->arena, f->ivs, (size_t)f->nivs * sizeof *f->ivs);
  append(f, leaf);
}

static void flatten(Flattener *f, const DmmNode *node) {
  switch (node->kind) {
  case DMM_NODE_SEQUENCE:
    flatten_children(f, node);
    return;
  case DMM_NODE_LOOP:
    flatten_loop(f, node);
    return;
  case DMM_NODE_GUARD:
    flatten_guard(f, node);
    return;
  case DMM_NODE_STATEMENT:
  case DMM_NODE_MESSAGE:
  case DMM_NODE_ROOT:
    flatten_leaf(f, node);
    return;
  }
}

SimProgram dmm_sim_flatten(DmmArena *arena, const DmmPlan *plan,
                           const DmmNode *tree) {
  Flattener f = {.arena = arena, .plan = plan};
  f.ivs = dmm_arena_alloc(arena, (size_t)plan->nloops * sizeof *f.ivs);
  flatten(&f, tree);
  append(&f, (SimInstruction){.op = SIM_END});
  return f.program;
}

static int enter_loop(const SimInstruction *loop, SimCursor *cursor) {
  int64_t lower = dmm_sim_max(&loop->lower, cursor->vars);
  int64_t upper = dmm_sim_min(&loop->upper, cursor->vars);
  if (lower >= upper)
    return loop->target;
  cursor->vars[loop->var] = lower;
  cursor->limits[loop->limit] = upper;
  return cursor->pc + 1;
}

static int advance_loop(const SimInstruction *loop, SimCursor *cursor) {
  cursor->vars[loop->var] += loop->step;
  bool more = cursor->vars[loop->var] < cursor->limits[loop->limit];
  return more ? loop->target : cursor->pc + 1;
}

const SimInstruction *dmm_sim_advance(const SimProgram *program,
                                      SimCursor *cursor) {
  while (true) {
    const SimInstruction *at = &program->code[cursor->pc];
    switch (at->op) {
    case SIM_LOOP:
      cursor->pc = enter_loop(at, cursor);
      break;
    case SIM_NEXT:
      cursor->pc = advance_loop(at, cursor);
      break;
    case SIM_GUARD:
      cursor->pc =
          dmm_sim_holds(&at->lower, cursor->vars) ? cursor->pc + 1 : at->target;
      break;
    case SIM_STATEMENT:
    case SIM_MESSAGE:
    case SIM_ROOT:
    case SIM_END:
      return at;
    }
  }
}
