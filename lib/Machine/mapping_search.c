//===- mapping_search.c - The mapping of least cost ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming, level by level: see Machine/mapping_states.h. Most
// problems are solved in one pass. For those that are not, since the number of
// digits to try has no useful bound, further passes look for less than the best
// with what work is left, and the choice says how near to the best it is.
//
//===----------------------------------------------------------------------===//

#include "Machine/mapping_search.h"

#include "Machine/mapping_states.h"

#include <math.h>

static const DmmRank no_price = {INFINITY, INFINITY};

//===----------------------------------------------------------------------===//
// What depends on one axis or one term alone
//===----------------------------------------------------------------------===//

/// Adds the term for these axes unless there is one.
static void add_term_of(DmmSearch *search, uint32_t axes) {
  for (int i = 0; i < search->nterms; ++i)
    if (search->terms[i].axes == axes)
      return;
  search->terms = dmm_arena_push(search->arena, search->terms,
                                 (size_t)search->nterms, sizeof(DmmTerm));
  search->terms[search->nterms++] =
      dmm_term(search->arena, search->problem, axes, search->axes);
}

static void add_all_terms(DmmSearch *search) {
  for (int a = 0; a < search->problem->naxes; ++a)
    add_term_of(search, (uint32_t)1 << a);
  for (int i = 0; i < search->problem->ncollectives; ++i)
    if (search->problem->collectives[i].axes)
      add_term_of(search, search->problem->collectives[i].axes);
  for (int l = 0; l < search->problem->machine->nlevels; ++l)
    search->levels[l].heads = dmm_arena_alloc(
        search->arena, (size_t)search->nterms * sizeof(DmmSearchHead));
}

static void add_bases(DmmSearch *search) {
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
static void measure_places(DmmSearch *search, int axis) {
  const DmmAxisDigits *all = &search->axes[axis];
  DmmExtent *extents =
      dmm_arena_alloc(search->arena, (size_t)all->nplaces * sizeof *extents);
  for (int p = 0; p < all->nplaces; ++p)
    extents[p] = dmm_extent_axis(&all->places[p].digits[0].spread);
  search->extents[axis] = extents;
}

/// Prices the digits that lead to a place. Returns what the collectives along
/// that axis alone cost at least, on the level and all below.
static DmmRank price_place(DmmSearch *search, int level, int axis, int to) {
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
    price = dmm_rank_sum(price,
                         dmm_least_alone(search, level - 1, axis, digit->from));
    least.first = fmin(least.first, price.first);
    least.second = fmin(least.second, price.second);
  }
  return least;
}

/// Prices what depends on one axis alone.
static void price_axis(DmmSearch *search, int axis) {
  const DmmAxisDigits *all = &search->axes[axis];
  size_t places = (size_t)all->nplaces * sizeof(DmmRank);
  size_t digits = (size_t)all->ndigits * sizeof(DmmRank);
  for (int l = 0; l < search->problem->machine->nlevels; ++l) {
    DmmSearchLevel *level = &search->levels[l];
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

/// Computes the room in each level's children.
static void measure_levels(DmmSearch *search) {
  const DmmMachine *machine = search->problem->machine;
  double room = 1;
  for (int l = 0; l < machine->nlevels; ++l) {
    search->levels[l].room = room;
    room *= (double)machine->levels[l].fanout;
  }
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// What has been found so far.
typedef struct Answer {
  DmmRank price;
  bool is_known;
  bool is_final; ///< it is the least price, or there is no mapping
} Answer;

static void count_states(const DmmSearch *search, DmmMappingChoice *choice) {
  for (int l = 0; l < search->problem->machine->nlevels; ++l)
    choice->states += search->levels[l].keys.count;
}

/// Looks for a better mapping than there is. False if not all was looked at.
static bool run_pass(DmmSearch *search, const int *ends,
                     const DmmSearchEffort *effort, Answer *answer,
                     DmmMappingChoice *choice) {
  DmmSearchState whole = dmm_search_pass(search, ends, answer->price, effort);
  bool is_whole = !dmm_search_is_cut(search);
  count_states(search, choice);
  if (whole.is_known) {
    answer->price = whole.price;
    answer->is_known = true;
    choice->mapping = dmm_search_mapping(search, ends);
  }
  if (is_whole)
    choice->factor = fmin(choice->factor, effort->factor);
  answer->is_final =
      answer->is_known ? choice->factor == 1 : is_whole || effort->must_find;
  return is_whole;
}

/// Finds a mapping if there is any, and how near to the best it is: roughly, or
/// more roughly yet if even that is too much; then better with all the work
/// that is left.
static void run_rough_passes(DmmSearch *search, const int *ends, int64_t work,
                             Answer *answer, DmmMappingChoice *choice) {
  double excess = 2;
  bool was_whole = false;
  for (int pass = 0; pass < 8 && !answer->is_final; ++pass) {
    DmmSearchEffort effort = {1 + excess, was_whole ? work : work / 4,
                              !answer->is_known};
    bool is_whole = run_pass(search, ends, &effort, answer, choice);
    if (was_whole && !is_whole)
      return;
    was_whole = is_whole;
    excess *= is_whole ? 0.25 : 4;
    work -= search->work < work ? search->work : work;
  }
}

/// Looks for the best mapping with most of the work. That is enough for most
/// problems. False if the grid does not fit.
static bool run_passes(DmmSearch *search, const int *ends, int64_t work,
                       DmmMappingChoice *choice) {
  Answer answer = {.price = no_price};
  DmmSearchEffort effort = {1, work / 5 * 4, false};
  choice->factor = INFINITY;
  run_pass(search, ends, &effort, &answer, choice);
  if (!answer.is_final)
    run_rough_passes(search, ends, work / 5, &answer, choice);
  choice->steps += search->steps;
  double least = dmm_search_least(search, ends);
  choice->factor = fmax(1, fmin(choice->factor, answer.price.first / least));
  return answer.is_known;
}

//===----------------------------------------------------------------------===//
// The problem and the answer
//===----------------------------------------------------------------------===//

/// Lists the ways to lay out each axis; `ends`: the place of all of it. False
/// if there is none.
static bool lay_out(DmmSearch *search, DmmDigitKind kind, int *ends) {
  const DmmMappingProblem *problem = search->problem;
  measure_levels(search);
  for (int a = 0; a < problem->naxes; ++a) {
    search->axes[a] = dmm_axis_digits(search->arena, problem->machine,
                                      problem->grid[a], kind);
    ends[a] = search->axes[a].end;
    if (ends[a] < 0)
      return false;
    measure_places(search, a);
  }
  return true;
}

bool dmm_mapping_search(DmmArena *arena, const DmmMappingProblem *problem,
                        DmmDigitKind kind, int64_t work,
                        DmmMappingChoice *choice) {
  DmmSearch *search = dmm_arena_alloc(arena, sizeof *search);
  *search = (DmmSearch){.arena = arena, .problem = problem};
  int ends[DMM_MAX_GRID_AXES];
  choice->ragged = kind != DMM_DIGITS_EVEN;
  if (!lay_out(search, kind, ends))
    return false;
  add_all_terms(search);
  for (int a = 0; a < problem->naxes; ++a)
    price_axis(search, a);
  add_bases(search);
  if (!run_passes(search, ends, work, choice))
    return false;
  choice->cost = dmm_mapping_cost(problem, &choice->mapping, NULL);
  return true;
}
