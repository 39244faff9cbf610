//===- emit_statements.c - Telling what a partition runs ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The virtual clock must go on between two messages by what runs there; where
// exactly does not count. So a loop without messages is told of as a whole.
//
//===----------------------------------------------------------------------===//

#include "Transforms/emit_statements.h"

static bool is_told_as_a_whole(const DmmNode *node) {
  return node->kind == DMM_NODE_LOOP && !dmm_node_holds_message(node);
}

static bool is_statement(const DmmNode *node) {
  return node->kind == DMM_NODE_STATEMENT;
}

/// The iterations of the loop: ceil(max(upper - lower, 0) / step).
static MlirValue emit_trips(DmmEmitter *e, const DmmInsertion *at,
                            const DmmNode *loop) {
  MlirValue first =
      dmm_emit_max(&e->scope, at, loop->lower.items, loop->lower.n);
  MlirValue end = dmm_emit_min(&e->scope, at, loop->upper.items, loop->upper.n);
  MlirValue length = dmm_emit_arith(at, "arith.subi", end, first);
  length = dmm_emit_arith(at, "arith.maxsi", length, dmm_emit_constant(at, 0));
  return loop->step == 1 ? length
                         : dmm_emit_arith(at, "arith.ceildivsi", length,
                                          dmm_emit_constant(at, loop->step));
}

void dmm_emit_loop_statements(DmmEmitter *e, const DmmInsertion *at,
                              const DmmNode *node) {
  int64_t n = 0;
  for (int i = 0; i < node->nchildren; ++i)
    n += is_statement(node->children[i]);
  if (!e->counts_statements || n == 0 || !is_told_as_a_whole(node))
    return;
  MlirValue count = emit_trips(e, at, node);
  if (n > 1)
    count = dmm_emit_arith(at, "arith.muli", count, dmm_emit_constant(at, n));
  dmm_build_statements(at, count);
}

void dmm_emit_child_statements(DmmEmitter *e, const DmmInsertion *at,
                               const DmmNode *node, int i) {
  bool is_first = is_statement(node->children[i]) &&
                  (i == 0 || !is_statement(node->children[i - 1]));
  if (!e->counts_statements || !is_first || is_told_as_a_whole(node))
    return;
  int64_t n = 0;
  while (i + n < node->nchildren && is_statement(node->children[i + n]))
    ++n;
  dmm_build_statements(at, dmm_emit_constant(at, n));
}
