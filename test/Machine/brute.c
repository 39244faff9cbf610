//===- brute.c - Mappings priced by looking at every rank ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/brute.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

/// A partition's coordinates, and the number of the container of each level
/// that it lies in; container[0] is the partition's leaf.
typedef struct Rank {
  int64_t coords[DMM_MAX_GRID_AXES];
  int64_t container[DMM_MAX_LEVELS + 1];
} Rank;

typedef struct Ranks {
  Rank rank[BRUTE_MAX_PARTITIONS];
  int n;
} Ranks;

/// The child of its container of level `level` that the rank lies in.
static int64_t child_of(const DmmMappingProblem *problem,
                        const DmmMapping *mapping, const Rank *rank,
                        int level) {
  int64_t child = 0;
  for (int a = 0; a < problem->naxes; ++a) {
    int64_t rest = rank->coords[a];
    for (int l = 0; l < level; ++l)
      rest /= mapping->digits[l][a];
    int64_t digit = mapping->digits[level][a];
    bool is_top = level == problem->machine->nlevels - 1;
    child = child * digit + (is_top ? rest : rest % digit);
  }
  return child;
}

/// False if there is no such leaf.
static bool place(const DmmMappingProblem *problem, const DmmMapping *mapping,
                  Rank *rank) {
  int64_t container = 0;
  for (int l = problem->machine->nlevels - 1; l >= 0; --l) {
    int64_t child = child_of(problem, mapping, rank, l);
    int64_t fanout = problem->machine->levels[l].fanout;
    rank->container[l + 1] = container;
    if (child >= fanout)
      return false;
    container = container * fanout + child;
  }
  rank->container[0] = container;
  return true;
}

static bool is_alone(const Ranks *ranks, int i) {
  for (int j = 0; j < i; ++j)
    if (ranks->rank[j].container[0] == ranks->rank[i].container[0])
      return false;
  return true;
}

/// Places all partitions, the last axis first. False if they do not fit.
static bool place_all(const DmmMappingProblem *problem,
                      const DmmMapping *mapping, Ranks *ranks) {
  ranks->n = 1;
  for (int a = 0; a < problem->naxes; ++a)
    ranks->n *= (int)problem->grid[a];
  for (int i = 0; i < ranks->n; ++i) {
    int64_t rest = i;
    for (int a = problem->naxes - 1; a >= 0; --a) {
      ranks->rank[i].coords[a] = rest % problem->grid[a];
      rest /= problem->grid[a];
    }
    if (!place(problem, mapping, &ranks->rank[i]) || !is_alone(ranks, i))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// The members of a group in order, and its collective. leader[c][i] is the
/// first member in the same container[c] as member i.
typedef struct Group {
  const DmmMachine *machine;
  const DmmCollective *collective;
  const Rank *members[BRUTE_MAX_PARTITIONS];
  int leader[DMM_MAX_LEVELS + 1][BRUTE_MAX_PARTITIONS];
  int n;
} Group;

static bool share_group(const DmmMappingProblem *problem, uint32_t axes,
                        const Rank *x, const Rank *y) {
  for (int a = 0; a < problem->naxes; ++a)
    if (!(axes >> a & 1) && x->coords[a] != y->coords[a])
      return false;
  return true;
}

/// Whether the rank is the first of its group.
static bool is_first(const DmmMappingProblem *problem, uint32_t axes,
                     const Rank *rank) {
  for (int a = 0; a < problem->naxes; ++a)
    if (axes >> a & 1 && rank->coords[a])
      return false;
  return true;
}

static int find_leader(const Group *group, int i, int c) {
  int j = 0;
  while (group->members[j]->container[c] != group->members[i]->container[c])
    ++j;
  return j;
}

/// The group that has `one` as its member.
static void find_group(const DmmMappingProblem *problem, const Ranks *ranks,
                       const DmmCollective *collective, const Rank *one,
                       Group *group) {
  group->machine = problem->machine;
  group->collective = collective;
  group->n = 0;
  for (int i = 0; i < ranks->n; ++i)
    if (share_group(problem, collective->axes, &ranks->rank[i], one))
      group->members[group->n++] = &ranks->rank[i];
  for (int c = 0; c <= problem->machine->nlevels; ++c)
    for (int i = 0; i < group->n; ++i)
      group->leader[c][i] = find_leader(group, i, c);
}

/// The lowest level whose container holds both.
static int level_between(const Rank *x, const Rank *y) {
  int level = 0;
  while (x->container[level + 1] != y->container[level + 1])
    ++level;
  return level;
}

/// Whether member i is the first in its child of a container of level `level`.
static bool leads_child(const Group *group, int i, int level) {
  return group->leader[level][i] == i;
}

static bool leads_container(const Group *group, int i, int level) {
  return group->leader[level + 1][i] == i;
}

/// Children with members in the container of level `level` that member i is in.
static int children_around(const Group *group, int i, int level) {
  int n = 0;
  for (int j = 0; j < group->n; ++j)
    n += leads_child(group, j, level) &&
         group->leader[level + 1][j] == group->leader[level + 1][i];
  return n;
}

/// Rounds in which one child reaches all of the fullest container.
static double rounds(const Group *group, int level) {
  int children = 1, reached = 1, n = 0;
  for (int i = 0; i < group->n; ++i) {
    int around = children_around(group, i, level);
    children = around > children ? around : children;
  }
  for (; reached < children; reached *= 2)
    ++n;
  return n;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// What one call does on a level: time as messages and words in a row, all
/// words, and how many of them could be saved.
typedef struct Traffic {
  double messages, serial, words, spare;
} Traffic;

/// One message for each child but that of the container's leader.
static Traffic tree(const Group *group, int level) {
  Traffic t = {0};
  for (int i = 0; i < group->n; ++i)
    if (leads_child(group, i, level) && !leads_container(group, i, level))
      t.words += group->collective->words;
  t.messages = rounds(group, level);
  t.serial = t.words > 0 ? group->collective->words : 0;
  return t;
}

/// Up and down the tree, but all members take an equal share.
static Traffic all_reduce(const Group *group, int level) {
  Traffic t = tree(group, level);
  t.messages *= 2;
  t.words *= 2;
  t.serial = t.words / group->n;
  return t;
}

/// One of the two ways.
static Traffic half(const Group *group, int level) {
  Traffic t = tree(group, level);
  t.serial = t.words / group->n;
  return t;
}

/// Members that share the container of the first member, but not its child.
static int around_root(const Group *group, int level) {
  int n = 0;
  for (int i = 0; i < group->n; ++i)
    n += group->leader[level + 1][i] == 0 && group->leader[level][i] != 0;
  return n;
}

/// Each member's part, unless the leader of the container has it in its child.
/// It could come from the root, the first member, without a stop.
static Traffic rooted(const Group *group, int level) {
  Traffic t = {.messages = rounds(group, level)};
  int containers = 0;
  for (int i = 0; i < group->n; ++i) {
    int from = group->leader[level + 1][i];
    if (group->leader[level][i] != group->leader[level][from])
      t.words += group->collective->words / group->n;
    containers += leads_container(group, i, level);
  }
  t.serial = t.words / containers;
  t.spare =
      t.words - around_root(group, level) * group->collective->words / group->n;
  return t;
}

static Traffic all_to_all(const Group *group, int level) {
  Traffic t = {0};
  int pairs = 0;
  for (int i = 0; i < group->n; ++i)
    for (int j = 0; j < group->n; ++j)
      pairs += i != j &&
               level_between(group->members[i], group->members[j]) == level;
  t.words = pairs * group->collective->words / group->n;
  t.messages = (double)pairs / group->n;
  double others = group->n - 1, partners = group->collective->partners;
  if (partners > 0 && partners < others)
    t.messages *= partners / others;
  t.serial = t.words / group->n;
  return t;
}

/// The highest level between neighbours; -1 if there are none.
static int highest_level(const Group *group) {
  int highest = -1;
  for (int i = 1; i < group->n; ++i) {
    int level = level_between(group->members[i - 1], group->members[i]);
    highest = level > highest ? level : highest;
  }
  return highest;
}

/// From each member to the next. The first call waits for all hops, the others
/// for one hop on the highest level; messages are those of all calls, by call.
static Traffic chain(const Group *group, int level) {
  Traffic t = {0};
  int hops = 0;
  for (int i = 1; i < group->n; ++i)
    hops += level_between(group->members[i - 1], group->members[i]) == level;
  double calls = group->collective->calls;
  double waits = hops + (calls - 1) * (highest_level(group) == level);
  t.messages = waits / calls;
  t.serial = t.messages * group->collective->words;
  t.words = hops * group->collective->words;
  return t;
}

static Traffic halo(const Group *group, int level) {
  Traffic t = chain(group, level);
  t.messages = highest_level(group) == level;
  t.serial = t.messages * group->collective->words;
  return t;
}

static Traffic (*const traffic[DMM_NUM_COLLECTIVES])(const Group *, int) = {
    [DMM_COLLECTIVE_REDUCE] = tree,
    [DMM_COLLECTIVE_BROADCAST] = tree,
    [DMM_COLLECTIVE_ALL_REDUCE] = all_reduce,
    [DMM_COLLECTIVE_REDUCE_SCATTER] = half,
    [DMM_COLLECTIVE_ALL_GATHER] = half,
    [DMM_COLLECTIVE_SCATTER] = rooted,
    [DMM_COLLECTIVE_GATHER] = rooted,
    [DMM_COLLECTIVE_ALL_TO_ALL] = all_to_all,
    [DMM_COLLECTIVE_CHAIN] = chain,
    [DMM_COLLECTIVE_HALO] = halo,
};

/// Adds the group's energy and words; returns its time.
static double add_group(const Group *group, BruteCost *cost) {
  double time_ns = 0;
  for (int l = 0; l < group->machine->nlevels; ++l) {
    const DmmLevel *level = &group->machine->levels[l];
    Traffic t = traffic[group->collective->kind](group, l);
    double calls = group->collective->calls;
    double bytes = (double)group->collective->element_bytes * t.serial;
    time_ns +=
        calls * (t.messages * level->latency_ns + bytes / level->gbyte_per_s);
    cost->energy_pj += calls * t.words * level->pj_per_word;
    cost->words[l] += calls * t.words;
    cost->least_words[l] += calls * (t.words - t.spare);
  }
  return time_ns;
}

/// All groups of a collective; time is that of the slowest.
static void add_collective(const DmmMappingProblem *problem, const Ranks *ranks,
                           const DmmCollective *collective, BruteCost *cost) {
  static Group group;
  double slowest = 0;
  for (int i = 0; i < ranks->n; ++i) {
    if (!is_first(problem, collective->axes, &ranks->rank[i]))
      continue;
    find_group(problem, ranks, collective, &ranks->rank[i], &group);
    double time_ns = add_group(&group, cost);
    slowest = time_ns > slowest ? time_ns : slowest;
  }
  cost->time_ns += slowest;
}

BruteCost brute_cost(const DmmMappingProblem *problem,
                     const DmmMapping *mapping) {
  static Ranks ranks;
  BruteCost cost = {0};
  cost.misplaced = !place_all(problem, mapping, &ranks);
  for (int i = 0; i < problem->ncollectives && !cost.misplaced; ++i)
    add_collective(problem, &ranks, &problem->collectives[i], &cost);
  return cost;
}

//===----------------------------------------------------------------------===//
// All mappings
//===----------------------------------------------------------------------===//

typedef struct Listing {
  const DmmMappingProblem *problem;
  bool ragged;
  int64_t limit, count;
  void (*visit)(const DmmMapping *mapping, void *data);
  void *data;
  DmmMapping mapping;
} Listing;

/// How many runs of `run` make up `n`.
static int64_t runs(int64_t n, int64_t run) { return (n + run - 1) / run; }

static bool may_be_digit(const Listing *listing, int64_t left, int64_t digit) {
  if (!listing->ragged)
    return left % digit == 0;
  return digit == 1 || runs(left, digit) < runs(left, digit - 1);
}

/// Chooses the digits of `level` from `axis` on, with `room` children left in a
/// container and left[a] containers along each axis.
static void list(Listing *listing, int level, int axis, int64_t room,
                 const int64_t *left) {
  const DmmMappingProblem *problem = listing->problem;
  if (axis == problem->naxes) {
    ++level;
    axis = 0;
    room = level < problem->machine->nlevels
               ? problem->machine->levels[level].fanout
               : 0;
  }
  if (level == problem->machine->nlevels) {
    for (int a = 0; a < problem->naxes; ++a)
      if (left[a] > 1)
        return;
    if (listing->count++ < listing->limit)
      listing->visit(&listing->mapping, listing->data);
    return;
  }
  int64_t rest[DMM_MAX_GRID_AXES];
  memcpy(rest, left, sizeof rest);
  for (int64_t digit = 1; digit <= room && digit <= left[axis]; ++digit) {
    if (!may_be_digit(listing, left[axis], digit))
      continue;
    listing->mapping.digits[level][axis] = digit;
    rest[axis] = runs(left[axis], digit);
    list(listing, level, axis + 1, room / digit, rest);
  }
}

int64_t brute_mappings(const DmmMappingProblem *problem, bool ragged,
                       int64_t limit,
                       void (*visit)(const DmmMapping *mapping, void *data),
                       void *data) {
  Listing listing = {.problem = problem,
                     .ragged = ragged,
                     .limit = limit,
                     .visit = visit,
                     .data = data};
  int64_t left[DMM_MAX_GRID_AXES] = {0};
  memcpy(left, problem->grid, (size_t)problem->naxes * sizeof *left);
  list(&listing, 0, 0, problem->machine->levels[0].fanout, left);
  return listing.count;
}
