//===- mixed.h - Attributes and operands of views -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_MIXED_H
#define DMM_ANALYSIS_MIXED_H

#include "Analysis/affine_value.h"

/// The lists of memref.subview and memref.reinterpret_cast, whose items are
/// constants or operands.
typedef enum DmmMixed {
  DMM_MIXED_OFFSETS,
  DMM_MIXED_SIZES,
  DMM_MIXED_STRIDES,
} DmmMixed;

/// Item `i` of a list of `op`. False if it is not affine.
bool dmm_mixed_get(DmmInputs *in, MlirOperation op, DmmMixed list, intptr_t i,
                   MlirAffineExpr *result);

/// Whether a memref.subview leaves out dimension `d` of its source, which is
/// of size 1 then.
bool dmm_subview_drops(MlirOperation op, intptr_t d);

/// The dimension of its source that dimension `d` of a memref.subview is.
intptr_t dmm_subview_source(MlirOperation op, intptr_t d);

/// Dimensions that memref.collapse_shape makes one, or memref.expand_shape
/// makes of one.
typedef struct DmmDimGroup {
  intptr_t first, last;
} DmmDimGroup;

DmmDimGroup dmm_reassociation(MlirOperation op, intptr_t group);

#endif // DMM_ANALYSIS_MIXED_H
