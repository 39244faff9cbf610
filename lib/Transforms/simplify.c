//===- simplify.c - Fewer messages ----------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites on programs for all partitions. What they do to messages, all
// members of a group do alike, for they run the same program:
//
//   reduce %a, %t to a root; broadcast %t, %b from it  -> all_reduce %a, %b
//   gather %h, %w; scatter %w, %g by the same layout   -> gather; copy %h, %g
//   gather %h, %w to a root; broadcast %w, %b from it  -> gather %h, %b
//   a collective into buffers that are never read      -> nothing
//   a message over axes of one partition               -> a copy, or nothing
//   all_reduce %a, %b; all_reduce %c, %d               -> one of a packed
//   buffer
//
// The exact conditions are stated at each rewrite (simplify_pairs.c,
// simplify_dead.c, simplify_merge.c). They have in common: buffers are the same
// if they are the same value, and apart if they are different allocations; what
// is neither stops a rewrite. So does, between two messages, an op whose
// effects are not known, or that has a region. A message with async is left as
// it is.
//
// Requires: a grid (dmm.grid) for the rewrites that depend on it.
// Guarantees: the same values in all buffers that are read, to the bit.
// Diagnostics: options that do not parse.
//
//===----------------------------------------------------------------------===//

#include "Transforms/simplify.h"

#include "Support/diag.h"
#include "Transforms/passes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The table of rewrites
//===----------------------------------------------------------------------===//

/// A rewrite, and the ops it is tried on, as bits. Of two rewrites of an op the
/// one of the higher benefit is tried first.
typedef struct RewriteRow {
  DmmSimplifyRewrite *rewrite;
  unsigned ops;
  unsigned benefit;
} RewriteRow;

enum {
  COLLECTIVES = 1u << DMM_OP_BROADCAST | 1u << DMM_OP_REDUCE |
                1u << DMM_OP_ALL_REDUCE | 1u << DMM_OP_SCATTER |
                1u << DMM_OP_GATHER | 1u << DMM_OP_TRANSPOSE |
                1u << DMM_OP_HALO | 1u << DMM_OP_SHIFT,
  HAND_OFFS = 1u << DMM_OP_SEND | 1u << DMM_OP_RECV,
};

static const RewriteRow rewrite_rows[] = {
    {dmm_simplify_dead, COLLECTIVES, 6},
    {dmm_simplify_alone, COLLECTIVES | HAND_OFFS, 5},
    {dmm_simplify_gather_scatter, 1u << DMM_OP_GATHER, 4},
    {dmm_simplify_gather_broadcast, 1u << DMM_OP_GATHER, 3},
    {dmm_simplify_reduce_broadcast, 1u << DMM_OP_REDUCE, 2},
    {dmm_simplify_merge, 1u << DMM_OP_ALL_REDUCE | 1u << DMM_OP_BROADCAST, 1},
};

enum { NUM_ROWS = sizeof(rewrite_rows) / sizeof(rewrite_rows[0]) };

/// What a pattern is given.
typedef struct PatternData {
  DmmSimplify *simplify;
  DmmSimplifyRewrite *rewrite;
} PatternData;

static MlirLogicalResult match_and_rewrite(MlirRewritePattern pattern,
                                           MlirOperation op,
                                           MlirPatternRewriter rewriter,
                                           void *data) {
  (void)pattern;
  const PatternData *d = data;
  d->simplify->rewriter = mlirPatternRewriterAsBase(rewriter);
  return !dmm_op_is_async(op) && d->rewrite(d->simplify, op)
             ? mlirLogicalResultSuccess()
             : mlirLogicalResultFailure();
}

static void add_patterns(MlirRewritePatternSet set, const RewriteRow *row,
                         PatternData *data) {
  MlirRewritePatternCallbacks callbacks = {.matchAndRewrite =
                                               match_and_rewrite};
  for (int id = 0; id < DMM_NUM_OPS; ++id) {
    const char *name = dmm_op_row((DmmOp)id)->hooks.name;
    if (row->ops >> id & 1)
      mlirRewritePatternSetAdd(
          set, mlirOpRewritePatternCreate(mlirStringRefCreateFromCString(name),
                                          row->benefit, data->simplify->context,
                                          callbacks, data, 0, NULL));
  }
}

/// Each rewrite leaves fewer messages, so they come to an end.
static MlirGreedyRewriteDriverConfig create_config(void) {
  MlirGreedyRewriteDriverConfig config = mlirGreedyRewriteDriverConfigCreate();
  mlirGreedyRewriteDriverConfigSetMaxIterations(config, -1);
  mlirGreedyRewriteDriverConfigSetUseTopDownTraversal(config, true);
  mlirGreedyRewriteDriverConfigEnableFolding(config, false);
  mlirGreedyRewriteDriverConfigEnableConstantCSE(config, false);
  mlirGreedyRewriteDriverConfigSetRegionSimplificationLevel(
      config, MLIR_GREEDY_SIMPLIFY_REGION_LEVEL_DISABLED);
  return config;
}

static bool simplify(DmmSimplify *s, MlirOperation module) {
  PatternData data[NUM_ROWS];
  MlirRewritePatternSet set = mlirRewritePatternSetCreate(s->context);
  for (int i = 0; i < NUM_ROWS; ++i) {
    data[i] = (PatternData){s, rewrite_rows[i].rewrite};
    add_patterns(set, &rewrite_rows[i], &data[i]);
  }
  MlirFrozenRewritePatternSet frozen = mlirFreezeRewritePattern(set);
  MlirGreedyRewriteDriverConfig config = create_config();
  MlirLogicalResult result =
      mlirApplyPatternsAndFoldGreedilyWithOp(module, frozen, config);
  mlirGreedyRewriteDriverConfigDestroy(config);
  mlirFrozenRewritePatternSetDestroy(frozen);
  mlirRewritePatternSetDestroy(set);
  return mlirLogicalResultIsSuccess(result);
}

//===----------------------------------------------------------------------===//
// New ops
//===----------------------------------------------------------------------===//

void dmm_replace_message(DmmSimplify *s, MlirOperation old, DmmOp id,
                         intptr_t n, const MlirValue *operands,
                         MlirOperation from, const char *const *attributes) {
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString(dmm_op_row(id)->hooks.name),
      mlirOperationGetLocation(old));
  mlirOperationStateAddOperands(&state, n, operands);
  for (; *attributes; ++attributes) {
    MlirAttribute value = dmm_op_attr(from, *attributes);
    if (mlirAttributeIsNull(value))
      continue;
    MlirNamedAttribute named = mlirNamedAttributeGet(
        mlirIdentifierGet(s->context,
                          mlirStringRefCreateFromCString(*attributes)),
        value);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  mlirRewriterBaseSetInsertionPointBefore(s->rewriter, old);
  mlirRewriterBaseInsert(s->rewriter, mlirOperationCreate(&state));
  mlirRewriterBaseEraseOp(s->rewriter, old);
}

void dmm_insert_copy(DmmSimplify *s, MlirOperation op, MlirValue src,
                     MlirValue dst) {
  if (mlirValueEqual(src, dst))
    return;
  MlirValue operands[] = {src, dst};
  MlirOperationState state =
      mlirOperationStateGet(mlirStringRefCreateFromCString("memref.copy"),
                            mlirOperationGetLocation(op));
  mlirOperationStateAddOperands(&state, 2, operands);
  mlirRewriterBaseSetInsertionPointBefore(s->rewriter, op);
  mlirRewriterBaseInsert(s->rewriter, mlirOperationCreate(&state));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool read_merge_words(MlirOperation module,
                             const DmmPassOptions *options, int64_t *words) {
  const char *value = dmm_pass_option(options, "merge-words");
  char *end;
  errno = 0;
  long long n = strtoll(value, &end, 10);
  *words = n;
  if (end != value && !*end && !errno && n >= 0 && n <= DMM_MAX_MERGE_WORDS)
    return true;
  dmm_diag(mlirOperationGetLocation(module), DMM_ERROR,
           "the option merge-words is '%s': it takes a number of words from 0 "
           "to %d",
           value, DMM_MAX_MERGE_WORDS);
  return false;
}

bool dmm_simplify_run(MlirOperation module, const DmmPassOptions *options) {
  DmmSimplify s = {.context = mlirOperationGetContext(module)};
  bool on;
  if (!dmm_pass_switch(module, options, "simplify", &on) ||
      !read_merge_words(module, options, &s.merge_words))
    return false;
  if (!on)
    return true;
  s.arena = dmm_arena_create();
  bool ok = simplify(&s, module);
  dmm_arena_destroy(s.arena);
  return ok;
}
