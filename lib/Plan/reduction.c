//===- reduction.c - Find sums whose terms lie in several partitions ------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Owner computes brings every term of a sum to the owner of the sum. Where the
// terms are cut over a grid axis by an index that the sum does not depend on,
// each coordinate can instead sum up its own terms, and one message brings the
// partial sums together.
//
// That is legal for the outermost subtree around a statement `a[f] = a[f] OP e`
// in which no instance of another statement accesses an element after an
// instance of this one has combined a term with it, the indices of the loops
// around the subtree being equal. Statements of one form on one array share the
// subtree. Integers wrap, and minima and maxima do not round, so their results
// are the same; sums and products of floating-point numbers are regrouped, and
// the user is told so.
//
//===----------------------------------------------------------------------===//

#include "Plan/reduction.h"

#include "Plan/expr.h"
#include "Plan/steps.h"

typedef struct Finder {
  DmmPlan *plan;
  const DmmPoly *poly;
  const DmmForm *forms; ///< one for each statement
  bool strict;
  bool *done; ///< statements that are in a region
} Finder;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// Whether statement `t` is in the child at place `place` of the way to `s`.
static bool is_inside(const DmmPoly *poly, int t, int s, int place) {
  const DmmPolyStatement *x = &poly->statements[s], *y = &poly->statements[t];
  return place < y->nparents && x->parents[place] == y->parents[place] &&
         x->child[place] == y->child[place];
}

static int target_of(const Finder *f, int statement) {
  return dmm_statement_write(&f->plan->statements[statement])->array;
}

static bool same_form(const Finder *f, int a, int b) {
  return f->forms[a].kind == f->forms[b].kind &&
         f->forms[a].combine == f->forms[b].combine &&
         target_of(f, a) == target_of(f, b);
}

static void add_member(Finder *f, DmmTermNest *region, int statement) {
  region->members =
      dmm_arena_push(f->plan->arena, region->members, (size_t)region->nmembers,
                     sizeof *region->members);
  region->members[region->nmembers++] = statement;
}

static DmmTermNest region_at(Finder *f, int s, int place) {
  DmmTermNest region = {.place = place,
                        .loops = f->poly->statements[s].loops[place],
                        .target = target_of(f, s),
                        .form = f->forms[s]};
  for (int t = 0; t < f->plan->nstatements; ++t)
    if (is_inside(f->poly, t, s, place) && same_form(f, t, s))
      add_member(f, &region, t);
  return region;
}

/// Whether some instance of a member has combined a term with the element
/// before the instance of statement `t` accesses it.
static bool sees_result(const Finder *f, const DmmTermNest *region, int t,
                        const DmmAccess *access) {
  for (int i = 0; i < region->nmembers; ++i) {
    isl_map *before = dmm_poly_writes_before(f->poly, t, access,
                                             region->members[i], region->loops);
    bool found = !isl_map_is_empty(before);
    isl_map_free(before);
    if (found)
      return true;
  }
  return false;
}

static bool is_legal(const Finder *f, const DmmTermNest *region) {
  int first = region->members[0];
  for (int t = 0; t < f->plan->nstatements; ++t) {
    const DmmStatement *s = &f->plan->statements[t];
    if (!is_inside(f->poly, t, first, region->place) || same_form(f, t, first))
      continue;
    for (int j = 0; j < s->naccesses; ++j)
      if (s->accesses[j].array == region->target &&
          sees_result(f, region, t, &s->accesses[j]))
        return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Loops of the region
//===----------------------------------------------------------------------===//

bool dmm_term_nest_moves(const DmmTermNest *region, const DmmStatement *s,
                         DmmExpr expr) {
  for (int k = region->loops; k < s->depth; ++k)
    if (dmm_expr_uses(expr, s->ivs[k]))
      return true;
  return false;
}

/// Whether the loop at level `level` of the statement only adds terms: the
/// element does not depend on its index.
static bool only_adds(const DmmPlan *plan, const DmmStatement *s, int level) {
  const DmmAccess *write = dmm_statement_write(s);
  for (int d = 0; d < plan->arrays[write->array].rank; ++d)
    if (dmm_expr_uses(write->subscripts[d], s->ivs[level]))
      return false;
  return true;
}

/// Whether the expression moves with a loop of the region that only adds terms.
static bool moves_with_terms(const DmmPlan *plan, const DmmTermNest *region,
                             const DmmStatement *s, DmmExpr expr) {
  for (int k = region->loops; k < s->depth; ++k)
    if (only_adds(plan, s, k) && dmm_expr_uses(expr, s->ivs[k]))
      return true;
  return false;
}

static bool has_terms(const Finder *f, const DmmTermNest *region) {
  for (int i = 0; i < region->nmembers; ++i) {
    const DmmStatement *s = &f->plan->statements[region->members[i]];
    for (int k = region->loops; k < s->depth; ++k)
      if (only_adds(f->plan, s, k))
        return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Leaders: where the terms are
//===----------------------------------------------------------------------===//

/// Where a member could run along one axis. Larger ranks are better: the array
/// is cut along the terms, cut, or lies at one coordinate.
typedef struct Leader {
  DmmAxisMap map;
  int rank;
  double weight; ///< of the array
} Leader;

typedef struct LeaderSearch {
  const Finder *f;
  const DmmTermNest *region;
  int member, axis;
  bool *met; ///< temporaries that were followed
  Leader best;
} LeaderSearch;

static bool is_temporary(const DmmArray *array) {
  return array->role == DMM_ROLE_LOCAL && dmm_array_elements(array) == 1;
}

/// Whether the subscripts, read by another statement, name an element in every
/// instance of the member too.
static bool names_element(const LeaderSearch *l, const DmmAccess *access) {
  const DmmPlan *plan = l->f->plan;
  const DmmStatement *s = &plan->statements[l->member];
  for (int d = 0; d < plan->arrays[access->array].rank; ++d)
    if (dmm_expr_uses_other_ivs(plan, access->subscripts[d], s->ivs, s->depth))
      return false;
  isl_set *outside = dmm_poly_leaves_array(l->f->poly, l->member, access);
  bool never = isl_set_is_empty(outside);
  isl_set_free(outside);
  return never;
}

static void consider_array(LeaderSearch *l, const DmmAccess *access) {
  const DmmPlan *plan = l->f->plan;
  const DmmArray *array = &plan->arrays[access->array];
  int64_t state = array->layout[l->axis].state;
  Leader leader = {.map = dmm_plan_owner_map(plan, access, l->axis),
                   .weight = dmm_array_weight(array)};
  bool along = moves_with_terms(plan, l->region, &plan->statements[l->member],
                                leader.map.cell);
  if (state == DMM_REPLICATED)
    return;
  leader.rank = state == DMM_PINNED ? 1 : along ? 3 : 2;
  if (leader.rank > l->best.rank ||
      (leader.rank == l->best.rank && leader.weight > l->best.weight))
    l->best = leader;
}

static void search_reads(LeaderSearch *l, int statement);

/// Follows a temporary to what it is computed from.
static void search_writers(LeaderSearch *l, int array) {
  if (l->met[array])
    return;
  l->met[array] = true;
  for (int w = 0; w < l->f->plan->nstatements; ++w)
    if (target_of(l->f, w) == array)
      search_reads(l, w);
}

static void search_reads(LeaderSearch *l, int statement) {
  const DmmStatement *s = &l->f->plan->statements[statement];
  for (int j = 0; j < s->naccesses - 1; ++j) {
    const DmmAccess *read = &s->accesses[j];
    if (read->array == l->region->target)
      continue;
    if (is_temporary(&l->f->plan->arrays[read->array]))
      search_writers(l, read->array);
    else if (statement == l->member || names_element(l, read))
      consider_array(l, read);
  }
}

/// Coordinate 0 of the axis.
static DmmAxisMap first_coordinate(DmmPlan *plan, int axis) {
  return (DmmAxisMap){
      .template_id = dmm_plan_template(
          plan, (DmmTemplate){.axis = axis, .extent = 1, .block = 1}),
      .cell = dmm_expr_const(plan->arena, 0),
      .denominator = 1};
}

/// Finds where the member is to run along the axis; returns the leader's rank.
static int find_leader(Finder *f, const DmmTermNest *region, int member,
                       int axis, DmmAxisMap *map) {
  bool *met = dmm_arena_alloc(f->plan->arena, (size_t)f->plan->narrays);
  LeaderSearch search = {f, region, member, axis, met, {.rank = 0}};
  search_reads(&search, member);
  *map = search.best.rank ? search.best.map : first_coordinate(f->plan, axis);
  return search.best.rank;
}

/// Writes the maps of all members; whether one of them has its terms cut along
/// the axis.
static bool find_leaders(Finder *f, DmmTermNest *region, int axis) {
  bool cut = false;
  for (int i = 0; i < region->nmembers; ++i)
    cut |= find_leader(f, region, region->members[i], axis,
                       &region->leaders[i][axis]) == 3;
  return cut;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

static void choose_axes(Finder *f, DmmTermNest *region) {
  DmmPlan *plan = f->plan;
  size_t naxes = (size_t)plan->naxes, n = (size_t)region->nmembers;
  region->axes = dmm_arena_alloc(plan->arena, naxes);
  region->leaders = dmm_arena_alloc(plan->arena, n * sizeof *region->leaders);
  for (size_t i = 0; i < n; ++i)
    region->leaders[i] =
        dmm_arena_alloc(plan->arena, naxes * sizeof **region->leaders);
  for (int axis = 0; axis < plan->naxes; ++axis)
    region->axes[axis] = plan->grid[axis].size > 1 &&
                         find_leaders(f, region, axis) &&
                         dmm_reduction_pays(f->poly, region, axis);
}

static void explain(Finder *f, const DmmTermNest *region) {
  DmmPlan *plan = f->plan;
  const DmmArray *target = &plan->arrays[region->target];
  if (!dmm_kind_rounds(region->form.combine, target->element))
    return;
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (region->axes[axis])
      dmm_plan_remark(
          plan, plan->statements[region->members[0]].loc,
          dmm_arena_printf(plan->arena,
                           "the reduction is reassociated over grid axis %d: "
                           "each coordinate combines its own terms of %s, then "
                           "a message combines the results; the option "
                           "strict-fp keeps the sequential order",
                           axis, target->name));
}

/// Finds the outermost legal region around the statement, and the axes along
/// which partial sums pay. False if there is none.
static bool find_region(Finder *f, int s, DmmTermNest *region) {
  const DmmPolyStatement *way = &f->poly->statements[s];
  for (int place = 0; place < way->nparents - 1; ++place) {
    *region = region_at(f, s, place);
    if (!has_terms(f, region))
      return false;
    if (!is_legal(f, region))
      continue;
    choose_axes(f, region);
    for (int axis = 0; axis < f->plan->naxes; ++axis)
      if (region->axes[axis])
        return true;
    return false;
  }
  return false;
}

static bool may_be_reduced(const Finder *f, int s) {
  const DmmForm *form = &f->forms[s];
  const DmmArray *target = &f->plan->arrays[target_of(f, s)];
  return form->kind != DMM_FORM_NONE && !f->done[s] &&
         !(f->strict && dmm_kind_rounds(form->combine, target->element)) &&
         !isl_set_is_empty(f->poly->statements[s].domain);
}

int dmm_plan_find_reductions(DmmPlan *plan, const DmmPoly *poly,
                             const DmmForm *forms, bool strict,
                             DmmTermNest **regions) {
  Finder f = {plan, poly, forms, strict,
              dmm_arena_alloc(plan->arena, (size_t)plan->nstatements)};
  int n = 0;
  DmmTermNest region;
  for (int s = 0; s < plan->nstatements; ++s) {
    if (!may_be_reduced(&f, s) || !find_region(&f, s, &region))
      continue;
    for (int i = 0; i < region.nmembers; ++i)
      f.done[region.members[i]] = true;
    explain(&f, &region);
    *regions = dmm_arena_push(plan->arena, *regions, (size_t)n, sizeof region);
    (*regions)[n++] = region;
  }
  return n;
}
