//===- subscripts.c - Affine maps of the IR as a plan's expressions -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/subscripts.h"

#include "Analysis/scop.h"
#include "Plan/expr.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// An affine map's inputs: operands of `op` from number `first` on, dims before
/// symbols.
typedef struct Inputs {
  const DmmSubscripts *subscripts;
  MlirOperation op;
  intptr_t first, ndims;
} Inputs;

static bool value_expr(const Inputs *in, MlirValue value, DmmExpr *result);

static bool refuse(const Inputs *in, const char *what) {
  return dmm_refuse(in->subscripts->refusal, in->op,
                    "%s; bounds and subscripts must be affine in the "
                    "indices of the surrounding loops and in integer "
                    "arguments of the function",
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

static bool is_argument(MlirValue value) {
  return mlirValueIsABlockArgument(value) &&
         dmm_op_is(
             mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)),
             "func.func");
}

static bool is_integral(MlirType type) {
  return mlirTypeIsAIndex(type) || mlirTypeIsAInteger(type);
}

/// Whether every partition can compute the value at the top of the function:
/// from integer arguments, sizes of arguments and constants.
static bool is_parameter(MlirValue value) {
  if (!is_integral(mlirValueGetType(value)))
    return false;
  if (mlirValueIsABlockArgument(value))
    return is_argument(value);
  MlirOperation op = mlirOpResultGetOwner(value);
  bool is_dim = dmm_op_is(op, "memref.dim");
  if (is_dim && !is_argument(mlirOperationGetOperand(op, 0)))
    return false;
  if (!is_dim && !dmm_scop_is_pure(op))
    return false;
  for (intptr_t i = is_dim; i < mlirOperationGetNumOperands(op); ++i)
    if (!is_parameter(mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

static int find_parameter(const DmmPlan *plan, const void *ir, int argument,
                          int index) {
  for (int v = 0; v < plan->nvars; ++v) {
    const DmmVar *var = &plan->vars[v];
    if (var->kind == DMM_VAR_PARAM && var->ir == ir &&
        var->argument == argument && var->index == index)
      return v;
  }
  return -1;
}

static int parameter(const DmmSubscripts *s, const void *ir, int argument,
                     int index, const char *name) {
  int var = find_parameter(s->plan, ir, argument, index);
  if (var >= 0)
    return var;
  var = dmm_plan_add_var(s->plan, DMM_VAR_PARAM, index, name);
  s->plan->vars[var].argument = argument;
  s->plan->vars[var].ir = ir;
  return var;
}

int dmm_subscripts_size(const DmmSubscripts *subscripts, MlirValue memref,
                        int argument, int dim) {
  const char *name =
      dmm_arena_printf(subscripts->arena, "arg%d_size%d", argument, dim);
  return parameter(subscripts, memref.ptr, argument, dim, name);
}

static bool parameter_expr(const Inputs *in, MlirValue value, DmmExpr *result) {
  const DmmSubscripts *s = in->subscripts;
  const char *name = dmm_arena_printf(s->arena, "p%d", s->plan->nvars);
  *result = dmm_expr_var(s->arena, parameter(s, value.ptr, -1, 0, name));
  return true;
}

static bool argument_expr(const Inputs *in, MlirValue value, DmmExpr *result) {
  int var = loop_variable(in->subscripts->plan, value);
  if (var < 0)
    return is_parameter(value)
               ? parameter_expr(in, value, result)
               : refuse(in, "an index depends on a value that is carried "
                            "from one iteration to the next");
  *result = dmm_expr_var(in->subscripts->arena, var);
  return true;
}

/// memref.dim of an argument by a constant: the size's own variable.
static bool size_expr(const Inputs *in, MlirOperation op, DmmExpr *result) {
  MlirValue memref = mlirOperationGetOperand(op, 0);
  DmmExpr dim;
  int64_t number;
  if (!value_expr(in, mlirOperationGetOperand(op, 1), &dim) ||
      !dmm_expr_is_const(dim, &number))
    return refuse(in, "the number of a dimension is not a constant");
  int argument = (int)mlirBlockArgumentGetArgNumber(memref);
  *result = dmm_expr_var(
      in->subscripts->arena,
      dmm_subscripts_size(in->subscripts, memref, argument, (int)number));
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
  if (!is_parameter(value))
    return refuse(in, "an index is computed from data");
  return dmm_op_is(op, "memref.dim") ? size_expr(in, op, result)
                                     : parameter_expr(in, value, result);
}

bool dmm_subscripts_of_operand(const DmmSubscripts *subscripts,
                               MlirOperation op, intptr_t operand,
                               DmmExpr *result) {
  Inputs in = {subscripts, op, operand, 0};
  return value_expr(&in, mlirOperationGetOperand(op, operand), result);
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
