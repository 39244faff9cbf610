//===- cells.c - Values kept in memory cells of their own -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/cells.h"

#include "Analysis/rewrite.h"
#include "Support/arena.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirAttribute empty_map(MlirLocation location) {
  return mlirAffineMapAttrGet(
      mlirAffineMapEmptyGet(mlirLocationGetContext(location)));
}

MlirValue dmm_cell_create(MlirOperation func, MlirType type,
                          MlirLocation location) {
  int32_t segments[] = {0, 0};
  DmmDraft draft = {.name = "memref.alloca",
                    .location = location,
                    .result = mlirMemRefTypeContiguousGet(
                        type, 0, NULL, mlirAttributeGetNull())};
  dmm_draft_attribute(
      &draft, "operandSegmentSizes",
      mlirDenseI32ArrayGet(mlirLocationGetContext(location), 2, segments));
  MlirBlock body = dmm_op_body(func, 0);
  return mlirOperationGetResult(
      dmm_draft_insert(&draft, mlirBlockGetFirstOperation(body)), 0);
}

MlirValue dmm_cell_load(MlirValue cell, MlirOperation before,
                        MlirLocation location) {
  DmmDraft draft = {.name = "affine.load",
                    .location = location,
                    .operands = &cell,
                    .noperands = 1,
                    .result =
                        mlirShapedTypeGetElementType(mlirValueGetType(cell))};
  dmm_draft_attribute(&draft, "map", empty_map(location));
  return mlirOperationGetResult(dmm_draft_insert(&draft, before), 0);
}

MlirOperation dmm_cell_store(MlirValue value, MlirValue cell,
                             MlirOperation before, MlirLocation location) {
  MlirValue operands[] = {value, cell};
  DmmDraft draft = {.name = "affine.store",
                    .location = location,
                    .operands = operands,
                    .noperands = 2};
  dmm_draft_attribute(&draft, "map", empty_map(location));
  return dmm_draft_insert(&draft, before);
}

/// A use of a value, taken down before the uses change.
typedef struct Use {
  MlirOperation owner;
  intptr_t operand;
} Use;

void dmm_demote_load(MlirOperation func, MlirOperation load) {
  DmmArena *arena = dmm_arena_create();
  MlirValue value = mlirOperationGetResult(load, 0);
  MlirLocation location = mlirOperationGetLocation(load);
  Use *uses = NULL;
  size_t n = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    uses = dmm_arena_push(arena, uses, n, sizeof *uses);
    uses[n++] = (Use){mlirOpOperandGetOwner(use),
                      (intptr_t)mlirOpOperandGetOperandNumber(use)};
  }
  MlirValue cell = dmm_cell_create(func, mlirValueGetType(value), location);
  dmm_cell_store(value, cell, mlirOperationGetNextInBlock(load), location);
  for (size_t i = 0; i < n; ++i)
    mlirOperationSetOperand(uses[i].owner, uses[i].operand,
                            dmm_cell_load(cell, uses[i].owner, location));
  dmm_arena_destroy(arena);
}
