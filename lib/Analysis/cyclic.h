//===- cyclic.h - Deal dimensions of arrays out in blocks ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_CYCLIC_H
#define DMM_ANALYSIS_CYCLIC_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

/// A block-cyclic cut of dimension `dim`: index x of it lies in block x /
/// block, and block k at coordinate k mod coordinates, as number k /
/// coordinates there.
typedef struct DmmCycle {
  int dim;
  int64_t coordinates, block;
} DmmCycle;

/// An array, and how dimensions of it are dealt out, in their order.
typedef struct DmmDealt {
  MlirValue array;
  const DmmCycle *cycles; ///< borrowed
  int n;
} DmmDealt;

/// Whether the array, of the normalised function's top level, is used by affine
/// accesses alone, and `n` dimensions of it may become three.
bool dmm_may_be_dealt(MlirValue array, int n);

/// Whether all subscripts that dmm_deal would take apart are indices of loops
/// that it tiles alike: no division is left in the subscripts then.
bool dmm_deals_plainly(const DmmDealt *arrays, int n);

/// Gives each of the `n` arrays, which all may be dealt, a copy in which each
/// dimension that is dealt out is three: number, coordinate, and index within
/// the block. All accesses use the copies. An argument is copied before and
/// after them, an allocation is replaced. Loops of step 1 whose index is one of
/// the subscripts become three loops in the same way, in the same order of
/// iterations. Writes the allocations of the copies. affine.apply is left for
/// dmm_normalize.
void dmm_deal(MlirOperation func, const DmmDealt *arrays, int n,
              MlirOperation *copies);

#endif // DMM_ANALYSIS_CYCLIC_H
