//===- mapping_search.c - The mapping of least cost ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming, level by level. What a level costs depends on what its
// children and its containers hold of each axis, and on nothing else. A state
// is therefore a place for each axis (see DmmPlace), what a container holds;
// its price, that of the best digits for the container's level and all below,
// is computed once.
//
// The digits of a state are tried axis by axis, the smallest first. A
// collective is priced as soon as the last of its axes has its digit, and
// digits that are dearer already than the best known ones are given up. That is
// why the search goes from the top down: there, digits are dear, and most are
// given up before anyone asks for the price of the levels below.
//
//===----------------------------------------------------------------------===//

#include "Machine/mapping_search.h"

#include "Machine/axis_digits.h"
#include "Machine/key_table.h"

#include <math.h>

/// What is minimised first, and what decides where that is equal.
typedef struct Price {
  double first, second;
} Price;

static const Price no_price = {INFINITY, INFINITY};

/// The price of a state, and the state of the children that gives it.
typedef struct State {
  Price price;
  uint64_t below;
} State;

/// The states of the containers of a level that have been priced.
typedef struct Level {
  DmmKeyTable keys;
  State *states; ///< by the number of the key
  double room;   ///< partitions in a child
} Level;

/// The collectives along one set of axes.
typedef struct Term {
  uint32_t axes;
  double groups;
  DmmCollective *collectives;
  int ncollectives;
} Term;

typedef struct Search {
  DmmArena *arena;
  const DmmMappingProblem *problem;
  DmmAxisDigits axes[DMM_MAX_GRID_AXES];
  Term *terms;
  int nterms;
  Level levels[DMM_MAX_LEVELS];
  int64_t steps;
} Search;

//===----------------------------------------------------------------------===//
// Prices
//===----------------------------------------------------------------------===//

static bool is_clearly_less(double a, double b) {
  return a < b && (isinf(b) || b - a > 1e-12 * b);
}

static bool is_less(Price a, Price b) {
  if (is_clearly_less(a.first, b.first))
    return true;
  return !is_clearly_less(b.first, a.first) &&
         is_clearly_less(a.second, b.second);
}

static Price sum_of(Price a, Price b) {
  return (Price){a.first + b.first, a.second + b.second};
}

static Price price_of_cost(const DmmMappingProblem *problem, double time_ns,
                           double energy_pj) {
  double first = problem->per_ns * time_ns + problem->per_pj * energy_pj;
  return (Price){first, problem->per_pj > 0 ? time_ns : energy_pj};
}

static Price price_of_term(const Search *search, int level, const Term *term,
                           const DmmSpread *spread) {
  DmmLevelCost sum = {0};
  for (int i = 0; i < term->ncollectives; ++i) {
    DmmLevelCost cost = dmm_level_cost(&search->problem->machine->levels[level],
                                       spread, &term->collectives[i]);
    dmm_level_cost_add(&sum, &cost);
  }
  return price_of_cost(search->problem, sum.time_ns,
                       sum.energy_pj * term->groups);
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// The state with these places as a number, and back.
static uint64_t key_of(const Search *search, const int *places) {
  uint64_t key = 0;
  for (int a = 0; a < search->problem->naxes; ++a)
    key = key * (uint64_t)search->axes[a].nplaces + (uint64_t)places[a];
  return key;
}

static void places_of(const Search *search, uint64_t key, int *places) {
  for (int a = search->problem->naxes - 1; a >= 0; --a) {
    uint64_t nplaces = (uint64_t)search->axes[a].nplaces;
    places[a] = (int)(key % nplaces);
    key /= nplaces;
  }
}

static void remember(Search *search, int level, uint64_t key, State state) {
  Level *at = &search->levels[level];
  at->states = dmm_arena_push(search->arena, at->states, (size_t)at->keys.count,
                              sizeof *at->states);
  at->states[at->keys.count] = state;
  dmm_key_add(search->arena, &at->keys, key);
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// The digits of one state that are being tried, and the best so far.
typedef struct Trial {
  Search *search;
  int level;
  const int *places;
  double rest[DMM_MAX_GRID_AXES + 1]; ///< partitions that a container holds,
                                      ///< along all axes from each one on
  const DmmDigit *digits[DMM_MAX_GRID_AXES];
  State best;
} Trial;

/// How far a trial has come: what the digits so far leave of the fan-out, what
/// a child holds along their axes, and what they cost.
typedef struct Progress {
  int64_t fanout;
  double child;
  Price price;
} Progress;

static Price solve(Search *search, int level, const int *places);

static bool ends_at(uint32_t axes, int axis) { return axes >> axis == 1; }

/// How the groups along the axes, at least one, lie in the container.
static DmmSpread spread_of(const Trial *trial, uint32_t axes) {
  int a = __builtin_ctz(axes);
  DmmSpread spread = trial->digits[a]->spread;
  while (axes >> ++a)
    if (axes >> a & 1)
      spread = dmm_spread_product(&spread, &trial->digits[a]->spread);
  return spread;
}

static int64_t radix_of(const Trial *trial, uint32_t axes) {
  int64_t radix = 1;
  for (int a = 0; axes >> a; ++a)
    radix *= axes >> a & 1 ? trial->digits[a]->digit : 1;
  return radix;
}

/// The price of the collectives whose last axis is this one.
static Price price_of_axis(const Trial *trial, int axis) {
  Price price = {0, 0};
  for (int i = 0; i < trial->search->nterms; ++i) {
    const Term *term = &trial->search->terms[i];
    if (!ends_at(term->axes, axis) || radix_of(trial, term->axes) == 1)
      continue;
    DmmSpread spread = spread_of(trial, term->axes);
    price = sum_of(price,
                   price_of_term(trial->search, trial->level, term, &spread));
  }
  return price;
}

static void finish(Trial *trial, Price price) {
  Search *search = trial->search;
  int below[DMM_MAX_GRID_AXES];
  for (int a = 0; a < search->problem->naxes; ++a)
    below[a] = trial->digits[a]->from;
  ++search->steps;
  price = sum_of(price, solve(search, trial->level - 1, below));
  if (is_less(price, trial->best.price))
    trial->best = (State){price, key_of(search, below)};
}

/// Whether children may have room for their part, if the axes from `axis` on
/// use up the fan-out. Products of doubles may be a little off.
static bool may_fit(const Trial *trial, int axis, const Progress *progress) {
  bool is_last = axis == trial->search->problem->naxes;
  double spread = is_last ? 1 : (double)progress->fanout;
  double room = trial->search->levels[trial->level].room;
  return progress->child * trial->rest[axis] <= spread * room * (1 + 1e-9);
}

static void try_digits(Trial *trial, int axis, const Progress *progress);

/// Takes the digit for the axis if that may be better than the best one.
static void try_digit(Trial *trial, int axis, const DmmDigit *digit,
                      Progress progress) {
  const DmmAxisDigits *all = &trial->search->axes[axis];
  progress.fanout /= digit->digit;
  progress.child *= (double)all->places[digit->from].placed;
  if (!may_fit(trial, axis + 1, &progress))
    return;
  trial->digits[axis] = digit;
  progress.price = sum_of(progress.price, price_of_axis(trial, axis));
  if (!is_clearly_less(trial->best.price.first, progress.price.first))
    try_digits(trial, axis + 1, &progress);
}

/// Tries all digits from this axis on.
static void try_digits(Trial *trial, int axis, const Progress *progress) {
  if (axis == trial->search->problem->naxes) {
    finish(trial, progress->price);
    return;
  }
  const DmmAxisDigits *all = &trial->search->axes[axis];
  const DmmPlace *place = &all->places[trial->places[axis]];
  for (int i = 0;
       i < place->ndigits && place->digits[i].digit <= progress->fanout; ++i)
    try_digit(trial, axis, &place->digits[i], *progress);
}

static void try_all_digits(Trial *trial) {
  const Search *search = trial->search;
  int naxes = search->problem->naxes;
  Progress progress = {
      search->problem->machine->levels[trial->level].fanout, 1, {0, 0}};
  trial->rest[naxes] = 1;
  for (int a = naxes - 1; a >= 0; --a)
    trial->rest[a] = trial->rest[a + 1] *
                     (double)search->axes[a].places[trial->places[a]].placed;
  if (may_fit(trial, 0, &progress))
    try_digits(trial, 0, &progress);
}

/// The price of a container of this level; no_price if nothing fits. Level -1
/// is that of partitions, which hold one participant: see may_fit.
static Price solve(Search *search, int level, const int *places) {
  if (level < 0)
    return (Price){0, 0};
  uint64_t key = key_of(search, places);
  int found = dmm_key_find(&search->levels[level].keys, key);
  if (found >= 0)
    return search->levels[level].states[found].price;
  Trial trial = {.search = search,
                 .level = level,
                 .places = places,
                 .best = {.price = no_price}};
  try_all_digits(&trial);
  remember(search, level, key, trial.best);
  return trial.best.price;
}

//===----------------------------------------------------------------------===//
// The problem and the answer
//===----------------------------------------------------------------------===//

/// The term for these axes, which is new if there is none yet.
static Term *term_of(Search *search, uint32_t axes) {
  for (int i = 0; i < search->nterms; ++i)
    if (search->terms[i].axes == axes)
      return &search->terms[i];
  search->terms = dmm_arena_push(search->arena, search->terms,
                                 (size_t)search->nterms, sizeof(Term));
  Term *term = &search->terms[search->nterms++];
  *term =
      (Term){.axes = axes, .groups = dmm_mapping_groups(search->problem, axes)};
  return term;
}

static void add_terms(Search *search) {
  for (int i = 0; i < search->problem->ncollectives; ++i) {
    const DmmCollective *collective = &search->problem->collectives[i];
    Term *term = term_of(search, collective->axes);
    term->collectives =
        dmm_arena_push(search->arena, term->collectives,
                       (size_t)term->ncollectives, sizeof *collective);
    term->collectives[term->ncollectives++] = *collective;
  }
}

/// Computes the room in each level's children; returns the largest fan-out.
static int64_t measure_levels(Search *search) {
  const DmmMachine *machine = search->problem->machine;
  int64_t largest = 1;
  double room = 1;
  for (int l = 0; l < machine->nlevels; ++l) {
    int64_t fanout = machine->levels[l].fanout;
    search->levels[l].room = room;
    room *= (double)fanout;
    largest = fanout > largest ? fanout : largest;
  }
  return largest;
}

/// The digit that leads from the place `from`.
static int64_t digit_from(const DmmPlace *to, int from) {
  int i = 0;
  while (to->digits[i].from != from)
    ++i;
  return to->digits[i].digit;
}

static void read_mapping(const Search *search, int *places,
                         DmmMapping *mapping) {
  int below[DMM_MAX_GRID_AXES];
  for (int l = search->problem->machine->nlevels - 1; l >= 0; --l) {
    const Level *level = &search->levels[l];
    int state = dmm_key_find(&level->keys, key_of(search, places));
    places_of(search, level->states[state].below, below);
    for (int a = 0; a < search->problem->naxes; ++a) {
      const DmmPlace *to = &search->axes[a].places[places[a]];
      mapping->digits[l][a] = digit_from(to, below[a]);
      places[a] = below[a];
    }
  }
}

/// Prices the whole machine, which holds the places `ends`. False if the grid
/// does not fit.
static bool solve_machine(Search *search, const int *ends,
                          DmmMappingChoice *choice) {
  const DmmMachine *machine = search->problem->machine;
  for (int a = 0; a < search->problem->naxes; ++a)
    if (ends[a] < 0)
      return false;
  Price price = solve(search, machine->nlevels - 1, ends);
  choice->steps += search->steps;
  for (int l = 0; l < machine->nlevels; ++l)
    choice->states += search->levels[l].keys.count;
  return !isinf(price.first);
}

bool dmm_mapping_search(DmmArena *arena, const DmmMappingProblem *problem,
                        bool ragged, DmmMappingChoice *choice) {
  Search *search = dmm_arena_alloc(arena, sizeof *search);
  *search = (Search){.arena = arena, .problem = problem};
  int64_t fanout = measure_levels(search);
  int ends[DMM_MAX_GRID_AXES];
  for (int a = 0; a < problem->naxes; ++a) {
    search->axes[a] = dmm_axis_digits(arena, problem->grid[a], fanout, ragged);
    ends[a] = search->axes[a].end;
  }
  add_terms(search);
  choice->ragged = ragged;
  if (!solve_machine(search, ends, choice))
    return false;
  read_mapping(search, ends, &choice->mapping);
  choice->cost = dmm_mapping_cost(problem, &choice->mapping, NULL);
  return true;
}
