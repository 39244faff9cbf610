//===- shape.c - How the data of a read crosses partitions ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dependence is uniform where the cells of the data and of the reader are a
// bounded number apart, whatever the distributed indices are. That is a matter
// of form, not of numbers: in a small array, every distance is bounded.
//
//===----------------------------------------------------------------------===//

#include "Plan/shape.h"

#include "Plan/expr.h"
#include "Plan/steps.h"

#include <isl/ilp.h>
#include <isl/val.h>

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static __isl_give isl_aff *aff_of(const DmmPoly *poly, const DmmStatement *s,
                                  DmmExpr expr) {
  return dmm_poly_aff(poly, dmm_poly_space(poly, s->depth), s->ivs, expr);
}

/// Whether the function is fixed by the indices of the `outer` loops.
static bool is_fixed(isl_aff *aff, int depth, int outer) {
  return !isl_aff_involves_dims(aff, isl_dim_in, (unsigned)outer,
                                (unsigned)(depth - outer));
}

static bool same_cells(const DmmPoly *poly, int statement,
                       const DmmAccess *read, int axis, const DmmAxisMap *map) {
  const DmmStatement *s = &poly->plan->statements[statement];
  const DmmAxisLayout *l = &poly->plan->arrays[read->array].layout[axis];
  isl_aff *data = aff_of(poly, s, dmm_plan_cell(poly->plan, read, axis));
  isl_aff *reader = aff_of(poly, s, map->cell);
  data =
      isl_aff_floor(isl_aff_scale_down_ui(data, (unsigned long)l->denominator));
  reader = isl_aff_floor(
      isl_aff_scale_down_ui(reader, (unsigned long)map->denominator));
  isl_set *same = isl_aff_eq_set(reader, data);
  bool aligned = isl_set_is_subset(poly->statements[statement].domain, same);
  isl_set_free(same);
  return aligned;
}

bool dmm_plan_is_aligned(const DmmPoly *poly, int statement,
                         const DmmAccess *read, int axis,
                         const DmmAxisMap *map) {
  const DmmPlan *plan = poly->plan;
  const DmmArray *array = &plan->arrays[read->array];
  if (plan->grid[axis].size == 1 || array->layout[axis].state == DMM_REPLICATED)
    return true;
  return map->template_id == array->templates[axis] &&
         same_cells(poly, statement, read, axis, map);
}

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

/// Writes the least and the greatest value on the domain; false if there is
/// none.
static bool range_of(const DmmPoly *poly, int statement, isl_aff *aff,
                     int64_t *least, int64_t *greatest) {
  isl_set *domain = isl_set_copy(poly->statements[statement].domain);
  isl_map *map = isl_map_from_aff(isl_aff_copy(aff));
  isl_set *values = isl_map_range(isl_map_intersect_domain(map, domain));
  values = isl_set_project_out_all_params(values);
  isl_local_space *space =
      isl_local_space_from_space(isl_set_get_space(values));
  isl_aff *value = isl_aff_var_on_domain(space, isl_dim_set, 0);
  isl_val *low = isl_set_min_val(values, value);
  isl_val *high = isl_set_max_val(values, value);
  bool bounded = isl_val_is_int(low) && isl_val_is_int(high);
  *least = bounded ? isl_val_get_num_si(low) : 0;
  *greatest = bounded ? isl_val_get_num_si(high) : 0;
  isl_val_free(low);
  isl_val_free(high);
  isl_aff_free(value);
  isl_set_free(values);
  return bounded;
}

/// Whether no index that tells the distance also tells the cell, or is fixed at
/// the place: the latter would be a shift that moves.
static bool has_form_of_shift(isl_aff *distance, isl_aff *cell, int depth,
                              int outer) {
  for (int k = 0; k < depth; ++k)
    if (isl_aff_involves_dims(distance, isl_dim_in, (unsigned)k, 1) &&
        (k < outer || isl_aff_involves_dims(cell, isl_dim_in, (unsigned)k, 1)))
      return false;
  return true;
}

/// Ghosts as wide as the array would be a copy of it.
static bool is_narrow(const DmmTemplate *t, int64_t width) {
  return t->extent == DMM_DYNAMIC || 2 * width <= t->extent;
}

bool dmm_plan_distance(const DmmPoly *poly, int statement,
                       const DmmAccess *read, int axis, int outer,
                       const DmmAxisMap *map, DmmDistance *distance) {
  const DmmPlan *plan = poly->plan;
  const DmmStatement *s = &plan->statements[statement];
  const DmmArray *array = &plan->arrays[read->array];
  const DmmAxisLayout *l = &array->layout[axis];
  *distance = (DmmDistance){0, 0};
  if (dmm_plan_is_aligned(poly, statement, read, axis, map))
    return true;
  if (l->state != DMM_SHARDED || l->numerator != 1 || l->denominator != 1 ||
      map->denominator != 1 || map->template_id != array->templates[axis])
    return false;
  isl_aff *cell = aff_of(poly, s, map->cell);
  isl_aff *away = isl_aff_sub(aff_of(poly, s, dmm_plan_cell(plan, read, axis)),
                              isl_aff_copy(cell));
  bool uniform =
      !is_fixed(cell, s->depth, 0) &&
      range_of(poly, statement, away, &distance->least, &distance->greatest) &&
      (distance->least == distance->greatest ||
       has_form_of_shift(away, cell, s->depth, outer));
  isl_aff_free(cell);
  isl_aff_free(away);
  return uniform;
}

static bool is_fixed_expr(const DmmPoly *poly, const DmmStatement *s,
                          DmmExpr expr, int outer) {
  isl_aff *aff = aff_of(poly, s, expr);
  bool fixed = is_fixed(aff, s->depth, outer);
  isl_aff_free(aff);
  return fixed;
}

/// A reader that is in one cell is better served by a message to it alone.
static bool is_shift(const DmmPoly *poly, int statement, const DmmAccess *read,
                     int axis, int outer, const DmmAxisMap *map,
                     DmmCrossing *out) {
  const DmmStatement *s = &poly->plan->statements[statement];
  DmmDistance distance;
  if (is_fixed_expr(poly, s, map->cell, outer) ||
      !dmm_plan_distance(poly, statement, read, axis, outer, map, &distance))
    return false;
  out->low = distance.least < 0 ? -distance.least : 0;
  out->high = distance.greatest > 0 ? distance.greatest : 0;
  return is_narrow(&poly->plan->templates[map->template_id],
                   out->low + out->high);
}

//===----------------------------------------------------------------------===//
// One axis
//===----------------------------------------------------------------------===//

DmmCrossing dmm_plan_crossing(const DmmPoly *poly, int statement,
                              const DmmAccess *read, int axis, int outer,
                              const DmmAxisMap *map) {
  const DmmStatement *s = &poly->plan->statements[statement];
  DmmCrossing crossing = {.kind = DMM_CROSSING_NONE};
  if (dmm_plan_is_aligned(poly, statement, read, axis, map))
    return crossing;
  crossing.cell = dmm_plan_cell(poly->plan, read, axis);
  crossing.to_one =
      map->template_id >= 0 && is_fixed_expr(poly, s, map->cell, outer);
  crossing.kind = DMM_CROSSING_MANY;
  if (is_shift(poly, statement, read, axis, outer, map, &crossing))
    crossing.kind = DMM_CROSSING_SHIFT;
  else if (!dmm_expr_uses_other_ivs(poly->plan, crossing.cell, s->ivs, outer))
    crossing.kind = DMM_CROSSING_ONE;
  return crossing;
}

//===----------------------------------------------------------------------===//
// What is needed
//===----------------------------------------------------------------------===//

static bool tells_cell(const DmmStatement *s, const int *axes, int naxes,
                       int iv) {
  for (int i = 0; i < naxes; ++i)
    if (s->map[axes[i]].template_id >= 0 &&
        dmm_expr_uses(s->map[axes[i]].cell, iv))
      return true;
  return false;
}

static bool tells_element(const DmmPlan *plan, const DmmAccess *read, int iv) {
  for (int d = 0; d < plan->arrays[read->array].rank; ++d)
    if (dmm_expr_uses(read->subscripts[d], iv))
      return true;
  return false;
}

bool dmm_plan_reads_alike(const DmmPlan *plan, int statement,
                          const DmmAccess *read, int outer, const int *axes,
                          int naxes) {
  const DmmStatement *s = &plan->statements[statement];
  for (int k = outer; k < s->depth; ++k)
    if (tells_cell(s, axes, naxes, s->ivs[k]) &&
        tells_element(plan, read, s->ivs[k]))
      return false;
  return true;
}

__isl_give isl_set *dmm_plan_needed(const DmmPoly *poly, int statement,
                                    const DmmAccess *read, int outer,
                                    unsigned anywhere) {
  const DmmStatement *s = &poly->plan->statements[statement];
  isl_map *reads = dmm_poly_access(poly, statement, read);
  reads = isl_map_intersect_domain(
      reads, dmm_poly_instances_here(poly, statement, anywhere));
  return isl_map_range(dmm_poly_fix_outer(poly, reads, s->ivs, outer));
}

/// Whether the set, where it is not empty, has every index of dimension `dim`.
static bool is_whole(const DmmPoly *poly, isl_set *set, int array, int dim) {
  isl_set *all = dmm_poly_line(dmm_poly_elements(poly, array), dim);
  all = isl_set_intersect_params(all, isl_set_params(isl_set_copy(set)));
  isl_set *line = dmm_poly_line(isl_set_copy(set), dim);
  bool whole = isl_set_is_subset(all, line);
  isl_set_free(all);
  isl_set_free(line);
  return whole;
}

bool dmm_plan_all_need_all(const DmmPoly *poly, int statement,
                           const DmmAccess *read, int outer, const int *axes,
                           int naxes) {
  const DmmArray *array = &poly->plan->arrays[read->array];
  unsigned anywhere = 0;
  for (int i = 0; i < naxes; ++i)
    anywhere |= 1u << axes[i];
  isl_set *mine = dmm_plan_needed(poly, statement, read, outer, 0);
  isl_set *all = dmm_plan_needed(poly, statement, read, outer, anywhere);
  bool whole = true;
  for (int i = 0; i < naxes; ++i)
    if (array->layout[axes[i]].state == DMM_SHARDED)
      whole = whole &&
              is_whole(poly, all, read->array, (int)array->layout[axes[i]].dim);
  all = isl_set_intersect_params(all, isl_set_params(isl_set_copy(mine)));
  whole = whole && isl_set_is_subset(all, mine);
  isl_set_free(mine);
  isl_set_free(all);
  return whole;
}
