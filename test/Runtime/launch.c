//===- launch.c - Configurations, reports, many partitions ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Configurations that cannot be launched
//===----------------------------------------------------------------------===//

static void must_not_run(int64_t partition, void *user) {
  (void)user;
  CHECK(false, "partition %lld runs", (long long)partition);
}

static void expect_refusal(int64_t naxes, const int64_t *sizes,
                           double timeout_s, const char *text) {
  DmmRtConfig config = {naxes, sizes, timeout_s, false, NULL};
  DmmRtReport report;
  int status = dmm_rt_run(&config, must_not_run, NULL, &report);
  CHECK(status == 1 && !report.ok, "launched, for want of: %s", text);
  CHECK(strstr(report.message, text), "no '%s' in: %s", text, report.message);
}

static void test_refusals(void) {
  const int64_t ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  expect_refusal(0, ones, 1, "the grid has 0 axes: give 1 to 8");
  expect_refusal(9, ones, 1, "the grid has 9 axes: give 1 to 8");
  expect_refusal(1, NULL, 1, "the grid has 1 axes");
  expect_refusal(2, (int64_t[]){2, 0}, 1, "axis 1 has size 0");
  expect_refusal(1, (int64_t[]){-4}, 1, "axis 0 has size -4");
  expect_refusal(1, (int64_t[]){4096}, 1, "more than 256 partitions");
  expect_refusal(2, (int64_t[]){64, 64}, 1, "more than 256 partitions");
  expect_refusal(3, (int64_t[]){1 << 30, INT64_MAX, 2}, 1, "more than 256");
  expect_refusal(1, ones, -1, "the timeout is -1 s");
  expect_refusal(1, ones, NAN, "the timeout is");
}

static void nested_body(int64_t partition, void *user) {
  DmmRtConfig config = {1, (int64_t[]){1}, 0, false, NULL};
  DmmRtReport *reports = user;
  dmm_rt_run(&config, must_not_run, NULL, &reports[partition]);
}

static void test_nested(void) {
  static DmmRtReport reports[2];
  static const Grid two = {1, {2}};
  run_ok(&two, nested_body, reports, NULL);
  for (int p = 0; p < 2; ++p)
    CHECK(strstr(reports[p].message, "a partition cannot launch a run"), "%s",
          reports[p].message);
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

static void coords_body(int64_t partition, void *user) {
  int64_t (*coords)[3] = user;
  for (int64_t a = 0; a < 3; ++a)
    coords[partition][a] = _mlir_ciface_dmm_rt_coord(a);
}

static void test_coordinates(void) {
  static const Grid grid = {3, {2, 3, 4}};
  int64_t found[24][3], expected[DMM_RT_MAX_AXES];
  run_ok(&grid, coords_body, found, NULL);
  for (int64_t p = 0; p < 24; ++p) {
    grid_coords(&grid, p, expected);
    CHECK(memcmp(found[p], expected, sizeof found[p]) == 0,
          "coordinates of partition %lld", (long long)p);
  }
  CHECK(_mlir_ciface_dmm_rt_coord(0) == 0, "coordinate without a launch");
}

//===----------------------------------------------------------------------===//
// Without a launch
//===----------------------------------------------------------------------===//

static void test_alone(void) {
  static const Grid ones = {2, {1, 1}};
  static const int64_t axes[] = {0, 1}, sizes[] = {10};
  Case *c = case_new(&ones, ELT_i32);
  MetaSpec spec = {
      .op = DMM_RT_BROADCAST, .grid = &ones, .naxes = 2, .axes = axes};
  meta_init(&c->meta, &spec);
  buffer_init(&c->src[0], ELT_i32, 1, sizes, true);
  buffer_init(&c->dst[0], ELT_i32, 1, sizes, false);
  for (int64_t i = 0; i < 10; ++i) {
    buffer_set(&c->src[0], &i, i);
    buffer_expect(&c->dst[0], &i, i);
  }
  DmmWords none = {0};
  _mlir_ciface_dmm_rt_enter(&c->meta.descriptor);
  _mlir_ciface_dmm_rt_broadcast_i32(&c->src[0].memref, &c->dst[0].memref,
                                    &c->meta.descriptor, &none);
  CHECK(memcmp(c->dst[0].bytes, c->dst[0].expected, c->dst[0].nbytes) == 0,
        "broadcast without a launch");
  case_free(c);
}

//===----------------------------------------------------------------------===//
// Many partitions, many messages
//===----------------------------------------------------------------------===//

enum { ROUNDS = 100, LENGTH = 90 };

/// Each round every partition gets its left neighbour's vector, adds its rank,
/// and the root's total of the first elements goes to all.
typedef struct Ring {
  Grid grid;
  Meta shift, all_reduce;
  int64_t vectors[MAX_PARTITIONS][LENGTH], totals[MAX_PARTITIONS];
  int64_t errors[MAX_PARTITIONS];
} Ring;

static void ring_body(int64_t p, void *user) {
  Ring *r = user;
  struct {
    int64_t *allocated, *aligned, offset, sizes[1], strides[1];
  } vector = {r->vectors[p], r->vectors[p], 0, {LENGTH}, {1}},
    total = {&r->totals[p], &r->totals[p], 0, {1}, {1}};
  DmmUnranked v = {1, &vector}, t = {1, &total};
  DmmWords none = {0};
  int64_t n = grid_partitions(&r->grid);
  for (int64_t round = 1; round <= ROUNDS; ++round) {
    _mlir_ciface_dmm_rt_shift_i64(&v, &v, &r->shift.descriptor, &none);
    for (int i = 0; i < LENGTH; ++i)
      r->vectors[p][i] += p;
    r->totals[p] = r->vectors[p][0];
    _mlir_ciface_dmm_rt_all_reduce_i64(&t, &t, &r->all_reduce.descriptor,
                                       &none);
    r->errors[p] += r->totals[p] != round * n * (n - 1) / 2;
  }
}

static void test_ring(int64_t partitions) {
  static Ring r;
  static const int64_t axes[] = {0};
  const int64_t ints[] = {0, 1, 1};
  r = (Ring){.grid = {1, {partitions}}};
  MetaSpec spec = {.op = DMM_RT_SHIFT,
                   .root = DMM_ROOT_NONE,
                   .grid = &r.grid,
                   .naxes = 1,
                   .axes = axes,
                   .nints = 3,
                   .ints = ints};
  meta_init(&r.shift, &spec);
  spec.op = DMM_RT_ALL_REDUCE;
  spec.nints = 0;
  meta_init(&r.all_reduce, &spec);
  DmmRtReport report;
  run_ok(&r.grid, ring_body, &r, &report);
  for (int64_t p = 0; p < partitions; ++p)
    CHECK(r.errors[p] == 0, "partition %lld of %lld saw %lld wrong totals",
          (long long)p, (long long)partitions, (long long)r.errors[p]);
  CHECK(report.ops[DMM_RT_SHIFT].calls == ROUNDS &&
            report.ops[DMM_RT_SHIFT].words == ROUNDS * LENGTH * partitions,
        "counts of the shift");
  CHECK(report.run_s > 0 && report.wait_s > 0, "times of the run");
}

//===----------------------------------------------------------------------===//
// Groups of the same axes may do different numbers of operations
//===----------------------------------------------------------------------===//

static Meta along[2];

static void uneven_body(int64_t p, void *user) {
  int64_t *values = user;
  struct {
    int64_t *allocated, *aligned, offset;
  } scalar = {&values[p], &values[p], 0};
  DmmUnranked s = {0, &scalar};
  DmmWords none = {0};
  values[p] = p;
  if (_mlir_ciface_dmm_rt_coord(1) == 0)
    _mlir_ciface_dmm_rt_broadcast_i64(&s, &s, &along[0].descriptor, &none);
  _mlir_ciface_dmm_rt_broadcast_i64(&s, &s, &along[1].descriptor, &none);
}

static void test_uneven(void) {
  static const Grid grid = {2, {2, 2}};
  static const int64_t axes[] = {0, 1};
  int64_t values[4];
  for (int a = 0; a < 2; ++a) {
    MetaSpec spec = {
        .op = DMM_RT_BROADCAST, .grid = &grid, .naxes = 1, .axes = &axes[a]};
    meta_init(&along[a], &spec);
  }
  DmmRtReport report;
  run_ok(&grid, uneven_body, values, &report);
  for (int p = 0; p < 4; ++p)
    CHECK(values[p] == 0, "partition %d has %lld", p, (long long)values[p]);
  CHECK(report.ops[DMM_RT_BROADCAST].calls == 3, "one call for each group");
}

//===----------------------------------------------------------------------===//
// The root of small broadcasts runs ahead
//===----------------------------------------------------------------------===//

typedef struct Ahead {
  Meta broadcast;
  _Atomic int64_t done_by_root;
  int64_t values[2];
} Ahead;

/// The other partition does not receive before the root has sent five times.
static void ahead_body(int64_t p, void *user) {
  Ahead *a = user;
  struct {
    int64_t *allocated, *aligned, offset;
  } scalar = {&a->values[p], &a->values[p], 0};
  DmmUnranked s = {0, &scalar};
  DmmWords none = {0};
  while (p == 1 && atomic_load(&a->done_by_root) < 5)
    ;
  for (int64_t i = 0; i < 5; ++i) {
    if (p == 0)
      a->values[0] = i * i;
    _mlir_ciface_dmm_rt_broadcast_i64(&s, &s, &a->broadcast.descriptor, &none);
    CHECK(a->values[p] == i * i, "broadcast %lld brought %lld", (long long)i,
          (long long)a->values[p]);
    if (p == 0)
      atomic_fetch_add(&a->done_by_root, 1);
  }
}

static void test_ahead(void) {
  static Ahead a;
  static const Grid two = {1, {2}};
  static const int64_t axes[] = {0};
  MetaSpec spec = {
      .op = DMM_RT_BROADCAST, .grid = &two, .naxes = 1, .axes = axes};
  meta_init(&a.broadcast, &spec);
  run_ok(&two, ahead_body, &a, NULL);
}

int main(void) {
  test_refusals();
  test_nested();
  test_coordinates();
  test_alone();
  for (int64_t p = 2; p <= 64; p *= 2)
    test_ring(p);
  test_uneven();
  test_ahead();
  return 0;
}
