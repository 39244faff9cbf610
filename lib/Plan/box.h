//===- box.h - The box of elements that a member receives -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_BOX_H
#define DMM_PLAN_BOX_H

#include "Plan/polyhedra.h"

/// need: elements of `array`, with lo and hi of `templates` (one for each grid
/// axis, or -1) and the loop indices `ivs` (`nivs` of them, around the place)
/// as parameters; outer: what those indices run over, as a set of nivs
/// dimensions. Both are taken.
typedef struct DmmBoxRequest {
  __isl_take isl_set *need;
  __isl_take isl_set *outer;
  int array;
  const int *templates;
  bool ghosts; ///< the members' ghosts count as theirs
  const int *ivs;
  int nivs;
} DmmBoxRequest;

/// Writes the smallest box whose bounds are lists of quasi-affine expressions
/// that this finds around the needed elements (it may hold more), one `box` for
/// each dimension, and appends the conditions (all >= 0) for it to hold any;
/// without them, its bounds mean nothing. No origin is set.
void dmm_plan_enclose(const DmmPoly *poly, const DmmBoxRequest *request,
                      DmmBoxDim *box, DmmExprList *guards);

/// Gives the message such a box of its array and, but for a halo, a receive
/// buffer that holds the box of any member at any time.
void dmm_plan_box(DmmPlan *plan, const DmmPoly *poly,
                  const DmmBoxRequest *request, DmmMessage *message);

#endif // DMM_PLAN_BOX_H
