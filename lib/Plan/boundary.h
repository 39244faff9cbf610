//===- boundary.h - Between the homes of an array and its whole form ------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_BOUNDARY_H
#define DMM_PLAN_BOUNDARY_H

#include "Plan/polyhedra.h"

/// A scatter, broadcast or gather of the array before child `child` of the
/// source tree's root, or after the last one.
typedef struct DmmMove {
  DmmRtOp op;
  int array;
  int child;
  const char *why;
} DmmMove;

typedef struct DmmMoves {
  DmmMove *items; ///< array by array, in the order of the program
  int n;
} DmmMoves;

/// Finds all moves between the homes and the whole form, in the plan's arena;
/// sets live_in and live_out of the arrays.
DmmMoves dmm_plan_find_moves(DmmPlan *plan, const DmmPoly *poly);

#endif // DMM_PLAN_BOUNDARY_H
