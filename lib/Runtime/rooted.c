//===- rooted.c - Broadcast, scatter, gather ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole array on one member of a group against each member's own part.
//
//===----------------------------------------------------------------------===//

#include "parts.h"
#include "region.h"

static void require_root(const DmmCall *call) {
  if (call->root == DMM_ROOT_NONE)
    dmm_fail("it has no root");
}

static void require_ranks(const DmmCall *call) {
  if (call->src.rank != call->dst.rank)
    dmm_fail("a source of rank %lld for a destination of rank %lld",
             (long long)call->src.rank, (long long)call->dst.rank);
}

//===----------------------------------------------------------------------===//
// Broadcast
//===----------------------------------------------------------------------===//

void dmm_broadcast(DmmCall *call) {
  require_root(call);
  if (call->group_rank == call->root) {
    if (!dmm_view_same_shape(&call->src, &call->dst))
      dmm_fail("its source and its destination differ in shape");
    dmm_view_copy(&call->dst, &call->src);
  }
  DmmSchedule schedule;
  DmmParts parts = {.call = call, .whole = &call->dst};
  dmm_call_schedule(&schedule, call, DMM_SCHEDULE_BROADCAST, call->root);
  dmm_parts_run(&parts, &schedule);
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// On the root: sends a member its part, or copies its own.
static void scatter_to(DmmCall *call, int64_t member) {
  int64_t coords[DMM_RT_MAX_AXES];
  dmm_member_coords(call, member, coords);
  DmmRegion part =
      dmm_region_owned(call, coords, call->src.rank, call->src.sizes);
  if (dmm_region_is_empty(&part))
    return;
  DmmView src = dmm_view_of_region(&call->src, &part, dmm_whole_origin);
  if (member != call->root) {
    dmm_call_post(call, dmm_partition_at(call, coords), &src);
  } else {
    DmmView dst = dmm_view_of_home(call, &call->dst, coords, &part);
    dmm_view_copy(&dst, &src);
  }
}

static void scatter_receive(DmmCall *call) {
  const int64_t *coords = call->self->coords;
  DmmRegion part =
      dmm_region_owned(call, coords, call->src.rank, call->src.sizes);
  if (dmm_region_is_empty(&part))
    return;
  DmmView dst = dmm_view_of_home(call, &call->dst, coords, &part);
  dmm_call_receive(call, dmm_member_partition(call, call->root), &dst);
}

void dmm_scatter(DmmCall *call) {
  require_root(call);
  require_ranks(call);
  if (call->meta.nstages > 0) {
    dmm_staged_scatter(call);
    return;
  }
  if (call->group_rank != call->root) {
    scatter_receive(call);
    return;
  }
  for (int64_t i = 1; i <= call->group_size; ++i)
    scatter_to(call, (call->root + i) % call->group_size);
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

static bool is_target(const DmmCall *call, int64_t member) {
  return call->root == DMM_ROOT_NONE || call->root == member;
}

static void gather_send(DmmCall *call) {
  const int64_t *coords = call->self->coords;
  DmmRegion part = dmm_region_gathered(call, coords);
  if (dmm_region_is_empty(&part))
    return;
  DmmView src = dmm_view_of_home(call, &call->src, coords, &part);
  for (int64_t i = 1; i < call->group_size; ++i) {
    int64_t member = (call->group_rank + i) % call->group_size;
    if (is_target(call, member))
      dmm_call_post(call, dmm_member_partition(call, member), &src);
  }
  if (!is_target(call, call->group_rank))
    return;
  DmmView dst = dmm_view_of_region(&call->dst, &part, dmm_whole_origin);
  dmm_view_copy(&dst, &src);
}

static void gather_from(DmmCall *call, int64_t member) {
  int64_t coords[DMM_RT_MAX_AXES];
  dmm_member_coords(call, member, coords);
  DmmRegion part = dmm_region_gathered(call, coords);
  if (dmm_region_is_empty(&part))
    return;
  DmmView dst = dmm_view_of_region(&call->dst, &part, dmm_whole_origin);
  dmm_call_receive(call, dmm_partition_at(call, coords), &dst);
}

void dmm_gather(DmmCall *call) {
  require_ranks(call);
  if (call->meta.nstages > 0) {
    dmm_staged_gather(call);
    return;
  }
  gather_send(call);
  if (!is_target(call, call->group_rank))
    return;
  int64_t p = call->group_size;
  for (int64_t i = 1; i < p; ++i)
    gather_from(call, dmm_mod(call->group_rank - i, p));
}
