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
  bool *done; ///< statements that are in a nest
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

static void add_member(Finder *f, DmmTermNest *nest, int statement) {
  nest->members = dmm_arena_push(f->plan->arena, nest->members,
                                 (size_t)nest->nmembers, sizeof *nest->members);
  nest->members[nest->nmembers++] = statement;
}

/// `s` comes first: it stands for all of them, and others may have no instance.
static DmmTermNest nest_at(Finder *f, int s, int place) {
  DmmTermNest nest = {.place = place,
                      .loops = f->poly->statements[s].loops[place],
                      .target = target_of(f, s),
                      .form = f->forms[s]};
  add_member(f, &nest, s);
  for (int t = 0; t < f->plan->nstatements; ++t)
    if (t != s && is_inside(f->poly, t, s, place) && same_form(f, t, s))
      add_member(f, &nest, t);
  return nest;
}

/// Whether some instance of a member has combined a term with the element
/// before the instance of statement `t` accesses it.
static bool sees_result(const Finder *f, const DmmTermNest *nest, int t,
                        const DmmAccess *access) {
  for (int i = 0; i < nest->nmembers; ++i) {
    isl_map *before = dmm_poly_writes_before(f->poly, t, access,
                                             nest->members[i], nest->loops);
    bool found = !isl_map_is_empty(before);
    isl_map_free(before);
    if (found)
      return true;
  }
  return false;
}

static bool is_legal(const Finder *f, const DmmTermNest *nest) {
  int first = nest->members[0];
  for (int t = 0; t < f->plan->nstatements; ++t) {
    const DmmStatement *s = &f->plan->statements[t];
    if (!is_inside(f->poly, t, first, nest->place) || same_form(f, t, first))
      continue;
    for (int j = 0; j < s->naccesses; ++j)
      if (s->accesses[j].array == nest->target &&
          sees_result(f, nest, t, &s->accesses[j]))
        return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Loops of the nest
//===----------------------------------------------------------------------===//

bool dmm_term_nest_moves(const DmmTermNest *nest, const DmmStatement *s,
                         DmmExpr expr) {
  for (int k = nest->loops; k < s->depth; ++k)
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

/// Whether the expression moves with a loop of the nest that only adds terms.
static bool moves_with_terms(const DmmPlan *plan, const DmmTermNest *nest,
                             const DmmStatement *s, DmmExpr expr) {
  for (int k = nest->loops; k < s->depth; ++k)
    if (only_adds(plan, s, k) && dmm_expr_uses(expr, s->ivs[k]))
      return true;
  return false;
}

static bool has_terms(const Finder *f, const DmmTermNest *nest) {
  for (int i = 0; i < nest->nmembers; ++i) {
    const DmmStatement *s = &f->plan->statements[nest->members[i]];
    for (int k = nest->loops; k < s->depth; ++k)
      if (only_adds(f->plan, s, k))
        return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// What the terms are computed from
//===----------------------------------------------------------------------===//

typedef struct ReadSearch {
  const Finder *f;
  int target;
  bool *met; ///< temporaries that were followed
  DmmTermReads *found;
} ReadSearch;

static bool is_temporary(const DmmArray *array) {
  return array->role == DMM_ROLE_LOCAL && dmm_array_elements(array) == 1;
}

static void search_reads(ReadSearch *r, int statement);

static void search_writers(ReadSearch *r, int array) {
  if (r->met[array])
    return;
  r->met[array] = true;
  for (int w = 0; w < r->f->plan->nstatements; ++w)
    if (target_of(r->f, w) == array)
      search_reads(r, w);
}

static void search_reads(ReadSearch *r, int statement) {
  const DmmStatement *s = &r->f->plan->statements[statement];
  for (int j = 0; j < s->naccesses - 1; ++j) {
    const DmmAccess *read = &s->accesses[j];
    if (read->array == r->target)
      continue;
    if (is_temporary(&r->f->plan->arrays[read->array])) {
      search_writers(r, read->array);
      continue;
    }
    r->found->items =
        dmm_arena_push(r->f->plan->arena, r->found->items, (size_t)r->found->n,
                       sizeof *r->found->items);
    r->found->items[r->found->n++] = (DmmTermRead){statement, read};
  }
}

static void find_reads(const Finder *f, DmmTermNest *nest) {
  DmmPlan *plan = f->plan;
  nest->reads = dmm_arena_alloc(plan->arena,
                                (size_t)nest->nmembers * sizeof *nest->reads);
  for (int i = 0; i < nest->nmembers; ++i) {
    bool *met = dmm_arena_alloc(plan->arena, (size_t)plan->narrays);
    ReadSearch search = {f, nest->target, met, &nest->reads[i]};
    search_reads(&search, nest->members[i]);
  }
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

/// Whether the subscripts, read by another statement, name an element in every
/// instance of the member too.
static bool names_element(const Finder *f, int member,
                          const DmmTermRead *term) {
  const DmmPlan *plan = f->plan;
  const DmmStatement *s = &plan->statements[member];
  if (term->statement == member)
    return true;
  for (int d = 0; d < plan->arrays[term->read->array].rank; ++d)
    if (dmm_expr_uses_other_ivs(plan, term->read->subscripts[d], s->ivs,
                                s->depth))
      return false;
  isl_set *outside = dmm_poly_leaves_array(f->poly, member, term->read);
  bool never = isl_set_is_empty(outside);
  isl_set_free(outside);
  return never;
}

static Leader leader_of(const Finder *f, const DmmTermNest *nest, int member,
                        int axis, const DmmTermRead *term) {
  const DmmPlan *plan = f->plan;
  const DmmArray *array = &plan->arrays[term->read->array];
  int64_t state = array->layout[axis].state;
  Leader leader = {.map = dmm_plan_owner_map(plan, term->read, axis),
                   .weight = dmm_array_weight(array)};
  if (state == DMM_REPLICATED || !names_element(f, member, term))
    return leader;
  bool along =
      moves_with_terms(plan, nest, &plan->statements[member], leader.map.cell);
  leader.rank = state == DMM_PINNED ? 1 : along ? 3 : 2;
  return leader;
}

/// Coordinate 0 of the axis.
static DmmAxisMap first_coordinate(DmmPlan *plan, int axis) {
  return (DmmAxisMap){
      .template_id = dmm_plan_template(
          plan, (DmmTemplate){.axis = axis, .extent = 1, .block = 1}),
      .cell = dmm_expr_const(plan->arena, 0),
      .denominator = 1};
}

/// Finds where member number i is to run along the axis; returns the leader's
/// rank.
static int find_leader(Finder *f, const DmmTermNest *nest, int i, int axis,
                       DmmAxisMap *map) {
  Leader best = {.rank = 0};
  for (int k = 0; k < nest->reads[i].n; ++k) {
    Leader leader =
        leader_of(f, nest, nest->members[i], axis, &nest->reads[i].items[k]);
    if (leader.rank > best.rank ||
        (leader.rank == best.rank && leader.weight > best.weight))
      best = leader;
  }
  *map = best.rank ? best.map : first_coordinate(f->plan, axis);
  return best.rank;
}

/// Writes the maps of all members; whether one of them has its terms cut along
/// the axis.
static bool find_leaders(Finder *f, DmmTermNest *nest, int axis) {
  bool cut = false;
  for (int i = 0; i < nest->nmembers; ++i)
    cut |= find_leader(f, nest, i, axis, &nest->leaders[i][axis]) == 3;
  return cut;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

static void choose_axes(Finder *f, DmmTermNest *nest) {
  DmmPlan *plan = f->plan;
  size_t naxes = (size_t)plan->naxes, n = (size_t)nest->nmembers;
  find_reads(f, nest);
  nest->axes = dmm_arena_alloc(plan->arena, naxes);
  nest->leaders = dmm_arena_alloc(plan->arena, n * sizeof *nest->leaders);
  for (size_t i = 0; i < n; ++i)
    nest->leaders[i] =
        dmm_arena_alloc(plan->arena, naxes * sizeof **nest->leaders);
  for (int axis = 0; axis < plan->naxes; ++axis)
    nest->axes[axis] = plan->grid[axis].size > 1 &&
                       find_leaders(f, nest, axis) &&
                       dmm_reduction_pays(f->poly, nest, axis);
}

static void explain(Finder *f, const DmmTermNest *nest) {
  DmmPlan *plan = f->plan;
  const DmmArray *target = &plan->arrays[nest->target];
  if (!dmm_kind_rounds(nest->form.combine, target->element))
    return;
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (nest->axes[axis])
      dmm_plan_remark(
          plan, plan->statements[nest->members[0]].loc,
          dmm_arena_printf(plan->arena,
                           "the reduction is reassociated over grid axis %d: "
                           "each coordinate combines its own terms of %s, then "
                           "a message combines the results; the option "
                           "strict-fp=true keeps the sequential order",
                           axis, target->name));
}

/// Finds the outermost legal nest around the statement, and the axes along
/// which partial sums pay. False if there is none.
static bool find_nest(Finder *f, int s, DmmTermNest *nest) {
  const DmmPolyStatement *way = &f->poly->statements[s];
  for (int place = 0; place < way->nparents - 1; ++place) {
    *nest = nest_at(f, s, place);
    if (!has_terms(f, nest))
      return false;
    if (!is_legal(f, nest))
      continue;
    choose_axes(f, nest);
    for (int axis = 0; axis < f->plan->naxes; ++axis)
      if (nest->axes[axis])
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
                             DmmTermNest **nests) {
  Finder f = {plan, poly, forms, strict,
              dmm_arena_alloc(plan->arena, (size_t)plan->nstatements)};
  int n = 0;
  DmmTermNest nest;
  for (int s = 0; s < plan->nstatements; ++s) {
    if (!may_be_reduced(&f, s) || !find_nest(&f, s, &nest))
      continue;
    for (int i = 0; i < nest.nmembers; ++i)
      f.done[nest.members[i]] = true;
    explain(&f, &nest);
    *nests = dmm_arena_push(plan->arena, *nests, (size_t)n, sizeof nest);
    (*nests)[n++] = nest;
  }
  return n;
}
