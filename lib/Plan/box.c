//===- box.c - The box of elements that a member receives -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every member evaluates the box of every other member, so a box must be a few
// expressions in lo, hi and the loop indices around the message. The needed
// elements are first enclosed in one convex set, which is then projected onto
// each dimension: the constraints of the projection are the lists of lower and
// upper bounds. What the convex set says of lo, hi and the indices alone is the
// guard: where it does not hold, the member needs nothing.
//
//===----------------------------------------------------------------------===//

#include "Plan/box.h"

#include "Plan/expr.h"

#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/val.h>

/// Collects the bounds of one dimension.
typedef struct Bounds {
  const DmmPoly *poly;
  DmmArena *arena;
  DmmExprList lower, upper;
  isl_aff_list *lower_affs; ///< the lower bounds, as functions
} Bounds;

static void add_lower(Bounds *b, isl_aff *bound) {
  int64_t denominator;
  DmmExpr expr = dmm_poly_expr(b->poly, bound, NULL, &denominator);
  expr = dmm_expr_binary(b->arena, DMM_EXPR_CEILDIV, expr,
                         dmm_expr_const(b->arena, denominator));
  dmm_expr_list_push(b->arena, &b->lower, expr);
  b->lower_affs =
      isl_aff_list_add(b->lower_affs, isl_aff_ceil(isl_aff_copy(bound)));
}

static void add_upper(Bounds *b, isl_aff *bound) {
  isl_aff *next =
      isl_aff_add_constant_si(isl_aff_floor(isl_aff_copy(bound)), 1);
  int64_t denominator; // 1: the floor is integral
  DmmExpr expr = dmm_poly_expr(b->poly, next, NULL, &denominator);
  dmm_expr_list_push(b->arena, &b->upper, expr);
  isl_aff_free(next);
}

static isl_stat add_bound(__isl_take isl_constraint *constraint, void *data) {
  Bounds *b = data;
  isl_val *factor =
      isl_constraint_get_coefficient_val(constraint, isl_dim_set, 0);
  bool equality = isl_constraint_is_equality(constraint);
  if (!isl_val_is_zero(factor)) {
    isl_aff *bound = isl_constraint_get_bound(constraint, isl_dim_set, 0);
    if (equality || isl_val_is_pos(factor))
      add_lower(b, bound);
    if (equality || isl_val_is_neg(factor))
      add_upper(b, bound);
    isl_aff_free(bound);
  }
  isl_val_free(factor);
  isl_constraint_free(constraint);
  return isl_stat_ok;
}

//===----------------------------------------------------------------------===//
// Enclosing
//===----------------------------------------------------------------------===//

/// What is known of the parameters wherever the message is executed.
static __isl_give isl_set *known_context(const DmmPoly *poly,
                                         const DmmBoxRequest *request) {
  isl_map *indices = isl_map_from_domain(request->outer);
  indices = dmm_poly_fix_outer(poly, indices, request->ivs, request->nivs);
  isl_set *outer = isl_set_params(isl_map_range(indices));
  return isl_set_intersect(outer, dmm_poly_context(poly, request->templates));
}

/// A convex set without integer divisions around `set`.
static __isl_give isl_basic_set *enclose(__isl_take isl_set *set) {
  set = isl_set_coalesce(isl_set_remove_divs(set));
  return isl_basic_set_remove_redundancies(isl_set_simple_hull(set));
}

/// The enclosure's constraints, but for those that `context` implies.
static __isl_give isl_basic_set *simplify(__isl_take isl_basic_set *bset,
                                          isl_set *context) {
  isl_set *set = isl_set_from_basic_set(bset);
  set = isl_set_gist_params(set, isl_set_copy(context));
  return enclose(set);
}

static __isl_give isl_basic_set *project(isl_basic_set *hull, int dim) {
  isl_size n = isl_basic_set_dim(hull, isl_dim_set);
  isl_basic_set *line = isl_basic_set_copy(hull);
  line = isl_basic_set_project_out(line, isl_dim_set, (unsigned)dim + 1,
                                   (unsigned)(n - dim - 1));
  line = isl_basic_set_project_out(line, isl_dim_set, 0, (unsigned)dim);
  return isl_basic_set_remove_divs(line);
}

/// The indices of one dimension of the box, within the array: what the other
/// dimensions imply of that is lost with them.
static __isl_give isl_basic_set *
line_of(const DmmPoly *poly, isl_basic_set *hull, int array, int dim) {
  isl_basic_set *all = enclose(dmm_poly_elements(poly, array));
  isl_set *line = isl_set_intersect(isl_set_from_basic_set(project(hull, dim)),
                                    isl_set_from_basic_set(project(all, dim)));
  isl_basic_set_free(all);
  return enclose(line);
}

//===----------------------------------------------------------------------===//
// The receive buffer
//===----------------------------------------------------------------------===//

/// The most elements of the line, counted from `origin`, under any parameters;
/// DMM_DYNAMIC if there is no bound.
static int64_t longest_extent(isl_basic_set *line, __isl_take isl_aff *origin) {
  isl_set *set = isl_set_from_basic_set(isl_basic_set_copy(line));
  isl_local_space *space = isl_local_space_from_space(isl_set_get_space(set));
  isl_aff *x = isl_aff_var_on_domain(space, isl_dim_set, 0);
  isl_map *distance = isl_map_from_aff(isl_aff_sub(x, origin));
  isl_set *values = isl_map_range(isl_map_intersect_domain(distance, set));
  values = isl_set_project_out_all_params(values);
  space = isl_local_space_from_space(isl_set_get_space(values));
  isl_aff *value = isl_aff_var_on_domain(space, isl_dim_set, 0);
  isl_val *longest = isl_set_max_val(values, value);
  isl_aff_free(value);
  isl_set_free(values);
  int64_t extent =
      isl_val_is_int(longest) ? isl_val_get_num_si(longest) + 1 : DMM_DYNAMIC;
  isl_val_free(longest);
  return extent;
}

/// Picks the lower bound from which the line is shortest as the origin.
static int64_t choose_origin(const Bounds *b, isl_basic_set *line,
                             DmmExpr *origin) {
  int64_t best = DMM_DYNAMIC;
  for (int i = 0; i < b->lower.n; ++i) {
    isl_aff *aff = isl_aff_list_get_aff(b->lower_affs, i);
    int64_t extent = longest_extent(line, aff);
    if (i == 0 || best == DMM_DYNAMIC ||
        (extent != DMM_DYNAMIC && extent < best)) {
      best = extent;
      *origin = b->lower.items[i];
    }
  }
  return best;
}

/// The line for one typical value of every parameter.
static __isl_give isl_basic_set *
with_typical_parameters(const DmmPoly *poly, __isl_take isl_basic_set *line) {
  for (int v = 0; v < poly->plan->nvars; ++v) {
    if (poly->plan->vars[v].kind != DMM_VAR_PARAM)
      continue;
    isl_id *id = dmm_poly_param_id(poly, v);
    isl_space *space = isl_basic_set_get_space(line);
    int at = isl_space_find_dim_by_id(space, isl_dim_param, id);
    if (at >= 0)
      line = isl_basic_set_fix_si(line, isl_dim_param, (unsigned)at, 1000);
    isl_space_free(space);
    isl_id_free(id);
  }
  return line;
}

static bool uses(DmmExprList list, int var) {
  for (int i = 0; i < list.n; ++i)
    if (dmm_expr_uses(list.items[i], var))
      return true;
  return false;
}

/// The lower bound of a line that lies within a block of a size that only the
/// run knows, from where that bounds it better than a number does; or -1. It
/// does not move with a loop: then the line is a part of a block.
static int start_in_dynamic_block(const Bounds *b, const DmmBoxDim *line) {
  const DmmPlan *plan = b->poly->plan;
  for (int t = 0; t < plan->ntemplates; ++t) {
    const DmmTemplate *template = &plan->templates[t];
    if (template->block != DMM_DYNAMIC || !uses(line->upper, template->hi_var))
      continue;
    for (int i = 0; i < line->lower.n; ++i)
      if (dmm_expr_uses(line->lower.items[i], template->lo_var) &&
          !dmm_expr_uses_other_ivs(plan, line->lower.items[i], NULL, 0))
        return i;
  }
  return -1;
}

/// The size of the receive buffer along one dimension, and its origin. Where no
/// number bounds the box well, the size is what the box has from the origin on.
static int64_t buffer_size(const Bounds *b, isl_basic_set *line, DmmBoxDim *out,
                           DmmExprList *size) {
  int start = start_in_dynamic_block(b, out);
  int64_t extent = choose_origin(b, line, &out->origin);
  if (start < 0 && extent != DMM_DYNAMIC) {
    dmm_expr_list_push(b->arena, size, dmm_expr_const(b->arena, extent));
    return extent;
  }
  if (start >= 0) {
    out->origin = out->lower.items[start];
  } else {
    isl_basic_set *typical =
        with_typical_parameters(b->poly, isl_basic_set_copy(line));
    choose_origin(b, typical, &out->origin);
    isl_basic_set_free(typical);
  }
  for (int i = 0; i < out->upper.n; ++i)
    dmm_expr_list_push(
        b->arena, size,
        dmm_expr_linear(b->arena, -1, out->origin, out->upper.items[i]));
  return DMM_DYNAMIC;
}

/// With `size`: finds the size of the receive buffer and the origin, too.
static int64_t box_dim(const DmmPoly *poly, isl_basic_set *line,
                       isl_set *context, DmmBoxDim *out, DmmExprList *size) {
  Bounds b = {.poly = poly,
              .arena = poly->plan->arena,
              .lower_affs = isl_aff_list_alloc(poly->ctx, 4)};
  isl_basic_set *bounds = simplify(isl_basic_set_copy(line), context);
  isl_basic_set_foreach_constraint(bounds, add_bound, &b);
  out->lower = b.lower;
  out->upper = b.upper;
  int64_t extent = size ? buffer_size(&b, line, out, size) : 0;
  isl_basic_set_free(bounds);
  isl_aff_list_free(b.lower_affs);
  return extent;
}

/// What lies on the member's own coordinate of each axis on which all needed
/// elements do, or in its ghosts there: the corners of a halo.
static __isl_give isl_set *own_blocks(const DmmPoly *poly, isl_set *need,
                                      const DmmBoxRequest *request) {
  const DmmArray *array = &poly->plan->arrays[request->array];
  isl_set *own = isl_set_universe(isl_set_get_space(need));
  for (int axis = 0; axis < poly->plan->naxes; ++axis) {
    if (array->layout[axis].state != DMM_SHARDED ||
        array->templates[axis] != request->templates[axis])
      continue;
    isl_set *block = dmm_poly_owned_elements(poly, request->array, axis, false);
    if (request->ghosts && !isl_set_is_subset(need, block)) {
      isl_set_free(block);
      block = dmm_poly_owned_elements(poly, request->array, axis, true);
    }
    if (isl_set_is_subset(need, block))
      own = isl_set_intersect(own, isl_set_copy(block));
    isl_set_free(block);
  }
  return own;
}

/// The convex set around the needed elements, within the array. A set has many
/// forms, and which it has depends on what was asked of it before: equalities
/// are made explicit first, so that equal sets have the same hull. Parts of it
/// that each say in another way that they are within a block, as x = 0 and
/// lo <= 0 do, would lose the bounds of the block.
static __isl_give isl_basic_set *
hull_of(const DmmPoly *poly, const DmmBoxRequest *request, isl_set *context) {
  isl_set *need =
      isl_set_intersect_params(request->need, isl_set_copy(context));
  isl_set *within = own_blocks(poly, need, request);
  within = isl_set_intersect(within, dmm_poly_elements(poly, request->array));
  need = isl_set_detect_equalities(isl_set_coalesce(need));
  isl_set *around = isl_set_from_basic_set(enclose(need));
  return enclose(isl_set_intersect(around, within));
}

static void add_buffer(DmmPlan *plan, const DmmPoly *poly, isl_basic_set *hull,
                       isl_set *context, DmmMessage *message) {
  int rank = plan->arrays[message->array].rank;
  DmmBuffer buffer = {
      .kind = DMM_BUFFER_RECEIVE, .array = message->array, .rank = rank};
  buffer.sizes =
      dmm_arena_alloc(plan->arena, (size_t)rank * sizeof *buffer.sizes);
  DmmExprList *size_exprs =
      dmm_arena_alloc(plan->arena, (size_t)rank * sizeof *size_exprs);
  for (int d = 0; d < rank; ++d) {
    isl_basic_set *line = line_of(poly, hull, message->array, d);
    buffer.sizes[d] =
        box_dim(poly, line, context, &message->box[d], &size_exprs[d]);
    isl_basic_set_free(line);
  }
  buffer.size_exprs = size_exprs;
  message->buffer = dmm_plan_add_buffer(plan, buffer);
}

/// The parameters with which the bounds of the dimension leave something.
static __isl_give isl_set *where_some(isl_basic_set *line, isl_set *context) {
  isl_basic_set *bounds = simplify(isl_basic_set_copy(line), context);
  bounds = isl_basic_set_drop_constraints_not_involving_dims(bounds,
                                                             isl_dim_set, 0, 1);
  return isl_set_params(isl_set_from_basic_set(bounds));
}

/// Opens the box along the dimension with ghosts: which they are, the widths
/// tell. Returns the context where the box is not empty: a halo of nothing
/// needs no guard.
static __isl_give isl_set *
add_halo_box(const DmmPlan *plan, const DmmPoly *poly, isl_basic_set *hull,
             __isl_take isl_set *context, const DmmMessage *message) {
  isl_set *some = isl_set_copy(context);
  for (int d = 0; d < plan->arrays[message->array].rank; ++d) {
    message->box[d].origin = dmm_expr_const(plan->arena, 0);
    if (d == message->dim)
      continue;
    isl_basic_set *line = line_of(poly, hull, message->array, d);
    box_dim(poly, line, context, &message->box[d], NULL);
    some = isl_set_intersect(some, where_some(line, context));
    isl_basic_set_free(line);
  }
  isl_set_free(context);
  return some;
}

void dmm_plan_enclose(const DmmPoly *poly, const DmmBoxRequest *request,
                      DmmBoxDim *box, DmmExprList *guards) {
  isl_set *context = known_context(poly, request);
  isl_basic_set *hull = hull_of(poly, request, context);
  for (int d = 0; d < poly->plan->arrays[request->array].rank; ++d) {
    isl_basic_set *line = line_of(poly, hull, request->array, d);
    box_dim(poly, line, context, &box[d], NULL);
    isl_basic_set_free(line);
  }
  isl_basic_set *params = simplify(isl_basic_set_params(hull), context);
  dmm_poly_conditions(poly, params, guards);
  isl_basic_set_free(params);
  isl_set_free(context);
}

void dmm_plan_box(DmmPlan *plan, const DmmPoly *poly,
                  const DmmBoxRequest *request, DmmMessage *message) {
  size_t rank = (size_t)plan->arrays[message->array].rank;
  isl_set *context = known_context(poly, request);
  isl_basic_set *hull = hull_of(poly, request, context);
  message->box = dmm_arena_alloc(plan->arena, rank * sizeof *message->box);
  if (message->op == DMM_RT_HALO)
    context = add_halo_box(plan, poly, hull, context, message);
  else
    add_buffer(plan, poly, hull, context, message);
  isl_basic_set *params = simplify(isl_basic_set_params(hull), context);
  dmm_poly_conditions(poly, params, &message->guards);
  isl_basic_set_free(params);
  isl_set_free(context);
}
