//===- distribute.c - dmm-distribute --------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses where each array lives and keeps the choice as attributes. Given
// layouts are kept; the others are chosen by alignment (lib/Plan/layout.c).
//
//   func.func @f(%x: memref<1000xf32>)
// becomes, on a grid of 8,
//   func.func @f(%x: memref<1000xf32> {dmm.layout = #dmm.layout<[
//       {dim = 0 : i64, block = 125 : i64, extent = 1000 : i64}]>})
//
// Requires: affine functions, as lib/Analysis/scop.h reads them.
// Guarantees: every memref argument and allocation has a dmm.layout (in a
//   function with layouts of unknown size: a dmm.split), the function is marked
//   dmm.distributed, and the module has a dmm.grid, a dmm.machine and the
//   dmm.mapping of the grid onto its levels: the one given, or that on which
//   the planned messages of all functions cost least, entry and exit apart (no
//   machine where none was given and no preset has room for the grid). These
//   are the messages that run once dmm-uniformize has made its pipelines in the
//   same mode; layouts are the same in all modes. Loops are split and arrays
//   laid out anew where that pays. The plan of the result is the plan of the
//   input.
// Diagnostics: those of reading the function and building its plan; a remark
//   for what the program loses: see lib/Plan/explain.c; a machine or a mapping
//   that does not fit: see Transforms/target.h.
//
//===----------------------------------------------------------------------===//

#include "Dialect/access.h"
#include "Dialect/layout.h"
#include "Plan/build.h"
#include "Plan/collectives.h"
#include "Support/diag.h"
#include "Transforms/functions.h"
#include "Transforms/target.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Func.h"

/// The grid axis that cuts each dimension, or -1.
static MlirAttribute split_attribute(MlirContext context, const DmmArray *array,
                                     int naxes) {
  int dims[DMM_MAX_GRID_AXES];
  for (int axis = 0; axis < naxes; ++axis)
    dims[axis] = array->choice[axis].state == DMM_SHARDED
                     ? (int)array->choice[axis].dim
                     : -1;
  return dmm_split_attr_get(context, dims, naxes, array->rank);
}

static bool has_dynamic_layout(const DmmPlan *plan) {
  for (int i = 0; i < plan->ntemplates; ++i)
    if (plan->templates[i].extent == DMM_DYNAMIC)
      return true;
  return false;
}

static void annotate(MlirOperation func, const DmmArray *array,
                     const char *name, MlirAttribute value) {
  MlirStringRef key = mlirStringRefCreateFromCString(name);
  if (array->role == DMM_ROLE_ARGUMENT)
    mlirFuncSetArgAttr(func, array->argument, key, value);
  else if (array->role == DMM_ROLE_LOCAL)
    mlirOperationSetDiscardableAttributeByName(
        mlirOpResultGetOwner((MlirValue){array->ir}), key, value);
}

static bool has(MlirOperation func, const DmmArray *array, const char *name) {
  return !mlirAttributeIsNull(dmm_plan_annotation(func, array, name));
}

/// Blocks that are only known at run time cannot be written down: then which
/// dimension is cut over which axis is. The mark tells the plan to choose again
/// what the annotation does not tell, in the same order: where dynamic blocks
/// align, and whether a temporary is private.
static void set_layout(MlirOperation func, const DmmArray *array, int naxes,
                       bool dynamic) {
  MlirContext context = mlirOperationGetContext(func);
  if (has(func, array, "dmm.layout") ||
      (dynamic && has(func, array, "dmm.split")))
    return;
  bool is_ours = !has(func, array, "dmm.split");
  if (dynamic)
    annotate(func, array, "dmm.split", split_attribute(context, array, naxes));
  else
    annotate(func, array, "dmm.layout",
             dmm_layout_attr_get(context, array->choice, naxes));
  if (is_ours && (dynamic || dmm_array_elements(array) == 1))
    annotate(func, array, "dmm.chosen", mlirUnitAttrGet(context));
}

static void set_layouts(MlirOperation func, const DmmPlan *plan) {
  bool dynamic = has_dynamic_layout(plan);
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].role != DMM_ROLE_SCALAR && !plan->arrays[i].reduction &&
        !plan->arrays[i].is_copy)
      set_layout(func, &plan->arrays[i], plan->naxes, dynamic);
}

/// The collectives of all functions, with the pipelines that dmm-uniformize
/// will make.
typedef struct Messages {
  DmmArena *arena;
  DmmCollective *items;
  size_t n;
} Messages;

static void collect(Messages *messages, const DmmPlan *plan) {
  DmmCollectives found = dmm_plan_collectives(plan).inner;
  for (int i = 0; i < found.n; ++i) {
    messages->items = dmm_arena_push(messages->arena, messages->items,
                                     messages->n, sizeof *messages->items);
    messages->items[messages->n++] = found.items[i];
  }
}

static void distribute_function(MlirOperation func, DmmPlan *plan, void *data) {
  collect(data, plan);
  set_layouts(func, plan);
  if (!plan->fallback)
    mlirOperationSetDiscardableAttributeByName(
        func, mlirStringRefCreateFromCString("dmm.distributed"),
        mlirUnitAttrGet(mlirOperationGetContext(func)));
  for (int i = 0; i < plan->nremarks; ++i)
    dmm_diag((MlirLocation){plan->remarks[i].loc.ir}, DMM_REMARK, "%s",
             plan->remarks[i].text);
}

/// Maps the grid onto the levels of the machine.
static bool map_grid(MlirOperation module, const DmmPassOptions *options,
                     const Messages *messages) {
  int64_t grid[DMM_MAX_GRID_AXES];
  int naxes = dmm_op_grid(module, grid, NULL);
  DmmTarget target;
  DmmTargetOptions wanted = dmm_pass_target_options(options);
  if (!dmm_target_read(module, &wanted, grid, naxes, messages->arena,
                       &target) ||
      !dmm_target_map(module, &target, messages->items, (int)messages->n))
    return false;
  dmm_target_write(module, &target);
  return true;
}

bool dmm_distribute_run(MlirOperation module, const DmmPassOptions *options) {
  Messages messages = {.arena = dmm_arena_create()};
  bool ok =
      dmm_for_each_function(module, options, distribute_function, &messages) &&
      map_grid(module, options, &messages);
  dmm_arena_destroy(messages.arena);
  return ok;
}
