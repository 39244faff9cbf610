//===- mapping_test.c - Grids on machines -------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/mapping.h"
#include "Plan/expect.h"

#include <math.h>
#include <time.h>

/// Like kpu-cluster, with 64 tiles a KPU.
static const DmmMachine tiles = {
    .nlevels = 3,
    .levels = {{"kpu", 64, 50, 100, 100},
               {"soc", 4, 500, 40, 300},
               {"cluster", 2, 5000, 10, 3000}},
};

static DmmMappingProblem problem_of(const DmmMachine *machine,
                                    const int64_t *grid, int naxes,
                                    const DmmCollective *collectives, int n) {
  return (DmmMappingProblem){.machine = machine,
                             .grid = grid,
                             .naxes = naxes,
                             .collectives = collectives,
                             .ncollectives = n,
                             .per_ns = 1};
}

/// The digits as text: axes joined by 'x', levels by a space.
static void expect_digits(const char *name, const DmmMappingProblem *problem,
                          const DmmMappingChoice *choice,
                          const char *expected) {
  DmmText text = {0};
  for (int l = 0; choice && l < problem->machine->nlevels; ++l)
    for (int a = 0; a < problem->naxes; ++a)
      dmm_text_printf(&text, "%s%" PRId64,
                      a   ? "x"
                      : l ? " "
                          : "",
                      choice->mapping.digits[l][a]);
  expect_text(name, text.data, expected);
  dmm_text_free(&text);
}

static const char *level_name(const DmmMappingProblem *problem,
                              const DmmMapping *mapping, uint32_t axes) {
  int level = dmm_mapping_level(problem, mapping, axes);
  return level < 0 ? "none" : problem->machine->levels[level].name;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

static const DmmCollective reduce = {DMM_COLLECTIVE_REDUCE, 1, 1000, 4, 1, 0};

/// Time is spent on one level alone.
static void expect_within(const char *name, const DmmMappingProblem *problem,
                          const DmmMapping *mapping, int level) {
  DmmLevelCost levels[DMM_MAX_LEVELS];
  dmm_mapping_cost(problem, mapping, levels);
  for (int l = 0; l < problem->machine->nlevels; ++l) {
    expect_number(name, "levels of its own", levels[l].time_ns > 0, l == level);
    expect_number(name, "levels with words", levels[l].words > 0, l == level);
  }
  expect_text(name, level_name(problem, mapping, 1),
              problem->machine->levels[level].name);
}

/// 64 partitions come to lie in one KPU.
static void test_one_kpu(DmmMappingCache *cache) {
  const int64_t grid[] = {64};
  DmmMappingProblem problem = problem_of(&tiles, grid, 1, &reduce, 1);
  const DmmMappingChoice *choice = dmm_mapping_choose(cache, &problem);
  expect_digits("64 tiles", &problem, choice, "64 1 1");
  expect_within("64 tiles", &problem, &choice->mapping, 0);
}

/// 8 partitions that are pinned to two SoCs, and left to themselves.
static void test_pinned(DmmMappingCache *cache) {
  const int64_t grid[] = {8};
  const DmmMapping pinned = {{{4}, {1}, {2}}}, across = {{{1}, {4}, {2}}};
  const char *error;
  DmmMappingProblem problem = problem_of(&tiles, grid, 1, &reduce, 1);
  expect_number("two SoCs", "valid",
                dmm_mapping_check(&problem, &pinned, &error), 1);
  expect_text("two SoCs", level_name(&problem, &pinned, 1), "cluster");
  expect_text("all KPUs", level_name(&problem, &across, 1), "cluster");
  const DmmMappingChoice *choice = dmm_mapping_choose(cache, &problem);
  expect_digits("8 partitions", &problem, choice, "8 1 1");
  expect_within("8 partitions", &problem, &choice->mapping, 0);
  double pinned_ns = dmm_mapping_cost(&problem, &pinned, NULL).time_ns;
  expect_number("8 partitions", "times better",
                choice->cost.time_ns * 10 < pinned_ns, 1);
}

/// Level dominates count: 64 tiles of a KPU before 8 partitions on two SoCs.
static void test_level_dominates(void) {
  const int64_t many[] = {64, 1, 1}, few[] = {4, 1, 2};
  double below = dmm_group_cost(&tiles, 64, many, &reduce, NULL).time_ns;
  double above = dmm_group_cost(&tiles, 8, few, &reduce, NULL).time_ns;
  expect_number("64 against 8", "cheaper", below < above, 1);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// The axis that is reduced along stays in the KPUs; the other one climbs.
static void test_two_axes(DmmMappingCache *cache) {
  const int64_t grid[] = {8, 16};
  DmmCollective second = reduce;
  second.axes = 2;
  DmmMappingProblem problem =
      problem_of(dmm_machine_default(), grid, 2, &second, 1);
  expect_digits("8x16", &problem, dmm_mapping_choose(cache, &problem),
                "1x16 4x1 2x1");
  expect_text(
      "8x16",
      level_name(&problem, &dmm_mapping_choose(cache, &problem)->mapping, 2),
      "kpu");
}

/// Nothing tells mappings apart: the first axis stays below the others.
static void test_ties(DmmMappingCache *cache) {
  const int64_t grid[] = {4, 4};
  DmmMappingProblem problem = problem_of(&tiles, grid, 2, NULL, 0);
  expect_digits("no collectives", &problem, dmm_mapping_choose(cache, &problem),
                "4x4 1x1 1x1");
  const int64_t large[] = {16, 16};
  problem.grid = large;
  expect_digits("large", &problem, dmm_mapping_choose(cache, &problem),
                "16x4 1x4 1x1");
}

static const DmmCollective halos[] = {{DMM_COLLECTIVE_HALO, 1, 100, 4, 1, 0},
                                      {DMM_COLLECTIVE_HALO, 2, 100, 4, 1, 0}};

/// Strips keep the halos of one axis at the bottom, which takes the least time;
/// squares have the shortest edges, which takes the least energy.
static void test_objectives(DmmMappingCache *cache) {
  const int64_t grid[] = {16, 16};
  DmmMachine machine = tiles;
  machine.levels[0].fanout = 16;
  machine.levels[2].fanout = 4;
  DmmMappingProblem problem = problem_of(&machine, grid, 2, halos, 2);
  expect_digits("time", &problem, dmm_mapping_choose(cache, &problem),
                "16x1 1x4 1x4");
  problem.per_pj = 1e6;
  expect_digits("both", &problem, dmm_mapping_choose(cache, &problem),
                "4x4 2x2 2x2");
  problem.per_ns = 0;
  expect_digits("energy", &problem, dmm_mapping_choose(cache, &problem),
                "4x4 2x2 2x2");
}

/// Both axes climb whatever is done, and take the same time: energy decides.
static void test_second_order(DmmMappingCache *cache) {
  const int64_t grid[] = {8, 8};
  DmmMachine machine = tiles;
  machine.nlevels = 2;
  machine.levels[0].fanout = 4;
  machine.levels[1].fanout = 16;
  DmmMappingProblem problem = problem_of(&machine, grid, 2, halos, 2);
  expect_digits("equal times", &problem, dmm_mapping_choose(cache, &problem),
                "2x2 4x4");
}

/// 5 does not factor over these levels: 3 and 2. 27 on 16 and 4 does.
static void test_ragged(DmmMappingCache *cache) {
  const int64_t five[] = {5}, twentyseven[] = {27};
  DmmMachine machine = {
      .nlevels = 2,
      .levels = {{"inner", 4, 50, 100, 100}, {"outer", 2, 500, 40, 300}}};
  DmmMappingProblem problem = problem_of(&machine, five, 1, &reduce, 1);
  const DmmMappingChoice *choice = dmm_mapping_choose(cache, &problem);
  expect_digits("5", &problem, choice, "3 2");
  expect_number("5", "ragged", choice->ragged, 1);
  expect_number("5", "words", (int64_t)choice->cost.words, 4 * 1000);
  machine.levels[0].fanout = 16;
  machine.levels[1].fanout = 4;
  problem.grid = twentyseven;
  choice = dmm_mapping_choose(cache, &problem);
  expect_digits("27", &problem, choice, "9 3");
  expect_number("27", "ragged", choice->ragged, 0);
}

/// Axes with more ragged digits than can be listed: those of a prime, and of a
/// prime that leaves no room to spare.
static void test_long_axes(DmmMappingCache *cache) {
  static const struct {
    int64_t grid, fanout;
    const char *digits;
  } cases[] = {{1048573, 1024, "1024 1024 1"},
               {999983, 100, "100 100 100"},
               {1000000007, 1001, "1001 1001 999"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    DmmMachine machine = tiles;
    for (int l = 0; l < machine.nlevels; ++l)
      machine.levels[l].fanout = cases[i].fanout;
    DmmMappingProblem problem =
        problem_of(&machine, &cases[i].grid, 1, &reduce, 1);
    expect_digits("long axis", &problem, dmm_mapping_choose(cache, &problem),
                  cases[i].digits);
  }
}

/// The same problem in other words, and one that differs in a weight.
static void test_cache(void) {
  DmmMappingCache *cache = dmm_mapping_cache_create();
  const int64_t grid[] = {8}, same[] = {8};
  DmmMachine machine = tiles;
  DmmCollective collective = reduce;
  DmmMappingProblem one = problem_of(&tiles, grid, 1, &reduce, 1);
  DmmMappingProblem two = problem_of(&machine, same, 1, &collective, 1);
  const DmmMappingChoice *choice = dmm_mapping_choose(cache, &one);
  expect_number("cache", "remembered",
                dmm_mapping_choose(cache, &two) == choice, 1);
  two.per_pj = 0.5;
  expect_number("cache", "mixed up", dmm_mapping_choose(cache, &two) == choice,
                0);
  dmm_mapping_cache_destroy(cache);
  dmm_mapping_cache_destroy(NULL);
}

//===----------------------------------------------------------------------===//
// Defects
//===----------------------------------------------------------------------===//

/// 25 partitions would fit into 32, but not as a product of digits.
static void test_no_mapping(DmmMappingCache *cache) {
  const int64_t grids[][2] = {{1024, 1}, {5, 5}};
  DmmMachine machine = {.nlevels = 3,
                        .levels = {{"a", 4, 50, 100, 100},
                                   {"b", 4, 50, 100, 100},
                                   {"c", 2, 50, 100, 100}}};
  for (int i = 0; i < 2; ++i) {
    DmmMappingProblem problem = problem_of(&machine, grids[i], 2, &reduce, 1);
    expect_number("no mapping", "found",
                  dmm_mapping_choose(cache, &problem) != NULL, 0);
  }
}

static const struct {
  DmmMapping mapping;
  const char *error;
} defects[] = {
    {{{{4, 2}, {1, 2}, {2, 1}}}, NULL},
    {{{{3, 4}, {3, 1}, {1, 1}}}, NULL},
    {{{{0, 4}, {2, 1}, {1, 1}}},
     "has a digit below 1: a digit counts the children along an axis"},
    {{{{4, 2}, {2, 4}, {1, 1}}},
     "has digits whose product on a level exceeds its fan-out"},
    {{{{4, 8}, {2, 1}, {1, 1}}},
     "has a digit that exceeds what the levels below it leave of the axis"},
    {{{{4, 4}, {1, 1}, {1, 1}}},
     "has digits whose product over all levels is less than the axis"},
};

static void test_defects(void) {
  const int64_t grid[] = {8, 4};
  DmmMappingProblem problem = problem_of(&tiles, grid, 2, NULL, 0);
  for (size_t i = 0; i < sizeof defects / sizeof *defects; ++i) {
    const char *error;
    bool valid = dmm_mapping_check(&problem, &defects[i].mapping, &error);
    expect_number("defects", "valid", valid, !defects[i].error);
    if (defects[i].error)
      expect_text("defects", error, defects[i].error);
  }
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// Collectives along one, two and all axes.
static const DmmCollective mix[] = {
    {DMM_COLLECTIVE_HALO, 1, 512, 4, 100, 0},
    {DMM_COLLECTIVE_HALO, 2, 512, 4, 100, 0},
    {DMM_COLLECTIVE_ALL_REDUCE, 4, 4096, 4, 10, 0},
    {DMM_COLLECTIVE_CHAIN, 8, 256, 8, 1000, 0},
    {DMM_COLLECTIVE_BROADCAST, 3, 1 << 16, 4, 1, 0},
    {DMM_COLLECTIVE_ALL_TO_ALL, 6, 1 << 12, 4, 2, 0},
    {DMM_COLLECTIVE_REDUCE, 12, 100, 8, 3, 0},
    {DMM_COLLECTIVE_ALL_REDUCE, 15, 1, 8, 50, 0},
    {DMM_COLLECTIVE_SCATTER, 15, 1 << 20, 4, 1, 0},
};

enum { MIX = sizeof mix / sizeof *mix };

/// A machine like kpu-exa with other fan-outs.
typedef struct Load {
  int64_t fanouts[6], grid[4];
  bool ragged;
  int64_t most_steps;
} Load;

static const Load loads[] = {
    {{16, 4, 2, 16, 16, 32}, {32, 32, 32, 32}, false, 200},
    {{16, 4, 2, 16, 16, 32}, {16, 16, 16, 8}, false, 200},
    {{16, 4, 6, 16, 16, 32}, {24, 12, 36, 20}, false, 800},
    {{6, 5, 4, 4, 4, 4}, {7, 11, 13, 3}, true, 500},
    {{16, 4, 2, 16, 16, 16}, {7, 11, 13, 17}, true, 300},
    {{16, 4, 4, 16, 16, 16}, {17, 19, 23, 29}, true, 1000},
    {{16, 16, 16, 16, 16, 16}, {17, 34, 51, 29}, true, 8000},
    {{36, 36, 36, 36, 36, 36}, {97, 101, 13, 7}, true, 3000},
};

/// Problems on which the search has to look at much, found among random ones.
/// For the last four that is more than it may: what they take to be solved is
/// 8, 16 and 52 ms, and seconds.
typedef struct Hard {
  DmmMachine machine;
  int64_t grid[4];
  double per_ns, per_pj;
  bool ragged;
  DmmCollective collectives[12];
  int n;
  int64_t most_steps;
  double factor; ///< at most, times the least cost; 0: it is the least
} Hard;

static const Hard hard[] = {
    // One set of axes: all that tells mappings apart is what does not factor.
    {.machine = {.nlevels = 6,
                 .levels = {{"0", 64, 18, 940, 4},
                            {"1", 43, 88, 587, 16},
                            {"2", 51, 309, 184, 49},
                            {"3", 29, 1389, 63, 133},
                            {"4", 21, 6668, 29, 638},
                            {"5", 16, 12002, 10, 2232}}},
     .grid = {31, 97, 23, 7},
     .per_ns = 1,
     .per_pj = 1.25,
     .ragged = true,
     .collectives = {{DMM_COLLECTIVE_REDUCE, 15, 4096, 8, 571, 2}},
     .n = 1,
     .most_steps = 13000},
    // Two sets of axes that compete for the room at the bottom.
    {.machine = {.nlevels = 6,
                 .levels = {{"0", 64, 18, 711, 66},
                            {"1", 4, 27, 178, 284},
                            {"2", 64, 35, 48, 993},
                            {"3", 8, 144, 14.5, 1291},
                            {"4", 4, 705, 6.6, 4907},
                            {"5", 8, 3878, 6, 27479}}},
     .grid = {73, 45, 9, 22},
     .per_pj = 1.5,
     .ragged = true,
     .collectives = {{DMM_COLLECTIVE_REDUCE_SCATTER, 14, 131072, 8, 1, 0},
                     {DMM_COLLECTIVE_REDUCE_SCATTER, 12, 131072, 8, 758, 0},
                     {DMM_COLLECTIVE_REDUCE, 1, 1, 8, 341, 0},
                     {DMM_COLLECTIVE_ALL_REDUCE, 15, 524288, 4, 1, 0},
                     {DMM_COLLECTIVE_BROADCAST, 3, 131072, 4, 324, 0},
                     {DMM_COLLECTIVE_ALL_TO_ALL, 3, 262144, 8, 1, 0},
                     {DMM_COLLECTIVE_SCATTER, 8, 4, 8, 85, 0},
                     {DMM_COLLECTIVE_CHAIN, 1, 1, 8, 71, 0}},
     .n = 8,
     .most_steps = 3000},
    // An even grid, and collectives along most sets of axes.
    {.machine = {.nlevels = 6,
                 .levels = {{"0", 12, 100, 55, 6},
                            {"1", 17, 112, 149, 13},
                            {"2", 30, 123, 42.5, 44},
                            {"3", 16, 333, 38.7, 126},
                            {"4", 9, 1929, 38.7, 758},
                            {"5", 10, 10804, 16, 3259}}},
     .grid = {6, 32, 36, 36},
     .per_ns = 1,
     .collectives = {{DMM_COLLECTIVE_CHAIN, 2, 32768, 4, 413, 0},
                     {DMM_COLLECTIVE_GATHER, 14, 16384, 4, 1, 0},
                     {DMM_COLLECTIVE_REDUCE, 13, 1048576, 4, 1, 0},
                     {DMM_COLLECTIVE_REDUCE_SCATTER, 3, 65536, 8, 1, 5},
                     {DMM_COLLECTIVE_ALL_REDUCE, 7, 512, 4, 1, 0},
                     {DMM_COLLECTIVE_REDUCE_SCATTER, 2, 16384, 8, 81, 2},
                     {DMM_COLLECTIVE_GATHER, 9, 128, 8, 1, 0},
                     {DMM_COLLECTIVE_ALL_REDUCE, 14, 65536, 4, 1, 0},
                     {DMM_COLLECTIVE_ALL_GATHER, 15, 65536, 8, 1, 0},
                     {DMM_COLLECTIVE_ALL_REDUCE, 11, 1048576, 8, 698, 8},
                     {DMM_COLLECTIVE_HALO, 4, 16384, 8, 515, 4}},
     .n = 11,
     .most_steps = 20000,
     .factor = 1.3},
    // Levels that are cheaper than those below, and waits that come in steps.
    {.machine = {.nlevels = 6,
                 .levels = {{"0", 14, 27, 547, 10},
                            {"1", 27, 78, 195, 23},
                            {"2", 14, 0, 90, 60},
                            {"3", 30, 1228, 19, 114},
                            {"4", 12, 4174, 4.8, 557},
                            {"5", 16, 200, 73, 1837}}},
     .grid = {31, 3, 53, 37},
     .per_ns = 1,
     .ragged = true,
     .collectives = {{DMM_COLLECTIVE_GATHER, 12, 1, 4, 1, 0},
                     {DMM_COLLECTIVE_SCATTER, 7, 1, 8, 431, 0},
                     {DMM_COLLECTIVE_SCATTER, 13, 16384, 4, 270, 0},
                     {DMM_COLLECTIVE_ALL_TO_ALL, 11, 4, 8, 1, 0},
                     {DMM_COLLECTIVE_HALO, 1, 512, 8, 77, 4},
                     {DMM_COLLECTIVE_REDUCE_SCATTER, 15, 32, 4, 1, 0},
                     {DMM_COLLECTIVE_HALO, 2, 16, 8, 1, 0},
                     {DMM_COLLECTIVE_ALL_GATHER, 8, 262144, 4, 1, 7}},
     .n = 8,
     .most_steps = 25000,
     .factor = 3.5},
    // Levels that are no dearer than those below, and one axis in most terms.
    {.machine = {.nlevels = 6,
                 .levels = {{"0", 22, 0, 11, 27},
                            {"1", 29, 154, 394.8, 91.8},
                            {"2", 20, 169.4, 329, 486.5},
                            {"3", 30, 169.4, 96.8, 1751.5},
                            {"4", 16, 0, 99, 9458},
                            {"5", 11, 2744, 15.9, 42562}}},
     .grid = {16, 36, 6, 96},
     .per_ns = 1,
     .collectives = {{DMM_COLLECTIVE_ALL_REDUCE, 5, 128, 4, 1, 0},
                     {DMM_COLLECTIVE_REDUCE, 2, 1, 8, 1, 7},
                     {DMM_COLLECTIVE_SCATTER, 11, 512, 4, 1, 0},
                     {DMM_COLLECTIVE_SCATTER, 1, 2, 4, 996, 0},
                     {DMM_COLLECTIVE_SCATTER, 6, 2, 4, 960, 0},
                     {DMM_COLLECTIVE_ALL_GATHER, 9, 32768, 8, 919, 0},
                     {DMM_COLLECTIVE_CHAIN, 8, 128, 4, 1, 0},
                     {DMM_COLLECTIVE_ALL_GATHER, 7, 262144, 8, 472, 0},
                     {DMM_COLLECTIVE_SCATTER, 1, 256, 4, 342, 0},
                     {DMM_COLLECTIVE_HALO, 8, 32768, 8, 577, 0},
                     {DMM_COLLECTIVE_CHAIN, 1, 32, 4, 172, 0},
                     {DMM_COLLECTIVE_REDUCE, 1, 4096, 8, 120, 0}},
     .n = 12,
     .most_steps = 25000,
     .factor = 10},
    // Three primes, and sets of axes that compete for the room at the bottom.
    {.machine = {.nlevels = 6,
                 .levels = {{"0", 28, 41, 998, 61},
                            {"1", 17, 139.4, 249.5, 237.9},
                            {"2", 30, 181.2, 92.4, 642.3},
                            {"3", 21, 706.8, 24.3, 1734.3},
                            {"4", 30, 3816.5, 9.4, 2428},
                            {"5", 24, 14502.7, 2.4, 9712}}},
     .grid = {73, 89, 127, 19},
     .per_pj = 0.2,
     .ragged = true,
     .collectives = {{DMM_COLLECTIVE_REDUCE_SCATTER, 9, 1, 4, 611, 8},
                     {DMM_COLLECTIVE_REDUCE_SCATTER, 2, 32, 4, 1, 0},
                     {DMM_COLLECTIVE_REDUCE_SCATTER, 11, 4096, 4, 952, 0},
                     {DMM_COLLECTIVE_GATHER, 11, 8192, 8, 340, 0},
                     {DMM_COLLECTIVE_GATHER, 3, 128, 4, 1, 7},
                     {DMM_COLLECTIVE_REDUCE_SCATTER, 14, 32768, 8, 548, 0},
                     {DMM_COLLECTIVE_GATHER, 9, 16, 8, 1, 0},
                     {DMM_COLLECTIVE_GATHER, 14, 4, 4, 1, 0}},
     .n = 8,
     .most_steps = 100000,
     .factor = 1.6},
};

/// How much longer than in an ordinary build all may take.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
    !defined(__OPTIMIZE__)
static const double slowdown = 30;
#else
static const double slowdown = 1;
#endif

static double elapsed_ms(struct timespec from) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)(now.tv_sec - from.tv_sec) * 1e3 +
         (double)(now.tv_nsec - from.tv_nsec) / 1e6;
}

static double choose_ms(const DmmMappingProblem *problem,
                        DmmMappingChoice *choice) {
  DmmMappingCache *cache = dmm_mapping_cache_create();
  struct timespec start;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  const DmmMappingChoice *found = dmm_mapping_choose(cache, problem);
  double ms = elapsed_ms(start);
  expect_number("work", "mappings", found != NULL, 1);
  *choice = found ? *found : (DmmMappingChoice){0};
  dmm_mapping_cache_destroy(cache);
  return ms;
}

static void report(const int64_t *grid, const DmmMappingChoice *choice,
                   double ms) {
  for (int a = 0; a < 4; ++a)
    printf("%s%" PRId64, a ? "x" : "", grid[a]);
  printf("%s: %.2f ms, %" PRId64 " states, %" PRId64 " steps, factor %g\n",
         choice->ragged ? " (ragged)" : "", ms, choice->states, choice->steps,
         choice->factor);
}

/// Six levels and four axes take at most 10 ms of processor time, or 100 ms
/// where the grid does not factor: the best of some runs, since others use the
/// caches. Work is bounded as a number of steps, too.
static void expect_work(const DmmMappingProblem *problem, bool ragged,
                        int64_t most_steps, double most_factor) {
  DmmMappingChoice choice;
  double limit_ms = (ragged ? 100 : 10) * slowdown;
  double ms = choose_ms(problem, &choice);
  for (int i = 0; i < 4; ++i)
    ms = fmin(ms, choose_ms(problem, &choice));
  report(problem->grid, &choice, ms);
  expect_number("work", "ragged", choice.ragged, ragged);
  expect_number("work", "steps in bounds", choice.steps <= most_steps, 1);
  expect_number("work", "time in bounds", ms <= limit_ms, 1);
  expect_number("work", "near the best", choice.factor <= most_factor, 1);
}

static void test_load(const Load *load) {
  DmmMachine machine = *dmm_machine_preset("kpu-exa", 7);
  for (int l = 0; l < machine.nlevels; ++l)
    machine.levels[l].fanout = load->fanouts[l];
  DmmMappingProblem problem = problem_of(&machine, load->grid, 4, mix, MIX);
  expect_work(&problem, load->ragged, load->most_steps, 1);
}

static void test_hard(const Hard *h) {
  DmmMappingProblem problem =
      problem_of(&h->machine, h->grid, 4, h->collectives, h->n);
  problem.per_ns = h->per_ns;
  problem.per_pj = h->per_pj;
  expect_work(&problem, h->ragged, h->most_steps, h->factor ? h->factor : 1);
}

int main(void) {
  DmmMappingCache *cache = dmm_mapping_cache_create();
  test_one_kpu(cache);
  test_pinned(cache);
  test_level_dominates();
  test_two_axes(cache);
  test_ties(cache);
  test_objectives(cache);
  test_second_order(cache);
  test_ragged(cache);
  test_long_axes(cache);
  test_no_mapping(cache);
  dmm_mapping_cache_destroy(cache);
  test_cache();
  test_defects();
  for (size_t i = 0; i < sizeof loads / sizeof *loads; ++i)
    test_load(&loads[i]);
  for (size_t i = 0; i < sizeof hard / sizeof *hard; ++i)
    test_hard(&hard[i]);
  return failures != 0;
}
