//===- slice.c - What a stored value is computed from ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/scop.h"

#include "Support/arena.h"

typedef struct Slice {
  DmmArena *arena; ///< of this walk alone
  const void **seen;
  size_t nseen;
  DmmLoadVisitor visit;
  void *data;
  DmmRefusal *refusal;
} Slice;

/// Whether the op was met before; remembers it.
static bool meet(Slice *slice, MlirOperation op) {
  for (size_t i = 0; i < slice->nseen; ++i)
    if (slice->seen[i] == op.ptr)
      return true;
  slice->seen = dmm_arena_push(slice->arena, slice->seen, slice->nseen,
                               sizeof *slice->seen);
  slice->seen[slice->nseen++] = op.ptr;
  return false;
}

static bool visit_value(Slice *slice, MlirValue value);

static bool visit_operands(Slice *slice, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (!visit_value(slice, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

static bool visit_value(Slice *slice, MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return true; // a loop index or an argument of the function
  MlirOperation op = mlirOpResultGetOwner(value);
  if (meet(slice, op))
    return true;
  if (dmm_op_is(op, "affine.load"))
    return slice->visit(op, slice->data);
  if (dmm_scop_is_pure(op))
    return visit_operands(slice, op);
  return dmm_refuse(slice->refusal, op,
                    "is not among the operations that a stored value may "
                    "be computed by: affine.load, and operations of "
                    "arith, math, complex and index without a region");
}

bool dmm_scop_visit_loads(MlirValue value, DmmLoadVisitor visit, void *data,
                          DmmRefusal *refusal) {
  Slice slice = {.arena = dmm_arena_create(),
                 .visit = visit,
                 .data = data,
                 .refusal = refusal};
  bool ok = visit_value(&slice, value);
  dmm_arena_destroy(slice.arena);
  return ok;
}
