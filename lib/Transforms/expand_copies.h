//===- expand_copies.h - Copies that are no plain copy of memory ----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_EXPAND_COPIES_H
#define DMM_TRANSFORMS_EXPAND_COPIES_H

#include "mlir-c/IR.h"

/// Rewrites every memref.copy below `root` with an operand that is not dense,
/// row-major, to loops of scf: upstream would make it a call of a library that
/// programs do not link. Copies of unranked memrefs are left alone.
void dmm_expand_copies(MlirOperation root);

#endif // DMM_TRANSFORMS_EXPAND_COPIES_H
