//===- print_test.c - Plans as text ---------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/print.h"
#include "expect.h"
#include "plans.h"

//===----------------------------------------------------------------------===//
// Expressions: postfix words over the variables a, b, c, and infix text
//===----------------------------------------------------------------------===//

#define NUM(value) DMM_EXPR_CONST, (value)
#define A DMM_EXPR_VAR, 0
#define B DMM_EXPR_VAR, 1
#define C DMM_EXPR_VAR, 2
#define ADD DMM_EXPR_ADD
#define MUL DMM_EXPR_MUL
#define DIV DMM_EXPR_FLOORDIV

typedef struct ExprCase {
  const char *text;
  int64_t n;
  int64_t code[16];
} ExprCase;

static const ExprCase expr_cases[] = {
    {"0", 2, {NUM(0)}},
    {"-7", 2, {NUM(-7)}},
    {"-9223372036854775808", 2, {NUM(INT64_MIN)}},
    {"a", 2, {A}},
    {"a + 1", 5, {A, NUM(1), ADD}},
    {"a - 1", 5, {A, NUM(-1), ADD}},
    {"a * 2", 5, {NUM(2), A, MUL}},
    {"-a", 5, {A, NUM(-1), MUL}},
    {"-a * 3 + b", 8, {A, NUM(-3), MUL, B, ADD}},
    {"b - a", 8, {B, A, NUM(-1), MUL, ADD}},
    {"b - a * 2", 8, {B, NUM(-2), A, MUL, ADD}},
    {"c - (a + b)", 11, {C, A, B, ADD, NUM(-1), MUL, ADD}},
    {"a + b + c", 8, {A, B, C, ADD, ADD}},
    {"(a + b) * 2", 8, {A, B, ADD, NUM(2), MUL}},
    {"(a + 1) floordiv 2", 8, {A, NUM(1), ADD, NUM(2), DIV}},
    {"a floordiv 2 + 1", 8, {A, NUM(2), DIV, NUM(1), ADD}},
    {"a ceildiv 2", 5, {A, NUM(2), DMM_EXPR_CEILDIV}},
    {"a mod 4", 5, {A, NUM(4), DMM_EXPR_MOD}},
    {"a * 2 mod 4", 8, {A, NUM(2), MUL, NUM(4), DMM_EXPR_MOD}},
    {"a floordiv 2 * 3", 8, {A, NUM(2), DIV, NUM(3), MUL}},
    {"a * (b floordiv 2)", 8, {A, B, NUM(2), DIV, MUL}},
    {"(-a) floordiv 2", 8, {A, NUM(-1), MUL, NUM(2), DIV}},
    {"-(a floordiv 2)", 8, {A, NUM(2), DIV, NUM(-1), MUL}},
    {"b - a floordiv 2", 11, {B, A, NUM(2), DIV, NUM(-1), MUL, ADD}},
    {"a", 11, {A, NUM(-1), MUL, NUM(-1), MUL, NUM(1), MUL}},
};

static void test_expressions(void) {
  DmmVar vars[] = {{.kind = DMM_VAR_PARAM, .index = 0, .name = "a"},
                   {.kind = DMM_VAR_PARAM, .index = 1, .name = "b"},
                   {.kind = DMM_VAR_PARAM, .index = 2, .name = "c"}};
  DmmPlan plan = {.vars = vars, .nvars = 3};
  for (size_t i = 0; i < sizeof expr_cases / sizeof *expr_cases; ++i) {
    const ExprCase *c = &expr_cases[i];
    DmmText text = {0};
    dmm_expr_print(&plan, (DmmExpr){c->code, c->n}, &text);
    expect_text("expression", text.data, c->text);
    dmm_text_free(&text);
  }
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

static void expect_plan(const char *name, const DmmPlan *plan,
                        const char *expected) {
  DmmText text = {0};
  dmm_plan_print(plan, &text);
  expect_text(name, text.data, expected);
  dmm_text_free(&text);
}

static const char stencil_text[] =
    "plan: stencil\n"
    "grid: 3 (3 partitions)\n"
    "templates:\n"
    "  T0: axis 0, 10 cells in blocks of 4, [lo0, hi0)\n"
    "arrays:\n"
    "  A: 10xf32, argument 0, live in, live out, written, home B0\n"
    "    axis 0: dim 0 sharded, cell d0 of T0\n"
    "  B: 10xf32, argument 1, live in, live out, written, home B1\n"
    "    axis 0: dim 0 sharded, cell d0 of T0\n"
    "buffers:\n"
    "  B0: home of A, 4xf32, 4 words\n"
    "  B1: home of B, 4xf32, 4 words\n"
    "  B2: receives A, 6xf32, 6 words\n"
    "loops:\n"
    "  t: whole, carries a dependence on A\n"
    "  i: distributed\n"
    "  j: distributed\n"
    "statements:\n"
    "  S0:\n"
    "    for t = 0 to 2\n"
    "    read A[0]\n"
    "    write B[0]\n"
    "    axis 0: where lo0 <= 0 < hi0\n"
    "  S1: (jacobi.mlir:9:7)\n"
    "    for t = 0 to 2\n"
    "    for i = 1 to 9\n"
    "    read A[i - 1] from M2\n"
    "    read A[i] from M2\n"
    "    read A[i + 1] from M2\n"
    "    write B[i]\n"
    "    axis 0: where lo0 <= i < hi0\n"
    "  S2:\n"
    "    for t = 0 to 2\n"
    "    for j = 1 to 9\n"
    "    read B[j]\n"
    "    write A[j]\n"
    "    axis 0: where lo0 <= j < hi0\n"
    "messages:\n"
    "  M0: scatter A over axis 0, root 0\n"
    "  M1: scatter B over axis 0, root 0\n"
    "  M2: transpose A over axis 0, into B2\n"
    "    why: S1 reads neighbours of its cell\n"
    "    dim 0: [max(0, lo0 - 1), min(10, hi0 + 1)), from lo0 - 1\n"
    "    if -lo0 + hi0 - 1 >= 0\n"
    "  M3: gather A over axis 0, root 0\n"
    "  M4: gather B over axis 0, root 0\n"
    "spmd:\n"
    "  M0: scatter A over axis 0, root 0\n"
    "  M1: scatter B over axis 0, root 0\n"
    "  for t = 0 to 2:\n"
    "    M2: transpose A over axis 0, into B2\n"
    "    if -lo0 >= 0 and hi0 - 1 >= 0:\n"
    "      S0\n"
    "    for i = max(1, lo0) to min(9, hi0):\n"
    "      S1\n"
    "    for j = max(1, lo0) to min(9, hi0):\n"
    "      S2\n"
    "  M3: gather A over axis 0, root 0\n"
    "  M4: gather B over axis 0, root 0\n"
    "remarks:\n"
    "  the loop t stays whole (jacobi.mlir:5:5)\n";

static void test_stencil(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = stencil_plan(arena, 10, 2, 3);
  plan.messages[2].why = "S1 reads neighbours of its cell";
  plan.statements[1].loc.text = "jacobi.mlir:9:7";
  DmmRemark remark = {.loc = {"jacobi.mlir:5:5", NULL},
                      .text = "the loop t stays whole"};
  plan.remarks = &remark;
  plan.nremarks = 1;
  expect_plan("stencil", &plan, stencil_text);
  dmm_arena_destroy(arena);
}

static const char other_text[] =
    "plan: axpy\n"
    "grid: 4 (4 partitions)\n"
    "parameter: n\n"
    "templates:\n"
    "  T0: axis 0, 10 cells in blocks of 3, [lo0, hi0)\n"
    "arrays:\n"
    "  alpha: f32, scalar 0, live in, home B0\n"
    "    axis 0: replicated\n"
    "  x: 10xf32, argument 1, live in, home B1\n"
    "    axis 0: pinned at 2\n"
    "  y: 10xf32, local, live in, live out, written, home B2\n"
    "    axis 0: dim 0 sharded, cell (d0 * -2 + 18) floordiv 3 of T0\n"
    "buffers:\n"
    "  B0: home of alpha, f32, 1 words\n"
    "  B1: home of x, 3xf32, 3 words\n"
    "  B2: home of y, 3xf32, 3 words\n"
    "loops:\n"
    "  i: distributed\n"
    "statements:\n"
    "  S0:\n"
    "    if -n + 9 >= 0\n"
    "    for i = 0 to min(10, n) step 3\n"
    "    read x[i]\n"
    "    read y[i]\n"
    "    write y[i]\n"
    "    axis 0: where 3 * lo0 <= i < 3 * hi0\n"
    "messages:\n"
    "  M0: broadcast alpha over axis 0, root 0\n"
    "  M1: scatter x over axis 0, root 0\n"
    "  M2: scatter y over axis 0, root 0\n"
    "  M3: gather y over axis 0, root 0\n"
    "spmd:\n"
    "  M0: broadcast alpha over axis 0, root 0\n"
    "  M1: scatter x over axis 0, root 0\n"
    "  M2: scatter y over axis 0, root 0\n"
    "  for i = lo0 to hi0:\n"
    "    S0\n"
    "  M3: gather y over axis 0, root 0\n";

/// What the stencil does not have: a scalar, a pinned and a replicated axis, a
/// layout that is not the identity, steps, parameters, several loop bounds.
static void test_other_forms(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = axpy_plan(arena, 10, 4);
  int n = dmm_plan_add_var(&plan, DMM_VAR_PARAM, 0, "n");
  dmm_expr_list_push(arena, &plan.source->children[0]->upper,
                     dmm_expr_var(arena, n));
  plan.source->children[0]->step = 3;
  DmmNode *guard = dmm_node_create(arena, DMM_NODE_GUARD, 0);
  guard->conditions =
      one(arena, dmm_expr_linear(arena, -1, dmm_expr_var(arena, n),
                                 dmm_expr_const(arena, 9)));
  dmm_node_insert(arena, guard, 0, take_child(plan.source, 0));
  dmm_node_insert(arena, plan.source, 0, guard);
  plan.arrays[1].layout[0] = (DmmAxisLayout){DMM_PINNED, -1, 0, 1, 2, 1, 0, 3};
  plan.arrays[2].layout[0].numerator = -2;
  plan.arrays[2].layout[0].denominator = 3;
  plan.arrays[2].layout[0].offset = 18;
  plan.arrays[2].role = DMM_ROLE_LOCAL;
  plan.statements[0].map[0].denominator = 3;
  expect_plan("other forms", &plan, other_text);
  dmm_arena_destroy(arena);
}

int main(void) {
  test_expressions();
  test_stencil();
  test_other_forms();
  return failures ? 1 : 0;
}
