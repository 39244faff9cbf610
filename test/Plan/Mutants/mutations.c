//===- mutations.c - Ways to break a plan ---------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes that cannot matter are not made where that can be told from the place
// alone: a message that never moves anything, an owner that stays the same. The
// caller sorts out those that leave the plan's trace as it is.
//
//===----------------------------------------------------------------------===//

#include "mutations.h"

#include "Plan/expr.h"
#include "Plan/print.h"
#include "trace.h"

#include <inttypes.h>
#include <string.h>

typedef struct Edit {
  void *place;
  size_t bytes;
  const void *before;
} Edit;

int random_below(uint64_t *state, int n) {
  uint64_t x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return (int)((x ^ (x >> 31)) % (uint64_t)n);
}

static int draw(Mutant *m, int n) { return random_below(m->random, n); }

static int64_t draw_sign(Mutant *m) { return draw(m, 2) ? 1 : -1; }

static void edit(Mutant *m, void *place, const void *value, size_t bytes) {
  m->edits =
      dmm_arena_push(m->arena, m->edits, (size_t)m->nedits, sizeof *m->edits);
  m->edits[m->nedits++] =
      (Edit){place, bytes, dmm_arena_copy(m->arena, place, bytes)};
  memcpy(place, value, bytes);
}

void mutant_undo(Mutant *mutant) {
  while (mutant->nedits) {
    const Edit *last = &mutant->edits[--mutant->nedits];
    memcpy(last->place, last->before, last->bytes);
  }
}

//===----------------------------------------------------------------------===//
// Places in the tree
//===----------------------------------------------------------------------===//

/// Child number `at` of `parent`, which is child number `parent_at` of
/// `grandparent` (null at the root).
typedef struct Site {
  DmmNode *grandparent, *parent;
  int parent_at, at;
} Site;

typedef struct Sites {
  Site *items;
  int n;
} Sites;

typedef bool SiteTest(const Mutant *m, const Site *site);

static DmmNode *node_of(const Site *site) {
  return site->parent->children[site->at];
}

static void find_sites(const Mutant *m, SiteTest *test, DmmNode *grandparent,
                       DmmNode *parent, int parent_at, Sites *found) {
  for (int i = 0; i < parent->nchildren; ++i) {
    Site site = {grandparent, parent, parent_at, i};
    if (test(m, &site)) {
      found->items = dmm_arena_push(m->arena, found->items, (size_t)found->n,
                                    sizeof *found->items);
      found->items[found->n++] = site;
    }
    find_sites(m, test, parent, parent->children[i], i, found);
  }
}

/// A random place that passes the test; false if there is none.
static bool draw_site(Mutant *m, SiteTest *test, Site *site) {
  Sites found = {0};
  find_sites(m, test, NULL, m->plan->spmd, 0, &found);
  if (found.n)
    *site = found.items[draw(m, found.n)];
  return found.n;
}

static void set_children(Mutant *m, DmmNode *node, DmmNode **children, int n) {
  edit(m, &node->children, &children, sizeof children);
  edit(m, &node->nchildren, &n, sizeof n);
}

static DmmNode *take_child(Mutant *m, DmmNode *node, int at) {
  DmmNode *child = node->children[at];
  int n = node->nchildren - 1;
  DmmNode **rest =
      dmm_arena_alloc(m->arena, ((size_t)n + 1) * sizeof(DmmNode *));
  for (int i = 0; i < n; ++i)
    rest[i] = node->children[i + (i >= at)];
  set_children(m, node, rest, n);
  return child;
}

static void put_child(Mutant *m, DmmNode *node, int at, DmmNode *child) {
  int n = node->nchildren + 1;
  DmmNode **all = dmm_arena_alloc(m->arena, (size_t)n * sizeof(DmmNode *));
  for (int i = 0; i < n; ++i)
    all[i] = i == at ? child : node->children[i - (i > at)];
  set_children(m, node, all, n);
}

static const DmmMessage *message_of(const Mutant *m, const Site *site) {
  const DmmNode *node = node_of(site);
  return node->kind == DMM_NODE_MESSAGE ? &m->plan->messages[node->id] : NULL;
}

static int64_t group_size(const DmmPlan *plan, const DmmMessage *message) {
  int64_t size = 1;
  for (int i = 0; i < message->naxes; ++i)
    size *= plan->grid[message->axes[i]].size;
  return size;
}

static const char *message_text(const Mutant *m, const DmmMessage *message) {
  return dmm_arena_printf(m->arena, "%s, %s of %s,", message->name,
                          dmm_message_op_name(message->op),
                          m->plan->arrays[message->array].name);
}

//===----------------------------------------------------------------------===//
// What a part of the tree does with an array or a message
//===----------------------------------------------------------------------===//

typedef enum Use { USE_HOME, USE_RECEIVED, USE_GHOSTS, USE_WRITE } Use;

static bool reads_ghosts(const DmmAccess *access, int halo) {
  for (int i = 0; i < access->nhalos; ++i)
    if (access->halos[i] == halo)
      return true;
  return false;
}

static bool access_is(const DmmAccess *access, Use use, int id) {
  if (use == USE_RECEIVED)
    return access->message == id;
  if (use == USE_GHOSTS)
    return reads_ghosts(access, id);
  return access->array == id && access->message < 0 &&
         (use == USE_HOME || access->is_write);
}

/// Whether the tree uses array, or message, `id` in that way.
static bool uses(const DmmPlan *plan, const DmmNode *node, Use use, int id) {
  bool found = false;
  if (node->kind == DMM_NODE_STATEMENT) {
    const DmmStatement *s = &plan->statements[node->id];
    for (int i = 0; i < s->naccesses; ++i)
      found = found || access_is(&s->accesses[i], use, id);
  }
  if (node->kind == DMM_NODE_MESSAGE && use == USE_HOME)
    found =
        plan->messages[node->id].box && plan->messages[node->id].array == id;
  for (int i = 0; !found && i < node->nchildren; ++i)
    found = uses(plan, node->children[i], use, id);
  return found;
}

/// The first later sibling that depends on the message, or -1.
static int find_user(const Mutant *m, const Site *site) {
  const DmmMessage *message = message_of(m, site);
  Use use = message->op == DMM_RT_HALO ? USE_GHOSTS
            : message->buffer >= 0     ? USE_RECEIVED
                                       : USE_HOME;
  int id = use == USE_HOME ? message->array : node_of(site)->id;
  for (int i = site->at + 1; i < site->parent->nchildren; ++i)
    if (uses(m->plan, site->parent->children[i], use, id))
      return i;
  return -1;
}

/// The last earlier sibling that writes what the message takes, or -1.
static int find_writer(const Mutant *m, const Site *site) {
  for (int i = site->at - 1; i >= 0; --i)
    if (uses(m->plan, site->parent->children[i], USE_WRITE,
             message_of(m, site)->array))
      return i;
  return -1;
}

//===----------------------------------------------------------------------===//
// Messages dropped and moved
//===----------------------------------------------------------------------===//

static bool is_busy_message(const Mutant *m, const Site *site) {
  return message_of(m, site) && plan_message_words(m->plan, node_of(site)->id);
}

static bool combines(DmmRtOp op) {
  return op == DMM_RT_REDUCE || op == DMM_RT_ALL_REDUCE;
}

/// From the whole form at the root, or to it.
static bool is_rooted(const DmmMessage *message) {
  return !message->box && !combines(message->op);
}

static bool is_busy_halo(const Mutant *m, const Site *site) {
  return is_busy_message(m, site) && message_of(m, site)->op == DMM_RT_HALO;
}

static bool is_busy_broadcast(const Mutant *m, const Site *site) {
  return is_busy_message(m, site) && message_of(m, site)->owner &&
         message_of(m, site)->op == DMM_RT_BROADCAST;
}

static bool is_busy_all_gather(const Mutant *m, const Site *site) {
  return is_busy_message(m, site) && !is_rooted(message_of(m, site)) &&
         message_of(m, site)->op == DMM_RT_GATHER;
}

static bool drop_one(Mutant *m, SiteTest *test) {
  Site site;
  if (!draw_site(m, test, &site))
    return false;
  m->text = dmm_arena_printf(m->arena, "%s dropped",
                             message_text(m, message_of(m, &site)));
  take_child(m, site.parent, site.at);
  return true;
}

static bool drop_message(Mutant *m) { return drop_one(m, is_busy_message); }
static bool drop_halo(Mutant *m) { return drop_one(m, is_busy_halo); }
static bool drop_broadcast(Mutant *m) { return drop_one(m, is_busy_broadcast); }
static bool drop_all_gather(Mutant *m) {
  return drop_one(m, is_busy_all_gather);
}

static bool has_user(const Mutant *m, const Site *site) {
  if (!is_busy_message(m, site))
    return false;
  const DmmMessage *message = message_of(m, site);
  return (message->op != DMM_RT_GATHER || !is_rooted(message)) &&
         find_user(m, site) >= 0;
}

static bool halo_has_user(const Mutant *m, const Site *site) {
  return is_busy_halo(m, site) && find_user(m, site) >= 0;
}

static bool move_one_later(Mutant *m, SiteTest *test) {
  Site site;
  if (!draw_site(m, test, &site))
    return false;
  m->text = dmm_arena_printf(m->arena, "%s moved behind its first use",
                             message_text(m, message_of(m, &site)));
  int to = find_user(m, &site); // one less after the message is taken
  put_child(m, site.parent, to, take_child(m, site.parent, site.at));
  return true;
}

static bool move_later(Mutant *m) { return move_one_later(m, has_user); }
static bool move_halo_later(Mutant *m) {
  return move_one_later(m, halo_has_user);
}

static bool has_writer(const Mutant *m, const Site *site) {
  if (!is_busy_message(m, site) || find_writer(m, site) < 0)
    return false;
  const DmmMessage *message = message_of(m, site);
  return message->op == DMM_RT_GATHER || !is_rooted(message);
}

static bool halo_has_writer(const Mutant *m, const Site *site) {
  return is_busy_halo(m, site) && find_writer(m, site) >= 0;
}

static bool move_one_earlier(Mutant *m, SiteTest *test) {
  Site site;
  if (!draw_site(m, test, &site))
    return false;
  m->text = dmm_arena_printf(m->arena, "%s moved before the last write",
                             message_text(m, message_of(m, &site)));
  int to = find_writer(m, &site);
  put_child(m, site.parent, to, take_child(m, site.parent, site.at));
  return true;
}

static bool move_earlier(Mutant *m) { return move_one_earlier(m, has_writer); }
static bool move_halo_earlier(Mutant *m) {
  return move_one_earlier(m, halo_has_writer);
}

static bool box_uses(const DmmPlan *plan, const DmmMessage *message, int var) {
  bool found = false;
  for (int i = 0; i < message->guards.n; ++i)
    found = found || dmm_expr_uses(message->guards.items[i], var);
  int rank = message->box ? plan->arrays[message->array].rank : 0;
  for (int d = 0; d < rank; ++d) {
    const DmmBoxDim *dim = &message->box[d];
    found = found || dmm_expr_uses(dim->origin, var);
    for (int i = 0; i < dim->lower.n; ++i)
      found = found || dmm_expr_uses(dim->lower.items[i], var);
    for (int i = 0; i < dim->upper.n; ++i)
      found = found || dmm_expr_uses(dim->upper.items[i], var);
  }
  return found;
}

/// Whether the message stands in a loop that writes what it brings, and could
/// stand before it for all that its box says.
static bool is_bound_to_loop(const Mutant *m, const Site *site) {
  const DmmMessage *message = message_of(m, site);
  if (!is_busy_message(m, site) || is_rooted(message) || !site->grandparent ||
      site->parent->kind != DMM_NODE_LOOP)
    return false;
  int iv = m->plan->loops[site->parent->id].iv_var;
  return !box_uses(m->plan, message, iv) &&
         uses(m->plan, site->parent, USE_WRITE, message->array);
}

static bool move_outward(Mutant *m) {
  Site site;
  if (!draw_site(m, is_bound_to_loop, &site))
    return false;
  m->text = dmm_arena_printf(m->arena, "%s moved before the loop around it",
                             message_text(m, message_of(m, &site)));
  DmmNode *message = take_child(m, site.parent, site.at);
  put_child(m, site.grandparent, site.parent_at, message);
  return true;
}

static bool list_uses_block(const DmmPlan *plan, DmmExprList list, int axis) {
  bool found = false;
  for (int i = 0; i < list.n; ++i)
    for (int t = 0; t < plan->ntemplates; ++t)
      if (plan->templates[t].axis == axis)
        found = found ||
                dmm_expr_uses(list.items[i], plan->templates[t].lo_var) ||
                dmm_expr_uses(list.items[i], plan->templates[t].hi_var);
  return found;
}

/// Whether members of the message's group run the node unlike each other.
static bool divides_group(const DmmPlan *plan, const DmmNode *node,
                          const DmmMessage *message) {
  bool found = false;
  for (int i = 0; i < message->naxes; ++i) {
    int axis = message->axes[i];
    if (plan->grid[axis].size > 1)
      found = found || list_uses_block(plan, node->lower, axis) ||
              list_uses_block(plan, node->upper, axis) ||
              list_uses_block(plan, node->conditions, axis);
  }
  return found;
}

static bool stands_before_divider(const Mutant *m, const Site *site) {
  const DmmMessage *message = message_of(m, site);
  return message && site->at + 1 < site->parent->nchildren &&
         divides_group(m->plan, site->parent->children[site->at + 1], message);
}

static bool move_inward(Mutant *m) {
  Site site;
  if (!draw_site(m, stands_before_divider, &site))
    return false;
  m->text = dmm_arena_printf(
      m->arena, "%s moved into a part that members run unlike each other",
      message_text(m, message_of(m, &site)));
  DmmNode *inside = site.parent->children[site.at + 1];
  put_child(m, inside, 0, take_child(m, site.parent, site.at));
  return true;
}

//===----------------------------------------------------------------------===//
// Boxes and roots
//===----------------------------------------------------------------------===//

static bool is_busy_box(const Mutant *m, const Site *site) {
  return is_busy_message(m, site) && message_of(m, site)->box &&
         !combines(
             message_of(m, site)->op) && // its parts are those of a layout
         m->plan->arrays[message_of(m, site)->array].rank > 0;
}

static DmmExpr plus(const Mutant *m, DmmExpr expr, int64_t constant) {
  return dmm_expr_linear(m->plan->arena, 1, expr,
                         dmm_expr_const(m->plan->arena, constant));
}

/// Replaces the list by a copy: the source program may share it.
static void own_list(Mutant *m, DmmExprList *list) {
  DmmExpr *items =
      dmm_arena_copy(m->arena, list->items, (size_t)list->n * sizeof *items);
  edit(m, &list->items, &items, sizeof items);
}

/// Adds a constant to all of the list.
static void shift_list(Mutant *m, DmmExprList *list, int64_t constant) {
  own_list(m, list);
  for (int i = 0; i < list->n; ++i)
    list->items[i] = plus(m, list->items[i], constant);
}

/// A dimension of a box that moves something.
static DmmBoxDim *draw_box(Mutant *m, const char **text) {
  Site site;
  if (!draw_site(m, is_busy_box, &site))
    return NULL;
  const DmmMessage *message = message_of(m, &site);
  int d = draw(m, m->plan->arrays[message->array].rank);
  if (message->op == DMM_RT_HALO && d == message->dim)
    return NULL; // open
  *text = dmm_arena_printf(m->arena, "%s dim %d of its box",
                           message_text(m, message), d);
  return &message->box[d];
}

static bool shift_box(Mutant *m) {
  const char *text;
  DmmBoxDim *dim = draw_box(m, &text);
  if (!dim)
    return false;
  int64_t distance = draw_sign(m);
  m->text =
      dmm_arena_printf(m->arena, "%s shifted by %" PRId64, text, distance);
  shift_list(m, &dim->lower, distance);
  shift_list(m, &dim->upper, distance);
  return true;
}

static bool narrow_box(Mutant *m) {
  const char *text;
  DmmBoxDim *dim = draw_box(m, &text);
  if (!dim)
    return false;
  bool low = draw(m, 2);
  m->text = dmm_arena_printf(m->arena, "%s narrowed at its %s end", text,
                             low ? "low" : "high");
  shift_list(m, low ? &dim->lower : &dim->upper, low ? 1 : -1);
  return true;
}

/// One condition c >= 0 of the list becomes -c - 1 >= 0.
static void invert_one(Mutant *m, DmmExprList *list) {
  own_list(m, list);
  DmmExpr *condition = &list->items[draw(m, list->n)];
  DmmExpr minus_one = dmm_expr_const(m->plan->arena, -1);
  *condition = dmm_expr_linear(m->plan->arena, -1, *condition, minus_one);
}

static bool has_box_guard(const Mutant *m, const Site *site) {
  return is_busy_message(m, site) && message_of(m, site)->guards.n;
}

static bool invert_box_guard(Mutant *m) {
  Site site;
  if (!draw_site(m, has_box_guard, &site))
    return false;
  DmmMessage *message = &m->plan->messages[node_of(&site)->id];
  m->text = dmm_arena_printf(m->arena, "%s a guard of its box inverted",
                             message_text(m, message));
  invert_one(m, &message->guards);
  return true;
}

/// One ghost less on the side that has some.
static bool narrow_halo(Mutant *m) {
  Site site;
  if (!draw_site(m, is_busy_halo, &site))
    return false;
  DmmMessage *message = &m->plan->messages[node_of(&site)->id];
  bool low = message->low && (!message->high || draw(m, 2));
  m->text = dmm_arena_printf(m->arena, "%s one ghost less %s",
                             message_text(m, message), low ? "below" : "above");
  int64_t *side = low ? &message->low : &message->high;
  int64_t width = *side - 1;
  edit(m, side, &width, sizeof width);
  return true;
}

static bool shift_owner(Mutant *m) {
  Site site;
  if (!draw_site(m, is_busy_broadcast, &site))
    return false;
  DmmMessage *message = &m->plan->messages[node_of(&site)->id];
  int64_t distance = draw_sign(m);
  m->text = dmm_arena_printf(m->arena, "%s its owner off by %" PRId64 " cells",
                             message_text(m, message), distance);
  DmmExpr *owner = dmm_arena_copy(m->arena, message->owner,
                                  (size_t)message->naxes * sizeof *owner);
  int i = draw(m, message->naxes);
  owner[i] = plus(m, owner[i], distance);
  edit(m, &message->owner, &owner, sizeof owner);
  return true;
}

static bool has_root(const Mutant *m, const Site *site) {
  const DmmMessage *message = message_of(m, site);
  return message && message->root >= 0 && group_size(m->plan, message) > 1;
}

static bool change_root(Mutant *m) {
  Site site;
  if (!draw_site(m, has_root, &site))
    return false;
  DmmMessage *message = &m->plan->messages[node_of(&site)->id];
  m->text = dmm_arena_printf(m->arena, "%s its root changed",
                             message_text(m, message));
  int root = (int)((message->root + 1) % group_size(m->plan, message));
  edit(m, &message->root, &root, sizeof root);
  return true;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Whether the message combines along some but not all axes.
static bool has_other_axis(const Mutant *m, const Site *site) {
  const DmmMessage *message = message_of(m, site);
  return message && combines(message->op) && is_busy_message(m, site) &&
         message->naxes < m->plan->naxes;
}

/// One of its axes becomes one that it was not over.
static bool change_group(Mutant *m) {
  Site site;
  if (!draw_site(m, has_other_axis, &site))
    return false;
  DmmMessage *message = &m->plan->messages[node_of(&site)->id];
  int *axes = dmm_arena_copy(m->plan->arena, message->axes,
                             (size_t)message->naxes * sizeof *axes);
  unsigned used = 0;
  for (int i = 0; i < message->naxes; ++i)
    used |= 1u << axes[i];
  int other = 0;
  while (used >> other & 1)
    ++other;
  axes[draw(m, message->naxes)] = other;
  m->text = dmm_arena_printf(m->arena, "%s its group changed",
                             message_text(m, message));
  edit(m, &message->axes, &axes, sizeof axes);
  return true;
}

static bool is_start(const Mutant *m, const Site *site) {
  const DmmNode *node = node_of(site);
  return node->kind == DMM_NODE_STATEMENT &&
         m->plan->statements[node->id].part == DMM_PART_START;
}

static bool drop_start(Mutant *m) {
  Site site;
  if (!draw_site(m, is_start, &site))
    return false;
  m->text = dmm_arena_printf(m->arena, "%s, the start of a sum, dropped",
                             m->plan->statements[node_of(&site)->id].name);
  take_child(m, site.parent, site.at);
  return true;
}

//===----------------------------------------------------------------------===//
// Guards and loops
//===----------------------------------------------------------------------===//

static bool is_guard(const Mutant *m, const Site *site) {
  (void)m;
  return node_of(site)->kind == DMM_NODE_GUARD && node_of(site)->conditions.n;
}

static bool invert_guard(Mutant *m) {
  Site site;
  if (!draw_site(m, is_guard, &site))
    return false;
  m->text = "a guard of the tree inverted";
  invert_one(m, &node_of(&site)->conditions);
  return true;
}

static bool drop_guard(Mutant *m) {
  Site site;
  if (!draw_site(m, is_guard, &site))
    return false;
  m->text = "a guard of the tree dropped";
  int none = 0;
  edit(m, &node_of(&site)->conditions.n, &none, sizeof none);
  return true;
}

static bool is_loop(const Mutant *m, const Site *site) {
  (void)m;
  return node_of(site)->kind == DMM_NODE_LOOP;
}

static bool shift_loop_bound(Mutant *m) {
  Site site;
  if (!draw_site(m, is_loop, &site))
    return false;
  DmmNode *loop = node_of(&site);
  bool low = draw(m, 2);
  int64_t distance = draw_sign(m);
  m->text = dmm_arena_printf(m->arena, "loop %s, its %s bound off by %" PRId64,
                             m->plan->loops[loop->id].name,
                             low ? "lower" : "upper", distance);
  shift_list(m, low ? &loop->lower : &loop->upper, distance);
  return true;
}

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

static bool shift_map(Mutant *m) {
  if (!m->plan->nstatements)
    return false;
  int id = draw(m, m->plan->nstatements), axis = draw(m, m->plan->naxes);
  DmmAxisMap *map = &m->plan->statements[id].map[axis];
  if (map->template_id < 0)
    return false;
  int64_t distance = draw_sign(m);
  m->text = dmm_arena_printf(m->arena, "%s, its map on axis %d off by %" PRId64,
                             m->plan->statements[id].name, axis, distance);
  DmmExpr cell = plus(m, map->cell, distance);
  edit(m, &map->cell, &cell, sizeof cell);
  return true;
}

static int64_t owner_of(const DmmAxisLayout *l, int64_t x) {
  int64_t cell = dmm_floordiv(l->numerator * x + l->offset, l->denominator);
  return dmm_floordiv(cell, l->block);
}

/// Whether some element has another owner under another offset.
static bool owner_changes(const DmmAxisLayout *l, int64_t size,
                          int64_t distance) {
  DmmAxisLayout other = *l;
  other.offset += distance;
  for (int64_t x = 0; x < size; ++x)
    if (owner_of(l, x) != owner_of(&other, x))
      return true;
  return false;
}

static bool shift_layout(Mutant *m) {
  int id = draw(m, m->plan->narrays), axis = draw(m, m->plan->naxes);
  DmmArray *array = &m->plan->arrays[id];
  DmmAxisLayout *layout = &array->layout[axis];
  int64_t distance = draw_sign(m);
  if (layout->state != DMM_SHARDED ||
      !owner_changes(layout, array->sizes[layout->dim], distance))
    return false;
  m->text =
      dmm_arena_printf(m->arena, "%s, its layout on axis %d off by %" PRId64,
                       array->name, axis, distance);
  int64_t offset = layout->offset + distance;
  edit(m, &layout->offset, &offset, sizeof offset);
  return true;
}

static const char idle_iteration[] =
    "the iterations that it adds or loses hold messages, but no statement";
static const char unread[] = "the elements that it loses are read by nobody";

static const char ghosts_unread[] =
    "another halo brings the same, or nobody reads the outermost ghosts";

const Mutation mutations[] = {
    {"message dropped", drop_message, true,
     "it brings a scalar argument, which statements use without an access"},
    {"halo dropped", drop_halo, true, ghosts_unread},
    {"broadcast dropped", drop_broadcast, true, unread},
    {"all-gather dropped", drop_all_gather, true, unread},
    {"message too late", move_later, true, unread},
    {"halo too late", move_halo_later, true, ghosts_unread},
    {"message too early", move_earlier, true,
     "that write is to elements other than those the message takes there"},
    {"halo too early", move_halo_earlier, true,
     "that write is to elements other than those the message takes there"},
    {"halo narrowed", narrow_halo, true, ghosts_unread},
    {"owner off by one", shift_owner, true, unread},
    {"message hoisted", move_outward, true,
     "the loop writes elements other than those the message takes"},
    {"message sunk", move_inward, true,
     "all members of each group run that part, and alike"},
    {"box shifted", shift_box, true, unread},
    {"box narrowed", narrow_box, true, unread},
    {"box guard inverted", invert_box_guard, true, unread},
    {"root changed", change_root, false, "the root moves nothing"},
    {"group changed", change_group, false,
     "the coordinates that it loses have combined nothing"},
    {"start of a sum dropped", drop_start, true, idle_iteration},
    {"guard inverted", invert_guard, true, idle_iteration},
    {"guard dropped", drop_guard, true, idle_iteration},
    {"loop bound off by one", shift_loop_bound, true, idle_iteration},
    {"map off by one", shift_map, true, "the instances are run by nobody"},
    {"layout off by one", shift_layout, false,
     "no statement touches the elements that change their owner"},
};
const int nmutations = sizeof mutations / sizeof mutations[0];
