//===- boundary.c - Between the homes of an array and its whole form ------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array has two forms: the homes, which the statements use, and the whole
// form at the root, which the caller and the root regions use. The regions that
// use an array cut the program into *segments* of statements. All of them stand
// at the top level, so which form holds the current contents is known at every
// cut, and data is moved only where the other form is asked for:
//   - before the first segment that reads what it has not written, or keeps
//     part of what was there, once the homes are not current: scatter;
//     What has copies is then passed on to the further ones;
//   - before a region, and at the end for a result, once the whole form is not
//     current: gather.
// At the start an argument is current in its whole form, a resident one in its
// homes, where it is to be current at the end, too; a local array is in both:
// it has no contents yet.
//
//===----------------------------------------------------------------------===//

#include "Plan/boundary.h"

#include "Plan/steps.h"

/// The statements first <= i < last.
typedef struct Segment {
  int first, last;
} Segment;

//===----------------------------------------------------------------------===//
// Questions about a segment
//===----------------------------------------------------------------------===//

/// The instances of the reader at which the element read was not written in
/// the segment yet.
static __isl_give isl_set *reads_initial(const DmmPoly *poly, Segment segment,
                                         int reader, const DmmAccess *read) {
  isl_set *instances = isl_set_copy(poly->statements[reader].domain);
  for (int w = segment.first; w < segment.last; ++w) {
    if (dmm_statement_write(&poly->plan->statements[w])->array != read->array)
      continue;
    isl_map *before = dmm_poly_writes_before(poly, reader, read, w, 0);
    instances = isl_set_subtract(instances, isl_map_domain(before));
  }
  return instances;
}

static bool is_read_before_written(const DmmPoly *poly, Segment segment,
                                   int array) {
  for (int i = segment.first; i < segment.last; ++i) {
    const DmmStatement *s = &poly->plan->statements[i];
    for (int j = 0; j < s->naccesses - 1; ++j) {
      if (s->accesses[j].array != array)
        continue;
      isl_set *initial = reads_initial(poly, segment, i, &s->accesses[j]);
      bool found = !isl_set_is_empty(initial);
      isl_set_free(initial);
      if (found)
        return true;
    }
  }
  return false;
}

static bool is_written(const DmmPoly *poly, Segment segment, int array) {
  for (int i = segment.first; i < segment.last; ++i)
    if (dmm_statement_write(&poly->plan->statements[i])->array == array)
      return true;
  return false;
}

static bool is_wholly_written(const DmmPoly *poly, Segment segment, int array) {
  isl_set *left = dmm_poly_elements(poly, array);
  for (int i = segment.first; i < segment.last; ++i) {
    const DmmAccess *write = dmm_statement_write(&poly->plan->statements[i]);
    if (write->array == array)
      left = isl_set_subtract(left,
                              isl_map_range(dmm_poly_access(poly, i, write)));
  }
  bool whole = isl_set_is_empty(left);
  isl_set_free(left);
  return whole;
}

/// Whether the homes must be current before the segment: where they are read;
/// and where they are written in part, since they are later moved as a whole.
static bool needs_contents(const DmmPoly *poly, Segment segment, int array) {
  return is_read_before_written(poly, segment, array) ||
         (is_written(poly, segment, array) &&
          !is_wholly_written(poly, segment, array));
}

//===----------------------------------------------------------------------===//
// One array
//===----------------------------------------------------------------------===//

typedef struct Walk {
  const DmmPoly *poly;
  DmmArena *arena;
  DmmMoves *moves;
  int array;
  int statement, child; ///< where the next segment starts
  bool home_is_current, whole_is_current;
} Walk;

static void add_move(Walk *w, DmmRtOp op, int child, const char *why) {
  DmmMoves *moves = w->moves;
  moves->items = dmm_arena_push(w->arena, moves->items, (size_t)moves->n,
                                sizeof *moves->items);
  moves->items[moves->n++] = (DmmMove){op, w->array, child, why};
}

/// A copy of an input on each coordinate of an axis comes by way of the first.
static void add_spread(Walk *w, int child, const char *why) {
  const DmmPlan *plan = w->poly->plan;
  bool spreads = plan->arrays[w->array].role == DMM_ROLE_SCALAR;
  for (int axis = 0; axis < plan->naxes; ++axis)
    spreads |= dmm_array_is_passed_on(plan, &plan->arrays[w->array], axis);
  if (spreads)
    add_move(w,
             dmm_plan_is_pipeline(plan, w->array) ? DMM_RT_SEND
                                                  : DMM_RT_BROADCAST,
             child, why);
}

static void walk_segment(Walk *w, int last) {
  Segment segment = {w->statement, last};
  bool scatters =
      !w->home_is_current && needs_contents(w->poly, segment, w->array);
  if (scatters) {
    add_move(w, DMM_RT_SCATTER, w->child,
             w->child ? "a root region wrote it"
                      : "an argument arrives at the root");
    add_spread(w, w->child, "all coordinates read the same");
  }
  bool writes = is_written(w->poly, segment, w->array);
  w->home_is_current |= scatters || writes;
  w->whole_is_current &= !writes;
}

static void walk_region(Walk *w, const DmmRootRegion *region,
                        const DmmUse *use) {
  if (!w->whole_is_current)
    add_move(
        w, DMM_RT_GATHER, region->child,
        dmm_arena_printf(w->arena, "%s uses it at the root", region->name));
  w->whole_is_current = true;
  w->statement = region->statements_before;
  if (!use->is_written)
    return;
  w->home_is_current = false;
  w->child = region->child + 1;
}

static void walk_array(Walk *w) {
  const DmmPlan *plan = w->poly->plan;
  const DmmArray *array = &plan->arrays[w->array];
  w->home_is_current = array->role == DMM_ROLE_LOCAL || array->is_resident;
  w->whole_is_current = !array->is_resident;
  for (int r = 0; r < plan->nregions; ++r) {
    const DmmUse *use = dmm_region_use(&plan->regions[r], w->array);
    if (!use)
      continue;
    walk_segment(w, plan->regions[r].statements_before);
    walk_region(w, &plan->regions[r], use);
  }
  walk_segment(w, plan->nstatements);
  if (array->role != DMM_ROLE_ARGUMENT)
    return;
  if (array->is_resident && !w->home_is_current)
    add_move(w, DMM_RT_SCATTER, plan->source->nchildren,
             "a result stays where it is shared out");
  else if (!array->is_resident && !w->whole_is_current)
    add_move(w, DMM_RT_GATHER, plan->source->nchildren,
             "a result is handed back at the root");
}

DmmMoves dmm_plan_find_moves(DmmPlan *plan, const DmmPoly *poly) {
  DmmMoves moves = {0};
  for (int i = 0; i < plan->narrays; ++i) {
    DmmArray *array = &plan->arrays[i];
    int before = moves.n;
    Walk walk = {
        .poly = poly, .arena = plan->arena, .moves = &moves, .array = i};
    if (array->role == DMM_ROLE_SCALAR)
      add_spread(&walk, 0, "a scalar argument is known to the root alone");
    else
      walk_array(&walk);
    bool is_argument = array->role == DMM_ROLE_ARGUMENT;
    bool arrives = moves.n > before && moves.items[before].child == 0 &&
                   moves.items[before].op != DMM_RT_GATHER;
    array->live_in = arrives || array->is_resident ||
                     (is_argument && dmm_plan_is_used_at_root(plan, i));
    array->live_out = is_argument && array->written;
    for (int k = 0; array->is_copy && k < i; ++k)
      plan->arrays[k].live_in |= plan->arrays[k].argument == array->argument;
  }
  return moves;
}
