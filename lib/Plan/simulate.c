//===- simulate.c - Run a plan without any IR -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The distributed run. Each partition runs until it stands at a message; then
// each group whose members all stand at the same message in the same iteration
// executes it. Partitions share nothing, so their order does not matter, and a
// round in which no group could go on is a deadlock.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// An instance of a statement that a partition is about to run.
typedef struct Instance {
  Sim *sim;
  SimPartition *partition;
  SimStatement *statement;
  int64_t number; ///< -1 if the sequential program does not have it
} Instance;

/// Starts a text with "S0 (i = 4) on partition (1): ".
static DmmText begin_failure(const Instance *instance) {
  const DmmStatement *s = instance->statement->statement;
  DmmText text = {0};
  dmm_text_printf(&text, "%s", s->name);
  dmm_sim_put_ivs(instance->sim, s->ivs, s->depth,
                  instance->partition->cursor.vars, &text);
  dmm_text_printf(&text, " on ");
  dmm_sim_put_partition(instance->sim, instance->partition, &text);
  dmm_text_printf(&text, ": ");
  return text;
}

static bool fail_instance(const Instance *instance, const char *what) {
  DmmText text = begin_failure(instance);
  dmm_text_printf(&text, "%s", what);
  return dmm_sim_fail_text(instance->sim, instance->statement->statement->loc,
                           &text);
}

/// Starts a text with "S0 (i = 4) on partition (1): reads x[4]".
static DmmText begin_access_failure(const Instance *instance,
                                    const DmmAccess *access) {
  DmmText text = begin_failure(instance);
  dmm_text_printf(&text, access->is_write ? "writes " : "reads ");
  dmm_sim_put_element(instance->sim, access->array, instance->sim->subscripts,
                      &text);
  return text;
}

static bool fail_place(const Instance *instance, const DmmAccess *access) {
  DmmText text = begin_access_failure(instance, access);
  if (access->message < 0)
    dmm_text_printf(&text, ", which the partition does not own");
  else
    dmm_text_printf(&text, ", which lies outside of the receive buffer of %s",
                    instance->sim->plan->messages[access->message].name);
  return dmm_sim_fail_text(instance->sim, access->loc, &text);
}

static bool fail_version(const Instance *instance, const DmmAccess *access,
                         SimVersion found, SimVersion expected) {
  DmmText text = begin_access_failure(instance, access);
  if (instance->sim->plan->arrays[access->array].reduction) {
    dmm_text_printf(&text, found == SIM_UNDEFINED
                               ? ", a partial sum that was not started"
                               : " without some of its terms, or with some of "
                                 "them twice");
    return dmm_sim_fail_text(instance->sim, access->loc, &text);
  }
  if (access->message >= 0 && found == SIM_UNDEFINED) {
    dmm_text_printf(&text, ", which %s did not bring",
                    instance->sim->plan->messages[access->message].name);
  } else {
    dmm_text_printf(&text, " and sees ");
    dmm_sim_put_version(instance->sim, found, &text);
  }
  dmm_text_printf(&text, "; expected ");
  dmm_sim_put_version(instance->sim, expected, &text);
  return dmm_sim_fail_text(instance->sim, access->loc, &text);
}

static bool is_mapped(const Instance *instance) {
  const int64_t *vars = instance->partition->cursor.vars;
  for (int axis = 0; axis < instance->sim->plan->naxes; ++axis) {
    const DmmAxisMap *map = &instance->statement->statement->map[axis];
    if (map->template_id < 0)
      continue;
    const DmmTemplate *t = &instance->sim->plan->templates[map->template_id];
    int64_t cell = dmm_sim_eval(&instance->statement->cells.items[axis], vars);
    if (cell < map->denominator * vars[t->lo_var] ||
        cell >= map->denominator * vars[t->hi_var])
      return false;
  }
  return true;
}

static const SimView *view_of(const Sim *sim, const SimPartition *partition,
                              const DmmAccess *access) {
  if (access->message >= 0)
    return dmm_sim_received(sim, partition, access->message);
  return access->is_write ? &partition->homes[access->array]
                          : &partition->ghosted[access->array];
}

/// A partial sum has the terms of its own coordinate alone, whatever they are.
static bool sees_right(const DmmStatement *statement, const DmmAccess *access,
                       SimVersion found, SimVersion expected) {
  return dmm_sim_is_partial(statement, access) ? found != SIM_UNDEFINED
                                               : found == expected;
}

static bool run_accesses(const Instance *instance) {
  Sim *sim = instance->sim;
  const SimStatement *s = instance->statement;
  const SimPartition *partition = instance->partition;
  const SimVersion *expected =
      s->instances.reads + instance->number * s->nreads;
  for (int i = 0; i < s->naccesses; ++i) {
    const DmmAccess *access = s->accesses[i].access;
    dmm_sim_subscripts(&s->accesses[i], partition->cursor.vars,
                       sim->subscripts);
    const SimView *view = view_of(sim, partition, access);
    int64_t index = dmm_sim_index(view, sim->subscripts);
    if (index < 0)
      return fail_place(instance, access);
    SimVersion found = view->data[index];
    if (access->is_write)
      view->data[index] = dmm_sim_written(
          s->statement, s->version + (SimVersion)instance->number, found);
    else if (!sees_right(s->statement, access, found, expected[i]))
      return fail_version(instance, access, found, expected[i]);
  }
  return true;
}

/// The body of a statement may use any scalar argument, without an access.
static bool knows_scalars(const Sim *sim, const SimPartition *partition) {
  for (int a = 0; a < sim->plan->narrays; ++a)
    if (sim->plan->arrays[a].role == DMM_ROLE_SCALAR &&
        sim->plan->arrays[a].live_in &&
        *partition->homes[a].data == SIM_UNDEFINED)
      return false;
  return true;
}

static bool run_statement(Sim *sim, SimPartition *partition,
                          SimStatement *statement) {
  const DmmStatement *s = statement->statement;
  uint64_t key = dmm_sim_key(s->ivs, s->depth, partition->cursor.vars);
  Instance instance = {sim, partition, statement,
                       dmm_sim_instances_find(&statement->instances, key)};
  if (instance.number < 0)
    return fail_instance(&instance, "is not in the sequential program");
  if (!is_mapped(&instance))
    return fail_instance(&instance, "runs where its map does not put it");
  partition->knows_scalars =
      partition->knows_scalars || knows_scalars(sim, partition);
  if (!partition->knows_scalars)
    return fail_instance(&instance, "runs before all scalar arguments have "
                                    "arrived");
  ++statement->instances.executions[instance.number];
  ++partition->instances;
  if (sim->network)
    sim->clock_ns[partition - sim->partitions] +=
        sim->network->machine->ns_per_statement;
  return run_accesses(&instance);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static const SimInstruction *instruction(const Sim *sim, int64_t rank) {
  return &sim->spmd.code[sim->partitions[rank].cursor.pc];
}

/// A statement, or a root region, which partition 0 runs alone.
static bool run_leaf(Sim *sim, SimPartition *partition,
                     const SimInstruction *at) {
  if (at->op == SIM_STATEMENT)
    return run_statement(sim, partition, &sim->statements[at->id]);
  return partition != sim->partitions || dmm_sim_region(sim, at->id);
}

/// Runs the partition's statements up to its next message or its end.
static bool run_partition(Sim *sim, SimPartition *partition) {
  while (true) {
    const SimInstruction *at = dmm_sim_advance(&sim->spmd, &partition->cursor);
    if (at->op != SIM_STATEMENT && at->op != SIM_ROOT)
      return true;
    if (!run_leaf(sim, partition, at))
      return false;
    ++partition->cursor.pc;
  }
}

/// The first member of the group of partition `rank` for a message.
static int64_t find_leader(const Sim *sim, const DmmMessage *message,
                           int64_t rank) {
  int64_t stride = 1, leader = rank;
  for (int axis = sim->plan->naxes - 1; axis >= 0; --axis) {
    if (dmm_message_spans(message, axis))
      leader -= stride * sim->partitions[rank].coords[axis];
    stride *= sim->plan->grid[axis].size;
  }
  return leader;
}

/// Whether two partitions stand at the same message in the same iteration.
static bool meet(const Sim *sim, int64_t a, int64_t b) {
  const SimCursor *first = &sim->partitions[a].cursor;
  const SimCursor *second = &sim->partitions[b].cursor;
  if (first->pc != second->pc)
    return false;
  const SimInstruction *at = instruction(sim, a);
  for (int i = 0; i < at->nivs; ++i)
    if (first->vars[at->ivs[i]] != second->vars[at->ivs[i]])
      return false;
  return true;
}

/// The first member of the group that is elsewhere than partition `rank`, or
/// -1.
static int64_t find_absent(const Sim *sim, int64_t rank) {
  const SimMessage *message = &sim->messages[instruction(sim, rank)->id];
  int64_t leader = find_leader(sim, message->message, rank);
  for (int64_t i = 0; i < message->nmembers; ++i)
    if (!meet(sim, rank, leader + message->members[i]))
      return leader + message->members[i];
  return -1;
}

/// Executes the message at which the group led by partition `rank` stands.
static bool execute_message(Sim *sim, int64_t rank) {
  int id = instruction(sim, rank)->id;
  if (!dmm_sim_message(sim, id, rank))
    return false;
  for (int64_t i = 0; i < sim->messages[id].nmembers; ++i)
    ++sim->partitions[rank + sim->messages[id].members[i]].cursor.pc;
  return true;
}

/// "M0 (t = 1)", or "the end".
static void put_place(const Sim *sim, int64_t rank, DmmText *text) {
  const SimInstruction *at = instruction(sim, rank);
  if (at->op == SIM_END) {
    dmm_text_printf(text, "the end");
    return;
  }
  dmm_text_printf(text, "%s", sim->plan->messages[at->id].name);
  dmm_sim_put_ivs(sim, at->ivs, at->nivs, sim->partitions[rank].cursor.vars,
                  text);
}

static bool fail_deadlock(Sim *sim, int64_t rank) {
  int64_t absent = find_absent(sim, rank);
  DmmText text = {0};
  dmm_text_printf(&text, "deadlock: ");
  dmm_sim_put_partition(sim, &sim->partitions[rank], &text);
  dmm_text_printf(&text, " waits in ");
  put_place(sim, rank, &text);
  dmm_text_printf(&text, " for ");
  dmm_sim_put_partition(sim, &sim->partitions[absent], &text);
  dmm_text_printf(&text, ", which is at ");
  put_place(sim, absent, &text);
  int id = instruction(sim, rank)->id;
  return dmm_sim_fail_text(sim, sim->plan->messages[id].loc, &text);
}

/// Whether all partitions have ended; if not, nobody can go on.
static bool check_ends(Sim *sim) {
  for (int64_t rank = 0; rank < sim->npartitions; ++rank)
    if (instruction(sim, rank)->op != SIM_END)
      return fail_deadlock(sim, rank);
  return true;
}

/// Executes what messages can be; notes whether there were any.
static bool execute_messages(Sim *sim, bool *progress) {
  *progress = false;
  for (int64_t rank = 0; rank < sim->npartitions; ++rank) {
    const SimInstruction *at = instruction(sim, rank);
    if (at->op != SIM_MESSAGE ||
        find_leader(sim, &sim->plan->messages[at->id], rank) != rank ||
        find_absent(sim, rank) >= 0)
      continue;
    if (!execute_message(sim, rank))
      return false;
    *progress = true;
  }
  return true;
}

static bool run_distributed(Sim *sim) {
  bool progress = true;
  while (progress) {
    for (int64_t rank = 0; rank < sim->npartitions; ++rank)
      if (!run_partition(sim, &sim->partitions[rank]))
        return false;
    if (!execute_messages(sim, &progress))
      return false;
  }
  return check_ends(sim);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// A write to a private array has nowhere to run where no reader wants its
/// value; whether that is so, the reads tell.
static bool may_be_left_out(const Sim *sim, const DmmStatement *s) {
  return sim->plan->arrays[dmm_statement_write(s)->array].is_private;
}

static bool check_executions(Sim *sim, int id) {
  const SimStatement *s = &sim->statements[id];
  for (int64_t i = 0; i < s->instances.count; ++i) {
    if (s->instances.executions[i] == s->replicas ||
        (!s->instances.executions[i] && may_be_left_out(sim, s->statement)))
      continue;
    DmmText text = {0};
    dmm_sim_put_instance(sim, id, i, &text);
    dmm_text_printf(&text, ": ran %" PRIu32 " times; expected %" PRIu32,
                    s->instances.executions[i], s->replicas);
    return dmm_sim_fail_text(sim, s->statement->loc, &text);
  }
  return true;
}

static bool fail_result(Sim *sim, int array, int64_t element) {
  const DmmArray *a = &sim->plan->arrays[array];
  const SimView *found =
      a->is_resident ? &sim->given[array] : &sim->whole[array];
  if (!a->is_resident && !sim->gathered[array])
    return dmm_sim_fail(
        sim, a->loc, "%s: is written, but no message brings it to the caller",
        a->name);
  DmmText text = {0};
  dmm_text_printf(&text, "%s: ends with ", a->name);
  dmm_sim_put_version(sim, found->data[element], &text);
  dmm_text_printf(&text, "; expected ");
  dmm_sim_put_version(sim, sim->sequential[array].data[element], &text);
  dmm_text_printf(&text, " (element %" PRId64 ")", element);
  return dmm_sim_fail_text(sim, a->loc, &text);
}

static bool check_elements(Sim *sim, int array, const SimView *found) {
  int64_t n = dmm_array_elements(&sim->plan->arrays[array]);
  for (int64_t i = 0; i < n; ++i)
    if (found->data[i] != sim->sequential[array].data[i])
      return fail_result(sim, array, i);
  return true;
}

/// Copies that a resident array has must agree, so each is looked at once it is
/// laid over those before.
static bool check_resident(Sim *sim, int array) {
  for (int64_t rank = 0; rank < sim->npartitions; ++rank)
    if (!dmm_sim_move_resident(sim, array, rank, false))
      return dmm_sim_fail(sim, sim->plan->arrays[array].loc,
                          "%s: has no home on a partition",
                          sim->plan->arrays[array].name);
  for (int64_t rank = 0; rank < sim->npartitions; ++rank)
    if (!dmm_sim_move_resident(sim, array, rank, false) ||
        !check_elements(sim, array, &sim->given[array]))
      return false;
  return true;
}

static bool check_result(Sim *sim, int array) {
  const DmmArray *a = &sim->plan->arrays[array];
  if (!a->live_out || a->role != DMM_ROLE_ARGUMENT)
    return true;
  return a->is_resident ? check_resident(sim, array)
                        : check_elements(sim, array, &sim->whole[array]);
}

static bool check_regions(Sim *sim) {
  for (int i = 0; i < sim->plan->nregions; ++i)
    if (!sim->regions[i].ran)
      return dmm_sim_fail(sim, sim->plan->regions[i].ops[0].loc,
                          "%s: did not run", sim->plan->regions[i].name);
  return true;
}

static bool check_outcome(Sim *sim) {
  if (!check_regions(sim))
    return false;
  for (int i = 0; i < sim->plan->nstatements; ++i)
    if (!check_executions(sim, i))
      return false;
  for (int i = 0; i < sim->plan->narrays; ++i)
    if (!check_result(sim, i))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The whole run
//===----------------------------------------------------------------------===//

/// Gives each partition its blocks of the resident arrays.
static bool give_residents(Sim *sim) {
  for (int i = 0; i < sim->plan->narrays; ++i)
    for (int64_t rank = 0; rank < sim->npartitions; ++rank)
      if (sim->plan->arrays[i].is_resident &&
          !dmm_sim_move_resident(sim, i, rank, true))
        return dmm_sim_fail(sim, sim->plan->arrays[i].loc,
                            "%s: its home does not hold its block",
                            sim->plan->arrays[i].name);
  return true;
}

static bool run(Sim *sim) {
  if (!dmm_sim_check_plan(sim))
    return false;
  dmm_sim_prepare(sim);
  if (!dmm_sim_check_programs(sim) || !dmm_sim_make_arrays(sim) ||
      !dmm_sim_run_sequential(sim))
    return false;
  dmm_sim_make_partitions(sim);
  dmm_sim_make_clocks(sim);
  return give_residents(sim) && run_distributed(sim) && check_outcome(sim);
}

static void find_extremes(const Sim *sim, DmmSimulation *result) {
  for (int64_t rank = 0; rank < sim->npartitions; ++rank)
    if (sim->partitions[rank].instances > result->busiest_instances)
      result->busiest_instances = sim->partitions[rank].instances;
  for (int64_t rank = 0; sim->clock_ns && rank < sim->npartitions; ++rank)
    if (sim->clock_ns[rank] > result->time_ns)
      result->time_ns = sim->clock_ns[rank];
}

DmmSimulation dmm_simulate_on(const DmmPlan *plan, const int64_t *params,
                              const DmmNetwork *network) {
  DmmSimulation result = {0};
  Sim sim = {.plan = plan, .params = params, .result = &result};
  sim.network = network;
  sim.arena = dmm_arena_create();
  result.ok = run(&sim);
  find_extremes(&sim, &result);
  dmm_arena_destroy(sim.arena);
  return result;
}

DmmSimulation dmm_simulate(const DmmPlan *plan, const int64_t *params) {
  return dmm_simulate_on(plan, params, NULL);
}

void dmm_simulation_free(DmmSimulation *simulation) {
  dmm_text_free(&simulation->error);
}
