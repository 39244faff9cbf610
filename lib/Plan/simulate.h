//===- simulate.h - Run a plan without any IR -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the sequential tree once on one memory and the SPMD tree on P virtual
// partitions with private buffers. No element has a value: it has a *version*,
// which names the write that produced it. Every read of the distributed run
// must see the version that the sequential run saw there, and the caller's
// arrays must end with the same versions. What goes wrong is told by statement,
// iteration, partition and element: stale, missing (never received) and
// clobbered data, members that disagree on the next collective, deadlocks.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_SIMULATE_H
#define DMM_PLAN_SIMULATE_H

#include "Machine/staging.h"
#include "Plan/plan.h"
#include "Support/text.h"

/// What one kind of message did in a whole run. calls: executions of the
/// collective, one for each group of members; messages: transfers between two
/// different partitions that carry at least one element; words: elements that
/// they carry.
typedef struct DmmOpCount {
  int64_t calls, messages, words;
} DmmOpCount;

/// The machine that a simulation runs on, and where the grid lies in it.
typedef struct DmmNetwork {
  const DmmMachine *machine;
  DmmMapping mapping;
  DmmAlgorithms algorithms; ///< of the collectives
} DmmNetwork;

/// What crosses a level of the machine in a whole run: transfers between
/// partitions whose lowest common container is of that level, their elements,
/// the time that partitions wait for them, summed over all, and their energy.
typedef struct DmmLevelCount {
  int64_t messages, words;
  double exposed_ns, energy_pj;
} DmmLevelCount;

typedef struct DmmSimulation {
  bool ok;
  DmmText error; ///< what went wrong first; empty if ok
  DmmOpCount ops[DMM_RT_NUM_OPS];
  int64_t instances;         ///< statement instances of the sequential run
  int64_t busiest_instances; ///< the most that one partition ran
  DmmLevelCount levels[DMM_MAX_LEVELS]; ///< with a network
  double time_ns; ///< with a network: the latest clock of a partition
} DmmSimulation;

/// Simulates `plan`. `params` has a value for each variable of kind PARAM, in
/// their order; it may be null if there are none. Release the result with
/// dmm_simulation_free.
DmmSimulation dmm_simulate(const DmmPlan *plan, const int64_t *params);

/// The same on a network: each partition has a clock, as in the runtime
/// (dmm-runtime/runtime.h), which statements and the arrival of messages
/// advance. What a root region runs takes no time.
DmmSimulation dmm_simulate_on(const DmmPlan *plan, const int64_t *params,
                              const DmmNetwork *network);

void dmm_simulation_free(DmmSimulation *simulation);

#endif // DMM_PLAN_SIMULATE_H
