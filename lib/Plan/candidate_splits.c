//===- candidate_splits.c - Make several loops of one ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is split in front of a statement that waits for a message (fission.c),
// or in three, around the iteration that writes what all others read
// (index_split.c).
//
//===----------------------------------------------------------------------===//

#include "Plan/candidate.h"

#include "Analysis/split_loop.h"
#include "Analysis/split_range.h"
#include "Plan/steps.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Two loops of one
//===----------------------------------------------------------------------===//

static void remark_fission(DmmPlan *candidate, const DmmPlan *plan,
                           const DmmFission *fission) {
  dmm_candidate_remark(
      candidate, plan->loops[fission->loop].loc,
      dmm_arena_printf(candidate->arena,
                       "loop is split in two in front of the store at %s: what "
                       "that needs comes by one message between them",
                       plan->statements[fission->statement].loc.text));
}

/// The plan with the loop of fission `i` split.
static DmmPlan *try_fission(MlirOperation func, const DmmPlan *plan, int i,
                            const DmmPlanOptions *options) {
  const DmmFission *fission = &plan->fissions[i];
  MlirOperation loop = {(void *)plan->loops[fission->loop].ir};
  MlirOperation store = {(void *)plan->statements[fission->statement].ir};
  if (!dmm_loop_is_splittable(loop))
    return NULL;
  MlirOperation clone = mlirOperationClone(func);
  dmm_split_loop(dmm_op_by_number(clone, dmm_op_number(func, loop)),
                 dmm_op_by_number(clone, dmm_op_number(func, store)));
  DmmPlan *better =
      dmm_candidate_try(func, plan, clone, options, dmm_candidate_is_cheaper);
  if (better)
    remark_fission(better, plan, fission);
  return better;
}

DmmPlan *dmm_try_fissions(MlirOperation func, const DmmPlan *plan,
                          const DmmPlanOptions *options) {
  return dmm_candidate_first(func, plan, plan->nfissions, options, try_fission);
}

//===----------------------------------------------------------------------===//
// Three loops of one
//===----------------------------------------------------------------------===//

static void remark_index_split(DmmPlan *candidate, const DmmPlan *plan,
                               const DmmIndexSplit *split) {
  const char *outer = plan->loops[split->outer].loc.text;
  const char *shift =
      split->shift
          ? dmm_arena_printf(candidate->arena, " %c %" PRId64,
                             split->shift < 0 ? '-' : '+',
                             split->shift < 0 ? -split->shift : split->shift)
          : "";
  dmm_candidate_remark(
      candidate, plan->loops[split->loop].loc,
      dmm_arena_printf(candidate->arena,
                       "loop is split in three, at the index of the loop at "
                       "%s%s: that iteration writes what others read",
                       outer, shift));
}

/// The plan with one iteration of the loop of index split `i` set apart.
/// Statements of the function once the loop is three.
static int statements_after(const DmmPlan *plan, const DmmIndexSplit *split) {
  int n = plan->nstatements;
  for (int i = 0; i < plan->nstatements; ++i)
    for (int d = 0; d < plan->statements[i].depth; ++d)
      if (plan->statements[i].ivs[d] == plan->loops[split->loop].iv_var)
        n += 2;
  return n;
}

/// Splits multiply, and the time to plan grows faster than the statements.
static bool is_too_large(const DmmPlan *plan, const DmmIndexSplit *split) {
  enum { MAX_STATEMENTS = 48 };
  return statements_after(plan, split) > MAX_STATEMENTS;
}

static DmmPlan *try_index_split(MlirOperation func, const DmmPlan *plan, int i,
                                const DmmPlanOptions *options) {
  const DmmIndexSplit *split = &plan->index_splits[i];
  MlirOperation loop = {(void *)plan->loops[split->loop].ir};
  MlirOperation outer = {(void *)plan->loops[split->outer].ir};
  if (is_too_large(plan, split) || !dmm_range_is_splittable(loop))
    return NULL;
  MlirOperation clone = mlirOperationClone(func);
  dmm_split_range(dmm_op_by_number(clone, dmm_op_number(func, loop)),
                  dmm_op_by_number(clone, dmm_op_number(func, outer)),
                  split->shift);
  DmmPlan *better =
      dmm_candidate_try(func, plan, clone, options, dmm_candidate_is_cheaper);
  if (better)
    remark_index_split(better, plan, split);
  return better;
}

DmmPlan *dmm_try_index_splits(MlirOperation func, const DmmPlan *plan,
                              const DmmPlanOptions *options) {
  return dmm_candidate_first(func, plan, plan->nindex_splits, options,
                             try_index_split);
}
