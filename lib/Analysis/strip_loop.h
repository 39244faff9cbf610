//===- strip_loop.h - Do a nest for one strip of an index after the other -===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_STRIP_LOOP_H
#define DMM_ANALYSIS_STRIP_LOOP_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

/// The indices from `lower` to below `upper`, in strips of `width`. If `size`,
/// an index value of the function's top level, is not null, it is added to
/// `upper`, or, with `is_reversed`, subtracted from `lower`.
typedef struct DmmStrips {
  int64_t lower, upper, width;
  MlirValue size;
  bool is_reversed;
} DmmStrips;

/// Puts a loop over the strips around `top`, marked dmm.step, and lets the loop
/// `below` loops further in, the only one there, run over one strip of its
/// indices each time. All indices that it takes must lie in strips;
/// dmm_range_is_splittable must hold for it.
void dmm_strip_loop(MlirOperation top, int below, const DmmStrips *strips);

#endif // DMM_ANALYSIS_STRIP_LOOP_H
