//===- candidate_cyclic.c - Deal arrays out in blocks ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where some partitions have much more work than others, as in triangular
// loops, what a template cuts in one block for each coordinate is dealt out in
// many small ones instead: a block-cyclic layout (Analysis/cyclic.h).
//
//===----------------------------------------------------------------------===//

#include "Plan/candidate.h"

#include "Analysis/cyclic.h"
#include "Dialect/layout.h"
#include "Plan/cost.h"
#include "Plan/expr.h"
#include "Plan/steps.h"
#include "mlir-c/BuiltinAttributes.h"

#include <inttypes.h>

/// Which template is dealt out on each grid axis, or -1.
typedef struct Deal {
  const DmmPlan *plan;
  int templates[DMM_MAX_GRID_AXES];
} Deal;

static bool is_dealt(const Deal *deal, const DmmArray *array, int axis) {
  return !array->reduction && !array->is_copy && deal->templates[axis] >= 0 &&
         array->templates[axis] == deal->templates[axis];
}

static int count_dealt(const Deal *deal, const DmmArray *array) {
  int n = 0;
  for (int axis = 0; axis < deal->plan->naxes; ++axis)
    n += is_dealt(deal, array, axis);
  return n;
}

//===----------------------------------------------------------------------===//
// What may be dealt out
//===----------------------------------------------------------------------===//

static bool is_free(MlirOperation func, const DmmArray *array) {
  return array->role != DMM_ROLE_SCALAR && !array->is_resident &&
         mlirAttributeIsNull(dmm_plan_annotation(func, array, "dmm.layout")) &&
         mlirAttributeIsNull(dmm_plan_annotation(func, array, "dmm.split"));
}

static bool is_in_steps(const DmmPlan *plan, const DmmStatement *s) {
  for (int k = 0; k < s->depth; ++k)
    if (plan->loops[plan->vars[s->ivs[k]].index].is_step)
      return true;
  return false;
}

/// Whether the array is only copied: what was dealt out once is not dealt out
/// again.
static bool is_only_copied(const DmmPlan *plan, int array) {
  for (int i = 0; i < plan->nstatements; ++i) {
    const DmmStatement *s = &plan->statements[i];
    for (int j = 0; j < s->naccesses; ++j)
      if (s->accesses[j].array == array && !is_in_steps(plan, s))
        return false;
  }
  return true;
}

static bool is_plain(const DmmAxisLayout *l) {
  return l->state == DMM_SHARDED && l->numerator == 1 && l->denominator == 1 &&
         l->offset == 0;
}

/// Whether all arrays that the templates cut may be dealt out, and there is
/// one.
static bool is_possible(const Deal *deal, MlirOperation func) {
  const DmmPlan *plan = deal->plan;
  bool any = false;
  for (int i = 0; i < plan->narrays; ++i) {
    const DmmArray *array = &plan->arrays[i];
    int n = count_dealt(deal, array);
    any |= n > 0;
    for (int axis = 0; axis < plan->naxes; ++axis)
      if (is_dealt(deal, array, axis) && !is_plain(&array->layout[axis]))
        return false;
    if (n && (!is_free(func, array) || is_only_copied(plan, i) ||
              !dmm_may_be_dealt((MlirValue){array->ir}, n)))
      return false;
  }
  return any;
}

static int64_t extent_of(const DmmTemplate *t) {
  enum { TYPICAL = 1000 };
  return t->extent == DMM_DYNAMIC ? TYPICAL : t->extent;
}

/// Enough blocks for each coordinate that they even out, and large ones.
static int64_t block_of(const DmmPlan *plan, const DmmTemplate *t) {
  enum { ROUNDS = 8, LARGEST = 32 };
  int64_t block = extent_of(t) / (plan->grid[t->axis].size * ROUNDS);
  return block > LARGEST ? LARGEST : block > 1 ? block : 1;
}

//===----------------------------------------------------------------------===//
// The changed function
//===----------------------------------------------------------------------===//

static DmmDealt dealt_of(const Deal *deal, MlirOperation original,
                         MlirOperation func, const DmmArray *array) {
  const DmmPlan *plan = deal->plan;
  DmmCycle *cycles =
      dmm_arena_alloc(plan->arena, (size_t)plan->naxes * sizeof *cycles);
  DmmDealt dealt = {.array = dmm_candidate_array(original, func, array),
                    .cycles = cycles};
  for (int dim = 0; dim < array->rank; ++dim)
    for (int axis = 0; axis < plan->naxes; ++axis)
      if (is_dealt(deal, array, axis) && array->layout[axis].dim == dim)
        cycles[dealt.n++] =
            (DmmCycle){dim, plan->grid[axis].size,
                       block_of(plan, &plan->templates[deal->templates[axis]])};
  return dealt;
}

/// Cuts the copy as the array was, by coordinate where it is dealt out.
static void set_split(const Deal *deal, const DmmArray *array,
                      const DmmDealt *dealt, MlirOperation copy) {
  int dims[DMM_MAX_GRID_AXES], naxes = deal->plan->naxes;
  for (int axis = 0; axis < naxes; ++axis) {
    const DmmAxisLayout *l = &array->layout[axis];
    dims[axis] = l->state == DMM_SHARDED ? (int)l->dim : -1;
    for (int i = 0; i < dealt->n && dims[axis] >= 0; ++i)
      if (dealt->cycles[i].dim < l->dim)
        dims[axis] += 2;
    dims[axis] += is_dealt(deal, array, axis);
  }
  mlirOperationSetDiscardableAttributeByName(
      copy, mlirStringRefCreateFromCString("dmm.split"),
      dmm_split_attr_get(mlirOperationGetContext(copy), dims, naxes,
                         array->rank + 2 * dealt->n));
}

/// Changes the clone. False if the subscripts would be too involved to be worth
/// an attempt.
static bool change(const Deal *deal, MlirOperation original,
                   MlirOperation func) {
  const DmmPlan *plan = deal->plan;
  size_t room = (size_t)plan->narrays;
  const DmmArray **arrays = dmm_arena_alloc(plan->arena, room * sizeof *arrays);
  DmmDealt *dealt = dmm_arena_alloc(plan->arena, room * sizeof *dealt);
  MlirOperation *copies = dmm_arena_alloc(plan->arena, room * sizeof *copies);
  int n = 0;
  for (int i = 0; i < plan->narrays; ++i) {
    if (!count_dealt(deal, &plan->arrays[i]))
      continue;
    arrays[n] = &plan->arrays[i];
    dealt[n++] = dealt_of(deal, original, func, &plan->arrays[i]);
  }
  if (plan->cyclic != DMM_MODE_ALWAYS && !dmm_deals_plainly(dealt, n))
    return false;
  dmm_deal(func, dealt, n, copies);
  for (int i = 0; i < n; ++i)
    set_split(deal, arrays[i], &dealt[i], copies[i]);
  return true;
}

static void remark_cycle(DmmPlan *candidate, const Deal *deal,
                         const DmmArray *array, int axis) {
  dmm_candidate_remark(
      candidate, array->loc,
      dmm_arena_printf(
          candidate->arena,
          "dimension %" PRId64 " of %s is dealt out over grid "
          "axis %d in blocks of %" PRId64
          ": cut in one block for each coordinate, some have "
          "much more work than others",
          array->layout[axis].dim, array->name, axis,
          block_of(deal->plan,
                   &deal->plan->templates[array->templates[axis]])));
}

static void remark_deal(DmmPlan *candidate, const Deal *deal) {
  for (int i = 0; i < deal->plan->narrays; ++i)
    for (int axis = 0; axis < deal->plan->naxes; ++axis)
      if (is_dealt(deal, &deal->plan->arrays[i], axis))
        remark_cycle(candidate, deal, &deal->plan->arrays[i], axis);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Whether each coordinate would have more than one block.
static bool has_rounds(const DmmPlan *plan, const DmmTemplate *t) {
  enum { LEAST_ROUNDS = 2 };
  int64_t size = plan->grid[t->axis].size;
  return size > 1 && extent_of(t) >= LEAST_ROUNDS * size * block_of(plan, t);
}

static bool uses_index(const DmmPlan *plan, DmmExprList list) {
  for (int i = 0; i < list.n; ++i)
    if (dmm_expr_uses_other_ivs(plan, list.items[i], NULL, 0))
      return true;
  return false;
}

/// Whether iterations of some loop have unequal work, by a bound or a condition
/// that depends on an index.
static bool is_triangular(const DmmPlan *plan, const DmmNode *node) {
  if (uses_index(plan, node->lower) || uses_index(plan, node->upper) ||
      uses_index(plan, node->conditions))
    return true;
  for (int i = 0; i < node->nchildren; ++i)
    if (is_triangular(plan, node->children[i]))
      return true;
  return false;
}

static bool is_evener(const DmmPlan *candidate, const DmmPlan *plan) {
  return plan->cyclic == DMM_MODE_ALWAYS ||
         (dmm_plan_cost_of_busiest(candidate) <
              0.9 * dmm_plan_cost_of_busiest(plan) &&
          dmm_candidate_stays_parallel(candidate, plan));
}

static DmmPlan *try_deal(MlirOperation func, const Deal *deal,
                         const DmmPlanOptions *options) {
  if (!is_possible(deal, func))
    return NULL;
  MlirOperation clone = mlirOperationClone(func);
  if (!change(deal, func, clone)) {
    mlirOperationDestroy(clone);
    return NULL;
  }
  DmmPlan *better =
      dmm_candidate_try(func, deal->plan, clone, options, is_evener);
  if (better)
    remark_deal(better, deal);
  return better;
}

static Deal no_deal(const DmmPlan *plan) {
  Deal deal = {.plan = plan};
  for (int axis = 0; axis < DMM_MAX_GRID_AXES; ++axis)
    deal.templates[axis] = -1;
  return deal;
}

/// On every axis the first template that may be dealt out.
static DmmPlan *try_all_axes(MlirOperation func, const DmmPlan *plan,
                             const DmmPlanOptions *options) {
  Deal deal = no_deal(plan);
  int naxes = 0;
  for (int t = 0; t < plan->ntemplates; ++t) {
    int axis = plan->templates[t].axis;
    Deal one = no_deal(plan);
    one.templates[axis] = t;
    if (deal.templates[axis] >= 0 || !has_rounds(plan, &plan->templates[t]) ||
        !is_possible(&one, func))
      continue;
    deal.templates[axis] = t;
    ++naxes;
  }
  return naxes > 1 ? try_deal(func, &deal, options) : NULL;
}

/// Template number i alone.
static DmmPlan *try_template(MlirOperation func, const DmmPlan *plan, int i,
                             const DmmPlanOptions *options) {
  Deal deal = no_deal(plan);
  deal.templates[plan->templates[i].axis] = i;
  return has_rounds(plan, &plan->templates[i]) ? try_deal(func, &deal, options)
                                               : NULL;
}

DmmPlan *dmm_try_cycles(MlirOperation func, const DmmPlan *plan,
                        const DmmPlanOptions *options) {
  enum { PERCENT = 125 };
  bool uneven = is_triangular(plan, plan->source) &&
                100 * dmm_plan_imbalance(plan) > PERCENT;
  if (plan->cyclic == DMM_MODE_NEVER ||
      (plan->cyclic == DMM_MODE_COST && !uneven))
    return NULL;
  DmmPlan *better = try_all_axes(func, plan, options);
  return better ? better
                : dmm_candidate_first(func, plan, plan->ntemplates, options,
                                      try_template);
}
