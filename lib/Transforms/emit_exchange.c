//===- emit_exchange.c - Universal exchanges as operations ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/emit_exchange.h"

#include "Plan/collectives.h"
#include "Plan/expr.h"

int dmm_emit_dynamic(const DmmEmitter *e, const int *templates,
                     MlirValue *values) {
  int n = 0;
  for (int axis = 0; axis < e->plan->naxes; ++axis) {
    if (templates[axis] < 0)
      continue;
    const DmmTemplate *t = &e->plan->templates[templates[axis]];
    if (t->extent != DMM_DYNAMIC)
      continue;
    values[n++] = e->scope.values[t->block_var];
    values[n++] = e->scope.values[t->extent_var];
  }
  return n;
}

static bool may_be_staged(const DmmEmitter *e, const DmmMessage *message) {
  if (!e->target)
    return false;
  DmmCollective collective = dmm_message_collective(e->plan, message);
  return dmm_mapping_levels_spanned(&e->target->problem, &e->target->mapping,
                                    collective.axes) > 1;
}

DmmGroup dmm_emit_group(const DmmEmitter *e, const DmmMessage *message) {
  int64_t *axes =
      dmm_arena_alloc(e->arena, (size_t)message->naxes * sizeof *axes);
  for (int i = 0; i < message->naxes; ++i)
    axes[i] = message->axes[i];
  return (DmmGroup){.axes = axes,
                    .naxes = message->naxes,
                    .root = message->root,
                    .is_estimated = may_be_staged(e, message),
                    .words = (int64_t)message->words,
                    .partners = (int64_t)message->partners};
}

/// lo and hi of the box's template on each axis in turn, as variables; -1 where
/// the box does not depend on the axis.
static int *box_dims(const DmmEmitter *e, const DmmMessage *message) {
  size_t naxes = (size_t)e->plan->naxes;
  int *dims = dmm_arena_alloc(e->arena, 2 * naxes * sizeof *dims);
  for (int axis = 0; axis < e->plan->naxes; ++axis) {
    int id = message->templates[axis];
    dims[2 * axis] = id < 0 ? -1 : e->plan->templates[id].lo_var;
    dims[2 * axis + 1] = id < 0 ? -1 : e->plan->templates[id].hi_var;
  }
  return dims;
}

typedef struct BoxLists {
  DmmExprList lower, upper, origin;
  int64_t *lower_groups, *upper_groups;
} BoxLists;

static void append(DmmArena *arena, DmmExprList *list,
                   const DmmExprList *more) {
  for (int i = 0; i < more->n; ++i)
    dmm_expr_list_push(arena, list, more->items[i]);
}

static BoxLists box_lists(const DmmEmitter *e, const DmmMessage *message,
                          int rank) {
  size_t bytes = (size_t)rank * sizeof(int64_t);
  BoxLists lists = {.lower_groups = dmm_arena_alloc(e->arena, bytes),
                    .upper_groups = dmm_arena_alloc(e->arena, bytes)};
  for (int d = 0; d < rank; ++d) {
    const DmmBoxDim *dim = &message->box[d];
    append(e->arena, &lists.lower, &dim->lower);
    append(e->arena, &lists.upper, &dim->upper);
    dmm_expr_list_push(e->arena, &lists.origin, dim->origin);
    lists.lower_groups[d] = dim->lower.n;
    lists.upper_groups[d] = dim->upper.n;
  }
  return lists;
}

static bool uses(const DmmExprList *list, int var) {
  for (int i = 0; i < list->n; ++i)
    if (dmm_expr_uses(list->items[i], var))
      return true;
  return false;
}

/// The variables that the box uses and that are the same on all members: the
/// maps' symbols.
static int box_symbols(const DmmEmitter *e, const BoxLists *lists,
                       const DmmExprList *guards, int *symbols) {
  int n = 0;
  for (int var = 0; var < e->plan->nvars; ++var) {
    DmmVarKind kind = e->plan->vars[var].kind;
    bool is_symbol = kind != DMM_VAR_LO && kind != DMM_VAR_HI;
    if (is_symbol && (uses(&lists->lower, var) || uses(&lists->upper, var) ||
                      uses(&lists->origin, var) || uses(guards, var)))
      symbols[n++] = var;
  }
  return n;
}

void dmm_emit_exchange(DmmEmitter *e, const DmmInsertion *at,
                       const DmmMessage *message, const DmmGroup *group,
                       const DmmLayout *layout) {
  const DmmPlan *plan = e->plan;
  const DmmArray *array = &plan->arrays[message->array];
  size_t naxes = (size_t)plan->naxes;
  BoxLists lists = box_lists(e, message, array->rank);
  int *dims = box_dims(e, message), ndims = 2 * plan->naxes;
  int *symbols =
      dmm_arena_alloc(e->arena, (size_t)plan->nvars * sizeof *symbols);
  int nsymbols = box_symbols(e, &lists, &message->guards, symbols);
  MlirValue *values =
      dmm_arena_alloc(e->arena, (size_t)nsymbols * sizeof *values);
  for (int i = 0; i < nsymbols; ++i)
    values[i] = e->scope.values[symbols[i]];
  int64_t *cut = dmm_arena_alloc(e->arena, 3 * naxes * sizeof *cut);
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (message->templates[axis] >= 0) {
      const DmmTemplate *t = &plan->templates[message->templates[axis]];
      cut[axis] = t->block;
      cut[plan->naxes + axis] = t->cycle;
      cut[2 * plan->naxes + axis] = t->extent;
    }
  const DmmExprList *parts[] = {&lists.lower, &lists.upper, &lists.origin,
                                &message->guards};
  MlirAffineMap maps[4] = {{NULL}, {NULL}, {NULL}, {NULL}};
  for (int i = 0; i < 4; ++i)
    if (i < 3 || parts[i]->n)
      maps[i] = dmm_emit_map_over(&e->scope, parts[i]->items, parts[i]->n, dims,
                                  ndims, symbols, nsymbols);
  MlirValue *dynamic = dmm_arena_alloc(e->arena, 2 * naxes * sizeof *dynamic);
  int ndynamic = dmm_emit_dynamic(e, message->templates, dynamic);
  DmmBox box = {.block = cut,
                .cycle = cut + naxes,
                .extent = cut + 2 * naxes,
                .lower = maps[0],
                .upper = maps[1],
                .origin = maps[2],
                .guards = maps[3],
                .lower_groups = lists.lower_groups,
                .upper_groups = lists.upper_groups,
                .symbols = values,
                .nsymbols = nsymbols,
                .dynamic = dynamic,
                .ndynamic = ndynamic};
  dmm_build_transpose(at, e->blocks[message->array],
                      e->buffers[message->buffer], group, layout, array->sizes,
                      array->rank, &box);
}
