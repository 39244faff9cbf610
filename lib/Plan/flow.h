//===- flow.h - Which write produced the value of each read ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact, value-based flow (Feautrier, Dataflow analysis of array and scalar
// references, 1991), as isl computes it.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_FLOW_H
#define DMM_PLAN_FLOW_H

#include "Plan/polyhedra.h"

/// Calls `visit` for each statement that is the last to write, before some
/// instance of the reader, the element read there: `flow` is { [ivs of reader]
/// -> [ivs of writer] } and stays the caller's. Stops and returns false where
/// `visit` does.
typedef bool (*DmmFlowVisitor)(int writer, __isl_keep isl_map *flow,
                               void *data);
bool dmm_poly_visit_flow(const DmmPoly *poly, int reader, const DmmAccess *read,
                         DmmFlowVisitor visit, void *data);

#endif // DMM_PLAN_FLOW_H
