//===- clock.c - The virtual clock against times computed by hand ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machines.h"

#include <string.h>

/// One level: 100 ns latency, 1 ns a byte.
static const Placement three = {{1, {3}}, 1, {3}};
static const Placement four = {{1, {4}}, 1, {4}};

static void expect_times(const DmmRtReport *report, double time_ns,
                         double exposed_ns) {
  CHECK(report->time_ns == time_ns && report->exposed_ns == exposed_ns,
        "time %g ns, exposed %g ns, not %g and %g", report->time_ns,
        report->exposed_ns, time_ns, exposed_ns);
}

//===----------------------------------------------------------------------===//
// A chain of sends, with computation
//===----------------------------------------------------------------------===//

typedef struct Chain {
  Case *send, *recv;
  int64_t statements[3];
} Chain;

/// Receives from the partition before, computes, sends to the one after.
static void chain_body(int64_t p, void *user) {
  const Chain *chain = user;
  case_body(p, chain->recv);
  _mlir_ciface_dmm_rt_statements(chain->statements[p]);
  case_body(p, chain->send);
}

static Case *hop_case(DmmRtOp op) {
  static const int64_t axis = 0, ints[] = {0, 1};
  Case *c = case_plain(&three, op, 1, &axis, DMM_ROOT_NONE, 10);
  MetaSpec spec = {.op = op,
                   .root = DMM_ROOT_NONE,
                   .grid = &c->grid,
                   .naxes = 1,
                   .axes = &axis,
                   .nints = 2,
                   .ints = ints};
  meta_init(&c->meta, &spec);
  return c;
}

static DmmRtReport run_chain(int64_t a, int64_t b, int64_t c) {
  Chain chain = {hop_case(DMM_RT_SEND), hop_case(DMM_RT_RECV), {a, b, c}};
  DmmRtMachine machine = machine_of(&three);
  DmmRtReport report;
  run_on(&three.grid, &machine, chain_body, &chain, &report);
  case_free(chain.send);
  case_free(chain.recv);
  return report;
}

/// 80 bytes a message; 2 ns a statement.
static void test_chain(void) {
  DmmRtReport report = run_chain(0, 0, 0);
  expect_times(&report, 360, 180 + 360);
  report = run_chain(50, 10, 1000);
  expect_times(&report, 100 + 180 + 20 + 180 + 2000, 280 + 480);
  CHECK(report.op_levels[DMM_RT_RECV][0].exposed_ns == 280 + 480,
        "who waits is the receive");
}

//===----------------------------------------------------------------------===//
// A port sends one message after the other
//===----------------------------------------------------------------------===//

/// The root sends to 2, then to 1; 2 sends to 3 when it has it.
static void test_broadcast(void) {
  static const int64_t axis = 0;
  Case *c = case_plain(&four, DMM_RT_BROADCAST, 1, &axis, 0, 10);
  DmmRtReport report = case_measure(c, &four);
  expect_times(&report, 360, 180 + 260 + 360);
  case_free(c);
}

/// A halo of one element on either side: each partition sends to the one below
/// first. Both come in at the second partition at once.
static void test_halo(void) {
  static const int64_t axis = 0, ints[] = {0, 0, 0, 0, 1, 1}, home[] = {4};
  static const DmmAxisLayout layout = {DMM_SHARDED, 0, 1, 1, 0, 2, 0, 8};
  Case *c = case_new(&four.grid, ELT_f64);
  MetaSpec spec = {.op = DMM_RT_HALO,
                   .root = DMM_ROOT_NONE,
                   .grid = &c->grid,
                   .naxes = 1,
                   .axes = &axis,
                   .layout = &layout,
                   .nints = 6,
                   .ints = ints};
  meta_init(&c->meta, &spec);
  c->in_place = true;
  for (int p = 0; p < 4; ++p)
    buffer_init(&c->src[p], ELT_f64, 1, home, false);
  DmmRtReport report = case_measure(c, &four);
  expect_times(&report, 116, 108 + 116 + 116 + 116);
  case_free(c);
}

//===----------------------------------------------------------------------===//
// Messages come in one after the other
//===----------------------------------------------------------------------===//

/// One partition is late.
typedef struct Late {
  Case *gather;
  int64_t who, statements;
} Late;

static void late_body(int64_t p, void *user) {
  const Late *late = user;
  if (p == late->who)
    _mlir_ciface_dmm_rt_statements(late->statements);
  case_body(p, late->gather);
}

/// 16 bytes from each of three, at the same time or not.
static void test_gather(int64_t who, int64_t statements, double time_ns) {
  static const int64_t axis = 0;
  Late late = {case_plain(&four, DMM_RT_GATHER, 1, &axis, 0, 0), who,
               statements};
  DmmRtMachine machine = machine_of(&four);
  DmmRtReport report;
  run_on(&four.grid, &machine, late_body, &late, &report);
  expect_times(&report, time_ns, time_ns);
  case_free(late.gather);
}

//===----------------------------------------------------------------------===//
// Several levels
//===----------------------------------------------------------------------===//

/// Levels have their own costs: 8 bytes over the upper one take 1080 ns.
static void test_two_levels(void) {
  static const Placement placement = {{1, {4}}, 2, {2, 2}};
  static const int64_t axis = 0;
  Case *c = case_plain(&placement, DMM_RT_BROADCAST, 1, &axis, 0, 1);
  DmmRtReport report = case_measure(c, &placement);
  expect_times(&report, 1080 + 108, 1080 + (80 + 108) + (1080 + 108));
  CHECK(report.levels[1].exposed_ns == 1080, "exposed on the upper level");
  case_free(c);
}

//===----------------------------------------------------------------------===//
// The same from run to run
//===----------------------------------------------------------------------===//

typedef struct Program {
  Case *cases[4];
} Program;

static void program_body(int64_t p, void *user) {
  const Program *program = user;
  for (int round = 0; round < 5; ++round)
    for (int i = 0; i < 4; ++i) {
      _mlir_ciface_dmm_rt_statements((p * 37 + round * 11 + i) % 23);
      case_body(p, program->cases[i]);
    }
}

static void test_repeated(const Placement *placement) {
  static const DmmRtOp ops[] = {DMM_RT_ALL_REDUCE, DMM_RT_BROADCAST,
                                DMM_RT_SCATTER, DMM_RT_GATHER};
  static const int64_t axes[] = {0, 1, 2};
  Program program;
  for (int i = 0; i < 4; ++i) {
    program.cases[i] = case_plain(placement, ops[i], placement->grid.naxes,
                                  axes, 0, i % 2 ? 300 : 5);
    if (i != 1)
      case_stage(program.cases[i], placement);
  }
  DmmRtMachine machine = machine_of(placement);
  DmmRtReport first, report;
  for (int run = 0; run < 20; ++run) {
    run_on(&placement->grid, &machine, program_body, &program, &report);
    if (run == 0)
      first = report;
    CHECK(report.time_ns == first.time_ns &&
              report.exposed_ns == first.exposed_ns &&
              memcmp(report.op_levels, first.op_levels,
                     sizeof first.op_levels) == 0,
          "run %d differs: %.17g ns, not %.17g", run, report.time_ns,
          first.time_ns);
  }
  for (int i = 0; i < 4; ++i)
    case_free(program.cases[i]);
}

int main(void) {
  _mlir_ciface_dmm_rt_statements(5); // without a launch, nothing
  test_chain();
  test_broadcast();
  test_halo();
  test_gather(1, 0, 100 + 3 * 16);
  test_gather(1, 1000, 2000 + 116); // the others have come in before
  test_gather(3, 1000, 2000 + 116);
  test_gather(2, 4, 100 + 3 * 16); // the port is busy when it comes
  test_gather(2, 60, 120 + 116);
  test_two_levels();
  test_repeated(&placements[0]);
  test_repeated(&placements[4]);
  test_repeated(&placements[9]);
  return 0;
}
