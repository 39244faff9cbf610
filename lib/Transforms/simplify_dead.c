//===- simplify_dead.c - Messages without effect on other members ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collectives whose results nobody reads, and messages of groups of one member,
// which has all there is already.
//
//===----------------------------------------------------------------------===//

#include "Transforms/simplify.h"

#include "Analysis/scop.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static bool erase(DmmSimplify *s, MlirOperation op) {
  mlirRewriterBaseEraseOp(s->rewriter, op);
  return true;
}

//===----------------------------------------------------------------------===//
// Dead collectives
//===----------------------------------------------------------------------===//

/// Whether a use does not read the buffer for anything but `message` itself.
static bool is_unread_use(MlirOpOperand use, MlirOperation message) {
  MlirOperation user = mlirOpOperandGetOwner(use);
  int number = (int)mlirOpOperandGetOperandNumber(use);
  if (mlirOperationEqual(user, message) || dmm_op_is(user, "memref.dealloc"))
    return true;
  if (dmm_op_is(user, "memref.store") || dmm_op_is(user, "affine.store"))
    return number == 1;
  return dmm_op_id(user) != DMM_NUM_OPS &&
         dmm_message_effect(user, number) != 'r';
}

static bool is_unread(MlirValue buffer, MlirOperation message) {
  if (!mlirValueIsAOpResult(buffer) ||
      (!dmm_op_is(mlirOpResultGetOwner(buffer), "memref.alloc") &&
       !dmm_op_is(mlirOpResultGetOwner(buffer), "memref.alloca")))
    return false;
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!is_unread_use(use, message))
      return false;
  return true;
}

/// A collective goes if all buffers that it writes are allocations that are
/// used by nothing but itself, deallocations, stores to them, messages that
/// write them, and the waits for those. A send and a receive stay: they are
/// dead or alive together.
bool dmm_simplify_dead(DmmSimplify *s, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    char effect = dmm_message_effect(op, i);
    if (effect && effect != 'r' && !is_unread(operand(op, i), op))
      return false;
  }
  return erase(s, op);
}

//===----------------------------------------------------------------------===//
// Groups of one member
//===----------------------------------------------------------------------===//

/// The grid around a message, whose axes in the group have all size 1.
typedef struct Alone {
  int64_t grid[DMM_MAX_GRID_AXES];
  int naxes;
} Alone;

static bool read_alone(MlirOperation op, Alone *alone) {
  int64_t axes[DMM_MAX_GRID_AXES];
  int n = dmm_op_ints(op, "axes", axes, DMM_MAX_GRID_AXES);
  if (n < 0)
    n = dmm_op_int(op, "axis", axes);
  alone->naxes = dmm_op_grid(op, alone->grid, NULL);
  for (int i = 0; i < n; ++i)
    if (axes[i] >= alone->naxes || alone->grid[axes[i]] != 1)
      return false;
  return n > 0;
}

/// Whether the source at `src` may be read after the destination at `dst` is
/// written, or is the same buffer where they belong together.
static bool is_untouched(MlirOperation op, int src, int dst) {
  return (src + 1 == dst &&
          mlirValueEqual(operand(op, src), operand(op, dst))) ||
         dmm_are_distinct(operand(op, src), operand(op, dst));
}

/// Copies each source to its destination. A reduction and a shift have read all
/// sources before they write, whatever overlaps: their buffers must be apart.
static bool copy(DmmSimplify *s, MlirOperation op, bool may_overlap) {
  int n = dmm_op_operands(op).nbuffers;
  for (int src = 0; src < n; src += 2) {
    if (!dmm_same_sizes(operand(op, src), operand(op, src + 1)))
      return false;
    for (int dst = 1; dst < n && may_overlap; dst += 2)
      if (!is_untouched(op, src, dst))
        return false;
  }
  for (int i = 0; i < n; i += 2)
    dmm_insert_copy(s, op, operand(op, i), operand(op, i + 1));
  return erase(s, op);
}

/// Whether the home of the member is the array, element by element.
static bool home_is_whole(MlirOperation op, const Alone *alone) {
  DmmAxisLayout axes[DMM_MAX_GRID_AXES];
  const char *error;
  int n = dmm_layout_attr_parse(dmm_op_attr(op, "layout"), axes,
                                DMM_MAX_GRID_AXES, &error);
  for (int a = 0; a < n; ++a) {
    const DmmAxisLayout *l = &axes[a];
    if (l->state != DMM_REPLICATED && alone->grid[a] != 1)
      return false;
    if (l->state == DMM_SHARDED &&
        (l->numerator != 1 || l->denominator != 1 || l->offset))
      return false;
  }
  return n == alone->naxes && dmm_layout_num_dynamic(axes, n) == 0 &&
         mlirShapedTypeHasStaticShape(mlirValueGetType(operand(op, 0)));
}

static bool is_periodic(MlirOperation op) {
  return !mlirAttributeIsNull(dmm_op_attr(op, "periodic"));
}

/// A message over axes of size 1 becomes
///   - a copy: a broadcast, a reduction, a periodic shift, where the sizes of
///     both buffers are known to be equal;
///   - a copy: a scatter, a gather or a reduce-scatter whose home is known to
///     be the whole array;
///   - nothing: a copy of a buffer to itself, a halo or a shift that is not
///     periodic, a send, a receive: there is no neighbour.
/// A transpose and a periodic halo stay.
bool dmm_simplify_alone(DmmSimplify *s, MlirOperation op) {
  Alone alone;
  if (!read_alone(op, &alone))
    return false;
  switch (dmm_op_id(op)) {
  case DMM_OP_BROADCAST:
    return copy(s, op, false);
  case DMM_OP_ALL_REDUCE:
    return copy(s, op, true);
  case DMM_OP_REDUCE:
    return (!dmm_root_of(op).none || home_is_whole(op, &alone)) &&
           copy(s, op, true);
  case DMM_OP_SCATTER:
  case DMM_OP_GATHER:
    return home_is_whole(op, &alone) && copy(s, op, false);
  case DMM_OP_SHIFT:
    return is_periodic(op) ? copy(s, op, true) : erase(s, op);
  case DMM_OP_HALO:
    return !is_periodic(op) && erase(s, op);
  case DMM_OP_SEND:
  case DMM_OP_RECV:
    return erase(s, op);
  default:
    return false;
  }
}
