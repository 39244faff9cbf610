//===- work.c - How the work is shared out -------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/work.h"

#include "Plan/path.h"

/// Counts along one tree, on one partition.
typedef struct Counter {
  const DmmPlan *plan;
  DmmArena *arena;
  int64_t *vars;
  int64_t instances, distributed;
  int limit;
} Counter;

static bool is_of_program(const DmmPlan *plan, const DmmStatement *s) {
  return (s->part == DMM_PART_NONE || s->part == DMM_PART_ACCUMULATE) &&
         !dmm_statement_copies_version(plan, s);
}

static bool is_distributed(const DmmPlan *plan, const DmmNode *const *nodes,
                           int n) {
  for (int i = 0; i < n; ++i)
    if (nodes[i]->kind == DMM_NODE_LOOP &&
        plan->loops[nodes[i]->id].distributed)
      return true;
  return false;
}

static DmmTotals one_instance(const void *user, const int64_t *vars) {
  (void)user;
  (void)vars;
  return (DmmTotals){.sums = {1}};
}

static void count_leaf(const DmmNode *const *nodes, int n, void *user) {
  static const DmmLeaf leaf = {.evaluate = one_instance};
  Counter *c = user;
  const DmmNode *last = nodes[n - 1];
  if (last->kind != DMM_NODE_STATEMENT ||
      !is_of_program(c->plan, &c->plan->statements[last->id]))
    return;
  const DmmPath *path = dmm_path_create(c->arena, c->plan, nodes, n, &leaf);
  DmmTotals totals;
  int limit = dmm_path_total(path, NULL, c->vars, &totals);
  c->limit = limit >= 0 ? limit : c->limit;
  c->instances += totals.sums[0];
  c->distributed += is_distributed(c->plan, nodes, n) ? totals.sums[0] : 0;
}

/// What partition `rank` would execute of the tree.
static Counter count_tree(const DmmPlan *plan, const DmmNode *tree,
                          const int64_t *params, int64_t rank) {
  Counter c = {.plan = plan, .arena = dmm_arena_create(), .limit = -1};
  size_t naxes = (size_t)plan->naxes, nvars = (size_t)plan->nvars;
  int64_t *coords = dmm_arena_alloc(c.arena, naxes * sizeof *coords);
  c.vars = dmm_arena_alloc(c.arena, nvars * sizeof *c.vars);
  dmm_plan_coordinates(plan, rank, coords);
  dmm_plan_partition_vars(plan, params, coords, c.vars);
  if (!plan->fallback)
    dmm_tree_visit_leaves(tree, count_leaf, &c);
  dmm_arena_destroy(c.arena);
  return c;
}

int64_t dmm_plan_instances(const DmmPlan *plan, const int64_t *params,
                           int64_t rank) {
  Counter c = count_tree(plan, plan->spmd, params, rank);
  return c.limit < 0 ? c.instances : DMM_DYNAMIC;
}

DmmWork dmm_plan_work(const DmmPlan *plan, const int64_t *params) {
  Counter source = count_tree(plan, plan->source, params, 0);
  DmmWork work = {
      .instances = source.limit < 0 ? source.instances : DMM_DYNAMIC,
      .distributed = source.limit < 0 ? source.distributed : DMM_DYNAMIC,
      .is_complete = !plan->fallback && plan->nregions == 0,
      .limit = source.limit,
  };
  for (int64_t rank = 0; rank < dmm_plan_partitions(plan); ++rank) {
    Counter c = count_tree(plan, plan->spmd, params, rank);
    if (c.limit >= 0) {
      work.limit = c.limit;
      work.busiest = DMM_DYNAMIC;
      break;
    }
    work.busiest = c.instances > work.busiest ? c.instances : work.busiest;
  }
  return work;
}
