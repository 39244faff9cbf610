//===- mixed.c - Attributes and operands of views -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/mixed.h"

#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// The attribute with the constants of a list, and the place of the list's
/// operands in operandSegmentSizes, after the source.
static const char *const list_names[] = {"static_offsets", "static_sizes",
                                         "static_strides"};

static int64_t static_item(MlirOperation op, DmmMixed list, intptr_t i) {
  return mlirDenseI64ArrayGetElement(dmm_op_attr(op, list_names[list]), i);
}

static bool is_operand(int64_t item) {
  return item == mlirShapedTypeGetDynamicSize();
}

bool dmm_mixed_get(DmmInputs *in, MlirOperation op, DmmMixed list, intptr_t i,
                   MlirAffineExpr *result) {
  int64_t item = static_item(op, list, i);
  if (!is_operand(item)) {
    *result = dmm_affine_constant(in, item);
    return true;
  }
  MlirAttribute segments = dmm_op_attr(op, "operandSegmentSizes");
  intptr_t operand = 0;
  for (intptr_t s = 0; s <= (intptr_t)list; ++s)
    operand += mlirDenseI32ArrayGetElement(segments, s);
  for (intptr_t j = 0; j < i; ++j)
    operand += is_operand(static_item(op, list, j));
  return dmm_affine_of_value(in, mlirOperationGetOperand(op, operand), result);
}

/// Dimensions are matched from the first on. Where several dimensions of size 1
/// could be the one that is left out, any will do: their subscript is 0.
static intptr_t match(MlirOperation op, intptr_t source, intptr_t *result) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t rank = mlirShapedTypeGetRank(type), n = 0, last = -1;
  for (intptr_t d = 0; d <= source; ++d) {
    int64_t size = static_item(op, DMM_MIXED_SIZES, d);
    bool kept = n < rank && mlirShapedTypeGetDimSize(type, n) == size;
    last = kept ? n : -1;
    n += kept;
  }
  *result = last;
  return n;
}

bool dmm_subview_drops(MlirOperation op, intptr_t d) {
  intptr_t result = 0;
  match(op, d, &result);
  return result < 0;
}

intptr_t dmm_subview_source(MlirOperation op, intptr_t d) {
  intptr_t source = 0, result = 0;
  while (match(op, source, &result), result != d)
    ++source;
  return source;
}

DmmDimGroup dmm_reassociation(MlirOperation op, intptr_t group) {
  MlirAttribute dims =
      mlirArrayAttrGetElement(dmm_op_attr(op, "reassociation"), group);
  intptr_t n = mlirArrayAttrGetNumElements(dims);
  return (DmmDimGroup){
      mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(dims, 0)),
      mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(dims, n - 1))};
}
