//===- bound.c - Each partition runs its own instances alone --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement is to run only where, on every grid axis, its cell lies in the
// partition's block. Such a condition is enforced once, as far out as it can:
//   - where all statements of a subtree share it and it does not depend on an
//     index of a loop in the subtree, as a guard around the subtree;
//   - at a loop whose index is the innermost that it depends on, if all
//     statements of the body share it, as bounds of the loop;
//   - else as a guard around the statement.
// A subtree that holds a message over an axis is entered by all members of the
// message's group alike, so nothing around it may depend on that axis.
// The only coordinate of an axis has all cells: what runs nowhere else needs no
// condition there.
//
//===----------------------------------------------------------------------===//

#include "Plan/expr.h"
#include "Plan/steps.h"
#include "Support/grid.h"

#include <isl/val.h>

typedef struct Bounder {
  DmmPlan *plan;
  const DmmPoly *poly;
} Bounder;

//===----------------------------------------------------------------------===//
// What a subtree has in common
//===----------------------------------------------------------------------===//

bool dmm_node_has_message(const DmmPlan *plan, const DmmNode *node, int axis) {
  if (node->kind == DMM_NODE_MESSAGE &&
      dmm_message_spans(&plan->messages[node->id], axis))
    return true;
  for (int i = 0; i < node->nchildren; ++i)
    if (dmm_node_has_message(plan, node->children[i], axis))
      return true;
  return false;
}

static bool same_map(const DmmAxisMap *a, const DmmAxisMap *b) {
  return a->template_id == b->template_id && a->denominator == b->denominator &&
         dmm_expr_equal(a->cell, b->cell);
}

/// Whether all statements of the subtree have the same map on the axis; writes
/// the first of them to *first, which is null before.
static bool share_map(const DmmPlan *plan, const DmmNode *node, int axis,
                      const DmmStatement **first) {
  if (node->kind == DMM_NODE_STATEMENT) {
    const DmmStatement *mine = &plan->statements[node->id];
    if (*first)
      return same_map(&(*first)->map[axis], &mine->map[axis]);
    *first = mine;
    return true;
  }
  for (int i = 0; i < node->nchildren; ++i)
    if (!share_map(plan, node->children[i], axis, first))
      return false;
  return true;
}

/// Whether the axis has a single coordinate and that runs all instances of the
/// statement: none has a cell outside of the template.
static bool runs_all(const Bounder *b, const DmmStatement *s, int axis) {
  int templates[DMM_MAX_GRID_AXES], id = (int)(s - b->plan->statements);
  if (b->plan->grid[axis].size != 1)
    return false;
  for (int other = 0; other < b->plan->naxes; ++other)
    templates[other] = other == axis ? s->map[axis].template_id : -1;
  isl_set *here = dmm_poly_instances_here(b->poly, id, ~(1u << axis));
  isl_set *rest =
      isl_set_subtract(isl_set_copy(b->poly->statements[id].domain), here);
  rest = isl_set_intersect_params(rest, dmm_poly_context(b->poly, templates));
  bool none = isl_set_is_empty(rest);
  isl_set_free(rest);
  return none;
}

static bool all_run_all(const Bounder *b, const DmmNode *node, int axis) {
  if (node->kind == DMM_NODE_STATEMENT)
    return runs_all(b, &b->plan->statements[node->id], axis);
  for (int i = 0; i < node->nchildren; ++i)
    if (!all_run_all(b, node->children[i], axis))
      return false;
  return true;
}

static bool uses_loop_inside(const DmmPlan *plan, const DmmNode *node,
                             DmmExpr expr) {
  for (int i = 0; i < node->nchildren; ++i) {
    const DmmNode *child = node->children[i];
    if (child->kind == DMM_NODE_LOOP &&
        dmm_expr_uses(expr, plan->loops[child->id].iv_var))
      return true;
    if (uses_loop_inside(plan, child, expr))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

static DmmExpr times(DmmArena *arena, int64_t factor, int var) {
  return dmm_expr_linear(arena, factor, dmm_expr_var(arena, var),
                         dmm_expr_const(arena, 0));
}

/// cell - denominator * lo >= 0 and denominator * hi - cell - 1 >= 0.
static void add_conditions(Bounder *b, const DmmAxisMap *map,
                           DmmExprList *list) {
  DmmArena *arena = b->plan->arena;
  const DmmTemplate *t = &b->plan->templates[map->template_id];
  dmm_expr_list_push(
      arena, list,
      dmm_expr_binary(arena, DMM_EXPR_ADD, map->cell,
                      times(arena, -map->denominator, t->lo_var)));
  DmmExpr room = dmm_expr_linear(arena, -1, map->cell,
                                 times(arena, map->denominator, t->hi_var));
  dmm_expr_list_push(
      arena, list,
      dmm_expr_binary(arena, DMM_EXPR_ADD, room, dmm_expr_const(arena, -1)));
}

//===----------------------------------------------------------------------===//
// Loop bounds
//===----------------------------------------------------------------------===//

static int level_of(const DmmStatement *s, int iv) {
  int level = 0;
  while (s->ivs[level] != iv)
    ++level;
  return level;
}

/// The statement's cell on the axis is factor * iv + rest, where no integer
/// division holds iv. Returns the factor, or 0 if the cell is not of that form.
static int64_t split_cell(Bounder *b, const DmmStatement *s, int axis, int iv,
                          DmmExpr *rest) {
  unsigned level = (unsigned)level_of(s, iv);
  isl_aff *aff = dmm_poly_aff(b->poly, dmm_poly_space(b->poly, s->depth),
                              s->ivs, s->map[axis].cell);
  isl_val *k = isl_aff_get_coefficient_val(aff, isl_dim_in, (int)level);
  aff = isl_aff_set_coefficient_si(aff, isl_dim_in, (int)level, 0);
  bool linear =
      isl_val_is_int(k) && !isl_aff_involves_dims(aff, isl_dim_in, level, 1);
  int64_t denominator; // of an integral function: 1
  *rest = dmm_poly_expr(b->poly, aff, s->ivs, &denominator);
  int64_t factor = linear ? isl_val_get_num_si(k) : 0;
  isl_val_free(k);
  isl_aff_free(aff);
  return factor;
}

/// denominator * bound - rest, where bound is lo or hi.
static DmmExpr edge(DmmArena *arena, int64_t denominator, int bound,
                    DmmExpr rest) {
  return dmm_expr_linear(arena, -1, rest, times(arena, denominator, bound));
}

static DmmExpr divide(DmmArena *arena, DmmExprOp op, DmmExpr a, int64_t b) {
  return dmm_expr_binary(arena, op, a, dmm_expr_const(arena, b));
}

/// The bounds for denominator * lo <= factor * iv + rest < denominator * hi.
static void iv_range(Bounder *b, const DmmAxisMap *map, int64_t factor,
                     DmmExpr rest, DmmExpr *lower, DmmExpr *upper) {
  DmmArena *arena = b->plan->arena;
  const DmmTemplate *t = &b->plan->templates[map->template_id];
  DmmExpr first = edge(arena, map->denominator, t->lo_var, rest);
  DmmExpr last = edge(arena, map->denominator, t->hi_var, rest);
  if (factor > 0) {
    *lower = divide(arena, DMM_EXPR_CEILDIV, first, factor);
    *upper = divide(arena, DMM_EXPR_CEILDIV, last, factor);
    return;
  }
  DmmExpr one = dmm_expr_const(arena, 1), zero = dmm_expr_const(arena, 0);
  first = dmm_expr_linear(arena, -1, first, zero);
  last = dmm_expr_linear(arena, -1, last, zero);
  *lower =
      dmm_expr_binary(arena, DMM_EXPR_ADD,
                      divide(arena, DMM_EXPR_FLOORDIV, last, -factor), one);
  *upper =
      dmm_expr_binary(arena, DMM_EXPR_ADD,
                      divide(arena, DMM_EXPR_FLOORDIV, first, -factor), one);
}

/// The first index of the loop that is not below `bound`: the loop has a step
/// and a single lower bound.
static DmmExpr on_stride(DmmArena *arena, const DmmNode *loop, DmmExpr bound) {
  DmmExpr start = loop->lower.items[0];
  DmmExpr distance = dmm_expr_linear(arena, -1, start, bound);
  DmmExpr steps = divide(arena, DMM_EXPR_CEILDIV, distance, loop->step);
  return dmm_expr_linear(arena, loop->step, steps, start);
}

static void copy_list(DmmArena *arena, DmmExprList *list) {
  DmmExprList copy = {0};
  for (int i = 0; i < list->n; ++i)
    dmm_expr_list_push(arena, &copy, list->items[i]);
  *list = copy; // the source tree keeps its own
}

/// Lets the loop run over the cells of the partition alone, unless it has all
/// of them anyway; false if its bounds cannot tell.
static bool bound_loop(Bounder *b, DmmNode *loop, const DmmStatement *s,
                       int axis, bool has_all) {
  DmmArena *arena = b->plan->arena;
  DmmLoop *info = &b->plan->loops[loop->id];
  DmmExpr rest, lower, upper;
  int64_t factor = split_cell(b, s, axis, info->iv_var, &rest);
  if (!factor)
    return false;
  info->distributed = true;
  if (has_all)
    return true;
  iv_range(b, &s->map[axis], factor, rest, &lower, &upper);
  if (loop->step != 1)
    lower = on_stride(arena, loop, lower);
  copy_list(arena, &loop->lower);
  copy_list(arena, &loop->upper);
  dmm_expr_list_push(arena, &loop->lower, lower);
  dmm_expr_list_push(arena, &loop->upper, upper);
  return true;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// Enforces the map, which the statements of the subtree share and the first of
/// which is `first`, at its root; false if a bound of the loop cannot tell.
static bool enforce_map(Bounder *b, DmmNode *node, int axis,
                        const DmmStatement *first, DmmExprList *guard) {
  const DmmAxisMap *map = &first->map[axis];
  bool own = node->kind == DMM_NODE_LOOP &&
             dmm_expr_uses(map->cell, b->plan->loops[node->id].iv_var);
  bool always = all_run_all(b, node, axis);
  if (own)
    return bound_loop(b, node, first, axis, always);
  if (!always)
    add_conditions(b, map, guard);
  return true;
}

/// Enforces at this node what can be; adds guard conditions to `guard`. Returns
/// the axes that are enforced, as a mask, `enforced` included.
static unsigned enforce(Bounder *b, DmmNode *node, unsigned enforced,
                        DmmExprList *guard) {
  for (int axis = 0; axis < b->plan->naxes; ++axis) {
    const DmmStatement *first = NULL;
    if (enforced >> axis & 1 || dmm_node_has_message(b->plan, node, axis) ||
        !share_map(b->plan, node, axis, &first) || !first)
      continue;
    const DmmAxisMap *map = &first->map[axis];
    if (map->template_id < 0) {
      enforced |= 1u << axis;
      continue;
    }
    if (uses_loop_inside(b->plan, node, map->cell))
      continue;
    if (enforce_map(b, node, axis, first, guard))
      enforced |= 1u << axis;
  }
  return enforced;
}

static bool is_over(const DmmMessage *message, int axis) {
  for (int i = 0; i < message->naxes; ++i)
    if (message->axes[i] == axis)
      return true;
  return false;
}

/// Whether the cell is known before the `nloops` loops right around the
/// statement.
static bool is_known_outside(const DmmStatement *s, DmmExpr cell, int nloops) {
  for (int k = s->depth - nloops; k < s->depth; ++k)
    if (dmm_expr_uses(cell, s->ivs[k]))
      return false;
  return true;
}

/// The groups that have something to combine are those of the statement that
/// reads the result.
static void enforce_on_message(Bounder *b, const DmmMessage *message,
                               unsigned enforced, DmmExprList *guard) {
  const DmmArray *array = &b->plan->arrays[message->array];
  if (!array->reduction || message->buffer >= 0)
    return;
  const DmmStatement *s = &b->plan->statements[array->reduction->combine];
  for (int i = 0; i < message->guards.n; ++i)
    dmm_expr_list_push(b->plan->arena, guard, message->guards.items[i]);
  for (int axis = 0; axis < b->plan->naxes; ++axis)
    if (!(enforced >> axis & 1) && !is_over(message, axis) &&
        s->map[axis].template_id >= 0 && !runs_all(b, s, axis) &&
        is_known_outside(s, s->map[axis].cell, array->rank))
      add_conditions(b, &s->map[axis], guard);
}

/// The subtree with its conditions enforced: the node itself, or a guard.
static DmmNode *bound_node(Bounder *b, DmmNode *node, unsigned enforced) {
  if (node->kind == DMM_NODE_ROOT)
    return node;
  DmmExprList guard = {0};
  if (node->kind == DMM_NODE_MESSAGE)
    enforce_on_message(b, &b->plan->messages[node->id], enforced, &guard);
  else if (node->kind != DMM_NODE_SEQUENCE)
    enforced = enforce(b, node, enforced, &guard);
  for (int i = 0; i < node->nchildren; ++i)
    node->children[i] = bound_node(b, node->children[i], enforced);
  if (!guard.n)
    return node;
  DmmNode *around = dmm_node_create(b->plan->arena, DMM_NODE_GUARD, 0);
  around->conditions = guard;
  dmm_node_insert(b->plan->arena, around, 0, node);
  return around;
}

void dmm_plan_bound(DmmPlan *plan, const DmmPoly *poly) {
  Bounder bounder = {plan, poly};
  plan->spmd = bound_node(&bounder, plan->spmd, 0);
}
