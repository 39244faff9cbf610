//===- schedule_write.h - Writing the steps of a member -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_SCHEDULE_WRITE_H
#define DMM_RUNTIME_SCHEDULE_WRITE_H

#include "schedule.h"

/// Writes the steps of the member `rank` at `self`.
typedef struct DmmStepWriter {
  const DmmSchedule *schedule;
  const DmmStages *stages;
  int64_t rank;
  int64_t self[DMM_RT_MAX_AXES];
  DmmStep *steps;
  int64_t n, capacity;
} DmmStepWriter;

void dmm_write_step(DmmStepWriter *e, DmmStepKind kind, int64_t stage,
                    int64_t peer, const DmmRange *parts);

/// A step without a message.
void dmm_write_local(DmmStepWriter *e, DmmStepKind kind, DmmRange first,
                     DmmRange second);

/// The places of a container's members.
DmmRange dmm_container_places(const DmmStages *stages,
                              const DmmContainer *container);

//===----------------------------------------------------------------------===//
// Trees (schedule_tree.c)
//===----------------------------------------------------------------------===//

/// A tree of leaders over the stages [first, last), in the container of the
/// last one that the member lies in. The leaves are the containers of stage
/// first - 1; in each, the member that is `offset` from its first one takes
/// part. The first member of the leaf `root` is at `root`.
typedef struct DmmTree {
  int64_t first, last;
  int64_t root[DMM_RT_MAX_AXES], offset[DMM_RT_MAX_AXES];
  DmmRange parts[2]; ///< of the messages, where a stage does not say otherwise
} DmmTree;

/// A stage of a tree, in which the member leads a child of `container` (which
/// is not set for the only stage of a group without stages). There are k
/// children, `self` is the member's own, `leader` the one that the leader of
/// the container leads.
typedef struct DmmTreeStage {
  int64_t stage;
  DmmContainer container;
  int64_t k, self, leader;
} DmmTreeStage;

typedef void (*DmmStageSteps)(DmmStepWriter *e, const DmmTree *tree,
                              const DmmTreeStage *stage);

/// Writes the steps of the stages that the member takes part in, the lowest
/// first or last.
void dmm_tree_up(DmmStepWriter *e, const DmmTree *tree, DmmStageSteps steps);
void dmm_tree_down(DmmStepWriter *e, const DmmTree *tree, DmmStageSteps steps);

void dmm_broadcast_stage(DmmStepWriter *e, const DmmTree *tree,
                         const DmmTreeStage *stage);
void dmm_reduce_stage(DmmStepWriter *e, const DmmTree *tree,
                      const DmmTreeStage *stage);

/// These replace the tree's targets, or sources, by the members of a child.
void dmm_scatter_stage(DmmStepWriter *e, const DmmTree *tree,
                       const DmmTreeStage *stage);
void dmm_gather_stage(DmmStepWriter *e, const DmmTree *tree,
                      const DmmTreeStage *stage);

/// The places of those whom the member leads in a tree with first = 0.
DmmRange dmm_led_places(const DmmStepWriter *e, const DmmTree *tree);

//===----------------------------------------------------------------------===//
// Rings (schedule_ring.c)
//===----------------------------------------------------------------------===//

/// All-reduce, all-gather and reduce-scatter over rings of siblings.
void dmm_write_all_reduce(DmmStepWriter *e);
void dmm_write_all_gather(DmmStepWriter *e);
void dmm_write_reduce_scatter(DmmStepWriter *e);

//===----------------------------------------------------------------------===//
// Bundles (schedule_bundle.c)
//===----------------------------------------------------------------------===//

void dmm_write_scatter(DmmStepWriter *e);
void dmm_write_gather(DmmStepWriter *e);
void dmm_write_exchange(DmmStepWriter *e);

#endif // DMM_RUNTIME_SCHEDULE_WRITE_H
