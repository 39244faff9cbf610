//===- simulate_message.c - Executing one message of a plan ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies versions between the views of the members of one group, by the rules
// that the runtime moves data by, and counts what crosses partitions.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

#include <string.h>

typedef struct Execution {
  Sim *sim;
  const SimMessage *message;
  int id;
  int64_t leader;
} Execution;

static SimPartition *member(const Execution *e, int64_t rank) {
  return &e->sim->partitions[e->leader + e->message->members[rank]];
}

static DmmOpCount *count(const Execution *e) {
  return &e->sim->result->ops[e->message->message->op];
}

static void count_transfer(const Execution *e, int64_t words) {
  ++count(e)->messages;
  count(e)->words += words;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static bool fail_place(const Execution *e, const SimPartition *partition,
                       const int64_t *x, const char *what) {
  DmmText text = {0};
  dmm_text_printf(&text, "%s on ", e->message->message->name);
  dmm_sim_put_partition(e->sim, partition, &text);
  dmm_text_printf(&text, ": brings ");
  dmm_sim_put_element(e->sim, e->message->message->array, x, &text);
  dmm_text_printf(&text, ", %s", what);
  return dmm_sim_fail_text(e->sim, e->message->message->loc, &text);
}

/// Copies the n elements from x on along the last dimension. The place is
/// linear in x: what holds at both ends holds between.
static bool copy_run(const SimView *dst, const SimView *src, int64_t *x,
                     int64_t n) {
  int last = dst->rank - 1;
  int64_t to = dmm_sim_index(dst, x), from = dmm_sim_index(src, x);
  int64_t to_step = 0, from_step = 0;
  if (last >= 0) {
    to_step = dst->dims[last].scale * dst->dims[last].stride;
    from_step = src->dims[last].scale * src->dims[last].stride;
    x[last] += n - 1;
    bool ends = dmm_sim_index(dst, x) >= 0 && dmm_sim_index(src, x) >= 0;
    x[last] -= n - 1;
    if (!ends)
      return false;
  }
  if (to < 0 || from < 0)
    return false;
  for (int64_t i = 0; i < n; ++i)
    dst->data[to + i * to_step] = src->data[from + i * from_step];
  return true;
}

/// Moves x to the start of the next run of the region; false after the last.
static bool next_run(SimRegion region, int rank, int64_t *x) {
  for (int d = rank - 2; d >= 0; --d) {
    if (++x[d] < region.hi[d])
      return true;
    x[d] = region.lo[d];
  }
  return false;
}

/// Copies a region that is not empty. On failure the run that does not fit
/// starts at the simulation's `subscripts`.
static bool copy_region(const Execution *e, const SimView *dst,
                        const SimView *src, SimRegion region) {
  int64_t *x = e->sim->subscripts;
  int rank = dst->rank;
  for (int d = 0; d < rank; ++d)
    x[d] = region.lo[d];
  int64_t n = rank ? region.hi[rank - 1] - region.lo[rank - 1] : 1;
  do {
    if (!copy_run(dst, src, x, n))
      return false;
  } while (next_run(region, rank, x));
  return true;
}

static int64_t region_words(SimRegion region, int rank) {
  int64_t words = 1;
  for (int d = 0; d < rank; ++d)
    words *= region.hi[d] - region.lo[d];
  return words;
}

//===----------------------------------------------------------------------===//
// Broadcast, scatter, gather: between the caller's array and the homes
//===----------------------------------------------------------------------===//

static bool check_root(const Execution *e) {
  const DmmMessage *message = e->message->message;
  const SimPartition *root = member(e, message->root);
  if (root == e->sim->partitions)
    return true;
  DmmText text = {0};
  dmm_text_printf(&text, "%s: its root is ", message->name);
  dmm_sim_put_partition(e->sim, root, &text);
  dmm_text_printf(&text, ", which does not have the caller's array");
  return dmm_sim_fail_text(e->sim, message->loc, &text);
}

/// Whether the member is the one of its copies that gathers: the first one.
static bool is_first_copy(const Execution *e, const SimPartition *partition) {
  const DmmMessage *message = e->message->message;
  const DmmArray *array = &e->sim->plan->arrays[message->array];
  for (int i = 0; i < message->naxes; ++i) {
    int axis = message->axes[i];
    if (array->layout[axis].state == DMM_REPLICATED && partition->coords[axis])
      return false;
  }
  return true;
}

/// The part of the array that the message moves between the root and this
/// member; false if none.
static bool rooted_region(const Execution *e, const SimPartition *partition) {
  const DmmMessage *message = e->message->message;
  SimRegion region = e->sim->owned;
  bool owns = dmm_sim_owned(e->sim, message->array, partition, false, region);
  if (message->op == DMM_RT_SCATTER)
    return owns;
  if (message->op == DMM_RT_GATHER)
    return owns && is_first_copy(e, partition);
  const DmmArray *array = &e->sim->plan->arrays[message->array];
  for (int d = 0; d < array->rank; ++d) {
    region.lo[d] = 0;
    region.hi[d] = array->sizes[d];
  }
  return dmm_array_elements(array) > 0;
}

static bool rooted_copy(const Execution *e, const SimPartition *partition) {
  const DmmMessage *message = e->message->message;
  const SimView *home = &partition->homes[message->array];
  const SimView *caller = &e->sim->caller[message->array];
  // The program refers to a scalar itself: it needs no home.
  const DmmArray *array = &e->sim->plan->arrays[message->array];
  if (array->role == DMM_ROLE_SCALAR && array->home < 0)
    return true;
  bool gathers = message->op == DMM_RT_GATHER;
  if (copy_region(e, gathers ? caller : home, gathers ? home : caller,
                  e->sim->owned))
    return true;
  return fail_place(e, partition, e->sim->subscripts,
                    "which the member does not own");
}

static bool run_rooted(const Execution *e) {
  const DmmMessage *message = e->message->message;
  int rank = e->sim->plan->arrays[message->array].rank;
  if (!check_root(e))
    return false;
  for (int64_t i = 0; i < e->message->nmembers; ++i) {
    const SimPartition *partition = member(e, i);
    if (!rooted_region(e, partition))
      continue;
    if (!rooted_copy(e, partition))
      return false;
    if (i != message->root)
      count_transfer(e, region_words(e->sim->owned, rank));
  }
  if (message->op == DMM_RT_GATHER)
    e->sim->gathered[message->array] = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Transpose: from the homes to the receive buffers
//===----------------------------------------------------------------------===//

/// The box that the member needs; false if it is empty.
static bool evaluate_box(const Execution *e, const SimPartition *partition) {
  const SimMessage *message = e->message;
  const int64_t *vars = partition->cursor.vars;
  SimRegion box = e->sim->box;
  bool some = dmm_sim_holds(&message->guards, vars);
  for (int d = 0; d < e->sim->plan->arrays[message->message->array].rank; ++d) {
    box.lo[d] = dmm_sim_max(&message->lower[d], vars);
    box.hi[d] = dmm_sim_min(&message->upper[d], vars);
    some = some && box.lo[d] < box.hi[d];
  }
  return some;
}

/// Whether the sender's copy serves the receiver: where the array is replicated
/// on an axis of the group, each coordinate serves itself.
static bool serves(const Execution *e, const SimPartition *sender,
                   const SimPartition *receiver) {
  const DmmMessage *message = e->message->message;
  const DmmArray *array = &e->sim->plan->arrays[message->array];
  for (int i = 0; i < message->naxes; ++i) {
    int axis = message->axes[i];
    if (array->layout[axis].state == DMM_REPLICATED &&
        sender->coords[axis] != receiver->coords[axis])
      return false;
  }
  return true;
}

/// Narrows the region of the sender to the box; false if nothing is left.
static bool intersect_box(Sim *sim, int rank) {
  SimRegion owned = sim->owned, box = sim->box;
  for (int d = 0; d < rank; ++d) {
    owned.lo[d] = owned.lo[d] > box.lo[d] ? owned.lo[d] : box.lo[d];
    owned.hi[d] = owned.hi[d] < box.hi[d] ? owned.hi[d] : box.hi[d];
    if (owned.lo[d] >= owned.hi[d])
      return false;
  }
  return true;
}

/// As the runtime, which does not know where the array ends within a block,
/// this moves padding too if the box asks for it.
static bool transfer(const Execution *e, const SimPartition *sender,
                     const SimPartition *receiver) {
  Sim *sim = e->sim;
  int array = e->message->message->array, rank = sim->plan->arrays[array].rank;
  if (!serves(e, sender, receiver) ||
      !dmm_sim_owned(sim, array, sender, true, sim->owned) ||
      !intersect_box(sim, rank))
    return true;
  if (!copy_region(e, dmm_sim_received(sim, receiver, e->id),
                   &sender->homes[array], sim->owned))
    return fail_place(e, receiver, sim->subscripts,
                      "which does not fit the receive buffer");
  if (sender != receiver)
    count_transfer(e, region_words(sim->owned, rank));
  return true;
}

static bool receive(const Execution *e, const SimPartition *receiver) {
  int buffer = e->message->message->buffer;
  int64_t n = dmm_buffer_elements(&e->sim->plan->buffers[buffer]);
  memset(receiver->buffers[buffer], 0, (size_t)n * sizeof(SimVersion));
  if (!evaluate_box(e, receiver))
    return true;
  for (int64_t i = 0; i < e->message->nmembers; ++i)
    if (!transfer(e, member(e, i), receiver))
      return false;
  return true;
}

static bool run_transpose(const Execution *e) {
  for (int64_t i = 0; i < e->message->nmembers; ++i)
    if (!receive(e, member(e, i)))
      return false;
  return true;
}

bool dmm_sim_message(Sim *sim, int id, int64_t leader) {
  Execution e = {sim, &sim->messages[id], id, leader};
  ++count(&e)->calls;
  if (e.message->message->op == DMM_RT_TRANSPOSE)
    return run_transpose(&e);
  return run_rooted(&e);
}
