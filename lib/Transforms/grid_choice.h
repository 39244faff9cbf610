//===- grid_choice.h - A grid for a number of partitions ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_GRID_CHOICE_H
#define DMM_TRANSFORMS_GRID_CHOICE_H

#include "Plan/build.h"
#include "Transforms/target.h"

/// Chooses the sizes of 1 to 3 axes, `partitions` in all, on which the plans of
/// the module's functions cost least together on the machine, each with layouts
/// that are chosen by words alone; of several such grids the one with fewer
/// axes. Tries a bounded number of grids, those with axes of similar sizes
/// first. `options` has all but the grid. The module stays as it is. Returns
/// the number of axes, or 0 after a diagnostic: a function has no plan on any
/// of the grids, or the machine no place for them. Grids that do not go with
/// what the module demands (dmm.split, dmm.axis, dmm.mapping) are passed over.
int dmm_choose_grid(MlirOperation module, const DmmTargetOptions *wanted,
                    const DmmPlanOptions *options, int64_t partitions,
                    int64_t grid[DMM_MAX_GRID_AXES]);

/// Reads a number of partitions. False if it is none, or less than 1.
bool dmm_parse_partitions(const char *text, int64_t *partitions);

#endif // DMM_TRANSFORMS_GRID_CHOICE_H
