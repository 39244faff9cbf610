//===- fail.c - How a run fails -------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first failure claims the run, writes its message and wakes everybody;
// each partition then leaves its body from wherever it next meets the runtime.
//
//===----------------------------------------------------------------------===//

#include "meta.h"
#include "partition.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *dmm_rt_op_name(DmmRtOp op) {
  static const char *const names[] = {
      [DMM_RT_REDUCE] = "dmm.reduce",
      [DMM_RT_BROADCAST] = "dmm.broadcast",
      [DMM_RT_ALL_REDUCE] = "dmm.all_reduce",
      [DMM_RT_SCATTER] = "dmm.scatter",
      [DMM_RT_GATHER] = "dmm.gather",
      [DMM_RT_TRANSPOSE] = "dmm.transpose",
      [DMM_RT_HALO] = "fabric.halo",
      [DMM_RT_SHIFT] = "fabric.shift",
      [DMM_RT_SEND] = "fabric.send",
      [DMM_RT_RECV] = "fabric.recv",
  };
  bool known = (unsigned)op < DMM_RT_NUM_OPS;
  return known ? names[op] : "unknown operation";
}

static void add_arguments(DmmLine *line, const char *format, va_list args) {
  size_t room = sizeof line->text - line->length;
  int n = vsnprintf(line->text + line->length, room, format, args);
  if (n > 0)
    line->length += (size_t)n < room ? (size_t)n : room - 1;
}

void dmm_line_add(DmmLine *line, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_arguments(line, format, args);
  va_end(args);
}

void dmm_line_add_partition(DmmLine *line, const DmmRun *run, int64_t rank) {
  const int64_t *coords = run->partitions[rank].coords;
  for (int64_t a = 0; a < run->naxes; ++a)
    dmm_line_add(line, "%s%lld", a ? ", " : "partition (",
                 (long long)coords[a]);
  dmm_line_add(line, ")");
}

void dmm_line_add_last_op(DmmLine *line, const DmmPartition *partition) {
  const int64_t *words = atomic_load(&partition->last);
  DmmMeta meta;
  if (!words || dmm_meta_read(&meta, words, INT64_MAX))
    dmm_line_add(line, "before its first message");
  else
    dmm_line_add(line, "%s at %.*s", dmm_rt_op_name((DmmRtOp)meta.op),
                 meta.location_bytes, meta.location);
}

static void wake_all(DmmRun *run) {
  for (int64_t p = 0; run->partitions && p < run->npartitions; ++p) {
    atomic_fetch_add(&run->partitions[p].doorbell, 1);
    dmm_futex_wake_all(&run->partitions[p].doorbell);
  }
}

void dmm_run_fail(DmmRun *run, const DmmLine *message) {
  int goes = DMM_RUN_GOES;
  if (!atomic_compare_exchange_strong(&run->state, &goes, DMM_RUN_FAILS))
    return;
  memcpy(run->message, message->text, sizeof run->message);
  atomic_store(&run->state, DMM_RUN_FAILED);
  wake_all(run);
}

static _Noreturn void leave(DmmPartition *self) { siglongjmp(self->unwind, 1); }

void dmm_check_failed(DmmPartition *self) {
  if (self->run && atomic_load(&self->run->state) != DMM_RUN_GOES)
    leave(self);
}

/// Without a launch nobody reports a failure: say it and end the process.
static _Noreturn void die(const DmmLine *message) {
  fflush(NULL);
  fprintf(stderr, "dmm runtime: error: %s\n", message->text);
  _exit(1);
}

void dmm_fail(const char *format, ...) {
  DmmPartition *self = dmm_self();
  DmmLine line = {0};
  if (self->run) {
    dmm_line_add_partition(&line, self->run, self->rank);
    dmm_line_add(&line, ", ");
  }
  dmm_line_add_last_op(&line, self);
  dmm_line_add(&line, ": ");
  va_list args;
  va_start(args, format);
  add_arguments(&line, format, args);
  va_end(args);
  if (!self->run)
    die(&line);
  dmm_run_fail(self->run, &line);
  leave(self);
}

void dmm_rt_abort(const char *message) { dmm_fail("abort: %s", message); }
