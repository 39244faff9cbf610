//===- receive.c - What one execution of a message brings ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/receive.h"

#include "Plan/expr.h"

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

/// The cells of the coordinate.
static Range block_of(const DmmAxisLayout *l, int64_t c) {
  return (Range){dmm_block_lo(l->block, l->extent, c),
                 dmm_block_hi(l->block, l->extent, c)};
}

static int64_t length(Range range) {
  return range.lo < range.hi ? range.hi - range.lo : 0;
}

static Range intersect(Range a, Range b) {
  return (Range){a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

static const DmmArray *array_of(const DmmReceiver *r) {
  return &r->plan->arrays[r->message->array];
}

/// The indices of dimension `d` that the partition owns; with `group`, that
/// some member of its group owns.
static Range owned_range(const DmmReceiver *r, int d, bool group) {
  const DmmArray *array = array_of(r);
  Range range = {0, array->sizes[d]};
  for (int axis = 0; axis < r->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &array->layout[axis];
    if (l->state != DMM_SHARDED || l->dim != d ||
        (group && dmm_message_spans(r->message, axis)))
      continue;
    int64_t c = r->coords[axis];
    dmm_axis_owned(l, dmm_block_lo(l->block, l->extent, c),
                   dmm_block_hi(l->block, l->extent, c), array->sizes[d],
                   &range.lo, &range.hi);
  }
  return range;
}

/// Whether the partition, or with `group` a member of its group, has a part.
static bool holds_array(const DmmReceiver *r, bool group) {
  for (int axis = 0; axis < r->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &array_of(r)->layout[axis];
    if (l->state == DMM_PINNED && r->coords[axis] != l->offset &&
        !(group && dmm_message_spans(r->message, axis)))
      return false;
  }
  return true;
}

static Range box_range(const DmmReceiver *r, int d) {
  const DmmBoxDim *dim = &r->message->box[d];
  Range all = {0, array_of(r)->sizes[d]};
  return intersect(all, (Range){dmm_expr_list_max(&dim->lower, r->vars),
                                dmm_expr_list_min(&dim->upper, r->vars)});
}

/// Elements of the box that the partition, or its group, owns.
static int64_t box_words(const DmmReceiver *r, bool group) {
  int64_t words = holds_array(r, group);
  for (int d = 0; words && d < array_of(r)->rank; ++d)
    words *= length(intersect(box_range(r, d), owned_range(r, d, group)));
  return words;
}

//===----------------------------------------------------------------------===//
// How many elements
//===----------------------------------------------------------------------===//

/// Whether the partition is the owner of the message.
static bool is_owner(const DmmReceiver *r) {
  for (int i = 0; i < r->message->naxes; ++i) {
    DmmAxisMap owner = dmm_message_owner(r->plan, r->message, i);
    int64_t block = r->plan->templates[owner.template_id].block;
    int64_t cell = dmm_expr_value(owner.cell, r->vars);
    if (dmm_floordiv(cell, owner.denominator * block) !=
        r->coords[r->message->axes[i]])
      return false;
  }
  return true;
}

static int64_t broadcast_words(const DmmReceiver *r) {
  int64_t words = is_owner(r) ? 0 : 1;
  for (int d = 0; d < array_of(r)->rank; ++d)
    words *= length(box_range(r, d));
  return words;
}

/// Ghosts are cells: those beyond the array within its template count.
static int64_t halo_words(const DmmReceiver *r) {
  const DmmMessage *message = r->message;
  const DmmAxisLayout *l = &array_of(r)->layout[message->axes[0]];
  Range block = block_of(l, r->coords[message->axes[0]]);
  if (block.lo == block.hi || !holds_array(r, false))
    return 0;
  int64_t above = l->extent - block.hi;
  int64_t words = (message->low < block.lo ? message->low : block.lo) +
                  (message->high < above ? message->high : above);
  for (int d = 0; d < array_of(r)->rank; ++d)
    words *= d == message->dim ? 1 : length(box_range(r, d));
  return words;
}

static int64_t boxed_words(const DmmReceiver *r) {
  if (!holds(&r->message->guards, r->vars))
    return 0;
  if (r->message->op == DMM_RT_HALO)
    return halo_words(r);
  if (r->message->op == DMM_RT_BROADCAST)
    return broadcast_words(r);
  return box_words(r, true) - box_words(r, false);
}

/// Of the copies of a block, the first one is gathered.
static bool is_first_copy(const DmmReceiver *r) {
  for (int axis = 0; axis < r->plan->naxes; ++axis)
    if (array_of(r)->layout[axis].state == DMM_REPLICATED && r->coords[axis])
      return false;
  return true;
}

/// From the home on coordinate 0 of the group's axes to the others.
static int64_t spread_words(const DmmReceiver *r) {
  if (!holds_array(r, false))
    return 0;
  for (int i = 0; i < r->message->naxes; ++i)
    if (r->coords[r->message->axes[i]])
      return dmm_array_block_elements(r->plan, array_of(r));
  return 0;
}

/// Whether the partition's home is a further copy of an array that is passed
/// on.
static bool is_passed_on(const DmmReceiver *r) {
  for (int axis = 0; axis < r->plan->naxes; ++axis)
    if (r->coords[axis] && dmm_array_is_passed_on(r->plan, array_of(r), axis))
      return true;
  return false;
}

/// Between the whole form on partition 0 and the home.
static int64_t rooted_words(const DmmReceiver *r) {
  if (dmm_message_spreads(r->message))
    return spread_words(r);
  if (!r->rank || (r->message->op == DMM_RT_SCATTER && is_passed_on(r)))
    return 0;
  int64_t words = holds_array(r, false) &&
                  (r->message->op == DMM_RT_SCATTER || is_first_copy(r));
  for (int d = 0; d < array_of(r)->rank; ++d)
    words *= length(owned_range(r, d, false));
  return words;
}

/// Rank of the partition in its group.
static int64_t rank_in_group(const DmmReceiver *r) {
  int64_t result = 0;
  for (int i = 0; i < r->message->naxes; ++i)
    result = result * r->plan->grid[r->message->axes[i]].size +
             r->coords[r->message->axes[i]];
  return result;
}

static int64_t members(const DmmReceiver *r) {
  int64_t n = 1;
  for (int i = 0; i < r->message->naxes; ++i)
    n *= r->plan->grid[r->message->axes[i]].size;
  return n;
}

/// Whether the partition takes part of what is combined.
static bool is_in_layout(const DmmReceiver *r) {
  for (int axis = 0; axis < r->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &r->message->layout[axis];
    if (l->state == DMM_PINNED && l->offset != r->coords[axis])
      return false;
  }
  return true;
}

/// Whether each member gets a part of dimension `d`.
static bool scatters(const DmmReceiver *r, int d) {
  for (int axis = 0; axis < r->plan->naxes; ++axis)
    if (r->message->layout[axis].state == DMM_SHARDED &&
        r->message->layout[axis].dim == d)
      return true;
  return false;
}

/// Partial sums that the partition passes on, and results that it receives; or
/// parts of the others that it receives.
static int64_t combined_words(const DmmReceiver *r) {
  const DmmMessage *message = r->message;
  if (!message->layout) {
    int64_t words = dmm_buffer_elements(&r->plan->buffers[array_of(r)->home]);
    bool all = message->op == DMM_RT_ALL_REDUCE;
    bool is_root = message->owner
                       ? is_owner(r)
                       : rank_in_group(r) == (all ? 0 : message->root);
    return is_root ? 0 : (all ? 2 : 1) * words;
  }
  int64_t words = is_in_layout(r) ? members(r) - 1 : 0;
  for (int d = 0; d < array_of(r)->rank; ++d)
    words *= scatters(r, d) ? length(box_range(r, d))
                            : r->plan->buffers[array_of(r)->home].sizes[d];
  return words;
}

static bool combines(const DmmMessage *message) {
  return message->op == DMM_RT_REDUCE || message->op == DMM_RT_ALL_REDUCE;
}

int64_t dmm_receiver_words(const DmmReceiver *r) {
  if (combines(r->message))
    return combined_words(r);
  return r->message->box ? boxed_words(r) : rooted_words(r);
}

//===----------------------------------------------------------------------===//
// In how many transfers
//===----------------------------------------------------------------------===//

/// The elements of the array's dimension that coordinate `c` owns, along the
/// axis that cuts it.
static Range owned_by(const DmmArray *array, int axis, int64_t c) {
  const DmmAxisLayout *l = &array->layout[axis];
  Range range;
  dmm_axis_owned(l, dmm_block_lo(l->block, l->extent, c),
                 dmm_block_hi(l->block, l->extent, c), array->sizes[l->dim],
                 &range.lo, &range.hi);
  return range;
}

int64_t dmm_axis_owners(const DmmAxisLayout *l, int64_t block, int64_t lo,
                        int64_t hi) {
  int64_t step = l->numerator < 0 ? -l->numerator : l->numerator;
  if (lo >= hi)
    return 0;
  if (step >= l->denominator * block)
    return hi - lo; // no two elements share a block
  int64_t cells = l->denominator * block;
  int64_t first = dmm_floordiv(l->numerator * lo + l->offset, cells);
  int64_t last = dmm_floordiv(l->numerator * (hi - 1) + l->offset, cells);
  return 1 + (first < last ? last - first : first - last);
}

/// Coordinates along the axis that own a part of the box.
static int64_t senders_on_axis(const DmmReceiver *r, int axis) {
  const DmmArray *array = array_of(r);
  if (array->layout[axis].state != DMM_SHARDED)
    return 1;
  Range box = box_range(r, (int)array->layout[axis].dim);
  return dmm_axis_owners(&array->layout[axis], array->layout[axis].block,
                         box.lo, box.hi);
}

/// Members that own a part of the box, without the partition itself.
static int64_t boxed_messages(const DmmReceiver *r) {
  int64_t senders = box_words(r, true) > 0;
  for (int i = 0; senders && i < r->message->naxes; ++i)
    senders *= senders_on_axis(r, r->message->axes[i]);
  return senders - (box_words(r, false) > 0);
}

/// Members that hold some of the ghosts [lo, hi).
static int64_t holders(const DmmReceiver *r, Range ghosts) {
  int axis = r->message->axes[0];
  const DmmAxisLayout *l = &array_of(r)->layout[axis];
  Range cells = intersect(ghosts, (Range){0, l->extent});
  if (length(cells) == 0)
    return 0;
  return 1 + (cells.hi - 1) / l->block - cells.lo / l->block;
}

static int64_t halo_messages(const DmmReceiver *r) {
  const DmmMessage *message = r->message;
  const DmmAxisLayout *l = &array_of(r)->layout[message->axes[0]];
  Range block = block_of(l, r->coords[message->axes[0]]);
  return holders(r, (Range){block.lo - message->low, block.lo}) +
         holders(r, (Range){block.hi, block.hi + message->high});
}

/// Given that it receives, or passes on, something.
static int64_t combined_messages(const DmmReceiver *r) {
  if (r->message->layout)
    return members(r) - 1;
  return r->message->op == DMM_RT_ALL_REDUCE ? 2 : 1;
}

int64_t dmm_receiver_messages(const DmmReceiver *r) {
  const DmmMessage *message = r->message;
  if (dmm_receiver_words(r) <= 0)
    return 0;
  if (combines(message))
    return combined_messages(r);
  if (!message->box || message->op == DMM_RT_BROADCAST)
    return 1;
  return message->op == DMM_RT_HALO ? halo_messages(r) : boxed_messages(r);
}

/// Lines of the grid that start at the partition and along which it passes the
/// value on: those of an axis of the group, the axes after it having their turn
/// later.
static int64_t lines(const DmmReceiver *r) {
  int64_t n = 0;
  for (int i = r->message->naxes; i-- > 0 && !r->coords[r->message->axes[i]];)
    ++n;
  return n;
}

int64_t dmm_receiver_counts(const DmmReceiver *r) {
  const DmmMessage *message = r->message;
  if (dmm_message_spreads(message) && !holds_array(r, false))
    return 0;
  if (message->op == DMM_RT_SEND)
    return lines(r);
  bool always = message->op == DMM_RT_TRANSPOSE || !message->box;
  return rank_in_group(r) == 0 && (always || holds(&message->guards, r->vars));
}

int64_t dmm_receiver_room(const DmmReceiver *r) {
  if (r->message->buffer < 0 || !holds(&r->message->guards, r->vars))
    return 0;
  int64_t room = 1;
  for (int d = 0; d < array_of(r)->rank; ++d)
    room *= length(box_range(r, d));
  return room;
}

//===----------------------------------------------------------------------===//
// What is compared
//===----------------------------------------------------------------------===//

typedef struct Lists {
  DmmArena *arena;
  DmmExprList *items;
  size_t n;
} Lists;

static void add_list(Lists *lists, DmmExprList list) {
  lists->items = dmm_arena_push(lists->arena, lists->items, lists->n,
                                sizeof *lists->items);
  lists->items[lists->n++] = list;
}

static void push_number(DmmArena *arena, DmmExprList *list, int64_t number) {
  dmm_expr_list_push(arena, list, dmm_expr_const(arena, number));
}

static void push_list(DmmArena *arena, DmmExprList *list,
                      const DmmExprList *more) {
  for (int i = 0; i < more->n; ++i)
    dmm_expr_list_push(arena, list, more->items[i]);
}

/// The bounds of the box, and the ends of what each coordinate owns.
static void compare_dim(Lists *lists, const DmmPlan *plan,
                        const DmmMessage *message, int d) {
  const DmmArray *array = &plan->arrays[message->array];
  int axis = dmm_array_cut_axis(array, plan->naxes, d);
  DmmExprList list = {0};
  push_list(lists->arena, &list, &message->box[d].lower);
  push_list(lists->arena, &list, &message->box[d].upper);
  push_number(lists->arena, &list, 0);
  push_number(lists->arena, &list, array->sizes[d]);
  for (int64_t c = 0; axis >= 0 && c < plan->grid[axis].size; ++c) {
    Range range = owned_by(array, axis, c);
    push_number(lists->arena, &list, range.lo);
    push_number(lists->arena, &list, range.hi);
  }
  add_list(lists, list);
}

/// The cell of the owner, and the first one of each block.
static void compare_owner(Lists *lists, const DmmPlan *plan,
                          const DmmMessage *message, int i) {
  DmmAxisMap owner = dmm_message_owner(plan, message, i);
  int64_t cells = owner.denominator * plan->templates[owner.template_id].block;
  DmmExprList list = {0};
  dmm_expr_list_push(lists->arena, &list, owner.cell);
  for (int64_t c = 0; c <= plan->grid[message->axes[i]].size; ++c)
    push_number(lists->arena, &list, c * cells);
  add_list(lists, list);
}

int dmm_message_compared(DmmArena *arena, const DmmPlan *plan,
                         const DmmMessage *message, DmmExprList **lists) {
  Lists found = {.arena = arena};
  for (int i = 0; i < message->guards.n; ++i) {
    DmmExprList list = {0};
    dmm_expr_list_push(arena, &list, message->guards.items[i]);
    push_number(arena, &list, 0);
    add_list(&found, list);
  }
  for (int d = 0; message->box && d < plan->arrays[message->array].rank; ++d)
    compare_dim(&found, plan, message, d);
  for (int i = 0; message->owner && i < message->naxes; ++i)
    compare_owner(&found, plan, message, i);
  *lists = found.items;
  return (int)found.n;
}
