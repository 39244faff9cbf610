//===- dependence.h - What crosses partitions, and in which shape ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_DEPENDENCE_H
#define DMM_PLAN_DEPENDENCE_H

#include "Machine/mapping.h"
#include "Plan/plan.h"
#include "Support/text.h"

#include <jansson.h>

/// Fills in the plan's dependences: one for each read of a statement, in their
/// order, then one for each message that serves no read. `params` as for
/// dmm_simulate, but null where the parameters are not known.
void dmm_plan_find_dependences(DmmPlan *plan, const int64_t *params);

/// Tells of the plan's dependences at which level of a machine they cross
/// partitions, on this mapping of the plan's grid; those that cross none stay
/// without. Names of levels are those of the machine, which outlives them.
void dmm_plan_find_meetings(DmmPlan *plan, const DmmMappingProblem *problem,
                            const DmmMapping *mapping);

/// "halo", "all_gather", ...
const char *dmm_shape_name(DmmShape shape);

/// Appends one line that tells of the dependence, as in
///   uniform: halo of x along axis 0, distance -1, P0 - 1 words each time (3 at
///   most, 30 in all), at level 'soc' (2 of 3 pairs of neighbours at 'kpu');
///   carried by loop i0; <why>
/// without the level where there is no meeting.
void dmm_dependence_print(const DmmPlan *plan, const DmmDependence *dependence,
                          DmmText *text);

/// The plan's dependences as an array of objects with the keys loc, array, kind
/// ("uniform" or "affine"), shape, distance (for each axis the least and the
/// greatest, or null), axes, words (formula, each and total: null if unknown),
/// level (left out where there is no meeting), uniformizable and why. The
/// caller owns the result.
json_t *dmm_dependences_json(const DmmPlan *plan);

#endif // DMM_PLAN_DEPENDENCE_H
