//===- normalize_loops.c - Loops without carried values -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = affine.for %i = 0 to 10 iter_args(%x = %init) -> f64 {
//     %y = ...
//     affine.yield %y : f64
//   }
// becomes
//   affine.store %init, %cell[] : memref<f64>
//   affine.for %i = 0 to 10 {
//     %x = affine.load %cell[] : memref<f64>
//     %y = ...
//     affine.store %y, %cell[] : memref<f64>
//   }
//   %r = affine.load %cell[] : memref<f64>
//
//===----------------------------------------------------------------------===//

#include "Analysis/normalize_steps.h"

#include "Analysis/cells.h"
#include "Analysis/condition.h"
#include "Analysis/rewrite.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Removes bounds that another one implies: equal ones, and all constants but
/// the tightest.
static DmmAffineList prune(const DmmInputs *in, bool is_lower,
                           const DmmAffineList *list) {
  DmmAffineList result = {0};
  for (size_t i = 0; i < list->n; ++i) {
    MlirAffineExpr expr = dmm_affine_simplify(in, list->items[i]);
    size_t j = 0;
    while (j < result.n && !mlirAffineExprEqual(expr, result.items[j]) &&
           !(mlirAffineExprIsAConstant(expr) &&
             mlirAffineExprIsAConstant(result.items[j])))
      ++j;
    if (j == result.n) {
      dmm_affine_push(in, &result, expr);
    } else if (mlirAffineExprIsAConstant(expr)) {
      int64_t a = mlirAffineConstantExprGetValue(expr);
      int64_t b = mlirAffineConstantExprGetValue(result.items[j]);
      result.items[j] = (a > b) == is_lower ? expr : result.items[j];
    }
  }
  return result;
}

void dmm_bounds_set(DmmBounds *bounds, bool is_lower, const DmmInputs *in,
                    const DmmAffineList *list) {
  DmmAffineList tight = prune(in, is_lower, list);
  MlirAffineMap map = dmm_affine_map(in, &tight);
  intptr_t n = 0;
  MlirValue *operands = dmm_affine_operands(in, &n);
  if (is_lower) {
    bounds->lower = map;
    bounds->lower_operands = operands;
    bounds->nlower = n;
  } else {
    bounds->upper = map;
    bounds->upper_operands = operands;
    bounds->nupper = n;
  }
}

/// Operands of both bounds, one after the other, with `nmore` places left.
static MlirValue *bound_operands(DmmArena *arena, const DmmBounds *bounds,
                                 intptr_t nmore) {
  size_t total = (size_t)(bounds->nlower + bounds->nupper + nmore);
  MlirValue *operands = dmm_arena_alloc(arena, total * sizeof *operands + 1);
  for (intptr_t i = 0; i < bounds->nlower; ++i)
    operands[i] = bounds->lower_operands[i];
  for (intptr_t i = 0; i < bounds->nupper; ++i)
    operands[bounds->nlower + i] = bounds->upper_operands[i];
  return operands;
}

static MlirAttribute segments(MlirContext context, const DmmBounds *bounds,
                              intptr_t ninits) {
  int32_t sizes[] = {(int32_t)bounds->nlower, (int32_t)bounds->nupper,
                     (int32_t)ninits};
  return mlirDenseI32ArrayGet(context, 3, sizes);
}

MlirOperation dmm_insert_for(const DmmBounds *bounds, MlirLocation location,
                             MlirOperation before) {
  MlirContext context = mlirLocationGetContext(location);
  MlirType index = mlirIndexTypeGet(context);
  DmmArena *arena = dmm_arena_create();
  DmmDraft draft = {.name = "affine.for",
                    .location = location,
                    .operands = bound_operands(arena, bounds, 0),
                    .noperands = bounds->nlower + bounds->nupper,
                    .regions = {dmm_create_branch(location)},
                    .nregions = 1};
  mlirBlockAddArgument(mlirRegionGetFirstBlock(draft.regions[0]), index,
                       location);
  dmm_draft_attribute(&draft, "lowerBoundMap",
                      mlirAffineMapAttrGet(bounds->lower));
  dmm_draft_attribute(&draft, "upperBoundMap",
                      mlirAffineMapAttrGet(bounds->upper));
  dmm_draft_attribute(&draft, "step", mlirIntegerAttrGet(index, bounds->step));
  dmm_draft_attribute(&draft, "operandSegmentSizes",
                      segments(context, bounds, 0));
  MlirOperation loop = dmm_draft_insert(&draft, before);
  dmm_arena_destroy(arena);
  return loop;
}

DmmBounds dmm_bounds_of(DmmArena *arena, MlirOperation op) {
  DmmBounds bounds = {.lower = dmm_op_map(op, "lowerBoundMap"),
                      .upper = dmm_op_map(op, "upperBoundMap")};
  bounds.nlower = mlirAffineMapGetNumInputs(bounds.lower);
  bounds.nupper = mlirAffineMapGetNumInputs(bounds.upper);
  dmm_op_int(op, "step", &bounds.step);
  intptr_t n = bounds.nlower + bounds.nupper;
  MlirValue *operands =
      dmm_arena_alloc(arena, (size_t)n * sizeof *operands + 1);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  bounds.lower_operands = operands;
  bounds.upper_operands = operands + bounds.nlower;
  return bounds;
}

/// Appends what a map of an affine.for, whose operands start at `first`, says;
/// an operand by itself may be a list of bounds.
static bool bound_list(DmmInputs *in, MlirOperation op, bool is_lower,
                       DmmAffineList *list) {
  MlirAffineMap lower = dmm_op_map(op, "lowerBoundMap");
  MlirAffineMap map = is_lower ? lower : dmm_op_map(op, "upperBoundMap");
  intptr_t first = is_lower ? 0 : mlirAffineMapGetNumInputs(lower);
  intptr_t ndims = mlirAffineMapGetNumDims(map);
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    MlirAffineExpr expr = mlirAffineMapGetResult(map, i), result;
    if (mlirAffineExprIsADim(expr) || mlirAffineExprIsASymbol(expr)) {
      intptr_t operand = mlirAffineExprIsADim(expr)
                             ? mlirAffineDimExprGetPosition(expr)
                             : ndims + mlirAffineSymbolExprGetPosition(expr);
      MlirValue value = mlirOperationGetOperand(op, first + operand);
      if (!dmm_affine_of_bound(in, value, is_lower, list))
        return false;
      continue;
    }
    if (!dmm_affine_of_expr(in, expr, op, first, ndims, &result))
      return false;
    dmm_affine_push(in, list, result);
  }
  return true;
}

/// Rewrites the operands of the bounds to loop indices and symbols. False if
/// one is something else.
static bool compose_bounds(DmmNormalizer *n, MlirOperation op) {
  DmmInputs lower_in = dmm_normalizer_inputs(n), upper_in = lower_in;
  DmmAffineList lower = {0}, upper = {0};
  DmmBounds bounds = dmm_bounds_of(n->arena, op);
  intptr_t old = bounds.nlower + bounds.nupper;
  intptr_t ninits = mlirOperationGetNumOperands(op) - old;
  if (!bound_list(&lower_in, op, true, &lower) ||
      !bound_list(&upper_in, op, false, &upper))
    return false;
  dmm_bounds_set(&bounds, true, &lower_in, &lower);
  dmm_bounds_set(&bounds, false, &upper_in, &upper);
  MlirValue *operands = bound_operands(n->arena, &bounds, ninits);
  intptr_t nbounds = bounds.nlower + bounds.nupper;
  for (intptr_t i = 0; i < ninits; ++i)
    operands[nbounds + i] = mlirOperationGetOperand(op, old + i);
  mlirOperationSetOperands(op, nbounds + ninits, operands);
  mlirOperationSetAttributeByName(
      op, mlirStringRefCreateFromCString("operandSegmentSizes"),
      segments(mlirOperationGetContext(op), &bounds, ninits));
  mlirOperationSetAttributeByName(
      op, mlirStringRefCreateFromCString("lowerBoundMap"),
      mlirAffineMapAttrGet(bounds.lower));
  mlirOperationSetAttributeByName(
      op, mlirStringRefCreateFromCString("upperBoundMap"),
      mlirAffineMapAttrGet(bounds.upper));
  return true;
}

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

/// A loop that is replaced by one without carried values.
typedef struct Carrier {
  DmmNormalizer *n;
  MlirOperation old, loop;
  MlirBlock body;      ///< of the old loop
  MlirOperation end;   ///< terminator of the old body
  MlirOperation yield; ///< terminator of the new body
  MlirValue *cells;
  intptr_t ncells;
} Carrier;

static MlirValue init_of(const Carrier *c, intptr_t i) {
  intptr_t noperands = mlirOperationGetNumOperands(c->old);
  return mlirOperationGetOperand(c->old, noperands - c->ncells + i);
}

/// Makes the cells, filled before the loop and read at the top of its body.
static void open_cells(Carrier *c) {
  MlirLocation location = mlirOperationGetLocation(c->old);
  c->cells =
      dmm_arena_alloc(c->n->arena, (size_t)c->ncells * sizeof *c->cells + 1);
  for (intptr_t i = 0; i < c->ncells; ++i) {
    MlirValue carried = mlirBlockGetArgument(c->body, 1 + i);
    MlirType type = mlirValueGetType(carried);
    c->cells[i] = dmm_cell_create(c->n->func, type, location);
    dmm_cell_store(init_of(c, i), c->cells[i], c->loop, location);
    mlirValueReplaceAllUsesOfWith(
        carried, dmm_cell_load(c->cells[i], c->yield, location));
  }
}

/// Writes the cells at the end of the body, and reads them after the loop.
static void close_cells(Carrier *c) {
  MlirLocation location = mlirOperationGetLocation(c->old);
  for (intptr_t i = 0; i < c->ncells; ++i)
    dmm_cell_store(mlirOperationGetOperand(c->end, i), c->cells[i], c->yield,
                   mlirOperationGetLocation(c->end));
  for (intptr_t i = 0; i < c->ncells; ++i) {
    MlirValue result = mlirOperationGetResult(c->old, i);
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(result)))
      mlirValueReplaceAllUsesOfWith(
          result, dmm_cell_load(c->cells[i], c->old, location));
  }
}

/// The index of the new loop, in the type of the old one's.
static void replace_index(Carrier *c) {
  MlirValue old = mlirBlockGetArgument(c->body, 0);
  MlirValue index = mlirBlockGetArgument(dmm_op_body(c->loop, 0), 0);
  if (!mlirTypeEqual(mlirValueGetType(old), mlirValueGetType(index))) {
    DmmDraft cast = {.name = "arith.index_cast",
                     .location = mlirOperationGetLocation(c->old),
                     .operands = &index,
                     .noperands = 1,
                     .result = mlirValueGetType(old)};
    MlirOperation op = dmm_draft_insert(&cast, c->yield);
    index = mlirOperationGetResult(op, 0);
    mlirValueReplaceAllUsesOfWith(old, index);
    return;
  }
  mlirValueReplaceAllUsesOfWith(old, index);
}

static DmmOutcome replace_loop(DmmNormalizer *n, MlirOperation op,
                               const DmmBounds *bounds) {
  if (!dmm_fits_cells(op))
    return DMM_KEPT;
  DmmPlace place = dmm_place_before(op);
  Carrier c = {.n = n,
               .old = op,
               .loop = dmm_insert_for(bounds, mlirOperationGetLocation(op), op),
               .body = dmm_op_body(op, 0),
               .ncells = mlirOperationGetNumResults(op)};
  c.end = mlirBlockGetTerminator(c.body);
  c.yield = mlirBlockGetTerminator(dmm_op_body(c.loop, 0));
  dmm_copy_annotations(op, c.loop);
  replace_index(&c);
  open_cells(&c);
  dmm_move_body(c.body, c.yield);
  close_cells(&c);
  mlirOperationDestroy(op);
  return dmm_replaced_from(n, place);
}

//===----------------------------------------------------------------------===//
// A step and several lower bounds
//===----------------------------------------------------------------------===//

/// Where lower bound number `which` is the greatest, the first of equal ones.
static DmmConjunction
where_greatest(const DmmInputs *in, const DmmAffineList *bounds, size_t which) {
  DmmConjunction result = {0};
  for (size_t i = 0; i < bounds->n; ++i) {
    if (i == which)
      continue;
    MlirAffineExpr minus =
        mlirAffineMulExprGet(bounds->items[i], dmm_affine_constant(in, -1));
    MlirAffineExpr above = mlirAffineAddExprGet(bounds->items[which], minus);
    MlirAffineExpr slack = dmm_affine_constant(in, i < which ? -1 : 0);
    dmm_conjunction_push(in, &result, mlirAffineAddExprGet(above, slack),
                         false);
  }
  return result;
}

/// With a step, the first index matters and not only which ones are above it:
/// one loop for each lower bound, run where that is the greatest.
static DmmOutcome split_lower_bounds(DmmNormalizer *n, MlirOperation op) {
  DmmInputs in = dmm_normalizer_inputs(n);
  DmmAffineList bounds = {0};
  if (!bound_list(&in, op, true, &bounds))
    return DMM_KEPT;
  DmmPlace place = dmm_place_before(op);
  for (size_t i = 0; i < bounds.n; ++i) {
    DmmConjunction greatest = where_greatest(&in, &bounds, i);
    MlirOperation end = dmm_insert_if(&in, &greatest, op);
    if (mlirOperationIsNull(end))
      continue;
    DmmBounds piece = dmm_bounds_of(n->arena, op);
    DmmAffineList one = {&bounds.items[i], 1};
    dmm_bounds_set(&piece, true, &in, &one);
    MlirOperation copy = mlirOperationClone(op);
    MlirOperation loop =
        dmm_insert_for(&piece, mlirOperationGetLocation(op), end);
    MlirBlock body = dmm_op_body(copy, 0);
    mlirValueReplaceAllUsesOfWith(
        mlirBlockGetArgument(body, 0),
        mlirBlockGetArgument(dmm_op_body(loop, 0), 0));
    dmm_move_body(body, mlirBlockGetTerminator(dmm_op_body(loop, 0)));
    dmm_copy_annotations(op, loop);
    mlirOperationDestroy(copy);
  }
  mlirOperationDestroy(op);
  return dmm_replaced_from(n, place);
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

DmmOutcome dmm_normalize_affine_for(DmmNormalizer *n, MlirOperation op) {
  bool is_affine = compose_bounds(n, op);
  DmmBounds bounds = dmm_bounds_of(n->arena, op);
  if (mlirOperationGetNumResults(op))
    return replace_loop(n, op, &bounds);
  if (!is_affine)
    return dmm_expand_for(n, op);
  if (bounds.step != 1 && mlirAffineMapGetNumResults(bounds.lower) > 1)
    return split_lower_bounds(n, op);
  return DMM_KEPT;
}

/// Whether signed comparison is as good as the unsigned one of the loop.
static bool is_signed(const DmmInputs *in, const DmmAffineList *bounds) {
  for (size_t i = 0; i < bounds->n; ++i)
    if (dmm_affine_interval(in, bounds->items[i]).least < 0)
      return false;
  return true;
}

DmmOutcome dmm_normalize_scf_for(DmmNormalizer *n, MlirOperation op) {
  DmmInputs lower_in = dmm_normalizer_inputs(n), upper_in = lower_in;
  DmmInputs step_in = lower_in;
  DmmAffineList lower = {0}, upper = {0};
  MlirAffineExpr step;
  if (!dmm_affine_of_bound(&lower_in, mlirOperationGetOperand(op, 0), true,
                           &lower) ||
      !dmm_affine_of_bound(&upper_in, mlirOperationGetOperand(op, 1), false,
                           &upper) ||
      !dmm_affine_of_value(&step_in, mlirOperationGetOperand(op, 2), &step) ||
      !mlirAffineExprIsAConstant(step) ||
      mlirAffineConstantExprGetValue(step) <= 0)
    return DMM_KEPT;
  bool is_unsigned = !mlirAttributeIsNull(dmm_op_attr(op, "unsignedCmp"));
  if (is_unsigned &&
      !(is_signed(&lower_in, &lower) && is_signed(&upper_in, &upper)))
    return DMM_KEPT;
  DmmBounds bounds = {.step = mlirAffineConstantExprGetValue(step)};
  dmm_bounds_set(&bounds, true, &lower_in, &lower);
  dmm_bounds_set(&bounds, false, &upper_in, &upper);
  return replace_loop(n, op, &bounds);
}
