//===- reduce.c - Reductions against their definitions --------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers and small whole numbers as floats, for which the order does not
// matter; element.c has the values for which it does.
//
//===----------------------------------------------------------------------===//

#include "support.h"

static const Shape shapes[] = {
    {0, {0}}, {1, {0}}, {1, {37}}, {1, {700}}, {2, {7, 12}}};
enum { NUM_SHAPES = sizeof shapes / sizeof *shapes };

typedef struct Setting {
  const Grid *grid;
  int64_t naxes, axes[DMM_RT_MAX_AXES];
  Shape shape;
  Element element;
  DmmKind kind;
  int64_t root;
  bool strided;
} Setting;

static bool is_float(Element e) { return e >= ELT_f16 && e <= ELT_f64; }
static bool is_complex(Element e) { return e == ELT_c32 || e == ELT_c64; }

static bool is_legal(Element e, DmmKind kind) {
  if (kind == DMM_KIND_ADD || kind == DMM_KIND_MUL)
    return !is_complex(e); // complex numbers are in element.c
  if (kind >= DMM_KIND_MINNUMF && kind <= DMM_KIND_MAXIMUMF)
    return is_float(e);
  return kind <= DMM_KIND_XOR && !is_float(e) && !is_complex(e);
}

/// Sums and products stay exact in eight bits of fraction.
static int64_t value_of(const Setting *s, int64_t partition,
                        const int64_t *index) {
  int64_t v = test_value(partition, s->shape.rank, s->shape.sizes, index);
  if (s->kind == DMM_KIND_MUL)
    return v % 2 + 1;
  return v % 11 - 5;
}

static int64_t unsigned_of(Element e, int64_t v) {
  int64_t bits = e == ELT_i1 ? 1 : 8 * element_bytes(e);
  return bits == 64 ? v : v & (((int64_t)1 << bits) - 1);
}

/// The value that the bits of v have as a signed number: of one bit, 0 or -1.
static int64_t signed_of(Element e, int64_t v) {
  return e == ELT_i1 ? -(v & 1) : v;
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t combine_ordered(const Setting *s, int64_t a, int64_t b) {
  Element e = s->element;
  uint64_t ua = (uint64_t)unsigned_of(e, a), ub = (uint64_t)unsigned_of(e, b);
  switch (s->kind) {
  case DMM_KIND_MINUI:
    return (int64_t)(ua < ub ? ua : ub);
  case DMM_KIND_MAXUI:
    return (int64_t)(ua > ub ? ua : ub);
  case DMM_KIND_MINSI:
    return smaller(signed_of(e, a), signed_of(e, b));
  case DMM_KIND_MAXSI:
    return larger(signed_of(e, a), signed_of(e, b));
  case DMM_KIND_MINNUMF:
  case DMM_KIND_MINIMUMF:
    return smaller(a, b);
  default:
    return larger(a, b);
  }
}

static int64_t combine(const Setting *s, int64_t a, int64_t b) {
  switch (s->kind) {
  case DMM_KIND_ADD:
    return a + b;
  case DMM_KIND_MUL:
    return a * b;
  case DMM_KIND_AND:
    return a & b;
  case DMM_KIND_OR:
    return a | b;
  case DMM_KIND_XOR:
    return a ^ b;
  default:
    return combine_ordered(s, a, b);
  }
}

/// The total over the group of partition p.
static int64_t total(const Setting *s, int64_t p, const int64_t *index) {
  bool first = true;
  int64_t acc = 0;
  for (int64_t q = 0; q < grid_partitions(s->grid); ++q) {
    if (!same_group(s->grid, s->naxes, s->axes, p, q))
      continue;
    int64_t value = value_of(s, q, index);
    acc = first ? value : combine(s, acc, value);
    first = false;
  }
  return acc;
}

static Case *make_case(const Setting *s, DmmRtOp op,
                       const DmmAxisLayout *layout) {
  Case *c = case_new(s->grid, s->element);
  MetaSpec spec = {.op = op,
                   .kind = s->kind,
                   .root = s->root,
                   .grid = s->grid,
                   .naxes = s->naxes,
                   .axes = s->axes,
                   .layout = layout};
  meta_init(&c->meta, &spec);
  case_describe(c, s->shape.rank, "kind %d, root %lld", s->kind,
                (long long)s->root);
  return c;
}

static void fill_source(const Setting *s, Buffer *b, int64_t p) {
  int64_t i[3];
  buffer_init(b, s->element, s->shape.rank, s->shape.sizes, s->strided);
  if (!first_index(s->shape.rank, s->shape.sizes, i))
    return;
  do
    buffer_set(b, i, value_of(s, p, i));
  while (next_index(s->shape.rank, s->shape.sizes, i));
}

static int64_t expect_total(const Setting *s, Buffer *b, int64_t p) {
  int64_t i[3], words = 0;
  if (!first_index(s->shape.rank, s->shape.sizes, i))
    return 0;
  do {
    buffer_expect(b, i, total(s, p, i));
    ++words;
  } while (next_index(s->shape.rank, s->shape.sizes, i));
  return words;
}

static bool is_root(const Setting *s, int64_t p) {
  return is_root_of_group(s->grid, s->naxes, s->axes, s->root, p);
}

/// Each member but the root sends once; all but one get the total once.
static void expect_counts(const Setting *s, Case *c, int sends) {
  int64_t transfers = grid_partitions(s->grid) - c->calls;
  for (int64_t i = 0; i < sends * transfers; ++i)
    case_expect_transfer(c, shape_elements(&s->shape));
}

static void test_reduce(const Setting *s) {
  Case *c = make_case(s, DMM_RT_REDUCE, NULL);
  for (int64_t p = 0; p < grid_partitions(s->grid); ++p) {
    fill_source(s, &c->src[p], p);
    if (is_root(s, p)) {
      buffer_init(&c->dst[p], s->element, s->shape.rank, s->shape.sizes, true);
      expect_total(s, &c->dst[p], p);
    } else {
      buffer_init_poisoned(&c->dst[p], s->element, s->shape.rank,
                           s->shape.sizes);
    }
  }
  expect_counts(s, c, 1);
  case_run(c);
  case_free(c);
}

static void test_all_reduce(const Setting *s, bool in_place) {
  Case *c = make_case(s, DMM_RT_ALL_REDUCE, NULL);
  c->in_place = in_place;
  for (int64_t p = 0; p < grid_partitions(s->grid); ++p) {
    fill_source(s, &c->src[p], p);
    buffer_init(&c->dst[p], s->element, s->shape.rank, s->shape.sizes, true);
    expect_total(s, in_place ? &c->src[p] : &c->dst[p], p);
  }
  expect_counts(s, c, 2);
  case_run(c);
  case_free(c);
}

//===----------------------------------------------------------------------===//
// Reduce into a layout
//===----------------------------------------------------------------------===//

/// What partition p gets; returns the number of elements.
static int64_t expect_part(const Setting *s, Case *c, int64_t p,
                           const DmmAxisLayout *layout) {
  int64_t coords[DMM_RT_MAX_AXES], i[3], home[3], words = 0;
  grid_coords(s->grid, p, coords);
  if (!first_index(s->shape.rank, s->shape.sizes, i))
    return 0;
  do {
    if (!home_index(s->grid, s->shape.rank, layout, coords, i, home))
      continue;
    buffer_expect(&c->dst[p], home, total(s, p, i));
    ++words;
  } while (next_index(s->shape.rank, s->shape.sizes, i));
  return words;
}

static void test_reduce_scatter(const Setting *s, int variant, bool open) {
  DmmAxisLayout layout[DMM_RT_MAX_AXES];
  int64_t home[3], n = grid_partitions(s->grid);
  make_layout(variant, s->grid, s->shape.rank, s->shape.sizes, layout);
  home_sizes(s->grid, s->shape.rank, s->shape.sizes, layout, home);
  Case *c = make_case(s, DMM_RT_REDUCE, layout);
  if (open) // blocks and extents are symbols
    case_open_sizes(c);
  for (int64_t p = 0; p < n; ++p) {
    fill_source(s, &c->src[p], p);
    buffer_init(&c->dst[p], s->element, s->shape.rank, home, !s->strided);
    int64_t words = expect_part(s, c, p, layout);
    for (int64_t q = 0; q < n; ++q)
      if (p != q && same_group(s->grid, s->naxes, s->axes, p, q))
        case_expect_transfer(c, words);
  }
  case_run(c);
  case_free(c);
}

//===----------------------------------------------------------------------===//
// All settings
//===----------------------------------------------------------------------===//

static void test_kinds(Setting *s, int seed) {
  int64_t size =
      grid_partitions(s->grid) / num_groups(s->grid, s->naxes, s->axes);
  for (int kind = 0; kind < DMM_NUM_KINDS; ++kind) {
    s->kind = (DmmKind)kind;
    s->strided = (seed + kind) % 2;
    if (!is_legal(s->element, s->kind))
      continue;
    s->root = (seed + kind) % size;
    test_reduce(s);
    s->root = DMM_ROOT_NONE;
    test_all_reduce(s, (seed + kind) % 3 == 0);
    test_reduce_scatter(s, (seed + kind) % NUM_LAYOUTS, (seed + kind) / 2 % 2);
  }
}

int main(void) {
  int seed = 0;
  for (int g = 0; g < num_grids; ++g)
    for (int set = 0; set < num_axis_sets(&grids[g]); ++set)
      for (int i = 0; i < 4; ++i, ++seed) {
        Setting s = {.grid = &grids[g], .shape = shapes[seed % NUM_SHAPES]};
        s.naxes = axis_set(set, s.axes);
        s.element = (Element)(seed % ELT_c32);
        test_kinds(&s, seed);
      }
  for (int g = 0; g < num_large_grids; ++g)
    for (int set = 0; set < num_axis_sets(&large_grids[g]); ++set, ++seed) {
      Setting s = {.grid = &large_grids[g], .shape = shapes[seed % NUM_SHAPES]};
      s.naxes = axis_set(set, s.axes);
      s.element = (Element)(seed % ELT_c32);
      test_kinds(&s, seed);
    }
  return 0;
}
