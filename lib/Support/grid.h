//===- grid.h - The partition grid as text ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_SUPPORT_GRID_H
#define DMM_SUPPORT_GRID_H

#include "Support/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { DMM_MAX_GRID_AXES = 8 };

/// Reads a grid such as "8" or "2x4": sizes of at least 1, at most
/// DMM_MAX_GRID_AXES of them, whose product fits 63 bits. Returns the number of
/// axes, with their sizes in `sizes`; or 0, with what is wrong in `*error` (a
/// constant text that completes "the grid '<text>' ...").
int dmm_grid_parse(const char *text, int64_t sizes[DMM_MAX_GRID_AXES],
                   const char **error);

/// Whether all sizes are at least 1, and their product fits 63 bits.
bool dmm_grid_is_valid(const int64_t *sizes, int naxes);

/// Whether both grids are the same.
bool dmm_grid_equal(const int64_t *a, int na, const int64_t *b, int nb);

/// Writes the grid as dmm_grid_parse reads it.
void dmm_grid_print(const int64_t *sizes, int naxes, DmmText *text);

/// Number of partitions of a grid: the product of its sizes.
int64_t dmm_grid_partitions(const int64_t *sizes, int naxes);

#endif // DMM_SUPPORT_GRID_H
