//===- price.c - What a plan costs on a machine ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/price.h"

#include "Plan/estimate.h"
#include "Support/rank.h"

/// Of the partitions in the corners and in the middle of the grid.
static double busiest_instances(const DmmPlan *plan) {
  double most = 0;
  for (DmmWhere where = DMM_WHERE_FIRST; where <= DMM_WHERE_LAST; ++where) {
    double instances = dmm_estimate_instances(plan, where);
    most = instances > most ? instances : most;
  }
  return most;
}

static bool find_mapping(const DmmPricing *pricing,
                         const DmmMappingProblem *problem,
                         DmmMapping *mapping) {
  *mapping = pricing->mapping;
  if (pricing->is_mapped)
    return true;
  const DmmMappingChoice *choice = dmm_mapping_choose(pricing->cache, problem);
  if (choice)
    *mapping = choice->mapping;
  return choice;
}

static DmmMappingProblem problem_of(const DmmPlan *plan,
                                    const DmmCollectives *collectives,
                                    int64_t *grid) {
  for (int axis = 0; axis < plan->naxes; ++axis)
    grid[axis] = plan->grid[axis].size;
  return (DmmMappingProblem){.machine = &plan->pricing->machine,
                             .grid = grid,
                             .naxes = plan->naxes,
                             .ncollectives = collectives->n,
                             .collectives = collectives->items,
                             .per_ns = plan->pricing->per_ns,
                             .per_pj = plan->pricing->per_pj};
}

DmmLevelCost dmm_price_collectives(const DmmPlan *plan,
                                   const DmmCollectives *collectives,
                                   const DmmMapping *mapping) {
  int64_t grid[DMM_MAX_GRID_AXES];
  DmmMappingProblem problem = problem_of(plan, collectives, grid);
  return dmm_mapping_cost(&problem, mapping, NULL);
}

double dmm_price_total(const DmmPricing *pricing, double compute_ns,
                       const DmmLevelCost *messages) {
  return pricing->per_ns * (compute_ns + messages->time_ns) +
         pricing->per_pj * messages->energy_pj;
}

DmmPrice dmm_plan_price(const DmmPlan *plan) {
  const DmmPricing *pricing = plan->pricing;
  DmmRunCollectives run = dmm_plan_collectives(plan);
  int64_t grid[DMM_MAX_GRID_AXES];
  DmmMappingProblem problem = problem_of(plan, &run.inner, grid);
  DmmPrice price = {.compute_ns = busiest_instances(plan) *
                                  pricing->machine.ns_per_statement};
  price.is_known = find_mapping(pricing, &problem, &price.mapping);
  if (price.is_known) {
    price.messages = dmm_mapping_cost(&problem, &price.mapping, price.by_level);
    price.boundary = dmm_price_collectives(plan, &run.boundary, &price.mapping);
  }
  price.total = dmm_price_total(pricing, price.compute_ns, &price.messages);
  return price;
}

bool dmm_price_is_less(const DmmPrice *a, const DmmPrice *b) {
  return dmm_rank_is_less((DmmRank){a->total, a->boundary.time_ns},
                          (DmmRank){b->total, b->boundary.time_ns},
                          DMM_COST_ROUNDING);
}
