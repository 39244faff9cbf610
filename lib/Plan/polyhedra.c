//===- polyhedra.c - A plan's statements as integer sets and maps ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/polyhedra.h"

#include "Plan/expr.h"

#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/options.h>
#include <isl/val.h>
#include <stdio.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Spaces
//===----------------------------------------------------------------------===//

/// Parameters carry the number of their variable in their name: "v12".
__isl_give isl_id *dmm_poly_param_id(const DmmPoly *poly, int var) {
  char name[16];
  snprintf(name, sizeof name, "v%d", var);
  return isl_id_alloc(poly->ctx, name, NULL);
}

__isl_give isl_space *dmm_poly_space(const DmmPoly *poly, int n) {
  const DmmPlan *plan = poly->plan;
  isl_space *space = isl_space_set_alloc(poly->ctx, 0, (unsigned)n);
  for (int v = 0; v < plan->nvars; ++v)
    if (plan->vars[v].kind != DMM_VAR_IV)
      space = isl_space_add_param_id(space, dmm_poly_param_id(poly, v));
  return space;
}

static int index_of(const int *items, int64_t n, int item) {
  for (int i = 0; i < n; ++i)
    if (items[i] == item)
      return i;
  return -1;
}

//===----------------------------------------------------------------------===//
// From expressions to affine functions
//===----------------------------------------------------------------------===//

static __isl_give isl_aff *variable_aff(const DmmPoly *poly, isl_space *space,
                                        const int *ivs, int var) {
  isl_local_space *domain = isl_local_space_from_space(isl_space_copy(space));
  bool is_iv = poly->plan->vars[var].kind == DMM_VAR_IV;
  int position =
      is_iv ? index_of(ivs, isl_space_dim(space, isl_dim_set), var) : -1;
  if (position >= 0)
    return isl_aff_var_on_domain(domain, isl_dim_set, (unsigned)position);
  isl_id *id = dmm_poly_param_id(poly, var);
  position = isl_space_find_dim_by_id(space, isl_dim_param, id);
  isl_id_free(id);
  return isl_aff_var_on_domain(domain, isl_dim_param, (unsigned)position);
}

static __isl_give isl_aff *constant_aff(isl_space *space, int64_t value) {
  isl_local_space *domain = isl_local_space_from_space(isl_space_copy(space));
  isl_val *v = isl_val_int_from_si(isl_space_get_ctx(space), value);
  return isl_aff_val_on_domain(domain, v);
}

static __isl_give isl_aff *apply_aff(DmmExprOp op, __isl_take isl_aff *a,
                                     __isl_take isl_aff *b) {
  if (op == DMM_EXPR_ADD)
    return isl_aff_add(a, b);
  if (op == DMM_EXPR_MUL)
    return isl_aff_mul(a, b);
  if (op == DMM_EXPR_FLOORDIV)
    return isl_aff_floor(isl_aff_div(a, b));
  if (op == DMM_EXPR_CEILDIV)
    return isl_aff_ceil(isl_aff_div(a, b));
  isl_val *modulus = isl_aff_get_constant_val(b);
  isl_aff_free(b);
  return isl_aff_mod_val(a, modulus);
}

__isl_give isl_aff *dmm_poly_aff(const DmmPoly *poly,
                                 __isl_take isl_space *space, const int *ivs,
                                 DmmExpr expr) {
  isl_aff *stack[DMM_EXPR_MAX_DEPTH];
  int top = 0;
  for (int64_t i = 0; i < expr.n; ++i) {
    DmmExprOp op = (DmmExprOp)expr.code[i];
    if (op == DMM_EXPR_CONST) {
      stack[top++] = constant_aff(space, expr.code[++i]);
    } else if (op == DMM_EXPR_VAR) {
      stack[top++] = variable_aff(poly, space, ivs, (int)expr.code[++i]);
    } else {
      --top;
      stack[top - 1] = apply_aff(op, stack[top - 1], stack[top]);
    }
  }
  isl_space_free(space);
  return stack[0];
}

//===----------------------------------------------------------------------===//
// From affine functions to expressions
//===----------------------------------------------------------------------===//

static int64_t take_int(__isl_take isl_val *value) {
  int64_t number = isl_val_get_num_si(value);
  isl_val_free(value);
  return number;
}

/// The integer coefficient of a dimension in `scaled`, an integral function.
static int64_t coefficient(isl_aff *scaled, enum isl_dim_type type, int i) {
  return take_int(isl_aff_get_coefficient_val(scaled, type, i));
}

static DmmExpr add_term(DmmArena *arena, DmmExpr sum, int64_t factor,
                        DmmExpr term) {
  return factor ? dmm_expr_linear(arena, factor, term, sum) : sum;
}

static int parameter_var(isl_aff *aff, int i) {
  return atoi(isl_aff_get_dim_name(aff, isl_dim_param, (unsigned)i) + 1);
}

static DmmExpr floor_term(const DmmPoly *poly, isl_aff *aff, int i,
                          const int *ivs) {
  DmmArena *arena = poly->plan->arena;
  isl_aff *div = isl_aff_get_div(aff, i);
  int64_t denominator;
  DmmExpr numerator = dmm_poly_expr(poly, div, ivs, &denominator);
  isl_aff_free(div);
  return dmm_expr_binary(arena, DMM_EXPR_FLOORDIV, numerator,
                         dmm_expr_const(arena, denominator));
}

DmmExpr dmm_poly_expr(const DmmPoly *poly, __isl_keep isl_aff *aff,
                      const int *ivs, int64_t *denominator) {
  DmmArena *arena = poly->plan->arena;
  isl_val *common = isl_aff_get_denominator_val(aff);
  isl_aff *scaled = isl_aff_scale_val(isl_aff_copy(aff), isl_val_copy(common));
  *denominator = take_int(common);
  int64_t constant = take_int(isl_aff_get_constant_val(scaled));
  DmmExpr sum = dmm_expr_const(arena, 0);
  for (int i = 0; i < isl_aff_dim(scaled, isl_dim_in); ++i)
    sum = add_term(arena, sum, coefficient(scaled, isl_dim_in, i),
                   dmm_expr_var(arena, ivs ? ivs[i] : 0));
  for (int i = 0; i < isl_aff_dim(scaled, isl_dim_param); ++i)
    sum = add_term(arena, sum, coefficient(scaled, isl_dim_param, i),
                   dmm_expr_var(arena, parameter_var(scaled, i)));
  for (int i = 0; i < isl_aff_dim(scaled, isl_dim_div); ++i)
    if (coefficient(scaled, isl_dim_div, i))
      sum = add_term(arena, sum, coefficient(scaled, isl_dim_div, i),
                     floor_term(poly, scaled, i, ivs));
  isl_aff_free(scaled);
  return dmm_expr_binary(arena, DMM_EXPR_ADD, sum,
                         dmm_expr_const(arena, constant));
}

//===----------------------------------------------------------------------===//
// From constraints to conditions
//===----------------------------------------------------------------------===//

typedef struct Conditions {
  const DmmPoly *poly;
  DmmExprList *list;
} Conditions;

static void add_condition(const Conditions *c, __isl_take isl_aff *aff) {
  int64_t denominator; // its sign is all that counts
  dmm_expr_list_push(c->poly->plan->arena, c->list,
                     dmm_poly_expr(c->poly, aff, NULL, &denominator));
  isl_aff_free(aff);
}

static isl_stat add_constraint(__isl_take isl_constraint *constraint,
                               void *data) {
  isl_aff *aff = isl_constraint_get_aff(constraint);
  if (isl_constraint_is_equality(constraint))
    add_condition(data, isl_aff_neg(isl_aff_copy(aff)));
  add_condition(data, aff);
  isl_constraint_free(constraint);
  return isl_stat_ok;
}

void dmm_poly_conditions(const DmmPoly *poly, __isl_keep isl_basic_set *params,
                         DmmExprList *conditions) {
  Conditions c = {poly, conditions};
  isl_basic_set_foreach_constraint(params, add_constraint, &c);
}

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

static __isl_give isl_set *at_least(__isl_take isl_aff *a,
                                    __isl_take isl_aff *b) {
  return isl_aff_ge_set(a, b);
}

/// The set where the variable of loop `k` is a multiple of the step away from
/// its lower bound, which is single where the step is not 1.
static __isl_give isl_set *on_stride(const DmmPoly *poly, isl_space *space,
                                     const int *ivs, const DmmNode *loop,
                                     isl_aff *iv) {
  isl_aff *offset =
      isl_aff_sub(isl_aff_copy(iv), dmm_poly_aff(poly, isl_space_copy(space),
                                                 ivs, loop->lower.items[0]));
  isl_val *step = isl_val_int_from_si(poly->ctx, loop->step);
  return isl_set_from_basic_set(
      isl_aff_zero_basic_set(isl_aff_mod_val(offset, step)));
}

static __isl_give isl_set *within_loop(const DmmPoly *poly,
                                       __isl_take isl_set *domain,
                                       const int *ivs, const DmmNode *loop) {
  isl_space *space = isl_set_get_space(domain);
  int var = poly->plan->loops[loop->id].iv_var;
  isl_aff *iv = variable_aff(poly, space, ivs, var);
  for (int i = 0; i < loop->lower.n; ++i) {
    isl_aff *low =
        dmm_poly_aff(poly, isl_space_copy(space), ivs, loop->lower.items[i]);
    domain = isl_set_intersect(domain, at_least(isl_aff_copy(iv), low));
  }
  for (int i = 0; i < loop->upper.n; ++i) {
    isl_aff *high =
        dmm_poly_aff(poly, isl_space_copy(space), ivs, loop->upper.items[i]);
    isl_aff *next = isl_aff_add_constant_si(isl_aff_copy(iv), 1);
    domain = isl_set_intersect(domain, at_least(high, next));
  }
  if (loop->step != 1)
    domain = isl_set_intersect(domain, on_stride(poly, space, ivs, loop, iv));
  isl_aff_free(iv);
  isl_space_free(space);
  return domain;
}

/// The set where all conditions of the guard hold.
static __isl_give isl_set *within_guard(const DmmPoly *poly,
                                        __isl_take isl_set *domain,
                                        const int *ivs, const DmmNode *guard) {
  isl_space *space = isl_set_get_space(domain);
  for (int i = 0; i < guard->conditions.n; ++i) {
    isl_aff *condition = dmm_poly_aff(poly, isl_space_copy(space), ivs,
                                      guard->conditions.items[i]);
    isl_aff *zero = constant_aff(space, 0);
    domain = isl_set_intersect(domain, at_least(condition, zero));
  }
  isl_space_free(space);
  return domain;
}

__isl_give isl_set *dmm_poly_place_domain(const DmmPoly *poly, int statement,
                                          int place) {
  const DmmPolyStatement *s = &poly->statements[statement];
  const int *ivs = poly->plan->statements[statement].ivs;
  isl_set *domain = isl_set_universe(dmm_poly_space(poly, s->loops[place]));
  for (int k = 1; k <= place; ++k)
    domain = s->parents[k]->kind == DMM_NODE_LOOP
                 ? within_loop(poly, domain, ivs, s->parents[k])
                 : within_guard(poly, domain, ivs, s->parents[k]);
  return domain;
}

/// The way from the root to the current node.
enum { MAX_DEPTH = 128 };
typedef struct Way {
  const DmmNode *parents[MAX_DEPTH];
  int child[MAX_DEPTH], loops[MAX_DEPTH];
} Way;

static void enter_statement(DmmPoly *poly, int id, const Way *way, int last) {
  DmmArena *arena = poly->plan->arena;
  DmmPolyStatement *out = &poly->statements[id];
  size_t n = (size_t)last + 1;
  out->parents = dmm_arena_copy(arena, way->parents, n * sizeof *out->parents);
  out->child = dmm_arena_copy(arena, way->child, n * sizeof *out->child);
  out->loops = dmm_arena_copy(arena, way->loops, n * sizeof *out->loops);
  out->nparents = last + 1;
  out->domain = dmm_poly_place_domain(poly, id, last);
}

static void enter_node(DmmPoly *poly, const DmmNode *node, Way *way,
                       int depth) {
  way->parents[depth] = node;
  int around = depth ? way->loops[depth - 1] : 0;
  way->loops[depth] = around + (node->kind == DMM_NODE_LOOP);
  for (int i = 0; i < node->nchildren; ++i) {
    way->child[depth] = i;
    if (node->children[i]->kind == DMM_NODE_STATEMENT)
      enter_statement(poly, node->children[i]->id, way, depth);
    else
      enter_node(poly, node->children[i], way, depth + 1);
  }
}

DmmPoly *dmm_poly_create(const DmmPlan *plan) {
  DmmPoly *poly = dmm_arena_alloc(plan->arena, sizeof *poly);
  poly->plan = plan;
  poly->ctx = isl_ctx_alloc();
  poly->nstatements = plan->nstatements;
  size_t n = (size_t)plan->nstatements;
  poly->statements = dmm_arena_alloc(plan->arena, n * sizeof *poly->statements);
  Way way;
  enter_node(poly, plan->source, &way, 0);
  return poly;
}

void dmm_poly_free(DmmPoly *poly) {
  for (int i = 0; i < poly->nstatements; ++i) {
    DmmPolyStatement *s = &poly->statements[i];
    isl_set_free(s->domain);
    for (int j = 0; j < s->nflow; ++j)
      isl_union_map_free(s->flow[j]);
  }
  isl_ctx_free(poly->ctx);
}

//===----------------------------------------------------------------------===//
// Accesses and the order of instances
//===----------------------------------------------------------------------===//

__isl_give isl_map *dmm_poly_access(const DmmPoly *poly, int statement,
                                    const DmmAccess *access) {
  const DmmStatement *s = &poly->plan->statements[statement];
  int rank = poly->plan->arrays[access->array].rank;
  isl_space *space = dmm_poly_space(poly, s->depth);
  isl_aff_list *list = isl_aff_list_alloc(poly->ctx, rank);
  for (int d = 0; d < rank; ++d)
    list = isl_aff_list_add(list, dmm_poly_aff(poly, isl_space_copy(space),
                                               s->ivs, access->subscripts[d]));
  isl_space *range = isl_space_set_alloc(poly->ctx, 0, (unsigned)rank);
  range = isl_space_align_params(range, isl_space_copy(space));
  isl_space *both = isl_space_map_from_domain_and_range(space, range);
  isl_map *map =
      isl_map_from_multi_aff(isl_multi_aff_from_aff_list(both, list));
  return isl_map_intersect_domain(
      map, isl_set_copy(poly->statements[statement].domain));
}

__isl_give isl_set *dmm_poly_elements(const DmmPoly *poly, int array) {
  const DmmArray *a = &poly->plan->arrays[array];
  isl_space *space = dmm_poly_space(poly, a->rank);
  isl_set *set = isl_set_universe(isl_space_copy(space));
  for (int d = 0; d < a->rank; ++d) {
    isl_local_space *domain = isl_local_space_from_space(isl_space_copy(space));
    isl_aff *x = isl_aff_var_on_domain(domain, isl_dim_set, (unsigned)d);
    isl_aff *size =
        dmm_poly_aff(poly, isl_space_copy(space), NULL, a->size_exprs[d]);
    isl_aff *next = isl_aff_add_constant_si(isl_aff_copy(x), 1);
    set = isl_set_intersect(set, at_least(x, constant_aff(space, 0)));
    set = isl_set_intersect(set, at_least(size, next));
  }
  isl_space_free(space);
  return set;
}

__isl_give isl_set *dmm_poly_line(__isl_take isl_set *set, int dim) {
  unsigned n = (unsigned)isl_set_dim(set, isl_dim_set), d = (unsigned)dim;
  set = isl_set_project_out(set, isl_dim_set, d + 1, n - d - 1);
  return isl_set_project_out(set, isl_dim_set, 0, d);
}

bool dmm_poly_move_together(__isl_keep isl_aff *a, __isl_keep isl_aff *b) {
  bool together = false;
  for (int k = 0; k < isl_aff_dim(a, isl_dim_in) && !together; ++k) {
    isl_val *x = isl_aff_get_coefficient_val(a, isl_dim_in, k);
    isl_val *y = isl_aff_get_coefficient_val(b, isl_dim_in, k);
    together = !isl_val_is_zero(x) && isl_val_eq(x, y);
    isl_val_free(x);
    isl_val_free(y);
  }
  return together;
}

__isl_give isl_set *dmm_poly_leaves_end(const DmmPoly *poly, int statement,
                                        const DmmAccess *access, bool below) {
  const DmmStatement *s = &poly->plan->statements[statement];
  const DmmArray *array = &poly->plan->arrays[access->array];
  isl_space *space = dmm_poly_space(poly, s->depth);
  isl_set *found = isl_set_empty(isl_space_params(isl_space_copy(space)));
  for (int d = 0; d < array->rank; ++d) {
    isl_aff *at = dmm_poly_aff(poly, isl_space_copy(space), s->ivs,
                               access->subscripts[d]);
    isl_aff *end = below ? constant_aff(space, -1)
                         : dmm_poly_aff(poly, isl_space_copy(space), s->ivs,
                                        array->size_exprs[d]);
    isl_set *outside = below ? at_least(end, at) : at_least(at, end);
    outside = isl_set_intersect(
        outside, isl_set_copy(poly->statements[statement].domain));
    found = isl_set_union(found, isl_set_params(outside));
  }
  isl_space_free(space);
  return found;
}

__isl_give isl_set *dmm_poly_leaves_array(const DmmPoly *poly, int statement,
                                          const DmmAccess *access) {
  return isl_set_union(dmm_poly_leaves_end(poly, statement, access, true),
                       dmm_poly_leaves_end(poly, statement, access, false));
}

__isl_give isl_map *dmm_poly_fix_outer(const DmmPoly *poly,
                                       __isl_take isl_map *map, const int *ivs,
                                       int n) {
  unsigned first = (unsigned)isl_map_dim(map, isl_dim_param);
  map =
      isl_map_move_dims(map, isl_dim_param, first, isl_dim_in, 0, (unsigned)n);
  for (int k = 0; k < n; ++k)
    map = isl_map_set_dim_id(map, isl_dim_param, first + (unsigned)k,
                             dmm_poly_param_id(poly, ivs[k]));
  return map;
}

int dmm_poly_common_loops(const DmmPoly *poly, int a, int b) {
  const DmmPolyStatement *x = &poly->statements[a], *y = &poly->statements[b];
  int last = 0; // both have the root
  while (last + 1 < x->nparents && last + 1 < y->nparents &&
         x->parents[last + 1] == y->parents[last + 1])
    ++last;
  return x->loops[last];
}

static __isl_give isl_map *equal_prefix(__isl_take isl_map *map, int n) {
  for (int k = 0; k < n; ++k)
    map = isl_map_equate(map, isl_dim_in, k, isl_dim_out, k);
  return map;
}

__isl_give isl_map *dmm_poly_touches_before(const DmmPoly *poly, int reader,
                                            const DmmAccess *read, int other,
                                            const DmmAccess *touch,
                                            int common) {
  isl_map *reads = dmm_poly_access(poly, reader, read);
  isl_map *touches = dmm_poly_access(poly, other, touch);
  isl_map *same = isl_map_apply_range(reads, isl_map_reverse(touches));
  same = equal_prefix(same, common);
  int shared = dmm_poly_common_loops(poly, reader, other);
  isl_map *before = isl_map_empty(isl_map_get_space(same));
  for (int k = common; k < shared; ++k) {
    isl_map *earlier = equal_prefix(isl_map_copy(same), k);
    earlier = isl_map_order_gt(earlier, isl_dim_in, k, isl_dim_out, k);
    before = isl_map_union(before, earlier);
  }
  if (other < reader) // statements are numbered in textual order
    before = isl_map_union(before, equal_prefix(isl_map_copy(same), shared));
  isl_map_free(same);
  return before;
}

__isl_give isl_map *dmm_poly_writes_before(const DmmPoly *poly, int reader,
                                           const DmmAccess *read, int writer,
                                           int common) {
  const DmmStatement *w = &poly->plan->statements[writer];
  return dmm_poly_touches_before(poly, reader, read, writer,
                                 dmm_statement_write(w), common);
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

/// denominator * lo - low <= cell < denominator * hi + high of the template.
static __isl_give isl_set *within_block(const DmmPoly *poly, int template_id,
                                        int64_t denominator,
                                        __isl_take isl_aff *cell, int64_t low,
                                        int64_t high) {
  const DmmTemplate *t = &poly->plan->templates[template_id];
  isl_space *space = isl_aff_get_domain_space(cell);
  isl_val *den = isl_val_int_from_si(poly->ctx, denominator);
  isl_aff *lo = variable_aff(poly, space, NULL, t->lo_var);
  isl_aff *hi = variable_aff(poly, space, NULL, t->hi_var);
  lo = isl_aff_scale_val(lo, isl_val_copy(den));
  hi = isl_aff_scale_val(hi, den);
  lo = isl_aff_add_constant_si(lo, -(int)low);
  hi = isl_aff_add_constant_si(hi, (int)high);
  isl_aff *next = isl_aff_add_constant_si(isl_aff_copy(cell), 1);
  isl_space_free(space);
  return isl_set_intersect(at_least(cell, lo), at_least(hi, next));
}

__isl_give isl_set *dmm_poly_owned_elements(const DmmPoly *poly, int array,
                                            int axis, bool ghosts) {
  const DmmArray *a = &poly->plan->arrays[array];
  const DmmAxisLayout *l = &a->layout[axis];
  isl_local_space *space =
      isl_local_space_from_space(dmm_poly_space(poly, a->rank));
  isl_aff *x = isl_aff_var_on_domain(space, isl_dim_set, (unsigned)l->dim);
  x = isl_aff_scale_val(x, isl_val_int_from_si(poly->ctx, l->numerator));
  x = isl_aff_add_constant_si(x, (int)l->offset);
  int64_t low = ghosts ? dmm_array_low(a, (int)l->dim) : 0;
  int64_t high = ghosts ? dmm_array_high(a, (int)l->dim) : 0;
  return within_block(poly, a->templates[axis], l->denominator, x, low, high);
}

__isl_give isl_set *dmm_poly_instances_here(const DmmPoly *poly, int statement,
                                            unsigned anywhere) {
  const DmmStatement *s = &poly->plan->statements[statement];
  isl_space *space = dmm_poly_space(poly, s->depth);
  isl_set *here = isl_set_copy(poly->statements[statement].domain);
  for (int a = 0; a < poly->plan->naxes; ++a)
    if (s->map[a].template_id >= 0 && !(anywhere >> a & 1))
      here = isl_set_intersect(
          here, within_block(poly, s->map[a].template_id, s->map[a].denominator,
                             dmm_poly_aff(poly, isl_space_copy(space), s->ivs,
                                          s->map[a].cell),
                             0, 0));
  isl_space_free(space);
  return here;
}

/// extent and block of the template as functions of the parameters.
static __isl_give isl_aff *number_aff(const DmmPoly *poly, isl_space *space,
                                      int64_t number, int var) {
  return number == DMM_DYNAMIC ? variable_aff(poly, space, NULL, var)
                               : constant_aff(space, number);
}

/// 0 <= lo <= hi <= extent and hi - lo <= block; a single block has all cells.
static __isl_give isl_set *block_context(const DmmPoly *poly, isl_space *space,
                                         const DmmTemplate *t) {
  isl_aff *lo = variable_aff(poly, space, NULL, t->lo_var);
  isl_aff *hi = variable_aff(poly, space, NULL, t->hi_var);
  isl_aff *zero = constant_aff(space, 0);
  isl_aff *size = isl_aff_sub(isl_aff_copy(hi), isl_aff_copy(lo));
  isl_aff *extent = number_aff(poly, space, t->extent, t->extent_var);
  isl_aff *block = number_aff(poly, space, t->block, t->block_var);
  isl_set *context = at_least(isl_aff_copy(extent), isl_aff_copy(hi));
  if (poly->plan->grid[t->axis].size == 1)
    context = isl_set_intersect(
        context, at_least(isl_aff_copy(size), isl_aff_copy(extent)));
  isl_aff_free(extent);
  isl_aff_free(hi);
  context = isl_set_intersect(context, at_least(block, isl_aff_copy(size)));
  context = isl_set_intersect(context, at_least(lo, isl_aff_copy(zero)));
  return isl_set_intersect(context, at_least(size, zero));
}

/// extent >= 0 and every one of `extents`; 1 <= block <= extent + 1, and the
/// blocks of all coordinates cover the extent.
static __isl_give isl_set *extent_context(const DmmPoly *poly, isl_space *space,
                                          const DmmTemplate *t) {
  isl_aff *extent = variable_aff(poly, space, NULL, t->extent_var);
  isl_aff *block = variable_aff(poly, space, NULL, t->block_var);
  isl_set *context = at_least(isl_aff_copy(extent), constant_aff(space, 0));
  for (int i = 0; i < t->extents.n; ++i)
    context = isl_set_intersect(
        context, at_least(isl_aff_copy(extent),
                          dmm_poly_aff(poly, isl_space_copy(space), NULL,
                                       t->extents.items[i])));
  context = isl_set_intersect(
      context, at_least(isl_aff_copy(block), constant_aff(space, 1)));
  context = isl_set_intersect(
      context, at_least(isl_aff_add_constant_si(isl_aff_copy(extent), 1),
                        isl_aff_copy(block)));
  isl_val *size =
      isl_val_int_from_si(poly->ctx, poly->plan->grid[t->axis].size);
  return isl_set_intersect(context,
                           at_least(isl_aff_scale_val(block, size), extent));
}

__isl_give isl_set *dmm_poly_context(const DmmPoly *poly,
                                     const int *templates) {
  const DmmPlan *plan = poly->plan;
  isl_space *space = dmm_poly_space(poly, 0);
  isl_set *context = isl_set_universe(isl_space_copy(space));
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (templates[axis] >= 0)
      context = isl_set_intersect(
          context,
          block_context(poly, space, &plan->templates[templates[axis]]));
  for (int i = 0; i < plan->ntemplates; ++i)
    if (plan->templates[i].extent == DMM_DYNAMIC)
      context = isl_set_intersect(
          context, extent_context(poly, space, &plan->templates[i]));
  isl_space_free(space);
  return isl_set_params(context);
}
