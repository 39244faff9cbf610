//===- memory.h - What a plan holds on a partition ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_MEMORY_H
#define DMM_PLAN_MEMORY_H

#include "Plan/plan.h"

/// Elements that the buffers of a partition hold at most, the larger number of
/// those in the first and in the last corner of the grid, receive buffers as if
/// all were there at once; and the budget for them, the plan's memory_words or,
/// where that is 0, four times a partition's share of the arrays, and at least
/// 2^20, or, with a pricing, as many of the largest elements as a partition of
/// the machine has room for. Unknown sizes count as the largest known one, else
/// as above.
double dmm_plan_memory(const DmmPlan *plan);
double dmm_plan_memory_budget(const DmmPlan *plan);
bool dmm_plan_is_over_budget(const DmmPlan *plan);

#endif // DMM_PLAN_MEMORY_H
