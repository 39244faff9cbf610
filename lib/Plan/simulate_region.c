//===- simulate_region.c - Executing one root region ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a region does with its arrays is not known, so it is taken to read every
// element of them before it writes every element of those that it writes.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

#include <string.h>

static int64_t elements(const Sim *sim, int region, int use) {
  int array = sim->plan->regions[region].uses[use].array;
  return dmm_array_elements(&sim->plan->arrays[array]);
}

int64_t dmm_sim_number_region(Sim *sim, int id, int64_t next) {
  const DmmRootRegion *region = &sim->plan->regions[id];
  SimRegionRun *run = &sim->regions[id];
  size_t n = (size_t)region->nuses;
  run->versions = dmm_arena_alloc(sim->arena, n * sizeof *run->versions);
  run->expected = dmm_arena_alloc(sim->arena, n * sizeof *run->expected);
  for (int i = 0; i < region->nuses; ++i) {
    if (!region->uses[i].is_written)
      continue;
    run->versions[i] = (SimVersion)next;
    next += elements(sim, id, i);
  }
  return next;
}

static void write_elements(const SimView *view, int64_t n, SimVersion first) {
  for (int64_t i = 0; i < n; ++i)
    view->data[i] = first + (SimVersion)i;
}

void dmm_sim_region_sequential(Sim *sim, int id) {
  const DmmRootRegion *region = &sim->plan->regions[id];
  SimRegionRun *run = &sim->regions[id];
  for (int i = 0; i < region->nuses; ++i) {
    const SimView *view = &sim->sequential[region->uses[i].array];
    int64_t n = elements(sim, id, i);
    run->expected[i] =
        dmm_arena_copy(sim->arena, view->data, (size_t)n * sizeof *view->data);
    if (region->uses[i].is_written)
      write_elements(view, n, run->versions[i]);
  }
}

static bool fail_contents(Sim *sim, int id, int use, int64_t element) {
  const DmmRootRegion *region = &sim->plan->regions[id];
  int array = region->uses[use].array;
  DmmText text = {0};
  dmm_text_printf(&text, "%s: has ", region->name);
  dmm_sim_put_number(sim, array, element, &text);
  dmm_text_printf(&text, " with ");
  dmm_sim_put_version(sim, sim->whole[array].data[element], &text);
  dmm_text_printf(&text, "; expected ");
  dmm_sim_put_version(sim, sim->regions[id].expected[use][element], &text);
  return dmm_sim_fail_text(sim, region->ops[0].loc, &text);
}

static bool run_use(Sim *sim, int id, int use) {
  const DmmUse *what = &sim->plan->regions[id].uses[use];
  const SimView *view = &sim->whole[what->array];
  const SimRegionRun *run = &sim->regions[id];
  int64_t n = elements(sim, id, use);
  for (int64_t i = 0; i < n; ++i)
    if (view->data[i] != run->expected[use][i])
      return fail_contents(sim, id, use, i);
  if (what->is_written)
    write_elements(view, n, run->versions[use]);
  return true;
}

bool dmm_sim_region(Sim *sim, int id) {
  const DmmRootRegion *region = &sim->plan->regions[id];
  if (sim->regions[id].ran)
    return dmm_sim_fail(sim, region->ops[0].loc, "%s: runs twice",
                        region->name);
  sim->regions[id].ran = true;
  for (int i = 0; i < region->nuses; ++i)
    if (!run_use(sim, id, i))
      return false;
  return true;
}

bool dmm_sim_put_region_version(const Sim *sim, SimVersion version,
                                DmmText *text) {
  for (int r = 0; r < sim->plan->nregions; ++r)
    for (int i = 0; i < sim->plan->regions[r].nuses; ++i) {
      const DmmUse *use = &sim->plan->regions[r].uses[i];
      int64_t element = (int64_t)version - sim->regions[r].versions[i];
      if (!use->is_written || element < 0 || element >= elements(sim, r, i))
        continue;
      dmm_text_printf(text, "the value of ");
      dmm_sim_put_number(sim, use->array, element, text);
      dmm_text_printf(text, " written by %s", sim->plan->regions[r].name);
      return true;
    }
  return false;
}
