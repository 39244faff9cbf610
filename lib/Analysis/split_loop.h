//===- split_loop.h - Make two loops of one ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_SPLIT_LOOP_H
#define DMM_ANALYSIS_SPLIT_LOOP_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/// Whether the loop holds nothing but normalised affine loops, conditions and
/// accesses, and pure operations: what can be computed in two places.
bool dmm_loop_is_splittable(MlirOperation loop);

/// Makes two loops, one behind the other: the second one has the affine.stores
/// of the first from `store` on, in textual order, and both compute what their
/// stores need. Whether the order of accesses may change so, the caller knows.
void dmm_split_loop(MlirOperation loop, MlirOperation store);

#endif // DMM_ANALYSIS_SPLIT_LOOP_H
