//===- emit_affine.h - A plan's expressions and loops as affine IR --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_EMIT_AFFINE_H
#define DMM_TRANSFORMS_EMIT_AFFINE_H

#include "Dialect/build.h"
#include "Plan/plan.h"
#include "mlir-c/IntegerSet.h"

/// The value of each variable of a plan while its program is emitted: loop
/// indices are dims of the maps, everything else is defined at the top of the
/// function and is a symbol.
typedef struct DmmScope {
  const DmmPlan *plan;
  MlirContext context;
  MlirValue *values; ///< one for each variable; null outside of its loop
} DmmScope;

/// An affine map with its operands, dims before symbols. operands lives in the
/// plan's arena.
typedef struct DmmMapUse {
  MlirAffineMap map;
  MlirValue *operands;
  int noperands;
} DmmMapUse;

/// The expressions as the results of one map over the variables that they use.
DmmMapUse dmm_emit_map(const DmmScope *scope, const DmmExpr *exprs, int n);

/// Like dmm_emit_map, with the inputs given: input i of the map is variable
/// dims[i] or symbols[i].
MlirAffineMap dmm_emit_map_over(const DmmScope *scope, const DmmExpr *exprs,
                                int n, const int *dims, int ndims,
                                const int *symbols, int nsymbols);

/// affine.for with the bounds as lists; returns its body, which the caller
/// ends with dmm_emit_yield. Sets the loop's variable in the scope.
MlirBlock dmm_emit_for(DmmScope *scope, const DmmInsertion *at,
                       const DmmNode *loop);

/// affine.if where all conditions are >= 0; returns the block of its branch.
MlirBlock dmm_emit_if(const DmmScope *scope, const DmmInsertion *at,
                      const DmmExprList *conditions);

/// The same where values[i], of type index, is numbers[i] for each i < n.
MlirBlock dmm_emit_if_equal(const DmmScope *scope, const DmmInsertion *at,
                            const MlirValue *values, const int64_t *numbers,
                            int n);

void dmm_emit_yield(const DmmInsertion *at);

/// affine.load and affine.store of the element at `subscripts`.
MlirValue dmm_emit_load(const DmmScope *scope, const DmmInsertion *at,
                        MlirValue memref, const DmmExpr *subscripts, int rank);
void dmm_emit_store(const DmmScope *scope, const DmmInsertion *at,
                    MlirValue value, MlirValue memref,
                    const DmmExpr *subscripts, int rank);

/// affine.min and affine.max of the expressions.
MlirValue dmm_emit_min(const DmmScope *scope, const DmmInsertion *at,
                       const DmmExpr *exprs, int n);
MlirValue dmm_emit_max(const DmmScope *scope, const DmmInsertion *at,
                       const DmmExpr *exprs, int n);

/// arith.constant of type index, and a binary op of arith on two indices.
MlirValue dmm_emit_constant(const DmmInsertion *at, int64_t value);
MlirValue dmm_emit_arith(const DmmInsertion *at, const char *name, MlirValue a,
                         MlirValue b);

/// affine.apply of the expression.
MlirValue dmm_emit_apply(const DmmScope *scope, const DmmInsertion *at,
                         DmmExpr expr);

/// A number, or, if `value` is not null, a value of type index.
typedef struct DmmMixed {
  int64_t number;
  MlirValue value;
} DmmMixed;

/// memref.subview of a dense, row-major memref, with unit strides; the memref
/// itself where that is all of it.
MlirValue dmm_emit_subview(const DmmInsertion *at, MlirValue memref,
                           const DmmMixed *offsets, const DmmMixed *sizes);

/// memref.dim of dimension `dim`.
MlirValue dmm_emit_size(const DmmInsertion *at, MlirValue memref, int64_t dim);

/// memref.alloc, with the values of the type's `n` dynamic sizes, and
/// memref.dealloc; memref.alloca where `on_stack` is set.
MlirValue dmm_emit_alloc(const DmmInsertion *at, MlirType type,
                         const MlirValue *sizes, int n, bool on_stack);
void dmm_emit_dealloc(const DmmInsertion *at, MlirValue memref);

/// memref.copy of all elements.
void dmm_emit_copy(const DmmInsertion *at, MlirValue src, MlirValue dst);

/// A function, in no block yet, with the signature and the attributes of
/// `func`, the attribute dmm.spmd, and one empty block. With `types`, one for
/// each argument, it takes these, and has no results.
MlirOperation dmm_emit_function(MlirOperation func, const MlirType *types,
                                MlirBlock *entry);

#endif // DMM_TRANSFORMS_EMIT_AFFINE_H
