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

typedef struct Uses {
  Use *items;
  size_t n;
} Uses;

static Uses uses_of(DmmArena *arena, MlirValue value) {
  Uses uses = {0};
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    uses.items = dmm_arena_push(arena, uses.items, uses.n, sizeof *uses.items);
    uses.items[uses.n++] = (Use){mlirOpOperandGetOwner(use),
                                 (intptr_t)mlirOpOperandGetOperandNumber(use)};
  }
  return uses;
}

/// A new cell that holds the value right after the op that defines it.
static MlirValue keep(MlirOperation func, MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirLocation location = mlirOperationGetLocation(op);
  MlirValue cell = dmm_cell_create(func, mlirValueGetType(value), location);
  dmm_cell_store(value, cell, mlirOperationGetNextInBlock(op), location);
  return cell;
}

void dmm_demote_load(MlirOperation func, MlirOperation load) {
  DmmArena *arena = dmm_arena_create();
  MlirLocation location = mlirOperationGetLocation(load);
  Uses uses = uses_of(arena, mlirOperationGetResult(load, 0));
  MlirValue cell = keep(func, mlirOperationGetResult(load, 0));
  for (size_t i = 0; i < uses.n; ++i)
    mlirOperationSetOperand(uses.items[i].owner, uses.items[i].operand,
                            dmm_cell_load(cell, uses.items[i].owner, location));
  dmm_arena_destroy(arena);
}

void dmm_keep_in_cell(MlirOperation func, MlirValue value) {
  DmmArena *arena = dmm_arena_create();
  MlirLocation location = mlirOperationGetLocation(mlirOpResultGetOwner(value));
  Uses uses = uses_of(arena, value);
  MlirValue cell = keep(func, value);
  for (size_t i = 0; i < uses.n; ++i) {
    MlirOperation top = dmm_top_ancestor(func, uses.items[i].owner);
    mlirOperationSetOperand(uses.items[i].owner, uses.items[i].operand,
                            dmm_cell_load(cell, top, location));
  }
  dmm_arena_destroy(arena);
}
