//===- strip_loop.c - Do a nest for one strip of an index after the other -===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/strip_loop.h"

#include "Analysis/normalize_steps.h"
#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Analysis/split_range.h"
#include "Dialect/access.h"
#include "mlir-c/AffineExpr.h"

/// factor * size + number, or the number alone without a size.
static MlirAffineMap bound_of(MlirContext context, int64_t factor,
                              MlirValue size, int64_t number) {
  MlirAffineExpr bound = mlirAffineConstantExprGet(context, number);
  if (mlirValueIsNull(size))
    return mlirAffineMapGet(context, 0, 0, 1, &bound);
  MlirAffineExpr scaled =
      mlirAffineMulExprGet(mlirAffineSymbolExprGet(context, 0),
                           mlirAffineConstantExprGet(context, factor));
  bound = mlirAffineAddExprGet(scaled, bound);
  return mlirAffineMapGet(context, 0, 1, 1, &bound);
}

static MlirOperation insert_steps(const DmmStrips *strips, MlirOperation top) {
  MlirContext context = mlirOperationGetContext(top);
  MlirValue none = {NULL};
  MlirValue below = strips->is_reversed ? strips->size : none;
  MlirValue above = strips->is_reversed ? none : strips->size;
  DmmBounds bounds = {.lower = bound_of(context, -1, below, strips->lower),
                      .upper = bound_of(context, 1, above, strips->upper),
                      .lower_operands = &below,
                      .upper_operands = &above,
                      .nlower = !mlirValueIsNull(below),
                      .nupper = !mlirValueIsNull(above),
                      .step = strips->width};
  MlirOperation steps =
      dmm_insert_for(&bounds, mlirOperationGetLocation(top), top);
  dmm_mark(steps, "dmm.step");
  return steps;
}

/// A loop that is looked for: `below` more come first.
typedef struct Search {
  int below;
  MlirOperation found;
} Search;

static MlirWalkResult count_loop(MlirOperation op, void *data) {
  Search *search = data;
  if (!dmm_op_is(op, "affine.for") || search->below-- > 0)
    return MlirWalkResultAdvance;
  search->found = op;
  return MlirWalkResultInterrupt;
}

void dmm_strip_loop(MlirOperation top, int below, const DmmStrips *strips) {
  Search search = {.below = below};
  mlirOperationWalk(top, count_loop, &search, MlirWalkPreOrder);
  MlirOperation steps = insert_steps(strips, top);
  MlirBlock body = dmm_op_body(steps, 0);
  mlirOperationMoveBefore(top, mlirBlockGetTerminator(body));
  dmm_narrow_range(search.found, mlirBlockGetArgument(body, 0), 0,
                   strips->width);
}
