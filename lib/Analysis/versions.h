//===- versions.h - Another version of an array for some loops -----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_VERSIONS_H
#define DMM_ANALYSIS_VERSIONS_H

#include "mlir-c/IR.h"

#include <stdbool.h>

/// Consecutive loops, `nloops` of them, in one block of a function.
typedef struct DmmLoopRun {
  MlirOperation func;
  const MlirOperation *loops;
  int nloops;
} DmmLoopRun;

/// Lets the loops work on a copy of `array`, an argument or allocation of the
/// function: it is copied before the first loop, and back after the last one if
/// `is_written`. Returns the allocation of the copy. memref.copy is left for
/// dmm_normalize.
MlirOperation dmm_add_version(const DmmLoopRun *run, MlirValue array,
                              bool is_written);

/// Operations by their place in the function, by which they are found again in
/// a clone of it.
intptr_t dmm_op_number(MlirOperation func, MlirOperation op);
MlirOperation dmm_op_by_number(MlirOperation func, intptr_t number);

#endif // DMM_ANALYSIS_VERSIONS_H
