//===- fallback.h - Functions that run at the root alone ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_FALLBACK_H
#define DMM_PLAN_FALLBACK_H

#include "Analysis/scop.h"

/// A plan without statements and messages: the root, which has the caller's
/// arrays, runs the whole function as it is, and the others nothing. Has a
/// remark that says why. Null after a diagnostic where even that would be a
/// guess: the function returns values, has control flow between blocks, or
/// calls another.
DmmPlan *dmm_plan_at_root(MlirOperation func, const DmmRefusal *refusal);

#endif // DMM_PLAN_FALLBACK_H
