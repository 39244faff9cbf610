//===- schedule.h - Who sends what to whom in a collective ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective as data: for each member, the steps that it takes one after the
// other. If every member takes its steps in this order, a step never waits for
// one that waits for it, and the messages between two members are received in
// the order in which they are sent.
//
// Members with stages move words over the border of a container as rarely as
// can be. Without stages they are the children of one container:
//
//   broadcast,   A binomial tree over the children of each container. A
//   reduce       leader speaks for the members of a container: the root, or
//                else the first member.
//   all_reduce   Each member of a child speaks for a slice: reduce-scatter up
//                the stages, all-gather down. From the first stage on whose
//                containers are not all full, and without stages, each slice
//                is reduced and broadcast along a tree.
//   reduce_      The same way up only, for slices of any size, if all
//   scatter      containers are full; else, and without stages, everybody
//                sends to everybody.
//   scatter,     A leader receives the parts of all its members in one message
//   gather       and passes them on to the leaders of its container's children.
//   all_gather   The way down of all_reduce. Where containers are not full,
//                leaders share what their containers have, then spread what
//                came from elsewhere along a tree. Without stages, everybody
//                sends to everybody.
//   exchange     What the members of one child have for those of a sibling is
//                gathered by one of them, sent in one message to one of those,
//                and scattered; each sibling is served by another member.
//
// Rounds of reduce-scatter and all-gather among k children are those of J. L.
// Traeff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms, 2024:
// ceil(log2 k) messages and k - 1 blocks for any k.
//
// Plain functions of their arguments: neither partitions nor threads.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_SCHEDULE_H
#define DMM_RUNTIME_SCHEDULE_H

#include "stages.h"

typedef enum DmmScheduleKind {
  DMM_SCHEDULE_BROADCAST,
  DMM_SCHEDULE_REDUCE,
  DMM_SCHEDULE_ALL_REDUCE,
  DMM_SCHEDULE_REDUCE_SCATTER,
  DMM_SCHEDULE_SCATTER,
  DMM_SCHEDULE_GATHER,
  DMM_SCHEDULE_ALL_GATHER,
  DMM_SCHEDULE_EXCHANGE,
} DmmScheduleKind;

typedef struct DmmSchedule {
  DmmScheduleKind kind;
  bool staged;
  DmmStages stages;
  int64_t root; ///< a rank in the group; unused by kinds without a root
  int64_t even; ///< stages, from the bottom, in which members speak for slices
} DmmSchedule;

typedef enum DmmStepKind {
  DMM_STEP_SEND,
  DMM_STEP_RECEIVE,
  DMM_STEP_COMBINE,  ///< receives, and combines it with what the member has
  DMM_STEP_COMPLETE, ///< no message: the following ones may replace what the
                     ///< ones before have sent
  DMM_STEP_OPEN,     ///< no message: begins a bundle, with what the member has
                     ///< for the targets if it is one of the sources
  DMM_STEP_CLOSE,    ///< no message: takes from the last bundle what is for the
                     ///< member
} DmmStepKind;

typedef struct DmmRange {
  int64_t first, count;
} DmmRange;

/// One step. What the message carries depends on the collective:
///   broadcast, reduce    everything: part 0 of 1
///   all_reduce, all_gather, reduce_scatter
///                        the parts of two ranges, one after the other
///   scatter, gather, exchange
///                        what each source has for each target, by their
///                        places, source by source. It is part of a bundle that
///                        the member has opened: of the last one that has them.
typedef struct DmmStep {
  DmmStepKind kind;
  int64_t stage; ///< the lowest with a container that holds both ends; -1 for
                 ///< a step without a message
  int64_t peer;  ///< its rank in the group; the member itself for the others
  union {
    DmmRange parts[2];
    struct {
      DmmRange sources, targets;
    };
  };
} DmmStep;

/// Sizes, stages and their digits as in dmm_stages_init.
void dmm_schedule_init(DmmSchedule *schedule, DmmScheduleKind kind,
                       int64_t naxes, const int64_t *sizes, int64_t nstages,
                       const int64_t *digits, int64_t root);

/// Writes the first `capacity` steps of a member, given by its rank, and
/// returns how many there are.
int64_t dmm_schedule_steps(const DmmSchedule *schedule, int64_t member,
                           DmmStep *steps, int64_t capacity);

/// Number of parts: slices of an all_reduce, which are best of equal size;
/// members of an all_gather and a reduce_scatter; else 1.
int64_t dmm_schedule_parts(const DmmSchedule *schedule);

/// In an all_gather or a reduce_scatter: the number of a member's part, and the
/// coordinates of the member whose part it is.
int64_t dmm_schedule_part_of(const DmmSchedule *schedule,
                             const int64_t *coords);
void dmm_schedule_part_coords(const DmmSchedule *schedule, int64_t part,
                              int64_t *coords);

#endif // DMM_RUNTIME_SCHEDULE_H
