//===- parts.h - Collectives over elements that are cut into parts --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_PARTS_H
#define DMM_RUNTIME_PARTS_H

#include "call.h"
#include "schedule.h"

//===----------------------------------------------------------------------===//
// Schedules of calls
//===----------------------------------------------------------------------===//

/// The schedule of a collective of the call's group, with its stages.
void dmm_call_schedule(DmmSchedule *schedule, const DmmCall *call,
                       DmmScheduleKind kind, int64_t root);

/// Steps of this member; further ones than a few are in scratch memory.
typedef struct DmmSteps {
  int64_t n;
  DmmStep *steps;
  DmmStep few[16];
} DmmSteps;

void dmm_call_steps(DmmSteps *steps, const DmmCall *call,
                    const DmmSchedule *schedule);

/// Coordinates in the grid of the member at these coordinates in the group.
void dmm_group_coords(const DmmCall *call, const int64_t *group,
                      int64_t *coords);

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// The elements of a collective, and how they combine (null if they do not).
/// Part i of several is the elements bounds[i] to bounds[i + 1] of `whole`,
/// which is then dense and of rank 1; `bounds` is null if there is one part.
typedef struct DmmParts {
  DmmCall *call;
  const DmmView *whole;
  const int64_t *bounds;
  DmmCombine combine;
} DmmParts;

/// Runs the steps of this member. What it has of each part that it sends is in
/// the elements before, what it is brought is there afterwards.
void dmm_parts_run(const DmmParts *parts, const DmmSchedule *schedule);

#endif // DMM_RUNTIME_PARTS_H
