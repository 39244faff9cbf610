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
// collective is priced as soon as the last of its axes has its digit. Until
// then, and for the levels below, a lower bound stands for its price (see
// Machine/term.h); digits that are dearer even so than the best known ones are
// given up. A state is not priced if it lies beyond what its parent has left:
// then that is remembered, and it is tried again where more is left. That is
// why the search goes from the top down: there, digits are dear, and most are
// given up before anyone asks for the price of the levels below.
//
//===----------------------------------------------------------------------===//

#include "Machine/mapping_search.h"

#include "Machine/axis_digits.h"
#include "Machine/key_table.h"
#include "Machine/term.h"

#include <math.h>

static const DmmRank no_price = {INFINITY, INFINITY};

/// The price of a state, and the state of the children that gives it. If the
/// price is not known, it is beyond this one as a limit.
typedef struct State {
  DmmRank price;
  uint64_t below;
  bool is_known;
} State;

/// A term in a trial: what it takes at least, and how its groups lie along all
/// axes but the last.
typedef struct Head {
  DmmRank least;
  DmmSpread spread;
  DmmExtent below;
} Head;

/// The states of the containers of a level that have been looked at.
typedef struct Level {
  DmmKeyTable keys;
  State *states;                      ///< by the number of the key
  double room;                        ///< partitions in a child
  DmmRank *prices[DMM_MAX_GRID_AXES]; ///< of the collectives along that axis
                                      ///< alone, by number of the digit
  DmmRank *least[DMM_MAX_GRID_AXES];  ///< on this level and all below if there
                                      ///< were no other axis, by place
  DmmRank *shares[DMM_MAX_GRID_AXES]; ///< of the collectives along that axis
                                      ///< alone, by place
  DmmRank base;                       ///< see dmm_joint_bases
  Head *heads;                        ///< of the terms, in the current trial
} Level;

/// Prices from here on cannot win. Those that are equal in the first part, up
/// to the slack for rounding, can if the second is less.
typedef struct Limit {
  DmmRank price;
  double slack;
} Limit;

typedef struct Search {
  DmmArena *arena;
  const DmmMappingProblem *problem;
  DmmAxisDigits axes[DMM_MAX_GRID_AXES];
  DmmExtent *extents[DMM_MAX_GRID_AXES]; ///< by place
  DmmTerm *terms; ///< those along one axis first, one for each
  int nterms;
  Level levels[DMM_MAX_LEVELS];
  int64_t steps;
} Search;

//===----------------------------------------------------------------------===//
// Prices
//===----------------------------------------------------------------------===//

static bool is_less(DmmRank a, DmmRank b) {
  return dmm_rank_is_less(a, b, 1e-12);
}

static bool is_beyond(DmmRank price, const Limit *limit) {
  DmmRank at = limit->price;
  return price.first > at.first + limit->slack ||
         (price.first >= at.first && price.second >= at.second);
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

static void remember(Search *search, int level, int found, uint64_t key,
                     State state) {
  Level *at = &search->levels[level];
  if (found >= 0) {
    at->states[found] = state;
    return;
  }
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
  Limit limit;
  State best;
  double least_beyond; ///< of what is beyond the limit, in the first part
} Trial;

/// How far a trial has come: what the digits so far leave of the fan-out, what
/// a child holds along their axes, and what they cost on this level.
typedef struct Progress {
  int64_t fanout;
  double child;
  DmmRank price;
  DmmRank least;  ///< on this level and all below, in the end
  DmmRank shares; ///< in the bound for all terms below
} Progress;

static State solve(Search *search, int level, const int *places,
                   const Limit *limit);

static bool ends_at(uint32_t axes, int axis) { return axes >> axis == 1; }

/// Whether digits cannot win that cost at least this.
static bool is_hopeless(Trial *trial, DmmRank least) {
  if (!is_beyond(least, &trial->limit))
    return !is_less(least, trial->best.price);
  trial->least_beyond = fmin(trial->least_beyond, least.first);
  return true;
}

/// Whether the levels below cannot win, given what all terms take there.
static bool is_hopeless_below(Trial *trial, const Progress *progress) {
  if (trial->level == 0)
    return false;
  DmmRank base = trial->search->levels[trial->level - 1].base;
  DmmRank least = dmm_rank_sum(base, progress->shares);
  return is_hopeless(trial, dmm_rank_sum(progress->price, least));
}

/// What the levels below may cost where this one costs `price`.
static Limit limit_below(const Trial *trial, DmmRank price) {
  Limit limit = trial->limit;
  if (trial->best.is_known) {
    limit.price = trial->best.price;
    limit.slack = fmax(limit.slack, 2e-12 * limit.price.first);
  }
  limit.price.first -= price.first;
  limit.price.second -= price.second;
  return limit;
}

static void finish(Trial *trial, DmmRank price) {
  Search *search = trial->search;
  int below[DMM_MAX_GRID_AXES];
  for (int a = 0; a < search->problem->naxes; ++a)
    below[a] = trial->digits[a]->from;
  ++search->steps;
  Limit limit = limit_below(trial, price);
  State child = solve(search, trial->level - 1, below, &limit);
  price = dmm_rank_sum(price, child.price);
  if (!is_hopeless(trial, price) && child.is_known)
    trial->best = (State){price, key_of(search, below), true};
}

/// Whether children may have room for their part, if the axes from `axis` on
/// use up the fan-out. Products of doubles may be a little off.
static bool may_fit(const Trial *trial, int axis, int64_t fanout,
                    double child) {
  bool is_last = axis == trial->search->problem->naxes;
  double spread = is_last ? 1 : (double)fanout;
  double room = trial->search->levels[trial->level].room;
  return child * trial->rest[axis] <= spread * room * (1 + 1e-9);
}

static DmmRank least_alone(const Search *search, int level, int axis,
                           int place) {
  return level < 0 ? (DmmRank){0, 0} : search->levels[level].least[axis][place];
}

/// Counts a price on this level and a bound for those below instead of what was
/// known before.
static void count(Progress *progress, DmmRank price, DmmRank below,
                  DmmRank before) {
  progress->price = dmm_rank_sum(progress->price, price);
  progress->least.first += price.first + below.first - before.first;
  progress->least.second += price.second + below.second - before.second;
}

/// Counts the collectives along the axis alone.
static void count_axis(const Trial *trial, int axis, Progress *progress) {
  const Search *search = trial->search;
  const Level *level = &search->levels[trial->level];
  const DmmDigit *digit = trial->digits[axis];
  int to = trial->places[axis];
  const DmmPlace *place = &search->axes[axis].places[to];
  count(progress, level->prices[axis][place->first + (digit - place->digits)],
        least_alone(search, trial->level - 1, axis, digit->from),
        level->least[axis][to]);
  if (trial->level > 0)
    progress->shares =
        dmm_rank_sum(progress->shares, level[-1].shares[axis][digit->from]);
}

/// Where the groups of a term lie, along all axes but the last.
static void find_head(const Trial *trial, uint32_t axes, Head *head) {
  head->spread = dmm_spread_one;
  head->below = dmm_extent_one;
  for (int a = 0; axes >> a > 1; ++a) {
    if (!(axes >> a & 1))
      continue;
    const DmmDigit *digit = trial->digits[a];
    const DmmExtent *below = &trial->search->extents[a][digit->from];
    head->spread = dmm_spread_product(&head->spread, &digit->spread);
    head->below = dmm_extent_product(&head->below, below);
  }
}

/// Prepares the terms along several axes of which this is the last.
static void find_heads(const Trial *trial, int axis) {
  const Search *search = trial->search;
  for (int i = search->problem->naxes; i < search->nterms; ++i)
    if (ends_at(search->terms[i].axes, axis))
      find_head(trial, search->terms[i].axes,
                &search->levels[trial->level].heads[i]);
}

/// Counts term `i`, whose last axis this is. False if the digits so far cannot
/// win.
static bool count_term(Trial *trial, int axis, int i, Progress *progress) {
  const Search *search = trial->search;
  const DmmTerm *term = &search->terms[i];
  const Head *head = &search->levels[trial->level].heads[i];
  const DmmDigit *digit = trial->digits[axis];
  DmmExtent below =
      dmm_extent_product(&head->below, &search->extents[axis][digit->from]);
  DmmRank price = {0, 0};
  if (head->spread.radix * digit->digit > 1)
    price = dmm_term_price(term, trial->level, &head->spread, &digit->spread);
  count(progress, price, dmm_term_bound(term, trial->level - 1, &below),
        head->least);
  if (is_hopeless(trial, progress->least))
    return false;
  progress->shares = dmm_rank_sum(
      progress->shares, dmm_term_share(term, trial->level - 1, &below));
  return true;
}

/// Counts all collectives whose last axis this is. False if the digits so far
/// cannot win.
static bool count_collectives(Trial *trial, int axis, Progress *progress) {
  const Search *search = trial->search;
  count_axis(trial, axis, progress);
  if (is_hopeless(trial, progress->least))
    return false;
  for (int i = search->problem->naxes; i < search->nterms; ++i)
    if (ends_at(search->terms[i].axes, axis) &&
        !count_term(trial, axis, i, progress))
      return false;
  return true;
}

static void try_digits(Trial *trial, int axis, const Progress *progress);

/// Takes the digit for the axis if that may be better than the best one.
static void try_digit(Trial *trial, int axis, const DmmDigit *digit,
                      const Progress *before) {
  const DmmPlace *from = &trial->search->axes[axis].places[digit->from];
  double child = before->child * (double)from->placed;
  int64_t fanout = before->fanout / digit->digit;
  if (!may_fit(trial, axis + 1, fanout, child))
    return;
  Progress progress = *before;
  progress.fanout = fanout;
  progress.child = child;
  trial->digits[axis] = digit;
  if (count_collectives(trial, axis, &progress))
    try_digits(trial, axis + 1, &progress);
}

/// Tries all digits from this axis on.
static void try_digits(Trial *trial, int axis, const Progress *progress) {
  if (axis == trial->search->problem->naxes) {
    if (!is_hopeless_below(trial, progress))
      finish(trial, progress->price);
    return;
  }
  const DmmAxisDigits *all = &trial->search->axes[axis];
  const DmmPlace *place = &all->places[trial->places[axis]];
  find_heads(trial, axis);
  for (int i = 0;
       i < place->ndigits && place->digits[i].digit <= progress->fanout; ++i)
    try_digit(trial, axis, &place->digits[i], progress);
}

static DmmExtent extent_of(const Search *search, const int *places,
                           uint32_t axes) {
  DmmExtent extent = dmm_extent_one;
  for (int a = 0; axes >> a; ++a)
    if (axes >> a & 1)
      extent = dmm_extent_product(&extent, &search->extents[a][places[a]]);
  return extent;
}

/// What all collectives take at least, each for itself.
static DmmRank least_of_all(const Trial *trial) {
  const Search *search = trial->search;
  const Level *level = &search->levels[trial->level];
  DmmRank sum = {0, 0};
  for (int a = 0; a < search->problem->naxes; ++a)
    sum = dmm_rank_sum(sum, level->least[a][trial->places[a]]);
  for (int i = search->problem->naxes; i < search->nterms; ++i) {
    const DmmTerm *term = &search->terms[i];
    DmmExtent extent = extent_of(search, trial->places, term->axes);
    DmmRank least = dmm_term_bound(term, trial->level, &extent);
    level->heads[i].least = least;
    sum = dmm_rank_sum(sum, least);
  }
  return sum;
}

static void try_all_digits(Trial *trial) {
  const Search *search = trial->search;
  int naxes = search->problem->naxes;
  Progress progress = {
      .fanout = search->problem->machine->levels[trial->level].fanout,
      .child = 1,
      .least = least_of_all(trial)};
  trial->rest[naxes] = 1;
  for (int a = naxes - 1; a >= 0; --a)
    trial->rest[a] = trial->rest[a + 1] *
                     (double)search->axes[a].places[trial->places[a]].placed;
  if (may_fit(trial, 0, progress.fanout, 1) &&
      !is_hopeless(trial, progress.least))
    try_digits(trial, 0, &progress);
}

/// What has been found out by trying all digits.
static State result_of(const Trial *trial) {
  State result = trial->best;
  if (result.is_known)
    return result;
  result.price = trial->limit.price;
  if (trial->least_beyond > result.price.first + trial->limit.slack)
    result.price = (DmmRank){trial->least_beyond, 0};
  return result;
}

/// The price of a container of this level, if it is not beyond the limit. Level
/// -1 is that of partitions, which hold one participant: see may_fit.
static State solve(Search *search, int level, const int *places,
                   const Limit *limit) {
  if (level < 0)
    return (State){.is_known = true};
  uint64_t key = key_of(search, places);
  int found = dmm_key_find(&search->levels[level].keys, key);
  if (found >= 0) {
    State state = search->levels[level].states[found];
    if (state.is_known || is_beyond(state.price, limit))
      return state;
  }
  Trial trial = {.search = search,
                 .level = level,
                 .places = places,
                 .limit = *limit,
                 .best = {.price = no_price},
                 .least_beyond = INFINITY};
  try_all_digits(&trial);
  State result = result_of(&trial);
  remember(search, level, found, key, result);
  return result;
}

//===----------------------------------------------------------------------===//
// The problem and the answer
//===----------------------------------------------------------------------===//

/// Adds the term for these axes unless there is one.
static void add_term_of(Search *search, uint32_t axes) {
  for (int i = 0; i < search->nterms; ++i)
    if (search->terms[i].axes == axes)
      return;
  search->terms = dmm_arena_push(search->arena, search->terms,
                                 (size_t)search->nterms, sizeof(DmmTerm));
  search->terms[search->nterms++] =
      dmm_term(search->arena, search->problem, axes, search->axes);
}

static void add_all_terms(Search *search) {
  for (int a = 0; a < search->problem->naxes; ++a)
    add_term_of(search, (uint32_t)1 << a);
  for (int i = 0; i < search->problem->ncollectives; ++i)
    if (search->problem->collectives[i].axes)
      add_term_of(search, search->problem->collectives[i].axes);
  for (int l = 0; l < search->problem->machine->nlevels; ++l)
    search->levels[l].heads =
        dmm_arena_alloc(search->arena, (size_t)search->nterms * sizeof(Head));
}

static void add_bases(Search *search) {
  DmmRank bases[DMM_MAX_LEVELS];
  DmmTerms terms = {.problem = search->problem,
                    .terms = search->terms,
                    .nterms = search->nterms,
                    .axes = search->axes,
                    .extents = search->extents};
  dmm_joint_bases(search->arena, &terms, bases);
  for (int l = 0; l < search->problem->machine->nlevels; ++l)
    search->levels[l].base = bases[l];
}

/// Finds what containers hold at each place.
static void measure_places(Search *search, int axis) {
  const DmmAxisDigits *all = &search->axes[axis];
  DmmExtent *extents =
      dmm_arena_alloc(search->arena, (size_t)all->nplaces * sizeof *extents);
  for (int p = 0; p < all->nplaces; ++p)
    extents[p] = dmm_extent_axis(&all->places[p].digits[0].spread);
  search->extents[axis] = extents;
}

/// Prices the digits that lead to a place. Returns what the collectives along
/// that axis alone cost at least, on the level and all below.
static DmmRank price_place(Search *search, int level, int axis, int to) {
  const DmmPlace *place = &search->axes[axis].places[to];
  const DmmTerm *term = &search->terms[axis];
  int64_t fanout = search->problem->machine->levels[level].fanout;
  DmmRank least = no_price;
  for (int i = 0; i < place->ndigits && place->digits[i].digit <= fanout; ++i) {
    const DmmDigit *digit = &place->digits[i];
    if (level == 0 && digit->from != 0)
      continue;
    DmmRank price =
        dmm_term_price(term, level, &dmm_spread_one, &digit->spread);
    search->levels[level].prices[axis][place->first + i] = price;
    price =
        dmm_rank_sum(price, least_alone(search, level - 1, axis, digit->from));
    least.first = fmin(least.first, price.first);
    least.second = fmin(least.second, price.second);
  }
  return least;
}

/// Prices what depends on one axis alone.
static void price_axis(Search *search, int axis) {
  const DmmAxisDigits *all = &search->axes[axis];
  size_t places = (size_t)all->nplaces * sizeof(DmmRank);
  size_t digits = (size_t)all->ndigits * sizeof(DmmRank);
  for (int l = 0; l < search->problem->machine->nlevels; ++l) {
    Level *level = &search->levels[l];
    level->prices[axis] = dmm_arena_alloc(search->arena, digits);
    level->least[axis] = dmm_arena_alloc(search->arena, places);
    level->shares[axis] = dmm_arena_alloc(search->arena, places);
    for (int p = 0; p < all->nplaces; ++p) {
      level->least[axis][p] = price_place(search, l, axis, p);
      level->shares[axis][p] =
          dmm_term_share(&search->terms[axis], l, &search->extents[axis][p]);
    }
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
  const Limit none = {no_price, 0};
  State whole = solve(search, machine->nlevels - 1, ends, &none);
  choice->steps += search->steps;
  for (int l = 0; l < machine->nlevels; ++l)
    choice->states += search->levels[l].keys.count;
  return whole.is_known;
}

/// Lists the ways to lay out each axis; `ends`: the place of all of it. False
/// if there is none.
static bool lay_out(Search *search, bool ragged, int *ends) {
  const DmmMappingProblem *problem = search->problem;
  int64_t fanout = measure_levels(search);
  for (int a = 0; a < problem->naxes; ++a) {
    search->axes[a] =
        dmm_axis_digits(search->arena, problem->grid[a], fanout, ragged);
    ends[a] = search->axes[a].end;
    if (ends[a] < 0)
      return false;
    measure_places(search, a);
  }
  return true;
}

bool dmm_mapping_search(DmmArena *arena, const DmmMappingProblem *problem,
                        bool ragged, DmmMappingChoice *choice) {
  Search *search = dmm_arena_alloc(arena, sizeof *search);
  *search = (Search){.arena = arena, .problem = problem};
  int ends[DMM_MAX_GRID_AXES];
  choice->ragged = ragged;
  if (!lay_out(search, ragged, ends))
    return false;
  add_all_terms(search);
  for (int a = 0; a < problem->naxes; ++a)
    price_axis(search, a);
  add_bases(search);
  if (!solve_machine(search, ends, choice))
    return false;
  read_mapping(search, ends, &choice->mapping);
  choice->cost = dmm_mapping_cost(problem, &choice->mapping, NULL);
  return true;
}
