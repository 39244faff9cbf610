//===- code.h - Compiled code of a program --------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways from a program to code in memory: the sequential one, by upstream's
// lowering alone, and the distributed one, by the pipeline dmm-compile first.
// The latter goes in two steps, so that what dmm-distribute chooses can be
// planned without a search for the same choices.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_CODE_H
#define DMM_RUN_CODE_H

#include "program.h"

#include "mlir-c/ExecutionEngine.h"

/// A compiled function; takes a pointer to each argument.
typedef void (*DmmPacked)(void **arguments);

typedef struct DmmCode {
  MlirExecutionEngine engine;
  DmmPacked entry, init; ///< null where it is not part of the code
} DmmCode;

/// Compiles the sequential program: @<entry>_init, and if `with_entry` the
/// entry, optimised at `level` (0 to 3). False after a message on the standard
/// error. Release the code with dmm_code_free.
bool dmm_code_sequential(const DmmProgram *program, bool with_entry, int level,
                         DmmCode *code);

/// A copy of what each partition runs, in which dmm-distribute has written its
/// choices as attributes; of a program that is compiled already, the copy
/// alone. Null after a message on the standard error. The caller destroys it.
MlirModule dmm_code_choose(const DmmProgram *program,
                           const DmmRunOptions *options);

/// Compiles such a copy, `chosen`, which is rewritten. The machine and the
/// mapping are those that the program has by now.
bool dmm_code_distributed(const DmmProgram *program,
                          const DmmRunOptions *options, MlirModule chosen,
                          DmmCode *code);

void dmm_code_free(DmmCode *code);

#endif // DMM_RUN_CODE_H
