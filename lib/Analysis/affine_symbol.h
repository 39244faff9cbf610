//===- affine_symbol.h - Values that do not change in a function ----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_AFFINE_SYMBOL_H
#define DMM_ANALYSIS_AFFINE_SYMBOL_H

#include "mlir-c/IR.h"

/// Turns the index or integer `*value` into an index that is defined outside of
/// all regions of the function. Its computation is moved there if it consists
/// of pure operations that are safe to run when the loop around them does not.
/// False, with nothing moved, if the value changes while the function runs.
bool dmm_make_symbol(MlirOperation func, MlirValue *value);

/// The size of dimension `d` of a memref argument, as such a value.
MlirValue dmm_dim_symbol(MlirOperation func, MlirValue argument, int64_t d);

/// Whether the value is an index or integer argument, or an index made of one.
bool dmm_is_size(MlirOperation func, MlirValue value);

#endif // DMM_ANALYSIS_AFFINE_SYMBOL_H
