//===- reductions.h - Stores that combine a term with their target --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_REDUCTIONS_H
#define DMM_ANALYSIS_REDUCTIONS_H

#include "Plan/plan.h"

/// Whether the statement stores its target's old value combined with a term by
/// an operation that may be applied in any order, the term not reading the
/// target's array. Writes the form; the plan's arena has its terms. Whether it
/// is legal to change the order is not asked here.
bool dmm_reduction_form(const DmmPlan *plan, int statement, DmmForm *form);

#endif // DMM_ANALYSIS_REDUCTIONS_H
