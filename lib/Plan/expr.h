//===- expr.h - Quasi-affine expressions ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building and reading the expressions of a plan (DmmExpr). Every expression is
// immutable and lives in the arena that it was built in.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_EXPR_H
#define DMM_PLAN_EXPR_H

#include "Plan/plan.h"

DmmExpr dmm_expr_const(DmmArena *arena, int64_t value);
DmmExpr dmm_expr_var(DmmArena *arena, int var);

/// a op b, folded where both are constants and for the neutral elements of
/// addition and multiplication.
DmmExpr dmm_expr_binary(DmmArena *arena, DmmExprOp op, DmmExpr a, DmmExpr b);

/// factor * a + b.
DmmExpr dmm_expr_linear(DmmArena *arena, int64_t factor, DmmExpr a, DmmExpr b);

/// Whether the expression is a constant; if so, writes it.
bool dmm_expr_is_const(DmmExpr expr, int64_t *value);

/// Whether both are the same words: equal expressions that were built the same
/// way are.
bool dmm_expr_equal(DmmExpr a, DmmExpr b);

/// Whether the variable occurs.
bool dmm_expr_uses(DmmExpr expr, int var);

/// Whether a loop index occurs, of a loop other than the `n` whose variables
/// are in `ivs`.
bool dmm_expr_uses_other_ivs(const DmmPlan *plan, DmmExpr expr, const int *ivs,
                             int n);

/// Appends an expression to a list.
void dmm_expr_list_push(DmmArena *arena, DmmExprList *list, DmmExpr expr);

/// The value of the expression, and the largest and the smallest value of a
/// list (INT64_MIN and INT64_MAX if it is empty), where variable v is vars[v].
int64_t dmm_expr_value(DmmExpr expr, const int64_t *vars);
int64_t dmm_expr_list_max(const DmmExprList *list, const int64_t *vars);
int64_t dmm_expr_list_min(const DmmExprList *list, const int64_t *vars);

#endif // DMM_PLAN_EXPR_H
