//===- affine_value.h - Values as affine expressions ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes index arithmetic as affine expressions over two kinds of values: the
// indices of the surrounding affine loops (dims) and what does not change while
// the function runs (symbols: arguments, sizes of arguments, and other values
// that are computed outside of all loops). Arithmetic of arith and index on
// index and integer types counts, and so do affine.apply, memref.dim and casts.
//
// Integers narrower than an index count as if they never wrapped, which is what
// front ends mean by int: overflow of a signed integer is undefined in C, and
// an address that wrapped would lie outside of the array. Unsigned division
// counts only where the dividend is not negative; an integer argument of the
// function that is divided so is a size, and is taken as such.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_AFFINE_VALUE_H
#define DMM_ANALYSIS_AFFINE_VALUE_H

#include "Support/arena.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

/// The values that expressions speak of. Start from {func, arena}.
typedef struct DmmInputs {
  MlirOperation func;
  DmmArena *arena;
  MlirValue *dims, *symbols;
  size_t ndims, nsymbols;
} DmmInputs;

/// Affine expressions over one set of inputs.
typedef struct DmmAffineList {
  MlirAffineExpr *items;
  size_t n;
} DmmAffineList;

void dmm_affine_push(const DmmInputs *in, DmmAffineList *list,
                     MlirAffineExpr expr);

MlirAffineExpr dmm_affine_constant(const DmmInputs *in, int64_t value);

/// A value that is defined outside of all regions, as a symbol.
MlirAffineExpr dmm_affine_symbol(DmmInputs *in, MlirValue value);

/// Writes the value as an expression. False, without a diagnostic, if it is not
/// affine.
bool dmm_affine_of_value(DmmInputs *in, MlirValue value,
                         MlirAffineExpr *result);

/// Writes `expr` of a map or set with `ndims` dims, whose inputs are operands
/// of `op` from number `first` on, with the operands replaced by what they are.
bool dmm_affine_of_expr(DmmInputs *in, MlirAffineExpr expr, MlirOperation op,
                        intptr_t first, intptr_t ndims, MlirAffineExpr *result);

/// Appends all results of `map` in the same way.
bool dmm_affine_of_map(DmmInputs *in, MlirAffineMap map, MlirOperation op,
                       intptr_t first, DmmAffineList *results);

/// Appends expressions whose maximum (is_lower) or minimum is the value; an
/// affine.max or arith.maxsi, or for a minimum their counterparts, gives
/// several.
bool dmm_affine_of_bound(DmmInputs *in, MlirValue value, bool is_lower,
                         DmmAffineList *results);

/// The size of dimension `d` of a memref, through views.
bool dmm_affine_of_dim(DmmInputs *in, MlirValue memref, intptr_t d,
                       MlirAffineExpr *result);

/// The least and greatest value that the expression can have, as far as the
/// bounds of loops tell; DMM_UNBOUNDED and its negative stand for no bound.
#define DMM_UNBOUNDED (INT64_C(1) << 60)
typedef struct DmmInterval {
  int64_t least, greatest;
} DmmInterval;
DmmInterval dmm_affine_interval(const DmmInputs *in, MlirAffineExpr expr);

/// `expr`, simplified.
MlirAffineExpr dmm_affine_simplify(const DmmInputs *in, MlirAffineExpr expr);

/// The list as one map over the inputs.
MlirAffineMap dmm_affine_map(const DmmInputs *in, const DmmAffineList *list);

/// Operands for such a map: dims, then symbols. In the arena.
MlirValue *dmm_affine_operands(const DmmInputs *in, intptr_t *n);

/// The value of the expression; computed before `before` if need be.
MlirValue dmm_insert_apply(const DmmInputs *in, MlirAffineExpr expr,
                           MlirOperation before);

#endif // DMM_ANALYSIS_AFFINE_VALUE_H
