//===- candidate_assignments.h - Searching for the best assignment --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the ways of searching share: one after the other
// (candidate_assignments.c), and nest by nest (candidate_nests.c).
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_CANDIDATE_ASSIGNMENTS_H
#define DMM_PLAN_CANDIDATE_ASSIGNMENTS_H

#include "Plan/candidate.h"
#include "Plan/price.h"

/// An array and the ways of cutting it.
typedef struct DmmChoice {
  int array;
  int nways;
  int way;  ///< of the assignment that is being looked at
  int here; ///< of the assignment from which the search goes on
} DmmChoice;

typedef struct DmmAssignments DmmAssignments;

/// Is shown each plan that may be taken, with its function and its price.
typedef void DmmSeePlan(const DmmAssignments *s, const DmmPlan *plan,
                        MlirOperation func, const DmmPrice *price, void *user);

struct DmmAssignments {
  MlirOperation func;
  const DmmPlan *plan; ///< without any assignment
  const DmmPlanOptions *options;
  DmmChoice *choices; ///< in the arena of `plan`
  int nchoices;
  int nplans, most_plans; ///< made, and allowed
  DmmPrice least;         ///< of the best plan so far
  DmmPlan *best;          ///< or null: that of `plan`
  MlirOperation best_func;
  DmmPrice here; ///< of the assignment from which the search goes on
  bool moved;
  DmmSeePlan *see; ///< or null
  void *user;
};

/// Plans the assignment; keeps it if it is the best so far. False if the plan
/// cannot be taken, else its price is in `*price`.
bool dmm_assignment_try(DmmAssignments *s, DmmPrice *price);

/// Goes on from the best of all assignments as far as nests do not depend on
/// each other but by the arrays that they share: that is then `here`. True if
/// there is nothing better, since the plan costs what its nests were known to.
bool dmm_assign_by_nests(DmmAssignments *s);

#endif // DMM_PLAN_CANDIDATE_ASSIGNMENTS_H
