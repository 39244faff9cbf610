//===- cost.h - What a plan costs -----------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_COST_H
#define DMM_PLAN_COST_H

#include "Plan/plan.h"

/// What one typical partition does: messages that it takes part in, words that
/// it receives (entry and exit, between the caller's arrays and the homes, are
/// left out), and statement instances that it runs or waits for.
typedef struct DmmCost {
  double messages, words, instances;
} DmmCost;

/// Estimates the cost of the SPMD program without running it: every loop counts
/// as often as it runs where the indices of the loops around it are in the
/// middle of their ranges, on the partition in the middle of the grid. Unknown
/// sizes count as 1000. A statement under a guard counts as if the guard held:
/// where partitions take turns, the others wait.
DmmCost dmm_plan_cost(const DmmPlan *plan);

/// The cost as one number to compare plans by: the price on the machine if the
/// plan has a pricing (price.h), else the total below.
double dmm_plan_total(const DmmPlan *plan);

/// Of the partitions in the middle and in the first and last corner of the
/// grid: by how much the instances of the busiest exceed the mean (1 if they do
/// not), and the total cost of the dearest.
double dmm_plan_imbalance(const DmmPlan *plan);
double dmm_plan_cost_of_busiest(const DmmPlan *plan);

/// The cost in words: the alpha-beta model with the time of a statement.
double dmm_cost_total(const DmmCost *cost);

#endif // DMM_PLAN_COST_H
