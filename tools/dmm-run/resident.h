//===- resident.h - Arguments that are shared out already -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_RESIDENT_H
#define DMM_RUN_RESIDENT_H

#include "Plan/plan.h"
#include "arguments.h"

/// A frame for each partition, in which the resident arguments are blocks of
/// the partition's own.
typedef struct DmmResidents {
  DmmFrame *frames;        ///< null: no argument is resident
  DmmArguments *arguments; ///< of each frame: what it has, blocks as they are
  int64_t n;
  const DmmPlan *plan; ///< bound; borrowed
} DmmResidents;

/// The frames of the plan's partitions: all else is that of `root` for
/// partition 0, and that of `others` for the rest; both must outlive the
/// result.
DmmResidents dmm_residents_create(const DmmPlan *plan, const DmmFrame *root,
                                  const DmmFrame *others);

/// Gives each partition its blocks of what is in `root`, or puts them back.
void dmm_residents_fill(const DmmResidents *residents, const DmmFrame *root);
void dmm_residents_collect(const DmmResidents *residents, DmmFrame *root);

void dmm_residents_free(DmmResidents *residents);

#endif // DMM_RUN_RESIDENT_H
