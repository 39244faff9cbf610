//===- reduction_cost.c - Whether partial sums are worth their message ----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An estimate of the words that cross partitions along one axis, and of the
// messages that carry them, in the two ways of computing a sum: at the owner of
// the sum, and where the terms are. Sizes are those of boxes; what the run
// alone knows counts as large.
//
//===----------------------------------------------------------------------===//

#include "Plan/reduction.h"

#include "Plan/expr.h"
#include "Plan/shape.h"

#include <isl/ilp.h>
#include <isl/val.h>

/// What is not known counts as this many.
static const double large = 1e4;

/// The words that take as long as one more message.
static const double message_words = 512;

typedef struct Estimator {
  const DmmPoly *poly;
  const DmmTermNest *nest;
  int axis;
} Estimator;

/// What one way of computing the sum costs.
typedef struct Cost {
  double words, messages;
} Cost;

static double total(Cost cost) {
  return cost.words + message_words * cost.messages;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The number of indices of the loop at level `level` of the statement.
static double trips(const DmmPoly *poly, int statement, int level) {
  isl_set *domain = isl_set_copy(poly->statements[statement].domain);
  isl_local_space *space =
      isl_local_space_from_space(isl_set_get_space(domain));
  isl_aff *iv = isl_aff_var_on_domain(space, isl_dim_set, (unsigned)level);
  isl_val *least = isl_set_min_val(domain, iv);
  isl_val *most = isl_set_max_val(domain, iv);
  double n = isl_val_is_int(least) && isl_val_is_int(most)
                 ? isl_val_get_d(most) - isl_val_get_d(least) + 1
                 : large;
  isl_val_free(least);
  isl_val_free(most);
  isl_aff_free(iv);
  isl_set_free(domain);
  return n;
}

/// How often a place with `loops` loops around it is reached.
static double visits(const DmmPoly *poly, int statement, int loops) {
  double n = 1;
  for (int level = 0; level < loops; ++level)
    n *= trips(poly, statement, level);
  return n;
}

static bool uses_from(const DmmStatement *s, DmmExpr expr, int level) {
  for (; level < s->depth; ++level)
    if (dmm_expr_uses(expr, s->ivs[level]))
      return true;
  return false;
}

/// Elements that the access touches while the outer `loops` indices are fixed.
static double elements(const DmmPoly *poly, const DmmStatement *s,
                       const DmmAccess *access, int loops) {
  const DmmArray *array = &poly->plan->arrays[access->array];
  double n = 1;
  for (int d = 0; d < array->rank; ++d)
    if (uses_from(s, access->subscripts[d], loops))
      n *= array->sizes[d] == DMM_DYNAMIC ? large : (double)array->sizes[d];
  return n;
}

/// Whether the cell moves with a loop from level `level` on that the element
/// does not depend on: then several coordinates need the same element.
static bool is_shared(const DmmPlan *plan, const DmmStatement *s,
                      const DmmAccess *read, DmmExpr cell, int level) {
  for (; level < s->depth; ++level) {
    bool reads = false;
    for (int d = 0; d < plan->arrays[read->array].rank; ++d)
      reads |= dmm_expr_uses(read->subscripts[d], s->ivs[level]);
    if (!reads && dmm_expr_uses(cell, s->ivs[level]))
      return true;
  }
  return false;
}

/// The number of other coordinates.
static double others(const Estimator *e) {
  return (double)e->poly->plan->grid[e->axis].size - 1;
}

/// Words that one message brings for the read, whose statement runs by `map`,
/// standing where `loops` loops are around it.
static double words_of(const Estimator *e, const DmmTermRead *term,
                       const DmmAxisMap *map, int loops) {
  const DmmPlan *plan = e->poly->plan;
  const DmmStatement *s = &plan->statements[term->statement];
  loops = loops < s->depth ? loops : s->depth;
  double n = elements(e->poly, s, term->read, loops);
  if (dmm_expr_uses_other_ivs(plan, map->cell, s->ivs, s->depth))
    return n * others(e); // a temporary that several coordinates compute
  DmmCrossing crossing = dmm_plan_crossing(e->poly, term->statement, term->read,
                                           e->axis, loops, map);
  if (crossing.kind == DMM_CROSSING_NONE)
    return 0;
  if (crossing.kind == DMM_CROSSING_SHIFT) {
    double width = (double)(crossing.low + crossing.high) * others(e);
    double extent = (double)plan->templates[map->template_id].extent;
    return extent > width ? n * width / extent : n;
  }
  bool copied =
      map->template_id < 0 || is_shared(plan, s, term->read, map->cell, loops);
  return copied ? n * others(e) : n;
}

/// What the reads of a member cost where it runs by `map`, their messages
/// standing as far out as they may.
static void add_reads(const Estimator *e, const DmmTermReads *reads,
                      const DmmAxisMap *map, Cost *cost) {
  for (int k = 0; k < reads->n; ++k) {
    const DmmTermRead *term = &reads->items[k];
    int place = dmm_plan_message_place(e->poly, term->statement, term->read);
    int loops = e->poly->statements[term->statement].loops[place];
    double words = words_of(e, term, map, loops);
    double times = words > 0 ? visits(e->poly, term->statement, loops) : 0;
    cost->words += times * words;
    cost->messages += times;
  }
}

/// The words that the reads cost within one run of the nest.
static double words_within(const Estimator *e, const DmmTermReads *reads,
                           const DmmAxisMap *map) {
  double words = 0;
  for (int k = 0; k < reads->n; ++k)
    words += words_of(e, &reads->items[k], map, e->nest->loops);
  return words;
}

/// The elements of the target that the nest touches.
static double sums(const Estimator *e) {
  int member = e->nest->members[0];
  const DmmStatement *s = &e->poly->plan->statements[member];
  return elements(e->poly, s, dmm_statement_write(s), e->nest->loops);
}

static double size_of(const DmmArray *array) {
  double n = 1;
  for (int d = 0; d < array->rank; ++d)
    n *= array->sizes[d] == DMM_DYNAMIC ? large : (double)array->sizes[d];
  return n;
}

/// Whether a partition has room for partial sums: half of what it may hold
/// (dmm_plan_memory_budget). Beside them it holds its share of all arrays, and
/// receives about as much.
static bool has_room(const Estimator *e) {
  enum { SHARES = 2, LEAST = 1 << 19 };
  const DmmPlan *plan = e->poly->plan;
  const DmmArray *target = &plan->arrays[e->nest->target];
  double partial = sums(e), all = 0, partitions = 1;
  for (int i = 0; i < plan->narrays; ++i)
    if (!plan->arrays[i].reduction && !plan->arrays[i].is_copy)
      all += size_of(&plan->arrays[i]);
  for (int axis = 0; axis < plan->naxes; ++axis) {
    double size = (double)plan->grid[axis].size;
    partitions *= size;
    if (axis != e->axis && target->layout[axis].state == DMM_SHARDED)
      partial /= size;
  }
  double room = SHARES * all / partitions;
  room = room > LEAST ? room : LEAST;
  return partial <=
         (plan->memory_words ? (double)plan->memory_words / 2 : room);
}

/// Whether owner computes spreads the work of a member over the axis.
static bool is_spread(const Estimator *e, int member) {
  const DmmStatement *s = &e->poly->plan->statements[member];
  const DmmAxisMap *map = &s->map[e->axis];
  return map->template_id >= 0 && uses_from(s, map->cell, 0);
}

/// Where one coordinate would do all the work, the terms of one run of the
/// nest count against its sums; else all words and messages count.
bool dmm_reduction_pays(const DmmPoly *poly, const DmmTermNest *nest,
                        int axis) {
  Estimator e = {poly, nest, axis};
  int first = nest->members[0];
  bool spread = true;
  Cost owner = {0}, partial = {0};
  double owner_within = 0, partial_within = sums(&e) * others(&e);
  partial.messages = visits(poly, first, nest->loops);
  partial.words = partial.messages * partial_within;
  for (int i = 0; i < nest->nmembers; ++i) {
    int member = nest->members[i];
    const DmmAxisMap *here = &poly->plan->statements[member].map[axis];
    const DmmAxisMap *there = &nest->leaders[i][axis];
    spread = spread && is_spread(&e, member);
    add_reads(&e, &nest->reads[i], here, &owner);
    add_reads(&e, &nest->reads[i], there, &partial);
    owner_within += words_within(&e, &nest->reads[i], here);
    partial_within += words_within(&e, &nest->reads[i], there);
  }
  return spread ? has_room(&e) && total(owner) > total(partial)
                : owner_within > partial_within;
}
