//===- work_test.c - Instances are counted as if they were run -----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random trees against going through all their iterations, and plans made by
// hand against their simulation.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulate.h"
#include "Plan/work.h"
#include "expect.h"
#include "plans.h"

//===----------------------------------------------------------------------===//
// Random trees
//===----------------------------------------------------------------------===//

enum { MAX_DEPTH = 4, TREES = 3000 };

static uint64_t state;

/// A number in [low, high].
static int64_t draw(int64_t low, int64_t high) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (int64_t)((state >> 33) % (uint64_t)(high - low + 1));
}

static bool chance(int percent) { return draw(1, 100) <= percent; }

typedef struct Tree {
  DmmPlan *plan;
  int ivs[MAX_DEPTH]; ///< of the loops around
  int depth;
  int param;
} Tree;

/// A variable that is known where the tree is.
static int draw_var(const Tree *t) {
  int64_t k = draw(0, t->depth + 2);
  const DmmTemplate *template = &t->plan->templates[0];
  if (k < t->depth)
    return t->ivs[k];
  return k == t->depth       ? t->param
         : k == t->depth + 1 ? template->lo_var
                             : template->hi_var;
}

/// Mostly linear.
static DmmExpr draw_expr(const Tree *t) {
  DmmArena *arena = t->plan->arena;
  DmmExpr expr = dmm_expr_const(arena, draw(-3, 8));
  for (int64_t n = draw(0, 2); n > 0; --n)
    expr = dmm_expr_linear(arena, draw(-2, 2), dmm_expr_var(arena, draw_var(t)),
                           expr);
  if (chance(8))
    expr = dmm_expr_binary(arena, chance(50) ? DMM_EXPR_FLOORDIV : DMM_EXPR_MOD,
                           expr, dmm_expr_const(arena, draw(2, 3)));
  return expr;
}

static void push_some(const Tree *t, int64_t n, DmmExprList *list) {
  for (; n > 0; --n)
    dmm_expr_list_push(t->plan->arena, list, draw_expr(t));
}

static void add_node(Tree *t, DmmNode *parent);

static void add_loop(Tree *t, DmmNode *parent) {
  DmmPlan *plan = t->plan;
  int id = plan->nloops++;
  plan->loops =
      dmm_arena_push(plan->arena, plan->loops, (size_t)id, sizeof *plan->loops);
  plan->loops[id] = (DmmLoop){.name = "loop", .distributed = chance(30)};
  plan->loops[id].iv_var = dmm_plan_add_var(plan, DMM_VAR_IV, id, "i");
  DmmNode *node = dmm_node_create(plan->arena, DMM_NODE_LOOP, id);
  node->step = chance(25) ? draw(2, 3) : 1;
  push_some(t, draw(0, 2), &node->lower);
  push_some(t, draw(0, 2), &node->upper);
  dmm_expr_list_push(plan->arena, &node->lower,
                     dmm_expr_const(plan->arena, draw(-3, 2)));
  dmm_expr_list_push(plan->arena, &node->upper,
                     dmm_expr_const(plan->arena, draw(0, 12)));
  dmm_node_insert(plan->arena, parent, parent->nchildren, node);
  t->ivs[t->depth++] = plan->loops[id].iv_var;
  for (int64_t n = draw(1, 2); n > 0; --n)
    add_node(t, node);
  --t->depth;
}

static void add_guard(Tree *t, DmmNode *parent) {
  DmmNode *node = dmm_node_create(t->plan->arena, DMM_NODE_GUARD, 0);
  push_some(t, draw(1, 2), &node->conditions);
  dmm_node_insert(t->plan->arena, parent, parent->nchildren, node);
  add_node(t, node);
}

static void add_node(Tree *t, DmmNode *parent) {
  if (t->depth < MAX_DEPTH && chance(75))
    add_loop(t, parent);
  else if (chance(30))
    add_guard(t, parent);
  else
    dmm_node_insert(t->plan->arena, parent, parent->nchildren,
                    dmm_node_create(t->plan->arena, DMM_NODE_STATEMENT, 0));
}

/// Goes through all iterations. Those below a distributed loop count, and all
/// others if `counts`.
static int64_t run(const DmmPlan *plan, const DmmNode *node, int64_t *vars,
                   bool counts);

static int64_t run_children(const DmmPlan *plan, const DmmNode *node,
                            int64_t *vars, bool counts) {
  int64_t n = 0;
  for (int i = 0; i < node->nchildren; ++i)
    n += run(plan, node->children[i], vars, counts);
  return n;
}

static int64_t run(const DmmPlan *plan, const DmmNode *node, int64_t *vars,
                   bool counts) {
  if (node->kind == DMM_NODE_STATEMENT)
    return counts;
  if (node->kind == DMM_NODE_GUARD &&
      dmm_expr_list_min(&node->conditions, vars) < 0)
    return 0;
  if (node->kind != DMM_NODE_LOOP)
    return run_children(plan, node, vars, counts);
  const DmmLoop *loop = &plan->loops[node->id];
  int64_t n = 0, end = dmm_expr_list_min(&node->upper, vars);
  for (int64_t i = dmm_expr_list_max(&node->lower, vars); i < end;
       i += node->step) {
    vars[loop->iv_var] = i;
    n += run_children(plan, node, vars, counts || loop->distributed);
  }
  return n;
}

static int64_t run_on(const DmmPlan *plan, const int64_t *param, int64_t rank,
                      bool counts) {
  int64_t coords[1] = {rank};
  int64_t *vars =
      dmm_arena_alloc(plan->arena, (size_t)plan->nvars * sizeof *vars);
  dmm_plan_partition_vars(plan, param, coords, vars);
  return run(plan, plan->spmd, vars, counts);
}

static void test_tree(uint64_t seed) {
  DmmArena *arena = dmm_arena_create();
  state = seed;
  int64_t npartitions = draw(1, 5), param = draw(0, 9);
  DmmPlan plan = axpy_plan(arena, draw(1, 12), npartitions);
  Tree t = {.plan = &plan};
  t.param = dmm_plan_add_var(&plan, DMM_VAR_PARAM, 0, "n");
  plan.spmd = plan.source = dmm_node_create(arena, DMM_NODE_SEQUENCE, 0);
  add_node(&t, plan.spmd);
  char name[32];
  snprintf(name, sizeof name, "tree %" PRIu64, seed);
  int64_t busiest = 0;
  for (int64_t rank = 0; rank < npartitions; ++rank) {
    int64_t expected = run_on(&plan, &param, rank, true);
    busiest = expected > busiest ? expected : busiest;
    expect_number(name, "instances of a partition",
                  dmm_plan_instances(&plan, &param, rank), expected);
  }
  DmmWork work = dmm_plan_work(&plan, &param);
  expect_number(name, "instances at most", work.busiest, busiest);
  expect_number(name, "distributed instances", work.distributed,
                run_on(&plan, &param, 0, false));
  dmm_arena_destroy(arena);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

static void expect_simulated(const DmmPlan *plan, int64_t p) {
  char name[64];
  snprintf(name, sizeof name, "%s on %" PRId64, plan->name, p);
  DmmSimulation s = dmm_simulate(plan, NULL);
  DmmWork work = dmm_plan_work(plan, NULL);
  int64_t sum = 0;
  for (int64_t rank = 0; rank < dmm_plan_partitions(plan); ++rank)
    sum += dmm_plan_instances(plan, NULL, rank);
  expect_number(name, "simulations that fail", !s.ok, 0);
  expect_number(name, "instances", work.instances, s.instances);
  expect_number(name, "instances at most", work.busiest, s.busiest_instances);
  expect_number(name, "instances of all partitions", sum, s.instances);
  dmm_simulation_free(&s);
}

static void test_plans(int64_t p) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plans[] = {
      axpy_plan(arena, 29, p),           stencil_plan(arena, 29, 4, p),
      stencil_plan(arena, 4, 1, p),      mirror_plan(arena, 29, p),
      matmul_plan(arena, 5, 7, 9, p, 2), region_plan(arena, 29, p)};
  for (size_t i = 0; i < sizeof plans / sizeof *plans; ++i)
    expect_simulated(&plans[i], p);
  expect_number("matmul", "root regions",
                !dmm_plan_work(&plans[4], NULL).is_complete, 0);
  expect_number("region", "root regions",
                !dmm_plan_work(&plans[5], NULL).is_complete, 1);
  dmm_arena_destroy(arena);
}

/// What the plan adds is not the program's.
static void test_added(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = axpy_plan(arena, 10, 4);
  plan.statements[0].part = DMM_PART_COMBINE;
  expect_number("combine", "instances", dmm_plan_work(&plan, NULL).instances,
                0);
  plan.statements[0].part = DMM_PART_ACCUMULATE;
  expect_number("accumulate", "instances", dmm_plan_work(&plan, NULL).instances,
                10);
  plan = region_plan(arena, 10, 4);
  plan.arrays[0].is_version = true;
  DmmWork work = dmm_plan_work(&plan, NULL);
  expect_number("version", "instances", work.instances, 10);
  expect_number("version", "instances at most", work.busiest, 3);
  dmm_arena_destroy(arena);
}

/// for i < n, for j < i, for k < j: so many that only closed forms are quick.
static void test_large(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = axpy_plan(arena, 10, 1);
  const int64_t n = 1 << 16;
  plan.loops = NULL;
  plan.nloops = 0;
  DmmNode *at = plan.spmd = plan.source =
      dmm_node_create(arena, DMM_NODE_SEQUENCE, 0);
  for (int depth = 0; depth < 3; ++depth) {
    plan.loops =
        dmm_arena_push(arena, plan.loops, (size_t)depth, sizeof *plan.loops);
    plan.loops[plan.nloops++] =
        (DmmLoop){.iv_var = dmm_plan_add_var(&plan, DMM_VAR_IV, depth, "i")};
    DmmNode *loop = dmm_node_create(arena, DMM_NODE_LOOP, depth);
    loop->lower = one(arena, dmm_expr_const(arena, 0));
    loop->upper =
        one(arena, depth ? dmm_expr_var(arena, plan.loops[depth - 1].iv_var)
                         : dmm_expr_const(arena, n));
    loop->step = 1;
    dmm_node_insert(arena, at, 0, loop);
    at = loop;
  }
  dmm_node_insert(arena, at, 0, dmm_node_create(arena, DMM_NODE_STATEMENT, 0));
  expect_number("triangle", "instances", dmm_plan_work(&plan, NULL).instances,
                n * (n - 1) * (n - 2) / 6);
  dmm_arena_destroy(arena);
}

int main(void) {
  for (uint64_t seed = 1; seed <= TREES; ++seed)
    test_tree(seed);
  for (int64_t p = 1; p <= 8; ++p)
    test_plans(p);
  test_added();
  test_large();
  return failures != 0;
}
