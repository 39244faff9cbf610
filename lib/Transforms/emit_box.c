//===- emit_box.c - Messages of a box that all members share --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/emit_box.h"

#include "Plan/expr.h"

static bool is_value(DmmMixed mixed) { return !mlirValueIsNull(mixed.value); }

static DmmMixed number(int64_t n) { return (DmmMixed){.number = n}; }

/// a + b or a - b.
static DmmMixed combine(const DmmInsertion *at, bool adds, DmmMixed a,
                        DmmMixed b) {
  if (!is_value(a) && !is_value(b))
    return number(adds ? a.number + b.number : a.number - b.number);
  if (!is_value(b) && !b.number)
    return a;
  MlirValue x = is_value(a) ? a.value : dmm_emit_constant(at, a.number);
  MlirValue y = is_value(b) ? b.value : dmm_emit_constant(at, b.number);
  return (DmmMixed){
      .value = dmm_emit_arith(at, adds ? "arith.addi" : "arith.subi", x, y)};
}

static DmmMixed plus(const DmmInsertion *at, DmmMixed a, DmmMixed b) {
  return combine(at, true, a, b);
}

static DmmMixed minus(const DmmInsertion *at, DmmMixed a, DmmMixed b) {
  return combine(at, false, a, b);
}

static DmmMixed evaluate(const DmmEmitter *e, const DmmInsertion *at,
                         DmmExpr expr) {
  DmmMixed mixed = {0};
  if (!dmm_expr_is_const(expr, &mixed.number))
    mixed.value = dmm_emit_apply(&e->scope, at, expr);
  return mixed;
}

//===----------------------------------------------------------------------===//
// Parts of buffers
//===----------------------------------------------------------------------===//

/// A part of a buffer, dimension by dimension.
typedef struct Slice {
  DmmMixed *offsets, *sizes;
} Slice;

static Slice new_slice(const DmmEmitter *e, int rank) {
  size_t bytes = (size_t)rank * sizeof(DmmMixed);
  return (Slice){dmm_arena_alloc(e->arena, bytes),
                 dmm_arena_alloc(e->arena, bytes)};
}

static MlirValue take(const DmmInsertion *at, MlirValue buffer,
                      const Slice *slice) {
  return dmm_emit_subview(at, buffer, slice->offsets, slice->sizes);
}

/// The length of a whole block with `extra` more along dimension `d`: of the
/// home without its ghosts, if extra is 0.
static DmmMixed block_size(const DmmEmitter *e, const DmmInsertion *at,
                           const DmmArray *array, int d, int64_t extra) {
  const DmmBuffer *home = &e->plan->buffers[array->home];
  int64_t other = array->low[d] + array->high[d] - extra;
  if (home->sizes[d] != DMM_DYNAMIC)
    return number(home->sizes[d] - other);
  return minus(
      at, (DmmMixed){.value = dmm_emit_size(at, e->buffers[array->home], d)},
      number(other));
}

MlirValue dmm_emit_block(DmmEmitter *e, const DmmInsertion *at,
                         const DmmArray *array) {
  MlirValue home = e->buffers[array->home];
  Slice slice = new_slice(e, array->rank);
  bool ghosts = false;
  for (int d = 0; d < array->rank; ++d)
    ghosts = ghosts || array->low[d] || array->high[d];
  for (int d = 0; ghosts && d < array->rank; ++d) {
    slice.offsets[d] = number(array->low[d]);
    slice.sizes[d] = block_size(e, at, array, d, 0);
  }
  return ghosts ? take(at, home, &slice) : home;
}

/// First index of the box along a dimension.
static DmmMixed box_start(const DmmEmitter *e, const DmmInsertion *at,
                          const DmmBoxDim *dim) {
  if (dim->lower.n == 1)
    return evaluate(e, at, dim->lower.items[0]);
  return (DmmMixed){
      .value = dmm_emit_max(&e->scope, at, dim->lower.items, dim->lower.n)};
}

/// Number of indices of the box along a dimension, from `start` on.
static DmmMixed box_size(const DmmEmitter *e, const DmmInsertion *at,
                         const DmmBoxDim *dim, DmmMixed start) {
  DmmExpr zero = dmm_expr_const(e->arena, 0);
  if (dim->lower.n == 1 && dim->upper.n == 1) {
    DmmExpr list[] = {
        dmm_expr_linear(e->arena, -1, dim->lower.items[0], dim->upper.items[0]),
        zero};
    DmmMixed size = {0};
    if (!dmm_expr_is_const(list[0], &size.number))
      size.value = dmm_emit_max(&e->scope, at, list, 2);
    return size;
  }
  DmmMixed end = {
      .value = dmm_emit_min(&e->scope, at, dim->upper.items, dim->upper.n)};
  DmmMixed size = minus(at, end, start);
  size.value =
      dmm_emit_arith(at, "arith.maxsi", size.value, dmm_emit_constant(at, 0));
  return size;
}

/// Where the index `start` lies in the home, ghosts included: only layouts in
/// order have boxes.
static DmmMixed home_offset(const DmmEmitter *e, const DmmInsertion *at,
                            const DmmArray *array, int d, DmmMixed start) {
  int axis = dmm_array_cut_axis(array, e->plan->naxes, d);
  if (axis < 0)
    return start;
  int lo = e->plan->templates[array->templates[axis]].lo_var;
  DmmMixed first = {.value = e->scope.values[lo]};
  return plus(at, minus(at, start, first),
              number(array->layout[axis].offset + array->low[d]));
}

/// The box in the home and in the receive buffer. Along a dimension that the
/// group cuts, a gather takes whole blocks to the whole dimension.
static void box_slices(const DmmEmitter *e, const DmmInsertion *at,
                       const DmmMessage *message, Slice *home, Slice *recv) {
  const DmmArray *array = &e->plan->arrays[message->array];
  for (int d = 0; d < array->rank; ++d) {
    int axis = dmm_array_cut_axis(array, e->plan->naxes, d);
    const DmmBoxDim *dim = &message->box[d];
    DmmMixed start = box_start(e, at, dim);
    DmmMixed origin = evaluate(e, at, dim->origin);
    bool same =
        dim->lower.n == 1 && dmm_expr_equal(dim->lower.items[0], dim->origin);
    recv->offsets[d] = same ? number(0) : minus(at, start, origin);
    recv->sizes[d] = box_size(e, at, dim, start);
    bool whole =
        message->op == DMM_RT_GATHER && dmm_message_spans(message, axis);
    home->offsets[d] =
        whole ? number(array->low[d]) : home_offset(e, at, array, d, start);
    home->sizes[d] = whole ? block_size(e, at, array, d, 0) : recv->sizes[d];
  }
}

//===----------------------------------------------------------------------===//
// The messages
//===----------------------------------------------------------------------===//

/// The array's layout as far as the group sees it: the members agree on where
/// they are on all other axes, and see the part of the array that lies there.
static DmmLayout group_layout(const DmmEmitter *e, const DmmMessage *message) {
  const DmmPlan *plan = e->plan;
  const DmmArray *array = &plan->arrays[message->array];
  size_t n = (size_t)plan->naxes;
  DmmAxisLayout *axes = dmm_arena_alloc(e->arena, n * sizeof *axes);
  int *templates = dmm_arena_alloc(e->arena, n * sizeof *templates);
  MlirValue *dynamic = dmm_arena_alloc(e->arena, 2 * n * sizeof *dynamic);
  for (int axis = 0; axis < plan->naxes; ++axis) {
    bool seen = dmm_message_spans(message, axis) ||
                array->layout[axis].state == DMM_PINNED;
    axes[axis] =
        (DmmAxisLayout){.state = DMM_REPLICATED, .dim = -1, .denominator = 1};
    templates[axis] = -1;
    if (seen) {
      axes[axis] = array->layout[axis];
      templates[axis] = array->templates[axis];
    }
  }
  return (DmmLayout){.axes = axes,
                     .naxes = plan->naxes,
                     .dynamic = dynamic,
                     .ndynamic = dmm_emit_dynamic(e, templates, dynamic)};
}

/// The coordinate of the owner on the group's axis number i.
static MlirValue owner_coordinate(const DmmEmitter *e, const DmmInsertion *at,
                                  const DmmMessage *message, int i) {
  DmmAxisMap owner = dmm_message_owner(e->plan, message, i);
  const DmmTemplate *t = &e->plan->templates[owner.template_id];
  if (t->block != DMM_DYNAMIC)
    return dmm_emit_apply(
        &e->scope, at,
        dmm_expr_binary(
            e->arena, DMM_EXPR_FLOORDIV, owner.cell,
            dmm_expr_const(e->arena, owner.denominator * t->block)));
  DmmExpr whole_cell =
      dmm_expr_binary(e->arena, DMM_EXPR_FLOORDIV, owner.cell,
                      dmm_expr_const(e->arena, owner.denominator));
  MlirValue cell = dmm_emit_apply(&e->scope, at, whole_cell);
  return dmm_emit_arith(at, "arith.divsi", cell, e->scope.values[t->block_var]);
}

/// The owner's rank in the group.
MlirValue dmm_emit_owner_rank(const DmmEmitter *e, const DmmInsertion *at,
                              const DmmMessage *message) {
  MlirValue rank = owner_coordinate(e, at, message, 0);
  for (int i = 1; i < message->naxes; ++i) {
    MlirValue size =
        dmm_emit_constant(at, e->plan->grid[message->axes[i]].size);
    rank = dmm_emit_arith(at, "arith.muli", rank, size);
    rank = dmm_emit_arith(at, "arith.addi", rank,
                          owner_coordinate(e, at, message, i));
  }
  return rank;
}

static void emit_shared(DmmEmitter *e, const DmmInsertion *at,
                        const DmmMessage *message) {
  const DmmArray *array = &e->plan->arrays[message->array];
  DmmGroup group = dmm_emit_group(e, message);
  Slice home = new_slice(e, array->rank), recv = new_slice(e, array->rank);
  box_slices(e, at, message, &home, &recv);
  MlirValue src = take(at, e->buffers[array->home], &home);
  MlirValue dst = take(at, e->buffers[message->buffer], &recv);
  if (message->op == DMM_RT_GATHER) {
    DmmLayout layout = group_layout(e, message);
    dmm_build_gather(at, src, dst, &group, &layout);
    return;
  }
  group.varying_root = dmm_emit_owner_rank(e, at, message);
  dmm_build_broadcast(at, src, dst, &group);
}

static void emit_halo(DmmEmitter *e, const DmmInsertion *at,
                      const DmmMessage *message) {
  const DmmArray *array = &e->plan->arrays[message->array];
  Slice slice = new_slice(e, array->rank);
  for (int d = 0; d < array->rank; ++d) {
    if (d == message->dim) {
      slice.offsets[d] = number(array->low[d] - message->low);
      slice.sizes[d] =
          block_size(e, at, array, d, message->low + message->high);
      continue;
    }
    DmmMixed start = box_start(e, at, &message->box[d]);
    slice.offsets[d] = home_offset(e, at, array, d, start);
    slice.sizes[d] = box_size(e, at, &message->box[d], start);
  }
  DmmLayout layout = group_layout(e, message);
  dmm_build_halo(at, take(at, e->buffers[array->home], &slice),
                 message->axes[0], message->dim, message->low, message->high,
                 &layout);
}

void dmm_emit_box_message(DmmEmitter *e, const DmmInsertion *at,
                          const DmmMessage *message) {
  DmmInsertion inner = *at;
  if (message->guards.n)
    inner.block = dmm_emit_if(&e->scope, at, &message->guards);
  if (message->op == DMM_RT_HALO)
    emit_halo(e, &inner, message);
  else
    emit_shared(e, &inner, message);
  if (message->guards.n)
    dmm_emit_yield(&inner);
}
