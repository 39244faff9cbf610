//===- passes.h - The table of passes -----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass is a row: name, summary, options, run. The rows' run functions are
// declared here and defined in one file each, named as the pass. The contract
// of a run function:
//
//   bool run(MlirOperation module, const DmmPassOptions *options)
//
// `module` is a builtin.module. The function rewrites it and returns true; or
// emits a diagnostic at the op in question and returns false, and then the pass
// fails. Passes over different modules may run at the same time, so no function
// keeps state. Ops of the dialects affine, arith, complex, func, memref, scf,
// dmm and fabric may be created.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_PASSES_H
#define DMM_TRANSFORMS_PASSES_H

#include "Support/bridge.h"
#include "Support/grid.h"

/// Value of the option `name`, which must be in the pass' row. Empty if the
/// user gave none and the row has no initial value.
const char *dmm_pass_option(const DmmPassOptions *options, const char *name);

/// Reads the option `name`, which is true or false. False after a diagnostic.
bool dmm_pass_switch(MlirOperation module, const DmmPassOptions *options,
                     const char *name, bool *on);

/// The grid that the passes are to distribute over: the option `grid` if it is
/// given, else the attribute `dmm.grid` of the module. Returns the number of
/// axes with their sizes in `sizes`; or 0 after a diagnostic if the grid is
/// missing, malformed, or the option contradicts the attribute.
int dmm_pass_grid(MlirOperation module, const DmmPassOptions *options,
                  int64_t sizes[DMM_MAX_GRID_AXES]);

/// dmm-distribute: chooses layouts, distributed loops and the mapping onto the
/// machine. Options: machine, objective, partitions, grid, mode.
bool dmm_distribute_run(MlirOperation module, const DmmPassOptions *options);

/// dmm-classify: tells of the dependences and leaves the module as it is.
/// Options: machine, objective, grid, require-distributed, json.
bool dmm_classify_run(MlirOperation module, const DmmPassOptions *options);

/// dmm-uniformize: marks the accesses of inputs that become pipelines. Options:
/// grid, mode.
bool dmm_uniformize_run(MlirOperation module, const DmmPassOptions *options);

/// dmm-lower-affine: rewrites distributed functions to SPMD form. Options:
/// grid, count-statements.
bool dmm_lower_affine_run(MlirOperation module, const DmmPassOptions *options);

/// dmm-simplify: joins, merges and removes messages. Options: simplify,
/// merge-words.
bool dmm_simplify_run(MlirOperation module, const DmmPassOptions *options);

/// dmm-place: tells of messages at which level they run and what they cost.
/// Options: machine, objective.
bool dmm_place_run(MlirOperation module, const DmmPassOptions *options);

/// dmm-lower-to-runtime: replaces dmm and fabric by calls of the runtime. No
/// options.
bool dmm_lower_to_runtime_run(MlirOperation module,
                              const DmmPassOptions *options);

/// The pipeline dmm-compile. Its first pass, dmm-distribute, makes the choices;
/// the others go by what it has written.
const DmmPipelineRow *dmm_compile_pipeline(void);

/// Registers all passes and the pipeline dmm-compile with MLIR's registry.
void dmm_register_passes(void);

#endif // DMM_TRANSFORMS_PASSES_H
