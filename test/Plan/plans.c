//===- plans.c - Plans made by hand for the tests -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plans.h"

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

static void *copy(DmmArena *arena, const void *data, size_t bytes) {
  return dmm_arena_copy(arena, data, bytes);
}

static DmmExpr number(DmmArena *arena, int64_t value) {
  return dmm_expr_const(arena, value);
}

static DmmExpr var(DmmArena *arena, int id) { return dmm_expr_var(arena, id); }

DmmExpr var_plus(DmmArena *arena, int id, int64_t constant) {
  return dmm_expr_linear(arena, 1, var(arena, id), number(arena, constant));
}

DmmExprList one(DmmArena *arena, DmmExpr expr) {
  DmmExprList list = {0};
  dmm_expr_list_push(arena, &list, expr);
  return list;
}

static DmmExprList two(DmmArena *arena, DmmExpr a, DmmExpr b) {
  DmmExprList list = one(arena, a);
  dmm_expr_list_push(arena, &list, b);
  return list;
}

DmmNode *take_child(DmmNode *node, int i) {
  DmmNode *child = node->children[i];
  for (int next = i + 1; next < node->nchildren; ++next)
    node->children[next - 1] = node->children[next];
  --node->nchildren;
  return child;
}

static void add_child(DmmArena *arena, DmmNode *node, DmmNode *child) {
  dmm_node_insert(arena, node, node->nchildren, child);
}

static DmmNode *statement_node(DmmArena *arena, int id) {
  return dmm_node_create(arena, DMM_NODE_STATEMENT, id);
}

static DmmNode *message_node(DmmArena *arena, int id) {
  return dmm_node_create(arena, DMM_NODE_MESSAGE, id);
}

static DmmNode *loop_node(DmmArena *arena, int id, DmmExprList lower,
                          DmmExprList upper, DmmNode *body) {
  DmmNode *node = dmm_node_create(arena, DMM_NODE_LOOP, id);
  node->lower = lower;
  node->upper = upper;
  node->step = 1;
  add_child(arena, node, body);
  return node;
}

static void add_axis(DmmPlan *plan, int64_t size) {
  plan->grid = dmm_arena_push(plan->arena, plan->grid, (size_t)plan->naxes,
                              sizeof *plan->grid);
  plan->grid[plan->naxes++].size = size;
}

static int add_template(DmmPlan *plan, int axis, int64_t extent) {
  int id = plan->ntemplates++;
  plan->templates = dmm_arena_push(plan->arena, plan->templates, (size_t)id,
                                   sizeof *plan->templates);
  int64_t block = dmm_ceildiv(extent, plan->grid[axis].size);
  plan->templates[id] = (DmmTemplate){.axis = axis,
                                      .extent = extent,
                                      .block = block,
                                      .extent_var = -1,
                                      .block_var = -1};
  plan->templates[id].lo_var = dmm_plan_add_var(
      plan, DMM_VAR_LO, id, dmm_arena_printf(plan->arena, "lo%d", id));
  plan->templates[id].hi_var = dmm_plan_add_var(
      plan, DMM_VAR_HI, id, dmm_arena_printf(plan->arena, "hi%d", id));
  return id;
}

static int add_loop(DmmPlan *plan, const char *name, bool distributed) {
  int id = plan->nloops++;
  plan->loops =
      dmm_arena_push(plan->arena, plan->loops, (size_t)id, sizeof *plan->loops);
  plan->loops[id] = (DmmLoop){.name = name, .distributed = distributed};
  plan->loops[id].iv_var = dmm_plan_add_var(plan, DMM_VAR_IV, id, name);
  return id;
}

static int add_buffer(DmmPlan *plan, DmmBufferKind kind, int array, int rank,
                      const int64_t *sizes) {
  return dmm_plan_add_buffer(
      plan, (DmmBuffer){.kind = kind,
                        .array = array,
                        .rank = rank,
                        .sizes = copy(plan->arena, sizes,
                                      (size_t)rank * sizeof *sizes)});
}

/// An argument of the given sizes; on grid axis a, dimension a is cut by
/// template templates[a], or the array is replicated where that is -1.
static int add_array(DmmPlan *plan, const char *name, int rank,
                     const int64_t *sizes, const int *templates) {
  DmmArena *arena = plan->arena;
  int id = plan->narrays++;
  plan->arrays =
      dmm_arena_push(arena, plan->arrays, (size_t)id, sizeof *plan->arrays);
  size_t naxes = (size_t)plan->naxes;
  DmmArray array = {.name = name,
                    .role = rank ? DMM_ROLE_ARGUMENT : DMM_ROLE_SCALAR,
                    .argument = id,
                    .rank = rank,
                    .sizes = copy(arena, sizes, (size_t)rank * sizeof *sizes),
                    .element = "f32",
                    .live_in = true,
                    .whole = -1};
  array.layout = dmm_arena_alloc(arena, naxes * sizeof *array.layout);
  array.templates = copy(arena, templates, naxes * sizeof *templates);
  int64_t home[2] = {rank > 0 ? sizes[0] : 0, rank > 1 ? sizes[1] : 0};
  for (int axis = 0; axis < plan->naxes; ++axis) {
    array.layout[axis] = (DmmAxisLayout){DMM_REPLICATED, -1, 0, 1, 0, 0, 0, 0};
    if (templates[axis] < 0)
      continue;
    const DmmTemplate *t = &plan->templates[templates[axis]];
    array.layout[axis] =
        (DmmAxisLayout){DMM_SHARDED, axis, 1, 1, 0, t->block, 0, t->extent};
    home[axis] = t->block;
  }
  array.home = add_buffer(plan, DMM_BUFFER_HOME, id, rank, home);
  plan->arrays[id] = array;
  return id;
}

static int add_message(DmmPlan *plan, DmmRtOp op, int array) {
  DmmArena *arena = plan->arena;
  int id = plan->nmessages++;
  plan->messages =
      dmm_arena_push(arena, plan->messages, (size_t)id, sizeof *plan->messages);
  int axes[2] = {0, 1};
  plan->messages[id] = (DmmMessage){
      .name = dmm_arena_printf(arena, "M%d", id),
      .op = op,
      .array = array,
      .axes = copy(arena, axes, (size_t)plan->naxes * sizeof *axes),
      .naxes = plan->naxes,
      .buffer = -1};
  return id;
}

/// Makes the message an exchange over one axis into a new buffer.
static void set_exchange(DmmPlan *plan, int id, int axis,
                         const int64_t *buffer_sizes, const int *templates,
                         const DmmBoxDim *box) {
  DmmMessage *message = &plan->messages[id];
  int rank = plan->arrays[message->array].rank;
  message->root = DMM_ROOT_NONE;
  message->axes = copy(plan->arena, &axis, sizeof axis);
  message->naxes = 1;
  message->buffer =
      add_buffer(plan, DMM_BUFFER_RECEIVE, message->array, rank, buffer_sizes);
  message->templates =
      copy(plan->arena, templates, (size_t)plan->naxes * sizeof *templates);
  message->box = copy(plan->arena, box, (size_t)rank * sizeof *box);
}

/// A statement inside of `depth` loops without accesses, run everywhere.
static int add_statement(DmmPlan *plan, int depth, const int *loops) {
  DmmArena *arena = plan->arena;
  int id = plan->nstatements++;
  plan->statements = dmm_arena_push(arena, plan->statements, (size_t)id,
                                    sizeof *plan->statements);
  int *ivs = dmm_arena_alloc(arena, (size_t)depth * sizeof *ivs);
  for (int i = 0; i < depth; ++i)
    ivs[i] = plan->loops[loops[i]].iv_var;
  DmmStatement s = {
      .name = dmm_arena_printf(arena, "S%d", id), .depth = depth, .ivs = ivs};
  s.map = dmm_arena_alloc(arena, (size_t)plan->naxes * sizeof *s.map);
  for (int axis = 0; axis < plan->naxes; ++axis)
    s.map[axis] = (DmmAxisMap){-1, {0}, 1};
  plan->statements[id] = s;
  return id;
}

static void add_access(DmmPlan *plan, int statement, DmmAccess access,
                       DmmExprList subscripts) {
  DmmStatement *s = &plan->statements[statement];
  access.subscripts = subscripts.items;
  s->accesses = dmm_arena_push(plan->arena, s->accesses, (size_t)s->naccesses,
                               sizeof *s->accesses);
  s->accesses[s->naccesses++] = access;
  if (access.is_write) {
    plan->arrays[access.array].written = true;
    plan->arrays[access.array].live_out = true;
  }
}

static void read_home(DmmPlan *plan, int statement, int array,
                      DmmExprList subscripts) {
  add_access(plan, statement, (DmmAccess){.array = array, .message = -1},
             subscripts);
}

static void read_received(DmmPlan *plan, int statement, int message,
                          DmmExprList subscripts) {
  DmmAccess access = {.array = plan->messages[message].array,
                      .message = message};
  add_access(plan, statement, access, subscripts);
}

static void write_home(DmmPlan *plan, int statement, int array,
                       DmmExprList subscripts) {
  DmmAccess access = {.array = array, .is_write = true, .message = -1};
  add_access(plan, statement, access, subscripts);
}

//===----------------------------------------------------------------------===//
// axpy
//===----------------------------------------------------------------------===//

static DmmPlan start_plan(DmmArena *arena, const char *name) {
  DmmPlan plan = {.arena = arena, .name = name};
  plan.source = dmm_node_create(arena, DMM_NODE_SEQUENCE, 0);
  plan.spmd = dmm_node_create(arena, DMM_NODE_SEQUENCE, 0);
  return plan;
}

DmmPlan axpy_plan(DmmArena *arena, int64_t n, int64_t p) {
  DmmPlan plan = start_plan(arena, "axpy");
  add_axis(&plan, p);
  int t = add_template(&plan, 0, n), whole = -1, i = add_loop(&plan, "i", true);
  int alpha = add_array(&plan, "alpha", 0, NULL, &whole);
  int x = add_array(&plan, "x", 1, &n, &t),
      y = add_array(&plan, "y", 1, &n, &t);
  add_message(&plan, DMM_RT_BROADCAST, alpha);
  add_message(&plan, DMM_RT_SCATTER, x);
  add_message(&plan, DMM_RT_SCATTER, y);
  add_message(&plan, DMM_RT_GATHER, y);

  int s = add_statement(&plan, 1, &i);
  DmmExpr iv = var(arena, plan.loops[i].iv_var);
  read_home(&plan, s, x, one(arena, iv));
  read_home(&plan, s, y, one(arena, iv));
  write_home(&plan, s, y, one(arena, iv));
  plan.statements[s].map[0] = (DmmAxisMap){t, iv, 1};

  add_child(arena, plan.source,
            loop_node(arena, i, one(arena, number(arena, 0)),
                      one(arena, number(arena, n)), statement_node(arena, s)));
  for (int m = 0; m < 3; ++m)
    add_child(arena, plan.spmd, message_node(arena, m));
  add_child(arena, plan.spmd,
            loop_node(arena, i,
                      one(arena, var(arena, plan.templates[t].lo_var)),
                      one(arena, var(arena, plan.templates[t].hi_var)),
                      statement_node(arena, s)));
  add_child(arena, plan.spmd, message_node(arena, 3));
  return plan;
}

//===----------------------------------------------------------------------===//
// Stencil
//===----------------------------------------------------------------------===//

enum { STENCIL_A, STENCIL_B };
enum { STENCIL_T, STENCIL_I, STENCIL_J }; // loops: i runs S1, j runs S2

static void add_stencil_messages(DmmPlan *plan, int64_t n) {
  DmmArena *arena = plan->arena;
  const DmmTemplate *t = &plan->templates[0];
  add_message(plan, DMM_RT_SCATTER, STENCIL_A);
  add_message(plan, DMM_RT_SCATTER, STENCIL_B);
  int exchange = add_message(plan, DMM_RT_TRANSPOSE, STENCIL_A);
  DmmBoxDim box = {
      .origin = var_plus(arena, t->lo_var, -1),
      .lower = two(arena, number(arena, 0), var_plus(arena, t->lo_var, -1)),
      .upper = two(arena, number(arena, n), var_plus(arena, t->hi_var, 1))};
  int64_t size = t->block + 2;
  int cut = 0;
  set_exchange(plan, exchange, 0, &size, &cut, &box);
  DmmExpr cells =
      dmm_expr_linear(arena, -1, var(arena, t->lo_var), var(arena, t->hi_var));
  plan->messages[exchange].guards =
      one(arena, dmm_expr_linear(arena, 1, cells, number(arena, -1)));
  add_message(plan, DMM_RT_GATHER, STENCIL_A);
  add_message(plan, DMM_RT_GATHER, STENCIL_B);
}

static void add_stencil_statements(DmmPlan *plan) {
  DmmArena *arena = plan->arena;
  int t = STENCIL_T, ti[2] = {STENCIL_T, STENCIL_I},
      tj[2] = {STENCIL_T, STENCIL_J};
  DmmExpr zero = number(arena, 0);
  int s0 = add_statement(plan, 1, &t);
  read_home(plan, s0, STENCIL_A, one(arena, zero));
  write_home(plan, s0, STENCIL_B, one(arena, zero));
  plan->statements[s0].map[0] = (DmmAxisMap){0, zero, 1};

  int s1 = add_statement(plan, 2, ti), iv = plan->loops[STENCIL_I].iv_var;
  for (int distance = -1; distance <= 1; ++distance)
    read_received(plan, s1, 2, one(arena, var_plus(arena, iv, distance)));
  write_home(plan, s1, STENCIL_B, one(arena, var(arena, iv)));
  plan->statements[s1].map[0] = (DmmAxisMap){0, var(arena, iv), 1};

  int s2 = add_statement(plan, 2, tj), jv = plan->loops[STENCIL_J].iv_var;
  read_home(plan, s2, STENCIL_B, one(arena, var(arena, jv)));
  write_home(plan, s2, STENCIL_A, one(arena, var(arena, jv)));
  plan->statements[s2].map[0] = (DmmAxisMap){0, var(arena, jv), 1};
}

static DmmNode *stencil_nest(DmmPlan *plan, int loop, DmmExprList lower,
                             DmmExprList upper) {
  return loop_node(plan->arena, loop, lower, upper,
                   statement_node(plan->arena, loop));
}

static DmmNode *stencil_source(DmmPlan *plan, int64_t n, int64_t steps) {
  DmmArena *arena = plan->arena;
  DmmNode *time =
      loop_node(arena, STENCIL_T, one(arena, number(arena, 0)),
                one(arena, number(arena, steps)), statement_node(arena, 0));
  for (int loop = STENCIL_I; loop <= STENCIL_J; ++loop)
    add_child(arena, time,
              stencil_nest(plan, loop, one(arena, number(arena, 1)),
                           one(arena, number(arena, n - 1))));
  return time;
}

static DmmNode *stencil_guard(DmmPlan *plan) {
  DmmArena *arena = plan->arena;
  const DmmTemplate *t = &plan->templates[0];
  DmmNode *guard = dmm_node_create(arena, DMM_NODE_GUARD, 0);
  DmmExpr zero = number(arena, 0);
  guard->conditions =
      two(arena, dmm_expr_linear(arena, -1, var(arena, t->lo_var), zero),
          var_plus(arena, t->hi_var, -1));
  add_child(arena, guard, statement_node(arena, 0));
  return guard;
}

static DmmNode *stencil_spmd(DmmPlan *plan, int64_t n, int64_t steps) {
  DmmArena *arena = plan->arena;
  DmmExpr lo = var(arena, plan->templates[0].lo_var);
  DmmExpr hi = var(arena, plan->templates[0].hi_var);
  DmmNode *time =
      loop_node(arena, STENCIL_T, one(arena, number(arena, 0)),
                one(arena, number(arena, steps)), message_node(arena, 2));
  add_child(arena, time, stencil_guard(plan));
  for (int loop = STENCIL_I; loop <= STENCIL_J; ++loop)
    add_child(arena, time,
              stencil_nest(plan, loop, two(arena, number(arena, 1), lo),
                           two(arena, number(arena, n - 1), hi)));
  return time;
}

DmmPlan stencil_plan(DmmArena *arena, int64_t n, int64_t steps, int64_t p) {
  DmmPlan plan = start_plan(arena, "stencil");
  add_axis(&plan, p);
  int cut = add_template(&plan, 0, n);
  add_array(&plan, "A", 1, &n, &cut);
  add_array(&plan, "B", 1, &n, &cut);
  add_loop(&plan, "t", false);
  plan.loops[STENCIL_T].why = "carries a dependence on A";
  add_loop(&plan, "i", true);
  add_loop(&plan, "j", true);
  add_stencil_messages(&plan, n);
  add_stencil_statements(&plan);
  add_child(arena, plan.source, stencil_source(&plan, n, steps));
  add_child(arena, plan.spmd, message_node(arena, 0));
  add_child(arena, plan.spmd, message_node(arena, 1));
  add_child(arena, plan.spmd, stencil_spmd(&plan, n, steps));
  add_child(arena, plan.spmd, message_node(arena, 3));
  add_child(arena, plan.spmd, message_node(arena, 4));
  return plan;
}

//===----------------------------------------------------------------------===//
// Matrix product
//===----------------------------------------------------------------------===//

enum { ROWS, COLUMNS, SUM_OF_A, SUM_OF_B }; // templates

static DmmBoxDim block_of(DmmPlan *plan, int id) {
  DmmArena *arena = plan->arena;
  const DmmTemplate *t = &plan->templates[id];
  return (DmmBoxDim){.origin = var(arena, t->lo_var),
                     .lower = one(arena, var(arena, t->lo_var)),
                     .upper = one(arena, var(arena, t->hi_var))};
}

static DmmBoxDim whole(DmmPlan *plan, int64_t size) {
  DmmArena *arena = plan->arena;
  return (DmmBoxDim){.origin = number(arena, 0),
                     .lower = one(arena, number(arena, 0)),
                     .upper = one(arena, number(arena, size))};
}

static void add_matmul_messages(DmmPlan *plan, int64_t l) {
  for (int array = 0; array < 3; ++array)
    add_message(plan, DMM_RT_SCATTER, array);
  int rows = add_message(plan, DMM_RT_TRANSPOSE, 0);
  int64_t row_sizes[2] = {plan->templates[ROWS].block, l};
  DmmBoxDim row_box[2] = {block_of(plan, ROWS), whole(plan, l)};
  int row_templates[2] = {ROWS, -1};
  set_exchange(plan, rows, 1, row_sizes, row_templates, row_box);
  int columns = add_message(plan, DMM_RT_TRANSPOSE, 1);
  int64_t column_sizes[2] = {l, plan->templates[COLUMNS].block};
  DmmBoxDim column_box[2] = {whole(plan, l), block_of(plan, COLUMNS)};
  int column_templates[2] = {-1, COLUMNS};
  set_exchange(plan, columns, 0, column_sizes, column_templates, column_box);
  add_message(plan, DMM_RT_GATHER, 2);
}

static void add_matmul_statement(DmmPlan *plan) {
  DmmArena *arena = plan->arena;
  int loops[3] = {0, 1, 2};
  int s = add_statement(plan, 3, loops);
  DmmExpr i = var(arena, plan->loops[0].iv_var);
  DmmExpr j = var(arena, plan->loops[1].iv_var);
  DmmExpr k = var(arena, plan->loops[2].iv_var);
  read_received(plan, s, 3, two(arena, i, k));
  read_received(plan, s, 4, two(arena, k, j));
  read_home(plan, s, 2, two(arena, i, j));
  write_home(plan, s, 2, two(arena, i, j));
  plan->statements[s].map[0] = (DmmAxisMap){ROWS, i, 1};
  plan->statements[s].map[1] = (DmmAxisMap){COLUMNS, j, 1};
}

static DmmNode *matmul_nest(DmmPlan *plan, DmmBoxDim rows, DmmBoxDim columns,
                            DmmBoxDim sum) {
  DmmArena *arena = plan->arena;
  DmmNode *nest = statement_node(arena, 0);
  nest = loop_node(arena, 2, sum.lower, sum.upper, nest);
  nest = loop_node(arena, 1, columns.lower, columns.upper, nest);
  return loop_node(arena, 0, rows.lower, rows.upper, nest);
}

DmmPlan matmul_plan(DmmArena *arena, int64_t m, int64_t n, int64_t l, int64_t p,
                    int64_t q) {
  DmmPlan plan = start_plan(arena, "matmul");
  add_axis(&plan, p);
  add_axis(&plan, q);
  add_template(&plan, 0, m);
  add_template(&plan, 1, n);
  add_template(&plan, 1, l);
  add_template(&plan, 0, l);
  int64_t sizes[3][2] = {{m, l}, {l, n}, {m, n}};
  int cuts[3][2] = {{ROWS, SUM_OF_A}, {SUM_OF_B, COLUMNS}, {ROWS, COLUMNS}};
  add_array(&plan, "A", 2, sizes[0], cuts[0]);
  add_array(&plan, "B", 2, sizes[1], cuts[1]);
  add_array(&plan, "C", 2, sizes[2], cuts[2]);
  add_loop(&plan, "i", true);
  add_loop(&plan, "j", true);
  add_loop(&plan, "k", false);
  add_matmul_messages(&plan, l);
  add_matmul_statement(&plan);
  add_child(
      arena, plan.source,
      matmul_nest(&plan, whole(&plan, m), whole(&plan, n), whole(&plan, l)));
  for (int message = 0; message < 5; ++message)
    add_child(arena, plan.spmd, message_node(arena, message));
  add_child(arena, plan.spmd,
            matmul_nest(&plan, block_of(&plan, ROWS), block_of(&plan, COLUMNS),
                        whole(&plan, l)));
  add_child(arena, plan.spmd, message_node(arena, 5));
  return plan;
}

//===----------------------------------------------------------------------===//
// Mirror image
//===----------------------------------------------------------------------===//

DmmPlan mirror_plan(DmmArena *arena, int64_t n, int64_t p) {
  DmmPlan plan = start_plan(arena, "mirror");
  add_axis(&plan, p);
  int t = add_template(&plan, 0, n), i = add_loop(&plan, "i", true);
  int x = add_array(&plan, "x", 1, &n, &t),
      y = add_array(&plan, "y", 1, &n, &t);
  plan.arrays[y].layout[0].numerator = -1;
  plan.arrays[y].layout[0].offset = n - 1;
  add_message(&plan, DMM_RT_SCATTER, x);
  add_message(&plan, DMM_RT_GATHER, y);

  int s = add_statement(&plan, 1, &i);
  DmmExpr iv = var(arena, plan.loops[i].iv_var);
  DmmExpr cell = dmm_expr_linear(arena, -1, iv, number(arena, n - 1));
  read_home(&plan, s, x, one(arena, cell));
  write_home(&plan, s, y, one(arena, iv));
  plan.statements[s].map[0] = (DmmAxisMap){t, cell, 1};

  const DmmTemplate *block = &plan.templates[t];
  add_child(arena, plan.source,
            loop_node(arena, i, one(arena, number(arena, 0)),
                      one(arena, number(arena, n)), statement_node(arena, s)));
  add_child(arena, plan.spmd, message_node(arena, 0));
  add_child(
      arena, plan.spmd,
      loop_node(arena, i,
                one(arena, dmm_expr_linear(arena, -1, var(arena, block->hi_var),
                                           number(arena, n))),
                one(arena, dmm_expr_linear(arena, -1, var(arena, block->lo_var),
                                           number(arena, n))),
                statement_node(arena, s)));
  add_child(arena, plan.spmd, message_node(arena, 1));
  return plan;
}

//===----------------------------------------------------------------------===//
// A root region
//===----------------------------------------------------------------------===//

enum { REGION_X, REGION_Y };

/// The nest of a statement that writes y[index] from `read`[index].
static void add_region_nest(DmmPlan *plan, int loop, int read) {
  DmmArena *arena = plan->arena;
  const DmmTemplate *t = &plan->templates[0];
  int s = add_statement(plan, 1, &loop);
  DmmExpr iv = var(arena, plan->loops[loop].iv_var);
  read_home(plan, s, read, one(arena, iv));
  write_home(plan, s, REGION_Y, one(arena, iv));
  plan->statements[s].map[0] = (DmmAxisMap){0, iv, 1};
  add_child(arena, plan->source,
            loop_node(arena, loop, one(arena, number(arena, 0)),
                      one(arena, number(arena, t->extent)),
                      statement_node(arena, s)));
  add_child(arena, plan->spmd,
            loop_node(arena, loop, one(arena, var(arena, t->lo_var)),
                      one(arena, var(arena, t->hi_var)),
                      statement_node(arena, s)));
}

static void add_region(DmmPlan *plan) {
  static DmmUse uses[] = {{REGION_X, false}, {REGION_Y, true}};
  static DmmRootOp op = {.is_nest = true, .why = "it depends on data"};
  static DmmRootRegion region = {.name = "R0",
                                 .child = 1,
                                 .statements_before = 1,
                                 .uses = uses,
                                 .nuses = 2,
                                 .ops = &op,
                                 .nops = 1};
  plan->regions = &region;
  plan->nregions = 1;
  add_child(plan->arena, plan->source,
            dmm_node_create(plan->arena, DMM_NODE_ROOT, 0));
  add_child(plan->arena, plan->spmd,
            dmm_node_create(plan->arena, DMM_NODE_ROOT, 0));
}

DmmPlan region_plan(DmmArena *arena, int64_t n, int64_t p) {
  DmmPlan plan = start_plan(arena, "region");
  add_axis(&plan, p);
  int t = add_template(&plan, 0, n);
  int i = add_loop(&plan, "i", true), j = add_loop(&plan, "j", true);
  add_array(&plan, "x", 1, &n, &t);
  add_array(&plan, "y", 1, &n, &t);
  add_message(&plan, DMM_RT_SCATTER, REGION_X);
  add_message(&plan, DMM_RT_GATHER, REGION_Y);
  add_message(&plan, DMM_RT_SCATTER, REGION_Y);
  add_message(&plan, DMM_RT_GATHER, REGION_Y);
  add_child(arena, plan.spmd, message_node(arena, 0));
  add_region_nest(&plan, i, REGION_X);
  add_child(arena, plan.spmd, message_node(arena, 1));
  add_region(&plan);
  add_child(arena, plan.spmd, message_node(arena, 2));
  add_region_nest(&plan, j, REGION_Y);
  add_child(arena, plan.spmd, message_node(arena, 3));
  return plan;
}
