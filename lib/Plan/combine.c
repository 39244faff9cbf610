//===- combine.c - The message that brings partial sums together ----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shape follows from where the statement runs that combines the result with
// the target: on all coordinates, an all-reduce; on one, a reduce; each element
// at its owner, a reduce that scatters its result.
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"
#include "Plan/steps.h"

/// Where the result is needed along one axis.
typedef enum Need {
  NEED_ALL,       ///< everywhere
  NEED_ONE,       ///< at one coordinate, known now
  NEED_PART,      ///< each element at the owner of the target's element
  NEED_OWNER,     ///< at the coordinate of one cell, known at the message
  NEED_SOMEWHERE, ///< anything else
} Need;

typedef struct Combiner {
  DmmPlan *plan;
  const DmmReduction *reduction;
  const DmmStatement *reader;
} Combiner;

static const DmmArray *partial_of(const Combiner *c) {
  return &c->plan->arrays[c->reduction->partial];
}

static const DmmArray *target_of(const Combiner *c) {
  return &c->plan->arrays[c->reduction->target];
}

/// The dimension of the partial array that is the target's dimension `dim`, or
/// -1.
static int partial_dim(const Combiner *c, int64_t dim) {
  for (int d = 0; d < partial_of(c)->rank; ++d)
    if (c->reduction->dims[d] == dim)
      return d;
  return -1;
}

/// The coordinate on which the reader runs, if that is always the same.
static bool fixed_coordinate(const Combiner *c, int axis, int64_t *coordinate) {
  const DmmAxisMap *map = &c->reader->map[axis];
  const DmmTemplate *t = &c->plan->templates[map->template_id];
  int64_t cell;
  if (t->block == DMM_DYNAMIC || !dmm_expr_is_const(map->cell, &cell))
    return false;
  *coordinate = dmm_floordiv(cell, map->denominator * t->block);
  return *coordinate >= 0 && *coordinate < c->plan->grid[axis].size;
}

/// Whether the cell of the reader does not depend on the loops of its nest.
static bool is_known_outside(const Combiner *c, int axis) {
  const DmmStatement *s = c->reader;
  for (int k = s->depth - partial_of(c)->rank; k < s->depth; ++k)
    if (dmm_expr_uses(s->map[axis].cell, s->ivs[k]))
      return false;
  return true;
}

static Need need_on_axis(const Combiner *c, int axis) {
  const DmmAxisLayout *l = &target_of(c)->layout[axis];
  int64_t coordinate;
  if (c->reader->map[axis].template_id < 0)
    return NEED_ALL;
  if (fixed_coordinate(c, axis, &coordinate))
    return NEED_ONE;
  bool is_part = l->state == DMM_SHARDED && partial_dim(c, l->dim) >= 0 &&
                 l->numerator == 1 && l->denominator == 1;
  if (is_part)
    return NEED_PART;
  return is_known_outside(c, axis) ? NEED_OWNER : NEED_SOMEWHERE;
}

static bool any_need(const Combiner *c, Need need) {
  for (int axis = 0; axis < c->plan->naxes; ++axis)
    if (c->reduction->axes[axis] && need_on_axis(c, axis) == need)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Reduce to one
//===----------------------------------------------------------------------===//

/// The rank of the reader in the group.
static int root_rank(const Combiner *c) {
  int64_t rank = 0, coordinate = 0;
  for (int axis = 0; axis < c->plan->naxes; ++axis) {
    if (!c->reduction->axes[axis])
      continue;
    fixed_coordinate(c, axis, &coordinate);
    rank = rank * c->plan->grid[axis].size + coordinate;
  }
  return (int)rank;
}

/// The reader's cells.
static const DmmExpr *owner_cells(const Combiner *c,
                                  const DmmMessage *message) {
  DmmExpr *cells =
      dmm_arena_alloc(c->plan->arena, (size_t)message->naxes * sizeof *cells);
  for (int i = 0; i < message->naxes; ++i)
    cells[i] = c->reader->map[message->axes[i]].cell;
  return cells;
}

//===----------------------------------------------------------------------===//
// Reduce and scatter
//===----------------------------------------------------------------------===//

static DmmAxisLayout part_on_axis(const Combiner *c, int axis, Need need) {
  DmmAxisLayout l = {.state = DMM_REPLICATED, .dim = -1, .denominator = 1};
  if (need == NEED_ONE) {
    l.state = DMM_PINNED;
    fixed_coordinate(c, axis, &l.offset);
    l.block = l.extent = 1;
  } else if (need == NEED_PART) {
    l = target_of(c)->layout[axis];
    l.dim = partial_dim(c, l.dim);
  }
  return l;
}

/// The layout of the result along the axes of the reduction, and its templates.
static void lay_out_result(const Combiner *c, DmmMessage *message) {
  DmmArena *arena = c->plan->arena;
  size_t n = (size_t)c->plan->naxes;
  DmmAxisLayout *layout = dmm_arena_alloc(arena, n * sizeof *layout);
  int *templates = dmm_arena_alloc(arena, n * sizeof *templates);
  for (int axis = 0; axis < c->plan->naxes; ++axis) {
    Need need = c->reduction->axes[axis] ? need_on_axis(c, axis) : NEED_ALL;
    layout[axis] = part_on_axis(c, axis, need);
    templates[axis] = need == NEED_PART ? target_of(c)->templates[axis] : -1;
  }
  message->layout = layout;
  message->templates = templates;
}

/// The result as an array of its own: cut where it is scattered, and where the
/// partial array is cut.
static DmmArray result_array(const Combiner *c, const DmmMessage *message) {
  DmmArena *arena = c->plan->arena;
  size_t n = (size_t)c->plan->naxes;
  DmmArray result = *partial_of(c);
  result.layout =
      dmm_arena_copy(arena, result.layout, n * sizeof *result.layout);
  result.templates =
      dmm_arena_copy(arena, result.templates, n * sizeof *result.templates);
  for (int axis = 0; axis < c->plan->naxes; ++axis)
    if (message->layout[axis].state == DMM_SHARDED) {
      result.layout[axis] = message->layout[axis];
      result.templates[axis] = message->templates[axis];
    }
  return result;
}

/// The part of dimension `d` that a partition has.
static DmmBoxDim part_of_dim(const Combiner *c, const DmmArray *result, int d) {
  DmmArena *arena = c->plan->arena;
  DmmExpr lower = dmm_expr_const(arena, 0), upper = result->size_exprs[d];
  for (int axis = 0; axis < c->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &result->layout[axis];
    if (l->state != DMM_SHARDED || l->dim != d)
      continue;
    const DmmTemplate *t = &c->plan->templates[result->templates[axis]];
    DmmExpr shift = dmm_expr_const(arena, -l->offset);
    lower = dmm_expr_linear(arena, l->denominator,
                            dmm_expr_var(arena, t->lo_var), shift);
    upper = dmm_expr_linear(arena, l->denominator,
                            dmm_expr_var(arena, t->hi_var), shift);
  }
  DmmBoxDim dim = {.origin = lower};
  dmm_expr_list_push(arena, &dim.lower, lower);
  dmm_expr_list_push(arena, &dim.upper, upper);
  return dim;
}

static void add_result(const Combiner *c, DmmMessage *message) {
  DmmPlan *plan = c->plan;
  lay_out_result(c, message);
  DmmArray result = result_array(c, message);
  DmmBuffer buffer = {.kind = DMM_BUFFER_RECEIVE,
                      .array = c->reduction->partial,
                      .rank = result.rank};
  dmm_plan_size_home(plan, &result, &buffer);
  message->box =
      dmm_arena_alloc(plan->arena, (size_t)result.rank * sizeof *message->box);
  for (int d = 0; d < result.rank; ++d)
    message->box[d] = part_of_dim(c, &result, d);
  message->buffer = dmm_plan_add_buffer(plan, buffer);
}

/// Whether indices of the partial array are those of its home, but for an
/// offset: then the result can be cut further.
static bool home_is_plain(const Combiner *c) {
  for (int axis = 0; axis < c->plan->naxes; ++axis)
    if (partial_of(c)->layout[axis].state == DMM_SHARDED &&
        partial_of(c)->layout[axis].numerator != 1)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The message
//===----------------------------------------------------------------------===//

static void set_group(const Combiner *c, DmmMessage *message) {
  size_t n = (size_t)c->plan->naxes;
  int *axes = dmm_arena_alloc(c->plan->arena, n * sizeof *axes);
  int *templates = dmm_arena_alloc(c->plan->arena, n * sizeof *templates);
  for (int axis = 0; axis < c->plan->naxes; ++axis) {
    templates[axis] = -1;
    if (c->reduction->axes[axis])
      axes[message->naxes++] = axis;
  }
  message->axes = axes;
  message->templates = templates;
}

DmmMessage dmm_plan_combining_message(DmmPlan *plan,
                                      const DmmReduction *reduction) {
  const DmmStatement *reader = &plan->statements[reduction->combine];
  Combiner c = {plan, reduction, reader};
  DmmMessage message = {
      .op = DMM_RT_ALL_REDUCE,
      .array = reduction->partial,
      .kind = reduction->form.combine,
      .root = DMM_ROOT_NONE,
      .buffer = -1,
      .why = dmm_arena_printf(plan->arena,
                              "%s needs what all coordinates have combined",
                              reader->name),
      .loc = reader->loc};
  set_group(&c, &message);
  bool parts = any_need(&c, NEED_PART), owner = any_need(&c, NEED_OWNER);
  if (any_need(&c, NEED_SOMEWHERE) ||
      (parts && (owner || !home_is_plain(&c))) ||
      (!parts && any_need(&c, NEED_ALL)))
    return message;
  message.op = DMM_RT_REDUCE;
  if (parts)
    add_result(&c, &message);
  else if (owner)
    message.owner = owner_cells(&c, &message);
  else
    message.root = root_rank(&c);
  return message;
}
