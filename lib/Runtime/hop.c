//===- hop.c - Shift, send, receive along one axis ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "call.h"

#include <string.h>

/// The partition `distance` further on the axis of the call's integers, or -1
/// beyond the edge.
static int64_t neighbour(const DmmCall *call, int64_t distance, bool periodic) {
  int64_t axis = call->meta.ints[0], size = call->meta.grid[axis];
  int64_t coords[DMM_RT_MAX_AXES];
  memcpy(coords, call->self->coords, sizeof coords);
  coords[axis] += distance;
  if (periodic)
    coords[axis] = dmm_mod(coords[axis], size);
  bool exists = coords[axis] >= 0 && coords[axis] < size;
  return exists ? dmm_partition_at(call, coords) : -1;
}

static void require_ints(const DmmCall *call, int64_t n) {
  const DmmMeta *m = &call->meta;
  if (m->nints < n || m->ints[0] < 0 || m->ints[0] >= m->ngrid)
    dmm_fail("malformed description of a message: no such axis");
}

/// `src`, or a copy of it if `dst` is written before the others have read it.
static DmmView stable_source(const DmmCall *call) {
  if (!dmm_view_overlap(&call->src, &call->dst))
    return call->src;
  int64_t bytes = dmm_view_count(&call->src) * call->src.elem_bytes;
  DmmView copy = dmm_view_like(&call->src, dmm_scratch(call->self, bytes),
                               call->src.elem_bytes);
  dmm_view_copy(&copy, &call->src);
  return copy;
}

void dmm_shift(DmmCall *call) {
  require_ints(call, 3);
  int64_t distance = call->meta.ints[1];
  bool periodic = call->meta.ints[2] != 0;
  if (!dmm_view_same_shape(&call->src, &call->dst))
    dmm_fail("its source and its destination differ in shape");
  int64_t to = neighbour(call, distance, periodic);
  int64_t from = neighbour(call, -distance, periodic);
  int64_t self = call->self->rank;
  DmmView src = stable_source(call);
  if (to >= 0 && to != self)
    dmm_call_post(call, to, &src);
  if (from == self)
    dmm_view_copy(&call->dst, &src);
  else if (from >= 0)
    dmm_call_receive(call, from, &call->dst);
}

void dmm_send(DmmCall *call) {
  require_ints(call, 2);
  int64_t to = neighbour(call, call->meta.ints[1], false);
  if (to >= 0 && to != call->self->rank)
    dmm_call_post(call, to, &call->src);
}

void dmm_recv(DmmCall *call) {
  require_ints(call, 2);
  int64_t from = neighbour(call, -call->meta.ints[1], false);
  if (from >= 0 && from != call->self->rank)
    dmm_call_receive(call, from, &call->dst);
}
