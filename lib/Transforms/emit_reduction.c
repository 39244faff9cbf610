//===- emit_reduction.c - Code of partial sums ----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/emit_reduction.h"

#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static MlirValue create(const DmmInsertion *at, const char *name,
                        const MlirValue *operands, intptr_t n, const char *key,
                        MlirAttribute value, MlirType type) {
  MlirOperationState state = mlirOperationStateGet(str(name), at->location);
  MlirContext context = mlirLocationGetContext(at->location);
  mlirOperationStateAddOperands(&state, n, operands);
  mlirOperationStateAddResults(&state, 1, &type);
  if (!mlirAttributeIsNull(value)) {
    MlirNamedAttribute named =
        mlirNamedAttributeGet(mlirIdentifierGet(context, str(key)), value);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  return mlirOperationGetResult(dmm_insert(at, mlirOperationCreate(&state)), 0);
}

//===----------------------------------------------------------------------===//
// Neutral elements
//===----------------------------------------------------------------------===//

/// x + -0.0 is x, and -0.0 - x is -x, also where x is a zero.
static double neutral_float(const DmmForm *form) {
  switch (form->combine) {
  case DMM_KIND_MUL:
    return 1.0;
  case DMM_KIND_MAXIMUMF:
    return -INFINITY;
  case DMM_KIND_MINIMUMF:
    return INFINITY;
  case DMM_KIND_MAXNUMF:
    return form->kind == DMM_FORM_SELECT ? -INFINITY : NAN;
  case DMM_KIND_MINNUMF:
    return form->kind == DMM_FORM_SELECT ? INFINITY : NAN;
  default:
    return -0.0;
  }
}

/// The least signed number of `width` bits.
static int64_t least_signed(unsigned width) {
  return (int64_t)(UINT64_MAX << (width - 1));
}

static int64_t neutral_integer(const DmmForm *form, unsigned width) {
  switch (form->combine) {
  case DMM_KIND_MUL:
    return 1;
  case DMM_KIND_AND:
  case DMM_KIND_MINUI:
    return -1; // all ones
  case DMM_KIND_MINSI:
    return ~least_signed(width);
  case DMM_KIND_MAXSI:
    return least_signed(width);
  default:
    return 0;
  }
}

static MlirAttribute neutral_number(const DmmForm *form, MlirType type) {
  if (mlirTypeIsAIndex(type))
    return mlirIntegerAttrGet(type, neutral_integer(form, 64));
  if (mlirTypeIsAInteger(type))
    return mlirIntegerAttrGet(
        type, neutral_integer(form, mlirIntegerTypeGetWidth(type)));
  return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type,
                                neutral_float(form));
}

MlirValue dmm_emit_neutral(const DmmInsertion *at, const DmmForm *form,
                           MlirType type) {
  if (!mlirTypeIsAComplex(type))
    return create(at, "arith.constant", NULL, 0, "value",
                  neutral_number(form, type), type);
  MlirAttribute part =
      neutral_number(form, mlirComplexTypeGetElementType(type));
  MlirAttribute parts[] = {part, part};
  return create(at, "complex.constant", NULL, 0, "value",
                mlirArrayAttrGet(mlirTypeGetContext(type), 2, parts), type);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

MlirValue dmm_emit_sum(const DmmInsertion *at, MlirOperation subtraction,
                       MlirValue a, MlirValue b) {
  MlirValue operands[] = {a, b};
  MlirType type = mlirValueGetType(a);
  MlirAttribute flags = dmm_op_attr(subtraction, "fastmath");
  const char *name = dmm_op_is(subtraction, "arith.subf")   ? "arith.addf"
                     : dmm_op_is(subtraction, "arith.subi") ? "arith.addi"
                                                            : "complex.add";
  return create(at, name, operands, 2, "fastmath", flags, type);
}

void dmm_let_wrap(MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  if (mlirAttributeIsNull(dmm_op_attr(op, "overflowFlags")))
    return;
  MlirAttribute none = mlirAttributeParseGet(mlirOperationGetContext(op),
                                             str("#arith.overflow<none>"));
  mlirOperationSetAttributeByName(op, str("overflowFlags"), none);
}
