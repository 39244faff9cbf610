//===- collectives.c - Messages as the machine prices them ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/collectives.h"

#include "Plan/estimate.h"
#include "Plan/expr.h"
#include "Plan/receive.h"
#include "Support/element.h"

#include <math.h>

static uint32_t axis_bits(const DmmMessage *message) {
  uint32_t bits = 0;
  for (int i = 0; i < message->naxes; ++i)
    bits |= UINT32_C(1) << message->axes[i];
  return bits;
}

/// What n stands for in the cost of the kind.
static double words_of(const DmmEstimate *e, const DmmMessage *message) {
  const DmmArray *array = &e->plan->arrays[message->array];
  if (message->op == DMM_RT_HALO)
    return (double)(message->low + message->high) *
           dmm_estimate_box_words(e, message);
  if (message->buffer >= 0 && message->box && !message->layout)
    return dmm_estimate_box_words(e, message);
  if (message->op == DMM_RT_SCATTER || message->op == DMM_RT_GATHER)
    return dmm_estimate_array_words(e, array);
  return array->home >= 0 ? dmm_estimate_buffer_words(e, array->home) : 0;
}

void dmm_collectives_add(DmmArena *arena, DmmCollectives *list,
                         DmmCollective collective, int message) {
  size_t n = (size_t)list->n;
  list->items = dmm_arena_push(arena, list->items, n, sizeof *list->items);
  list->messages =
      dmm_arena_push(arena, list->messages, n, sizeof *list->messages);
  list->items[list->n] = collective;
  list->messages[list->n++] = message;
}

/// What the caller gives, with its contents at the start.
static bool is_input(const DmmArray *array) {
  bool is_argument = array->role != DMM_ROLE_LOCAL && !array->is_resident;
  return array->is_copy || (is_argument && !array->written);
}

/// Entry and exit: between the homes and a whole form, and what brings
/// partitions all that they need of an input, before any loop.
static bool is_boundary(const DmmPlan *plan, const DmmMessage *message,
                        double trips) {
  bool moves_whole = message->buffer < 0 && (message->op == DMM_RT_SCATTER ||
                                             message->op == DMM_RT_GATHER);
  return moves_whole || (trips <= 1 && is_input(&plan->arrays[message->array]));
}

DmmCollective dmm_message_collective(const DmmPlan *plan,
                                     const DmmMessage *message) {
  return (DmmCollective){
      .kind = dmm_collective_kind(message->op, message->layout,
                                  message->root != DMM_ROOT_NONE),
      .axes = axis_bits(message),
      .words = message->words,
      .element_bytes = dmm_suffix_bytes(plan->arrays[message->array].element),
      .calls = 1,
      .partners = message->partners,
  };
}

static void add_message(const DmmEstimate *e, const DmmNode *leaf, double trips,
                        void *user) {
  DmmRunCollectives *found = user;
  if (leaf->kind != DMM_NODE_MESSAGE)
    return;
  const DmmMessage *message = &e->plan->messages[leaf->id];
  DmmCollectives *list =
      is_boundary(e->plan, message, trips) ? &found->boundary : &found->inner;
  DmmCollective collective = dmm_message_collective(e->plan, message);
  collective.calls = trips;
  if (collective.words <= 0 || dmm_estimate_members(e->plan, message) == 1)
    return;
  if (collective.kind != DMM_COLLECTIVE_CHAIN) {
    dmm_collectives_add(e->plan->arena, list, collective, leaf->id);
    return;
  }
  for (int i = 0; i < message->naxes; ++i) {
    collective.axes = UINT32_C(1) << message->axes[i];
    dmm_collectives_add(e->plan->arena, list, collective, leaf->id);
  }
}

/// Coordinates of the axis whose elements the box of a transpose takes.
static double senders_on_axis(const DmmEstimate *e, const DmmMessage *message,
                              int axis) {
  const DmmArray *array = &e->plan->arrays[message->array];
  const DmmAxisLayout *l = &array->layout[axis];
  if (l->state != DMM_SHARDED)
    return 1;
  const DmmBoxDim *dim = &message->box[l->dim];
  int64_t lo = dmm_expr_list_max(&dim->lower, e->vars);
  int64_t hi = dmm_expr_list_min(&dim->upper, e->vars);
  const DmmTemplate *t = &e->plan->templates[array->templates[axis]];
  int64_t block = t->block == DMM_DYNAMIC ? e->vars[t->block_var] : t->block;
  return (double)dmm_axis_owners(l, block, lo, hi);
}

/// 0 where they are all.
static double partners_of(const DmmEstimate *e, const DmmMessage *message) {
  double senders = 1, members = dmm_estimate_members(e->plan, message);
  if (message->op != DMM_RT_TRANSPOSE)
    return 0;
  for (int i = 0; i < message->naxes; ++i)
    senders *= senders_on_axis(e, message, message->axes[i]);
  return senders < members ? senders : 0;
}

static void estimate_message(const DmmEstimate *e, const DmmNode *leaf,
                             double trips, void *user) {
  DmmPlan *plan = user;
  (void)trips;
  if (leaf->kind != DMM_NODE_MESSAGE)
    return;
  DmmMessage *message = &plan->messages[leaf->id];
  message->words = round(words_of(e, message));
  message->partners = partners_of(e, message);
}

void dmm_plan_estimate_words(DmmPlan *plan) {
  DmmEstimate e = dmm_estimate_create(plan, DMM_TYPICAL_SIZE, DMM_WHERE_MIDDLE);
  dmm_estimate_walk(&e, estimate_message, plan);
}

DmmRunCollectives dmm_plan_collectives(const DmmPlan *plan) {
  DmmRunCollectives found = {0};
  DmmEstimate e = dmm_estimate_create(plan, DMM_TYPICAL_SIZE, DMM_WHERE_MIDDLE);
  if (!plan->fallback)
    dmm_estimate_walk(&e, add_message, &found);
  return found;
}
