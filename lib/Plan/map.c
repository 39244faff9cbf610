//===- map.c - Where the statements run -----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether partial sums pay is told by what owner computes would cost, so the
// statements are mapped before they are found, and once more with them.
//
//===----------------------------------------------------------------------===//

#include "Plan/steps.h"

#include <string.h>

/// What the arrays were like before some were made private.
static void restore_layouts(DmmPlan *plan, int *const *templates) {
  size_t n = (size_t)plan->naxes;
  for (int i = 0; i < plan->narrays; ++i) {
    DmmArray *a = &plan->arrays[i];
    memcpy(a->layout, a->choice, n * sizeof *a->layout);
    memcpy(a->templates, templates[i], n * sizeof *a->templates);
    a->is_private = false;
  }
}

static int **save_templates(const DmmPlan *plan) {
  int **saved =
      dmm_arena_alloc(plan->arena, (size_t)plan->narrays * sizeof *saved);
  for (int i = 0; i < plan->narrays; ++i)
    saved[i] = dmm_arena_copy(plan->arena, plan->arrays[i].templates,
                              (size_t)plan->naxes * sizeof **saved);
  return saved;
}

void dmm_requests_extend(const DmmPlan *plan, int narrays, int nloops,
                         DmmRequests *requests) {
  DmmArrayRequest *arrays =
      dmm_arena_alloc(plan->arena, (size_t)plan->narrays * sizeof *arrays);
  int *loop_axis =
      dmm_arena_alloc(plan->arena, (size_t)plan->nloops * sizeof *loop_axis);
  memcpy(arrays, requests->arrays,
         (size_t)(plan->narrays - narrays) * sizeof *arrays);
  for (int i = 0; i < plan->nloops; ++i)
    loop_axis[i] = i < plan->nloops - nloops ? requests->loop_axis[i] : -1;
  requests->arrays = arrays;
  requests->loop_axis = loop_axis;
}

void dmm_plan_map(DmmPlan *plan, DmmPoly **poly, DmmRequests *requests,
                  const DmmForm *forms, bool strict) {
  int **templates = save_templates(plan);
  dmm_plan_map_statements(plan);
  dmm_plan_privatize(plan, *poly, requests);
  DmmTermNest *nests = NULL;
  int narrays = plan->narrays, nloops = plan->nloops;
  int n = dmm_plan_find_reductions(plan, *poly, forms, strict, &nests);
  if (!n)
    return;
  restore_layouts(plan, templates);
  dmm_plan_add_partials(plan, *poly, nests, n);
  dmm_requests_extend(plan, plan->narrays - narrays, plan->nloops - nloops,
                      requests);
  dmm_poly_free(*poly);
  *poly = dmm_poly_create(plan);
  dmm_plan_map_statements(plan);
  dmm_plan_privatize(plan, *poly, requests);
}
