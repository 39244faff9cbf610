//===- functions.h - The functions that a pass works on -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_FUNCTIONS_H
#define DMM_TRANSFORMS_FUNCTIONS_H

#include "Plan/plan.h"
#include "Transforms/passes.h"

/// Works on one function of the module, which it may replace, by its plan.
/// `data` is the caller's.
typedef void (*DmmFunctionStep)(MlirOperation func, DmmPlan *plan, void *data);

/// Normalizes the module (Analysis/normalize.h), then calls `step` for each
/// func.func of it that has a body and is not yet
/// in SPMD form, with its plan on the grid of the pass, which it also keeps as
/// the module's dmm.grid. False after a diagnostic: a function has no plan, or
/// it, or a nest of it, runs at the root alone though the option
/// require-distributed is set. Passes that call this have the options `grid`,
/// `require-distributed`, `strict-fp`, `cyclic` and `memory-words`, and may
/// have `mode`, and those of a target (target.h).
bool dmm_for_each_function(MlirOperation module, const DmmPassOptions *options,
                           DmmFunctionStep step, void *data);

#endif // DMM_TRANSFORMS_FUNCTIONS_H
