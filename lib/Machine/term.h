//===- term.h - Prices of collectives, and what they are at least -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All collectives along the same axes are priced as one term: their costs on a
// level are linear in the same measures.
//
// What a term costs on several levels together is bounded from below without
// their digits. Most measures add up, over the levels, to something that does
// not depend on the digits, such as the hops between the members of a
// container. The room in the containers of a level limits how much of that can
// fall to the levels below, and the rest costs at least what it costs on the
// cheapest of the others.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_TERM_H
#define DMM_MACHINE_TERM_H

#include "Machine/axis_digits.h"
#include "Machine/mapping.h"
#include "Support/arena.h"
#include "Support/rank.h"

/// What the containers of a level hold of a group.
typedef struct DmmExtent {
  double members;    ///< of the fullest container
  double doublings;  ///< log2 of them
  double containers; ///< with members
  double pairs;      ///< ordered pairs, each member with itself too, that share
                     ///< a container
} DmmExtent;

/// A group of one: the product over no axes.
extern const DmmExtent dmm_extent_one;

/// The extent along an axis where containers lie as `spread` says.
DmmExtent dmm_extent_axis(const DmmSpread *spread);

/// The extent over the axes of both.
static inline DmmExtent dmm_extent_product(const DmmExtent *a,
                                           const DmmExtent *b) {
  return (DmmExtent){
      .members = a->members * b->members,
      .doublings = a->doublings + b->doublings,
      .containers = a->containers * b->containers,
      .pairs = a->pairs * b->pairs,
  };
}

typedef struct DmmTermLevel DmmTermLevel;

/// The collectives along one set of axes.
typedef struct DmmTerm {
  uint32_t axes;
  DmmTermLevel *levels; ///< rates and bounds on each
} DmmTerm;

/// The term of all collectives along the axes; digits[a]: those of grid axis a.
DmmTerm dmm_term(DmmArena *arena, const DmmMappingProblem *problem,
                 uint32_t axes, const DmmAxisDigits *digits);

/// The price on a level where the groups lie as the product of both says.
DmmRank dmm_term_price(const DmmTerm *term, int level, const DmmSpread *a,
                       const DmmSpread *b);

/// A lower bound, of either part, of the price on a level and all below, if
/// containers of the level hold the extent. Level -1 is that of partitions.
DmmRank dmm_term_bound(const DmmTerm *term, int level, const DmmExtent *extent);

//===----------------------------------------------------------------------===//
// All terms together
//===----------------------------------------------------------------------===//

// Not every term can have all the room in the containers below. A bound for all
// terms together is the sum of a base, which depends on the level alone, and of
// a share of each term, which depends on its extent.

/// The terms, and where they may lie. All belongs to the caller.
typedef struct DmmTerms {
  const DmmMappingProblem *problem;
  const DmmTerm *terms;
  int nterms;
  const DmmAxisDigits *axes;
  DmmExtent *const *extents; ///< by grid axis and place
} DmmTerms;

/// Writes the base for each level.
void dmm_joint_bases(DmmArena *arena, const DmmTerms *terms, DmmRank *bases);

/// The share if containers of the level hold the extent; none on level -1.
DmmRank dmm_term_share(const DmmTerm *term, int level, const DmmExtent *extent);

/// What containers that hold the extent have taken, up to a constant, if it has
/// grown at the least prices from `level` to `last`.
DmmRank dmm_term_potential(const DmmTerm *term, int last, int level,
                           const DmmExtent *extent);

/// Whether the level leaves the least prices of those below as they are.
bool dmm_term_is_dearer(const DmmTerm *term, int level);

#endif // DMM_MACHINE_TERM_H
