//===- affine_value.c - Values as affine expressions ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/affine_value.h"

#include "Analysis/affine_symbol.h"
#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Lists and maps
//===----------------------------------------------------------------------===//

void dmm_affine_push(const DmmInputs *in, DmmAffineList *list,
                     MlirAffineExpr expr) {
  list->items =
      dmm_arena_push(in->arena, list->items, list->n, sizeof *list->items);
  list->items[list->n++] = expr;
}

MlirAffineExpr dmm_affine_constant(const DmmInputs *in, int64_t value) {
  return mlirAffineConstantExprGet(mlirOperationGetContext(in->func), value);
}

MlirAffineExpr dmm_affine_simplify(const DmmInputs *in, MlirAffineExpr expr) {
  return mlirSimplifyAffineExpr(expr, (uint32_t)in->ndims,
                                (uint32_t)in->nsymbols);
}

MlirAffineMap dmm_affine_map(const DmmInputs *in, const DmmAffineList *list) {
  MlirAffineExpr *exprs =
      dmm_arena_alloc(in->arena, list->n * sizeof *exprs + 1);
  for (size_t i = 0; i < list->n; ++i)
    exprs[i] = dmm_affine_simplify(in, list->items[i]);
  return mlirAffineMapGet(mlirOperationGetContext(in->func),
                          (intptr_t)in->ndims, (intptr_t)in->nsymbols,
                          (intptr_t)list->n, exprs);
}

MlirValue *dmm_affine_operands(const DmmInputs *in, intptr_t *n) {
  size_t total = in->ndims + in->nsymbols;
  MlirValue *operands =
      dmm_arena_alloc(in->arena, total * sizeof *operands + 1);
  for (size_t i = 0; i < total; ++i)
    operands[i] = i < in->ndims ? in->dims[i] : in->symbols[i - in->ndims];
  *n = (intptr_t)total;
  return operands;
}

MlirValue dmm_insert_apply(const DmmInputs *in, MlirAffineExpr expr,
                           MlirOperation before) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(in->func));
  MlirAffineExpr simple = dmm_affine_simplify(in, expr);
  if (mlirAffineExprIsAConstant(simple))
    return dmm_insert_constant(before, index,
                               mlirAffineConstantExprGetValue(simple));
  if (mlirAffineExprIsADim(simple))
    return in->dims[mlirAffineDimExprGetPosition(simple)];
  if (mlirAffineExprIsASymbol(simple))
    return in->symbols[mlirAffineSymbolExprGetPosition(simple)];
  DmmAffineList list = {&simple, 1};
  DmmDraft draft = {.name = "affine.apply",
                    .location = mlirOperationGetLocation(before),
                    .result = index};
  draft.operands = dmm_affine_operands(in, &draft.noperands);
  dmm_draft_attribute(&draft, "map",
                      mlirAffineMapAttrGet(dmm_affine_map(in, &list)));
  return mlirOperationGetResult(dmm_draft_insert(&draft, before), 0);
}

/// The place of the value among the inputs; adds it if need be.
static intptr_t position(DmmArena *arena, MlirValue **values, size_t *n,
                         MlirValue value) {
  for (size_t i = 0; i < *n; ++i)
    if (mlirValueEqual((*values)[i], value))
      return (intptr_t)i;
  *values = dmm_arena_push(arena, *values, *n, sizeof **values);
  (*values)[*n] = value;
  return (intptr_t)(*n)++;
}

static MlirAffineExpr dim(DmmInputs *in, MlirValue value) {
  intptr_t i = position(in->arena, &in->dims, &in->ndims, value);
  return mlirAffineDimExprGet(mlirOperationGetContext(in->func), i);
}

MlirAffineExpr dmm_affine_symbol(DmmInputs *in, MlirValue value) {
  intptr_t i = position(in->arena, &in->symbols, &in->nsymbols, value);
  return mlirAffineSymbolExprGet(mlirOperationGetContext(in->func), i);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

typedef enum Arithmetic { ADD, SUB, MUL, FLOORDIV, CEILDIV, MOD } Arithmetic;

/// How an operation divides, as far as that matters for negative dividends.
typedef enum Dividend { ANY, NOT_NEGATIVE, SIZE } Dividend;

static bool constant_of(MlirAffineExpr expr, int64_t *value) {
  if (!mlirAffineExprIsAConstant(expr))
    return false;
  *value = mlirAffineConstantExprGetValue(expr);
  return true;
}

/// Whether every symbol of the expression may be taken for a size.
static bool is_not_negative(const DmmInputs *in, MlirAffineExpr expr,
                            Dividend dividend) {
  if (dividend == ANY || dmm_affine_interval(in, expr).least >= 0)
    return true;
  return dividend == SIZE && mlirAffineExprIsASymbol(expr) &&
         dmm_is_size(in->func,
                     in->symbols[mlirAffineSymbolExprGetPosition(expr)]);
}

/// a op b, unless that is not affine.
static bool combine(const DmmInputs *in, Arithmetic op, MlirAffineExpr a,
                    MlirAffineExpr b, MlirAffineExpr *result) {
  int64_t right = 0, left = 0;
  bool constant = constant_of(b, &right);
  switch (op) {
  case ADD:
    *result = mlirAffineAddExprGet(a, b);
    break;
  case SUB:
    b = mlirAffineMulExprGet(b, dmm_affine_constant(in, -1));
    *result = mlirAffineAddExprGet(a, b);
    break;
  case MUL:
    if (!constant && !constant_of(a, &left))
      return false;
    *result = mlirAffineMulExprGet(a, b);
    break;
  default:
    if (!constant || right <= 0)
      return false;
    *result = op == FLOORDIV  ? mlirAffineFloorDivExprGet(a, b)
              : op == CEILDIV ? mlirAffineCeilDivExprGet(a, b)
                              : mlirAffineModExprGet(a, b);
  }
  *result = dmm_affine_simplify(in, *result);
  return true;
}

typedef struct ArithmeticRow {
  const char *name;
  Arithmetic op;
  Dividend dividend;
} ArithmeticRow;

static const ArithmeticRow arithmetic_rows[] = {
    {"arith.addi", ADD, ANY},
    {"arith.subi", SUB, ANY},
    {"arith.muli", MUL, ANY},
    {"arith.floordivsi", FLOORDIV, ANY},
    {"arith.ceildivsi", CEILDIV, ANY},
    {"arith.divsi", FLOORDIV, NOT_NEGATIVE},
    {"arith.remsi", MOD, NOT_NEGATIVE},
    {"arith.divui", FLOORDIV, SIZE},
    {"arith.remui", MOD, SIZE},
    {"arith.ceildivui", CEILDIV, SIZE},
    {"index.add", ADD, ANY},
    {"index.sub", SUB, ANY},
    {"index.mul", MUL, ANY},
    {"index.floordivs", FLOORDIV, ANY},
    {"index.ceildivs", CEILDIV, ANY},
    {"index.divs", FLOORDIV, NOT_NEGATIVE},
    {"index.rems", MOD, NOT_NEGATIVE},
    {"index.divu", FLOORDIV, SIZE},
    {"index.remu", MOD, SIZE},
    {"index.ceildivu", CEILDIV, SIZE},
};

static bool arithmetic(DmmInputs *in, MlirOperation op, bool *known,
                       MlirAffineExpr *result) {
  size_t n = sizeof arithmetic_rows / sizeof *arithmetic_rows, i = 0;
  while (i < n && !dmm_op_is(op, arithmetic_rows[i].name))
    ++i;
  *known = i < n;
  if (!*known)
    return false;
  const ArithmeticRow *row = &arithmetic_rows[i];
  MlirAffineExpr a, b;
  return dmm_affine_of_value(in, mlirOperationGetOperand(op, 0), &a) &&
         dmm_affine_of_value(in, mlirOperationGetOperand(op, 1), &b) &&
         is_not_negative(in, a, row->dividend) &&
         combine(in, row->op, a, b, result);
}

/// Shifts by a constant, as multiplications and divisions.
static bool shift(DmmInputs *in, MlirOperation op, MlirAffineExpr *result) {
  MlirAffineExpr a, b;
  int64_t places = 0;
  if (!dmm_affine_of_value(in, mlirOperationGetOperand(op, 0), &a) ||
      !dmm_affine_of_value(in, mlirOperationGetOperand(op, 1), &b) ||
      !constant_of(b, &places) || places < 0 || places > 31)
    return false;
  bool is_left = dmm_op_is(op, "arith.shli");
  bool is_logical = dmm_op_is(op, "arith.shrui");
  return is_not_negative(in, a, is_logical ? SIZE : ANY) &&
         combine(in, is_left ? MUL : FLOORDIV, a,
                 dmm_affine_constant(in, INT64_C(1) << places), result);
}

static bool is_one_of(MlirOperation op, const char *const *names) {
  while (*names && !dmm_op_is(op, *names))
    ++names;
  return *names;
}

static bool is_conversion(MlirOperation op) {
  static const char *const names[] = {"arith.index_cast", "arith.extsi",
                                      "arith.trunci", "index.casts", NULL};
  return is_one_of(op, names);
}

static bool unsigned_conversion(DmmInputs *in, MlirOperation op,
                                MlirAffineExpr *result) {
  return dmm_affine_of_value(in, mlirOperationGetOperand(op, 0), result) &&
         is_not_negative(in, *result, SIZE);
}

static bool constant(const DmmInputs *in, MlirOperation op,
                     MlirAffineExpr *result) {
  MlirAttribute value = dmm_op_attr(op, "value");
  if (!mlirAttributeIsAInteger(value))
    return false;
  *result = dmm_affine_constant(in, mlirIntegerAttrGetValueInt(value));
  return true;
}

static bool memref_dim(DmmInputs *in, MlirOperation op,
                       MlirAffineExpr *result) {
  MlirAffineExpr which;
  int64_t d = 0;
  MlirValue memref = mlirOperationGetOperand(op, 0);
  return dmm_affine_of_value(in, mlirOperationGetOperand(op, 1), &which) &&
         constant_of(which, &d) && d >= 0 &&
         mlirTypeIsAMemRef(mlirValueGetType(memref)) &&
         d < mlirShapedTypeGetRank(mlirValueGetType(memref)) &&
         dmm_affine_of_dim(in, memref, d, result);
}

static bool apply(DmmInputs *in, MlirOperation op, MlirAffineExpr *result) {
  MlirAffineMap map = dmm_op_map(op, "map");
  return mlirAffineMapGetNumResults(map) == 1 &&
         dmm_affine_of_expr(in, mlirAffineMapGetResult(map, 0), op, 0,
                            mlirAffineMapGetNumDims(map), result);
}

static bool of_op(DmmInputs *in, MlirOperation op, MlirAffineExpr *result) {
  static const char *const shifts[] = {"arith.shli", "arith.shrui",
                                       "arith.shrsi", NULL};
  static const char *const unsigned_conversions[] = {
      "arith.index_castui", "arith.extui", "index.castu", NULL};
  static const char *const applications[] = {"affine.apply", "affine.min",
                                             "affine.max", NULL};
  static const char *const constants[] = {"arith.constant", "index.constant",
                                          NULL};
  bool known = false;
  bool ok = arithmetic(in, op, &known, result);
  if (known)
    return ok;
  if (is_conversion(op))
    return dmm_affine_of_value(in, mlirOperationGetOperand(op, 0), result);
  if (is_one_of(op, shifts))
    return shift(in, op, result);
  if (is_one_of(op, unsigned_conversions))
    return unsigned_conversion(in, op, result);
  if (is_one_of(op, applications))
    return apply(in, op, result);
  if (is_one_of(op, constants))
    return constant(in, op, result);
  return dmm_op_is(op, "memref.dim") && memref_dim(in, op, result);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Booleans are no numbers: all ones as an i1 is -1.
static bool is_number(MlirType type) {
  if (mlirTypeIsAIndex(type))
    return true;
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) > 1 &&
         mlirIntegerTypeGetWidth(type) <= 64;
}

static bool is_affine_index(MlirValue value) {
  MlirBlock owner = mlirBlockArgumentGetOwner(value);
  MlirOperation loop = mlirBlockGetParentOperation(owner);
  return dmm_op_is(loop, "affine.for") &&
         mlirBlockArgumentGetArgNumber(value) == 0;
}

bool dmm_affine_of_value(DmmInputs *in, MlirValue value,
                         MlirAffineExpr *result) {
  if (!is_number(mlirValueGetType(value)))
    return false;
  if (mlirValueIsABlockArgument(value) && is_affine_index(value)) {
    *result = dim(in, value);
    return true;
  }
  size_t ndims = in->ndims, nsymbols = in->nsymbols;
  if (mlirValueIsAOpResult(value) &&
      of_op(in, mlirOpResultGetOwner(value), result))
    return true;
  in->ndims = ndims;
  in->nsymbols = nsymbols;
  if (!dmm_make_symbol(in->func, &value))
    return false;
  *result = dmm_affine_symbol(in, value);
  return true;
}

/// The value that input `expr` of a map stands for.
static MlirValue input_value(MlirAffineExpr expr, MlirOperation op,
                             intptr_t first, intptr_t ndims) {
  intptr_t i = mlirAffineExprIsADim(expr)
                   ? mlirAffineDimExprGetPosition(expr)
                   : ndims + mlirAffineSymbolExprGetPosition(expr);
  return mlirOperationGetOperand(op, first + i);
}

static Arithmetic binary_op(MlirAffineExpr expr) {
  if (mlirAffineExprIsAAdd(expr))
    return ADD;
  if (mlirAffineExprIsAMul(expr))
    return MUL;
  if (mlirAffineExprIsAFloorDiv(expr))
    return FLOORDIV;
  return mlirAffineExprIsACeilDiv(expr) ? CEILDIV : MOD;
}

bool dmm_affine_of_expr(DmmInputs *in, MlirAffineExpr expr, MlirOperation op,
                        intptr_t first, intptr_t ndims,
                        MlirAffineExpr *result) {
  if (mlirAffineExprIsAConstant(expr)) {
    *result = expr;
    return true;
  }
  if (!mlirAffineExprIsABinary(expr))
    return dmm_affine_of_value(in, input_value(expr, op, first, ndims), result);
  MlirAffineExpr a, b;
  return dmm_affine_of_expr(in, mlirAffineBinaryOpExprGetLHS(expr), op, first,
                            ndims, &a) &&
         dmm_affine_of_expr(in, mlirAffineBinaryOpExprGetRHS(expr), op, first,
                            ndims, &b) &&
         combine(in, binary_op(expr), a, b, result);
}

bool dmm_affine_of_map(DmmInputs *in, MlirAffineMap map, MlirOperation op,
                       intptr_t first, DmmAffineList *results) {
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    MlirAffineExpr expr;
    if (!dmm_affine_of_expr(in, mlirAffineMapGetResult(map, i), op, first,
                            mlirAffineMapGetNumDims(map), &expr))
      return false;
    dmm_affine_push(in, results, expr);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Whether an arith.select picks the greater (or lesser) of what it compares;
/// then its operands 1 and 2 are those values.
static bool selects(MlirOperation op, bool is_lower) {
  MlirValue condition = mlirOperationGetOperand(op, 0);
  if (!mlirValueIsAOpResult(condition))
    return false;
  MlirOperation compare = mlirOpResultGetOwner(condition);
  int64_t predicate = 0;
  if (!dmm_op_is(compare, "arith.cmpi") ||
      !dmm_op_int(compare, "predicate", &predicate) || predicate < 2 ||
      predicate > 5)
    return false;
  bool is_less = predicate < 4; // slt, sle; else sgt, sge
  MlirValue a = mlirOperationGetOperand(compare, 0);
  MlirValue b = mlirOperationGetOperand(compare, 1);
  MlirValue x = mlirOperationGetOperand(op, 1);
  MlirValue y = mlirOperationGetOperand(op, 2);
  bool same = mlirValueEqual(a, x) && mlirValueEqual(b, y);
  bool crossed = mlirValueEqual(a, y) && mlirValueEqual(b, x);
  return is_less == is_lower ? crossed : same;
}

static bool bound_of_pair(DmmInputs *in, MlirOperation op, intptr_t first,
                          bool is_lower, DmmAffineList *results) {
  return dmm_affine_of_bound(in, mlirOperationGetOperand(op, first), is_lower,
                             results) &&
         dmm_affine_of_bound(in, mlirOperationGetOperand(op, first + 1),
                             is_lower, results);
}

/// A bound plus or minus an affine value.
static bool bound_of_sum(DmmInputs *in, MlirOperation op, bool is_lower,
                         DmmAffineList *results) {
  Arithmetic sign = dmm_op_is(op, "arith.subi") ? SUB : ADD;
  DmmAffineList terms = {0};
  MlirAffineExpr offset, sum;
  if (!dmm_affine_of_bound(in, mlirOperationGetOperand(op, 0), is_lower,
                           &terms) ||
      !dmm_affine_of_value(in, mlirOperationGetOperand(op, 1), &offset))
    return false;
  for (size_t i = 0; i < terms.n; ++i) {
    combine(in, sign, terms.items[i], offset, &sum);
    dmm_affine_push(in, results, sum);
  }
  return true;
}

static bool bound_of_op(DmmInputs *in, MlirOperation op, bool is_lower,
                        DmmAffineList *results) {
  if (is_conversion(op))
    return dmm_affine_of_bound(in, mlirOperationGetOperand(op, 0), is_lower,
                               results);
  if (dmm_op_is(op, is_lower ? "affine.max" : "affine.min"))
    return dmm_affine_of_map(in, dmm_op_map(op, "map"), op, 0, results);
  if (dmm_op_is(op, is_lower ? "arith.maxsi" : "arith.minsi") ||
      dmm_op_is(op, is_lower ? "index.maxs" : "index.mins"))
    return bound_of_pair(in, op, 0, is_lower, results);
  if (dmm_op_is(op, "arith.addi") || dmm_op_is(op, "arith.subi"))
    return bound_of_sum(in, op, is_lower, results);
  return dmm_op_is(op, "arith.select") && selects(op, is_lower) &&
         bound_of_pair(in, op, 1, is_lower, results);
}

bool dmm_affine_of_bound(DmmInputs *in, MlirValue value, bool is_lower,
                         DmmAffineList *results) {
  size_t ndims = in->ndims, nsymbols = in->nsymbols, n = results->n;
  MlirAffineExpr expr;
  if (mlirValueIsAOpResult(value) &&
      !of_op(in, mlirOpResultGetOwner(value), &expr)) {
    in->ndims = ndims;
    in->nsymbols = nsymbols;
    if (bound_of_op(in, mlirOpResultGetOwner(value), is_lower, results))
      return true;
    in->ndims = ndims;
    in->nsymbols = nsymbols;
    results->n = n;
  }
  if (!dmm_affine_of_value(in, value, &expr))
    return false;
  dmm_affine_push(in, results, expr);
  return true;
}
