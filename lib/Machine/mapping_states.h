//===- mapping_states.h - The best digits of a container -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the search for a mapping that tries digits. What a level costs
// depends on what its children and its containers hold of each axis, and on
// nothing else. A state is therefore a place for each axis (see DmmPlace), what
// a container holds; its price, that of the best digits for the container's
// level and all below, is computed once in a pass.
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
// A pass may be content with less than the best. Where lower bounds count
// `factor` times, whatever is given up costs at least 1 / factor of the best
// that is known then; by induction over the levels the answer costs at most
// factor times the least.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_MAPPING_STATES_H
#define DMM_MACHINE_MAPPING_STATES_H

#include "Machine/key_table.h"
#include "Machine/term.h"

/// The price of a state, and the state of the children that gives it. If the
/// price is not known, it is beyond this one as a limit.
typedef struct DmmSearchState {
  DmmRank price;
  uint64_t below;
  bool is_known;
} DmmSearchState;

/// A term in a trial: what it takes at least, and how its groups lie along all
/// axes but the last.
typedef struct DmmSearchHead {
  DmmRank least;
  DmmSpread spread;
  DmmExtent below;
} DmmSearchHead;

/// What a search knows of a level, and the states of its containers that have
/// been looked at.
typedef struct DmmSearchLevel {
  DmmKeyTable keys;
  DmmSearchState *states;             ///< by the number of the key
  double room;                        ///< partitions in a child
  DmmRank *prices[DMM_MAX_GRID_AXES]; ///< of the collectives along that axis
                                      ///< alone, by number of the digit
  DmmRank *least[DMM_MAX_GRID_AXES];  ///< on this level and all below if there
                                      ///< were no other axis, by place
  DmmRank *shares[DMM_MAX_GRID_AXES]; ///< of the collectives along that axis
                                      ///< alone, by place
  DmmRank base;                       ///< see dmm_joint_bases
  DmmSearchHead *heads;               ///< of the terms, in the current trial
} DmmSearchLevel;

/// Prices from here on cannot win. Those that are equal in the first part, up
/// to the slack for rounding, can if the second is less.
typedef struct DmmSearchLimit {
  DmmRank price;
  double slack;
} DmmSearchLimit;

/// How far a pass of the search goes.
typedef struct DmmSearchEffort {
  double factor;     ///< at least 1
  int64_t most_work; ///< about 1 ns each
  bool must_find;    ///< a first mapping, even if that takes more
} DmmSearchEffort;

/// All belongs to the arena.
typedef struct DmmSearch {
  DmmArena *arena;
  const DmmMappingProblem *problem;
  DmmAxisDigits axes[DMM_MAX_GRID_AXES];
  DmmExtent *extents[DMM_MAX_GRID_AXES]; ///< by place
  DmmTerm *terms; ///< those along one axis first, one for each
  int nterms;
  DmmSearchLevel levels[DMM_MAX_LEVELS];
  DmmSearchEffort effort;
  int64_t work;  ///< of the pass
  int64_t steps; ///< of all passes: see DmmMappingChoice
} DmmSearch;

static inline DmmRank dmm_least_alone(const DmmSearch *search, int level,
                                      int axis, int place) {
  return level < 0 ? (DmmRank){0, 0} : search->levels[level].least[axis][place];
}

/// A lower bound of what the whole machine, which holds the places `ends`,
/// costs: the first part of its price.
double dmm_search_least(DmmSearch *search, const int *ends);

/// Prices the whole machine, which holds the places `ends`, in a new pass; not
/// known if the grid does not fit below the limit, or none is found for the
/// effort. Without an end to its work a pass with factor 1 finds the least
/// price and, of mappings with that price, the first.
DmmSearchState dmm_search_pass(DmmSearch *search, const int *ends,
                               DmmRank limit, const DmmSearchEffort *effort);

/// Whether the last pass left out what it should have looked at.
bool dmm_search_is_cut(const DmmSearch *search);

/// The mapping of the last pass, whose answer was known.
DmmMapping dmm_search_mapping(const DmmSearch *search, const int *ends);

#endif // DMM_MACHINE_MAPPING_STATES_H
