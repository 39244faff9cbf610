//===- clock.h - What messages cost on the machine of a run ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The virtual clock and the counts for each level, as the report has them (see
// dmm-runtime/runtime.h). Each partition changes its own only. The arrival of a
// message travels with it, and nothing else enters the clocks, so they are the
// same however the threads run.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_CLOCK_H
#define DMM_RUNTIME_CLOCK_H

#include "dmm-runtime/runtime.h"
#include "port.h"

typedef struct DmmLevelTally {
  int64_t messages, words;
  double exposed_ns;
} DmmLevelTally;

/// The clock and the counts of one partition.
typedef struct DmmClock {
  double now_ns;
  DmmPort port;
  DmmLevelTally tallies[DMM_RT_NUM_OPS][DMM_RT_MAX_LEVELS];
} DmmClock;

typedef struct DmmClocks {
  const DmmRtMachine *machine;
  int64_t npartitions;
  DmmClock *clocks;    ///< one for each partition
  int64_t *containers; ///< of partition p on level l: p * nlevels + l
} DmmClocks;

/// Clocks for the partitions of a run on the machine of the configuration,
/// which has one. Returns null if there is no memory; free with
/// dmm_clocks_free.
DmmClocks *dmm_clocks_new(const DmmRtConfig *config, int64_t npartitions);
void dmm_clocks_free(DmmClocks *clocks);

/// The partition `self` sends a message to `peer` now. Returns when it arrives.
double dmm_clock_send(DmmClocks *clocks, int64_t self, int64_t peer, DmmRtOp op,
                      int64_t words, int64_t bytes);

/// The partition `self` has waited for a message of `peer` that arrives then,
/// or later if others keep the port busy.
void dmm_clock_receive(DmmClocks *clocks, int64_t self, int64_t peer,
                       DmmRtOp op, int64_t bytes, double arrival_ns);

void dmm_clock_compute(DmmClocks *clocks, int64_t self, int64_t statements);

/// Fills the part of the report that is about levels.
void dmm_clocks_report(const DmmClocks *clocks, DmmRtReport *report);

#endif // DMM_RUNTIME_CLOCK_H
