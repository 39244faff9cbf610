//===- watch.c - Watching a run -------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread that launched the run looks at its partitions a few times a
// second.
//
// A deadlock is certain where every partition that has not finished waits for a
// word that does not have its value, and none of them made progress between two
// looks: then nobody was running in between who could change a word.
//
//===----------------------------------------------------------------------===//

#include "launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// How often to look, and how long partitions have to end after a failure.
static const double PERIOD_S = 0.05, GRACE_S = 3;

static bool is_done(DmmRun *run) {
  return atomic_load(&run->nfinished) == run->npartitions;
}

/// Grows with each step of a partition that has not finished.
static uint64_t progress(DmmRun *run) {
  uint64_t sum = atomic_load(&run->nfinished);
  for (int64_t p = 0; p < run->npartitions; ++p)
    sum += atomic_load(&run->partitions[p].waiting.epoch);
  return sum;
}

static bool is_blocked(DmmPartition *p) {
  const DmmCounter *word = atomic_load(&p->waiting.word);
  return word && atomic_load(word) < atomic_load(&p->waiting.target);
}

static int64_t count_blocked(DmmRun *run) {
  int64_t n = 0;
  for (int64_t p = 0; p < run->npartitions; ++p)
    n += !atomic_load(&run->partitions[p].finished) &&
         is_blocked(&run->partitions[p]);
  return n;
}

static bool is_deadlocked(DmmRun *run) {
  uint64_t before = progress(run);
  int64_t unfinished = run->npartitions - atomic_load(&run->nfinished);
  return unfinished > 0 && count_blocked(run) == unfinished &&
         progress(run) == before;
}

static void add_state(DmmLine *line, DmmRun *run, int64_t rank) {
  DmmPartition *p = &run->partitions[rank];
  dmm_line_add(line, "; ");
  dmm_line_add_partition(line, run, rank);
  dmm_line_add(line, ", ");
  dmm_line_add_last_op(line, p);
  if (atomic_load(&p->finished))
    dmm_line_add(line, ", has finished");
  else if (!is_blocked(p))
    dmm_line_add(line, ", is running");
  else {
    dmm_line_add(line, ", waits for ");
    dmm_line_add_partition(line, run, atomic_load(&p->waiting.peer));
  }
}

/// Fails the run with the state of the first partitions.
static void fail_with_states(DmmRun *run, DmmLine *line) {
  enum { SHOWN = 6 };
  for (int64_t p = 0; p < run->npartitions && p < SHOWN; ++p)
    add_state(line, run, p);
  if (run->npartitions > SHOWN)
    dmm_line_add(line, "; and %lld more",
                 (long long)(run->npartitions - SHOWN));
  dmm_run_fail(run, line);
}

static void fail_deadlock(DmmRun *run) {
  DmmLine line = {0};
  dmm_line_add(&line, "deadlock: no partition can go on");
  fail_with_states(run, &line);
}

static void fail_timeout(DmmRun *run, double timeout_s) {
  DmmLine line = {0};
  dmm_line_add(&line,
               "timeout: partitions are blocked, and none made progress for "
               "%g s",
               timeout_s);
  fail_with_states(run, &line);
}

/// Returns once the run has finished or failed.
static void watch_running(DmmRun *run, double timeout_s) {
  uint64_t last = progress(run);
  double since_s = dmm_now_s();
  while (!is_done(run) && atomic_load(&run->state) == DMM_RUN_GOES) {
    uint32_t finished = atomic_load(&run->nfinished);
    if (finished != run->npartitions)
      dmm_futex_wait(&run->nfinished, finished, PERIOD_S);
    uint64_t now = progress(run);
    if (now != last) {
      last = now;
      since_s = dmm_now_s();
    } else if (is_deadlocked(run)) {
      fail_deadlock(run);
    } else if (timeout_s > 0 && dmm_now_s() - since_s > timeout_s &&
               count_blocked(run) > 0) {
      fail_timeout(run, timeout_s);
    }
  }
}

void dmm_watch(DmmRun *run, double timeout_s) {
  watch_running(run, timeout_s);
  double failed_s = dmm_now_s();
  while (!is_done(run) && dmm_now_s() - failed_s < GRACE_S) {
    uint32_t finished = atomic_load(&run->nfinished);
    if (finished != run->npartitions)
      dmm_futex_wait(&run->nfinished, finished, PERIOD_S);
  }
  if (is_done(run))
    return;
  fflush(NULL);
  fprintf(stderr, "dmm runtime: error: %s\n", run->message);
  fprintf(stderr, "dmm runtime: a partition does not come back; exiting\n");
  _exit(1);
}
