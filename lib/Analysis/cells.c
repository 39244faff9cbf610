//===- cells.c - Values kept in memory cells of their own -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/cells.h"

#include "Support/arena.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Creates an op with one attribute before `before`.
static MlirOperation insert(const char *name, MlirLocation location,
                            intptr_t noperands, const MlirValue *operands,
                            intptr_t nresults, const MlirType *results,
                            const char *key, MlirAttribute attribute,
                            MlirOperation before) {
  MlirOperationState state =
      mlirOperationStateGet(mlirStringRefCreateFromCString(name), location);
  MlirContext context = mlirLocationGetContext(location);
  MlirNamedAttribute named = mlirNamedAttributeGet(
      mlirIdentifierGet(context, mlirStringRefCreateFromCString(key)),
      attribute);
  mlirOperationStateAddOperands(&state, noperands, operands);
  mlirOperationStateAddResults(&state, nresults, results);
  mlirOperationStateAddAttributes(&state, 1, &named);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                      op);
  return op;
}

static MlirAttribute empty_map(MlirLocation location) {
  return mlirAffineMapAttrGet(
      mlirAffineMapEmptyGet(mlirLocationGetContext(location)));
}

MlirValue dmm_cell_create(MlirOperation func, MlirType type,
                          MlirLocation location) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  MlirType memref =
      mlirMemRefTypeContiguousGet(type, 0, NULL, mlirAttributeGetNull());
  int32_t segments[] = {0, 0};
  MlirAttribute sizes =
      mlirDenseI32ArrayGet(mlirLocationGetContext(location), 2, segments);
  MlirOperation alloc =
      insert("memref.alloca", location, 0, NULL, 1, &memref,
             "operandSegmentSizes", sizes, mlirBlockGetFirstOperation(body));
  return mlirOperationGetResult(alloc, 0);
}

MlirValue dmm_cell_load(MlirValue cell, MlirOperation before,
                        MlirLocation location) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(cell));
  MlirOperation load = insert("affine.load", location, 1, &cell, 1, &type,
                              "map", empty_map(location), before);
  return mlirOperationGetResult(load, 0);
}

MlirOperation dmm_cell_store(MlirValue value, MlirValue cell,
                             MlirOperation before, MlirLocation location) {
  MlirValue operands[] = {value, cell};
  return insert("affine.store", location, 2, operands, 0, NULL, "map",
                empty_map(location), before);
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
