//===- trace.c - What the partitions of a plan do, as a number ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace.h"

#include "Plan/expr.h"
#include "Plan/volume.h"

typedef struct Trace {
  const DmmPlan *plan;
  int64_t *vars;
  uint64_t hash;
  int message; ///< whose words are counted
  int64_t words;
} Trace;

static void mix(Trace *trace, int64_t value) {
  trace->hash = (trace->hash ^ (uint64_t)value) * 0x9e3779b97f4a7c15u;
  trace->hash ^= trace->hash >> 29;
}

static bool holds(const Trace *trace, DmmExprList list) {
  return list.n == 0 || dmm_expr_list_min(&list, trace->vars) >= 0;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

static bool is_mapped(const Trace *trace, const DmmAxisMap *map) {
  if (map->template_id < 0)
    return true;
  const DmmTemplate *t = &trace->plan->templates[map->template_id];
  int64_t cell = dmm_expr_value(map->cell, trace->vars);
  return cell >= map->denominator * trace->vars[t->lo_var] &&
         cell < map->denominator * trace->vars[t->hi_var];
}

static void trace_statement(Trace *trace, int id) {
  const DmmStatement *s = &trace->plan->statements[id];
  for (int i = 0; i < s->depth; ++i)
    mix(trace, trace->vars[s->ivs[i]]);
  for (int axis = 0; axis < trace->plan->naxes; ++axis)
    mix(trace, is_mapped(trace, &s->map[axis]));
}

/// The elements of the array in the box: mixes them in, returns how many.
static int64_t trace_box(Trace *trace, const DmmMessage *message) {
  const DmmArray *array = &trace->plan->arrays[message->array];
  int64_t words = holds(trace, message->guards);
  for (int d = 0; words && d < array->rank; ++d) {
    int64_t lo = dmm_expr_list_max(&message->box[d].lower, trace->vars);
    int64_t hi = dmm_expr_list_min(&message->box[d].upper, trace->vars);
    lo = lo < 0 ? 0 : lo;
    hi = hi > array->sizes[d] ? array->sizes[d] : hi;
    words *= lo < hi ? hi - lo : 0;
    mix(trace, words ? lo : -1);
    mix(trace, words ? hi : -1);
  }
  return words;
}

/// The coordinates of the owner of what is broadcast.
static void trace_owner(Trace *trace, const DmmMessage *message) {
  for (int i = 0; message->owner && i < message->naxes; ++i) {
    DmmAxisMap owner = dmm_message_owner(trace->plan, message, i);
    int64_t block = trace->plan->templates[owner.template_id].block;
    mix(trace, dmm_floordiv(dmm_expr_value(message->owner[i], trace->vars),
                            owner.denominator * block));
  }
}

static void trace_message(Trace *trace, int id) {
  const DmmMessage *message = &trace->plan->messages[id];
  int64_t words =
      message->box ? trace_box(trace, message)
                   : dmm_array_elements(&trace->plan->arrays[message->array]);
  mix(trace, words);
  mix(trace, message->low);
  mix(trace, message->high);
  trace_owner(trace, message);
  if (id == trace->message)
    trace->words += words;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

static void trace_node(Trace *trace, const DmmNode *node);

static void trace_children(Trace *trace, const DmmNode *node) {
  for (int i = 0; i < node->nchildren; ++i)
    trace_node(trace, node->children[i]);
}

static void trace_loop(Trace *trace, const DmmNode *node) {
  int64_t *iv = &trace->vars[trace->plan->loops[node->id].iv_var];
  int64_t hi = dmm_expr_list_min(&node->upper, trace->vars);
  for (int64_t i = dmm_expr_list_max(&node->lower, trace->vars); i < hi;
       i += node->step) {
    *iv = i;
    trace_children(trace, node);
  }
}

static void trace_node(Trace *trace, const DmmNode *node) {
  switch (node->kind) {
  case DMM_NODE_SEQUENCE:
    trace_children(trace, node);
    return;
  case DMM_NODE_LOOP:
    trace_loop(trace, node);
    return;
  case DMM_NODE_GUARD:
    if (holds(trace, node->conditions))
      trace_children(trace, node);
    return;
  case DMM_NODE_STATEMENT:
    mix(trace, node->id);
    trace_statement(trace, node->id);
    return;
  case DMM_NODE_MESSAGE:
    mix(trace, -1 - node->id);
    trace_message(trace, node->id);
    return;
  case DMM_NODE_ROOT:
    mix(trace, INT64_MIN + node->id);
    return;
  }
}

static void set_blocks(Trace *trace, int64_t rank) {
  const DmmPlan *plan = trace->plan;
  int64_t coords[16];
  dmm_plan_coordinates(plan, rank, coords);
  for (int i = 0; i < plan->ntemplates; ++i) {
    const DmmTemplate *t = &plan->templates[i];
    int64_t c = coords[t->axis];
    trace->vars[t->lo_var] = dmm_block_lo(t->block, t->extent, c);
    trace->vars[t->hi_var] = dmm_block_hi(t->block, t->extent, c);
  }
}

static Trace trace_plan(const DmmPlan *plan, int message) {
  DmmArena *arena = dmm_arena_create();
  Trace trace = {.plan = plan, .message = message};
  trace.vars = dmm_arena_alloc(arena, (size_t)plan->nvars * sizeof(int64_t));
  for (int64_t rank = 0; rank < dmm_plan_partitions(plan); ++rank) {
    set_blocks(&trace, rank);
    mix(&trace, rank);
    trace_node(&trace, plan->spmd);
  }
  dmm_arena_destroy(arena);
  return trace;
}

uint64_t plan_trace(const DmmPlan *plan) { return trace_plan(plan, -1).hash; }

int64_t plan_message_words(const DmmPlan *plan, int id) {
  if (plan->messages[id].op == DMM_RT_HALO)
    return dmm_plan_volume(plan, id, NULL).total;
  return trace_plan(plan, id).words;
}
