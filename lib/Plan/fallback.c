//===- fallback.c - Functions that run at the root alone ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/fallback.h"

#include "Analysis/region.h"
#include "Plan/steps.h"
#include "Support/diag.h"

static MlirWalkResult find_call(MlirOperation op, void *data) {
  MlirOperation *call = data;
  if (!dmm_op_is(op, "func.call") && !dmm_op_is(op, "func.call_indirect"))
    return MlirWalkResultAdvance;
  *call = op;
  return MlirWalkResultInterrupt;
}

static const char *reason(DmmArena *arena, const DmmRefusal *refusal) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(refusal->op));
  return dmm_arena_printf(arena, "'%.*s' op %s", (int)name.length, name.data,
                          refusal->text);
}

DmmPlan *dmm_plan_at_root(MlirOperation func, const DmmRefusal *refusal) {
  MlirOperation call = {NULL};
  mlirOperationWalk(func, find_call, &call, MlirWalkPreOrder);
  if (call.ptr) {
    dmm_op_error(call, "cannot be distributed: its callee is unknown here or "
                       "calls itself, and may touch any memory");
    return NULL;
  }
  if (refusal->is_final) {
    dmm_op_error(refusal->op, "%s", refusal->text);
    return NULL;
  }
  DmmArena *arena = dmm_arena_create();
  DmmPlan *plan = dmm_arena_alloc(arena, sizeof *plan);
  plan->arena = arena;
  plan->name = dmm_func_name(arena, func);
  plan->source = dmm_node_create(arena, DMM_NODE_SEQUENCE, 0);
  plan->spmd = dmm_node_create(arena, DMM_NODE_SEQUENCE, 0);
  plan->fallback = reason(arena, refusal);
  plan->fallback_loc = dmm_loc_of(arena, refusal->op);
  dmm_add_root_loops(plan, func, plan->fallback);
  dmm_plan_remark(plan, plan->fallback_loc,
                  dmm_arena_printf(arena,
                                   "the function runs at the root alone: %s",
                                   plan->fallback));
  return plan;
}
