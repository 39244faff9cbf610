//===- npy.h - Arrays in .npy files ---------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes NumPy's format, versions 1 to 3: little-endian, in C order.
// Errors are texts that complete "FILE: ...".
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_NPY_H
#define DMM_RUN_NPY_H

#include "Support/text.h"
#include "element.h"

#include <stdbool.h>

/// Reads the array in `file`, which must have the element type, the rank and
/// the sizes given; a size of -1 takes any, and is set to what the file has.
/// Returns the elements, densely and in row-major order, which the caller
/// frees; or null, with the reason appended to `error`.
void *dmm_npy_read(const char *file, DmmElement element, int rank,
                   int64_t *sizes, DmmText *error);

/// Writes the dense row-major array at `data`. False if that failed, with the
/// reason appended to `error`.
bool dmm_npy_write(const char *file, DmmElement element, int rank,
                   const int64_t *sizes, const void *data, DmmText *error);

/// Appends sizes as in 71x45, with ? for -1; "scalar" for rank 0.
void dmm_sizes_print(int rank, const int64_t *sizes, DmmText *text);

#endif // DMM_RUN_NPY_H
