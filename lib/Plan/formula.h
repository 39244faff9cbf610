//===- formula.h - How much a message moves, as a formula -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_FORMULA_H
#define DMM_PLAN_FORMULA_H

#include "Plan/polyhedra.h"

/// The elements that message `id` moves between different partitions in one
/// execution, all groups taken together, e.g. "2 * (P0 - 1) * 35": P0 is the
/// size of grid axis 0; parameters and the indices of the loops around the
/// message go by their names in the plan. Led by "at most" where blocks, or
/// needs that are no box, may make it less. Where it depends on each
/// partition's block, "the sum of" an expression in lo and hi over all
/// partitions. Lives in the plan's arena.
const char *dmm_plan_formula(const DmmPoly *poly, int id);

#endif // DMM_PLAN_FORMULA_H
