//===- access.c - Reading operations ------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/access.h"

#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>
#include <string.h>

bool dmm_has_prefix(MlirStringRef text, const char *prefix) {
  size_t n = strlen(prefix);
  return text.length >= n && !memcmp(text.data, prefix, n);
}

MlirAttribute dmm_op_attr(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op,
                                         mlirStringRefCreateFromCString(name));
}

bool dmm_op_int(MlirOperation op, const char *name, int64_t *value) {
  MlirAttribute attr = dmm_op_attr(op, name);
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAInteger(attr))
    return false;
  *value = mlirIntegerAttrGetValueInt(attr);
  return true;
}

static int read_ints(MlirAttribute attr, int64_t *values, int max) {
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsADenseI64Array(attr))
    return -1;
  intptr_t n = mlirDenseArrayGetNumElements(attr);
  if (n > max)
    return -1;
  for (intptr_t i = 0; i < n; ++i)
    values[i] = mlirDenseI64ArrayGetElement(attr, i);
  return (int)n;
}

int dmm_op_ints(MlirOperation op, const char *name, int64_t *values, int max) {
  return read_ints(dmm_op_attr(op, name), values, max);
}

MlirAffineMap dmm_op_map(MlirOperation op, const char *name) {
  MlirAttribute attr = dmm_op_attr(op, name);
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAAffineMap(attr))
    return (MlirAffineMap){NULL};
  return mlirAffineMapAttrGetValue(attr);
}

int dmm_op_grid(MlirOperation op, int64_t sizes[DMM_MAX_GRID_AXES],
                MlirOperation *owner) {
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op)) {
    MlirAttribute attr = mlirOperationGetDiscardableAttributeByName(
        op, mlirStringRefCreateFromCString("dmm.grid"));
    if (mlirAttributeIsNull(attr))
      continue;
    if (owner)
      *owner = op;
    int n = read_ints(attr, sizes, DMM_MAX_GRID_AXES);
    return n > 0 && dmm_grid_is_valid(sizes, n) ? n : -1;
  }
  return 0;
}

bool dmm_op_malformed_grid(MlirOperation op, const char *has) {
  return dmm_op_error(op,
                      "%s a 'dmm.grid' that is not array<i64> with 1 to %d "
                      "sizes of at least 1 and a product of at most %" PRId64,
                      has, DMM_MAX_GRID_AXES, INT64_MAX);
}

int dmm_op_kind(MlirOperation op) {
  static const char *const names[] = {
#define X(upper, lower) #lower,
      DMM_KINDS(X)
#undef X
  };
  MlirAttribute attr = dmm_op_attr(op, "kind");
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAString(attr))
    return -1;
  MlirStringRef text = mlirStringAttrGetValue(attr);
  for (int i = 0; i < DMM_NUM_KINDS; ++i)
    if (mlirStringRefEqual(text, mlirStringRefCreateFromCString(names[i])))
      return i;
  return -1;
}

/// The attributes of an op that may leave numbers open.
typedef struct OpenAttributes {
  MlirAttribute layout, to, sizes, block, extent;
} OpenAttributes;

static int count_in_layout(MlirAttribute attr) {
  DmmAxisLayout axes[DMM_MAX_GRID_AXES];
  const char *error;
  if (mlirAttributeIsNull(attr))
    return 0;
  int n = dmm_layout_attr_parse(attr, axes, DMM_MAX_GRID_AXES, &error);
  return n < 0 ? -1 : dmm_layout_num_dynamic(axes, n);
}

static int count_in_list(MlirAttribute attr) {
  int64_t values[DMM_MAX_BOUNDS];
  int n = read_ints(attr, values, DMM_MAX_BOUNDS), count = 0;
  for (int i = 0; i < n; ++i)
    count += values[i] == DMM_DYNAMIC;
  return count;
}

/// A box has the array's sizes in its bounds, and a target layout takes them as
/// operands.
static int count_open(const OpenAttributes *open) {
  int layout = count_in_layout(open->layout), to = count_in_layout(open->to);
  if (layout < 0 || to < 0)
    return -1;
  if (!mlirAttributeIsNull(open->to))
    to += count_in_list(open->sizes);
  return layout + to + count_in_list(open->block) + count_in_list(open->extent);
}

static MlirAttribute entry_of(MlirAttribute dictionary, const char *name) {
  return mlirDictionaryAttrGetElementByName(
      dictionary, mlirStringRefCreateFromCString(name));
}

int dmm_attributes_num_sizes(MlirAttribute dictionary) {
  OpenAttributes open = {
      .layout = entry_of(dictionary, "layout"),
      .to = entry_of(dictionary, "to"),
      .sizes = entry_of(dictionary, "sizes"),
      .block = entry_of(dictionary, "block"),
      .extent = entry_of(dictionary, "extent"),
  };
  return count_open(&open);
}

int dmm_op_num_sizes(MlirOperation op) {
  OpenAttributes open = {
      .layout = dmm_op_attr(op, "layout"),
      .to = dmm_op_attr(op, "to"),
      .sizes = dmm_op_attr(op, "sizes"),
      .block = dmm_op_attr(op, "block"),
      .extent = dmm_op_attr(op, "extent"),
  };
  return count_open(&open);
}

DmmOperands dmm_op_operands(MlirOperation op) {
  DmmOperands operands = {0};
  intptr_t n = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < n; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    operands.nbuffers += mlirTypeIsAMemRef(type);
    operands.nindices += mlirTypeIsAIndex(type);
  }
  int sizes = dmm_op_num_sizes(op);
  operands.nsizes = sizes < 0 ? 0 : sizes;
  int others = operands.nindices - operands.nsizes;
  if (dmm_op_id(op) == DMM_OP_TRANSPOSE)
    operands.nsymbols = others;
  else
    operands.nroots = others;
  return operands;
}

bool dmm_type_is_token(MlirType type) {
  MlirType token = mlirTypeParseGet(
      mlirTypeGetContext(type), mlirStringRefCreateFromCString("!dmm.token"));
  return mlirTypeEqual(type, token);
}

bool dmm_op_is_message(MlirOperation op) {
  DmmOp id = dmm_op_id(op);
  return id != DMM_NUM_OPS && dmm_op_row(id)->runtime_op >= 0;
}

bool dmm_op_is_async(MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 && dmm_op_id(op) != DMM_OP_COORD;
}

static const char *integer_suffix(MlirType type) {
  if (!mlirIntegerTypeIsSignless(type))
    return NULL;
  switch (mlirIntegerTypeGetWidth(type)) {
  case 1:
    return "i1";
  case 8:
    return "i8";
  case 16:
    return "i16";
  case 32:
    return "i32";
  case 64:
    return "i64";
  default:
    return NULL;
  }
}

static const char *complex_suffix(MlirType type) {
  MlirType part = mlirComplexTypeGetElementType(type);
  return mlirTypeIsAF32(part) ? "c32" : mlirTypeIsAF64(part) ? "c64" : NULL;
}

const char *dmm_element_suffix(MlirType element) {
  if (mlirTypeIsAInteger(element))
    return integer_suffix(element);
  if (mlirTypeIsAComplex(element))
    return complex_suffix(element);
  return mlirTypeIsAIndex(element)  ? "index"
         : mlirTypeIsAF16(element)  ? "f16"
         : mlirTypeIsABF16(element) ? "bf16"
         : mlirTypeIsAF32(element)  ? "f32"
         : mlirTypeIsAF64(element)  ? "f64"
                                    : NULL;
}
