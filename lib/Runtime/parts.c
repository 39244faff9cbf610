//===- parts.c - Collectives over elements that are cut into parts --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "parts.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Schedules of calls
//===----------------------------------------------------------------------===//

void dmm_call_schedule(DmmSchedule *schedule, const DmmCall *call,
                       DmmScheduleKind kind, int64_t root) {
  const DmmMeta *m = &call->meta;
  int64_t sizes[DMM_RT_MAX_AXES];
  for (int64_t i = 0; i < m->naxes; ++i)
    sizes[i] = m->grid[m->axes[i]];
  dmm_schedule_init(schedule, kind, m->naxes, sizes, m->nstages, m->stages,
                    root);
}

void dmm_call_steps(DmmSteps *steps, const DmmCall *call,
                    const DmmSchedule *schedule) {
  enum { FEW = sizeof steps->few / sizeof *steps->few };
  steps->steps = steps->few;
  steps->n = dmm_schedule_steps(schedule, call->group_rank, steps->few, FEW);
  if (steps->n <= FEW)
    return;
  steps->steps =
      dmm_scratch(call->self, steps->n * (int64_t)sizeof *steps->steps);
  dmm_schedule_steps(schedule, call->group_rank, steps->steps, steps->n);
}

void dmm_group_coords(const DmmCall *call, const int64_t *group,
                      int64_t *coords) {
  memcpy(coords, call->self->coords, sizeof call->self->coords);
  for (int64_t i = 0; i < call->meta.naxes; ++i)
    coords[call->meta.axes[i]] = group[i];
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// The elements of a range of parts.
static DmmView range_view(const DmmParts *p, DmmRange range) {
  if (!p->bounds)
    return *p->whole;
  int64_t first = p->bounds[range.first];
  int64_t end = p->bounds[range.first + range.count];
  return dmm_view_dense(p->whole->data + first * p->whole->elem_bytes,
                        end - first, p->whole->elem_bytes);
}

static int64_t step_count(const DmmParts *p, const DmmStep *step) {
  DmmView a = range_view(p, step->parts[0]);
  if (step->parts[1].count == 0)
    return dmm_view_count(&a);
  DmmView b = range_view(p, step->parts[1]);
  return dmm_view_count(&a) + dmm_view_count(&b);
}

/// Copies both ranges of the step to one row of elements, or from there.
static void copy_ranges(const DmmParts *p, const DmmStep *step, char *row,
                        bool to_row) {
  for (int i = 0; i < 2; ++i) {
    DmmView view = range_view(p, step->parts[i]);
    DmmView other = dmm_view_dense(row, dmm_view_count(&view), view.elem_bytes);
    dmm_view_copy(to_row ? &other : &view, to_row ? &view : &other);
    row += dmm_view_count(&view) * view.elem_bytes;
  }
}

/// Where the message of the step is: the elements themselves if there is one
/// range, else `*row` in scratch memory.
static DmmView message_view(const DmmParts *p, const DmmStep *step,
                            char **row) {
  *row = NULL;
  if (step->parts[1].count == 0)
    return range_view(p, step->parts[0]);
  int64_t count = step_count(p, step);
  *row = dmm_scratch(p->call->self, count * p->whole->elem_bytes);
  return dmm_view_dense(*row, count, p->whole->elem_bytes);
}

static void send(const DmmParts *p, const DmmStep *step, int64_t partition) {
  char *row;
  DmmView view = message_view(p, step, &row);
  if (row)
    copy_ranges(p, step, row, true);
  dmm_call_post(p->call, partition, &view);
}

static void receive(const DmmParts *p, const DmmStep *step, int64_t partition) {
  char *row;
  DmmView view = message_view(p, step, &row);
  dmm_call_receive(p->call, partition, &view);
  if (row)
    copy_ranges(p, step, row, false);
}

/// `row` has room for all elements.
static void combine(const DmmParts *p, const DmmStep *step, int64_t partition,
                    char *row) {
  int64_t bytes = p->whole->elem_bytes;
  DmmView view = dmm_view_dense(row, step_count(p, step), bytes);
  dmm_call_receive(p->call, partition, &view);
  for (int i = 0; i < 2 && (i == 0 || step->parts[i].count > 0); ++i) {
    DmmView own = range_view(p, step->parts[i]);
    int64_t count = dmm_view_count(&own);
    p->combine(own.data, row, count);
    row += count * bytes;
  }
}

/// Room for what is combined, once per call.
static char *combine_row(const DmmParts *p, char *row) {
  int64_t bytes = dmm_view_count(p->whole) * p->whole->elem_bytes;
  return row ? row : dmm_scratch(p->call->self, bytes);
}

void dmm_parts_run(const DmmParts *parts, const DmmSchedule *schedule) {
  DmmSteps steps;
  char *row = NULL;
  dmm_call_steps(&steps, parts->call, schedule);
  for (int64_t i = 0; i < steps.n; ++i) {
    const DmmStep *step = &steps.steps[i];
    int64_t partition = dmm_member_partition(parts->call, step->peer);
    switch (step->kind) {
    case DMM_STEP_SEND:
      send(parts, step, partition);
      break;
    case DMM_STEP_RECEIVE:
      receive(parts, step, partition);
      break;
    case DMM_STEP_COMBINE:
      row = combine_row(parts, row);
      combine(parts, step, partition, row);
      break;
    default:
      dmm_complete(parts->call->self);
    }
  }
}
