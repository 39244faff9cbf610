//===- split_loop.c - Make two loops of one ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/split_loop.h"

#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Support/arena.h"

static MlirWalkResult refuse(MlirOperation op, void *data) {
  static const char *const names[] = {"affine.for", "affine.if", "affine.yield",
                                      "affine.load", "affine.store"};
  bool *splittable = data;
  bool known = dmm_scop_is_pure(op);
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    known = known || dmm_op_is(op, names[i]);
  bool carries =
      mlirOperationGetNumRegions(op) > 0 && mlirOperationGetNumResults(op) > 0;
  *splittable = known && !carries;
  return *splittable ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool dmm_loop_is_splittable(MlirOperation loop) {
  bool splittable = true;
  mlirOperationWalk(loop, refuse, &splittable, MlirWalkPreOrder);
  return splittable;
}

static MlirWalkResult collect_store(MlirOperation op, void *data) {
  if (dmm_op_is(op, "affine.store"))
    dmm_ops_push(data, op);
  return MlirWalkResultAdvance;
}

/// The stores in the loop, in textual order.
static DmmOps stores_of(DmmArena *arena, MlirOperation loop) {
  DmmOps ops = {.arena = arena};
  mlirOperationWalk(loop, collect_store, &ops, MlirWalkPreOrder);
  return ops;
}

static bool is_empty(MlirBlock block) {
  return mlirOperationEqual(mlirBlockGetFirstOperation(block),
                            mlirBlockGetTerminator(block));
}

static void erase_dead_ops(DmmArena *arena, MlirBlock block);

/// Erases what is of no use in the op. Returns whether the op itself is not.
static bool is_dead(DmmArena *arena, MlirOperation op) {
  bool dead = !dmm_has_uses(op) && !dmm_op_is(op, "affine.store");
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
    if (mlirBlockIsNull(block))
      continue;
    erase_dead_ops(arena, block);
    dead = dead && is_empty(block);
  }
  return dead;
}

/// Users come behind what they use.
static void erase_dead_ops(DmmArena *arena, MlirBlock block) {
  DmmOps ops = {.arena = arena};
  MlirOperation end = mlirBlockGetTerminator(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    dmm_ops_push(&ops, op);
  for (size_t i = ops.n; i-- > 0;)
    if (is_dead(arena, ops.items[i]))
      mlirOperationDestroy(ops.items[i]);
}

void dmm_split_loop(MlirOperation loop, MlirOperation store) {
  DmmArena *arena = dmm_arena_create();
  MlirOperation second = mlirOperationClone(loop);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(loop), loop, second);
  DmmOps mine = stores_of(arena, loop), others = stores_of(arena, second);
  bool moves = false;
  for (size_t i = 0; i < mine.n; ++i) {
    moves = moves || mlirOperationEqual(mine.items[i], store);
    mlirOperationDestroy(moves ? mine.items[i] : others.items[i]);
  }
  erase_dead_ops(arena, dmm_op_body(loop, 0));
  erase_dead_ops(arena, dmm_op_body(second, 0));
  dmm_arena_destroy(arena);
}
