//===- candidate_relayouts.c - Lay arrays out anew for some loops ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that want their arrays in other layouts than the rest of the function
// (relayout.c) get copies of them.
//
//===----------------------------------------------------------------------===//

#include "Plan/candidate.h"

#include "Analysis/rewrite.h"
#include "Dialect/access.h"
#include "Dialect/layout.h"
#include "Plan/steps.h"
#include "mlir-c/BuiltinAttributes.h"

static void remark_region(DmmPlan *candidate, const DmmPlan *plan,
                          const DmmRelayout *region) {
  DmmLoc loc = plan->loops[region->loops[0]].loc;
  for (int i = 0; i < plan->narrays; ++i)
    if (region->anew[i])
      dmm_candidate_remark(
          candidate, loc,
          dmm_arena_printf(candidate->arena,
                           "%s is laid out anew for this loop: it sweeps "
                           "across what the rest of the function shares out",
                           plan->arrays[i].name));
}

/// Lets the region's loops in `func`, the plan's function or a clone of it,
/// work on copies of its arrays, each with the layout that the region wants.
static void add_versions(MlirOperation original, MlirOperation func,
                         const DmmPlan *plan, const DmmRelayout *region) {
  size_t n = (size_t)region->nloops;
  MlirOperation *loops = dmm_arena_alloc(plan->arena, n * sizeof *loops);
  for (int i = 0; i < region->nloops; ++i) {
    MlirOperation loop = {(void *)plan->loops[region->loops[i]].ir};
    loops[i] = dmm_op_by_number(func, dmm_op_number(original, loop));
  }
  MlirValue *arrays =
      dmm_arena_alloc(plan->arena, (size_t)plan->narrays * sizeof *arrays);
  for (int i = 0; i < plan->narrays; ++i)
    if (region->anew[i])
      arrays[i] = dmm_candidate_array(original, func, &plan->arrays[i]);
  DmmLoopRun run = {func, loops, region->nloops};
  for (int i = 0; i < plan->narrays; ++i) {
    if (!region->anew[i])
      continue;
    MlirOperation alloc = dmm_add_version(&run, arrays[i], region->written[i]);
    mlirOperationSetDiscardableAttributeByName(
        alloc, mlirStringRefCreateFromCString("dmm.split"),
        dmm_split_attr_get(mlirOperationGetContext(func),
                           &region->dims[i * plan->naxes], plan->naxes,
                           plan->arrays[i].rank));
    dmm_mark(alloc, "dmm.version");
  }
}

/// The plan with the arrays of region `i` laid out anew.
static DmmPlan *try_region(MlirOperation func, const DmmPlan *plan, int i,
                           const DmmPlanOptions *options) {
  const DmmRelayout *region = &plan->relayouts[i];
  MlirOperation clone = mlirOperationClone(func);
  add_versions(func, clone, plan, region);
  DmmPlan *better =
      dmm_candidate_try(func, plan, clone, options, dmm_candidate_is_cheaper);
  if (better)
    remark_region(better, plan, region);
  return better;
}

DmmPlan *dmm_try_relayouts(MlirOperation func, const DmmPlan *plan,
                           const DmmPlanOptions *options) {
  return dmm_candidate_first(func, plan, plan->nrelayouts, options, try_region);
}
