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

/// A list of collectives, in an arena, and the numbers of the messages that
/// they are.
typedef struct DmmCollectives {
  DmmCollective *items;
  int *messages;
  int n;
} DmmCollectives;

/// Those of a run: entry and exit (boundary) are apart from the rest (inner),
/// for they do not steer choices. They are scatters from the caller's arrays,
/// gathers to them, and what gives partitions all that they need of an input
/// before any loop.
typedef struct DmmRunCollectives {
  DmmCollectives inner, boundary;
} DmmRunCollectives;

/// What the messages of the plan cost a machine, by an estimate of their
/// words and of how often they run (estimate.h). A message without words, or
/// over one partition, has no collective; a pipeline has one for each of its
/// axes.
DmmRunCollectives dmm_plan_collectives(const DmmPlan *plan);

/// Adds a collective to the list in the arena.
void dmm_collectives_add(DmmArena *arena, DmmCollectives *list,
                         DmmCollective collective, int message);

/// One execution of the message as a collective, with the words of its
/// estimate; of a pipeline, all axes at once.
DmmCollective dmm_message_collective(const DmmPlan *plan,
                                     const DmmMessage *message);

/// Sets the estimates of the words of all messages.
void dmm_plan_estimate_words(DmmPlan *plan);

#endif // DMM_PLAN_COLLECTIVES_H
