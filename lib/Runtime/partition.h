//===- partition.h - One partition and the run it belongs to --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who runs, what they last did, what they wait for, and how a run fails.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_PARTITION_H
#define DMM_RUNTIME_PARTITION_H

#include "clock.h"
#include "dmm-runtime/runtime.h"
#include "transport.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>

typedef _Atomic uint64_t DmmCounter;

/// What a partition waits for: *word >= target, which `peer` will bring about.
/// word is null while it does not wait. `epoch` grows each time that the
/// partition makes progress: when an operation starts, when a wait starts and
/// when it ends. Others may read it all.
typedef struct DmmWaiting {
  DmmCounter epoch;
  _Atomic(const DmmCounter *) word;
  _Atomic uint64_t target;
  _Atomic int64_t peer;
} DmmWaiting;

typedef struct DmmScratch DmmScratch;
typedef struct DmmArgumentNote DmmArgumentNote;
typedef struct DmmRun DmmRun;

typedef struct DmmPartition {
  DmmRun *run; ///< null for the one partition without a launch
  int64_t rank;
  int64_t coords[DMM_RT_MAX_AXES];
  _Atomic(const int64_t *) last; ///< meta of the last operation, or null
  DmmWaiting waiting;
  _Atomic uint32_t doorbell; ///< rung to wake the partition
  _Atomic uint32_t asleep;
  _Atomic bool finished;
  sigjmp_buf unwind; ///< where it goes when the run has failed
  DmmRtOp op;        ///< what is being counted
  DmmRtOpCount counts[DMM_RT_NUM_OPS];
  int64_t sequence[1 << DMM_RT_MAX_AXES]; ///< group operations so far, by the
                                          ///< set of axes
  DmmScratch *scratch;
  DmmArgumentNote *arguments; ///< noted for the check of a program's arguments;
                              ///< in the scratch memory
} DmmPartition;

typedef enum DmmRunState {
  DMM_RUN_GOES,
  DMM_RUN_FAILS,  ///< the message is being written
  DMM_RUN_FAILED, ///< the message can be read
} DmmRunState;

struct DmmRun {
  int64_t naxes;
  int64_t sizes[DMM_RT_MAX_AXES];
  int64_t npartitions;
  DmmPartition *partitions;
  const DmmTransport *transport;
  void *transport_state;
  DmmClocks *clocks; ///< null without a machine
  DmmRtBody body;
  void *user;
  _Atomic uint32_t gate; ///< partitions start when it is open
  _Atomic uint32_t nfinished;
  _Atomic int state; ///< a DmmRunState
  char message[DMM_RT_MESSAGE_BYTES];
};

/// The partition that the calling thread runs; without a launch, the only one.
DmmPartition *dmm_self(void);

/// Makes the calling thread run this partition, or none (null).
void dmm_set_self(DmmPartition *partition);

/// Whether the calling thread runs a partition of a launch.
bool dmm_is_launched(void);

//===----------------------------------------------------------------------===//
// Failing
//===----------------------------------------------------------------------===//

/// Text of a fixed capacity that is cut, never overrun.
typedef struct DmmLine {
  char text[DMM_RT_MESSAGE_BYTES];
  size_t length;
} DmmLine;

void dmm_line_add(DmmLine *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Adds "partition (1, 2)", and "dmm.scatter at file:line:column".
void dmm_line_add_partition(DmmLine *line, const DmmRun *run, int64_t rank);
void dmm_line_add_last_op(DmmLine *line, const DmmPartition *partition);

/// Fails the run from within the calling partition: names it, its operation and
/// the given cause. The first failure of a run counts.
void dmm_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));

/// Fails the run with this message and wakes all its partitions.
void dmm_run_fail(DmmRun *run, const DmmLine *message);

/// Leaves the calling partition's body if the run has failed.
void dmm_check_failed(DmmPartition *self);

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// Waits until *word >= target. Returns only then.
void dmm_wait(DmmPartition *self, const DmmCounter *word, uint64_t target,
              int64_t peer);

/// Wakes the partition if it sleeps, after a word that it may wait for changed.
void dmm_wake(DmmPartition *partition);

/// Blocks while *word == value, for at most `timeout_s` seconds (or without
/// limit if negative); may also return early.
void dmm_futex_wait(_Atomic uint32_t *word, uint32_t value, double timeout_s);
void dmm_futex_wake_all(_Atomic uint32_t *word);

/// A clock that only goes forward.
double dmm_now_s(void);

//===----------------------------------------------------------------------===//
// Scratch memory
//===----------------------------------------------------------------------===//

/// Memory that lives until the end of the operation, or the failure of the run.
void *dmm_scratch(DmmPartition *self, int64_t bytes);
void dmm_scratch_release(DmmPartition *self);

#endif // DMM_RUNTIME_PARTITION_H
