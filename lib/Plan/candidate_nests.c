//===- candidate_nests.c - The best assignment, nest by nest --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a nest costs depends on the ways in which the arrays that it accesses
// are cut, and on no others. A few plans, in which every nest has met every way
// of its own arrays, thus tell the price of all assignments, and the best of
// them is found by eliminating array after array (elimination.h), exactly where
// nests form a chain or a tree, and as well where they do not but share few
// arrays.
//
//   for ... B = A W1;  for ... C = B W2;  for ... D = C W3
// has 2^7 assignments on one grid axis, and three nests with 2^3 ways each,
// which about 8 plans show.
//
// The mapping of the grid, and which partition is the busiest, are the same for
// all nests: each mapping that was best for some plan is tried, with each of
// the partitions that price.c looks at.
//
// Where the layout of a vector follows from another nest, or a message serves
// two of them, a nest costs this in one plan and that in another, though its
// arrays are cut in the same way, or the best plan does not cost what its nests
// do: then the caller is told, and goes on from there.
//
//===----------------------------------------------------------------------===//

#include "Plan/candidate_assignments.h"

#include "Analysis/rewrite.h"
#include "Plan/elimination.h"
#include "Plan/estimate.h"

#include <math.h>
#include <string.h>

/// The most ways of one nest's arrays, entries of a table on the way, mappings,
/// and arrays that a nest accesses.
enum {
  MAX_WAYS = 64,
  MAX_ENTRIES = 1 << 14,
  MAX_MAPPINGS = 16,
  MAX_BESIDE = 8
};

enum { NUM_WHERE = DMM_WHERE_LAST + 1 };

/// Costs of nests; those of messages on one mapping (price_loads).
typedef struct Sum {
  double instances[NUM_WHERE]; ///< by DmmWhere
  DmmLevelCost messages;
  double boundary_ns;
} Sum;

/// What a nest costs where its arrays are cut in certain ways.
typedef struct Load {
  bool is_known;
  Sum cost;
  DmmCollectives inner, boundary;
} Load;

/// A loop, or a condition, at the top level of the function.
typedef struct Nest {
  int choices[MAX_BESIDE]; ///< of the arrays that it accesses
  int nchoices;
  int64_t nways; ///< of cutting them: see way_of
  Load *loads;   ///< for each way
} Nest;

typedef struct Nests {
  DmmAssignments *s;
  DmmArena *arena;
  Nest *nests;
  int nnests;
  int *sizes; ///< the numbers of ways of the arrays
  DmmMapping mappings[MAX_MAPPINGS];
  int nmappings;
  bool depend; ///< some nest costs what another array's way tells, too
} Nests;

//===----------------------------------------------------------------------===//
// Nests and their arrays
//===----------------------------------------------------------------------===//

/// The place of the statement's nest among the operations of the function that
/// hold others; the same in each clone.
static int nest_of(MlirOperation func, const DmmStatement *statement) {
  MlirOperation store = {(void *)statement->ir};
  MlirOperation op = dmm_top_ancestor(func, store);
  int nest = 0;
  for (MlirOperation at = mlirBlockGetFirstOperation(dmm_op_body(func, 0));
       !mlirOperationEqual(at, op); at = mlirOperationGetNextInBlock(at))
    nest += mlirOperationGetNumRegions(at) > 0;
  return nest;
}

static int count_nests(MlirOperation func) {
  int n = 1; // of statements behind the last one
  for (MlirOperation at = mlirBlockGetFirstOperation(dmm_op_body(func, 0));
       !mlirOperationIsNull(at); at = mlirOperationGetNextInBlock(at))
    n += mlirOperationGetNumRegions(at) > 0;
  return n;
}

static int choice_of(const DmmAssignments *s, int array) {
  for (int i = 0; i < s->nchoices; ++i)
    if (s->choices[i].array == array)
      return i;
  return -1;
}

/// False if there are too many.
static bool add_choice(Nest *nest, int choice) {
  for (int i = 0; i < nest->nchoices; ++i)
    if (nest->choices[i] == choice)
      return true;
  if (nest->nchoices == MAX_BESIDE)
    return false;
  nest->choices[nest->nchoices++] = choice;
  return true;
}

static bool add_accesses(Nests *n, int nest, const DmmStatement *statement) {
  for (int i = 0; i < statement->naccesses; ++i) {
    int choice = choice_of(n->s, statement->accesses[i].array);
    if (choice >= 0 && !add_choice(&n->nests[nest], choice))
      return false;
  }
  return true;
}

/// False where some nest has too many ways.
static bool find_nests(Nests *n) {
  const DmmAssignments *s = n->s;
  n->nnests = count_nests(s->func);
  n->nests = dmm_arena_alloc(n->arena, (size_t)n->nnests * sizeof *n->nests);
  n->sizes = dmm_arena_alloc(n->arena, (size_t)s->nchoices * sizeof *n->sizes);
  for (int i = 0; i < s->nchoices; ++i)
    n->sizes[i] = s->choices[i].nways;
  for (int i = 0; i < s->plan->nstatements; ++i)
    if (!add_accesses(n, nest_of(s->func, &s->plan->statements[i]),
                      &s->plan->statements[i]))
      return false;
  for (int i = 0; i < n->nnests; ++i) {
    Nest *nest = &n->nests[i];
    nest->nways = dmm_table_entries(n->sizes, nest->choices, nest->nchoices);
    if (nest->nways > MAX_WAYS)
      return false;
    nest->loads =
        dmm_arena_alloc(n->arena, (size_t)nest->nways * sizeof *nest->loads);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What a plan tells of its nests
//===----------------------------------------------------------------------===//

/// A plan that is being read, and the nest of each statement.
typedef struct Reading {
  const Nests *n;
  const DmmPlan *plan;
  int *nests;
  Load *loads;
  DmmWhere where;
} Reading;

static void add_instances(const DmmEstimate *e, const DmmNode *leaf,
                          double trips, void *user) {
  (void)e;
  const Reading *r = user;
  if (leaf->kind == DMM_NODE_STATEMENT)
    r->loads[r->nests[leaf->id]].cost.instances[r->where] += trips;
}

/// The first statement that the message brings something to, else the first
/// that accesses its array; -1 if there is none.
static int reader_of(const DmmPlan *plan, int message) {
  int user = -1;
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses; ++j) {
      const DmmAccess *access = &plan->statements[i].accesses[j];
      if (dmm_access_turn(access, message) >= 0)
        return i;
      if (user < 0 && access->array == plan->messages[message].array)
        user = i;
    }
  return user;
}

/// Gives the nests their collectives, of which `is_boundary` tells the list.
static void read_collectives(const Reading *r, const DmmCollectives *list,
                             bool is_boundary) {
  for (int i = 0; i < list->n; ++i) {
    int reader = reader_of(r->plan, list->messages[i]);
    if (reader < 0)
      continue;
    Load *load = &r->loads[r->nests[reader]];
    dmm_collectives_add(r->n->arena,
                        is_boundary ? &load->boundary : &load->inner,
                        list->items[i], list->messages[i]);
  }
}

static void read_loads(Reading *r) {
  for (r->where = DMM_WHERE_FIRST; r->where <= DMM_WHERE_LAST; ++r->where) {
    DmmEstimate e = dmm_estimate_create(r->plan, DMM_TYPICAL_SIZE, r->where);
    dmm_estimate_walk(&e, add_instances, r);
  }
  DmmRunCollectives run = dmm_plan_collectives(r->plan);
  read_collectives(r, &run.inner, false);
  read_collectives(r, &run.boundary, true);
}

static bool same_collectives(const DmmCollectives *a, const DmmCollectives *b) {
  return a->n == b->n && (!a->n || !memcmp(a->items, b->items,
                                           (size_t)a->n * sizeof *a->items));
}

static bool same_load(const Load *a, const Load *b) {
  return !memcmp(a->cost.instances, b->cost.instances,
                 sizeof a->cost.instances) &&
         same_collectives(&a->inner, &b->inner);
}

/// The number of the way in which the assignment cuts the nest's arrays.
static int64_t way_of(const Nests *n, const Nest *nest) {
  int64_t way = 0;
  for (int i = 0; i < nest->nchoices; ++i)
    way =
        way * n->sizes[nest->choices[i]] + n->s->choices[nest->choices[i]].way;
  return way;
}

static void add_mapping(Nests *n, const DmmMapping *mapping) {
  for (int i = 0; i < n->nmappings; ++i)
    if (!memcmp(&n->mappings[i], mapping, sizeof *mapping))
      return;
  if (n->nmappings < MAX_MAPPINGS)
    n->mappings[n->nmappings++] = *mapping;
}

static void see_plan(const DmmAssignments *s, const DmmPlan *plan,
                     MlirOperation func, const DmmPrice *price, void *user) {
  Nests *n = user;
  Reading r = {.n = n, .plan = plan};
  (void)s;
  r.nests =
      dmm_arena_alloc(n->arena, (size_t)plan->nstatements * sizeof *r.nests);
  r.loads = dmm_arena_alloc(n->arena, (size_t)n->nnests * sizeof *r.loads);
  for (int i = 0; i < plan->nstatements; ++i)
    r.nests[i] = nest_of(func, &plan->statements[i]);
  read_loads(&r);
  for (int i = 0; i < n->nnests; ++i) {
    Load *load = &n->nests[i].loads[way_of(n, &n->nests[i])];
    r.loads[i].is_known = true;
    if (load->is_known)
      n->depend = n->depend || !same_load(load, &r.loads[i]);
    else
      *load = r.loads[i];
  }
  if (price->is_known)
    add_mapping(n, &price->mapping);
}

//===----------------------------------------------------------------------===//
// Plans that show all ways of all nests
//===----------------------------------------------------------------------===//

enum { OPEN = -1 };

/// Whether way number `way` of the nest goes with what is assigned so far; if
/// so, and `take` is set, it is assigned.
static bool goes_with(Nests *n, const Nest *nest, int64_t way, bool take) {
  for (int i = nest->nchoices - 1; i >= 0; --i) {
    int choice = nest->choices[i], size = n->sizes[choice];
    int *now = &n->s->choices[choice].way;
    if (*now != OPEN && *now != way % size)
      return false;
    if (take)
      *now = (int)(way % size);
    way /= size;
  }
  return true;
}

/// A way of the nest that was in no plan yet and goes with what is assigned, or
/// -1. `tried` tells which were.
static int64_t new_way(Nests *n, const Nest *nest, const bool *tried) {
  for (int64_t way = 0; way < nest->nways; ++way)
    if (!tried[way] && goes_with(n, nest, way, false))
      return way;
  return -1;
}

/// Assigns new ways to nests, as many as go together; false if none is left.
static bool assign_new_ways(Nests *n, bool **tried) {
  bool is_new = false;
  for (int i = 0; i < n->s->nchoices; ++i)
    n->s->choices[i].way = OPEN;
  for (int i = 0; i < n->nnests; ++i) {
    int64_t way = new_way(n, &n->nests[i], tried[i]);
    if (way >= 0)
      is_new = goes_with(n, &n->nests[i], way, true);
  }
  for (int i = 0; i < n->s->nchoices; ++i)
    if (n->s->choices[i].way == OPEN)
      n->s->choices[i].way = 0;
  return is_new;
}

/// False if there are too many plans.
static bool plan_all_ways(Nests *n) {
  bool **tried = dmm_arena_alloc(n->arena, (size_t)n->nnests * sizeof *tried);
  for (int i = 0; i < n->nnests; ++i)
    tried[i] = dmm_arena_alloc(n->arena, (size_t)n->nests[i].nways);
  while (assign_new_ways(n, tried)) {
    DmmPrice price;
    if (n->s->nplans >= n->s->most_plans)
      return false;
    for (int i = 0; i < n->nnests; ++i)
      tried[i][way_of(n, &n->nests[i])] = true;
    dmm_assignment_try(n->s, &price);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The best assignment
//===----------------------------------------------------------------------===//

static void price_load(const Nests *n, const DmmMapping *mapping, Load *load) {
  const DmmPlan *plan = n->s->plan;
  load->cost.messages = dmm_price_collectives(plan, &load->inner, mapping);
  load->cost.boundary_ns =
      dmm_price_collectives(plan, &load->boundary, mapping).time_ns;
}

static void price_loads(Nests *n, const DmmMapping *mapping) {
  for (int i = 0; i < n->nnests; ++i)
    for (int64_t way = 0; way < n->nests[i].nways; ++way)
      price_load(n, mapping, &n->nests[i].loads[way]);
}

static void add_cost(Sum *sum, const Sum *cost) {
  for (int where = 0; where < NUM_WHERE; ++where)
    sum->instances[where] += cost->instances[where];
  dmm_level_cost_add(&sum->messages, &cost->messages);
  sum->boundary_ns += cost->boundary_ns;
}

static DmmRank rank_of(const Nests *n, const Sum *sum, double instances) {
  const DmmPricing *pricing = n->s->plan->pricing;
  double compute_ns = instances * pricing->machine.ns_per_statement;
  return (DmmRank){dmm_price_total(pricing, compute_ns, &sum->messages),
                   sum->boundary_ns};
}

static DmmTable table_of(const Nests *n, const Nest *nest, int where) {
  DmmTable table = {.vars = nest->choices, .nvars = nest->nchoices};
  table.values =
      dmm_arena_alloc(n->arena, (size_t)nest->nways * sizeof *table.values);
  for (int64_t way = 0; way < nest->nways; ++way) {
    const Load *load = &nest->loads[way];
    table.values[way] =
        load->is_known ? rank_of(n, &load->cost, load->cost.instances[where])
                       : (DmmRank){INFINITY, INFINITY};
  }
  return table;
}

/// What the assignment with these ways costs by what is known of its nests.
static DmmRank expected(Nests *n, const int *ways) {
  Sum sum = {0};
  double most = 0;
  for (int i = 0; i < n->s->nchoices; ++i)
    n->s->choices[i].way = ways[i];
  for (int i = 0; i < n->nnests; ++i) {
    const Load *load = &n->nests[i].loads[way_of(n, &n->nests[i])];
    if (!load->is_known)
      return (DmmRank){INFINITY, INFINITY};
    add_cost(&sum, &load->cost);
  }
  for (int where = 0; where < NUM_WHERE; ++where)
    most = sum.instances[where] > most ? sum.instances[where] : most;
  return rank_of(n, &sum, most);
}

/// An assignment, and what it is expected to cost.
typedef struct Best {
  DmmRank rank;
  int *ways; ///< null: none yet
} Best;

static void look_for_best(Nests *n, int where, Best *best) {
  int *ways = dmm_arena_alloc(n->arena, (size_t)n->s->nchoices * sizeof *ways);
  DmmTable *tables =
      dmm_arena_alloc(n->arena, (size_t)n->nnests * sizeof *tables);
  for (int i = 0; i < n->nnests; ++i)
    tables[i] = table_of(n, &n->nests[i], where);
  DmmTableSum sum = {n->sizes, n->s->nchoices, tables, n->nnests};
  if (!dmm_minimize_tables(n->arena, &sum, MAX_ENTRIES, ways))
    return;
  DmmRank rank = expected(n, ways);
  if (dmm_rank_is_less(rank, best->rank, DMM_COST_ROUNDING))
    *best = (Best){rank, ways};
}

/// Plans the best assignment on the mappings known so far, of which that makes
/// one more if another is better for it. True if the price is as expected.
static bool plan_best(Nests *n) {
  Best best = {.rank = {INFINITY, INFINITY}};
  for (int i = 0; i < n->nmappings; ++i) {
    price_loads(n, &n->mappings[i]);
    for (int where = 0; where < NUM_WHERE; ++where)
      look_for_best(n, where, &best);
  }
  if (!best.ways)
    return false;
  for (int i = 0; i < n->s->nchoices; ++i)
    n->s->choices[i].way = best.ways[i];
  DmmPrice price;
  n->s->here.total = -1;
  return dmm_assignment_try(n->s, &price) &&
         fabs(price.total - best.rank.first) <= 1e-6 * price.total;
}

bool dmm_assign_by_nests(DmmAssignments *s) {
  Nests n = {.s = s, .arena = dmm_arena_create()};
  bool exact = find_nests(&n);
  s->see = see_plan;
  s->user = &n;
  exact = exact && plan_all_ways(&n);
  for (int known = 0; exact && known < n.nmappings;) {
    known = n.nmappings;
    exact = plan_best(&n);
  }
  exact = exact && n.nmappings && !n.depend;
  s->see = NULL;
  dmm_arena_destroy(n.arena);
  return exact;
}
