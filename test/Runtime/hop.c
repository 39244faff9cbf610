//===- hop.c - Shift, send and receive against their definitions ----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.h"

#include <stdio.h>

typedef struct Setting {
  const Grid *grid;
  int64_t axis, distance;
  bool periodic, strided, in_place;
  int64_t rank, sizes[2];
  Element element;
} Setting;

static void fill(const Setting *s, Buffer *b, int64_t partition, bool expect) {
  int64_t i[2];
  if (!first_index(s->rank, s->sizes, i))
    return;
  do {
    int64_t value = test_value(partition, s->rank, s->sizes, i);
    if (expect)
      buffer_expect(b, i, value);
    else
      buffer_set(b, i, value);
  } while (next_index(s->rank, s->sizes, i));
}

/// The partition that p receives from, or -1.
static int64_t source_of(const Setting *s, int64_t p, bool periodic) {
  int64_t coords[DMM_RT_MAX_AXES], size = s->grid->sizes[s->axis];
  grid_coords(s->grid, p, coords);
  coords[s->axis] -= s->distance;
  if (periodic)
    coords[s->axis] = dmm_mod(coords[s->axis], size);
  bool exists = coords[s->axis] >= 0 && coords[s->axis] < size;
  return exists ? grid_partition(s->grid, coords) : -1;
}

static int64_t count(const Setting *s) {
  int64_t n = 1;
  for (int64_t d = 0; d < s->rank; ++d)
    n *= s->sizes[d];
  return n;
}

static void init_meta(const Setting *s, DmmRtOp op, Meta *meta) {
  const int64_t ints[3] = {s->axis, s->distance, s->periodic};
  MetaSpec spec = {.op = op,
                   .root = DMM_ROOT_NONE,
                   .grid = s->grid,
                   .naxes = 1,
                   .axes = &s->axis,
                   .nints = op == DMM_RT_SHIFT ? 3 : 2,
                   .ints = ints};
  meta_init(meta, &spec);
}

static Case *make_case(const Setting *s) {
  Case *c = case_new(s->grid, s->element);
  init_meta(s, DMM_RT_SHIFT, &c->meta);
  c->in_place = s->in_place;
  c->calls = num_groups(s->grid, 1, &s->axis);
  snprintf(c->name, sizeof c->name,
           "shift, %lld partitions, axis %lld, distance %lld, periodic %d, in "
           "place %d",
           (long long)grid_partitions(s->grid), (long long)s->axis,
           (long long)s->distance, s->periodic, s->in_place);
  return c;
}

static void test_shift(const Setting *s) {
  Case *c = make_case(s);
  for (int64_t p = 0; p < grid_partitions(s->grid); ++p) {
    int64_t source = source_of(s, p, s->periodic);
    buffer_init(&c->src[p], s->element, s->rank, s->sizes, s->strided);
    buffer_init(&c->dst[p], s->element, s->rank, s->sizes, !s->strided);
    fill(s, &c->src[p], p, false);
    if (source < 0)
      continue;
    fill(s, s->in_place ? &c->src[p] : &c->dst[p], source, true);
    if (source != p)
      case_expect_transfer(c, count(s));
  }
  case_run(c);
  case_free(c);
}

//===----------------------------------------------------------------------===//
// Send and receive: a value travels along the axis and grows on each partition
//===----------------------------------------------------------------------===//

enum { ROUNDS = 20, LENGTH = 200 };

typedef struct Wavefront {
  const Setting *setting;
  Meta send, recv;
  double values[MAX_PARTITIONS][LENGTH];
} Wavefront;

static void wavefront_body(int64_t partition, void *user) {
  Wavefront *w = user;
  struct {
    double *allocated, *aligned;
    int64_t offset, size, stride;
  } descriptor = {w->values[partition], w->values[partition], 0, LENGTH, 1};
  DmmUnranked buffer = {1, &descriptor};
  DmmWords none = {0};
  for (int round = 0; round < ROUNDS; ++round) {
    _mlir_ciface_dmm_rt_recv_f64(&buffer, &buffer, &w->recv.descriptor, &none);
    for (int i = 0; i < LENGTH; ++i)
      w->values[partition][i] += 1;
    _mlir_ciface_dmm_rt_send_f64(&buffer, &buffer, &w->send.descriptor, &none);
  }
}

/// The number of partitions before this one along the axis.
static int64_t depth(const Setting *s, int64_t p) {
  int64_t n = 0;
  for (int64_t q = source_of(s, p, false); q >= 0; q = source_of(s, q, false))
    ++n;
  return n;
}

/// The first partitions of a line count the rounds, the others add one for each
/// partition before them to what the first one has.
static void test_wavefront(const Setting *s) {
  static Wavefront w;
  w = (Wavefront){.setting = s};
  init_meta(s, DMM_RT_SEND, &w.send);
  init_meta(s, DMM_RT_RECV, &w.recv);
  DmmRtReport report;
  run_ok(s->grid, wavefront_body, &w, &report);
  int64_t messages = 0;
  for (int64_t p = 0; p < grid_partitions(s->grid); ++p) {
    double expected = ROUNDS + (double)depth(s, p);
    for (int i = 0; i < LENGTH; ++i)
      CHECK(w.values[p][i] == expected,
            "wavefront: partition %lld has %g, not "
            "%g",
            (long long)p, w.values[p][i], expected);
    messages += source_of(s, p, false) >= 0 ? ROUNDS : 0;
  }
  const DmmRtOpCount *sent = &report.ops[DMM_RT_SEND];
  CHECK(sent->messages == messages && sent->words == messages * LENGTH,
        "wavefront: %lld messages, %lld words", (long long)sent->messages,
        (long long)sent->words);
  CHECK(report.ops[DMM_RT_RECV].messages == 0, "receives count no messages");
}

static void test_distances(Setting *s, int seed) {
  static const int64_t distances[] = {1, -1, 2, 0, -3};
  for (int i = 0; i < 5; ++i) {
    s->distance = distances[i];
    s->element = (Element)((seed + i) % NUM_ELEMENTS);
    s->strided = (seed + i) % 2;
    for (int flags = 0; flags < 4; ++flags) {
      s->periodic = flags & 1;
      s->in_place = flags & 2;
      test_shift(s);
    }
    s->periodic = s->in_place = false;
    if (s->distance != 0)
      test_wavefront(s);
  }
}

int main(void) {
  static const int64_t shapes[][3] = {
      {0}, {1, 5}, {1, 700}, {2, 30, 9}, {1, 0}};
  for (int g = 0; g < num_grids; ++g)
    for (int64_t axis = 0; axis < grids[g].naxes; ++axis)
      for (int i = 0; i < 5; ++i) {
        Setting s = {.grid = &grids[g], .axis = axis, .rank = shapes[i][0]};
        s.sizes[0] = shapes[i][1];
        s.sizes[1] = shapes[i][2];
        test_distances(&s, g + i);
      }
  return 0;
}
