//===- simulate_memory.c - Where array elements lie -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static SimVersion *make_data(DmmArena *arena, int64_t elements) {
  return dmm_arena_alloc(arena, (size_t)elements * sizeof(SimVersion));
}

/// A view of a dense block, row-major, in which x lies at x.
static SimView make_view(DmmArena *arena, int rank, const int64_t *sizes,
                         SimVersion *data) {
  SimView view = {.data = data, .rank = rank};
  view.dims = dmm_arena_alloc(arena, (size_t)rank * sizeof *view.dims);
  int64_t stride = 1;
  for (int d = rank - 1; d >= 0; --d) {
    view.dims[d] = (SimViewDim){1, 0, 0, sizes[d], stride};
    stride *= sizes[d];
  }
  return view;
}

static SimView make_array(DmmArena *arena, const DmmArray *array,
                          SimVersion initial) {
  int64_t n = dmm_array_elements(array);
  SimVersion *data = make_data(arena, n);
  for (int64_t i = 0; i < n && initial; ++i)
    data[i] = initial + (SimVersion)i;
  return make_view(arena, array->rank, array->sizes, data);
}

bool dmm_sim_make_arrays(Sim *sim) {
  const DmmPlan *plan = sim->plan;
  size_t n = (size_t)plan->narrays;
  sim->initial = dmm_arena_alloc(sim->arena, n * sizeof *sim->initial);
  sim->sequential = dmm_arena_alloc(sim->arena, n * sizeof *sim->sequential);
  sim->whole = dmm_arena_alloc(sim->arena, n * sizeof *sim->whole);
  sim->given = dmm_arena_alloc(sim->arena, n * sizeof *sim->given);
  int64_t next = SIM_UNDEFINED + 1;
  for (int a = 0; a < plan->narrays; ++a) {
    const DmmArray *array = &plan->arrays[a];
    bool local = array->role == DMM_ROLE_LOCAL;
    sim->initial[a] = local ? SIM_UNDEFINED : (SimVersion)next;
    next += local ? 0 : dmm_array_elements(array);
    if (next > UINT32_MAX)
      return dmm_sim_fail(sim, array->loc, "too many elements to simulate");
    sim->sequential[a] = make_array(sim->arena, array, sim->initial[a]);
    if ((!local && !array->is_resident) || array->whole >= 0)
      sim->whole[a] =
          make_array(sim->arena, array,
                     array->is_resident ? SIM_UNDEFINED : sim->initial[a]);
    if (array->is_resident)
      sim->given[a] = make_array(sim->arena, array, sim->initial[a]);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

SimCursor dmm_sim_cursor(const Sim *sim, const SimProgram *program) {
  const DmmPlan *plan = sim->plan;
  SimCursor cursor = {0};
  cursor.vars =
      dmm_arena_alloc(sim->arena, (size_t)plan->nvars * sizeof *cursor.vars);
  cursor.limits = dmm_arena_alloc(sim->arena, (size_t)program->nlimits *
                                                  sizeof *cursor.limits);
  int next = 0;
  for (int v = 0; v < plan->nvars; ++v)
    if (plan->vars[v].kind == DMM_VAR_PARAM)
      cursor.vars[v] = sim->params[next++];
  return cursor;
}

static void set_blocks(const DmmPlan *plan, SimPartition *partition) {
  for (int i = 0; i < plan->ntemplates; ++i) {
    const DmmTemplate *t = &plan->templates[i];
    if (t->extents.n) { // a dynamic template that was bound
      partition->cursor.vars[t->extent_var] = t->extent;
      partition->cursor.vars[t->block_var] = t->block;
    }
    int64_t c = partition->coords[t->axis];
    partition->cursor.vars[t->lo_var] = dmm_block_lo(t->block, t->extent, c);
    partition->cursor.vars[t->hi_var] = dmm_block_hi(t->block, t->extent, c);
  }
}

/// Narrows a view of a home buffer to what this coordinate holds, with the
/// ghosts or without them.
static void apply_layout(const DmmArray *array, const DmmAxisLayout *l,
                         int64_t c, bool ghosts, SimView *view) {
  if (l->state == DMM_PINNED && c != l->offset)
    view->data = NULL;
  if (l->state != DMM_SHARDED)
    return;
  int64_t lo = dmm_block_lo(l->block, l->extent, c);
  int64_t hi = dmm_block_hi(l->block, l->extent, c);
  int64_t low = dmm_array_low(array, (int)l->dim);
  int64_t high = dmm_array_high(array, (int)l->dim);
  SimViewDim *dim = &view->dims[l->dim];
  dim->scale = l->numerator;
  dim->shift = dmm_axis_local(l, lo, 0) + low;
  dim->first = ghosts ? 0 : low;
  dim->bound = low + l->denominator * (hi - lo) + (ghosts ? high : 0);
}

static SimView make_home(const Sim *sim, const SimPartition *partition,
                         const DmmArray *array, bool ghosts) {
  if (array->home < 0)
    return (SimView){.rank = array->rank};
  const DmmBuffer *buffer = &sim->plan->buffers[array->home];
  SimView view = make_view(sim->arena, buffer->rank, buffer->sizes,
                           partition->buffers[array->home]);
  for (int axis = 0; axis < sim->plan->naxes; ++axis)
    apply_layout(array, &array->layout[axis], partition->coords[axis], ghosts,
                 &view);
  return view;
}

static SimView make_received(const Sim *sim, const SimPartition *partition,
                             const DmmMessage *message) {
  if (message->buffer < 0)
    return (SimView){0};
  const DmmBuffer *buffer = &sim->plan->buffers[message->buffer];
  return make_view(sim->arena, buffer->rank, buffer->sizes,
                   partition->buffers[message->buffer]);
}

static void make_partition(Sim *sim, int64_t rank, SimPartition *partition) {
  const DmmPlan *plan = sim->plan;
  DmmArena *arena = sim->arena;
  partition->cursor = dmm_sim_cursor(sim, &sim->spmd);
  partition->coords =
      dmm_arena_alloc(arena, (size_t)plan->naxes * sizeof *partition->coords);
  dmm_plan_coordinates(plan, rank, partition->coords);
  set_blocks(plan, partition);
  partition->buffers = dmm_arena_alloc(arena, (size_t)plan->nbuffers *
                                                  sizeof *partition->buffers);
  for (int i = 0; i < plan->nbuffers; ++i)
    if (plan->buffers[i].kind != DMM_BUFFER_WHOLE) // see Sim.whole
      partition->buffers[i] =
          make_data(arena, dmm_buffer_elements(&plan->buffers[i]));
  partition->homes =
      dmm_arena_alloc(arena, (size_t)plan->narrays * sizeof *partition->homes);
  partition->ghosted = dmm_arena_alloc(arena, (size_t)plan->narrays *
                                                  sizeof *partition->ghosted);
  for (int i = 0; i < plan->narrays; ++i) {
    const DmmArray *array = &plan->arrays[i];
    partition->homes[i] = make_home(sim, partition, array, false);
    partition->ghosted[i] = make_home(sim, partition, array, true);
  }
  partition->received = dmm_arena_alloc(arena, (size_t)plan->nmessages *
                                                   sizeof *partition->received);
  for (int i = 0; i < plan->nmessages; ++i)
    partition->received[i] = make_received(sim, partition, &plan->messages[i]);
}

void dmm_sim_make_partitions(Sim *sim) {
  sim->npartitions = dmm_plan_partitions(sim->plan);
  sim->partitions = dmm_arena_alloc(sim->arena, (size_t)sim->npartitions *
                                                    sizeof *sim->partitions);
  for (int64_t rank = 0; rank < sim->npartitions; ++rank)
    make_partition(sim, rank, &sim->partitions[rank]);
}

const SimView *dmm_sim_received(const Sim *sim, const SimPartition *partition,
                                int id) {
  const SimMessage *message = &sim->messages[id];
  SimView *view = &partition->received[id];
  for (int d = 0; d < view->rank; ++d)
    view->dims[d].shift =
        -dmm_sim_eval(&message->origins[d], partition->cursor.vars);
  return view;
}

//===----------------------------------------------------------------------===//
// Ownership
//===----------------------------------------------------------------------===//

static void restrict_to_block(const DmmAxisLayout *l, int64_t c, int64_t size,
                              SimRegion region) {
  dmm_axis_owned(l, dmm_block_lo(l->block, l->extent, c),
                 dmm_block_hi(l->block, l->extent, c), size, &region.lo[l->dim],
                 &region.hi[l->dim]);
}

bool dmm_sim_owned(const Sim *sim, int array, const SimPartition *partition,
                   bool padding, SimRegion region) {
  const DmmArray *a = &sim->plan->arrays[array];
  bool some = true;
  for (int d = 0; d < a->rank; ++d) {
    region.lo[d] = 0;
    region.hi[d] = a->sizes[d];
  }
  for (int axis = 0; axis < sim->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &a->layout[axis];
    int64_t c = partition->coords[axis];
    if (l->state == DMM_PINNED && c != l->offset)
      some = false;
    if (l->state == DMM_SHARDED)
      restrict_to_block(l, c, padding ? INT64_MAX : a->sizes[l->dim], region);
  }
  for (int d = 0; d < a->rank; ++d)
    some = some && region.lo[d] < region.hi[d];
  return some;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Copies the n elements from x on along the last dimension. The place is
/// linear in x: what holds at both ends holds between.
static bool copy_run(const SimView *dst, const SimView *src, int64_t *x,
                     int64_t n) {
  int last = dst->rank - 1;
  int64_t to = dmm_sim_index(dst, x), from = dmm_sim_index(src, x);
  int64_t to_step = 0, from_step = 0;
  if (last >= 0) {
    to_step = dst->dims[last].scale * dst->dims[last].stride;
    from_step = src->dims[last].scale * src->dims[last].stride;
    x[last] += n - 1;
    bool ends = dmm_sim_index(dst, x) >= 0 && dmm_sim_index(src, x) >= 0;
    x[last] -= n - 1;
    if (!ends)
      return false;
  }
  if (to < 0 || from < 0)
    return false;
  for (int64_t i = 0; i < n; ++i)
    dst->data[to + i * to_step] = src->data[from + i * from_step];
  return true;
}

/// Moves x to the start of the next run of the region; false after the last.
static bool next_run(SimRegion region, int rank, int64_t *x) {
  for (int d = rank - 2; d >= 0; --d) {
    if (++x[d] < region.hi[d])
      return true;
    x[d] = region.lo[d];
  }
  return false;
}

bool dmm_sim_copy_region(const Sim *sim, const SimView *dst, const SimView *src,
                         SimRegion region) {
  int64_t *x = sim->subscripts;
  int rank = dst->rank;
  for (int d = 0; d < rank; ++d)
    x[d] = region.lo[d];
  int64_t n = rank ? region.hi[rank - 1] - region.lo[rank - 1] : 1;
  do {
    if (!copy_run(dst, src, x, n))
      return false;
  } while (next_run(region, rank, x));
  return true;
}

bool dmm_sim_move_resident(Sim *sim, int array, int64_t rank, bool in) {
  const SimPartition *partition = &sim->partitions[rank];
  if (!dmm_sim_owned(sim, array, partition, false, sim->owned))
    return true;
  const SimView *home = &partition->homes[array], *given = &sim->given[array];
  return dmm_sim_copy_region(sim, in ? home : given, in ? given : home,
                             sim->owned);
}
