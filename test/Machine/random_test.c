//===- random_test.c - The search against brute force -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Usage: machine_random_test [CASES [SEED [WORK]]]
//
// Random machines of 2 to 6 levels, grids of 1 to 4 axes and collectives: the
// least cost over all mappings is that of the mapping chosen, and with less
// work than that takes, the cost is at most what the search says; both ways of
// pricing agree on mappings here and there. Problems that would take brute
// force too long are drawn again.
//
//===----------------------------------------------------------------------===//

#include "Machine/brute.h"
#include "Machine/mapping_search.h"
#include "Plan/expect.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_COLLECTIVES = 5, MAX_MAPPINGS = 100000 };

/// About the pairs of partitions that brute force may look at in one case.
static double max_work = 2e8;

/// A problem with all that it refers to.
typedef struct Case {
  DmmMachine machine;
  int64_t grid[DMM_MAX_GRID_AXES];
  DmmCollective collectives[MAX_COLLECTIVES];
  DmmMappingProblem problem;
} Case;

/// What brute force has found in a case.
typedef struct Best {
  const Case *of;
  double cost;
  int64_t seen;
} Best;

//===----------------------------------------------------------------------===//
// Random problems
//===----------------------------------------------------------------------===//

static uint64_t state;

/// A number from `low` to `high` (splitmix64).
static int64_t draw(int64_t low, int64_t high) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  z ^= z >> 31;
  return low + (int64_t)(z % (uint64_t)(high - low + 1));
}

/// A fan-out or an axis; those of smooth cases split in many ways.
static int64_t draw_size(bool smooth, int64_t most) {
  return smooth && most >= 2 ? (int64_t)2 << draw(0, most < 4   ? 0
                                                     : most < 8 ? 1
                                                                : 2)
                             : draw(1, most);
}

static void draw_machine(DmmMachine *machine, bool smooth) {
  *machine = (DmmMachine){.nlevels = (int)draw(2, 6)};
  for (int l = 0; l < machine->nlevels; ++l)
    machine->levels[l] = (DmmLevel){.name = "level",
                                    .fanout = draw_size(smooth, 8),
                                    .latency_ns = (double)draw(0, 2000) / 4,
                                    .gbyte_per_s = (double)draw(1, 200) / 2,
                                    .pj_per_word = (double)draw(0, 5000) / 8};
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/// Most grids have no more partitions than the machine.
static int64_t draw_grid(const DmmMachine *machine, int64_t *grid, int naxes,
                         bool smooth) {
  int64_t room = draw(0, 9) ? dmm_machine_partitions(machine) : INT64_MAX;
  int64_t partitions = 1;
  room = least(room, BRUTE_MAX_PARTITIONS);
  for (int a = 0; a < naxes; ++a) {
    grid[a] = draw_size(smooth, least(room / partitions, 16));
    partitions *= grid[a];
  }
  return partitions;
}

static DmmCollective draw_collective(int naxes) {
  DmmCollective c = {.kind =
                         (DmmCollectiveKind)draw(0, DMM_NUM_COLLECTIVES - 1),
                     .axes = (uint32_t)draw(1, (1 << naxes) - 1),
                     .words = (double)draw(1, 1000),
                     .element_bytes = (int64_t)1 << draw(0, 4),
                     .calls = (double)draw(1, 20),
                     .partners = (double)draw(0, 4)};
  if (c.kind == DMM_COLLECTIVE_CHAIN || c.kind == DMM_COLLECTIVE_HALO)
    c.axes = (uint32_t)1 << draw(0, naxes - 1);
  return c;
}

/// Returns the number of partitions.
static int64_t draw_case(Case *c) {
  bool smooth = draw(0, 1);
  draw_machine(&c->machine, smooth);
  int naxes = (int)draw(1, 4), n = (int)draw(1, MAX_COLLECTIVES);
  int64_t partitions = draw_grid(&c->machine, c->grid, naxes, smooth);
  for (int i = 0; i < n; ++i)
    c->collectives[i] = draw_collective(naxes);
  bool weighs_time = draw(0, 2), weighs_energy = !weighs_time || draw(0, 1);
  c->problem = (DmmMappingProblem){
      .machine = &c->machine,
      .grid = c->grid,
      .naxes = naxes,
      .ncollectives = n,
      .collectives = c->collectives,
      .per_ns = weighs_time ? 1 : 0,
      .per_pj = weighs_energy ? (double)draw(1, 100) / 64 : 0,
  };
  return partitions;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static bool is_close(double a, double b) {
  return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b)) + 1e-9;
}

static double weigh(const DmmMappingProblem *problem, double time_ns,
                    double energy_pj) {
  return problem->per_ns * time_ns + problem->per_pj * energy_pj;
}

/// The formulas give this cost, too.
static void expect_cost(const DmmMappingProblem *problem,
                        const DmmMapping *mapping, const BruteCost *cost) {
  DmmLevelCost levels[DMM_MAX_LEVELS];
  DmmLevelCost sum = dmm_mapping_cost(problem, mapping, levels);
  const char *error;
  bool same = is_close(sum.time_ns, cost->time_ns) &&
              is_close(sum.energy_pj, cost->energy_pj) && !cost->misplaced;
  for (int l = 0; l < problem->machine->nlevels; ++l)
    same = same && is_close(levels[l].words, cost->words[l]) &&
           is_close(levels[l].least_words, cost->least_words[l]);
  expect_number("mapping", "costs that differ", !same, 0);
  expect_number("mapping", "valid", dmm_mapping_check(problem, mapping, &error),
                1);
}

static void visit(const DmmMapping *mapping, void *data) {
  Best *best = data;
  const DmmMappingProblem *problem = &best->of->problem;
  BruteCost cost = brute_cost(problem, mapping);
  double weighed = weigh(problem, cost.time_ns, cost.energy_pj);
  best->cost = weighed < best->cost ? weighed : best->cost;
  if (best->seen++ % 16 == 0)
    expect_cost(problem, mapping, &cost);
}

static void ignore(const DmmMapping *mapping, void *data) {
  (void)mapping;
  (void)data;
}

/// Whether brute force can go through the mappings; their number.
static bool is_small(const Case *c, int64_t partitions, bool *ragged,
                     int64_t *mappings) {
  *ragged = false;
  *mappings = brute_mappings(&c->problem, false, 0, ignore, NULL);
  if (!*mappings) {
    *ragged = true;
    *mappings = brute_mappings(&c->problem, true, 0, ignore, NULL);
  }
  double work = (double)*mappings * (double)partitions * (double)partitions *
                c->problem.ncollectives;
  return *mappings <= MAX_MAPPINGS && work <= max_work;
}

/// What has been compared.
typedef struct Tally {
  int64_t mappings, most, ragged, none;
  int64_t rough; ///< answers that were not known to be the best
} Tally;

static void compare_rough(const Case *c, const DmmMappingChoice *choice,
                          double least) {
  double cost =
      weigh(&c->problem, choice->cost.time_ns, choice->cost.energy_pj);
  double most = choice->factor * least;
  const char *error;
  expect_number("rough", "valid",
                dmm_mapping_check(&c->problem, &choice->mapping, &error), 1);
  expect_number("rough", "beyond its factor",
                cost > most && !is_close(cost, most), 0);
}

/// With little work, or none but for a first mapping, the answer is as near to
/// the best as it says.
static void search_roughly(const Case *c, bool ragged, bool exists,
                           double least, Tally *tally) {
  for (int64_t work = 0; work <= 32000; work = work ? 4 * work : 500) {
    DmmArena *arena = dmm_arena_create();
    DmmMappingChoice choice = {0};
    bool found = dmm_mapping_search(
        arena, &c->problem, ragged ? DMM_DIGITS_RAGGED : DMM_DIGITS_EVEN, work,
        &choice);
    expect_number("rough", "found", found, exists);
    if (found)
      compare_rough(c, &choice, least);
    tally->rough += found && choice.factor > 1;
    dmm_arena_destroy(arena);
  }
}

static void compare(const Case *c, bool ragged, DmmMappingCache *cache,
                    Tally *tally) {
  Best best = {.of = c, .cost = INFINITY};
  int64_t n = brute_mappings(&c->problem, ragged, MAX_MAPPINGS, visit, &best);
  const DmmMappingChoice *choice = dmm_mapping_choose(cache, &c->problem);
  expect_number("case", "grids that fit", choice != NULL, n > 0);
  search_roughly(c, ragged, n > 0, best.cost, tally);
  if (!choice)
    return;
  double cost =
      weigh(&c->problem, choice->cost.time_ns, choice->cost.energy_pj);
  BruteCost again = brute_cost(&c->problem, &choice->mapping);
  expect_cost(&c->problem, &choice->mapping, &again);
  expect_number("case", "ragged", choice->ragged, ragged);
  expect_number("case", "costs above the least", !is_close(cost, best.cost), 0);
  expect_number("case", "known to be the best", choice->factor == 1, 1);
}

/// False if the case takes too long.
static bool run_case(Tally *tally) {
  Case c;
  bool ragged;
  int64_t mappings;
  if (!is_small(&c, draw_case(&c), &ragged, &mappings))
    return false;
  DmmMappingCache *cache = dmm_mapping_cache_create();
  compare(&c, ragged, cache, tally);
  dmm_mapping_cache_destroy(cache);
  tally->mappings += mappings;
  tally->most = mappings > tally->most ? mappings : tally->most;
  tally->ragged += ragged && mappings;
  tally->none += !mappings;
  return true;
}

int main(int argc, char **argv) {
  int cases = argc > 1 ? atoi(argv[1]) : 200, drawn = 0;
  Tally tally = {0};
  state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  max_work = argc > 3 ? atof(argv[3]) : max_work;
  for (int run = 0; run < cases; ++drawn)
    run += run_case(&tally);
  printf("%d cases of %d drawn: %" PRId64 " mappings, at most %" PRId64
         " in a case; %" PRId64 " cases ragged, %" PRId64
         " without a mapping; %" PRId64 " rough answers\n",
         cases, drawn, tally.mappings, tally.most, tally.ragged, tally.none,
         tally.rough);
  return failures != 0;
}
