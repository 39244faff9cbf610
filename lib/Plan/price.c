//===- price.c - What a plan costs on a machine ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/price.h"

#include "Plan/collectives.h"
#include "Plan/estimate.h"

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

DmmPrice dmm_plan_price(const DmmPlan *plan) {
  const DmmPricing *pricing = plan->pricing;
  DmmRunCollectives run = dmm_plan_collectives(plan);
  int64_t grid[DMM_MAX_GRID_AXES];
  for (int axis = 0; axis < plan->naxes; ++axis)
    grid[axis] = plan->grid[axis].size;
  DmmMappingProblem problem = {.machine = &pricing->machine,
                               .grid = grid,
                               .naxes = plan->naxes,
                               .ncollectives = run.inner.n,
                               .collectives = run.inner.items,
                               .per_ns = pricing->per_ns,
                               .per_pj = pricing->per_pj};
  DmmPrice price = {.compute_ns = busiest_instances(plan) *
                                  pricing->machine.ns_per_statement};
  price.is_known = find_mapping(pricing, &problem, &price.mapping);
  if (price.is_known) {
    price.messages = dmm_mapping_cost(&problem, &price.mapping, price.by_level);
    problem.collectives = run.boundary.items;
    problem.ncollectives = run.boundary.n;
    price.boundary = dmm_mapping_cost(&problem, &price.mapping, NULL);
  }
  price.total = pricing->per_ns * (price.compute_ns + price.messages.time_ns) +
                pricing->per_pj * price.messages.energy_pj;
  return price;
}

bool dmm_price_is_less(const DmmPrice *a, const DmmPrice *b) {
  // Sums of the same terms in another order differ by rounding.
  const double same = 1e-9;
  if (a->total < b->total * (1 - same) || b->total < a->total * (1 - same))
    return a->total < b->total;
  return a->boundary.time_ns < b->boundary.time_ns * (1 - same);
}
