//===- schedule.c - Schedules as data, taken by all members in turn -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a member has of a part, or of a bundle's entry, is the set of members
// whose contributions are in it. Steps are taken with channels that hold no
// more messages than the transport's, so that a schedule that could block
// blocks here.
//
//===----------------------------------------------------------------------===//

#include "Runtime/schedule.h"
#include "Runtime/transport.h"

#include "machines.h"

#include <stdlib.h>
#include <string.h>

enum { MEMBERS = 64, STEPS = 1024, STAGES = MAX_STAGES };

typedef uint64_t Set; // of members, by their ranks

typedef struct Message {
  DmmStep step;
  Set sets[MEMBERS * MEMBERS];
} Message;

typedef struct Channel {
  Message *messages[DMM_SLOTS];
  int64_t sent, received;
} Channel;

/// `has` is by part; `bundle` and `taken` by source and target.
typedef struct Member {
  DmmStep steps[STEPS];
  int64_t n, next;
  Set has[MEMBERS];
  DmmStep opened[STEPS];
  int64_t nopened;
  Set bundle[MEMBERS][MEMBERS];
  bool taken[MEMBERS];
} Member;

typedef struct Play {
  DmmSchedule schedule;
  int64_t naxes, sizes[DMM_RT_MAX_AXES];
  int64_t nstages, digits[STAGES * DMM_RT_MAX_AXES];
  int64_t n;
  Member members[MEMBERS];
  Channel channels[MEMBERS][MEMBERS];
  int64_t messages[STAGES], words[STAGES]; ///< by stage; a word is a part
  int64_t sent[MEMBERS][STAGES];           ///< words of each member
} Play;

static bool moves_bundles(const Play *play) {
  DmmScheduleKind kind = play->schedule.kind;
  return kind == DMM_SCHEDULE_SCATTER || kind == DMM_SCHEDULE_GATHER ||
         kind == DMM_SCHEDULE_EXCHANGE;
}

static int64_t place_of_rank(const Play *play, int64_t rank) {
  int64_t coords[DMM_RT_MAX_AXES];
  dmm_stages_coords(&play->schedule.stages, rank, coords);
  return dmm_place_of(&play->schedule.stages, coords);
}

static int64_t rank_of_place(const Play *play, int64_t place) {
  int64_t coords[DMM_RT_MAX_AXES];
  dmm_place_coords(&play->schedule.stages, place, coords);
  return dmm_stages_rank(&play->schedule.stages, coords);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Calls `visit` for the state of each part or entry that a step is about, with
/// its number in the message; returns how many there are.
static int64_t visit_sets(const Play *play, Member *m, const DmmStep *step,
                          Message *message,
                          void (*visit)(Set *own, Set *carried)) {
  int64_t k = 0;
  if (moves_bundles(play)) {
    for (int64_t s = 0; s < step->sources.count; ++s)
      for (int64_t t = 0; t < step->targets.count; ++t)
        visit(&m->bundle[step->sources.first + s][step->targets.first + t],
              &message->sets[k++]);
    return k;
  }
  for (int r = 0; r < 2; ++r)
    for (int64_t i = 0; i < step->parts[r].count; ++i)
      visit(&m->has[step->parts[r].first + i], &message->sets[k++]);
  return k;
}

static void put(Set *own, Set *carried) { *carried = *own; }
static void replace(Set *own, Set *carried) { *own = *carried; }
static void combine(Set *own, Set *carried) {
  CHECK((*own & *carried) == 0, "a contribution is counted twice");
  *own |= *carried;
}

static bool holds(DmmRange range, DmmRange part) {
  return part.first >= range.first &&
         part.first + part.count <= range.first + range.count;
}

static void check_bundle(const Play *play, const Member *m,
                         const DmmStep *step) {
  if (!moves_bundles(play))
    return;
  bool found = false;
  for (int64_t i = 0; i < m->nopened; ++i)
    found = found || (holds(m->opened[i].sources, step->sources) &&
                      holds(m->opened[i].targets, step->targets));
  CHECK(found, "a message is not part of a bundle");
}

static bool do_send(Play *play, int64_t rank, const DmmStep *step) {
  Channel *c = &play->channels[rank][step->peer];
  if (c->sent - c->received == DMM_SLOTS)
    return false;
  Message *message = malloc(sizeof *message);
  message->step = *step;
  check_bundle(play, &play->members[rank], step);
  int64_t words = visit_sets(play, &play->members[rank], step, message, put);
  for (int64_t i = 0; i < words; ++i)
    CHECK(message->sets[i] || play->schedule.kind == DMM_SCHEDULE_SCATTER,
          "a member sends what it does not have");
  c->messages[c->sent++ % DMM_SLOTS] = message;
  play->messages[step->stage] += 1;
  play->words[step->stage] += words;
  play->sent[rank][step->stage] += words;
  return true;
}

static bool do_receive(Play *play, int64_t rank, const DmmStep *step) {
  Channel *c = &play->channels[step->peer][rank];
  if (c->sent == c->received)
    return false;
  Message *message = c->messages[c->received++ % DMM_SLOTS];
  CHECK(!memcmp(message->step.parts, step->parts, sizeof step->parts) &&
            message->step.stage == step->stage,
        "a message is not the one that is expected");
  check_bundle(play, &play->members[rank], step);
  visit_sets(play, &play->members[rank], step, message,
             step->kind == DMM_STEP_COMBINE ? combine : replace);
  free(message);
  return true;
}

static void do_open(Play *play, int64_t rank, const DmmStep *step) {
  Member *m = &play->members[rank];
  int64_t self = place_of_rank(play, rank);
  m->opened[m->nopened++] = *step;
  for (int64_t s = 0; s < step->sources.count; ++s)
    memset(&m->bundle[step->sources.first + s][step->targets.first], 0,
           (size_t)step->targets.count * sizeof(Set));
  for (int64_t t = 0; t < step->targets.count; ++t)
    if (self >= step->sources.first &&
        self < step->sources.first + step->sources.count)
      m->bundle[self][step->targets.first + t] = (Set)1 << rank;
}

static void do_close(Play *play, int64_t rank) {
  Member *m = &play->members[rank];
  int64_t self = place_of_rank(play, rank);
  DmmRange sources = m->opened[m->nopened - 1].sources;
  for (int64_t s = 0; s < sources.count; ++s) {
    int64_t source = rank_of_place(play, sources.first + s);
    CHECK(m->bundle[sources.first + s][self] == (Set)1 << source,
          "what %lld has for %lld did not arrive", (long long)source,
          (long long)rank);
    CHECK(!m->taken[source], "it arrived twice");
    m->taken[source] = true;
  }
}

/// The stage must be the lowest with a container that holds both.
static void check_stage(const Play *play, int64_t rank, const DmmStep *step) {
  int64_t a[DMM_RT_MAX_AXES], b[DMM_RT_MAX_AXES];
  const DmmStages *stages = &play->schedule.stages;
  dmm_stages_coords(stages, rank, a);
  dmm_stages_coords(stages, step->peer, b);
  DmmContainer own = dmm_container_at(stages, step->stage, a);
  DmmContainer child = dmm_container_at(stages, step->stage - 1, a);
  CHECK(dmm_container_holds(stages, &own, b) &&
            !dmm_container_holds(stages, &child, b),
        "stage %lld", (long long)step->stage);
}

/// Takes the next step of a member if it can be taken.
static bool advance(Play *play, int64_t rank) {
  Member *m = &play->members[rank];
  if (m->next == m->n)
    return false;
  const DmmStep *step = &m->steps[m->next];
  bool done = true;
  if (step->kind == DMM_STEP_OPEN)
    do_open(play, rank, step);
  else if (step->kind == DMM_STEP_CLOSE)
    do_close(play, rank);
  else if (step->kind == DMM_STEP_SEND)
    done = do_send(play, rank, step);
  else if (step->kind != DMM_STEP_COMPLETE)
    done = do_receive(play, rank, step);
  if (step->stage >= 0)
    check_stage(play, rank, step);
  m->next += done;
  return done;
}

//===----------------------------------------------------------------------===//
// Whole collectives
//===----------------------------------------------------------------------===//

static int64_t part_of_rank(const Play *play, int64_t rank) {
  int64_t coords[DMM_RT_MAX_AXES];
  dmm_stages_coords(&play->schedule.stages, rank, coords);
  return dmm_schedule_part_of(&play->schedule, coords);
}

/// What a member has before: its contribution to what it sends.
static void init_member(Play *play, int64_t rank) {
  Member *m = &play->members[rank];
  const DmmSchedule *schedule = &play->schedule;
  m->n = dmm_schedule_steps(schedule, rank, m->steps, STEPS);
  CHECK(m->n <= STEPS, "%lld steps", (long long)m->n);
  for (int64_t i = 0; i < dmm_schedule_parts(schedule); ++i) {
    bool has = true;
    if (schedule->kind == DMM_SCHEDULE_BROADCAST)
      has = rank == schedule->root;
    else if (schedule->kind == DMM_SCHEDULE_ALL_GATHER)
      has = i == part_of_rank(play, rank);
    m->has[i] = has ? (Set)1 << rank : 0;
  }
}

/// The members whose contributions member `rank` must have in part i at the
/// end; 0 if it does not matter.
static Set wanted(const Play *play, int64_t rank, int64_t i) {
  const DmmSchedule *schedule = &play->schedule;
  Set all = play->n == 64 ? ~(Set)0 : ((Set)1 << play->n) - 1;
  int64_t coords[DMM_RT_MAX_AXES];
  switch (schedule->kind) {
  case DMM_SCHEDULE_BROADCAST:
    return (Set)1 << schedule->root;
  case DMM_SCHEDULE_REDUCE:
    return rank == schedule->root ? all : 0;
  case DMM_SCHEDULE_ALL_REDUCE:
    return all;
  case DMM_SCHEDULE_REDUCE_SCATTER:
    return i == part_of_rank(play, rank) ? all : 0;
  default:
    dmm_schedule_part_coords(schedule, i, coords);
    return (Set)1 << dmm_stages_rank(&schedule->stages, coords);
  }
}

static bool must_take(const Play *play, int64_t source, int64_t target) {
  const DmmSchedule *schedule = &play->schedule;
  if (schedule->kind == DMM_SCHEDULE_SCATTER)
    return source == schedule->root;
  if (schedule->kind == DMM_SCHEDULE_GATHER)
    return target == schedule->root;
  return source != target;
}

static void check_end(const Play *play, int64_t rank) {
  const Member *m = &play->members[rank];
  CHECK(m->next == m->n, "member %lld is blocked at step %lld of %lld",
        (long long)rank, (long long)m->next, (long long)m->n);
  for (int64_t q = 0; q < play->n; ++q) {
    CHECK(play->channels[rank][q].sent == play->channels[rank][q].received,
          "a message is lost");
    if (moves_bundles(play))
      CHECK(m->taken[q] == must_take(play, q, rank), "from %lld to %lld",
            (long long)q, (long long)rank);
  }
  if (moves_bundles(play))
    return;
  for (int64_t i = 0; i < dmm_schedule_parts(&play->schedule); ++i) {
    Set want = wanted(play, rank, i);
    CHECK(!want || m->has[i] == want, "part %lld of member %lld", (long long)i,
          (long long)rank);
  }
}

/// Runs the schedule. The caller frees the result.
static Play *run(const Play *setting, DmmScheduleKind kind, int64_t root) {
  Play *play = calloc(1, sizeof *play);
  play->naxes = setting->naxes;
  play->n = setting->n;
  dmm_schedule_init(&play->schedule, kind, setting->naxes, setting->sizes,
                    setting->nstages, setting->digits, root);
  for (int64_t p = 0; p < play->n; ++p)
    init_member(play, p);
  for (bool goes = true; goes;) {
    goes = false;
    for (int64_t p = 0; p < play->n; ++p)
      while (advance(play, p))
        goes = true;
  }
  for (int64_t p = 0; p < play->n; ++p)
    check_end(play, p);
  return play;
}

//===----------------------------------------------------------------------===//
// Words by stage
//===----------------------------------------------------------------------===//

/// Containers of a stage; of stage -1, members.
static int64_t count_containers(const Play *play, int64_t stage) {
  int64_t n = 0, coords[DMM_RT_MAX_AXES];
  for (int64_t p = 0; p < play->n; ++p) {
    dmm_stages_coords(&play->schedule.stages, p, coords);
    DmmContainer c = dmm_container_at(&play->schedule.stages, stage, coords);
    n += dmm_stages_rank(&play->schedule.stages, c.lo) == p;
  }
  return n;
}

/// Ordered pairs of siblings in the containers of a stage.
static int64_t count_pairs(const Play *play, int64_t stage) {
  int64_t n = 0, coords[DMM_RT_MAX_AXES];
  for (int64_t p = 0; p < play->n; ++p) {
    dmm_stages_coords(&play->schedule.stages, p, coords);
    DmmContainer c = dmm_container_at(&play->schedule.stages, stage, coords);
    if (dmm_stages_rank(&play->schedule.stages, c.lo) != p)
      continue;
    int64_t k = dmm_container_children(&play->schedule.stages, stage, &c);
    n += k * (k - 1);
  }
  return n;
}

/// n (c - C) for one way, the lower bound of everything that is not rooted.
static void check_words(const Play *play) {
  int64_t parts = dmm_schedule_parts(&play->schedule);
  bool twice = play->schedule.kind == DMM_SCHEDULE_ALL_REDUCE;
  for (int64_t s = 0; s < play->schedule.stages.nstages; ++s) {
    int64_t borders = count_containers(play, s - 1) - count_containers(play, s);
    int64_t words = parts * borders * (twice ? 2 : 1);
    CHECK(play->words[s] == words,
          "collective %d, stage %lld: %lld words, not %lld",
          play->schedule.kind, (long long)s, (long long)play->words[s],
          (long long)words);
  }
}

/// Where containers are full, all members carry the same load.
static void check_loads(const Play *play) {
  if (play->schedule.even < play->schedule.stages.nstages)
    return;
  for (int64_t p = 1; p < play->n; ++p)
    CHECK(!memcmp(play->sent[p], play->sent[0], sizeof play->sent[0]),
          "collective %d: member %lld has another load than the first",
          play->schedule.kind, (long long)p);
}

/// Over the top go the words of the direct exchange, one message for each
/// ordered pair of containers.
static void check_exchange(const Play *play) {
  int64_t top = play->schedule.stages.nstages - 1, words = 0;
  int64_t a[DMM_RT_MAX_AXES], b[DMM_RT_MAX_AXES];
  const DmmStages *stages = &play->schedule.stages;
  for (int64_t p = 0; p < play->n; ++p)
    for (int64_t q = 0; q < play->n; ++q) {
      dmm_stages_coords(stages, p, a);
      dmm_stages_coords(stages, q, b);
      DmmContainer c = dmm_container_at(stages, top - 1, a);
      words += !dmm_container_holds(stages, &c, b);
    }
  CHECK(play->words[top] == words, "%lld words across the top, not %lld",
        (long long)play->words[top], (long long)words);
  CHECK(play->messages[top] == count_pairs(play, top),
        "%lld messages across the top", (long long)play->messages[top]);
}

/// Each child but the root's gets, or gives, one message.
static void check_rooted(const Play *play) {
  for (int64_t s = 0; s < play->schedule.stages.nstages; ++s)
    CHECK(play->messages[s] ==
              count_containers(play, s - 1) - count_containers(play, s),
          "%lld messages on stage %lld", (long long)play->messages[s],
          (long long)s);
}

static void test_group(const Play *setting, int64_t root) {
  for (int kind = 0; kind <= DMM_SCHEDULE_EXCHANGE; ++kind) {
    Play *play = run(setting, (DmmScheduleKind)kind, root);
    bool is_direct = !play->schedule.staged && kind != DMM_SCHEDULE_BROADCAST;
    if (kind == DMM_SCHEDULE_EXCHANGE)
      check_exchange(play);
    else if (moves_bundles(play))
      check_rooted(play);
    else if (kind == DMM_SCHEDULE_REDUCE_SCATTER)
      check_loads(play);
    else if (!is_direct)
      check_words(play);
    if (play->schedule.staged &&
        (kind == DMM_SCHEDULE_ALL_REDUCE || kind == DMM_SCHEDULE_ALL_GATHER))
      check_loads(play);
    free(play);
  }
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Places and parts number the members, and those of a container follow each
/// other by their places.
static void test_places(const Play *setting) {
  DmmSchedule s;
  dmm_schedule_init(&s, DMM_SCHEDULE_ALL_GATHER, setting->naxes, setting->sizes,
                    setting->nstages, setting->digits, 0);
  int64_t a[DMM_RT_MAX_AXES], b[DMM_RT_MAX_AXES];
  for (int64_t p = 0; p < setting->n; ++p) {
    dmm_stages_coords(&s.stages, p, a);
    dmm_place_coords(&s.stages, dmm_place_of(&s.stages, a), b);
    CHECK(dmm_stages_rank(&s.stages, b) == p, "place of %lld", (long long)p);
    dmm_schedule_part_coords(&s, dmm_schedule_part_of(&s, a), b);
    CHECK(dmm_stages_rank(&s.stages, b) == p, "part of %lld", (long long)p);
    for (int64_t t = 0; t < s.stages.nstages; ++t) {
      DmmContainer c = dmm_container_at(&s.stages, t, a);
      int64_t after =
          dmm_place_of(&s.stages, a) - dmm_place_of(&s.stages, c.lo);
      CHECK(after >= 0 && after < dmm_container_size(&s.stages, &c),
            "place in the container of stage %lld", (long long)t);
    }
  }
}

int main(void) {
  static const Grid groups[] = {
      {0, {0}},       {1, {1}},       {1, {2}},    {1, {7}},
      {1, {16}},      {1, {61}},      {2, {3, 4}}, {2, {8, 8}},
      {3, {2, 4, 4}}, {3, {3, 5, 2}}, {2, {5, 9}}, {4, {2, 3, 2, 3}},
  };
  uint64_t random = 3;
  for (int i = 0; i < 150; ++i) {
    const Grid *group = &groups[i % (int)(sizeof groups / sizeof *groups)];
    static Play setting;
    setting.naxes = group->naxes;
    setting.n = grid_partitions(group);
    memcpy(setting.sizes, group->sizes, sizeof setting.sizes);
    setting.nstages =
        make_stages(&random, group->naxes, group->sizes, setting.digits);
    if (i % 10 == 0)
      setting.nstages = 0;
    test_places(&setting);
    test_group(&setting, next_random(&random, setting.n));
  }
  return 0;
}
