//===- mapping_states.c - The best digits of a container -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/mapping_states.h"

#include <math.h>
#include <string.h>

static const DmmRank no_price = {INFINITY, INFINITY};

//===----------------------------------------------------------------------===//
// Prices
//===----------------------------------------------------------------------===//

static bool is_less(DmmRank a, DmmRank b) {
  return dmm_rank_is_less(a, b, 1e-12);
}

static bool is_beyond(DmmRank price, const DmmSearchLimit *limit) {
  DmmRank at = limit->price;
  return price.first > at.first + limit->slack ||
         (price.first >= at.first && price.second >= at.second);
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// The state with these places as a number, and back.
static uint64_t key_of(const DmmSearch *search, const int *places) {
  uint64_t key = 0;
  for (int a = 0; a < search->problem->naxes; ++a)
    key = key * (uint64_t)search->axes[a].nplaces + (uint64_t)places[a];
  return key;
}

static void places_of(const DmmSearch *search, uint64_t key, int *places) {
  for (int a = search->problem->naxes - 1; a >= 0; --a) {
    uint64_t nplaces = (uint64_t)search->axes[a].nplaces;
    places[a] = (int)(key % nplaces);
    key /= nplaces;
  }
}

static void remember(DmmSearch *search, int level, int found, uint64_t key,
                     DmmSearchState state) {
  DmmSearchLevel *at = &search->levels[level];
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
  DmmSearch *search;
  int level;
  const int *places;
  double rest[DMM_MAX_GRID_AXES + 1]; ///< partitions that a container holds,
                                      ///< along all axes from each one on
  const DmmDigit *digits[DMM_MAX_GRID_AXES];
  DmmSearchLimit limit;
  DmmSearchState best;
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

static DmmSearchState solve(DmmSearch *search, int level, const int *places,
                            const DmmSearchLimit *limit);

/// Work, roughly in nanoseconds.
enum { WORK_OF_DIGIT = 10, WORK_OF_TERM = 75, WORK_OF_STATE = 500 };

static bool ends_at(uint32_t axes, int axis) { return axes >> axis == 1; }

/// Whether digits of this price do not win.
static bool is_worse(Trial *trial, DmmRank price) {
  if (!is_beyond(price, &trial->limit))
    return !is_less(price, trial->best.price);
  trial->least_beyond = fmin(trial->least_beyond, price.first);
  return true;
}

/// Whether digits that cost at least this are given up.
static bool is_hopeless(Trial *trial, DmmRank least) {
  least.first *= trial->search->effort.factor;
  return is_worse(trial, least);
}

bool dmm_search_is_cut(const DmmSearch *search) {
  return search->work > search->effort.most_work;
}

/// Whether no more digits are to be tried, since there has been work enough.
static bool is_tired(const Trial *trial) {
  if (!dmm_search_is_cut(trial->search))
    return false;
  return !trial->search->effort.must_find || trial->best.is_known ||
         trial->limit.price.first < INFINITY;
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
static DmmSearchLimit limit_below(const Trial *trial, DmmRank price) {
  DmmSearchLimit limit = trial->limit;
  if (trial->best.is_known) {
    limit.price = trial->best.price;
    limit.slack = fmax(limit.slack, 2e-12 * limit.price.first);
  }
  limit.price.first -= price.first;
  limit.price.second -= price.second;
  return limit;
}

static void finish(Trial *trial, DmmRank price) {
  DmmSearch *search = trial->search;
  int below[DMM_MAX_GRID_AXES];
  for (int a = 0; a < search->problem->naxes; ++a)
    below[a] = trial->digits[a]->from;
  ++search->steps;
  DmmSearchLimit limit = limit_below(trial, price);
  DmmSearchState child = solve(search, trial->level - 1, below, &limit);
  price = dmm_rank_sum(price, child.price);
  if (!is_worse(trial, price) && child.is_known)
    trial->best = (DmmSearchState){price, key_of(search, below), true};
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
  const DmmSearch *search = trial->search;
  const DmmSearchLevel *level = &search->levels[trial->level];
  const DmmDigit *digit = trial->digits[axis];
  int to = trial->places[axis];
  const DmmPlace *place = &search->axes[axis].places[to];
  count(progress, level->prices[axis][place->first + (digit - place->digits)],
        dmm_least_alone(search, trial->level - 1, axis, digit->from),
        level->least[axis][to]);
  if (trial->level > 0)
    progress->shares =
        dmm_rank_sum(progress->shares, level[-1].shares[axis][digit->from]);
}

/// Where the groups of a term lie, along all axes but the last.
static void find_head(const Trial *trial, uint32_t axes, DmmSearchHead *head) {
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
  const DmmSearch *search = trial->search;
  for (int i = search->problem->naxes; i < search->nterms; ++i)
    if (ends_at(search->terms[i].axes, axis))
      find_head(trial, search->terms[i].axes,
                &search->levels[trial->level].heads[i]);
}

/// Counts term `i`, whose last axis this is. False if the digits so far cannot
/// win.
static bool count_term(Trial *trial, int axis, int i, Progress *progress) {
  DmmSearch *search = trial->search;
  const DmmTerm *term = &search->terms[i];
  const DmmSearchHead *head = &search->levels[trial->level].heads[i];
  const DmmDigit *digit = trial->digits[axis];
  DmmExtent below =
      dmm_extent_product(&head->below, &search->extents[axis][digit->from]);
  DmmRank price = {0, 0};
  search->work += WORK_OF_TERM;
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
  const DmmSearch *search = trial->search;
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
  trial->search->work += WORK_OF_DIGIT;
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
       i < place->ndigits && place->digits[i].digit <= progress->fanout &&
       !is_tired(trial);
       ++i)
    try_digit(trial, axis, &place->digits[i], progress);
}

static DmmExtent extent_of(const DmmSearch *search, const int *places,
                           uint32_t axes) {
  DmmExtent extent = dmm_extent_one;
  for (int a = 0; axes >> a; ++a)
    if (axes >> a & 1)
      extent = dmm_extent_product(&extent, &search->extents[a][places[a]]);
  return extent;
}

/// What all collectives take at least, each for itself.
static DmmRank least_of_all(const Trial *trial) {
  const DmmSearch *search = trial->search;
  const DmmSearchLevel *level = &search->levels[trial->level];
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
  const DmmSearch *search = trial->search;
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
static DmmSearchState result_of(const Trial *trial) {
  DmmSearchState result = trial->best;
  if (result.is_known)
    return result;
  result.price = trial->limit.price;
  if (trial->least_beyond > result.price.first + trial->limit.slack)
    result.price = (DmmRank){trial->least_beyond, 0};
  return result;
}

/// The price of a container of this level, if it is not beyond the limit. Level
/// -1 is that of partitions, which hold one participant: see may_fit.
static DmmSearchState solve(DmmSearch *search, int level, const int *places,
                            const DmmSearchLimit *limit) {
  if (level < 0)
    return (DmmSearchState){.is_known = true};
  uint64_t key = key_of(search, places);
  int found = dmm_key_find(&search->levels[level].keys, key);
  if (found >= 0) {
    DmmSearchState state = search->levels[level].states[found];
    if (state.is_known || is_beyond(state.price, limit))
      return state;
  }
  Trial trial = {.search = search,
                 .level = level,
                 .places = places,
                 .limit = *limit,
                 .best = {.price = no_price},
                 .least_beyond = INFINITY};
  search->work += WORK_OF_STATE;
  try_all_digits(&trial);
  DmmSearchState result = result_of(&trial);
  remember(search, level, found, key, result);
  return result;
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

double dmm_search_least(DmmSearch *search, const int *ends) {
  Trial trial = {.search = search,
                 .level = search->problem->machine->nlevels - 1,
                 .places = ends};
  return least_of_all(&trial).first;
}

DmmSearchState dmm_search_pass(DmmSearch *search, const int *ends,
                               DmmRank limit, const DmmSearchEffort *effort) {
  int nlevels = search->problem->machine->nlevels;
  for (int l = 0; l < nlevels; ++l) {
    search->levels[l].keys = (DmmKeyTable){0};
    search->levels[l].states = NULL;
  }
  search->effort = *effort;
  search->work = 0;
  const DmmSearchLimit below = {limit, 0};
  return solve(search, nlevels - 1, ends, &below);
}

/// The digit that leads from the place `from`.
static int64_t digit_from(const DmmPlace *to, int from) {
  int i = 0;
  while (to->digits[i].from != from)
    ++i;
  return to->digits[i].digit;
}

DmmMapping dmm_search_mapping(const DmmSearch *search, const int *ends) {
  DmmMapping mapping = {0};
  int places[DMM_MAX_GRID_AXES], below[DMM_MAX_GRID_AXES];
  memcpy(places, ends, (size_t)search->problem->naxes * sizeof *ends);
  for (int l = search->problem->machine->nlevels - 1; l >= 0; --l) {
    const DmmSearchLevel *level = &search->levels[l];
    int state = dmm_key_find(&level->keys, key_of(search, places));
    places_of(search, level->states[state].below, below);
    for (int a = 0; a < search->problem->naxes; ++a) {
      const DmmPlace *to = &search->axes[a].places[places[a]];
      mapping.digits[l][a] = digit_from(to, below[a]);
      places[a] = below[a];
    }
  }
  return mapping;
}
