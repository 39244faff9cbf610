//===- fission.c - Loops that had better be two --------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message inside of a loop keeps all members of its group in step there. If
// what it brings is written by the same loop, but further up in its body, two
// loops may serve: one that writes it all, then one that reads it, with one
// message in between. That is legal where nothing of the second part that comes
// before something of the first part, in an earlier iteration, touches the same
// element, one of the two writing it. Whether it pays, the cost of the plan
// that does so tells (build.c).
//
//===----------------------------------------------------------------------===//

#include "Plan/steps.h"

/// The most statements in a loop that is looked at: all pairs are.
enum { MAX_STATEMENTS = 32 };

/// The loop at level `level` around statement `second`, which is to be split in
/// front of it.
typedef struct Cut {
  const DmmPlan *plan;
  const DmmPoly *poly;
  int second, level;
} Cut;

static bool is_inside(const Cut *cut, int statement) {
  return statement == cut->second ||
         dmm_poly_common_loops(cut->poly, cut->second, statement) > cut->level;
}

/// Whether an instance of `later` that comes before one of `earlier`, in the
/// same iteration of the loops around the cut, stands in its way.
static bool conflict(const Cut *cut, int earlier, int later) {
  const DmmStatement *a = &cut->plan->statements[earlier];
  const DmmStatement *b = &cut->plan->statements[later];
  for (int i = 0; i < a->naccesses; ++i)
    for (int j = 0; j < b->naccesses; ++j) {
      const DmmAccess *x = &a->accesses[i], *y = &b->accesses[j];
      if (x->array != y->array || !(x->is_write || y->is_write))
        continue;
      isl_map *touches =
          dmm_poly_touches_before(cut->poly, earlier, x, later, y, cut->level);
      bool found = !isl_map_is_empty(touches);
      isl_map_free(touches);
      if (found)
        return true;
    }
  return false;
}

/// The statements of the loop: their number, or 0 where one takes part in a
/// reduction, which stays as it is.
static int count_inside(const Cut *cut) {
  int n = 0;
  for (int i = 0; i < cut->plan->nstatements; ++i) {
    if (is_inside(cut, i) && cut->plan->statements[i].part != DMM_PART_NONE)
      return 0;
    n += is_inside(cut, i);
  }
  return n;
}

static bool is_legal(const Cut *cut) {
  int n = count_inside(cut);
  bool splits = false;
  if (n == 0 || n > MAX_STATEMENTS)
    return false;
  for (int a = 0; a < cut->second; ++a)
    for (int b = cut->second; is_inside(cut, a) && b < cut->plan->nstatements;
         ++b) {
      splits = true;
      if (is_inside(cut, b) && conflict(cut, a, b))
        return false;
    }
  return splits;
}

bool dmm_plan_may_split(const DmmPlan *plan, const DmmPoly *poly, int second,
                        int level) {
  Cut cut = {plan, poly, second, level};
  return is_legal(&cut);
}

static void add_fission(DmmPlan *plan, DmmFission fission) {
  for (int i = 0; i < plan->nfissions; ++i)
    if (plan->fissions[i].loop == fission.loop &&
        plan->fissions[i].statement == fission.statement)
      return;
  plan->fissions = dmm_arena_push(plan->arena, plan->fissions,
                                  (size_t)plan->nfissions, sizeof fission);
  plan->fissions[plan->nfissions++] = fission;
}

/// Loops around a message that brings elements to the read; 0 where they come
/// from neighbours, or from the home.
static int loops_around(const DmmPlan *plan, const DmmAccess *read) {
  bool stays =
      read->message < 0 || plan->messages[read->message].op == DMM_RT_HALO;
  return stays ? 0 : read->outer;
}

/// The outermost loop around the message that may be split.
static void find_for_read(DmmPlan *plan, const DmmPoly *poly, int statement,
                          const DmmAccess *read) {
  int n = loops_around(plan, read);
  for (int level = 0; level < n; ++level) {
    if (!dmm_plan_may_split(plan, poly, statement, level))
      continue;
    int iv = plan->statements[statement].ivs[level];
    add_fission(plan, (DmmFission){plan->vars[iv].index, statement});
    return;
  }
}

void dmm_plan_find_fissions(DmmPlan *plan, const DmmPoly *poly) {
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j)
      find_for_read(plan, poly, i, &plan->statements[i].accesses[j]);
}
