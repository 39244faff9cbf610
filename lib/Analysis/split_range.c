//===- split_range.c - Make three loops of one ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/split_range.h"

#include "Analysis/normalize_steps.h"
#include "Analysis/rewrite.h"
#include "Analysis/split_loop.h"
#include "Dialect/access.h"
#include "mlir-c/AffineExpr.h"

bool dmm_range_is_splittable(MlirOperation loop) {
  int64_t step;
  return dmm_op_int(loop, "step", &step) && step == 1 &&
         dmm_loop_is_splittable(loop);
}

/// The map with one more dimension, and that plus `shift` as one more result.
static MlirAffineMap add_result(DmmArena *arena, MlirAffineMap map,
                                int64_t shift) {
  MlirContext context = mlirAffineMapGetContext(map);
  intptr_t dims = mlirAffineMapGetNumDims(map);
  intptr_t n = mlirAffineMapGetNumResults(map);
  MlirAffineExpr *results =
      dmm_arena_alloc(arena, (size_t)(n + 1) * sizeof *results);
  for (intptr_t i = 0; i < n; ++i)
    results[i] = mlirAffineMapGetResult(map, i);
  results[n] = mlirAffineAddExprGet(mlirAffineDimExprGet(context, dims),
                                    mlirAffineConstantExprGet(context, shift));
  return mlirAffineMapGet(context, dims + 1, mlirAffineMapGetNumSymbols(map),
                          n + 1, results);
}

static void add_lower(DmmArena *arena, DmmBounds *bounds, MlirValue index,
                      int64_t shift) {
  bounds->lower_operands =
      dmm_insert_operands(arena, bounds->lower_operands, bounds->nlower++,
                          mlirAffineMapGetNumDims(bounds->lower), &index, 1);
  bounds->lower = add_result(arena, bounds->lower, shift);
}

static void add_upper(DmmArena *arena, DmmBounds *bounds, MlirValue index,
                      int64_t shift) {
  bounds->upper_operands =
      dmm_insert_operands(arena, bounds->upper_operands, bounds->nupper++,
                          mlirAffineMapGetNumDims(bounds->upper), &index, 1);
  bounds->upper = add_result(arena, bounds->upper, shift);
}

/// Replaces the loop by one with other bounds.
static void set_bounds(MlirOperation loop, const DmmBounds *bounds) {
  MlirOperation result =
      dmm_insert_for(bounds, mlirOperationGetLocation(loop), loop);
  MlirBlock from = dmm_op_body(loop, 0), to = dmm_op_body(result, 0);
  dmm_copy_annotations(loop, result);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(from, 0),
                                mlirBlockGetArgument(to, 0));
  dmm_move_body(from, mlirBlockGetTerminator(to));
  mlirOperationDestroy(loop);
}

void dmm_narrow_range(MlirOperation loop, MlirValue index, int64_t first,
                      int64_t end) {
  DmmArena *arena = dmm_arena_create();
  DmmBounds bounds = dmm_bounds_of(arena, loop);
  add_lower(arena, &bounds, index, first);
  add_upper(arena, &bounds, index, end);
  set_bounds(loop, &bounds);
  dmm_arena_destroy(arena);
}

static MlirOperation clone_behind(MlirOperation loop) {
  MlirOperation clone = mlirOperationClone(loop);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(loop), loop, clone);
  return clone;
}

void dmm_split_range(MlirOperation loop, MlirOperation outer, int64_t shift) {
  DmmArena *arena = dmm_arena_create();
  MlirValue index = mlirBlockGetArgument(dmm_op_body(outer, 0), 0);
  MlirOperation at = clone_behind(loop), above = clone_behind(at);
  DmmBounds bounds = dmm_bounds_of(arena, loop);
  DmmBounds below_bounds = bounds, at_bounds = bounds, above_bounds = bounds;
  add_upper(arena, &below_bounds, index, shift);
  add_lower(arena, &at_bounds, index, shift);
  add_upper(arena, &at_bounds, index, shift + 1);
  add_lower(arena, &above_bounds, index, shift + 1);
  set_bounds(loop, &below_bounds);
  set_bounds(at, &at_bounds);
  set_bounds(above, &above_bounds);
  dmm_arena_destroy(arena);
}
