//===- cost.c - What a plan costs -----------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/cost.h"

#include "Plan/expr.h"

/// A message's latency and a statement's time, as numbers of words that cross
/// a link in that time.
enum { WORDS_PER_MESSAGE = 1000, WORDS_PER_INSTANCE = 1, TYPICAL_SIZE = 1000 };

typedef struct Estimator {
  const DmmPlan *plan;
  int64_t *vars;
  DmmCost cost;
} Estimator;

//===----------------------------------------------------------------------===//
// The typical partition
//===----------------------------------------------------------------------===//

static void set_template(Estimator *e, const DmmTemplate *t) {
  int64_t size = e->plan->grid[t->axis].size, extent = t->extent;
  int64_t block = t->block;
  if (extent == DMM_DYNAMIC) {
    extent = dmm_expr_list_max(&t->extents, e->vars);
    extent = extent > 0 ? extent : 0;
    block = dmm_ceildiv(extent, size);
    block = block > 1 ? block : 1;
    e->vars[t->extent_var] = extent;
    e->vars[t->block_var] = block;
  }
  // A coordinate in the middle, of those that have a whole block.
  int64_t whole = extent / block, middle = (size - 1) / 2;
  int64_t c = middle < whole ? middle : whole > 0 ? whole - 1 : 0;
  e->vars[t->lo_var] = dmm_block_lo(block, extent, c);
  e->vars[t->hi_var] = dmm_block_hi(block, extent, c);
}

static void set_variables(Estimator *e) {
  const DmmPlan *plan = e->plan;
  for (int v = 0; v < plan->nvars; ++v)
    if (plan->vars[v].kind == DMM_VAR_PARAM)
      e->vars[v] = TYPICAL_SIZE;
  for (int i = 0; i < plan->ntemplates; ++i)
    set_template(e, &plan->templates[i]);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Number of elements in the box, but along the dimension with ghosts.
static double box_words(const Estimator *e, const DmmMessage *message) {
  double words = 1;
  for (int d = 0; d < e->plan->arrays[message->array].rank; ++d) {
    const DmmBoxDim *dim = &message->box[d];
    if (!dim->lower.n)
      continue;
    int64_t size = dmm_expr_list_min(&dim->upper, e->vars) -
                   dmm_expr_list_max(&dim->lower, e->vars);
    words *= size > 0 ? (double)size : 0;
  }
  return words;
}

/// Number of elements of the array's home.
static double home_words(const Estimator *e, const DmmMessage *message) {
  const DmmArray *array = &e->plan->arrays[message->array];
  const DmmBuffer *home = &e->plan->buffers[array->home];
  double words = 1;
  for (int d = 0; d < home->rank; ++d) {
    int64_t size = dmm_expr_list_min(&home->size_exprs[d], e->vars);
    words *= size > 0 ? (double)size : 0;
  }
  return words;
}

/// Each member passes on what it has combined, and may get the result; or gets
/// its part from each of the others.
static double reduction_words(const Estimator *e, const DmmMessage *message,
                              double members) {
  if (message->layout)
    return (members - 1) * box_words(e, message);
  double ways = message->op == DMM_RT_ALL_REDUCE ? 2 : 1;
  return ways * (members - 1) / members * home_words(e, message);
}

static void add_message(Estimator *e, const DmmMessage *message, double trips) {
  bool reduces =
      message->op == DMM_RT_REDUCE || message->op == DMM_RT_ALL_REDUCE;
  double members = 1;
  for (int i = 0; i < message->naxes; ++i)
    members *= (double)e->plan->grid[message->axes[i]].size;
  if ((!message->box && !reduces) || members == 1)
    return;
  if (reduces) {
    e->cost.messages += trips;
    e->cost.words += trips * reduction_words(e, message, members);
    return;
  }
  // What is said to be received includes the member's own part.
  double share = message->op == DMM_RT_HALO
                     ? (double)(message->low + message->high)
                     : (members - 1) / members;
  e->cost.messages += trips;
  e->cost.words += trips * share * box_words(e, message);
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

static void add_node(Estimator *e, const DmmNode *node, double trips);

static void add_loop(Estimator *e, const DmmNode *node, double trips) {
  int64_t first = dmm_expr_list_max(&node->lower, e->vars),
          last = dmm_expr_list_min(&node->upper, e->vars);
  int64_t n = last > first ? dmm_ceildiv(last - first, node->step) : 0;
  if (n == 0)
    return;
  e->vars[e->plan->loops[node->id].iv_var] = first + n / 2 * node->step;
  for (int i = 0; i < node->nchildren; ++i)
    add_node(e, node->children[i], trips * (double)n);
}

static void add_node(Estimator *e, const DmmNode *node, double trips) {
  switch (node->kind) {
  case DMM_NODE_LOOP:
    add_loop(e, node, trips);
    return;
  case DMM_NODE_STATEMENT:
    e->cost.instances += trips;
    return;
  case DMM_NODE_MESSAGE:
    add_message(e, &e->plan->messages[node->id], trips);
    return;
  default:
    for (int i = 0; i < node->nchildren; ++i)
      add_node(e, node->children[i], trips);
  }
}

DmmCost dmm_plan_cost(const DmmPlan *plan) {
  Estimator e = {.plan = plan};
  e.vars = dmm_arena_alloc(plan->arena, (size_t)plan->nvars * sizeof *e.vars);
  set_variables(&e);
  add_node(&e, plan->spmd, 1);
  return e.cost;
}

double dmm_cost_total(const DmmCost *cost) {
  return cost->messages * WORDS_PER_MESSAGE + cost->words +
         cost->instances * WORDS_PER_INSTANCE;
}
