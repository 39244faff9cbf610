//===- normalize_steps.h - The steps of the normalizer --------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of a function are visited from the outermost to the innermost
// and in order of the text; each is rewritten by the rule for its name. What a
// rule looks at has been rewritten before: surrounding loops, and the
// definitions of operands.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_NORMALIZE_STEPS_H
#define DMM_ANALYSIS_NORMALIZE_STEPS_H

#include "Analysis/affine_value.h"

typedef struct DmmNormalizer {
  MlirOperation func;
  DmmArena *arena;
  MlirOperation resume; ///< the next op to visit after DMM_REPLACED
} DmmNormalizer;

typedef enum DmmOutcome {
  DMM_KEPT,     ///< the op is still there; its regions are to be visited
  DMM_REPLACED, ///< the op is gone, or moved; go on with `resume`
  DMM_FAILED,   ///< after a diagnostic
} DmmOutcome;

typedef DmmOutcome DmmRule(DmmNormalizer *n, MlirOperation op);

DmmRule dmm_normalize_affine_for, dmm_normalize_scf_for, dmm_normalize_parallel,
    dmm_normalize_affine_if, dmm_normalize_scf_if, dmm_normalize_load,
    dmm_normalize_store, dmm_normalize_copy, dmm_normalize_alloc,
    dmm_normalize_dealloc, dmm_normalize_dim, dmm_normalize_global,
    dmm_normalize_apply;

/// Empty inputs for expressions.
DmmInputs dmm_normalizer_inputs(const DmmNormalizer *n);

/// The place before an op, which outlives the op.
typedef struct DmmPlace {
  MlirBlock block;
  MlirOperation previous; ///< null at the start of the block
} DmmPlace;

DmmPlace dmm_place_before(MlirOperation op);

/// Ends a rule that replaced an op by new ones, to be visited from `place` on.
DmmOutcome dmm_replaced_from(DmmNormalizer *n, DmmPlace place);

/// Whether the results of the op can be kept in cells.
bool dmm_fits_cells(MlirOperation op);

/// What an affine.for runs over.
typedef struct DmmBounds {
  MlirAffineMap lower, upper;
  const MlirValue *lower_operands, *upper_operands;
  intptr_t nlower, nupper;
  int64_t step;
} DmmBounds;

/// The bounds of an affine.for as they are.
DmmBounds dmm_bounds_of(DmmArena *arena, MlirOperation loop);

/// Sets the lower or upper bounds to the list.
void dmm_bounds_set(DmmBounds *bounds, bool is_lower, const DmmInputs *in,
                    const DmmAffineList *list);

/// Creates an affine.for with an empty body before `before`.
MlirOperation dmm_insert_for(const DmmBounds *bounds, MlirLocation location,
                             MlirOperation before);

/// Rewrites an operation of affine, with an operand that is not affine, to scf
/// and memref: an affine.for without carried values; an affine.load (memref is
/// operand 0) or store (operand 1).
DmmOutcome dmm_expand_for(DmmNormalizer *n, MlirOperation op);
DmmOutcome dmm_expand_access(DmmNormalizer *n, MlirOperation op,
                             intptr_t memref);

/// The condition of such an affine.if as an i1, computed before it.
MlirValue dmm_expand_condition(MlirOperation op);

/// Inlines all calls of functions of the module. False after a diagnostic at a
/// call that cannot be inlined.
bool dmm_inline_calls(MlirOperation func);

#endif // DMM_ANALYSIS_NORMALIZE_STEPS_H
