//===- candidate.h - Plans of changed functions ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the kinds of candidates share (candidates.c). A candidate is the plan of
// a clone of the function in which something was changed.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_CANDIDATE_H
#define DMM_PLAN_CANDIDATE_H

#include "Analysis/versions.h"
#include "Plan/build.h"

/// Whether a candidate is the better plan.
typedef bool DmmIsBetter(const DmmPlan *candidate, const DmmPlan *plan);

/// Costs less, clearly so: estimates that are close say nothing.
bool dmm_candidate_is_cheaper(const DmmPlan *candidate, const DmmPlan *plan);

/// Has a loop that is distributed, or the plan has none, either.
bool dmm_candidate_stays_parallel(const DmmPlan *candidate,
                                  const DmmPlan *plan);

/// The plan of `clone`, a changed copy of `func`, whose body then replaces that
/// of `func`, if it is better; else null. Destroys the clone.
DmmPlan *dmm_candidate_try(MlirOperation func, const DmmPlan *plan,
                           MlirOperation clone, const DmmPlanOptions *options,
                           DmmIsBetter *is_better);

/// Tries candidate number i of a kind: the better plan, or null.
typedef DmmPlan *DmmTry(MlirOperation func, const DmmPlan *plan, int i,
                        const DmmPlanOptions *options);

/// The first better plan of the `n` candidates of a kind, of which not all may
/// be tried: each is planned anew.
DmmPlan *dmm_candidate_first(MlirOperation func, const DmmPlan *plan, int n,
                             const DmmPlanOptions *options, DmmTry *attempt);

/// Gives `func` the body and the annotations of `clone`, a changed copy of it,
/// which is destroyed.
void dmm_candidate_become(MlirOperation func, MlirOperation clone);

/// Tells of a change, in texts of the candidate's own: it outlives the plan
/// that it replaces.
void dmm_candidate_remark(DmmPlan *candidate, DmmLoc loc, const char *text);

/// The array of `original` in a clone of it.
MlirValue dmm_candidate_array(MlirOperation original, MlirOperation func,
                              const DmmArray *array);

/// Whether nothing says yet along which dimensions the array is cut, though
/// there are several.
bool dmm_candidate_is_free(MlirOperation func, const DmmArray *array);

/// Sets the annotation dmm.split of the array of `original` in `func`, which is
/// it or a clone of it.
void dmm_candidate_set_split(MlirOperation original, MlirOperation func,
                             const DmmArray *array, MlirAttribute split);

/// The best plan on the machine of all, or many, ways to cut the arrays, if it
/// is better; else null. The plan has a pricing.
DmmPlan *dmm_try_assignments(MlirOperation func, const DmmPlan *plan,
                             const DmmPlanOptions *options);

/// Tries the candidates of one kind: the better plan of a changed function, or
/// null.
DmmPlan *dmm_try_dims(MlirOperation func, const DmmPlan *plan,
                      const DmmPlanOptions *options);
DmmPlan *dmm_try_fissions(MlirOperation func, const DmmPlan *plan,
                          const DmmPlanOptions *options);
DmmPlan *dmm_try_index_splits(MlirOperation func, const DmmPlan *plan,
                              const DmmPlanOptions *options);
DmmPlan *dmm_try_relayouts(MlirOperation func, const DmmPlan *plan,
                           const DmmPlanOptions *options);
DmmPlan *dmm_try_cycles(MlirOperation func, const DmmPlan *plan,
                        const DmmPlanOptions *options);
DmmPlan *dmm_try_steps(MlirOperation func, const DmmPlan *plan,
                       const DmmPlanOptions *options);

#endif // DMM_PLAN_CANDIDATE_H
