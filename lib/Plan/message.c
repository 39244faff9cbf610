//===- message.c - Which data crosses partitions, where in the program ----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A read is *aligned* along a grid axis if every instance runs at the owner of
// the element along that axis. A read that is aligned along all axes takes the
// element from the home. For any other read a message over the axes that are
// not aligned brings the elements, in the cheapest shape that fits (shape.c):
//   halo        they are a bounded number of cells away: ghosts of the home
//   broadcast   they have one owner, but many readers
//   all-gather  every reader needs the whole array
//   exchange    anything else: each member gets the box of what it reads
// But for the halo, they are brought to a receive buffer.
//
// The message stands before the outermost subtree around the statement in
// which no instance writes an element that a later instance of the statement
// reads, the indices of the loops around the message being equal. All members
// pass that point having run the same prefix of the sequential program, so the
// homes hold what the sequential program would read; and what is written later
// is another value that no read wants.
//
//===----------------------------------------------------------------------===//

#include "Plan/boundary.h"
#include "Plan/box.h"
#include "Plan/expr.h"
#include "Plan/shape.h"
#include "Plan/steps.h"

#include <stdlib.h>
#include <string.h>

/// A message in the making: its place in the source tree, and what is needed.
typedef struct Draft {
  const DmmNode *parent; ///< the message goes before parent's child `child`
  int child;
  int statement, place; ///< a reader, and the place on the way down to it
  isl_set *need;        ///< elements, given lo, hi and the indices around
  bool is_move;         ///< between home and whole form: what is above is unset
} Draft;

typedef struct Messenger {
  DmmPlan *plan;
  const DmmPoly *poly;
  Draft *drafts; ///< one for each message of the plan
} Messenger;

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

/// The outermost legal place, and from there the one inside of the loop over
/// strips. The innermost one, right before the reader, is always legal.
int dmm_plan_message_place(const DmmPoly *poly, int reader,
                           const DmmAccess *read) {
  int place = 0;
  while (place < poly->statements[reader].nparents - 1 &&
         is_written_below(poly, reader, read, place))
    ++place;
  int level = dmm_plan_step_level(poly, reader, read);
  while (poly->statements[reader].loops[place] <= level)
    ++place;
  return place;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

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

static bool same_owner(const DmmMessage *a, const DmmMessage *b) {
  if (!a->owner || !b->owner)
    return !a->owner && !b->owner;
  for (int i = 0; i < a->naxes; ++i)
    if (!dmm_expr_equal(a->owner[i], b->owner[i]))
      return false;
  return true;
}

static bool serves(const Messenger *m, int id, const Draft *draft,
                   const DmmMessage *wanted) {
  const DmmMessage *message = &m->plan->messages[id];
  size_t naxes = (size_t)m->plan->naxes;
  return m->drafts[id].parent == draft->parent &&
         m->drafts[id].child == draft->child && message->op == wanted->op &&
         message->array == wanted->array && message->naxes == wanted->naxes &&
         same_owner(message, wanted) &&
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

/// The templates of the statement's map but on the axes of the bit set
/// `shared`, on which the box is the same for all members.
static const int *box_templates(const DmmPlan *plan, const DmmStatement *s,
                                unsigned shared) {
  int *templates =
      dmm_arena_alloc(plan->arena, (size_t)plan->naxes * sizeof *templates);
  for (int axis = 0; axis < plan->naxes; ++axis)
    templates[axis] = shared >> axis & 1 ? -1 : s->map[axis].template_id;
  return templates;
}

static const char *message_reason(const DmmPlan *plan, const DmmStatement *s,
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

/// A read whose data crosses partitions on the axes `axes`.
typedef struct Crossing {
  int reader;
  DmmAccess *read;
  int place, outer; ///< of the message, and the number of loops around it
  const int *axes;
  int naxes;
  const DmmCrossing *kinds; ///< one for each of the axes
} Crossing;

static unsigned axis_set(const int *axes, int naxes) {
  unsigned set = 0;
  for (int i = 0; i < naxes; ++i)
    set |= 1u << axes[i];
  return set;
}

static DmmMessage new_message(const Messenger *m, const Crossing *c, DmmRtOp op,
                              const int *axes, int naxes, unsigned shared) {
  DmmArena *arena = m->plan->arena;
  const DmmStatement *s = &m->plan->statements[c->reader];
  return (DmmMessage){
      .op = op,
      .array = c->read->array,
      .axes = dmm_arena_copy(arena, axes, (size_t)naxes * sizeof *axes),
      .naxes = naxes,
      .root = DMM_ROOT_NONE,
      .buffer = -1,
      .templates = box_templates(m->plan, s, shared),
      .why = message_reason(m->plan, s, c->read, axes, naxes),
      .loc = c->read->loc};
}

/// The elements that are needed, of those that lie on the member's own
/// coordinate of every axis outside of the message: what an enclosure of the
/// access relation might lose.
static __isl_give isl_set *of_own_coordinates(const Messenger *m,
                                              const Crossing *c,
                                              const DmmMessage *message,
                                              __isl_take isl_set *need) {
  const DmmPlan *plan = m->plan;
  const DmmArray *array = &plan->arrays[message->array];
  const DmmStatement *s = &plan->statements[c->reader];
  unsigned crossed = axis_set(c->axes, c->naxes);
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (!(crossed >> axis & 1) && array->layout[axis].state == DMM_SHARDED &&
        s->map[axis].template_id == array->templates[axis])
      need = isl_set_intersect(
          need, dmm_poly_owned_elements(m->poly, message->array, axis, false));
  return need;
}

/// Lets a message that stands at the same place and brings the same array to
/// the same members bring these elements, too, or adds this one. Returns its
/// number, or -1 if no element is ever needed.
static int join(Messenger *m, const Crossing *c, DmmMessage wanted,
                __isl_take isl_set *need) {
  DmmPlan *plan = m->plan;
  const DmmPolyStatement *where = &m->poly->statements[c->reader];
  need = of_own_coordinates(m, c, &wanted, need);
  if (is_never_needed(m->poly, need, wanted.templates)) {
    isl_set_free(need);
    return -1;
  }
  Draft draft = {.parent = where->parents[c->place],
                 .child = where->child[c->place],
                 .statement = c->reader,
                 .place = c->place,
                 .need = need};
  for (int id = 0; id < plan->nmessages; ++id) {
    DmmMessage *message = &plan->messages[id];
    if (!serves(m, id, &draft, &wanted))
      continue;
    m->drafts[id].need = isl_set_union(m->drafts[id].need, need);
    message->low = wanted.low > message->low ? wanted.low : message->low;
    message->high = wanted.high > message->high ? wanted.high : message->high;
    return id;
  }
  return add_message(m, draft, wanted);
}

/// The universal exchange.
static void exchange(Messenger *m, const Crossing *c) {
  DmmMessage message =
      new_message(m, c, DMM_RT_TRANSPOSE, c->axes, c->naxes, 0);
  c->read->message = join(
      m, c, message, dmm_plan_needed(m->poly, c->reader, c->read, c->outer, 0));
}

/// One box for all members: from its owner, or, without one, from everybody.
static void share(Messenger *m, const Crossing *c, DmmRtOp op) {
  DmmArena *arena = m->plan->arena;
  unsigned group = axis_set(c->axes, c->naxes);
  DmmMessage message = new_message(m, c, op, c->axes, c->naxes, group);
  if (op == DMM_RT_BROADCAST) {
    DmmExpr *owner = dmm_arena_alloc(arena, (size_t)c->naxes * sizeof *owner);
    for (int i = 0; i < c->naxes; ++i)
      owner[i] = c->kinds[i].cell;
    message.owner = owner;
  }
  c->read->message =
      join(m, c, message,
           dmm_plan_needed(m->poly, c->reader, c->read, c->outer, group));
}

/// The elements that the ghosts on axis number i of the crossing hold, those on
/// the axes before having arrived: what every member needs there, on the axes
/// that follow in the member's own block alone.
static __isl_give isl_set *needed_ghosts(const Messenger *m, const Crossing *c,
                                         int i) {
  unsigned anywhere = axis_set(c->axes + i, c->naxes - i);
  isl_set *need =
      dmm_plan_needed(m->poly, c->reader, c->read, c->outer, anywhere);
  for (int k = i + 1; k < c->naxes; ++k)
    need =
        isl_set_intersect(need, dmm_poly_owned_elements(m->poly, c->read->array,
                                                        c->axes[k], false));
  return need;
}

/// The message brings what is read to the home.
static void add_to_home(DmmPlan *plan, DmmAccess *read, int message) {
  read->halos = dmm_arena_push(plan->arena, read->halos, (size_t)read->nhalos,
                               sizeof *read->halos);
  read->halos[read->nhalos++] = message;
}

/// A halo for each axis: the read finds its element in the home.
static void fetch_ghosts(Messenger *m, const Crossing *c) {
  const DmmArray *array = &m->plan->arrays[c->read->array];
  for (int i = 0; i < c->naxes; ++i) {
    unsigned self = 1u << c->axes[i];
    DmmMessage message = new_message(m, c, DMM_RT_HALO, &c->axes[i], 1, self);
    message.dim = (int)array->layout[c->axes[i]].dim;
    message.low = c->kinds[i].low;
    message.high = c->kinds[i].high;
    int id = join(m, c, message, needed_ghosts(m, c, i));
    if (id < 0)
      continue;
    add_to_home(m->plan, c->read, id);
  }
}

static bool all_are(const Crossing *c, DmmCrossingKind kind) {
  for (int i = 0; i < c->naxes; ++i)
    if (c->kinds[i].kind != kind)
      return false;
  return true;
}

static bool goes_to_one(const Crossing *c) {
  for (int i = 0; i < c->naxes; ++i)
    if (!c->kinds[i].to_one)
      return false;
  return true;
}

/// Whether the elements of a block lie in the home in their own order.
static bool is_in_order(const DmmPlan *plan, const DmmArray *array) {
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (array->layout[axis].state == DMM_SHARDED &&
        (array->layout[axis].numerator != 1 ||
         array->layout[axis].denominator != 1))
      return false;
  return true;
}

/// Whether all take the same from one owner. What is brought once, and to each
/// another part, is better sent apart; a loop wants few messages.
static bool is_broadcast(const Messenger *m, const Crossing *c) {
  return all_are(c, DMM_CROSSING_ONE) &&
         (c->outer > 0 || dmm_plan_reads_alike(m->plan, c->reader, c->read, 0,
                                               c->axes, c->naxes));
}

/// The cheapest shape that fits: neighbours, one owner, everybody, anything.
static void bring(Messenger *m, const Crossing *c) {
  if (!is_in_order(m->plan, &m->plan->arrays[c->read->array]))
    exchange(m, c);
  else if (all_are(c, DMM_CROSSING_SHIFT))
    fetch_ghosts(m, c);
  else if (goes_to_one(c))
    exchange(m, c);
  else if (is_broadcast(m, c))
    share(m, c, DMM_RT_BROADCAST);
  else if (dmm_plan_all_need_all(m->poly, c->reader, c->read, c->outer, c->axes,
                                 c->naxes))
    share(m, c, DMM_RT_GATHER);
  else
    exchange(m, c);
}

static void serve_read(Messenger *m, int reader, DmmAccess *read) {
  const DmmPolyStatement *where = &m->poly->statements[reader];
  size_t naxes = (size_t)m->plan->naxes;
  int *axes = dmm_arena_alloc(m->plan->arena, naxes * sizeof *axes);
  DmmCrossing *kinds = dmm_arena_alloc(m->plan->arena, naxes * sizeof *kinds);
  Crossing c = {.reader = reader, .read = read, .axes = axes, .kinds = kinds};
  if (isl_set_is_empty(where->domain))
    return;
  c.place = dmm_plan_message_place(m->poly, reader, read);
  c.outer = read->outer = where->loops[c.place];
  for (int axis = 0; axis < m->plan->naxes; ++axis) {
    DmmCrossing kind =
        dmm_plan_crossing(m->poly, reader, read, axis, c.outer,
                          &m->plan->statements[reader].map[axis]);
    if (kind.kind == DMM_CROSSING_NONE)
      continue;
    kinds[c.naxes] = kind;
    axes[c.naxes++] = axis;
  }
  if (c.naxes)
    bring(m, &c);
}

/// Whether the expression is >= 0 wherever the message is executed.
static bool holds_at(const Messenger *m, int id, DmmExpr expr) {
  const Draft *draft = &m->drafts[id];
  const DmmStatement *s = &m->plan->statements[draft->statement];
  int outer = m->poly->statements[draft->statement].loops[draft->place];
  isl_aff *aff =
      dmm_poly_aff(m->poly, dmm_poly_space(m->poly, outer), s->ivs, expr);
  isl_set *bad = isl_set_intersect(
      dmm_poly_place_domain(m->poly, draft->statement, draft->place),
      isl_set_from_basic_set(isl_aff_neg_basic_set(aff)));
  bad = isl_set_intersect_params(
      bad, dmm_poly_context(m->poly, m->plan->messages[id].templates));
  bool holds = isl_set_is_empty(bad);
  isl_set_free(bad);
  return holds;
}

/// Along a dimension that the group cuts, the box of a broadcast is the one
/// index that the read has there, whatever encloses it.
static void fix_owner_dims(const Messenger *m, int id) {
  DmmArena *arena = m->plan->arena;
  DmmMessage *message = &m->plan->messages[id];
  const DmmArray *array = &m->plan->arrays[message->array];
  for (int i = 0; i < message->naxes; ++i) {
    const DmmAxisLayout *l = &array->layout[message->axes[i]];
    if (l->state != DMM_SHARDED) // in order: the cell is the index + offset
      continue;
    DmmExpr first = dmm_expr_linear(arena, 1, message->owner[i],
                                    dmm_expr_const(arena, -l->offset));
    DmmExpr end = dmm_expr_linear(arena, 1, message->owner[i],
                                  dmm_expr_const(arena, 1 - l->offset));
    DmmBoxDim *dim = &message->box[l->dim];
    *dim = (DmmBoxDim){.origin = first};
    dmm_expr_list_push(arena, &dim->lower, first);
    dmm_expr_list_push(arena, &dim->upper, end);
    DmmBuffer *buffer = &m->plan->buffers[message->buffer];
    buffer->sizes[l->dim] = 1;
  }
}

/// A message with an owner only takes place where there is one.
static void guard_owner(const Messenger *m, int id) {
  DmmArena *arena = m->plan->arena;
  DmmMessage *message = &m->plan->messages[id];
  for (int i = 0; i < message->naxes; ++i) {
    DmmAxisMap owner = dmm_message_owner(m->plan, message, i);
    const DmmTemplate *t = &m->plan->templates[owner.template_id];
    DmmExpr extent = t->extent == DMM_DYNAMIC
                         ? dmm_expr_var(arena, t->extent_var)
                         : dmm_expr_const(arena, t->extent);
    DmmExpr room = dmm_expr_linear(arena, owner.denominator, extent,
                                   dmm_expr_const(arena, -1));
    DmmExpr conditions[] = {owner.cell,
                            dmm_expr_linear(arena, -1, owner.cell, room)};
    for (int k = 0; k < 2; ++k)
      if (!holds_at(m, id, conditions[k]))
        dmm_expr_list_push(arena, &message->guards, conditions[k]);
  }
}

/// Whether the subtree before which the place is starts the partial sums.
static bool is_started_below(const Messenger *m, const DmmReduction *reduction,
                             int reader, int place) {
  for (int i = 0; i < m->plan->nstatements; ++i) {
    const DmmStatement *s = &m->plan->statements[i];
    if (s->part == DMM_PART_START && s->reduction == reduction &&
        in_same_child(m->poly, reader, i, place))
      return true;
  }
  return false;
}

/// The message that combines partial sums stands before the subtree that reads
/// the result and does not hold the terms. In place, it makes homes whole; with
/// a receive buffer, the reader takes the result from there.
static void add_combining(Messenger *m, const DmmReduction *reduction) {
  DmmPlan *plan = m->plan;
  int id = reduction->combine;
  const DmmPolyStatement *where = &m->poly->statements[id];
  DmmStatement *reader = &plan->statements[id];
  int place = 0;
  while (is_started_below(m, reduction, id, place))
    ++place;
  Draft draft = {.parent = where->parents[place],
                 .child = where->child[place],
                 .statement = id,
                 .place = place};
  int message =
      add_message(m, draft, dmm_plan_combining_message(plan, reduction));
  if (plan->messages[message].owner)
    guard_owner(m, message);
  for (int j = 0; j < reader->naccesses - 1; ++j) {
    DmmAccess *read = &reader->accesses[j];
    if (read->array != reduction->partial)
      continue;
    read->outer = where->loops[place];
    if (plan->messages[message].buffer >= 0)
      read->message = message;
    else
      add_to_home(plan, read, message);
  }
}

/// Gives the message its box and its receive buffer.
static void finish_message(Messenger *m, int id) {
  DmmMessage *message = &m->plan->messages[id];
  Draft *draft = &m->drafts[id];
  const DmmStatement *s = &m->plan->statements[draft->statement];
  if (!draft->need) // combines what all have
    return;
  DmmBoxRequest request = {
      .need = draft->need,
      .array = message->array,
      .templates = message->templates,
      .ghosts = message->op == DMM_RT_HALO,
      .outer = dmm_poly_place_domain(m->poly, draft->statement, draft->place),
      .ivs = s->ivs,
      .nivs = m->poly->statements[draft->statement].loops[draft->place]};
  dmm_plan_box(m->plan, m->poly, &request, message);
  if (message->owner) {
    fix_owner_dims(m, id);
    guard_owner(m, id);
  }
}

static void add_ghosts(DmmPlan *plan) {
  for (int id = 0; id < plan->nmessages; ++id) {
    const DmmMessage *message = &plan->messages[id];
    if (message->op == DMM_RT_HALO)
      dmm_plan_add_ghosts(plan, message->array, message->dim, message->low,
                          message->high);
  }
}

//===----------------------------------------------------------------------===//
// The SPMD tree
//===----------------------------------------------------------------------===//

/// Inserts the messages before a node: first those that fill whole homes; then
/// all others, the halos last and axis by axis, as those of a later axis pass
/// on the ghosts of an earlier one.
static void insert_messages(const Messenger *m, const DmmNode *parent,
                            int child, DmmNode *copy) {
  for (int turn = -2; turn < m->plan->naxes; ++turn)
    for (int id = 0; id < m->plan->nmessages; ++id) {
      const DmmMessage *message = &m->plan->messages[id];
      int mine = m->drafts[id].is_move        ? -2
                 : message->op == DMM_RT_HALO ? message->axes[0]
                                              : -1;
      if (mine == turn && m->drafts[id].parent == parent &&
          m->drafts[id].child == child)
        dmm_node_insert(m->plan->arena, copy, copy->nchildren,
                        dmm_node_create(m->plan->arena, DMM_NODE_MESSAGE, id));
    }
}

/// A copy of the source tree with the messages in their places.
static DmmNode *copy_with_messages(const Messenger *m, const DmmNode *node) {
  DmmArena *arena = m->plan->arena;
  DmmNode *copy = dmm_node_create(arena, node->kind, node->id);
  copy->lower = node->lower;
  copy->upper = node->upper;
  copy->step = node->step;
  copy->conditions = node->conditions;
  for (int i = 0; i < node->nchildren; ++i) {
    insert_messages(m, node, i, copy);
    dmm_node_insert(arena, copy, copy->nchildren,
                    copy_with_messages(m, node->children[i]));
  }
  insert_messages(m, node, node->nchildren, copy);
  return copy;
}

/// Whether the groups of the move extend along the axis.
static bool move_spans(const DmmPlan *plan, const DmmMove *move, int axis) {
  const DmmArray *array = &plan->arrays[move->array];
  bool spreads = move->op == DMM_RT_SEND || move->op == DMM_RT_BROADCAST;
  return !spreads || array->role == DMM_ROLE_SCALAR ||
         dmm_array_is_passed_on(plan, array, axis);
}

/// A message between the whole form on partition 0 and the homes of all, or
/// from some homes to all.
static void add_move(Messenger *m, const DmmMove *move) {
  DmmPlan *plan = m->plan;
  int *axes = dmm_arena_alloc(plan->arena, (size_t)plan->naxes * sizeof *axes);
  int naxes = 0;
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (move_spans(plan, move, axis))
      axes[naxes++] = axis;
  DmmMessage message = {.op = move->op,
                        .array = move->array,
                        .axes = axes,
                        .naxes = naxes,
                        .buffer = -1,
                        .why = move->why,
                        .loc = plan->arrays[move->array].loc};
  Draft draft = {.parent = plan->source, .child = move->child, .is_move = true};
  add_message(m, draft, message);
}

static void add_moves(Messenger *m) {
  DmmMoves moves = dmm_plan_find_moves(m->plan, m->poly);
  for (int child = 0; child <= m->plan->source->nchildren; ++child)
    for (int i = 0; i < moves.n; ++i)
      if (moves.items[i].child == child)
        add_move(m, &moves.items[i]);
}

void dmm_plan_add_messages(DmmPlan *plan, const DmmPoly *poly) {
  Messenger messenger = {.plan = plan, .poly = poly};
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j)
      serve_read(&messenger, i, &plan->statements[i].accesses[j]);
  add_ghosts(plan);
  for (int i = 0; i < plan->nreductions; ++i)
    add_combining(&messenger, plan->reductions[i]);
  for (int id = 0; id < plan->nmessages; ++id)
    finish_message(&messenger, id);
  add_moves(&messenger);
  plan->spmd = copy_with_messages(&messenger, plan->source);
}
