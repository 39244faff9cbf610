//===- strip_attributes.h - Remove our attributes -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_STRIP_ATTRIBUTES_H
#define DMM_TRANSFORMS_STRIP_ATTRIBUTES_H

#include "mlir-c/IR.h"

/// Removes every attribute `dmm.*` and `fabric.*` of the ops at and below
/// `root`, of arguments and results of functions, too.
void dmm_strip_attributes(MlirOperation root);

/// Removes the attribute `name` of the same.
void dmm_strip_attribute(MlirOperation root, const char *name);

#endif // DMM_TRANSFORMS_STRIP_ATTRIBUTES_H
