//===- dependence.c - What crosses partitions, and in which shape ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks again at the reads of a finished plan and at the messages that serve
// them. Nothing is decided here: the shape of a dependence is that of its
// message, and, of the messages that the universal exchange carries out, what
// the crossings tell.
//
//===----------------------------------------------------------------------===//

#include "Plan/dependence.h"

#include "Plan/expr.h"
#include "Plan/flow.h"
#include "Plan/formula.h"
#include "Plan/shape.h"
#include "Plan/steps.h"
#include "Plan/volume.h"

typedef struct Finder {
  DmmPlan *plan;
  DmmPoly *poly;
  const DmmVolume *words; ///< of each message
} Finder;

/// A read, the messages that serve it, and what is found out about it.
typedef struct Read {
  const Finder *finder;
  int statement;
  const DmmAccess *access;
  int *messages;
  int nmessages;
  DmmDependence *out;
} Read;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static void add_message(Read *r, int id) {
  r->messages = dmm_arena_push(r->finder->plan->arena, r->messages,
                               (size_t)r->nmessages, sizeof *r->messages);
  r->messages[r->nmessages++] = id;
}

/// What brings the element to the partition, and what brings an input to all
/// coordinates.
static void find_messages(Read *r) {
  const DmmPlan *plan = r->finder->plan;
  if (r->access->message >= 0)
    add_message(r, r->access->message);
  for (int i = 0; i < r->access->nhalos; ++i)
    add_message(r, r->access->halos[i]);
  for (int id = 0; id < plan->nmessages; ++id)
    if (dmm_message_spreads(&plan->messages[id]) &&
        plan->messages[id].array == r->access->array)
      add_message(r, id);
}

static const DmmMessage *message_at(const Read *r, int i) {
  return &r->finder->plan->messages[r->messages[i]];
}

/// Whether an input reaches all coordinates before anything else happens.
static bool is_spread(const Read *r) {
  return r->nmessages && dmm_message_spreads(message_at(r, 0));
}

//===----------------------------------------------------------------------===//
// Axes and distance
//===----------------------------------------------------------------------===//

static void set_axes(const Read *r) {
  const DmmPlan *plan = r->finder->plan;
  int *axes = dmm_arena_alloc(plan->arena, (size_t)plan->naxes * sizeof *axes);
  for (int i = 0; i < r->nmessages; ++i)
    for (int k = 0; k < message_at(r, i)->naxes; ++k)
      axes[r->out->naxes++] = message_at(r, i)->axes[k];
  r->out->axes = axes;
}

static const DmmAxisMap *map_on(const Read *r, int axis) {
  return &r->finder->plan->statements[r->statement].map[axis];
}

/// Whether the read is of what a message has combined from all coordinates.
static bool is_combined(const Read *r) {
  return r->finder->plan->statements[r->statement].part == DMM_PART_COMBINE &&
         r->nmessages;
}

/// Each coordinate passes it on to the next one.
static void set_hops(const Finder *f, DmmDependence *out) {
  size_t n = (size_t)out->naxes;
  DmmDistance *distance = dmm_arena_alloc(f->plan->arena, n * sizeof *distance);
  for (size_t i = 0; i < n; ++i)
    distance[i] = (DmmDistance){-1, -1};
  out->distance = distance;
  out->is_uniform = true;
}

static void set_distance(const Read *r) {
  if (is_combined(r))
    return;
  if (is_spread(r)) {
    if (message_at(r, 0)->op == DMM_RT_SEND)
      set_hops(r->finder, r->out);
    return;
  }
  size_t bytes = (size_t)r->out->naxes * sizeof(DmmDistance);
  DmmDistance *distance = dmm_arena_alloc(r->finder->plan->arena, bytes);
  r->out->is_uniform = true;
  for (int i = 0; i < r->out->naxes; ++i)
    r->out->is_uniform =
        dmm_plan_distance(r->finder->poly, r->statement, r->access,
                          r->out->axes[i], r->access->outer,
                          map_on(r, r->out->axes[i]), &distance[i]) &&
        r->out->is_uniform;
  if (r->out->is_uniform)
    r->out->distance = distance;
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

/// { [element] -> [cell of the reader on each axis crossed] }
static __isl_give isl_map *readers(const Read *r) {
  const DmmPoly *poly = r->finder->poly;
  const DmmStatement *s = &poly->plan->statements[r->statement];
  isl_map *reads = dmm_poly_access(poly, r->statement, r->access);
  isl_map *cells =
      isl_map_from_domain(isl_set_copy(poly->statements[r->statement].domain));
  for (int i = 0; i < r->out->naxes; ++i) {
    const DmmAxisMap *map = &s->map[r->out->axes[i]];
    isl_aff *cell =
        dmm_poly_aff(poly, dmm_poly_space(poly, s->depth), s->ivs, map->cell);
    cell = isl_aff_floor(
        isl_aff_scale_down_ui(cell, (unsigned long)map->denominator));
    cells = isl_map_flat_range_product(cells, isl_map_from_aff(cell));
  }
  reads = dmm_poly_fix_outer(poly, reads, s->ivs, r->access->outer);
  cells = dmm_poly_fix_outer(poly, cells, s->ivs, r->access->outer);
  return isl_map_apply_range(isl_map_reverse(reads), cells);
}

/// Whether each element is read in one cell alone.
static bool has_one_reader(const Read *r) {
  const DmmStatement *s = &r->finder->plan->statements[r->statement];
  for (int i = 0; i < r->out->naxes; ++i)
    if (s->map[r->out->axes[i]].template_id < 0)
      return false;
  isl_map *map = readers(r);
  bool one = isl_map_is_single_valued(map);
  isl_map_free(map);
  return one;
}

/// The shape of what the universal exchange brings.
static DmmShape exchanged_shape(const Read *r) {
  bool from_one = true, to_one = true;
  for (int i = 0; i < r->out->naxes; ++i) {
    DmmCrossing crossing = dmm_plan_crossing(
        r->finder->poly, r->statement, r->access, r->out->axes[i],
        r->access->outer, map_on(r, r->out->axes[i]));
    from_one = from_one && crossing.kind == DMM_CROSSING_ONE;
    to_one = to_one && crossing.to_one;
  }
  if (to_one)
    return from_one || r->out->is_uniform ? DMM_SHAPE_SEND : DMM_SHAPE_GATHER;
  if (from_one)
    return DMM_SHAPE_SCATTER;
  return has_one_reader(r) ? DMM_SHAPE_TRANSPOSE : DMM_SHAPE_EXCHANGE;
}

static DmmShape shape_of_read(const Read *r) {
  if (!r->nmessages)
    return DMM_SHAPE_ALIGNED;
  const DmmMessage *message = message_at(r, 0);
  switch (message->op) {
  case DMM_RT_SEND:
    return DMM_SHAPE_SEND;
  case DMM_RT_HALO:
    return DMM_SHAPE_HALO;
  case DMM_RT_BROADCAST:
    return DMM_SHAPE_BROADCAST;
  case DMM_RT_GATHER:
    return DMM_SHAPE_ALL_GATHER;
  case DMM_RT_ALL_REDUCE:
    return DMM_SHAPE_ALL_REDUCE;
  case DMM_RT_REDUCE:
    return message->layout ? DMM_SHAPE_REDUCE_SCATTER : DMM_SHAPE_REDUCE;
  default:
    return exchanged_shape(r);
  }
}

//===----------------------------------------------------------------------===//
// Where the value comes from
//===----------------------------------------------------------------------===//

typedef struct Sources {
  const DmmPoly *poly;
  int reader;
  bool any;
  int level; ///< the innermost loop that carries a value, from 0 on, or -1
} Sources;

static bool add_source(int writer, isl_map *flow, void *data) {
  Sources *sources = data;
  int common = dmm_poly_common_loops(sources->poly, sources->reader, writer);
  sources->any = true;
  isl_map *same = isl_map_copy(flow);
  for (int level = 0; level < common; ++level) {
    isl_map *carried = isl_map_order_gt(isl_map_copy(same), isl_dim_in, level,
                                        isl_dim_out, level);
    if (level > sources->level && !isl_map_is_empty(carried))
      sources->level = level;
    isl_map_free(carried);
    same = isl_map_equate(same, isl_dim_in, level, isl_dim_out, level);
  }
  isl_map_free(same);
  return true;
}

/// Finds the carrier. Returns whether the function has not written what is read
/// before.
static bool find_sources(const Read *r) {
  const DmmPlan *plan = r->finder->plan;
  const DmmArray *array = &plan->arrays[r->access->array];
  Sources sources = {r->finder->poly, r->statement, false, -1};
  if (array->written)
    dmm_poly_visit_flow(r->finder->poly, r->statement, r->access, add_source,
                        &sources);
  if (sources.level >= 0)
    r->out->carrier =
        plan->vars[plan->statements[r->statement].ivs[sources.level]].index;
  return !sources.any && array->role != DMM_ROLE_LOCAL && !array->is_resident &&
         !dmm_plan_is_written_at_root(plan, r->access->array);
}

//===----------------------------------------------------------------------===//
// Whether it can be a pipeline
//===----------------------------------------------------------------------===//

static const char *pipeline_text(const Read *r, bool is_input) {
  DmmShape shape = r->out->shape;
  if (is_spread(r) && shape == DMM_SHAPE_SEND)
    return "a pipeline: each coordinate passes it on to the next";
  if (shape == DMM_SHAPE_ALIGNED || r->out->is_uniform)
    return "no pipeline: it is uniform already";
  if (is_combined(r))
    return "no pipeline: all coordinates have combined it";
  if (r->access->passing == DMM_PASSING_YES) {
    r->out->is_uniformizable = true;
    return "can be a pipeline: it is an input, and every cell reads the same";
  }
  if (r->access->passing == DMM_PASSING_NO_AXIS)
    return "no pipeline: the reads of it that are the same in every cell along "
           "an axis are not all so along one axis";
  if (r->access->passing == DMM_PASSING_LITTLE)
    return "no pipeline: less than half of the input is read like this";
  if (shape != DMM_SHAPE_BROADCAST && shape != DMM_SHAPE_ALL_GATHER)
    return "no pipeline: each coordinate needs other elements";
  if (!dmm_plan_reads_alike(r->finder->plan, r->statement, r->access,
                            r->access->outer, r->out->axes, r->out->naxes))
    return "no pipeline: which element a cell reads depends on the cell";
  return is_input ? "no pipeline: every cell reads the same only for a while"
                  : "no pipeline: its value is computed in the function";
}

static const char *shape_text(DmmShape shape) {
  static const char *const texts[DMM_NUM_SHAPES] = {
      "each instance runs where the element is",
      "the distance is bounded, whatever the cell is",
      "one coordinate reads what one has",
      "all coordinates read what one has",
      "one coordinate takes the combined values of all",
      "all coordinates take the combined values of all",
      "each coordinate takes its part of the combined values of all",
      "each coordinate reads another part of what one has",
      "one coordinate reads what several have",
      "each coordinate reads all of it",
      "each element is read in one cell, which may be anywhere",
      "each coordinate reads some of what several have"};
  return texts[shape];
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

static DmmVolume add_words(DmmArena *arena, DmmVolume a, DmmVolume b) {
  bool known = a.each != DMM_DYNAMIC && b.each != DMM_DYNAMIC;
  return (DmmVolume){dmm_arena_printf(arena, "%s + %s", a.formula, b.formula),
                     known ? a.each + b.each : DMM_DYNAMIC,
                     known ? a.total + b.total : DMM_DYNAMIC};
}

static DmmVolume words_of(const Read *r) {
  if (!r->nmessages)
    return (DmmVolume){"0", 0, 0};
  const DmmVolume *words = r->finder->words;
  DmmVolume sum = words[r->messages[0]];
  for (int i = 1; i < r->nmessages; ++i)
    sum = add_words(r->finder->plan->arena, sum, words[r->messages[i]]);
  return sum;
}

static DmmDependence *new_dependence(const Finder *f, int array, DmmLoc loc) {
  DmmPlan *plan = f->plan;
  size_t n = (size_t)plan->ndependences++;
  plan->dependences = dmm_arena_push(plan->arena, plan->dependences, n,
                                     sizeof *plan->dependences);
  plan->dependences[n] = (DmmDependence){
      .array = array, .statement = -1, .access = -1, .carrier = -1, .loc = loc};
  return &plan->dependences[n];
}

static void add_read(const Finder *f, int statement, int access) {
  const DmmAccess *read = &f->plan->statements[statement].accesses[access];
  Read r = {.finder = f,
            .statement = statement,
            .access = read,
            .out = new_dependence(f, read->array, read->loc)};
  find_messages(&r);
  r.out->statement = statement;
  r.out->access = access;
  set_axes(&r);
  set_distance(&r);
  r.out->shape = shape_of_read(&r);
  r.out->words = words_of(&r);
  bool is_input = find_sources(&r);
  r.out->why =
      dmm_arena_printf(f->plan->arena, "%s; %s", shape_text(r.out->shape),
                       pipeline_text(&r, is_input));
}

static DmmShape shape_of_move(const DmmMessage *message) {
  switch (message->op) {
  case DMM_RT_BROADCAST:
    return DMM_SHAPE_BROADCAST;
  case DMM_RT_SEND:
    return DMM_SHAPE_SEND;
  case DMM_RT_SCATTER:
    return DMM_SHAPE_SCATTER;
  default:
    return DMM_SHAPE_GATHER;
  }
}

static const char *move_text(DmmShape shape) {
  if (shape == DMM_SHAPE_SEND)
    return "a pipeline: each coordinate passes it on to the next";
  if (shape == DMM_SHAPE_BROADCAST)
    return "can be a pipeline: it is an input, and every cell reads the same";
  return "no pipeline: each coordinate has another part";
}

/// A message between the homes and the whole form at the root, or between the
/// homes.
static void add_move(const Finder *f, int id) {
  const DmmMessage *message = &f->plan->messages[id];
  DmmDependence *out = new_dependence(f, message->array, message->loc);
  out->axes = message->axes;
  out->naxes = message->naxes;
  out->words = f->words[id];
  out->shape = shape_of_move(message);
  out->is_uniformizable = out->shape == DMM_SHAPE_BROADCAST;
  if (out->shape == DMM_SHAPE_SEND)
    set_hops(f, out);
  out->why = dmm_arena_printf(f->plan->arena, "%s; %s", message->why,
                              move_text(out->shape));
}

static bool serves_read(const Finder *f, int id) {
  const DmmPlan *plan = f->plan;
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j) {
      Read r = {.finder = f, .access = &plan->statements[i].accesses[j]};
      find_messages(&r);
      for (int k = 0; k < r.nmessages; ++k)
        if (r.messages[k] == id)
          return true;
    }
  return false;
}

static const DmmVolume *measure(const DmmPlan *plan, const DmmPoly *poly,
                                const int64_t *params) {
  size_t n = (size_t)plan->nmessages;
  DmmVolume *words = dmm_arena_alloc(plan->arena, n * sizeof *words);
  for (int id = 0; id < plan->nmessages; ++id) {
    words[id] = dmm_plan_volume(plan, id, params);
    words[id].formula = dmm_plan_formula(poly, id);
  }
  return words;
}

void dmm_plan_find_dependences(DmmPlan *plan, const int64_t *params) {
  plan->dependences = NULL;
  plan->ndependences = 0;
  if (plan->fallback)
    return;
  DmmPoly *poly = dmm_poly_create(plan);
  Finder finder = {plan, poly, measure(plan, poly, params)};
  dmm_plan_judge_inputs(plan, poly);
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j)
      add_read(&finder, i, j);
  for (int id = 0; id < plan->nmessages; ++id)
    if (!serves_read(&finder, id))
      add_move(&finder, id);
  dmm_poly_free(poly);
}
