//===- candidates.c - Choose among plans ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first choice of layouts looks at one array at a time. Then changed forms
// of the function are planned as well, and the better plan is taken:
//   - where collectives are left inside loops, the cheapest one (cost.c): with
//     arrays cut along other dimensions (candidate_dims.c), loops split
//     (candidate_splits.c), or copies of arrays (candidate_relayouts.c);
//   - where partitions have unequal work, one with block-cyclic layouts
//     (candidate_cyclic.c);
//   - where a partition would hold too much, one whose loops take what they
//     read in strips (candidate_steps.c).
// On a machine, plans are compared by price, and the layouts of all arrays are
// chosen together before (candidate_assignments.c).
// A candidate is the function with one more annotation, or with copies. What is
// taken stays in the function, so that its plan is the same again.
//
//===----------------------------------------------------------------------===//

#include "Plan/candidate.h"

#include "Analysis/normalize.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Plan/cost.h"
#include "Plan/memory.h"
#include "Plan/steps.h"

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

static bool has_distributed_loop(const DmmPlan *plan) {
  for (int i = 0; i < plan->nloops; ++i)
    if (plan->loops[i].distributed)
      return true;
  return false;
}

bool dmm_candidate_stays_parallel(const DmmPlan *candidate,
                                  const DmmPlan *plan) {
  return has_distributed_loop(candidate) || !has_distributed_loop(plan);
}

/// Few messages are not worth the work of all on one partition, however small
/// the sizes are.
bool dmm_candidate_is_cheaper(const DmmPlan *candidate, const DmmPlan *plan) {
  return dmm_plan_total(candidate) < 0.9 * dmm_plan_total(plan) &&
         dmm_candidate_stays_parallel(candidate, plan);
}

void dmm_candidate_remark(DmmPlan *candidate, DmmLoc loc, const char *text) {
  loc.text = dmm_arena_printf(candidate->arena, "%s", loc.text);
  dmm_plan_remark(candidate, loc,
                  dmm_arena_printf(candidate->arena, "%s", text));
  candidate->remarks[candidate->nremarks - 1].is_of_choice = true;
}

/// What was told of the changes that the better plan builds upon.
static void keep_remarks(const DmmPlan *plan, DmmPlan *better) {
  for (int i = 0; i < plan->nremarks; ++i)
    if (plan->remarks[i].is_of_choice)
      dmm_candidate_remark(better, plan->remarks[i].loc, plan->remarks[i].text);
}

void dmm_candidate_become(MlirOperation func, MlirOperation clone) {
  MlirStringRef name = mlirStringRefCreateFromCString("arg_attrs");
  MlirAttribute annotations = mlirOperationGetAttributeByName(clone, name);
  if (mlirAttributeIsNull(annotations))
    mlirOperationRemoveAttributeByName(func, name);
  else
    mlirOperationSetAttributeByName(func, name, annotations);
  mlirRegionTakeBody(mlirOperationGetRegion(func, 0),
                     mlirOperationGetRegion(clone, 0));
  mlirOperationDestroy(clone);
}

DmmPlan *dmm_candidate_try(MlirOperation func, const DmmPlan *plan,
                           MlirOperation clone, const DmmPlanOptions *options,
                           DmmIsBetter *is_better) {
  DmmPlan *candidate =
      dmm_normalize(clone) ? dmm_plan_build_once(clone, options) : NULL;
  bool better = candidate && !candidate->fallback && is_better(candidate, plan);
  if (better) {
    mlirRegionTakeBody(mlirOperationGetRegion(func, 0),
                       mlirOperationGetRegion(clone, 0));
  } else {
    dmm_plan_destroy(candidate);
  }
  mlirOperationDestroy(clone);
  return better ? candidate : NULL;
}

DmmPlan *dmm_candidate_first(MlirOperation func, const DmmPlan *plan, int n,
                             const DmmPlanOptions *options, DmmTry *attempt) {
  enum { MAX_CANDIDATES = 8 };
  DmmPlan *better = NULL;
  for (int i = 0; !better && i < n && i < MAX_CANDIDATES; ++i)
    better = attempt(func, plan, i, options);
  return better;
}

MlirValue dmm_candidate_array(MlirOperation original, MlirOperation func,
                              const DmmArray *array) {
  if (array->role != DMM_ROLE_LOCAL)
    return mlirBlockGetArgument(
        mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0)),
        array->argument);
  MlirOperation alloc = mlirOpResultGetOwner((MlirValue){array->ir});
  return mlirOperationGetResult(
      dmm_op_by_number(func, dmm_op_number(original, alloc)), 0);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// A better plan of a changed function, or null. Loops are split last: messages
/// that another layout saves need not be brought together.
static DmmPlan *find_better(MlirOperation func, const DmmPlan *plan,
                            const DmmPlanOptions *options) {
  DmmPlan *better = dmm_try_dims(func, plan, options);
  better = better ? better : dmm_try_fissions(func, plan, options);
  better = better ? better : dmm_try_index_splits(func, plan, options);
  return better ? better : dmm_try_relayouts(func, plan, options);
}

/// Says of a plan that holds much more than a partition's share of the arrays
/// that this could not be helped.
static void remark_memory(MlirOperation func, DmmPlan *plan) {
  double words = dmm_plan_memory(plan), budget = dmm_plan_memory_budget(plan);
  if (words <= budget)
    return;
  DmmLoc loc = dmm_loc_of(plan->arena, func);
  dmm_candidate_remark(
      plan, loc,
      dmm_arena_printf(plan->arena,
                       "a partition holds about %.0f words, more "
                       "than the %.0f that it should: no loop was "
                       "found that could take what messages bring in "
                       "strips, in less than twice the time",
                       words, budget));
}

/// The better plan of a changed function, or null.
typedef DmmPlan *FindBetter(MlirOperation func, const DmmPlan *plan,
                            const DmmPlanOptions *options);

/// Goes on to better plans as long as there are any, within reason.
static DmmPlan *climb(MlirOperation func, DmmPlan *plan,
                      const DmmPlanOptions *options, FindBetter *find) {
  enum { MAX_CHANGES = 16 };
  DmmPlan *better = find(func, plan, options);
  for (int i = 0; better; ++i) {
    keep_remarks(plan, better);
    dmm_plan_destroy(plan);
    plan = better;
    better = i < MAX_CHANGES ? find(func, plan, options) : NULL;
  }
  return plan;
}

/// The cheapest plan that is found; then, if partitions share the work badly,
/// one in which they share it well, and if it is short of memory, one that
/// needs less.
static DmmPlan *refine(MlirOperation func, DmmPlan *plan,
                       const DmmPlanOptions *options) {
  plan = climb(func, plan, options, find_better);
  plan = climb(func, plan, options, dmm_try_cycles);
  return climb(func, plan, options, dmm_try_steps);
}

/// The better one on the machine of what is found by words alone and of what is
/// found by prices.
static DmmPlan *refine_by_price(MlirOperation func, DmmPlan *plan,
                                const DmmPlanOptions *options) {
  DmmPlanOptions words = *options;
  words.pricing = NULL;
  MlirOperation clone = mlirOperationClone(func);
  DmmPlan *other = dmm_plan_build_once(clone, &words);
  other = refine(clone, other, &words);
  other->pricing = options->pricing;
  DmmPlan *better = dmm_try_assignments(func, plan, options);
  if (better)
    dmm_plan_destroy(plan);
  plan = refine(func, better ? better : plan, options);
  if (dmm_plan_total(plan) <= dmm_plan_total(other)) {
    dmm_plan_destroy(other);
    mlirOperationDestroy(clone);
    return plan;
  }
  dmm_plan_destroy(plan);
  dmm_candidate_become(func, clone);
  return other;
}

static DmmPlan *search(MlirOperation func, DmmPlanOptions *options) {
  DmmPlan *plan = dmm_plan_build_once(func, options);
  options->is_split = true;
  if (!plan || plan->fallback)
    return plan;
  plan = options->pricing ? refine_by_price(func, plan, options)
                          : refine(func, plan, options);
  remark_memory(func, plan);
  return plan;
}

/// Whether dmm-uniformize, or the user, has marked something.
static bool has_marks(const DmmPlan *plan) {
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].is_marked)
      return true;
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses; ++j)
      if (plan->statements[i].accesses[j].is_marked)
        return true;
  return false;
}

/// The choice must not depend on what becomes a pipeline: the layouts that
/// dmm-distribute keeps hold in all modes of dmm-uniformize, which runs later.
DmmPlan *dmm_plan_build(MlirOperation func, const DmmPlanOptions *options) {
  if (!mlirAttributeIsNull(dmm_op_attr(func, "dmm.distributed")))
    return dmm_plan_build_once(func, options);
  DmmPlanOptions now = *options;
  now.module = mlirOperationGetParentOperation(func); // clones have none
  now.pipelines = DMM_PIPELINES_NEVER;
  DmmPlan *plan = search(func, &now);
  if (!plan || plan->fallback || options->pipelines == DMM_PIPELINES_NEVER ||
      (options->pipelines == DMM_PIPELINES_MARKED && !has_marks(plan)))
    return plan;
  now.pipelines = options->pipelines;
  DmmPlan *final = dmm_plan_build_once(func, &now);
  if (final)
    keep_remarks(plan, final);
  dmm_plan_destroy(plan);
  return final;
}
