//===- reduction.h - Sums whose terms lie in several partitions -----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the files that find reductions, price them and put them into the
// plan: reduction.c, reduction_cost.c, partial.c.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_REDUCTION_H
#define DMM_PLAN_REDUCTION_H

#include "Plan/steps.h"

/// A read of a statement.
typedef struct DmmTermRead {
  int statement;
  const DmmAccess *read;
} DmmTermRead;

/// All that the terms of a member are computed from: temporaries are followed
/// to the reads of the statements that write them.
typedef struct DmmTermReads {
  DmmTermRead *items;
  int n;
} DmmTermReads;

/// A subtree of the source tree in which the statements `members` combine terms
/// with the elements of one array and nothing sees their results: the child
/// that they have in common at place `place` of their ways.
struct DmmTermNest {
  int place;
  int loops; ///< number of loops around the subtree
  int target;
  DmmForm form; ///< of the first member
  int *members;
  int nmembers;
  bool *axes;           ///< one for each grid axis: partial sums along it
  DmmTermReads *reads;  ///< for each member
  DmmAxisMap **leaders; ///< for each member: where its terms are, on each axis
};

/// Whether the expression uses an index of a loop in the nest.
bool dmm_term_nest_moves(const DmmTermNest *nest, const DmmStatement *s,
                         DmmExpr expr);

/// Reduction costs (reduction_cost.c): whether to bring the partial sums along
/// the axis to where the target is costs less than to bring the terms. The
/// statements have their maps by owner computes, and the nest its leaders.
bool dmm_reduction_pays(const DmmPoly *poly, const DmmTermNest *nest, int axis);

#endif // DMM_PLAN_REDUCTION_H
