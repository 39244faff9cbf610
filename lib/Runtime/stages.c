//===- stages.c - How the members of a group lie in containers ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stages.h"

static int64_t min_of(int64_t a, int64_t b) { return a < b ? a : b; }

/// span * digit, or size if that is less.
static int64_t span_above(int64_t span, int64_t digit, int64_t size) {
  return digit >= dmm_ceildiv(size, span) ? size : span * digit;
}

void dmm_stages_init(DmmStages *stages, int64_t naxes, const int64_t *sizes,
                     int64_t nstages, const int64_t *digits) {
  stages->naxes = naxes;
  stages->nstages = nstages > 0 ? nstages : 1;
  stages->size = 1;
  for (int64_t a = 0; a < naxes; ++a) {
    stages->sizes[a] = sizes[a];
    stages->size *= sizes[a];
    stages->spans[0][a] = 1;
    stages->spans[1][a] = sizes[a];
    for (int64_t s = 0; s < nstages; ++s)
      stages->spans[s + 1][a] =
          span_above(stages->spans[s][a], digits[s * naxes + a], sizes[a]);
  }
}

void dmm_stages_coords(const DmmStages *stages, int64_t rank, int64_t *coords) {
  for (int64_t a = stages->naxes - 1; a >= 0; --a) {
    coords[a] = rank % stages->sizes[a];
    rank /= stages->sizes[a];
  }
}

int64_t dmm_stages_rank(const DmmStages *stages, const int64_t *coords) {
  int64_t rank = 0;
  for (int64_t a = 0; a < stages->naxes; ++a)
    rank = rank * stages->sizes[a] + coords[a];
  return rank;
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

DmmContainer dmm_container_at(const DmmStages *stages, int64_t stage,
                              const int64_t *coords) {
  const int64_t *span = stages->spans[stage + 1];
  DmmContainer c;
  for (int64_t a = 0; a < stages->naxes; ++a) {
    c.lo[a] = coords[a] - coords[a] % span[a];
    c.hi[a] = min_of(c.lo[a] + span[a], stages->sizes[a]);
  }
  return c;
}

bool dmm_container_holds(const DmmStages *stages, const DmmContainer *container,
                         const int64_t *coords) {
  bool holds = true;
  for (int64_t a = 0; a < stages->naxes; ++a)
    holds =
        holds && coords[a] >= container->lo[a] && coords[a] < container->hi[a];
  return holds;
}

int64_t dmm_container_size(const DmmStages *stages,
                           const DmmContainer *container) {
  int64_t size = 1;
  for (int64_t a = 0; a < stages->naxes; ++a)
    size *= container->hi[a] - container->lo[a];
  return size;
}

/// Children of a container of `stage` along an axis.
static int64_t children_along(const DmmStages *stages, int64_t stage,
                              const DmmContainer *container, int64_t axis) {
  return dmm_ceildiv(container->hi[axis] - container->lo[axis],
                     stages->spans[stage][axis]);
}

int64_t dmm_container_children(const DmmStages *stages, int64_t stage,
                               const DmmContainer *container) {
  int64_t n = 1;
  for (int64_t a = 0; a < stages->naxes; ++a)
    n *= children_along(stages, stage, container, a);
  return n;
}

int64_t dmm_container_child_of(const DmmStages *stages, int64_t stage,
                               const DmmContainer *container,
                               const int64_t *coords) {
  int64_t child = 0;
  for (int64_t a = 0; a < stages->naxes; ++a)
    child = child * children_along(stages, stage, container, a) +
            (coords[a] - container->lo[a]) / stages->spans[stage][a];
  return child;
}

DmmContainer dmm_container_child(const DmmStages *stages, int64_t stage,
                                 const DmmContainer *container, int64_t child) {
  const int64_t *span = stages->spans[stage];
  DmmContainer c;
  for (int64_t a = stages->naxes - 1; a >= 0; --a) {
    int64_t n = children_along(stages, stage, container, a);
    c.lo[a] = container->lo[a] + child % n * span[a];
    c.hi[a] = min_of(c.lo[a] + span[a], container->hi[a]);
    child /= n;
  }
  return c;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The members of a container in children that come before the one whose first
/// coordinates are `lo`: those that are before it on one axis, equal on the
/// axes before that one and anywhere on the axes after.
static int64_t members_before(const DmmStages *stages, int64_t stage,
                              const DmmContainer *container,
                              const int64_t *lo) {
  int64_t before = 0, after = dmm_container_size(stages, container), equal = 1;
  for (int64_t a = 0; a < stages->naxes; ++a) {
    int64_t span = stages->spans[stage][a];
    after /= container->hi[a] - container->lo[a];
    before += equal * (lo[a] - container->lo[a]) * after;
    equal *= min_of(span, container->hi[a] - lo[a]);
  }
  return before;
}

int64_t dmm_place_of(const DmmStages *stages, const int64_t *coords) {
  int64_t place = 0;
  for (int64_t s = stages->nstages - 1; s >= 0; --s) {
    DmmContainer c = dmm_container_at(stages, s, coords);
    DmmContainer child = dmm_container_at(stages, s - 1, coords);
    place += members_before(stages, s, &c, child.lo);
  }
  return place;
}

/// The child of a container of `stage` that holds the member `*place` places
/// after the container's first, and that member's place in the child.
static DmmContainer child_at(const DmmStages *stages, int64_t stage,
                             const DmmContainer *container, int64_t *place) {
  int64_t after = dmm_container_size(stages, container), equal = 1;
  DmmContainer c;
  for (int64_t a = 0; a < stages->naxes; ++a) {
    int64_t span = stages->spans[stage][a];
    after /= container->hi[a] - container->lo[a];
    int64_t children = *place / (equal * span * after);
    c.lo[a] = container->lo[a] + children * span;
    c.hi[a] = min_of(c.lo[a] + span, container->hi[a]);
    *place -= children * equal * span * after;
    equal *= c.hi[a] - c.lo[a];
  }
  return c;
}

void dmm_place_coords(const DmmStages *stages, int64_t place, int64_t *coords) {
  static const int64_t origin[DMM_RT_MAX_AXES];
  DmmContainer c = dmm_container_at(stages, stages->nstages - 1, origin);
  for (int64_t s = stages->nstages - 1; s >= 0; --s)
    c = child_at(stages, s, &c, &place);
  for (int64_t a = 0; a < stages->naxes; ++a)
    coords[a] = c.lo[a];
}

//===----------------------------------------------------------------------===//
// Full containers
//===----------------------------------------------------------------------===//

/// Whether the children of every container of `stage`, and these containers,
/// are all alike.
static bool is_even(const DmmStages *stages, int64_t stage) {
  const int64_t *below = stages->spans[stage], *span = stages->spans[stage + 1];
  bool even = true;
  for (int64_t a = 0; a < stages->naxes; ++a)
    even = even && span[a] % below[a] == 0 && stages->sizes[a] % span[a] == 0;
  return even;
}

int64_t dmm_stages_even(const DmmStages *stages) {
  int64_t n = 0;
  while (n < stages->nstages && is_even(stages, n))
    ++n;
  return n;
}
