//===- exchange.c - Transpose, the universal exchange ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every member can tell what every other one needs and owns, so nobody asks:
// each sends to each what it owns of what the other needs. In stages, what the
// members of a container have for those of another goes in one message.
//
//===----------------------------------------------------------------------===//

#include "bundle.h"
#include "parts.h"
#include "region.h"

#include <string.h>

/// A member of the group: who it is, what it owns and what it needs.
typedef struct Member {
  int64_t coords[DMM_RT_MAX_AXES];
  DmmRegion owned, needed;
  int64_t origin[DMM_RT_MAX_RANK];
} Member;

/// The array's sizes as far as they count: a box ends within the array, and a
/// dimension that is not sharded is whole in the home buffer.
static void array_sizes(const DmmCall *call, int64_t *sizes) {
  memcpy(sizes, call->src.sizes, sizeof call->src.sizes);
  for (int64_t a = 0; a < call->meta.nlayout; ++a) {
    const DmmAxisLayout *l = &call->meta.layout[a];
    if (l->state == DMM_SHARDED && l->dim >= 0 && l->dim < call->src.rank)
      sizes[l->dim] = DMM_SIZE_UNKNOWN;
  }
}

static Member make_member(const DmmCall *call, int64_t rank) {
  Member m;
  int64_t sizes[DMM_RT_MAX_RANK];
  array_sizes(call, sizes);
  dmm_member_coords(call, rank, m.coords);
  m.owned = dmm_region_owned(call, m.coords, call->src.rank, sizes);
  m.needed = dmm_region_needed(call, m.coords, m.origin);
  return m;
}

/// Whether `from` is the one that serves `to` where several members own the
/// same elements: along a replicated axis everybody is served at its own
/// coordinate.
static bool serves(const DmmCall *call, const Member *from, const Member *to) {
  for (int64_t i = 0; i < call->meta.naxes; ++i) {
    int64_t axis = call->meta.axes[i];
    if (dmm_is_replicated(call, axis) && from->coords[axis] != to->coords[axis])
      return false;
  }
  return true;
}

/// What `from` sends to `to`.
static DmmRegion sent(const DmmCall *call, const Member *from,
                      const Member *to) {
  DmmRegion region = dmm_region_intersect(&from->owned, &to->needed);
  region.none = region.none || !serves(call, from, to);
  return region;
}

static void send_to(DmmCall *call, const Member *self, const Member *peer) {
  DmmRegion region = sent(call, self, peer);
  if (dmm_region_is_empty(&region))
    return;
  DmmView src = dmm_view_of_home(call, &call->src, self->coords, &region);
  dmm_call_post(call, dmm_partition_at(call, peer->coords), &src);
}

static void receive_from(DmmCall *call, const Member *self,
                         const Member *peer) {
  DmmRegion region = sent(call, peer, self);
  if (dmm_region_is_empty(&region))
    return;
  DmmView dst = dmm_view_of_region(&call->dst, &region, self->origin);
  dmm_call_receive(call, dmm_partition_at(call, peer->coords), &dst);
}

static void copy_own(DmmCall *call, const Member *self) {
  DmmRegion region = sent(call, self, self);
  if (dmm_region_is_empty(&region))
    return;
  DmmView src = dmm_view_of_home(call, &call->src, self->coords, &region);
  DmmView dst = dmm_view_of_region(&call->dst, &region, self->origin);
  dmm_view_copy(&dst, &src);
}

static void direct_transpose(DmmCall *call) {
  int64_t p = call->group_size;
  Member *members = dmm_scratch(call->self, p * (int64_t)sizeof(Member));
  for (int64_t m = 0; m < p; ++m)
    members[m] = make_member(call, m);
  const Member *self = &members[call->group_rank];
  for (int64_t i = 1; i < p; ++i)
    send_to(call, self, &members[(call->group_rank + i) % p]);
  copy_own(call, self);
  for (int64_t i = 1; i < p; ++i)
    receive_from(call, self, &members[dmm_mod(call->group_rank - i, p)]);
}

//===----------------------------------------------------------------------===//
// In stages
//===----------------------------------------------------------------------===//

static const Member *member_at(const DmmTraffic *traffic, int64_t place) {
  return (const Member *)traffic->user + place;
}

static const Member *this_member(const DmmTraffic *traffic) {
  int64_t coords[DMM_RT_MAX_AXES];
  const DmmStages *stages = &traffic->schedule->stages;
  dmm_stages_coords(stages, traffic->call->group_rank, coords);
  return member_at(traffic, dmm_place_of(stages, coords));
}

static int64_t count(const DmmTraffic *traffic, int64_t source,
                     int64_t target) {
  DmmRegion region = sent(traffic->call, member_at(traffic, source),
                          member_at(traffic, target));
  return dmm_region_count(&region);
}

static DmmView outgoing(const DmmTraffic *traffic, int64_t target) {
  const DmmCall *call = traffic->call;
  const Member *self = this_member(traffic);
  DmmRegion region = sent(call, self, member_at(traffic, target));
  return dmm_view_of_home(call, &call->src, self->coords, &region);
}

static DmmView incoming(const DmmTraffic *traffic, int64_t source) {
  const DmmCall *call = traffic->call;
  const Member *self = this_member(traffic);
  DmmRegion region = sent(call, member_at(traffic, source), self);
  return dmm_view_of_region(&call->dst, &region, self->origin);
}

static void staged_transpose(DmmCall *call) {
  DmmSchedule schedule;
  dmm_call_schedule(&schedule, call, DMM_SCHEDULE_EXCHANGE, 0);
  int64_t n = call->group_size, coords[DMM_RT_MAX_AXES];
  Member *members = dmm_scratch(call->self, n * (int64_t)sizeof *members);
  for (int64_t place = 0; place < n; ++place) {
    dmm_place_coords(&schedule.stages, place, coords);
    members[place] =
        make_member(call, dmm_stages_rank(&schedule.stages, coords));
  }
  DmmTraffic traffic = {.call = call,
                        .schedule = &schedule,
                        .user = members,
                        .count = count,
                        .outgoing = outgoing,
                        .incoming = incoming};
  copy_own(call, this_member(&traffic));
  dmm_traffic_run(&traffic);
}

void dmm_transpose(DmmCall *call) {
  if (call->src.rank != call->dst.rank)
    dmm_fail("a home block of rank %lld for a buffer of rank %lld",
             (long long)call->src.rank, (long long)call->dst.rank);
  if (call->meta.nstages > 0)
    staged_transpose(call);
  else
    direct_transpose(call);
}
