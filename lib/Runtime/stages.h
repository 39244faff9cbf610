//===- stages.h - How the members of a group lie in containers ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group has a coordinate on each of its axes, and a rank, row-major over
// them. Its stages nest containers: coordinates are mixed-radix numbers with a
// digit for each stage, the lowest at the bottom, and the members whose digits
// above a stage are all equal are a container of the stage. A container is
// therefore a box of coordinates, its children are the boxes that it is cut
// into, and only the last ones along an axis may be smaller than the others.
//
// In the order of ranks, the members of a container do not follow each other.
// They do by their *place*, which counts the children of each container,
// row-major, from the top stage down.
//
// Plain functions of their arguments: neither partitions nor threads.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_STAGES_H
#define DMM_RUNTIME_STAGES_H

#include "dmm-runtime/runtime.h"

/// A container of stage s spans spans[s + 1][a] coordinates of axis a, up to
/// the size of the axis; that of stage -1 is one member.
typedef struct DmmStages {
  int64_t naxes, nstages, size;
  int64_t spans[DMM_RT_MAX_LEVELS + 1][DMM_RT_MAX_AXES];
  int64_t sizes[DMM_RT_MAX_AXES];
} DmmStages;

/// Coordinates lo <= c < hi on each axis; never empty.
typedef struct DmmContainer {
  int64_t lo[DMM_RT_MAX_AXES], hi[DMM_RT_MAX_AXES];
} DmmContainer;

/// A group of these sizes, with stages whose digits are digits[stage * naxes +
/// axis], as the meta has them. None make one stage, of all members.
void dmm_stages_init(DmmStages *stages, int64_t naxes, const int64_t *sizes,
                     int64_t nstages, const int64_t *digits);

void dmm_stages_coords(const DmmStages *stages, int64_t rank, int64_t *coords);
int64_t dmm_stages_rank(const DmmStages *stages, const int64_t *coords);

/// The container of a stage that holds the member at these coordinates.
DmmContainer dmm_container_at(const DmmStages *stages, int64_t stage,
                              const int64_t *coords);

bool dmm_container_holds(const DmmStages *stages, const DmmContainer *container,
                         const int64_t *coords);

/// Number of members.
int64_t dmm_container_size(const DmmStages *stages,
                           const DmmContainer *container);

/// Number of children of a container of `stage`, the one that holds a member of
/// it, and the one of that number.
int64_t dmm_container_children(const DmmStages *stages, int64_t stage,
                               const DmmContainer *container);
int64_t dmm_container_child_of(const DmmStages *stages, int64_t stage,
                               const DmmContainer *container,
                               const int64_t *coords);
DmmContainer dmm_container_child(const DmmStages *stages, int64_t stage,
                                 const DmmContainer *container, int64_t child);

/// The place of a member, and the coordinates of the member at a place.
int64_t dmm_place_of(const DmmStages *stages, const int64_t *coords);
void dmm_place_coords(const DmmStages *stages, int64_t place, int64_t *coords);

/// How many stages, from the bottom, cut the group into full containers.
int64_t dmm_stages_even(const DmmStages *stages);

#endif // DMM_RUNTIME_STAGES_H
