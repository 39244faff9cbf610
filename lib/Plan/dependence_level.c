//===- dependence_level.c - Where dependences meet in a machine -----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dependence along grid axes crosses the levels that a group along these axes
// extends over. Where it is uniform, data goes to neighbours alone, and few
// pairs of them, those at the border of a container, meet as high as that.
//
//===----------------------------------------------------------------------===//

#include "Plan/dependence.h"

typedef struct Meetings {
  DmmArena *arena;
  const DmmMappingProblem *problem;
  const DmmMapping *mapping;
} Meetings;

/// Adds the pairs of neighbours along the axis that meet at each level: as many
/// words cross it if each sends one to the next.
static void count_pairs(const Meetings *m, int axis, double *at_level) {
  DmmLevelCost levels[DMM_MAX_LEVELS];
  DmmCollective halo = {.kind = DMM_COLLECTIVE_HALO,
                        .axes = UINT32_C(1) << axis,
                        .words = 1,
                        .element_bytes = 1,
                        .calls = 1};
  DmmMappingProblem problem = *m->problem;
  problem.collectives = &halo;
  problem.ncollectives = 1;
  dmm_mapping_cost(&problem, m->mapping, levels);
  for (int l = 0; l < problem.machine->nlevels; ++l)
    at_level[l] += levels[l].words;
}

static void find_neighbours(const Meetings *m, const DmmDependence *d,
                            DmmMeeting *meeting) {
  double at_level[DMM_MAX_LEVELS] = {0};
  const DmmMachine *machine = m->problem->machine;
  for (int i = 0; i < d->naxes; ++i)
    count_pairs(m, d->axes[i], at_level);
  for (int l = 0; l < machine->nlevels; ++l) {
    meeting->pairs += at_level[l];
    if (at_level[l] <= meeting->near)
      continue;
    meeting->near = at_level[l];
    meeting->near_level = machine->levels[l].name;
  }
}

/// Null where all of the group is one partition.
static const DmmMeeting *find_meeting(const Meetings *m,
                                      const DmmDependence *d) {
  uint32_t axes = 0;
  for (int i = 0; i < d->naxes; ++i)
    axes |= UINT32_C(1) << d->axes[i];
  int level = dmm_mapping_level(m->problem, m->mapping, axes);
  if (level < 0)
    return NULL;
  DmmMeeting *meeting = dmm_arena_alloc(m->arena, sizeof *meeting);
  *meeting = (DmmMeeting){.level = m->problem->machine->levels[level].name};
  if (d->is_uniform)
    find_neighbours(m, d, meeting);
  return meeting;
}

void dmm_plan_find_meetings(DmmPlan *plan, const DmmMappingProblem *problem,
                            const DmmMapping *mapping) {
  Meetings meetings = {plan->arena, problem, mapping};
  for (int i = 0; i < plan->ndependences; ++i)
    plan->dependences[i].meeting =
        find_meeting(&meetings, &plan->dependences[i]);
}
