//===- reduce.c - Reduce, all-reduce, reduce-scatter ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are packed, combined along a fixed schedule (schedule.h), and
// unpacked: the result depends neither on timing nor on who reads it.
//
//===----------------------------------------------------------------------===//

#include "parts.h"
#include "region.h"

#include <string.h>

/// What is combined: `combine` on elements of `bytes` bytes.
typedef struct Reduction {
  DmmCall *call;
  DmmCombine combine;
  int64_t bytes;
} Reduction;

static Reduction make_reduction(DmmCall *call) {
  Reduction r = {.call = call, .bytes = call->src.elem_bytes};
  int64_t kind = call->meta.kind;
  r.combine = call->is_loc ? dmm_combine_pairs(call->element, kind)
                           : dmm_combine(call->element, kind);
  if (call->is_loc)
    r.bytes = sizeof(DmmPair);
  if (!r.combine)
    dmm_fail("the kind %s has no meaning for the element type %s here",
             dmm_kind_name(kind), dmm_element_name(call->element));
  return r;
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// The values, or the indices, in an array of pairs at `pairs` of the shape of
/// `shape`.
static DmmView pair_values(const DmmView *shape, char *pairs) {
  DmmView view = dmm_view_like(shape, pairs, sizeof(DmmPair));
  view.elem_bytes = shape->elem_bytes;
  return view;
}

static DmmView pair_indices(const DmmView *shape, char *pairs) {
  return pair_values(shape, pairs + offsetof(DmmPair, index));
}

/// A row-major copy of elements; `index` is used for pairs only.
static char *pack(const Reduction *r, const DmmView *value,
                  const DmmView *index) {
  char *packed = dmm_scratch(r->call->self, dmm_view_count(value) * r->bytes);
  DmmView values = pair_values(value, packed);
  if (!r->call->is_loc) {
    dmm_view_pack(packed, value);
    return packed;
  }
  DmmView indices = pair_indices(index, packed);
  dmm_view_copy(&values, value);
  dmm_view_copy(&indices, index);
  return packed;
}

static void unpack(const Reduction *r, const DmmView *value,
                   const DmmView *index, char *packed) {
  if (!r->call->is_loc) {
    dmm_view_unpack(value, packed);
    return;
  }
  DmmView values = pair_values(value, packed);
  DmmView indices = pair_indices(index, packed);
  dmm_view_copy(value, &values);
  dmm_view_copy(index, &indices);
}

//===----------------------------------------------------------------------===//
// Reduce, all-reduce
//===----------------------------------------------------------------------===//

/// Bounds of parts of the same size, or one element more.
static int64_t *even_bounds(const Reduction *r, int64_t count, int64_t nparts) {
  int64_t *bounds =
      dmm_scratch(r->call->self, (nparts + 1) * (int64_t)sizeof *bounds);
  int64_t size = count / nparts, rest = count % nparts;
  for (int64_t i = 0; i <= nparts; ++i)
    bounds[i] = i * size + i * rest / nparts;
  return bounds;
}

/// Replaces the elements in `acc` by the total, on the root or on all members;
/// the others are left with partial ones.
static void reduce_to(const Reduction *r, DmmScheduleKind kind, int64_t root,
                      char *acc, int64_t count) {
  DmmSchedule schedule;
  dmm_call_schedule(&schedule, r->call, kind, root);
  int64_t nparts = dmm_schedule_parts(&schedule);
  DmmView whole = dmm_view_dense(acc, count, r->bytes);
  DmmParts parts = {.call = r->call, .whole = &whole, .combine = r->combine};
  if (nparts > 1)
    parts.bounds = even_bounds(r, count, nparts);
  dmm_parts_run(&parts, &schedule);
}

static void require_shapes(const DmmCall *call) {
  if (!dmm_view_same_shape(&call->src, &call->dst) ||
      (call->is_loc && (!dmm_view_same_shape(&call->src, &call->index_src) ||
                        !dmm_view_same_shape(&call->dst, &call->index_dst))))
    dmm_fail("its sources and its destinations differ in shape");
}

void dmm_all_reduce(DmmCall *call) {
  Reduction r = make_reduction(call);
  require_shapes(call);
  int64_t count = dmm_view_count(&call->src);
  char *acc = pack(&r, &call->src, &call->index_src);
  reduce_to(&r, DMM_SCHEDULE_ALL_REDUCE, 0, acc, count);
  unpack(&r, &call->dst, &call->index_dst, acc);
}

//===----------------------------------------------------------------------===//
// Reduce-scatter: each member combines its own part
//===----------------------------------------------------------------------===//

/// The part of `src` that a member gets, packed; null if that is nothing.
static char *pack_part(const Reduction *r, const int64_t *coords,
                       DmmRegion *part) {
  const DmmCall *call = r->call;
  *part = dmm_region_owned(call, coords, call->src.rank, call->src.sizes);
  if (dmm_region_is_empty(part))
    return NULL;
  DmmView value = dmm_view_of_region(&call->src, part, dmm_whole_origin);
  DmmView index = value;
  if (call->is_loc)
    index = dmm_view_of_region(&call->index_src, part, dmm_whole_origin);
  return pack(r, &value, &index);
}

static void send_part(const Reduction *r, int64_t member) {
  int64_t coords[DMM_RT_MAX_AXES];
  DmmRegion part;
  dmm_member_coords(r->call, member, coords);
  char *packed = pack_part(r, coords, &part);
  if (!packed)
    return;
  DmmView view = dmm_view_dense(packed, dmm_region_count(&part), r->bytes);
  dmm_call_post(r->call, dmm_partition_at(r->call, coords), &view);
}

/// Combines the parts of all members in their order, `own` being this one's.
static char *combine_parts(const Reduction *r, char *own, int64_t count) {
  DmmCall *call = r->call;
  int64_t bytes = count * r->bytes;
  char *buffers[2] = {dmm_scratch(call->self, bytes),
                      dmm_scratch(call->self, bytes)};
  char *acc = NULL;
  for (int64_t m = 0; m < call->group_size; ++m) {
    char *part = own;
    if (m != call->group_rank) {
      part = acc == buffers[0] ? buffers[1] : buffers[0];
      DmmView view = dmm_view_dense(part, count, r->bytes);
      dmm_call_receive(call, dmm_member_partition(call, m), &view);
    }
    if (acc)
      r->combine(acc, part, count);
    else
      acc = part;
  }
  return acc;
}

/// Unpacks the total of this member's part, which is not empty.
static void unpack_part(const Reduction *r, const DmmRegion *part,
                        char *total) {
  const DmmCall *call = r->call;
  const int64_t *coords = call->self->coords;
  DmmView value = dmm_view_of_home(call, &call->dst, coords, part);
  DmmView index = value;
  if (call->is_loc)
    index = dmm_view_of_home(call, &call->index_dst, coords, part);
  unpack(r, &value, &index, total);
}

static void direct_reduce_scatter(const Reduction *r) {
  DmmCall *call = r->call;
  for (int64_t i = 1; i < call->group_size; ++i)
    send_part(r, (call->group_rank + i) % call->group_size);
  DmmRegion part;
  char *own = pack_part(r, call->self->coords, &part);
  if (own)
    unpack_part(r, &part, combine_parts(r, own, dmm_region_count(&part)));
}

/// The parts of all members, in the order of the schedule, one after the other.
static char *pack_parts(const Reduction *r, const DmmSchedule *schedule,
                        int64_t *bounds) {
  int64_t group[DMM_RT_MAX_AXES], coords[DMM_RT_MAX_AXES];
  int64_t n = schedule->stages.size;
  char **packed = dmm_scratch(r->call->self, n * (int64_t)sizeof *packed);
  bounds[0] = 0;
  for (int64_t i = 0; i < n; ++i) {
    DmmRegion part;
    dmm_schedule_part_coords(schedule, i, group);
    dmm_group_coords(r->call, group, coords);
    packed[i] = pack_part(r, coords, &part);
    bounds[i + 1] = bounds[i] + dmm_region_count(&part);
  }
  char *all = dmm_scratch(r->call->self, bounds[n] * r->bytes);
  for (int64_t i = 0; i < n; ++i)
    if (packed[i])
      memcpy(all + bounds[i] * r->bytes, packed[i],
             (size_t)((bounds[i + 1] - bounds[i]) * r->bytes));
  return all;
}

static void staged_reduce_scatter(const Reduction *r,
                                  const DmmSchedule *schedule) {
  DmmCall *call = r->call;
  int64_t n = schedule->stages.size, group[DMM_RT_MAX_AXES];
  int64_t *bounds = dmm_scratch(call->self, (n + 1) * (int64_t)sizeof *bounds);
  char *all = pack_parts(r, schedule, bounds);
  DmmView whole = dmm_view_dense(all, bounds[n], r->bytes);
  DmmParts parts = {
      .call = call, .whole = &whole, .bounds = bounds, .combine = r->combine};
  dmm_parts_run(&parts, schedule);
  dmm_stages_coords(&schedule->stages, call->group_rank, group);
  int64_t own = bounds[dmm_schedule_part_of(schedule, group)];
  DmmRegion part = dmm_region_owned(call, call->self->coords, call->src.rank,
                                    call->src.sizes);
  if (!dmm_region_is_empty(&part))
    unpack_part(r, &part, all + own * r->bytes);
}

static void reduce_scatter(const Reduction *r) {
  DmmSchedule schedule;
  dmm_call_schedule(&schedule, r->call, DMM_SCHEDULE_REDUCE_SCATTER, 0);
  if (schedule.even == schedule.stages.nstages)
    staged_reduce_scatter(r, &schedule);
  else
    direct_reduce_scatter(r);
}

void dmm_reduce(DmmCall *call) {
  Reduction r = make_reduction(call);
  if (call->meta.nlayout > 0) {
    reduce_scatter(&r);
    return;
  }
  if (call->root == DMM_ROOT_NONE)
    dmm_fail("it has neither a root nor a layout");
  int64_t count = dmm_view_count(&call->src);
  char *acc = pack(&r, &call->src, &call->index_src);
  reduce_to(&r, DMM_SCHEDULE_REDUCE, call->root, acc, count);
  if (call->group_rank != call->root)
    return;
  require_shapes(call);
  unpack(&r, &call->dst, &call->index_dst, acc);
}
