//===- resident.c - Arguments that are shared out already -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plays the part of a caller whose data is distributed: cuts what the whole
// program has into the blocks that the plan wants on each partition, dense and
// row-major, and puts the blocks together again after the run.
//
//===----------------------------------------------------------------------===//

#include "resident.h"

#include <stdlib.h>
#include <string.h>

static bool is_resident(const DmmPlan *plan, int argument) {
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].is_resident && plan->arrays[i].argument == argument)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The argument as one partition has it.
static void make_block(const DmmPlan *plan, const DmmArray *array,
                       DmmArgument *argument) {
  const DmmBuffer *home = &plan->buffers[array->home];
  argument->offset = 0;
  argument->elements = 1;
  argument->dense = true;
  for (int d = argument->rank; d-- > 0;) {
    argument->sizes[d] =
        home->sizes[d] - dmm_array_low(array, d) - dmm_array_high(array, d);
    argument->strides[d] = argument->elements;
    argument->elements *= argument->sizes[d];
  }
  argument->span_bytes =
      (size_t)argument->elements * dmm_element_bytes(argument->element);
}

static void copy_arguments(const DmmPlan *plan, const DmmArguments *whole,
                           DmmArguments *blocks) {
  blocks->n = whole->n;
  blocks->items = dmm_arena_copy(plan->arena, whole->items,
                                 (size_t)whole->n * sizeof *whole->items);
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].is_resident)
      make_block(plan, &plan->arrays[i],
                 &blocks->items[plan->arrays[i].argument]);
}

//===----------------------------------------------------------------------===//
// What a partition owns
//===----------------------------------------------------------------------===//

/// An array and the indices [lo, hi) of it that a partition has in its block.
typedef struct Share {
  const DmmPlan *plan;
  const DmmArray *array;
  int64_t coords[DMM_MAX_GRID_AXES];
  int64_t lo[DMM_RUN_MAX_RANK], hi[DMM_RUN_MAX_RANK];
} Share;

static int64_t first_cell(const Share *share, int axis) {
  const DmmAxisLayout *l = &share->array->layout[axis];
  return dmm_block_lo(l->block, l->extent, share->coords[axis]);
}

/// False if the partition has nothing.
static bool find_share(Share *share, int64_t partition) {
  const DmmArray *array = share->array;
  dmm_plan_coordinates(share->plan, partition, share->coords);
  if (!dmm_array_is_at(share->plan, array, share->coords))
    return false;
  for (int d = 0; d < array->rank; ++d) {
    share->lo[d] = 0;
    share->hi[d] = array->sizes[d];
  }
  for (int axis = 0; axis < share->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &array->layout[axis];
    if (l->state == DMM_SHARDED)
      dmm_axis_owned(l, first_cell(share, axis),
                     dmm_block_hi(l->block, l->extent, share->coords[axis]),
                     array->sizes[l->dim], &share->lo[l->dim],
                     &share->hi[l->dim]);
  }
  for (int d = 0; d < array->rank; ++d)
    if (share->lo[d] >= share->hi[d])
      return false;
  return true;
}

/// Where element x lies in the block, in elements.
static int64_t block_position(const Share *share, const DmmArgument *block,
                              const int64_t *x) {
  int64_t position = 0;
  for (int d = 0; d < block->rank; ++d) {
    int axis = dmm_array_cut_axis(share->array, share->plan->naxes, d);
    int64_t local = axis < 0 ? x[d]
                             : dmm_axis_local(&share->array->layout[axis],
                                              first_cell(share, axis), x[d]);
    position += local * block->strides[d];
  }
  return position;
}

static int64_t row_major(const DmmArray *array, const int64_t *x) {
  int64_t index = 0;
  for (int d = 0; d < array->rank; ++d)
    index = index * array->sizes[d] + x[d];
  return index;
}

/// Moves x to the next element of the share; false after the last.
static bool next_element(const Share *share, int64_t *x) {
  for (int d = share->array->rank; d-- > 0;) {
    if (++x[d] < share->hi[d])
      return true;
    x[d] = share->lo[d];
  }
  return false;
}

static void move_share(const Share *share, const DmmFrame *root,
                       const DmmFrame *frame, bool in) {
  int number = share->array->argument;
  const DmmArgument *whole = &root->arguments->items[number];
  const DmmArgument *block = &frame->arguments->items[number];
  size_t bytes = dmm_element_bytes(whole->element);
  int64_t x[DMM_RUN_MAX_RANK];
  memcpy(x, share->lo, sizeof x);
  do {
    char *far = (char *)root->spans[number] +
                dmm_argument_position(whole, row_major(share->array, x));
    char *near = (char *)frame->spans[number] +
                 bytes * (size_t)block_position(share, block, x);
    memcpy(in ? near : far, in ? far : near, bytes);
  } while (next_element(share, x));
}

static void move_all(const DmmResidents *residents, const DmmFrame *root,
                     bool in) {
  const DmmPlan *plan = residents->plan;
  for (int i = 0; residents->frames && i < plan->narrays; ++i)
    for (int64_t p = 0; plan->arrays[i].is_resident && p < residents->n; ++p) {
      Share share = {.plan = plan, .array = &plan->arrays[i]};
      if (find_share(&share, p))
        move_share(&share, root, &residents->frames[p], in);
    }
}

void dmm_residents_fill(const DmmResidents *residents, const DmmFrame *root) {
  move_all(residents, root, true);
}

void dmm_residents_collect(const DmmResidents *residents, DmmFrame *root) {
  move_all(residents, root, false);
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

DmmResidents dmm_residents_create(const DmmPlan *plan, const DmmFrame *root,
                                  const DmmFrame *others) {
  DmmResidents residents = {.plan = plan};
  bool any = false;
  for (int i = 0; plan && i < plan->narrays; ++i)
    any = any || plan->arrays[i].is_resident;
  if (!any)
    return residents;
  residents.n = dmm_plan_partitions(plan);
  residents.arguments = dmm_arena_alloc(plan->arena, sizeof(DmmArguments));
  copy_arguments(plan, root->arguments, residents.arguments);
  residents.frames = dmm_arena_alloc(plan->arena, (size_t)residents.n *
                                                      sizeof *residents.frames);
  bool *own = dmm_arena_alloc(plan->arena, (size_t)root->n);
  for (int i = 0; i < root->n; ++i)
    own[i] = is_resident(plan, i);
  for (int64_t p = 0; p < residents.n; ++p)
    residents.frames[p] =
        dmm_frame_share(p ? others : root, residents.arguments, own);
  return residents;
}

void dmm_residents_free(DmmResidents *residents) {
  for (int64_t p = 0; residents->frames && p < residents->n; ++p)
    dmm_frame_free(&residents->frames[p]);
}
