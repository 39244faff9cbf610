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
// message is needed. That is decided for each grid axis, by exact flow: a write
// takes the map of a statement that reads its value, and every read must find
// the cell of its instance equal to the cell of the instance that wrote the
// value. What is written outside of the distributed loops and computed from
// data that every partition has is computed by every partition.
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

/// Values of the array that `writer` writes are read by `reader`.
typedef struct Edge {
  int reader, writer;
  isl_map *flow; ///< { [ivs of reader] -> [ivs of writer] }, owned
} Edge;

typedef struct Edges {
  DmmArena *arena;
  Edge *items;
  size_t n;
  int reader; ///< of the edges that are being added
} Edges;

static bool writes(const DmmPlan *plan, int statement, int array) {
  return dmm_statement_write(&plan->statements[statement])->array == array;
}

static bool reads(const DmmStatement *s, int array) {
  for (int j = 0; j < s->naccesses - 1; ++j)
    if (s->accesses[j].array == array)
      return true;
  return false;
}

static bool is_candidate(const DmmPlan *plan, int id,
                         const DmmArrayRequest *request) {
  const DmmArray *array = &plan->arrays[id];
  return array->role == DMM_ROLE_LOCAL && !array->reduction &&
         dmm_array_elements(array) == 1 &&
         !dmm_plan_is_used_at_root(plan, id) &&
         (request->is_chosen || (!request->layout && !request->split));
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

/// Whether the two ends of the flow run on the same coordinate of the axis.
static bool stays_in_partition(const DmmPoly *poly, int axis,
                               const Edge *edge) {
  const DmmStatement *r = &poly->plan->statements[edge->reader];
  const DmmStatement *w = &poly->plan->statements[edge->writer];
  const DmmAxisMap *to = &r->map[axis], *from = &w->map[axis];
  if (from->template_id < 0)
    return true; // written on every coordinate
  if (from->template_id != to->template_id)
    return false;
  isl_map *same = isl_map_apply_range(cells(poly, r, to),
                                      isl_map_reverse(cells(poly, w, from)));
  bool stays = isl_map_is_subset(edge->flow, same);
  isl_map_free(same);
  return stays;
}

static bool all_flow_stays(const DmmPoly *poly, int axis, const Edges *edges) {
  for (size_t i = 0; i < edges->n; ++i)
    if (!stays_in_partition(poly, axis, &edges->items[i]))
      return false;
  return true;
}

static bool add_edge(int writer, isl_map *flow, void *data) {
  Edges *edges = data;
  edges->items = dmm_arena_push(edges->arena, edges->items, edges->n,
                                sizeof *edges->items);
  edges->items[edges->n++] = (Edge){edges->reader, writer, isl_map_copy(flow)};
  return true;
}

static Edges find_edges(const Privatizer *p, int array) {
  Edges edges = {.arena = p->plan->arena};
  for (int i = 0; i < p->plan->nstatements; ++i) {
    const DmmStatement *s = &p->plan->statements[i];
    edges.reader = i;
    for (int j = 0; j < s->naccesses - 1; ++j)
      if (s->accesses[j].array == array)
        dmm_poly_visit_flow(p->poly, i, &s->accesses[j], add_edge, &edges);
  }
  return edges;
}

static void free_edges(Edges *edges) {
  for (size_t i = 0; i < edges->n; ++i)
    isl_map_free(edges->items[i].flow);
}

static bool is_at_hand(const Privatizer *p, int array, int axis, bool *met);

/// Whether every partition along the axis can run the statement without a
/// message.
static bool reads_what_is_at_hand(const Privatizer *p, const DmmStatement *s,
                                  int axis, bool *met) {
  for (int j = 0; j < s->naccesses - 1; ++j)
    if (!is_at_hand(p, s->accesses[j].array, axis, met))
      return false;
  return true;
}

/// Whether every coordinate of the axis has the array, or can compute it: a
/// temporary that is still to be settled, all of whose writers read what is at
/// hand. `met` marks the arrays asked for.
static bool is_at_hand(const Privatizer *p, int array, int axis, bool *met) {
  const DmmPlan *plan = p->plan;
  const DmmReduction *r = plan->arrays[array].reduction;
  if (r && r->axes[axis])
    return true; // the message that combines it brings it to all
  if (met[array])
    return true;
  if (p->settled[array])
    return plan->arrays[array].layout[axis].state == DMM_REPLICATED;
  met[array] = true;
  for (int i = 0; i < plan->nstatements; ++i)
    if (writes(plan, i, array) &&
        !reads_what_is_at_hand(p, &plan->statements[i], axis, met))
      return false;
  return true;
}

/// The map of the writer of a value that is read where `map` tells: the same,
/// or, if that uses loops that are not around the writer, everywhere. False if
/// the latter would need messages.
static bool map_of_writer(const Privatizer *p, const DmmStatement *writer,
                          int axis, const DmmAxisMap *map, DmmAxisMap *result) {
  DmmArena *arena = p->plan->arena;
  *result = *map;
  if (!dmm_expr_uses_other_ivs(p->plan, map->cell, writer->ivs, writer->depth))
    return true;
  *result = (DmmAxisMap){
      .template_id = -1, .cell = dmm_expr_const(arena, 0), .denominator = 1};
  bool *met = dmm_arena_alloc(arena, (size_t)p->plan->narrays);
  met[dmm_statement_write(writer)->array] = true; // it would be everywhere
  return reads_what_is_at_hand(p, writer, axis, met);
}

/// Gives the writer of the edge a map by the reader's, if that is final.
/// Returns whether it did.
static bool take_map(const Privatizer *p, int array, int axis, const Edge *edge,
                     bool *has_map) {
  DmmPlan *plan = p->plan;
  DmmStatement *w = &plan->statements[edge->writer];
  const DmmAxisMap *map = &plan->statements[edge->reader].map[axis];
  bool final = !writes(plan, edge->reader, array) || has_map[edge->reader];
  DmmAxisMap mine;
  if (has_map[edge->writer] || !final || !map_of_writer(p, w, axis, map, &mine))
    return false;
  w->map[axis] = mine;
  return has_map[edge->writer] = true;
}

/// Gives all writers whose value is read a map. False if one has none.
static bool assign_maps(const Privatizer *p, int array, int axis,
                        const Edges *edges) {
  bool *has_map = dmm_arena_alloc(p->plan->arena, (size_t)p->plan->nstatements);
  for (bool progress = true; progress;) {
    progress = false;
    for (size_t i = 0; i < edges->n; ++i)
      progress |= take_map(p, array, axis, &edges->items[i], has_map);
  }
  bool all = true;
  for (size_t i = 0; i < edges->n; ++i)
    all = all && has_map[edges->items[i].writer];
  return all;
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
                           const Edges *edges) {
  DmmPlan *plan = p->plan;
  DmmAxisMap *saved = save_maps(plan, axis);
  if (assign_maps(p, array, axis, edges) &&
      all_flow_stays(p->poly, axis, edges)) {
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
    int target = dmm_statement_write(s)->array;
    if (reads(s, array) && target != array && !p->settled[target])
      return false;
  }
  return true;
}

static bool was_privatized(const DmmArray *array, int axis) {
  return array->is_private && array->layout[axis].state == DMM_REPLICATED &&
         array->choice[axis].state != DMM_REPLICATED;
}

/// A partial array is where its target is, along the axes where it is whole.
static void follow_target(Privatizer *p, int array) {
  DmmPlan *plan = p->plan;
  const DmmReduction *r = plan->arrays[array].reduction;
  const DmmArray *target = &plan->arrays[r->target];
  plan->arrays[array].is_private = target->is_private;
  for (int axis = 0; axis < plan->naxes; ++axis)
    for (int i = 0; i < plan->nstatements; ++i)
      if (writes(plan, i, array) && !r->axes[axis] &&
          was_privatized(target, axis))
        plan->statements[i].map[axis] = plan->statements[r->combine].map[axis];
}

static void settle(Privatizer *p, int array) {
  if (p->plan->arrays[array].reduction) {
    p->settled[array] = true;
    follow_target(p, array);
    return;
  }
  Edges edges = find_edges(p, array);
  p->settled[array] = true;
  for (int axis = 0; edges.n && axis < p->plan->naxes; ++axis)
    privatize_axis(p, array, axis, &edges);
  free_edges(&edges);
}

//===----------------------------------------------------------------------===//
// Sums that are needed everywhere
//===----------------------------------------------------------------------===//

/// Whether some statement reads the array elsewhere on the axis than where it
/// is pinned.
static bool is_read_elsewhere(const DmmPlan *plan, int array, int axis) {
  for (int i = 0; i < plan->nstatements; ++i) {
    const DmmStatement *s = &plan->statements[i];
    if (reads(s, array) && !writes(plan, i, array) &&
        s->map[axis].template_id != plan->arrays[array].templates[axis])
      return true;
  }
  return false;
}

/// Whether every coordinate can run all statements that write the array.
static bool is_computed_at_hand(const Privatizer *p, int array, int axis) {
  bool *met = dmm_arena_alloc(p->plan->arena, (size_t)p->plan->narrays);
  met[array] = true;
  for (int i = 0; i < p->plan->nstatements; ++i)
    if (writes(p->plan, i, array) &&
        !reads_what_is_at_hand(p, &p->plan->statements[i], axis, met))
      return false;
  return true;
}

static void replicate_on_axis(DmmPlan *plan, int array, int axis) {
  plan->arrays[array].layout[axis] =
      (DmmAxisLayout){.state = DMM_REPLICATED, .dim = -1, .denominator = 1};
  plan->arrays[array].templates[axis] = -1;
  for (int i = 0; i < plan->nstatements; ++i)
    if (writes(plan, i, array))
      plan->statements[i].map[axis] = dmm_plan_owner_map(
          plan, dmm_statement_write(&plan->statements[i]), axis);
}

/// Gives every coordinate a copy of a single-element argument that is the
/// target of partial sums, where all need it and can compute it from the
/// result: one message then brings it to all.
static void replicate_target(Privatizer *p, const DmmReduction *r,
                             const DmmArrayRequest *request) {
  const DmmArray *target = &p->plan->arrays[r->target];
  bool is_free = request->is_chosen || (!request->layout && !request->split);
  if (target->role != DMM_ROLE_ARGUMENT || !is_free ||
      dmm_array_elements(target) != 1 ||
      dmm_plan_is_used_at_root(p->plan, r->target))
    return;
  for (int axis = 0; axis < p->plan->naxes; ++axis)
    if (r->axes[axis] && is_read_elsewhere(p->plan, r->target, axis) &&
        is_computed_at_hand(p, r->target, axis))
      replicate_on_axis(p->plan, r->target, axis);
}

void dmm_plan_privatize(DmmPlan *plan, const DmmPoly *poly,
                        const DmmRequests *requests) {
  Privatizer p = {
      plan, poly,
      dmm_arena_alloc(plan->arena, (size_t)plan->narrays * sizeof(bool))};
  for (int i = 0; i < plan->narrays; ++i)
    p.settled[i] = !plan->arrays[i].reduction &&
                   !is_candidate(plan, i, &requests->arrays[i]);
  for (int i = 0; i < plan->nreductions; ++i)
    replicate_target(&p, plan->reductions[i],
                     &requests->arrays[plan->reductions[i]->target]);
  for (bool progress = true; progress;) {
    progress = false;
    for (int i = 0; i < plan->narrays; ++i)
      if (!p.settled[i] && readers_are_settled(&p, i)) {
        settle(&p, i);
        progress = true;
      }
  }
}
