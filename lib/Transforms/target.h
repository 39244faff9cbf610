//===- target.h - What a module is compiled for ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine comes from the option `machine`, which names a preset, or
// from the module (Machine/attribute.h); the mapping from the module, else it
// is chosen. Where nothing says what the machine is, it is the default one, or,
// if that has too few partitions, the preset `kpu-exa`; and if that has too
// few, the module has no target, and nothing is placed.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_TARGET_H
#define DMM_TRANSFORMS_TARGET_H

#include "Plan/price.h"
#include "Support/arena.h"
#include "Transforms/passes.h"

/// A machine, a grid, and where the one lies in the other. The problem is the
/// one that the mapping solves, without collectives.
typedef struct DmmTarget {
  DmmMachine machine;
  int64_t grid[DMM_MAX_GRID_AXES];
  DmmMappingProblem problem; ///< borrows the machine and the grid
  DmmMapping mapping;
  bool is_placeable; ///< there is a machine that has room for the grid
  bool is_mapped;    ///< the mapping is known
  bool is_chosen;    ///< it was not given: plans need not be priced on it
} DmmTarget;

/// The options of a target. machine: the name of a preset, or the list of
/// levels as in the attribute, or empty. objective: "time", "energy", or two
/// weights as in "1:0.5".
typedef struct DmmTargetOptions {
  const char *machine, *objective;
} DmmTargetOptions;

/// Those of a pass that has the options `machine` and `objective`.
DmmTargetOptions dmm_pass_target_options(const DmmPassOptions *options);

/// Reads the target of the module, whose grid is known. A machine that the
/// option names becomes an attribute of the module. Names of levels are taken
/// from the arena. False after a diagnostic: an unknown machine or one that
/// contradicts the module, a given one with too few partitions, a bad mapping
/// or objective.
bool dmm_target_read(MlirOperation module, const DmmTargetOptions *options,
                     const int64_t *grid, int naxes, DmmArena *arena,
                     DmmTarget *target);

/// Whether the module says what its machine is.
bool dmm_has_machine(MlirOperation module);

/// What plans are priced by on the target, with this cache.
DmmPricing dmm_target_pricing(const DmmTarget *target, DmmMappingCache *cache);

/// Whether the machine has room for so many partitions: the one that is given,
/// or else some preset. False after a diagnostic. The module stays as it is.
bool dmm_target_has_room(MlirOperation module, const DmmTargetOptions *options,
                         int64_t partitions);

/// Chooses the mapping on which the collectives cost least, unless it is known.
/// A remark tells if there may be a better one (DmmMappingChoice: factor).
/// False after a diagnostic where no mapping places the grid in a given
/// machine.
bool dmm_target_map(MlirOperation module, DmmTarget *target,
                    const DmmCollective *collectives, int ncollectives);

/// Keeps the machine and the mapping as attributes of the module.
void dmm_target_write(MlirOperation module, const DmmTarget *target);

#endif // DMM_TRANSFORMS_TARGET_H
