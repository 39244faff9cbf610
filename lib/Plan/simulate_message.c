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

static bool flow(const Execution *e, SimFlow flow) {
  dmm_sim_flow(e->sim, e->id, e->leader, flow);
  return true;
}

//===----------------------------------------------------------------------===//
// Regions
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

static int64_t region_words(SimRegion region, int rank) {
  int64_t words = 1;
  for (int d = 0; d < rank; ++d)
    words *= region.hi[d] - region.lo[d];
  return words;
}

//===----------------------------------------------------------------------===//
// Scatter, gather: between the whole form and the homes
//===----------------------------------------------------------------------===//

static bool check_root(const Execution *e) {
  const DmmMessage *message = e->message->message;
  const SimPartition *root = member(e, message->root);
  if (root == e->sim->partitions)
    return true;
  DmmText text = {0};
  dmm_text_printf(&text, "%s: its root is ", message->name);
  dmm_sim_put_partition(e->sim, root, &text);
  dmm_text_printf(&text, ", which does not have the whole array");
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

/// Whether the array gets to the member from another copy.
static bool is_passed_on(const Execution *e, const SimPartition *partition) {
  const DmmPlan *plan = e->sim->plan;
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (partition->coords[axis] &&
        dmm_array_is_passed_on(plan, &plan->arrays[e->message->message->array],
                               axis))
      return true;
  return false;
}

/// The part of the array that the message moves between the root and this
/// member; false if none.
static bool rooted_region(const Execution *e, const SimPartition *partition) {
  const DmmMessage *message = e->message->message;
  bool owns =
      dmm_sim_owned(e->sim, message->array, partition, false, e->sim->owned);
  return owns && (message->op == DMM_RT_SCATTER ? !is_passed_on(e, partition)
                                                : is_first_copy(e, partition));
}

static bool rooted_copy(const Execution *e, const SimPartition *partition) {
  const DmmMessage *message = e->message->message;
  const SimView *home = &partition->homes[message->array];
  const SimView *whole = &e->sim->whole[message->array];
  bool gathers = message->op == DMM_RT_GATHER;
  if (dmm_sim_copy_region(e->sim, gathers ? whole : home,
                          gathers ? home : whole, e->sim->owned))
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
    bool gathers = message->op == DMM_RT_GATHER;
    if (i != message->root)
      dmm_sim_transfer(e->sim, gathers ? i : message->root,
                       gathers ? message->root : i,
                       region_words(e->sim->owned, rank));
  }
  if (message->op == DMM_RT_GATHER)
    e->sim->gathered[message->array] = true;
  return flow(e, SIM_FLOW_DIRECT);
}

//===----------------------------------------------------------------------===//
// Broadcast, send: from the homes of coordinate 0 to all homes
//===----------------------------------------------------------------------===//

/// The last of the message's axes, by its number, on which member `i` is not
/// the first: it gets the value along that one.
static int arrives_along(const Execution *e, int64_t i) {
  const DmmMessage *message = e->message->message;
  int k = message->naxes - 1;
  while (k >= 0 && member(e, i)->coords[message->axes[k]] == 0)
    --k;
  return k;
}

/// Along axis number `k`, on each line that starts where the value is.
static void hop_along(const Execution *e, int k, int64_t words) {
  const DmmMessage *message = e->message->message;
  int64_t stride = 1;
  for (int later = k + 1; later < message->naxes; ++later)
    stride *= e->sim->plan->grid[message->axes[later]].size;
  for (int64_t i = 1; i < e->message->nmembers; ++i)
    if (arrives_along(e, i) == k)
      dmm_sim_transfer(e->sim, i - stride, i, words);
}

/// Axis by axis.
static void hop(const Execution *e, int64_t words) {
  const DmmMessage *message = e->message->message;
  DmmOpCount *ops = e->sim->result->ops;
  int64_t n = 1;
  --ops[DMM_RT_SEND].calls; // counted once for the group
  for (int k = 0; k < message->naxes; ++k) {
    ops[DMM_RT_SEND].calls += n;
    ops[DMM_RT_RECV].calls += n;
    n *= e->sim->plan->grid[message->axes[k]].size;
    hop_along(e, k, words);
  }
  flow(e, SIM_FLOW_IN_ORDER);
}

/// The home of a scalar on partition 0 is what the caller gives.
static bool fill_first(const Execution *e) {
  const DmmArray *array = &e->sim->plan->arrays[e->message->message->array];
  return array->role != DMM_ROLE_SCALAR || rooted_copy(e, member(e, 0));
}

/// Blocks are moved as they are, with what lies beyond the array.
static bool run_spread(const Execution *e) {
  int id = e->message->message->array;
  const DmmArray *array = &e->sim->plan->arrays[id];
  // The program refers to a scalar itself: it needs no home.
  int64_t words =
      array->home < 0 ? 1 : dmm_array_block_elements(e->sim->plan, array);
  if (e->message->message->op == DMM_RT_SEND)
    hop(e, words);
  else
    dmm_sim_tree(e->sim, e->id, e->leader, DMM_SCHEDULE_BROADCAST, 0, words);
  if (array->home < 0)
    return true;
  bool some = dmm_sim_owned(e->sim, id, member(e, 0), false, e->sim->owned);
  if (!some)
    return true;
  if (!fill_first(e))
    return false;
  for (int64_t i = 1; i < e->message->nmembers; ++i)
    if (!dmm_sim_copy_region(e->sim, &member(e, i)->homes[id],
                             &member(e, 0)->homes[id], e->sim->owned))
      return fail_place(e, member(e, i), e->sim->subscripts,
                        "which the member does not own");
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
static bool move(const Execution *e, int64_t from, int64_t to) {
  Sim *sim = e->sim;
  const SimPartition *sender = member(e, from), *receiver = member(e, to);
  int array = e->message->message->array, rank = sim->plan->arrays[array].rank;
  if (!serves(e, sender, receiver) ||
      !dmm_sim_owned(sim, array, sender, true, sim->owned) ||
      !intersect_box(sim, rank))
    return true;
  if (!dmm_sim_copy_region(e->sim, dmm_sim_received(sim, receiver, e->id),
                           &sender->homes[array], sim->owned))
    return fail_place(e, receiver, sim->subscripts,
                      "which does not fit the receive buffer");
  if (from != to)
    dmm_sim_transfer(e->sim, from, to, region_words(sim->owned, rank));
  return true;
}

static void clear_received(const Execution *e, const SimPartition *receiver) {
  int buffer = e->message->message->buffer;
  int64_t n = dmm_buffer_elements(&e->sim->plan->buffers[buffer]);
  memset(receiver->buffers[buffer], 0, (size_t)n * sizeof(SimVersion));
}

static bool receive(const Execution *e, int64_t to) {
  clear_received(e, member(e, to));
  if (!evaluate_box(e, member(e, to)))
    return true;
  for (int64_t from = 0; from < e->message->nmembers; ++from)
    if (!move(e, from, to))
      return false;
  return true;
}

static bool run_transpose(const Execution *e) {
  for (int64_t i = 0; i < e->message->nmembers; ++i)
    if (!receive(e, i))
      return false;
  return flow(e, SIM_FLOW_DIRECT);
}

//===----------------------------------------------------------------------===//
// Broadcast and all-gather of a box that all members share
//===----------------------------------------------------------------------===//

static bool fail_owner(const Execution *e) {
  DmmText text = {0};
  dmm_text_printf(&text, "%s: nobody owns what it brings",
                  e->message->message->name);
  return dmm_sim_fail_text(e->sim, e->message->message->loc, &text);
}

static bool copy_box(const Execution *e, const SimPartition *to,
                     const SimPartition *from) {
  int array = e->message->message->array;
  if (dmm_sim_copy_region(e->sim, dmm_sim_received(e->sim, to, e->id),
                          &from->homes[array], e->sim->box))
    return true;
  return fail_place(e, to, e->sim->subscripts,
                    "which its owner does not have, or which does not fit the "
                    "receive buffer");
}

static bool run_box_broadcast(const Execution *e) {
  int64_t root = dmm_sim_owner(e->sim, e->id, e->leader), words = 0;
  int rank = e->sim->plan->arrays[e->message->message->array].rank;
  if (root < 0)
    return fail_owner(e);
  for (int64_t i = 0; i < e->message->nmembers; ++i) {
    clear_received(e, member(e, i));
    if (!evaluate_box(e, member(e, i)))
      continue;
    if (!copy_box(e, member(e, i), member(e, root)))
      return false;
    words = region_words(e->sim->box, rank);
  }
  dmm_sim_tree(e->sim, e->id, e->leader, DMM_SCHEDULE_BROADCAST, root, words);
  return true;
}

/// Everything that `from` owns within the box, but for further copies.
static bool gather_part(const Execution *e, int64_t receiver, int64_t sender) {
  Sim *sim = e->sim;
  const SimPartition *to = member(e, receiver), *from = member(e, sender);
  int array = e->message->message->array, rank = sim->plan->arrays[array].rank;
  if (!evaluate_box(e, to) || !is_first_copy(e, from) ||
      !dmm_sim_owned(sim, array, from, false, sim->owned) ||
      !intersect_box(sim, rank))
    return true;
  if (!dmm_sim_copy_region(e->sim, dmm_sim_received(sim, to, e->id),
                           &from->homes[array], sim->owned))
    return fail_place(e, to, sim->subscripts,
                      "which does not fit the receive buffer");
  if (from != to)
    dmm_sim_transfer(e->sim, sender, receiver, region_words(sim->owned, rank));
  return true;
}

static bool run_all_gather(const Execution *e) {
  for (int64_t i = 0; i < e->message->nmembers; ++i) {
    clear_received(e, member(e, i));
    for (int64_t k = 0; k < e->message->nmembers; ++k)
      if (!gather_part(e, i, k))
        return false;
  }
  return flow(e, SIM_FLOW_DIRECT);
}

//===----------------------------------------------------------------------===//
// Halo
//===----------------------------------------------------------------------===//

/// The box, with the cells from `lo` to `hi` along the dimension with ghosts;
/// false if nothing is left.
static bool halo_region(const Execution *e, const SimPartition *partition,
                        int64_t lo, int64_t hi) {
  const SimMessage *message = e->message;
  const DmmArray *array = &e->sim->plan->arrays[message->message->array];
  const int64_t *vars = partition->cursor.vars;
  SimRegion box = e->sim->box;
  bool some = true;
  for (int d = 0; d < array->rank; ++d) {
    bool ghosts = d == message->message->dim;
    int64_t offset = array->layout[message->message->axes[0]].offset;
    box.lo[d] = ghosts ? lo - offset : dmm_sim_max(&message->lower[d], vars);
    box.hi[d] = ghosts ? hi - offset : dmm_sim_min(&message->upper[d], vars);
    some = some && box.lo[d] < box.hi[d];
  }
  return some;
}

/// Brings what `from` has of the cells [lo, hi), which are ghosts of `to`.
static bool fetch(const Execution *e, int64_t receiver, int64_t sender,
                  int64_t lo, int64_t hi) {
  const DmmMessage *message = e->message->message;
  const SimPartition *to = member(e, receiver), *from = member(e, sender);
  const DmmAxisLayout *l =
      &e->sim->plan->arrays[message->array].layout[message->axes[0]];
  int64_t c = from->coords[message->axes[0]];
  int64_t first = dmm_block_lo(l->block, l->extent, c);
  int64_t last = dmm_block_hi(l->block, l->extent, c);
  lo = lo > first ? lo : first;
  hi = hi < last ? hi : last;
  if (from == to || !halo_region(e, to, lo, hi))
    return true;
  if (!dmm_sim_copy_region(e->sim, &to->ghosted[message->array],
                           &from->ghosted[message->array], e->sim->box))
    return fail_place(e, to, e->sim->subscripts,
                      "which lies outside of the home and its ghosts");
  dmm_sim_transfer(e->sim, sender, receiver,
                   region_words(e->sim->box, to->homes[message->array].rank));
  return true;
}

/// Ghosts lie on both sides of a block that is not empty.
static bool fetch_sides(const Execution *e, int64_t receiver) {
  const DmmMessage *message = e->message->message;
  const SimPartition *to = member(e, receiver);
  const DmmAxisLayout *l =
      &e->sim->plan->arrays[message->array].layout[message->axes[0]];
  int64_t c = to->coords[message->axes[0]];
  int64_t lo = dmm_block_lo(l->block, l->extent, c);
  int64_t hi = dmm_block_hi(l->block, l->extent, c);
  if (lo == hi || !to->homes[message->array].data)
    return true;
  for (int64_t i = 0; i < e->message->nmembers; ++i)
    if (!fetch(e, receiver, i, lo - message->low, lo) ||
        !fetch(e, receiver, i, hi, hi + message->high))
      return false;
  return true;
}

static bool run_halo(const Execution *e) {
  for (int64_t i = 0; i < e->message->nmembers; ++i)
    if (!fetch_sides(e, i))
      return false;
  return flow(e, SIM_FLOW_SIDES);
}

/// Whether the program executes the message at all: what all members share is
/// guarded as a whole.
static bool takes_place(const Execution *e) {
  const DmmMessage *message = e->message->message;
  if (dmm_message_spreads(message))
    return dmm_array_is_at(e->sim->plan, &e->sim->plan->arrays[message->array],
                           member(e, 0)->coords);
  return message->op == DMM_RT_TRANSPOSE || !message->box ||
         dmm_sim_holds(&e->message->guards, member(e, 0)->cursor.vars);
}

bool dmm_sim_message(Sim *sim, int id, int64_t leader) {
  Execution e = {sim, &sim->messages[id], id, leader};
  const DmmMessage *message = e.message->message;
  if (!takes_place(&e))
    return true;
  ++count(&e)->calls;
  if (message->op == DMM_RT_TRANSPOSE)
    return run_transpose(&e);
  if (message->op == DMM_RT_REDUCE || message->op == DMM_RT_ALL_REDUCE)
    return dmm_sim_reduce(sim, id, leader);
  if (message->op == DMM_RT_HALO)
    return run_halo(&e);
  if (dmm_message_spreads(message))
    return run_spread(&e);
  if (message->buffer < 0)
    return run_rooted(&e);
  return message->op == DMM_RT_BROADCAST ? run_box_broadcast(&e)
                                         : run_all_gather(&e);
}
