//===- normalize.c - Bring functions into a normal form -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/normalize.h"

#include "Analysis/normalize_steps.h"
#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Analysis/views.h"
#include "Dialect/access.h"
#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// What the rules share
//===----------------------------------------------------------------------===//

DmmInputs dmm_normalizer_inputs(const DmmNormalizer *n) {
  return (DmmInputs){.func = n->func, .arena = n->arena};
}

DmmPlace dmm_place_before(MlirOperation op) {
  DmmPlace place = {mlirOperationGetBlock(op), {NULL}};
  for (MlirOperation other = mlirBlockGetFirstOperation(place.block);
       !mlirOperationEqual(other, op);
       other = mlirOperationGetNextInBlock(other))
    place.previous = other;
  return place;
}

DmmOutcome dmm_replaced_from(DmmNormalizer *n, DmmPlace place) {
  n->resume = mlirOperationIsNull(place.previous)
                  ? mlirBlockGetFirstOperation(place.block)
                  : mlirOperationGetNextInBlock(place.previous);
  return DMM_REPLACED;
}

bool dmm_fits_cells(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    if (!mlirTypeIsAIndex(type) && !mlirTypeIsAInteger(type) &&
        !mlirTypeIsAFloat(type) && !mlirTypeIsAComplex(type))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

typedef struct RuleRow {
  const char *name;
  DmmRule *rule;
} RuleRow;

static const RuleRow rule_rows[] = {
    {"affine.apply", dmm_normalize_apply},
    {"affine.for", dmm_normalize_affine_for},
    {"affine.if", dmm_normalize_affine_if},
    {"affine.load", dmm_normalize_load},
    {"affine.max", dmm_normalize_apply},
    {"affine.min", dmm_normalize_apply},
    {"affine.parallel", dmm_normalize_parallel},
    {"affine.store", dmm_normalize_store},
    {"memref.alloc", dmm_normalize_alloc},
    {"memref.alloca", dmm_normalize_alloc},
    {"memref.copy", dmm_normalize_copy},
    {"memref.dealloc", dmm_normalize_dealloc},
    {"memref.dim", dmm_normalize_dim},
    {"memref.get_global", dmm_normalize_global},
    {"memref.load", dmm_normalize_load},
    {"memref.store", dmm_normalize_store},
    {"scf.for", dmm_normalize_scf_for},
    {"scf.if", dmm_normalize_scf_if},
};

static DmmOutcome apply_rule(DmmNormalizer *n, MlirOperation op) {
  for (size_t i = 0; i < sizeof rule_rows / sizeof *rule_rows; ++i)
    if (dmm_op_is(op, rule_rows[i].name))
      return rule_rows[i].rule(n, op);
  if (!dmm_op_in_dialect(op, "linalg"))
    return DMM_KEPT;
  dmm_op_error(op, "must be lowered to loops first: run "
                   "--convert-linalg-to-affine-loops");
  return DMM_FAILED;
}

static bool visit_block(DmmNormalizer *n, MlirBlock block);

static bool visit_regions(DmmNormalizer *n, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); ++i)
    for (MlirBlock block = dmm_op_body(op, i); !mlirBlockIsNull(block);
         block = mlirBlockGetNextInRegion(block))
      if (!visit_block(n, block))
        return false;
  return true;
}

static bool visit_block(DmmNormalizer *n, MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  while (!mlirOperationIsNull(op)) {
    DmmOutcome outcome = apply_rule(n, op);
    if (outcome == DMM_FAILED || (outcome == DMM_KEPT && !visit_regions(n, op)))
      return false;
    op = outcome == DMM_REPLACED ? n->resume : mlirOperationGetNextInBlock(op);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What is left without a use
//===----------------------------------------------------------------------===//

static MlirWalkResult collect(MlirOperation op, void *data) {
  dmm_ops_push(data, op);
  return MlirWalkResultAdvance;
}

static bool is_erasable(MlirOperation op) {
  return dmm_scop_is_pure(op) || dmm_is_view(op) ||
         dmm_op_is(op, "affine.load") || dmm_op_is(op, "memref.load") ||
         dmm_op_is(op, "memref.dim") || dmm_op_is(op, "memref.get_global");
}

static void erase_unused(DmmNormalizer *n) {
  DmmOps list = {.arena = n->arena};
  mlirOperationWalk(n->func, collect, &list, MlirWalkPreOrder);
  for (size_t i = list.n; i-- > 0;)
    if (is_erasable(list.items[i]) && !dmm_has_uses(list.items[i]))
      mlirOperationDestroy(list.items[i]);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool has_one_block(MlirOperation func) {
  MlirBlock body = dmm_op_body(func, 0);
  return !mlirBlockIsNull(body) &&
         mlirBlockIsNull(mlirBlockGetNextInRegion(body));
}

/// Within a pass they are loaded already.
static void load_dialects(MlirContext context) {
  static const char *const names[] = {"affine", "arith", "memref", "scf"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    mlirContextGetOrLoadDialect(context,
                                mlirStringRefCreateFromCString(names[i]));
}

static bool normalize_body(MlirOperation func) {
  if (!has_one_block(func))
    return true;
  load_dialects(mlirOperationGetContext(func));
  DmmNormalizer n = {.func = func, .arena = dmm_arena_create()};
  bool ok = visit_block(&n, dmm_op_body(func, 0));
  if (ok)
    erase_unused(&n);
  dmm_arena_destroy(n.arena);
  return ok;
}

bool dmm_normalize(MlirOperation func) {
  return dmm_inline_calls(func) && normalize_body(func);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static bool is_to_do(MlirOperation op) {
  return dmm_op_is(op, "func.func") && !mlirBlockIsNull(dmm_op_body(op, 0)) &&
         mlirAttributeIsNull(dmm_op_attr(op, "dmm.spmd"));
}

static DmmOps functions_to_do(MlirOperation module, DmmArena *arena) {
  DmmOps list = {.arena = arena};
  MlirOperation op = mlirBlockGetFirstOperation(dmm_op_body(module, 0));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (is_to_do(op))
      collect(op, &list);
  return list;
}

typedef struct Search {
  MlirStringRef name;
  bool found;
} Search;

static MlirWalkResult find_reference(MlirOperation op, void *data) {
  Search *search = data;
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i) {
    MlirAttribute value = mlirOperationGetAttribute(op, i).attribute;
    if (mlirAttributeIsAFlatSymbolRef(value) &&
        mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(value), search->name))
      search->found = true;
  }
  return search->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool is_referenced(MlirOperation func) {
  Search search = {mlirStringAttrGetValue(dmm_op_attr(func, "sym_name")),
                   false};
  mlirOperationWalk(mlirOperationGetParentOperation(func), find_reference,
                    &search, MlirWalkPreOrder);
  return search.found;
}

static bool is_private(MlirOperation func) {
  MlirAttribute visibility = dmm_op_attr(func, "sym_visibility");
  return !mlirAttributeIsNull(visibility) &&
         mlirStringRefEqual(mlirStringAttrGetValue(visibility),
                            mlirStringRefCreateFromCString("private"));
}

static bool normalize_all(MlirOperation module, DmmArena *arena) {
  DmmOps all = functions_to_do(module, arena);
  DmmOps called = {.arena = arena};
  for (size_t i = 0; i < all.n; ++i)
    if (is_private(all.items[i]) && is_referenced(all.items[i]))
      collect(all.items[i], &called);
  for (size_t i = 0; i < all.n; ++i)
    if (!dmm_inline_calls(all.items[i]))
      return false;
  for (size_t i = 0; i < called.n; ++i)
    if (!is_referenced(called.items[i]))
      mlirOperationDestroy(called.items[i]);
  all = functions_to_do(module, arena);
  for (size_t i = 0; i < all.n; ++i)
    if (!normalize_body(all.items[i]))
      return false;
  return true;
}

bool dmm_normalize_module(MlirOperation module) {
  DmmArena *arena = dmm_arena_create();
  bool ok = normalize_all(module, arena);
  dmm_arena_destroy(arena);
  return ok;
}
