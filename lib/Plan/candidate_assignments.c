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
// there are few; else one array after the other, or two at once, is turned as
// long as that makes the price less, from a first assignment and from a second
// one. What a partition would hold does not count here: loops over strips come
// after (candidate_steps.c).
//
//===----------------------------------------------------------------------===//

#include "Plan/candidate.h"

#include "Dialect/layout.h"
#include "Plan/price.h"

/// The most plans that are made, and the most arrays that are turned.
enum { MAX_PLANS = 128, MAX_ARRAYS = 16 };

/// An array and the ways of cutting it.
typedef struct Choice {
  int array;
  int64_t nways;
  int way; ///< of the assignment that is being looked at
} Choice;

typedef struct Search {
  MlirOperation func;
  const DmmPlan *plan; ///< without any assignment
  const DmmPlanOptions *options;
  Choice choices[MAX_ARRAYS];
  int nchoices;
  int nplans;
  DmmPrice least; ///< of the best plan so far
  DmmPlan *best;  ///< or null: that of `plan`
  MlirOperation best_func;
  DmmPrice here; ///< of `here_ways`, from which the search goes on
  int here_ways[MAX_ARRAYS];
  bool moved;
} Search;

//===----------------------------------------------------------------------===//
// Ways of cutting an array
//===----------------------------------------------------------------------===//

/// Number of ways to give each axis a dimension of its own.
static int64_t count_ways(int naxes, int rank) {
  int64_t ways = 1;
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
static void dims_of(int64_t way, int naxes, int rank, int *dims) {
  for (int axis = 0; axis < naxes; ++axis) {
    int64_t left = rank - axis, skip = way % left;
    way /= left;
    int dim = 0;
    for (;; ++dim)
      if (!is_taken(dims, axis, dim) && skip-- == 0)
        break;
    dims[axis] = dim;
  }
}

static MlirAttribute split_of(const Search *s, const Choice *choice) {
  int dims[DMM_MAX_GRID_AXES];
  int rank = s->plan->arrays[choice->array].rank;
  dims_of(choice->way, s->plan->naxes, rank, dims);
  return dmm_split_attr_get(mlirOperationGetContext(s->func), dims,
                            s->plan->naxes, rank);
}

static void assign(const Search *s, MlirOperation func) {
  for (int i = 0; i < s->nchoices; ++i)
    dmm_candidate_set_split(s->func, func,
                            &s->plan->arrays[s->choices[i].array],
                            split_of(s, &s->choices[i]));
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

static void keep(Search *s, DmmPlan *plan, MlirOperation func, DmmPrice price) {
  if (s->best) {
    dmm_plan_destroy(s->best);
    mlirOperationDestroy(s->best_func);
  }
  s->best = plan;
  s->best_func = func;
  s->least = price;
}

/// Plans the assignment; keeps it if it is the best so far.
static void try_assignment(Search *s) {
  MlirOperation clone = mlirOperationClone(s->func);
  assign(s, clone);
  DmmPlan *plan = dmm_plan_build_once(clone, s->options);
  ++s->nplans;
  bool usable =
      plan && !plan->fallback && dmm_candidate_stays_parallel(plan, s->plan);
  DmmPrice price = {0};
  if (usable)
    price = dmm_plan_price(plan);
  if (usable && (s->here.total < 0 || dmm_price_is_less(&price, &s->here))) {
    s->here = price;
    s->moved = true;
    for (int i = 0; i < s->nchoices; ++i)
      s->here_ways[i] = s->choices[i].way;
  }
  if (usable && dmm_price_is_less(&price, &s->least)) {
    keep(s, plan, clone, price);
    return;
  }
  dmm_plan_destroy(plan);
  mlirOperationDestroy(clone);
}

/// Goes to the next assignment; false after the last.
static bool next_assignment(Search *s) {
  for (int i = 0; i < s->nchoices; ++i) {
    if (++s->choices[i].way < s->choices[i].nways)
      return true;
    s->choices[i].way = 0;
  }
  return false;
}

static void try_all(Search *s) {
  do
    try_assignment(s);
  while (next_assignment(s));
}

static void go_here(Search *s) {
  for (int i = 0; i < s->nchoices; ++i)
    s->choices[i].way = s->here_ways[i];
}

/// Turns two arrays at once, where neither alone made the price less.
static void try_pair(Search *s, int i, int j) {
  for (int v = 0; v < s->choices[i].nways; ++v)
    for (int w = 0; w < s->choices[j].nways && s->nplans < MAX_PLANS; ++w) {
      go_here(s);
      if (s->choices[i].way == v || s->choices[j].way == w)
        continue;
      s->choices[i].way = v;
      s->choices[j].way = w;
      try_assignment(s);
    }
}

/// Turns each array in turn as long as that makes the price less, from the
/// assignment in which each is cut in way number `way`.
static void descend(Search *s, int way) {
  s->here = (DmmPrice){.total = -1};
  for (int i = 0; i < s->nchoices; ++i)
    s->here_ways[i] = way < s->choices[i].nways ? way : 0;
  go_here(s);
  try_assignment(s);
  do {
    s->moved = false;
    for (int i = 0; i < s->nchoices; ++i)
      for (int w = 0; w < s->choices[i].nways && s->nplans < MAX_PLANS; ++w) {
        go_here(s);
        if (s->choices[i].way == w)
          continue;
        s->choices[i].way = w;
        try_assignment(s);
      }
    for (int i = 0; !s->moved && i < s->nchoices; ++i)
      for (int j = 0; !s->moved && j < i; ++j)
        try_pair(s, i, j);
  } while (s->moved && s->nplans < MAX_PLANS);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Finds the arrays to be cut in one way or another; the number of assignments.
static double find_choices(Search *s) {
  double assignments = 1;
  for (int i = 0; i < s->plan->narrays && s->nchoices < MAX_ARRAYS; ++i) {
    const DmmArray *array = &s->plan->arrays[i];
    int64_t ways = count_ways(s->plan->naxes, array->rank);
    if (!dmm_candidate_is_free(s->func, array) || ways < 2)
      continue;
    s->choices[s->nchoices++] = (Choice){.array = i, .nways = ways};
    assignments *= (double)ways;
  }
  return assignments;
}

static void remark(Search *s) {
  dmm_candidate_remark(
      s->best, s->plan->arrays[s->choices[0].array].loc,
      dmm_arena_printf(s->best->arena,
                       "arrays are cut so that all nests together cost least "
                       "on the machine: of %d assignments, the best saves "
                       "%.3g of the price",
                       s->nplans,
                       1 - s->least.total / dmm_plan_price(s->plan).total));
}

DmmPlan *dmm_try_assignments(MlirOperation func, const DmmPlan *plan,
                             const DmmPlanOptions *options) {
  DmmPrice price = dmm_plan_price(plan);
  Search s = {.func = func, .plan = plan, .options = options};
  s.least = price;
  double assignments = find_choices(&s);
  if (price.messages.words <= 0 || s.nchoices == 0)
    return NULL;
  if (assignments <= MAX_PLANS)
    try_all(&s);
  else
    for (int way = 0; way < 2; ++way)
      descend(&s, way);
  if (!s.best)
    return NULL;
  dmm_candidate_become(func, s.best_func);
  remark(&s);
  return s.best;
}
