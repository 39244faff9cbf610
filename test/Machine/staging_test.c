//===- staging_test.c - Whether collectives work in stages ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/staging.h"
#include "Plan/expect.h"

#define EXPECT(condition) expect_number(#condition, "", condition, 1)

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static const struct {
  const char *text, *printed; ///< printed: null if it does not parse
} tables[] = {
    {"", "reduce:cost/broadcast:cost/all_reduce:cost/reduce_scatter:cost/"
         "all_gather:cost/scatter:cost/gather:cost/all_to_all:cost"},
    {"broadcast:staged/all_to_all:flat",
     "reduce:cost/broadcast:staged/all_reduce:cost/reduce_scatter:cost/"
     "all_gather:cost/scatter:cost/gather:cost/all_to_all:flat"},
    {"broadcast:staged/broadcast:cost",
     "reduce:cost/broadcast:cost/all_reduce:cost/reduce_scatter:cost/"
     "all_gather:cost/scatter:cost/gather:cost/all_to_all:cost"},
    {"broadcast", NULL},
    {"broadcast:", NULL},
    {"broadcast:best", NULL},
    {"broadcasts:flat", NULL},
    {"/broadcast:flat", NULL},
    {"broadcast:flat/", NULL},
    {"halo:flat", NULL},
    {"chain:staged", NULL},
};

static void test_tables(void) {
  for (size_t i = 0; i < sizeof tables / sizeof *tables; ++i) {
    DmmAlgorithms algorithms;
    DmmText text = {0};
    bool parsed = dmm_algorithms_parse(tables[i].text, &algorithms);
    if (parsed)
      dmm_algorithms_print(&algorithms, &text);
    expect_text(tables[i].text, parsed ? text.data : "no table",
                tables[i].printed ? tables[i].printed : "no table");
    dmm_text_free(&text);
  }
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// 2 x 4 partitions: axis 1 in the containers at the bottom, axis 0 above. The
/// level between them has one child in each container.
static const DmmMachine machine = {
    .nlevels = 3,
    .levels = {{"a", 4, 10, 4, 1}, {"b", 1, 50, 4, 1}, {"c", 2, 1000, 1, 1}}};
static const int64_t grid[] = {2, 4};
static const DmmMapping mapping = {{{1, 4}, {1, 1}, {2, 1}}};
static const DmmMappingProblem problem = {
    .machine = &machine, .grid = grid, .naxes = 2};

static DmmStaging stage(DmmCollectiveKind kind, double words, uint32_t bits,
                        const int64_t *axes, int naxes, const char *table) {
  DmmAlgorithms algorithms;
  DmmCollective collective = {kind, bits, words, 8, 1, 0};
  EXPECT(dmm_algorithms_parse(table, &algorithms));
  return dmm_stage(&problem, &mapping, &algorithms, &collective, axes, naxes);
}

static int stages_of(DmmCollectiveKind kind, double words, const char *table) {
  static const int64_t axes[] = {0, 1};
  return stage(kind, words, 3, axes, 2, table).nstages;
}

static void test_digits(void) {
  static const int64_t forward[] = {0, 1}, backward[] = {1, 0};
  static const int64_t straight[] = {1, 4, 2, 1}, turned[] = {4, 1, 1, 2};
  DmmStaging s = stage(DMM_COLLECTIVE_REDUCE, 9, 3, forward, 2, "");
  EXPECT(s.nstages == 2 && !memcmp(s.digits, straight, sizeof straight));
  s = stage(DMM_COLLECTIVE_REDUCE, 9, 3, backward, 2, "");
  EXPECT(s.nstages == 2 && !memcmp(s.digits, turned, sizeof turned));
  // One axis is on one level: no stages, whatever is asked for.
  s = stage(DMM_COLLECTIVE_REDUCE, 9, 2, backward, 1, "reduce:staged");
  EXPECT(s.nstages == 0);
}

/// By cost: what goes along trees crosses the upper level once instead of in
/// each round. A root sends parts itself. An exchange is bundled where words
/// are few, and goes in pairs where they are many.
static void test_costs(void) {
  EXPECT(stages_of(DMM_COLLECTIVE_BROADCAST, 100, "") == 2);
  EXPECT(stages_of(DMM_COLLECTIVE_ALL_REDUCE, 100, "") == 2);
  EXPECT(stages_of(DMM_COLLECTIVE_ALL_GATHER, 100, "") == 2);
  EXPECT(stages_of(DMM_COLLECTIVE_SCATTER, 100, "") == 0);
  EXPECT(stages_of(DMM_COLLECTIVE_GATHER, 100, "") == 0);
  EXPECT(stages_of(DMM_COLLECTIVE_ALL_TO_ALL, 8, "") == 2);
  EXPECT(stages_of(DMM_COLLECTIVE_ALL_TO_ALL, 1e6, "") == 0);
  EXPECT(stages_of(DMM_COLLECTIVE_ALL_TO_ALL, 1e6, "all_to_all:staged") == 2);
  EXPECT(stages_of(DMM_COLLECTIVE_BROADCAST, 100, "broadcast:flat") == 0);
  // Unknown words.
  EXPECT(stages_of(DMM_COLLECTIVE_BROADCAST, -1, "") == 2);
  EXPECT(stages_of(DMM_COLLECTIVE_ALL_TO_ALL, -1, "") == 0);
  // Neighbours and chains have none.
  EXPECT(stages_of(DMM_COLLECTIVE_HALO, 100, "") == 0);
  EXPECT(stages_of(DMM_COLLECTIVE_CHAIN, 100, "") == 0);
}

int main(void) {
  test_tables();
  test_digits();
  test_costs();
  return failures != 0;
}
