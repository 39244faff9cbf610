//===- diagnostics.h - Diagnostics on the standard error ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_DIAGNOSTICS_H
#define DMM_RUN_DIAGNOSTICS_H

#include "mlir-c/IR.h"

/// Prints all diagnostics of `context` on the standard error, as in
/// "file:line:column: error: text", notes after what they belong to. One that
/// equals an earlier one is not repeated: passes that each look at the whole
/// program may find the same.
void dmm_diagnostics_attach(MlirContext context);

#endif // DMM_RUN_DIAGNOSTICS_H
