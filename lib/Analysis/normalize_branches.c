//===- normalize_branches.c - Branches without results and without else ---===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = affine.if #s(%i) -> f64 { affine.yield %a } else { affine.yield %b }
// becomes
//   affine.if #s(%i) { affine.store %a, %cell[] }
//   affine.if #not_s(%i) { affine.store %b, %cell[] }
//   %r = affine.load %cell[]
//
//===----------------------------------------------------------------------===//

#include "Analysis/normalize_steps.h"

#include "Analysis/cells.h"
#include "Analysis/condition.h"
#include "Analysis/rewrite.h"

/// A branch that is replaced.
typedef struct Branch {
  MlirOperation op;
  MlirValue *cells; ///< one for each result
  const DmmInputs *in;
} Branch;

static void make_cells(DmmNormalizer *n, Branch *branch) {
  MlirOperation op = branch->op;
  intptr_t nresults = mlirOperationGetNumResults(op);
  branch->cells =
      dmm_arena_alloc(n->arena, (size_t)nresults * sizeof *branch->cells + 1);
  for (intptr_t i = 0; i < nresults; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    branch->cells[i] =
        dmm_cell_create(n->func, type, mlirOperationGetLocation(op));
  }
}

/// Whether the region does anything.
static bool is_empty(MlirOperation op, intptr_t region) {
  MlirBlock block = dmm_op_body(op, region);
  if (mlirBlockIsNull(block))
    return true;
  MlirOperation end = mlirBlockGetTerminator(block);
  return mlirOperationEqual(mlirBlockGetFirstOperation(block), end) &&
         mlirOperationGetNumOperands(end) == 0;
}

/// A copy of the region before `before`, its results stored in the cells.
static void copy_region(const Branch *branch, intptr_t region,
                        MlirOperation before) {
  MlirOperation copy = mlirOperationClone(branch->op);
  MlirBlock block = dmm_op_body(copy, region);
  MlirOperation end = mlirBlockGetTerminator(block);
  dmm_move_body(block, before);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    dmm_cell_store(mlirOperationGetOperand(end, i), branch->cells[i], before,
                   mlirOperationGetLocation(end));
  mlirOperationDestroy(copy);
}

static void emit_region(const Branch *branch, intptr_t region,
                        const DmmCondition *condition) {
  if (is_empty(branch->op, region))
    return;
  for (size_t i = 0; i < condition->n; ++i) {
    MlirOperation end =
        dmm_insert_if(branch->in, &condition->items[i], branch->op);
    if (!mlirOperationIsNull(end))
      copy_region(branch, region, end);
  }
}

static void read_cells(const Branch *branch) {
  MlirOperation op = branch->op;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    mlirValueReplaceAllUsesOfWith(
        mlirOperationGetResult(op, i),
        dmm_cell_load(branch->cells[i], op, mlirOperationGetLocation(op)));
}

static DmmOutcome replace_branch(DmmNormalizer *n, MlirOperation op,
                                 const DmmInputs *in,
                                 const DmmCondition *condition) {
  Branch branch = {.op = op, .in = in};
  DmmPlace place = dmm_place_before(op);
  DmmCondition otherwise = dmm_condition_not(in, condition);
  make_cells(n, &branch);
  emit_region(&branch, 0, condition);
  emit_region(&branch, 1, &otherwise);
  read_cells(&branch);
  mlirOperationDestroy(op);
  return dmm_replaced_from(n, place);
}

/// An scf.if without results in place of an affine.if that is not affine.
static DmmOutcome expand_branch(DmmNormalizer *n, MlirOperation op) {
  Branch branch = {.op = op};
  DmmPlace place = dmm_place_before(op);
  MlirLocation location = mlirOperationGetLocation(op);
  MlirValue condition = dmm_expand_condition(op);
  DmmDraft draft = {.name = "scf.if",
                    .location = location,
                    .operands = &condition,
                    .noperands = 1,
                    .nregions = 2};
  DmmDraft yield = {.name = "scf.yield", .location = location};
  make_cells(n, &branch);
  for (int region = 0; region < 2; ++region) {
    MlirBlock block = mlirBlockCreate(0, NULL, NULL);
    draft.regions[region] = mlirRegionCreate();
    mlirRegionAppendOwnedBlock(draft.regions[region], block);
    dmm_draft_append(&yield, block);
  }
  MlirOperation replacement = dmm_draft_insert(&draft, op);
  for (int region = 0; region < 2; ++region)
    if (!is_empty(op, region))
      copy_region(&branch, region,
                  mlirBlockGetTerminator(dmm_op_body(replacement, region)));
  read_cells(&branch);
  mlirOperationDestroy(op);
  return dmm_replaced_from(n, place);
}

DmmOutcome dmm_normalize_scf_if(DmmNormalizer *n, MlirOperation op) {
  DmmInputs in = dmm_normalizer_inputs(n);
  DmmCondition condition;
  if (!dmm_fits_cells(op) ||
      !dmm_condition_of_value(&in, mlirOperationGetOperand(op, 0), &condition))
    return DMM_KEPT;
  return replace_branch(n, op, &in, &condition);
}

DmmOutcome dmm_normalize_affine_if(DmmNormalizer *n, MlirOperation op) {
  DmmInputs in = dmm_normalizer_inputs(n);
  DmmCondition condition;
  if (!dmm_fits_cells(op))
    return DMM_KEPT;
  if (!dmm_condition_of_if(&in, op, &condition))
    return expand_branch(n, op);
  bool is_simple = !mlirOperationGetNumResults(op) && is_empty(op, 1) &&
                   mlirBlockIsNull(dmm_op_body(op, 1)) && condition.n == 1 &&
                   condition.items[0].n > 0;
  if (!is_simple)
    return replace_branch(n, op, &in, &condition);
  intptr_t noperands = 0;
  MlirValue *operands = dmm_affine_operands(&in, &noperands);
  mlirOperationSetOperands(op, noperands, operands);
  mlirOperationSetAttributeByName(
      op, mlirStringRefCreateFromCString("condition"),
      dmm_conjunction_attr(&in, &condition.items[0]));
  return DMM_KEPT;
}
