//===- schedule_ring.c - Rings of siblings --------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of an all-reduce or an all-gather are numbered so that those which
// a member has to do with at a stage follow each other: first by the child that
// the member is in at stage 0, then at stage 1, and so on through the even
// stages; then by the place among the containers of the last even stage.
//
// A ring is what one member of each child of a container forms. Its k members
// deal with k blocks of parts; block b belongs to the member in child b. With
// the skips k > s1 > s2 > ... > 1, each half of the one before, rounded up, a
// reduce-scatter sends in each round the blocks that are s to s' - 1 further
// than its own to the member s further, of which they are the first ones. An
// all-gather goes the same way back.
//
//===----------------------------------------------------------------------===//

#include "schedule_write.h"

#include <string.h>

typedef struct Ring {
  int64_t stage;
  DmmContainer container;
  int64_t k, self;
  int64_t base, width; ///< block b has the parts from base + b * width on; if
                       ///< width is 0, those of the members of child b
} Ring;

//===----------------------------------------------------------------------===//
// Numbering
//===----------------------------------------------------------------------===//

/// Members of a container of the last even stage.
static int64_t leaf_size(const DmmSchedule *schedule) {
  int64_t size = 1;
  for (int64_t a = 0; a < schedule->stages.naxes; ++a)
    size *= schedule->stages.spans[schedule->even][a];
  return size;
}

/// Parts of a slice: one for each container of the last even stage, except in
/// an all-reduce, whose parts are the slices.
static int64_t parts_of_slice(const DmmSchedule *schedule) {
  return schedule->kind == DMM_SCHEDULE_ALL_REDUCE
             ? 1
             : schedule->stages.size / leaf_size(schedule);
}

/// Children of a container of an even stage.
static int64_t children_of_stage(const DmmStages *stages, int64_t stage) {
  int64_t k = 1;
  for (int64_t a = 0; a < stages->naxes; ++a)
    k *= stages->spans[stage + 1][a] / stages->spans[stage][a];
  return k;
}

/// The slice of a member among those that its container of stage `top` - 1 is
/// divided in.
static int64_t slice_of(const DmmStages *stages, int64_t top,
                        const int64_t *coords) {
  int64_t slice = 0;
  for (int64_t s = 0; s < top; ++s) {
    DmmContainer c = dmm_container_at(stages, s, coords);
    slice = slice * children_of_stage(stages, s) +
            dmm_container_child_of(stages, s, &c, coords);
  }
  return slice;
}

int64_t dmm_schedule_parts(const DmmSchedule *schedule) {
  switch (schedule->kind) {
  case DMM_SCHEDULE_ALL_REDUCE:
    return leaf_size(schedule);
  case DMM_SCHEDULE_ALL_GATHER:
  case DMM_SCHEDULE_REDUCE_SCATTER:
    return schedule->stages.size;
  default:
    return 1;
  }
}

int64_t dmm_schedule_part_of(const DmmSchedule *schedule,
                             const int64_t *coords) {
  const DmmStages *stages = &schedule->stages;
  return slice_of(stages, schedule->even, coords) * parts_of_slice(schedule) +
         dmm_place_of(stages, coords) / leaf_size(schedule);
}

void dmm_schedule_part_coords(const DmmSchedule *schedule, int64_t part,
                              int64_t *coords) {
  const DmmStages *stages = &schedule->stages;
  int64_t n = parts_of_slice(schedule), slice = part / n;
  dmm_place_coords(stages, part % n * leaf_size(schedule), coords);
  for (int64_t s = schedule->even - 1; s >= 0; --s) {
    int64_t k = children_of_stage(stages, s);
    DmmContainer c = dmm_container_at(stages, s, coords);
    DmmContainer child = dmm_container_child(stages, s, &c, slice % k);
    memcpy(coords, child.lo, (size_t)stages->naxes * sizeof *coords);
    slice /= k;
  }
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

/// First part of block b; block k is the end.
static int64_t block_start(const DmmStepWriter *e, const Ring *ring,
                           int64_t b) {
  if (ring->width)
    return ring->base + b * ring->width;
  DmmContainer c = ring->container;
  if (b < ring->k)
    c = dmm_container_child(e->stages, ring->stage, &c, b);
  DmmRange places = dmm_container_places(e->stages, &c);
  int64_t place = places.first + (b < ring->k ? 0 : places.count);
  return ring->base + place / leaf_size(e->schedule);
}

static DmmRange blocks(const DmmStepWriter *e, const Ring *ring, int64_t from,
                       int64_t to) {
  int64_t first = block_start(e, ring, from);
  return (DmmRange){first, block_start(e, ring, to) - first};
}

/// A step with the member in child `child`, which may lie beyond the ends of
/// the ring, that carries `count` blocks from block `from` on.
static void write_round(DmmStepWriter *e, const Ring *ring, DmmStepKind kind,
                        int64_t child, int64_t from, int64_t count) {
  int64_t k = ring->k, peer[DMM_RT_MAX_AXES];
  from = dmm_mod(from, k);
  int64_t rest = from + count - k;
  DmmRange parts[2] = {{0, 0}, {0, 0}};
  parts[0] = blocks(e, ring, from, rest > 0 ? k : from + count);
  if (rest > 0)
    parts[1] = blocks(e, ring, 0, rest);
  DmmContainer own = dmm_container_at(e->stages, ring->stage - 1, e->self);
  DmmContainer c = dmm_container_child(e->stages, ring->stage, &ring->container,
                                       dmm_mod(child, k));
  for (int64_t a = 0; a < e->stages->naxes; ++a)
    peer[a] = c.lo[a] + e->self[a] - own.lo[a];
  dmm_write_step(e, kind, ring->stage, dmm_stages_rank(e->stages, peer), parts);
}

static void reduce_scatter_rounds(DmmStepWriter *e, const Ring *ring) {
  int64_t self = ring->self;
  for (int64_t above = ring->k, s; above > 1; above = s) {
    s = dmm_ceildiv(above, 2);
    write_round(e, ring, DMM_STEP_SEND, self + s, self + s, above - s);
    write_round(e, ring, DMM_STEP_COMBINE, self - s, self, above - s);
  }
}

/// The rounds whose skips are below `above`, the smallest first.
static void all_gather_rounds(DmmStepWriter *e, const Ring *ring,
                              int64_t above) {
  int64_t self = ring->self, s = dmm_ceildiv(above, 2);
  if (above <= 1)
    return;
  all_gather_rounds(e, ring, s);
  write_round(e, ring, DMM_STEP_SEND, self - s, self, above - s);
  write_round(e, ring, DMM_STEP_RECEIVE, self + s, self + s, above - s);
}

//===----------------------------------------------------------------------===//
// Even stages
//===----------------------------------------------------------------------===//

/// The ring of an even stage: the members with the same slice below it.
static Ring even_ring(const DmmStepWriter *e, int64_t stage) {
  const DmmStages *stages = e->stages;
  Ring ring = {.stage = stage, .k = children_of_stage(stages, stage)};
  ring.container = dmm_container_at(stages, stage, e->self);
  ring.self = dmm_container_child_of(stages, stage, &ring.container, e->self);
  ring.width = parts_of_slice(e->schedule);
  for (int64_t s = stage + 1; s < e->schedule->even; ++s)
    ring.width *= children_of_stage(stages, s);
  ring.base = slice_of(stages, stage, e->self) * ring.k * ring.width;
  return ring;
}

static void reduce_scatter_up(DmmStepWriter *e) {
  for (int64_t s = 0; s < e->schedule->even; ++s) {
    Ring ring = even_ring(e, s);
    reduce_scatter_rounds(e, &ring);
  }
}

static void all_gather_down(DmmStepWriter *e) {
  for (int64_t s = e->schedule->even - 1; s >= 0; --s) {
    Ring ring = even_ring(e, s);
    all_gather_rounds(e, &ring, ring.k);
  }
}

/// The tree over the other stages, of the members that speak for the same
/// slice.
static DmmTree tree_above(const DmmStepWriter *e) {
  DmmTree tree = {.first = e->schedule->even, .last = e->stages->nstages};
  for (int64_t a = 0; a < e->stages->naxes; ++a)
    tree.offset[a] = e->self[a] % e->stages->spans[tree.first][a];
  tree.parts[0] =
      (DmmRange){slice_of(e->stages, e->schedule->even, e->self), 1};
  return tree;
}

void dmm_write_all_reduce(DmmStepWriter *e) {
  DmmTree tree = tree_above(e);
  reduce_scatter_up(e);
  dmm_tree_up(e, &tree, dmm_reduce_stage);
  dmm_write_local(e, DMM_STEP_COMPLETE, (DmmRange){0, 0}, (DmmRange){0, 0});
  dmm_tree_down(e, &tree, dmm_broadcast_stage);
  all_gather_down(e);
}

//===----------------------------------------------------------------------===//
// All-gather over stages that are not even
//===----------------------------------------------------------------------===//

/// The first part of the member's slice.
static int64_t slice_start(const DmmStepWriter *e) {
  return slice_of(e->stages, e->schedule->even, e->self) *
         parts_of_slice(e->schedule);
}

/// The leaders of the children share what these have.
static void share_stage(DmmStepWriter *e, const DmmTree *tree,
                        const DmmTreeStage *stage) {
  (void)tree;
  Ring ring = {.stage = stage->stage,
               .container = stage->container,
               .k = stage->k,
               .self = stage->self,
               .base = slice_start(e)};
  all_gather_rounds(e, &ring, ring.k);
}

/// The leader of the container spreads what came from outside of it.
static void spread_stage(DmmStepWriter *e, const DmmTree *tree,
                         const DmmTreeStage *stage) {
  int64_t leaf = leaf_size(e->schedule), start = slice_start(e);
  DmmRange own = dmm_container_places(e->stages, &stage->container);
  int64_t first = own.first / leaf, end = first + own.count / leaf;
  DmmTree outside = *tree;
  outside.parts[0] = (DmmRange){start, first};
  outside.parts[1] = (DmmRange){start + end, parts_of_slice(e->schedule) - end};
  if (outside.parts[0].count + outside.parts[1].count > 0)
    dmm_broadcast_stage(e, &outside, stage);
}

//===----------------------------------------------------------------------===//
// Everybody to everybody
//===----------------------------------------------------------------------===//

/// A step with the member `distance` ranks further that carries the part of the
/// member `owner` ranks further.
static void write_direct(DmmStepWriter *e, DmmStepKind kind, int64_t distance,
                         int64_t owner) {
  int64_t n = e->stages->size, coords[DMM_RT_MAX_AXES];
  int64_t peer = dmm_mod(e->rank + distance, n);
  dmm_stages_coords(e->stages, dmm_mod(e->rank + owner, n), coords);
  DmmRange parts[2] = {{dmm_schedule_part_of(e->schedule, coords), 1}, {0, 0}};
  dmm_stages_coords(e->stages, peer, coords);
  int64_t stage = 0;
  for (;; ++stage) {
    DmmContainer c = dmm_container_at(e->stages, stage, e->self);
    if (dmm_container_holds(e->stages, &c, coords))
      break;
  }
  dmm_write_step(e, kind, stage, peer, parts);
}

void dmm_write_all_gather(DmmStepWriter *e) {
  if (e->schedule->staged) {
    DmmTree tree = tree_above(e);
    dmm_tree_up(e, &tree, share_stage);
    dmm_tree_down(e, &tree, spread_stage);
    all_gather_down(e);
    return;
  }
  for (int64_t i = 1; i < e->stages->size; ++i)
    write_direct(e, DMM_STEP_SEND, i, 0);
  for (int64_t i = 1; i < e->stages->size; ++i)
    write_direct(e, DMM_STEP_RECEIVE, -i, -i);
}

void dmm_write_reduce_scatter(DmmStepWriter *e) {
  if (e->schedule->even == e->stages->nstages) {
    reduce_scatter_up(e);
    return;
  }
  for (int64_t i = 1; i < e->stages->size; ++i)
    write_direct(e, DMM_STEP_SEND, i, i);
  for (int64_t m = 0; m < e->stages->size; ++m)
    if (m != e->rank)
      write_direct(e, DMM_STEP_COMBINE, m - e->rank, 0);
}
