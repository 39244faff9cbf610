//===- traffic_test.c - Messages are counted as if they were run ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/traffic.h"
#include "expect.h"
#include "plans.h"

static void expect_simulated(const char *name, const DmmPlan *plan) {
  DmmSimulation s = dmm_simulate(plan, NULL);
  DmmTraffic traffic = dmm_plan_traffic(plan, NULL);
  expect_number(name, "simulations that fail", !s.ok, 0);
  for (int op = 0; op < DMM_RT_NUM_OPS; ++op) {
    expect_number(name, "calls", traffic.ops[op].calls, s.ops[op].calls);
    expect_number(name, "messages", traffic.ops[op].messages,
                  s.ops[op].messages);
    expect_number(name, "words", traffic.ops[op].words, s.ops[op].words);
  }
  dmm_simulation_free(&s);
}

static void test_plans(int64_t p) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plans[] = {
      axpy_plan(arena, 29, p),           stencil_plan(arena, 29, 4, p),
      stencil_plan(arena, 4, 1, p),      mirror_plan(arena, 29, p),
      matmul_plan(arena, 5, 7, 9, p, 2), matmul_plan(arena, 3, 7, 2, 2, p),
      region_plan(arena, 29, p)};
  for (size_t i = 0; i < sizeof plans / sizeof *plans; ++i) {
    char name[64];
    snprintf(name, sizeof name, "%s (%zu) on %" PRId64, plans[i].name, i, p);
    expect_simulated(name, &plans[i]);
  }
  dmm_arena_destroy(arena);
}

/// The whole message over again for each of many steps is counted at once, and
/// the messages of a loop that brings element after element to all others.
static void test_loops(void) {
  DmmArena *arena = dmm_arena_create();
  const int64_t steps = (int64_t)1 << 40;
  DmmPlan plan = stencil_plan(arena, 10, steps, 3);
  DmmOpCount moved = dmm_plan_traffic(&plan, NULL).ops[DMM_RT_TRANSPOSE];
  expect_number("steps", "calls", moved.calls, steps);
  expect_number("steps", "messages", moved.messages, 4 * steps);
  expect_number("steps", "words", moved.words, 4 * steps);
  dmm_arena_destroy(arena);
}

/// Homes of 3 words for x and y, one of alpha. A buffer that is as large as any
/// box counts as the largest box: of the 10 cells and one more on each side,
/// partition 1 of 3 asks for 4 + 2.
static void test_memory(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = axpy_plan(arena, 10, 4);
  expect_number("axpy", "words of a partition",
                dmm_plan_traffic(&plan, NULL).partition_words, 3 + 3 + 1);
  plan = stencil_plan(arena, 10, 3, 3);
  DmmBuffer *buffer = &plan.buffers[plan.messages[2].buffer];
  int64_t fixed = dmm_buffer_elements(buffer);
  expect_number("stencil", "words of a partition",
                dmm_plan_traffic(&plan, NULL).partition_words, 4 + 4 + fixed);
  buffer->is_any_box = true;
  expect_number("stencil", "words of a partition, by its boxes",
                dmm_plan_traffic(&plan, NULL).partition_words, 4 + 4 + 6);
  dmm_arena_destroy(arena);
}

int main(void) {
  for (int64_t p = 1; p <= 8; ++p)
    test_plans(p);
  test_loops();
  test_memory();
  return failures != 0;
}
