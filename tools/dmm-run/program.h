//===- program.h - The program in a file ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a file and finds in it what dmm-run is to run.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_PROGRAM_H
#define DMM_RUN_PROGRAM_H

#include "options.h"

#include "mlir-c/IR.h"

typedef struct DmmProgram {
  const char *file; ///< borrowed
  MlirContext context;
  MlirModule module;   ///< as it is in the file
  MlirOperation entry; ///< a func.func with a body
  MlirOperation init;  ///< @<entry>_init, or null
  char *entry_name;    ///< owned
  int64_t grid[DMM_MAX_GRID_AXES];
  int naxes;
  bool spmd;            ///< the entry is an SPMD function: attribute dmm.spmd
  bool calls_runtime;   ///< the entry is lowered to calls of the runtime
  bool init_compiled;   ///< init is one or the other
  bool allow_nonfinite; ///< attribute dmm.allow_nonfinite of the entry
} DmmProgram;

/// Registers all passes of MLIR and of this project; once per process.
void dmm_program_register_passes(void);

/// Reads the program. Diagnostics of its context go to the standard error.
/// False after a message there. Release it in both cases with dmm_program_free.
bool dmm_program_load(const char *file, const DmmRunOptions *options,
                      DmmProgram *program);

void dmm_program_free(DmmProgram *program);

/// Whether the entry is compiled for partitions already.
bool dmm_program_is_compiled(const DmmProgram *program);

/// A new module with copies of the functions `roots` (borrowed; null ones are
/// skipped), of the functions that they call, directly or not, and of the
/// globals. The caller destroys it.
MlirModule dmm_program_extract(const DmmProgram *program,
                               const MlirOperation *roots, int nroots);

/// Gives the module, a copy, the machine of the program and the mapping onto
/// it.
void dmm_program_copy_target(const DmmProgram *program, MlirModule copy);

/// The function named `name` in a module, or null.
MlirOperation dmm_module_find(MlirModule module, MlirStringRef name);

/// The function's name.
MlirStringRef dmm_function_name(MlirOperation function);

#endif // DMM_RUN_PROGRAM_H
