//===- simulate_test.c - Legal plans simulate, and count right ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/simulate.h"
#include "expect.h"
#include "plans.h"

/// What a simulation must count, by hand.
typedef struct Counts {
  int64_t instances, busiest;
  DmmOpCount broadcast, scatter, gather, transpose;
} Counts;

static void expect_op(const char *name, const char *op, DmmOpCount found,
                      DmmOpCount expected) {
  char what[64];
  snprintf(what, sizeof what, "calls of %s", op);
  expect_number(name, what, found.calls, expected.calls);
  snprintf(what, sizeof what, "messages of %s", op);
  expect_number(name, what, found.messages, expected.messages);
  snprintf(what, sizeof what, "words of %s", op);
  expect_number(name, what, found.words, expected.words);
}

static void expect_ok(const char *name, DmmSimulation *simulation) {
  if (!simulation->ok) {
    ++failures;
    fprintf(stderr, "%s: %s\n", name, simulation->error.data);
  }
}

static void expect_counts(const char *name, const DmmPlan *plan,
                          Counts expected) {
  DmmSimulation s = dmm_simulate(plan, NULL);
  expect_ok(name, &s);
  expect_number(name, "instances", s.instances, expected.instances);
  expect_number(name, "instances at most", s.busiest_instances,
                expected.busiest);
  expect_op(name, "broadcast", s.ops[DMM_RT_BROADCAST], expected.broadcast);
  expect_op(name, "scatter", s.ops[DMM_RT_SCATTER], expected.scatter);
  expect_op(name, "gather", s.ops[DMM_RT_GATHER], expected.gather);
  expect_op(name, "transpose", s.ops[DMM_RT_TRANSPOSE], expected.transpose);
  dmm_simulation_free(&s);
}

/// Blocks of 3, 3, 3 and 1 elements.
static void test_axpy(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = axpy_plan(arena, 10, 4);
  expect_counts("axpy", &plan,
                (Counts){.instances = 10,
                         .busiest = 3,
                         .broadcast = {1, 3, 3},
                         .scatter = {2, 6, 14},
                         .gather = {1, 3, 7}});
  dmm_arena_destroy(arena);
}

/// Blocks of 4, 4 and 2; each step moves one element each way over two edges.
static void test_stencil(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = stencil_plan(arena, 10, 3, 3);
  expect_counts("stencil", &plan,
                (Counts){.instances = 3 * (1 + 8 + 8),
                         .busiest = 3 * (4 + 4),
                         .scatter = {2, 4, 12},
                         .gather = {2, 4, 12},
                         .transpose = {3, 12, 12}});
  dmm_arena_destroy(arena);
}

/// Blocks of two elements on 5 partitions; the last three have none and take no
/// part in any message.
static void test_empty_partitions(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = stencil_plan(arena, 10, 1, 8);
  expect_counts("empty partitions", &plan,
                (Counts){.instances = 17,
                         .busiest = 4,
                         .scatter = {2, 8, 16},
                         .gather = {2, 8, 16},
                         .transpose = {1, 8, 8}});
  dmm_arena_destroy(arena);
}

/// C of 4 x 6 on 2 x 3: blocks of 2 x 2; A of 4 x 6 in the same blocks, B of
/// 6 x 6 in blocks of 3 x 2. Over axis 1, two groups of three exchange 2 x 2
/// blocks of A; over axis 0, three groups of two exchange 3 x 2 blocks of B.
static void test_matmul(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = matmul_plan(arena, 4, 6, 6, 2, 3);
  expect_counts("matmul", &plan,
                (Counts){.instances = 4 * 6 * 6,
                         .busiest = 2 * 2 * 6,
                         .scatter = {3, 15, 5 * (4 + 6 + 4)},
                         .gather = {1, 5, 20},
                         .transpose = {2 + 3, 2 * 6 + 3 * 2, 12 * 4 + 6 * 6}});
  dmm_arena_destroy(arena);
}

static void test_mirror(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = mirror_plan(arena, 10, 4);
  expect_counts("mirror", &plan,
                (Counts){.instances = 10,
                         .busiest = 3,
                         .scatter = {1, 3, 7},
                         .gather = {1, 3, 7}});
  dmm_arena_destroy(arena);
}

static void test_region(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = region_plan(arena, 10, 4);
  expect_counts("region", &plan,
                (Counts){.instances = 20,
                         .busiest = 6,
                         .scatter = {2, 6, 14},
                         .gather = {2, 6, 14}});
  dmm_arena_destroy(arena);
}

static void simulate_grids(int64_t p) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plans[] = {
      axpy_plan(arena, 29, p),           stencil_plan(arena, 29, 4, p),
      mirror_plan(arena, 29, p),         region_plan(arena, 29, p),
      matmul_plan(arena, 5, 7, 9, p, 2), matmul_plan(arena, 5, 7, 9, 2, p)};
  for (size_t i = 0; i < sizeof plans / sizeof *plans; ++i) {
    char name[64];
    snprintf(name, sizeof name, "%s (%zu) on %" PRId64, plans[i].name, i, p);
    DmmSimulation s = dmm_simulate(&plans[i], NULL);
    expect_ok(name, &s);
    dmm_simulation_free(&s);
  }
  dmm_arena_destroy(arena);
}

/// The size of the loop, where it is a parameter.
static void test_parameter(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = axpy_plan(arena, 10, 2);
  DmmExpr n =
      dmm_expr_var(arena, dmm_plan_add_var(&plan, DMM_VAR_PARAM, 0, "n"));
  dmm_expr_list_push(arena, &plan.source->children[0]->upper, n);
  dmm_expr_list_push(arena, &plan.spmd->children[3]->upper, n);
  int64_t param = 7;
  DmmSimulation s = dmm_simulate(&plan, &param);
  expect_ok("parameter", &s);
  expect_number("parameter", "instances", s.instances, 7);
  dmm_simulation_free(&s);
  dmm_arena_destroy(arena);
}

/// A rooted message reads the caller's array, and a replicated array comes back
/// from one of its copies only.
static void test_replicated(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = axpy_plan(arena, 10, 4);
  int64_t whole = 10;
  for (int a = 1; a < 3; ++a) {
    plan.arrays[a].layout[0] =
        (DmmAxisLayout){DMM_REPLICATED, -1, 0, 1, 0, 0, 0, 0};
    plan.arrays[a].templates[0] = -1;
    plan.buffers[plan.arrays[a].home].sizes = &whole;
  }
  plan.statements[0].map[0].template_id = -1;
  plan.spmd->children[3] = plan.source->children[0];
  expect_counts("replicated", &plan,
                (Counts){.instances = 10,
                         .busiest = 10,
                         .broadcast = {1, 3, 3},
                         .scatter = {2, 6, 60},
                         .gather = {1, 0, 0}});
  dmm_arena_destroy(arena);
}

/// Coordinate 2 of the axis holds all of y and runs the loop.
static void test_pinned(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = axpy_plan(arena, 10, 4);
  const int64_t holder = 2;
  int64_t whole = 10;
  plan.templates[0].block = 1;
  plan.templates[0].extent = holder + 1;
  for (int a = 1; a < 3; ++a) {
    plan.arrays[a].layout[0] =
        (DmmAxisLayout){DMM_PINNED, -1, 0, 1, holder, 1, 0, holder + 1};
    plan.buffers[plan.arrays[a].home].sizes = &whole;
  }
  plan.statements[0].map[0].cell = dmm_expr_const(arena, holder);
  DmmNode *guard = dmm_node_create(arena, DMM_NODE_GUARD, 0);
  dmm_node_insert(arena, guard, 0, plan.source->children[0]);
  DmmExpr here = var_plus(arena, plan.templates[0].lo_var, -holder);
  DmmExpr some =
      dmm_expr_linear(arena, -1, dmm_expr_var(arena, plan.templates[0].lo_var),
                      var_plus(arena, plan.templates[0].hi_var, -1));
  dmm_expr_list_push(arena, &guard->conditions, here);
  dmm_expr_list_push(arena, &guard->conditions, some);
  plan.spmd->children[3] = guard;
  expect_counts("pinned", &plan,
                (Counts){.instances = 10,
                         .busiest = 10,
                         .broadcast = {1, 3, 3},
                         .scatter = {2, 2, 20},
                         .gather = {1, 1, 10}});
  dmm_arena_destroy(arena);
}

/// Arrays of 9 elements in a template of 10 cells, one for each partition: the
/// last cell is padding, which a box that goes past the array moves as well.
static void test_padding(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = stencil_plan(arena, 10, 1, 10);
  int64_t size = 9;
  plan.arrays[0].sizes = plan.arrays[1].sizes = &size;
  DmmNode *trees[] = {plan.source->children[0], plan.spmd->children[2]};
  for (int tree = 0; tree < 2; ++tree)
    for (int nest = 0; nest < 2; ++nest)
      trees[tree]->children[tree + 1 + nest]->upper.items[0] =
          dmm_expr_const(arena, size - 1);
  expect_counts("padding", &plan,
                (Counts){.instances = 15,
                         .busiest = 2,
                         .scatter = {2, 16, 16},
                         .gather = {2, 16, 16},
                         .transpose = {1, 18, 18}});
  dmm_arena_destroy(arena);
}

int main(void) {
  test_axpy();
  test_stencil();
  test_empty_partitions();
  test_matmul();
  test_mirror();
  test_region();
  test_parameter();
  test_replicated();
  test_pinned();
  test_padding();
  const int64_t grids[] = {1, 2, 3, 4, 5, 8, 13, 40};
  for (size_t i = 0; i < sizeof grids / sizeof *grids; ++i)
    simulate_grids(grids[i]);
  return failures ? 1 : 0;
}
