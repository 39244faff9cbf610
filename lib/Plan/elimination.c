//===- elimination.c - The least sum of functions of few variables --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/elimination.h"

#include <math.h>
#include <string.h>

static const DmmRank no_rank = {INFINITY, INFINITY};

static DmmRank sum_of(DmmRank a, DmmRank b) {
  return (DmmRank){a.first + b.first, a.second + b.second};
}

bool dmm_rank_is_less(DmmRank a, DmmRank b) {
  // Sums of the same numbers in another order differ by rounding.
  const double same = 1e-9;
  if (isinf(b.first) || a.first < b.first * (1 - same))
    return a.first < b.first;
  return a.first * (1 - same) <= b.first && a.second < b.second * (1 - same);
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

int64_t dmm_term_entries(const int *sizes, const int *vars, int nvars) {
  int64_t entries = 1;
  for (int i = 0; i < nvars; ++i)
    entries *= sizes[vars[i]];
  return entries;
}

static DmmRank value_at(const DmmTerm *term, const int *sizes,
                        const int *values) {
  int64_t at = 0;
  for (int i = 0; i < term->nvars; ++i)
    at = at * sizes[term->vars[i]] + values[term->vars[i]];
  return term->values[at];
}

/// The place of the variable in the list, or -1.
static int place_of(const int *vars, int nvars, int var) {
  for (int i = 0; i < nvars; ++i)
    if (vars[i] == var)
      return i;
  return -1;
}

DmmRank dmm_terms_at(const DmmTermSum *sum, const int *values) {
  DmmRank rank = {0, 0};
  for (int t = 0; t < sum->nterms; ++t)
    rank = sum_of(rank, value_at(&sum->terms[t], sum->sizes, values));
  return rank;
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

/// A variable that was eliminated: the best of its values for each combination
/// of those of the variables beside it.
typedef struct Step {
  int var;
  const int *vars;
  int nvars;
  int *best;
} Step;

typedef struct Elimination {
  DmmArena *arena;
  const int *sizes;
  int n;
  int64_t most;
  DmmTerm *terms; ///< those left
  int nterms;
  Step *steps; ///< in their order
  int nsteps;
  int *values; ///< of the combination that is being looked at
} Elimination;

static bool has_var(const DmmTerm *term, int var) {
  return place_of(term->vars, term->nvars, var) >= 0;
}

/// The variables beside `var` in the terms that are left, in the arena.
static int beside(Elimination *e, int var, int **vars) {
  int n = 0;
  *vars = dmm_arena_alloc(e->arena, (size_t)e->n * sizeof **vars);
  for (int t = 0; t < e->nterms; ++t) {
    const DmmTerm *term = &e->terms[t];
    if (!has_var(term, var))
      continue;
    for (int i = 0; i < term->nvars; ++i)
      if (term->vars[i] != var && place_of(*vars, n, term->vars[i]) < 0)
        (*vars)[n++] = term->vars[i];
  }
  return n;
}

static bool is_eliminated(const Elimination *e, int var) {
  for (int i = 0; i < e->nsteps; ++i)
    if (e->steps[i].var == var)
      return true;
  return false;
}

/// The variable whose elimination leaves the smallest term.
static Step next_step(Elimination *e) {
  Step next = {.var = -1};
  double least = INFINITY;
  for (int var = 0; var < e->n; ++var) {
    int *vars;
    if (is_eliminated(e, var))
      continue;
    int nvars = beside(e, var, &vars);
    double entries = 1;
    for (int i = 0; i < nvars; ++i)
      entries *= e->sizes[vars[i]];
    if (entries < least) {
      least = entries;
      next = (Step){.var = var, .vars = vars, .nvars = nvars};
    }
  }
  return least <= (double)e->most ? next : (Step){.var = -1};
}

/// The sum of the terms with the variable, for the values of the moment.
static DmmRank sum_with(const Elimination *e, int var) {
  DmmRank sum = {0, 0};
  for (int t = 0; t < e->nterms; ++t)
    if (has_var(&e->terms[t], var))
      sum = sum_of(sum, value_at(&e->terms[t], e->sizes, e->values));
  return sum;
}

/// Gives `vars` the values of combination number `at`.
static void set_values(Elimination *e, const int *vars, int nvars, int64_t at) {
  for (int i = nvars - 1; i >= 0; --i) {
    e->values[vars[i]] = (int)(at % e->sizes[vars[i]]);
    at /= e->sizes[vars[i]];
  }
}

static DmmRank least_over(Elimination *e, int var, int *best) {
  DmmRank least = no_rank;
  *best = 0;
  for (int value = 0; value < e->sizes[var]; ++value) {
    e->values[var] = value;
    DmmRank rank = sum_with(e, var);
    if (!dmm_rank_is_less(rank, least))
      continue;
    least = rank;
    *best = value;
  }
  return least;
}

static void drop_terms(Elimination *e, int var) {
  int left = 0;
  for (int t = 0; t < e->nterms; ++t)
    if (!has_var(&e->terms[t], var))
      e->terms[left++] = e->terms[t];
  e->nterms = left;
}

/// Puts one term in the place of those with the variable.
static void eliminate(Elimination *e, Step step) {
  int64_t entries = dmm_term_entries(e->sizes, step.vars, step.nvars);
  DmmTerm term = {.vars = step.vars, .nvars = step.nvars};
  term.values =
      dmm_arena_alloc(e->arena, (size_t)entries * sizeof *term.values);
  step.best = dmm_arena_alloc(e->arena, (size_t)entries * sizeof *step.best);
  for (int64_t at = 0; at < entries; ++at) {
    set_values(e, step.vars, step.nvars, at);
    term.values[at] = least_over(e, step.var, &step.best[at]);
  }
  drop_terms(e, step.var);
  e->terms[e->nterms++] = term;
  e->steps[e->nsteps++] = step;
}

/// The last variable that was eliminated depends on none, each one before on
/// later ones.
static void read_back(Elimination *e) {
  for (int i = e->nsteps - 1; i >= 0; --i) {
    const Step *step = &e->steps[i];
    int64_t at = 0;
    for (int v = 0; v < step->nvars; ++v)
      at = at * e->sizes[step->vars[v]] + e->values[step->vars[v]];
    e->values[step->var] = step->best[at];
  }
}

bool dmm_minimize_terms(DmmArena *arena, const DmmTermSum *sum, int64_t most,
                        int *values) {
  Elimination e = {.arena = arena,
                   .sizes = sum->sizes,
                   .n = sum->n,
                   .most = most,
                   .nterms = sum->nterms,
                   .values = values};
  size_t room = (size_t)(sum->nterms + sum->n);
  e.terms = dmm_arena_alloc(arena, room * sizeof *e.terms);
  memcpy(e.terms, sum->terms, (size_t)sum->nterms * sizeof *e.terms);
  e.steps = dmm_arena_alloc(arena, (size_t)sum->n * sizeof *e.steps);
  while (e.nsteps < sum->n) {
    Step step = next_step(&e);
    if (step.var < 0)
      return false;
    eliminate(&e, step);
  }
  read_back(&e);
  return true;
}
