//===- stepping.c - Loops that may take what they read strip by strip -----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message that brings most of an array to every partition needs memory for
// it there. If the index of a loop below the message says which elements along
// a dimension are read, and selects no partition, the message and the loops
// below it can be done for one strip of that index after the other:
//
//   receive b[all]             for q = 0 to n step w:
//   for i:                       receive b[q .. q + w]
//     for k:              ->     for i:
//       ... b[k] ...               for k from q to q + w:
//                                    ... b[k] ...
//
// What the loop `i` does beside the loop `k` is first set apart, in loops of
// its own (fission.c). The strips come in the order of the index, and within
// one the order stays; that is legal where no later strip holds an instance
// that must come before one of an earlier strip. A loop over strips is marked
// dmm.step: messages that depend on the strip stay inside of it. Whether it
// pays, memory tells (candidates.c).
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"
#include "Plan/flow.h"
#include "Plan/steps.h"

#include <isl/val.h>

/// The most statements in a nest that is looked at: all pairs are.
enum { MAX_STATEMENTS = 32 };

//===----------------------------------------------------------------------===//
// Loops over strips
//===----------------------------------------------------------------------===//

/// The node of the loop at `level` around the statement.
static const DmmNode *loop_at(const DmmPoly *poly, int statement, int level) {
  const DmmPolyStatement *way = &poly->statements[statement];
  int place = 0;
  while (way->loops[place] <= level)
    ++place;
  return way->parents[place];
}

/// Whether the index at `level` runs over a strip that index `strip` tells.
static bool is_strip_of(const DmmPoly *poly, int statement, int level,
                        int strip) {
  const DmmNode *node = loop_at(poly, statement, level);
  for (int i = 0; i < node->lower.n; ++i)
    if (dmm_expr_uses(node->lower.items[i], strip))
      return true;
  return false;
}

static bool reads_along(const DmmPlan *plan, const DmmAccess *read, int iv) {
  for (int d = 0; d < plan->arrays[read->array].rank; ++d)
    if (dmm_expr_uses(read->subscripts[d], iv))
      return true;
  return false;
}

static bool depends_on_strip(const DmmPoly *poly, int statement,
                             const DmmAccess *read, int level) {
  const DmmStatement *s = &poly->plan->statements[statement];
  if (reads_along(poly->plan, read, s->ivs[level]))
    return true;
  for (int inner = level + 1; inner < s->depth; ++inner)
    if (reads_along(poly->plan, read, s->ivs[inner]) &&
        is_strip_of(poly, statement, inner, s->ivs[level]))
      return true;
  return false;
}

int dmm_plan_step_level(const DmmPoly *poly, int statement,
                        const DmmAccess *read) {
  const DmmPlan *plan = poly->plan;
  const DmmStatement *s = &plan->statements[statement];
  for (int level = s->depth - 1; level >= 0; --level)
    if (plan->loops[plan->vars[s->ivs[level]].index].is_step &&
        depends_on_strip(poly, statement, read, level))
      return level;
  return -1;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// The loop at `level` around the statement is to be stripped, and the strips
/// to be taken around the one at `top`.
typedef struct Strip {
  DmmPlan *plan;
  const DmmPoly *poly;
  int statement, top, level;
} Strip;

static bool is_below(const Strip *strip, int statement, int level) {
  return statement == strip->statement ||
         dmm_poly_common_loops(strip->poly, strip->statement, statement) >
             level;
}

static bool is_inside(const Strip *strip, int statement) {
  return is_below(strip, statement, strip->level);
}

/// Whether in the pairs of instances { [ivs of reader] -> [ivs of other] },
/// where the other one comes first, it never lies in a later strip.
static bool keeps_order(const Strip *strip, __isl_take isl_map *pairs) {
  pairs = isl_map_order_lt(pairs, isl_dim_in, strip->level, isl_dim_out,
                           strip->level);
  bool keeps = isl_map_is_empty(pairs);
  isl_map_free(pairs);
  return keeps;
}

typedef struct Sources {
  const Strip *strip;
  int reader;
  isl_set *left; ///< instances of the reader whose source is not known yet
} Sources;

/// Whether the value comes from the same index of the stripped loop, in the
/// same iteration of the loops around the strips.
static bool visit_source(int writer, __isl_keep isl_map *flow, void *data) {
  Sources *sources = data;
  const Strip *strip = sources->strip;
  bool to = is_inside(strip, sources->reader), from = is_inside(strip, writer);
  if (!to || !from)
    return !to && !from;
  isl_map *near = isl_map_copy(flow);
  for (int level = 0; level < strip->top; ++level)
    near = isl_map_equate(near, isl_dim_in, level, isl_dim_out, level);
  near =
      isl_map_equate(near, isl_dim_in, strip->level, isl_dim_out, strip->level);
  bool stays = isl_map_is_subset(flow, near);
  isl_map_free(near);
  sources->left =
      isl_set_subtract(sources->left, isl_map_domain(isl_map_copy(flow)));
  return stays;
}

static bool sources_stay(const Strip *strip, int reader,
                         const DmmAccess *read) {
  Sources sources = {strip, reader,
                     isl_set_copy(strip->poly->statements[reader].domain)};
  bool stay =
      dmm_poly_visit_flow(strip->poly, reader, read, visit_source, &sources);
  stay = stay && (!is_inside(strip, reader) || isl_set_is_empty(sources.left));
  isl_set_free(sources.left);
  return stay;
}

/// Whether values of the array live within one index of the stripped loop: then
/// it does not matter that its elements are used again in another order.
static bool is_temporary(const Strip *strip, int array) {
  const DmmPlan *plan = strip->plan;
  if (plan->arrays[array].role != DMM_ROLE_LOCAL || plan->nregions > 0)
    return false;
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j)
      if (plan->statements[i].accesses[j].array == array &&
          !sources_stay(strip, i, &plan->statements[i].accesses[j]))
        return false;
  return true;
}

static bool may_reorder(const Strip *strip, int a, int b, const bool *exempt) {
  const DmmStatement *s = &strip->plan->statements[a];
  const DmmStatement *t = &strip->plan->statements[b];
  for (int i = 0; i < s->naccesses; ++i)
    for (int j = 0; j < t->naccesses; ++j) {
      const DmmAccess *x = &s->accesses[i], *y = &t->accesses[j];
      if (x->array == y->array && (x->is_write || y->is_write) &&
          !exempt[x->array] &&
          !keeps_order(strip, dmm_poly_touches_before(strip->poly, a, x, b, y,
                                                      strip->top)))
        return false;
    }
  return true;
}

/// The indices of the stripped loop in the statement's instances.
static __isl_give isl_set *indices_of(const Strip *strip, int statement) {
  const DmmStatement *s = &strip->plan->statements[statement];
  unsigned level = (unsigned)strip->level, depth = (unsigned)s->depth;
  isl_set *domain = isl_set_copy(strip->poly->statements[statement].domain);
  domain =
      isl_set_project_out(domain, isl_dim_set, level + 1, depth - level - 1);
  return isl_set_project_out(domain, isl_dim_set, 0, level);
}

/// Whether the subscript of the statement is the index, or its negative, plus a
/// number.
static bool is_index(const Strip *strip, int statement, DmmExpr subscript,
                     bool *is_reversed, int64_t *shift) {
  const DmmStatement *s = &strip->plan->statements[statement];
  isl_space *space = dmm_poly_space(strip->poly, s->depth);
  isl_aff *aff =
      dmm_poly_aff(strip->poly, isl_space_copy(space), s->ivs, subscript);
  isl_aff *index = isl_aff_var_on_domain(isl_local_space_from_space(space),
                                         isl_dim_set, (unsigned)strip->level);
  isl_val *factor = isl_aff_get_coefficient_val(aff, isl_dim_in, strip->level);
  bool is = isl_val_is_one(factor) || isl_val_is_negone(factor);
  *is_reversed = isl_val_is_negone(factor);
  aff = isl_aff_sub(aff, isl_aff_scale_val(index, factor));
  is = is && isl_aff_is_cst(aff);
  isl_val *constant = isl_aff_get_constant_val(aff);
  *shift = is ? isl_val_get_num_si(constant) : 0;
  isl_val_free(constant);
  isl_aff_free(aff);
  return is;
}

/// Whether the statement's own accesses keep its indices within the strips.
static bool stays_in_array(const Strip *strip, int statement,
                           const DmmStepping *stepping) {
  const DmmStatement *s = &strip->plan->statements[statement];
  for (int j = 0; j < s->naccesses; ++j) {
    bool is_reversed;
    int64_t shift;
    if (s->accesses[j].array == stepping->array &&
        is_index(strip, statement, s->accesses[j].subscripts[stepping->dim],
                 &is_reversed, &shift) &&
        is_reversed == stepping->is_reversed && shift == stepping->shift)
      return true;
  }
  return false;
}

/// Whether the strips, which are those of the array, hold all of the
/// statement's instances. No access leaves its array.
static bool is_covered(const Strip *strip, int statement,
                       const DmmStepping *stepping) {
  if (stays_in_array(strip, statement, stepping))
    return true;
  isl_set *mine = indices_of(strip, statement);
  isl_set *all = indices_of(strip, strip->statement);
  bool covered = isl_set_is_subset(mine, all);
  isl_set_free(mine);
  isl_set_free(all);
  return covered;
}

/// The statements of the stripped loop, with that no part of a reduction, which
/// stays as it is: their number, or 0.
static int count_inside(const Strip *strip, const DmmStepping *stepping) {
  int n = 0;
  for (int i = 0; i < strip->plan->nstatements; ++i) {
    if (!is_inside(strip, i))
      continue;
    if (strip->plan->statements[i].part != DMM_PART_NONE ||
        !is_covered(strip, i, stepping))
      return 0;
    ++n;
  }
  return n;
}

static bool is_legal_order(const Strip *strip) {
  const DmmPlan *plan = strip->plan;
  if (strip->top == strip->level)
    return true;
  bool *exempt = dmm_arena_alloc(plan->arena, (size_t)plan->narrays);
  for (int i = 0; i < plan->narrays; ++i)
    exempt[i] = is_temporary(strip, i);
  for (int a = 0; a < plan->nstatements; ++a)
    for (int b = 0; is_inside(strip, a) && b < plan->nstatements; ++b)
      if (is_inside(strip, b) && !may_reorder(strip, a, b, exempt))
        return false;
  return true;
}

/// Finds the statements in front of which the loop at `top` has to be split so
/// that one part holds the stripped loop and nothing else.
static bool find_cuts(const Strip *strip, DmmStepping *stepping) {
  int n = strip->plan->nstatements, first = n, last = -1;
  for (int i = 0; i < n; ++i)
    if (is_inside(strip, i)) {
      first = i < first ? i : first;
      last = i;
    }
  bool before = first > 0 && is_below(strip, first - 1, strip->top);
  bool after = last + 1 < n && is_below(strip, last + 1, strip->top);
  stepping->first = before ? first : -1;
  stepping->end = after ? last + 1 : -1;
  return (!before ||
          dmm_plan_may_split(strip->plan, strip->poly, first, strip->top)) &&
         (!after ||
          dmm_plan_may_split(strip->plan, strip->poly, last + 1, strip->top));
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

static bool selects_partition(const Strip *strip, int iv) {
  const DmmStatement *s = &strip->plan->statements[strip->statement];
  for (int axis = 0; axis < strip->plan->naxes; ++axis)
    if (s->map[axis].template_id >= 0 && dmm_expr_uses(s->map[axis].cell, iv))
      return true;
  return false;
}

/// The dimension that the index, and no other dimension, runs along; or -1.
static int dim_along(const Strip *strip, const DmmAccess *read,
                     DmmStepping *stepping) {
  const DmmStatement *s = &strip->plan->statements[strip->statement];
  int found = -1;
  for (int d = 0; d < strip->plan->arrays[read->array].rank; ++d) {
    if (!dmm_expr_uses(read->subscripts[d], s->ivs[strip->level]))
      continue;
    if (found >= 0 || !is_index(strip, strip->statement, read->subscripts[d],
                                &stepping->is_reversed, &stepping->shift))
      return -1;
    found = d;
  }
  return found;
}

/// As wide as a block, were the dimension cut over the group; of unknown sizes,
/// a number of lines that is worth a message.
static int64_t width_of(const DmmPlan *plan, const DmmAccess *read, int dim) {
  enum { LINES = 32 };
  const DmmMessage *message = &plan->messages[read->message];
  int64_t size = plan->arrays[read->array].sizes[dim], members = 1;
  for (int i = 0; i < message->naxes; ++i)
    members *= plan->grid[message->axes[i]].size;
  if (size == DMM_DYNAMIC)
    return LINES;
  return size > members ? dmm_ceildiv(size, members) : 1;
}

static void add_stepping(DmmPlan *plan, DmmStepping stepping) {
  for (int i = 0; i < plan->nsteppings; ++i)
    if (plan->steppings[i].loop == stepping.loop &&
        plan->steppings[i].top == stepping.top)
      return;
  plan->steppings = dmm_arena_push(plan->arena, plan->steppings,
                                   (size_t)plan->nsteppings, sizeof stepping);
  plan->steppings[plan->nsteppings++] = stepping;
}

static int loop_of(const Strip *strip, int level) {
  const DmmStatement *s = &strip->plan->statements[strip->statement];
  return strip->plan->vars[s->ivs[level]].index;
}

static void try_level(const Strip *strip, const DmmAccess *read) {
  const DmmStatement *s = &strip->plan->statements[strip->statement];
  DmmStepping stepping = {.loop = loop_of(strip, strip->level),
                          .top = loop_of(strip, strip->top),
                          .below = strip->level - strip->top,
                          .array = read->array};
  if (selects_partition(strip, s->ivs[strip->level]))
    return;
  stepping.dim = dim_along(strip, read, &stepping);
  if (stepping.dim < 0)
    return;
  stepping.width = width_of(strip->plan, read, stepping.dim);
  int n = count_inside(strip, &stepping);
  if (n > 0 && n <= MAX_STATEMENTS && find_cuts(strip, &stepping) &&
      is_legal_order(strip))
    add_stepping(strip->plan, stepping);
}

static void find_for_read(DmmPlan *plan, const DmmPoly *poly, int statement,
                          const DmmAccess *read) {
  if (read->message < 0 || dmm_plan_step_level(poly, statement, read) >= 0)
    return;
  for (int level = read->outer; level < plan->statements[statement].depth;
       ++level) {
    Strip strip = {plan, poly, statement, read->outer, level};
    try_level(&strip, read);
  }
}

void dmm_plan_find_steppings(DmmPlan *plan, const DmmPoly *poly) {
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j)
      find_for_read(plan, poly, i, &plan->statements[i].accesses[j]);
}
