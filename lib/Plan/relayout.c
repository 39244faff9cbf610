//===- relayout.c - Loops that want arrays in other layouts ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One layout an array is not always enough: where rows are swept and then
// columns, either sweep needs a message in every step. Such a loop is found by
// its messages, and by the layouts that would be chosen if it stood alone.
// Consecutive loops that agree make one region. Whether it pays to lay the
// arrays out anew, the cost of the plan that does so tells (candidates.c).
//
//===----------------------------------------------------------------------===//

#include "Plan/steps.h"

#include <string.h>

typedef struct Finder {
  DmmPlan *plan;
  const DmmPoly *poly;
  const DmmRequests *requests;
} Finder;

//===----------------------------------------------------------------------===//
// Loops with messages inside
//===----------------------------------------------------------------------===//

static const DmmNode *find_loop(const DmmNode *node, int id) {
  if (node->kind == DMM_NODE_LOOP && node->id == id)
    return node;
  for (int i = 0; i < node->nchildren; ++i) {
    const DmmNode *found = find_loop(node->children[i], id);
    if (found)
      return found;
  }
  return NULL;
}

/// Whether the subtree has a message other than a halo.
static bool has_collective(const DmmPlan *plan, const DmmNode *node) {
  if (node->kind == DMM_NODE_MESSAGE)
    return plan->messages[node->id].op != DMM_RT_HALO;
  for (int i = 0; i < node->nchildren; ++i)
    if (has_collective(plan, node->children[i]))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// What a loop wants
//===----------------------------------------------------------------------===//

static void mark_statements(const DmmNode *node, bool *marks) {
  if (node->kind == DMM_NODE_STATEMENT)
    marks[node->id] = true;
  for (int i = 0; i < node->nchildren; ++i)
    mark_statements(node->children[i], marks);
}

/// Whether a statement that is marked accesses the array.
static bool is_accessed(const DmmPlan *plan, int array, const bool *marks) {
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; marks[i] && j < plan->statements[i].naccesses; ++j)
      if (plan->statements[i].accesses[j].array == array)
        return true;
  return false;
}

/// Whether the array is cut alike in both.
static bool same_dims(const DmmPlan *plan, int array, const int *a,
                      const int *b) {
  size_t n = (size_t)plan->naxes, at = (size_t)array * n;
  return !memcmp(&a[at], &b[at], n * sizeof *a);
}

static bool is_written(const DmmPlan *plan, int array, const bool *marks) {
  for (int i = 0; i < plan->nstatements; ++i)
    if (marks[i] && dmm_statement_write(&plan->statements[i])->array == array)
      return true;
  return false;
}

static bool may_move(const Finder *f, int array) {
  const DmmArrayRequest *request = &f->requests->arrays[array];
  return f->plan->arrays[array].role != DMM_ROLE_SCALAR &&
         !f->plan->arrays[array].is_copy && !f->plan->arrays[array].reduction &&
         dmm_array_elements(&f->plan->arrays[array]) != 1 && !request->layout &&
         !request->split;
}

/// Fills in the arrays that the loop and the rest of the function want in
/// different layouts; false if there is none.
static bool find_wishes(const Finder *f, const DmmNode *loop,
                        DmmRelayout *region) {
  DmmPlan *plan = f->plan;
  size_t narrays = (size_t)plan->narrays, n = (size_t)plan->nstatements;
  bool *inside = dmm_arena_alloc(plan->arena, n + 1);
  bool *outside = dmm_arena_alloc(plan->arena, n + 1);
  bool *used = dmm_arena_alloc(plan->arena, narrays);
  bool *written = dmm_arena_alloc(plan->arena, narrays);
  bool *anew = dmm_arena_alloc(plan->arena, narrays);
  mark_statements(loop, inside);
  for (size_t i = 0; i < n; ++i)
    outside[i] = !inside[i];
  region->dims = dmm_plan_preferred_dims(plan, f->poly, f->requests, inside);
  const int *other =
      dmm_plan_preferred_dims(plan, f->poly, f->requests, outside);
  bool any = false;
  for (int i = 0; i < plan->narrays; ++i) {
    used[i] = is_accessed(plan, i, inside);
    written[i] = is_written(plan, i, inside);
    anew[i] = used[i] && may_move(f, i) && is_accessed(plan, i, outside) &&
              !same_dims(plan, i, region->dims, other);
    any = any || anew[i];
  }
  region->used = used;
  region->written = written;
  region->anew = anew;
  return any;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Whether both want the arrays that they share in the same layouts.
static bool agree(const DmmPlan *plan, const DmmRelayout *a,
                  const DmmRelayout *b) {
  for (int i = 0; i < plan->narrays; ++i)
    if (a->used[i] && b->used[i] && !same_dims(plan, i, a->dims, b->dims))
      return false;
  return true;
}

/// Extends region `a` by `b`, the next loop.
static void append(DmmPlan *plan, DmmRelayout *a, const DmmRelayout *b) {
  size_t n = (size_t)plan->narrays, naxes = (size_t)plan->naxes;
  int *loops =
      dmm_arena_alloc(plan->arena, ((size_t)a->nloops + 1) * sizeof *loops);
  memcpy(loops, a->loops, (size_t)a->nloops * sizeof *loops);
  loops[a->nloops++] = b->loops[0];
  int *dims = dmm_arena_copy(plan->arena, a->dims, n * naxes * sizeof *dims);
  bool *anew = dmm_arena_copy(plan->arena, a->anew, n * sizeof *anew);
  bool *used = dmm_arena_copy(plan->arena, a->used, n * sizeof *used);
  bool *written = dmm_arena_copy(plan->arena, a->written, n * sizeof *written);
  for (size_t i = 0; i < n; ++i) {
    anew[i] = anew[i] || b->anew[i];
    used[i] = used[i] || b->used[i];
    written[i] = written[i] || b->written[i];
    if (b->used[i])
      memcpy(&dims[i * naxes], &b->dims[i * naxes], naxes * sizeof *dims);
  }
  a->loops = loops;
  a->used = used;
  a->written = written;
  a->dims = dims;
  a->anew = anew;
}

static void add_region(DmmPlan *plan, DmmRelayout region) {
  plan->relayouts = dmm_arena_push(plan->arena, plan->relayouts,
                                   (size_t)plan->nrelayouts, sizeof region);
  plan->relayouts[plan->nrelayouts++] = region;
}

static bool wants_other_layouts(const Finder *f, const DmmNode *node,
                                DmmRelayout *region) {
  if (node->kind != DMM_NODE_LOOP || !f->plan->loops[node->id].ir)
    return false;
  const DmmNode *spmd = find_loop(f->plan->spmd, node->id);
  int *loops = dmm_arena_alloc(f->plan->arena, sizeof *loops);
  *loops = node->id;
  *region = (DmmRelayout){.loops = loops, .nloops = 1};
  return spmd && has_collective(f->plan, spmd) && find_wishes(f, node, region);
}

/// Looks at the loops of one body, which must have others: a loop that is alone
/// has what its function has.
static void find_in_body(const Finder *f, const DmmNode *body) {
  DmmRelayout open = {.nloops = 0};
  for (int i = 0; i <= body->nchildren; ++i) {
    DmmRelayout next;
    bool wants = i < body->nchildren && body->nchildren > 1 &&
                 wants_other_layouts(f, body->children[i], &next);
    if (wants && open.nloops && agree(f->plan, &open, &next)) {
      append(f->plan, &open, &next);
      continue;
    }
    if (open.nloops)
      add_region(f->plan, open);
    open = wants ? next : (DmmRelayout){.nloops = 0};
  }
  for (int i = 0; i < body->nchildren; ++i)
    find_in_body(f, body->children[i]);
}

void dmm_plan_find_relayouts(DmmPlan *plan, const DmmPoly *poly,
                             const DmmRequests *requests) {
  Finder finder = {plan, poly, requests};
  find_in_body(&finder, plan->source);
}
