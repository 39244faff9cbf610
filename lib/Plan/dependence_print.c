//===- dependence_print.c - Dependences as text and as JSON ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/dependence.h"

#include <inttypes.h>

const char *dmm_shape_name(DmmShape shape) {
  static const char *const names[DMM_NUM_SHAPES] = {
      "aligned", "halo",       "send",           "broadcast",
      "reduce",  "all_reduce", "reduce_scatter", "scatter",
      "gather",  "all_gather", "transpose",      "exchange"};
  return names[shape];
}

static const char *kind_name(const DmmDependence *d) {
  return d->is_uniform ? "uniform" : "affine";
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void put_axes(const DmmDependence *d, DmmText *text) {
  dmm_text_printf(text, d->naxes == 1 ? " along axis" : " along axes");
  for (int i = 0; i < d->naxes; ++i)
    dmm_text_printf(text, "%s %d", i ? "," : "", d->axes[i]);
}

static void put_distance(const DmmDependence *d, DmmText *text) {
  dmm_text_printf(text, ", distance");
  for (int i = 0; i < d->naxes; ++i) {
    dmm_text_printf(text, "%s %" PRId64, i ? "," : "", d->distance[i].least);
    if (d->distance[i].least != d->distance[i].greatest)
      dmm_text_printf(text, "..%" PRId64, d->distance[i].greatest);
  }
}

static void put_words(const DmmVolume *words, DmmText *text) {
  dmm_text_printf(text, ", %s words each time", words->formula);
  if (words->each != DMM_DYNAMIC)
    dmm_text_printf(text, " (%" PRId64 " at most, %" PRId64 " in all)",
                    words->each, words->total);
}

static void put_meeting(const DmmMeeting *meeting, DmmText *text) {
  dmm_text_printf(text, ", at level '%s'", meeting->level);
  if (meeting->near_level && meeting->near_level != meeting->level)
    dmm_text_printf(text, " (%.0f of %.0f pairs of neighbours at '%s')",
                    meeting->near, meeting->pairs, meeting->near_level);
}

void dmm_dependence_print(const DmmPlan *plan, const DmmDependence *dependence,
                          DmmText *text) {
  const DmmDependence *d = dependence;
  dmm_text_printf(text, "%s: %s of %s", kind_name(d), dmm_shape_name(d->shape),
                  plan->arrays[d->array].name);
  if (d->naxes)
    put_axes(d, text);
  if (d->distance && d->naxes)
    put_distance(d, text);
  put_words(&d->words, text);
  if (d->meeting)
    put_meeting(d->meeting, text);
  if (d->carrier >= 0)
    dmm_text_printf(text, "; carried by loop %s", plan->loops[d->carrier].name);
  dmm_text_printf(text, "; %s", d->why);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json_t *distance_json(const DmmDependence *d) {
  if (!d->distance)
    return json_null();
  json_t *list = json_array();
  for (int i = 0; i < d->naxes; ++i)
    json_array_append_new(list,
                          json_pack("[I, I]", (json_int_t)d->distance[i].least,
                                    (json_int_t)d->distance[i].greatest));
  return list;
}

static json_t *axes_json(const DmmDependence *d) {
  json_t *list = json_array();
  for (int i = 0; i < d->naxes; ++i)
    json_array_append_new(list, json_integer(d->axes[i]));
  return list;
}

static json_t *count_json(int64_t count) {
  return count == DMM_DYNAMIC ? json_null() : json_integer(count);
}

static json_t *dependence_json(const DmmPlan *plan, const DmmDependence *d) {
  return json_pack(
      "{s:s, s:s, s:s, s:s, s:o, s:o, s:{s:s, s:o, s:o}, s:s*, s:b, s:s}",
      "loc", d->loc.text ? d->loc.text : "", "array",
      plan->arrays[d->array].name, "kind", kind_name(d), "shape",
      dmm_shape_name(d->shape), "distance", distance_json(d), "axes",
      axes_json(d), "words", "formula", d->words.formula, "each",
      count_json(d->words.each), "total", count_json(d->words.total), "level",
      d->meeting ? d->meeting->level : NULL, "uniformizable",
      d->is_uniformizable, "why", d->why);
}

json_t *dmm_dependences_json(const DmmPlan *plan) {
  json_t *list = json_array();
  for (int i = 0; i < plan->ndependences; ++i)
    json_array_append_new(list, dependence_json(plan, &plan->dependences[i]));
  return list;
}
