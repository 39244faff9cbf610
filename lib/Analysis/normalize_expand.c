//===- normalize_expand.c - Affine operations that are not affine ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inlining may put an operation of the affine dialect where an operand of its
// map is no longer an index of a loop or a symbol: it is computed from data in
// an iteration. Such an operation is written with scf, memref and arith, so
// that the function stays valid and can be run as it is.
//
//===----------------------------------------------------------------------===//

#include "Analysis/normalize_steps.h"

#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IntegerSet.h"

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Where an expression is computed: inputs are operands of `op` from `first`
/// on, `ndims` of them dims.
typedef struct Expander {
  MlirOperation op;
  intptr_t first, ndims;
  MlirOperation before;
} Expander;

static MlirValue binary(const Expander *e, const char *name, MlirValue a,
                        MlirValue b) {
  MlirValue operands[] = {a, b};
  DmmDraft draft = {.name = name,
                    .location = mlirOperationGetLocation(e->op),
                    .operands = operands,
                    .noperands = 2,
                    .result = mlirValueGetType(a)};
  return mlirOperationGetResult(dmm_draft_insert(&draft, e->before), 0);
}

static MlirValue constant(const Expander *e, int64_t value) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(e->op));
  return dmm_insert_constant(e->before, index, value);
}

static MlirValue expand(const Expander *e, MlirAffineExpr expr) {
  if (mlirAffineExprIsAConstant(expr))
    return constant(e, mlirAffineConstantExprGetValue(expr));
  if (mlirAffineExprIsADim(expr))
    return mlirOperationGetOperand(
        e->op, e->first + mlirAffineDimExprGetPosition(expr));
  if (mlirAffineExprIsASymbol(expr))
    return mlirOperationGetOperand(
        e->op, e->first + e->ndims + mlirAffineSymbolExprGetPosition(expr));
  MlirValue a = expand(e, mlirAffineBinaryOpExprGetLHS(expr));
  MlirValue b = expand(e, mlirAffineBinaryOpExprGetRHS(expr));
  if (mlirAffineExprIsAAdd(expr))
    return binary(e, "arith.addi", a, b);
  if (mlirAffineExprIsAMul(expr))
    return binary(e, "arith.muli", a, b);
  if (mlirAffineExprIsACeilDiv(expr))
    return binary(e, "arith.ceildivsi", a, b);
  MlirValue quotient = binary(e, "arith.floordivsi", a, b);
  if (mlirAffineExprIsAFloorDiv(expr))
    return quotient;
  return binary(e, "arith.subi", a, binary(e, "arith.muli", quotient, b));
}

/// The greatest or least result of a map.
static MlirValue expand_map(MlirOperation op, MlirAffineMap map, intptr_t first,
                            bool is_max, MlirOperation before) {
  Expander e = {op, first, mlirAffineMapGetNumDims(map), before};
  MlirValue result = expand(&e, mlirAffineMapGetResult(map, 0));
  for (intptr_t i = 1; i < mlirAffineMapGetNumResults(map); ++i)
    result = binary(&e, is_max ? "arith.maxsi" : "arith.minsi", result,
                    expand(&e, mlirAffineMapGetResult(map, i)));
  return result;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static MlirOperation yield_of(MlirOperation op, intptr_t region) {
  DmmDraft draft = {.name = "scf.yield",
                    .location = mlirOperationGetLocation(op)};
  MlirBlock body = dmm_op_body(op, region);
  mlirOperationDestroy(mlirBlockGetTerminator(body));
  return dmm_draft_append(&draft, body);
}

DmmOutcome dmm_expand_for(DmmNormalizer *n, MlirOperation op) {
  DmmPlace place = dmm_place_before(op);
  MlirLocation location = mlirOperationGetLocation(op);
  MlirAffineMap lower = dmm_op_map(op, "lowerBoundMap");
  Expander e = {.op = op, .before = op};
  int64_t step = 1;
  dmm_op_int(op, "step", &step);
  MlirValue operands[] = {expand_map(op, lower, 0, true, op),
                          expand_map(op, dmm_op_map(op, "upperBoundMap"),
                                     mlirAffineMapGetNumInputs(lower), false,
                                     op),
                          constant(&e, step)};
  DmmDraft draft = {.name = "scf.for",
                    .location = location,
                    .operands = operands,
                    .noperands = 3,
                    .regions = {dmm_create_branch(location)},
                    .nregions = 1};
  MlirBlock body = mlirRegionGetFirstBlock(draft.regions[0]);
  MlirValue index =
      mlirBlockAddArgument(body, mlirValueGetType(operands[0]), location);
  MlirBlock old = dmm_op_body(op, 0);
  MlirOperation loop = dmm_draft_insert(&draft, op);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(old, 0), index);
  dmm_move_body(old, yield_of(loop, 0));
  dmm_copy_annotations(op, loop);
  mlirOperationDestroy(op);
  return dmm_replaced_from(n, place);
}

MlirValue dmm_expand_condition(MlirOperation op) {
  MlirIntegerSet set = mlirIntegerSetAttrGetValue(dmm_op_attr(op, "condition"));
  MlirContext context = mlirOperationGetContext(op);
  Expander e = {op, 0, mlirIntegerSetGetNumDims(set), op};
  MlirType boolean = mlirIntegerTypeGet(context, 1);
  MlirValue result = dmm_insert_constant(op, boolean, 1);
  for (intptr_t i = 0; i < mlirIntegerSetGetNumConstraints(set); ++i) {
    MlirValue operands[] = {expand(&e, mlirIntegerSetGetConstraint(set, i)),
                            constant(&e, 0)};
    bool is_equality = mlirIntegerSetIsConstraintEq(set, i);
    DmmDraft draft = {.name = "arith.cmpi",
                      .location = mlirOperationGetLocation(op),
                      .operands = operands,
                      .noperands = 2,
                      .result = boolean};
    dmm_draft_attribute(&draft, "predicate",
                        mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64),
                                           is_equality ? 0 : 5)); // eq, sge
    MlirOperation compare = dmm_draft_insert(&draft, op);
    result =
        binary(&e, "arith.andi", result, mlirOperationGetResult(compare, 0));
  }
  return result;
}

DmmOutcome dmm_expand_access(DmmNormalizer *n, MlirOperation op,
                             intptr_t memref) {
  MlirAffineMap map = dmm_op_map(op, "map");
  Expander e = {op, memref + 1, mlirAffineMapGetNumDims(map), op};
  intptr_t rank = mlirAffineMapGetNumResults(map);
  size_t count = (size_t)(memref + 1 + rank);
  MlirValue *operands = dmm_arena_alloc(n->arena, count * sizeof *operands);
  for (intptr_t i = 0; i <= memref; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  for (intptr_t i = 0; i < rank; ++i)
    operands[memref + 1 + i] = expand(&e, mlirAffineMapGetResult(map, i));
  DmmDraft draft = {.name = memref ? "memref.store" : "memref.load",
                    .location = mlirOperationGetLocation(op),
                    .operands = operands,
                    .noperands = (intptr_t)count};
  if (!memref)
    draft.result = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirOperation access = dmm_draft_insert(&draft, op);
  dmm_copy_annotations(op, access);
  if (!memref)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                  mlirOperationGetResult(access, 0));
  n->resume = mlirOperationGetNextInBlock(op);
  mlirOperationDestroy(op);
  return DMM_REPLACED;
}

//===----------------------------------------------------------------------===//
// affine.apply, min and max
//===----------------------------------------------------------------------===//

DmmOutcome dmm_normalize_apply(DmmNormalizer *n, MlirOperation op) {
  DmmInputs in = dmm_normalizer_inputs(n);
  DmmAffineList results = {0};
  MlirAffineMap map = dmm_op_map(op, "map");
  n->resume = mlirOperationGetNextInBlock(op);
  if (!dmm_affine_of_map(&in, map, op, 0, &results)) {
    MlirValue value = expand_map(op, map, 0, dmm_op_is(op, "affine.max"), op);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
    mlirOperationDestroy(op);
    return DMM_REPLACED;
  }
  intptr_t noperands = 0;
  MlirValue *operands = dmm_affine_operands(&in, &noperands);
  mlirOperationSetOperands(op, noperands, operands);
  mlirOperationSetAttributeByName(
      op, mlirStringRefCreateFromCString("map"),
      mlirAffineMapAttrGet(dmm_affine_map(&in, &results)));
  return DMM_KEPT;
}
