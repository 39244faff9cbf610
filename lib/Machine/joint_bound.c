//===- joint_bound.c - What terms that share room cost at least ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bound of a term is a sum over levels, where each summand depends on what
// children of that level hold. The least sum over all terms is sought for each
// level on its own, by branch and bound over what children hold of each axis.
// It never grows with that, so the best that may come of the first axes is what
// they give with the most of each other axis for which there is still room.
//
//===----------------------------------------------------------------------===//

#include "Machine/term.h"

#include <math.h>
#include <stdlib.h>

/// Choices that are tried in all. After that, the best that may come of a
/// choice is taken for what does: still a bound, and found in bounded time.
enum { MAX_TRIES = 10000 };

/// What the children of a level hold, if those up to `last` take part.
typedef struct Sharing {
  const DmmTerms *terms;
  int last, level;
  int tries;
  const DmmExtent *sorted[DMM_MAX_GRID_AXES]; ///< most members first
  const DmmExtent *chosen[DMM_MAX_GRID_AXES]; ///< of the children
  DmmRank best;
} Sharing;

static int more_members(const void *x, const void *y) {
  const DmmExtent *a = x, *b = y;
  return (a->members < b->members) - (a->members > b->members);
}

static DmmExtent chosen_extent(const Sharing *sharing, uint32_t axes) {
  DmmExtent extent = dmm_extent_one;
  for (int a = 0; axes >> a; ++a)
    if (axes >> a & 1)
      extent = dmm_extent_product(&extent, sharing->chosen[a]);
  return extent;
}

/// What the level adds where its children hold the chosen extents: what these
/// have taken, less what they would have at the prices of this level.
static DmmRank price_of_chosen(const Sharing *sharing) {
  DmmRank price = {0, 0};
  for (int i = 0; i < sharing->terms->nterms; ++i) {
    const DmmTerm *term = &sharing->terms->terms[i];
    DmmExtent extent = chosen_extent(sharing, term->axes);
    DmmRank below =
        dmm_term_potential(term, sharing->last, sharing->level - 1, &extent);
    DmmRank above =
        dmm_term_potential(term, sharing->last, sharing->level, &extent);
    price.first += below.first - above.first;
    price.second += below.second - above.second;
  }
  return price;
}

/// One member always fits.
static const DmmExtent *largest_that_fits(const DmmExtent *sorted,
                                          double room) {
  while (sorted->members > room * (1 + 1e-9))
    ++sorted;
  return sorted;
}

/// Chooses extents for the axes from this one on.
static void share(Sharing *sharing, int axis, double room) {
  int naxes = sharing->terms->problem->naxes;
  for (int a = axis; a < naxes; ++a)
    sharing->chosen[a] = largest_that_fits(sharing->sorted[a], room);
  DmmRank price = price_of_chosen(sharing), *best = &sharing->best;
  if (price.first >= best->first && price.second >= best->second)
    return;
  if (axis + 1 >= naxes || ++sharing->tries > MAX_TRIES) {
    *best = (DmmRank){fmin(price.first, best->first),
                      fmin(price.second, best->second)};
    return;
  }
  const DmmExtent *end =
      sharing->sorted[axis] + sharing->terms->axes[axis].nplaces;
  for (const DmmExtent *e = sharing->chosen[axis]; e < end; ++e) {
    sharing->chosen[axis] = e;
    share(sharing, axis + 1, room / e->members);
  }
}

static void sort_extents(DmmArena *arena, Sharing *sharing) {
  for (int a = 0; a < sharing->terms->problem->naxes; ++a) {
    size_t n = (size_t)sharing->terms->axes[a].nplaces;
    DmmExtent *sorted =
        dmm_arena_copy(arena, sharing->terms->extents[a], n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, more_members);
    sharing->sorted[a] = sorted;
  }
}

/// What makes the potential of partitions, which have taken nothing, 0.
static DmmRank price_of_all(const DmmTerms *terms, int last) {
  DmmRank price = {0, 0};
  for (int i = 0; i < terms->nterms; ++i) {
    DmmExtent one = dmm_extent_one;
    one.containers = one.pairs =
        dmm_mapping_groups(terms->problem, ~terms->terms[i].axes);
    DmmRank potential = dmm_term_potential(&terms->terms[i], last, 0, &one);
    price.first -= potential.first;
    price.second -= potential.second;
  }
  return price;
}

/// Shares and bases nearly cancel; what rounding may add to the bound.
static DmmRank price_of_rounding(const DmmTerms *terms, int level) {
  DmmRank price = {0, 0};
  for (int i = 0; i < terms->nterms; ++i) {
    double n = dmm_mapping_groups(terms->problem, ~terms->terms[i].axes);
    DmmExtent huge = {n, n, -n, n * n};
    price = dmm_rank_sum(
        price, dmm_term_potential(&terms->terms[i], level, level, &huge));
  }
  return (DmmRank){1e-13 * price.first, 1e-13 * price.second};
}

/// What is shared on a level if those up to `last` take part.
static DmmRank least_shared(Sharing *sharing, int last, int level) {
  double room = 1;
  for (int l = 0; l < level; ++l)
    room *= (double)sharing->terms->problem->machine->levels[l].fanout;
  sharing->last = last;
  sharing->level = level;
  sharing->best = (DmmRank){INFINITY, INFINITY};
  share(sharing, 0, room);
  return sharing->best;
}

/// Whether the level leaves what is shared on those below as it is.
static bool is_dearer(const DmmTerms *terms, int last) {
  for (int i = 0; i < terms->nterms; ++i)
    if (!dmm_term_is_dearer(&terms->terms[i], last))
      return false;
  return true;
}

void dmm_joint_bases(DmmArena *arena, const DmmTerms *terms, DmmRank *bases) {
  Sharing sharing = {.terms = terms};
  DmmRank shared[DMM_MAX_LEVELS];
  sort_extents(arena, &sharing);
  for (int last = 0; last < terms->problem->machine->nlevels; ++last) {
    DmmRank sum = price_of_all(terms, last);
    bool is_known = last > 0 && is_dearer(terms, last);
    for (int l = 1; l <= last; ++l) {
      if (l == last || !is_known)
        shared[l] = least_shared(&sharing, last, l);
      sum = dmm_rank_sum(sum, shared[l]);
    }
    DmmRank rounding = price_of_rounding(terms, last);
    bases[last] =
        (DmmRank){sum.first - rounding.first, sum.second - rounding.second};
  }
}
