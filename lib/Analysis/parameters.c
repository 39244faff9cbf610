//===- parameters.c - The values of a plan's parameters -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/parameters.h"

#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

typedef struct Evaluator {
  DmmArgumentNumber number;
  void *data;
} Evaluator;

static bool evaluate(const Evaluator *e, MlirValue value, int64_t *result);

static bool add(int64_t a, int64_t b, int64_t *r) {
  return !__builtin_add_overflow(a, b, r);
}
static bool subtract(int64_t a, int64_t b, int64_t *r) {
  return !__builtin_sub_overflow(a, b, r);
}
static bool multiply(int64_t a, int64_t b, int64_t *r) {
  return !__builtin_mul_overflow(a, b, r);
}
static bool divide(int64_t a, int64_t b, int64_t *r) {
  *r = b > 0 ? a / b : 0;
  return b > 0;
}
static bool remainder_of(int64_t a, int64_t b, int64_t *r) {
  *r = b > 0 ? a % b : 0;
  return b > 0;
}
static bool floor_divide(int64_t a, int64_t b, int64_t *r) {
  *r = b > 0 ? dmm_floordiv(a, b) : 0;
  return b > 0;
}
static bool ceil_divide(int64_t a, int64_t b, int64_t *r) {
  *r = b > 0 ? dmm_ceildiv(a, b) : 0;
  return b > 0;
}
static bool maximum(int64_t a, int64_t b, int64_t *r) {
  *r = a > b ? a : b;
  return true;
}
static bool minimum(int64_t a, int64_t b, int64_t *r) {
  *r = a < b ? a : b;
  return true;
}

static const struct {
  const char *name;
  bool (*apply)(int64_t, int64_t, int64_t *);
} binary_ops[] = {
    {"arith.addi", add},
    {"arith.subi", subtract},
    {"arith.muli", multiply},
    {"arith.divsi", divide},
    {"arith.remsi", remainder_of},
    {"arith.floordivsi", floor_divide},
    {"arith.ceildivsi", ceil_divide},
    {"arith.maxsi", maximum},
    {"arith.minsi", minimum},
};

static bool evaluate_binary(const Evaluator *e, MlirOperation op,
                            int64_t *result) {
  int64_t a, b;
  for (size_t i = 0; i < sizeof binary_ops / sizeof *binary_ops; ++i)
    if (dmm_op_is(op, binary_ops[i].name))
      return evaluate(e, mlirOperationGetOperand(op, 0), &a) &&
             evaluate(e, mlirOperationGetOperand(op, 1), &b) &&
             binary_ops[i].apply(a, b, result);
  return false;
}

/// An integer op that leaves the value as it is, as far as it is in range.
static bool is_cast(MlirOperation op) {
  return dmm_op_is(op, "arith.index_cast") || dmm_op_is(op, "arith.extsi") ||
         dmm_op_is(op, "arith.trunci");
}

static bool evaluate_op(const Evaluator *e, MlirOperation op, int64_t *result) {
  if (dmm_op_is(op, "arith.constant")) {
    *result = mlirIntegerAttrGetValueInt(dmm_op_attr(op, "value"));
    return true;
  }
  if (is_cast(op))
    return evaluate(e, mlirOperationGetOperand(op, 0), result);
  if (!dmm_op_is(op, "memref.dim"))
    return evaluate_binary(e, op, result);
  MlirValue memref = mlirOperationGetOperand(op, 0);
  int64_t dim;
  if (!evaluate(e, mlirOperationGetOperand(op, 1), &dim))
    return false;
  *result =
      e->number((int)mlirBlockArgumentGetArgNumber(memref), (int)dim, e->data);
  return true;
}

static bool evaluate(const Evaluator *e, MlirValue value, int64_t *result) {
  if (!mlirValueIsABlockArgument(value))
    return evaluate_op(e, mlirOpResultGetOwner(value), result);
  *result = e->number((int)mlirBlockArgumentGetArgNumber(value), -1, e->data);
  return true;
}

int64_t *dmm_plan_parameters(const DmmPlan *plan, DmmArgumentNumber number,
                             void *data) {
  Evaluator e = {number, data};
  int64_t *values =
      dmm_arena_alloc(plan->arena, (size_t)plan->nvars * sizeof *values);
  int n = 0;
  for (int v = 0; v < plan->nvars; ++v) {
    const DmmVar *var = &plan->vars[v];
    if (var->kind != DMM_VAR_PARAM)
      continue;
    if (var->argument >= 0)
      values[n] = number(var->argument, var->index, data);
    else if (!evaluate(&e, (MlirValue){var->ir}, &values[n]))
      return NULL;
    ++n;
  }
  return values;
}
