//===- staged.c - Scatter and gather in stages ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same regions as without stages, in messages between containers. Every
// member can tell the size of what any member has for any other one.
//
//===----------------------------------------------------------------------===//

#include "bundle.h"
#include "parts.h"
#include "region.h"

static void coords_at_place(const DmmTraffic *traffic, int64_t place,
                            int64_t *coords) {
  int64_t group[DMM_RT_MAX_AXES];
  dmm_place_coords(&traffic->schedule->stages, place, group);
  dmm_group_coords(traffic->call, group, coords);
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

static DmmRegion scattered(const DmmTraffic *traffic, int64_t target) {
  const DmmCall *call = traffic->call;
  int64_t coords[DMM_RT_MAX_AXES];
  coords_at_place(traffic, target, coords);
  return dmm_region_owned(call, coords, call->src.rank, call->src.sizes);
}

static int64_t scatter_count(const DmmTraffic *traffic, int64_t source,
                             int64_t target) {
  (void)source;
  DmmRegion part = scattered(traffic, target);
  return dmm_region_count(&part);
}

static DmmView scatter_outgoing(const DmmTraffic *traffic, int64_t target) {
  DmmRegion part = scattered(traffic, target);
  return dmm_view_of_region(&traffic->call->src, &part, dmm_whole_origin);
}

static DmmView scatter_incoming(const DmmTraffic *traffic, int64_t source) {
  (void)source;
  const DmmCall *call = traffic->call;
  const int64_t *coords = call->self->coords;
  DmmRegion part =
      dmm_region_owned(call, coords, call->src.rank, call->src.sizes);
  return dmm_view_of_home(call, &call->dst, coords, &part);
}

void dmm_staged_scatter(DmmCall *call) {
  DmmSchedule schedule;
  dmm_call_schedule(&schedule, call, DMM_SCHEDULE_SCATTER, call->root);
  DmmTraffic traffic = {.call = call,
                        .schedule = &schedule,
                        .count = scatter_count,
                        .outgoing = scatter_outgoing,
                        .incoming = scatter_incoming};
  dmm_traffic_run(&traffic);
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

static DmmRegion gathered(const DmmTraffic *traffic, int64_t source) {
  int64_t coords[DMM_RT_MAX_AXES];
  coords_at_place(traffic, source, coords);
  return dmm_region_gathered(traffic->call, coords);
}

static int64_t gather_count(const DmmTraffic *traffic, int64_t source,
                            int64_t target) {
  (void)target;
  DmmRegion part = gathered(traffic, source);
  return dmm_region_count(&part);
}

static DmmView gather_outgoing(const DmmTraffic *traffic, int64_t target) {
  (void)target;
  const DmmCall *call = traffic->call;
  const int64_t *coords = call->self->coords;
  DmmRegion part = dmm_region_gathered(call, coords);
  return dmm_view_of_home(call, &call->src, coords, &part);
}

static DmmView gather_incoming(const DmmTraffic *traffic, int64_t source) {
  DmmRegion part = gathered(traffic, source);
  return dmm_view_of_region(&traffic->call->dst, &part, dmm_whole_origin);
}

static void gather_to_root(DmmCall *call) {
  DmmSchedule schedule;
  dmm_call_schedule(&schedule, call, DMM_SCHEDULE_GATHER, call->root);
  DmmTraffic traffic = {.call = call,
                        .schedule = &schedule,
                        .count = gather_count,
                        .outgoing = gather_outgoing,
                        .incoming = gather_incoming};
  dmm_traffic_run(&traffic);
}

//===----------------------------------------------------------------------===//
// Gather without a root
//===----------------------------------------------------------------------===//

static DmmRegion part_region(const DmmCall *call, const DmmSchedule *schedule,
                             int64_t part) {
  int64_t group[DMM_RT_MAX_AXES], coords[DMM_RT_MAX_AXES];
  dmm_schedule_part_coords(schedule, part, group);
  dmm_group_coords(call, group, coords);
  return dmm_region_gathered(call, coords);
}

/// Room for the parts of all members in the order of the schedule, and where
/// each begins.
static DmmView make_room(DmmCall *call, const DmmSchedule *schedule,
                         int64_t *bounds) {
  int64_t n = schedule->stages.size, bytes = call->src.elem_bytes;
  bounds[0] = 0;
  for (int64_t i = 0; i < n; ++i) {
    DmmRegion part = part_region(call, schedule, i);
    bounds[i + 1] = bounds[i] + dmm_region_count(&part);
  }
  char *data = dmm_scratch(call->self, bounds[n] * bytes);
  return dmm_view_dense(data, bounds[n], bytes);
}

static char *part_data(const DmmParts *parts, int64_t part) {
  return parts->whole->data + parts->bounds[part] * parts->whole->elem_bytes;
}

static void pack_own(const DmmParts *parts, const DmmSchedule *schedule) {
  const DmmCall *call = parts->call;
  const int64_t *coords = call->self->coords;
  int64_t group[DMM_RT_MAX_AXES];
  DmmRegion part = dmm_region_gathered(call, coords);
  if (dmm_region_is_empty(&part))
    return;
  dmm_stages_coords(&schedule->stages, call->group_rank, group);
  DmmView src = dmm_view_of_home(call, &call->src, coords, &part);
  dmm_view_pack(part_data(parts, dmm_schedule_part_of(schedule, group)), &src);
}

static void gather_to_all(DmmCall *call) {
  DmmSchedule schedule;
  dmm_call_schedule(&schedule, call, DMM_SCHEDULE_ALL_GATHER, 0);
  int64_t n = schedule.stages.size;
  int64_t *bounds = dmm_scratch(call->self, (n + 1) * (int64_t)sizeof *bounds);
  DmmView whole = make_room(call, &schedule, bounds);
  DmmParts parts = {.call = call, .whole = &whole, .bounds = bounds};
  pack_own(&parts, &schedule);
  dmm_parts_run(&parts, &schedule);
  for (int64_t i = 0; i < n; ++i) {
    DmmRegion part = part_region(call, &schedule, i);
    if (dmm_region_is_empty(&part))
      continue;
    DmmView dst = dmm_view_of_region(&call->dst, &part, dmm_whole_origin);
    dmm_view_unpack(&dst, part_data(&parts, i));
  }
}

void dmm_staged_gather(DmmCall *call) {
  if (call->root == DMM_ROOT_NONE)
    gather_to_all(call);
  else
    gather_to_root(call);
}
