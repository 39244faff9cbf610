//===- levels.c - Counts by the levels of a machine -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machines.h"

#include <math.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Machines that cannot be launched on
//===----------------------------------------------------------------------===//

static const DmmRtLevel good_levels[2] = {{1, 1, 1}, {1, 1, 1}};
static const int64_t good_digits[] = {2, 1, 1, 3};

static void must_not_run(int64_t partition, void *user) {
  (void)user;
  CHECK(false, "partition %lld runs", (long long)partition);
}

/// On the grid 2x3.
static void expect_refusal(DmmRtMachine machine, const char *text) {
  const int64_t sizes[] = {2, 3};
  DmmRtConfig config = {2, sizes, 60, false, &machine};
  DmmRtReport report;
  int status = dmm_rt_run(&config, must_not_run, NULL, &report);
  CHECK(status == 1 && !report.ok, "launched, for want of: %s", text);
  CHECK(strstr(report.message, text), "no '%s' in: %s", text, report.message);
}

static void refuse_level(DmmRtLevel level, const char *text) {
  DmmRtLevel levels[2] = {good_levels[0], level};
  expect_refusal((DmmRtMachine){2, levels, 1, good_digits}, text);
}

static void test_refusals(void) {
  const DmmRtLevel *levels = good_levels;
  expect_refusal((DmmRtMachine){0, levels, 1, good_digits},
                 "the machine has 0 levels: give 1 to 32");
  expect_refusal((DmmRtMachine){33, levels, 1, good_digits}, "33 levels");
  expect_refusal((DmmRtMachine){2, NULL, 1, good_digits}, "with their costs");
  expect_refusal((DmmRtMachine){2, levels, 1, NULL}, "and digits");
  expect_refusal((DmmRtMachine){2, levels, -1, good_digits},
                 "takes -1 ns for a statement");
  refuse_level((DmmRtLevel){-1, 1, 1}, "level 1 has latency_ns = -1");
  refuse_level((DmmRtLevel){1, 0, 1}, "gbyte_per_s = 0");
  refuse_level((DmmRtLevel){1, INFINITY, 1}, "gbyte_per_s = inf");
  refuse_level((DmmRtLevel){1, 1, NAN}, "pj_per_word = ");
  expect_refusal((DmmRtMachine){2, levels, 1, (int64_t[]){2, 0, 1, 3}},
                 "digit on level 0 for the grid's axis 1 is 0");
  expect_refusal((DmmRtMachine){2, levels, 1, (int64_t[]){2, 1, 1, 2}},
                 "axis 1 hold 2 coordinates, but its size is 3");
}

//===----------------------------------------------------------------------===//
// Where messages belong
//===----------------------------------------------------------------------===//

/// A shift by one along `axis` of vectors of five elements.
static DmmRtReport shift(const Placement *placement, int64_t axis) {
  const int64_t ints[] = {axis, 1, 0};
  Case *c = case_plain(placement, DMM_RT_SHIFT, 1, &axis, DMM_ROOT_NONE, 5);
  MetaSpec spec = {.op = DMM_RT_SHIFT,
                   .root = DMM_ROOT_NONE,
                   .grid = &c->grid,
                   .naxes = 1,
                   .axes = &axis,
                   .nints = 3,
                   .ints = ints};
  meta_init(&c->meta, &spec);
  DmmRtReport report = case_measure(c, placement);
  case_free(c);
  return report;
}

static void expect_level(const DmmRtReport *report, int64_t level,
                         int64_t messages, int64_t max_words) {
  const DmmRtLevelCount *count = &report->op_levels[DMM_RT_SHIFT][level];
  CHECK(count->messages == messages && count->words == 5 * messages,
        "level %lld: %lld messages, %lld words", (long long)level,
        (long long)count->messages, (long long)count->words);
  CHECK(count->max_words == max_words, "level %lld: %lld words at most",
        (long long)level, (long long)count->max_words);
  CHECK(count->energy_pj == (double)count->words * pow(10, (double)level),
        "level %lld: %g pJ", (long long)level, count->energy_pj);
  CHECK(memcmp(count, &report->levels[level], sizeof *count) == 0,
        "the total of level %lld", (long long)level);
}

static void test_levels(void) {
  static const Placement line = {{1, {8}}, 3, {2, 2, 2}};
  DmmRtReport report = shift(&line, 0);
  CHECK(report.nlevels == 3, "levels of the report");
  expect_level(&report, 0, 4, 5);
  expect_level(&report, 1, 2, 5);
  expect_level(&report, 2, 1, 5);
}

/// The axis that varies slowest among ranks may lie at the bottom.
static void test_interleaved(void) {
  static const Placement crossed = {{2, {3, 2}}, 2, {3, 1, 1, 2}};
  DmmRtReport report = shift(&crossed, 0);
  expect_level(&report, 0, 4, 5);
  expect_level(&report, 1, 0, 0);
  report = shift(&crossed, 1);
  expect_level(&report, 0, 0, 0);
  expect_level(&report, 1, 3, 5);
}

/// The last container may be partly filled.
static void test_ragged(void) {
  static const Placement ragged = {{1, {7}}, 2, {4, 2}};
  DmmRtReport report = shift(&ragged, 0);
  expect_level(&report, 0, 5, 5);
  expect_level(&report, 1, 1, 5);
}

static void test_without_machine(void) {
  static const Placement line = {{1, {4}}, 1, {4}};
  static const int64_t axis = 0;
  Case *c = case_plain(&line, DMM_RT_ALL_REDUCE, 1, &axis, DMM_ROOT_NONE, 3);
  DmmRtReport report;
  run_ok(&c->grid, case_body, c, &report);
  CHECK(report.nlevels == 0 && report.time_ns == 0, "there are no levels");
  CHECK(report.ops[DMM_RT_ALL_REDUCE].messages == 6, "there are messages");
  case_free(c);
}

//===----------------------------------------------------------------------===//
// Totals
//===----------------------------------------------------------------------===//

/// Levels add up to what is counted without them.
static void test_sums(void) {
  static const DmmRtOp ops[] = {DMM_RT_REDUCE, DMM_RT_BROADCAST,
                                DMM_RT_ALL_REDUCE, DMM_RT_SCATTER,
                                DMM_RT_GATHER};
  static const int64_t axes[] = {0, 1, 2};
  for (int i = 0; i < 5 * num_placements; ++i) {
    const Placement *placement = &placements[i / 5];
    DmmRtOp op = ops[i % 5];
    Case *c = case_plain(placement, op, placement->grid.naxes, axes, 0, 17);
    if (i % 2)
      case_stage(c, placement);
    DmmRtReport report = case_measure(c, placement);
    int64_t messages = 0, words = 0;
    for (int64_t l = 0; l < report.nlevels; ++l) {
      messages += report.op_levels[op][l].messages;
      words += report.op_levels[op][l].words;
    }
    CHECK(messages == report.ops[op].messages, "messages of %s",
          dmm_rt_op_name(op));
    CHECK(words == report.ops[op].words, "words of %s", dmm_rt_op_name(op));
    case_free(c);
  }
}

int main(void) {
  test_refusals();
  test_levels();
  test_interleaved();
  test_ragged();
  test_without_machine();
  test_sums();
  return 0;
}
