//===- diag.h - Diagnostics with a format -------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_SUPPORT_DIAG_H
#define DMM_SUPPORT_DIAG_H

#include "Support/bridge.h"
#include "Support/text.h"

/// Emits the formatted text at `location`.
void dmm_diag(MlirLocation location, DmmSeverity severity, const char *format,
              ...) __attribute__((format(printf, 3, 4)));

/// Emits an error at the op, led by "'<op name>' op ", as upstream does.
/// Returns false, so that a check can say: return dmm_op_error(op, ...).
bool dmm_op_error(MlirOperation op, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Appends "file:line:column" of the first place in a file that `location`
/// speaks of, or what MLIR prints for it if there is none.
void dmm_location_text(MlirLocation location, DmmText *text);

#endif // DMM_SUPPORT_DIAG_H
