//===- rewrite.h - Creating and moving operations -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the rewriting of functions has in common. Nothing is verified here: in
// between two steps the IR may be invalid.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_REWRITE_H
#define DMM_ANALYSIS_REWRITE_H

#include "Support/arena.h"
#include "mlir-c/IR.h"

#include <stdbool.h>

enum { DMM_DRAFT_ATTRIBUTES = 4 };

/// An operation to create. Start from {0} with a name and a location.
typedef struct DmmDraft {
  const char *name;
  MlirLocation location;
  const MlirValue *operands; ///< borrowed
  intptr_t noperands;
  MlirType result; ///< null for an op without results
  const char *keys[DMM_DRAFT_ATTRIBUTES];
  MlirAttribute values[DMM_DRAFT_ATTRIBUTES];
  int nattributes;
  MlirRegion regions[2]; ///< taken
  int nregions;
} DmmDraft;

void dmm_draft_attribute(DmmDraft *draft, const char *key, MlirAttribute value);

/// Creates the op before the op `before`.
MlirOperation dmm_draft_insert(const DmmDraft *draft, MlirOperation before);

/// The same at the end of a block.
MlirOperation dmm_draft_append(const DmmDraft *draft, MlirBlock block);

/// arith.constant of an index or integer type, before `before`.
MlirValue dmm_insert_constant(MlirOperation before, MlirType type,
                              int64_t value);

/// memref.dim of dimension `dim`, before `before`.
MlirValue dmm_insert_size(MlirOperation before, MlirValue memref, int64_t dim,
                          MlirLocation location);

/// The block of a region of one block.
MlirBlock dmm_op_body(MlirOperation op, intptr_t region);

/// A new region of one block with nothing but an affine.yield.
MlirRegion dmm_create_branch(MlirLocation location);

/// The `n` operands with `values` behind the first `at`.
const MlirValue *dmm_insert_operands(DmmArena *arena, const MlirValue *operands,
                                     intptr_t n, intptr_t at,
                                     const MlirValue *values, intptr_t nvalues);

/// The first op of the function that may use the array, which is an argument or
/// allocated at the top level.
MlirOperation dmm_after_definition(MlirOperation func, MlirValue array);

/// Gives the op the unit attribute `name`.
void dmm_mark(MlirOperation op, const char *name);

/// A list of ops in an arena. Start from {.arena = arena}.
typedef struct DmmOps {
  DmmArena *arena;
  MlirOperation *items;
  size_t n;
} DmmOps;

void dmm_ops_push(DmmOps *ops, MlirOperation op);
bool dmm_ops_contain(const DmmOps *ops, MlirOperation op);

/// Moves all ops of `block` but the terminator before the op `before`.
void dmm_move_body(MlirBlock block, MlirOperation before);

/// Copies the attributes that upstream does not know, such as annotations.
void dmm_copy_annotations(MlirOperation from, MlirOperation to);

/// Whether the value is an argument of the function's entry block.
bool dmm_is_argument(MlirOperation func, MlirValue value);

/// Whether the value is defined outside of all regions in the function.
bool dmm_is_top_level(MlirOperation func, MlirValue value);

/// The op around `op`, or `op` itself, that stands in the function's block.
MlirOperation dmm_top_ancestor(MlirOperation func, MlirOperation op);

/// Whether the op has a result that is used.
bool dmm_has_uses(MlirOperation op);

/// Whether the op's name begins with the dialect's, e.g. "linalg".
bool dmm_op_in_dialect(MlirOperation op, const char *dialect);

#endif // DMM_ANALYSIS_REWRITE_H
