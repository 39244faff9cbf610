//===- halo.c - Halo against its definition -------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.h"

#include <stdio.h>
#include <string.h>

/// Dimension d of the array has `sizes[d]` elements and ghosts of the widths
/// low[d] and high[d]; it is sharded over axis d if there is one.
typedef struct Setting {
  const Grid *grid;
  int64_t rank, sizes[3], low[3], high[3];
  bool corners, periodic, strided;
  bool open; ///< blocks and extents are symbols
  Element element;
  int64_t extra_block; ///< cells that blocks are larger than they need be
} Setting;

/// What dimension d is to the partition at `coords`: its own elements [lo, hi).
static void own_range(const Setting *s, const int64_t *coords, int64_t d,
                      int64_t *lo, int64_t *hi) {
  int64_t n = s->sizes[d];
  *lo = 0;
  *hi = n;
  if (d >= s->grid->naxes)
    return;
  int64_t block = dmm_ceildiv(n, s->grid->sizes[d]) + s->extra_block;
  *lo = coords[d] * block < n ? coords[d] * block : n;
  *hi = *lo + block < n ? *lo + block : n;
}

static bool has_ghosts(const Setting *s, int64_t d) {
  return d < s->grid->naxes && s->low[d] + s->high[d] > 0;
}

static void make_layout_and_sizes(const Setting *s, DmmAxisLayout *layout,
                                  int64_t *buffer) {
  for (int64_t d = 0; d < s->rank; ++d)
    buffer[d] = s->sizes[d];
  for (int64_t a = 0; a < s->grid->naxes; ++a) {
    layout[a] = (DmmAxisLayout){.dim = -1, .denominator = 1};
    if (a >= s->rank)
      continue;
    int64_t block = dmm_ceildiv(s->sizes[a], s->grid->sizes[a]);
    block += s->extra_block;
    layout[a] = (DmmAxisLayout){.state = DMM_SHARDED,
                                .dim = a,
                                .numerator = 1,
                                .denominator = 1,
                                .block = block,
                                .extent = s->sizes[a]};
    buffer[a] = block + (has_ghosts(s, a) ? s->low[a] + s->high[a] : 0);
  }
}

static Case *make_case(const Setting *s, const DmmAxisLayout *layout) {
  Case *c = case_new(s->grid, s->element);
  int64_t ints[2 + 4 * 3] = {s->corners, s->periodic}, nints = 2, axes[3];
  int64_t naxes = 0;
  for (int64_t d = 0; d < s->rank; ++d) {
    if (!has_ghosts(s, d))
      continue;
    const int64_t side[4] = {d, d, s->low[d], s->high[d]};
    memcpy(ints + nints, side, sizeof side);
    nints += 4;
    axes[naxes++] = d;
  }
  MetaSpec spec = {.op = DMM_RT_HALO,
                   .root = DMM_ROOT_NONE,
                   .grid = s->grid,
                   .naxes = naxes,
                   .axes = axes,
                   .layout = layout,
                   .nints = nints,
                   .ints = ints};
  meta_init(&c->meta, &spec);
  if (s->open)
    case_open_sizes(c);
  c->in_place = true;
  c->calls = num_groups(s->grid, naxes, axes);
  return c;
}

/// One index of a buffer, in one dimension.
typedef struct Place {
  int64_t x;    ///< global index
  int64_t copy; ///< how often it is around a periodic axis
  bool ghost, above;
} Place;

/// What is at buffer index b in dimension d; false where the buffer has neither
/// an element nor a ghost.
static bool find_place(const Setting *s, const int64_t *coords, int64_t d,
                       int64_t b, Place *place) {
  int64_t lo, hi, n = s->sizes[d];
  if (n == 0)
    return false;
  own_range(s, coords, d, &lo, &hi);
  bool wide = has_ghosts(s, d);
  int64_t x = lo + b - (wide ? s->low[d] : 0);
  place->x = dmm_mod(x, n);
  place->copy = dmm_floordiv(x, n);
  place->above = x >= hi;
  place->ghost = x < lo || x >= hi;
  if (x >= hi + (wide ? s->high[d] : 0) || lo == hi)
    return false;
  return s->periodic || (x >= 0 && x < n);
}

/// The coordinate on axis d that owns index x.
static int64_t owner_on_axis(const Setting *s, int64_t d, int64_t x) {
  return x / (dmm_ceildiv(s->sizes[d], s->grid->sizes[d]) + s->extra_block);
}

/// The partition that owns an element, among those of the same coordinates on
/// axes beyond the rank.
static int64_t owner(const Setting *s, const int64_t *coords,
                     const Place *places) {
  int64_t c[DMM_RT_MAX_AXES];
  memcpy(c, coords, sizeof c);
  for (int64_t a = 0; a < s->grid->naxes && a < s->rank; ++a)
    c[a] = owner_on_axis(s, a, places[a].x);
  return grid_partition(s->grid, c);
}

/// Which message brought a ghost: it came along its last dimension.
typedef struct Transfer {
  int64_t receiver, dim, source, copy, above;
} Transfer;

enum { MAX_TRANSFERS = 4096 };

/// The messages that the ghosts so far came with.
static Transfer transfers[MAX_TRANSFERS];
static int64_t ntransfers;

static void count_ghost(const Setting *s, Case *c, int64_t p,
                        const int64_t *coords, const Place *places) {
  int64_t d = s->rank - 1;
  while (!places[d].ghost)
    --d;
  Transfer t = {p, d, owner_on_axis(s, d, places[d].x), places[d].copy,
                places[d].above};
  if (t.source == coords[d])
    return;
  ++c->words;
  int64_t i = 0;
  while (i < ntransfers && memcmp(&transfers[i], &t, sizeof t) != 0)
    ++i;
  if (i < ntransfers)
    return;
  CHECK(ntransfers < MAX_TRANSFERS, "too many transfers");
  transfers[ntransfers++] = t;
  ++c->messages;
}

/// What buffer index b of the partition must hold: an own element, a ghost, or
/// what was there before.
static void expect_element(const Setting *s, Case *c, int64_t p,
                           const int64_t *coords, const int64_t *b) {
  Place places[3];
  int64_t x[3], ghosts = 0;
  for (int64_t d = 0; d < s->rank; ++d) {
    if (!find_place(s, coords, d, b[d], &places[d]))
      return;
    x[d] = places[d].x;
    ghosts += places[d].ghost;
  }
  int64_t value = test_value(owner(s, coords, places), s->rank, s->sizes, x);
  if (ghosts == 0)
    buffer_set(&c->src[p], b, value);
  if (ghosts == 0 || (ghosts > 1 && !s->corners))
    return;
  buffer_expect(&c->src[p], b, value);
  count_ghost(s, c, p, coords, places);
}

static void test(const Setting *s) {
  DmmAxisLayout layout[DMM_RT_MAX_AXES];
  int64_t buffer[3], b[3];
  make_layout_and_sizes(s, layout, buffer);
  Case *c = make_case(s, layout);
  ntransfers = 0;
  snprintf(c->name, sizeof c->name,
           "halo, %lldx%lld, rank %lld, sizes %lld %lld, widths %lld %lld, "
           "corners %d, periodic %d",
           (long long)s->grid->sizes[0], (long long)s->grid->sizes[1],
           (long long)s->rank, (long long)s->sizes[0], (long long)s->sizes[1],
           (long long)s->low[0], (long long)s->high[0], s->corners,
           s->periodic);
  for (int64_t p = 0; p < grid_partitions(s->grid); ++p) {
    int64_t coords[DMM_RT_MAX_AXES];
    grid_coords(s->grid, p, coords);
    buffer_init(&c->src[p], s->element, s->rank, buffer, s->strided);
    first_index(s->rank, buffer, b);
    do
      expect_element(s, c, p, coords, b);
    while (next_index(s->rank, buffer, b));
  }
  case_run(c);
  case_free(c);
}

//===----------------------------------------------------------------------===//
// All settings
//===----------------------------------------------------------------------===//

/// Narrow, one-sided, wider than a block, wider than the array.
static const int64_t widths[][2] = {{1, 1}, {2, 0}, {0, 1}, {6, 9}, {14, 25}};
enum { NUM_WIDTHS = sizeof widths / sizeof *widths };

static void test_flags(Setting *s, int seed) {
  for (int flags = 0; flags < 4; ++flags) {
    s->corners = flags & 1;
    s->periodic = flags & 2;
    s->strided = (seed + flags) % 3 == 0;
    s->open = (seed + flags / 2) % 2;
    s->element = (Element)((seed + flags) % NUM_ELEMENTS);
    s->extra_block = seed % 3 == 2;
    test(s);
  }
}

static void test_widths(const Grid *grid, int64_t rank, const int64_t *sizes) {
  for (int w = 0; w < NUM_WIDTHS; ++w) {
    Setting s = {.grid = grid, .rank = rank};
    for (int64_t d = 0; d < rank; ++d) {
      s.sizes[d] = sizes[d];
      s.low[d] = widths[(w + d) % NUM_WIDTHS][0];
      s.high[d] = widths[(w + d) % NUM_WIDTHS][1];
    }
    test_flags(&s, w + (int)rank);
  }
}

/// Blocks too large for a small message travel as views.
static void test_large(const Grid *grid) {
  Setting s = {.grid = grid,
               .rank = 2,
               .sizes = {40, 300},
               .low = {2, 1},
               .high = {1, 2},
               .corners = true,
               .element = ELT_f64};
  test(&s);
  s.periodic = true;
  test(&s);
}

/// An array that turns out to have no elements.
static void test_empty(const Grid *grid) {
  Setting s = {.grid = grid,
               .rank = 2,
               .sizes = {0, 5},
               .low = {2, 1},
               .high = {1, 1},
               .open = true,
               .extra_block = 1};
  test(&s);
  s.periodic = true;
  test(&s);
}

int main(void) {
  for (int g = 0; g < num_grids; ++g) {
    test_widths(&grids[g], 1, (const int64_t[]){13});
    test_widths(&grids[g], 2, (const int64_t[]){11, 8});
    test_widths(&grids[g], 3, (const int64_t[]){5, 7, 4});
    test_large(&grids[g]);
    test_empty(&grids[g]);
  }
  return 0;
}
