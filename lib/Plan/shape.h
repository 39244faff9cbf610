//===- shape.h - How the data of a read crosses partitions ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_SHAPE_H
#define DMM_PLAN_SHAPE_H

#include "Plan/polyhedra.h"

/// What a read needs along one grid axis, seen from a place in the tree: the
/// indices of the loops around the place are known, the others vary.
typedef enum DmmCrossingKind {
  DMM_CROSSING_NONE,  ///< each instance runs where the element is
  DMM_CROSSING_SHIFT, ///< the element is a bounded number of cells away
  DMM_CROSSING_ONE,   ///< all elements are in one cell
  DMM_CROSSING_MANY,
} DmmCrossingKind;

/// With SHIFT: the data is in cells [c - low, c + high] of the reader's cell c.
/// With ONE: `cell` is where the data is, times the layout's denominator.
/// to_one: all instances run in one cell.
typedef struct DmmCrossing {
  DmmCrossingKind kind;
  int64_t low, high;
  DmmExpr cell;
  bool to_one;
} DmmCrossing;

/// Whether all instances of the statement that the map puts on a coordinate of
/// the axis find the element that they read there.
bool dmm_plan_is_aligned(const DmmPoly *poly, int statement,
                         const DmmAccess *read, int axis,
                         const DmmAxisMap *map);

/// Looks at the read along one axis, on which the statement runs by `map`;
/// `outer` is the number of loops around the place.
DmmCrossing dmm_plan_crossing(const DmmPoly *poly, int statement,
                              const DmmAccess *read, int axis, int outer,
                              const DmmAxisMap *map);

/// Whether the read is uniform along the axis: the distance is bounded, and the
/// indices of the `outer` loops around the place and those that tell the cell
/// of the reader have no part in it. Writes the distance in cells.
bool dmm_plan_distance(const DmmPoly *poly, int statement,
                       const DmmAccess *read, int axis, int outer,
                       const DmmAxisMap *map, DmmDistance *distance);

/// The elements that the reader's instances of one partition read, given the
/// indices of the `outer` loops around the place; on the axes of the bit set
/// `anywhere`, the instances of all coordinates count.
__isl_give isl_set *dmm_plan_needed(const DmmPoly *poly, int statement,
                                    const DmmAccess *read, int outer,
                                    unsigned anywhere);

/// Whether all coordinates of the axes read the same, if they read anything,
/// given the indices of the `outer` loops around the place: no further index
/// that tells the cell of the reader there also tells the element. The access
/// relation has a null space along the axes.
bool dmm_plan_reads_alike(const DmmPlan *plan, int statement,
                          const DmmAccess *read, int outer, const int *axes,
                          int naxes);

/// Whether every member of a group over the axes `axes` needs the same elements
/// if it needs any, all of the array in the dimensions that these axes cut.
bool dmm_plan_all_need_all(const DmmPoly *poly, int statement,
                           const DmmAccess *read, int outer, const int *axes,
                           int naxes);

#endif // DMM_PLAN_SHAPE_H
