//===- simulate_prepare.c - Make a plan ready to be simulated -------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

static void prepare_accesses(Sim *sim, SimStatement *statement) {
  const DmmStatement *s = statement->statement;
  statement->naccesses = s->naccesses;
  statement->nreads = s->naccesses - 1;
  statement->accesses = dmm_arena_alloc(
      sim->arena, (size_t)s->naccesses * sizeof *statement->accesses);
  for (int i = 0; i < s->naccesses; ++i) {
    const DmmAccess *access = &s->accesses[i];
    DmmExprList list = {(DmmExpr *)access->subscripts,
                        sim->plan->arrays[access->array].rank};
    statement->accesses[i] =
        (SimAccess){access, dmm_sim_exprs(sim->arena, sim->plan->nvars, list)};
  }
}

static void prepare_statement(Sim *sim, int id) {
  const DmmPlan *plan = sim->plan;
  SimStatement *statement = &sim->statements[id];
  statement->statement = &plan->statements[id];
  prepare_accesses(sim, statement);
  statement->replicas = 1;
  DmmExprList cells = {0};
  cells.n = plan->naxes;
  cells.items =
      dmm_arena_alloc(sim->arena, (size_t)cells.n * sizeof *cells.items);
  for (int axis = 0; axis < plan->naxes; ++axis) {
    const DmmAxisMap *map = &statement->statement->map[axis];
    if (map->template_id >= 0)
      cells.items[axis] = map->cell;
    else
      statement->replicas *= (uint32_t)plan->grid[axis].size;
  }
  statement->cells = dmm_sim_exprs(sim->arena, plan->nvars, cells);
}

/// Lists the group's members, row-major over the axes in the order given, by
/// the distance of their ranks to the first.
static void prepare_members(Sim *sim, SimMessage *message) {
  const DmmPlan *plan = sim->plan;
  const DmmMessage *m = message->message;
  message->nmembers = 1;
  for (int i = 0; i < m->naxes; ++i)
    message->nmembers *= plan->grid[m->axes[i]].size;
  message->members = dmm_arena_alloc(sim->arena, (size_t)message->nmembers *
                                                     sizeof *message->members);
  int64_t period = 1;
  for (int i = m->naxes - 1; i >= 0; --i) {
    int64_t stride = 1, size = plan->grid[m->axes[i]].size;
    for (int axis = m->axes[i] + 1; axis < plan->naxes; ++axis)
      stride *= plan->grid[axis].size;
    for (int64_t r = 0; r < message->nmembers; ++r)
      message->members[r] += r / period % size * stride;
    period *= size;
  }
}

static void prepare_message(Sim *sim, int id) {
  const DmmPlan *plan = sim->plan;
  SimMessage *message = &sim->messages[id];
  message->message = &plan->messages[id];
  prepare_members(sim, message);
  const DmmMessage *m = message->message;
  if (m->owner) {
    DmmExprList owner = {(DmmExpr *)m->owner, m->naxes};
    message->owner = dmm_sim_exprs(sim->arena, plan->nvars, owner);
  }
  if (!m->box)
    return;
  size_t rank = (size_t)plan->arrays[m->array].rank;
  DmmArena *arena = sim->arena;
  message->origins = dmm_arena_alloc(arena, rank * sizeof *message->origins);
  message->lower = dmm_arena_alloc(arena, rank * sizeof *message->lower);
  message->upper = dmm_arena_alloc(arena, rank * sizeof *message->upper);
  for (size_t d = 0; d < rank; ++d) {
    const DmmBoxDim *dim = &m->box[d];
    message->origins[d] = dmm_sim_expr(arena, plan->nvars, dim->origin);
    message->lower[d] = dmm_sim_exprs(arena, plan->nvars, dim->lower);
    message->upper[d] = dmm_sim_exprs(arena, plan->nvars, dim->upper);
  }
  message->guards = dmm_sim_exprs(arena, plan->nvars, m->guards);
}

static int64_t *make_indices(Sim *sim) {
  int rank = 0;
  for (int i = 0; i < sim->plan->narrays; ++i)
    if (sim->plan->arrays[i].rank > rank)
      rank = sim->plan->arrays[i].rank;
  return dmm_arena_alloc(sim->arena, (size_t)rank * sizeof(int64_t));
}

void dmm_sim_prepare(Sim *sim) {
  const DmmPlan *plan = sim->plan;
  DmmArena *arena = sim->arena;
  sim->statements = dmm_arena_alloc(arena, (size_t)plan->nstatements *
                                               sizeof *sim->statements);
  sim->messages =
      dmm_arena_alloc(arena, (size_t)plan->nmessages * sizeof *sim->messages);
  sim->regions =
      dmm_arena_alloc(arena, (size_t)plan->nregions * sizeof *sim->regions);
  sim->gathered =
      dmm_arena_alloc(arena, (size_t)plan->narrays * sizeof *sim->gathered);
  sim->subscripts = make_indices(sim);
  sim->owned = (SimRegion){make_indices(sim), make_indices(sim)};
  sim->box = (SimRegion){make_indices(sim), make_indices(sim)};
  for (int i = 0; i < plan->nstatements; ++i)
    prepare_statement(sim, i);
  for (int i = 0; i < plan->nmessages; ++i)
    prepare_message(sim, i);
  sim->source = dmm_sim_flatten(arena, plan, plan->source);
  sim->spmd = dmm_sim_flatten(arena, plan, plan->spmd);
}
