//===- simulate_schedule.c - Collectives in stages ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each member goes through its steps of the runtime's schedule; one that is to
// receive what is not there yet lets the others go on.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

/// A message that is under way, and the next one between the same two members.
typedef struct Letter {
  SimTransfer transfer;
  struct Letter *next;
} Letter;

typedef struct Member {
  DmmStep *steps;
  int64_t nsteps, at;
} Member;

typedef struct Execution {
  Sim *sim;
  DmmArena *arena; ///< of the execution
  int id;
  int64_t leader, n;
  DmmSchedule schedule;
  int64_t words;   ///< of a tree
  int64_t *bounds; ///< where each part begins, and their end; null: no parts
  int64_t *volume; ///< volume[source * n + target], by places; null: none
  Member *members;
  Letter **first, **last; ///< by sender * n + receiver
} Execution;

static void *allocate(const Execution *e, int64_t n, size_t size) {
  return dmm_arena_alloc(e->arena, (size_t)n * size);
}

//===----------------------------------------------------------------------===//
// What a step carries
//===----------------------------------------------------------------------===//

static bool has_parts(DmmScheduleKind kind) {
  return kind == DMM_SCHEDULE_ALL_REDUCE ||
         kind == DMM_SCHEDULE_REDUCE_SCATTER || kind == DMM_SCHEDULE_ALL_GATHER;
}

static bool has_volume(DmmScheduleKind kind) {
  return kind == DMM_SCHEDULE_SCATTER || kind == DMM_SCHEDULE_GATHER ||
         kind == DMM_SCHEDULE_EXCHANGE;
}

/// The slices of an all_reduce are as equal as can be.
static void set_even_bounds(Execution *e, int64_t nparts) {
  int64_t size = e->words / nparts, rest = e->words % nparts;
  for (int64_t i = 0; i <= nparts; ++i)
    e->bounds[i] = i * size + i * rest / nparts;
}

/// A member's part of an all_gather is what it has for the others; of a
/// reduce_scatter what they have for it.
static void set_noted_bounds(Execution *e, int64_t nparts) {
  bool gathers = e->schedule.kind == DMM_SCHEDULE_ALL_GATHER;
  int64_t *words = allocate(e, nparts, sizeof *words);
  for (size_t i = 0; i < e->sim->ntransfers; ++i) {
    const SimTransfer *t = &e->sim->transfers[i];
    int64_t coords[DMM_RT_MAX_AXES];
    dmm_stages_coords(&e->schedule.stages, gathers ? t->from : t->to, coords);
    words[dmm_schedule_part_of(&e->schedule, coords)] = t->words;
  }
  e->bounds[0] = 0;
  for (int64_t i = 0; i < nparts; ++i)
    e->bounds[i + 1] = e->bounds[i] + words[i];
}

static int64_t place_of(const Execution *e, int64_t rank) {
  int64_t coords[DMM_RT_MAX_AXES];
  dmm_stages_coords(&e->schedule.stages, rank, coords);
  return dmm_place_of(&e->schedule.stages, coords);
}

static void set_volume(Execution *e) {
  e->volume = allocate(e, e->n * e->n, sizeof *e->volume);
  for (size_t i = 0; i < e->sim->ntransfers; ++i) {
    const SimTransfer *t = &e->sim->transfers[i];
    e->volume[place_of(e, t->from) * e->n + place_of(e, t->to)] += t->words;
  }
}

static void find_words(Execution *e) {
  int64_t nparts = dmm_schedule_parts(&e->schedule);
  if (has_volume(e->schedule.kind))
    set_volume(e);
  if (!has_parts(e->schedule.kind))
    return;
  e->bounds = allocate(e, nparts + 1, sizeof *e->bounds);
  if (e->schedule.kind == DMM_SCHEDULE_ALL_REDUCE)
    set_even_bounds(e, nparts);
  else
    set_noted_bounds(e, nparts);
}

static int64_t range_words(const Execution *e, DmmRange range) {
  return e->bounds[range.first + range.count] - e->bounds[range.first];
}

static int64_t bundle_words(const Execution *e, const DmmStep *step) {
  int64_t words = 0;
  for (int64_t s = 0; s < step->sources.count; ++s)
    for (int64_t t = 0; t < step->targets.count; ++t)
      words +=
          e->volume[(step->sources.first + s) * e->n + step->targets.first + t];
  return words;
}

static int64_t step_words(const Execution *e, const DmmStep *step) {
  if (e->volume)
    return bundle_words(e, step);
  if (e->bounds)
    return range_words(e, step->parts[0]) + range_words(e, step->parts[1]);
  return e->words;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static void send(Execution *e, int64_t from, const DmmStep *step) {
  int64_t words = step_words(e, step), pair = from * e->n + step->peer;
  if (words == 0)
    return;
  Letter *letter = allocate(e, 1, sizeof *letter);
  letter->transfer =
      dmm_sim_post(e->sim, e->id, e->leader, from, step->peer, words);
  if (e->first[pair])
    e->last[pair]->next = letter;
  else
    e->first[pair] = letter;
  e->last[pair] = letter;
}

/// False if it is not there yet.
static bool receive(Execution *e, int64_t to, const DmmStep *step) {
  int64_t pair = step->peer * e->n + to;
  if (step_words(e, step) == 0)
    return true;
  if (!e->first[pair])
    return false;
  dmm_sim_receive(e->sim, e->id, e->leader, &e->first[pair]->transfer);
  e->first[pair] = e->first[pair]->next;
  return true;
}

/// Whether the member got through the step.
static bool take(Execution *e, int64_t rank, const DmmStep *step) {
  switch (step->kind) {
  case DMM_STEP_SEND:
    send(e, rank, step);
    return true;
  case DMM_STEP_RECEIVE:
  case DMM_STEP_COMBINE:
    return receive(e, rank, step);
  default:
    return true;
  }
}

/// Whether the member took a step.
static bool go_on(Execution *e, int64_t rank) {
  Member *m = &e->members[rank];
  int64_t start = m->at;
  while (m->at < m->nsteps && take(e, rank, &m->steps[m->at]))
    ++m->at;
  return m->at > start;
}

static void make_members(Execution *e) {
  e->members = allocate(e, e->n, sizeof *e->members);
  e->first = allocate(e, e->n * e->n, sizeof *e->first);
  e->last = allocate(e, e->n * e->n, sizeof *e->last);
  for (int64_t i = 0; i < e->n; ++i) {
    Member *m = &e->members[i];
    m->nsteps = dmm_schedule_steps(&e->schedule, i, NULL, 0);
    m->steps = allocate(e, m->nsteps, sizeof *m->steps);
    dmm_schedule_steps(&e->schedule, i, m->steps, m->nsteps);
  }
}

void dmm_sim_run_schedule(Sim *sim, int id, int64_t leader,
                          DmmScheduleKind kind, int64_t root, int64_t words) {
  const SimMessage *message = &sim->messages[id];
  Execution e = {.sim = sim, .id = id, .leader = leader};
  e.arena = dmm_arena_create();
  int64_t sizes[DMM_MAX_GRID_AXES];
  for (int i = 0; i < message->message->naxes; ++i)
    sizes[i] = sim->plan->grid[message->message->axes[i]].size;
  dmm_schedule_init(&e.schedule, kind, message->message->naxes, sizes,
                    message->staging.nstages, message->staging.digits, root);
  e.n = message->nmembers;
  e.words = words;
  find_words(&e);
  make_members(&e);
  for (bool progress = true; progress;) {
    progress = false;
    for (int64_t i = 0; i < e.n; ++i)
      progress = go_on(&e, i) || progress;
  }
  dmm_arena_destroy(e.arena);
}
