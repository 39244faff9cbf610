//===- normalize_accesses.c - Loads, stores and copies --------------------===//
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

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// The subscripts of a load or store of memref or affine, whose memref is
/// operand number `memref`. False if one is not affine.
static bool read_subscripts(DmmInputs *in, MlirOperation op, intptr_t memref,
                            DmmAffineList *list) {
  if (dmm_op_in_dialect(op, "affine"))
    return dmm_affine_of_map(in, dmm_op_map(op, "map"), op, memref + 1, list);
  for (intptr_t i = memref + 1; i < mlirOperationGetNumOperands(op); ++i) {
    MlirAffineExpr expr;
    if (!dmm_affine_of_value(in, mlirOperationGetOperand(op, i), &expr))
      return false;
    dmm_affine_push(in, list, expr);
  }
  return true;
}

/// The operands before the inputs of the map: a stored value, and the memref.
static MlirValue *access_operands(const DmmInputs *in, MlirOperation op,
                                  intptr_t memref, MlirValue base,
                                  intptr_t *n) {
  intptr_t ninputs = 0;
  MlirValue *inputs = dmm_affine_operands(in, &ninputs);
  *n = memref + 1 + ninputs;
  MlirValue *operands = dmm_arena_alloc(in->arena, (size_t)*n * sizeof *inputs);
  if (memref)
    operands[0] = mlirOperationGetOperand(op, 0);
  operands[memref] = base;
  for (intptr_t i = 0; i < ninputs; ++i)
    operands[memref + 1 + i] = inputs[i];
  return operands;
}

/// An affine.load or store in place of one of memref.
static DmmOutcome raise(DmmNormalizer *n, MlirOperation op, intptr_t memref,
                        MlirAttribute map, const MlirValue *operands,
                        intptr_t noperands) {
  DmmDraft draft = {.name = memref ? "affine.store" : "affine.load",
                    .location = mlirOperationGetLocation(op),
                    .operands = operands,
                    .noperands = noperands};
  if (!memref)
    draft.result = mlirValueGetType(mlirOperationGetResult(op, 0));
  dmm_draft_attribute(&draft, "map", map);
  MlirOperation access = dmm_draft_insert(&draft, op);
  dmm_copy_annotations(op, access);
  if (!memref)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                  mlirOperationGetResult(access, 0));
  n->resume = mlirOperationGetNextInBlock(op);
  mlirOperationDestroy(op);
  return DMM_REPLACED;
}

static DmmOutcome normalize_access(DmmNormalizer *n, MlirOperation op,
                                   intptr_t memref) {
  DmmInputs in = dmm_normalizer_inputs(n);
  DmmAffineList subscripts = {0};
  MlirValue base = mlirOperationGetOperand(op, memref);
  if (!read_subscripts(&in, op, memref, &subscripts))
    return dmm_op_in_dialect(op, "affine") ? dmm_expand_access(n, op, memref)
                                           : DMM_KEPT;
  dmm_fold_views(&in, &base, &subscripts);
  MlirAttribute map = mlirAffineMapAttrGet(dmm_affine_map(&in, &subscripts));
  intptr_t noperands = 0;
  MlirValue *operands = access_operands(&in, op, memref, base, &noperands);
  if (dmm_op_in_dialect(op, "memref"))
    return raise(n, op, memref, map, operands, noperands);
  mlirOperationSetOperands(op, noperands, operands);
  mlirOperationSetAttributeByName(op, mlirStringRefCreateFromCString("map"),
                                  map);
  return DMM_KEPT;
}

DmmOutcome dmm_normalize_load(DmmNormalizer *n, MlirOperation op) {
  return normalize_access(n, op, 0);
}

DmmOutcome dmm_normalize_store(DmmNormalizer *n, MlirOperation op) {
  return normalize_access(n, op, 1);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Bounds from 0 to the size of dimension `d` of the source or the target.
static bool copy_bounds(DmmNormalizer *n, MlirOperation op, intptr_t d,
                        DmmBounds *bounds) {
  DmmInputs in = dmm_normalizer_inputs(n), none = in;
  MlirAffineExpr zero = dmm_affine_constant(&in, 0), size;
  DmmAffineList lower = {&zero, 1}, upper = {&size, 1};
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirValue target = mlirOperationGetOperand(op, 1);
  if (mlirShapedTypeIsDynamicDim(mlirValueGetType(source), d))
    source = target;
  if (!dmm_affine_of_dim(&in, source, d, &size))
    return false;
  bounds->step = 1;
  dmm_bounds_set(bounds, true, &none, &lower);
  dmm_bounds_set(bounds, false, &in, &upper);
  return true;
}

static MlirAttribute identity(MlirOperation op, intptr_t rank) {
  return mlirAffineMapAttrGet(
      mlirAffineMapMultiDimIdentityGet(mlirOperationGetContext(op), rank));
}

/// Copies the element at `indices` before `before`; indices[0] and [1] are
/// left free for the operands in front.
static void copy_element(MlirOperation op, MlirValue *indices, intptr_t rank,
                         MlirOperation before) {
  MlirLocation location = mlirOperationGetLocation(op);
  MlirValue source = mlirOperationGetOperand(op, 0);
  indices[1] = source;
  DmmDraft load = {.name = "affine.load",
                   .location = location,
                   .operands = indices + 1,
                   .noperands = rank + 1,
                   .result =
                       mlirShapedTypeGetElementType(mlirValueGetType(source))};
  dmm_draft_attribute(&load, "map", identity(op, rank));
  indices[0] = mlirOperationGetResult(dmm_draft_insert(&load, before), 0);
  indices[1] = mlirOperationGetOperand(op, 1);
  DmmDraft store = {.name = "affine.store",
                    .location = location,
                    .operands = indices,
                    .noperands = rank + 2};
  dmm_draft_attribute(&store, "map", identity(op, rank));
  dmm_draft_insert(&store, before);
}

DmmOutcome dmm_normalize_copy(DmmNormalizer *n, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirType to = mlirValueGetType(mlirOperationGetOperand(op, 1));
  if (!mlirTypeIsAMemRef(type) || !mlirTypeIsAMemRef(to))
    return DMM_KEPT;
  intptr_t rank = mlirShapedTypeGetRank(type);
  size_t count = (size_t)rank;
  DmmBounds *bounds = dmm_arena_alloc(n->arena, count * sizeof *bounds + 1);
  MlirValue *indices = dmm_arena_alloc(n->arena, (count + 2) * sizeof *indices);
  for (intptr_t d = 0; d < rank; ++d)
    if (!copy_bounds(n, op, d, &bounds[d]))
      return DMM_KEPT;
  DmmPlace place = dmm_place_before(op);
  MlirOperation end = op;
  for (intptr_t d = 0; d < rank; ++d) {
    MlirOperation loop =
        dmm_insert_for(&bounds[d], mlirOperationGetLocation(op), end);
    indices[2 + d] = mlirBlockGetArgument(dmm_op_body(loop, 0), 0);
    end = mlirBlockGetTerminator(dmm_op_body(loop, 0));
  }
  copy_element(op, indices, rank, end);
  mlirOperationDestroy(op);
  return dmm_replaced_from(n, place);
}
