//===- schedule_tree.c - Trees of leaders ---------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "schedule_write.h"

#include <string.h>

/// The coordinates of the leader of a container.
static void leader_of(const DmmStepWriter *e, const DmmTree *tree,
                      const DmmContainer *container, int64_t *coords) {
  const int64_t *first = dmm_container_holds(e->stages, container, tree->root)
                             ? tree->root
                             : container->lo;
  for (int64_t a = 0; a < e->stages->naxes; ++a)
    coords[a] = first[a] + tree->offset[a];
}

/// Whether the member leads its container of a stage.
static bool leads(const DmmStepWriter *e, const DmmTree *tree, int64_t stage) {
  int64_t leader[DMM_RT_MAX_AXES];
  DmmContainer own = dmm_container_at(e->stages, stage, e->self);
  leader_of(e, tree, &own, leader);
  return memcmp(leader, e->self, (size_t)e->stages->naxes * sizeof *leader) ==
         0;
}

/// The rank of the leader of a child.
static int64_t child_leader(const DmmStepWriter *e, const DmmTree *tree,
                            const DmmTreeStage *stage, int64_t child) {
  if (!e->schedule->staged)
    return child;
  int64_t leader[DMM_RT_MAX_AXES];
  DmmContainer c =
      dmm_container_child(e->stages, stage->stage, &stage->container, child);
  leader_of(e, tree, &c, leader);
  return dmm_stages_rank(e->stages, leader);
}

/// Without stages, children are the members, by their ranks.
static void do_only_stage(DmmStepWriter *e, const DmmTree *tree,
                          DmmStageSteps steps) {
  DmmTreeStage s;
  s.stage = 0;
  s.k = e->stages->size;
  s.self = e->rank;
  s.leader = e->schedule->root;
  steps(e, tree, &s);
}

static void do_stage(DmmStepWriter *e, const DmmTree *tree, int64_t stage,
                     DmmStageSteps steps) {
  if (!e->schedule->staged) {
    do_only_stage(e, tree, steps);
    return;
  }
  if (!leads(e, tree, stage - 1))
    return;
  int64_t leader[DMM_RT_MAX_AXES];
  DmmTreeStage s = {.stage = stage};
  s.container = dmm_container_at(e->stages, stage, e->self);
  s.k = dmm_container_children(e->stages, stage, &s.container);
  s.self = dmm_container_child_of(e->stages, stage, &s.container, e->self);
  leader_of(e, tree, &s.container, leader);
  s.leader = dmm_container_child_of(e->stages, stage, &s.container, leader);
  steps(e, tree, &s);
}

void dmm_tree_up(DmmStepWriter *e, const DmmTree *tree, DmmStageSteps steps) {
  for (int64_t s = tree->first; s < tree->last; ++s)
    do_stage(e, tree, s, steps);
}

void dmm_tree_down(DmmStepWriter *e, const DmmTree *tree, DmmStageSteps steps) {
  for (int64_t s = tree->last - 1; s >= tree->first; --s)
    do_stage(e, tree, s, steps);
}

//===----------------------------------------------------------------------===//
// Binomial trees
//===----------------------------------------------------------------------===//
//
// Children count from the leader's. In a broadcast, child v has its data from v
// without its lowest bit, and passes it on to v plus each power of two below
// that bit. A reduction goes the same way back: child v combines what it has of
// [v, v + bit) with [v + bit, v + 2 bit) for each bit below its lowest one.

static int64_t number_from_leader(const DmmTreeStage *stage) {
  return dmm_mod(stage->self - stage->leader, stage->k);
}

/// The lowest bit of v, or the first power of two that is not below k.
static int64_t lowest_bit(int64_t v, int64_t k) {
  int64_t bit = 1;
  while (bit < k && !(v & bit))
    bit *= 2;
  return bit;
}

/// A step with child v.
static void write_to(DmmStepWriter *e, const DmmTree *tree,
                     const DmmTreeStage *stage, DmmStepKind kind, int64_t v,
                     const DmmRange *parts) {
  int64_t child = (v + stage->leader) % stage->k;
  dmm_write_step(e, kind, stage->stage, child_leader(e, tree, stage, child),
                 parts);
}

void dmm_broadcast_stage(DmmStepWriter *e, const DmmTree *tree,
                         const DmmTreeStage *stage) {
  int64_t v = number_from_leader(stage), bit = lowest_bit(v, stage->k);
  if (v != 0)
    write_to(e, tree, stage, DMM_STEP_RECEIVE, v - bit, tree->parts);
  for (bit /= 2; bit > 0; bit /= 2)
    if (v + bit < stage->k)
      write_to(e, tree, stage, DMM_STEP_SEND, v + bit, tree->parts);
}

void dmm_reduce_stage(DmmStepWriter *e, const DmmTree *tree,
                      const DmmTreeStage *stage) {
  int64_t v = number_from_leader(stage), lowest = lowest_bit(v, stage->k);
  for (int64_t bit = 1; bit < lowest; bit *= 2)
    if (v + bit < stage->k)
      write_to(e, tree, stage, DMM_STEP_COMBINE, v + bit, tree->parts);
  if (v != 0)
    write_to(e, tree, stage, DMM_STEP_SEND, v - lowest, tree->parts);
}

//===----------------------------------------------------------------------===//
// Straight from and to the leader
//===----------------------------------------------------------------------===//

/// The places of child v.
static DmmRange child_places(const DmmStepWriter *e, const DmmTreeStage *stage,
                             int64_t v) {
  int64_t child = (v + stage->leader) % stage->k;
  if (!e->schedule->staged)
    return (DmmRange){child, 1};
  DmmContainer c =
      dmm_container_child(e->stages, stage->stage, &stage->container, child);
  return dmm_container_places(e->stages, &c);
}

/// One step with the leader, or steps with all children; `member` is the range
/// of the members of a child in the parts.
static void write_star(DmmStepWriter *e, const DmmTree *tree,
                       const DmmTreeStage *stage, DmmStepKind from_leader,
                       DmmStepKind to_leader, int member) {
  DmmRange parts[2] = {tree->parts[0], tree->parts[1]};
  int64_t v = number_from_leader(stage);
  if (v != 0) {
    parts[member] = child_places(e, stage, v);
    write_to(e, tree, stage, to_leader, 0, parts);
    return;
  }
  for (v = 1; v < stage->k; ++v) {
    parts[member] = child_places(e, stage, v);
    write_to(e, tree, stage, from_leader, v, parts);
  }
}

void dmm_scatter_stage(DmmStepWriter *e, const DmmTree *tree,
                       const DmmTreeStage *stage) {
  write_star(e, tree, stage, DMM_STEP_SEND, DMM_STEP_RECEIVE, 1);
}

void dmm_gather_stage(DmmStepWriter *e, const DmmTree *tree,
                      const DmmTreeStage *stage) {
  write_star(e, tree, stage, DMM_STEP_RECEIVE, DMM_STEP_SEND, 0);
}

DmmRange dmm_led_places(const DmmStepWriter *e, const DmmTree *tree) {
  int64_t stage = -1;
  while (stage + 1 < tree->last && leads(e, tree, stage + 1))
    ++stage;
  DmmContainer led = dmm_container_at(e->stages, stage, e->self);
  return dmm_container_places(e->stages, &led);
}
