//===- stage.h - How far a module is compiled -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass that finds nothing to do in a module of another stage would leave it
// as it is without a word, and the program would run as if it were compiled.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_STAGE_H
#define DMM_TRANSFORMS_STAGE_H

#include "mlir-c/IR.h"

/// Whether `op` is a function with a body that is not in SPMD form.
bool dmm_is_sequential(MlirOperation op);

/// For passes on sequential functions. False, after a diagnostic, where a
/// function of the module calls the runtime, or a module within the module has
/// functions that the pass would not reach.
bool dmm_check_sequential(MlirOperation module);

/// For passes on what runs on every partition. False, after a diagnostic, where
/// a function is distributed (it has a dmm.layout or other annotations), or is
/// in a module with a dmm.grid, and was not rewritten for partitions.
bool dmm_check_spmd(MlirOperation module);

#endif // DMM_TRANSFORMS_STAGE_H
