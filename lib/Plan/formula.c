//===- formula.c - How much a message moves, as a formula -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all groups need together is known as a set of elements that does not
// depend on anybody's block. Along an axis outside of the group the blocks
// either part that set, so that its extents are those of the formula, or each
// coordinate takes part with the same box.
//
//===----------------------------------------------------------------------===//

#include "Plan/formula.h"

#include "Plan/expr.h"
#include "Plan/print.h"
#include "Plan/shape.h"

#include <inttypes.h>
#include <isl/val.h>

typedef struct Product {
  const DmmPoly *poly;
  const DmmMessage *message;
  int id;
  int reader;       ///< a statement that the message serves
  int64_t constant; ///< the factors that are numbers
  const char *text; ///< the others, or null
  int nfactors;     ///< of them
  bool is_bound;    ///< it may be less
} Product;

static DmmArena *arena_of(const Product *p) { return p->poly->plan->arena; }

static const DmmArray *array_of(const Product *p) {
  return &p->poly->plan->arrays[p->message->array];
}

/// Whether the text is a sum or a product, outside of its parentheses.
static bool is_compound(const char *text) {
  int depth = 0;
  for (; *text; ++text) {
    depth += (*text == '(') - (*text == ')');
    if (*text == ' ' && !depth)
      return true;
  }
  return false;
}

static const char *in_parentheses(const Product *p, const char *text) {
  return is_compound(text) ? dmm_arena_printf(arena_of(p), "(%s)", text) : text;
}

static void multiply(Product *p, const char *factor) {
  p->text = p->nfactors++
                ? dmm_arena_printf(arena_of(p), "%s * %s",
                                   p->nfactors == 2 ? in_parentheses(p, p->text)
                                                    : p->text,
                                   in_parentheses(p, factor))
                : factor;
}

static const char *finish(const Product *p) {
  const char *text = p->text;
  if (!text || !p->constant)
    text = dmm_arena_printf(arena_of(p), "%" PRId64, p->constant);
  else if (p->constant != 1)
    text = dmm_arena_printf(arena_of(p), "%" PRId64 " * %s", p->constant,
                            p->nfactors == 1 ? in_parentheses(p, p->text)
                                             : p->text);
  return p->is_bound ? dmm_arena_printf(arena_of(p), "at most %s", text) : text;
}

static const char *expr_text(const Product *p, DmmExpr expr) {
  DmmText text = {0};
  dmm_expr_print(p->poly->plan, expr, &text);
  const char *copy = dmm_arena_printf(arena_of(p), "%s", text.data);
  dmm_text_free(&text);
  return copy;
}

static void multiply_expr(Product *p, DmmExpr expr) {
  int64_t value;
  if (dmm_expr_is_const(expr, &value))
    p->constant *= value;
  else
    multiply(p, expr_text(p, expr));
}

//===----------------------------------------------------------------------===//
// The group
//===----------------------------------------------------------------------===//

/// All members of a group but one.
static void multiply_by_others(Product *p) {
  const char *text = NULL;
  for (int i = 0; i < p->message->naxes; ++i)
    if (p->poly->plan->grid[p->message->axes[i]].size > 1)
      text = text ? dmm_arena_printf(arena_of(p), "%s * P%d", text,
                                     p->message->axes[i])
                  : dmm_arena_printf(arena_of(p), "P%d", p->message->axes[i]);
  if (text)
    multiply(p, dmm_arena_printf(arena_of(p), "%s - 1", text));
  else
    p->constant = 0;
}

/// The borders between the blocks of a halo's axis that have cells. A halo that
/// is wider than a block brings less at the ends.
static void multiply_by_borders(Product *p) {
  int axis = p->message->axes[0];
  const DmmAxisLayout *l = &array_of(p)->layout[axis];
  int64_t size = p->poly->plan->grid[axis].size;
  bool is_open = l->extent == DMM_DYNAMIC;
  int64_t blocks = is_open ? size : dmm_ceildiv(l->extent, l->block);
  bool is_wide =
      !is_open && (p->message->low > l->block ||
                   p->message->high > l->extent - (blocks - 1) * l->block);
  p->is_bound = p->is_bound || is_open || is_wide;
  if (blocks == size)
    multiply(p, dmm_arena_printf(arena_of(p), "P%d - 1", axis));
  else
    p->constant *= blocks > 0 ? blocks - 1 : 0;
}

static bool list_uses(const DmmExprList *list, int var) {
  for (int i = 0; i < list->n; ++i)
    if (dmm_expr_uses(list->items[i], var))
      return true;
  return false;
}

/// Whether the box depends on the member's block of a template.
static bool box_uses(const Product *p, const DmmTemplate *t) {
  const int vars[] = {t->lo_var, t->hi_var};
  for (int k = 0; k < 2; ++k) {
    if (list_uses(&p->message->guards, vars[k]))
      return true;
    for (int d = 0; d < array_of(p)->rank; ++d)
      if (list_uses(&p->message->box[d].lower, vars[k]) ||
          list_uses(&p->message->box[d].upper, vars[k]))
        return true;
  }
  return false;
}

/// The groups along the axes outside of the message's: where the blocks part
/// what is needed, there is nothing to multiply by. False if boxes overlap.
static bool multiply_by_groups(Product *p) {
  const DmmPlan *plan = p->poly->plan;
  for (int axis = 0; axis < plan->naxes; ++axis) {
    if (dmm_message_spans(p->message, axis) || plan->grid[axis].size == 1)
      continue;
    int id = p->message->templates[axis];
    if (id < 0 || !box_uses(p, &plan->templates[id]))
      multiply(p, dmm_arena_printf(arena_of(p), "P%d", axis));
    else if (array_of(p)->layout[axis].state == DMM_REPLICATED)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What is needed
//===----------------------------------------------------------------------===//

/// What all partitions together need, with the indices around the message as
/// parameters; null if a halo hands on the ghosts of another one.
static __isl_give isl_set *needed_by_all(Product *p) {
  const DmmPlan *plan = p->poly->plan;
  isl_set *need = NULL;
  bool hands_on = false;
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j) {
      const DmmAccess *read = &plan->statements[i].accesses[j];
      int turn = dmm_access_turn(read, p->id);
      if (turn < 0)
        continue;
      p->reader = i;
      hands_on = hands_on || turn > 0;
      isl_set *more = dmm_plan_needed(p->poly, i, read, read->outer, ~0u);
      need = need ? isl_set_union(need, more) : more;
    }
  if (hands_on)
    need = isl_set_free(need);
  return need;
}

/// Whether the set has an element wherever each of its dimensions has one.
static bool is_box(isl_set *set) {
  isl_size rank = isl_set_dim(set, isl_dim_set);
  isl_set *product = isl_set_universe(isl_set_get_space(set));
  for (int d = 0; d < rank; ++d) {
    isl_set *line = dmm_poly_line(isl_set_copy(set), d);
    line = isl_set_insert_dims(line, isl_dim_set, 1, (unsigned)(rank - d - 1));
    product = isl_set_intersect(
        product, isl_set_insert_dims(line, isl_dim_set, 0, (unsigned)d));
  }
  bool same = isl_set_is_subset(product, set);
  isl_set_free(product);
  return same;
}

/// The distance from the first to the last index of the line, plus 1, as one
/// function of the parameters; null if there is none.
static __isl_give isl_aff *extent_of(isl_set *line) {
  isl_pw_aff *last = isl_set_dim_max(isl_set_copy(line), 0);
  isl_pw_aff *first = isl_set_dim_min(isl_set_copy(line), 0);
  isl_pw_aff *extent = isl_pw_aff_sub(last, first);
  extent = isl_pw_aff_add_constant_val(extent,
                                       isl_val_one(isl_pw_aff_get_ctx(extent)));
  isl_set *known = isl_pw_aff_domain(isl_pw_aff_copy(extent));
  extent = isl_pw_aff_coalesce(isl_pw_aff_gist(extent, known));
  isl_aff *aff = isl_pw_aff_isa_aff(extent)
                     ? isl_pw_aff_as_aff(isl_pw_aff_copy(extent))
                     : NULL;
  isl_pw_aff_free(extent);
  return aff;
}

/// Multiplies by the extent along one dimension, or else by its size.
static void multiply_by_extent(Product *p, isl_set *need, int dim) {
  isl_set *line = dmm_poly_line(isl_set_copy(need), dim);
  isl_aff *extent = extent_of(line);
  int64_t denominator = 1;
  DmmExpr expr = array_of(p)->size_exprs[dim];
  if (extent)
    expr = dmm_poly_expr(p->poly, extent, NULL, &denominator);
  else
    p->is_bound = true;
  if (denominator != 1) {
    expr = array_of(p)->size_exprs[dim];
    p->is_bound = true;
  }
  multiply_expr(p, expr);
  isl_aff_free(extent);
  isl_set_free(line);
}

//===----------------------------------------------------------------------===//
// The sum over all partitions
//===----------------------------------------------------------------------===//

static const char *bound_text(const Product *p, const char *function,
                              const DmmExprList *list) {
  const char *text = expr_text(p, list->items[0]);
  for (int i = 1; i < list->n; ++i)
    text = dmm_arena_printf(arena_of(p), "%s, %s", text,
                            expr_text(p, list->items[i]));
  return list->n == 1 ? text
                      : dmm_arena_printf(arena_of(p), "%s(%s)", function, text);
}

/// upper - lower, simplified.
static DmmExpr difference(const Product *p, DmmExpr upper, DmmExpr lower) {
  const DmmStatement *s = &p->poly->plan->statements[p->reader];
  isl_aff *a =
      dmm_poly_aff(p->poly, dmm_poly_space(p->poly, s->depth), s->ivs, upper);
  isl_aff *b =
      dmm_poly_aff(p->poly, dmm_poly_space(p->poly, s->depth), s->ivs, lower);
  isl_aff *extent = isl_aff_sub(a, b);
  int64_t denominator;
  DmmExpr expr = dmm_poly_expr(p->poly, extent, s->ivs, &denominator);
  isl_aff_free(extent);
  return dmm_expr_binary(arena_of(p), DMM_EXPR_FLOORDIV, expr,
                         dmm_expr_const(arena_of(p), denominator));
}

static void multiply_by_range(Product *p, const DmmBoxDim *dim) {
  int64_t first;
  const char *upper = bound_text(p, "min", &dim->upper);
  if (dim->lower.n == 1 && dim->upper.n == 1)
    multiply_expr(p, difference(p, dim->upper.items[0], dim->lower.items[0]));
  else if (dim->lower.n == 1 &&
           dmm_expr_is_const(dim->lower.items[0], &first) && !first)
    multiply(p, upper);
  else
    multiply(p, dmm_arena_printf(
                    arena_of(p), "%s - %s", upper,
                    dim->lower.n == 1
                        ? in_parentheses(p, bound_text(p, "max", &dim->lower))
                        : bound_text(p, "max", &dim->lower)));
}

/// Each partition's box, some of which it may own.
static const char *sum_of_boxes(Product *p) {
  p->constant = 1;
  p->text = NULL;
  p->nfactors = 0;
  p->is_bound = false;
  if (p->message->op == DMM_RT_HALO)
    p->constant = p->message->low + p->message->high;
  for (int d = 0; d < array_of(p)->rank; ++d)
    if (p->message->box[d].lower.n)
      multiply_by_range(p, &p->message->box[d]);
  return dmm_arena_printf(arena_of(p), "at most the sum of %s",
                          p->nfactors == 1 && p->constant == 1
                              ? in_parentheses(p, finish(p))
                              : finish(p));
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// One box for all members of each group, or ghosts of one width.
static const char *shared_formula(Product *p) {
  isl_set *need = needed_by_all(p);
  bool halo = p->message->op == DMM_RT_HALO;
  if (!need || !multiply_by_groups(p)) {
    isl_set_free(need);
    return sum_of_boxes(p);
  }
  p->constant *= halo ? p->message->low + p->message->high : 1;
  p->is_bound = !is_box(need);
  if (halo)
    multiply_by_borders(p);
  else
    multiply_by_others(p);
  for (int d = 0; d < array_of(p)->rank; ++d)
    if (!halo || d != p->message->dim)
      multiply_by_extent(p, need, d);
  isl_set_free(need);
  return finish(p);
}

static void multiply_by_sizes(Product *p) {
  for (int d = 0; d < array_of(p)->rank; ++d)
    multiply_expr(p, array_of(p)->size_exprs[d]);
}

/// Elements of the array that partition 0 has, or DMM_DYNAMIC.
static int64_t root_part(const Product *p) {
  const DmmArray *array = array_of(p);
  int64_t words = dmm_array_elements(array);
  for (int axis = 0; words > 0 && axis < p->poly->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &array->layout[axis];
    int64_t begin = 0, end = 1, size = 1;
    if (l->state == DMM_PINNED)
      end = l->offset == 0;
    if (l->state == DMM_SHARDED) {
      size = array->sizes[l->dim];
      dmm_axis_owned(l, 0, l->block < l->extent ? l->block : l->extent, size,
                     &begin, &end);
    }
    words = words / size * (end - begin);
  }
  return words;
}

/// Each home but the first of its group gets the block.
static const char *spread_formula(Product *p) {
  const DmmPlan *plan = p->poly->plan;
  const DmmBuffer *home = &plan->buffers[array_of(p)->home];
  multiply_by_others(p);
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (!dmm_message_spans(p->message, axis) && plan->grid[axis].size > 1 &&
        array_of(p)->layout[axis].state == DMM_SHARDED)
      multiply(p, dmm_arena_printf(arena_of(p), "P%d", axis));
  for (int d = 0; d < home->rank; ++d) {
    int64_t ghosts =
        dmm_array_low(array_of(p), d) + dmm_array_high(array_of(p), d);
    multiply_expr(p,
                  dmm_expr_linear(arena_of(p), 1, home->size_exprs[d].items[0],
                                  dmm_expr_const(arena_of(p), -ghosts)));
  }
  return finish(p);
}

/// Between the whole form on partition 0 and the homes: all but its own part.
static const char *rooted_formula(Product *p) {
  const DmmPlan *plan = p->poly->plan;
  multiply_by_sizes(p);
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (p->message->op == DMM_RT_SCATTER && plan->grid[axis].size > 1 &&
        array_of(p)->layout[axis].state == DMM_REPLICATED &&
        !dmm_array_is_passed_on(plan, array_of(p), axis))
      multiply(p, dmm_arena_printf(arena_of(p), "P%d", axis));
  int64_t own = root_part(p);
  if (own == DMM_DYNAMIC)
    return dmm_arena_printf(arena_of(p), "%s, less the block of the root",
                            finish(p));
  return dmm_arena_printf(arena_of(p), "%s - %" PRId64, finish(p), own);
}

/// Each member but one passes its partial sums on and, where all get the
/// result, receives it; or each gets its part of it from all others.
static const char *combined_formula(Product *p) {
  const DmmPlan *plan = p->poly->plan;
  const DmmBuffer *home = &plan->buffers[array_of(p)->home];
  p->constant = p->message->op == DMM_RT_ALL_REDUCE ? 2 : 1;
  multiply_by_others(p);
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (!dmm_message_spans(p->message, axis) && plan->grid[axis].size > 1)
      multiply(p, dmm_arena_printf(arena_of(p), "P%d", axis));
  for (int d = 0; d < home->rank; ++d)
    multiply_expr(p, home->size_exprs[d].items[0]);
  return finish(p);
}

const char *dmm_plan_formula(const DmmPoly *poly, int id) {
  Product p = {.poly = poly,
               .message = &poly->plan->messages[id],
               .id = id,
               .constant = 1};
  if (p.message->op == DMM_RT_REDUCE || p.message->op == DMM_RT_ALL_REDUCE)
    return combined_formula(&p);
  if (dmm_message_spreads(p.message))
    return spread_formula(&p);
  if (!p.message->box)
    return rooted_formula(&p);
  if (p.message->op == DMM_RT_TRANSPOSE) {
    isl_set_free(needed_by_all(&p)); // finds a reader
    return sum_of_boxes(&p);
  }
  return shared_formula(&p);
}
