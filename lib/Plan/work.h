//===- work.h - How the work is shared out -------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts statement instances of a plan whose sizes are known, without running
// it. Only instances of the program's own statements count: not those that
// start or combine partial sums, nor copies of arrays to other layouts.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_WORK_H
#define DMM_PLAN_WORK_H

#include "Plan/plan.h"

/// Numbers of instances. A number is DMM_DYNAMIC where the iterations of the
/// loop `limit` are too many to go through one by one.
typedef struct DmmWork {
  int64_t instances;   ///< of the sequential program
  int64_t distributed; ///< those of them under a distributed loop
  int64_t busiest;     ///< the most that one partition executes
  bool is_complete;    ///< nothing runs at the root alone: what does counts
                       ///< nowhere, as its instances are not known
  int limit;           ///< number of a loop, or -1
} DmmWork;

/// The work of the whole run. `params` has a value for each variable of kind
/// PARAM, in their order; the plan is bound to them.
DmmWork dmm_plan_work(const DmmPlan *plan, const int64_t *params);

/// Instances that the partition `rank` executes, replicated ones included; or
/// DMM_DYNAMIC.
int64_t dmm_plan_instances(const DmmPlan *plan, const int64_t *params,
                           int64_t rank);

#endif // DMM_PLAN_WORK_H
