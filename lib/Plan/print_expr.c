//===- print_expr.c - Quasi-affine expressions in infix form --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints in the syntax of MLIR's affine maps: `*`, `floordiv`, `ceildiv` and
// `mod` bind alike and to the left, `+` and `-` bind looser. A sign is kept
// apart from its term, so that sums read `i - 1` and not `i + -1`.
//
//===----------------------------------------------------------------------===//

#include "Plan/print.h"

#include <inttypes.h>

/// How tightly a piece of text holds together. A division is a product that may
/// not take a sign in front: -a floordiv 2 means (-a) floordiv 2.
typedef enum Strength { SUM, DIVISION, PRODUCT, ATOM } Strength;

typedef struct Term {
  DmmText text; ///< without the sign
  Strength strength;
  bool negative;
  bool constant;
} Term;

static Term constant_term(int64_t value) {
  Term term = {.strength = ATOM, .negative = value < 0, .constant = true};
  uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
  dmm_text_printf(&term.text, "%" PRIu64, magnitude);
  return term;
}

static Term variable_term(const char *name) {
  Term term = {.strength = ATOM};
  dmm_text_printf(&term.text, "%s", name);
  return term;
}

static void put_text(DmmText *text, const Term *term, bool parentheses) {
  dmm_text_printf(text, parentheses ? "(%s)" : "%s", term->text.data);
}

/// The term with its sign, as the first operand of a sum.
static void put_signed(DmmText *text, const Term *term) {
  if (term->negative)
    dmm_text_printf(text, "-");
  put_text(text, term, term->negative && term->strength < PRODUCT);
}

/// The term as an operand that must hold together at least at `needed`.
static void put_operand(DmmText *text, const Term *term, Strength needed) {
  if (!term->negative) {
    put_text(text, term, term->strength < needed);
    return;
  }
  dmm_text_printf(text, "(");
  put_signed(text, term);
  dmm_text_printf(text, ")");
}

static Term add(Term a, Term b) {
  Term sum = {.strength = SUM};
  put_signed(&sum.text, &a);
  dmm_text_printf(&sum.text, b.negative ? " - " : " + ");
  put_text(&sum.text, &b, b.negative && b.strength == SUM);
  return sum;
}

static bool is_one(const Term *term) {
  return term->constant && term->text.length == 1 && term->text.data[0] == '1';
}

static Term multiply(Term a, Term b) {
  if (a.constant) {
    Term swapped = a;
    a = b;
    b = swapped;
  }
  bool negative = a.negative != b.negative;
  Term product = {.strength = a.strength == DIVISION ? DIVISION : PRODUCT};
  a.negative = b.negative = false;
  if (is_one(&b)) {
    product.strength = a.strength;
    product.constant = a.constant;
    put_text(&product.text, &a, false);
  } else {
    put_operand(&product.text, &a, DIVISION);
    dmm_text_printf(&product.text, " * ");
    put_operand(&product.text, &b, ATOM);
  }
  product.negative = negative;
  return product;
}

static Term divide(Term a, const char *name, Term b) {
  Term quotient = {.strength = DIVISION};
  put_operand(&quotient.text, &a, DIVISION);
  dmm_text_printf(&quotient.text, " %s ", name);
  put_operand(&quotient.text, &b, ATOM);
  return quotient;
}

static Term combine(DmmExprOp op, Term a, Term b) {
  if (op == DMM_EXPR_ADD)
    return add(a, b);
  if (op == DMM_EXPR_MUL)
    return multiply(a, b);
  if (op == DMM_EXPR_MOD)
    return divide(a, "mod", b);
  return divide(a, op == DMM_EXPR_FLOORDIV ? "floordiv" : "ceildiv", b);
}

void dmm_expr_print(const DmmPlan *plan, DmmExpr expr, DmmText *text) {
  Term stack[DMM_EXPR_MAX_DEPTH];
  int top = 0;
  for (int64_t i = 0; i < expr.n; ++i) {
    DmmExprOp op = (DmmExprOp)expr.code[i];
    if (op == DMM_EXPR_CONST) {
      stack[top++] = constant_term(expr.code[++i]);
    } else if (op == DMM_EXPR_VAR) {
      stack[top++] = variable_term(plan->vars[expr.code[++i]].name);
    } else {
      Term a = stack[top - 2], b = stack[top - 1];
      stack[top - 2] = combine(op, a, b);
      dmm_text_free(&a.text);
      dmm_text_free(&b.text);
      --top;
    }
  }
  put_signed(text, &stack[0]);
  dmm_text_free(&stack[0].text);
}
