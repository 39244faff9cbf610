//===- bundle.c - Collectives whose messages carry those of many members --===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundle.h"
#include "parts.h"

#include <string.h>

/// What each source has for each target, one after the other: entry (s, t) is
/// the elements from bounds[s * targets.count + t] on, where s and t count from
/// the first ones.
typedef struct Bundle {
  DmmRange sources, targets;
  int64_t *bounds;
  char *data;
} Bundle;

static bool range_has(DmmRange range, int64_t place) {
  return place >= range.first && place < range.first + range.count;
}

static int64_t entry(const Bundle *b, int64_t source, int64_t target) {
  return (source - b->sources.first) * b->targets.count + target -
         b->targets.first;
}

static int64_t elem_bytes(const DmmTraffic *traffic) {
  return traffic->call->src.elem_bytes;
}

/// The elements of `n` entries.
static DmmView entries(const DmmTraffic *traffic, const Bundle *b,
                       int64_t first, int64_t n) {
  int64_t bytes = elem_bytes(traffic);
  return dmm_view_dense(b->data + b->bounds[first] * bytes,
                        b->bounds[first + n] - b->bounds[first], bytes);
}

//===----------------------------------------------------------------------===//
// Own elements
//===----------------------------------------------------------------------===//

static void fill(const DmmTraffic *traffic, const Bundle *b, int64_t self) {
  for (int64_t i = 0; i < b->targets.count; ++i) {
    int64_t target = b->targets.first + i;
    DmmView to = entries(traffic, b, entry(b, self, target), 1);
    if (dmm_view_count(&to) == 0)
      continue;
    DmmView from = traffic->outgoing(traffic, target);
    dmm_view_pack(to.data, &from);
  }
}

static void take(const DmmTraffic *traffic, const Bundle *b, int64_t self) {
  for (int64_t i = 0; i < b->sources.count; ++i) {
    int64_t source = b->sources.first + i;
    DmmView from = entries(traffic, b, entry(b, source, self), 1);
    if (dmm_view_count(&from) == 0)
      continue;
    DmmView to = traffic->incoming(traffic, source);
    dmm_view_unpack(&to, from.data);
  }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static Bundle open_bundle(const DmmTraffic *traffic, const DmmStep *step) {
  DmmPartition *self = traffic->call->self;
  Bundle b = {.sources = step->sources, .targets = step->targets};
  int64_t n = b.sources.count * b.targets.count;
  b.bounds = dmm_scratch(self, (n + 1) * (int64_t)sizeof *b.bounds);
  b.bounds[0] = 0;
  for (int64_t i = 0; i < n; ++i)
    b.bounds[i + 1] =
        b.bounds[i] + traffic->count(traffic,
                                     b.sources.first + i / b.targets.count,
                                     b.targets.first + i % b.targets.count);
  b.data = dmm_scratch(self, b.bounds[n] * elem_bytes(traffic));
  return b;
}

/// The elements of the step: in the bundle where they follow each other, else a
/// copy.
static DmmView step_view(const DmmTraffic *traffic, const Bundle *b,
                         const DmmStep *step) {
  DmmRange s = step->sources, t = step->targets;
  if (s.count == 1 || t.count == b->targets.count)
    return entries(traffic, b, entry(b, s.first, t.first), s.count * t.count);
  int64_t count = 0;
  for (int64_t i = 0; i < s.count; ++i) {
    DmmView row = entries(traffic, b, entry(b, s.first + i, t.first), t.count);
    count += dmm_view_count(&row);
  }
  char *copy = dmm_scratch(traffic->call->self, count * elem_bytes(traffic));
  DmmView view = dmm_view_dense(copy, count, elem_bytes(traffic));
  for (int64_t i = 0; i < s.count; ++i) {
    DmmView row = entries(traffic, b, entry(b, s.first + i, t.first), t.count);
    dmm_view_pack(copy, &row);
    copy += dmm_view_count(&row) * elem_bytes(traffic);
  }
  return view;
}

/// A member receives whole sources only, which follow each other.
static void message(const DmmTraffic *traffic, const Bundle *b,
                    const DmmStep *step) {
  int64_t partition = dmm_member_partition(traffic->call, step->peer);
  DmmView view = step_view(traffic, b, step);
  if (step->kind == DMM_STEP_SEND)
    dmm_call_post(traffic->call, partition, &view);
  else
    dmm_call_receive(traffic->call, partition, &view);
}

static bool range_holds(DmmRange range, DmmRange part) {
  return part.first >= range.first &&
         part.first + part.count <= range.first + range.count;
}

/// The last of `n` bundles that has the entries of a step.
static const Bundle *find_bundle(const Bundle *bundles, int64_t n,
                                 const DmmStep *step) {
  const Bundle *b = bundles + n - 1;
  while (!range_holds(b->sources, step->sources) ||
         !range_holds(b->targets, step->targets))
    --b;
  return b;
}

static int64_t count_opened(const DmmSteps *steps) {
  int64_t n = 0;
  for (int64_t i = 0; i < steps->n; ++i)
    n += steps->steps[i].kind == DMM_STEP_OPEN;
  return n;
}

void dmm_traffic_run(const DmmTraffic *traffic) {
  const DmmStages *stages = &traffic->schedule->stages;
  int64_t coords[DMM_RT_MAX_AXES];
  dmm_stages_coords(stages, traffic->call->group_rank, coords);
  int64_t self = dmm_place_of(stages, coords), n = 0;
  DmmSteps steps;
  dmm_call_steps(&steps, traffic->call, traffic->schedule);
  Bundle *bundles = dmm_scratch(
      traffic->call->self, count_opened(&steps) * (int64_t)sizeof *bundles);
  for (int64_t i = 0; i < steps.n; ++i) {
    const DmmStep *step = &steps.steps[i];
    if (step->kind == DMM_STEP_OPEN) {
      bundles[n++] = open_bundle(traffic, step);
      if (range_has(step->sources, self))
        fill(traffic, &bundles[n - 1], self);
    } else if (step->kind == DMM_STEP_CLOSE) {
      take(traffic, &bundles[n - 1], self);
    } else {
      message(traffic, find_bundle(bundles, n, step), step);
    }
  }
}
