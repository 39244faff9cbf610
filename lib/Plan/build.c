//===- build.c - From a function to its plan ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the steps, and the plan's edge to the IR: annotations are read
// and diagnostics are emitted here.
//
//===----------------------------------------------------------------------===//

#include "Plan/build.h"

#include "Analysis/cells.h"
#include "Analysis/normalize.h"
#include "Analysis/reductions.h"
#include "Analysis/scop.h"
#include "Analysis/split_array.h"
#include "Dialect/access.h"
#include "Dialect/layout.h"
#include "Plan/collectives.h"
#include "Plan/fallback.h"
#include "Plan/memory.h"
#include "Plan/steps.h"
#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

MlirAttribute dmm_plan_annotation(MlirOperation func, const DmmArray *array,
                                  const char *name) {
  MlirStringRef key = mlirStringRefCreateFromCString(name);
  if (array->role == DMM_ROLE_LOCAL)
    return mlirOperationGetAttributeByName(
        mlirOpResultGetOwner((MlirValue){array->ir}), key);
  MlirAttribute all = mlirOperationGetAttributeByName(
      func, mlirStringRefCreateFromCString("arg_attrs"));
  if (mlirAttributeIsNull(all))
    return all;
  return mlirDictionaryAttrGetElementByName(
      mlirArrayAttrGetElement(all, array->argument), key);
}

static MlirOperation array_op(MlirOperation func, const DmmArray *array) {
  return array->role == DMM_ROLE_LOCAL
             ? mlirOpResultGetOwner((MlirValue){array->ir})
             : func;
}

static bool read_layout(DmmPlan *plan, MlirOperation func, int id,
                        DmmArrayRequest *request) {
  const DmmArray *array = &plan->arrays[id];
  MlirAttribute attr = dmm_plan_annotation(func, array, "dmm.layout");
  if (mlirAttributeIsNull(attr))
    return true;
  DmmAxisLayout *layout =
      dmm_arena_alloc(plan->arena, DMM_MAX_GRID_AXES * sizeof *layout);
  const char *error = NULL;
  int n = dmm_layout_attr_parse(attr, layout, DMM_MAX_GRID_AXES, &error);
  MlirOperation op = array_op(func, array);
  if (n < 0)
    return dmm_op_error(op, "has a dmm.layout for %s that %s", array->name,
                        error);
  if (n != plan->naxes)
    return dmm_op_error(op,
                        "has a dmm.layout for %s with %d axes, but the "
                        "grid has %d",
                        array->name, n, plan->naxes);
  request->layout = layout;
  return true;
}

/// Whether every grid axis that the split names exists and is named once.
static bool split_is_legal(const int64_t *split, int rank, int naxes) {
  unsigned used = 0;
  for (int d = 0; d < rank; ++d) {
    if (split[d] < -1 || split[d] >= naxes)
      return false;
    if (split[d] >= 0 && used >> split[d] & 1)
      return false;
    used |= split[d] >= 0 ? 1u << split[d] : 0;
  }
  return true;
}

static bool read_split(DmmPlan *plan, MlirOperation func, int id,
                       DmmArrayRequest *request) {
  const DmmArray *array = &plan->arrays[id];
  MlirAttribute attr = dmm_plan_annotation(func, array, "dmm.split");
  if (mlirAttributeIsNull(attr))
    return true;
  MlirOperation op = array_op(func, array);
  bool is_list = mlirAttributeIsAArray(attr) &&
                 mlirArrayAttrGetNumElements(attr) == array->rank;
  int64_t *split =
      dmm_arena_alloc(plan->arena, (size_t)array->rank * sizeof *split);
  for (int d = 0; is_list && d < array->rank; ++d) {
    MlirAttribute axis = mlirArrayAttrGetElement(attr, d);
    is_list = mlirAttributeIsAInteger(axis);
    split[d] = is_list ? mlirIntegerAttrGetValueInt(axis) : -1;
  }
  if (array->role == DMM_ROLE_SCALAR)
    return dmm_op_error(op,
                        "has a dmm.split for the scalar %s: only memrefs "
                        "are split",
                        array->name);
  if (!is_list || !split_is_legal(split, array->rank, plan->naxes))
    return dmm_op_error(op,
                        "has a dmm.split for %s that is not a list of %d grid "
                        "axes, one for each dimension, each axis below %d at "
                        "most once and -1 for a dimension that is not split",
                        array->name, array->rank, plan->naxes);
  request->split = split;
  return true;
}

static bool has_annotation(MlirOperation func, const DmmArray *array,
                           const char *name) {
  return !mlirAttributeIsNull(dmm_plan_annotation(func, array, name));
}

/// A block alone does not tell how large the array is.
static bool read_resident(MlirOperation func, DmmArray *array) {
  array->is_resident = array->role != DMM_ROLE_LOCAL &&
                       has_annotation(func, array, "dmm.resident");
  if (!array->is_resident)
    return true;
  if (array->role == DMM_ROLE_SCALAR)
    return dmm_op_error(func,
                        "has a dmm.resident for the scalar %s: only memrefs "
                        "are resident",
                        array->name);
  return dmm_array_elements(array) != DMM_DYNAMIC ||
         dmm_op_error(func,
                      "has a dmm.resident for %s, whose sizes are not known: "
                      "each partition is given a block of it, which does not "
                      "tell them; give the memref static sizes",
                      array->name);
}

static bool read_loop_axis(const DmmPlan *plan, int loop, int *axis) {
  MlirOperation op = {(void *)plan->loops[loop].ir};
  MlirAttribute attr = mlirOperationGetAttributeByName(
      op, mlirStringRefCreateFromCString("dmm.axis"));
  *axis = -1;
  if (mlirAttributeIsNull(attr))
    return true;
  int64_t value =
      mlirAttributeIsAInteger(attr) ? mlirIntegerAttrGetValueInt(attr) : -1;
  *axis = (int)value;
  return (value >= 0 && value < plan->naxes) ||
         dmm_op_error(op,
                      "has a dmm.axis that is not an axis of the grid: "
                      "give an integer from 0 to %d",
                      plan->naxes - 1);
}

static bool is_known_annotation(MlirStringRef name) {
  const char *const known[] = {"dmm.layout",    "dmm.split",    "dmm.chosen",
                               "dmm.propagate", "dmm.resident", "dmm.written"};
  bool is_ours = dmm_has_prefix(name, "dmm.");
  for (size_t i = 0; is_ours && i < sizeof known / sizeof *known; ++i)
    if (mlirStringRefEqual(name, mlirStringRefCreateFromCString(known[i])))
      return true;
  return !is_ours;
}

/// A misspelt annotation must not be lost without a word.
static bool check_annotations(MlirOperation func, intptr_t argument,
                              MlirAttribute dictionary) {
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(dictionary); ++i) {
    MlirStringRef name =
        mlirIdentifierStr(mlirDictionaryAttrGetElement(dictionary, i).name);
    if (!is_known_annotation(name))
      return dmm_op_error(func,
                          "has the unknown attribute '%.*s' on argument %d: "
                          "an argument takes dmm.layout, dmm.split or "
                          "dmm.resident",
                          (int)name.length, name.data, (int)argument);
  }
  return true;
}

static bool check_all_annotations(MlirOperation func) {
  MlirAttribute all = mlirOperationGetAttributeByName(
      func, mlirStringRefCreateFromCString("arg_attrs"));
  intptr_t n = mlirAttributeIsNull(all) ? 0 : mlirArrayAttrGetNumElements(all);
  for (intptr_t i = 0; i < n; ++i)
    if (!check_annotations(func, i, mlirArrayAttrGetElement(all, i)))
      return false;
  return true;
}

static bool read_requests(DmmPlan *plan, MlirOperation func,
                          DmmRequests *requests) {
  if (!check_all_annotations(func))
    return false;
  DmmArena *arena = plan->arena;
  requests->arrays =
      dmm_arena_alloc(arena, (size_t)plan->narrays * sizeof *requests->arrays);
  requests->loop_axis = dmm_arena_alloc(arena, (size_t)plan->nloops *
                                                   sizeof *requests->loop_axis);
  for (int i = 0; i < plan->narrays; ++i) {
    if (!read_resident(func, &plan->arrays[i]) ||
        !read_layout(plan, func, i, &requests->arrays[i]) ||
        !read_split(plan, func, i, &requests->arrays[i]))
      return false;
    requests->arrays[i].is_chosen =
        has_annotation(func, &plan->arrays[i], "dmm.chosen");
    plan->arrays[i].is_version =
        has_annotation(func, &plan->arrays[i], "dmm.version");
  }
  for (int i = 0; i < plan->nloops; ++i)
    if (!read_loop_axis(plan, i, &requests->loop_axis[i]))
      return false;
  return true;
}

/// Reads the marks of dmm-uniformize.
static void read_marks(DmmPlan *plan, MlirOperation func) {
  for (int i = 0; i < plan->narrays; ++i)
    plan->arrays[i].is_marked =
        plan->arrays[i].role == DMM_ROLE_SCALAR &&
        has_annotation(func, &plan->arrays[i], "dmm.propagate");
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses; ++j) {
      DmmAccess *access = &plan->statements[i].accesses[j];
      MlirOperation op = {(void *)access->ir};
      access->is_marked =
          !mlirAttributeIsNull(dmm_op_attr(op, "dmm.propagate"));
    }
}

//===----------------------------------------------------------------------===//
// What must hold of the program
//===----------------------------------------------------------------------===//

/// Whether the access leaves the array whatever the parameters are.
static bool leaves_array(const DmmPoly *poly, int statement,
                         const DmmAccess *access) {
  isl_set *when_outside = dmm_poly_leaves_array(poly, statement, access);
  isl_set *always = isl_set_universe(isl_set_get_space(when_outside));
  bool leaves = isl_set_is_subset(always, when_outside);
  isl_set_free(always);
  isl_set_free(when_outside);
  return leaves;
}

static bool check_bounds(const DmmPoly *poly, int statement,
                         const DmmAccess *access) {
  MlirOperation op = {(void *)access->ir};
  return !leaves_array(poly, statement, access) ||
         dmm_op_error(op, "runs outside of the array in some iteration; its "
                          "behaviour is undefined, so correct the bounds or "
                          "the subscripts");
}

/// Whether a root region between the load and the statement writes the array.
static bool is_overwritten_at_root(const DmmPlan *plan, int statement,
                                   const DmmAccess *read) {
  for (int r = read->time_regions; r < plan->nregions; ++r) {
    const DmmUse *use = dmm_region_use(&plan->regions[r], read->array);
    if (use && use->is_written &&
        plan->regions[r].statements_before <= statement)
      return true;
  }
  return false;
}

/// Whether the element is overwritten after it was loaded and before the
/// statement that uses the value.
static bool is_overwritten(const DmmPoly *poly, int statement,
                           const DmmAccess *read) {
  for (int w = read->time_statements; w < poly->plan->nstatements; ++w) {
    const DmmStatement *s = &poly->plan->statements[w];
    if (dmm_statement_write(s)->array != read->array ||
        dmm_poly_common_loops(poly, statement, w) < read->time_loops)
      continue;
    isl_map *writes =
        dmm_poly_writes_before(poly, statement, read, w, read->time_loops);
    bool found = !isl_map_is_empty(writes);
    isl_map_free(writes);
    if (found)
      return true;
  }
  return is_overwritten_at_root(poly->plan, statement, read);
}

static bool is_among(const void *const *items, size_t n, const void *item) {
  for (size_t i = 0; i < n; ++i)
    if (items[i] == item)
      return true;
  return false;
}

/// Demotes every load whose value outlives its element. Returns whether there
/// was one: the function is then to be read again.
static bool demote_loads(const DmmPoly *poly, MlirOperation func) {
  const DmmPlan *plan = poly->plan;
  const void **demoted = NULL;
  size_t n = 0;
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses - 1; ++j) {
      const DmmAccess *read = &plan->statements[i].accesses[j];
      if (!is_overwritten(poly, i, read) || is_among(demoted, n, read->ir))
        continue;
      demoted = dmm_arena_push(plan->arena, demoted, n, sizeof *demoted);
      demoted[n++] = read->ir;
    }
  for (size_t k = 0; k < n; ++k)
    dmm_demote_load(func, (MlirOperation){(void *)demoted[k]});
  return n > 0;
}

/// Whether the user, or a pass before, has said where the array lives or what
/// it is for.
static bool is_annotated(MlirOperation alloc) {
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(alloc);
       ++i) {
    MlirStringRef name =
        mlirIdentifierStr(mlirOperationGetDiscardableAttribute(alloc, i).name);
    if (dmm_has_prefix(name, "dmm."))
      return true;
  }
  return false;
}

static bool split_array(const DmmPoly *poly, int array) {
  const DmmArray *a = &poly->plan->arrays[array];
  if (a->role != DMM_ROLE_LOCAL || dmm_plan_is_used_at_root(poly->plan, array))
    return false;
  MlirValue value = {a->ir};
  if (is_annotated(mlirOpResultGetOwner(value)))
    return false;
  DmmWebs webs = dmm_plan_webs(poly, array);
  return webs.count > 1 && dmm_split_array(value, &webs);
}

/// Splits every array into its webs. Returns whether there was one with
/// several: the function is then to be read again.
static bool split_arrays(const DmmPoly *poly) {
  bool found = false;
  for (int i = 0; i < poly->plan->narrays; ++i)
    found |= split_array(poly, i);
  return found;
}

static bool check_program(const DmmPoly *poly) {
  for (int i = 0; i < poly->plan->nstatements; ++i) {
    const DmmStatement *s = &poly->plan->statements[i];
    for (int j = 0; j < s->naccesses; ++j)
      if (!check_bounds(poly, i, &s->accesses[j]))
        return false;
  }
  return true;
}

/// Whether all cells of the array's dimension lie in [0, extent).
static bool cells_fit(const DmmAxisLayout *l, int64_t size) {
  int64_t begin, end;
  dmm_axis_owned(l, 0, l->extent, size, &begin, &end);
  return begin == 0 && end == size;
}

/// What is wrong with the entry of one grid axis, or null.
static const char *layout_error(const DmmPlan *plan, const DmmArray *array,
                                int axis) {
  const DmmAxisLayout *l = &array->layout[axis];
  if (l->state == DMM_PINNED && l->offset >= plan->grid[axis].size)
    return "is pinned at a coordinate outside of the grid";
  if (l->state != DMM_SHARDED)
    return NULL;
  if (l->dim >= array->rank)
    return "cuts a dimension that the array does not have";
  for (int other = 0; other < axis; ++other)
    if (array->layout[other].state == DMM_SHARDED &&
        array->layout[other].dim == l->dim)
      return "cuts a dimension over two grid axes";
  if (l->block == DMM_DYNAMIC || array->sizes[l->dim] == DMM_DYNAMIC)
    return "cuts a dimension of unknown size into blocks: say which axis cuts "
           "it by dmm.split";
  if (l->cycle)
    return "is block-cyclic; give one block for each coordinate (cycle = 0)";
  if (l->block * plan->grid[axis].size < l->extent)
    return "has blocks that do not cover its extent";
  return cells_fit(l, array->sizes[l->dim])
             ? NULL
             : "puts elements outside of its extent";
}

static bool check_layout(const DmmPlan *plan, MlirOperation func,
                         const DmmArray *array) {
  for (int axis = 0; axis < plan->naxes; ++axis) {
    const char *error = layout_error(plan, array, axis);
    if (error)
      return dmm_op_error(array_op(func, array),
                          "has a dmm.layout for %s that, on grid axis %d, %s",
                          array->name, axis, error);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The steps
//===----------------------------------------------------------------------===//

static void set_grid(DmmPlan *plan, const int64_t *grid, int naxes) {
  plan->grid = dmm_arena_alloc(plan->arena, (size_t)naxes * sizeof *plan->grid);
  plan->naxes = naxes;
  for (int axis = 0; axis < naxes; ++axis)
    plan->grid[axis].size = grid[axis];
}

static const DmmForm *find_forms(const DmmPlan *plan) {
  DmmForm *forms =
      dmm_arena_alloc(plan->arena, (size_t)plan->nstatements * sizeof *forms);
  for (int i = 0; i < plan->nstatements; ++i)
    dmm_reduction_form(plan, i, &forms[i]);
  return forms;
}

/// The block of a resident array is in the function's signature.
static bool check_resident(MlirOperation func, const DmmPlan *plan,
                           const DmmArray *array) {
  for (int axis = 0; array->is_resident && axis < plan->naxes; ++axis)
    if (array->layout[axis].state == DMM_SHARDED &&
        array->layout[axis].block == DMM_DYNAMIC)
      return dmm_op_error(func,
                          "has a dmm.resident for %s, whose blocks depend on "
                          "sizes that are not known: give it a dmm.layout",
                          array->name);
  return true;
}

/// What is resident is not at the root.
static bool has_resident(MlirOperation func) {
  MlirAttribute all = mlirOperationGetAttributeByName(
      func, mlirStringRefCreateFromCString("arg_attrs"));
  intptr_t n = mlirAttributeIsNull(all) ? 0 : mlirArrayAttrGetNumElements(all);
  for (intptr_t i = 0; i < n; ++i)
    if (!mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
            mlirArrayAttrGetElement(all, i),
            mlirStringRefCreateFromCString("dmm.resident"))))
      return true;
  return false;
}

/// Once dmm-distribute has been through it, a function stays as it is: then all
/// passes agree on its plan.
static void find_candidates(DmmPlan *plan, const DmmPoly *poly,
                            MlirOperation func, const DmmRequests *requests) {
  if (!mlirAttributeIsNull(dmm_op_attr(func, "dmm.distributed")))
    return;
  dmm_plan_find_fissions(plan, poly);
  dmm_plan_find_index_splits(plan, poly);
  if (dmm_plan_is_over_budget(plan))
    dmm_plan_find_steppings(plan, poly);
  dmm_plan_find_relayouts(plan, poly, requests);
}

static bool run_steps(DmmPlan *plan, DmmPoly **poly, MlirOperation func,
                      bool strict) {
  DmmRequests requests;
  if (!check_program(*poly) || !read_requests(plan, func, &requests))
    return false;
  read_marks(plan, func);
  dmm_plan_add_requirements(plan, *poly);
  dmm_plan_lay_out(plan, *poly, &requests);
  for (int i = 0; i < plan->narrays; ++i)
    if (requests.arrays[i].layout &&
        !check_layout(plan, func, &plan->arrays[i]))
      return false;
  for (int i = 0; i < plan->narrays; ++i)
    if (!check_resident(func, plan, &plan->arrays[i]))
      return false;
  dmm_plan_map(plan, poly, &requests, find_forms(plan), strict);
  dmm_plan_share_inputs(plan, *poly, &requests);
  dmm_plan_add_homes(plan);
  dmm_plan_add_messages(plan, *poly);
  dmm_plan_bound(plan, *poly);
  dmm_plan_explain(plan, &requests);
  find_candidates(plan, *poly, func, &requests);
  return true;
}

bool dmm_parse_mode(const char *text, DmmMode *mode) {
  static const char *const names[] = {[DMM_MODE_COST] = "cost",
                                      [DMM_MODE_ALWAYS] = "always",
                                      [DMM_MODE_NEVER] = "never"};
  for (int i = DMM_MODE_COST; i <= DMM_MODE_NEVER; ++i)
    if (!strcmp(text, names[i])) {
      *mode = (DmmMode)i;
      return true;
    }
  return false;
}

bool dmm_parse_memory_words(const char *text, int64_t *words) {
  char *end;
  errno = 0;
  long long n = strtoll(text, &end, 10);
  *words = n;
  return end != text && !*end && !errno && n >= 0;
}

/// Loads the dialects of the ops that reading may create.
static void load_dialects(MlirOperation func) {
  MlirContext context = mlirOperationGetContext(func);
  const char *const names[] = {"affine", "arith", "memref"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    mlirContextGetOrLoadDialect(context,
                                mlirStringRefCreateFromCString(names[i]));
}

/// Keeps the values in cells. Returns whether there was one.
static bool keep_in_cells(const DmmValues *values, MlirOperation func) {
  for (size_t i = 0; i < values->n; ++i)
    dmm_keep_in_cell(func, values->items[i]);
  return values->n > 0;
}

/// Brings the function into the form that is planned: first the values that
/// outlive their elements are put in cells, then arrays are split, once.
/// Returns whether something changed.
static bool edit_function(const DmmPoly *poly, MlirOperation func,
                          bool *is_split) {
  if (demote_loads(poly, func))
    return true;
  if (*is_split)
    return false;
  *is_split = true;
  return split_arrays(poly);
}

/// Reads the function, with the values that cross the border of a root region
/// in cells.
static DmmPlan *read_separated(MlirOperation func, MlirOperation module,
                               DmmRefusal *refusal) {
  for (;;) {
    DmmValues crossing;
    DmmPlan *plan = dmm_scop_read(func, module, &crossing, refusal);
    if (!plan || !keep_in_cells(&crossing, func))
      return plan;
    dmm_plan_destroy(plan);
  }
}

/// Reads the function in the form that is planned.
static DmmPlan *read_function(MlirOperation func, MlirOperation module,
                              bool is_split, DmmPoly **poly,
                              DmmRefusal *refusal) {
  for (;;) {
    DmmPlan *plan = read_separated(func, module, refusal);
    if (!plan)
      return NULL;
    *poly = dmm_poly_create(plan);
    if (!edit_function(*poly, func, &is_split))
      return plan;
    dmm_poly_free(*poly);
    dmm_plan_destroy(plan);
  }
}

DmmPlan *dmm_plan_build_once(MlirOperation func,
                             const DmmPlanOptions *options) {
  load_dialects(func);
  DmmPoly *poly = NULL;
  DmmRefusal refusal = {.is_final = false};
  bool is_split = options->is_split ||
                  !mlirAttributeIsNull(dmm_op_attr(func, "dmm.distributed"));
  MlirOperation module = options->module;
  if (mlirOperationIsNull(module))
    module = mlirOperationGetParentOperation(func);
  DmmPlan *plan = read_function(func, module, is_split, &poly, &refusal);
  if (!plan)
    plan = dmm_plan_at_root(func, &refusal);
  if (!plan)
    return NULL;
  set_grid(plan, options->grid, options->naxes);
  plan->pipelines = options->pipelines;
  plan->cyclic = options->cyclic;
  plan->memory_words = options->memory_words;
  plan->pricing = options->pricing;
  if (plan->fallback && !has_resident(func))
    return plan;
  if (plan->fallback) {
    dmm_op_error(func,
                 "has resident arguments, but runs at the root as a whole, "
                 "where they are not: %s",
                 plan->fallback);
    dmm_plan_destroy(plan);
    return NULL;
  }
  bool ok = run_steps(plan, &poly, func, options->strict_fp);
  dmm_poly_free(poly);
  if (ok) {
    dmm_plan_estimate_words(plan);
    return plan;
  }
  dmm_plan_destroy(plan);
  return NULL;
}
