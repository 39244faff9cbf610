//===- message.c - Which data crosses partitions, where in the program ----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A read is *aligned* along a grid axis if every instance runs at the owner of
// the element along that axis. A read that is aligned along all axes takes the
// element from the home. Any other read takes it from a receive buffer, which a
// universal exchange over the axes that are not aligned fills: each member gets
// the box of all elements that its instances read, each element from its owner.
//
// The exchange stands before the outermost subtree around the statement in
// which no instance writes an element that a later instance of the statement
// reads, the indices of the loops around the exchange being equal. All members
// pass that point having run the same prefix of the sequential program, so the
// homes hold what the sequential program would read; and what is written later
// is another value that no read wants.
//
//===----------------------------------------------------------------------===//

#include "Plan/box.h"
#include "Plan/expr.h"
#include "Plan/steps.h"

#include <stdlib.h>
#include <string.h>

/// A message in the making: its place in the source tree, and what is needed.
typedef struct Draft {
  const DmmNode *parent; ///< the message goes before parent's child `child`
  int child;
  int statement, place; ///< a reader, and the place on the way down to it
  isl_set *need;        ///< elements, given lo, hi and the indices around
} Draft;

typedef struct Messenger {
  DmmPlan *plan;
  const DmmPoly *poly;
  Draft *drafts; ///< one for each message of the plan
} Messenger;

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// floor(cell / denominator).
static __isl_give isl_aff *cell_aff(const DmmPoly *poly, const DmmStatement *s,
                                    DmmExpr cell, int64_t denominator) {
  isl_aff *aff =
      dmm_poly_aff(poly, dmm_poly_space(poly, s->depth), s->ivs, cell);
  if (denominator == 1)
    return aff;
  return isl_aff_floor(isl_aff_scale_down_ui(aff, (unsigned long)denominator));
}

static bool same_cells(const DmmPoly *poly, int statement,
                       const DmmAccess *read, int axis) {
  const DmmStatement *s = &poly->plan->statements[statement];
  const DmmAxisLayout *l = &poly->plan->arrays[read->array].layout[axis];
  DmmArena *arena = poly->plan->arena;
  DmmExpr cell = dmm_expr_const(arena, l->offset);
  if (l->state == DMM_SHARDED)
    cell = dmm_expr_linear(arena, l->numerator, read->subscripts[l->dim], cell);
  isl_set *same = isl_aff_eq_set(
      cell_aff(poly, s, s->map[axis].cell, s->map[axis].denominator),
      cell_aff(poly, s, cell, l->denominator));
  bool aligned = isl_set_is_subset(poly->statements[statement].domain, same);
  isl_set_free(same);
  return aligned;
}

static bool is_aligned(const DmmPoly *poly, int statement,
                       const DmmAccess *read, int axis) {
  const DmmPlan *plan = poly->plan;
  const DmmArray *array = &plan->arrays[read->array];
  if (plan->grid[axis].size == 1 || array->layout[axis].state == DMM_REPLICATED)
    return true;
  return plan->statements[statement].map[axis].template_id ==
             array->templates[axis] &&
         same_cells(poly, statement, read, axis);
}

//===----------------------------------------------------------------------===//
// The place
//===----------------------------------------------------------------------===//

/// Whether both statements are in the subtree before which the place is.
static bool in_same_child(const DmmPoly *poly, int a, int b, int place) {
  const DmmPolyStatement *x = &poly->statements[a], *y = &poly->statements[b];
  return place < y->nparents && x->parents[place] == y->parents[place] &&
         x->child[place] == y->child[place];
}

/// Whether some instance below the place writes an element before the reader
/// reads it, the indices of the loops around the place being equal.
static bool is_written_below(const DmmPoly *poly, int reader,
                             const DmmAccess *read, int place) {
  const DmmPlan *plan = poly->plan;
  int loops = poly->statements[reader].loops[place];
  for (int w = 0; w < plan->nstatements; ++w) {
    const DmmStatement *s = &plan->statements[w];
    if (dmm_statement_write(s)->array != read->array ||
        !in_same_child(poly, reader, w, place))
      continue;
    isl_map *before = dmm_poly_writes_before(poly, reader, read, w, loops);
    bool found = !isl_map_is_empty(before);
    isl_map_free(before);
    if (found)
      return true;
  }
  return false;
}

/// The outermost legal place. The innermost one, right before the reader, is
/// always legal.
static int find_place(const DmmPoly *poly, int reader, const DmmAccess *read) {
  int place = 0;
  while (place < poly->statements[reader].nparents - 1 &&
         is_written_below(poly, reader, read, place))
    ++place;
  return place;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// The elements that the reader's instances of one partition read, given the
/// indices of the `depth` loops around the place.
static __isl_give isl_set *needed_elements(const DmmPoly *poly, int reader,
                                           const DmmAccess *read, int depth) {
  const DmmStatement *s = &poly->plan->statements[reader];
  isl_map *reads = dmm_poly_access(poly, reader, read);
  reads =
      isl_map_intersect_domain(reads, dmm_poly_instances_here(poly, reader));
  return isl_map_range(dmm_poly_fix_outer(poly, reads, s->ivs, depth));
}

/// Whether no partition ever needs an element: the reader's cells may all lie
/// outside of their template, where it runs nowhere.
static bool is_never_needed(const DmmPoly *poly, isl_set *need,
                            const int *templates) {
  isl_set *any = isl_set_intersect_params(isl_set_copy(need),
                                          dmm_poly_context(poly, templates));
  bool never = isl_set_is_empty(any);
  isl_set_free(any);
  return never;
}

static bool serves(const Messenger *m, int id, const Draft *draft,
                   const DmmMessage *wanted) {
  const DmmMessage *message = &m->plan->messages[id];
  size_t naxes = (size_t)m->plan->naxes;
  return m->drafts[id].parent == draft->parent &&
         m->drafts[id].child == draft->child &&
         message->array == wanted->array && message->naxes == wanted->naxes &&
         !memcmp(message->axes, wanted->axes,
                 (size_t)wanted->naxes * sizeof *wanted->axes) &&
         !memcmp(message->templates, wanted->templates,
                 naxes * sizeof *wanted->templates);
}

static int add_message(Messenger *m, Draft draft, DmmMessage message) {
  DmmPlan *plan = m->plan;
  size_t n = (size_t)plan->nmessages;
  message.name = dmm_arena_printf(plan->arena, "M%d", plan->nmessages);
  plan->messages =
      dmm_arena_push(plan->arena, plan->messages, n, sizeof *plan->messages);
  m->drafts = dmm_arena_push(plan->arena, m->drafts, n, sizeof *m->drafts);
  m->drafts[n] = draft;
  plan->messages[n] = message;
  return plan->nmessages++;
}

static const int *map_templates(const DmmPlan *plan, const DmmStatement *s) {
  int *templates =
      dmm_arena_alloc(plan->arena, (size_t)plan->naxes * sizeof *templates);
  for (int axis = 0; axis < plan->naxes; ++axis)
    templates[axis] = s->map[axis].template_id;
  return templates;
}

static const char *exchange_reason(const DmmPlan *plan, const DmmStatement *s,
                                   const DmmAccess *read, const int *axes,
                                   int naxes) {
  const char *list = dmm_arena_printf(plan->arena, "%d", axes[0]);
  for (int i = 1; i < naxes; ++i)
    list = dmm_arena_printf(plan->arena, "%s, %d", list, axes[i]);
  return dmm_arena_printf(plan->arena,
                          "%s reads elements of %s that other coordinates on "
                          "axis %s own",
                          s->name, plan->arrays[read->array].name, list);
}

/// Serves the read by an exchange over `axes`: one that stands at the same
/// place and brings the same array to the same members, or a new one.
static void exchange(Messenger *m, int reader, DmmAccess *read, const int *axes,
                     int naxes) {
  DmmPlan *plan = m->plan;
  const DmmStatement *s = &plan->statements[reader];
  const DmmPolyStatement *where = &m->poly->statements[reader];
  int place = find_place(m->poly, reader, read);
  Draft draft = {where->parents[place], where->child[place], reader, place,
                 needed_elements(m->poly, reader, read, where->loops[place])};
  DmmMessage message = {
      .op = DMM_RT_TRANSPOSE,
      .array = read->array,
      .axes = dmm_arena_copy(plan->arena, axes, (size_t)naxes * sizeof *axes),
      .naxes = naxes,
      .root = DMM_ROOT_NONE,
      .templates = map_templates(plan, s),
      .why = exchange_reason(plan, s, read, axes, naxes),
      .loc = read->loc};
  if (is_never_needed(m->poly, draft.need, message.templates)) {
    isl_set_free(draft.need);
    return;
  }
  for (int id = 0; id < plan->nmessages; ++id)
    if (serves(m, id, &draft, &message)) {
      m->drafts[id].need = isl_set_union(m->drafts[id].need, draft.need);
      read->message = id;
      return;
    }
  read->message = add_message(m, draft, message);
}

static void serve_read(Messenger *m, int reader, DmmAccess *read) {
  int *axes =
      dmm_arena_alloc(m->plan->arena, (size_t)m->plan->naxes * sizeof *axes);
  int naxes = 0;
  for (int axis = 0; axis < m->plan->naxes; ++axis)
    if (!is_aligned(m->poly, reader, read, axis))
      axes[naxes++] = axis;
  if (naxes && !isl_set_is_empty(m->poly->statements[reader].domain))
    exchange(m, reader, read, axes, naxes);
}

/// Gives the message its box and its receive buffer.
static void finish_message(Messenger *m, int id) {
  DmmMessage *message = &m->plan->messages[id];
  Draft *draft = &m->drafts[id];
  const DmmStatement *s = &m->plan->statements[draft->statement];
  DmmBoxRequest request = {
      .need = draft->need,
      .outer = dmm_poly_place_domain(m->poly, draft->statement, draft->place),
      .ivs = s->ivs,
      .nivs = m->poly->statements[draft->statement].loops[draft->place]};
  dmm_plan_box(m->plan, m->poly, &request, message);
}

//===----------------------------------------------------------------------===//
// The SPMD tree
//===----------------------------------------------------------------------===//

/// A copy of the source tree with the messages in their places.
static DmmNode *copy_with_messages(const Messenger *m, const DmmNode *node) {
  DmmArena *arena = m->plan->arena;
  DmmNode *copy = dmm_node_create(arena, node->kind, node->id);
  copy->lower = node->lower;
  copy->upper = node->upper;
  copy->step = node->step;
  copy->conditions = node->conditions;
  for (int i = 0; i < node->nchildren; ++i) {
    for (int id = 0; id < m->plan->nmessages; ++id)
      if (m->drafts[id].parent == node && m->drafts[id].child == i)
        dmm_node_insert(arena, copy, copy->nchildren,
                        dmm_node_create(arena, DMM_NODE_MESSAGE, id));
    dmm_node_insert(arena, copy, copy->nchildren,
                    copy_with_messages(m, node->children[i]));
  }
  return copy;
}

/// A message between the caller's array on partition 0 and the homes of all.
static void add_boundary(Messenger *m, DmmRtOp op, int array, int at,
                         const char *why) {
  DmmPlan *plan = m->plan;
  int *axes = dmm_arena_alloc(plan->arena, (size_t)plan->naxes * sizeof *axes);
  for (int axis = 0; axis < plan->naxes; ++axis)
    axes[axis] = axis;
  DmmMessage message = {.op = op,
                        .array = array,
                        .axes = axes,
                        .naxes = plan->naxes,
                        .buffer = -1,
                        .why = why,
                        .loc = plan->arrays[array].loc};
  int id = add_message(m, (Draft){0}, message);
  dmm_node_insert(plan->arena, plan->spmd, at,
                  dmm_node_create(plan->arena, DMM_NODE_MESSAGE, id));
}

static void add_entry_and_exit(Messenger *m) {
  DmmPlan *plan = m->plan;
  int entries = 0;
  for (int i = 0; i < plan->narrays; ++i) {
    const DmmArray *array = &plan->arrays[i];
    if (array->role == DMM_ROLE_SCALAR)
      add_boundary(m, DMM_RT_BROADCAST, i, entries++,
                   "a scalar argument is known to the root alone");
    else if (array->live_in)
      add_boundary(m, DMM_RT_SCATTER, i, entries++,
                   "an argument arrives at the root");
  }
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].live_out)
      add_boundary(m, DMM_RT_GATHER, i, plan->spmd->nchildren,
                   "a result is handed back at the root");
}

void dmm_plan_add_messages(DmmPlan *plan, const DmmPoly *poly) {
  Messenger messenger = {.plan = plan, .poly = poly};
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j)
      serve_read(&messenger, i, &plan->statements[i].accesses[j]);
  for (int id = 0; id < plan->nmessages; ++id)
    finish_message(&messenger, id);
  plan->spmd = copy_with_messages(&messenger, plan->source);
  add_entry_and_exit(&messenger);
}
