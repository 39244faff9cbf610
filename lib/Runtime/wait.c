//===- wait.c - Waiting for another partition -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wait pauses for about the time of a message between two running threads,
// then yields (there may be more partitions than cores), then blocks.
//
// No wake-up is lost: the sleeper sets `asleep` before it looks at the word a
// last time, the waker changes the word before it looks at `asleep`, all of it
// sequentially consistent; and the sleeper read `doorbell` before both, so that
// a bell that rings in between makes the futex return at once.
//
//===----------------------------------------------------------------------===//

#include "partition.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

double dmm_now_s(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void dmm_futex_wait(_Atomic uint32_t *word, uint32_t value, double timeout_s) {
  struct timespec t = {(time_t)timeout_s, 0};
  t.tv_nsec = (long)(1e9 * (timeout_s - (double)t.tv_sec));
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, timeout_s < 0 ? NULL : &t,
          NULL, 0);
}

void dmm_futex_wake_all(_Atomic uint32_t *word) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

void dmm_wake(DmmPartition *partition) {
  if (!atomic_load(&partition->asleep))
    return;
  atomic_fetch_add(&partition->doorbell, 1);
  dmm_futex_wake_all(&partition->doorbell);
}

static bool is_over(DmmPartition *self, const DmmCounter *word,
                    uint64_t target) {
  dmm_check_failed(self);
  return atomic_load(word) >= target;
}

static void pause_once(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Waits without giving the thread up for long. Returns whether it is over.
static bool wait_briefly(DmmPartition *self, const DmmCounter *word,
                         uint64_t target) {
  enum { PAUSES = 50, YIELDS = 8 };
  for (int i = 0; i < PAUSES + YIELDS; ++i) {
    if (is_over(self, word, target))
      return true;
    if (i < PAUSES)
      pause_once();
    else
      sched_yield();
  }
  return false;
}

static void publish(DmmWaiting *waiting, const DmmCounter *word,
                    uint64_t target, int64_t peer) {
  atomic_store(&waiting->target, target);
  atomic_store(&waiting->peer, peer);
  atomic_store(&waiting->word, word);
  atomic_fetch_add(&waiting->epoch, 1);
}

static void block(DmmPartition *self, const DmmCounter *word, uint64_t target) {
  atomic_store(&self->asleep, 1);
  for (;;) {
    uint32_t bell = atomic_load(&self->doorbell);
    if (is_over(self, word, target))
      break;
    dmm_futex_wait(&self->doorbell, bell, -1);
  }
  atomic_store(&self->asleep, 0);
}

void dmm_wait(DmmPartition *self, const DmmCounter *word, uint64_t target,
              int64_t peer) {
  if (is_over(self, word, target))
    return;
  double start_s = dmm_now_s();
  if (!wait_briefly(self, word, target)) {
    publish(&self->waiting, word, target, peer);
    block(self, word, target);
    publish(&self->waiting, NULL, 0, 0);
  }
  self->counts[self->op].wait_s += dmm_now_s() - start_s;
}
