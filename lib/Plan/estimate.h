//===- estimate.h - A run as it goes on one typical partition -------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What cost.c, memory.c and collectives.c look at: the SPMD program without
// running it, on one partition, where every loop counts as often as it runs
// where the indices of the loops around it are in the middle of their ranges.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_ESTIMATE_H
#define DMM_PLAN_ESTIMATE_H

#include "Plan/plan.h"

/// Unknown sizes count as that many, unless the estimate says otherwise.
enum { DMM_TYPICAL_SIZE = 1000 };

/// The partition that an estimate is for: in the middle of the grid, or in its
/// first or last corner, of those whose block is at least half full.
typedef enum DmmWhere {
  DMM_WHERE_FIRST,
  DMM_WHERE_MIDDLE,
  DMM_WHERE_LAST,
} DmmWhere;

/// The values of all variables there; those of loop indices change on the way.
typedef struct DmmEstimate {
  const DmmPlan *plan;
  int64_t *vars;
} DmmEstimate;

/// An estimate where parameters count as `typical_size`, in the plan's arena.
DmmEstimate dmm_estimate_create(const DmmPlan *plan, int64_t typical_size,
                                DmmWhere where);

/// Calls `visit` for each leaf of the SPMD tree, in order, with how often it is
/// executed; statements under a guard as if the guard held.
typedef void (*DmmEstimateVisitor)(const DmmEstimate *e, const DmmNode *leaf,
                                   double trips, void *user);
void dmm_estimate_walk(const DmmEstimate *e, DmmEstimateVisitor visit,
                       void *user);

/// Instances of statements that the partition runs.
double dmm_estimate_instances(const DmmPlan *plan, DmmWhere where);

/// Number of elements in the message's box, but along the dimension of a halo.
double dmm_estimate_box_words(const DmmEstimate *e, const DmmMessage *message);

/// Number of elements of a buffer, and of an array.
double dmm_estimate_buffer_words(const DmmEstimate *e, int buffer);
double dmm_estimate_array_words(const DmmEstimate *e, const DmmArray *array);

/// Number of partitions in a group of the message.
double dmm_estimate_members(const DmmPlan *plan, const DmmMessage *message);

#endif // DMM_PLAN_ESTIMATE_H
