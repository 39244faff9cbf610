//===- condition.h - Conditions as disjoint integer sets ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An affine.if takes one conjunction of constraints. Any other condition is
// written as several conjunctions of which at most one holds, so that a branch
// is run once by one affine.if for each of them.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_CONDITION_H
#define DMM_ANALYSIS_CONDITION_H

#include "Analysis/affine_value.h"

/// expr >= 0, or expr == 0.
typedef struct DmmConstraint {
  MlirAffineExpr expr;
  bool is_equality;
} DmmConstraint;

/// All of the constraints; none of them: always.
typedef struct DmmConjunction {
  DmmConstraint *items;
  size_t n;
} DmmConjunction;

/// Any one of the conjunctions; none of them: never. In the inputs' arena.
typedef struct DmmCondition {
  DmmConjunction *items;
  size_t n;
} DmmCondition;

/// Adds a constraint. One that always holds between the bounds of the loops is
/// left out.
void dmm_conjunction_push(const DmmInputs *in, DmmConjunction *conjunction,
                          MlirAffineExpr expr, bool is_equality);

/// The condition that an i1 stands for: comparisons of affine values, joined by
/// arith.andi, ori and xori. False if it is something else.
bool dmm_condition_of_value(DmmInputs *in, MlirValue value,
                            DmmCondition *result);

/// The condition of an affine.if. False if an operand is not affine.
bool dmm_condition_of_if(DmmInputs *in, MlirOperation op, DmmCondition *result);

DmmCondition dmm_condition_not(const DmmInputs *in,
                               const DmmCondition *condition);

/// An affine.if before `before`. Returns the terminator of its branch, before
/// which the branch is to be put; that is `before` itself if the conjunction
/// always holds, and null if it never does.
MlirOperation dmm_insert_if(const DmmInputs *in,
                            const DmmConjunction *conjunction,
                            MlirOperation before);

/// The conjunction as the attribute of an affine.if.
MlirAttribute dmm_conjunction_attr(const DmmInputs *in,
                                   const DmmConjunction *conjunction);

#endif // DMM_ANALYSIS_CONDITION_H
