//===- simplify.h - What the rewrites of dmm-simplify share ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_SIMPLIFY_H
#define DMM_TRANSFORMS_SIMPLIFY_H

#include "Dialect/access.h"
#include "Support/arena.h"
#include "mlir-c/Rewrite.h"

/// The highest limit of merged messages: the packed buffer is on the stack.
enum { DMM_MAX_MERGE_WORDS = 4096 };

/// The state of one run of the pass.
typedef struct DmmSimplify {
  MlirContext context;
  MlirRewriterBase rewriter; ///< of the rewrite that is being tried
  DmmArena *arena;
  int64_t merge_words; ///< most words of a merged message
} DmmSimplify;

//===----------------------------------------------------------------------===//
// The rewrites
//===----------------------------------------------------------------------===//

/// Each is tried on a message that is not async, and returns whether it changed
/// the program.
typedef bool DmmSimplifyRewrite(DmmSimplify *s, MlirOperation op);

DmmSimplifyRewrite dmm_simplify_dead;             ///< any collective
DmmSimplifyRewrite dmm_simplify_alone;            ///< any message
DmmSimplifyRewrite dmm_simplify_reduce_broadcast; ///< dmm.reduce
DmmSimplifyRewrite dmm_simplify_gather_scatter;   ///< dmm.gather
DmmSimplifyRewrite dmm_simplify_gather_broadcast; ///< dmm.gather
DmmSimplifyRewrite dmm_simplify_merge; ///< dmm.all_reduce, dmm.broadcast

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Whether the buffer is an allocation of the function, or a view of one.
bool dmm_is_local(MlirValue buffer);

/// Whether the buffers are, or are views of, different allocations: nothing
/// else counts as a proof that they have no element in common.
bool dmm_are_distinct(MlirValue a, MlirValue b);

/// Whether the buffers certainly have the same sizes on each member.
bool dmm_same_sizes(MlirValue a, MlirValue b);

/// Whether the buffer is an allocation and `op` the first op to use it, in the
/// block of the allocation: what it holds there is undefined.
bool dmm_is_fresh(MlirValue buffer, MlirOperation op);

/// Whether the buffer is an allocation with no other uses than operand
/// `write_operand` of `writer`, operand `read_operand` of `reader`, and
/// deallocations.
bool dmm_is_passed_on(MlirValue buffer, MlirOperation writer, int write_operand,
                      MlirOperation reader, int read_operand);

//===----------------------------------------------------------------------===//
// What lies between two messages
//===----------------------------------------------------------------------===//

/// Buffers that are watched while a block is scanned from one message on to
/// another one. Start from {.arena = arena}.
typedef struct DmmWatch {
  DmmArena *arena;
  struct DmmWatched {
    MlirValue buffer;
    bool reads; ///< reads stop the scan, too
  } *items;
  size_t n;
  bool messages; ///< any message stops it
} DmmWatch;

void dmm_watch(DmmWatch *watch, MlirValue buffer, bool reads);

/// Whether the scan cannot go on behind `op`: it may touch what is watched, or
/// its effects are not known here. Known are loads, stores, copies,
/// allocations, deallocations and views of memrefs, pure ops without regions,
/// and messages by the effects in their rows.
bool dmm_watch_stops(const DmmWatch *watch, MlirOperation op);

/// What operand i of a message does: r read, w written, b both; 0 if it is no
/// buffer.
char dmm_message_effect(MlirOperation op, intptr_t i);

//===----------------------------------------------------------------------===//
// Groups and roots
//===----------------------------------------------------------------------===//

/// The root of a collective: none, a known rank, or a value.
typedef struct DmmSimplifyRoot {
  bool none;
  int64_t rank;    ///< -1 if it is a value
  MlirValue value; ///< null if it is a rank
} DmmSimplifyRoot;

DmmSimplifyRoot dmm_root_of(MlirOperation op);

/// Whether both have the same root on all members.
bool dmm_same_root(MlirOperation a, MlirOperation b);

/// Whether both have equal attributes `name`, or both have none.
bool dmm_same_attribute(MlirOperation a, MlirOperation b, const char *name);

//===----------------------------------------------------------------------===//
// New ops
//===----------------------------------------------------------------------===//

/// Replaces `old` by a message `id` of operands `operands`, with the named
/// attributes (up to a null) of `from`.
void dmm_replace_message(DmmSimplify *s, MlirOperation old, DmmOp id,
                         intptr_t n, const MlirValue *operands,
                         MlirOperation from, const char *const *attributes);

/// Inserts memref.copy %src, %dst before `op`; nothing if they are the same.
void dmm_insert_copy(DmmSimplify *s, MlirOperation op, MlirValue src,
                     MlirValue dst);

#endif // DMM_TRANSFORMS_SIMPLIFY_H
