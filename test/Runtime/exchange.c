//===- exchange.c - Transpose against its definition ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.h"

#include <string.h>

static const Shape shapes[] = {
    {0, {0}}, {1, {3}}, {1, {37}}, {1, {600}}, {2, {7, 12}}, {3, {3, 5, 4}},
};
enum { NUM_SHAPES = sizeof shapes / sizeof *shapes };

/// What a member needs. Boxes speak of their own template on axis 0, which cuts
/// dimension 0 (of the size n) in blocks [lo, hi); other dimensions are whole.
typedef enum BoxKind {
  BOX_WHOLE,    ///< everything
  BOX_AROUND,   ///< [lo - 1, hi + 2) within the array
  BOX_MIRRORED, ///< [n - hi, n - lo)
  BOX_SYMBOL,   ///< element s, the symbol, on every member
  BOX_GUARDED,  ///< [lo, hi) where lo >= s
  NUM_BOXES
} BoxKind;

typedef struct Setting {
  const Grid *grid;
  int64_t naxes, axes[DMM_RT_MAX_AXES];
  Shape shape;
  int variant;
  DmmAxisLayout layout[DMM_RT_MAX_AXES];
  int64_t home[3];
  Element element;
  bool strided;
  bool open; ///< blocks and extents are symbols
  BoxKind box;
  int64_t symbol, block; ///< block of the box's template
} Setting;

/// The range that the box at `coords` has in dimension 0.
static void box_range(const Setting *s, const int64_t *coords, int64_t *lo,
                      int64_t *hi) {
  int64_t n = s->shape.sizes[0];
  int64_t first = coords[0] * s->block, last = first + s->block;
  first = first < n ? first : n;
  last = last < n ? last : n;
  *lo = 0;
  *hi = n;
  if (s->box == BOX_AROUND) {
    *lo = first > 0 ? first - 1 : 0;
    *hi = last + 2 < n ? last + 2 : n;
  } else if (s->box == BOX_MIRRORED) {
    *lo = n - last;
    *hi = n - first;
  } else if (s->box == BOX_SYMBOL) {
    *lo = s->symbol;
    *hi = s->symbol + 1;
  } else if (s->box == BOX_GUARDED) {
    *lo = first;
    *hi = first >= s->symbol ? last : first;
  }
}

/// Where the buffer begins in dimension 0.
static int64_t box_origin(const Setting *s, const int64_t *coords) {
  int64_t n = s->shape.sizes[0], first = coords[0] * s->block;
  first = first < n ? first : n;
  int64_t last = first + s->block < n ? first + s->block : n;
  switch (s->box) {
  case BOX_AROUND:
    return first - 1;
  case BOX_MIRRORED:
    return n - last;
  case BOX_SYMBOL:
    return s->symbol;
  case BOX_GUARDED:
    return first;
  default:
    return 0;
  }
}

/// Elements of the receive buffer in dimension 0.
static int64_t box_size(const Setting *s) {
  int64_t n = s->shape.sizes[0];
  const int64_t sizes[NUM_BOXES] = {n, s->block + 3, s->block, 1, s->block};
  return sizes[s->box];
}

/// Origin, lower bounds, upper bounds of dimension 0, over lo (variable 0), hi
/// (variable 1) and the symbol.
static void put_first_dim(const Setting *s, BoxWriter *b) {
  int64_t n = s->shape.sizes[0], symbol = 2 * s->grid->naxes;
  const int64_t origin[NUM_BOXES][3] = {
      {0, 0, 0}, {1, 0, -1}, {-1, 1, n}, {1, symbol, 0}, {1, 0, 0}};
  const int64_t upper[NUM_BOXES][3] = {
      {0, 0, n}, {1, 1, 2}, {-1, 0, n}, {1, symbol, 1}, {1, 1, 0}};
  const int64_t *o = origin[s->box], *u = upper[s->box];
  box_put_affine(b, o[0], o[1], o[2]);
  box_put(b, 2); // the largest of two
  box_put_affine(b, 0, 0, 0);
  box_put_affine(b, o[0], o[1], o[2]);
  box_put(b, 2); // the smallest of two
  box_put_affine(b, u[0], u[1], u[2]);
  box_put_affine(b, 0, 0, n);
}

static void put_whole_dim(BoxWriter *b, int64_t size) {
  box_put_affine(b, 0, 0, 0);
  box_put(b, 1);
  box_put_affine(b, 0, 0, 0);
  box_put(b, 1);
  box_put_affine(b, 0, 0, size);
}

static void put_box(const Setting *s, BoxWriter *b) {
  for (int64_t a = 0; a < s->grid->naxes; ++a) {
    box_put(b, a == 0 ? s->block : 0);
    box_put(b, 0);
    box_put(b, a == 0 ? s->shape.sizes[0] : 0);
  }
  box_put(b, s->shape.rank);
  if (s->shape.rank > 0)
    put_first_dim(s, b);
  for (int64_t d = 1; d < s->shape.rank; ++d)
    put_whole_dim(b, s->shape.sizes[d]);
  bool guarded = s->box == BOX_GUARDED;
  box_put(b, guarded);
  if (guarded) { // lo - s >= 0
    const int64_t words[] = {9,
                             DMM_EXPR_VAR,
                             0,
                             DMM_EXPR_CONST,
                             -1,
                             DMM_EXPR_VAR,
                             2 * s->grid->naxes,
                             DMM_EXPR_MUL,
                             DMM_EXPR_ADD};
    box_put(b, 8);
    for (int i = 1; i < 9; ++i)
      box_put(b, words[i]);
  }
}

static Case *make_case(const Setting *s) {
  Case *c = case_new(s->grid, s->element);
  BoxWriter box = {.n = 0};
  put_box(s, &box);
  MetaSpec spec = {.op = DMM_RT_TRANSPOSE,
                   .root = DMM_ROOT_NONE,
                   .grid = s->grid,
                   .naxes = s->naxes,
                   .axes = s->axes,
                   .layout = s->layout,
                   .nbox = box.n,
                   .box = box.words};
  meta_init(&c->meta, &spec);
  c->symbols[0] = s->symbol;
  c->nsymbols = 1;
  if (s->open)
    case_open_sizes(c);
  case_describe(c, s->shape.rank, "layout %d, box %d", s->variant, s->box);
  return c;
}

/// Whether p, and not another one with the same elements, serves q.
static bool serves(const Setting *s, int64_t p, int64_t q) {
  int64_t from[DMM_RT_MAX_AXES], to[DMM_RT_MAX_AXES];
  grid_coords(s->grid, p, from);
  grid_coords(s->grid, q, to);
  bool ok = same_group(s->grid, s->naxes, s->axes, p, q);
  for (int64_t a = 0; a < s->grid->naxes; ++a)
    ok = ok && (s->layout[a].state != DMM_REPLICATED || from[a] == to[a]);
  return ok;
}

static void expect(const Setting *s, Case *c, int64_t p, int64_t q) {
  int64_t from[DMM_RT_MAX_AXES], to[DMM_RT_MAX_AXES];
  int64_t i[3], home[3], lo = 0, hi = 1, words = 0;
  const Shape *shape = &s->shape;
  grid_coords(s->grid, p, from);
  grid_coords(s->grid, q, to);
  if (shape->rank > 0)
    box_range(s, to, &lo, &hi);
  first_index(shape->rank, shape->sizes, i);
  do {
    if (!home_index(s->grid, shape->rank, s->layout, from, i, home))
      continue;
    int64_t value = test_value(p, shape->rank, shape->sizes, i);
    buffer_set(&c->src[p], home, value);
    bool needed = shape->rank == 0 || (i[0] >= lo && i[0] < hi);
    if (!needed || !serves(s, p, q))
      continue;
    int64_t target[3] = {i[0] - (shape->rank ? box_origin(s, to) : 0), i[1],
                         i[2]};
    buffer_expect(&c->dst[q], target, value);
    ++words;
  } while (next_index(shape->rank, shape->sizes, i));
  if (p != q)
    case_expect_transfer(c, words);
}

static void test(const Setting *s) {
  Case *c = make_case(s);
  int64_t n = grid_partitions(s->grid), sizes[3];
  memcpy(sizes, s->shape.sizes, sizeof sizes);
  sizes[0] = box_size(s);
  for (int64_t p = 0; p < n; ++p) {
    buffer_init(&c->src[p], s->element, s->shape.rank, s->home, s->strided);
    buffer_init(&c->dst[p], s->element, s->shape.rank, sizes, !s->strided);
  }
  for (int64_t p = 0; p < n; ++p)
    for (int64_t q = 0; q < n; ++q)
      expect(s, c, p, q);
  case_run(c);
  case_free(c);
}

/// Two boxes, others each time.
static void test_boxes(Setting *s, int seed) {
  int64_t n = s->shape.rank ? s->shape.sizes[0] : 1;
  s->block = dmm_ceildiv(n, s->grid->sizes[0]);
  s->symbol = n / 2;
  for (int i = 0; i < 2; ++i) {
    s->box = s->shape.rank ? (BoxKind)((2 * seed + i) % NUM_BOXES) : BOX_WHOLE;
    test(s);
  }
}

static void test_layouts(Setting *s, int seed) {
  for (s->variant = 0; s->variant < NUM_LAYOUTS; ++s->variant) {
    s->element = (Element)((seed + s->variant) % NUM_ELEMENTS);
    s->strided = (seed + s->variant) % 2;
    s->open = (seed + s->variant) / 2 % 2;
    make_layout(s->variant, s->grid, s->shape.rank, s->shape.sizes, s->layout);
    home_sizes(s->grid, s->shape.rank, s->shape.sizes, s->layout, s->home);
    test_boxes(s, seed + s->variant);
  }
}

int main(void) {
  int seed = 0;
  for (int g = 0; g < num_grids; ++g)
    for (int set = 0; set < num_axis_sets(&grids[g]); ++set)
      for (int i = 0; i < NUM_SHAPES; ++i) {
        Setting s = {.grid = &grids[g], .shape = shapes[i]};
        s.naxes = axis_set(set, s.axes);
        test_layouts(&s, seed++);
      }
  for (int g = 0; g < num_large_grids; ++g)
    for (int set = 0; set < num_axis_sets(&large_grids[g]); ++set, ++seed) {
      Setting s = {.grid = &large_grids[g], .shape = shapes[2 + seed % 4]};
      s.naxes = axis_set(set, s.axes);
      test_layouts(&s, seed);
    }
  return 0;
}
