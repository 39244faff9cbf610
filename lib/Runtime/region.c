//===- region.c - Which elements a member owns or needs -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "region.h"

#include <string.h>

bool dmm_region_is_empty(const DmmRegion *region) {
  bool empty = region->none;
  for (int64_t d = 0; d < region->rank; ++d)
    empty = empty || region->lo[d] >= region->hi[d];
  return empty;
}

int64_t dmm_region_count(const DmmRegion *region) {
  if (dmm_region_is_empty(region))
    return 0;
  int64_t count = 1;
  for (int64_t d = 0; d < region->rank; ++d)
    count *= region->hi[d] - region->lo[d];
  return count;
}

/// Restricts dimension d to [lo, hi).
static void clip(DmmRegion *r, int64_t d, int64_t lo, int64_t hi) {
  r->lo[d] = r->lo[d] < lo ? lo : r->lo[d];
  r->hi[d] = r->hi[d] > hi ? hi : r->hi[d];
}

DmmRegion dmm_region_intersect(const DmmRegion *a, const DmmRegion *b) {
  DmmRegion both = *a;
  both.none = a->none || b->none;
  for (int64_t d = 0; d < both.rank; ++d)
    clip(&both, d, b->lo[d], b->hi[d]);
  return both;
}

//===----------------------------------------------------------------------===//
// Owned
//===----------------------------------------------------------------------===//

int64_t dmm_layout_lo(const DmmAxisLayout *layout, int64_t coordinate) {
  return dmm_block_lo(layout->block, layout->extent, coordinate);
}

int64_t dmm_layout_hi(const DmmAxisLayout *layout, int64_t coordinate) {
  return dmm_block_hi(layout->block, layout->extent, coordinate);
}

bool dmm_is_replicated(const DmmCall *call, int64_t axis) {
  return call->meta.nlayout == 0 ||
         call->meta.layout[axis].state == DMM_REPLICATED;
}

/// All indices of a dimension must lie in the template. A size that is not
/// known is DMM_SIZE_UNKNOWN.
static void check_cells(const DmmAxisLayout *l, int64_t size) {
  if (size < 1 || size == DMM_SIZE_UNKNOWN)
    return;
  int64_t a = dmm_floordiv(l->offset, l->denominator);
  int64_t b =
      dmm_floordiv(l->numerator * (size - 1) + l->offset, l->denominator);
  if (a < 0 || b < 0 || a >= l->extent || b >= l->extent)
    dmm_fail("a layout puts the %lld elements of dimension %lld in the cells "
             "%lld to %lld, but has the extent %lld",
             (long long)size, (long long)l->dim, (long long)(a < b ? a : b),
             (long long)(a < b ? b : a), (long long)l->extent);
}

static void clip_to_owned(DmmRegion *r, const DmmAxisLayout *l,
                          int64_t coordinate, const int64_t *sizes) {
  if (l->dim < 0 || l->dim >= r->rank || l->numerator == 0 ||
      l->denominator < 1)
    dmm_fail("a layout shards dimension %lld of an array of rank %lld",
             (long long)l->dim, (long long)r->rank);
  check_cells(l, sizes[l->dim]);
  int64_t begin, end;
  dmm_axis_owned(l, dmm_layout_lo(l, coordinate), dmm_layout_hi(l, coordinate),
                 sizes[l->dim], &begin, &end);
  clip(r, l->dim, begin, end);
}

DmmRegion dmm_region_owned(const DmmCall *call, const int64_t *coords,
                           int64_t rank, const int64_t *sizes) {
  DmmRegion r = {.rank = rank};
  memcpy(r.hi, sizes, (size_t)rank * sizeof *sizes);
  for (int64_t a = 0; a < call->meta.nlayout; ++a) {
    const DmmAxisLayout *l = &call->meta.layout[a];
    if (l->state == DMM_SHARDED)
      clip_to_owned(&r, l, coords[a], sizes);
    else if (l->state == DMM_PINNED && l->offset != coords[a])
      r.none = true;
  }
  return r;
}

DmmRegion dmm_region_gathered(const DmmCall *call, const int64_t *coords) {
  DmmRegion part =
      dmm_region_owned(call, coords, call->dst.rank, call->dst.sizes);
  for (int64_t i = 0; i < call->meta.naxes; ++i) {
    int64_t axis = call->meta.axes[i];
    if (dmm_is_replicated(call, axis) && coords[axis] != 0)
      part.none = true;
  }
  return part;
}

//===----------------------------------------------------------------------===//
// Needed: the box
//===----------------------------------------------------------------------===//

/// Most symbols of a box, those that its layout and its template refer to
/// included.
enum { MAX_SYMBOLS = 128 };

/// Reads a box, with the values of its variables.
typedef struct BoxReader {
  const int64_t *words;
  int64_t n; ///< words left
  int64_t vars[2 * DMM_RT_MAX_AXES + MAX_SYMBOLS];
} BoxReader;

static int64_t next(BoxReader *r) {
  if (r->n < 1)
    dmm_fail("a section of the box goes past its end");
  --r->n;
  return *r->words++;
}

static int64_t next_value(BoxReader *r) {
  int64_t words = next(r);
  if (words < 1 || words > r->n)
    dmm_fail("an expression of the box goes past its end");
  int64_t value = dmm_expr_eval(r->words, words, r->vars);
  r->words += words;
  r->n -= words;
  return value;
}

static void read_variables(BoxReader *r, const DmmCall *call,
                           const int64_t *coords) {
  int64_t nvars = 0;
  for (int64_t a = 0; a < call->meta.ngrid; ++a) {
    int64_t block = dmm_call_number(call, next(r), 1), cycle = next(r);
    int64_t extent = dmm_call_number(call, next(r), 0);
    if (cycle != 0)
      dmm_fail("a template of the box has more than one block a coordinate");
    if (block != 0)
      dmm_check_blocks(call, a, block, extent);
    r->vars[nvars++] = dmm_block_lo(block, extent, coords[a]);
    r->vars[nvars++] = dmm_block_hi(block, extent, coords[a]);
  }
  int64_t room = (int64_t)(sizeof r->vars / sizeof *r->vars) - nvars;
  if (call->nsymbols > room)
    dmm_fail("more than %lld symbols", (long long)room);
  if (call->nsymbols > 0)
    memcpy(r->vars + nvars, call->symbols,
           (size_t)call->nsymbols * sizeof *call->symbols);
}

/// The largest lower bound, then the smallest upper bound.
static void read_bounds(BoxReader *r, int64_t *lo, int64_t *hi) {
  *lo = INT64_MIN;
  *hi = INT64_MAX;
  for (int64_t i = next(r); i > 0; --i) {
    int64_t bound = next_value(r);
    *lo = bound > *lo ? bound : *lo;
  }
  for (int64_t i = next(r); i > 0; --i) {
    int64_t bound = next_value(r);
    *hi = bound < *hi ? bound : *hi;
  }
}

DmmRegion dmm_region_needed(const DmmCall *call, const int64_t *coords,
                            int64_t *origin) {
  BoxReader r = {call->meta.box, call->meta.nbox, {0}};
  read_variables(&r, call, coords);
  DmmRegion region = {.rank = next(&r)};
  if (region.rank != call->dst.rank)
    dmm_fail("a box of rank %lld for a buffer of rank %lld",
             (long long)region.rank, (long long)call->dst.rank);
  for (int64_t d = 0; d < region.rank; ++d) {
    origin[d] = next_value(&r);
    read_bounds(&r, &region.lo[d], &region.hi[d]);
  }
  for (int64_t i = next(&r); i > 0; --i)
    if (next_value(&r) < 0)
      region.none = true;
  return region;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

const int64_t dmm_whole_origin[DMM_RT_MAX_RANK] = {0};

/// Restricts dimension d of a view to the elements first, first + step, ...
static void slice(DmmView *view, int64_t d, int64_t first, int64_t step,
                  int64_t size) {
  int64_t last = first + step * (size - 1);
  if (first < 0 || last < 0 || first >= view->sizes[d] ||
      last >= view->sizes[d])
    dmm_fail("elements %lld to %lld of dimension %lld are outside of a buffer "
             "of size %lld",
             (long long)first, (long long)last, (long long)d,
             (long long)view->sizes[d]);
  view->data = (char *)((intptr_t)view->data + first * view->strides[d]);
  view->sizes[d] = size;
  view->strides[d] *= step;
}

DmmView dmm_view_of_region(const DmmView *buffer, const DmmRegion *region,
                           const int64_t *origin) {
  DmmView view = *buffer;
  for (int64_t d = 0; d < region->rank; ++d)
    slice(&view, d, region->lo[d] - origin[d], 1,
          region->hi[d] - region->lo[d]);
  return view;
}

DmmView dmm_view_of_home(const DmmCall *call, const DmmView *home,
                         const int64_t *coords, const DmmRegion *region) {
  int64_t first[DMM_RT_MAX_RANK], step[DMM_RT_MAX_RANK];
  for (int64_t d = 0; d < region->rank; ++d) {
    first[d] = region->lo[d];
    step[d] = 1;
  }
  for (int64_t a = 0; a < call->meta.nlayout; ++a) {
    const DmmAxisLayout *l = &call->meta.layout[a];
    if (l->state != DMM_SHARDED)
      continue;
    first[l->dim] =
        dmm_axis_local(l, dmm_layout_lo(l, coords[a]), region->lo[l->dim]);
    step[l->dim] = l->numerator;
  }
  DmmView view = *home;
  for (int64_t d = 0; d < region->rank; ++d)
    slice(&view, d, first[d], step[d], region->hi[d] - region->lo[d]);
  return view;
}
