//===- uniformize.c - dmm-uniformize --------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input of which all coordinates of a grid axis read the same is broadcast.
// The access relation of such a read has a null space along the axis: the value
// may as well be passed on from each coordinate to the next, so that the affine
// dependence on the root becomes a uniform one on the neighbour. The access
// then carries the vector, one number for each grid axis, along which the value
// is propagated:
//
//   %0 = affine.load %x[%j] : memref<70xf32>          // where %i is
//   distributed
// becomes
//   %0 = affine.load %x[%j] {dmm.propagate = array<i64: 1>} : memref<70xf32>
//
// A scalar argument carries it as an attribute of the argument.
// dmm-lower-affine turns the broadcasts of what is marked into hops.
//
// Option mode: always; cost, where the pipeline takes no more messages one
// after the other than a tree; never. dmm-distribute has the same option: it
// maps the grid onto the machine for the messages that are then left.
//
// Requires: a function that dmm-distribute has worked on.
// Guarantees: only the attributes are new.
// Diagnostics: those of reading the function and building its plan; a remark
//   for each input that becomes a pipeline.
//
//===----------------------------------------------------------------------===//

#include "Dialect/access.h"
#include "Support/diag.h"
#include "Transforms/functions.h"
#include "Transforms/strip_attributes.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Rewrite.h"

#include <stdlib.h>

/// A load, and its vector.
typedef struct Mark {
  const void *load; ///< MlirOperation.ptr
  MlirAttribute vector;
} Mark;

typedef struct Marks {
  Mark *items; ///< ordered by load
  size_t n;
} Marks;

static MlirStringRef key(void) {
  return mlirStringRefCreateFromCString("dmm.propagate");
}

//===----------------------------------------------------------------------===//
// What is propagated
//===----------------------------------------------------------------------===//

static MlirAttribute vector_of(MlirContext context, const DmmPlan *plan,
                               const DmmMessage *message) {
  int64_t hops[DMM_MAX_GRID_AXES];
  for (int axis = 0; axis < plan->naxes; ++axis)
    hops[axis] = dmm_message_spans(message, axis) && plan->grid[axis].size > 1;
  return mlirDenseI64ArrayGet(context, plan->naxes, hops);
}

static void add_mark(const DmmPlan *plan, Marks *marks, const void *load,
                     MlirAttribute vector) {
  marks->items =
      dmm_arena_push(plan->arena, marks->items, marks->n, sizeof *marks->items);
  marks->items[marks->n++] = (Mark){load, vector};
}

static void add_loads(const DmmPlan *plan, Marks *marks, int array,
                      MlirAttribute vector) {
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j)
      if (plan->statements[i].accesses[j].array == array)
        add_mark(plan, marks, plan->statements[i].accesses[j].ir, vector);
}

static void propagate(MlirOperation func, const DmmPlan *plan,
                      const DmmMessage *message, Marks *marks) {
  const DmmArray *array = &plan->arrays[message->array];
  MlirAttribute vector =
      vector_of(mlirOperationGetContext(func), plan, message);
  if (array->role == DMM_ROLE_SCALAR)
    mlirFuncSetArgAttr(func, array->argument, key(), vector);
  else
    add_loads(plan, marks, message->array, vector);
  dmm_diag((MlirLocation){array->loc.ir}, DMM_REMARK,
           "%s is passed on from each coordinate to the next: it is an input "
           "that all of them read",
           array->name);
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

static int compare(const void *a, const void *b) {
  const char *x = ((const Mark *)a)->load, *y = ((const Mark *)b)->load;
  return (x > y) - (x < y);
}

static MlirLogicalResult mark_load(MlirRewritePattern pattern, MlirOperation op,
                                   MlirPatternRewriter rewriter, void *data) {
  (void)pattern;
  const Marks *marks = data;
  Mark wanted = {.load = op.ptr};
  const Mark *mark =
      bsearch(&wanted, marks->items, marks->n, sizeof wanted, compare);
  if (!mark || !mlirAttributeIsNull(dmm_op_attr(op, "dmm.propagate")))
    return mlirLogicalResultFailure();
  MlirRewriterBase base = mlirPatternRewriterAsBase(rewriter);
  mlirRewriterBaseStartOpModification(base, op);
  mlirOperationSetDiscardableAttributeByName(op, key(), mark->vector);
  mlirRewriterBaseFinalizeOpModification(base, op);
  return mlirLogicalResultSuccess();
}

/// Nothing but the loads may change: the plan refers to the ops.
static void rewrite_loads(MlirOperation func, Marks *marks) {
  MlirContext context = mlirOperationGetContext(func);
  MlirRewritePatternCallbacks callbacks = {.matchAndRewrite = mark_load};
  MlirRewritePatternSet set = mlirRewritePatternSetCreate(context);
  mlirRewritePatternSetAdd(
      set,
      mlirOpRewritePatternCreate(mlirStringRefCreateFromCString("affine.load"),
                                 1, context, callbacks, marks, 0, NULL));
  MlirFrozenRewritePatternSet frozen = mlirFreezeRewritePattern(set);
  mlirWalkAndApplyPatterns(func, frozen);
  mlirFrozenRewritePatternSetDestroy(frozen);
  mlirRewritePatternSetDestroy(set);
}

static void uniformize_function(MlirOperation func, DmmPlan *plan, void *data) {
  (void)data;
  Marks marks = {0};
  dmm_strip_attribute(func, "dmm.propagate"); // of a run in another mode
  for (int i = 0; i < plan->nmessages; ++i)
    if (plan->messages[i].op == DMM_RT_SEND)
      propagate(func, plan, &plan->messages[i], &marks);
  if (!marks.n)
    return;
  qsort(marks.items, marks.n, sizeof *marks.items, compare);
  rewrite_loads(func, &marks);
}

bool dmm_uniformize_run(MlirOperation module, const DmmPassOptions *options) {
  return dmm_for_each_function(module, options, uniformize_function, NULL);
}
