//===- expr.c - Quasi-affine expressions ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"

#include <string.h>

static DmmExpr from_words(DmmArena *arena, const int64_t *words, int64_t n) {
  return (DmmExpr){dmm_arena_copy(arena, words, (size_t)n * sizeof *words), n};
}

DmmExpr dmm_expr_const(DmmArena *arena, int64_t value) {
  return from_words(arena, (int64_t[]){DMM_EXPR_CONST, value}, 2);
}

DmmExpr dmm_expr_var(DmmArena *arena, int var) {
  return from_words(arena, (int64_t[]){DMM_EXPR_VAR, var}, 2);
}

bool dmm_expr_is_const(DmmExpr expr, int64_t *value) {
  if (expr.n != 2 || expr.code[0] != DMM_EXPR_CONST)
    return false;
  *value = expr.code[1];
  return true;
}

static bool is_value(DmmExpr expr, int64_t value) {
  int64_t found;
  return dmm_expr_is_const(expr, &found) && found == value;
}

/// Whether `a op b` is `a`.
static bool is_right_neutral(DmmExprOp op, DmmExpr b) {
  return is_value(b, op == DMM_EXPR_ADD ? 0 : 1) && op != DMM_EXPR_MOD;
}

DmmExpr dmm_expr_binary(DmmArena *arena, DmmExprOp op, DmmExpr a, DmmExpr b) {
  int64_t x, y;
  if (dmm_expr_is_const(a, &x) && dmm_expr_is_const(b, &y))
    return dmm_expr_const(arena, dmm_expr_apply(op, x, y));
  if (is_right_neutral(op, b))
    return a;
  if ((op == DMM_EXPR_ADD || op == DMM_EXPR_MUL) && is_right_neutral(op, a))
    return b;
  if (op == DMM_EXPR_MUL && (is_value(a, 0) || is_value(b, 0)))
    return dmm_expr_const(arena, 0);
  int64_t n = a.n + b.n + 1;
  int64_t *code = dmm_arena_alloc(arena, (size_t)n * sizeof *code);
  memcpy(code, a.code, (size_t)a.n * sizeof *code);
  memcpy(code + a.n, b.code, (size_t)b.n * sizeof *code);
  code[n - 1] = op;
  return (DmmExpr){code, n};
}

DmmExpr dmm_expr_linear(DmmArena *arena, int64_t factor, DmmExpr a, DmmExpr b) {
  DmmExpr scaled =
      dmm_expr_binary(arena, DMM_EXPR_MUL, a, dmm_expr_const(arena, factor));
  return dmm_expr_binary(arena, DMM_EXPR_ADD, scaled, b);
}

bool dmm_expr_equal(DmmExpr a, DmmExpr b) {
  return a.n == b.n && !memcmp(a.code, b.code, (size_t)a.n * sizeof *a.code);
}

/// The index of the next word that starts an operand or operation after i.
static int64_t next_word(DmmExpr expr, int64_t i) {
  bool has_argument =
      expr.code[i] == DMM_EXPR_CONST || expr.code[i] == DMM_EXPR_VAR;
  return i + (has_argument ? 2 : 1);
}

bool dmm_expr_uses(DmmExpr expr, int var) {
  for (int64_t i = 0; i < expr.n; i = next_word(expr, i))
    if (expr.code[i] == DMM_EXPR_VAR && expr.code[i + 1] == var)
      return true;
  return false;
}

static bool contains(const int *items, int n, int64_t item) {
  for (int i = 0; i < n; ++i)
    if (items[i] == item)
      return true;
  return false;
}

bool dmm_expr_uses_other_ivs(const DmmPlan *plan, DmmExpr expr, const int *ivs,
                             int n) {
  for (int64_t i = 0; i < expr.n; i = next_word(expr, i))
    if (expr.code[i] == DMM_EXPR_VAR &&
        plan->vars[expr.code[i + 1]].kind == DMM_VAR_IV &&
        !contains(ivs, n, expr.code[i + 1]))
      return true;
  return false;
}

void dmm_expr_list_push(DmmArena *arena, DmmExprList *list, DmmExpr expr) {
  list->items =
      dmm_arena_push(arena, list->items, (size_t)list->n, sizeof *list->items);
  list->items[list->n++] = expr;
}

int64_t dmm_expr_value(DmmExpr expr, const int64_t *vars) {
  return dmm_expr_eval(expr.code, expr.n, vars);
}

int64_t dmm_expr_list_max(const DmmExprList *list, const int64_t *vars) {
  int64_t result = INT64_MIN;
  for (int i = 0; i < list->n; ++i) {
    int64_t value = dmm_expr_value(list->items[i], vars);
    result = value > result ? value : result;
  }
  return result;
}

int64_t dmm_expr_list_min(const DmmExprList *list, const int64_t *vars) {
  int64_t result = INT64_MAX;
  for (int i = 0; i < list->n; ++i) {
    int64_t value = dmm_expr_value(list->items[i], vars);
    result = value < result ? value : result;
  }
  return result;
}
