//===- elimination_test.c - Eliminating variables against brute force -----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/elimination.h"
#include "expect.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_VARS = 9, MAX_TABLES = 12, MAX_TABLE_VARS = 3 };

static uint64_t state = 1;

/// A number from 0 to `n` - 1 (splitmix64).
static int draw(int n) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  z ^= z >> 31;
  return (int)(z % (uint64_t)n);
}

//===----------------------------------------------------------------------===//
// Random sums
//===----------------------------------------------------------------------===//

/// Few different numbers, so that there are ties; some are not allowed.
static void fill(DmmTable *table, int64_t entries) {
  for (int64_t i = 0; i < entries; ++i)
    table->values[i] =
        draw(8) ? (DmmRank){draw(10), draw(10)} : (DmmRank){INFINITY, INFINITY};
}

/// The table's variables are consecutive ones from a random place on, so that
/// sums look like chains with a few cycles.
static DmmTable random_table(DmmArena *arena, const int *sizes, int n) {
  DmmTable table = {.nvars = 1 + draw(n < MAX_TABLE_VARS ? n : MAX_TABLE_VARS)};
  int *vars = dmm_arena_alloc(arena, MAX_TABLE_VARS * sizeof *vars);
  int first = draw(n);
  for (int i = 0; i < table.nvars; ++i)
    vars[i] = (first + i) % n;
  table.vars = vars;
  int64_t entries = dmm_table_entries(sizes, vars, table.nvars);
  table.values = dmm_arena_alloc(arena, (size_t)entries * sizeof *table.values);
  fill(&table, entries);
  return table;
}

static DmmTableSum random_sum(DmmArena *arena) {
  int *sizes = dmm_arena_alloc(arena, MAX_VARS * sizeof *sizes);
  DmmTable *tables = dmm_arena_alloc(arena, MAX_TABLES * sizeof *tables);
  DmmTableSum sum = {sizes, 1 + draw(MAX_VARS), tables, draw(MAX_TABLES + 1)};
  for (int v = 0; v < sum.n; ++v)
    sizes[v] = 1 + draw(3);
  for (int t = 0; t < sum.ntables; ++t)
    tables[t] = random_table(arena, sizes, sum.n);
  return sum;
}

//===----------------------------------------------------------------------===//
// Brute force
//===----------------------------------------------------------------------===//

static bool next_values(const DmmTableSum *sum, int *values) {
  for (int v = 0; v < sum->n; ++v) {
    if (++values[v] < sum->sizes[v])
      return true;
    values[v] = 0;
  }
  return false;
}

static DmmRank least_of_all(const DmmTableSum *sum) {
  int values[MAX_VARS] = {0};
  DmmRank least = {INFINITY, INFINITY};
  do {
    DmmRank rank = dmm_tables_at(sum, values);
    least = dmm_rank_is_less(rank, least, DMM_COST_ROUNDING) ? rank : least;
  } while (next_values(sum, values));
  return least;
}

static void test_random(int cases) {
  for (int i = 0; i < cases; ++i) {
    DmmArena *arena = dmm_arena_create();
    DmmTableSum sum = random_sum(arena);
    int values[MAX_VARS] = {0};
    DmmRank least = least_of_all(&sum);
    bool done = dmm_minimize_tables(arena, &sum, INT64_MAX, values);
    DmmRank found = dmm_tables_at(&sum, values);
    expect_number("random", "minimized", done, 1);
    expect_number("random", "as dear as the best",
                  isinf(least.first) ? isinf(found.first)
                                     : found.first == least.first &&
                                           found.second == least.second,
                  1);
    dmm_arena_destroy(arena);
  }
}

//===----------------------------------------------------------------------===//
// Room
//===----------------------------------------------------------------------===//

/// A chain of variables of three values, each with its neighbour: room for one
/// variable is enough, however long it is. A ring needs room for two.
static void test_room(int n, bool is_ring) {
  DmmArena *arena = dmm_arena_create();
  int *sizes = dmm_arena_alloc(arena, (size_t)n * sizeof *sizes);
  int *pairs = dmm_arena_alloc(arena, 2 * (size_t)n * sizeof *pairs);
  DmmTable *tables = dmm_arena_alloc(arena, (size_t)n * sizeof *tables);
  DmmRank values[9];
  for (int i = 0; i < 9; ++i)
    values[i] = (DmmRank){i / 3 == i % 3 ? 1 : 0, 0};
  for (int v = 0; v < n; ++v) {
    sizes[v] = 3;
    pairs[2 * v] = v;
    pairs[2 * v + 1] = (v + 1) % n;
    tables[v] = (DmmTable){&pairs[2 * v], 2, values};
  }
  DmmTableSum sum = {sizes, n, tables, is_ring ? n : n - 1};
  int *found = dmm_arena_alloc(arena, (size_t)n * sizeof *found);
  const char *name = is_ring ? "ring" : "chain";
  expect_number(name, "with room for one",
                dmm_minimize_tables(arena, &sum, 3, found), !is_ring);
  expect_number(name, "with room for two",
                dmm_minimize_tables(arena, &sum, 9, found), 1);
  expect_number(name, "neighbours alike",
                (int64_t)dmm_tables_at(&sum, found).first, 0);
  dmm_arena_destroy(arena);
}

int main(void) {
  test_random(2000);
  test_room(100, false);
  test_room(100, true);
  return failures > 0;
}
