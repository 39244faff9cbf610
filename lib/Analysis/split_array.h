//===- split_array.h - Split an array into its webs -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_SPLIT_ARRAY_H
#define DMM_ANALYSIS_SPLIT_ARRAY_H

#include "Plan/steps.h"
#include "mlir-c/IR.h"

/// Leaves `array`, the result of a memref.alloc or memref.alloca, to web 0 and
/// redirects the accesses of every other web to an allocation of its own, which
/// is freed where the array is. Returns false, with nothing changed, where the
/// array has another use than the accesses of the webs and memref.dealloc.
bool dmm_split_array(MlirValue array, const DmmWebs *webs);

#endif // DMM_ANALYSIS_SPLIT_ARRAY_H
