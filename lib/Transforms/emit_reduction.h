//===- emit_reduction.h - Code of partial sums ----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_EMIT_REDUCTION_H
#define DMM_TRANSFORMS_EMIT_REDUCTION_H

#include "Dialect/build.h"
#include "Plan/plan.h"

/// A constant of type `type` which, combined with a value by the form, leaves
/// it as it is, to the bit.
MlirValue dmm_emit_neutral(const DmmInsertion *at, const DmmForm *form,
                           MlirType type);

/// The sum of two values that are subtracted by the op `subtraction`.
MlirValue dmm_emit_sum(const DmmInsertion *at, MlirOperation subtraction,
                       MlirValue a, MlirValue b);

/// Lets the integer op that gives `value` wrap: partial sums may overflow where
/// the sequential sum does not.
void dmm_let_wrap(MlirValue value);

#endif // DMM_TRANSFORMS_EMIT_REDUCTION_H
