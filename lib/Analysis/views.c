//===- views.c - Views of memrefs -----------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/views.h"

#include "Analysis/affine_symbol.h"
#include "Analysis/mixed.h"
#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirAffineExpr times(const DmmInputs *in, MlirAffineExpr expr,
                            int64_t factor) {
  return mlirAffineMulExprGet(expr, dmm_affine_constant(in, factor));
}

//===----------------------------------------------------------------------===//
// From one index to several
//===----------------------------------------------------------------------===//

/// An expression as multiples * size + rest.
typedef struct Split {
  MlirAffineExpr multiples, rest;
} Split;

static void split_terms(const DmmInputs *in, MlirAffineExpr expr, int64_t size,
                        Split *split) {
  if (mlirAffineExprIsAAdd(expr)) {
    split_terms(in, mlirAffineBinaryOpExprGetLHS(expr), size, split);
    split_terms(in, mlirAffineBinaryOpExprGetRHS(expr), size, split);
  } else if (mlirAffineExprIsMultipleOf(expr, size)) {
    MlirAffineExpr quotient =
        mlirAffineFloorDivExprGet(expr, dmm_affine_constant(in, size));
    split->multiples = mlirAffineAddExprGet(split->multiples, quotient);
  } else {
    split->rest = mlirAffineAddExprGet(split->rest, expr);
  }
}

/// expr floordiv size and expr mod size, without a division where the terms of
/// the expression allow it.
static Split divide(const DmmInputs *in, MlirAffineExpr expr, int64_t size) {
  MlirAffineExpr zero = dmm_affine_constant(in, 0);
  Split split = {zero, zero};
  split_terms(in, dmm_affine_simplify(in, expr), size, &split);
  DmmInterval rest = dmm_affine_interval(in, split.rest);
  if (rest.least >= 0 && rest.greatest < size)
    return split;
  MlirAffineExpr divisor = dmm_affine_constant(in, size);
  split.multiples = mlirAffineAddExprGet(
      split.multiples, mlirAffineFloorDivExprGet(split.rest, divisor));
  split.rest = mlirAffineModExprGet(split.rest, divisor);
  return split;
}

/// Appends the subscripts of element number `linear` of a row-major block of
/// the dimensions first ... last of `memref`. The size of the first one does
/// not matter; the others must be constant.
static bool delinearize(DmmInputs *in, MlirAffineExpr linear, MlirValue memref,
                        intptr_t first, intptr_t last, DmmAffineList *result) {
  size_t start = result->n;
  for (intptr_t d = first; d <= last; ++d)
    dmm_affine_push(in, result, linear);
  for (intptr_t d = last; d > first; --d) {
    MlirAffineExpr size;
    if (!dmm_affine_of_dim(in, memref, d, &size) ||
        !mlirAffineExprIsAConstant(size) ||
        mlirAffineConstantExprGetValue(size) <= 0)
      return false;
    Split split = divide(in, linear, mlirAffineConstantExprGetValue(size));
    result->items[start + (size_t)(d - first)] = split.rest;
    linear = split.multiples;
  }
  if (first <= last)
    result->items[start] = linear;
  return true;
}

/// The number of the element at subscripts[first ... last] in a row-major block
/// of these dimensions of `memref`.
static bool linearize(DmmInputs *in, const DmmAffineList *subscripts,
                      MlirValue memref, intptr_t first, intptr_t last,
                      MlirAffineExpr *linear) {
  *linear = dmm_affine_constant(in, 0);
  for (intptr_t d = first; d <= last; ++d) {
    MlirAffineExpr size;
    if (d > first && (!dmm_affine_of_dim(in, memref, d, &size) ||
                      !mlirAffineExprIsAConstant(size)))
      return false;
    int64_t factor = d > first ? mlirAffineConstantExprGetValue(size) : 1;
    *linear =
        mlirAffineAddExprGet(times(in, *linear, factor), subscripts->items[d]);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// One view
//===----------------------------------------------------------------------===//

static bool fold_cast(DmmInputs *in, MlirOperation op,
                      const DmmAffineList *subscripts, DmmAffineList *result) {
  (void)in;
  *result = *subscripts;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  return mlirTypeIsAMemRef(type) &&
         (size_t)mlirShapedTypeGetRank(type) == subscripts->n;
}

static bool fold_subview(DmmInputs *in, MlirOperation op,
                         const DmmAffineList *subscripts,
                         DmmAffineList *result) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  size_t next = 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    MlirAffineExpr offset, stride;
    if (!dmm_mixed_get(in, op, DMM_MIXED_OFFSETS, d, &offset) ||
        !dmm_mixed_get(in, op, DMM_MIXED_STRIDES, d, &stride) ||
        !mlirAffineExprIsAConstant(stride))
      return false;
    if (!dmm_subview_drops(op, d))
      offset = mlirAffineAddExprGet(
          offset, mlirAffineMulExprGet(subscripts->items[next++], stride));
    dmm_affine_push(in, result, offset);
  }
  return true;
}

/// Result dimension i is source dimension permutation(i).
static bool fold_transpose(DmmInputs *in, MlirOperation op,
                           const DmmAffineList *subscripts,
                           DmmAffineList *result) {
  MlirAffineMap map = dmm_op_map(op, "permutation");
  for (size_t i = 0; i < subscripts->n; ++i)
    dmm_affine_push(in, result, subscripts->items[i]);
  for (size_t i = 0; i < subscripts->n; ++i)
    result->items[mlirAffineDimExprGetPosition(
        mlirAffineMapGetResult(map, (intptr_t)i))] = subscripts->items[i];
  return true;
}

static bool fold_collapse(DmmInputs *in, MlirOperation op,
                          const DmmAffineList *subscripts,
                          DmmAffineList *result) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  for (size_t g = 0; g < subscripts->n; ++g) {
    DmmDimGroup group = dmm_reassociation(op, (intptr_t)g);
    if (!delinearize(in, subscripts->items[g], source, group.first, group.last,
                     result))
      return false;
  }
  // A view of rank 0 is made of dimensions of size 1 only.
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(source));
  for (intptr_t d = 0; subscripts->n == 0 && d < rank; ++d)
    dmm_affine_push(in, result, dmm_affine_constant(in, 0));
  return true;
}

static bool fold_expand(DmmInputs *in, MlirOperation op,
                        const DmmAffineList *subscripts,
                        DmmAffineList *result) {
  MlirValue view = mlirOperationGetResult(op, 0);
  MlirType source = mlirValueGetType(mlirOperationGetOperand(op, 0));
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(source); ++d) {
    DmmDimGroup group = dmm_reassociation(op, d);
    MlirAffineExpr linear;
    if (!linearize(in, subscripts, view, group.first, group.last, &linear))
      return false;
    dmm_affine_push(in, result, linear);
  }
  return true;
}

/// Whether element numbers of a memref are places in its memory.
static bool is_contiguous(MlirType type) {
  return mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
}

static bool fold_reshape(DmmInputs *in, MlirOperation op,
                         const DmmAffineList *subscripts,
                         DmmAffineList *result) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(source);
  MlirAffineExpr linear;
  return mlirTypeIsAMemRef(type) && is_contiguous(type) &&
         linearize(in, subscripts, mlirOperationGetResult(op, 0), 0,
                   (intptr_t)subscripts->n - 1, &linear) &&
         delinearize(in, linear, source, 0, mlirShapedTypeGetRank(type) - 1,
                     result);
}

/// The memref that a chain of casts without effect on the layout starts from.
static MlirValue uncast(MlirValue memref) {
  while (mlirValueIsAOpResult(memref)) {
    MlirOperation op = mlirOpResultGetOwner(memref);
    if (!dmm_op_is(op, "memref.cast") &&
        !dmm_op_is(op, "memref.collapse_shape"))
      break;
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
    if (!mlirTypeIsAMemRef(type) || !is_contiguous(type))
      break;
    memref = mlirOperationGetOperand(op, 0);
  }
  return memref;
}

/// Offset and strides count from where the allocated memory begins, whatever
/// the source makes of it: the source must be that memory itself.
static bool fold_reinterpret(DmmInputs *in, MlirOperation op,
                             const DmmAffineList *subscripts,
                             DmmAffineList *result) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(source);
  MlirValue base = uncast(source);
  bool is_whole = mlirValueIsABlockArgument(base) ||
                  !dmm_is_view(mlirOpResultGetOwner(base));
  MlirAffineExpr place, stride;
  if (!mlirTypeIsAMemRef(type) || !is_contiguous(type) || !is_whole ||
      !dmm_mixed_get(in, op, DMM_MIXED_OFFSETS, 0, &place))
    return false;
  for (size_t d = 0; d < subscripts->n; ++d) {
    if (!dmm_mixed_get(in, op, DMM_MIXED_STRIDES, (intptr_t)d, &stride) ||
        !mlirAffineExprIsAConstant(stride))
      return false;
    place = mlirAffineAddExprGet(
        place, mlirAffineMulExprGet(subscripts->items[d], stride));
  }
  return delinearize(in, place, source, 0, mlirShapedTypeGetRank(type) - 1,
                     result);
}

//===----------------------------------------------------------------------===//
// Chains of views
//===----------------------------------------------------------------------===//

typedef struct ViewRow {
  const char *name;
  bool (*fold)(DmmInputs *in, MlirOperation op, const DmmAffineList *subscripts,
               DmmAffineList *result);
} ViewRow;

static const ViewRow view_rows[] = {
    {"memref.cast", fold_cast},
    {"memref.memory_space_cast", fold_cast},
    {"memref.subview", fold_subview},
    {"memref.transpose", fold_transpose},
    {"memref.collapse_shape", fold_collapse},
    {"memref.expand_shape", fold_expand},
    {"memref.reshape", fold_reshape},
    {"memref.reinterpret_cast", fold_reinterpret},
};

static const ViewRow *find_row(MlirOperation op) {
  for (size_t i = 0; i < sizeof view_rows / sizeof *view_rows; ++i)
    if (dmm_op_is(op, view_rows[i].name))
      return &view_rows[i];
  return NULL;
}

bool dmm_is_view(MlirOperation op) { return find_row(op); }

void dmm_fold_views(DmmInputs *in, MlirValue *memref,
                    DmmAffineList *subscripts) {
  while (mlirValueIsAOpResult(*memref)) {
    MlirOperation op = mlirOpResultGetOwner(*memref);
    const ViewRow *row = find_row(op);
    size_t ndims = in->ndims, nsymbols = in->nsymbols;
    DmmAffineList result = {0};
    if (!row)
      return;
    if (!row->fold(in, op, subscripts, &result)) {
      in->ndims = ndims;
      in->nsymbols = nsymbols;
      return;
    }
    *subscripts = result;
    *memref = mlirOperationGetOperand(op, 0);
  }
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The size of a dynamic dimension of what `op` gives.
static bool dim_of_result(DmmInputs *in, MlirOperation op, intptr_t d,
                          MlirAffineExpr *result) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t nth = 0;
  for (intptr_t i = 0; i < d; ++i)
    nth += mlirShapedTypeIsDynamicDim(type, i);
  if (dmm_op_is(op, "memref.alloc") || dmm_op_is(op, "memref.alloca"))
    return dmm_affine_of_value(in, mlirOperationGetOperand(op, nth), result);
  if (dmm_op_is(op, "memref.subview"))
    return dmm_mixed_get(in, op, DMM_MIXED_SIZES, dmm_subview_source(op, d),
                         result);
  if (dmm_op_is(op, "memref.reinterpret_cast"))
    return dmm_mixed_get(in, op, DMM_MIXED_SIZES, d, result);
  if (dmm_op_is(op, "memref.expand_shape"))
    return dmm_affine_of_value(in, mlirOperationGetOperand(op, 1 + nth),
                               result);
  MlirValue source = {NULL};
  if (mlirOperationGetNumOperands(op) > 0)
    source = mlirOperationGetOperand(op, 0);
  if (!source.ptr || !mlirTypeIsAMemRef(mlirValueGetType(source)))
    return false;
  if (dmm_op_is(op, "memref.transpose"))
    d = mlirAffineDimExprGetPosition(
        mlirAffineMapGetResult(dmm_op_map(op, "permutation"), d));
  else if (!dmm_op_is(op, "memref.cast") &&
           !dmm_op_is(op, "memref.memory_space_cast"))
    return false;
  return dmm_affine_of_dim(in, source, d, result);
}

/// The product of the collapsed sizes, of which one may vary.
static bool dim_of_collapse(DmmInputs *in, MlirOperation op, intptr_t d,
                            MlirAffineExpr *result) {
  DmmDimGroup group = dmm_reassociation(op, d);
  *result = dmm_affine_constant(in, 1);
  for (intptr_t i = group.first; i <= group.last; ++i) {
    MlirAffineExpr size;
    if (!dmm_affine_of_dim(in, mlirOperationGetOperand(op, 0), i, &size) ||
        (!mlirAffineExprIsAConstant(size) &&
         !mlirAffineExprIsAConstant(*result)))
      return false;
    *result = mlirAffineMulExprGet(*result, size);
  }
  return true;
}

bool dmm_affine_of_dim(DmmInputs *in, MlirValue memref, intptr_t d,
                       MlirAffineExpr *result) {
  MlirType type = mlirValueGetType(memref);
  if (!mlirShapedTypeIsDynamicDim(type, d)) {
    *result = dmm_affine_constant(in, mlirShapedTypeGetDimSize(type, d));
    return true;
  }
  if (dmm_is_argument(in->func, memref)) {
    *result = dmm_affine_symbol(in, dmm_dim_symbol(in->func, memref, d));
    return true;
  }
  if (mlirValueIsABlockArgument(memref))
    return false;
  MlirOperation op = mlirOpResultGetOwner(memref);
  if (dmm_op_is(op, "memref.collapse_shape"))
    return dim_of_collapse(in, op, d, result);
  return dim_of_result(in, op, d, result);
}
