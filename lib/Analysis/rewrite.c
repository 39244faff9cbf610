//===- rewrite.c - Creating and moving operations -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/rewrite.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <assert.h>
#include <string.h>

static MlirStringRef ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

//===----------------------------------------------------------------------===//
// Creating
//===----------------------------------------------------------------------===//

void dmm_draft_attribute(DmmDraft *draft, const char *key,
                         MlirAttribute value) {
  assert(draft->nattributes < DMM_DRAFT_ATTRIBUTES);
  draft->keys[draft->nattributes] = key;
  draft->values[draft->nattributes++] = value;
}

static MlirOperation create(const DmmDraft *draft) {
  MlirContext context = mlirLocationGetContext(draft->location);
  MlirOperationState state =
      mlirOperationStateGet(ref(draft->name), draft->location);
  mlirOperationStateAddOperands(&state, draft->noperands, draft->operands);
  if (!mlirTypeIsNull(draft->result))
    mlirOperationStateAddResults(&state, 1, &draft->result);
  for (int i = 0; i < draft->nattributes; ++i) {
    MlirNamedAttribute named = mlirNamedAttributeGet(
        mlirIdentifierGet(context, ref(draft->keys[i])), draft->values[i]);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  mlirOperationStateAddOwnedRegions(&state, draft->nregions, draft->regions);
  return mlirOperationCreate(&state);
}

MlirOperation dmm_draft_insert(const DmmDraft *draft, MlirOperation before) {
  MlirOperation op = create(draft);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                      op);
  return op;
}

MlirOperation dmm_draft_append(const DmmDraft *draft, MlirBlock block) {
  MlirOperation op = create(draft);
  mlirBlockAppendOwnedOperation(block, op);
  return op;
}

MlirValue dmm_insert_constant(MlirOperation before, MlirType type,
                              int64_t value) {
  DmmDraft draft = {.name = "arith.constant",
                    .location = mlirOperationGetLocation(before),
                    .result = type};
  dmm_draft_attribute(&draft, "value", mlirIntegerAttrGet(type, value));
  return mlirOperationGetResult(dmm_draft_insert(&draft, before), 0);
}

MlirValue dmm_insert_size(MlirOperation before, MlirValue memref, int64_t dim,
                          MlirLocation location) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(before));
  MlirValue operands[] = {memref, dmm_insert_constant(before, index, dim)};
  DmmDraft draft = {.name = "memref.dim",
                    .location = location,
                    .operands = operands,
                    .noperands = 2,
                    .result = index};
  return mlirOperationGetResult(dmm_draft_insert(&draft, before), 0);
}

MlirRegion dmm_create_branch(MlirLocation location) {
  MlirRegion region = mlirRegionCreate();
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(region, block);
  DmmDraft yield = {.name = "affine.yield", .location = location};
  dmm_draft_append(&yield, block);
  return region;
}

//===----------------------------------------------------------------------===//
// Moving and copying
//===----------------------------------------------------------------------===//

MlirBlock dmm_op_body(MlirOperation op, intptr_t region) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
}

void dmm_move_body(MlirBlock block, MlirOperation before) {
  MlirOperation end = mlirBlockGetTerminator(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next;
       !mlirOperationEqual(op, end); op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationMoveBefore(op, before);
  }
}

const MlirValue *dmm_insert_operands(DmmArena *arena, const MlirValue *operands,
                                     intptr_t n, intptr_t at,
                                     const MlirValue *values,
                                     intptr_t nvalues) {
  MlirValue *result =
      dmm_arena_alloc(arena, (size_t)(n + nvalues) * sizeof *result + 1);
  for (intptr_t i = 0; i < n; ++i)
    result[i < at ? i : i + nvalues] = operands[i];
  for (intptr_t i = 0; i < nvalues; ++i)
    result[at + i] = values[i];
  return result;
}

void dmm_ops_push(DmmOps *ops, MlirOperation op) {
  ops->items =
      dmm_arena_push(ops->arena, ops->items, ops->n, sizeof *ops->items);
  ops->items[ops->n++] = op;
}

bool dmm_ops_contain(const DmmOps *ops, MlirOperation op) {
  for (size_t i = 0; i < ops->n; ++i)
    if (mlirOperationEqual(ops->items[i], op))
      return true;
  return false;
}

void dmm_mark(MlirOperation op, const char *name) {
  mlirOperationSetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(name),
      mlirUnitAttrGet(mlirOperationGetContext(op)));
}

void dmm_copy_annotations(MlirOperation from, MlirOperation to) {
  intptr_t n = mlirOperationGetNumDiscardableAttributes(from);
  for (intptr_t i = 0; i < n; ++i) {
    MlirNamedAttribute named = mlirOperationGetDiscardableAttribute(from, i);
    mlirOperationSetDiscardableAttributeByName(
        to, mlirIdentifierStr(named.name), named.attribute);
  }
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool dmm_is_argument(MlirOperation func, MlirValue value) {
  return mlirValueIsABlockArgument(value) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(value), dmm_op_body(func, 0));
}

bool dmm_is_top_level(MlirOperation func, MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return dmm_is_argument(func, value);
  return mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(value)),
                        dmm_op_body(func, 0));
}

MlirOperation dmm_after_definition(MlirOperation func, MlirValue array) {
  if (mlirValueIsAOpResult(array))
    return mlirOperationGetNextInBlock(mlirOpResultGetOwner(array));
  return mlirBlockGetFirstOperation(dmm_op_body(func, 0));
}

MlirOperation dmm_top_ancestor(MlirOperation func, MlirOperation op) {
  while (!mlirOperationEqual(mlirOperationGetParentOperation(op), func))
    op = mlirOperationGetParentOperation(op);
  return op;
}

bool dmm_has_uses(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (!mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirOperationGetResult(op, i))))
      return true;
  return false;
}

bool dmm_op_in_dialect(MlirOperation op, const char *dialect) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  size_t n = strlen(dialect);
  return name.length > n && !memcmp(name.data, dialect, n) &&
         name.data[n] == '.';
}
