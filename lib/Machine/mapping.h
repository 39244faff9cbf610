//===- mapping.h - Grid axes on the levels of a machine -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mapping places the partitions of a grid in a machine. It writes every
// coordinate as a mixed-radix number with one digit for each level, the lowest
// at the bottom, so that neighbours along an axis lie as near to each other as
// can be; the digits of all axes at a level together select the child of a
// container. An axis may be split over several levels, and share a level with
// others:
//   - at each level, the product over axes is at most the fan-out;
//   - for each axis, the product over levels is the size of the axis (an even
//     mapping) or more (a ragged one: the last container, on some levels, is
//     partly filled).
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_MAPPING_H
#define DMM_MACHINE_MAPPING_H

#include "Machine/level_cost.h"
#include "Support/grid.h"

#include <stdbool.h>

/// digits[l][a] children of a container of level l lie along grid axis a.
typedef struct DmmMapping {
  int64_t digits[DMM_MAX_LEVELS][DMM_MAX_GRID_AXES];
} DmmMapping;

/// A grid for which a mapping is sought, and what will run on it. All belongs
/// to the caller. The cost of a mapping is per_ns * time + per_pj * energy;
/// weights are at least 0.
typedef struct DmmMappingProblem {
  const DmmMachine *machine;
  const int64_t *grid; ///< the sizes of the axes, at least 1
  int naxes;           ///< at most DMM_MAX_GRID_AXES
  int ncollectives;
  const DmmCollective *collectives;
  double per_ns, per_pj;
} DmmMappingProblem;

/// Whether the mapping places the grid in the machine. If not, what is wrong is
/// in `*error` (a constant text that completes "the mapping ...").
bool dmm_mapping_check(const DmmMappingProblem *problem,
                       const DmmMapping *mapping, const char **error);

/// The highest level that a group along the axes (bit a: grid axis a) crosses;
/// -1 if it is one partition.
int dmm_mapping_level(const DmmMappingProblem *problem,
                      const DmmMapping *mapping, uint32_t axes);

/// Whether a group along the axes has several children in a container of the
/// level, and on how many levels it has.
bool dmm_mapping_spans(const DmmMappingProblem *problem,
                       const DmmMapping *mapping, uint32_t axes, int level);
int dmm_mapping_levels_spanned(const DmmMappingProblem *problem,
                               const DmmMapping *mapping, uint32_t axes);

/// The lowest level whose containers hold both partitions, given by their
/// `naxes` coordinates; -1 if they are the same.
int dmm_mapping_pair_level(const DmmMapping *mapping, int naxes,
                           const int64_t *a, const int64_t *b);

/// Number of groups along the axes: the product of the other axes' sizes.
double dmm_mapping_groups(const DmmMappingProblem *problem, uint32_t axes);

/// What all collectives cost, one after the other: time is that of one group,
/// since groups work side by side, the rest that of all groups. Writes the cost
/// on each level if `by_level` is not null.
DmmLevelCost dmm_mapping_cost(const DmmMappingProblem *problem,
                              const DmmMapping *mapping,
                              DmmLevelCost *by_level);

/// A mapping of least cost as far as is known, and the work of finding it.
typedef struct DmmMappingChoice {
  DmmMapping mapping;
  DmmLevelCost cost;
  bool ragged;
  double factor;  ///< the cost is at most this times the least of the even, or
                  ///< ragged, mappings; 1 if it is the least, INFINITY if
                  ///< nothing is known
  int64_t states; ///< contents of a container that were priced, over all levels
  int64_t steps;  ///< ways of dividing them over children that were tried
} DmmMappingChoice;

/// Remembers choices. Not to be used by two threads at once.
typedef struct DmmMappingCache DmmMappingCache;

/// A new empty cache. The caller owns it; see dmm_mapping_cache_destroy.
DmmMappingCache *dmm_mapping_cache_create(void);

/// Frees the cache and its choices. Null is allowed.
void dmm_mapping_cache_destroy(DmmMappingCache *cache);

/// The mapping of least cost; null if no digits place the grid in the machine
/// (which may be so though there are enough partitions: 5x5 on 4x4x2). There is
/// an end to the work, which large grids with many collectives along several
/// axes may come to: then it is the best that was found, see `factor`. Ragged
/// mappings are looked at only if no even one fits, and only those that fill
/// containers evenly; if an axis has more than 2^16 partitions, only coarse
/// ones unless none of them fits (see DmmDigitKind). Of mappings whose costs
/// are equal (up to rounding, 1e-12), the one with less energy is chosen if
/// energy has no weight, else the one that takes less time; then the one with
/// the smallest digits, compared level by level from the top, and axis by axis.
/// The choice depends on nothing but the problem, and belongs to the cache.
const DmmMappingChoice *dmm_mapping_choose(DmmMappingCache *cache,
                                           const DmmMappingProblem *problem);

#endif // DMM_MACHINE_MAPPING_H
