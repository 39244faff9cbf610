//===- candidate_dims.c - Cut arrays along other dimensions ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where collectives in loops bring elements of a large array, it may be better
// cut along other dimensions than the outermost loops want. Each way to cut one
// is planned; the best one is taken, as an annotation of the array.
//
//===----------------------------------------------------------------------===//

#include "Plan/candidate.h"

#include "Dialect/access.h"
#include "Dialect/layout.h"
#include "Plan/steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Func.h"

/// How many arrays are cut in other ways, and how many ways are tried for each.
enum { MAX_TURNED = 3, MAX_WAYS = 6 };

/// Marks the arrays of which collectives in loops bring something.
static void mark_brought(const DmmPlan *plan, const DmmNode *node, bool in_loop,
                         bool *marks) {
  if (node->kind == DMM_NODE_MESSAGE && in_loop &&
      plan->messages[node->id].buffer >= 0)
    marks[plan->messages[node->id].array] = true;
  in_loop = in_loop || node->kind == DMM_NODE_LOOP;
  for (int i = 0; i < node->nchildren; ++i)
    mark_brought(plan, node->children[i], in_loop, marks);
}

bool dmm_candidate_is_free(MlirOperation func, const DmmArray *array) {
  return array->role != DMM_ROLE_SCALAR && array->rank > 1 &&
         !array->reduction && !array->is_copy &&
         mlirAttributeIsNull(dmm_plan_annotation(func, array, "dmm.layout")) &&
         mlirAttributeIsNull(dmm_plan_annotation(func, array, "dmm.split"));
}

/// The heaviest free array of those `left`, or -1.
static int next_array(MlirOperation func, const DmmPlan *plan,
                      const bool *left) {
  int best = -1;
  for (int i = 0; i < plan->narrays; ++i)
    if (left[i] && dmm_candidate_is_free(func, &plan->arrays[i]) &&
        (best < 0 || dmm_array_weight(&plan->arrays[i]) >
                         dmm_array_weight(&plan->arrays[best])))
      best = i;
  return best;
}

/// Turns `dims`, a dimension for each axis, to the next choice of different
/// dimensions below `rank`; false after the last.
static bool next_dims(int *dims, int naxes, int rank) {
  for (bool different = false; !different;) {
    int axis = naxes - 1;
    while (axis >= 0 && ++dims[axis] == rank)
      dims[axis--] = 0;
    if (axis < 0)
      return false;
    different = true;
    for (int a = 0; a < naxes; ++a)
      for (int b = 0; b < a; ++b)
        different = different && dims[a] != dims[b];
  }
  return true;
}

static bool is_cut_so(const DmmPlan *plan, const DmmArray *array,
                      const int *dims) {
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (array->choice[axis].state != DMM_SHARDED ||
        array->choice[axis].dim != dims[axis])
      return false;
  return true;
}

void dmm_candidate_set_split(MlirOperation original, MlirOperation func,
                             const DmmArray *array, MlirAttribute split) {
  MlirStringRef name = mlirStringRefCreateFromCString("dmm.split");
  if (array->role == DMM_ROLE_ARGUMENT) {
    mlirFuncSetArgAttr(func, array->argument, name, split);
    return;
  }
  MlirOperation alloc = mlirOpResultGetOwner((MlirValue){array->ir});
  mlirOperationSetDiscardableAttributeByName(
      dmm_op_by_number(func, dmm_op_number(original, alloc)), name, split);
}

/// A plan and the function that it is of, which `plan` owns no part of.
typedef struct Candidate {
  DmmPlan *plan;
  MlirOperation func;
} Candidate;

static void drop(Candidate *candidate) {
  if (!candidate->plan)
    return;
  dmm_plan_destroy(candidate->plan);
  mlirOperationDestroy(candidate->func);
  candidate->plan = NULL;
}

/// Plans the function with the array cut along `dims`; keeps the better one.
static void try_dims(MlirOperation func, const DmmPlan *plan, int array,
                     const int *dims, const DmmPlanOptions *options,
                     Candidate *best) {
  Candidate next = {.func = mlirOperationClone(func)};
  dmm_candidate_set_split(func, next.func, &plan->arrays[array],
                          dmm_split_attr_get(mlirOperationGetContext(func),
                                             dims, plan->naxes,
                                             plan->arrays[array].rank));
  next.plan = dmm_plan_build_once(next.func, options);
  if (!next.plan)
    mlirOperationDestroy(next.func);
  else if (next.plan->fallback ||
           !dmm_candidate_is_cheaper(next.plan, best->plan ? best->plan : plan))
    drop(&next);
  else {
    drop(best);
    *best = next;
  }
}

static Candidate find_dims(MlirOperation func, const DmmPlan *plan, int array,
                           const DmmPlanOptions *options) {
  Candidate best = {.plan = NULL};
  int dims[DMM_MAX_GRID_AXES] = {0}, rank = plan->arrays[array].rank;
  dims[plan->naxes - 1] = -1;
  for (int way = 0; rank >= plan->naxes && way < MAX_WAYS &&
                    next_dims(dims, plan->naxes, rank);) {
    if (is_cut_so(plan, &plan->arrays[array], dims))
      continue;
    try_dims(func, plan, array, dims, options, &best);
    ++way;
  }
  return best;
}

static void remark_dims(DmmPlan *plan, int id) {
  const DmmArray *array = &plan->arrays[id];
  dmm_candidate_remark(
      plan, array->loc,
      dmm_arena_printf(plan->arena,
                       "%s is cut along other dimensions than its "
                       "outermost loops: the collectives in loops "
                       "are fewer or smaller so",
                       array->name));
}

/// The best plan with one of the heaviest free arrays cut in another way, or
/// null. An array that was turned is not free any more.
DmmPlan *dmm_try_dims(MlirOperation func, const DmmPlan *plan,
                      const DmmPlanOptions *options) {
  bool *left = dmm_arena_alloc(plan->arena, (size_t)plan->narrays);
  mark_brought(plan, plan->spmd, false, left);
  for (int i = 0; i < MAX_TURNED; ++i) {
    int array = next_array(func, plan, left);
    if (array < 0)
      return NULL;
    left[array] = false;
    Candidate best = find_dims(func, plan, array, options);
    if (!best.plan)
      continue;
    dmm_candidate_become(func, best.func);
    remark_dims(best.plan, array);
    return best.plan;
  }
  return NULL;
}
