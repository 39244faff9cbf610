//===- subscripts.c - Affine maps of the IR as a plan's expressions -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/subscripts.h"

#include "Analysis/scop.h"
#include "Plan/expr.h"
#include "Support/diag.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"

/// An affine map's inputs: operands of `op` from number `first` on, dims before
/// symbols.
typedef struct Inputs {
  const DmmSubscripts *subscripts;
  MlirOperation op;
  intptr_t first, ndims;
} Inputs;

static bool value_expr(const Inputs *in, MlirValue value, DmmExpr *result);

static bool refuse(const Inputs *in, const char *what) {
  return dmm_op_error(in->op,
                      "%s; bounds and subscripts must be affine in the "
                      "indices of the surrounding loops, with constants for "
                      "everything else",
                      what);
}

//===----------------------------------------------------------------------===//
// Expressions of a map
//===----------------------------------------------------------------------===//

static bool affine_expr(const Inputs *in, MlirAffineExpr expr, DmmExpr *result);

static DmmExprOp binary_op(MlirAffineExpr expr) {
  if (mlirAffineExprIsAAdd(expr))
    return DMM_EXPR_ADD;
  if (mlirAffineExprIsAMul(expr))
    return DMM_EXPR_MUL;
  if (mlirAffineExprIsAFloorDiv(expr))
    return DMM_EXPR_FLOORDIV;
  return mlirAffineExprIsACeilDiv(expr) ? DMM_EXPR_CEILDIV : DMM_EXPR_MOD;
}

static bool binary_expr(const Inputs *in, MlirAffineExpr expr,
                        DmmExpr *result) {
  DmmExpr a, b;
  if (!affine_expr(in, mlirAffineBinaryOpExprGetLHS(expr), &a) ||
      !affine_expr(in, mlirAffineBinaryOpExprGetRHS(expr), &b))
    return false;
  DmmExprOp op = binary_op(expr);
  int64_t left = 0, right = 0;
  bool left_const = dmm_expr_is_const(a, &left);
  bool right_const = dmm_expr_is_const(b, &right);
  if (op == DMM_EXPR_MUL && !left_const && !right_const)
    return refuse(in, "a product of two indices is not affine");
  if (op >= DMM_EXPR_FLOORDIV && (!right_const || right <= 0))
    return refuse(in, "a division by something other than a positive constant "
                      "is not affine");
  *result = dmm_expr_binary(in->subscripts->arena, op, a, b);
  return true;
}

static bool affine_expr(const Inputs *in, MlirAffineExpr expr,
                        DmmExpr *result) {
  intptr_t operand = in->first;
  if (mlirAffineExprIsAConstant(expr)) {
    *result = dmm_expr_const(in->subscripts->arena,
                             mlirAffineConstantExprGetValue(expr));
    return true;
  }
  if (mlirAffineExprIsADim(expr))
    operand += mlirAffineDimExprGetPosition(expr);
  else if (mlirAffineExprIsASymbol(expr))
    operand += in->ndims + mlirAffineSymbolExprGetPosition(expr);
  else
    return binary_expr(in, expr, result);
  return value_expr(in, mlirOperationGetOperand(in->op, operand), result);
}

//===----------------------------------------------------------------------===//
// Values that are affine
//===----------------------------------------------------------------------===//

static int loop_variable(const DmmPlan *plan, MlirValue value) {
  MlirOperation owner =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  for (int i = 0; i < plan->nloops; ++i)
    if (plan->loops[i].ir == owner.ptr)
      return plan->loops[i].iv_var;
  return -1;
}

static bool argument_expr(const Inputs *in, MlirValue value, DmmExpr *result) {
  int var = loop_variable(in->subscripts->plan, value);
  if (var < 0)
    return refuse(in, "an index depends on an argument of the function, whose "
                      "value is not known at compile time");
  *result = dmm_expr_var(in->subscripts->arena, var);
  return true;
}

static bool constant_expr(const Inputs *in, MlirOperation op, DmmExpr *result) {
  MlirAttribute value = mlirOperationGetAttributeByName(
      op, mlirStringRefCreateFromCString("value"));
  *result =
      dmm_expr_const(in->subscripts->arena, mlirIntegerAttrGetValueInt(value));
  return true;
}

static bool apply_expr(const Inputs *in, MlirOperation op, DmmExpr *result) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(mlirOperationGetAttributeByName(
      op, mlirStringRefCreateFromCString("map")));
  Inputs inner = {in->subscripts, op, 0, mlirAffineMapGetNumDims(map)};
  return affine_expr(&inner, mlirAffineMapGetResult(map, 0), result);
}

static bool value_expr(const Inputs *in, MlirValue value, DmmExpr *result) {
  if (mlirValueIsABlockArgument(value))
    return argument_expr(in, value, result);
  MlirOperation op = mlirOpResultGetOwner(value);
  if (dmm_op_is(op, "arith.constant"))
    return constant_expr(in, op, result);
  if (dmm_op_is(op, "affine.apply"))
    return apply_expr(in, op, result);
  return refuse(in, "an index is computed from data");
}

bool dmm_subscripts_of_map(const DmmSubscripts *subscripts, MlirOperation op,
                           MlirAffineMap map, intptr_t first,
                           DmmExpr *results) {
  Inputs in = {subscripts, op, first, mlirAffineMapGetNumDims(map)};
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i)
    if (!affine_expr(&in, mlirAffineMapGetResult(map, i), &results[i]))
      return false;
  return true;
}

bool dmm_subscripts_of_constraint(const DmmSubscripts *subscripts,
                                  MlirOperation op, MlirIntegerSet set,
                                  intptr_t i, DmmExpr *result) {
  Inputs in = {subscripts, op, 0, mlirIntegerSetGetNumDims(set)};
  return affine_expr(&in, mlirIntegerSetGetConstraint(set, i), result);
}
