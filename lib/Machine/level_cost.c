//===- level_cost.c - What a collective costs, level by level -------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/level_cost.h"

#include "dmm-runtime/abi.h"

#include <stdbool.h>

//===----------------------------------------------------------------------===//
// How participants lie in containers
//===----------------------------------------------------------------------===//

const DmmSpread dmm_spread_one = {1, 1, 1, 1, 1, 1, 1, 1, 1};

static int64_t min_of(int64_t a, int64_t b) { return a < b ? a : b; }

int64_t dmm_placed_above(int64_t size, int64_t placed, int64_t digit) {
  return digit >= dmm_ceildiv(size, placed) ? size : placed * digit;
}

/// Ordered pairs of `size` members that lie in one run of `run` of them.
static double pairs_in_runs(int64_t size, int64_t run) {
  double whole = (double)(size / run), rest = (double)(size % run);
  return whole * (double)run * (double)run + rest * rest;
}

DmmSpread dmm_spread_axis(int64_t size, int64_t placed, int64_t digit) {
  int64_t above = dmm_placed_above(size, placed, digit);
  int64_t containers = dmm_ceildiv(size, above);
  int64_t last = size - (containers - 1) * above;
  return (DmmSpread){
      .radix = digit,
      .members = (double)size,
      .children = (double)dmm_ceildiv(size, placed),
      .containers = (double)containers,
      .child_members = (double)placed,
      .container_members = (double)above,
      .child_pairs = pairs_in_runs(size, placed),
      .container_pairs = pairs_in_runs(size, above),
      .led = (double)((containers - 1) * placed + min_of(placed, last)),
  };
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

double dmm_partner_share(const DmmCollective *collective, double members) {
  double partners = collective->partners, others = members - 1;
  return partners > 0 && partners < others ? partners / others : 1;
}

/// What all calls do on a level, for each unit of a measure: messages and words
/// one after the other, and words in all.
typedef struct Load {
  double messages[DMM_NUM_MEASURES], serial_words[DMM_NUM_MEASURES];
  double words[DMM_NUM_MEASURES];
} Load;

/// Fills in the load, which is zero before, in a group of `members`.
typedef void LoadOf(const DmmCollective *c, double members, Load *load);

static void tree_load(const DmmCollective *c, double members, Load *load) {
  (void)members;
  load->messages[DMM_MEASURE_ROUNDS] = c->calls;
  load->serial_words[DMM_MEASURE_CROSSES] = c->calls * c->words;
  load->words[DMM_MEASURE_HOPS] = c->calls * c->words;
}

/// Half of an all_reduce: the way up, or the way down.
static void half_load(const DmmCollective *c, double members, Load *load) {
  double n = c->calls * c->words;
  load->messages[DMM_MEASURE_ROUNDS] = c->calls;
  load->serial_words[DMM_MEASURE_HOPS] = n / members;
  load->words[DMM_MEASURE_HOPS] = n;
}

static void all_reduce_load(const DmmCollective *c, double members,
                            Load *load) {
  double n = c->calls * c->words;
  load->messages[DMM_MEASURE_ROUNDS] = 2 * c->calls;
  load->serial_words[DMM_MEASURE_HOPS] = 2 * n / members;
  load->words[DMM_MEASURE_HOPS] = 2 * n;
}

static void rooted_load(const DmmCollective *c, double members, Load *load) {
  double n = c->calls * c->words;
  load->messages[DMM_MEASURE_ROUNDS] = c->calls;
  load->serial_words[DMM_MEASURE_MOVED_EACH] = n / members;
  load->words[DMM_MEASURE_MOVED] = n / members;
}

static void all_to_all_load(const DmmCollective *c, double members,
                            Load *load) {
  double n = c->calls * c->words;
  double share = dmm_partner_share(c, members);
  load->messages[DMM_MEASURE_PAIRS] = c->calls * share / members;
  load->serial_words[DMM_MEASURE_PAIRS] = n / (members * members);
  load->words[DMM_MEASURE_PAIRS] = n / members;
}

/// The calls after the first wait for the highest level alone.
static void chain_load(const DmmCollective *c, double members, Load *load) {
  (void)members;
  load->messages[DMM_MEASURE_HOPS] = 1;
  load->messages[DMM_MEASURE_IS_HIGHEST] = c->calls - 1;
  load->serial_words[DMM_MEASURE_HOPS] = c->words;
  load->serial_words[DMM_MEASURE_IS_HIGHEST] = (c->calls - 1) * c->words;
  load->words[DMM_MEASURE_HOPS] = c->calls * c->words;
}

static void halo_load(const DmmCollective *c, double members, Load *load) {
  (void)members;
  load->messages[DMM_MEASURE_IS_HIGHEST] = c->calls;
  load->serial_words[DMM_MEASURE_IS_HIGHEST] = c->calls * c->words;
  load->words[DMM_MEASURE_HOPS] = c->calls * c->words;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

typedef struct KindRow {
  const char *name;
  LoadOf *load;
} KindRow;

static const KindRow kinds[DMM_NUM_COLLECTIVES] = {
    [DMM_COLLECTIVE_REDUCE] = {"reduce", tree_load},
    [DMM_COLLECTIVE_BROADCAST] = {"broadcast", tree_load},
    [DMM_COLLECTIVE_ALL_REDUCE] = {"all_reduce", all_reduce_load},
    [DMM_COLLECTIVE_REDUCE_SCATTER] = {"reduce_scatter", half_load},
    [DMM_COLLECTIVE_ALL_GATHER] = {"all_gather", half_load},
    [DMM_COLLECTIVE_SCATTER] = {"scatter", rooted_load},
    [DMM_COLLECTIVE_GATHER] = {"gather", rooted_load},
    [DMM_COLLECTIVE_ALL_TO_ALL] = {"all_to_all", all_to_all_load},
    [DMM_COLLECTIVE_CHAIN] = {"chain", chain_load},
    [DMM_COLLECTIVE_HALO] = {"halo", halo_load},
};

DmmCollectiveKind dmm_collective_kind(DmmRtOp op, bool is_scattered,
                                      bool has_root) {
  switch (op) {
  case DMM_RT_REDUCE:
    return is_scattered ? DMM_COLLECTIVE_REDUCE_SCATTER : DMM_COLLECTIVE_REDUCE;
  case DMM_RT_ALL_REDUCE:
    return DMM_COLLECTIVE_ALL_REDUCE;
  case DMM_RT_BROADCAST:
    return DMM_COLLECTIVE_BROADCAST;
  case DMM_RT_SCATTER:
    return DMM_COLLECTIVE_SCATTER;
  case DMM_RT_GATHER:
    return has_root ? DMM_COLLECTIVE_GATHER : DMM_COLLECTIVE_ALL_GATHER;
  case DMM_RT_HALO:
  case DMM_RT_SHIFT:
    return DMM_COLLECTIVE_HALO;
  case DMM_RT_SEND:
  case DMM_RT_RECV:
    return DMM_COLLECTIVE_CHAIN;
  default:
    return DMM_COLLECTIVE_ALL_TO_ALL;
  }
}

const char *dmm_collective_name(DmmCollectiveKind kind) {
  return kinds[kind].name;
}

DmmLevelRates dmm_level_rates(const DmmLevel *level,
                              const DmmCollective *collective, double members) {
  Load load = {0};
  kinds[collective->kind].load(collective, members, &load);
  double ns_per_word = (double)collective->element_bytes / level->gbyte_per_s;
  DmmLevelRates rates = {0};
  for (int m = 0; m < DMM_NUM_MEASURES; ++m) {
    rates.time_ns[m] = load.messages[m] * level->latency_ns +
                       load.serial_words[m] * ns_per_word;
    rates.words[m] = load.words[m];
  }
  return rates;
}

/// Scatter and gather may go straight between the root and the others.
static double least_words(const DmmSpread *s, const DmmCollective *c,
                          double words) {
  if (kinds[c->kind].load != rooted_load)
    return words;
  double others = s->container_members - s->child_members;
  return c->calls * c->words * others / s->members;
}

DmmLevelCost dmm_level_cost(const DmmLevel *level, const DmmSpread *spread,
                            const DmmCollective *collective) {
  DmmMeasures measures = dmm_measures(spread);
  DmmLevelRates rates = dmm_level_rates(level, collective, spread->members);
  DmmLevelCost cost = {0};
  for (int m = 0; m < DMM_NUM_MEASURES; ++m) {
    cost.time_ns += measures.of[m] * rates.time_ns[m];
    cost.words += measures.of[m] * rates.words[m];
  }
  cost.energy_pj = cost.words * level->pj_per_word;
  cost.least_words = least_words(spread, collective, cost.words);
  return cost;
}

void dmm_level_cost_add(DmmLevelCost *sum, const DmmLevelCost *cost) {
  sum->time_ns += cost->time_ns;
  sum->energy_pj += cost->energy_pj;
  sum->words += cost->words;
  sum->least_words += cost->least_words;
}

DmmLevelCost dmm_group_cost(const DmmMachine *machine, int64_t size,
                            const int64_t *digits,
                            const DmmCollective *collective,
                            DmmLevelCost *by_level) {
  DmmLevelCost sum = {0};
  int64_t placed = 1;
  for (int l = 0; l < machine->nlevels; ++l) {
    DmmSpread spread = dmm_spread_axis(size, placed, digits[l]);
    DmmLevelCost cost =
        dmm_level_cost(&machine->levels[l], &spread, collective);
    dmm_level_cost_add(&sum, &cost);
    if (by_level)
      by_level[l] = cost;
    placed = dmm_placed_above(size, placed, digits[l]);
  }
  return sum;
}
