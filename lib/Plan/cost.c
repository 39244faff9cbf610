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

/// The partition that an estimate is for: in the middle of the grid, or in its
/// first or last corner, of those whose block is at least half full.
typedef enum Where { FIRST, MIDDLE, LAST } Where;

static void set_template(Estimator *e, const DmmTemplate *t, Where where) {
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
  int64_t whole = (extent + block / 2) / block;
  int64_t wanted = where == FIRST ? 0 : where == LAST ? size : (size - 1) / 2;
  int64_t c = wanted < whole ? wanted : whole > 0 ? whole - 1 : 0;
  e->vars[t->lo_var] = dmm_block_lo(block, extent, c);
  e->vars[t->hi_var] = dmm_block_hi(block, extent, c);
}

static void set_variables(Estimator *e, int64_t typical_size, Where where) {
  const DmmPlan *plan = e->plan;
  for (int v = 0; v < plan->nvars; ++v)
    if (plan->vars[v].kind == DMM_VAR_PARAM)
      e->vars[v] = typical_size;
  for (int i = 0; i < plan->ntemplates; ++i)
    set_template(e, &plan->templates[i], where);
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

static double buffer_words(const Estimator *e, int id) {
  const DmmBuffer *buffer = &e->plan->buffers[id];
  double words = 1;
  for (int d = 0; d < buffer->rank; ++d) {
    int64_t size = dmm_expr_list_min(&buffer->size_exprs[d], e->vars);
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
  int home = e->plan->arrays[message->array].home;
  return ways * (members - 1) / members * buffer_words(e, home);
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

static Estimator create(const DmmPlan *plan, int64_t typical_size,
                        Where where) {
  Estimator e = {.plan = plan};
  e.vars = dmm_arena_alloc(plan->arena, (size_t)plan->nvars * sizeof *e.vars);
  set_variables(&e, typical_size, where);
  return e;
}

static DmmCost cost_at(const DmmPlan *plan, Where where) {
  Estimator e = create(plan, TYPICAL_SIZE, where);
  add_node(&e, plan->spmd, 1);
  return e.cost;
}

DmmCost dmm_plan_cost(const DmmPlan *plan) { return cost_at(plan, MIDDLE); }

double dmm_plan_imbalance(const DmmPlan *plan) {
  double most = 0, sum = 0;
  for (Where where = FIRST; where <= LAST; ++where) {
    double instances = cost_at(plan, where).instances;
    most = instances > most ? instances : most;
    sum += instances;
  }
  return sum > 0 ? 3 * most / sum : 1;
}

double dmm_plan_cost_of_busiest(const DmmPlan *plan) {
  double most = 0;
  for (Where where = FIRST; where <= LAST; ++where) {
    DmmCost cost = cost_at(plan, where);
    most = dmm_cost_total(&cost) > most ? dmm_cost_total(&cost) : most;
  }
  return most;
}

double dmm_cost_total(const DmmCost *cost) {
  return cost->messages * WORDS_PER_MESSAGE + cost->words +
         cost->instances * WORDS_PER_INSTANCE;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Memory is compared with that of arrays whose sizes may be known in part: the
/// others are like them.
static int64_t typical_size(const DmmPlan *plan) {
  int64_t most = 0;
  for (int i = 0; i < plan->narrays; ++i)
    for (int d = 0; d < plan->arrays[i].rank; ++d)
      if (plan->arrays[i].sizes[d] > most)
        most = plan->arrays[i].sizes[d];
  return most > 1 ? most : TYPICAL_SIZE;
}

static bool holds_message(const DmmNode *node) {
  bool holds = node->kind == DMM_NODE_MESSAGE;
  for (int i = 0; i < node->nchildren && !holds; ++i)
    holds = holds_message(node->children[i]);
  return holds;
}

static void find_room(Estimator *e, const DmmNode *node, double *room);

static void find_room_of_children(Estimator *e, const DmmNode *node,
                                  double *room) {
  for (int i = 0; i < node->nchildren; ++i)
    if (holds_message(node->children[i]))
      find_room(e, node->children[i], room);
}

/// In the first, the middle and the last iteration of the loop.
static void find_room_of_loop(Estimator *e, const DmmNode *node, double *room) {
  int64_t *iv = &e->vars[e->plan->loops[node->id].iv_var];
  int64_t first = dmm_expr_list_max(&node->lower, e->vars),
          last = dmm_expr_list_min(&node->upper, e->vars) - 1;
  if (last < first)
    return;
  int64_t trips = (last - first) / node->step;
  for (int half = 0; half <= 2; ++half) {
    *iv = first + trips * half / 2 * node->step;
    find_room_of_children(e, node, room);
  }
}

/// Raises the room that each message of the subtree receives into to what it
/// takes in these iterations of the loops around it.
static void find_room(Estimator *e, const DmmNode *node, double *room) {
  if (node->kind == DMM_NODE_LOOP) {
    find_room_of_loop(e, node, room);
    return;
  }
  find_room_of_children(e, node, room);
  if (node->kind != DMM_NODE_MESSAGE)
    return;
  const DmmMessage *message = &e->plan->messages[node->id];
  double words =
      message->buffer >= 0 && message->box ? box_words(e, message) : 0;
  room[node->id] = words > room[node->id] ? words : room[node->id];
}

static double memory_of(const DmmPlan *plan, Where where) {
  Estimator e = create(plan, typical_size(plan), where);
  double *room =
      dmm_arena_alloc(plan->arena, (size_t)plan->nmessages * sizeof *room + 1);
  find_room(&e, plan->spmd, room);
  double words = 0;
  for (int i = 0; i < plan->nmessages; ++i)
    words += room[i];
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].home >= 0)
      words += buffer_words(&e, plan->arrays[i].home);
  return words;
}

double dmm_plan_memory(const DmmPlan *plan) {
  double first = memory_of(plan, FIRST), last = memory_of(plan, LAST);
  return first > last ? first : last;
}

double dmm_plan_memory_budget(const DmmPlan *plan) {
  enum { SHARES = 4, LEAST = 1 << 20 };
  if (plan->memory_words)
    return (double)plan->memory_words;
  Estimator e = create(plan, typical_size(plan), MIDDLE);
  double words = 0, partitions = 1;
  for (int i = 0; i < plan->narrays; ++i) {
    const DmmArray *array = &plan->arrays[i];
    double elements = !array->reduction && !array->is_copy;
    for (int d = 0; d < array->rank; ++d)
      elements *= (double)(array->sizes[d] == DMM_DYNAMIC
                               ? dmm_expr_value(array->size_exprs[d], e.vars)
                               : array->sizes[d]);
    words += elements;
  }
  for (int axis = 0; axis < plan->naxes; ++axis)
    partitions *= (double)plan->grid[axis].size;
  double budget = SHARES * words / partitions;
  return budget > LEAST ? budget : LEAST;
}

bool dmm_plan_is_over_budget(const DmmPlan *plan) {
  return dmm_plan_memory(plan) > dmm_plan_memory_budget(plan);
}
