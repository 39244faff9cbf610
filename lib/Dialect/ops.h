//===- ops.h - The table of operations ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row for each operation of the dialects dmm and fabric. The row gives the
// enumerator, the name, the assembly and the memory effects (in the notation of
// DmmOpHooks in Support/bridge.h), the verifier, and the runtime's entry.
// Operands, results and required attributes are in dialect/*.mlir.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_DIALECT_OPS_H
#define DMM_DIALECT_OPS_H

#include "Support/bridge.h"
#include "dmm-runtime/abi.h"

/// X(dialect, name, enumerator, assembly, effects, checks, runtime op,
/// summary). The verifier is dmm_verify_<name>; checks: whether it comes after
/// IRDL's checks (AFTER) or checks all by itself (ALONE). A buffer that may
/// keep some of its elements is both read and written. Runtime op: the entry is
/// dmm_rt_<name>_<element type>; -1 means that the lowering treats the op
/// apart.
#define DMM_OPS(X)                                                             \
  X(dmm, coord, DMM_OP_COORD, "->index", "", AFTER, -1,                        \
    "coordinate of this partition on a grid axis")                             \
  X(dmm, statements, DMM_OP_STATEMENTS, "a", "b", AFTER, -1,                   \
    "statement instances that this partition runs next")                       \
  X(dmm, broadcast, DMM_OP_BROADCAST, "async aa root(i)", "rw", AFTER,         \
    DMM_RT_BROADCAST, "the root's buffer to every member")                     \
  X(dmm, reduce, DMM_OP_REDUCE, "async aa loc(aa) root(i) sizes(s*)", "rbrb",  \
    ALONE, DMM_RT_REDUCE,                                                      \
    "all members' buffers combined, to the root or scattered")                 \
  X(dmm, all_reduce, DMM_OP_ALL_REDUCE, "async aa loc(aa)", "rwrw", ALONE,     \
    DMM_RT_ALL_REDUCE, "all members' buffers combined, to every member")       \
  X(dmm, scatter, DMM_OP_SCATTER, "async aa root(i) sizes(s*)", "rb", AFTER,   \
    DMM_RT_SCATTER, "the root's array to the home blocks of the members")      \
  X(dmm, gather, DMM_OP_GATHER, "async aa root(i) sizes(s*)", "rb", AFTER,     \
    DMM_RT_GATHER, "the home blocks of the members to one array")              \
  X(dmm, transpose, DMM_OP_TRANSPOSE, "async aa sizes(s*) symbols(i*)", "rb",  \
    AFTER, DMM_RT_TRANSPOSE,                                                   \
    "every member's box from the owners' home blocks")                         \
  X(dmm, wait, DMM_OP_WAIT, "a*", "b", ALONE, -1,                              \
    "end of operations that were started with async")                          \
  X(fabric, halo, DMM_OP_HALO, "async a sizes(s*)", "b", AFTER, DMM_RT_HALO,   \
    "ghost cells from the neighbours")                                         \
  X(fabric, shift, DMM_OP_SHIFT, "async aa", "rb", AFTER, DMM_RT_SHIFT,        \
    "each buffer to the partition at a distance along an axis")                \
  X(fabric, send, DMM_OP_SEND, "async a", "r", AFTER, DMM_RT_SEND,             \
    "a buffer to the partition at a distance")                                 \
  X(fabric, recv, DMM_OP_RECV, "async a", "b", AFTER, DMM_RT_RECV,             \
    "a buffer from the partition at a distance")

typedef enum DmmOp {
#define X(dialect, name, id, ...) id,
  DMM_OPS(X)
#undef X
      DMM_NUM_OPS
} DmmOp;

/// The row of an operation.
typedef struct DmmOpRow {
  DmmOpHooks hooks;    ///< with the full name
  const char *name;    ///< without the dialect
  int runtime_op;      ///< a DmmRtOp, or -1
  const char *summary; ///< one line
} DmmOpRow;

/// The row of `id`; never null.
const DmmOpRow *dmm_op_row(DmmOp id);

/// Which operation `op` is, or DMM_NUM_OPS if it is of another dialect.
DmmOp dmm_op_id(MlirOperation op);

#define X(dialect, name, ...) bool dmm_verify_##name(MlirOperation op);
DMM_OPS(X)
#undef X

#endif // DMM_DIALECT_OPS_H
