//===- affine_symbol.c - Values that do not change in a function ----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/affine_symbol.h"

#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// Moving a computation out of all regions
//===----------------------------------------------------------------------===//

/// Division by zero is undefined: it must not run where it did not run before.
static bool may_trap(MlirOperation op) {
  static const char *const names[] = {
      "arith.divsi",      "arith.divui",     "arith.remsi", "arith.remui",
      "arith.ceildivsi",  "arith.ceildivui", "index.divs",  "index.divu",
      "arith.floordivsi", "index.rems",      "index.remu",  "index.ceildivs",
      "index.ceildivu",   "index.floordivs",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (dmm_op_is(op, names[i]))
      return true;
  return false;
}

/// Whether the operand is a constant other than 0 and -1.
static bool is_safe_divisor(MlirValue value) {
  int64_t divisor = 0;
  return mlirValueIsAOpResult(value) &&
         dmm_op_int(mlirOpResultGetOwner(value), "value", &divisor) &&
         divisor != 0 && divisor != -1;
}

static bool can_move(MlirOperation func, MlirValue value) {
  if (dmm_is_top_level(func, value))
    return true;
  if (mlirValueIsABlockArgument(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!dmm_scop_is_pure(op) ||
      (may_trap(op) && !is_safe_divisor(mlirOperationGetOperand(op, 1))))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!can_move(func, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

static void move(MlirOperation func, MlirValue value, MlirOperation before) {
  if (dmm_is_top_level(func, value))
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    move(func, mlirOperationGetOperand(op, i), before);
  mlirOperationMoveBefore(op, before);
}

//===----------------------------------------------------------------------===//
// Indices of integers
//===----------------------------------------------------------------------===//

/// Moves the op to where `value` is first known.
static void move_to_definition(MlirOperation func, MlirValue value,
                               MlirOperation op) {
  if (mlirValueIsAOpResult(value)) {
    mlirOperationMoveAfter(op, mlirOpResultGetOwner(value));
    return;
  }
  MlirOperation first = mlirBlockGetFirstOperation(dmm_op_body(func, 0));
  if (!mlirOperationEqual(first, op))
    mlirOperationMoveBefore(op, first);
}

/// The first arith.index_cast of the value outside of all regions, or null.
static MlirOperation find_cast(MlirOperation func, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (dmm_op_is(op, "arith.index_cast") &&
        dmm_is_top_level(func, mlirOperationGetResult(op, 0)) &&
        mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetResult(op, 0))))
      return op;
  }
  return (MlirOperation){NULL};
}

static MlirValue cast_to_index(MlirOperation func, MlirValue value) {
  MlirOperation cast = find_cast(func, value);
  if (mlirOperationIsNull(cast)) {
    DmmDraft draft = {.name = "arith.index_cast",
                      .location = mlirValueGetLocation(value),
                      .operands = &value,
                      .noperands = 1,
                      .result =
                          mlirIndexTypeGet(mlirOperationGetContext(func))};
    cast = dmm_draft_append(&draft, dmm_op_body(func, 0));
  }
  move_to_definition(func, value, cast);
  return mlirOperationGetResult(cast, 0);
}

bool dmm_make_symbol(MlirOperation func, MlirValue *value) {
  if (!can_move(func, *value))
    return false;
  if (!dmm_is_top_level(func, *value))
    move(func, *value, dmm_top_ancestor(func, mlirOpResultGetOwner(*value)));
  if (!mlirTypeIsAIndex(mlirValueGetType(*value)))
    *value = cast_to_index(func, *value);
  return true;
}

bool dmm_is_size(MlirOperation func, MlirValue value) {
  if (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!dmm_op_is(op, "arith.index_cast"))
      return false;
    value = mlirOperationGetOperand(op, 0);
  }
  return dmm_is_argument(func, value);
}

//===----------------------------------------------------------------------===//
// Sizes of arguments
//===----------------------------------------------------------------------===//

static bool is_dim_of(MlirOperation func, MlirOperation op, int64_t d) {
  MlirValue which = {NULL};
  int64_t value = -1;
  if (dmm_op_is(op, "memref.dim") &&
      dmm_is_top_level(func, mlirOperationGetResult(op, 0)))
    which = mlirOperationGetOperand(op, 1);
  return which.ptr && mlirValueIsAOpResult(which) &&
         dmm_op_int(mlirOpResultGetOwner(which), "value", &value) && value == d;
}

/// Moves memref.dim and its constant to the top.
static MlirValue move_dim(MlirOperation func, MlirOperation op) {
  MlirValue which = mlirOperationGetOperand(op, 1);
  move_to_definition(func, mlirOperationGetOperand(op, 0), op);
  MlirOperation constant = mlirOpResultGetOwner(which);
  mlirOperationMoveBefore(constant, op);
  return mlirOperationGetResult(op, 0);
}

MlirValue dmm_dim_symbol(MlirOperation func, MlirValue argument, int64_t d) {
  for (MlirOpOperand use = mlirValueGetFirstUse(argument);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (is_dim_of(func, mlirOpOperandGetOwner(use), d))
      return move_dim(func, mlirOpOperandGetOwner(use));
  MlirOperation first = mlirBlockGetFirstOperation(dmm_op_body(func, 0));
  return dmm_insert_size(first, argument, d, mlirValueGetLocation(argument));
}
