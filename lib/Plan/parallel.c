//===- parallel.c - Loops that carry no flow between partitions -----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts are chosen for the whole function and again for each loop that may
// want another one, and each time the same questions are asked: the answers are
// kept with the polyhedra, which stand for the same statements as long as they
// live.
//
//===----------------------------------------------------------------------===//

#include "Plan/steps.h"

//===----------------------------------------------------------------------===//
// Flow
//===----------------------------------------------------------------------===//

/// { [ivs] -> [cell] } of a subscript.
static __isl_give isl_map *cells_of(const DmmPoly *poly, int statement,
                                    DmmExpr subscript) {
  const DmmStatement *s = &poly->plan->statements[statement];
  isl_aff *aff =
      dmm_poly_aff(poly, dmm_poly_space(poly, s->depth), s->ivs, subscript);
  return isl_map_from_aff(aff);
}

/// The pairs of instances in `flow`, between two writes of one array, that lie
/// in different cells of dimension `dim`.
static __isl_give isl_map *between_cells(const DmmPoly *poly, int reader,
                                         int writer, int dim,
                                         __isl_take isl_map *flow) {
  const DmmAccess *from = dmm_statement_write(&poly->plan->statements[writer]);
  const DmmAccess *to = dmm_statement_write(&poly->plan->statements[reader]);
  isl_map *same_cell = isl_map_apply_range(
      cells_of(poly, reader, to->subscripts[dim]),
      isl_map_reverse(cells_of(poly, writer, from->subscripts[dim])));
  return isl_map_subtract(flow, same_cell);
}

/// Whether the loop at level `level` of the reader carries flow from a write of
/// `writer` to the read that would cross partitions if dimension `dim` of
/// `array` were cut: where the read is of another array, any flow might.
static bool flow_crosses(const DmmPoly *poly, int reader, const DmmAccess *read,
                         int writer, int level, int array, int dim) {
  const DmmAccess *from = dmm_statement_write(&poly->plan->statements[writer]);
  const DmmAccess *to = dmm_statement_write(&poly->plan->statements[reader]);
  if (dmm_poly_common_loops(poly, reader, writer) <= level ||
      from->array != read->array || to->array != read->array)
    return false;
  isl_map *flow = dmm_poly_writes_before(poly, reader, read, writer, level);
  isl_map *crossing =
      isl_map_order_gt(flow, isl_dim_in, level, isl_dim_out, level);
  if (read->array == array)
    crossing = between_cells(poly, reader, writer, dim, crossing);
  bool crosses = !isl_map_is_empty(crossing);
  isl_map_free(crossing);
  return crosses;
}

static bool find_parallel(const DmmPoly *poly, int statement, int level,
                          int array, int dim) {
  const DmmStatement *s = &poly->plan->statements[statement];
  for (int i = 0; i < s->naccesses - 1; ++i)
    for (int w = 0; w < poly->plan->nstatements; ++w)
      if (flow_crosses(poly, statement, &s->accesses[i], w, level, array, dim))
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Answers that are kept
//===----------------------------------------------------------------------===//

enum { UNKNOWN, YES, NO };

/// Where the answer is kept: for each loop, each access that is the first one
/// of its array, and each dimension of that.
static unsigned char *answer(const DmmPoly *poly, int statement, int level,
                             int array, int dim) {
  const DmmStatement *s = &poly->plan->statements[statement];
  DmmPolyStatement *kept = &poly->statements[statement];
  int n = 0, place = -1;
  for (int j = 0; j < s->naccesses; ++j) {
    if (place < 0 && s->accesses[j].array == array)
      place = n;
    n += poly->plan->arrays[s->accesses[j].array].rank;
  }
  if (!kept->parallel)
    kept->parallel =
        dmm_arena_alloc(poly->plan->arena, (size_t)n * (size_t)s->depth);
  return &kept->parallel[level * n + place + dim];
}

bool dmm_plan_loop_is_parallel(const DmmPoly *poly, int statement, int level,
                               int array, int dim) {
  unsigned char *kept = answer(poly, statement, level, array, dim);
  if (*kept == UNKNOWN)
    *kept = find_parallel(poly, statement, level, array, dim) ? YES : NO;
  return *kept == YES;
}
