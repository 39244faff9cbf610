//===- emit_root.h - What runs on partition 0 alone -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_EMIT_ROOT_H
#define DMM_TRANSFORMS_EMIT_ROOT_H

#include "Transforms/emit_exchange.h"

/// affine.if where every coordinate of the plan's grid is 0; returns the block
/// of its branch, which the caller ends with dmm_emit_yield.
MlirBlock dmm_emit_if_root(const DmmInsertion *at, const DmmPlan *plan);

/// Allocates whole buffer `id`. Every partition sees a memref with the array's
/// type and sizes; but for a single element, there is memory behind it on
/// partition 0 alone. Sets the buffer and its storage in the emitter.
void dmm_emit_whole(DmmEmitter *e, const DmmInsertion *at, int id);

/// The whole form of an array that a root region uses.
MlirValue dmm_emitted_whole(const DmmEmitter *e, const DmmArray *array);

/// Copies of the region's operations, run by partition 0 on the whole forms.
/// What the region uses from outside is computed before it, on every partition:
/// it may be a symbol of an affine map only there.
void dmm_emit_region(DmmEmitter *e, MlirBlock block,
                     const DmmRootRegion *region);

#endif // DMM_TRANSFORMS_EMIT_ROOT_H
