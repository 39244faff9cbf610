//===- subscripts.h - Affine maps of the IR as a plan's expressions -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_SUBSCRIPTS_H
#define DMM_ANALYSIS_SUBSCRIPTS_H

#include "Analysis/scop.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"
#include "mlir-c/IntegerSet.h"

/// Knows which values are variables of the plan: the index of each loop, and
/// parameters, which are added as they are met.
typedef struct DmmSubscripts {
  DmmArena *arena;
  DmmPlan *plan;
  DmmRefusal *refusal;
} DmmSubscripts;

/// The variable for size `dim` of memref argument `argument`, whose value is
/// `memref`.
int dmm_subscripts_size(const DmmSubscripts *subscripts, MlirValue memref,
                        int argument, int dim);

/// Operand number `operand` of the op, an index, as an expression. False after
/// a diagnostic.
bool dmm_subscripts_of_operand(const DmmSubscripts *subscripts,
                               MlirOperation op, intptr_t operand,
                               DmmExpr *result);

/// The results of `map`, applied to the op's operands from number `first` on,
/// as expressions; writes one for each result. False after a diagnostic at `op`
/// where an operand is not affine in the surrounding loop indices.
bool dmm_subscripts_of_map(const DmmSubscripts *subscripts, MlirOperation op,
                           MlirAffineMap map, intptr_t first, DmmExpr *results);

/// The same for constraint number `i` of the set of an affine.if.
bool dmm_subscripts_of_constraint(const DmmSubscripts *subscripts,
                                  MlirOperation op, MlirIntegerSet set,
                                  intptr_t i, DmmExpr *result);

#endif // DMM_ANALYSIS_SUBSCRIPTS_H
