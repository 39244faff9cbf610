//===- volume.c - How much a message moves --------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through the iterations of the loops around the message, all partitions
// in step, and adds up what each receives: the part of its box that others own.
// No element is looked at.
//
//===----------------------------------------------------------------------===//

#include "Plan/volume.h"

#include "Plan/expr.h"
#include "Plan/receive.h"

#include <string.h>

/// Executions, counted for each partition, after which the walk is given up.
enum { MAX_STEPS = 1 << 22 };

typedef struct Walk {
  DmmArena *arena;
  const DmmPlan *plan;
  const DmmMessage *message;
  const DmmNode **path; ///< from the root of the tree to the message
  int length;
  int64_t npartitions;
  int64_t *vars;   ///< npartitions x nvars
  int64_t *coords; ///< npartitions x naxes
  bool *active;    ///< length x npartitions: who gets to each node of the path
  int64_t steps;
  DmmVolume volume;
} Walk;

static int64_t *vars_of(const Walk *w, int64_t rank) {
  return w->vars + rank * w->plan->nvars;
}

static bool holds(const DmmExprList *list, const int64_t *vars) {
  return list->n == 0 || dmm_expr_list_min(list, vars) >= 0;
}

static int64_t words_at(const Walk *w, int64_t rank) {
  DmmReceiver receiver = {
      .plan = w->plan,
      .message = w->message,
      .rank = rank,
      .coords = w->coords + rank * w->plan->naxes,
      .vars = vars_of(w, rank),
  };
  return dmm_receiver_words(&receiver);
}

/// A range of the iterations of a loop.
typedef struct Range {
  int64_t lo, hi;
} Range;

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

static void walk(Walk *w, int at);

static bool *active_at(const Walk *w, int at) {
  return w->active + at * w->npartitions;
}

static void execute(Walk *w, const bool *active) {
  int64_t words = 0;
  for (int64_t rank = 0; rank < w->npartitions; ++rank)
    if (active[rank])
      words += words_at(w, rank);
  w->volume.total += words;
  w->volume.each = words > w->volume.each ? words : w->volume.each;
}

static Range loop_range(const Walk *w, const DmmNode *node, int64_t rank) {
  const int64_t *vars = vars_of(w, rank);
  return (Range){dmm_expr_list_max(&node->lower, vars),
                 dmm_expr_list_min(&node->upper, vars)};
}

/// The iterations that some active partition runs.
static Range whole_range(const Walk *w, const DmmNode *node,
                         const bool *active) {
  Range range = {INT64_MAX, INT64_MIN};
  for (int64_t rank = 0; rank < w->npartitions; ++rank) {
    Range mine = loop_range(w, node, rank);
    if (!active[rank] || mine.lo >= mine.hi)
      continue;
    range.lo = mine.lo < range.lo ? mine.lo : range.lo;
    range.hi = mine.hi > range.hi ? mine.hi : range.hi;
  }
  return range;
}

static void walk_loop(Walk *w, int at) {
  const DmmNode *node = w->path[at];
  int iv = w->plan->loops[node->id].iv_var;
  const bool *active = active_at(w, at);
  Range range = whole_range(w, node, active);
  for (int64_t i = range.lo; i < range.hi && w->steps < MAX_STEPS;
       i += node->step) {
    for (int64_t rank = 0; rank < w->npartitions; ++rank) {
      Range mine = loop_range(w, node, rank);
      active_at(w, at + 1)[rank] = active[rank] && i >= mine.lo && i < mine.hi;
      vars_of(w, rank)[iv] = i;
    }
    walk(w, at + 1);
  }
}

/// Goes on with those for which all conditions of the node hold.
static void walk_guard(Walk *w, int at) {
  for (int64_t rank = 0; rank < w->npartitions; ++rank)
    active_at(w, at + 1)[rank] =
        active_at(w, at)[rank] &&
        holds(&w->path[at]->conditions, vars_of(w, rank));
  walk(w, at + 1);
}

static void walk(Walk *w, int at) {
  w->steps += w->npartitions;
  if (w->path[at]->kind == DMM_NODE_MESSAGE)
    execute(w, active_at(w, at));
  else if (w->path[at]->kind == DMM_NODE_LOOP)
    walk_loop(w, at);
  else
    walk_guard(w, at);
}

//===----------------------------------------------------------------------===//
// Setting out
//===----------------------------------------------------------------------===//

/// Makes the path to the message; `node` is at `depth`. False if it is not
/// below the node.
static bool find_path(Walk *w, const DmmNode *node, int depth, int id) {
  bool found = node->kind == DMM_NODE_MESSAGE && node->id == id;
  if (found) {
    w->length = depth + 1;
    w->path = dmm_arena_alloc(w->arena, (size_t)w->length * sizeof *w->path);
  }
  for (int i = 0; !found && i < node->nchildren; ++i)
    found = find_path(w, node->children[i], depth + 1, id);
  if (found)
    w->path[depth] = node;
  return found;
}

static bool is_static(const DmmPlan *plan, const int64_t *params) {
  bool known = true;
  for (int i = 0; i < plan->nvars; ++i)
    known = known && (params || plan->vars[i].kind != DMM_VAR_PARAM);
  for (int i = 0; i < plan->ntemplates; ++i)
    known = known && plan->templates[i].extent != DMM_DYNAMIC;
  for (int i = 0; i < plan->narrays; ++i)
    known = known && dmm_array_elements(&plan->arrays[i]) != DMM_DYNAMIC;
  return known;
}

static void set_out(Walk *w, const int64_t *params) {
  size_t n = (size_t)w->npartitions;
  w->vars =
      dmm_arena_alloc(w->arena, n * (size_t)w->plan->nvars * sizeof *w->vars);
  w->coords =
      dmm_arena_alloc(w->arena, n * (size_t)w->plan->naxes * sizeof *w->coords);
  w->active = dmm_arena_alloc(w->arena, n * (size_t)w->length);
  for (int64_t rank = 0; rank < w->npartitions; ++rank) {
    int64_t *coords = w->coords + rank * w->plan->naxes;
    dmm_plan_coordinates(w->plan, rank, coords);
    dmm_plan_partition_vars(w->plan, params, coords, vars_of(w, rank));
  }
  memset(w->active, true, n);
  walk(w, 0);
}

DmmVolume dmm_plan_volume(const DmmPlan *plan, int id, const int64_t *params) {
  Walk w = {.plan = plan,
            .message = &plan->messages[id],
            .npartitions = dmm_plan_partitions(plan)};
  bool possible =
      is_static(plan, params) && w.npartitions < MAX_STEPS / (plan->nvars + 1);
  w.arena = dmm_arena_create();
  if (possible && find_path(&w, plan->spmd, 0, id))
    set_out(&w, params);
  dmm_arena_destroy(w.arena);
  if (!possible || w.steps >= MAX_STEPS)
    return (DmmVolume){NULL, DMM_DYNAMIC, DMM_DYNAMIC};
  return w.volume;
}
