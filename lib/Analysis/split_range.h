//===- split_range.h - Make three loops of one ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_SPLIT_RANGE_H
#define DMM_ANALYSIS_SPLIT_RANGE_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/// Whether the range of the loop can be split: its step is 1, and it is
/// splittable (split_loop.h).
bool dmm_range_is_splittable(MlirOperation loop);

/// Makes three loops of the affine.for, one behind the other: for its indices
/// below, at and above the index of the loop `outer` around it plus `shift`.
void dmm_split_range(MlirOperation loop, MlirOperation outer, int64_t shift);

/// Replaces the affine.for by one that leaves out its indices below `index`
/// plus `first`, and from `index` plus `end` on.
void dmm_narrow_range(MlirOperation loop, MlirValue index, int64_t first,
                      int64_t end);

#endif // DMM_ANALYSIS_SPLIT_RANGE_H
