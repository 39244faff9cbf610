//===- elimination.h - The least sum of functions of few variables --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming for problems that are not one row of stages: variables
// are eliminated one after the other. The tables with the variable become one
// table of the variables beside it, the least over its values. On chains and
// trees of tables, no table grows beyond those that were given. Source: U.
// Bertele and F. Brioschi, Nonserial Dynamic Programming, 1972.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_ELIMINATION_H
#define DMM_PLAN_ELIMINATION_H

#include "Support/arena.h"
#include "Support/rank.h"

#include <stdint.h>

/// A function of the variables vars[0..nvars), all different. `values` has an
/// entry for each combination of their values, that of the last variable
/// running fastest; infinite where a combination is not allowed.
typedef struct DmmTable {
  const int *vars;
  int nvars;
  DmmRank *values;
} DmmTable;

/// `n` variables, of which variable v takes the values 0 to sizes[v] - 1.
typedef struct DmmTableSum {
  const int *sizes;
  int n;
  const DmmTable *tables;
  int ntables;
} DmmTableSum;

/// Number of combinations of the values of `nvars` variables.
int64_t dmm_table_entries(const int *sizes, const int *vars, int nvars);

/// Writes to `values` one for each variable, so that the sum of all tables is
/// least. Exact. False if a table with more than `most` entries would come up
/// on the way. The choice depends on nothing but the sum; the memory that it
/// takes belongs to the arena.
bool dmm_minimize_tables(DmmArena *arena, const DmmTableSum *sum, int64_t most,
                         int *values);

/// The sum for these values.
DmmRank dmm_tables_at(const DmmTableSum *sum, const int *values);

#endif // DMM_PLAN_ELIMINATION_H
