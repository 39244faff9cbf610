//===- stages.c - What collectives in stages move over each level ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against the cost table of the compiler (lib/Machine/level_cost.h). That the
// data is right is tested with each operation.
//
//===----------------------------------------------------------------------===//

#include "Machine/mapping.h"

#include "machines.h"

#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The cost table
//===----------------------------------------------------------------------===//

typedef struct Group {
  const Placement *placement;
  int64_t naxes, axes[DMM_RT_MAX_AXES];
  int64_t size;
} Group;

static Group make_group(const Placement *placement, int set) {
  Group g = {.placement = placement, .size = 1};
  g.naxes = axis_set(set, g.axes);
  for (int64_t i = 0; i < g.naxes; ++i)
    g.size *= placement->grid.sizes[g.axes[i]];
  return g;
}

/// What the table says of each level, for all groups together.
static void table_costs(const Group *g, DmmCollectiveKind kind, double words,
                        DmmLevelCost *by_level) {
  const Placement *p = g->placement;
  DmmMachine machine = {.nlevels = (int)p->nlevels};
  DmmMapping mapping;
  for (int64_t l = 0; l < p->nlevels; ++l) {
    machine.levels[l] = (DmmLevel){"", 64, 1, 1, 1};
    memcpy(mapping.digits[l], p->digits + l * p->grid.naxes,
           (size_t)p->grid.naxes * sizeof(int64_t));
  }
  DmmCollective collective = {kind, 0, words, 8, 1, 0};
  for (int64_t i = 0; i < g->naxes; ++i)
    collective.axes |= 1u << g->axes[i];
  DmmMappingProblem problem = {.machine = &machine,
                               .grid = p->grid.sizes,
                               .naxes = (int)p->grid.naxes,
                               .ncollectives = 1,
                               .collectives = &collective};
  dmm_mapping_cost(&problem, &mapping, by_level);
}

static DmmRtReport measure(const Group *g, DmmRtOp op, int64_t root,
                           int64_t elements, bool staged) {
  Case *c = case_plain(g->placement, op, g->naxes, g->axes, root, elements);
  if (staged)
    case_stage(c, g->placement);
  DmmRtReport report = case_measure(c, g->placement);
  case_free(c);
  return report;
}

static void expect_table(const Group *g, DmmRtOp op, DmmCollectiveKind kind,
                         int64_t root, int64_t elements, double words) {
  DmmLevelCost costs[DMM_MAX_LEVELS];
  DmmRtReport report = measure(g, op, root, elements, true);
  table_costs(g, kind, words, costs);
  for (int64_t l = 0; l < g->placement->nlevels; ++l)
    CHECK((double)report.op_levels[op][l].words == costs[l].words,
          "%s, %lld members, level %lld: %lld words, not %g",
          dmm_rt_op_name(op), (long long)g->size, (long long)l,
          (long long)report.op_levels[op][l].words, costs[l].words);
}

/// Trees and slices meet the lower bound whatever the number of elements, the
/// root, and the containers. Where the root of a scatter or gather is the first
/// member, so do they.
static void test_table(const Group *g) {
  static const int64_t sizes[] = {0, 1, 5, 37, 960};
  for (int i = 0; i < 5; ++i) {
    int64_t n = sizes[i], root = (7 * i + 3) % g->size;
    expect_table(g, DMM_RT_REDUCE, DMM_COLLECTIVE_REDUCE, root, n, (double)n);
    expect_table(g, DMM_RT_BROADCAST, DMM_COLLECTIVE_BROADCAST, root, n,
                 (double)n);
    expect_table(g, DMM_RT_ALL_REDUCE, DMM_COLLECTIVE_ALL_REDUCE, DMM_ROOT_NONE,
                 n, (double)n);
  }
  double whole = (double)(g->size << g->placement->grid.naxes);
  expect_table(g, DMM_RT_SCATTER, DMM_COLLECTIVE_SCATTER, 0, 0, whole);
  expect_table(g, DMM_RT_GATHER, DMM_COLLECTIVE_GATHER, 0, 0, whole);
  expect_table(g, DMM_RT_GATHER, DMM_COLLECTIVE_BROADCAST, DMM_ROOT_NONE, 0,
               whole); // each child gets what it does not have
}

//===----------------------------------------------------------------------===//
// All-reduce: the load of one partition
//===----------------------------------------------------------------------===//

/// Children of a container of the level, and members of a child.
static void fan_out(const Group *g, int64_t level, int64_t *k, int64_t *below) {
  *k = *below = 1;
  for (int64_t i = 0; i < g->naxes; ++i)
    for (int64_t l = 0; l <= level; ++l) {
      int64_t digit =
          g->placement->digits[l * g->placement->grid.naxes + g->axes[i]];
      *(l == level ? k : below) *= digit;
    }
}

/// Each partition sends 2 (k-1)/k n / P_below words over a level; without
/// stages, one sends n or more over the top.
static void test_all_reduce_load(const Group *g) {
  int64_t n = 960, k, below;
  DmmRtReport report = measure(g, DMM_RT_ALL_REDUCE, DMM_ROOT_NONE, n, true);
  DmmRtReport flat = measure(g, DMM_RT_ALL_REDUCE, DMM_ROOT_NONE, n, false);
  for (int64_t l = 0; l < g->placement->nlevels; ++l) {
    fan_out(g, l, &k, &below);
    int64_t words = report.op_levels[DMM_RT_ALL_REDUCE][l].max_words;
    if (n % (k * below) == 0)
      CHECK(words == 2 * (k - 1) * n / k / below,
            "%lld words from one of %lld members over level %lld",
            (long long)words, (long long)g->size, (long long)l);
  }
  const DmmRtLevelCount *top =
      &flat.op_levels[DMM_RT_ALL_REDUCE][g->placement->nlevels - 1];
  CHECK(top->max_words >= n, "the tree sends %lld words",
        (long long)top->max_words);
}

//===----------------------------------------------------------------------===//
// Transpose
//===----------------------------------------------------------------------===//

/// factor * (rank of the member + more), where lo is the coordinate.
static void put_rank(BoxWriter *box, const Grid *grid, int64_t more,
                     int64_t factor) {
  int64_t start = box->n;
  box_put(box, 0);
  box_put(box, DMM_EXPR_CONST);
  box_put(box, 0);
  for (int64_t a = 0; a < grid->naxes; ++a) {
    const int64_t words[] = {DMM_EXPR_CONST, grid->sizes[a], DMM_EXPR_MUL,
                             DMM_EXPR_VAR,   2 * a,          DMM_EXPR_ADD};
    for (int i = 0; i < 6; ++i)
      box_put(box, words[i]);
  }
  const int64_t words[] = {DMM_EXPR_CONST, more,   DMM_EXPR_ADD,
                           DMM_EXPR_CONST, factor, DMM_EXPR_MUL};
  for (int i = 0; i < 6; ++i)
    box_put(box, words[i]);
  box->words[start] = box->n - start - 1;
}

static void put_dim(BoxWriter *box, const Grid *grid, int64_t d, int64_t w) {
  if (d < grid->naxes) {
    box_put_affine(box, 0, 0, 0);
    box_put(box, 1);
    box_put_affine(box, 0, 0, 0);
    box_put(box, 1);
    box_put_affine(box, 0, 0, grid->sizes[d]);
    return;
  }
  put_rank(box, grid, 0, w);
  box_put(box, 1);
  put_rank(box, grid, 0, w);
  box_put(box, 1);
  put_rank(box, grid, 1, w);
}

static void put_box(BoxWriter *box, const Grid *grid, int64_t w) {
  for (int64_t a = 0; a < grid->naxes; ++a) {
    box_put(box, 1);
    box_put(box, 0);
    box_put(box, grid->sizes[a]);
  }
  box_put(box, grid->naxes + 1);
  for (int64_t d = 0; d <= grid->naxes; ++d)
    put_dim(box, grid, d, w);
  box_put(box, 0);
}

/// Each member has a row of w elements for each other one: row q of member p
/// has the values p * 1000 + q * w + i.
static Case *transpose_case(const Group *g, int64_t w) {
  const Grid *grid = &g->placement->grid;
  int64_t n = grid->naxes, row = g->size * w, index[DMM_RT_MAX_RANK] = {0};
  DmmAxisLayout layout[DMM_RT_MAX_AXES];
  int64_t home[DMM_RT_MAX_RANK], got[DMM_RT_MAX_RANK];
  BoxWriter box = {.n = 0};
  put_box(&box, grid, w);
  for (int64_t a = 0; a < n; ++a) {
    layout[a] = (DmmAxisLayout){DMM_SHARDED, a, 1, 1, 0, 1, 0, grid->sizes[a]};
    home[a] = 1;
    got[a] = grid->sizes[a];
  }
  home[n] = row;
  got[n] = w;
  Case *c = case_new(grid, ELT_i64);
  MetaSpec spec = {.op = DMM_RT_TRANSPOSE,
                   .root = DMM_ROOT_NONE,
                   .grid = &c->grid,
                   .naxes = g->naxes,
                   .axes = g->axes,
                   .layout = layout,
                   .nbox = box.n,
                   .box = box.words};
  meta_init(&c->meta, &spec);
  snprintf(c->name, sizeof c->name, "a full transpose");
  for (int64_t p = 0; p < g->size; ++p) {
    buffer_init(&c->src[p], ELT_i64, n + 1, home, false);
    buffer_init(&c->dst[p], ELT_i64, n + 1, got, false);
    memset(index, 0, sizeof index);
    for (; index[n] < row; ++index[n])
      buffer_set(&c->src[p], index, p * 1000 + index[n]);
  }
  for (int64_t p = 0; p < g->size * g->size; ++p) {
    int64_t from = p / g->size, to = p % g->size;
    grid_coords(grid, from, index);
    for (index[n] = 0; index[n] < w; ++index[n])
      buffer_expect(&c->dst[to], index, from * 1000 + to * w + index[n]);
  }
  return c;
}

/// Over the top go n (P_level - P_below) / p words a member, and one message
/// for each ordered pair of containers.
static void test_transpose(const Group *g, int64_t w) {
  DmmLevelCost costs[DMM_MAX_LEVELS];
  int64_t top = g->placement->nlevels - 1, k, below;
  Case *c = transpose_case(g, w);
  case_stage(c, g->placement);
  DmmRtReport report = case_measure(c, g->placement);
  case_check_buffers(c);
  table_costs(g, DMM_COLLECTIVE_ALL_TO_ALL, (double)(w * g->size), costs);
  fan_out(g, top, &k, &below);
  const DmmRtLevelCount *count = &report.op_levels[DMM_RT_TRANSPOSE][top];
  CHECK((double)count->words == costs[top].words,
        "%lld words over the top, not %g", (long long)count->words,
        costs[top].words);
  CHECK(count->messages == (w ? k * (k - 1) : 0), "%lld messages over the top",
        (long long)count->messages);
  if (k - 1 <= below)
    CHECK(count->max_words <= w * below * below,
          "one member sends %lld words over the top",
          (long long)count->max_words);
  case_free(c);
}

//===----------------------------------------------------------------------===//
// The same bits everywhere
//===----------------------------------------------------------------------===//

/// Sums of floats depend on the order of the members: it is the same for all,
/// and from run to run.
static void test_bits(const Group *g, int64_t n) {
  Case *c = case_plain(g->placement, DMM_RT_ALL_REDUCE, g->naxes, g->axes,
                       DMM_ROOT_NONE, n);
  char first[960 * 8];
  uint64_t random = 5;
  c->element = ELT_f64;
  case_stage(c, g->placement);
  for (int64_t p = 0; p < g->size; ++p)
    for (int64_t i = 0; i < n; ++i)
      ((double *)c->src[p].bytes)[i] =
          1.0 / (double)(1 + next_random(&random, 1000000));
  for (int run = 0; run < 5; ++run) {
    case_measure(c, g->placement);
    if (run == 0)
      memcpy(first, c->dst[0].bytes, (size_t)n * 8);
    for (int64_t p = 0; p < g->size; ++p)
      CHECK(memcmp(first, c->dst[p].bytes, (size_t)n * 8) == 0,
            "run %d: member %lld has other bits", run, (long long)p);
  }
  case_free(c);
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// On a machine whose upper levels are slow, stages pay by the virtual clock.
static void test_time(const Group *g) {
  DmmRtReport flat = measure(g, DMM_RT_ALL_REDUCE, DMM_ROOT_NONE, 960, false);
  DmmRtReport staged = measure(g, DMM_RT_ALL_REDUCE, DMM_ROOT_NONE, 960, true);
  CHECK(staged.time_ns < flat.time_ns / 2, "%g ns in stages, %g without",
        staged.time_ns, flat.time_ns);
}

int main(void) {
  for (int i = 0; i < num_placements; ++i) {
    int nsets = num_axis_sets(&placements[i].grid);
    for (int set = 0; set < nsets; ++set) {
      Group g = make_group(&placements[i], set);
      test_table(&g);
    }
    Group all = make_group(&placements[i], nsets - 1);
    test_bits(&all, 960);
    test_bits(&all, 7);
    if (i >= num_full_placements)
      continue;
    test_all_reduce_load(&all);
    test_transpose(&all, 3);
    test_transpose(&all, 40);
    test_transpose(&all, 0);
  }
  Group all = make_group(&placements[0], 6);
  test_time(&all);
  return 0;
}
