//===- term.c - Prices of collectives, and what they are at least -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/term.h"

#include <math.h>
#include <string.h>

/// Prices of what adds up over levels.
typedef struct Unit {
  DmmRank doubling; ///< of the members in a container
  DmmRank member;   ///< by which a container grows
  DmmRank hop, pair;
  DmmRank crossing;      ///< the level at all
  DmmRank last_crossing; ///< more for the highest level
} Unit;

/// What an extent takes for which the containers of a level have room, but not
/// its children: what it takes to fill the levels below, and the least prices
/// from there on.
typedef struct Bound {
  DmmRank base;
  Unit least;
} Bound;

struct DmmTermLevel {
  DmmExtent full; ///< of a group whose members fill the children
  DmmRank rates[DMM_NUM_MEASURES];
  Bound *bounds; ///< by the lowest level whose containers have room for the
                 ///< extent, up to this level
};

/// A term that is being made.
typedef struct Builder {
  DmmArena *arena;
  const DmmMappingProblem *problem;
  DmmTerm term;
  double members; ///< of a group
  double filling; ///< see measure_filling
  double moving;
} Builder;

const DmmExtent dmm_extent_one = {1, 0, 1, 1};

DmmExtent dmm_extent_axis(const DmmSpread *spread) {
  return (DmmExtent){
      .members = spread->container_members,
      .doublings = log2(spread->container_members),
      .containers = spread->containers,
      .pairs = spread->container_pairs,
  };
}

//===----------------------------------------------------------------------===//
// Prices
//===----------------------------------------------------------------------===//

static DmmRank times(double n, DmmRank price) {
  return (DmmRank){n * price.first, n * price.second};
}

static void add(DmmRank *sum, double n, DmmRank price) {
  *sum = dmm_rank_sum(*sum, times(n, price));
}

static DmmRank price_of_cost(const DmmMappingProblem *problem, double time_ns,
                             double energy_pj) {
  double first = problem->per_ns * time_ns + problem->per_pj * energy_pj;
  return (DmmRank){first, problem->per_pj > 0 ? time_ns : energy_pj};
}

static void add_rates(Builder *b, int level, const DmmCollective *collective) {
  const DmmLevel *at = &b->problem->machine->levels[level];
  DmmLevelRates rates = dmm_level_rates(at, collective, b->members);
  double pj = at->pj_per_word * dmm_mapping_groups(b->problem, b->term.axes);
  DmmRank *sums = b->term.levels[level].rates;
  for (int m = 0; m < DMM_NUM_MEASURES; ++m)
    add(&sums[m], 1,
        price_of_cost(b->problem, rates.time_ns[m], rates.words[m] * pj));
}

DmmRank dmm_term_price(const DmmTerm *term, int level, const DmmSpread *a,
                       const DmmSpread *b) {
  const DmmRank *rates = term->levels[level].rates;
  DmmSpread spread = dmm_spread_product(a, b);
  DmmMeasures measures = dmm_measures(&spread);
  double first = 0, second = 0;
  for (int m = 0; m < DMM_NUM_MEASURES; ++m) {
    first += measures.of[m] * rates[m].first;
    second += measures.of[m] * rates[m].second;
  }
  return (DmmRank){first, second};
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Partly filled containers let a level move less than one may think. Where it
/// multiplies the members of the fullest container by q, along an axis, to m,
/// at least `moving` times 1 - 1/q of all members move, and in the mean over
/// containers `filling` times m - m / q. Both hold for products over axes, with
/// the least `moving` and the product of `filling` as long as children and
/// containers hold that much of m / q and m in the mean.
static void measure_filling(Builder *b, const DmmAxisDigits *axis) {
  double filling = 1;
  for (int p = 0; p < axis->nplaces; ++p) {
    for (int i = 0; i < axis->places[p].ndigits; ++i) {
      const DmmSpread *s = &axis->places[p].digits[i].spread;
      double grown = s->container_members - s->child_members;
      double moved = s->members - s->led;
      if (!(grown > 0))
        continue;
      b->moving =
          fmin(b->moving, moved / s->members * s->container_members / grown);
      filling = fmin(filling, moved / s->containers / grown);
      filling = fmin(filling, s->led / s->containers / s->child_members);
      filling =
          fmin(filling, s->members / s->containers / s->container_members);
    }
  }
  b->filling *= filling;
}

/// 1 - 1/q is concave in log2 q, hence at least the chord up to the fan-out.
static double moved_by_doubling(const Builder *b, double fanout) {
  double share = fanout > 1 ? (1 - 1 / fanout) / log2(fanout) : 0;
  return b->moving * b->members * share;
}

static Unit unit_on_level(const Builder *b, int level) {
  const DmmRank *rates = b->term.levels[level].rates;
  double fanout = (double)b->problem->machine->levels[level].fanout;
  Unit unit = {
      .doubling = rates[DMM_MEASURE_ROUNDS],
      .member = times(b->filling, rates[DMM_MEASURE_MOVED_EACH]),
      .hop = rates[DMM_MEASURE_HOPS],
      .pair = rates[DMM_MEASURE_PAIRS],
      .crossing = rates[DMM_MEASURE_CROSSES],
      .last_crossing = rates[DMM_MEASURE_IS_HIGHEST],
  };
  add(&unit.doubling, moved_by_doubling(b, fanout), rates[DMM_MEASURE_MOVED]);
  return unit;
}

static DmmRank least_price(DmmRank a, DmmRank b) {
  return (DmmRank){fmin(a.first, b.first), fmin(a.second, b.second)};
}

static Unit least_unit(const Unit *a, const Unit *b) {
  return (Unit){
      .doubling = least_price(a->doubling, b->doubling),
      .member = least_price(a->member, b->member),
      .hop = least_price(a->hop, b->hop),
      .pair = least_price(a->pair, b->pair),
      .crossing = least_price(a->crossing, b->crossing),
      .last_crossing = least_price(a->last_crossing, b->last_crossing),
  };
}

/// What it takes to grow from one extent to another.
static DmmRank price_of_growth(const Unit *unit, const DmmExtent *from,
                               const DmmExtent *to) {
  DmmRank price = {0, 0};
  add(&price, to->doublings - from->doublings, unit->doubling);
  add(&price, to->members - from->members, unit->member);
  add(&price, from->containers - to->containers, unit->hop);
  add(&price, to->pairs - from->pairs, unit->pair);
  return price;
}

/// The extent of a group that fills children.
static DmmExtent full_extent(double members, double room) {
  return (DmmExtent){.members = room,
                     .doublings = log2(room),
                     .containers = members / room,
                     .pairs = members * room};
}

/// The bounds on the levels up to this one. Units are as cheap, on each, as on
/// the cheapest from there on; that is never more than further up. It is best,
/// then, to fill the levels below.
static void add_bounds(Builder *b, int level) {
  const DmmTermLevel *levels = b->term.levels;
  Bound *bounds =
      dmm_arena_alloc(b->arena, (size_t)(level + 1) * sizeof *bounds);
  b->term.levels[level].bounds = bounds;
  for (int l = level; l >= 0; --l) {
    Unit unit = unit_on_level(b, l);
    bounds[l].least =
        l < level ? least_unit(&unit, &bounds[l + 1].least) : unit;
  }
  for (int l = 0; l < level; ++l)
    bounds[l + 1].base = dmm_rank_sum(
        bounds[l].base, price_of_growth(&bounds[l].least, &levels[l].full,
                                        &levels[l + 1].full));
}

/// What it takes that the extent has members in several children.
static DmmRank price_of_crossing(const Unit *unit, const DmmExtent *extent) {
  return extent->containers == 1
             ? dmm_rank_sum(unit->crossing, unit->last_crossing)
             : unit->crossing;
}

DmmRank dmm_term_potential(const DmmTerm *term, int last, int level,
                           const DmmExtent *extent) {
  static const DmmExtent none = {0, 0, 0, 0};
  const Bound *bound = &term->levels[last].bounds[level];
  return price_of_growth(&bound->least, &none, extent);
}

bool dmm_term_is_dearer(const DmmTerm *term, int level) {
  const Unit *above = &term->levels[level].bounds[level].least;
  const Unit *below = &term->levels[level - 1].bounds[level - 1].least;
  Unit least = least_unit(above, below);
  return !memcmp(&least, below, sizeof least);
}

/// The bound of an extent that is not in one child of each container; null if
/// it is one partition.
static const Bound *bound_of(const DmmTerm *term, int level,
                             const DmmExtent *extent) {
  int l = level;
  while (l >= 0 && term->levels[l].full.members >= extent->members)
    --l;
  return l < 0 ? NULL : &term->levels[level].bounds[l];
}

DmmRank dmm_term_bound(const DmmTerm *term, int level,
                       const DmmExtent *extent) {
  const Bound *bound = bound_of(term, level, extent);
  if (!bound)
    return (DmmRank){0, 0};
  const DmmTermLevel *from = &term->levels[bound - term->levels[level].bounds];
  DmmRank growth = price_of_growth(&bound->least, &from->full, extent);
  return dmm_rank_sum(dmm_rank_sum(bound->base, growth),
                      price_of_crossing(&bound->least, extent));
}

DmmRank dmm_term_share(const DmmTerm *term, int level,
                       const DmmExtent *extent) {
  if (level < 0)
    return (DmmRank){0, 0};
  const Bound *bound = bound_of(term, level, extent);
  DmmRank potential = dmm_term_potential(term, level, level, extent);
  return bound
             ? dmm_rank_sum(potential, price_of_crossing(&bound->least, extent))
             : potential;
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

static void add_level(Builder *b, int level) {
  for (int i = 0; i < b->problem->ncollectives; ++i)
    if (b->problem->collectives[i].axes == b->term.axes)
      add_rates(b, level, &b->problem->collectives[i]);
  add_bounds(b, level);
}

DmmTerm dmm_term(DmmArena *arena, const DmmMappingProblem *problem,
                 uint32_t axes, const DmmAxisDigits *digits) {
  int nlevels = problem->machine->nlevels;
  Builder b = {.arena = arena,
               .problem = problem,
               .term = {.axes = axes},
               .members = dmm_mapping_groups(problem, ~axes),
               .filling = 1,
               .moving = 1};
  for (int a = 0; axes >> a; ++a)
    if (axes >> a & 1)
      measure_filling(&b, &digits[a]);
  b.term.levels =
      dmm_arena_alloc(arena, (size_t)nlevels * sizeof *b.term.levels);
  double room = 1;
  for (int l = 0; l < nlevels; ++l) {
    b.term.levels[l].full = full_extent(b.members, room);
    add_level(&b, l);
    room *= (double)problem->machine->levels[l].fanout;
  }
  return b.term;
}
