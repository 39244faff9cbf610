//===- simulate_sequential.c - The sequential run of a simulation ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the source tree twice: to number the instances, then to see which
// version each of their reads sees.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

static void count_instances(Sim *sim, int64_t *counts) {
  SimCursor cursor = dmm_sim_cursor(sim, &sim->source);
  while (true) {
    const SimInstruction *at = dmm_sim_advance(&sim->source, &cursor);
    if (at->op == SIM_END)
      return;
    if (at->op == SIM_STATEMENT)
      ++counts[at->id];
    ++cursor.pc;
  }
}

/// The first version that no array's initial contents take.
static int64_t first_free_version(const Sim *sim) {
  int64_t next = SIM_UNDEFINED + 1;
  for (int a = 0; a < sim->plan->narrays; ++a)
    if (sim->initial[a])
      next = sim->initial[a] + dmm_array_elements(&sim->plan->arrays[a]);
  return next;
}

static bool make_tables(Sim *sim, const int64_t *counts) {
  int64_t next = first_free_version(sim);
  for (int s = 0; s < sim->plan->nstatements; ++s) {
    SimStatement *statement = &sim->statements[s];
    if (next + counts[s] > UINT32_MAX)
      return dmm_sim_fail(sim, statement->statement->loc,
                          "too many statement instances to simulate");
    statement->version = (SimVersion)next;
    next += counts[s];
    sim->result->instances += counts[s];
    dmm_sim_instances_init(sim->arena, &statement->instances, counts[s],
                           statement->nreads);
  }
  for (int r = 0; r < sim->plan->nregions; ++r)
    next = dmm_sim_number_region(sim, r, next);
  return next <= UINT32_MAX ||
         dmm_sim_fail(sim, (DmmLoc){0}, "too many elements to simulate");
}

static bool fail_bounds(Sim *sim, const SimStatement *statement,
                        const SimAccess *access, const int64_t *vars) {
  const DmmStatement *s = statement->statement;
  DmmText text = {0};
  dmm_text_printf(&text, "%s", s->name);
  dmm_sim_put_ivs(sim, s->ivs, s->depth, vars, &text);
  dmm_text_printf(&text, ": accesses ");
  dmm_sim_put_element(sim, access->access->array, sim->subscripts, &text);
  dmm_text_printf(&text, ", outside of the array");
  return dmm_sim_fail_text(sim, access->access->loc, &text);
}

static bool run_instance(Sim *sim, SimStatement *statement,
                         const int64_t *vars) {
  const DmmStatement *s = statement->statement;
  SimInstances *instances = &statement->instances;
  int64_t number =
      dmm_sim_instances_add(instances, dmm_sim_key(s->ivs, s->depth, vars));
  SimVersion *reads = instances->reads + number * statement->nreads;
  for (int i = 0; i < statement->naccesses; ++i) {
    const SimAccess *access = &statement->accesses[i];
    const SimView *view = &sim->sequential[access->access->array];
    dmm_sim_subscripts(access, vars, sim->subscripts);
    int64_t index = dmm_sim_index(view, sim->subscripts);
    if (index < 0)
      return fail_bounds(sim, statement, access, vars);
    if (access->access->is_write)
      view->data[index] = dmm_sim_written(
          s, statement->version + (SimVersion)number, view->data[index]);
    else
      *reads++ = view->data[index];
  }
  return true;
}

bool dmm_sim_run_sequential(Sim *sim) {
  int64_t *counts = dmm_arena_alloc(sim->arena, (size_t)sim->plan->nstatements *
                                                    sizeof *counts);
  count_instances(sim, counts);
  if (!make_tables(sim, counts))
    return false;
  SimCursor cursor = dmm_sim_cursor(sim, &sim->source);
  while (true) {
    const SimInstruction *at = dmm_sim_advance(&sim->source, &cursor);
    if (at->op == SIM_END)
      return true;
    if (at->op == SIM_ROOT)
      dmm_sim_region_sequential(sim, at->id);
    else if (!run_instance(sim, &sim->statements[at->id], cursor.vars))
      return false;
    ++cursor.pc;
  }
}
