//===- summary.c - Figures of a session -----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t dmm_plan_live_words(const DmmPlan *plan) {
  int64_t words = 0;
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].role != DMM_ROLE_SCALAR && !plan->arrays[i].reduction &&
        !plan->arrays[i].is_copy)
      words += dmm_array_elements(&plan->arrays[i]);
  return words;
}

int64_t dmm_plan_partition_words(const DmmPlan *plan) {
  int64_t words = 0;
  for (int i = 0; i < plan->nbuffers; ++i)
    words += dmm_buffer_elements(&plan->buffers[i]);
  return words;
}

static double ratio(int64_t part, int64_t whole) {
  if (part == DMM_DYNAMIC || whole == DMM_DYNAMIC)
    return (double)NAN;
  return whole ? (double)part / (double)whole : 1;
}

double dmm_model_share(const DmmModel *model) {
  return ratio(model->work.distributed, model->work.instances);
}

double dmm_model_efficiency(const DmmModel *model, int64_t npartitions) {
  return ratio(model->work.instances, model->work.busiest) /
         (double)npartitions;
}

static int compare_times(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// The time that `rank` runs are faster than.
static double ranked_time(const DmmSession *session, int rank) {
  size_t n = (size_t)session->nruns;
  double *times = calloc(n + 1, sizeof *times);
  if (!times)
    return 0;
  memcpy(times, session->run_s, n * sizeof *times);
  qsort(times, n, sizeof *times, compare_times);
  double time = times[rank];
  free(times);
  return time;
}

double dmm_session_median_s(const DmmSession *session) {
  return session->nruns ? ranked_time(session, session->nruns / 2) : 0;
}

double dmm_session_least_s(const DmmSession *session) {
  return session->nruns ? ranked_time(session, 0) : 0;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static void describe_axis(const DmmAxisLayout *layout, DmmText *text) {
  if (layout->state == DMM_REPLICATED) {
    dmm_text_printf(text, "replicated");
  } else if (layout->state == DMM_PINNED) {
    dmm_text_printf(text, "at coordinate %" PRId64, layout->offset);
  } else {
    dmm_text_printf(text, "dim %" PRId64 " in blocks of %" PRId64, layout->dim,
                    layout->block);
  }
}

void dmm_layout_describe(const DmmArray *array, int naxes, DmmText *text) {
  for (int axis = 0; axis < naxes; ++axis) {
    dmm_text_printf(text, "%saxis %d: ", axis ? "; " : "", axis);
    describe_axis(&array->layout[axis], text);
  }
}

static void spell_default(const char *name, int64_t value, int64_t initial,
                          DmmText *text) {
  if (value != initial)
    dmm_text_printf(text, ", %s = %" PRId64, name, value);
}

static void spell_axis(const DmmAxisLayout *layout, DmmText *text) {
  dmm_text_printf(text, "{");
  if (layout->state == DMM_PINNED)
    dmm_text_printf(text, "pin = %" PRId64, layout->offset);
  if (layout->state == DMM_SHARDED) {
    dmm_text_printf(text,
                    "dim = %" PRId64 ", block = %" PRId64 ", extent = %" PRId64,
                    layout->dim, layout->block, layout->extent);
    spell_default("numerator", layout->numerator, 1, text);
    spell_default("denominator", layout->denominator, 1, text);
    spell_default("offset", layout->offset, 0, text);
    spell_default("cycle", layout->cycle, 0, text);
  }
  dmm_text_printf(text, "}");
}

void dmm_layout_spell(const DmmArray *array, int naxes, DmmText *text) {
  dmm_text_printf(text, "#dmm.layout<[");
  for (int axis = 0; axis < naxes; ++axis) {
    dmm_text_printf(text, "%s", axis ? ", " : "");
    spell_axis(&array->layout[axis], text);
  }
  dmm_text_printf(text, "]>");
}
