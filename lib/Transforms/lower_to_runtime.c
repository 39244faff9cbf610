//===- lower_to_runtime.c - Replace dmm and fabric by runtime calls -----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/passes.h"

bool dmm_lower_to_runtime_run(MlirOperation module,
                              const DmmPassOptions *options) {
  return dmm_bridge_run_lower_affine(options, module);
}
