//===- simplify_between.c - What ops do to buffers ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which buffers are apart, what an op reads and writes, and when two messages
// have the same root. Each answer errs on the side of leaving a program alone.
//
//===----------------------------------------------------------------------===//

#include "Transforms/simplify.h"

#include "Analysis/scop.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

static bool is_one_of(MlirOperation op, const char *const *names) {
  for (; *names; ++names)
    if (dmm_op_is(op, *names))
      return true;
  return false;
}

static const char *const allocations[] = {"memref.alloc", "memref.alloca",
                                          NULL};

static const char *const views[] = {"memref.cast",
                                    "memref.subview",
                                    "memref.reinterpret_cast",
                                    "memref.expand_shape",
                                    "memref.collapse_shape",
                                    "memref.view",
                                    "memref.transpose",
                                    NULL};

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static bool is_allocation(MlirValue buffer) {
  return mlirValueIsAOpResult(buffer) &&
         is_one_of(mlirOpResultGetOwner(buffer), allocations);
}

/// What the buffer is a view of.
static MlirValue base_of(MlirValue buffer) {
  while (mlirValueIsAOpResult(buffer) &&
         is_one_of(mlirOpResultGetOwner(buffer), views))
    buffer = mlirOperationGetOperand(mlirOpResultGetOwner(buffer), 0);
  return buffer;
}

bool dmm_is_local(MlirValue buffer) { return is_allocation(base_of(buffer)); }

bool dmm_are_distinct(MlirValue a, MlirValue b) {
  MlirValue x = base_of(a), y = base_of(b);
  return !mlirValueEqual(x, y) && is_allocation(x) && is_allocation(y);
}

static bool same_operands(MlirOperation a, MlirOperation b) {
  intptr_t n = mlirOperationGetNumOperands(a);
  if (n != mlirOperationGetNumOperands(b))
    return false;
  for (intptr_t i = 0; i < n; ++i)
    if (!mlirValueEqual(mlirOperationGetOperand(a, i),
                        mlirOperationGetOperand(b, i)))
      return false;
  return true;
}

/// The static sizes of both types are equal, and none is dynamic.
static bool same_static_sizes(MlirType a, MlirType b) {
  int64_t rank = mlirShapedTypeGetRank(a);
  if (rank != mlirShapedTypeGetRank(b) || !mlirShapedTypeHasStaticShape(a) ||
      !mlirShapedTypeHasStaticShape(b))
    return false;
  for (int64_t d = 0; d < rank; ++d)
    if (mlirShapedTypeGetDimSize(a, d) != mlirShapedTypeGetDimSize(b, d))
      return false;
  return true;
}

bool dmm_same_sizes(MlirValue a, MlirValue b) {
  MlirType x = mlirValueGetType(a), y = mlirValueGetType(b);
  if (mlirValueEqual(a, b) || same_static_sizes(x, y))
    return true;
  return mlirTypeEqual(x, y) && is_allocation(a) && is_allocation(b) &&
         same_operands(mlirOpResultGetOwner(a), mlirOpResultGetOwner(b));
}

/// The op around `op`, or itself, in the block; null if it is not inside.
static MlirOperation ancestor_in(MlirBlock block, MlirOperation op) {
  while (!mlirOperationIsNull(op) &&
         !mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

bool dmm_is_fresh(MlirValue buffer, MlirOperation op) {
  if (!is_allocation(buffer))
    return false;
  MlirBlock block = mlirOperationGetBlock(op);
  MlirOperation allocation = mlirOpResultGetOwner(buffer);
  if (!mlirBlockEqual(mlirOperationGetBlock(allocation), block))
    return false;
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = ancestor_in(block, mlirOpOperandGetOwner(use));
    if (mlirOperationIsNull(user) || mlirOperationIsBeforeInBlock(user, op))
      return false;
  }
  return true;
}

static bool is_operand(MlirOpOperand use, MlirOperation op, int number) {
  return mlirOperationEqual(mlirOpOperandGetOwner(use), op) &&
         (int)mlirOpOperandGetOperandNumber(use) == number;
}

bool dmm_is_passed_on(MlirValue buffer, MlirOperation writer, int write_operand,
                      MlirOperation reader, int read_operand) {
  if (!is_allocation(buffer))
    return false;
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!is_operand(use, writer, write_operand) &&
        !is_operand(use, reader, read_operand) &&
        !dmm_op_is(mlirOpOperandGetOwner(use), "memref.dealloc"))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

char dmm_message_effect(MlirOperation op, intptr_t i) {
  const char *letters = dmm_op_row(dmm_op_id(op))->hooks.effects;
  size_t last = strlen(letters) - 1, buffer = 0;
  if (!mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetOperand(op, i))))
    return 0;
  for (intptr_t k = 0; k < i; ++k)
    buffer +=
        mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetOperand(op, k)));
  return letters[buffer < last ? buffer : last];
}

/// An op of memref or affine, and which of its operands it reads and writes, or
/// -1.
typedef struct MemoryRow {
  const char *name;
  int read, written;
} MemoryRow;

static const MemoryRow memory_rows[] = {
    {"memref.load", 0, -1},   {"affine.load", 0, -1},
    {"memref.store", -1, 1},  {"affine.store", -1, 1},
    {"memref.copy", 0, 1},    {"memref.dealloc", -1, 0},
    {"memref.alloc", -1, -1}, {"memref.alloca", -1, -1},
};

static const MemoryRow *memory_row(MlirOperation op) {
  for (size_t i = 0; i < sizeof memory_rows / sizeof *memory_rows; ++i)
    if (dmm_op_is(op, memory_rows[i].name))
      return &memory_rows[i];
  return NULL;
}

void dmm_watch(DmmWatch *watch, MlirValue buffer, bool reads) {
  watch->items = dmm_arena_push(watch->arena, watch->items, watch->n,
                                sizeof *watch->items);
  watch->items[watch->n++] = (struct DmmWatched){buffer, reads};
}

static bool touches(const DmmWatch *watch, MlirValue buffer, bool writes) {
  for (size_t i = 0; i < watch->n; ++i)
    if ((writes || watch->items[i].reads) &&
        !dmm_are_distinct(watch->items[i].buffer, buffer))
      return true;
  return false;
}

static bool message_stops(const DmmWatch *watch, MlirOperation op) {
  if (watch->messages)
    return true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    char effect = dmm_message_effect(op, i);
    if (effect && touches(watch, mlirOperationGetOperand(op, i), effect != 'r'))
      return true;
  }
  return false;
}

bool dmm_watch_stops(const DmmWatch *watch, MlirOperation op) {
  DmmOp id = dmm_op_id(op);
  if (id != DMM_NUM_OPS)
    return id != DMM_OP_COORD && message_stops(watch, op);
  const MemoryRow *row = memory_row(op);
  if (!row)
    return !dmm_scop_is_pure(op) && !is_one_of(op, views) &&
           !dmm_op_is(op, "memref.get_global");
  return (row->read >= 0 &&
          touches(watch, mlirOperationGetOperand(op, row->read), false)) ||
         (row->written >= 0 &&
          touches(watch, mlirOperationGetOperand(op, row->written), true));
}

//===----------------------------------------------------------------------===//
// Groups and roots
//===----------------------------------------------------------------------===//

/// The value of an arith.constant of type index, or -1.
static int64_t constant_of(MlirValue value) {
  int64_t number = -1;
  if (mlirValueIsAOpResult(value) &&
      dmm_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    dmm_op_int(mlirOpResultGetOwner(value), "value", &number);
  return number;
}

DmmSimplifyRoot dmm_root_of(MlirOperation op) {
  DmmSimplifyRoot root = {.rank = -1};
  DmmOperands operands = dmm_op_operands(op);
  if (dmm_op_int(op, "root", &root.rank))
    return root;
  root.none = operands.nroots <= 0;
  if (root.none)
    return root;
  root.value = mlirOperationGetOperand(op, operands.nbuffers);
  root.rank = constant_of(root.value);
  return root;
}

bool dmm_same_root(MlirOperation a, MlirOperation b) {
  DmmSimplifyRoot x = dmm_root_of(a), y = dmm_root_of(b);
  if (x.none || y.none || x.rank >= 0 || y.rank >= 0)
    return x.none == y.none && x.rank == y.rank;
  return mlirValueEqual(x.value, y.value);
}

bool dmm_same_attribute(MlirOperation a, MlirOperation b, const char *name) {
  return mlirAttributeEqual(dmm_op_attr(a, name), dmm_op_attr(b, name));
}
