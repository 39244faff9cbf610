//===- simulate_reduce.c - Partial sums in a simulation -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of a partial array has, in place of a version, the sum of a number
// for each instance that combined a term with it: the sequential run and the
// distributed one agree on it where the same terms were combined, each once, in
// any order.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

/// What an element is without any term; apart from what was never written.
enum { NEUTRAL = 1 };

/// The finalizer of MurmurHash3 for 32 bits.
static uint32_t mix(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bu;
  x = (x ^ (x >> 13)) * 0xc2b2ae35u;
  return x ^ (x >> 16);
}

SimVersion dmm_sim_written(const DmmStatement *statement, SimVersion version,
                           SimVersion old) {
  if (statement->part == DMM_PART_START)
    return NEUTRAL;
  return statement->part == DMM_PART_ACCUMULATE ? old + mix(version) : version;
}

bool dmm_sim_is_partial(const DmmStatement *statement,
                        const DmmAccess *access) {
  return statement->part == DMM_PART_ACCUMULATE &&
         access->array == statement->reduction->partial;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

int64_t dmm_sim_owner(const Sim *sim, int id, int64_t leader) {
  const SimMessage *m = &sim->messages[id];
  const int64_t *vars = sim->partitions[leader + m->members[0]].cursor.vars;
  int64_t rank = 0;
  for (int i = 0; i < m->message->naxes; ++i) {
    DmmAxisMap owner = dmm_message_owner(sim->plan, m->message, i);
    int64_t block = sim->plan->templates[owner.template_id].block;
    int64_t size = sim->plan->grid[m->message->axes[i]].size;
    int64_t cell = dmm_sim_eval(&m->owner.items[i], vars);
    int64_t coordinate = dmm_floordiv(cell, owner.denominator * block);
    if (coordinate < 0 || coordinate >= size)
      return -1;
    rank = rank * size + coordinate;
  }
  return rank;
}

/// The homes of the members of one group.
typedef struct Group {
  Sim *sim;
  const SimMessage *message;
  int64_t leader;
  const DmmBuffer *home;
  int buffer;
} Group;

static Group group_of(Sim *sim, int id, int64_t leader) {
  const SimMessage *message = &sim->messages[id];
  int buffer = sim->plan->arrays[message->message->array].home;
  return (Group){sim, message, leader, &sim->plan->buffers[buffer], buffer};
}

static SimPartition *member(const Group *g, int64_t rank) {
  return &g->sim->partitions[g->leader + g->message->members[rank]];
}

/// The elements at `index` of all homes combined; undefined if one is.
static SimVersion combine(const Group *g, int64_t index) {
  SimVersion sum = NEUTRAL;
  for (int64_t i = 0; i < g->message->nmembers; ++i) {
    SimVersion mine = member(g, i)->buffers[g->buffer][index];
    if (mine == SIM_UNDEFINED)
      return SIM_UNDEFINED;
    sum += mine - NEUTRAL;
  }
  return sum;
}

/// Each member but the root passes its sums on once; where all get the result,
/// each but the first receives it.
static bool reduce(const Group *g, int id) {
  const DmmMessage *message = g->message->message;
  bool all = message->op == DMM_RT_ALL_REDUCE;
  int64_t root =
      message->owner ? dmm_sim_owner(g->sim, id, g->leader) : message->root;
  if (!all && root < 0)
    return dmm_sim_fail(g->sim, message->loc, "%s: nobody is to get the result",
                        message->name);
  int64_t n = dmm_buffer_elements(g->home), p = g->message->nmembers;
  dmm_sim_tree(g->sim, id, g->leader,
               all ? DMM_SCHEDULE_ALL_REDUCE : DMM_SCHEDULE_REDUCE,
               all ? 0 : root, n);
  for (int64_t k = 0; k < n; ++k) {
    SimVersion sum = combine(g, k);
    for (int64_t i = 0; i < p; ++i)
      if (all || i == root)
        member(g, i)->buffers[g->buffer][k] = sum;
  }
  return true;
}

/// The part of dimension `d` of the home that the member gets, as indices of
/// the home; writes where the first of them lies in the receive buffer.
static void part_of_dim(const Group *g, const SimPartition *partition, int d,
                        int64_t *lo, int64_t *hi, int64_t *at) {
  const DmmMessage *message = g->message->message;
  *lo = *at = 0;
  *hi = g->home->sizes[d];
  for (int axis = 0; axis < g->sim->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &message->layout[axis];
    int64_t c = partition->coords[axis];
    if (l->state != DMM_SHARDED || l->dim != d)
      continue;
    int64_t first = dmm_block_lo(l->block, l->extent, c);
    dmm_axis_owned(l, first, dmm_block_hi(l->block, l->extent, c),
                   g->home->sizes[d], lo, hi);
    *at = dmm_axis_local(l, first, *lo);
  }
}

/// Whether the layout of the result has nothing on the member.
static bool gets_nothing(const Group *g, const SimPartition *partition) {
  for (int axis = 0; axis < g->sim->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &g->message->message->layout[axis];
    if (l->state == DMM_PINNED && l->offset != partition->coords[axis])
      return true;
  }
  return false;
}

/// A part of the homes, and its place in a receive buffer.
typedef struct Part {
  SimRegion from; ///< in the home
  int64_t *at;    ///< of the first element, in the receive buffer
  int64_t words;
} Part;

static Part part_of(const Group *g, const SimPartition *partition) {
  Part part = {g->sim->owned, g->sim->box.lo, !gets_nothing(g, partition)};
  int rank = g->home->rank;
  for (int d = 0; d < rank; ++d) {
    part_of_dim(g, partition, d, &part.from.lo[d], &part.from.hi[d],
                &part.at[d]);
    part.words *= part.from.hi[d] - part.from.lo[d];
  }
  return part;
}

/// Row-major index of element `x` in a buffer.
static int64_t index_in(const DmmBuffer *buffer, const int64_t *x) {
  int64_t index = 0;
  for (int d = 0; d < buffer->rank; ++d)
    index = index * buffer->sizes[d] + x[d];
  return index;
}

static bool fits(const DmmBuffer *buffer, const Part *part) {
  for (int d = 0; d < buffer->rank; ++d)
    if (part->at[d] < 0 ||
        part->at[d] + part->from.hi[d] - part->from.lo[d] > buffer->sizes[d])
      return false;
  return true;
}

/// Combines the part, element by element, into the receive buffer.
static void fill_part(const Group *g, const DmmBuffer *buffer, const Part *part,
                      SimVersion *received) {
  int rank = g->home->rank;
  int64_t *x = g->sim->subscripts;
  for (int64_t k = 0; k < part->words; ++k) {
    int64_t rest = k, from = 0, stride = 1;
    for (int d = rank - 1; d >= 0; --d) {
      int64_t n = part->from.hi[d] - part->from.lo[d];
      x[d] = part->at[d] + rest % n;
      from += (part->from.lo[d] + rest % n) * stride;
      stride *= g->home->sizes[d];
      rest /= n;
    }
    received[index_in(buffer, x)] = combine(g, from);
  }
}

static bool scatter(const Group *g, int id) {
  const DmmMessage *message = g->message->message;
  const DmmBuffer *buffer = &g->sim->plan->buffers[message->buffer];
  for (int64_t i = 0; i < g->message->nmembers; ++i) {
    SimPartition *partition = member(g, i);
    SimVersion *received = partition->buffers[message->buffer];
    for (int64_t k = 0; k < dmm_buffer_elements(buffer); ++k)
      received[k] = SIM_UNDEFINED;
    Part part = part_of(g, partition);
    if (part.words <= 0)
      continue;
    if (!fits(buffer, &part))
      return dmm_sim_fail(g->sim, message->loc,
                          "%s: a part of the result does not fit the receive "
                          "buffer",
                          message->name);
    fill_part(g, buffer, &part, received);
    for (int64_t from = 0; from < g->message->nmembers; ++from)
      if (from != i)
        dmm_sim_transfer(g->sim, from, i, part.words);
  }
  dmm_sim_flow(g->sim, id, g->leader, SIM_FLOW_DIRECT);
  return true;
}

bool dmm_sim_reduce(Sim *sim, int id, int64_t leader) {
  Group g = group_of(sim, id, leader);
  if (g.message->message->layout)
    return scatter(&g, id);
  return reduce(&g, id);
}
