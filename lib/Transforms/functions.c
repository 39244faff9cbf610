//===- functions.c - The functions that a pass works on -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/functions.h"

#include "Analysis/normalize.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Plan/build.h"
#include "Support/diag.h"
#include "Support/grid.h"
#include "Transforms/grid_choice.h"
#include "Transforms/stage.h"
#include "Transforms/target.h"
#include "mlir-c/BuiltinAttributes.h"

#include <inttypes.h>
#include <string.h>

static bool has_option(const DmmPassOptions *options, const char *name) {
  for (int i = 0; i < options->row->noptions; ++i)
    if (!strcmp(options->row->options[i].name, name))
      return true;
  return false;
}

/// Passes without the option go by the marks of dmm-uniformize. False after a
/// diagnostic.
static bool read_mode(MlirOperation module, const DmmPassOptions *options,
                      DmmPipelines *result) {
  static const char *const names[] = {[DMM_PIPELINES_ALWAYS] = "always",
                                      [DMM_PIPELINES_COST] = "cost",
                                      [DMM_PIPELINES_NEVER] = "never"};
  *result = DMM_PIPELINES_MARKED;
  if (!has_option(options, "mode"))
    return true;
  const char *value = dmm_pass_option(options, "mode");
  for (int i = DMM_PIPELINES_ALWAYS; i <= DMM_PIPELINES_NEVER; ++i) {
    *result = (DmmPipelines)i;
    if (!strcmp(value, names[i]))
      return true;
  }
  dmm_diag(mlirOperationGetLocation(module), DMM_ERROR,
           "the option mode is '%s': it takes always, cost or never", value);
  return false;
}

/// False after a diagnostic.
static bool read_memory_words(MlirOperation module,
                              const DmmPassOptions *options, int64_t *words) {
  const char *value = dmm_pass_option(options, "memory-words");
  if (dmm_parse_memory_words(value, words))
    return true;
  dmm_diag(mlirOperationGetLocation(module), DMM_ERROR,
           "the option memory-words is '%s': it takes a number of words, 0 or "
           "more",
           value);
  return false;
}

/// False after a diagnostic.
static bool read_cyclic(MlirOperation module, const DmmPassOptions *options,
                        DmmMode *cyclic) {
  const char *value = dmm_pass_option(options, "cyclic");
  if (dmm_parse_mode(value, cyclic))
    return true;
  dmm_diag(mlirOperationGetLocation(module), DMM_ERROR,
           "the option cyclic is '%s': it takes cost, always or never", value);
  return false;
}

/// What is not distributed is an error. False after it.
static bool check_distributed(const DmmPlan *plan) {
  if (plan->fallback)
    dmm_diag((MlirLocation){plan->fallback_loc.ir}, DMM_ERROR,
             "the function must be distributed, but %s", plan->fallback);
  for (int i = 0; i < plan->nregions; ++i)
    for (int j = 0; j < plan->regions[i].nops; ++j) {
      const DmmRootOp *op = &plan->regions[i].ops[j];
      if (op->why)
        dmm_diag((MlirLocation){op->why_loc.ir}, DMM_ERROR,
                 "the function must be distributed, but %s", op->why);
    }
  return !plan->fallback && !plan->nregions;
}

static bool work_on(MlirOperation func, const DmmPlanOptions *options,
                    bool required, DmmFunctionStep step, void *data) {
  DmmPlan *plan = dmm_plan_build(func, options);
  if (!plan)
    return false;
  bool ok = !required || check_distributed(plan);
  if (ok)
    step(func, plan, data);
  dmm_plan_destroy(plan);
  return ok;
}

static bool work_on_all(MlirOperation module, const DmmPlanOptions *options,
                        bool required, DmmFunctionStep step, void *data) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation next, op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op); // the step may replace op
    if (dmm_is_sequential(op) && !work_on(op, options, required, step, data))
      return false;
  }
  return true;
}

/// Plans are priced where something says what the machine is: else words count
/// alone, and the machine is only one to map the result to.
static bool work_on_machine(MlirOperation module, const DmmPassOptions *options,
                            DmmPlanOptions *plan_options, bool required,
                            DmmFunctionStep step, void *data) {
  DmmTarget target;
  DmmPricing pricing;
  DmmArena *arena = dmm_arena_create();
  DmmMappingCache *cache = dmm_mapping_cache_create();
  DmmTargetOptions wanted = dmm_pass_target_options(options);
  bool ok = dmm_target_read(module, &wanted, plan_options->grid,
                            plan_options->naxes, arena, &target);
  if (ok && dmm_has_machine(module)) {
    pricing = dmm_target_pricing(&target, cache);
    plan_options->pricing = &pricing;
  }
  ok = ok && work_on_all(module, plan_options, required, step, data);
  dmm_mapping_cache_destroy(cache);
  dmm_arena_destroy(arena);
  return ok;
}

static bool read_plan_options(MlirOperation module,
                              const DmmPassOptions *options,
                              DmmPlanOptions *plan_options) {
  return dmm_pass_switch(module, options, "strict-fp",
                         &plan_options->strict_fp) &&
         read_cyclic(module, options, &plan_options->cyclic) &&
         read_memory_words(module, options, &plan_options->memory_words) &&
         read_mode(module, options, &plan_options->pipelines);
}

/// Reads the option partitions, which is 0 where it is not given. False after a
/// diagnostic.
static bool read_partitions(MlirOperation module, const DmmPassOptions *options,
                            int64_t *partitions) {
  const char *text = has_option(options, "partitions")
                         ? dmm_pass_option(options, "partitions")
                         : "";
  *partitions = 0;
  if (!*text || dmm_parse_partitions(text, partitions))
    return true;
  dmm_diag(mlirOperationGetLocation(module), DMM_ERROR,
           "the option partitions is '%s': it takes a number of at least 1",
           text);
  return false;
}

/// The grid that is given. Returns its number of axes, or 0 after a diagnostic.
static int given_grid(MlirOperation module, const DmmPassOptions *options,
                      int64_t partitions, int64_t grid[DMM_MAX_GRID_AXES]) {
  int naxes = dmm_pass_grid(module, options, grid);
  if (!naxes || !partitions || dmm_grid_partitions(grid, naxes) == partitions)
    return naxes;
  dmm_op_error(module,
               "has a grid of %" PRId64 " partitions, which contradicts the "
               "option partitions=%" PRId64 ": leave one of them out",
               dmm_grid_partitions(grid, naxes), partitions);
  return 0;
}

/// The grid that is given, or, for the option partitions, one that is chosen.
/// Returns its number of axes, or 0 after a diagnostic.
static int find_grid(MlirOperation module, const DmmPassOptions *options,
                     const DmmPlanOptions *plan_options,
                     int64_t grid[DMM_MAX_GRID_AXES]) {
  int64_t partitions;
  if (!read_partitions(module, options, &partitions))
    return 0;
  if (!partitions || *dmm_pass_option(options, "grid") ||
      dmm_op_grid(module, grid, NULL) != 0)
    return given_grid(module, options, partitions, grid);
  DmmTargetOptions wanted = dmm_pass_target_options(options);
  return dmm_choose_grid(module, &wanted, plan_options, partitions, grid);
}

/// A module is distributed over one grid, which a function may only repeat.
static bool check_function_grids(MlirOperation module, const int64_t *grid,
                                 int naxes) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    int64_t own[DMM_MAX_GRID_AXES];
    if (mlirAttributeIsNull(dmm_op_attr(op, "dmm.grid")))
      continue;
    int n = dmm_op_grid(op, own, NULL);
    if (n < 0)
      return dmm_op_malformed_grid(op, "has");
    if (!dmm_grid_equal(own, n, grid, naxes))
      return dmm_op_error(op, "has a 'dmm.grid' of its own, which is not the "
                              "one of the module or of the option: a module is "
                              "distributed over one grid; leave it out");
  }
  return true;
}

bool dmm_for_each_function(MlirOperation module, const DmmPassOptions *options,
                           DmmFunctionStep step, void *data) {
  int64_t grid[DMM_MAX_GRID_AXES];
  bool required;
  DmmPlanOptions plan_options = {.grid = grid};
  if (!dmm_check_sequential(module) ||
      !dmm_pass_switch(module, options, "require-distributed", &required) ||
      !read_plan_options(module, options, &plan_options))
    return false;
  plan_options.naxes = find_grid(module, options, &plan_options, grid);
  if (!plan_options.naxes ||
      !check_function_grids(module, grid, plan_options.naxes))
    return false;
  mlirOperationSetDiscardableAttributeByName(
      module, mlirStringRefCreateFromCString("dmm.grid"),
      mlirDenseI64ArrayGet(mlirOperationGetContext(module), plan_options.naxes,
                           grid));
  if (!dmm_normalize_module(module))
    return false;
  return has_option(options, "machine")
             ? work_on_machine(module, options, &plan_options, required, step,
                               data)
             : work_on_all(module, &plan_options, required, step, data);
}
