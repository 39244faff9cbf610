//===- normalize_parallel.c - affine.parallel as nested loops -------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One affine.for for each dimension, in order. A reduction becomes a cell that
// starts neutral and to which each iteration's value is added, in the order in
// which upstream's lowering runs them.
//
//===----------------------------------------------------------------------===//

#include "Analysis/normalize_steps.h"

#include "Analysis/cells.h"
#include "Analysis/rewrite.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// One of the two maps of an affine.parallel.
typedef struct Side {
  MlirAffineMap map;
  MlirAttribute groups; ///< how many results bound each dimension
  intptr_t first;       ///< operand
  bool is_lower;
} Side;

static Side side_of(MlirOperation op, bool is_lower) {
  MlirAffineMap lower = dmm_op_map(op, "lowerBoundsMap");
  return (Side){
      is_lower ? lower : dmm_op_map(op, "upperBoundsMap"),
      dmm_op_attr(op, is_lower ? "lowerBoundsGroups" : "upperBoundsGroups"),
      is_lower ? 0 : mlirAffineMapGetNumInputs(lower), is_lower};
}

/// Sets the bounds of dimension `d`. False if they are not affine.
static bool set_bounds(DmmNormalizer *n, MlirOperation op, const Side *side,
                       intptr_t d, DmmBounds *bounds) {
  DmmInputs in = dmm_normalizer_inputs(n);
  DmmAffineList list = {0};
  intptr_t result = 0;
  for (intptr_t i = 0; i < d; ++i)
    result += mlirDenseElementsAttrGetInt32Value(side->groups, i);
  int32_t count = mlirDenseElementsAttrGetInt32Value(side->groups, d);
  for (int32_t i = 0; i < count; ++i) {
    MlirAffineExpr expr;
    if (!dmm_affine_of_expr(&in, mlirAffineMapGetResult(side->map, result + i),
                            op, side->first, mlirAffineMapGetNumDims(side->map),
                            &expr))
      return false;
    dmm_affine_push(&in, &list, expr);
  }
  dmm_bounds_set(bounds, side->is_lower, &in, &list);
  return true;
}

static DmmBounds *all_bounds(DmmNormalizer *n, MlirOperation op,
                             intptr_t ndims) {
  DmmBounds *bounds =
      dmm_arena_alloc(n->arena, (size_t)ndims * sizeof *bounds + 1);
  Side lower = side_of(op, true), upper = side_of(op, false);
  MlirAttribute steps = dmm_op_attr(op, "steps");
  for (intptr_t d = 0; d < ndims; ++d) {
    bounds[d].step =
        mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(steps, d));
    if (!set_bounds(n, op, &lower, d, &bounds[d]) ||
        !set_bounds(n, op, &upper, d, &bounds[d]))
      return NULL;
  }
  return bounds;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

typedef struct ReductionRow {
  int64_t kind; ///< upstream's AtomicRMWKind
  const char *op;
  bool is_float;
  double neutral;
} ReductionRow;

static const ReductionRow reduction_rows[] = {
    {0, "arith.addf", true, 0.0},
    {1, "arith.addi", false, 0.0},
    {2, "arith.andi", false, -1.0},
    {4, "arith.maximumf", true, -INFINITY},
    {8, "arith.minimumf", true, INFINITY},
    {12, "arith.mulf", true, 1.0},
    {13, "arith.muli", false, 1.0},
    {14, "arith.ori", false, 0.0},
};

static const ReductionRow *find_reduction(MlirOperation op, intptr_t i) {
  MlirAttribute kinds = dmm_op_attr(op, "reductions");
  int64_t kind = mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(kinds, i));
  for (size_t r = 0; r < sizeof reduction_rows / sizeof *reduction_rows; ++r)
    if (reduction_rows[r].kind == kind)
      return &reduction_rows[r];
  return NULL;
}

static bool knows_reductions(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    if (!find_reduction(op, i))
      return false;
  return true;
}

static MlirValue neutral(const ReductionRow *row, MlirType type,
                         MlirOperation before) {
  if (!row->is_float)
    return dmm_insert_constant(before, type, (int64_t)row->neutral);
  MlirContext context = mlirOperationGetContext(before);
  DmmDraft draft = {.name = "arith.constant",
                    .location = mlirOperationGetLocation(before),
                    .result = type};
  dmm_draft_attribute(&draft, "value",
                      mlirFloatAttrDoubleGet(context, type, row->neutral));
  return mlirOperationGetResult(dmm_draft_insert(&draft, before), 0);
}

/// cell = cell op value, before `before`.
static void accumulate(const ReductionRow *row, MlirValue cell, MlirValue value,
                       MlirOperation before) {
  MlirLocation location = mlirOperationGetLocation(before);
  MlirValue operands[] = {dmm_cell_load(cell, before, location), value};
  DmmDraft draft = {.name = row->op,
                    .location = location,
                    .operands = operands,
                    .noperands = 2,
                    .result = mlirValueGetType(value)};
  MlirOperation sum = dmm_draft_insert(&draft, before);
  dmm_cell_store(mlirOperationGetResult(sum, 0), cell, before, location);
}

/// One cell for result `i`: neutral before `loop`, combined at the end of the
/// innermost body, read before `op`, which follows the loop.
static void reduce(DmmNormalizer *n, MlirOperation op, intptr_t i,
                   MlirOperation loop, MlirOperation inner_end) {
  const ReductionRow *row = find_reduction(op, i);
  MlirValue result = mlirOperationGetResult(op, i);
  MlirType type = mlirValueGetType(result);
  MlirLocation location = mlirOperationGetLocation(op);
  MlirValue cell = dmm_cell_create(n->func, type, location);
  dmm_cell_store(neutral(row, type, loop), cell, loop, location);
  MlirOperation end = mlirBlockGetTerminator(dmm_op_body(op, 0));
  accumulate(row, cell, mlirOperationGetOperand(end, i), inner_end);
  mlirValueReplaceAllUsesOfWith(result, dmm_cell_load(cell, op, location));
}

//===----------------------------------------------------------------------===//
// The rule
//===----------------------------------------------------------------------===//

/// The nest before `op`, and the op before which its innermost body goes.
static MlirOperation insert_nest(MlirOperation op, const DmmBounds *bounds,
                                 intptr_t ndims, MlirOperation *outermost) {
  MlirBlock body = dmm_op_body(op, 0);
  MlirOperation end = op;
  for (intptr_t d = 0; d < ndims; ++d) {
    MlirOperation loop =
        dmm_insert_for(&bounds[d], mlirOperationGetLocation(op), end);
    if (d == 0)
      *outermost = loop;
    mlirValueReplaceAllUsesOfWith(
        mlirBlockGetArgument(body, d),
        mlirBlockGetArgument(dmm_op_body(loop, 0), 0));
    end = mlirBlockGetTerminator(dmm_op_body(loop, 0));
  }
  return end;
}

DmmOutcome dmm_normalize_parallel(DmmNormalizer *n, MlirOperation op) {
  MlirBlock body = dmm_op_body(op, 0);
  intptr_t ndims = mlirBlockGetNumArguments(body);
  DmmBounds *bounds = all_bounds(n, op, ndims);
  if (!bounds || !ndims || !dmm_fits_cells(op) || !knows_reductions(op))
    return DMM_KEPT;
  DmmPlace place = dmm_place_before(op);
  MlirOperation outermost = op;
  MlirOperation end = insert_nest(op, bounds, ndims, &outermost);
  dmm_copy_annotations(op, outermost);
  dmm_move_body(body, end);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    reduce(n, op, i, outermost, end);
  mlirOperationDestroy(op);
  return dmm_replaced_from(n, place);
}
