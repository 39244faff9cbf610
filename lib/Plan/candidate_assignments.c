//===- candidate_assignments.c - Which dimension of each array is cut -----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a machine, the layouts of all arrays are chosen together: an assignment
// says for each large array along which dimensions it is cut, and what one nest
// saves by it another may pay for. All assignments are planned and priced where
// there are few. Else the best one is put together from what each nest costs
// (candidate_nests.c); and where nests turn out to depend on each other in
// other ways, one array after the other, or two at once, is turned as long as
// that makes the price less. What a partition would hold does not count here:
// loops over strips come after (candidate_steps.c).
//
//===----------------------------------------------------------------------===//

#include "Plan/candidate_assignments.h"

#include "Dialect/layout.h"

//===----------------------------------------------------------------------===//
// Ways of cutting an array
//===----------------------------------------------------------------------===//

/// Number of ways to give each axis a dimension of its own.
static int count_ways(int naxes, int rank) {
  int ways = 1;
  for (int axis = 0; axis < naxes; ++axis)
    ways *= rank - axis;
  return ways > 0 ? ways : 0;
}

static bool is_taken(const int *dims, int n, int dim) {
  for (int i = 0; i < n; ++i)
    if (dims[i] == dim)
      return true;
  return false;
}

/// The dimensions for the axes in way number `way`: the digits of the number
/// choose among the dimensions that are left.
static void dims_of(int way, int naxes, int rank, int *dims) {
  for (int axis = 0; axis < naxes; ++axis) {
    int left = rank - axis, skip = way % left;
    way /= left;
    int dim = 0;
    for (;; ++dim)
      if (!is_taken(dims, axis, dim) && skip-- == 0)
        break;
    dims[axis] = dim;
  }
}

static MlirAttribute split_of(const DmmAssignments *s,
                              const DmmChoice *choice) {
  int dims[DMM_MAX_GRID_AXES];
  int rank = s->plan->arrays[choice->array].rank;
  dims_of(choice->way, s->plan->naxes, rank, dims);
  return dmm_split_attr_get(mlirOperationGetContext(s->func), dims,
                            s->plan->naxes, rank);
}

static void assign(const DmmAssignments *s, MlirOperation func) {
  for (int i = 0; i < s->nchoices; ++i)
    dmm_candidate_set_split(s->func, func,
                            &s->plan->arrays[s->choices[i].array],
                            split_of(s, &s->choices[i]));
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

static void keep(DmmAssignments *s, DmmPlan *plan, MlirOperation func,
                 DmmPrice price) {
  if (s->best) {
    dmm_plan_destroy(s->best);
    mlirOperationDestroy(s->best_func);
  }
  s->best = plan;
  s->best_func = func;
  s->least = price;
}

static void go_on_from(DmmAssignments *s, const DmmPrice *price) {
  s->here = *price;
  s->moved = true;
  for (int i = 0; i < s->nchoices; ++i)
    s->choices[i].here = s->choices[i].way;
}

bool dmm_assignment_try(DmmAssignments *s, DmmPrice *price) {
  MlirOperation clone = mlirOperationClone(s->func);
  assign(s, clone);
  DmmPlan *plan = dmm_plan_build_once(clone, s->options);
  ++s->nplans;
  bool usable =
      plan && !plan->fallback && dmm_candidate_stays_parallel(plan, s->plan);
  if (usable) {
    *price = dmm_plan_price(plan);
    if (s->see)
      s->see(s, plan, clone, price, s->user);
    if (s->here.total < 0 || dmm_price_is_less(price, &s->here))
      go_on_from(s, price);
  }
  if (usable && dmm_price_is_less(price, &s->least)) {
    keep(s, plan, clone, *price);
    return true;
  }
  dmm_plan_destroy(plan);
  mlirOperationDestroy(clone);
  return usable;
}

static void try_assignment(DmmAssignments *s) {
  DmmPrice price;
  dmm_assignment_try(s, &price);
}

/// Goes to the next assignment; false after the last.
static bool next_assignment(DmmAssignments *s) {
  for (int i = 0; i < s->nchoices; ++i) {
    if (++s->choices[i].way < s->choices[i].nways)
      return true;
    s->choices[i].way = 0;
  }
  return false;
}

static void try_all(DmmAssignments *s) {
  do
    try_assignment(s);
  while (next_assignment(s));
}

static void go_here(DmmAssignments *s) {
  for (int i = 0; i < s->nchoices; ++i)
    s->choices[i].way = s->choices[i].here;
}

/// Turns two arrays at once, where neither alone made the price less.
static void try_pair(DmmAssignments *s, int i, int j) {
  for (int v = 0; v < s->choices[i].nways; ++v)
    for (int w = 0; w < s->choices[j].nways && s->nplans < s->most_plans; ++w) {
      go_here(s);
      if (s->choices[i].way == v || s->choices[j].way == w)
        continue;
      s->choices[i].way = v;
      s->choices[j].way = w;
      try_assignment(s);
    }
}

/// Turns each array in turn as long as that makes the price less, from `here`.
static void descend(DmmAssignments *s) {
  do {
    s->moved = false;
    for (int i = 0; i < s->nchoices; ++i)
      for (int w = 0; w < s->choices[i].nways && s->nplans < s->most_plans;
           ++w) {
        go_here(s);
        if (s->choices[i].way == w)
          continue;
        s->choices[i].way = w;
        try_assignment(s);
      }
    for (int i = 0; !s->moved && i < s->nchoices; ++i)
      for (int j = 0; !s->moved && j < i; ++j)
        try_pair(s, i, j);
  } while (s->moved && s->nplans < s->most_plans);
}

/// Goes to the assignment in which each array is cut in way number `way`.
static void go_to_way(DmmAssignments *s, int way) {
  s->here = (DmmPrice){.total = -1};
  for (int i = 0; i < s->nchoices; ++i)
    s->choices[i].here = way < s->choices[i].nways ? way : 0;
  go_here(s);
  try_assignment(s);
}

/// From each of a few assignments.
static void try_some(DmmAssignments *s) {
  if (s->here.total >= 0)
    descend(s);
  for (int way = 0; way < 2; ++way) {
    go_to_way(s, way);
    descend(s);
  }
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Finds the arrays to be cut in one way or another; the number of assignments.
static double find_choices(DmmAssignments *s) {
  double assignments = 1;
  s->choices = dmm_arena_alloc(s->plan->arena,
                               (size_t)s->plan->narrays * sizeof *s->choices);
  for (int i = 0; i < s->plan->narrays; ++i) {
    const DmmArray *array = &s->plan->arrays[i];
    int ways = count_ways(s->plan->naxes, array->rank);
    if (!dmm_candidate_is_free(s->func, array) || ways < 2)
      continue;
    s->choices[s->nchoices++] = (DmmChoice){.array = i, .nways = ways};
    assignments *= (double)ways;
  }
  return assignments;
}

/// Planning takes as long as there are nests: the more, the fewer plans.
static int most_plans(const DmmPlan *plan) {
  enum { LEAST = 16, MOST = 128, NESTS = 4096 };
  int nests = plan->source->nchildren, plans = NESTS / (nests ? nests : 1);
  return plans < LEAST ? LEAST : plans > MOST ? MOST : plans;
}

static void try_assignments(DmmAssignments *s, double assignments) {
  enum { FEW = 16 };
  if (assignments <= FEW)
    try_all(s);
  else if (dmm_assign_by_nests(s))
    return;
  else if (assignments <= s->most_plans)
    try_all(s);
  else
    try_some(s);
}

/// `before`: the price without any assignment.
static void remark(DmmAssignments *s, const DmmPrice *before) {
  dmm_candidate_remark(
      s->best, s->plan->arrays[s->choices[0].array].loc,
      dmm_arena_printf(
          s->best->arena,
          "arrays are cut so that all nests together cost least "
          "on the machine: of %d ways that were planned, the best saves "
          "%.3g of the price",
          s->nplans, 1 - s->least.total / before->total));
}

DmmPlan *dmm_try_assignments(MlirOperation func, const DmmPlan *plan,
                             const DmmPlanOptions *options) {
  DmmPrice price = dmm_plan_price(plan);
  DmmAssignments s = {.func = func,
                      .plan = plan,
                      .options = options,
                      .least = price,
                      .here = {.total = -1},
                      .most_plans = most_plans(plan)};
  double assignments = find_choices(&s);
  if (price.messages.words <= 0 || s.nchoices == 0)
    return NULL;
  try_assignments(&s, assignments);
  if (!s.best)
    return NULL;
  dmm_candidate_become(func, s.best_func);
  remark(&s, &price);
  return s.best;
}
