//===- simulate_expr.c - Expressions for quick evaluation -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearly all expressions of a plan are linear. They are evaluated hundreds of
// millions of times in a large run, so the linear ones are turned from postfix
// words into sums of terms once.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

/// A linear form is one row of nvars factors, then the constant.
static bool row_is_constant(const int64_t *row, int nvars) {
  for (int i = 0; i < nvars; ++i)
    if (row[i])
      return false;
  return true;
}

static bool multiply_rows(int64_t *a, const int64_t *b, int nvars) {
  bool left = row_is_constant(a, nvars);
  if (!left && !row_is_constant(b, nvars))
    return false;
  int64_t factor = left ? a[nvars] : b[nvars];
  const int64_t *form = left ? b : a;
  for (int i = 0; i <= nvars; ++i)
    a[i] = factor * form[i];
  return true;
}

/// a = a op b; false if that is not linear.
static bool apply_rows(DmmExprOp op, int64_t *a, const int64_t *b, int nvars) {
  if (op == DMM_EXPR_MUL)
    return multiply_rows(a, b, nvars);
  if (op == DMM_EXPR_ADD) {
    for (int i = 0; i <= nvars; ++i)
      a[i] += b[i];
    return true;
  }
  if (!row_is_constant(a, nvars) || !row_is_constant(b, nvars))
    return false;
  a[nvars] = dmm_expr_apply(op, a[nvars], b[nvars]);
  return true;
}

/// Reduces the expression to its linear form in rows[0]; false if there is
/// none.
static bool linear_form(DmmExpr expr, int nvars, int64_t *rows) {
  const int64_t width = nvars + 1;
  int64_t top = 0;
  for (int64_t i = 0; i < expr.n; ++i) {
    DmmExprOp op = (DmmExprOp)expr.code[i];
    int64_t *row = rows + top * width;
    if (op == DMM_EXPR_CONST || op == DMM_EXPR_VAR) {
      for (int64_t v = 0; v < width; ++v)
        row[v] = 0;
      int64_t operand = expr.code[++i];
      row[op == DMM_EXPR_VAR ? operand : nvars] =
          op == DMM_EXPR_VAR ? 1 : operand;
      ++top;
    } else {
      --top;
      if (!apply_rows(op, row - 2 * width, row - width, nvars))
        return false;
    }
  }
  return true;
}

SimExpr dmm_sim_expr(DmmArena *arena, int nvars, DmmExpr expr) {
  // A stack of n words never gets deeper than half of them, rounded up.
  size_t depth = (size_t)expr.n / 2 + 1;
  int64_t *rows = dmm_arena_alloc(arena, depth * (size_t)(nvars + 1) * 8);
  if (!linear_form(expr, nvars, rows))
    return (SimExpr){.general = expr};
  SimExpr result = {.constant = rows[nvars]};
  for (int v = 0; v < nvars; ++v)
    result.nterms += rows[v] != 0;
  result.terms =
      dmm_arena_alloc(arena, (size_t)result.nterms * sizeof *result.terms);
  int n = 0;
  for (int v = 0; v < nvars; ++v)
    if (rows[v])
      result.terms[n++] = (SimTerm){v, rows[v]};
  return result;
}

SimExprs dmm_sim_exprs(DmmArena *arena, int nvars, DmmExprList list) {
  SimExprs result = {.n = list.n};
  result.items = dmm_arena_alloc(arena, (size_t)list.n * sizeof *result.items);
  for (int i = 0; i < list.n; ++i)
    result.items[i] = dmm_sim_expr(arena, nvars, list.items[i]);
  return result;
}

int64_t dmm_sim_max(const SimExprs *list, const int64_t *vars) {
  int64_t result = dmm_sim_eval(&list->items[0], vars);
  for (int i = 1; i < list->n; ++i) {
    int64_t value = dmm_sim_eval(&list->items[i], vars);
    result = value > result ? value : result;
  }
  return result;
}

int64_t dmm_sim_min(const SimExprs *list, const int64_t *vars) {
  int64_t result = dmm_sim_eval(&list->items[0], vars);
  for (int i = 1; i < list->n; ++i) {
    int64_t value = dmm_sim_eval(&list->items[i], vars);
    result = value < result ? value : result;
  }
  return result;
}

bool dmm_sim_holds(const SimExprs *list, const int64_t *vars) {
  for (int i = 0; i < list->n; ++i)
    if (dmm_sim_eval(&list->items[i], vars) < 0)
      return false;
  return true;
}
