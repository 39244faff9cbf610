//===- expand_copies.c - Copies that are no plain copy of memory ----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/expand_copies.h"

#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Support/arena.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Whether the elements follow each other in memory, whatever the offset, as
/// upstream tells it.
static bool is_dense(MlirType type) {
  MlirAttribute layout = mlirMemRefTypeGetLayout(type);
  if (mlirAttributeIsAAffineMap(layout) &&
      mlirAffineMapIsIdentity(mlirAffineMapAttrGetValue(layout)))
    return true;
  int64_t strides[DMM_MAX_RANK], offset, stride = 1;
  if (!mlirShapedTypeHasStaticShape(type) ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return false;
  for (intptr_t d = mlirShapedTypeGetRank(type); d-- > 0;) {
    int64_t size = mlirShapedTypeGetDimSize(type, d);
    if (size == 0 || strides[d] != stride)
      return false;
    stride *= size;
  }
  return true;
}

static bool is_to_expand(MlirOperation op) {
  if (!dmm_op_is(op, "memref.copy"))
    return false;
  for (intptr_t i = 0; i < 2; ++i)
    if (!mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetOperand(op, i))))
      return false;
  return !is_dense(mlirValueGetType(mlirOperationGetOperand(op, 0))) ||
         !is_dense(mlirValueGetType(mlirOperationGetOperand(op, 1)));
}

/// scf.for from 0 to `size`, before `before`. Returns the end of its body.
static MlirOperation insert_loop(MlirValue zero, MlirValue size, MlirValue one,
                                 MlirLocation location, MlirOperation before,
                                 MlirValue *index) {
  MlirType type = mlirValueGetType(size);
  MlirBlock body = mlirBlockCreate(1, &type, &location);
  *index = mlirBlockGetArgument(body, 0);
  DmmDraft yield = {.name = "scf.yield", .location = location};
  MlirOperation end = dmm_draft_append(&yield, body);
  MlirValue operands[] = {zero, size, one};
  DmmDraft loop = {.name = "scf.for",
                   .location = location,
                   .operands = operands,
                   .noperands = 3,
                   .regions = {mlirRegionCreate()},
                   .nregions = 1};
  mlirRegionAppendOwnedBlock(loop.regions[0], body);
  dmm_draft_insert(&loop, before);
  return end;
}

/// The element at `indices` of operand 0 to operand 1, before `before`.
static void copy_element(MlirOperation op, const MlirValue *indices,
                         intptr_t rank, MlirOperation before) {
  MlirLocation location = mlirOperationGetLocation(op);
  MlirValue operands[DMM_MAX_RANK + 2] = {mlirOperationGetOperand(op, 0)};
  for (intptr_t d = 0; d < rank; ++d)
    operands[1 + d] = indices[d];
  DmmDraft load = {
      .name = "memref.load",
      .location = location,
      .operands = operands,
      .noperands = 1 + rank,
      .result = mlirShapedTypeGetElementType(mlirValueGetType(operands[0]))};
  MlirValue element =
      mlirOperationGetResult(dmm_draft_insert(&load, before), 0);
  operands[0] = element;
  operands[1] = mlirOperationGetOperand(op, 1);
  for (intptr_t d = 0; d < rank; ++d)
    operands[2 + d] = indices[d];
  DmmDraft store = {.name = "memref.store",
                    .location = location,
                    .operands = operands,
                    .noperands = 2 + rank};
  dmm_draft_insert(&store, before);
}

static void expand(MlirOperation op) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(op));
  MlirLocation location = mlirOperationGetLocation(op);
  intptr_t rank =
      mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  MlirValue sizes[DMM_MAX_RANK], indices[DMM_MAX_RANK];
  for (intptr_t d = 0; d < rank; ++d)
    sizes[d] = dmm_insert_size(op, mlirOperationGetOperand(op, 0), d, location);
  MlirValue zero = dmm_insert_constant(op, index, 0);
  MlirValue one = dmm_insert_constant(op, index, 1);
  MlirOperation before = op;
  for (intptr_t d = 0; d < rank; ++d)
    before = insert_loop(zero, sizes[d], one, location, before, &indices[d]);
  copy_element(op, indices, rank, before);
  mlirOperationDestroy(op);
}

typedef struct Copies {
  DmmArena *arena;
  MlirOperation *items;
  size_t n;
} Copies;

static MlirWalkResult collect(MlirOperation op, void *data) {
  Copies *copies = data;
  if (!is_to_expand(op))
    return MlirWalkResultAdvance;
  copies->items = dmm_arena_push(copies->arena, copies->items, copies->n,
                                 sizeof *copies->items);
  copies->items[copies->n++] = op;
  return MlirWalkResultAdvance;
}

void dmm_expand_copies(MlirOperation root) {
  Copies copies = {.arena = dmm_arena_create()};
  mlirOperationWalk(root, collect, &copies, MlirWalkPreOrder);
  for (size_t i = 0; i < copies.n; ++i)
    expand(copies.items[i]);
  dmm_arena_destroy(copies.arena);
}
