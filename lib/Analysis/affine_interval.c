//===- affine_interval.c - Ranges of affine expressions -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/affine_value.h"

#include "Analysis/scop.h"
#include "Dialect/access.h"

static const DmmInterval everything = {-DMM_UNBOUNDED, DMM_UNBOUNDED};

static int64_t clamp(int64_t value) {
  if (value > DMM_UNBOUNDED)
    return DMM_UNBOUNDED;
  return value < -DMM_UNBOUNDED ? -DMM_UNBOUNDED : value;
}

static bool is_bounded(int64_t value) {
  return value > -DMM_UNBOUNDED && value < DMM_UNBOUNDED;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// A sum that is bounded only if both terms are.
static int64_t add(int64_t a, int64_t b) {
  if (!is_bounded(a))
    return a;
  return is_bounded(b) ? clamp(a + b) : b;
}

static int64_t multiply(int64_t a, int64_t b) {
  int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product))
    return (a < 0) == (b < 0) ? DMM_UNBOUNDED : -DMM_UNBOUNDED;
  return clamp(product);
}

static DmmInterval scale(DmmInterval a, int64_t factor) {
  if (factor == 0)
    return (DmmInterval){0, 0};
  DmmInterval result = {multiply(a.least, factor),
                        multiply(a.greatest, factor)};
  return factor > 0 ? result : (DmmInterval){result.greatest, result.least};
}

static int64_t floordiv(int64_t a, int64_t b) {
  if (!is_bounded(a))
    return a;
  return a / b - (a % b < 0);
}

static int64_t ceildiv(int64_t a, int64_t b) {
  return is_bounded(a) ? -floordiv(-a, b) : a;
}

static DmmInterval modulo(DmmInterval a, int64_t b) {
  if (a.least >= 0 && a.greatest < b)
    return a;
  return (DmmInterval){0, b - 1};
}

static DmmInterval divide(MlirAffineExpr expr, DmmInterval a, int64_t b) {
  if (b <= 0)
    return everything;
  if (mlirAffineExprIsAFloorDiv(expr))
    return (DmmInterval){floordiv(a.least, b), floordiv(a.greatest, b)};
  if (mlirAffineExprIsACeilDiv(expr))
    return (DmmInterval){ceildiv(a.least, b), ceildiv(a.greatest, b)};
  return modulo(a, b);
}

//===----------------------------------------------------------------------===//
// Expressions over the operands of a map
//===----------------------------------------------------------------------===//

typedef struct Operands {
  const MlirValue *dims, *symbols;
} Operands;

static DmmInterval of_value(MlirValue value);

static DmmInterval of_expr(const Operands *in, MlirAffineExpr expr) {
  if (mlirAffineExprIsAConstant(expr)) {
    int64_t value = mlirAffineConstantExprGetValue(expr);
    return (DmmInterval){value, value};
  }
  if (mlirAffineExprIsADim(expr))
    return of_value(in->dims[mlirAffineDimExprGetPosition(expr)]);
  if (mlirAffineExprIsASymbol(expr))
    return of_value(in->symbols[mlirAffineSymbolExprGetPosition(expr)]);
  DmmInterval a = of_expr(in, mlirAffineBinaryOpExprGetLHS(expr));
  DmmInterval b = of_expr(in, mlirAffineBinaryOpExprGetRHS(expr));
  if (mlirAffineExprIsAAdd(expr))
    return (DmmInterval){add(a.least, b.least), add(a.greatest, b.greatest)};
  if (b.least != b.greatest)
    return everything;
  if (mlirAffineExprIsAMul(expr))
    return scale(a, b.least);
  return divide(expr, a, b.least);
}

//===----------------------------------------------------------------------===//
// Loop indices
//===----------------------------------------------------------------------===//

/// The range between the bounds of an affine.for.
static DmmInterval of_loop(MlirOperation loop) {
  DmmArena *arena = dmm_arena_create();
  intptr_t n = mlirOperationGetNumOperands(loop);
  MlirValue *operands =
      dmm_arena_alloc(arena, (size_t)n * sizeof *operands + 1);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] = mlirOperationGetOperand(loop, i);
  MlirAffineMap lower = dmm_op_map(loop, "lowerBoundMap");
  MlirAffineMap upper = dmm_op_map(loop, "upperBoundMap");
  const MlirValue *second = operands + mlirAffineMapGetNumInputs(lower);
  Operands low = {operands, operands + mlirAffineMapGetNumDims(lower)};
  Operands high = {second, second + mlirAffineMapGetNumDims(upper)};
  DmmInterval result = everything;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(lower); ++i) {
    int64_t bound = of_expr(&low, mlirAffineMapGetResult(lower, i)).least;
    result.least = bound > result.least ? bound : result.least;
  }
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(upper); ++i) {
    int64_t bound = of_expr(&high, mlirAffineMapGetResult(upper, i)).greatest;
    result.greatest = bound <= result.greatest ? bound - 1 : result.greatest;
  }
  dmm_arena_destroy(arena);
  return result.greatest == DMM_UNBOUNDED - 1
             ? (DmmInterval){result.least, DMM_UNBOUNDED}
             : result;
}

static DmmInterval of_value(MlirValue value) {
  if (mlirValueIsABlockArgument(value)) {
    MlirOperation owner =
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
    bool is_index = dmm_op_is(owner, "affine.for") &&
                    mlirBlockArgumentGetArgNumber(value) == 0;
    return is_index ? of_loop(owner) : everything;
  }
  if (dmm_op_is(mlirOpResultGetOwner(value), "memref.dim"))
    return (DmmInterval){0, DMM_UNBOUNDED};
  return everything;
}

DmmInterval dmm_affine_interval(const DmmInputs *in, MlirAffineExpr expr) {
  Operands operands = {in->dims, in->symbols};
  return of_expr(&operands, expr);
}
