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

DmmSpread dmm_spread_product(const DmmSpread *a, const DmmSpread *b) {
  return (DmmSpread){
      .radix = a->radix * b->radix,
      .members = a->members * b->members,
      .children = a->children * b->children,
      .containers = a->containers * b->containers,
      .child_members = a->child_members * b->child_members,
      .container_members = a->container_members * b->container_members,
      .child_pairs = a->child_pairs * b->child_pairs,
      .container_pairs = a->container_pairs * b->container_pairs,
      .led = a->led * b->led,
  };
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// What one call does on a level: messages and words one after the other, those
/// of a further call, and words in all.
typedef struct Load {
  double messages, serial_words;
  double next_messages, next_serial_words;
  double words, least_words;
} Load;

double dmm_ceil_log2(int64_t n) {
  return n > 1 ? 64 - __builtin_clzll((unsigned long long)n - 1) : 0;
}

double dmm_partner_share(const DmmCollective *collective, double members) {
  double partners = collective->partners, others = members - 1;
  return partners > 0 && partners < others ? partners / others : 1;
}

/// Every call is like the first.
static Load repeated(double messages, double serial_words, double words) {
  return (Load){.messages = messages,
                .serial_words = serial_words,
                .next_messages = messages,
                .next_serial_words = serial_words,
                .words = words,
                .least_words = words};
}

static Load tree_load(const DmmSpread *s, const DmmCollective *c) {
  double n = c->words;
  return repeated(dmm_ceil_log2(s->radix), s->radix > 1 ? n : 0,
                  n * (s->children - s->containers));
}

static Load all_reduce_load(const DmmSpread *s, const DmmCollective *c) {
  double n = c->words;
  double words = 2 * n * (s->children - s->containers);
  return repeated(2 * dmm_ceil_log2(s->radix), words / s->members, words);
}

/// Half of an all_reduce: the way up, or the way down.
static Load half_load(const DmmSpread *s, const DmmCollective *c) {
  double n = c->words;
  double words = n * (s->children - s->containers);
  return repeated(dmm_ceil_log2(s->radix), words / s->members, words);
}

static Load rooted_load(const DmmSpread *s, const DmmCollective *c) {
  double n = c->words;
  double words = n * (s->members - s->led) / s->members;
  Load load = repeated(dmm_ceil_log2(s->radix), words / s->containers, words);
  load.least_words = n * (s->container_members - s->child_members) / s->members;
  return load;
}

static Load all_to_all_load(const DmmSpread *s, const DmmCollective *c) {
  double n = c->words;
  double peers = (s->container_pairs - s->child_pairs) / s->members;
  double share = dmm_partner_share(c, s->members);
  return repeated(peers * share, peers * n / s->members, peers * n);
}

/// Whether this is the highest level that the group crosses.
static bool is_highest(const DmmSpread *s) {
  return s->radix > 1 && s->containers == 1;
}

static Load chain_load(const DmmSpread *s, const DmmCollective *c) {
  double n = c->words;
  double hops = s->children - s->containers;
  Load load = repeated(hops, hops * n, hops * n);
  load.next_messages = is_highest(s) ? 1 : 0;
  load.next_serial_words = is_highest(s) ? n : 0;
  return load;
}

static Load halo_load(const DmmSpread *s, const DmmCollective *c) {
  double n = c->words;
  double slowest = is_highest(s) ? 1 : 0;
  return repeated(slowest, slowest * n, n * (s->children - s->containers));
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

typedef struct KindRow {
  const char *name;
  Load (*load)(const DmmSpread *spread, const DmmCollective *collective);
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

DmmLevelCost dmm_level_cost(const DmmLevel *level, const DmmSpread *spread,
                            const DmmCollective *collective) {
  Load load = kinds[collective->kind].load(spread, collective);
  double ns_per_word = (double)collective->element_bytes / level->gbyte_per_s;
  double calls = collective->calls, next = calls - 1;
  double messages = load.messages + next * load.next_messages;
  double serial_words = load.serial_words + next * load.next_serial_words;
  return (DmmLevelCost){
      .time_ns = messages * level->latency_ns + serial_words * ns_per_word,
      .energy_pj = calls * load.words * level->pj_per_word,
      .words = calls * load.words,
      .least_words = calls * load.least_words,
  };
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
