//===- normalize_locals.c - Buffers outside of all regions ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/normalize_steps.h"

#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Analysis/views.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static DmmOutcome gone(DmmNormalizer *n, MlirOperation op) {
  n->resume = mlirOperationGetNextInBlock(op);
  mlirOperationDestroy(op);
  return DMM_REPLACED;
}

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

/// The sizes of a memref.alloc or alloca, over symbols.
typedef struct Sizes {
  DmmInputs in;
  DmmAffineList dynamic; ///< of the dynamic dimensions in order
  bool all_constant;
} Sizes;

/// False if a size is not affine, or varies with a loop.
static bool read_sizes(DmmNormalizer *n, MlirOperation op, Sizes *sizes) {
  *sizes = (Sizes){.in = dmm_normalizer_inputs(n), .all_constant = true};
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t next = 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    MlirAffineExpr size;
    if (!mlirShapedTypeIsDynamicDim(type, d))
      continue;
    if (!dmm_affine_of_value(&sizes->in, mlirOperationGetOperand(op, next++),
                             &size))
      return false;
    dmm_affine_push(&sizes->in, &sizes->dynamic, size);
    sizes->all_constant =
        sizes->all_constant && mlirAffineExprIsAConstant(size);
  }
  return sizes->in.ndims == 0 && next == mlirOperationGetNumOperands(op);
}

/// The type with its dynamic sizes, all constant, filled in.
static MlirType static_type(DmmArena *arena, MlirType type,
                            const Sizes *sizes) {
  intptr_t rank = mlirShapedTypeGetRank(type), next = 0;
  int64_t *shape = dmm_arena_alloc(arena, (size_t)rank * sizeof *shape + 1);
  for (intptr_t d = 0; d < rank; ++d)
    shape[d] =
        mlirShapedTypeIsDynamicDim(type, d)
            ? mlirAffineConstantExprGetValue(sizes->dynamic.items[next++])
            : mlirShapedTypeGetDimSize(type, d);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), rank, shape,
                           mlirMemRefTypeGetLayout(type),
                           mlirMemRefTypeGetMemorySpace(type));
}

static bool all_positive(const Sizes *sizes) {
  for (size_t i = 0; i < sizes->dynamic.n; ++i)
    if (mlirAffineExprIsAConstant(sizes->dynamic.items[i]) &&
        mlirAffineConstantExprGetValue(sizes->dynamic.items[i]) < 0)
      return false;
  return true;
}

/// A new buffer like that of `op`, before `before`.
static MlirOperation insert_alloc(DmmNormalizer *n, MlirOperation op,
                                  const Sizes *sizes, MlirOperation before) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  size_t count = sizes->all_constant ? 0 : sizes->dynamic.n;
  MlirValue *operands = dmm_arena_alloc(n->arena, count * sizeof *operands + 1);
  for (size_t i = 0; i < count; ++i)
    operands[i] = dmm_insert_apply(&sizes->in, sizes->dynamic.items[i], before);
  int32_t segments[] = {(int32_t)count, 0};
  DmmDraft draft = {
      .name = dmm_op_is(op, "memref.alloca") ? "memref.alloca" : "memref.alloc",
      .location = mlirOperationGetLocation(op),
      .operands = operands,
      .noperands = (intptr_t)count,
      .result =
          sizes->all_constant ? static_type(n->arena, type, sizes) : type};
  dmm_draft_attribute(
      &draft, "operandSegmentSizes",
      mlirDenseI32ArrayGet(mlirOperationGetContext(op), 2, segments));
  MlirAttribute alignment = dmm_op_attr(op, "alignment");
  if (!mlirAttributeIsNull(alignment))
    dmm_draft_attribute(&draft, "alignment", alignment);
  MlirOperation alloc = dmm_draft_insert(&draft, before);
  dmm_copy_annotations(op, alloc);
  return alloc;
}

/// memref.dealloc of the buffer before the function returns.
static void insert_dealloc(DmmNormalizer *n, MlirValue buffer) {
  MlirOperation end = mlirBlockGetTerminator(dmm_op_body(n->func, 0));
  DmmDraft draft = {.name = "memref.dealloc",
                    .location = mlirValueGetLocation(buffer),
                    .operands = &buffer,
                    .noperands = 1};
  dmm_draft_insert(&draft, end);
}

/// One buffer serves all iterations: its contents are not defined when it is
/// allocated, so what an earlier iteration left there does no harm.
DmmOutcome dmm_normalize_alloc(DmmNormalizer *n, MlirOperation op) {
  Sizes sizes;
  MlirOperation top = dmm_top_ancestor(n->func, op);
  bool is_inside = !mlirOperationEqual(top, op);
  if (!read_sizes(n, op, &sizes) || !all_positive(&sizes) ||
      (!is_inside && (!sizes.dynamic.n || !sizes.all_constant)))
    return DMM_KEPT;
  MlirOperation alloc = insert_alloc(n, op, &sizes, top);
  MlirValue buffer = mlirOperationGetResult(alloc, 0);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), buffer);
  if (is_inside && dmm_op_is(op, "memref.alloc"))
    insert_dealloc(n, buffer);
  return gone(n, op);
}

/// A buffer that was moved out of the regions is deallocated at the end.
DmmOutcome dmm_normalize_dealloc(DmmNormalizer *n, MlirOperation op) {
  MlirValue memref = mlirOperationGetOperand(op, 0);
  while (mlirValueIsAOpResult(memref) &&
         dmm_is_view(mlirOpResultGetOwner(memref)))
    memref = mlirOperationGetOperand(mlirOpResultGetOwner(memref), 0);
  bool is_inside = !mlirOperationEqual(dmm_top_ancestor(n->func, op), op);
  bool is_local = mlirValueIsAOpResult(memref) &&
                  dmm_op_is(mlirOpResultGetOwner(memref), "memref.alloc");
  if (is_inside && is_local && dmm_is_top_level(n->func, memref))
    return gone(n, op);
  mlirOperationSetOperand(op, 0, memref);
  return DMM_KEPT;
}

//===----------------------------------------------------------------------===//
// Globals and sizes
//===----------------------------------------------------------------------===//

static MlirStringRef global_name(MlirOperation op) {
  return mlirFlatSymbolRefAttrGetValue(dmm_op_attr(op, "name"));
}

/// One memref.get_global for each global, at the top of the function: two of
/// them would be two names of one array.
DmmOutcome dmm_normalize_global(DmmNormalizer *n, MlirOperation op) {
  MlirOperation first = mlirBlockGetFirstOperation(dmm_op_body(n->func, 0));
  MlirOperation other = first;
  while (!mlirOperationIsNull(other) &&
         (!dmm_op_is(other, "memref.get_global") ||
          !mlirStringRefEqual(global_name(other), global_name(op))))
    other = mlirOperationGetNextInBlock(other);
  if (mlirOperationIsNull(other))
    other = op;
  n->resume = mlirOperationGetNextInBlock(op);
  if (!mlirOperationEqual(other, first))
    mlirOperationMoveBefore(other, first);
  if (!mlirOperationEqual(other, op)) {
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                  mlirOperationGetResult(other, 0));
    mlirOperationDestroy(op);
  }
  return DMM_REPLACED;
}

DmmOutcome dmm_normalize_dim(DmmNormalizer *n, MlirOperation op) {
  DmmInputs in = dmm_normalizer_inputs(n);
  MlirAffineExpr size;
  MlirValue result = mlirOperationGetResult(op, 0);
  n->resume = mlirOperationGetNextInBlock(op);
  if (!dmm_affine_of_value(&in, result, &size))
    return DMM_KEPT;
  MlirValue value = dmm_insert_apply(&in, size, op);
  if (mlirValueEqual(value, result)) // a symbol by itself, now at the top
    return DMM_REPLACED;
  mlirValueReplaceAllUsesOfWith(result, value);
  mlirOperationDestroy(op);
  return DMM_REPLACED;
}
