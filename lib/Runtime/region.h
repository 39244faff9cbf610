//===- region.h - Which elements a member owns or needs -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_REGION_H
#define DMM_RUNTIME_REGION_H

#include "call.h"

/// The indices lo <= x < hi in each dimension of an array; none if `none`,
/// which also tells of an array of rank 0.
typedef struct DmmRegion {
  bool none;
  int64_t rank;
  int64_t lo[DMM_RT_MAX_RANK], hi[DMM_RT_MAX_RANK];
} DmmRegion;

bool dmm_region_is_empty(const DmmRegion *region);

/// Number of elements.
int64_t dmm_region_count(const DmmRegion *region);

/// The indices that are in both.
DmmRegion dmm_region_intersect(const DmmRegion *a, const DmmRegion *b);

/// The size of a sharded dimension where what is asked for is clipped
/// elsewhere.
#define DMM_SIZE_UNKNOWN INT64_MAX

/// The part that the layout of the call gives to the partition at `coords`, of
/// an array of the given sizes, which may be DMM_SIZE_UNKNOWN in sharded
/// dimensions. Empty where an axis pins the array to another coordinate.
DmmRegion dmm_region_owned(const DmmCall *call, const int64_t *coords,
                           int64_t rank, const int64_t *sizes);

/// The part that the partition at `coords` sends in a gather: what it owns of
/// `dst`, or nothing where another member of the group has the same part at
/// coordinate 0 of an axis.
DmmRegion dmm_region_gathered(const DmmCall *call, const int64_t *coords);

/// What the box of the call says that the partition at `coords` needs, and the
/// index that lands at 0 in its buffer.
DmmRegion dmm_region_needed(const DmmCall *call, const int64_t *coords,
                            int64_t *origin);

/// The index that is at 0 in the buffer of a whole array.
extern const int64_t dmm_whole_origin[DMM_RT_MAX_RANK];

/// The elements of a region that is not empty in a buffer whose first element
/// has the index `origin`. Fails if they do not fit.
DmmView dmm_view_of_region(const DmmView *buffer, const DmmRegion *region,
                           const int64_t *origin);

/// The elements of a region that is not empty in the home buffer of the
/// partition at `coords`. Fails if they do not fit.
DmmView dmm_view_of_home(const DmmCall *call, const DmmView *home,
                         const int64_t *coords, const DmmRegion *region);

/// Whether every coordinate on the axis holds the same part.
bool dmm_is_replicated(const DmmCall *call, int64_t axis);

/// First cell of the block that a layout gives to a coordinate, and one past
/// its last.
int64_t dmm_layout_lo(const DmmAxisLayout *layout, int64_t coordinate);
int64_t dmm_layout_hi(const DmmAxisLayout *layout, int64_t coordinate);

#endif // DMM_RUNTIME_REGION_H
