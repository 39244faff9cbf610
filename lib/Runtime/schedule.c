//===- schedule.c - Who sends what to whom in a collective ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "schedule_write.h"

void dmm_schedule_init(DmmSchedule *schedule, DmmScheduleKind kind,
                       int64_t naxes, const int64_t *sizes, int64_t nstages,
                       const int64_t *digits, int64_t root) {
  schedule->kind = kind;
  schedule->staged = nstages > 0;
  schedule->root = root;
  dmm_stages_init(&schedule->stages, naxes, sizes, nstages, digits);
  schedule->even = schedule->staged ? dmm_stages_even(&schedule->stages) : 0;
}

void dmm_write_step(DmmStepWriter *e, DmmStepKind kind, int64_t stage,
                    int64_t peer, const DmmRange *parts) {
  if (e->n < e->capacity)
    e->steps[e->n] = (DmmStep){.kind = kind,
                               .stage = stage,
                               .peer = peer,
                               .parts = {parts[0], parts[1]}};
  ++e->n;
}

void dmm_write_local(DmmStepWriter *e, DmmStepKind kind, DmmRange sources,
                     DmmRange targets) {
  DmmRange parts[2] = {sources, targets};
  dmm_write_step(e, kind, -1, e->rank, parts);
}

DmmRange dmm_container_places(const DmmStages *stages,
                              const DmmContainer *container) {
  return (DmmRange){dmm_place_of(stages, container->lo),
                    dmm_container_size(stages, container)};
}

/// The tree that carries everything between the root and all members.
static DmmTree whole_tree(const DmmStepWriter *e) {
  DmmTree tree = {.last = e->stages->nstages, .parts = {{0, 1}, {0, 0}}};
  if (e->schedule->staged)
    dmm_stages_coords(e->stages, e->schedule->root, tree.root);
  return tree;
}

static void write_broadcast(DmmStepWriter *e) {
  DmmTree tree = whole_tree(e);
  dmm_tree_down(e, &tree, dmm_broadcast_stage);
}

static void write_reduce(DmmStepWriter *e) {
  DmmTree tree = whole_tree(e);
  dmm_tree_up(e, &tree, dmm_reduce_stage);
}

int64_t dmm_schedule_steps(const DmmSchedule *schedule, int64_t member,
                           DmmStep *steps, int64_t capacity) {
  static void (*const writers[])(DmmStepWriter *) = {
      [DMM_SCHEDULE_BROADCAST] = write_broadcast,
      [DMM_SCHEDULE_REDUCE] = write_reduce,
      [DMM_SCHEDULE_ALL_REDUCE] = dmm_write_all_reduce,
      [DMM_SCHEDULE_REDUCE_SCATTER] = dmm_write_reduce_scatter,
      [DMM_SCHEDULE_SCATTER] = dmm_write_scatter,
      [DMM_SCHEDULE_GATHER] = dmm_write_gather,
      [DMM_SCHEDULE_ALL_GATHER] = dmm_write_all_gather,
      [DMM_SCHEDULE_EXCHANGE] = dmm_write_exchange,
  };
  DmmStepWriter e = {.schedule = schedule,
                     .stages = &schedule->stages,
                     .rank = member,
                     .steps = steps,
                     .capacity = capacity};
  dmm_stages_coords(e.stages, member, e.self);
  writers[schedule->kind](&e);
  return e.n;
}
