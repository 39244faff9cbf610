//===- traffic.h - What a run would move and hold ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts calls, messages and words of a plan whose sizes are known, as the
// runtime counts them, without running it.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_TRAFFIC_H
#define DMM_PLAN_TRAFFIC_H

#include "Plan/simulate.h"

/// Where the iterations of the loop `limit` are too many to go through one by
/// one, the numbers of the operation are DMM_DYNAMIC, and partition_words may
/// be.
typedef struct DmmTraffic {
  DmmOpCount ops[DMM_RT_NUM_OPS];
  int64_t partition_words; ///< the most that the buffers of a partition hold; a
                           ///< receive buffer whose size only the run tells
                           ///< counts as the largest box that comes into it
  int limit;               ///< number of a loop, or -1
} DmmTraffic;

/// The messages of the whole run, as they were planned. `params` has a value
/// for each variable of kind PARAM, in their order; the plan is bound to them.
DmmTraffic dmm_plan_traffic(const DmmPlan *plan, const int64_t *params);

#endif // DMM_PLAN_TRAFFIC_H
