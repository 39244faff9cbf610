//===- mapping.c - Grid axes on the levels of a machine -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/mapping.h"

#include "dmm-runtime/abi.h"

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static bool level_holds(const DmmMappingProblem *problem, int level,
                        const int64_t *digits, const char **error) {
  int64_t room = problem->machine->levels[level].fanout;
  for (int a = 0; a < problem->naxes; ++a) {
    *error = "has a digit below 1: a digit counts the children along an axis";
    if (digits[a] < 1)
      return false;
    *error = "has digits whose product on a level exceeds its fan-out";
    room /= digits[a];
    if (room < 1)
      return false;
  }
  return true;
}

static bool axis_is_placed(const DmmMappingProblem *problem,
                           const DmmMapping *mapping, int axis,
                           const char **error) {
  int64_t left = problem->grid[axis];
  for (int l = 0; l < problem->machine->nlevels; ++l) {
    int64_t digit = mapping->digits[l][axis];
    *error = "has a digit that exceeds what the levels below it leave of the "
             "axis";
    if (digit > left)
      return false;
    left = dmm_ceildiv(left, digit);
  }
  *error = "has digits whose product over all levels is less than the axis";
  return left == 1;
}

bool dmm_mapping_check(const DmmMappingProblem *problem,
                       const DmmMapping *mapping, const char **error) {
  for (int l = 0; l < problem->machine->nlevels; ++l)
    if (!level_holds(problem, l, mapping->digits[l], error))
      return false;
  for (int a = 0; a < problem->naxes; ++a)
    if (!axis_is_placed(problem, mapping, a, error))
      return false;
  *error = NULL;
  return true;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

bool dmm_mapping_spans(const DmmMappingProblem *problem,
                       const DmmMapping *mapping, uint32_t axes, int level) {
  for (int a = 0; a < problem->naxes; ++a)
    if (axes >> a & 1 && mapping->digits[level][a] > 1)
      return true;
  return false;
}

int dmm_mapping_levels_spanned(const DmmMappingProblem *problem,
                               const DmmMapping *mapping, uint32_t axes) {
  int n = 0;
  for (int l = 0; l < problem->machine->nlevels; ++l)
    n += dmm_mapping_spans(problem, mapping, axes, l);
  return n;
}

int dmm_mapping_level(const DmmMappingProblem *problem,
                      const DmmMapping *mapping, uint32_t axes) {
  int level = problem->machine->nlevels - 1;
  while (level >= 0 && !dmm_mapping_spans(problem, mapping, axes, level))
    --level;
  return level;
}

int dmm_mapping_pair_level(const DmmMapping *mapping, int naxes,
                           const int64_t *a, const int64_t *b) {
  int highest = -1;
  for (int axis = 0; axis < naxes; ++axis) {
    int64_t x = a[axis], y = b[axis];
    for (int l = 0; x != y; ++l) {
      highest = l > highest ? l : highest;
      x /= mapping->digits[l][axis];
      y /= mapping->digits[l][axis];
    }
  }
  return highest;
}

double dmm_mapping_groups(const DmmMappingProblem *problem, uint32_t axes) {
  double groups = 1;
  for (int a = 0; a < problem->naxes; ++a)
    if (!(axes >> a & 1))
      groups *= (double)problem->grid[a];
  return groups;
}

/// How the groups along the axes lie on a level with these digits, where
/// `placed` participants of each axis lie in a child.
static DmmSpread spread_of(const DmmMappingProblem *problem, uint32_t axes,
                           const int64_t *placed, const int64_t *digits) {
  DmmSpread spread = dmm_spread_one;
  for (int a = 0; a < problem->naxes; ++a) {
    if (!(axes >> a & 1))
      continue;
    DmmSpread axis = dmm_spread_axis(problem->grid[a], placed[a], digits[a]);
    spread = dmm_spread_product(&spread, &axis);
  }
  return spread;
}

/// The cost on one level.
static DmmLevelCost cost_on_level(const DmmMappingProblem *problem, int level,
                                  const int64_t *placed,
                                  const int64_t *digits) {
  DmmLevelCost sum = {0};
  for (int i = 0; i < problem->ncollectives; ++i) {
    const DmmCollective *collective = &problem->collectives[i];
    DmmSpread spread = spread_of(problem, collective->axes, placed, digits);
    DmmLevelCost cost =
        dmm_level_cost(&problem->machine->levels[level], &spread, collective);
    double groups = dmm_mapping_groups(problem, collective->axes);
    cost.energy_pj *= groups;
    cost.words *= groups;
    cost.least_words *= groups;
    dmm_level_cost_add(&sum, &cost);
  }
  return sum;
}

DmmLevelCost dmm_mapping_cost(const DmmMappingProblem *problem,
                              const DmmMapping *mapping,
                              DmmLevelCost *by_level) {
  DmmLevelCost sum = {0};
  int64_t placed[DMM_MAX_GRID_AXES];
  for (int a = 0; a < problem->naxes; ++a)
    placed[a] = 1;
  for (int l = 0; l < problem->machine->nlevels; ++l) {
    const int64_t *digits = mapping->digits[l];
    DmmLevelCost cost = cost_on_level(problem, l, placed, digits);
    dmm_level_cost_add(&sum, &cost);
    if (by_level)
      by_level[l] = cost;
    for (int a = 0; a < problem->naxes; ++a)
      placed[a] = dmm_placed_above(problem->grid[a], placed[a], digits[a]);
  }
  return sum;
}
