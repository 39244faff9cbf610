//===- run_at_root.h - The SPMD form of a function that is not read -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_RUN_AT_ROOT_H
#define DMM_TRANSFORMS_RUN_AT_ROOT_H

#include "Plan/plan.h"
#include "mlir-c/IR.h"

/// Keeps the function as it is under the private name `<name>__root`, with the
/// attribute dmm.root, and puts one in its place, with dmm.spmd, that calls it
/// on partition 0 and does nothing elsewhere.
void dmm_run_at_root(MlirOperation func, const DmmPlan *plan);

#endif // DMM_TRANSFORMS_RUN_AT_ROOT_H
