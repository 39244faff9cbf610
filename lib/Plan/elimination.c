//===- elimination.c - The least sum of functions of few variables --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/elimination.h"

#include <string.h>

static const DmmRank no_rank = {INFINITY, INFINITY};

static bool is_less(DmmRank a, DmmRank b) {
  return dmm_rank_is_less(a, b, DMM_COST_ROUNDING);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

int64_t dmm_table_entries(const int *sizes, const int *vars, int nvars) {
  int64_t entries = 1;
  for (int i = 0; i < nvars; ++i)
    entries *= sizes[vars[i]];
  return entries;
}

static DmmRank value_at(const DmmTable *table, const int *sizes,
                        const int *values) {
  int64_t at = 0;
  for (int i = 0; i < table->nvars; ++i)
    at = at * sizes[table->vars[i]] + values[table->vars[i]];
  return table->values[at];
}

/// The place of the variable in the list, or -1.
static int place_of(const int *vars, int nvars, int var) {
  for (int i = 0; i < nvars; ++i)
    if (vars[i] == var)
      return i;
  return -1;
}

DmmRank dmm_tables_at(const DmmTableSum *sum, const int *values) {
  DmmRank rank = {0, 0};
  for (int t = 0; t < sum->ntables; ++t)
    rank = dmm_rank_sum(rank, value_at(&sum->tables[t], sum->sizes, values));
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
  DmmTable *tables; ///< those left
  int ntables;
  Step *steps; ///< in their order
  int nsteps;
  int *values; ///< of the combination that is being looked at
} Elimination;

static bool has_var(const DmmTable *table, int var) {
  return place_of(table->vars, table->nvars, var) >= 0;
}

/// The variables beside `var` in the tables that are left, in the arena.
static int beside(Elimination *e, int var, int **vars) {
  int n = 0;
  *vars = dmm_arena_alloc(e->arena, (size_t)e->n * sizeof **vars);
  for (int t = 0; t < e->ntables; ++t) {
    const DmmTable *table = &e->tables[t];
    if (!has_var(table, var))
      continue;
    for (int i = 0; i < table->nvars; ++i)
      if (table->vars[i] != var && place_of(*vars, n, table->vars[i]) < 0)
        (*vars)[n++] = table->vars[i];
  }
  return n;
}

static bool is_eliminated(const Elimination *e, int var) {
  for (int i = 0; i < e->nsteps; ++i)
    if (e->steps[i].var == var)
      return true;
  return false;
}

/// The variable whose elimination leaves the smallest table.
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

/// The sum of the tables with the variable, for the values of the moment.
static DmmRank sum_with(const Elimination *e, int var) {
  DmmRank sum = {0, 0};
  for (int t = 0; t < e->ntables; ++t)
    if (has_var(&e->tables[t], var))
      sum = dmm_rank_sum(sum, value_at(&e->tables[t], e->sizes, e->values));
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
    if (!is_less(rank, least))
      continue;
    least = rank;
    *best = value;
  }
  return least;
}

static void drop_tables(Elimination *e, int var) {
  int left = 0;
  for (int t = 0; t < e->ntables; ++t)
    if (!has_var(&e->tables[t], var))
      e->tables[left++] = e->tables[t];
  e->ntables = left;
}

/// Puts one table in the place of those with the variable.
static void eliminate(Elimination *e, Step step) {
  int64_t entries = dmm_table_entries(e->sizes, step.vars, step.nvars);
  DmmTable table = {.vars = step.vars, .nvars = step.nvars};
  table.values =
      dmm_arena_alloc(e->arena, (size_t)entries * sizeof *table.values);
  step.best = dmm_arena_alloc(e->arena, (size_t)entries * sizeof *step.best);
  for (int64_t at = 0; at < entries; ++at) {
    set_values(e, step.vars, step.nvars, at);
    table.values[at] = least_over(e, step.var, &step.best[at]);
  }
  drop_tables(e, step.var);
  e->tables[e->ntables++] = table;
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

bool dmm_minimize_tables(DmmArena *arena, const DmmTableSum *sum, int64_t most,
                         int *values) {
  Elimination e = {.arena = arena,
                   .sizes = sum->sizes,
                   .n = sum->n,
                   .most = most,
                   .ntables = sum->ntables,
                   .values = values};
  size_t room = (size_t)(sum->ntables + sum->n);
  e.tables = dmm_arena_alloc(arena, room * sizeof *e.tables);
  memcpy(e.tables, sum->tables, (size_t)sum->ntables * sizeof *e.tables);
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
