//===- launch.c - Starting a run ------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GATE_SHUT, GATE_OPEN, GATE_CANCELLED };

enum { THREAD_STACK_BYTES = 16 * 1024 * 1024 };

//===----------------------------------------------------------------------===//
// A partition's thread
//===----------------------------------------------------------------------===//

static bool pass_gate(DmmRun *run) {
  while (atomic_load(&run->gate) == GATE_SHUT)
    dmm_futex_wait(&run->gate, GATE_SHUT, -1);
  return atomic_load(&run->gate) == GATE_OPEN;
}

static void finish(DmmPartition *self) {
  atomic_store(&self->finished, true);
  atomic_fetch_add(&self->run->nfinished, 1);
  dmm_futex_wake_all(&self->run->nfinished);
}

/// After a failure others may still copy from this thread's stack.
static void wait_for_others(DmmRun *run) {
  for (;;) {
    uint32_t n = atomic_load(&run->nfinished);
    if (n == run->npartitions)
      return;
    dmm_futex_wait(&run->nfinished, n, -1);
  }
}

static void *run_partition(void *argument) {
  DmmPartition *self = argument;
  if (!pass_gate(self->run))
    return NULL;
  void *stack = dmm_fault_stack_enter();
  dmm_set_self(self);
  if (sigsetjmp(self->unwind, 1) == 0)
    self->run->body(self->rank, self->run->user);
  dmm_set_self(NULL);
  finish(self);
  if (atomic_load(&self->run->state) != DMM_RUN_GOES)
    wait_for_others(self->run);
  dmm_fault_stack_leave(stack);
  return NULL;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

/// Starts one thread for each partition, in front of the shut gate. Returns how
/// many could be started.
static int64_t start_threads(DmmRun *run, pthread_t *threads) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES);
  int64_t n = 0;
  while (n < run->npartitions &&
         pthread_create(&threads[n], &attributes, run_partition,
                        &run->partitions[n]) == 0)
    ++n;
  pthread_attr_destroy(&attributes);
  return n;
}

static void set_gate(DmmRun *run, uint32_t gate) {
  atomic_store(&run->gate, gate);
  dmm_futex_wake_all(&run->gate);
}

static void fail(DmmRun *run, const char *message) {
  DmmLine line = {0};
  dmm_line_add(&line, "%s", message);
  dmm_run_fail(run, &line);
}

static void run_threads(DmmRun *run, double timeout_s) {
  pthread_t threads[DMM_RT_MAX_PARTITIONS];
  int64_t started = start_threads(run, threads);
  if (started == run->npartitions) {
    set_gate(run, GATE_OPEN);
    dmm_watch(run, timeout_s);
  } else {
    fail(run, "the system does not allow one thread for each partition");
    set_gate(run, GATE_CANCELLED);
  }
  for (int64_t p = 0; p < started; ++p)
    pthread_join(threads[p], NULL);
}

/// Fails a run whose partitions have all returned but left a message behind.
static void check_lost_messages(DmmRun *run) {
  int64_t from, to;
  DmmEnvelope envelope;
  if (atomic_load(&run->state) != DMM_RUN_GOES ||
      !run->transport->find_lost(run->transport_state, &from, &to, &envelope))
    return;
  DmmLine line = {0};
  dmm_line_add_partition(&line, run, from);
  dmm_line_add(&line,
               ", %s at %.*s: lost message: ", dmm_rt_op_name(envelope.op),
               envelope.location_bytes, envelope.location);
  dmm_line_add_partition(&line, run, to);
  dmm_line_add(&line, " never received it");
  dmm_run_fail(run, &line);
}

//===----------------------------------------------------------------------===//
// Set-up and report
//===----------------------------------------------------------------------===//

static void init_partition(DmmRun *run, int64_t rank) {
  DmmPartition *p = &run->partitions[rank];
  p->run = run;
  p->rank = rank;
  int64_t rest = rank;
  for (int64_t a = run->naxes - 1; a >= 0; --a) {
    p->coords[a] = rest % run->sizes[a];
    rest /= run->sizes[a];
  }
}

/// Returns whether there was memory for it.
static bool init_run(DmmRun *run, const DmmRtConfig *config) {
  run->naxes = config->naxes;
  run->npartitions = 1;
  for (int64_t a = 0; a < config->naxes; ++a) {
    run->sizes[a] = config->grid_sizes[a];
    run->npartitions *= config->grid_sizes[a];
  }
  run->transport = &dmm_threads_transport;
  run->transport_state = run->transport->open(run->npartitions);
  run->partitions = calloc((size_t)run->npartitions, sizeof(DmmPartition));
  if (!run->transport_state || !run->partitions)
    return false;
  if (config->machine &&
      !(run->clocks = dmm_clocks_new(config, run->npartitions)))
    return false;
  for (int64_t p = 0; p < run->npartitions; ++p)
    init_partition(run, p);
  return true;
}

static void release_run(DmmRun *run) {
  for (int64_t p = 0; run->partitions && p < run->npartitions; ++p)
    dmm_scratch_release(&run->partitions[p]);
  free(run->partitions);
  dmm_clocks_free(run->clocks);
  if (run->transport_state)
    run->transport->close(run->transport_state);
}

static void add_counts(DmmRtReport *report, const DmmPartition *p) {
  for (int op = 0; op < DMM_RT_NUM_OPS; ++op) {
    report->ops[op].calls += p->counts[op].calls;
    report->ops[op].messages += p->counts[op].messages;
    report->ops[op].words += p->counts[op].words;
    report->ops[op].wait_s += p->counts[op].wait_s;
    report->wait_s += p->counts[op].wait_s;
  }
}

static void write_report(DmmRtReport *report, DmmRun *run) {
  report->ok = atomic_load(&run->state) == DMM_RUN_GOES;
  memcpy(report->message, run->message, sizeof report->message);
  for (int64_t p = 0; run->partitions && p < run->npartitions; ++p)
    add_counts(report, &run->partitions[p]);
  if (run->clocks)
    dmm_clocks_report(run->clocks, report);
}

static void run_checked(DmmRun *run, const DmmRtConfig *config,
                        DmmRtReport *report) {
  if (config->handle_faults)
    dmm_faults_install();
  double start_s = dmm_now_s();
  run_threads(run, config->timeout_s);
  report->run_s = dmm_now_s() - start_s;
  if (config->handle_faults)
    dmm_faults_remove();
  check_lost_messages(run);
}

int dmm_rt_run(const DmmRtConfig *config, DmmRtBody body, void *user,
               DmmRtReport *report) {
  DmmRtReport ignored;
  report = report ? report : &ignored;
  *report = (DmmRtReport){0};
  DmmLine error = {0};
  if (dmm_is_launched())
    dmm_line_add(&error, "a partition cannot launch a run");
  if (error.length || !dmm_config_check(config, &error)) {
    snprintf(report->message, sizeof report->message, "%s", error.text);
    return 1;
  }
  DmmRun run = {.body = body, .user = user};
  if (init_run(&run, config))
    run_checked(&run, config, report);
  else
    fail(&run, "no memory for the partitions");
  write_report(report, &run);
  release_run(&run);
  return report->ok ? 0 : 1;
}
