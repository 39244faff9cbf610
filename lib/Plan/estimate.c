//===- estimate.c - A run as it goes on one typical partition -------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/estimate.h"

#include "Plan/expr.h"

//===----------------------------------------------------------------------===//
// The partition
//===----------------------------------------------------------------------===//

static void set_template(const DmmEstimate *e, const DmmTemplate *t,
                         DmmWhere where) {
  int64_t size = e->plan->grid[t->axis].size, extent = t->extent;
  int64_t block = t->block;
  if (extent == DMM_DYNAMIC) {
    extent = dmm_expr_list_max(&t->extents, e->vars);
    extent = extent > 0 ? extent : 0;
    block = dmm_ceildiv(extent, size);
    block = block > 1 ? block : 1;
    e->vars[t->extent_var] = extent;
    e->vars[t->block_var] = block;
  }
  int64_t whole = (extent + block / 2) / block;
  int64_t wanted = where == DMM_WHERE_FIRST  ? 0
                   : where == DMM_WHERE_LAST ? size
                                             : (size - 1) / 2;
  int64_t c = wanted < whole ? wanted : whole > 0 ? whole - 1 : 0;
  e->vars[t->lo_var] = dmm_block_lo(block, extent, c);
  e->vars[t->hi_var] = dmm_block_hi(block, extent, c);
}

DmmEstimate dmm_estimate_create(const DmmPlan *plan, int64_t typical_size,
                                DmmWhere where) {
  DmmEstimate e = {.plan = plan};
  e.vars = dmm_arena_alloc(plan->arena, (size_t)plan->nvars * sizeof *e.vars);
  for (int v = 0; v < plan->nvars; ++v)
    if (plan->vars[v].kind == DMM_VAR_PARAM)
      e.vars[v] = typical_size;
  for (int i = 0; i < plan->ntemplates; ++i)
    set_template(&e, &plan->templates[i], where);
  return e;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

double dmm_estimate_box_words(const DmmEstimate *e, const DmmMessage *message) {
  double words = 1;
  for (int d = 0; d < e->plan->arrays[message->array].rank; ++d) {
    const DmmBoxDim *dim = &message->box[d];
    if (!dim->lower.n)
      continue;
    int64_t size = dmm_expr_list_min(&dim->upper, e->vars) -
                   dmm_expr_list_max(&dim->lower, e->vars);
    words *= size > 0 ? (double)size : 0;
  }
  return words;
}

double dmm_estimate_buffer_words(const DmmEstimate *e, int id) {
  const DmmBuffer *buffer = &e->plan->buffers[id];
  double words = 1;
  for (int d = 0; d < buffer->rank; ++d) {
    int64_t size = dmm_expr_list_min(&buffer->size_exprs[d], e->vars);
    words *= size > 0 ? (double)size : 0;
  }
  return words;
}

double dmm_estimate_array_words(const DmmEstimate *e, const DmmArray *array) {
  double words = 1;
  for (int d = 0; d < array->rank; ++d)
    words *= (double)(array->sizes[d] == DMM_DYNAMIC
                          ? dmm_expr_value(array->size_exprs[d], e->vars)
                          : array->sizes[d]);
  return words;
}

double dmm_estimate_members(const DmmPlan *plan, const DmmMessage *message) {
  double members = 1;
  for (int i = 0; i < message->naxes; ++i)
    members *= (double)plan->grid[message->axes[i]].size;
  return members;
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

typedef struct Walk {
  const DmmEstimate *e;
  DmmEstimateVisitor visit;
  void *user;
} Walk;

static void walk(const Walk *w, const DmmNode *node, double trips) {
  if (node->kind == DMM_NODE_STATEMENT || node->kind == DMM_NODE_MESSAGE) {
    w->visit(w->e, node, trips, w->user);
    return;
  }
  if (node->kind == DMM_NODE_LOOP) {
    int64_t first = dmm_expr_list_max(&node->lower, w->e->vars),
            last = dmm_expr_list_min(&node->upper, w->e->vars);
    int64_t n = last > first ? dmm_ceildiv(last - first, node->step) : 0;
    if (n == 0)
      return;
    w->e->vars[w->e->plan->loops[node->id].iv_var] = first + n / 2 * node->step;
    trips *= (double)n;
  }
  for (int i = 0; i < node->nchildren; ++i)
    walk(w, node->children[i], trips);
}

void dmm_estimate_walk(const DmmEstimate *e, DmmEstimateVisitor visit,
                       void *user) {
  Walk w = {e, visit, user};
  walk(&w, e->plan->spmd, 1);
}

static void add_instances(const DmmEstimate *e, const DmmNode *leaf,
                          double trips, void *user) {
  (void)e;
  double *instances = user;
  if (leaf->kind == DMM_NODE_STATEMENT)
    *instances += trips;
}

double dmm_estimate_instances(const DmmPlan *plan, DmmWhere where) {
  DmmEstimate e = dmm_estimate_create(plan, DMM_TYPICAL_SIZE, where);
  double instances = 0;
  dmm_estimate_walk(&e, add_instances, &instances);
  return instances;
}
