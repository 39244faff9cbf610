//===- faults_test.c - The simulator catches illegal plans ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each case takes a plan that is right, breaks it in one way, and expects the
// simulator to say what is wrong and where.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulate.h"
#include "expect.h"
#include "plans.h"

/// The places of the stencil's tree.
static DmmNode *time_loop(DmmPlan *plan) { return plan->spmd->children[2]; }

enum { TIME_EXCHANGE, TIME_GUARD, TIME_I, TIME_J };

static DmmMessage *exchange(DmmPlan *plan) { return &plan->messages[2]; }

static DmmExpr shifted(DmmPlan *plan, DmmExpr expr, int64_t distance) {
  return dmm_expr_linear(plan->arena, 1, expr,
                         dmm_expr_const(plan->arena, distance));
}

static void insert_child(DmmPlan *plan, DmmNode *node, int at, DmmNode *child) {
  dmm_node_insert(plan->arena, node, at, child);
}

static void append_child(DmmPlan *plan, DmmNode *node, DmmNode *child) {
  insert_child(plan, node, node->nchildren, child);
}

//===----------------------------------------------------------------------===//
// Faults in the placement of messages
//===----------------------------------------------------------------------===//

static void drop_message(DmmPlan *plan) {
  take_child(time_loop(plan), TIME_EXCHANGE);
}

static void delay_message(DmmPlan *plan) {
  DmmNode *message = take_child(time_loop(plan), TIME_EXCHANGE);
  append_child(plan, time_loop(plan), message);
}

static void hoist_message(DmmPlan *plan) {
  DmmNode *message = take_child(time_loop(plan), TIME_EXCHANGE);
  insert_child(plan, plan->spmd, 2, message);
}

/// At n = 10 on 3 partitions, the loop over i has 3, 4 and 1 indices.
static void put_message_into_distributed_loop(DmmPlan *plan) {
  DmmNode *message = take_child(time_loop(plan), TIME_EXCHANGE);
  insert_child(plan, time_loop(plan)->children[TIME_I - 1], 0, message);
}

static void send_only_from_first(DmmPlan *plan) {
  DmmNode *guard = dmm_node_create(plan->arena, DMM_NODE_GUARD, 0);
  guard->conditions = time_loop(plan)->children[TIME_GUARD]->conditions;
  append_child(plan, guard, take_child(time_loop(plan), TIME_EXCHANGE));
  insert_child(plan, time_loop(plan), 0, guard);
}

static void gather_only_on_root(DmmPlan *plan) {
  DmmNode *guard = dmm_node_create(plan->arena, DMM_NODE_GUARD, 0);
  guard->conditions = time_loop(plan)->children[TIME_GUARD]->conditions;
  append_child(plan, guard, take_child(plan->spmd, 4));
  append_child(plan, plan->spmd, guard);
}

static void drop_scatter(DmmPlan *plan) { take_child(plan->spmd, 0); }

static void drop_gather(DmmPlan *plan) { take_child(plan->spmd, 3); }

static void gather_early(DmmPlan *plan) {
  DmmNode *gather = take_child(plan->spmd, 3);
  insert_child(plan, plan->spmd, 2, gather);
}

static void scatter_late(DmmPlan *plan) {
  DmmNode *again = dmm_node_create(plan->arena, DMM_NODE_MESSAGE, 0);
  insert_child(plan, plan->spmd, 3, again);
}

//===----------------------------------------------------------------------===//
// Faults in boxes
//===----------------------------------------------------------------------===//

static void shift_box(DmmPlan *plan) {
  DmmBoxDim *box = &exchange(plan)->box[0];
  box->lower.items[1] = shifted(plan, box->lower.items[1], 1);
  box->upper.items[1] = shifted(plan, box->upper.items[1], 1);
}

static void narrow_box(DmmPlan *plan) {
  DmmBoxDim *box = &exchange(plan)->box[0];
  box->lower.items[1] = shifted(plan, box->lower.items[1], 1);
}

static void shift_origin(DmmPlan *plan) {
  DmmBoxDim *box = &exchange(plan)->box[0];
  box->origin = shifted(plan, box->origin, 1);
}

static void guard_box(DmmPlan *plan) {
  exchange(plan)->guards = time_loop(plan)->children[TIME_GUARD]->conditions;
}

static void use_unknown_block(DmmPlan *plan) {
  int *templates = dmm_arena_alloc(plan->arena, sizeof *templates);
  templates[0] = -1;
  exchange(plan)->templates = templates;
}

static void use_index_out_of_scope(DmmPlan *plan) {
  exchange(plan)->box[0].origin =
      dmm_expr_var(plan->arena, plan->loops[1].iv_var);
}

static void open_box(DmmPlan *plan) { exchange(plan)->box[0].upper.n = 0; }

static void shrink_buffer(DmmPlan *plan) {
  int64_t *sizes = dmm_arena_alloc(plan->arena, sizeof *sizes);
  sizes[0] = 5;
  plan->buffers[exchange(plan)->buffer].sizes = sizes;
}

//===----------------------------------------------------------------------===//
// Faults in where and when statements run
//===----------------------------------------------------------------------===//

/// Moves the nest over j one cell towards the next partition.
static void move_owner(DmmPlan *plan) {
  DmmStatement *s = &plan->statements[2];
  s->map[0].cell = shifted(plan, s->map[0].cell, -1);
  DmmNode *loop = time_loop(plan)->children[TIME_J];
  loop->lower.items[1] = shifted(plan, loop->lower.items[1], 1);
  loop->upper.items[1] = shifted(plan, loop->upper.items[1], 1);
}

static void move_owner_of_write(DmmPlan *plan) {
  move_owner(plan);
  ++plan->statements[2].accesses;
  --plan->statements[2].naccesses;
}

static void shift_map_only(DmmPlan *plan) {
  DmmStatement *s = &plan->statements[1];
  s->map[0].cell = shifted(plan, s->map[0].cell, 1);
}

static void invert_guard(DmmPlan *plan) {
  DmmNode *guard = time_loop(plan)->children[TIME_GUARD];
  DmmExpr lo = dmm_expr_var(plan->arena, plan->templates[0].lo_var);
  guard->conditions = one(plan->arena, shifted(plan, lo, -1));
}

static void never_run(DmmPlan *plan) {
  take_child(time_loop(plan), TIME_GUARD);
}

static void run_beyond_domain(DmmPlan *plan) {
  DmmNode *loop = time_loop(plan)->children[TIME_J];
  loop->lower.items[0] = dmm_expr_const(plan->arena, 0);
}

static void run_too_few(DmmPlan *plan) {
  DmmNode *loop = time_loop(plan)->children[TIME_J];
  loop->upper.items[0] = dmm_expr_const(plan->arena, 8);
}

static void swap_nests(DmmPlan *plan) {
  DmmNode *first = take_child(time_loop(plan), TIME_I);
  append_child(plan, time_loop(plan), first);
}

static void lose_step(DmmPlan *plan) {
  time_loop(plan)->children[TIME_I]->step = 0;
}

static void leave_loop(DmmPlan *plan) {
  DmmNode *loop = time_loop(plan)->children[TIME_I];
  time_loop(plan)->children[TIME_I] = take_child(loop, 0);
}

//===----------------------------------------------------------------------===//
// Faults in tables
//===----------------------------------------------------------------------===//

static void change_layout(DmmPlan *plan) {
  plan->arrays[0].layout[0].block = 5;
}

static void change_home(DmmPlan *plan) {
  int64_t *sizes = dmm_arena_alloc(plan->arena, sizeof *sizes);
  sizes[0] = 5;
  plan->buffers[plan->arrays[0].home].sizes = sizes;
}

static void shrink_template(DmmPlan *plan) { plan->templates[0].block = 3; }

static void deal_cyclically(DmmPlan *plan) { plan->templates[0].cycle = 2; }

static void change_op(DmmPlan *plan) { exchange(plan)->op = DMM_RT_RECV; }

static void pass_on_part(DmmPlan *plan) {
  exchange(plan)->op = DMM_RT_SEND;
  exchange(plan)->root = 0;
}

static void pass_on_from_within(DmmPlan *plan) {
  exchange(plan)->op = DMM_RT_SEND;
  exchange(plan)->root = 1;
}

static void combine_whole(DmmPlan *plan) {
  exchange(plan)->op = DMM_RT_ALL_REDUCE;
}

static void change_root(DmmPlan *plan) { plan->messages[0].root = 3; }

static void double_axis(DmmPlan *plan) {
  int *axes = dmm_arena_alloc(plan->arena, 2 * sizeof *axes);
  plan->messages[0].axes = axes;
  plan->messages[0].naxes = 2;
}

static void make_local(DmmPlan *plan) { plan->arrays[0].role = DMM_ROLE_LOCAL; }

static void lose_buffer(DmmPlan *plan) { exchange(plan)->buffer = -1; }

static void read_scattered(DmmPlan *plan) {
  plan->statements[1].accesses[0].message = 0;
}

static void write_first(DmmPlan *plan) {
  plan->statements[2].accesses[0].is_write = true;
}

static void send_in_source(DmmPlan *plan) {
  append_child(plan, plan->source,
               dmm_node_create(plan->arena, DMM_NODE_MESSAGE, 1));
}

static void overrun_array(DmmPlan *plan) {
  DmmNode *loop = plan->source->children[0]->children[2];
  loop->upper.items[0] = dmm_expr_const(plan->arena, 11);
}

static void locate(DmmPlan *plan) {
  plan->statements[1].accesses[0].loc.text = "jacobi.mlir:7:10";
  drop_message(plan);
}

//===----------------------------------------------------------------------===//
// Faults around a root region: M0, i { S0 }, M1, R0, M2, j { S1 }, M3
//===----------------------------------------------------------------------===//

static void drop_gather_before_region(DmmPlan *plan) {
  take_child(plan->spmd, 2);
}

static void drop_scatter_after_region(DmmPlan *plan) {
  take_child(plan->spmd, 4);
}

static void scatter_before_region(DmmPlan *plan) {
  insert_child(plan, plan->spmd, 3, take_child(plan->spmd, 4));
}

static void drop_region(DmmPlan *plan) { take_child(plan->spmd, 3); }

static void drop_region_and_rest(DmmPlan *plan) {
  for (int i = 6; i >= 3; --i)
    take_child(plan->spmd, i);
}

static void repeat_region(DmmPlan *plan) {
  DmmNode *again = dmm_node_create(plan->arena, DMM_NODE_ROOT, 0);
  insert_child(plan, plan->spmd, 4, again);
}

static void put_region_into_loop(DmmPlan *plan) {
  append_child(plan, plan->spmd->children[1], take_child(plan->spmd, 3));
}

static void keep_region_from_array(DmmPlan *plan) {
  plan->arrays[0].role = DMM_ROLE_LOCAL;
}

//===----------------------------------------------------------------------===//
// The cases, on the stencil with n = 10 and two steps, then around the region,
// with three partitions
//===----------------------------------------------------------------------===//

typedef struct Case {
  const char *name;
  void (*sabotage)(DmmPlan *plan);
  const char *error;
} Case;

static const Case cases[] = {
    {"message dropped", drop_message,
     "S1 (t = 0, i = 1) on partition (0): reads A[0], which M2 did not bring; "
     "expected the initial value of A[0]"},
    {"message after its read", delay_message,
     "S1 (t = 0, i = 1) on partition (0): reads A[0], which M2 did not bring; "
     "expected the initial value of A[0]"},
    {"message hoisted out of its loop", hoist_message,
     "S1 (t = 1, i = 1) on partition (0): reads A[1] and sees the initial "
     "value of A[1]; expected the value written by S2 (t = 0, j = 1)"},
    {"message inside a distributed loop", put_message_into_distributed_loop,
     "deadlock: partition (0) waits in M2 (t = 0, i = 1) for partition (1), "
     "which is at M2 (t = 0, i = 4)"},
    {"message on one member only", send_only_from_first,
     "S1 (t = 0, i = 4) on partition (1): reads A[3], which M2 did not bring; "
     "expected the initial value of A[3]"},
    {"gather on the root only", gather_only_on_root,
     "deadlock: partition (0) waits in M4 for partition (1), which is at the "
     "end"},
    {"scatter missing", drop_scatter,
     "S0 (t = 0) on partition (0): reads A[0] and sees an undefined value; "
     "expected the initial value of A[0]"},
    {"scatter repeated too late", scatter_late,
     "A: ends with the initial value of A[1]; expected the value written by S2 "
     "(t = 1, j = 1) (element 1)"},
    {"gather missing", drop_gather,
     "A: is written, but no message brings it to the caller"},
    {"gather too early", gather_early,
     "A: ends with the initial value of A[1]; expected the value written by S2 "
     "(t = 1, j = 1) (element 1)"},
    {"box shifted by one", shift_box,
     "M2 on partition (0): brings A[4], which does not fit the receive buffer"},
    {"box narrower by one", narrow_box,
     "S1 (t = 0, i = 4) on partition (1): reads A[3], which M2 did not bring; "
     "expected the initial value of A[3]"},
    {"origin shifted by one", shift_origin,
     "M2 on partition (1): brings A[3], which does not fit the receive buffer"},
    {"box empty on some", guard_box,
     "S1 (t = 0, i = 4) on partition (1): reads A[3], which M2 did not bring; "
     "expected the initial value of A[3]"},
    {"box of an unknown block", use_unknown_block,
     "M2: its box depends on lo0, which its members do not know of each other"},
    {"box of an index out of scope", use_index_out_of_scope,
     "M2: its box depends on i, which its members do not know of each other"},
    {"box open", open_box, "M2: its box is open in dim 0"},
    {"receive buffer too small", shrink_buffer,
     "M2 on partition (0): brings A[4], which does not fit the receive buffer"},
    {"owner off by one", move_owner,
     "S2 (t = 0, j = 4) on partition (0): reads B[4], which the partition does "
     "not own"},
    {"owner of a write off by one", move_owner_of_write,
     "S2 (t = 0, j = 4) on partition (0): writes A[4], which the partition "
     "does not own"},
    {"map off by one", shift_map_only,
     "S1 (t = 0, i = 3) on partition (0): runs where its map does not put it"},
    {"guard inverted", invert_guard,
     "S0 (t = 0) on partition (1): runs where its map does not put it"},
    {"statement missing", never_run, "S0 (t = 0): ran 0 times; expected 1"},
    {"loop too long", run_beyond_domain,
     "S2 (t = 0, j = 0) on partition (0): is not in the sequential program"},
    {"loop too short", run_too_few,
     "S1 (t = 1, i = 7) on partition (1): reads A[8] and sees the initial "
     "value of A[8]; expected the value written by S2 (t = 0, j = 8)"},
    {"nests swapped", swap_nests,
     "S2 (t = 0, j = 1) on partition (0): reads B[1] and sees the initial "
     "value of B[1]; expected the value written by S1 (t = 0, i = 1)"},
    {"loop without a step", lose_step, "loop i: has no bounds or no step"},
    {"statement outside of its loop", leave_loop,
     "S1: stands outside of loop i"},
    {"layout unlike its template", change_layout,
     "A: its layout on axis 0 is not that of its template"},
    {"home of a wrong size", change_home,
     "A: its home has 5 elements along dim 0, its layout asks for 4"},
    {"template not covered", shrink_template, "T0: its blocks do not cover it"},
    {"template cyclic", deal_cyclically,
     "T0: is cyclic, which is not simulated"},
    {"operation of another kind", change_op, "M2: recv is not simulated"},
    {"blocks passed on", pass_on_part,
     "M2: A has no copy on each coordinate of axis 0"},
    {"pipeline that starts elsewhere", pass_on_from_within,
     "M2: its root is 1, which receives it from others"},
    {"reduction of what is whole", combine_whole, "M2: A has no partial sums"},
    {"root out of range", change_root, "M0: no member 3 to be the root"},
    {"axis twice", double_axis, "M0: bad grid axis 0"},
    {"scatter of a local array", make_local, "M0: nobody has all of A"},
    {"exchange without a buffer", lose_buffer,
     "M2: has no buffer to receive A in"},
    {"read from a scatter", read_scattered, "S1: access 0 cannot use M0"},
    {"write before a read", write_first,
     "S2: has accesses other than reads and then one write"},
    {"message in the source", send_in_source,
     "M1: stands in the sequential program"},
    {"source out of bounds", overrun_array,
     "S2 (t = 0, j = 10): accesses B[10], outside of the array"},
    {"error with a location", locate,
     "jacobi.mlir:7:10: S1 (t = 0, i = 1) on partition (0): reads A[0], which "
     "M2 did not bring; expected the initial value of A[0]"},
};

static const Case region_cases[] = {
    {"gather before the region missing", drop_gather_before_region,
     "R0: has y[0] with the initial value of y[0]; expected the value written "
     "by S0 (i = 0)"},
    {"scatter after the region missing", drop_scatter_after_region,
     "S1 (j = 0) on partition (0): reads y[0] and sees the value written by S0 "
     "(i = 0); expected the value of y[0] written by R0"},
    {"scatter before the region", scatter_before_region,
     "S1 (j = 0) on partition (0): reads y[0] and sees the value written by S0 "
     "(i = 0); expected the value of y[0] written by R0"},
    {"region missing", drop_region,
     "S1 (j = 0) on partition (0): reads y[0] and sees the value written by S0 "
     "(i = 0); expected the value of y[0] written by R0"},
    {"region and all that follows missing", drop_region_and_rest,
     "R0: did not run"},
    {"region repeated", repeat_region, "R0: runs twice"},
    {"region in a loop", put_region_into_loop, "R0: stands in a loop"},
    {"region without the array", keep_region_from_array,
     "M0: nobody has all of x"},
};

static void run_case(const Case *c, DmmPlan plan) {
  c->sabotage(&plan);
  DmmSimulation s = dmm_simulate(&plan, NULL);
  expect_number(c->name, "passes", s.ok, 0);
  expect_text(c->name, s.error.data, c->error);
  dmm_simulation_free(&s);
  dmm_arena_destroy(plan.arena);
}

/// On a grid of two axes, a scatter over one of them has a root in each row,
/// but only the first partition has the caller's array.
static void test_root_without_array(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = matmul_plan(arena, 4, 6, 6, 2, 3);
  int axis = 1;
  plan.messages[0].axes = &axis;
  plan.messages[0].naxes = 1;
  DmmSimulation s = dmm_simulate(&plan, NULL);
  expect_text("root without the array", s.error.data,
              "M0: its root is partition (1, 0), which does not have the "
              "whole array");
  dmm_simulation_free(&s);
  dmm_arena_destroy(arena);
}

/// The rows of A are exchanged over the wrong axis.
static void test_wrong_axis(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = matmul_plan(arena, 4, 6, 6, 2, 3);
  int axis = 0;
  plan.messages[3].axes = &axis;
  DmmSimulation s = dmm_simulate(&plan, NULL);
  expect_text("exchange over the wrong axis", s.error.data,
              "S0 (i = 0, j = 2, k = 0) on partition (0, 1): reads A[0, 0], "
              "which M3 did not bring; expected the initial value of A[0, 0]");
  dmm_simulation_free(&s);
  dmm_arena_destroy(arena);
}

/// Two dimensions of a grid cut the same dimension of an array.
static void test_dimension_cut_twice(void) {
  DmmArena *arena = dmm_arena_create();
  DmmPlan plan = matmul_plan(arena, 4, 6, 6, 2, 3);
  plan.arrays[0].layout[1].dim = 0;
  DmmSimulation s = dmm_simulate(&plan, NULL);
  expect_text("dimension cut twice", s.error.data,
              "A: two grid axes cut its dim 0");
  dmm_simulation_free(&s);
  dmm_arena_destroy(arena);
}

int main(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    run_case(&cases[i], stencil_plan(dmm_arena_create(), 10, 2, 3));
  for (size_t i = 0; i < sizeof region_cases / sizeof *region_cases; ++i)
    run_case(&region_cases[i], region_plan(dmm_arena_create(), 10, 3));
  test_root_without_array();
  test_wrong_axis();
  test_dimension_cut_twice();
  return failures ? 1 : 0;
}
