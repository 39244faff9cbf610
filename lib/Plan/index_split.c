//===- index_split.c - Loops with one iteration that others wait for -----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a statement in one iteration of a loop writes what all later iterations
// read, a message inside of the loop brings it, although only that iteration
// sends. If its index is that of a loop around it, plus a number, as in the
// update of row and column k by step k, three loops do: up to that iteration,
// that one alone, and after it. The order of the iterations stays, so that this
// is always legal; whether it pays, the cost of the plan that does so tells
// (build.c).
//
//===----------------------------------------------------------------------===//

#include "Plan/steps.h"

#include <isl/ilp.h>
#include <isl/val.h>

/// The iterations of the loops around the reader, down to the one at `level`,
/// that write what it reads, before it does and in the same iteration of those
/// outside of that.
static __isl_give isl_set *find_sources(const DmmPoly *poly, int reader,
                                        const DmmAccess *read, int level) {
  unsigned kept = (unsigned)level + 1;
  isl_set *sources = isl_set_empty(dmm_poly_space(poly, level + 1));
  for (int w = 0; w < poly->plan->nstatements; ++w) {
    const DmmStatement *s = &poly->plan->statements[w];
    if (dmm_statement_write(s)->array != read->array ||
        dmm_poly_common_loops(poly, reader, w) <= level)
      continue;
    isl_set *writers =
        isl_map_range(dmm_poly_writes_before(poly, reader, read, w, level));
    writers = isl_set_project_out(writers, isl_dim_set, kept,
                                  (unsigned)s->depth - kept);
    sources = isl_set_union(sources, writers);
  }
  return sources;
}

/// Whether index `level` is always index `outer` plus a number, which is
/// written.
static bool is_shifted(__isl_keep isl_set *set, int level, int outer,
                       int64_t *shift) {
  isl_local_space *space = isl_local_space_from_space(isl_set_get_space(set));
  isl_aff *difference =
      isl_aff_sub(isl_aff_var_on_domain(isl_local_space_copy(space),
                                        isl_dim_set, (unsigned)level),
                  isl_aff_var_on_domain(space, isl_dim_set, (unsigned)outer));
  isl_val *least = isl_set_min_val(set, difference);
  isl_val *most = isl_set_max_val(set, difference);
  bool shifted = isl_val_is_int(least) && isl_val_eq(least, most);
  *shift = shifted ? isl_val_get_num_si(least) : 0;
  isl_val_free(least);
  isl_val_free(most);
  isl_aff_free(difference);
  return shifted;
}

static void add_split(DmmPlan *plan, DmmIndexSplit split) {
  for (int i = 0; i < plan->nindex_splits; ++i)
    if (plan->index_splits[i].loop == split.loop &&
        plan->index_splits[i].outer == split.outer &&
        plan->index_splits[i].shift == split.shift)
      return;
  plan->index_splits =
      dmm_arena_push(plan->arena, plan->index_splits,
                     (size_t)plan->nindex_splits, sizeof split);
  plan->index_splits[plan->nindex_splits++] = split;
}

static void find_for_read(DmmPlan *plan, const DmmPoly *poly, int statement,
                          const DmmAccess *read) {
  const DmmStatement *s = &plan->statements[statement];
  int level = read->outer - 1;
  if (read->message < 0 || level < 1)
    return;
  isl_set *sources = find_sources(poly, statement, read, level);
  bool found = isl_set_is_empty(sources);
  for (int outer = 0; outer < level && !found; ++outer) {
    DmmIndexSplit split = {plan->vars[s->ivs[level]].index,
                           plan->vars[s->ivs[outer]].index, 0};
    found = is_shifted(sources, level, outer, &split.shift);
    if (found)
      add_split(plan, split);
  }
  isl_set_free(sources);
}

void dmm_plan_find_index_splits(DmmPlan *plan, const DmmPoly *poly) {
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j)
      find_for_read(plan, poly, i, &plan->statements[i].accesses[j]);
}
