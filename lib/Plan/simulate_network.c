//===- simulate_network.c - What crosses partitions, and their clocks -----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where there is a network, a message is timed as the runtime's virtual clock
// times it: a partition's port sends one message after the other; it arrives
// after the latency of the level at which the two partitions meet and the time
// of its words there; and who receives it waits until then. Members post and
// receive in the order in which the runtime's algorithms do.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

#include "Support/element.h"

#include <stdlib.h>

/// The message that is being executed by one group.
typedef struct Flow {
  Sim *sim;
  const SimMessage *message;
  int64_t leader;
  double bytes; ///< of an element
} Flow;

static const DmmLevel *level_of(const Flow *f, const SimTransfer *t) {
  return &f->sim->network->machine->levels[t->level];
}

static int64_t partition_of(const Flow *f, int64_t member) {
  return f->leader + f->message->members[member];
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static int pair_level(const Sim *sim, int64_t a, int64_t b) {
  int64_t grid[DMM_MAX_GRID_AXES];
  for (int axis = 0; axis < sim->plan->naxes; ++axis)
    grid[axis] = sim->plan->grid[axis].size;
  DmmMappingProblem problem = {.machine = sim->network->machine,
                               .grid = grid,
                               .naxes = sim->plan->naxes};
  return dmm_mapping_pair_level(&problem, &sim->network->mapping,
                                sim->partitions[a].coords,
                                sim->partitions[b].coords);
}

static void count_on_level(Sim *sim, const SimTransfer *t) {
  DmmLevelCount *count = &sim->result->levels[t->level];
  ++count->messages;
  count->words += t->words;
  count->energy_pj +=
      (double)t->words * sim->network->machine->levels[t->level].pj_per_word;
}

void dmm_sim_transfer(Sim *sim, int id, int64_t leader, int64_t from,
                      int64_t to, int64_t words) {
  const SimMessage *m = &sim->messages[id];
  DmmOpCount *count = &sim->result->ops[m->message->op];
  if (words == 0)
    return;
  ++count->messages;
  count->words += words;
  if (!sim->network)
    return;
  SimTransfer t = {.from = from, .to = to, .words = words};
  t.level = pair_level(sim, leader + m->members[from], leader + m->members[to]);
  count_on_level(sim, &t);
  sim->transfers = dmm_arena_push(sim->arena, sim->transfers, sim->ntransfers,
                                  sizeof *sim->transfers);
  sim->transfers[sim->ntransfers++] = t;
}

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

void dmm_sim_make_clocks(Sim *sim) {
  size_t n = (size_t)sim->npartitions;
  sim->clock_ns = dmm_arena_alloc(sim->arena, n * sizeof *sim->clock_ns);
  sim->port_ns = dmm_arena_alloc(sim->arena, n * sizeof *sim->port_ns);
}

static void post(const Flow *f, SimTransfer *t) {
  int64_t sender = partition_of(f, t->from);
  const DmmLevel *level = level_of(f, t);
  double *port = &f->sim->port_ns[sender], now = f->sim->clock_ns[sender];
  *port = *port > now ? *port : now;
  *port += (double)t->words * f->bytes / level->gbyte_per_s;
  t->arrival_ns = *port + level->latency_ns;
}

static void receive(const Flow *f, const SimTransfer *t) {
  double *clock = &f->sim->clock_ns[partition_of(f, t->to)];
  if (t->arrival_ns <= *clock)
    return;
  f->sim->result->levels[t->level].exposed_ns += t->arrival_ns - *clock;
  *clock = t->arrival_ns;
}

//===----------------------------------------------------------------------===//
// Flows
//===----------------------------------------------------------------------===//

/// A transfer and its place among those of its sender, or of its receiver.
typedef struct Turn {
  int64_t turn;
  SimTransfer *transfer;
} Turn;

static int compare_turns(const void *a, const void *b) {
  const Turn *x = a, *y = b;
  return (x->turn > y->turn) - (x->turn < y->turn);
}

/// Each starts with its neighbour, so that not all send to the first member at
/// once; ghosts are sent from the first coordinate to the last.
static int64_t turn_of(const Flow *f, const SimTransfer *t, SimFlow flow) {
  if (flow == SIM_FLOW_SIDES)
    return t->to;
  return dmm_mod(t->to - t->from, f->message->nmembers);
}

static void run_direct(const Flow *f, SimFlow flow) {
  size_t n = f->sim->ntransfers;
  Turn *turns = dmm_arena_alloc(f->sim->arena, n * sizeof *turns);
  for (size_t i = 0; i < n; ++i)
    turns[i] =
        (Turn){turn_of(f, &f->sim->transfers[i], flow), &f->sim->transfers[i]};
  qsort(turns, n, sizeof *turns, compare_turns);
  for (size_t i = 0; i < n; ++i)
    post(f, turns[i].transfer);
  for (size_t i = 0; i < n; ++i)
    receive(f, turns[i].transfer);
}

/// What is passed on has been received in a transfer before.
static void run_in_order(const Flow *f) {
  for (size_t i = 0; i < f->sim->ntransfers; ++i) {
    post(f, &f->sim->transfers[i]);
    receive(f, &f->sim->transfers[i]);
  }
}

void dmm_sim_flow(Sim *sim, int id, int64_t leader, SimFlow flow) {
  const SimMessage *message = &sim->messages[id];
  const char *element = sim->plan->arrays[message->message->array].element;
  Flow f = {sim, message, leader, (double)dmm_suffix_bytes(element)};
  if (!sim->network)
    return;
  if (flow == SIM_FLOW_IN_ORDER)
    run_in_order(&f);
  else
    run_direct(&f, flow);
  sim->ntransfers = 0;
}

//===----------------------------------------------------------------------===//
// Binomial trees
//===----------------------------------------------------------------------===//

/// The step from which a member that is `v` steps from the root has its data,
/// or to which it passes its sum: the lowest bit of v.
static int64_t step_of(int64_t v, int64_t p) {
  int64_t bit = 1;
  while (bit < p && !(v & bit))
    bit *= 2;
  return bit;
}

void dmm_sim_tree_down(Sim *sim, int id, int64_t leader, int64_t root,
                       int64_t words) {
  int64_t p = sim->messages[id].nmembers;
  for (int64_t v = 0; v < p; ++v)
    for (int64_t bit = step_of(v, p) / 2; bit > 0; bit /= 2)
      if (v + bit < p)
        dmm_sim_transfer(sim, id, leader, (v + root) % p, (v + bit + root) % p,
                         words);
}

void dmm_sim_tree_up(Sim *sim, int id, int64_t leader, int64_t root,
                     int64_t words) {
  int64_t p = sim->messages[id].nmembers;
  for (int64_t v = p - 1; v > 0; --v)
    dmm_sim_transfer(sim, id, leader, (v + root) % p,
                     (v - step_of(v, p) + root) % p, words);
}
