//===- views.h - Views of memrefs -----------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view is a memref that is made from another one and shares its elements:
// memref.cast, memory_space_cast, subview, transpose, collapse_shape,
// expand_shape, reshape and reinterpret_cast.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_VIEWS_H
#define DMM_ANALYSIS_VIEWS_H

#include "Analysis/affine_value.h"

/// Whether the op gives a view of its first operand.
bool dmm_is_view(MlirOperation op);

/// Turns an element of `*memref`, at the given subscripts, into the same
/// element of what `*memref` is a view of, as far down as the views are affine.
/// Where one is not, `*memref` stays a view.
void dmm_fold_views(DmmInputs *in, MlirValue *memref,
                    DmmAffineList *subscripts);

#endif // DMM_ANALYSIS_VIEWS_H
