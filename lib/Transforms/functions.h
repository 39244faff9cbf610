//===- functions.h - The functions that a pass works on -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_FUNCTIONS_H
#define DMM_TRANSFORMS_FUNCTIONS_H

#include "Transforms/passes.h"

/// Works on one function of the module, which it may replace. Returns false
/// after a diagnostic.
typedef bool (*DmmFunctionStep)(MlirOperation func, const int64_t *grid,
                                int naxes, void *data);

/// Normalizes the module (see Analysis/normalize.h), then calls `step` for each
/// func.func of it that has a body and is not yet in SPMD form, with the grid
/// of the pass, which it also keeps as the module's dmm.grid. Stops at the
/// first failure.
bool dmm_for_each_function(MlirOperation module, const DmmPassOptions *options,
                           DmmFunctionStep step, void *data);

#endif // DMM_TRANSFORMS_FUNCTIONS_H
