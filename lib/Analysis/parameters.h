//===- parameters.h - The values of a plan's parameters -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_PARAMETERS_H
#define DMM_ANALYSIS_PARAMETERS_H

#include "Plan/plan.h"

/// Tells size `dim` of memref argument `argument` of the function, or, where
/// dim is -1, the value of its integer argument.
typedef int64_t (*DmmArgumentNumber)(int argument, int dim, void *data);

/// The values of the plan's parameters, in their order, in the plan's arena, as
/// dmm_simulate and dmm_plan_bind take them. Null if one is computed by an
/// operation whose value is not known here.
int64_t *dmm_plan_parameters(const DmmPlan *plan, DmmArgumentNumber number,
                             void *data);

#endif // DMM_ANALYSIS_PARAMETERS_H
