//===- halo.c - Ghost elements from the neighbours ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One dimension after the other. In a dimension, elements are known by their
// *position*: block u of the axis holds the positions [denominator * lo,
// denominator * hi), and position s of the own block lies in the buffer at
// low + s - denominator * lo, ghosts included. A ghost comes straight from the
// member that holds its position, however far away. On a periodic axis
// positions repeat: copy k of the array is n * k positions further.
//
//===----------------------------------------------------------------------===//

#include "region.h"

#include <string.h>

/// One dimension with ghosts.
typedef struct Side {
  int64_t axis, dim, low, high;
} Side;

typedef struct Halo {
  DmmCall *call;
  bool corners, periodic;
  const Side *sides;
  int64_t nsides;
  DmmRegion part; ///< of the buffer that is up to date
} Halo;

typedef struct Range {
  int64_t lo, hi;
} Range;

static Range intersect(Range a, Range b) {
  return (Range){a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

static const DmmAxisLayout *layout_of(const Halo *h, const Side *side) {
  return &h->call->meta.layout[side->axis];
}

/// The positions that a coordinate holds.
static Range held(const Halo *h, const Side *side, int64_t coordinate) {
  const DmmAxisLayout *l = layout_of(h, side);
  return (Range){l->denominator * dmm_layout_lo(l, coordinate),
                 l->denominator * dmm_layout_hi(l, coordinate)};
}

/// Number of positions on the axis.
static int64_t extent(const Halo *h, const Side *side) {
  const DmmAxisLayout *l = layout_of(h, side);
  return l->denominator * l->extent;
}

/// The positions of a coordinate's ghosts below or above its block. None for an
/// empty block.
static Range ghosts(const Halo *h, const Side *side, int64_t coordinate,
                    bool above) {
  Range own = held(h, side, coordinate);
  if (own.lo == own.hi)
    return own;
  Range all = {0, extent(h, side)};
  Range range = above ? (Range){own.hi, own.hi + side->high}
                      : (Range){own.lo - side->low, own.lo};
  return h->periodic ? range : intersect(range, all);
}

/// The buffer's elements at these positions of the side's dimension, within the
/// part that is up to date in the others.
static DmmView view_at(const Halo *h, const Side *side, Range positions) {
  int64_t first = held(h, side, h->call->self->coords[side->axis]).lo;
  DmmRegion region = h->part;
  region.lo[side->dim] = positions.lo - first + side->low;
  region.hi[side->dim] = positions.hi - first + side->low;
  static const int64_t origin[DMM_RT_MAX_RANK];
  return dmm_view_of_region(&h->call->src, &region, origin);
}

/// The ghosts of coordinate `to` that coordinate `from` holds in copy k.
static Range shared(const Halo *h, const Side *side, int64_t from, int64_t to,
                    bool above, int64_t k) {
  Range source = held(h, side, from);
  int64_t offset = k * extent(h, side);
  source.lo += offset;
  source.hi += offset;
  return intersect(ghosts(h, side, to, above), source);
}

static int64_t partition_on_axis(const Halo *h, const Side *side, int64_t c) {
  int64_t coords[DMM_RT_MAX_AXES];
  memcpy(coords, h->call->self->coords, sizeof coords);
  coords[side->axis] = c;
  return dmm_partition_at(h->call, coords);
}

static Range back(const Halo *h, const Side *side, Range r, int64_t k) {
  int64_t offset = k * extent(h, side);
  return (Range){r.lo - offset, r.hi - offset};
}

static void send_ghosts(const Halo *h, const Side *side, int64_t to, bool above,
                        int64_t k) {
  int64_t self = h->call->self->coords[side->axis];
  Range range = shared(h, side, self, to, above, k);
  if (range.lo >= range.hi)
    return;
  DmmView src = view_at(h, side, back(h, side, range, k));
  if (to != self) {
    dmm_call_post(h->call, partition_on_axis(h, side, to), &src);
  } else {
    DmmView dst = view_at(h, side, range);
    dmm_view_copy(&dst, &src);
  }
}

static void receive_ghosts(const Halo *h, const Side *side, int64_t from,
                           bool above, int64_t k) {
  int64_t self = h->call->self->coords[side->axis];
  Range range = shared(h, side, from, self, above, k);
  if (from == self || range.lo >= range.hi)
    return;
  DmmView dst = view_at(h, side, range);
  dmm_call_receive(h->call, partition_on_axis(h, side, from), &dst);
}

/// Exchanges one dimension. The copies of the array take turns, so that between
/// two members no more than two messages are under way.
static void exchange(const Halo *h, const Side *side) {
  int64_t size = h->call->meta.grid[side->axis], n = extent(h, side);
  int64_t first = h->periodic ? dmm_floordiv(-side->low, n) : 0;
  int64_t last = h->periodic ? dmm_floordiv(n + side->high - 1, n) : 0;
  for (int64_t k = first; k <= last; ++k) {
    for (int64_t c = 0; c < size; ++c) {
      send_ghosts(h, side, c, false, k);
      send_ghosts(h, side, c, true, k);
    }
    for (int64_t c = 0; c < size; ++c) {
      receive_ghosts(h, side, c, false, k);
      receive_ghosts(h, side, c, true, k);
    }
  }
  dmm_complete(h->call->self);
}

/// The ghosts of this dimension are up to date, too.
static void extend(Halo *h, const Side *side) {
  int64_t self = h->call->self->coords[side->axis];
  Range below = ghosts(h, side, self, false);
  Range above = ghosts(h, side, self, true);
  h->part.lo[side->dim] -= below.hi - below.lo;
  h->part.hi[side->dim] += above.hi - above.lo;
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

static void check_side(const Halo *h, const Side *side) {
  const DmmMeta *m = &h->call->meta;
  bool valid = side->axis >= 0 && side->axis < m->nlayout && side->dim >= 0 &&
               side->dim < h->call->src.rank && side->low >= 0 &&
               side->high >= 0 && m->layout[side->axis].state == DMM_SHARDED &&
               m->layout[side->axis].dim == side->dim;
  if (!valid)
    dmm_fail("the layout does not shard dimension %lld over axis %lld",
             (long long)side->dim, (long long)side->axis);
}

/// Dimensions that are not sharded are up to date as a whole, the others in the
/// positions that are held.
static void init_part(Halo *h) {
  const DmmCall *call = h->call;
  h->part.rank = call->src.rank;
  memcpy(h->part.hi, call->src.sizes, sizeof h->part.hi);
  for (int64_t a = 0; a < call->meta.nlayout; ++a) {
    const DmmAxisLayout *l = &call->meta.layout[a];
    if (l->state == DMM_PINNED && l->offset != call->self->coords[a])
      h->part.none = true;
    if (l->state != DMM_SHARDED || l->dim < 0 || l->dim >= h->part.rank)
      continue;
    Side side = {.axis = a, .dim = l->dim};
    Range own = held(h, &side, call->self->coords[a]);
    h->part.hi[l->dim] = own.hi - own.lo;
  }
  for (int64_t i = 0; i < h->nsides; ++i) {
    h->part.lo[h->sides[i].dim] += h->sides[i].low;
    h->part.hi[h->sides[i].dim] += h->sides[i].low;
  }
}

void dmm_halo(DmmCall *call) {
  const DmmMeta *m = &call->meta;
  if (m->nints < 2 || (m->nints - 2) % 4 != 0)
    dmm_fail("malformed description of a message: no widths");
  Halo h = {.call = call,
            .corners = m->ints[0] != 0,
            .periodic = m->ints[1] != 0,
            .sides = (const Side *)(m->ints + 2),
            .nsides = (m->nints - 2) / 4};
  for (int64_t i = 0; i < h.nsides; ++i)
    check_side(&h, &h.sides[i]);
  init_part(&h);
  if (dmm_region_is_empty(&h.part))
    return;
  for (int64_t i = 0; i < h.nsides; ++i) {
    exchange(&h, &h.sides[i]);
    if (h.corners)
      extend(&h, &h.sides[i]);
  }
}
