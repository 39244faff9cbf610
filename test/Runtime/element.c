//===- element.c - Values for which the way they combine matters ----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding, NaN, signed zeros, complex numbers, positions of extrema, and that
// all members get the same bits whatever the timing.
//
//===----------------------------------------------------------------------===//

#include "support.h"

#include <math.h>
#include <string.h>

enum { MAX_VALUES = 1024 };

/// An all-reduce of `n` elements, each partition's own, in place.
typedef struct Sum {
  Element element;
  Meta meta;
  int64_t n;
  _Alignas(16) char data[MAX_PARTITIONS][16 * MAX_VALUES];
  int64_t indices[MAX_PARTITIONS][MAX_VALUES]; ///< of minloc and maxloc
} Sum;

typedef struct Vector {
  void *allocated, *aligned;
  int64_t offset, size, stride;
} Vector;

static void sum_body(int64_t partition, void *user) {
  Sum *sum = user;
  void *data = sum->data[partition];
  Vector vector = {data, data, 0, sum->n, 1};
  DmmUnranked buffer = {1, &vector};
  DmmWords none = {0};
  entry_point(DMM_RT_ALL_REDUCE, sum->element)(&buffer, &buffer,
                                               &sum->meta.descriptor, &none);
}

static void init_sum(Sum *sum, Element element, DmmKind kind, const Grid *grid,
                     int64_t n) {
  static const int64_t axes[] = {0};
  sum->element = element;
  sum->n = n;
  MetaSpec spec = {.op = DMM_RT_ALL_REDUCE,
                   .kind = kind,
                   .root = DMM_ROOT_NONE,
                   .grid = grid,
                   .naxes = 1,
                   .axes = axes};
  meta_init(&sum->meta, &spec);
}

static uint64_t random_bits(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static Sum sum;
static const Grid two = {1, {2}};

//===----------------------------------------------------------------------===//
// Order: the fixed tree, the same bits everywhere
//===----------------------------------------------------------------------===//

/// Combines neighbours, then neighbouring pairs, and so on.
static float tree_sum(float *values, int64_t p) {
  for (int64_t bit = 1; bit < p; bit *= 2)
    for (int64_t v = 0; v + bit < p; v += 2 * bit)
      values[v] += values[v + bit];
  return values[0];
}

static void test_order(const Grid *grid, int64_t n) {
  static float expected[MAX_VALUES], *data[MAX_PARTITIONS];
  int64_t p = grid_partitions(grid);
  init_sum(&sum, ELT_f32, DMM_KIND_ADD, grid, n);
  for (int64_t i = 0; i < n; ++i) {
    float values[MAX_PARTITIONS] = {0};
    for (int64_t q = 0; q < p; ++q) {
      data[q] = (float *)sum.data[q];
      values[q] = ldexpf((float)(random_bits() % 10007), (int)(i % 20)) / 3;
      data[q][i] = values[q];
    }
    expected[i] = tree_sum(values, p);
  }
  run_ok(grid, sum_body, &sum, NULL);
  for (int64_t q = 0; q < p; ++q)
    CHECK(memcmp(data[q], expected, (size_t)n * sizeof(float)) == 0,
          "all_reduce: partition %lld of %lld has other bits", (long long)q,
          (long long)p);
}

//===----------------------------------------------------------------------===//
// 16-bit floats: the nearest number, ties to even
//===----------------------------------------------------------------------===//

static double double_of_half(Element element, unsigned bits) {
  int fraction_bits = element == ELT_f16 ? 10 : 7;
  int bias = element == ELT_f16 ? 15 : 127;
  int exponent = (int)((bits & 0x7fff) >> fraction_bits);
  double fraction = bits & ((1u << fraction_bits) - 1);
  if (exponent == 2 * bias + 1)
    return fraction != 0 ? NAN : bits & 0x8000 ? -INFINITY : INFINITY;
  if (exponent > 0)
    fraction += 1 << fraction_bits;
  double magnitude =
      ldexp(fraction, (exponent > 0 ? exponent : 1) - bias - fraction_bits);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// Whether `bits` is the rounded `exact`: no neighbour is nearer, and an odd
/// number is not one of two nearest. Infinity stands for the next power of two.
static bool is_rounded(Element element, unsigned bits, double exact) {
  double limit = element == ELT_f16 ? 0x1p16 : 0x1p128;
  double value = double_of_half(element, bits);
  if (isnan(exact) || isnan(value))
    return isnan(exact) && isnan(value);
  if (isinf(exact))
    return value == exact;
  for (int step = -1; step <= 1; step += 2) {
    double other = double_of_half(
        element, (bits & 0x8000) | ((bits + (unsigned)step) & 0x7fff));
    if (isnan(other) || ((bits & 0x7fff) == 0 && step < 0))
      continue;
    double near = fabs(exact - fmax(-limit, fmin(limit, value)));
    double far = fabs(exact - fmax(-limit, fmin(limit, other)));
    if (far < near || (far == near && bits & 1))
      return false;
  }
  return true;
}

/// Bits of any number, but of near exponents for bf16, so that the sum of two
/// of them is exact as a double.
static uint16_t random_half(Element element) {
  uint64_t r = random_bits();
  if (element == ELT_f16)
    return (uint16_t)r;
  return (uint16_t)((r & 0x8fff) + (r >> 20 & 1 ? 0x3000 : 0x7000));
}

static void test_halves(Element element, DmmKind kind) {
  static uint16_t a[MAX_VALUES], b[MAX_VALUES];
  init_sum(&sum, element, kind, &two, MAX_VALUES);
  for (int i = 0; i < MAX_VALUES; ++i) {
    a[i] = random_half(element);
    b[i] = random_half(element);
  }
  memcpy(sum.data[0], a, sizeof a);
  memcpy(sum.data[1], b, sizeof b);
  run_ok(&two, sum_body, &sum, NULL);
  for (int i = 0; i < MAX_VALUES; ++i) {
    uint16_t result;
    memcpy(&result, sum.data[1] + 2 * i, 2);
    double x = double_of_half(element, a[i]), y = double_of_half(element, b[i]);
    double exact = kind == DMM_KIND_ADD ? x + y : x * y;
    CHECK(is_rounded(element, result, exact), "%04x and %04x give %04x", a[i],
          b[i], result);
  }
}

//===----------------------------------------------------------------------===//
// NaN and signed zeros
//===----------------------------------------------------------------------===//

typedef struct Extremum {
  DmmKind kind;
  double a, b, result;
} Extremum;

static const Extremum extrema[] = {
    {DMM_KIND_MINNUMF, NAN, 2, 2},
    {DMM_KIND_MINNUMF, 2, NAN, 2},
    {DMM_KIND_MINNUMF, NAN, NAN, NAN},
    {DMM_KIND_MINNUMF, 0., -0., -0.},
    {DMM_KIND_MAXNUMF, NAN, -INFINITY, -INFINITY},
    {DMM_KIND_MAXNUMF, -0., 0., 0.},
    {DMM_KIND_MAXNUMF, 1, NAN, 1},
    {DMM_KIND_MINIMUMF, NAN, 2, NAN},
    {DMM_KIND_MINIMUMF, 2, NAN, NAN},
    {DMM_KIND_MINIMUMF, 0., -0., -0.},
    {DMM_KIND_MINIMUMF, -INFINITY, 1, -INFINITY},
    {DMM_KIND_MAXIMUMF, NAN, INFINITY, NAN},
    {DMM_KIND_MAXIMUMF, -0., 0., 0.},
    {DMM_KIND_MAXIMUMF, 3, 4, 4},
};

static unsigned half_of_double(Element element, double value) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    double d = double_of_half(element, bits);
    if ((d == value && signbit(d) == signbit(value)) ||
        (isnan(d) && isnan(value)))
      return bits;
  }
  CHECK(false, "%g is no 16-bit number", value);
}

static void store_double(Element element, void *address, double value) {
  float single = (float)value;
  uint16_t half = 0;
  if (element == ELT_f64)
    memcpy(address, &value, sizeof value);
  else if (element == ELT_f32)
    memcpy(address, &single, sizeof single);
  else {
    half = (uint16_t)half_of_double(element, value);
    memcpy(address, &half, sizeof half);
  }
}

static double load_double(Element element, const void *address) {
  double value;
  float single;
  uint16_t half;
  switch (element) {
  case ELT_f64:
    memcpy(&value, address, sizeof value);
    return value;
  case ELT_f32:
    memcpy(&single, address, sizeof single);
    return single;
  default:
    memcpy(&half, address, sizeof half);
    return double_of_half(element, half);
  }
}

static bool is_same_double(double a, double b) {
  return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

static void test_extrema(Element element) {
  for (size_t i = 0; i < sizeof extrema / sizeof *extrema; ++i) {
    const Extremum *e = &extrema[i];
    init_sum(&sum, element, e->kind, &two, 1);
    store_double(element, sum.data[0], e->a);
    store_double(element, sum.data[1], e->b);
    run_ok(&two, sum_body, &sum, NULL);
    double result = load_double(element, sum.data[0]);
    CHECK(is_same_double(result, e->result),
          "element %d, kind %d: %g and %g give %g, not %g", element, e->kind,
          e->a, e->b, result, e->result);
  }
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

static void test_complex(Element element, DmmKind kind, double re, double im) {
  static const double inputs[3][2] = {{1, 2}, {-3, 1}, {2, -5}};
  static const Grid three = {1, {3}};
  bool single = element == ELT_c32;
  Element part = single ? ELT_f32 : ELT_f64;
  size_t bytes = single ? 4 : 8;
  init_sum(&sum, element, kind, &three, 1);
  for (int p = 0; p < 3; ++p) {
    store_double(part, sum.data[p], inputs[p][0]);
    store_double(part, sum.data[p] + bytes, inputs[p][1]);
  }
  run_ok(&three, sum_body, &sum, NULL);
  for (int p = 0; p < 3; ++p)
    CHECK(load_double(part, sum.data[p]) == re &&
              load_double(part, sum.data[p] + bytes) == im,
          "complex, kind %d: (%g, %g)", kind, load_double(part, sum.data[p]),
          load_double(part, sum.data[p] + bytes));
}

//===----------------------------------------------------------------------===//
// Positions of extrema
//===----------------------------------------------------------------------===//

typedef void (*LocEntryPoint)(DmmUnranked *, DmmUnranked *, DmmUnranked *,
                              DmmUnranked *, DmmWords *, DmmWords *);

static LocEntryPoint loc_entry_point(Element element) {
#define X(name, bytes) _mlir_ciface_dmm_rt_all_reduce_loc_##name,
  static const LocEntryPoint entries[] = {DMM_ELEMENT_TYPES(X)};
#undef X
  return entries[element];
}

static void loc_body(int64_t partition, void *user) {
  Sum *s = user;
  Vector values = {s->data[partition], s->data[partition], 0, s->n, 1};
  Vector indices = {s->indices[partition], s->indices[partition], 0, s->n, 1};
  DmmUnranked value = {1, &values}, index = {1, &indices};
  DmmWords none = {0};
  loc_entry_point(s->element)(&value, &value, &index, &index,
                              &s->meta.descriptor, &none);
}

/// One element a partition, at the indices 10, 11, ... in the order given.
static void test_loc(Element element, DmmKind kind, const double *values,
                     int reversed, int expected) {
  static const Grid five = {1, {5}};
  DmmRtReport report;
  init_sum(&sum, element, kind, &five, 1);
  for (int p = 0; p < 5; ++p) {
    int position = reversed ? 4 - p : p;
    if (element >= ELT_f16)
      store_double(element, sum.data[p], values[position]);
    else
      store_element(element, sum.data[p], (int64_t)values[position]);
    sum.indices[p][0] = 10 + position;
  }
  run_ok(&five, loc_body, &sum, &report);
  CHECK(report.ops[DMM_RT_ALL_REDUCE].words == 16,
        "a pair counts as two words");
  for (int p = 0; p < 5; ++p)
    CHECK(sum.indices[p][0] == 10 + expected,
          "element %d, kind %d: the extremum is at %lld, not %d", element, kind,
          (long long)sum.indices[p][0] - 10, expected);
}

static void test_locs(Element element) {
  static const double plain[] = {3, -1, 4, -1, 4};
  static const double nans[] = {NAN, 2, NAN, -5, 2};
  static const double only_nans[] = {NAN, NAN, NAN, NAN, NAN};
  for (int reversed = 0; reversed < 2; ++reversed) {
    test_loc(element, DMM_KIND_MINLOC, plain, reversed, 1);
    test_loc(element, DMM_KIND_MAXLOC, plain, reversed, 2);
    if (element < ELT_f16)
      continue;
    test_loc(element, DMM_KIND_MINLOC, nans, reversed, 3);
    test_loc(element, DMM_KIND_MAXLOC, nans, reversed, 1);
    test_loc(element, DMM_KIND_MAXLOC, only_nans, reversed, 0);
  }
}

//===----------------------------------------------------------------------===//
// Positions of extrema in a reduce, to a root and into a layout
//===----------------------------------------------------------------------===//

enum { ROWS = 6 };

typedef struct Located {
  Meta meta;
  double values[4][ROWS], value_results[4][ROWS];
  int64_t indices[4][ROWS], index_results[4][ROWS];
  int64_t results;
} Located;

static void located_body(int64_t p, void *user) {
  Located *l = user;
  Vector vectors[] = {
      {l->values[p], l->values[p], 0, ROWS, 1},
      {l->value_results[p], l->value_results[p], 0, l->results, 1},
      {l->indices[p], l->indices[p], 0, ROWS, 1},
      {l->index_results[p], l->index_results[p], 0, l->results, 1},
  };
  DmmUnranked b[] = {
      {1, &vectors[0]}, {1, &vectors[1]}, {1, &vectors[2]}, {1, &vectors[3]}};
  DmmWords none = {0};
  _mlir_ciface_dmm_rt_reduce_loc_f64(&b[0], &b[1], &b[2], &b[3],
                                     &l->meta.descriptor, &none);
}

/// Row r has its largest value, r + 10, on partition r % 4, at index 100 + r.
static void run_located(Located *l, const DmmAxisLayout *layout, int64_t root) {
  static const Grid four = {1, {4}};
  static const int64_t axes[] = {0};
  MetaSpec spec = {.op = DMM_RT_REDUCE,
                   .kind = DMM_KIND_MAXLOC,
                   .root = root,
                   .grid = &four,
                   .naxes = 1,
                   .axes = axes,
                   .layout = layout};
  meta_init(&l->meta, &spec);
  for (int p = 0; p < 4; ++p)
    for (int r = 0; r < ROWS; ++r) {
      l->values[p][r] = r % 4 == p ? r + 10 : p;
      l->indices[p][r] = r % 4 == p ? 100 + r : p;
    }
  run_ok(&four, located_body, l, NULL);
}

static void check_located(const Located *l, int p, int at, int row) {
  CHECK(l->value_results[p][at] == row + 10 &&
            l->index_results[p][at] == 100 + row,
        "row %d: %g at %lld", row, l->value_results[p][at],
        (long long)l->index_results[p][at]);
}

static void test_located_reduce(void) {
  static Located l;
  l.results = ROWS;
  run_located(&l, NULL, 2);
  for (int r = 0; r < ROWS; ++r)
    check_located(&l, 2, r, r);
  static const DmmAxisLayout blocks = {DMM_SHARDED, 0, 1, 1, 0, 2, 0, ROWS};
  l.results = 2;
  run_located(&l, &blocks, DMM_ROOT_NONE);
  for (int r = 0; r < ROWS; ++r)
    check_located(&l, r / 2, r % 2, r);
}

int main(void) {
  for (int g = 0; g < 6; ++g)
    for (int repeat = 0; repeat < 5; ++repeat) {
      test_order(&grids[g], 3);
      test_order(&grids[g], MAX_VALUES);
    }
  for (int i = 0; i < 20; ++i)
    for (int e = ELT_f16; e <= ELT_bf16; ++e) {
      test_halves((Element)e, DMM_KIND_ADD);
      test_halves((Element)e, DMM_KIND_MUL);
    }
  for (int e = ELT_f16; e <= ELT_f64; ++e)
    test_extrema((Element)e);
  for (int e = ELT_c32; e <= ELT_c64; ++e) {
    test_complex((Element)e, DMM_KIND_ADD, 0, -2);
    test_complex((Element)e, DMM_KIND_MUL, -35, 15);
  }
  for (int e = ELT_i8; e <= ELT_f64; ++e)
    test_locs((Element)e);
  static const double bits[] = {0, 0, 1, 1, 0}; // 1 is -1
  test_loc(ELT_i1, DMM_KIND_MINLOC, bits, true, 2);
  test_loc(ELT_i1, DMM_KIND_MAXLOC, bits, true, 0);
  test_located_reduce();
  return 0;
}
