//===- volume.c - How much a message moves --------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through the iterations of the loops around the message, all partitions
// in step, and adds up what each receives: the part of its box that others own.
// No element is looked at.
//
//===----------------------------------------------------------------------===//

#include "Plan/volume.h"

#include "Plan/expr.h"

#include <string.h>

/// Executions, counted for each partition, after which the walk is given up.
enum { MAX_STEPS = 1 << 22 };

typedef struct Walk {
  DmmArena *arena;
  const DmmPlan *plan;
  const DmmMessage *message;
  const DmmNode **path; ///< from the root of the tree to the message
  int length;
  int64_t npartitions;
  int64_t *vars;   ///< npartitions x nvars
  int64_t *coords; ///< npartitions x naxes
  bool *active;    ///< length x npartitions: who gets to each node of the path
  int64_t steps;
  DmmVolume volume;
} Walk;

static int64_t *vars_of(const Walk *w, int64_t rank) {
  return w->vars + rank * w->plan->nvars;
}

static int64_t coordinate(const Walk *w, int64_t rank, int axis) {
  return w->coords[rank * w->plan->naxes + axis];
}

static bool holds(const DmmExprList *list, const int64_t *vars) {
  return list->n == 0 || dmm_expr_list_min(list, vars) >= 0;
}

//===----------------------------------------------------------------------===//
// What one partition has and needs
//===----------------------------------------------------------------------===//

/// A range of indices of one dimension.
typedef struct Range {
  int64_t lo, hi;
} Range;

static int64_t length(Range range) {
  return range.lo < range.hi ? range.hi - range.lo : 0;
}

static Range intersect(Range a, Range b) {
  return (Range){a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

static const DmmArray *array_of(const Walk *w) {
  return &w->plan->arrays[w->message->array];
}

/// The indices of dimension `d` that the partition owns; with `group`, that
/// some member of its group owns.
static Range owned_range(const Walk *w, int64_t rank, int d, bool group) {
  const DmmArray *array = array_of(w);
  Range range = {0, array->sizes[d]};
  for (int axis = 0; axis < w->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &array->layout[axis];
    if (l->state != DMM_SHARDED || l->dim != d ||
        (group && dmm_message_spans(w->message, axis)))
      continue;
    int64_t c = coordinate(w, rank, axis);
    dmm_axis_owned(l, dmm_block_lo(l->block, l->extent, c),
                   dmm_block_hi(l->block, l->extent, c), array->sizes[d],
                   &range.lo, &range.hi);
  }
  return range;
}

/// Whether the partition, or with `group` a member of its group, has a part.
static bool holds_array(const Walk *w, int64_t rank, bool group) {
  for (int axis = 0; axis < w->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &array_of(w)->layout[axis];
    if (l->state == DMM_PINNED && coordinate(w, rank, axis) != l->offset &&
        !(group && dmm_message_spans(w->message, axis)))
      return false;
  }
  return true;
}

static Range box_range(const Walk *w, int64_t rank, int d) {
  const DmmBoxDim *dim = &w->message->box[d];
  const int64_t *vars = vars_of(w, rank);
  Range all = {0, array_of(w)->sizes[d]};
  return intersect(all, (Range){dmm_expr_list_max(&dim->lower, vars),
                                dmm_expr_list_min(&dim->upper, vars)});
}

/// Elements of the box that the partition, or its group, owns.
static int64_t box_words(const Walk *w, int64_t rank, bool group) {
  int64_t words = holds_array(w, rank, group);
  for (int d = 0; words && d < array_of(w)->rank; ++d)
    words *= length(
        intersect(box_range(w, rank, d), owned_range(w, rank, d, group)));
  return words;
}

//===----------------------------------------------------------------------===//
// What one partition receives, or sends
//===----------------------------------------------------------------------===//

/// Whether the partition is the owner of the message.
static bool is_owner(const Walk *w, int64_t rank) {
  for (int i = 0; i < w->message->naxes; ++i) {
    DmmAxisMap owner = dmm_message_owner(w->plan, w->message, i);
    int64_t block = w->plan->templates[owner.template_id].block;
    int64_t cell = dmm_expr_value(owner.cell, vars_of(w, rank));
    if (dmm_floordiv(cell, owner.denominator * block) !=
        coordinate(w, rank, w->message->axes[i]))
      return false;
  }
  return true;
}

static int64_t broadcast_words(const Walk *w, int64_t rank) {
  int64_t words = is_owner(w, rank) ? 0 : 1;
  for (int d = 0; d < array_of(w)->rank; ++d)
    words *= length(box_range(w, rank, d));
  return words;
}

/// Ghosts are cells: those beyond the array within its template count.
static int64_t halo_words(const Walk *w, int64_t rank) {
  const DmmMessage *message = w->message;
  const DmmAxisLayout *l = &array_of(w)->layout[message->axes[0]];
  int64_t c = coordinate(w, rank, message->axes[0]);
  int64_t lo = dmm_block_lo(l->block, l->extent, c);
  int64_t hi = dmm_block_hi(l->block, l->extent, c);
  if (lo == hi || !holds_array(w, rank, false))
    return 0;
  int64_t words =
      (message->low < lo ? message->low : lo) +
      (message->high < l->extent - hi ? message->high : l->extent - hi);
  for (int d = 0; d < array_of(w)->rank; ++d)
    words *= d == message->dim ? 1 : length(box_range(w, rank, d));
  return words;
}

static int64_t boxed_words(const Walk *w, int64_t rank) {
  if (!holds(&w->message->guards, vars_of(w, rank)))
    return 0;
  if (w->message->op == DMM_RT_HALO)
    return halo_words(w, rank);
  if (w->message->op == DMM_RT_BROADCAST)
    return broadcast_words(w, rank);
  return box_words(w, rank, true) - box_words(w, rank, false);
}

/// Of the copies of a block, the first one is gathered.
static bool is_first_copy(const Walk *w, int64_t rank) {
  for (int axis = 0; axis < w->plan->naxes; ++axis)
    if (array_of(w)->layout[axis].state == DMM_REPLICATED &&
        coordinate(w, rank, axis))
      return false;
  return true;
}

/// From the home on coordinate 0 of the group's axes to the others.
static int64_t spread_words(const Walk *w, int64_t rank) {
  if (!holds_array(w, rank, false))
    return 0;
  for (int i = 0; i < w->message->naxes; ++i)
    if (coordinate(w, rank, w->message->axes[i]))
      return dmm_array_block_elements(w->plan, array_of(w));
  return 0;
}

/// Whether the partition's home is a further copy of an array that is passed
/// on.
static bool is_passed_on(const Walk *w, int64_t rank) {
  for (int axis = 0; axis < w->plan->naxes; ++axis)
    if (coordinate(w, rank, axis) &&
        dmm_array_is_passed_on(w->plan, array_of(w), axis))
      return true;
  return false;
}

/// Between the whole form on partition 0 and the home.
static int64_t rooted_words(const Walk *w, int64_t rank) {
  if (dmm_message_spreads(w->message))
    return spread_words(w, rank);
  if (!rank || (w->message->op == DMM_RT_SCATTER && is_passed_on(w, rank)))
    return 0;
  int64_t words = holds_array(w, rank, false) &&
                  (w->message->op == DMM_RT_SCATTER || is_first_copy(w, rank));
  for (int d = 0; d < array_of(w)->rank; ++d)
    words *= length(owned_range(w, rank, d, false));
  return words;
}

/// Rank of the partition in its group.
static int64_t rank_in_group(const Walk *w, int64_t rank) {
  int64_t result = 0;
  for (int i = 0; i < w->message->naxes; ++i)
    result = result * w->plan->grid[w->message->axes[i]].size +
             coordinate(w, rank, w->message->axes[i]);
  return result;
}

static int64_t members(const Walk *w) {
  int64_t n = 1;
  for (int i = 0; i < w->message->naxes; ++i)
    n *= w->plan->grid[w->message->axes[i]].size;
  return n;
}

/// Whether the partition takes part of what is combined.
static bool is_in_layout(const Walk *w, int64_t rank) {
  for (int axis = 0; axis < w->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &w->message->layout[axis];
    if (l->state == DMM_PINNED && l->offset != coordinate(w, rank, axis))
      return false;
  }
  return true;
}

/// Whether each member gets a part of dimension `d`.
static bool scatters(const Walk *w, int d) {
  for (int axis = 0; axis < w->plan->naxes; ++axis)
    if (w->message->layout[axis].state == DMM_SHARDED &&
        w->message->layout[axis].dim == d)
      return true;
  return false;
}

/// Partial sums that the partition passes on, and results that it receives; or
/// parts of the others that it receives.
static int64_t combined_words(const Walk *w, int64_t rank) {
  const DmmMessage *message = w->message;
  if (!message->layout) {
    int64_t words = dmm_buffer_elements(&w->plan->buffers[array_of(w)->home]);
    bool all = message->op == DMM_RT_ALL_REDUCE;
    bool is_root = message->owner
                       ? is_owner(w, rank)
                       : rank_in_group(w, rank) == (all ? 0 : message->root);
    return is_root ? 0 : (all ? 2 : 1) * words;
  }
  int64_t words = is_in_layout(w, rank) ? members(w) - 1 : 0;
  for (int d = 0; d < array_of(w)->rank; ++d)
    words *= scatters(w, d) ? length(box_range(w, rank, d))
                            : w->plan->buffers[array_of(w)->home].sizes[d];
  return words;
}

static bool combines(const DmmMessage *message) {
  return message->op == DMM_RT_REDUCE || message->op == DMM_RT_ALL_REDUCE;
}

static int64_t words_at(const Walk *w, int64_t rank) {
  if (combines(w->message))
    return combined_words(w, rank);
  return w->message->box ? boxed_words(w, rank) : rooted_words(w, rank);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

static void walk(Walk *w, int at);

static bool *active_at(const Walk *w, int at) {
  return w->active + at * w->npartitions;
}

static void execute(Walk *w, const bool *active) {
  int64_t words = 0;
  for (int64_t rank = 0; rank < w->npartitions; ++rank)
    if (active[rank])
      words += words_at(w, rank);
  w->volume.total += words;
  w->volume.each = words > w->volume.each ? words : w->volume.each;
}

static Range loop_range(const Walk *w, const DmmNode *node, int64_t rank) {
  const int64_t *vars = vars_of(w, rank);
  return (Range){dmm_expr_list_max(&node->lower, vars),
                 dmm_expr_list_min(&node->upper, vars)};
}

/// The iterations that some active partition runs.
static Range whole_range(const Walk *w, const DmmNode *node,
                         const bool *active) {
  Range range = {INT64_MAX, INT64_MIN};
  for (int64_t rank = 0; rank < w->npartitions; ++rank) {
    Range mine = loop_range(w, node, rank);
    if (!active[rank] || !length(mine))
      continue;
    range.lo = mine.lo < range.lo ? mine.lo : range.lo;
    range.hi = mine.hi > range.hi ? mine.hi : range.hi;
  }
  return range;
}

static void walk_loop(Walk *w, int at) {
  const DmmNode *node = w->path[at];
  int iv = w->plan->loops[node->id].iv_var;
  const bool *active = active_at(w, at);
  Range range = whole_range(w, node, active);
  for (int64_t i = range.lo; i < range.hi && w->steps < MAX_STEPS;
       i += node->step) {
    for (int64_t rank = 0; rank < w->npartitions; ++rank) {
      Range mine = loop_range(w, node, rank);
      active_at(w, at + 1)[rank] = active[rank] && i >= mine.lo && i < mine.hi;
      vars_of(w, rank)[iv] = i;
    }
    walk(w, at + 1);
  }
}

/// Goes on with those for which all conditions of the node hold.
static void walk_guard(Walk *w, int at) {
  for (int64_t rank = 0; rank < w->npartitions; ++rank)
    active_at(w, at + 1)[rank] =
        active_at(w, at)[rank] &&
        holds(&w->path[at]->conditions, vars_of(w, rank));
  walk(w, at + 1);
}

static void walk(Walk *w, int at) {
  w->steps += w->npartitions;
  if (w->path[at]->kind == DMM_NODE_MESSAGE)
    execute(w, active_at(w, at));
  else if (w->path[at]->kind == DMM_NODE_LOOP)
    walk_loop(w, at);
  else
    walk_guard(w, at);
}

//===----------------------------------------------------------------------===//
// Setting out
//===----------------------------------------------------------------------===//

/// Makes the path to the message; `node` is at `depth`. False if it is not
/// below the node.
static bool find_path(Walk *w, const DmmNode *node, int depth, int id) {
  bool found = node->kind == DMM_NODE_MESSAGE && node->id == id;
  if (found) {
    w->length = depth + 1;
    w->path = dmm_arena_alloc(w->arena, (size_t)w->length * sizeof *w->path);
  }
  for (int i = 0; !found && i < node->nchildren; ++i)
    found = find_path(w, node->children[i], depth + 1, id);
  if (found)
    w->path[depth] = node;
  return found;
}

static bool is_static(const DmmPlan *plan, const int64_t *params) {
  bool known = true;
  for (int i = 0; i < plan->nvars; ++i)
    known = known && (params || plan->vars[i].kind != DMM_VAR_PARAM);
  for (int i = 0; i < plan->ntemplates; ++i)
    known = known && plan->templates[i].extent != DMM_DYNAMIC;
  for (int i = 0; i < plan->narrays; ++i)
    known = known && dmm_array_elements(&plan->arrays[i]) != DMM_DYNAMIC;
  return known;
}

static void set_vars(const Walk *w, int64_t rank, const int64_t *params) {
  const DmmPlan *plan = w->plan;
  int64_t *vars = vars_of(w, rank);
  for (int v = 0; v < plan->nvars; ++v)
    if (plan->vars[v].kind == DMM_VAR_PARAM)
      vars[v] = *params++;
  for (int i = 0; i < plan->ntemplates; ++i) {
    const DmmTemplate *t = &plan->templates[i];
    int64_t c = coordinate(w, rank, t->axis);
    vars[t->lo_var] = dmm_block_lo(t->block, t->extent, c);
    vars[t->hi_var] = dmm_block_hi(t->block, t->extent, c);
    if (t->extent_var >= 0) {
      vars[t->extent_var] = t->extent;
      vars[t->block_var] = t->block;
    }
  }
}

static void set_out(Walk *w, const int64_t *params) {
  size_t n = (size_t)w->npartitions;
  w->vars =
      dmm_arena_alloc(w->arena, n * (size_t)w->plan->nvars * sizeof *w->vars);
  w->coords =
      dmm_arena_alloc(w->arena, n * (size_t)w->plan->naxes * sizeof *w->coords);
  w->active = dmm_arena_alloc(w->arena, n * (size_t)w->length);
  for (int64_t rank = 0; rank < w->npartitions; ++rank) {
    dmm_plan_coordinates(w->plan, rank, w->coords + rank * w->plan->naxes);
    set_vars(w, rank, params);
  }
  memset(w->active, true, n);
  walk(w, 0);
}

DmmVolume dmm_plan_volume(const DmmPlan *plan, int id, const int64_t *params) {
  Walk w = {.plan = plan,
            .message = &plan->messages[id],
            .npartitions = dmm_plan_partitions(plan)};
  bool possible =
      is_static(plan, params) && w.npartitions < MAX_STEPS / (plan->nvars + 1);
  w.arena = dmm_arena_create();
  if (possible && find_path(&w, plan->spmd, 0, id))
    set_out(&w, params);
  dmm_arena_destroy(w.arena);
  if (!possible || w.steps >= MAX_STEPS)
    return (DmmVolume){NULL, DMM_DYNAMIC, DMM_DYNAMIC};
  return w.volume;
}
