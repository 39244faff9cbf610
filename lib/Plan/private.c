//===- private.c - Temporaries that follow their readers ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A single-element temporary that is pinned to one coordinate drags every
// iteration through that coordinate. Where each value that is read was written
// in the same iteration of the distributed loops, every partition can have a
// copy of its own instead: the writes then run where the reads do, and no
// message is needed. That is decided for each grid axis, by exact flow: the
// writers take the map of a reader, and every read must find the cell of its
// instance equal to the cell of the instance that wrote the value.
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"
#include "Plan/flow.h"
#include "Plan/steps.h"

#include <stdlib.h>

typedef struct Privatizer {
  DmmPlan *plan;
  const DmmPoly *poly;
  bool *settled; ///< for each array: its writers' maps are final
} Privatizer;

static const DmmAccess *write_of(const DmmStatement *s) {
  return &s->accesses[s->naccesses - 1];
}

static bool writes(const DmmPlan *plan, int statement, int array) {
  return write_of(&plan->statements[statement])->array == array;
}

static bool reads(const DmmStatement *s, int array) {
  for (int j = 0; j < s->naccesses - 1; ++j)
    if (s->accesses[j].array == array)
      return true;
  return false;
}

static bool is_candidate(const DmmArray *array,
                         const DmmArrayRequest *request) {
  return array->role == DMM_ROLE_LOCAL && dmm_array_elements(array) == 1 &&
         !request->layout && !request->split;
}

//===----------------------------------------------------------------------===//
// One axis
//===----------------------------------------------------------------------===//

/// { [ivs] -> [cell] } of the statement's map on the axis.
static __isl_give isl_map *cells(const DmmPoly *poly, const DmmStatement *s,
                                 const DmmAxisMap *map) {
  isl_aff *aff =
      dmm_poly_aff(poly, dmm_poly_space(poly, s->depth), s->ivs, map->cell);
  if (map->denominator != 1)
    aff = isl_aff_floor(
        isl_aff_scale_down_ui(aff, (unsigned long)map->denominator));
  return isl_map_from_aff(aff);
}

typedef struct FlowCheck {
  const DmmPoly *poly;
  int reader, axis;
} FlowCheck;

/// Whether the two ends of the flow run on the same coordinate of the axis.
static bool stays_in_partition(int writer, isl_map *flow, void *data) {
  const FlowCheck *check = data;
  const DmmStatement *r = &check->poly->plan->statements[check->reader];
  const DmmStatement *w = &check->poly->plan->statements[writer];
  const DmmAxisMap *to = &r->map[check->axis], *from = &w->map[check->axis];
  if (from->template_id < 0)
    return true; // written on every coordinate
  if (from->template_id != to->template_id)
    return false;
  isl_map *same = isl_map_apply_range(
      cells(check->poly, r, to), isl_map_reverse(cells(check->poly, w, from)));
  bool stays = isl_map_is_subset(flow, same);
  isl_map_free(same);
  return stays;
}

static bool all_flow_stays(const Privatizer *p, int array, int axis) {
  for (int i = 0; i < p->plan->nstatements; ++i) {
    DmmStatement *s = &p->plan->statements[i];
    for (int j = 0; j < s->naccesses - 1; ++j) {
      FlowCheck check = {p->poly, i, axis};
      if (s->accesses[j].array == array &&
          !dmm_poly_visit_flow(p->poly, i, &s->accesses[j], stays_in_partition,
                               &check))
        return false;
    }
  }
  return true;
}

/// A statement that reads the array without writing it; null if there is none.
static const DmmStatement *find_reader(const DmmPlan *plan, int array) {
  for (int i = 0; i < plan->nstatements; ++i)
    if (reads(&plan->statements[i], array) && !writes(plan, i, array))
      return &plan->statements[i];
  return NULL;
}

/// Gives the axis map to all writers; false if it uses a loop that does not
/// surround one of them.
static bool assign_map(DmmPlan *plan, int array, int axis,
                       const DmmAxisMap *map) {
  for (int i = 0; i < plan->nstatements; ++i) {
    DmmStatement *s = &plan->statements[i];
    if (!writes(plan, i, array))
      continue;
    if (dmm_expr_uses_other_ivs(plan, map->cell, s->ivs, s->depth))
      return false;
    s->map[axis] = *map;
  }
  return true;
}

/// The maps of all statements on the axis, to be restored.
static DmmAxisMap *save_maps(const DmmPlan *plan, int axis) {
  DmmAxisMap *saved =
      dmm_arena_alloc(plan->arena, (size_t)plan->nstatements * sizeof *saved);
  for (int i = 0; i < plan->nstatements; ++i)
    saved[i] = plan->statements[i].map[axis];
  return saved;
}

/// Makes the array private along the axis if that is legal; else leaves all as
/// it was.
static void privatize_axis(Privatizer *p, int array, int axis,
                           const DmmStatement *reader) {
  DmmPlan *plan = p->plan;
  DmmAxisMap *saved = save_maps(plan, axis);
  if (assign_map(plan, array, axis, &reader->map[axis]) &&
      all_flow_stays(p, array, axis)) {
    DmmArray *a = &plan->arrays[array];
    a->layout[axis] =
        (DmmAxisLayout){.state = DMM_REPLICATED, .dim = -1, .denominator = 1};
    a->templates[axis] = -1;
    a->is_private = true;
    return;
  }
  for (int i = 0; i < plan->nstatements; ++i)
    plan->statements[i].map[axis] = saved[i];
}

//===----------------------------------------------------------------------===//
// The order of arrays
//===----------------------------------------------------------------------===//

/// Whether the maps of all statements that read the array are final.
static bool readers_are_settled(const Privatizer *p, int array) {
  for (int i = 0; i < p->plan->nstatements; ++i) {
    const DmmStatement *s = &p->plan->statements[i];
    int target = write_of(s)->array;
    if (reads(s, array) && target != array && !p->settled[target])
      return false;
  }
  return true;
}

static void settle(Privatizer *p, int array) {
  const DmmStatement *reader = find_reader(p->plan, array);
  p->settled[array] = true;
  for (int axis = 0; reader && axis < p->plan->naxes; ++axis)
    privatize_axis(p, array, axis, reader);
}

void dmm_plan_privatize(DmmPlan *plan, const DmmPoly *poly,
                        const DmmRequests *requests) {
  Privatizer p = {
      plan, poly,
      dmm_arena_alloc(plan->arena, (size_t)plan->narrays * sizeof(bool))};
  for (int i = 0; i < plan->narrays; ++i)
    p.settled[i] = !is_candidate(&plan->arrays[i], &requests->arrays[i]);
  for (bool progress = true; progress;) {
    progress = false;
    for (int i = 0; i < plan->narrays; ++i)
      if (!p.settled[i] && readers_are_settled(&p, i)) {
        settle(&p, i);
        progress = true;
      }
  }
}
