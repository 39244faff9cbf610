//===- rooted.c - Broadcast, scatter, gather against their definitions ----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.h"

static const Shape shapes[] = {
    {0, {0}},    {1, {1}},     {1, {0}},      {1, {37}},
    {1, {1500}}, {2, {7, 12}}, {2, {23, 31}}, {3, {3, 5, 4}},
};
enum { NUM_SHAPES = sizeof shapes / sizeof *shapes };

/// One operation: where, on what, how.
typedef struct Setting {
  const Grid *grid;
  int64_t naxes, axes[DMM_RT_MAX_AXES];
  Shape shape;
  int variant;
  DmmAxisLayout layout[DMM_RT_MAX_AXES];
  int64_t home[3];
  Element element;
  bool strided;
  bool open;    ///< blocks and extents are symbols
  int64_t root; ///< rank in the group, or DMM_ROOT_NONE
  bool root_is_symbol;
} Setting;

static Case *make_case(const Setting *s, DmmRtOp op) {
  Case *c = case_new(s->grid, s->element);
  MetaSpec spec = {.op = op,
                   .root = s->root_is_symbol ? DMM_ROOT_IN_SYMBOL_0 : s->root,
                   .grid = s->grid,
                   .naxes = s->naxes,
                   .axes = s->axes,
                   .layout = op == DMM_RT_BROADCAST ? NULL : s->layout};
  meta_init(&c->meta, &spec);
  c->symbols[0] = s->root;
  c->nsymbols = s->root_is_symbol;
  if (s->open)
    case_open_sizes(c);
  case_describe(c, s->shape.rank, "layout %d, root %lld", s->variant,
                (long long)s->root);
  return c;
}

static bool is_root(const Setting *s, int64_t p) {
  return is_root_of_group(s->grid, s->naxes, s->axes, s->root, p);
}

/// The whole array of partition p: only the root has one.
static void init_whole(const Setting *s, Buffer *b, int64_t p) {
  if (is_root(s, p))
    buffer_init(b, s->element, s->shape.rank, s->shape.sizes, s->strided);
  else
    buffer_init_poisoned(b, s->element, s->shape.rank, s->shape.sizes);
}

static void fill(const Setting *s, Buffer *b, int64_t p) {
  int64_t i[3];
  if (!first_index(s->shape.rank, s->shape.sizes, i))
    return;
  do
    buffer_set(b, i, test_value(p, s->shape.rank, s->shape.sizes, i));
  while (next_index(s->shape.rank, s->shape.sizes, i));
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// What partition q gets from its root p.
static void expect_scatter(const Setting *s, Case *c, int64_t p, int64_t q) {
  int64_t coords[DMM_RT_MAX_AXES], i[3], home[3], words = 0;
  const Shape *shape = &s->shape;
  grid_coords(s->grid, q, coords);
  if (!first_index(shape->rank, shape->sizes, i))
    return;
  do {
    if (!home_index(s->grid, shape->rank, s->layout, coords, i, home))
      continue;
    buffer_expect(&c->dst[q], home,
                  test_value(p, shape->rank, shape->sizes, i));
    ++words;
  } while (next_index(shape->rank, shape->sizes, i));
  if (p != q)
    case_expect_transfer(c, words);
}

static void test_scatter(const Setting *s) {
  Case *c = make_case(s, DMM_RT_SCATTER);
  int64_t n = grid_partitions(s->grid);
  for (int64_t p = 0; p < n; ++p) {
    init_whole(s, &c->src[p], p);
    buffer_init(&c->dst[p], s->element, s->shape.rank, s->home, s->strided);
  }
  for (int64_t p = 0; p < n; ++p) {
    if (!is_root(s, p))
      continue;
    fill(s, &c->src[p], p);
    for (int64_t q = 0; q < n; ++q)
      if (same_group(s->grid, s->naxes, s->axes, p, q))
        expect_scatter(s, c, p, q);
  }
  case_run(c);
  case_free(c);
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// Whether a member sends: one of those that hold the same elements does.
static bool is_gather_source(const Setting *s, const int64_t *coords) {
  for (int64_t i = 0; i < s->naxes; ++i)
    if (s->layout[s->axes[i]].state == DMM_REPLICATED &&
        coords[s->axes[i]] != 0)
      return false;
  return true;
}

/// Fills the home block of partition p, and what the roots of its group get.
static void expect_gather(const Setting *s, Case *c, int64_t p, int64_t q) {
  int64_t coords[DMM_RT_MAX_AXES], i[3], home[3], words = 0;
  const Shape *shape = &s->shape;
  grid_coords(s->grid, p, coords);
  if (!is_gather_source(s, coords) ||
      !first_index(shape->rank, shape->sizes, i))
    return;
  do {
    if (!home_index(s->grid, shape->rank, s->layout, coords, i, home))
      continue;
    int64_t value = test_value(p, shape->rank, shape->sizes, i);
    buffer_set(&c->src[p], home, value);
    buffer_expect(&c->dst[q], i, value);
    ++words;
  } while (next_index(shape->rank, shape->sizes, i));
  if (p != q)
    case_expect_transfer(c, words);
}

static void test_gather(const Setting *s) {
  Case *c = make_case(s, DMM_RT_GATHER);
  int64_t n = grid_partitions(s->grid);
  for (int64_t p = 0; p < n; ++p) {
    buffer_init(&c->src[p], s->element, s->shape.rank, s->home, s->strided);
    init_whole(s, &c->dst[p], p);
  }
  for (int64_t p = 0; p < n; ++p)
    for (int64_t q = 0; q < n; ++q)
      if (is_root(s, q) && same_group(s->grid, s->naxes, s->axes, p, q))
        expect_gather(s, c, p, q);
  case_run(c);
  case_free(c);
}

//===----------------------------------------------------------------------===//
// Broadcast
//===----------------------------------------------------------------------===//

static void expect_broadcast(const Setting *s, Case *c, int64_t p, int64_t q) {
  int64_t i[3], words = 0;
  const Shape *shape = &s->shape;
  if (!first_index(shape->rank, shape->sizes, i))
    return;
  do {
    buffer_expect(&c->dst[q], i, test_value(p, shape->rank, shape->sizes, i));
    ++words;
  } while (next_index(shape->rank, shape->sizes, i));
  if (p != q)
    case_expect_transfer(c, words);
}

static void test_broadcast(const Setting *s) {
  Case *c = make_case(s, DMM_RT_BROADCAST);
  int64_t n = grid_partitions(s->grid);
  for (int64_t p = 0; p < n; ++p) {
    init_whole(s, &c->src[p], p);
    buffer_init(&c->dst[p], s->element, s->shape.rank, s->shape.sizes,
                s->strided);
  }
  for (int64_t p = 0; p < n; ++p) {
    if (!is_root(s, p))
      continue;
    fill(s, &c->src[p], p);
    for (int64_t q = 0; q < n; ++q)
      if (same_group(s->grid, s->naxes, s->axes, p, q))
        expect_broadcast(s, c, p, q);
  }
  case_run(c);
  case_free(c);
}

//===----------------------------------------------------------------------===//
// All settings
//===----------------------------------------------------------------------===//

static int64_t group_size(const Setting *s) {
  return grid_partitions(s->grid) / num_groups(s->grid, s->naxes, s->axes);
}

static void test_roots(Setting *s) {
  const int64_t roots[] = {0, group_size(s) - 1};
  for (int r = 0; r < 2; ++r) {
    s->root = roots[r];
    s->root_is_symbol = r == 1;
    test_scatter(s);
    test_gather(s);
    if (s->variant < 2)
      test_broadcast(s);
  }
  s->root = DMM_ROOT_NONE;
  s->root_is_symbol = false;
  test_gather(s);
}

/// Every other layout, the others the next time; each next one with another
/// element type and memory layout.
static void test_layouts(Setting *s, int seed) {
  for (s->variant = seed % 2; s->variant < NUM_LAYOUTS; s->variant += 2) {
    s->element = (Element)((5 * seed + s->variant) % NUM_ELEMENTS);
    s->strided = (seed + s->variant / 2) % 2;
    s->open = (seed + s->variant) / 2 % 2;
    make_layout(s->variant, s->grid, s->shape.rank, s->shape.sizes, s->layout);
    home_sizes(s->grid, s->shape.rank, s->shape.sizes, s->layout, s->home);
    test_roots(s);
  }
}

int main(void) {
  for (int g = 0; g < num_grids; ++g)
    for (int set = 0; set < num_axis_sets(&grids[g]); ++set)
      for (int i = 0; i < NUM_SHAPES; ++i) {
        Setting s = {.grid = &grids[g], .shape = shapes[i]};
        s.naxes = axis_set(set, s.axes);
        test_layouts(&s, g + set + i);
      }
  for (int g = 0; g < num_large_grids; ++g)
    for (int set = 0; set < num_axis_sets(&large_grids[g]); ++set) {
      Setting s = {.grid = &large_grids[g], .shape = shapes[3 + set % 5]};
      s.naxes = axis_set(set, s.axes);
      test_layouts(&s, g + set);
    }
  return 0;
}
