//===- emit_statements.h - Telling what a partition runs ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_EMIT_STATEMENTS_H
#define DMM_TRANSFORMS_EMIT_STATEMENTS_H

#include "Transforms/emit_exchange.h"

/// With the emitter's counts_statements: tells, in front of a loop without
/// messages, of the statements that are its children, and of those that are
/// children of other nodes, in front of each run of them. Call both where the
/// node, or child number `i` of `node`, is about to be emitted.
void dmm_emit_loop_statements(DmmEmitter *e, const DmmInsertion *at,
                              const DmmNode *node);
void dmm_emit_child_statements(DmmEmitter *e, const DmmInsertion *at,
                               const DmmNode *node, int i);

#endif // DMM_TRANSFORMS_EMIT_STATEMENTS_H
