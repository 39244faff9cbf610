//===- verify_reduce.c - Rules of the reductions ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/verify.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef enum ElementClass {
  CLASS_INT,
  CLASS_FLOAT,
  CLASS_COMPLEX
} ElementClass;

static ElementClass class_of(MlirType element) {
  if (mlirTypeIsAComplex(element))
    return CLASS_COMPLEX;
  return mlirTypeIsAInteger(element) || mlirTypeIsAIndex(element) ? CLASS_INT
                                                                  : CLASS_FLOAT;
}

static bool kind_is_legal(int kind, ElementClass element) {
  switch (kind) {
  case DMM_KIND_ADD:
  case DMM_KIND_MUL:
    return true;
  case DMM_KIND_MINLOC:
  case DMM_KIND_MAXLOC:
    return element != CLASS_COMPLEX;
  case DMM_KIND_MINNUMF:
  case DMM_KIND_MAXNUMF:
  case DMM_KIND_MINIMUMF:
  case DMM_KIND_MAXIMUMF:
    return element == CLASS_FLOAT;
  default:
    return element == CLASS_INT;
  }
}

static bool check_kind(MlirOperation op, int kind) {
  if (kind < 0)
    return dmm_op_error(op, "has an unknown kind: use add, mul, minui, maxui, "
                            "minsi, maxsi, minnumf, maxnumf, minimumf, "
                            "maximumf, and, or, xor, minloc or maxloc");
  if (kind_is_legal(kind, class_of(dmm_buffer_element(op, 0))))
    return true;
  MlirStringRef name = mlirStringAttrGetValue(dmm_op_attr(op, "kind"));
  return dmm_op_error(op,
                      "has kind '%.*s', which is not defined on its element "
                      "type: integers have add, mul, min, max, and, or, xor; "
                      "floats add, mul, minnumf, maxnumf, minimumf, maximumf; "
                      "complex numbers add and mul",
                      (int)name.length, name.data);
}

static bool check_index_buffers(MlirOperation op) {
  for (int i = 2; i < 4; ++i)
    if (!mlirTypeIsAIndex(dmm_buffer_element(op, i)))
      return dmm_op_error(op,
                          "has loc buffers that do not hold index elements");
  for (int i = 2; i < 4; ++i)
    if (!dmm_check_same_shape(op, i - 2, i))
      return false;
  return true;
}

/// The loc buffers are there for minloc and maxloc, and only then.
static bool check_loc(MlirOperation op, int kind) {
  bool needed = kind == DMM_KIND_MINLOC || kind == DMM_KIND_MAXLOC;
  int extra = dmm_op_operands(op).nbuffers - 2;
  if (extra != (needed ? 2 : 0))
    return dmm_op_error(op, "%s",
                        needed ? "needs loc(%src, %dst), the indices "
                                 "of the values, for minloc and maxloc"
                               : "has loc buffers, which only minloc "
                                 "and maxloc take: leave them out");
  return !needed || check_index_buffers(op);
}

static bool buffers_are_first(MlirOperation op, int nbuffers) {
  for (int i = 0; i < nbuffers; ++i)
    if (!mlirTypeIsAMemRef(dmm_buffer_type(op, i)))
      return false;
  return true;
}

/// Two or more buffers, perhaps index values behind them, perhaps a token as
/// result.
static bool check_reduction_operands(MlirOperation op) {
  DmmOperands have = dmm_op_operands(op);
  if (have.nbuffers < 2 || !buffers_are_first(op, have.nbuffers) ||
      have.nbuffers + have.nindices != mlirOperationGetNumOperands(op))
    return dmm_op_error(op, "takes a source and a destination buffer, "
                            "optionally loc(%%src, %%dst), and optionally "
                            "root(%%rank) and the sizes(...) of its layout, "
                            "in this order and nothing else");
  intptr_t results = mlirOperationGetNumResults(op);
  if (results == 0 || (results == 1 && dmm_type_is_token(mlirValueGetType(
                                           mlirOperationGetResult(op, 0)))))
    return true;
  return dmm_op_error(op, "has results that are not one !dmm.token");
}

static bool check_reduction(MlirOperation op) {
  int kind = dmm_op_kind(op);
  return dmm_check_elements(op, 0, 2) && check_kind(op, kind) &&
         check_loc(op, kind);
}

bool dmm_verify_all_reduce(MlirOperation op) {
  DmmSubject s;
  return check_reduction_operands(op) && dmm_read_subject(&s, op) &&
         dmm_check_no_root(&s, "every member gets the result") &&
         check_reduction(op) && dmm_check_same_shape(op, 0, 1);
}

bool dmm_verify_reduce(MlirOperation op) {
  DmmSubject s;
  if (!check_reduction_operands(op) || !dmm_read_subject(&s, op) ||
      !check_reduction(op))
    return false;
  if (mlirAttributeIsNull(dmm_op_attr(op, "layout")))
    return dmm_check_root(&s, true) && dmm_check_same_shape(op, 0, 1);
  if (dmm_op_operands(op).nbuffers > 2)
    return dmm_op_error(op, "has kind minloc or maxloc and a layout: reduce to "
                            "a root instead");
  return dmm_check_no_root(&s, "with a layout the result is scattered") &&
         dmm_check_laid_out(&s, 0, 1);
}
