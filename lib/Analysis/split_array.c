//===- split_array.c - Split an array into its webs -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/split_array.h"

#include "Analysis/scop.h"
#include "Support/arena.h"

typedef struct Splitter {
  DmmArena *arena;
  MlirValue array;
  const DmmWebs *webs;
  MlirOperation *deallocs;
  size_t ndeallocs;
} Splitter;

static bool is_access(const DmmWebs *webs, MlirOperation op) {
  for (size_t i = 0; i < webs->n; ++i)
    if (webs->accesses[i].ir == op.ptr)
      return true;
  return false;
}

/// Takes down what frees the array. False where there is another use.
static bool read_uses(Splitter *s) {
  for (MlirOpOperand use = mlirValueGetFirstUse(s->array);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (is_access(s->webs, op))
      continue;
    if (!dmm_op_is(op, "memref.dealloc"))
      return false;
    s->deallocs = dmm_arena_push(s->arena, s->deallocs, s->ndeallocs,
                                 sizeof *s->deallocs);
    s->deallocs[s->ndeallocs++] = op;
  }
  return true;
}

static MlirOperation clone_after(MlirOperation op) {
  MlirOperation clone = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(op), op, clone);
  return clone;
}

static void redirect(MlirOperation op, MlirValue from, MlirValue to) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), from))
      mlirOperationSetOperand(op, i, to);
}

static void split_off(const Splitter *s, int web) {
  MlirValue copy =
      mlirOperationGetResult(clone_after(mlirOpResultGetOwner(s->array)), 0);
  for (size_t i = 0; i < s->webs->n; ++i)
    if (s->webs->accesses[i].web == web)
      redirect((MlirOperation){(void *)s->webs->accesses[i].ir}, s->array,
               copy);
  for (size_t i = 0; i < s->ndeallocs; ++i)
    redirect(clone_after(s->deallocs[i]), s->array, copy);
}

bool dmm_split_array(MlirValue array, const DmmWebs *webs) {
  Splitter splitter = {dmm_arena_create(), array, webs, NULL, 0};
  bool possible = read_uses(&splitter);
  for (int web = webs->count; possible && --web > 0;)
    split_off(&splitter, web);
  dmm_arena_destroy(splitter.arena);
  return possible;
}
