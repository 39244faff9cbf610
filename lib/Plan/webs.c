//===- webs.c - Independent live ranges of one array ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As a register allocator splits a variable, the accesses of an array fall into
// webs: a read belongs with every write whose value it may see, by exact flow.
// Between two webs no value passes, so that each may live in memory of its own
// and have a layout of its own. Reads that may see what was there before any
// write belong together. A write that nobody sees has no web; the first takes
// it, which keeps the memory that it needs.
//
// More memory buys nothing where two webs want the same layout. Those of an
// array with several elements are therefore put together again where one does
// not align to any dimension of another array that the other does not align to
// as well. A cell costs nothing.
//
//===----------------------------------------------------------------------===//

#include "Plan/flow.h"
#include "Plan/steps.h"

#include <isl/val.h>
#include <string.h>

/// An access of the array.
typedef struct Member {
  int statement;
  const DmmAccess *access;
} Member;

typedef struct Finder {
  const DmmPoly *poly;
  DmmArena *arena;
  int array;
  Member *members;
  size_t n;
  int *writes; ///< for each statement: the member that is its write, or -1
  int *parent; ///< union-find over the members and, past them, the contents
               ///< before any write
  size_t sets; ///< number of sets of those
} Finder;

static void add_member(Finder *f, int statement, const DmmAccess *access) {
  f->members = dmm_arena_push(f->arena, f->members, f->n, sizeof *f->members);
  f->members[f->n++] = (Member){statement, access};
}

/// Takes down all accesses; returns the number of writes.
static int find_members(Finder *f) {
  const DmmPlan *plan = f->poly->plan;
  f->writes =
      dmm_arena_alloc(f->arena, (size_t)plan->nstatements * sizeof *f->writes);
  int nwrites = 0;
  for (int i = 0; i < plan->nstatements; ++i) {
    const DmmStatement *s = &plan->statements[i];
    for (int j = 0; j < s->naccesses; ++j)
      if (s->accesses[j].array == f->array)
        add_member(f, i, &s->accesses[j]);
    bool is_writer = dmm_statement_write(s)->array == f->array;
    f->writes[i] = is_writer ? (int)f->n - 1 : -1;
    nwrites += is_writer;
  }
  return nwrites;
}

//===----------------------------------------------------------------------===//
// Union-find
//===----------------------------------------------------------------------===//

static void make_sets(Finder *f) {
  f->sets = f->n + 1;
  f->parent = dmm_arena_alloc(f->arena, f->sets * sizeof *f->parent);
  for (size_t i = 0; i < f->sets; ++i)
    f->parent[i] = (int)i;
}

static int find(const Finder *f, int i) {
  while (f->parent[i] != i)
    i = f->parent[i] = f->parent[f->parent[i]];
  return i;
}

static void join(Finder *f, int a, int b) {
  a = find(f, a);
  b = find(f, b);
  f->sets -= a != b;
  f->parent[b] = a;
}

//===----------------------------------------------------------------------===//
// Flow
//===----------------------------------------------------------------------===//

typedef struct Reader {
  Finder *finder;
  int member;
  isl_set *unseen; ///< instances that see no write
} Reader;

static bool join_writer(int writer, isl_map *flow, void *data) {
  Reader *reader = data;
  join(reader->finder, reader->member, reader->finder->writes[writer]);
  reader->unseen =
      isl_set_subtract(reader->unseen, isl_map_domain(isl_map_copy(flow)));
  return true;
}

static void join_read(Finder *f, int member) {
  const Member *m = &f->members[member];
  isl_set *domain = isl_set_copy(f->poly->statements[m->statement].domain);
  Reader reader = {f, member, domain};
  dmm_poly_visit_flow(f->poly, m->statement, m->access, join_writer, &reader);
  if (!isl_set_is_empty(reader.unseen))
    join(f, member, (int)f->n);
  isl_set_free(reader.unseen);
}

/// Joins the members that stand for one operation: statements may share loads.
static void join_same_ops(Finder *f) {
  for (size_t i = 0; i < f->n; ++i)
    for (size_t k = 0; k < i; ++k)
      if (f->members[i].access->ir == f->members[k].access->ir)
        join(f, (int)k, (int)i);
}

static void join_flow(Finder *f) {
  for (size_t i = 0; i < f->n && f->sets > 1; ++i)
    if (!f->members[i].access->is_write)
      join_read(f, (int)i);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The web of each member, in order of their first reads; returns how many.
static int number_webs(const Finder *f, int *web) {
  int *number = dmm_arena_alloc(f->arena, (f->n + 1) * sizeof *number);
  int count = 0;
  for (size_t i = 0; i < f->n; ++i)
    if (!f->members[i].access->is_write && !number[find(f, (int)i)])
      number[find(f, (int)i)] = ++count;
  for (size_t i = 0; i < f->n; ++i) {
    int n = number[find(f, (int)i)];
    web[i] = n ? n - 1 : 0;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Webs that align alike
//===----------------------------------------------------------------------===//

/// For each web, a set of alignments: dimension d of the array moves with
/// dimension e of another array.
typedef struct Alignments {
  int rank, others, other_rank;
  bool *items; ///< web x dimension x other x dimension of the other
  size_t width;
} Alignments;

static int largest_rank(const DmmPlan *plan) {
  int rank = 0;
  for (int i = 0; i < plan->narrays; ++i)
    rank = plan->arrays[i].rank > rank ? plan->arrays[i].rank : rank;
  return rank;
}

/// Whether some loop moves both subscripts by the same amount.
static bool move_together(const DmmPoly *poly, const DmmStatement *s, DmmExpr x,
                          DmmExpr y) {
  isl_aff *a = dmm_poly_aff(poly, dmm_poly_space(poly, s->depth), s->ivs, x);
  isl_aff *b = dmm_poly_aff(poly, dmm_poly_space(poly, s->depth), s->ivs, y);
  bool found = dmm_poly_move_together(a, b);
  isl_aff_free(a);
  isl_aff_free(b);
  return found;
}

static void add_alignments(const Finder *f, const Alignments *all, bool *set,
                           const Member *m, const DmmAccess *other) {
  const DmmStatement *s = &f->poly->plan->statements[m->statement];
  int other_rank = f->poly->plan->arrays[other->array].rank;
  for (int d = 0; d < all->rank; ++d)
    for (int e = 0; e < other_rank; ++e)
      if (move_together(f->poly, s, m->access->subscripts[d],
                        other->subscripts[e]))
        set[(d * all->others + other->array) * all->other_rank + e] = true;
}

static Alignments find_alignments(const Finder *f, const int *web, int count) {
  const DmmPlan *plan = f->poly->plan;
  Alignments all = {.rank = plan->arrays[f->array].rank,
                    .others = plan->narrays,
                    .other_rank = largest_rank(plan)};
  all.width = (size_t)(all.rank * all.others * all.other_rank);
  all.items = dmm_arena_alloc(f->arena, (size_t)count * all.width);
  for (size_t i = 0; i < f->n; ++i) {
    const Member *m = &f->members[i];
    const DmmStatement *s = &plan->statements[m->statement];
    bool *set = &all.items[(size_t)web[i] * all.width];
    for (int j = 0; j < s->naccesses; ++j)
      if (s->accesses[j].array != f->array)
        add_alignments(f, &all, set, m, &s->accesses[j]);
  }
  return all;
}

static bool is_subset(const bool *a, const bool *b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (a[i] && !b[i])
      return false;
  return true;
}

static void add_all(bool *to, const bool *from, size_t n) {
  for (size_t i = 0; i < n; ++i)
    to[i] = to[i] || from[i];
}

/// The first web of those that `web` joins, or `count`.
static int find_alike(const Alignments *all, int web, int count) {
  const bool *mine = &all->items[(size_t)web * all->width];
  for (int other = 0; other < count; ++other) {
    const bool *theirs = &all->items[(size_t)other * all->width];
    if (is_subset(mine, theirs, all->width) ||
        is_subset(theirs, mine, all->width))
      return other;
  }
  return count;
}

/// Numbers the webs anew, those that align alike the same; returns how many are
/// left.
static int coalesce(const Finder *f, int *web, int count) {
  Alignments all = find_alignments(f, web, count);
  int *number = dmm_arena_alloc(f->arena, (size_t)count * sizeof *number);
  int left = 0;
  for (int w = 0; w < count; ++w) {
    bool *mine = &all.items[(size_t)w * all.width];
    number[w] = find_alike(&all, w, left);
    bool *theirs = &all.items[(size_t)number[w] * all.width];
    if (number[w] < left)
      add_all(theirs, mine, all.width);
    else
      memmove(&all.items[(size_t)left++ * all.width], mine, all.width);
  }
  for (size_t i = 0; i < f->n; ++i)
    web[i] = number[web[i]];
  return left;
}

//===----------------------------------------------------------------------===//
// One array
//===----------------------------------------------------------------------===//

static void set_accesses(const Finder *f, const int *web, DmmWebs *webs) {
  webs->accesses = dmm_arena_alloc(f->arena, f->n * sizeof *webs->accesses);
  for (size_t i = 0; i < f->n; ++i)
    webs->accesses[i] = (DmmWebAccess){f->members[i].access->ir, web[i]};
  webs->n = f->n;
}

DmmWebs dmm_plan_webs(const DmmPoly *poly, int array) {
  DmmWebs webs = {.count = 1};
  Finder f = {.poly = poly, .arena = poly->plan->arena, .array = array};
  if (find_members(&f) < 2)
    return webs;
  make_sets(&f);
  join_same_ops(&f);
  join_flow(&f);
  int *web = dmm_arena_alloc(f.arena, f.n * sizeof *web);
  webs.count = number_webs(&f, web);
  if (webs.count > 1 && dmm_array_elements(&poly->plan->arrays[array]) != 1)
    webs.count = coalesce(&f, web, webs.count);
  set_accesses(&f, web, &webs);
  return webs;
}
