//===- reduce.c - Reduce, all-reduce, reduce-scatter ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are packed, combined in the order of the members, counted from the
// root, along a fixed tree, and unpacked: the result depends neither on timing
// nor on who reads it.
//
//===----------------------------------------------------------------------===//

#include "region.h"

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

/// Members count from the root. Member v combines what it has of [v, v + bit)
/// with [v + bit, v + 2 bit) for each bit below its lowest one, then passes it
/// on. Leaves the total in `acc` on the root.
static void reduce_to(const Reduction *r, int64_t root, char *acc,
                      int64_t count) {
  DmmCall *call = r->call;
  int64_t p = call->group_size;
  int64_t v = dmm_mod(call->group_rank - root, p);
  DmmView own = dmm_view_dense(acc, count, r->bytes);
  char *other = dmm_scratch(call->self, count * r->bytes);
  DmmView theirs = dmm_view_dense(other, count, r->bytes);
  int64_t bit = 1;
  for (; bit < p && !(v & bit); bit *= 2) {
    if (v + bit >= p)
      continue;
    dmm_call_receive(call, dmm_member_partition(call, (v + bit + root) % p),
                     &theirs);
    r->combine(acc, other, count);
  }
  if (v != 0)
    dmm_call_post(call, dmm_member_partition(call, (v - bit + root) % p), &own);
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
  DmmView total = dmm_view_dense(acc, count, r.bytes);
  reduce_to(&r, 0, acc, count);
  dmm_complete(call->self); // before the total replaces the partial sum
  dmm_broadcast_view(call, 0, &total);
  unpack(&r, &call->dst, &call->index_dst, acc);
}

//===----------------------------------------------------------------------===//
// Reduce-scatter: each member combines its own part
//===----------------------------------------------------------------------===//

static const int64_t whole_origin[DMM_RT_MAX_RANK];

/// The part of `src` that a member gets, packed; null if that is nothing.
static char *pack_part(const Reduction *r, const int64_t *coords,
                       DmmRegion *part) {
  const DmmCall *call = r->call;
  *part = dmm_region_owned(call, coords, call->src.rank, call->src.sizes);
  if (dmm_region_is_empty(part))
    return NULL;
  DmmView value = dmm_view_of_region(&call->src, part, whole_origin);
  DmmView index = value;
  if (call->is_loc)
    index = dmm_view_of_region(&call->index_src, part, whole_origin);
  return pack(r, &value, &index);
}

static int64_t region_count(const DmmRegion *region) {
  int64_t count = 1;
  for (int64_t d = 0; d < region->rank; ++d)
    count *= region->hi[d] - region->lo[d];
  return count;
}

static void send_part(const Reduction *r, int64_t member) {
  int64_t coords[DMM_RT_MAX_AXES];
  DmmRegion part;
  dmm_member_coords(r->call, member, coords);
  char *packed = pack_part(r, coords, &part);
  if (!packed)
    return;
  DmmView view = dmm_view_dense(packed, region_count(&part), r->bytes);
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

static void reduce_scatter(const Reduction *r) {
  DmmCall *call = r->call;
  for (int64_t i = 1; i < call->group_size; ++i)
    send_part(r, (call->group_rank + i) % call->group_size);
  const int64_t *coords = call->self->coords;
  DmmRegion part;
  char *own = pack_part(r, coords, &part);
  if (!own)
    return;
  char *total = combine_parts(r, own, region_count(&part));
  DmmView value = dmm_view_of_home(call, &call->dst, coords, &part);
  DmmView index = value;
  if (call->is_loc)
    index = dmm_view_of_home(call, &call->index_dst, coords, &part);
  unpack(r, &value, &index, total);
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
  reduce_to(&r, call->root, acc, count);
  if (call->group_rank != call->root)
    return;
  require_shapes(call);
  unpack(&r, &call->dst, &call->index_dst, acc);
}
