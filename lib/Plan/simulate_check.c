//===- simulate_check.c - Consistency of a plan ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a plan must satisfy before it means anything: tables that agree with
// each other, and expressions that only use what is known where they stand.
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"
#include "Plan/print.h"
#include "Plan/simulation.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Templates and arrays
//===----------------------------------------------------------------------===//

static bool check_template(Sim *sim, int id) {
  const DmmPlan *plan = sim->plan;
  const DmmTemplate *t = &plan->templates[id];
  DmmLoc nowhere = {0};
  if (t->axis < 0 || t->axis >= plan->naxes)
    return dmm_sim_fail(sim, nowhere, "T%d: no grid axis %d", id, t->axis);
  if (t->cycle)
    return dmm_sim_fail(sim, nowhere, "T%d: is cyclic, which is not simulated",
                        id);
  if (t->block < 1 || t->block * plan->grid[t->axis].size < t->extent)
    return dmm_sim_fail(sim, nowhere, "T%d: its blocks do not cover it", id);
  return true;
}

/// Whether the layout and the template that code is made from say the same.
static bool check_axis(Sim *sim, const DmmArray *array, int axis) {
  const DmmAxisLayout *l = &array->layout[axis];
  if (l->state != DMM_SHARDED)
    return true;
  int id = array->templates[axis];
  const DmmTemplate *t = &sim->plan->templates[id < 0 ? 0 : id];
  if (id < 0 || t->axis != axis || t->block != l->block ||
      t->extent != l->extent || t->cycle != l->cycle)
    return dmm_sim_fail(sim, array->loc,
                        "%s: its layout on axis %d is not that of its template",
                        array->name, axis);
  if (l->dim < 0 || l->dim >= array->rank || l->numerator == 0 ||
      l->denominator < 1)
    return dmm_sim_fail(sim, array->loc, "%s: bad layout on axis %d",
                        array->name, axis);
  return true;
}

/// How many grid axes cut the dimension; writes the size of the home along it.
static int count_cuts(const DmmPlan *plan, const DmmArray *array, int dim,
                      int64_t *size) {
  int cuts = 0;
  *size = array->sizes[dim];
  for (int axis = 0; axis < plan->naxes; ++axis) {
    const DmmAxisLayout *l = &array->layout[axis];
    if (l->state != DMM_SHARDED || l->dim != dim)
      continue;
    *size = l->denominator * l->block;
    ++cuts;
  }
  *size += dmm_array_low(array, dim) + dmm_array_high(array, dim);
  return cuts;
}

static bool check_home_size(Sim *sim, const DmmArray *array, int dim) {
  int64_t found = sim->plan->buffers[array->home].sizes[dim], expected;
  if (count_cuts(sim->plan, array, dim, &expected) > 1)
    return dmm_sim_fail(sim, array->loc, "%s: two grid axes cut its dim %d",
                        array->name, dim);
  if (found != expected)
    return dmm_sim_fail(sim, array->loc,
                        "%s: its home has %" PRId64
                        " elements along dim %d, its layout asks for %" PRId64,
                        array->name, found, dim, expected);
  return true;
}

static bool check_home(Sim *sim, int id) {
  const DmmArray *array = &sim->plan->arrays[id];
  const DmmBuffer *home = &sim->plan->buffers[array->home];
  if (home->kind != DMM_BUFFER_HOME || home->array != id ||
      home->rank != array->rank)
    return dmm_sim_fail(sim, array->loc, "%s: B%d is not its home", array->name,
                        array->home);
  for (int d = 0; d < array->rank; ++d)
    if (!check_home_size(sim, array, d))
      return false;
  return true;
}

static bool check_whole(Sim *sim, int id) {
  const DmmArray *array = &sim->plan->arrays[id];
  const DmmBuffer *whole = &sim->plan->buffers[array->whole];
  bool good = whole->kind == DMM_BUFFER_WHOLE && whole->array == id &&
              whole->rank == array->rank &&
              (array->role == DMM_ROLE_LOCAL || array->is_resident);
  for (int d = 0; good && d < array->rank; ++d)
    good = whole->sizes[d] == array->sizes[d];
  return good || dmm_sim_fail(sim, array->loc, "%s: B%d cannot hold all of it",
                              array->name, array->whole);
}

static bool check_array(Sim *sim, int id) {
  const DmmArray *array = &sim->plan->arrays[id];
  for (int axis = 0; axis < sim->plan->naxes; ++axis)
    if (!check_axis(sim, array, axis))
      return false;
  return (array->home < 0 || check_home(sim, id)) &&
         (array->whole < 0 || check_whole(sim, id));
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

static bool check_access(Sim *sim, const DmmStatement *statement, int i) {
  const DmmAccess *access = &statement->accesses[i];
  if (access->is_write != (i + 1 == statement->naccesses))
    return dmm_sim_fail(sim, access->loc,
                        "%s: has accesses other than reads and then one write",
                        statement->name);
  if (access->message < 0)
    return true;
  const DmmMessage *message = &sim->plan->messages[access->message];
  if (access->is_write || message->buffer < 0 ||
      message->array != access->array)
    return dmm_sim_fail(sim, access->loc, "%s: access %d cannot use %s",
                        statement->name, i, message->name);
  return true;
}

static bool check_statement(Sim *sim, const DmmStatement *statement) {
  if (!statement->naccesses)
    return dmm_sim_fail(sim, statement->loc, "%s: writes nothing",
                        statement->name);
  for (int i = 0; i < statement->naccesses; ++i)
    if (!check_access(sim, statement, i))
      return false;
  for (int axis = 0; axis < sim->plan->naxes; ++axis) {
    int id = statement->map[axis].template_id;
    if (id >= 0 && sim->plan->templates[id].axis != axis)
      return dmm_sim_fail(sim, statement->loc,
                          "%s: its map on axis %d uses a template of axis %d",
                          statement->name, axis, sim->plan->templates[id].axis);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static int64_t group_size(const DmmPlan *plan, const DmmMessage *message) {
  int64_t size = 1;
  for (int i = 0; i < message->naxes; ++i)
    size *= plan->grid[message->axes[i]].size;
  return size;
}

static bool check_axes(Sim *sim, const DmmMessage *message) {
  for (int i = 0; i < message->naxes; ++i) {
    bool good = message->axes[i] >= 0 && message->axes[i] < sim->plan->naxes;
    for (int j = 0; j < i; ++j)
      good = good && message->axes[j] != message->axes[i];
    if (!good)
      return dmm_sim_fail(sim, message->loc, "%s: bad grid axis %d",
                          message->name, message->axes[i]);
  }
  return true;
}

static bool check_rooted(Sim *sim, const DmmMessage *message) {
  const DmmArray *array = &sim->plan->arrays[message->array];
  if (message->root < 0 || message->root >= group_size(sim->plan, message))
    return dmm_sim_fail(sim, message->loc, "%s: no member %d to be the root",
                        message->name, message->root);
  if ((array->role == DMM_ROLE_LOCAL || array->is_resident) && array->whole < 0)
    return dmm_sim_fail(sim, message->loc, "%s: nobody has all of %s",
                        message->name, array->name);
  return true;
}

/// Whether each member of a group has the same block, and the first gives it.
static bool check_spread(Sim *sim, const DmmMessage *message) {
  const DmmArray *array = &sim->plan->arrays[message->array];
  if (message->root)
    return dmm_sim_fail(sim, message->loc,
                        "%s: its root is %d, which receives it from others",
                        message->name, message->root);
  for (int i = 0; i < message->naxes; ++i)
    if (array->layout[message->axes[i]].state != DMM_REPLICATED)
      return dmm_sim_fail(sim, message->loc,
                          "%s: %s has no copy on each coordinate of axis %d",
                          message->name, array->name, message->axes[i]);
  return true;
}

static bool check_halo(Sim *sim, const DmmMessage *message) {
  const DmmArray *array = &sim->plan->arrays[message->array];
  const DmmAxisLayout *l = &array->layout[message->axes[0]];
  int d = message->dim;
  if (message->naxes != 1 || l->state != DMM_SHARDED || l->dim != d ||
      l->numerator != 1 || l->denominator != 1)
    return dmm_sim_fail(sim, message->loc,
                        "%s: %s has no blocks of elements along dim %d of a "
                        "single axis",
                        message->name, array->name, d);
  if (message->low < 0 || message->low > dmm_array_low(array, d) ||
      message->high < 0 || message->high > dmm_array_high(array, d))
    return dmm_sim_fail(sim, message->loc,
                        "%s: the home has no room for the "
                        "ghosts along dim %d",
                        message->name, d);
  return true;
}

static bool check_buffer(Sim *sim, const DmmMessage *message) {
  const DmmArray *array = &sim->plan->arrays[message->array];
  const DmmBuffer *buffer =
      &sim->plan->buffers[message->buffer < 0 ? 0 : message->buffer];
  return (message->buffer >= 0 && buffer->kind == DMM_BUFFER_RECEIVE &&
          buffer->array == message->array && buffer->rank == array->rank) ||
         dmm_sim_fail(sim, message->loc, "%s: has no buffer to receive %s in",
                      message->name, array->name);
}

static bool check_box_buffer(Sim *sim, const DmmMessage *message) {
  if (!check_buffer(sim, message))
    return false;
  const DmmArray *array = &sim->plan->arrays[message->array];
  for (int d = 0; d < array->rank; ++d)
    if (!message->box[d].lower.n || !message->box[d].upper.n)
      return dmm_sim_fail(sim, message->loc, "%s: its box is open in dim %d",
                          message->name, d);
  return true;
}

/// Without a layout a reduction works on the homes.
static bool check_reduction(Sim *sim, const DmmMessage *message) {
  const DmmArray *array = &sim->plan->arrays[message->array];
  bool rooted =
      message->op == DMM_RT_REDUCE && !message->layout && !message->owner;
  if (!array->reduction || array->home < 0)
    return dmm_sim_fail(sim, message->loc, "%s: %s has no partial sums",
                        message->name, array->name);
  if (rooted
          ? message->root < 0 || message->root >= group_size(sim->plan, message)
          : message->root != DMM_ROOT_NONE)
    return dmm_sim_fail(sim, message->loc, "%s: no member %d to be the root",
                        message->name, message->root);
  return !message->layout || check_buffer(sim, message);
}

static bool check_message(Sim *sim, const DmmMessage *message) {
  if (!check_axes(sim, message))
    return false;
  if (dmm_message_spreads(message))
    return check_spread(sim, message);
  switch (message->op) {
  case DMM_RT_BROADCAST:
  case DMM_RT_SCATTER:
  case DMM_RT_GATHER:
    return message->buffer < 0 ? check_rooted(sim, message)
                               : check_box_buffer(sim, message);
  case DMM_RT_TRANSPOSE:
    return check_box_buffer(sim, message);
  case DMM_RT_HALO:
    return check_halo(sim, message);
  case DMM_RT_REDUCE:
  case DMM_RT_ALL_REDUCE:
    return check_reduction(sim, message);
  default:
    return dmm_sim_fail(sim, message->loc, "%s: %s is not simulated",
                        message->name, dmm_message_op_name(message->op));
  }
}

//===----------------------------------------------------------------------===//
// Root regions
//===----------------------------------------------------------------------===//

/// Whether the root has all of each array that the region uses.
static bool check_region(Sim *sim, const DmmRootRegion *region) {
  for (int i = 0; i < region->nuses; ++i) {
    const DmmArray *array = &sim->plan->arrays[region->uses[i].array];
    if ((array->role != DMM_ROLE_ARGUMENT || array->is_resident) &&
        array->whole < 0)
      return dmm_sim_fail(sim, array->loc, "%s: nobody has all of %s",
                          region->name, array->name);
  }
  return true;
}

bool dmm_sim_check_plan(Sim *sim) {
  const DmmPlan *plan = sim->plan;
  bool ok = true;
  for (int i = 0; ok && i < plan->ntemplates; ++i)
    ok = check_template(sim, i);
  for (int i = 0; ok && i < plan->narrays; ++i)
    ok = check_array(sim, i);
  for (int i = 0; ok && i < plan->nmessages; ++i)
    ok = check_message(sim, &plan->messages[i]);
  for (int i = 0; ok && i < plan->nstatements; ++i)
    ok = check_statement(sim, &plan->statements[i]);
  for (int i = 0; ok && i < plan->nregions; ++i)
    ok = check_region(sim, &plan->regions[i]);
  return ok;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static bool is_around(const SimInstruction *leaf, int var) {
  for (int i = 0; i < leaf->nivs; ++i)
    if (leaf->ivs[i] == var)
      return true;
  return false;
}

/// Whether every member can evaluate the variable for every other member.
static bool is_known(const DmmPlan *plan, const DmmMessage *message,
                     const SimInstruction *leaf, int var) {
  DmmVarKind kind = plan->vars[var].kind;
  if (kind == DMM_VAR_PARAM || kind == DMM_VAR_EXTENT || kind == DMM_VAR_BLOCK)
    return true;
  if (kind == DMM_VAR_IV)
    return is_around(leaf, var);
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (message->templates[axis] == plan->vars[var].index)
      return true;
  return false;
}

static bool box_uses(const DmmPlan *plan, const DmmMessage *message, int var) {
  bool uses = false;
  for (int i = 0; i < message->guards.n; ++i)
    uses = uses || dmm_expr_uses(message->guards.items[i], var);
  for (int d = 0; d < plan->arrays[message->array].rank; ++d) {
    const DmmBoxDim *dim = &message->box[d];
    if (message->op == DMM_RT_HALO && d == message->dim)
      continue;
    uses = uses || dmm_expr_uses(dim->origin, var);
    for (int i = 0; i < dim->lower.n; ++i)
      uses = uses || dmm_expr_uses(dim->lower.items[i], var);
    for (int i = 0; i < dim->upper.n; ++i)
      uses = uses || dmm_expr_uses(dim->upper.items[i], var);
  }
  return uses;
}

static bool check_box(Sim *sim, const SimInstruction *leaf) {
  const DmmPlan *plan = sim->plan;
  const DmmMessage *message = &plan->messages[leaf->id];
  if (!message->box || message->layout) // a part concerns its member alone
    return true;
  for (int var = 0; var < plan->nvars; ++var)
    if (!is_known(plan, message, leaf, var) && box_uses(plan, message, var))
      return dmm_sim_fail(sim, message->loc,
                          "%s: its box depends on %s, which its members do "
                          "not know of each other",
                          message->name, plan->vars[var].name);
  return true;
}

static bool check_ivs(Sim *sim, const SimInstruction *leaf) {
  const DmmStatement *statement = &sim->plan->statements[leaf->id];
  for (int i = 0; i < statement->depth; ++i)
    if (!is_around(leaf, statement->ivs[i]))
      return dmm_sim_fail(sim, statement->loc, "%s: stands outside of loop %s",
                          statement->name,
                          sim->plan->vars[statement->ivs[i]].name);
  return true;
}

static bool check_step(Sim *sim, const SimInstruction *loop) {
  if (loop->step > 0 && loop->lower.n && loop->upper.n)
    return true;
  return dmm_sim_fail(sim, (DmmLoc){0}, "loop %s: has no bounds or no step",
                      sim->plan->vars[loop->var].name);
}

static bool check_instruction(Sim *sim, const SimInstruction *at,
                              bool sequential) {
  if (at->op == SIM_LOOP)
    return check_step(sim, at);
  if (at->op == SIM_STATEMENT)
    return check_ivs(sim, at);
  if (at->op == SIM_ROOT && at->nivs)
    return dmm_sim_fail(sim, sim->plan->regions[at->id].ops[0].loc,
                        "%s: stands in a loop",
                        sim->plan->regions[at->id].name);
  if (at->op != SIM_MESSAGE)
    return true;
  const DmmMessage *message = &sim->plan->messages[at->id];
  return sequential ? dmm_sim_fail(sim, message->loc,
                                   "%s: stands in the sequential program",
                                   message->name)
                    : check_box(sim, at);
}

bool dmm_sim_check_programs(Sim *sim) {
  for (int i = 0; i < sim->source.length; ++i)
    if (!check_instruction(sim, &sim->source.code[i], true))
      return false;
  for (int i = 0; i < sim->spmd.length; ++i)
    if (!check_instruction(sim, &sim->spmd.code[i], false))
      return false;
  return true;
}
