//===- traffic.c - What a run would move and hold ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/traffic.h"

#include "Plan/path.h"
#include "Plan/receive.h"

typedef struct Counter {
  const DmmPlan *plan;
  DmmArena *arena;
  int64_t npartitions;
  int64_t **coords, **vars; ///< by partition
  int64_t *room;            ///< by partition: words in its buffers
  DmmTraffic traffic;
} Counter;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static DmmTotals one_execution(const void *user, const int64_t *vars) {
  const DmmReceiver *r = user;
  (void)vars; // those of the receiver
  return (DmmTotals){.sums = {dmm_receiver_counts(r), dmm_receiver_messages(r),
                              dmm_receiver_words(r)},
                     .peak = dmm_receiver_room(r)};
}

static void give_up(Counter *c, const DmmMessage *message, int limit) {
  c->traffic.limit = limit;
  c->traffic.ops[message->op] =
      (DmmOpCount){DMM_DYNAMIC, DMM_DYNAMIC, DMM_DYNAMIC};
  if (message->buffer >= 0 && c->plan->buffers[message->buffer].is_any_box)
    c->traffic.partition_words = DMM_DYNAMIC;
}

static void add_totals(Counter *c, const DmmMessage *message, int64_t rank,
                       const DmmTotals *totals) {
  DmmOpCount *op = &c->traffic.ops[message->op];
  op->calls += totals->sums[0];
  op->messages += totals->sums[1];
  op->words += totals->sums[2];
  if (message->op == DMM_RT_SEND)
    c->traffic.ops[DMM_RT_RECV].calls += totals->sums[0];
  if (message->buffer >= 0 && c->plan->buffers[message->buffer].is_any_box)
    c->room[rank] += totals->peak;
}

static void count_message(Counter *c, const DmmMessage *message,
                          const DmmPath *path) {
  for (int64_t rank = 0; rank < c->npartitions; ++rank) {
    DmmReceiver receiver = {c->plan, message, rank, c->coords[rank],
                            c->vars[rank]};
    DmmTotals totals;
    int limit = dmm_path_total(path, &receiver, c->vars[rank], &totals);
    if (limit >= 0) {
      give_up(c, message, limit);
      return;
    }
    add_totals(c, message, rank, &totals);
  }
}

static void count_leaf(const DmmNode *const *nodes, int n, void *user) {
  Counter *c = user;
  if (nodes[n - 1]->kind != DMM_NODE_MESSAGE)
    return;
  const DmmMessage *message = &c->plan->messages[nodes[n - 1]->id];
  if (c->traffic.ops[message->op].calls == DMM_DYNAMIC)
    return;
  DmmExprList *lists;
  int nlists = dmm_message_compared(c->arena, c->plan, message, &lists);
  DmmLeaf leaf = {.compared = lists,
                  .ncompared = nlists,
                  .has_peak = message->buffer >= 0,
                  .evaluate = one_execution};
  count_message(c, message,
                dmm_path_create(c->arena, c->plan, nodes, n, &leaf));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Words of the buffers whose size does not depend on what is received.
static int64_t fixed_words(const DmmPlan *plan, int64_t rank) {
  int64_t words = 0;
  for (int i = 0; i < plan->nbuffers; ++i) {
    const DmmBuffer *buffer = &plan->buffers[i];
    bool is_there = buffer->kind != DMM_BUFFER_WHOLE || rank == 0;
    if (is_there && !buffer->is_any_box)
      words += dmm_buffer_elements(buffer);
  }
  return words;
}

static void add_memory(Counter *c) {
  int64_t most = 0;
  for (int64_t rank = 0; rank < c->npartitions; ++rank) {
    int64_t words = c->room[rank] + fixed_words(c->plan, rank);
    most = words > most ? words : most;
  }
  if (c->traffic.partition_words != DMM_DYNAMIC)
    c->traffic.partition_words = most;
}

static void set_partitions(Counter *c, const int64_t *params) {
  size_t n = (size_t)c->npartitions;
  size_t naxes = (size_t)c->plan->naxes, nvars = (size_t)c->plan->nvars;
  c->coords = dmm_arena_alloc(c->arena, n * sizeof *c->coords);
  c->vars = dmm_arena_alloc(c->arena, n * sizeof *c->vars);
  c->room = dmm_arena_alloc(c->arena, n * sizeof *c->room);
  for (int64_t rank = 0; rank < c->npartitions; ++rank) {
    c->coords[rank] = dmm_arena_alloc(c->arena, naxes * sizeof(int64_t));
    c->vars[rank] = dmm_arena_alloc(c->arena, nvars * sizeof(int64_t));
    dmm_plan_coordinates(c->plan, rank, c->coords[rank]);
    dmm_plan_partition_vars(c->plan, params, c->coords[rank], c->vars[rank]);
  }
}

DmmTraffic dmm_plan_traffic(const DmmPlan *plan, const int64_t *params) {
  Counter c = {.plan = plan,
               .arena = dmm_arena_create(),
               .npartitions = dmm_plan_partitions(plan),
               .traffic = {.limit = -1}};
  set_partitions(&c, params);
  if (!plan->fallback)
    dmm_tree_visit_leaves(plan->spmd, count_leaf, &c);
  add_memory(&c);
  dmm_arena_destroy(c.arena);
  return c.traffic;
}
