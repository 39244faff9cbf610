//===- require.c - What the parameters must be like -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where sizes or bounds are known at run time only, an access may run outside
// of its array for some of their values. These values are found exactly, so
// that a check of them refuses no program that has a meaning:
//
//   affine.for %i = 0 to %n { affine.load %x[%i] : memref<?xf32> }
//
// requires that %n - (size of %x) - 1 >= 0 does not hold.
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"
#include "Plan/steps.h"

typedef struct Finder {
  DmmPlan *plan;
  const DmmPoly *poly;
  const DmmAccess *access; ///< that is looked at
  bool below;              ///< and at which end
  isl_set *possible;       ///< what is known of the parameters
  isl_set *found;          ///< the values that are refused so far
} Finder;

/// Sizes are at least 0.
static __isl_give isl_set *possible_sizes(const DmmPoly *poly) {
  isl_set *set = isl_set_params(isl_set_universe(dmm_poly_space(poly, 0)));
  for (int v = 0; v < poly->plan->nvars; ++v) {
    const DmmVar *var = &poly->plan->vars[v];
    if (var->kind != DMM_VAR_PARAM || var->argument < 0)
      continue;
    isl_id *id = dmm_poly_param_id(poly, v);
    int at = isl_set_find_dim_by_id(set, isl_dim_param, id);
    set = isl_set_lower_bound_si(set, isl_dim_param, (unsigned)at, 0);
    isl_id_free(id);
  }
  return set;
}

static isl_stat add_requirement(__isl_take isl_basic_set *violation,
                                void *data) {
  Finder *f = data;
  DmmPlan *plan = f->plan;
  DmmRequirement requirement = {
      .array = f->access->array, .below = f->below, .loc = f->access->loc};
  dmm_poly_conditions(f->poly, violation, &requirement.violation);
  if (!requirement.violation.n) // by all possible values
    dmm_expr_list_push(plan->arena, &requirement.violation,
                       dmm_expr_const(plan->arena, 0));
  plan->requirements =
      dmm_arena_push(plan->arena, plan->requirements,
                     (size_t)plan->nrequirements, sizeof *plan->requirements);
  plan->requirements[plan->nrequirements++] = requirement;
  isl_basic_set_free(violation);
  return isl_stat_ok;
}

/// Adds the values for which the access leaves its array at one end, unless all
/// of them are refused for the sake of another access.
static void require_inside(Finder *f, int statement, const DmmAccess *access,
                           bool below) {
  isl_set *outside = dmm_poly_leaves_end(f->poly, statement, access, below);
  outside = isl_set_intersect(outside, isl_set_copy(f->possible));
  if (!isl_set_is_subset(outside, f->found)) {
    f->found = isl_set_union(f->found, isl_set_copy(outside));
    f->access = access;
    f->below = below;
    isl_set *shown = isl_set_gist(outside, isl_set_copy(f->possible));
    shown = isl_set_coalesce(isl_set_compute_divs(shown));
    isl_set_foreach_basic_set(shown, add_requirement, f);
    isl_set_free(shown);
    return;
  }
  isl_set_free(outside);
}

static void require_statement(Finder *f, int statement) {
  const DmmStatement *s = &f->plan->statements[statement];
  for (int j = 0; j < s->naccesses; ++j) {
    require_inside(f, statement, &s->accesses[j], true);
    require_inside(f, statement, &s->accesses[j], false);
  }
}

static bool has_parameters(const DmmPlan *plan) {
  for (int v = 0; v < plan->nvars; ++v)
    if (plan->vars[v].kind == DMM_VAR_PARAM)
      return true;
  return false;
}

void dmm_plan_add_requirements(DmmPlan *plan, const DmmPoly *poly) {
  if (!has_parameters(plan))
    return;
  Finder finder = {.plan = plan, .poly = poly};
  finder.possible = possible_sizes(poly);
  finder.found = isl_set_empty(isl_set_get_space(finder.possible));
  for (int i = 0; i < plan->nstatements; ++i)
    require_statement(&finder, i);
  isl_set_free(finder.possible);
  isl_set_free(finder.found);
}
