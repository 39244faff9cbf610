//===- collectives.h - Messages as the machine prices them ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_COLLECTIVES_H
#define DMM_PLAN_COLLECTIVES_H

#include "Machine/level_cost.h"
#include "Plan/plan.h"

/// The collectives of a run, in the plan's arena.
typedef struct DmmCollectives {
  DmmCollective *items;
  int n;
} DmmCollectives;

/// What the messages of the plan cost a machine, by an estimate of their words
/// and of how often they run (estimate.h). Scatters from the caller's arrays
/// and gathers to them are left out: entry and exit do not steer a choice. A
/// message without words, or over one partition, has no collective; a pipeline
/// has one for each of its axes.
DmmCollectives dmm_plan_collectives(const DmmPlan *plan);

#endif // DMM_PLAN_COLLECTIVES_H
