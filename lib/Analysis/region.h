//===- region.h - Set apart what runs at the root -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation at the top level of a function that cannot be read becomes part
// of a root region of the plan, so that all others are distributed. That takes
// that everything it touches is known: the arrays of the plan, and values that
// every partition has at the top of the function.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_REGION_H
#define DMM_ANALYSIS_REGION_H

#include "Analysis/scop.h"

/// Adds the refused operation `op`, which stands at the top level of `func`, to
/// the plan's last root region if nothing was read since, else to a new one.
/// Values that go into or come out of the region, and are to be kept in cells,
/// are added to `crossing`; where there are any, the function is to be read
/// again once they are. False, with the plan as it was, if the operation cannot
/// be set apart.
bool dmm_set_apart(DmmPlan *plan, MlirOperation func, MlirOperation op,
                   const DmmRefusal *refusal, DmmValues *crossing);

/// Whether the op gives an array that is the same on every partition and never
/// changes: memref.get_global of a constant of the plan's module.
bool dmm_is_constant_array(const DmmPlan *plan, MlirOperation op);

/// Adds the loops in the operation to the plan's table, as whole ones.
void dmm_add_root_loops(DmmPlan *plan, MlirOperation op, const char *why);

#endif // DMM_ANALYSIS_REGION_H
