//===- print.c - The text form of a plan ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One section for each table of the plan, then the tree. Nothing here depends
// on addresses or on the order of allocation: equal plans print equal texts.
//
//===----------------------------------------------------------------------===//

#include "Plan/print.h"

#include "Support/grid.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *dmm_message_op_name(DmmRtOp op) {
  static const char *const names[DMM_RT_NUM_OPS] = {
      "reduce",    "broadcast", "all_reduce", "scatter", "gather",
      "transpose", "halo",      "shift",      "send",    "recv"};
  return names[op];
}

static const char *kind_name(DmmKind kind) {
  static const char *const names[] = {
#define X(upper, lower) #lower,
      DMM_KINDS(X)
#undef X
  };
  return names[kind];
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

static void put(DmmText *text, const char *string) {
  dmm_text_printf(text, "%s", string);
}

static void put_loc(DmmText *text, DmmLoc loc) {
  if (loc.text)
    dmm_text_printf(text, " (%s)", loc.text);
  put(text, "\n");
}

/// "4x5x", so that an element type can follow; or "4x5" without `last`.
static void put_sizes(DmmText *text, const int64_t *sizes, int n, bool last) {
  for (int i = 0; i < n; ++i)
    dmm_text_printf(text, "%" PRId64 "%s", sizes[i],
                    last || i + 1 < n ? "x" : "");
}

static void put_axes(DmmText *text, const int *axes, int n) {
  put(text, n == 1 ? "axis" : "axes");
  for (int i = 0; i < n; ++i)
    dmm_text_printf(text, "%s%d", i ? ", " : " ", axes[i]);
}

static void put_exprs(const DmmPlan *plan, const DmmExpr *exprs, int n,
                      DmmText *text) {
  for (int i = 0; i < n; ++i) {
    put(text, i ? ", " : "");
    dmm_expr_print(plan, exprs[i], text);
  }
}

/// A bound: `function` of all the expressions, or the only one.
static void put_bound(const DmmPlan *plan, const char *function,
                      DmmExprList list, DmmText *text) {
  bool many = list.n != 1;
  if (many)
    dmm_text_printf(text, "%s(", function);
  put_exprs(plan, list.items, list.n, text);
  put(text, many ? ")" : "");
}

static void put_conditions(const DmmPlan *plan, DmmExprList list,
                           DmmText *text) {
  for (int i = 0; i < list.n; ++i) {
    put(text, i ? " and " : "");
    dmm_expr_print(plan, list.items[i], text);
    put(text, " >= 0");
  }
}

//===----------------------------------------------------------------------===//
// Grid, templates, arrays, buffers
//===----------------------------------------------------------------------===//

static void put_grid(const DmmPlan *plan, DmmText *text) {
  put(text, "grid: ");
  for (int axis = 0; axis < plan->naxes; ++axis)
    dmm_text_printf(text, "%s%" PRId64, axis ? "x" : "", plan->grid[axis].size);
  dmm_text_printf(text, " (%" PRId64 " partitions)\n",
                  dmm_plan_partitions(plan));
  for (int i = 0; i < plan->nvars; ++i)
    if (plan->vars[i].kind == DMM_VAR_PARAM)
      dmm_text_printf(text, "parameter: %s\n", plan->vars[i].name);
}

static void put_template(const DmmPlan *plan, int id, DmmText *text) {
  const DmmTemplate *t = &plan->templates[id];
  dmm_text_printf(text,
                  "  T%d: axis %d, %" PRId64 " cells in blocks of %" PRId64, id,
                  t->axis, t->extent, t->block);
  if (t->cycle)
    dmm_text_printf(text, ", cycle %" PRId64, t->cycle);
  dmm_text_printf(text, ", [%s, %s)\n", plan->vars[t->lo_var].name,
                  plan->vars[t->hi_var].name);
}

/// The cell that index d<dim> lies in, e.g. "(d0 * 2 + 1) floordiv 3".
static void put_cell(const DmmAxisLayout *l, DmmText *text) {
  bool sum = l->offset != 0, divided = l->denominator != 1;
  put(text, sum && divided ? "(" : "");
  dmm_text_printf(text, "%sd%" PRId64, l->numerator == -1 ? "-" : "", l->dim);
  if (l->numerator != 1 && l->numerator != -1)
    dmm_text_printf(text, " * %" PRId64, l->numerator);
  if (sum)
    dmm_text_printf(text, " %c %" PRId64, l->offset < 0 ? '-' : '+',
                    l->offset < 0 ? -l->offset : l->offset);
  put(text, sum && divided ? ")" : "");
  if (divided)
    dmm_text_printf(text, " floordiv %" PRId64, l->denominator);
}

static void put_layout(const DmmArray *array, int axis, DmmText *text) {
  const DmmAxisLayout *l = &array->layout[axis];
  dmm_text_printf(text, "    axis %d: ", axis);
  if (l->state == DMM_REPLICATED)
    put(text, "replicated\n");
  if (l->state == DMM_PINNED)
    dmm_text_printf(text, "pinned at %" PRId64 "\n", l->offset);
  if (l->state != DMM_SHARDED)
    return;
  dmm_text_printf(text, "dim %" PRId64 " sharded, cell ", l->dim);
  put_cell(l, text);
  dmm_text_printf(text, " of T%d\n", array->templates[axis]);
}

/// ", partial add of arg2 along axis 0"
static void put_reduction(const DmmPlan *plan, const DmmReduction *reduction,
                          DmmText *text) {
  int axes[DMM_MAX_GRID_AXES], n = 0;
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (reduction->axes[axis])
      axes[n++] = axis;
  dmm_text_printf(text, ", partial %s of %s along ",
                  kind_name(reduction->form.combine),
                  plan->arrays[reduction->target].name);
  put_axes(text, axes, n);
}

static void put_array(const DmmPlan *plan, const DmmArray *array,
                      DmmText *text) {
  dmm_text_printf(text, "  %s: ", array->name);
  put_sizes(text, array->sizes, array->rank, true);
  put(text, array->element);
  if (array->role == DMM_ROLE_LOCAL)
    put(text, ", local");
  else
    dmm_text_printf(text, ", %s %d",
                    array->role == DMM_ROLE_SCALAR ? "scalar" : "argument",
                    array->argument);
  put(text, array->is_resident ? ", resident" : "");
  put(text, array->live_in ? ", live in" : "");
  put(text, array->live_out ? ", live out" : "");
  put(text, array->written ? ", written" : "");
  if (array->reduction)
    put_reduction(plan, array->reduction, text);
  if (array->home >= 0)
    dmm_text_printf(text, ", home B%d", array->home);
  if (array->whole >= 0)
    dmm_text_printf(text, ", whole B%d", array->whole);
  put_loc(text, array->loc);
  for (int axis = 0; axis < plan->naxes; ++axis)
    put_layout(array, axis, text);
}

static void put_buffer(const DmmPlan *plan, int id, DmmText *text) {
  const DmmBuffer *buffer = &plan->buffers[id];
  const DmmArray *array = &plan->arrays[buffer->array];
  static const char *const kinds[] = {"home of", "receives", "whole of"};
  dmm_text_printf(text, "  B%d: %s ", id, kinds[buffer->kind]);
  dmm_text_printf(text, "%s, ", array->name);
  put_sizes(text, buffer->sizes, buffer->rank, true);
  dmm_text_printf(text, "%s, %" PRId64 " words\n", array->element,
                  dmm_buffer_elements(buffer));
}

//===----------------------------------------------------------------------===//
// Loops and statements
//===----------------------------------------------------------------------===//

static void put_loop(const DmmLoop *loop, DmmText *text) {
  dmm_text_printf(text, "  %s: %s", loop->name,
                  loop->distributed ? "distributed" : "whole");
  if (loop->why)
    dmm_text_printf(text, ", %s", loop->why);
  put_loc(text, loop->loc);
}

static void put_loop_head(const DmmPlan *plan, const DmmNode *node,
                          DmmText *text) {
  dmm_text_printf(text,
                  "for %s = ", plan->vars[plan->loops[node->id].iv_var].name);
  put_bound(plan, "max", node->lower, text);
  put(text, " to ");
  put_bound(plan, "min", node->upper, text);
  if (node->step != 1)
    dmm_text_printf(text, " step %" PRId64, node->step);
}

static bool holds_statement(const DmmNode *node, int id) {
  if (node->kind == DMM_NODE_STATEMENT)
    return node->id == id;
  for (int i = 0; i < node->nchildren; ++i)
    if (holds_statement(node->children[i], id))
      return true;
  return false;
}

/// The loops and guards of the source program around statement `id`, a line
/// each.
static void put_domain(const DmmPlan *plan, const DmmNode *node, int id,
                       DmmText *text) {
  if (!holds_statement(node, id))
    return;
  if (node->kind == DMM_NODE_LOOP) {
    put(text, "    ");
    put_loop_head(plan, node, text);
    put(text, "\n");
  }
  if (node->kind == DMM_NODE_GUARD) {
    put(text, "    if ");
    put_conditions(plan, node->conditions, text);
    put(text, "\n");
  }
  for (int i = 0; i < node->nchildren; ++i)
    put_domain(plan, node->children[i], id, text);
}

static void put_access(const DmmPlan *plan, const DmmAccess *access,
                       DmmText *text) {
  const DmmArray *array = &plan->arrays[access->array];
  dmm_text_printf(text, "    %s %s[", access->is_write ? "write" : "read",
                  array->name);
  put_exprs(plan, access->subscripts, array->rank, text);
  put(text, "]");
  if (access->message >= 0)
    dmm_text_printf(text, " from %s", plan->messages[access->message].name);
  put_loc(text, access->loc);
}

/// "1000 * lo0", or just "lo0".
static void put_scaled(int64_t factor, const char *name, DmmText *text) {
  if (factor != 1)
    dmm_text_printf(text, "%" PRId64 " * ", factor);
  put(text, name);
}

static void put_axis_map(const DmmPlan *plan, const DmmStatement *statement,
                         int axis, DmmText *text) {
  const DmmAxisMap *map = &statement->map[axis];
  dmm_text_printf(text, "    axis %d: ", axis);
  if (map->template_id < 0) {
    put(text, "on all coordinates\n");
    return;
  }
  const DmmTemplate *t = &plan->templates[map->template_id];
  put(text, "where ");
  put_scaled(map->denominator, plan->vars[t->lo_var].name, text);
  put(text, " <= ");
  dmm_expr_print(plan, map->cell, text);
  put(text, " < ");
  put_scaled(map->denominator, plan->vars[t->hi_var].name, text);
  put(text, "\n");
}

static void put_statement(const DmmPlan *plan, int id, DmmText *text) {
  const DmmStatement *statement = &plan->statements[id];
  dmm_text_printf(text, "  %s:", statement->name);
  put_loc(text, statement->loc);
  put_domain(plan, plan->source, id, text);
  for (int i = 0; i < statement->naccesses; ++i)
    put_access(plan, &statement->accesses[i], text);
  for (int axis = 0; axis < plan->naxes; ++axis)
    put_axis_map(plan, statement, axis, text);
}

//===----------------------------------------------------------------------===//
// Root regions
//===----------------------------------------------------------------------===//

/// "R0 on partition 0", with what it uses.
static void put_region_head(const DmmPlan *plan, const DmmRootRegion *region,
                            DmmText *text) {
  dmm_text_printf(text, "%s on partition 0:", region->name);
  for (int i = 0; i < region->nuses; ++i)
    dmm_text_printf(text, "%s %s %s", i ? "," : "",
                    region->uses[i].is_written ? "writes" : "reads",
                    plan->arrays[region->uses[i].array].name);
}

static void put_region(const DmmPlan *plan, const DmmRootRegion *region,
                       DmmText *text) {
  put(text, "  ");
  put_region_head(plan, region, text);
  put_loc(text, region->ops[0].loc);
  for (int i = 0; i < region->nops; ++i)
    if (region->ops[i].why)
      dmm_text_printf(text, "    why: %s\n", region->ops[i].why);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static void put_message_head(const DmmPlan *plan, const DmmMessage *message,
                             DmmText *text) {
  dmm_text_printf(text, "%s: %s %s over ", message->name,
                  dmm_message_op_name(message->op),
                  plan->arrays[message->array].name);
  put_axes(text, message->axes, message->naxes);
  if (message->op == DMM_RT_REDUCE || message->op == DMM_RT_ALL_REDUCE)
    dmm_text_printf(text, ", kind %s", kind_name(message->kind));
  if (message->root >= 0)
    dmm_text_printf(text, ", root %d", message->root);
  if (message->op == DMM_RT_HALO)
    dmm_text_printf(text, ", dim %d, %" PRId64 " below, %" PRId64 " above",
                    message->dim, message->low, message->high);
  if (message->buffer >= 0)
    dmm_text_printf(text, ", into B%d", message->buffer);
}

static void put_owner(const DmmPlan *plan, const DmmMessage *message,
                      DmmText *text) {
  for (int i = 0; i < message->naxes; ++i) {
    DmmAxisMap owner = dmm_message_owner(plan, message, i);
    dmm_text_printf(text, "    %s the owner of cell ",
                    message->op == DMM_RT_REDUCE ? "to" : "from");
    dmm_expr_print(plan, owner.cell, text);
    if (owner.denominator != 1)
      dmm_text_printf(text, " floordiv %" PRId64, owner.denominator);
    dmm_text_printf(text, " of T%d on axis %d\n", owner.template_id,
                    message->axes[i]);
  }
}

static void put_box(const DmmPlan *plan, const DmmMessage *message,
                    DmmText *text) {
  for (int d = 0; d < plan->arrays[message->array].rank; ++d) {
    const DmmBoxDim *dim = &message->box[d];
    if (!dim->lower.n) // the dimension with ghosts
      continue;
    dmm_text_printf(text, "    dim %d: [", d);
    put_bound(plan, "max", dim->lower, text);
    put(text, ", ");
    put_bound(plan, "min", dim->upper, text);
    put(text, ")");
    if (message->buffer >= 0) {
      put(text, ", from ");
      dmm_expr_print(plan, dim->origin, text);
    }
    put(text, "\n");
  }
  if (!message->guards.n)
    return;
  put(text, "    if ");
  put_conditions(plan, message->guards, text);
  put(text, "\n");
}

static void put_message(const DmmPlan *plan, const DmmMessage *message,
                        DmmText *text) {
  put(text, "  ");
  put_message_head(plan, message, text);
  put_loc(text, message->loc);
  if (message->why)
    dmm_text_printf(text, "    why: %s\n", message->why);
  if (message->owner)
    put_owner(plan, message, text);
  if (message->box)
    put_box(plan, message, text);
}

//===----------------------------------------------------------------------===//
// Tree
//===----------------------------------------------------------------------===//

static void put_node(const DmmPlan *plan, const DmmNode *node, int depth,
                     DmmText *text);

static void put_children(const DmmPlan *plan, const DmmNode *node, int depth,
                         DmmText *text) {
  for (int i = 0; i < node->nchildren; ++i)
    put_node(plan, node->children[i], depth, text);
}

static void put_block(const DmmPlan *plan, const DmmNode *node, int depth,
                      DmmText *text) {
  dmm_text_printf(text, "%*s", 2 * depth, "");
  if (node->kind == DMM_NODE_LOOP) {
    put_loop_head(plan, node, text);
  } else {
    put(text, "if ");
    put_conditions(plan, node->conditions, text);
  }
  put(text, ":\n");
  put_children(plan, node, depth + 1, text);
}

static void put_node(const DmmPlan *plan, const DmmNode *node, int depth,
                     DmmText *text) {
  switch (node->kind) {
  case DMM_NODE_SEQUENCE:
    put_children(plan, node, depth, text);
    return;
  case DMM_NODE_LOOP:
  case DMM_NODE_GUARD:
    put_block(plan, node, depth, text);
    return;
  case DMM_NODE_STATEMENT:
    dmm_text_printf(text, "%*s%s\n", 2 * depth, "",
                    plan->statements[node->id].name);
    return;
  case DMM_NODE_MESSAGE:
    dmm_text_printf(text, "%*s", 2 * depth, "");
    put_message_head(plan, &plan->messages[node->id], text);
    put(text, "\n");
    return;
  case DMM_NODE_ROOT:
    dmm_text_printf(text, "%*s", 2 * depth, "");
    put_region_head(plan, &plan->regions[node->id], text);
    put(text, "\n");
    return;
  }
}

//===----------------------------------------------------------------------===//
// The whole plan
//===----------------------------------------------------------------------===//

static void put_storage(const DmmPlan *plan, DmmText *text) {
  put(text, "templates:\n");
  for (int i = 0; i < plan->ntemplates; ++i)
    put_template(plan, i, text);
  put(text, "arrays:\n");
  for (int i = 0; i < plan->narrays; ++i)
    put_array(plan, &plan->arrays[i], text);
  put(text, "buffers:\n");
  for (int i = 0; i < plan->nbuffers; ++i)
    put_buffer(plan, i, text);
}

static void put_actions(const DmmPlan *plan, DmmText *text) {
  put(text, "loops:\n");
  for (int i = 0; i < plan->nloops; ++i)
    put_loop(&plan->loops[i], text);
  put(text, "statements:\n");
  for (int i = 0; i < plan->nstatements; ++i)
    put_statement(plan, i, text);
  if (plan->nregions)
    put(text, "regions:\n");
  for (int i = 0; i < plan->nregions; ++i)
    put_region(plan, &plan->regions[i], text);
  put(text, "messages:\n");
  for (int i = 0; i < plan->nmessages; ++i)
    put_message(plan, &plan->messages[i], text);
}

static void put_requirements(const DmmPlan *plan, DmmText *text) {
  put(text, "requires:\n");
  for (int i = 0; i < plan->nrequirements; ++i) {
    const DmmRequirement *r = &plan->requirements[i];
    put(text, "  not ");
    put_conditions(plan, r->violation, text);
    dmm_text_printf(text, ", or an access leaves %s%s",
                    plan->arrays[r->array].name, r->below ? " below 0" : "");
    put_loc(text, r->loc);
  }
}

static void put_remarks(const DmmPlan *plan, DmmText *text) {
  put(text, "remarks:\n");
  for (int i = 0; i < plan->nremarks; ++i) {
    dmm_text_printf(text, "  %s", plan->remarks[i].text);
    put_loc(text, plan->remarks[i].loc);
  }
}

void dmm_plan_print(const DmmPlan *plan, DmmText *text) {
  dmm_text_printf(text, "plan: %s\n", plan->name);
  put_grid(plan, text);
  put_storage(plan, text);
  if (plan->nrequirements)
    put_requirements(plan, text);
  put_actions(plan, text);
  put(text, "spmd:\n");
  put_node(plan, plan->spmd, 1, text);
  if (plan->nremarks)
    put_remarks(plan, text);
}
