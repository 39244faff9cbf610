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

/// Prints "dmm-run: error: " and the text as a line on the standard error: for
/// what has no place in a program.
void dmm_complain(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/// The first error, of a diagnostic or a complaint, since they were last
/// forgotten, with its place if it has one; null if there was none. Lives until
/// the next call of dmm_errors_forget.
const char *dmm_errors_first(void);
void dmm_errors_forget(void);

#endif // DMM_RUN_DIAGNOSTICS_H
