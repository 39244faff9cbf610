//===- partial.c - Partial sums and the statements around them ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for i:                              for i in the box: p[i] = neutral
//   for j:                 becomes    for i: for j: p[i] = p[i] OP e
//     a[i] = a[i] OP e                for i in the box: a[i] = a[i] OP p[i]
//
// which is a sequential program of the same meaning, but for the order of the
// operations. The partial array has the dimensions of the target whose index
// moves within the nest. The box may hold elements that the nest does not
// touch: combining with the neutral element leaves them as they are.
//
//===----------------------------------------------------------------------===//

#include "Plan/box.h"
#include "Plan/expr.h"
#include "Plan/reduction.h"

/// The reduction in the making.
typedef struct Maker {
  DmmPlan *plan;
  const DmmPoly *poly;
  const DmmTermNest *nest;
  DmmReduction *reduction;
  int *dims; ///< dimensions of the target that the partial array has
  int ndims;
  DmmBoxDim *box; ///< of the target: what the nest touches
  DmmExprList guards;
} Maker;

static const DmmStatement *first_member(const Maker *m) {
  return &m->plan->statements[m->nest->members[0]];
}

static const DmmArray *target_of(const Maker *m) {
  return &m->plan->arrays[m->nest->target];
}

//===----------------------------------------------------------------------===//
// The partial array
//===----------------------------------------------------------------------===//

static bool divides(DmmExpr expr) {
  for (int64_t i = 0; i < expr.n; ++i) {
    if (expr.code[i] == DMM_EXPR_CONST || expr.code[i] == DMM_EXPR_VAR)
      ++i; // a word that is no operation
    else if (expr.code[i] != DMM_EXPR_ADD && expr.code[i] != DMM_EXPR_MUL)
      return true;
  }
  return false;
}

/// Whether the index of dimension `d` moves within the nest, or differs
/// between members. An index that is divided counts, as the box knows nothing
/// of it; in a dimension of size 1 the index is 0.
static bool dim_moves(const Maker *m, int d) {
  DmmExpr first = dmm_statement_write(first_member(m))->subscripts[d];
  if (target_of(m)->sizes[d] == 1)
    return false;
  if (divides(first))
    return true;
  for (int i = 0; i < m->nest->nmembers; ++i) {
    const DmmStatement *s = &m->plan->statements[m->nest->members[i]];
    DmmExpr mine = dmm_statement_write(s)->subscripts[d];
    if (dmm_term_nest_moves(m->nest, s, mine) || !dmm_expr_equal(mine, first))
      return true;
  }
  return false;
}

static void find_dims(Maker *m) {
  const DmmArray *target = target_of(m);
  size_t rank = (size_t)target->rank;
  m->dims = dmm_arena_alloc(m->plan->arena, rank * sizeof *m->dims);
  for (int d = 0; d < target->rank; ++d)
    if (dim_moves(m, d))
      m->dims[m->ndims++] = d;
}

static int position_of(const Maker *m, int64_t dim) {
  for (int d = 0; d < m->ndims; ++d)
    if (m->dims[d] == dim)
      return d;
  return -1;
}

/// The partial array lies with its target; where the dimension that is cut is
/// not its own, and along the axes of the partial sums, each coordinate has a
/// copy.
static void lay_out(const Maker *m, DmmArray *partial) {
  DmmPlan *plan = m->plan;
  const DmmArray *target = target_of(m);
  size_t n = (size_t)plan->naxes;
  partial->layout = dmm_arena_alloc(plan->arena, n * sizeof *partial->layout);
  partial->templates =
      dmm_arena_alloc(plan->arena, n * sizeof *partial->templates);
  for (int axis = 0; axis < plan->naxes; ++axis) {
    DmmAxisLayout l = target->layout[axis];
    int d = position_of(m, l.dim);
    bool cut = l.state == DMM_SHARDED && d >= 0 && !m->nest->axes[axis];
    l.dim = d;
    partial->layout[axis] = cut ? l
                                : (DmmAxisLayout){.state = DMM_REPLICATED,
                                                  .dim = -1,
                                                  .denominator = 1};
    partial->templates[axis] = cut ? target->templates[axis] : -1;
  }
  partial->choice = partial->layout;
}

static void add_array(Maker *m) {
  DmmPlan *plan = m->plan;
  size_t rank = (size_t)m->ndims;
  int64_t *sizes = dmm_arena_alloc(plan->arena, rank * sizeof *sizes);
  DmmExpr *exprs = dmm_arena_alloc(plan->arena, rank * sizeof *exprs);
  for (int d = 0; d < m->ndims; ++d) {
    sizes[d] = target_of(m)->sizes[m->dims[d]];
    exprs[d] = target_of(m)->size_exprs[m->dims[d]];
  }
  DmmArray partial = {
      .name = dmm_arena_printf(plan->arena, "partial%d", plan->nreductions),
      .role = DMM_ROLE_LOCAL,
      .argument = -1,
      .home = -1,
      .whole = -1,
      .rank = m->ndims,
      .sizes = sizes,
      .size_exprs = exprs,
      .element = target_of(m)->element,
      .written = true,
      .reduction = m->reduction,
      .loc = first_member(m)->loc};
  lay_out(m, &partial);
  plan->arrays = dmm_arena_push(plan->arena, plan->arrays,
                                (size_t)plan->narrays, sizeof *plan->arrays);
  m->reduction->partial = plan->narrays;
  plan->arrays[plan->narrays++] = partial;
}

//===----------------------------------------------------------------------===//
// The box
//===----------------------------------------------------------------------===//

static void find_box(Maker *m) {
  const DmmPlan *plan = m->plan;
  const DmmTermNest *nest = m->nest;
  size_t naxes = (size_t)plan->naxes, rank = (size_t)target_of(m)->rank;
  int *templates = dmm_arena_alloc(plan->arena, naxes * sizeof *templates);
  for (int axis = 0; axis < plan->naxes; ++axis)
    templates[axis] = -1;
  DmmBoxRequest request = {
      .outer = dmm_poly_place_domain(m->poly, nest->members[0], nest->place),
      .array = nest->target,
      .templates = templates,
      .ivs = first_member(m)->ivs,
      .nivs = nest->loops};
  for (int i = 0; i < nest->nmembers; ++i) {
    int id = nest->members[i];
    const DmmStatement *s = &plan->statements[id];
    isl_map *touched = dmm_poly_access(m->poly, id, dmm_statement_write(s));
    isl_set *mine = isl_map_range(
        dmm_poly_fix_outer(m->poly, touched, s->ivs, nest->loops));
    request.need = i ? isl_set_union(request.need, mine) : mine;
  }
  m->box = dmm_arena_alloc(plan->arena, rank * sizeof *m->box);
  dmm_plan_enclose(m->poly, &request, m->box, &m->guards);
}

//===----------------------------------------------------------------------===//
// The statements
//===----------------------------------------------------------------------===//

static int add_loop(Maker *m) {
  DmmPlan *plan = m->plan;
  int id = plan->nloops;
  const char *name = dmm_arena_printf(plan->arena, "i%d", id);
  int var = dmm_plan_add_var(plan, DMM_VAR_IV, id, name);
  plan->loops =
      dmm_arena_push(plan->arena, plan->loops, (size_t)id, sizeof *plan->loops);
  plan->loops[plan->nloops++] =
      (DmmLoop){.iv_var = var, .name = name, .loc = first_member(m)->loc};
  return id;
}

/// A nest over the box, with `statement` in it, whose indices it sets.
static DmmNode *make_nest(Maker *m, DmmStatement *statement) {
  DmmPlan *plan = m->plan;
  int depth = m->nest->loops;
  int *ivs = dmm_arena_alloc(plan->arena,
                             (size_t)(depth + m->ndims) * sizeof *ivs + 1);
  for (int k = 0; k < depth; ++k)
    ivs[k] = first_member(m)->ivs[k];
  DmmNode *top = dmm_node_create(plan->arena, DMM_NODE_GUARD, 0);
  top->conditions = m->guards;
  DmmNode *inner = top;
  for (int d = 0; d < m->ndims; ++d) {
    int loop = add_loop(m);
    DmmNode *node = dmm_node_create(plan->arena, DMM_NODE_LOOP, loop);
    node->lower = m->box[m->dims[d]].lower;
    node->upper = m->box[m->dims[d]].upper;
    node->step = 1;
    dmm_node_insert(plan->arena, inner, inner->nchildren, node);
    ivs[depth++] = plan->loops[loop].iv_var;
    inner = node;
  }
  dmm_node_insert(
      plan->arena, inner, inner->nchildren,
      dmm_node_create(plan->arena, DMM_NODE_STATEMENT, plan->nstatements));
  statement->depth = depth;
  statement->ivs = ivs;
  return m->guards.n ? top : top->children[0];
}

/// Index d of the nest, as a subscript.
static DmmExpr nest_index(const Maker *m, const DmmStatement *statement,
                          int d) {
  return dmm_expr_var(m->plan->arena, statement->ivs[m->nest->loops + d]);
}

static DmmAccess partial_access(const Maker *m, const DmmStatement *statement,
                                bool is_write) {
  DmmExpr *subscripts = dmm_arena_alloc(
      m->plan->arena, (size_t)m->ndims * sizeof *subscripts + 1);
  for (int d = 0; d < m->ndims; ++d)
    subscripts[d] = nest_index(m, statement, d);
  return (DmmAccess){.array = m->reduction->partial,
                     .is_write = is_write,
                     .subscripts = subscripts,
                     .message = -1,
                     .loc = statement->loc};
}

/// An access of the first member to the target, by the indices of the nest.
static DmmAccess target_access(const Maker *m, const DmmStatement *statement,
                               const DmmAccess *original) {
  DmmAccess access = *original;
  int rank = target_of(m)->rank;
  DmmExpr *subscripts = dmm_arena_copy(m->plan->arena, original->subscripts,
                                       (size_t)rank * sizeof *subscripts);
  for (int d = 0; d < rank; ++d)
    if (target_of(m)->sizes[d] == 1)
      subscripts[d] = dmm_expr_const(m->plan->arena, 0);
  for (int d = 0; d < m->ndims; ++d)
    subscripts[m->dims[d]] = nest_index(m, statement, d);
  access.subscripts = subscripts;
  return access;
}

static void push_access(Maker *m, DmmStatement *statement, DmmAccess access) {
  statement->accesses =
      dmm_arena_push(m->plan->arena, statement->accesses,
                     (size_t)statement->naccesses, sizeof *statement->accesses);
  statement->accesses[statement->naccesses++] = access;
}

static int add_statement(Maker *m, DmmStatement statement) {
  DmmPlan *plan = m->plan;
  plan->statements =
      dmm_arena_push(plan->arena, plan->statements, (size_t)plan->nstatements,
                     sizeof *plan->statements);
  plan->statements[plan->nstatements] = statement;
  return plan->nstatements++;
}

static DmmStatement new_statement(const Maker *m, DmmPart part) {
  return (DmmStatement){.loc = first_member(m)->loc,
                        .part = part,
                        .reduction = m->reduction,
                        .ir = first_member(m)->ir};
}

static DmmNode *add_start(Maker *m) {
  DmmStatement s = new_statement(m, DMM_PART_START);
  DmmNode *nest = make_nest(m, &s);
  push_access(m, &s, partial_access(m, &s, true));
  add_statement(m, s);
  return nest;
}

static DmmNode *add_combine(Maker *m) {
  DmmStatement s = new_statement(m, DMM_PART_COMBINE);
  DmmNode *nest = make_nest(m, &s);
  const DmmStatement *original = first_member(m);
  for (int j = 0; j < original->naccesses - 1; ++j)
    if (original->accesses[j].array == m->nest->target)
      push_access(m, &s, target_access(m, &s, &original->accesses[j]));
  push_access(m, &s, partial_access(m, &s, false));
  push_access(m, &s, target_access(m, &s, dmm_statement_write(original)));
  m->reduction->combine = add_statement(m, s);
  return nest;
}

/// Makes a member accumulate in the partial array, where its terms are.
static void redirect(Maker *m, int member) {
  DmmPlan *plan = m->plan;
  DmmStatement *s = &plan->statements[m->nest->members[member]];
  for (int j = 0; j < s->naccesses; ++j) {
    DmmAccess *access = &s->accesses[j];
    if (access->array != m->nest->target)
      continue;
    DmmExpr *subscripts =
        dmm_arena_alloc(plan->arena, (size_t)m->ndims * sizeof *subscripts + 1);
    for (int d = 0; d < m->ndims; ++d)
      subscripts[d] = access->subscripts[m->dims[d]];
    access->subscripts = subscripts;
    access->array = m->reduction->partial;
  }
  s->part = DMM_PART_ACCUMULATE;
  s->reduction = m->reduction;
  s->map = m->nest->leaders[member];
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

static int child_index(const DmmNode *parent, const DmmNode *child) {
  int i = 0;
  while (parent->children[i] != child)
    ++i;
  return i;
}

/// The nodes of the source tree are the plan's own, the polyhedra only look.
static void insert_around(Maker *m, const DmmNode *nest, DmmNode *start,
                          DmmNode *combine) {
  const DmmPolyStatement *way = &m->poly->statements[m->nest->members[0]];
  DmmNode *parent = (DmmNode *)way->parents[m->nest->place];
  int at = child_index(parent, nest);
  dmm_node_insert(m->plan->arena, parent, at + 1, combine);
  dmm_node_insert(m->plan->arena, parent, at, start);
}

static void add_partial(DmmPlan *plan, const DmmPoly *poly,
                        const DmmTermNest *nest, const DmmNode *node) {
  DmmReduction *r = dmm_arena_alloc(plan->arena, sizeof *r);
  Maker m = {.plan = plan, .poly = poly, .nest = nest, .reduction = r};
  find_dims(&m);
  *r = (DmmReduction){.form = nest->form,
                      .target = nest->target,
                      .axes = nest->axes,
                      .dims = m.dims};
  find_box(&m);
  add_array(&m);
  DmmNode *start = add_start(&m), *combine = add_combine(&m);
  insert_around(&m, node, start, combine);
  for (int i = 0; i < nest->nmembers; ++i)
    redirect(&m, i);
  plan->reductions =
      dmm_arena_push(plan->arena, plan->reductions, (size_t)plan->nreductions,
                     sizeof *plan->reductions);
  plan->reductions[plan->nreductions++] = r;
}

/// Moves the statements of the subtree to `ordered`, in textual order.
static void renumber(DmmPlan *plan, DmmNode *node, DmmStatement *ordered,
                     int *n) {
  if (node->kind == DMM_NODE_STATEMENT) {
    DmmStatement *s = &plan->statements[node->id];
    s->name = dmm_arena_printf(plan->arena, "S%d", *n);
    for (int i = 0; i < plan->nreductions; ++i)
      if (s->part == DMM_PART_COMBINE && s->reduction == plan->reductions[i])
        plan->reductions[i]->combine = *n;
    node->id = *n;
    ordered[(*n)++] = *s;
  }
  if (node->kind == DMM_NODE_ROOT)
    plan->regions[node->id].statements_before = *n;
  for (int i = 0; i < node->nchildren; ++i)
    renumber(plan, node->children[i], ordered, n);
}

void dmm_plan_add_partials(DmmPlan *plan, const DmmPoly *poly,
                           const DmmTermNest *nests, int n) {
  const DmmNode **nodes =
      dmm_arena_alloc(plan->arena, (size_t)n * sizeof *nodes);
  for (int i = 0; i < n; ++i) { // before any place among siblings changes
    const DmmPolyStatement *way = &poly->statements[nests[i].members[0]];
    const DmmNode *parent = way->parents[nests[i].place];
    nodes[i] = parent->children[way->child[nests[i].place]];
  }
  for (int i = 0; i < n; ++i)
    add_partial(plan, poly, &nests[i], nodes[i]);
  int count = 0;
  DmmStatement *ordered =
      dmm_arena_alloc(plan->arena, (size_t)plan->nstatements * sizeof *ordered);
  renumber(plan, plan->source, ordered, &count);
  plan->statements = ordered;
  for (int i = 0; i < plan->source->nchildren; ++i)
    if (plan->source->children[i]->kind == DMM_NODE_ROOT)
      plan->regions[plan->source->children[i]->id].child = i;
}

const DmmExpr *dmm_reduction_target_element(const DmmPlan *plan,
                                            const DmmStatement *statement) {
  const DmmReduction *r = statement->reduction;
  const DmmAccess *combined =
      dmm_statement_write(&plan->statements[r->combine]);
  size_t rank = (size_t)plan->arrays[r->target].rank;
  DmmExpr *subscripts = dmm_arena_copy(plan->arena, combined->subscripts,
                                       rank * sizeof *subscripts);
  const DmmAccess *partial = dmm_statement_write(statement);
  for (int d = 0; d < plan->arrays[r->partial].rank; ++d)
    subscripts[r->dims[d]] = partial->subscripts[d];
  return subscripts;
}
