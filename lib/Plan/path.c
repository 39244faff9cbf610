//===- path.c - Sums over the iterations around a leaf -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose index nothing below uses is gone through once. Of a loop whose
// index is compared with nothing but what is known outside of it, the range is
// cut where two of the expressions below change their order. In each piece, the
// sum of what is below is a polynomial in the index, of a degree that is known,
// so a few values tell their sum (Newton's forward differences). Only the rest,
// such as the outer loop of a triangle whose inner index is used further
// inside, is gone through one by one.
//
//===----------------------------------------------------------------------===//

#include "Plan/path.h"

#include "Plan/expr.h"

#include <stdlib.h>

enum { MAX_DEGREE = 8, MAX_STEPS = 1 << 21 };

__extension__ typedef __int128 Wide;

/// Expressions that are compared with one another at node `at` of the path:
/// the bounds of a loop, the condition of a guard and 0, or some of the leaf's.
typedef struct Group {
  DmmExprList exprs;
  int at;
  bool is_loop, is_guard;
} Group;

typedef struct Pair {
  DmmExpr a, b;
} Pair;

typedef enum Form {
  REPEATED,   ///< all iterations are alike
  CLOSED,     ///< piece by piece a polynomial
  ENUMERATED, ///< one by one
} Form;

/// How the loop at a node of the path is summed over. splits: room for the
/// numbers of the iterations where a pair changes its order.
typedef struct Level {
  Form form;
  int degree;
  Pair *pairs;
  size_t npairs;
  int64_t *splits;
} Level;

struct DmmPath {
  const DmmPlan *plan;
  const DmmNode *const *nodes;
  int n;
  const DmmLeaf *leaf;
  Group *groups; ///< outermost first
  size_t ngroups;
  Level *levels;
};

//===----------------------------------------------------------------------===//
// What is compared
//===----------------------------------------------------------------------===//

static void add_group(DmmArena *arena, DmmPath *path, Group group) {
  path->groups =
      dmm_arena_push(arena, path->groups, path->ngroups, sizeof group);
  path->groups[path->ngroups++] = group;
}

static void push_all(DmmArena *arena, DmmExprList *list,
                     const DmmExprList *more) {
  for (int i = 0; i < more->n; ++i)
    dmm_expr_list_push(arena, list, more->items[i]);
}

static void add_bounds(DmmArena *arena, DmmPath *path, int at) {
  Group group = {.at = at, .is_loop = true};
  push_all(arena, &group.exprs, &path->nodes[at]->lower);
  push_all(arena, &group.exprs, &path->nodes[at]->upper);
  add_group(arena, path, group);
}

static void add_conditions(DmmArena *arena, DmmPath *path, int at) {
  const DmmExprList *conditions = &path->nodes[at]->conditions;
  for (int i = 0; i < conditions->n; ++i) {
    Group group = {.at = at, .is_guard = true};
    dmm_expr_list_push(arena, &group.exprs, conditions->items[i]);
    dmm_expr_list_push(arena, &group.exprs, dmm_expr_const(arena, 0));
    add_group(arena, path, group);
  }
}

static void add_groups(DmmArena *arena, DmmPath *path) {
  for (int at = 0; at < path->n; ++at) {
    if (path->nodes[at]->kind == DMM_NODE_LOOP)
      add_bounds(arena, path, at);
    if (path->nodes[at]->kind == DMM_NODE_GUARD)
      add_conditions(arena, path, at);
  }
  for (int i = 0; i < path->leaf->ncompared; ++i)
    add_group(arena, path,
              (Group){.exprs = path->leaf->compared[i], .at = path->n});
}

//===----------------------------------------------------------------------===//
// How each loop is summed over
//===----------------------------------------------------------------------===//

static int iv_at(const DmmPath *path, int at) {
  return path->plan->loops[path->nodes[at]->id].iv_var;
}

static bool group_uses(const Group *group, int var) {
  for (int i = 0; i < group->exprs.n; ++i)
    if (dmm_expr_uses(group->exprs.items[i], var))
      return true;
  return false;
}

/// Whether an index of a loop between node `at` and the group occurs in it.
static bool uses_inner(const DmmPath *path, const Group *group, int at) {
  for (int k = at + 1; k < group->at; ++k)
    if (path->nodes[k]->kind == DMM_NODE_LOOP &&
        group_uses(group, iv_at(path, k)))
      return true;
  return false;
}

/// The degree in `var` of the operation on operands of degrees a and b; 2 where
/// it is no polynomial.
static int combined_degree(int64_t op, int a, int b) {
  if (op == DMM_EXPR_ADD)
    return a > b ? a : b;
  if (op == DMM_EXPR_MUL)
    return a + b;
  return a || b ? 2 : 0;
}

static bool is_affine(DmmExpr expr, int var) {
  int stack[DMM_EXPR_MAX_DEPTH], top = 0;
  for (int64_t i = 0; i < expr.n; ++i) {
    if (expr.code[i] == DMM_EXPR_CONST) {
      stack[top++] = 0;
      ++i;
    } else if (expr.code[i] == DMM_EXPR_VAR) {
      stack[top++] = expr.code[++i] == var;
    } else {
      --top;
      stack[top - 1] =
          combined_degree(expr.code[i], stack[top - 1], stack[top]);
    }
  }
  return stack[0] <= 1;
}

static bool is_affine_group(const Group *group, int var) {
  for (int i = 0; i < group->exprs.n; ++i)
    if (!is_affine(group->exprs.items[i], var))
      return false;
  return true;
}

/// Whether what the group does to the sum is, piece by piece, a factor of
/// degree 1 in the index of the loop at `at`.
static bool is_factor(const DmmPath *path, const Group *group, int at) {
  bool linear =
      is_affine_group(group, iv_at(path, at)) && !uses_inner(path, group, at);
  return linear &&
         (!group->is_loop || (path->levels[group->at].form == REPEATED &&
                              path->nodes[group->at]->step == 1));
}

static void add_pairs(DmmArena *arena, Level *level, const Group *group,
                      int var) {
  const DmmExprList *exprs = &group->exprs;
  for (int i = 0; i < exprs->n; ++i)
    for (int j = 0; j < i; ++j) {
      Pair pair = {exprs->items[i], exprs->items[j]};
      if (!dmm_expr_uses(pair.a, var) && !dmm_expr_uses(pair.b, var))
        continue;
      level->pairs =
          dmm_arena_push(arena, level->pairs, level->npairs, sizeof pair);
      level->pairs[level->npairs++] = pair;
    }
}

/// The loops inside of it are known.
static Level level_at(DmmArena *arena, const DmmPath *path, int at) {
  Level level = {.form = REPEATED};
  int iv = iv_at(path, at);
  for (size_t i = 0; i < path->ngroups; ++i) {
    const Group *group = &path->groups[i];
    if (group->at <= at || !group_uses(group, iv))
      continue;
    if (!is_factor(path, group, at))
      return (Level){.form = ENUMERATED};
    level.form = CLOSED;
    level.degree += !group->is_guard;
    add_pairs(arena, &level, group, iv);
  }
  if (level.degree > MAX_DEGREE)
    return (Level){.form = ENUMERATED};
  level.splits =
      dmm_arena_alloc(arena, (2 * level.npairs + 2) * sizeof *level.splits);
  return level;
}

const DmmPath *dmm_path_create(DmmArena *arena, const DmmPlan *plan,
                               const DmmNode *const *nodes, int n,
                               const DmmLeaf *leaf) {
  DmmPath *path = dmm_arena_alloc(arena, sizeof *path);
  *path = (DmmPath){.plan = plan, .nodes = nodes, .n = n, .leaf = leaf};
  path->levels = dmm_arena_alloc(arena, (size_t)n * sizeof *path->levels);
  add_groups(arena, path);
  for (int at = n - 1; at >= 0; --at)
    if (nodes[at]->kind == DMM_NODE_LOOP)
      path->levels[at] = level_at(arena, path, at);
  return path;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

typedef struct Walk {
  const DmmPath *path;
  const void *user;
  int64_t *vars;
  int64_t steps;
  int limit; ///< outermost loop that is gone through, once it is too much
} Walk;

static DmmTotals total(Walk *w, int at);

/// What one iteration of the loop at `at` is worth.
static DmmTotals total_of(Walk *w, int at, int64_t index) {
  w->vars[iv_at(w->path, at)] = index;
  return total(w, at + 1);
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static DmmTotals total_repeated(Walk *w, int at, int64_t first, int64_t n) {
  DmmTotals totals = total_of(w, at, first);
  for (int k = 0; k < DMM_PATH_SUMS; ++k)
    totals.sums[k] *= n;
  return totals;
}

static DmmTotals total_enumerated(Walk *w, int at, int64_t first, int64_t n) {
  DmmTotals totals = {.peak = 0};
  for (int64_t i = 0; i < n && w->steps <= MAX_STEPS; ++i) {
    DmmTotals one = total_of(w, at, first + i * w->path->nodes[at]->step);
    for (int k = 0; k < DMM_PATH_SUMS; ++k)
      totals.sums[k] += one.sums[k];
    totals.peak = larger(totals.peak, one.peak);
  }
  if (w->steps > MAX_STEPS)
    w->limit = w->path->nodes[at]->id;
  return totals;
}

//===----------------------------------------------------------------------===//
// Closed forms
//===----------------------------------------------------------------------===//

/// Iterations of a loop, counted from its first one: [begin, end).
typedef struct Piece {
  int at;
  int64_t first; ///< index of iteration 0
  int64_t begin, end;
} Piece;

static DmmTotals total_in(Walk *w, const Piece *piece, int64_t iteration) {
  int64_t step = w->path->nodes[piece->at]->step;
  return total_of(w, piece->at, piece->first + iteration * step);
}

/// Adds iteration m, in (0, n), to the splits.
static void add_split(int64_t m, int64_t n, int64_t *splits, size_t *count) {
  if (m > 0 && m < n)
    splits[(*count)++] = m;
}

/// Adds the first iterations after which the difference, `d` in iteration 0 and
/// larger by `slope` in each next one, is not negative, and is positive; or,
/// where it gets smaller, the other way round.
static void add_crossings(int64_t d, int64_t slope, int64_t n, int64_t *splits,
                          size_t *count) {
  if (slope < 0) {
    d = -d;
    slope = -slope;
  }
  if (slope == 0)
    return;
  add_split(dmm_ceildiv(-d, slope), n, splits, count);
  add_split(dmm_floordiv(-d, slope) + 1, n, splits, count);
}

static int compare_numbers(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/// Writes the numbers of the iterations at which a piece begins, and n; returns
/// the number of pieces.
static size_t find_splits(Walk *w, int at, int64_t first, int64_t n) {
  const Level *level = &w->path->levels[at];
  int64_t *index = &w->vars[iv_at(w->path, at)];
  size_t count = 0;
  level->splits[count++] = 0;
  for (size_t i = 0; i < level->npairs; ++i) {
    const Pair *pair = &level->pairs[i];
    *index = first;
    int64_t d =
        dmm_expr_value(pair->a, w->vars) - dmm_expr_value(pair->b, w->vars);
    *index = first + w->path->nodes[at]->step;
    int64_t next =
        dmm_expr_value(pair->a, w->vars) - dmm_expr_value(pair->b, w->vars);
    add_crossings(d, next - d, n, level->splits, &count);
  }
  qsort(level->splits, count, sizeof *level->splits, compare_numbers);
  level->splits[count] = n;
  return count;
}

/// The sum of a polynomial at 0, 1, ..., n - 1, of which the first `k` values
/// are given: more than its degree, or all n. Overwrites them.
static int64_t newton_sum(int64_t *values, int64_t k, int64_t n) {
  Wide sum = 0, binomial = n; // n over i + 1
  for (int64_t i = 0; i < k; ++i) {
    sum += binomial * values[0];
    binomial = binomial * (n - i - 1) / (i + 2);
    for (int64_t j = 0; j + 1 < k - i; ++j)
      values[j] = values[j + 1] - values[j];
  }
  return (int64_t)sum;
}

/// The largest peak in the piece: a product of linear functions that are not
/// negative rises, then falls.
static int64_t piece_peak(Walk *w, const Piece *piece) {
  int64_t low = piece->begin, high = piece->end - 1;
  while (high - low > 2) {
    int64_t third = (high - low) / 3;
    bool rises = total_in(w, piece, low + third).peak <
                 total_in(w, piece, high - third).peak;
    if (rises)
      low += third;
    else
      high -= third;
  }
  int64_t peak = 0;
  for (int64_t m = low; m <= high; ++m)
    peak = larger(peak, total_in(w, piece, m).peak);
  return peak;
}

static void add_piece(Walk *w, const Piece *piece, DmmTotals *totals) {
  int64_t values[DMM_PATH_SUMS][MAX_DEGREE + 1];
  int64_t n = piece->end - piece->begin;
  int64_t k = w->path->levels[piece->at].degree + 1;
  k = k < n ? k : n;
  for (int64_t i = 0; i < k; ++i) {
    DmmTotals one = total_in(w, piece, piece->begin + i);
    for (int s = 0; s < DMM_PATH_SUMS; ++s)
      values[s][i] = one.sums[s];
    totals->peak = larger(totals->peak, one.peak);
  }
  for (int s = 0; s < DMM_PATH_SUMS; ++s)
    totals->sums[s] += newton_sum(values[s], k, n);
  if (w->path->leaf->has_peak && n > k)
    totals->peak = larger(totals->peak, piece_peak(w, piece));
}

static DmmTotals total_closed(Walk *w, int at, int64_t first, int64_t n) {
  DmmTotals totals = {.peak = 0};
  const int64_t *splits = w->path->levels[at].splits;
  size_t pieces = find_splits(w, at, first, n);
  for (size_t i = 0; i < pieces; ++i)
    if (splits[i] < splits[i + 1])
      add_piece(w, &(Piece){at, first, splits[i], splits[i + 1]}, &totals);
  return totals;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

static DmmTotals total_loop(Walk *w, int at) {
  const DmmNode *node = w->path->nodes[at];
  int64_t lo = dmm_expr_list_max(&node->lower, w->vars);
  int64_t hi = dmm_expr_list_min(&node->upper, w->vars);
  if (lo >= hi)
    return (DmmTotals){.peak = 0};
  int64_t n = dmm_ceildiv(hi - lo, node->step);
  switch (w->path->levels[at].form) {
  case REPEATED:
    return total_repeated(w, at, lo, n);
  case CLOSED:
    return total_closed(w, at, lo, n);
  default:
    return total_enumerated(w, at, lo, n);
  }
}

static DmmTotals total(Walk *w, int at) {
  const DmmNode *node = at < w->path->n ? w->path->nodes[at] : NULL;
  ++w->steps;
  if (!node)
    return w->path->leaf->evaluate(w->user, w->vars);
  if (node->kind == DMM_NODE_LOOP)
    return total_loop(w, at);
  if (node->kind == DMM_NODE_GUARD && node->conditions.n &&
      dmm_expr_list_min(&node->conditions, w->vars) < 0)
    return (DmmTotals){.peak = 0};
  return total(w, at + 1);
}

int dmm_path_total(const DmmPath *path, const void *user, int64_t *vars,
                   DmmTotals *totals) {
  Walk w = {.path = path, .user = user, .vars = vars, .limit = -1};
  *totals = total(&w, 0);
  return w.limit;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

typedef struct Visit {
  DmmArena *arena;
  const DmmNode **nodes;
  DmmLeafVisitor visit;
  void *user;
} Visit;

static void visit_leaves(Visit *v, const DmmNode *node, int depth) {
  v->nodes =
      dmm_arena_push(v->arena, v->nodes, (size_t)depth, sizeof *v->nodes);
  v->nodes[depth] = node;
  if (node->kind == DMM_NODE_STATEMENT || node->kind == DMM_NODE_MESSAGE)
    v->visit(v->nodes, depth + 1, v->user);
  for (int i = 0; i < node->nchildren; ++i)
    visit_leaves(v, node->children[i], depth + 1);
}

void dmm_tree_visit_leaves(const DmmNode *root, DmmLeafVisitor visit,
                           void *user) {
  Visit v = {.arena = dmm_arena_create(), .visit = visit, .user = user};
  visit_leaves(&v, root, 0);
  dmm_arena_destroy(v.arena);
}
