//===- flow.c - Which write produced the value of each read ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/flow.h"

#include <isl/flow.h>
#include <isl/id.h>
#include <isl/union_map.h>
#include <stdio.h>

/// A number that tells one statement's instances from another's in a union; the
/// reader's access has the number past the last statement, then come the root
/// regions.
static __isl_give isl_id *tuple_id(const DmmPoly *poly, int number) {
  char name[16];
  snprintf(name, sizeof name, "S%d", number);
  return isl_id_alloc(poly->ctx, name, NULL);
}

static __isl_give isl_map *tagged(const DmmPoly *poly, __isl_take isl_map *map,
                                  int number) {
  return isl_map_set_tuple_id(map, isl_dim_in, tuple_id(poly, number));
}

/// Length of the longest way from the root to a statement, times two.
static int time_length(const DmmPoly *poly) {
  int longest = 0;
  for (int i = 0; i < poly->plan->nstatements; ++i)
    if (poly->statements[i].nparents > longest)
      longest = poly->statements[i].nparents;
  return 2 * longest + 1;
}

/// When each instance runs: at each node on its way the index of the loop (0
/// for a guard and the root), then the place among the children; at last
/// `phase`, which puts a statement's reads before its write.
static __isl_give isl_map *times(const DmmPoly *poly, int statement, int number,
                                 int phase) {
  const DmmPolyStatement *s = &poly->statements[statement];
  int length = time_length(poly);
  isl_map *map = isl_map_from_domain(isl_set_copy(s->domain));
  map = isl_map_add_dims(map, isl_dim_out, (unsigned)length);
  for (int k = 0; k < s->nparents; ++k) {
    unsigned at = 2 * (unsigned)k;
    map = s->parents[k]->kind == DMM_NODE_LOOP
              ? isl_map_equate(map, isl_dim_in, s->loops[k] - 1, isl_dim_out,
                               (int)at)
              : isl_map_fix_si(map, isl_dim_out, at, 0);
    map = isl_map_fix_si(map, isl_dim_out, at + 1, s->child[k]);
  }
  for (int k = 2 * s->nparents; k < length - 1; ++k)
    map = isl_map_fix_si(map, isl_dim_out, (unsigned)k, 0);
  map = isl_map_fix_si(map, isl_dim_out, (unsigned)length - 1, phase);
  return tagged(poly, map, number);
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// A read and the statements that may be the last to write what it reads: those
/// that write the array in the children of the root from `first` to `last`.
typedef struct Sink {
  int reader;
  const DmmAccess *read;
  int first, last;
} Sink;

/// The child of the root that the statement is in.
static int nest_of(const DmmPoly *poly, int statement) {
  return poly->statements[statement].child[0];
}

static bool writes(const DmmPoly *poly, int statement, int array) {
  return dmm_statement_write(&poly->plan->statements[statement])->array ==
         array;
}

static bool is_source(const DmmPoly *poly, const Sink *sink, int statement) {
  int nest = nest_of(poly, statement);
  return nest >= sink->first && nest <= sink->last &&
         writes(poly, statement, sink->read->array);
}

static __isl_give isl_set *elements(const DmmPoly *poly, int statement,
                                    const DmmAccess *access) {
  return isl_map_range(dmm_poly_access(poly, statement, access));
}

/// Going back from the reader, nothing that comes before the nests that have
/// written all of its elements is seen by it. (Statements are numbered in
/// textual order.) That makes flow linear where many nests use one array.
static Sink make_sink(const DmmPoly *poly, int reader, const DmmAccess *read) {
  int last = nest_of(poly, reader);
  Sink sink = {reader, read, last, last};
  isl_set *missing = elements(poly, reader, read);
  for (int w = reader - 1; w >= 0; --w) {
    int nest = nest_of(poly, w);
    if (nest == last || !writes(poly, w, read->array))
      continue;
    if (nest < sink.first && isl_set_is_empty(missing))
      break;
    sink.first = nest;
    const DmmAccess *write = dmm_statement_write(&poly->plan->statements[w]);
    missing = isl_set_subtract(missing, elements(poly, w, write));
  }
  isl_set_free(missing);
  return sink;
}

/// { [] -> [elements] }: a root region writes all elements of the array. Adds
/// it and its time, if it does.
static void add_region(const DmmPoly *poly, int region, int array,
                       isl_union_map **sources, isl_union_map **schedule) {
  const DmmUse *use = dmm_region_use(&poly->plan->regions[region], array);
  if (!use || !use->is_written)
    return;
  int number = poly->plan->nstatements + 1 + region;
  isl_set *once = isl_set_universe(dmm_poly_space(poly, 0));
  isl_map *time = isl_map_from_domain(isl_set_copy(once));
  int length = time_length(poly);
  time = isl_map_add_dims(time, isl_dim_out, (unsigned)length);
  for (int k = 0; k < length; ++k)
    time = isl_map_fix_si(time, isl_dim_out, (unsigned)k,
                          k == 1 ? poly->plan->regions[region].child : 0);
  isl_map *writes =
      isl_map_from_domain_and_range(once, dmm_poly_elements(poly, array));
  *sources = isl_union_map_add_map(*sources, tagged(poly, writes, number));
  *schedule = isl_union_map_add_map(*schedule, tagged(poly, time, number));
}

//===----------------------------------------------------------------------===//
// Flow
//===----------------------------------------------------------------------===//

/// { reader's instance <- writer's instance }, tagged.
static __isl_give isl_union_map *compute(const DmmPoly *poly,
                                         const Sink *from) {
  const DmmPlan *plan = poly->plan;
  int sink_number = plan->nstatements;
  isl_union_map *sink = isl_union_map_from_map(tagged(
      poly, dmm_poly_access(poly, from->reader, from->read), sink_number));
  isl_union_map *schedule =
      isl_union_map_from_map(times(poly, from->reader, sink_number, 0));
  isl_union_map *sources = isl_union_map_empty(isl_union_map_get_space(sink));
  for (int w = 0; w < plan->nstatements; ++w) {
    if (!is_source(poly, from, w))
      continue;
    isl_map *write =
        dmm_poly_access(poly, w, dmm_statement_write(&plan->statements[w]));
    sources = isl_union_map_add_map(sources, tagged(poly, write, w));
    schedule = isl_union_map_add_map(schedule, times(poly, w, w, 1));
  }
  for (int r = 0; r < plan->nregions; ++r)
    add_region(poly, r, from->read->array, &sources, &schedule);
  isl_union_access_info *info = isl_union_access_info_from_sink(sink);
  info = isl_union_access_info_set_must_source(info, sources);
  info = isl_union_access_info_set_schedule_map(info, schedule);
  isl_union_flow *flow = isl_union_access_info_compute_flow(info);
  isl_union_map *dependences = isl_union_flow_get_must_dependence(flow);
  isl_union_flow_free(flow);
  return isl_union_map_reverse(dependences);
}

/// The same, which is computed once: the polyhedra stand for the same
/// statements as long as they live.
static __isl_keep isl_union_map *flow_of(const DmmPoly *poly,
                                         const Sink *from) {
  const DmmStatement *s = &poly->plan->statements[from->reader];
  DmmPolyStatement *kept = &poly->statements[from->reader];
  size_t access = (size_t)(from->read - s->accesses);
  if (!kept->flow) {
    kept->nflow = s->naccesses;
    kept->flow = dmm_arena_alloc(poly->plan->arena,
                                 (size_t)kept->nflow * sizeof *kept->flow);
  }
  if (!kept->flow[access])
    kept->flow[access] = compute(poly, from);
  return kept->flow[access];
}

/// The part of the union from the reader to `writer`, without tags.
static __isl_give isl_map *part(const DmmPoly *poly, isl_union_map *flow,
                                int reader, int writer) {
  const DmmPlan *plan = poly->plan;
  isl_space *from = dmm_poly_space(poly, plan->statements[reader].depth);
  isl_space *to = dmm_poly_space(poly, plan->statements[writer].depth);
  isl_space *space = isl_space_map_from_domain_and_range(from, to);
  space = isl_space_set_tuple_id(space, isl_dim_in,
                                 tuple_id(poly, plan->nstatements));
  space = isl_space_set_tuple_id(space, isl_dim_out, tuple_id(poly, writer));
  isl_map *map = isl_union_map_extract_map(flow, space);
  map = isl_map_reset_tuple_id(map, isl_dim_in);
  return isl_map_reset_tuple_id(map, isl_dim_out);
}

bool dmm_poly_visit_flow(const DmmPoly *poly, int reader, const DmmAccess *read,
                         DmmFlowVisitor visit, void *data) {
  Sink sink = make_sink(poly, reader, read);
  isl_union_map *flow = flow_of(poly, &sink);
  bool ok = true;
  for (int w = 0; ok && w < poly->plan->nstatements; ++w) {
    if (!is_source(poly, &sink, w))
      continue;
    isl_map *map = part(poly, flow, reader, w);
    if (!isl_map_is_empty(map))
      ok = visit(w, map, data);
    isl_map_free(map);
  }
  return ok;
}
