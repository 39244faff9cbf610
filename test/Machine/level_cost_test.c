//===- level_cost_test.c - Costs of collectives by hand -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas of the cost model in closed form, where all containers are alike
// (other groups are left to random_test), and bounds that hold for all.
//
//===----------------------------------------------------------------------===//

#include "Machine/level_cost.h"
#include "Plan/expect.h"

#include <math.h>

/// Two levels, 100 ns and 0.5 ns a byte below, 1000 ns and 2 ns a byte above.
static const DmmMachine machine = {
    .nlevels = 2,
    .levels = {{"inner", 8, 100, 2, 10}, {"outer", 4, 1000, 0.5, 100}},
};

/// Groups of 8 x 4 and of 1 x 4; words of 4 bytes.
static const int64_t both[] = {8, 4}, outer[] = {1, 4};

static void expect_real(const char *name, const char *what, double found,
                        double expected) {
  if (fabs(found - expected) <= 1e-9 * fabs(expected))
    return;
  ++failures;
  fprintf(stderr, "%s: %s is %g, expected %g\n", name, what, found, expected);
}

typedef struct Row {
  DmmCollectiveKind kind;
  double calls;
  double time_ns;                  ///< on both levels
  double words[2], least_words[2]; ///< by level
} Row;

/// 32 participants and 320 words: 2 ns a word on the inner level, 8 ns on the
/// outer one.
static const Row rows[] = {
    {DMM_COLLECTIVE_REDUCE,
     1,
     300 + 640 + 2000 + 2560,
     {8960, 960},
     {8960, 960}},
    {DMM_COLLECTIVE_BROADCAST,
     1,
     300 + 640 + 2000 + 2560,
     {8960, 960},
     {8960, 960}},
    {DMM_COLLECTIVE_ALL_REDUCE,
     1,
     600 + 1120 + 4000 + 480,
     {17920, 1920},
     {17920, 1920}},
    {DMM_COLLECTIVE_REDUCE_SCATTER,
     1,
     300 + 560 + 2000 + 240,
     {8960, 960},
     {8960, 960}},
    {DMM_COLLECTIVE_ALL_GATHER,
     1,
     300 + 560 + 2000 + 240,
     {8960, 960},
     {8960, 960}},
    {DMM_COLLECTIVE_SCATTER, 1, 300 + 140 + 2000 + 1920, {280, 240}, {70, 240}},
    {DMM_COLLECTIVE_GATHER, 1, 300 + 140 + 2000 + 1920, {280, 240}, {70, 240}},
    {DMM_COLLECTIVE_ALL_TO_ALL,
     1,
     700 + 140 + 24000 + 1920,
     {2240, 7680},
     {2240, 7680}},
    {DMM_COLLECTIVE_CHAIN, 1, 28 * 740 + 3 * 3560, {8960, 960}, {8960, 960}},
    {DMM_COLLECTIVE_CHAIN,
     11,
     28 * 740 + 13 * 3560,
     {98560, 10560},
     {98560, 10560}},
    {DMM_COLLECTIVE_HALO, 1, 3560, {8960, 960}, {8960, 960}},
    {DMM_COLLECTIVE_HALO, 11, 39160, {98560, 10560}, {98560, 10560}},
};

static void test_row(const Row *row) {
  const char *name = dmm_collective_name(row->kind);
  DmmCollective collective = {row->kind, 1, 320, 4, row->calls, 0};
  DmmLevelCost levels[2];
  DmmLevelCost sum = dmm_group_cost(&machine, 32, both, &collective, levels);
  double energy_pj = 10 * row->words[0] + 100 * row->words[1];
  expect_real(name, "time", sum.time_ns, row->time_ns);
  expect_real(name, "energy", sum.energy_pj, energy_pj);
  expect_real(name, "sum of words", sum.words, row->words[0] + row->words[1]);
  for (int l = 0; l < 2; ++l) {
    expect_real(name, "words", levels[l].words, row->words[l]);
    expect_real(name, "least words", levels[l].least_words,
                row->least_words[l]);
  }
}

/// A group that has one participant in each container costs nothing there; one
/// of a single participant costs nothing at all.
static void test_small_groups(void) {
  const int64_t alone[] = {1, 1};
  for (int kind = 0; kind < DMM_NUM_COLLECTIVES; ++kind) {
    DmmCollective collective = {(DmmCollectiveKind)kind, 1, 320, 4, 5, 0};
    const char *name = dmm_collective_name(collective.kind);
    DmmLevelCost levels[2];
    dmm_group_cost(&machine, 4, outer, &collective, levels);
    expect_real(name, "inner time", levels[0].time_ns, 0);
    expect_real(name, "inner words", levels[0].words, 0);
    expect_number(name, "outer time", levels[1].time_ns > 0, 1);
    DmmLevelCost sum = dmm_group_cost(&machine, 1, alone, &collective, NULL);
    expect_real(name, "time of one", sum.time_ns, 0);
    expect_real(name, "words of one", sum.words, 0);
  }
}

/// What moves is no less than the least, and the same on the highest level.
static void test_bounds(int64_t size, int64_t below) {
  const int64_t digits[] = {below, (size + below - 1) / below};
  for (int kind = 0; kind < DMM_NUM_COLLECTIVES; ++kind) {
    DmmCollective collective = {(DmmCollectiveKind)kind, 1, 100, 4, 1, 0};
    const char *name = dmm_collective_name(collective.kind);
    DmmLevelCost levels[2];
    dmm_group_cost(&machine, size, digits, &collective, levels);
    expect_real(name, "outer words", levels[1].words, levels[1].least_words);
    expect_number(name, "inner words above the least",
                  levels[0].words >= levels[0].least_words, 1);
  }
}

/// Numbers of 62 bits do not overflow.
static void test_large_groups(void) {
  const int64_t half = (int64_t)1 << 31, digits[] = {half, half};
  DmmCollective collective = {DMM_COLLECTIVE_ALL_TO_ALL, 1, 1, 4, 1, 0};
  DmmLevelCost levels[2];
  dmm_group_cost(&machine, half * half, digits, &collective, levels);
  expect_real("large", "outer words", levels[1].words,
              (double)(half * half - half));
  DmmSpread axis = dmm_spread_axis(INT64_MAX, 1, INT64_MAX / 2 + 1);
  expect_real("large", "containers", axis.containers, 2);
}

int main(void) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    test_row(&rows[i]);
  test_small_groups();
  for (int64_t size = 1; size <= 32; ++size)
    for (int64_t below = 1; below <= 8 && below <= size; ++below)
      test_bounds(size, below);
  test_large_groups();
  return failures != 0;
}
