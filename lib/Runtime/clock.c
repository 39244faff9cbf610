//===- clock.c - What messages cost on the machine of a run ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clock.h"
#include "stages.h"

#include <math.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Names a container by the rank of its first partition.
static void name_containers(DmmClocks *c, const DmmStages *levels) {
  int64_t n = c->machine->nlevels, coords[DMM_RT_MAX_AXES];
  for (int64_t p = 0; p < c->npartitions; ++p) {
    dmm_stages_coords(levels, p, coords);
    for (int64_t l = 0; l < n; ++l) {
      DmmContainer container = dmm_container_at(levels, l, coords);
      c->containers[p * n + l] = dmm_stages_rank(levels, container.lo);
    }
  }
}

DmmClocks *dmm_clocks_new(const DmmRtConfig *config, int64_t npartitions) {
  const DmmRtMachine *machine = config->machine;
  DmmClocks *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  c->machine = machine;
  c->npartitions = npartitions;
  c->clocks = calloc((size_t)npartitions, sizeof *c->clocks);
  c->containers =
      calloc((size_t)(npartitions * machine->nlevels), sizeof *c->containers);
  if (!c->clocks || !c->containers) {
    dmm_clocks_free(c);
    return NULL;
  }
  DmmStages levels;
  dmm_stages_init(&levels, config->naxes, config->grid_sizes, machine->nlevels,
                  machine->digits);
  name_containers(c, &levels);
  return c;
}

void dmm_clocks_free(DmmClocks *clocks) {
  if (!clocks)
    return;
  free(clocks->clocks);
  free(clocks->containers);
  free(clocks);
}

/// The lowest level of which one container holds both partitions.
static int64_t level_of(const DmmClocks *c, int64_t p, int64_t q) {
  int64_t n = c->machine->nlevels, l = 0;
  while (c->containers[p * n + l] != c->containers[q * n + l])
    ++l;
  return l;
}

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

double dmm_clock_send(DmmClocks *clocks, int64_t self, int64_t peer, DmmRtOp op,
                      int64_t words, int64_t bytes) {
  DmmClock *clock = &clocks->clocks[self];
  int64_t l = level_of(clocks, self, peer);
  const DmmRtLevel *level = &clocks->machine->levels[l];
  clock->tallies[op][l].messages += 1;
  clock->tallies[op][l].words += words;
  double busy_ns = (double)bytes / level->gbyte_per_s;
  return dmm_port_send(&clock->port, clock->now_ns, busy_ns) +
         level->latency_ns;
}

void dmm_clock_receive(DmmClocks *clocks, int64_t self, int64_t peer,
                       DmmRtOp op, int64_t bytes, double arrival_ns) {
  DmmClock *clock = &clocks->clocks[self];
  int64_t l = level_of(clocks, self, peer);
  double busy_ns = (double)bytes / clocks->machine->levels[l].gbyte_per_s;
  arrival_ns = dmm_port_receive(&clock->port, busy_ns, arrival_ns);
  if (arrival_ns <= clock->now_ns)
    return;
  clock->tallies[op][l].exposed_ns += arrival_ns - clock->now_ns;
  clock->now_ns = arrival_ns;
}

void dmm_clock_compute(DmmClocks *clocks, int64_t self, int64_t statements) {
  clocks->clocks[self].now_ns +=
      (double)statements * clocks->machine->ns_per_statement;
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

static void add_tally(DmmRtLevelCount *count, const DmmLevelTally *tally,
                      const DmmRtLevel *level) {
  count->messages += tally->messages;
  count->words += tally->words;
  count->exposed_ns += tally->exposed_ns;
  count->energy_pj += (double)tally->words * level->pj_per_word;
  if (count->max_words < tally->words)
    count->max_words = tally->words;
}

/// Adds what one partition did on a level, by op and in total.
static void add_partition(const DmmClocks *c, DmmRtReport *report,
                          const DmmClock *clock, int64_t l) {
  const DmmRtLevel *level = &c->machine->levels[l];
  DmmLevelTally sum = {0};
  for (int op = 0; op < DMM_RT_NUM_OPS; ++op) {
    const DmmLevelTally *tally = &clock->tallies[op][l];
    add_tally(&report->op_levels[op][l], tally, level);
    sum.messages += tally->messages;
    sum.words += tally->words;
    sum.exposed_ns += tally->exposed_ns;
  }
  add_tally(&report->levels[l], &sum, level);
  report->exposed_ns += sum.exposed_ns;
}

void dmm_clocks_report(const DmmClocks *clocks, DmmRtReport *report) {
  report->nlevels = clocks->machine->nlevels;
  for (int64_t p = 0; p < clocks->npartitions; ++p) {
    const DmmClock *clock = &clocks->clocks[p];
    report->time_ns = fmax(report->time_ns, clock->now_ns);
    for (int64_t l = 0; l < report->nlevels; ++l)
      add_partition(clocks, report, clock, l);
  }
}
