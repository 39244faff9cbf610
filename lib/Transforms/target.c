//===- target.c - What a module is compiled for ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/target.h"

#include "Dialect/access.h"
#include "Machine/attribute.h"
#include "Machine/mapping_attribute.h"
#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

bool dmm_has_machine(MlirOperation module) {
  return !mlirAttributeIsNull(dmm_op_attr(module, "dmm.machine"));
}

static int64_t grid_size(const DmmTarget *target) {
  return dmm_grid_partitions(target->grid, target->problem.naxes);
}

/// Makes the option an attribute, so that the module tells all there is to
/// know.
static bool set_machine(MlirOperation module, const char *name) {
  MlirContext context = mlirOperationGetContext(module);
  MlirAttribute given = dmm_op_attr(module, "dmm.machine");
  MlirAttribute value = *name == '[' ? mlirAttributeParseGet(context, str(name))
                                     : mlirStringAttrGet(context, str(name));
  if (mlirAttributeIsNull(value))
    return dmm_op_error(module,
                        "cannot be compiled for the machine %s: that "
                        "is no list of levels",
                        name);
  if (!mlirAttributeIsNull(given) && !mlirAttributeEqual(given, value))
    return dmm_op_error(module,
                        "has a 'dmm.machine' that contradicts the option "
                        "machine=%s: leave one of them out",
                        name);
  mlirOperationSetDiscardableAttributeByName(module, str("dmm.machine"), value);
  return true;
}

/// The smallest preset that is meant for a grid of that size where nobody says
/// what the machine is.
static bool find_machine(DmmTarget *target) {
  static const char huge[] = "kpu-exa";
  if (dmm_machine_partitions(&target->machine) >= grid_size(target))
    return true;
  target->machine = *dmm_machine_preset(huge, strlen(huge));
  return dmm_machine_partitions(&target->machine) >= grid_size(target);
}

static bool read_machine(MlirOperation module, const DmmTargetOptions *options,
                         DmmArena *arena, DmmTarget *target) {
  const char *name = options->machine;
  if (*name && !set_machine(module, name))
    return false;
  if (!dmm_machine_read(module, arena, &target->machine))
    return false;
  if (!dmm_has_machine(module)) {
    target->is_placeable = find_machine(target);
    return true;
  }
  target->is_placeable = true;
  int64_t room = dmm_machine_partitions(&target->machine);
  return room >= grid_size(target) ||
         dmm_op_error(module,
                      "has a grid of %" PRId64 " partitions, but its machine "
                      "has room for %" PRId64 ": take a smaller grid or "
                      "another machine",
                      grid_size(target), room);
}

//===----------------------------------------------------------------------===//
// The objective
//===----------------------------------------------------------------------===//

/// Reads "time", "energy", or the weights of a nanosecond and of a picojoule
/// as in "1:0.5".
static bool parse_objective(const char *text, DmmMappingProblem *problem) {
  problem->per_ns = !strcmp(text, "time");
  problem->per_pj = !strcmp(text, "energy");
  if (problem->per_ns > 0 || problem->per_pj > 0)
    return true;
  char *end, *last;
  problem->per_ns = strtod(text, &end);
  if (end == text || *end != ':')
    return false;
  problem->per_pj = strtod(end + 1, &last);
  return last != end + 1 && !*last && isfinite(problem->per_ns) &&
         isfinite(problem->per_pj) && problem->per_ns >= 0 &&
         problem->per_pj >= 0;
}

static bool read_objective(MlirOperation module,
                           const DmmTargetOptions *options, DmmTarget *target) {
  const char *text = options->objective;
  if (parse_objective(text, &target->problem))
    return true;
  dmm_diag(
      mlirOperationGetLocation(module), DMM_ERROR,
      "the option objective is '%s': it takes time, energy, or the weights "
      "of a nanosecond and of a picojoule, as in 1:0.5",
      text);
  return false;
}

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

DmmTargetOptions dmm_pass_target_options(const DmmPassOptions *options) {
  return (DmmTargetOptions){dmm_pass_option(options, "machine"),
                            dmm_pass_option(options, "objective")};
}

bool dmm_target_read(MlirOperation module, const DmmTargetOptions *options,
                     const int64_t *grid, int naxes, DmmArena *arena,
                     DmmTarget *target) {
  *target = (DmmTarget){0};
  memcpy(target->grid, grid, (size_t)naxes * sizeof *grid);
  target->problem = (DmmMappingProblem){
      .machine = &target->machine, .grid = target->grid, .naxes = naxes};
  target->is_chosen =
      !mlirAttributeIsNull(dmm_op_attr(module, "dmm.mapping_chosen"));
  return read_objective(module, options, target) &&
         read_machine(module, options, arena, target) &&
         (!target->is_placeable ||
          dmm_mapping_read(module, &target->problem, &target->mapping,
                           &target->is_mapped));
}

bool dmm_target_has_room(MlirOperation module, const DmmTargetOptions *options,
                         int64_t partitions) {
  DmmTarget target = {.grid = {partitions}, .problem = {.naxes = 1}};
  DmmArena *arena = dmm_arena_create();
  MlirOperation clone = mlirOperationClone(module);
  bool ok = read_machine(clone, options, arena, &target);
  mlirOperationDestroy(clone);
  dmm_arena_destroy(arena);
  return ok &&
         (target.is_placeable ||
          dmm_op_error(module,
                       "cannot be distributed over %" PRId64 " partitions: no "
                       "preset machine has room for so many, by which a grid "
                       "could be chosen; give the module a dmm.machine that "
                       "has, or say which grid",
                       partitions));
}

DmmPricing dmm_target_pricing(const DmmTarget *target, DmmMappingCache *cache) {
  return (DmmPricing){.machine = target->machine,
                      .is_mapped = target->is_mapped && !target->is_chosen,
                      .mapping = target->mapping,
                      .per_ns = target->problem.per_ns,
                      .per_pj = target->problem.per_pj,
                      .cache = cache};
}

/// Where the machine was not given, a grid that does not fit it is not placed.
static bool cannot_map(MlirOperation module, DmmTarget *target) {
  target->is_placeable = false;
  return !dmm_has_machine(module) ||
         dmm_op_error(module,
                      "has a grid for which there is no place in its machine: "
                      "no digits cover its axes and fit the fan-outs of the "
                      "levels; take a grid whose sizes divide them");
}

static void tell_of_factor(MlirOperation module, double factor) {
  int percent = (int)(100 / factor);
  MlirLocation loc = mlirOperationGetLocation(module);
  if (factor == 1)
    return;
  if (percent > 0)
    dmm_diag(loc, DMM_REMARK,
             "the mapping of the grid may not be the best one: there are too "
             "many to look at, and it is known only that none costs less than "
             "%d %% of this one; dmm.mapping on the module fixes another",
             percent);
  else
    dmm_diag(loc, DMM_REMARK,
             "the mapping of the grid may not be the best one: there are too "
             "many to look at; dmm.mapping on the module fixes another");
}

bool dmm_target_map(MlirOperation module, DmmTarget *target,
                    const DmmCollective *collectives, int ncollectives) {
  if (!target->is_placeable || target->is_mapped)
    return true;
  DmmMappingProblem problem = target->problem;
  problem.collectives = collectives;
  problem.ncollectives = ncollectives;
  DmmMappingCache *cache = dmm_mapping_cache_create();
  const DmmMappingChoice *choice = dmm_mapping_choose(cache, &problem);
  target->is_mapped = target->is_chosen = choice;
  if (choice) {
    target->mapping = choice->mapping;
    tell_of_factor(module, choice->factor);
  }
  dmm_mapping_cache_destroy(cache);
  return choice || cannot_map(module, target);
}

void dmm_target_write(MlirOperation module, const DmmTarget *target) {
  MlirContext context = mlirOperationGetContext(module);
  if (!target->is_placeable)
    return;
  if (!dmm_has_machine(module))
    mlirOperationSetDiscardableAttributeByName(
        module, str("dmm.machine"),
        mlirStringAttrGet(context, str(target->machine.name)));
  mlirOperationSetDiscardableAttributeByName(
      module, str("dmm.mapping"),
      dmm_mapping_attribute(context, &target->problem, &target->mapping));
  if (target->is_chosen)
    mlirOperationSetDiscardableAttributeByName(
        module, str("dmm.mapping_chosen"), mlirUnitAttrGet(context));
}
