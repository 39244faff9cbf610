//===- condition.c - Conditions as disjoint integer sets ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/condition.h"

#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IntegerSet.h"

/// A condition of more conjunctions is not taken apart.
enum { MAX_CONJUNCTIONS = 32 };

//===----------------------------------------------------------------------===//
// Algebra
//===----------------------------------------------------------------------===//

/// Whether a + factor * b is a constant, and which.
static bool differ_by(const DmmInputs *in, MlirAffineExpr a, MlirAffineExpr b,
                      int64_t factor, int64_t *constant) {
  MlirAffineExpr sum = dmm_affine_simplify(
      in, mlirAffineAddExprGet(
              a, mlirAffineMulExprGet(b, dmm_affine_constant(in, factor))));
  if (!mlirAffineExprIsAConstant(sum))
    return false;
  *constant = mlirAffineConstantExprGetValue(sum);
  return true;
}

/// What a constraint says beside one that is there already.
typedef enum Verdict { INDEPENDENT, IMPLIED, CONTRADICTED, TIGHTER } Verdict;

static Verdict judge(const DmmInputs *in, const DmmConstraint *old,
                     const DmmConstraint *added) {
  int64_t c = 0;
  if (differ_by(in, added->expr, old->expr, -1, &c)) { // added = old + c
    if (old->is_equality)
      return (added->is_equality ? c == 0 : c >= 0) ? IMPLIED : CONTRADICTED;
    if (added->is_equality)
      return c > 0 ? CONTRADICTED : TIGHTER;
    return c >= 0 ? IMPLIED : TIGHTER;
  }
  if (differ_by(in, added->expr, old->expr, 1, &c)) { // added = c - old
    if (old->is_equality)
      return (added->is_equality ? c == 0 : c >= 0) ? IMPLIED : CONTRADICTED;
    return c < 0 ? CONTRADICTED : added->is_equality ? TIGHTER : INDEPENDENT;
  }
  return INDEPENDENT;
}

/// Whether nothing is to be added any more: the constraint is implied by one
/// that is there, or has taken its place.
static bool absorb(const DmmInputs *in, DmmConjunction *conjunction,
                   const DmmConstraint *added) {
  for (size_t i = 0; i < conjunction->n; ++i) {
    Verdict verdict = judge(in, &conjunction->items[i], added);
    if (verdict == CONTRADICTED)
      conjunction->items[i] =
          (DmmConstraint){dmm_affine_constant(in, -1), false};
    else if (verdict == TIGHTER)
      conjunction->items[i] = *added;
    if (verdict != INDEPENDENT)
      return true;
  }
  return false;
}

void dmm_conjunction_push(const DmmInputs *in, DmmConjunction *conjunction,
                          MlirAffineExpr expr, bool is_equality) {
  DmmInterval range = dmm_affine_interval(in, expr);
  if (range.least >= 0 && (!is_equality || range.greatest == 0))
    return;
  if (range.greatest < 0 || (is_equality && range.least > 0))
    expr = dmm_affine_constant(in, -1);
  DmmConstraint added = {dmm_affine_simplify(in, expr), is_equality};
  if (absorb(in, conjunction, &added))
    return;
  conjunction->items =
      dmm_arena_push(in->arena, conjunction->items, conjunction->n,
                     sizeof *conjunction->items);
  conjunction->items[conjunction->n++] = added;
}

static DmmConjunction copy(const DmmInputs *in, const DmmConjunction *from) {
  DmmConjunction result = {0};
  for (size_t i = 0; i < from->n; ++i)
    dmm_conjunction_push(in, &result, from->items[i].expr,
                         from->items[i].is_equality);
  return result;
}

static DmmConjunction join(const DmmInputs *in, const DmmConjunction *a,
                           const DmmConjunction *b) {
  DmmConjunction result = copy(in, a);
  for (size_t i = 0; i < b->n; ++i)
    dmm_conjunction_push(in, &result, b->items[i].expr,
                         b->items[i].is_equality);
  return result;
}

/// Whether one of the constraints is a constant: it does not hold then.
static bool never_holds(const DmmConjunction *conjunction) {
  for (size_t i = 0; i < conjunction->n; ++i)
    if (mlirAffineExprIsAConstant(conjunction->items[i].expr))
      return true;
  return false;
}

static void push(const DmmInputs *in, DmmCondition *condition,
                 DmmConjunction conjunction) {
  if (never_holds(&conjunction))
    return;
  condition->items = dmm_arena_push(in->arena, condition->items, condition->n,
                                    sizeof *condition->items);
  condition->items[condition->n++] = conjunction;
}

static DmmCondition always(const DmmInputs *in) {
  DmmCondition result = {0};
  push(in, &result, (DmmConjunction){0});
  return result;
}

static DmmCondition both(const DmmInputs *in, const DmmCondition *a,
                         const DmmCondition *b) {
  DmmCondition result = {0};
  for (size_t i = 0; i < a->n; ++i)
    for (size_t j = 0; j < b->n; ++j)
      push(in, &result, join(in, &a->items[i], &b->items[j]));
  return result;
}

/// factor * expr - 1
static MlirAffineExpr beyond(const DmmInputs *in, MlirAffineExpr expr,
                             int64_t factor) {
  return mlirAffineAddExprGet(
      mlirAffineMulExprGet(expr, dmm_affine_constant(in, factor)),
      dmm_affine_constant(in, -1));
}

/// Where the constraints before the first one that fails hold, and it fails.
static DmmCondition not_conjunction(const DmmInputs *in,
                                    const DmmConjunction *conjunction) {
  DmmCondition result = {0};
  for (size_t i = 0; i < conjunction->n; ++i) {
    DmmConjunction before = {conjunction->items, i};
    const DmmConstraint *c = &conjunction->items[i];
    DmmConjunction fails = copy(in, &before);
    dmm_conjunction_push(in, &fails, beyond(in, c->expr, -1), false);
    push(in, &result, fails);
    if (!c->is_equality)
      continue;
    fails = copy(in, &before);
    dmm_conjunction_push(in, &fails, beyond(in, c->expr, 1), false);
    push(in, &result, fails);
  }
  return result;
}

DmmCondition dmm_condition_not(const DmmInputs *in,
                               const DmmCondition *condition) {
  DmmCondition result = always(in);
  for (size_t i = 0; i < condition->n; ++i) {
    DmmCondition fails = not_conjunction(in, &condition->items[i]);
    result = both(in, &result, &fails);
  }
  return result;
}

/// a, or b where a does not hold.
static DmmCondition either(const DmmInputs *in, const DmmCondition *a,
                           const DmmCondition *b) {
  DmmCondition result = {0};
  DmmCondition fails = dmm_condition_not(in, a);
  DmmCondition rest = both(in, &fails, b);
  for (size_t i = 0; i < a->n; ++i)
    push(in, &result, a->items[i]);
  for (size_t i = 0; i < rest.n; ++i)
    push(in, &result, rest.items[i]);
  return result;
}

//===----------------------------------------------------------------------===//
// Of values
//===----------------------------------------------------------------------===//

/// The predicates of arith.cmpi, in order.
enum { EQ, NE, SLT, SLE, SGT, SGE, ULT, ULE, UGT, UGE };

static MlirAffineExpr difference(const DmmInputs *in, MlirAffineExpr a,
                                 MlirAffineExpr b, int64_t offset) {
  MlirAffineExpr minus_b = mlirAffineMulExprGet(b, dmm_affine_constant(in, -1));
  return mlirAffineAddExprGet(mlirAffineAddExprGet(a, minus_b),
                              dmm_affine_constant(in, offset));
}

static DmmCondition comparison(const DmmInputs *in, int64_t predicate,
                               MlirAffineExpr a, MlirAffineExpr b) {
  DmmConjunction holds = {0};
  DmmCondition result = {0};
  switch (predicate) {
  case EQ:
  case NE:
    dmm_conjunction_push(in, &holds, difference(in, a, b, 0), true);
    break;
  case SLT:
  case ULT:
    dmm_conjunction_push(in, &holds, difference(in, b, a, -1), false);
    break;
  case SLE:
  case ULE:
    dmm_conjunction_push(in, &holds, difference(in, b, a, 0), false);
    break;
  case SGT:
  case UGT:
    dmm_conjunction_push(in, &holds, difference(in, a, b, -1), false);
    break;
  default:
    dmm_conjunction_push(in, &holds, difference(in, a, b, 0), false);
  }
  push(in, &result, holds);
  return predicate == NE ? dmm_condition_not(in, &result) : result;
}

static bool of_comparison(DmmInputs *in, MlirOperation op,
                          DmmCondition *result) {
  int64_t predicate = 0;
  MlirAffineExpr a, b;
  if (!dmm_op_int(op, "predicate", &predicate) ||
      !dmm_affine_of_value(in, mlirOperationGetOperand(op, 0), &a) ||
      !dmm_affine_of_value(in, mlirOperationGetOperand(op, 1), &b))
    return false;
  // As unsigned numbers, negative ones are large.
  if (predicate >= ULT && (dmm_affine_interval(in, a).least < 0 ||
                           dmm_affine_interval(in, b).least < 0))
    return false;
  *result = comparison(in, predicate, a, b);
  return true;
}

static bool of_junction(DmmInputs *in, MlirOperation op, DmmCondition *result) {
  DmmCondition a, b;
  if (!dmm_condition_of_value(in, mlirOperationGetOperand(op, 0), &a) ||
      !dmm_condition_of_value(in, mlirOperationGetOperand(op, 1), &b))
    return false;
  if (dmm_op_is(op, "arith.andi")) {
    *result = both(in, &a, &b);
  } else if (dmm_op_is(op, "arith.ori")) {
    *result = either(in, &a, &b);
  } else {
    DmmCondition not_a = dmm_condition_not(in, &a);
    DmmCondition not_b = dmm_condition_not(in, &b);
    DmmCondition only_a = both(in, &a, &not_b);
    DmmCondition only_b = both(in, &not_a, &b);
    *result = either(in, &only_a, &only_b);
  }
  return result->n <= MAX_CONJUNCTIONS;
}

bool dmm_condition_of_value(DmmInputs *in, MlirValue value,
                            DmmCondition *result) {
  MlirType type = mlirValueGetType(value);
  if (mlirValueIsABlockArgument(value) || !mlirTypeIsAInteger(type) ||
      mlirIntegerTypeGetWidth(type) != 1)
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  int64_t constant = 0;
  if (dmm_op_is(op, "arith.constant") && dmm_op_int(op, "value", &constant)) {
    *result = constant ? always(in) : (DmmCondition){0};
    return true;
  }
  if (dmm_op_is(op, "arith.cmpi") || dmm_op_is(op, "index.cmp"))
    return of_comparison(in, op, result);
  return (dmm_op_is(op, "arith.andi") || dmm_op_is(op, "arith.ori") ||
          dmm_op_is(op, "arith.xori")) &&
         of_junction(in, op, result);
}

bool dmm_condition_of_if(DmmInputs *in, MlirOperation op,
                         DmmCondition *result) {
  MlirIntegerSet set = mlirIntegerSetAttrGetValue(dmm_op_attr(op, "condition"));
  DmmConjunction holds = {0};
  for (intptr_t i = 0; i < mlirIntegerSetGetNumConstraints(set); ++i) {
    MlirAffineExpr expr;
    if (!dmm_affine_of_expr(in, mlirIntegerSetGetConstraint(set, i), op, 0,
                            mlirIntegerSetGetNumDims(set), &expr))
      return false;
    dmm_conjunction_push(in, &holds, expr,
                         mlirIntegerSetIsConstraintEq(set, i));
  }
  *result = (DmmCondition){0};
  push(in, result, holds);
  return true;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

MlirAttribute dmm_conjunction_attr(const DmmInputs *in,
                                   const DmmConjunction *conjunction) {
  size_t n = conjunction->n;
  MlirAffineExpr *exprs = dmm_arena_alloc(in->arena, n * sizeof *exprs + 1);
  bool *equalities = dmm_arena_alloc(in->arena, n + 1);
  for (size_t i = 0; i < n; ++i) {
    exprs[i] = conjunction->items[i].expr;
    equalities[i] = conjunction->items[i].is_equality;
  }
  return mlirIntegerSetAttrGet(mlirIntegerSetGet(
      mlirOperationGetContext(in->func), (intptr_t)in->ndims,
      (intptr_t)in->nsymbols, (intptr_t)n, exprs, equalities));
}

MlirOperation dmm_insert_if(const DmmInputs *in,
                            const DmmConjunction *conjunction,
                            MlirOperation before) {
  if (never_holds(conjunction))
    return (MlirOperation){NULL};
  if (!conjunction->n)
    return before;
  DmmDraft draft = {.name = "affine.if",
                    .location = mlirOperationGetLocation(before)};
  draft.operands = dmm_affine_operands(in, &draft.noperands);
  dmm_draft_attribute(&draft, "condition",
                      dmm_conjunction_attr(in, conjunction));
  draft.regions[0] = dmm_create_branch(draft.location);
  draft.regions[1] = mlirRegionCreate();
  draft.nregions = 2;
  return mlirBlockGetTerminator(
      dmm_op_body(dmm_draft_insert(&draft, before), 0));
}
