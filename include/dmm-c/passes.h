//===- passes.h - The passes, in C --------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_C_PASSES_H
#define DMM_C_PASSES_H

#include "mlir-c/Pass.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Registers every pass and the pipeline dmm-compile with MLIR's registry, for
/// use in textual pipelines. Once per process.
void dmmRegisterPasses(void);

/// Options of the pipeline dmm-compile. A null field leaves the initial value,
/// and so do the options that are not here.
typedef struct DmmCompileOptions {
  const char *grid;        ///< partitions along each axis, such as "8" or "2x4"
  bool requireDistributed; ///< a function that can only run at the root fails
  bool keepMessages;       ///< dmm-simplify leaves messages as they are
  bool strictFp;    ///< floating-point numbers are combined in the sequential
                    ///< order, so that results are the same bit for bit
  const char *mode; ///< pipelines for inputs that all read: "always", "cost" or
                    ///< "never"
  const char *machine; ///< preset of the machine, such as "kpu-cluster"
} DmmCompileOptions;

/// Appends the passes of dmm-compile to `manager`, which must be anchored at
/// builtin.module (or at any op) and owns them. The context needs the dialects
/// of dmm-c/dialects.h in its registry.
void dmmCompileAddToPassManager(MlirOpPassManager manager,
                                const DmmCompileOptions *options);

#ifdef __cplusplus
}
#endif

#endif // DMM_C_PASSES_H
