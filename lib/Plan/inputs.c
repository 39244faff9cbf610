//===- inputs.c - Inputs that all coordinates read ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A read of an argument's contents at the start has a null space along a grid
// axis where no index that tells the cell of the reader on that axis also tells
// the element: all coordinates read the same.
//
//   y[i] += a[i, j] * x[j]      x, where i tells the coordinate
//
// As a pipeline, what is read need not be cut over the axis, only to be brought
// together again by a collective. Such reads get an array of their own, with
// the contents at the start and with a copy on each coordinate: it arrives at
// coordinate 0 and is passed on from each to the next. The argument itself
// keeps its layout, for what else uses it.
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"
#include "Plan/flow.h"
#include "Plan/shape.h"
#include "Plan/steps.h"

#include <isl/ilp.h>
#include <isl/val.h>
#include <string.h>

/// A read, as one of statement `statement`.
typedef struct Read {
  int statement;
  DmmAccess *access;
} Read;

typedef struct Finder {
  DmmPlan *plan;
  const DmmPoly *poly;
  int array;
  Read *reads; ///< those that are shared
  size_t n;
  bool *axes;          ///< along which all of them read the same
  bool takes_unmarked; ///< reads that the mode of the plan does not let pass
} Finder;

//===----------------------------------------------------------------------===//
// Reads of the contents at the start
//===----------------------------------------------------------------------===//

static bool stop(int writer, isl_map *flow, void *data) {
  (void)writer;
  (void)flow;
  *(bool *)data = true;
  return false;
}

/// Whether no statement writes what is read before.
static bool is_initial(const DmmPoly *poly, int statement,
                       const DmmAccess *read) {
  bool flows = false;
  dmm_poly_visit_flow(poly, statement, read, stop, &flows);
  return !flows;
}

/// Whether the statement runs on more than one coordinate of the axis.
static bool varies(const DmmStatement *s, int axis) {
  for (int k = 0; k < s->depth; ++k)
    if (dmm_expr_uses(s->map[axis].cell, s->ivs[k]))
      return true;
  return s->map[axis].template_id < 0;
}

/// Whether several coordinates of the axis read the element, which is not there
/// already.
static bool is_shared(const Finder *f, const Read *read, int axis) {
  const DmmStatement *s = &f->plan->statements[read->statement];
  return varies(s, axis) &&
         dmm_plan_reads_alike(f->plan, read->statement, read->access, 0, &axis,
                              1) &&
         !dmm_plan_is_aligned(f->poly, read->statement, read->access, axis,
                              &s->map[axis]);
}

static bool is_shared_somewhere(const Finder *f, const Read *read) {
  for (int axis = 0; axis < f->plan->naxes; ++axis)
    if (is_shared(f, read, axis))
      return true;
  return false;
}

/// Whether the mode of the plan lets the read be one of a pipeline. What is
/// brought strip by strip has no room as a whole.
static bool is_allowed(const Finder *f, const Read *read) {
  return (f->takes_unmarked || f->plan->pipelines != DMM_PIPELINES_MARKED ||
          read->access->is_marked) &&
         dmm_plan_step_level(f->poly, read->statement, read->access) < 0;
}

static void add_reads(Finder *f, int statement) {
  DmmStatement *s = &f->plan->statements[statement];
  for (int j = 0; j < s->naccesses - 1; ++j) {
    Read read = {statement, &s->accesses[j]};
    if (read.access->array != f->array || !is_allowed(f, &read) ||
        !is_shared_somewhere(f, &read) ||
        !is_initial(f->poly, statement, read.access))
      continue;
    f->reads = dmm_arena_push(f->plan->arena, f->reads, f->n, sizeof *f->reads);
    f->reads[f->n++] = read;
  }
}

//===----------------------------------------------------------------------===//
// Whether to share
//===----------------------------------------------------------------------===//

static bool find_axes(Finder *f) {
  bool any = false;
  f->axes = dmm_arena_alloc(f->plan->arena, (size_t)f->plan->naxes);
  for (int axis = 0; axis < f->plan->naxes; ++axis) {
    f->axes[axis] = f->n > 0;
    for (size_t i = 0; i < f->n; ++i)
      f->axes[axis] = f->axes[axis] && is_shared(f, &f->reads[i], axis);
    any |= f->axes[axis];
  }
  return any;
}

/// The indices of dimension `dim` that are read.
static __isl_give isl_set *line_read(const Finder *f, int dim) {
  isl_set *all = isl_set_empty(dmm_poly_space(f->poly, 1));
  for (size_t i = 0; i < f->n; ++i) {
    isl_map *access =
        dmm_poly_access(f->poly, f->reads[i].statement, f->reads[i].access);
    all = isl_set_union(all, dmm_poly_line(isl_map_range(access), dim));
  }
  return all;
}

/// Number of indices from the first to the last, or DMM_DYNAMIC.
static int64_t extent_of(__isl_keep isl_set *line) {
  isl_local_space *space = isl_local_space_from_space(isl_set_get_space(line));
  isl_aff *x = isl_aff_var_on_domain(space, isl_dim_set, 0);
  isl_val *least = isl_set_min_val(line, x), *most = isl_set_max_val(line, x);
  int64_t extent = DMM_DYNAMIC;
  if (isl_val_is_int(least) && isl_val_is_int(most))
    extent = isl_val_get_num_si(most) - isl_val_get_num_si(least) + 1;
  isl_val_free(least);
  isl_val_free(most);
  isl_aff_free(x);
  return extent;
}

/// A small part of a large array is better brought by a message: at least half
/// of each dimension must be read, as far as that is known.
static bool reads_most(const Finder *f) {
  const DmmArray *array = &f->plan->arrays[f->array];
  for (int d = 0; d < array->rank; ++d) {
    isl_set *line = line_read(f, d);
    int64_t extent = extent_of(line);
    isl_set_free(line);
    if (extent != DMM_DYNAMIC &&
        (array->sizes[d] == DMM_DYNAMIC || 2 * extent < array->sizes[d]))
      return false;
  }
  return true;
}

/// Messages that one value takes, one after the other, to get to `size`
/// coordinates if each passes it on to one other at a time.
static int tree_depth(int64_t size) {
  int depth = 0;
  while ((int64_t)1 << depth < size)
    ++depth;
  return depth;
}

/// Whether hops along the axes take no longer than broadcasts.
static bool chain_pays(const DmmPlan *plan, const bool *axes) {
  int64_t chain = 0, tree = 0;
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (!axes || axes[axis]) {
      chain += plan->grid[axis].size - 1;
      tree += tree_depth(plan->grid[axis].size);
    }
  return chain <= tree;
}

//===----------------------------------------------------------------------===//
// Sharing
//===----------------------------------------------------------------------===//

/// The layout of the array, without the axes along which it is shared.
static void set_layout(const Finder *f, DmmArray *array) {
  size_t n = (size_t)f->plan->naxes;
  DmmArena *arena = f->plan->arena;
  array->layout =
      dmm_arena_copy(arena, array->layout, n * sizeof *array->layout);
  array->templates =
      dmm_arena_copy(arena, array->templates, n * sizeof *array->templates);
  for (int axis = 0; axis < f->plan->naxes; ++axis) {
    if (!f->axes[axis])
      continue;
    array->layout[axis] =
        (DmmAxisLayout){.state = DMM_REPLICATED, .dim = -1, .denominator = 1};
    array->templates[axis] = -1;
  }
  array->choice = array->layout;
}

/// Adds an array with the contents at the start, for the reads found.
static void add_copy(Finder *f, DmmRequests *requests) {
  DmmPlan *plan = f->plan;
  DmmArray copy = plan->arrays[f->array];
  copy.name = dmm_arena_printf(plan->arena, "%s.start", copy.name);
  copy.written = false;
  copy.is_copy = true;
  set_layout(f, &copy);
  for (size_t i = 0; i < f->n; ++i)
    f->reads[i].access->array = plan->narrays;
  plan->arrays = dmm_arena_push(plan->arena, plan->arrays,
                                (size_t)plan->narrays, sizeof *plan->arrays);
  plan->arrays[plan->narrays++] = copy;
  dmm_requests_extend(plan, 1, 0, requests);
}

/// Finds the reads of the array that are shared, and whether they can pass.
static DmmPassing judge(Finder *f) {
  for (int i = 0; i < f->plan->nstatements; ++i)
    add_reads(f, i);
  return f->n == 0        ? DMM_PASSING_NONE
         : !find_axes(f)  ? DMM_PASSING_NO_AXIS
         : !reads_most(f) ? DMM_PASSING_LITTLE
                          : DMM_PASSING_YES;
}

static bool is_input(const DmmPlan *plan, int array) {
  const DmmArray *a = &plan->arrays[array];
  return a->role == DMM_ROLE_ARGUMENT && !a->is_resident && !a->is_copy &&
         !dmm_plan_is_written_at_root(plan, array);
}

static void share(DmmPlan *plan, const DmmPoly *poly, int array,
                  DmmRequests *requests) {
  Finder f = {.plan = plan, .poly = poly, .array = array};
  if (judge(&f) == DMM_PASSING_YES &&
      (plan->pipelines != DMM_PIPELINES_COST || chain_pays(plan, f.axes)))
    add_copy(&f, requests);
}

void dmm_plan_share_inputs(DmmPlan *plan, const DmmPoly *poly,
                           DmmRequests *requests) {
  if (plan->pipelines == DMM_PIPELINES_NEVER)
    return;
  for (int i = 0, n = plan->narrays; i < n; ++i)
    if (is_input(plan, i))
      share(plan, poly, i, requests);
}

void dmm_plan_judge_inputs(DmmPlan *plan, const DmmPoly *poly) {
  for (int i = 0; i < plan->narrays; ++i) {
    Finder f = {.plan = plan, .poly = poly, .array = i, .takes_unmarked = true};
    if (!is_input(plan, i))
      continue;
    DmmPassing passing = judge(&f);
    for (size_t r = 0; r < f.n; ++r)
      f.reads[r].access->passing = passing;
  }
}

//===----------------------------------------------------------------------===//
// How they reach the coordinates
//===----------------------------------------------------------------------===//

bool dmm_array_is_passed_on(const DmmPlan *plan, const DmmArray *array,
                            int axis) {
  return array->is_copy && array->layout[axis].state == DMM_REPLICATED &&
         plan->grid[axis].size > 1;
}

bool dmm_plan_is_pipeline(const DmmPlan *plan, int array) {
  switch (plan->pipelines) {
  case DMM_PIPELINES_MARKED:
    return plan->arrays[array].is_copy || plan->arrays[array].is_marked;
  case DMM_PIPELINES_COST:
    return plan->arrays[array].is_copy || chain_pays(plan, NULL);
  default:
    return plan->pipelines == DMM_PIPELINES_ALWAYS;
  }
}
