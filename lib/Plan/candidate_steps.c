//===- candidate_steps.c - Take what is read in strips --------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a plan holds more than a partition may, loops take what they read strip
// by strip (stepping.c).
//
//===----------------------------------------------------------------------===//

#include "Plan/candidate.h"

#include "Analysis/rewrite.h"
#include "Analysis/split_loop.h"
#include "Analysis/split_range.h"
#include "Analysis/strip_loop.h"
#include "Plan/cost.h"
#include "Plan/memory.h"
#include "Plan/steps.h"

#include <inttypes.h>

/// Clearly so, and not at the price of much time, unless the user says how much
/// a partition may hold.
static bool is_smaller(const DmmPlan *candidate, const DmmPlan *plan) {
  return dmm_plan_memory(candidate) < 0.9 * dmm_plan_memory(plan) &&
         (plan->memory_words ||
          dmm_plan_total(candidate) < 2 * dmm_plan_total(plan)) &&
         dmm_candidate_stays_parallel(candidate, plan);
}

/// The indices of the loop with which it reads the array.
static DmmStrips strips_of(MlirOperation original, MlirOperation func,
                           const DmmPlan *plan, const DmmStepping *s) {
  const DmmArray *array = &plan->arrays[s->array];
  int64_t size = array->sizes[s->dim], known = size == DMM_DYNAMIC ? 0 : size;
  DmmStrips strips = {.lower =
                          s->is_reversed ? s->shift + 1 - known : -s->shift,
                      .upper = s->is_reversed ? s->shift + 1 : known - s->shift,
                      .width = s->width,
                      .is_reversed = s->is_reversed};
  MlirValue value = dmm_candidate_array(original, func, array);
  if (size == DMM_DYNAMIC)
    strips.size = dmm_insert_size(dmm_after_definition(func, value), value,
                                  s->dim, mlirOperationGetLocation(func));
  return strips;
}

/// The store of a statement of the plan, in a clone of its function.
static MlirOperation find_store(MlirOperation original, MlirOperation func,
                                const DmmPlan *plan, int statement) {
  MlirOperation store = {(void *)plan->statements[statement].ir};
  return dmm_op_by_number(func, dmm_op_number(original, store));
}

/// Sets apart what is not in the stripped loop, then strips it.
static void add_steps(MlirOperation original, MlirOperation func,
                      const DmmPlan *plan, const DmmStepping *s) {
  MlirOperation loop = {(void *)plan->loops[s->top].ir}, first, end;
  MlirOperation top = dmm_op_by_number(func, dmm_op_number(original, loop));
  if (s->first >= 0)
    first = find_store(original, func, plan, s->first);
  if (s->end >= 0)
    end = find_store(original, func, plan, s->end);
  DmmStrips strips = strips_of(original, func, plan, s);
  if (s->end >= 0)
    dmm_split_loop(top, end);
  if (s->first >= 0) {
    dmm_split_loop(top, first);
    top = mlirOperationGetNextInBlock(top);
  }
  dmm_strip_loop(top, s->below, &strips);
}

static void remark_steps(DmmPlan *candidate, const DmmPlan *plan,
                         const DmmStepping *s) {
  dmm_candidate_remark(
      candidate, plan->loops[s->top].loc,
      dmm_arena_printf(candidate->arena,
                       "loop takes %s in strips of %" PRId64 " along dimension "
                       "%d: as a whole, it takes more memory than a "
                       "partition may hold",
                       plan->arrays[s->array].name, s->width, s->dim));
}

/// The plan of a changed function that needs less memory, if the one at hand
/// needs too much; else null.
static DmmPlan *try_steps(MlirOperation func, const DmmPlan *plan, int i,
                          const DmmPlanOptions *options) {
  const DmmStepping *s = &plan->steppings[i];
  MlirOperation loop = {(void *)plan->loops[s->loop].ir};
  MlirOperation top = {(void *)plan->loops[s->top].ir};
  if (!dmm_range_is_splittable(loop) || !dmm_loop_is_splittable(top))
    return NULL;
  MlirOperation clone = mlirOperationClone(func);
  add_steps(func, clone, plan, s);
  DmmPlan *better = dmm_candidate_try(func, plan, clone, options, is_smaller);
  if (better)
    remark_steps(better, plan, s);
  return better;
}

DmmPlan *dmm_try_steps(MlirOperation func, const DmmPlan *plan,
                       const DmmPlanOptions *options) {
  return dmm_candidate_first(func, plan, plan->nsteppings, options, try_steps);
}
