//===- simulate_network.c - What crosses partitions, and the clocks -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where there is a network, a message is timed as the runtime's virtual clock
// times it: a partition's port sends one message after the other; it arrives
// after the latency of the level at which the two partitions meet and the time
// of its words there, or later if other messages come in at the same time; and
// who receives it waits until then. Members post and receive in the order in
// which the runtime's algorithms do.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

#include "Plan/collectives.h"

#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

static void find_stages(Sim *sim, SimMessage *message) {
  int64_t grid[DMM_MAX_GRID_AXES], axes[DMM_MAX_GRID_AXES];
  for (int axis = 0; axis < sim->plan->naxes; ++axis)
    grid[axis] = sim->plan->grid[axis].size;
  DmmMappingProblem problem = {.machine = sim->network->machine,
                               .grid = grid,
                               .naxes = sim->plan->naxes};
  const DmmMessage *m = message->message;
  DmmCollective collective = dmm_message_collective(sim->plan, m);
  for (int i = 0; i < m->naxes; ++i)
    axes[i] = m->axes[i];
  message->element_bytes = (double)collective.element_bytes;
  message->staging =
      dmm_stage(&problem, &sim->network->mapping, &sim->network->algorithms,
                &collective, axes, m->naxes);
}

void dmm_sim_make_clocks(Sim *sim) {
  size_t n = (size_t)sim->npartitions;
  sim->clock_ns = dmm_arena_alloc(sim->arena, n * sizeof *sim->clock_ns);
  sim->ports = dmm_arena_alloc(sim->arena, n * sizeof *sim->ports);
  for (int i = 0; sim->network && i < sim->plan->nmessages; ++i)
    find_stages(sim, &sim->messages[i]);
}

//===----------------------------------------------------------------------===//
// One transfer
//===----------------------------------------------------------------------===//

static const DmmLevel *level_of(const Sim *sim, const SimTransfer *t) {
  return &sim->network->machine->levels[t->level];
}

static void count(Sim *sim, int id, const SimTransfer *t) {
  DmmOpCount *op = &sim->result->ops[sim->messages[id].message->op];
  ++op->messages;
  op->words += t->words;
  if (!sim->network)
    return;
  DmmLevelCount *level = &sim->result->levels[t->level];
  ++level->messages;
  level->words += t->words;
  level->energy_pj += (double)t->words * level_of(sim, t)->pj_per_word;
}

/// The time that the words keep a port busy.
static double busy_ns(const Sim *sim, int id, const SimTransfer *t) {
  return (double)t->words * sim->messages[id].element_bytes /
         level_of(sim, t)->gbyte_per_s;
}

/// The words go when the port is free, and arrive after the latency.
static void leave(Sim *sim, int id, int64_t sender, SimTransfer *t) {
  t->arrival_ns = dmm_port_send(&sim->ports[sender], sim->clock_ns[sender],
                                busy_ns(sim, id, t)) +
                  level_of(sim, t)->latency_ns;
}

SimTransfer dmm_sim_post(Sim *sim, int id, int64_t leader, int64_t from,
                         int64_t to, int64_t words) {
  SimTransfer t = {.from = from, .to = to, .words = words};
  const int64_t *members = sim->messages[id].members;
  int64_t sender = leader + members[from], receiver = leader + members[to];
  if (sim->network) {
    t.level = dmm_mapping_pair_level(&sim->network->mapping, sim->plan->naxes,
                                     sim->partitions[sender].coords,
                                     sim->partitions[receiver].coords);
    leave(sim, id, sender, &t);
  }
  count(sim, id, &t);
  return t;
}

void dmm_sim_receive(Sim *sim, int id, int64_t leader, const SimTransfer *t) {
  if (!sim->network)
    return;
  int64_t receiver = leader + sim->messages[id].members[t->to];
  double *clock = &sim->clock_ns[receiver];
  double arrival_ns = dmm_port_receive(&sim->ports[receiver],
                                       busy_ns(sim, id, t), t->arrival_ns);
  if (arrival_ns <= *clock)
    return;
  sim->result->levels[t->level].exposed_ns += arrival_ns - *clock;
  *clock = arrival_ns;
}

//===----------------------------------------------------------------------===//
// Flows
//===----------------------------------------------------------------------===//

/// The list is filled anew for each message, in the same memory.
static void grow_transfers(Sim *sim) {
  enum { LEAST = 64 };
  size_t n = sim->room_for_transfers ? 2 * sim->room_for_transfers : LEAST;
  SimTransfer *transfers = dmm_arena_alloc(sim->arena, n * sizeof *transfers);
  if (sim->ntransfers)
    memcpy(transfers, sim->transfers, sim->ntransfers * sizeof *transfers);
  sim->transfers = transfers;
  sim->room_for_transfers = n;
}

void dmm_sim_transfer(Sim *sim, int64_t from, int64_t to, int64_t words) {
  if (words == 0)
    return;
  if (sim->ntransfers == sim->room_for_transfers)
    grow_transfers(sim);
  sim->transfers[sim->ntransfers++] =
      (SimTransfer){.from = from, .to = to, .words = words};
}

static int compare_turns(const void *a, const void *b) {
  const SimTransfer *x = a, *y = b;
  return (x->turn > y->turn) - (x->turn < y->turn);
}

/// Each starts with its neighbour, so that not all send to the first member at
/// once; ghosts are sent from the first coordinate to the last.
static void take_turns(Sim *sim, int64_t nmembers, SimFlow flow) {
  for (size_t i = 0; i < sim->ntransfers; ++i) {
    SimTransfer *t = &sim->transfers[i];
    t->turn =
        flow == SIM_FLOW_SIDES ? t->to : dmm_mod(t->to - t->from, nmembers);
  }
  qsort(sim->transfers, sim->ntransfers, sizeof *sim->transfers, compare_turns);
}

/// Everybody posts, then everybody receives; or, in order, what is passed on
/// has been received in a transfer before.
static void run_flow(Sim *sim, int id, int64_t leader, SimFlow flow) {
  bool in_order = flow == SIM_FLOW_IN_ORDER;
  if (sim->network && !in_order && sim->ntransfers > 0)
    take_turns(sim, sim->messages[id].nmembers, flow);
  for (size_t i = 0; i < sim->ntransfers; ++i) {
    SimTransfer *t = &sim->transfers[i];
    *t = dmm_sim_post(sim, id, leader, t->from, t->to, t->words);
    if (in_order)
      dmm_sim_receive(sim, id, leader, t);
  }
  for (size_t i = 0; !in_order && i < sim->ntransfers; ++i)
    dmm_sim_receive(sim, id, leader, &sim->transfers[i]);
}

static DmmScheduleKind schedule_of(const DmmMessage *message) {
  switch (message->op) {
  case DMM_RT_SCATTER:
    return DMM_SCHEDULE_SCATTER;
  case DMM_RT_GATHER:
    return message->root == DMM_ROOT_NONE ? DMM_SCHEDULE_ALL_GATHER
                                          : DMM_SCHEDULE_GATHER;
  case DMM_RT_REDUCE:
    return DMM_SCHEDULE_REDUCE_SCATTER;
  default:
    return DMM_SCHEDULE_EXCHANGE;
  }
}

void dmm_sim_flow(Sim *sim, int id, int64_t leader, SimFlow flow) {
  const DmmMessage *message = sim->messages[id].message;
  if (sim->messages[id].staging.nstages)
    dmm_sim_run_schedule(sim, id, leader, schedule_of(message), message->root,
                         0);
  else
    run_flow(sim, id, leader, flow);
  sim->ntransfers = 0;
}

/// Each member but one sends, or receives, once, in each direction.
static void count_tree(Sim *sim, int id, DmmScheduleKind kind, int64_t words) {
  DmmOpCount *op = &sim->result->ops[sim->messages[id].message->op];
  int64_t ways = kind == DMM_SCHEDULE_ALL_REDUCE ? 2 : 1;
  int64_t messages = ways * (sim->messages[id].nmembers - 1);
  op->messages += words ? messages : 0;
  op->words += messages * words;
}

void dmm_sim_tree(Sim *sim, int id, int64_t leader, DmmScheduleKind kind,
                  int64_t root, int64_t words) {
  if (sim->network)
    dmm_sim_run_schedule(sim, id, leader, kind, root, words);
  else
    count_tree(sim, id, kind, words);
}
