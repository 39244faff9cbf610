//===- grid.c - The partition grid as text ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/grid.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const MALFORMED =
    "does not parse: write the size of each axis, at least 1, joined by 'x', "
    "as in 8 or 2x4";

/// Reads one size at `*text` and moves behind it; 0 if there is none.
static int64_t read_size(const char **text) {
  if (!isdigit((unsigned char)**text))
    return 0;
  char *end;
  errno = 0;
  long long size = strtoll(*text, &end, 10);
  *text = end;
  return errno ? 0 : size;
}

int dmm_grid_parse(const char *text, int64_t sizes[DMM_MAX_GRID_AXES],
                   const char **error) {
  *error = MALFORMED;
  for (int n = 0; n < DMM_MAX_GRID_AXES;) {
    sizes[n++] = read_size(&text);
    if (!dmm_grid_is_valid(sizes, n))
      return 0;
    if (!*text)
      return n;
    if (*text++ != 'x')
      return 0;
  }
  *error = "has too many axes: at most 8 are supported";
  return 0;
}

bool dmm_grid_is_valid(const int64_t *sizes, int naxes) {
  int64_t partitions = 1;
  for (int axis = 0; axis < naxes; ++axis)
    if (sizes[axis] < 1 ||
        __builtin_mul_overflow(partitions, sizes[axis], &partitions))
      return false;
  return true;
}

bool dmm_grid_equal(const int64_t *a, int na, const int64_t *b, int nb) {
  return na == nb && !memcmp(a, b, (size_t)na * sizeof *a);
}

void dmm_grid_print(const int64_t *sizes, int naxes, DmmText *text) {
  for (int axis = 0; axis < naxes; ++axis)
    dmm_text_printf(text, "%s%" PRId64, axis ? "x" : "", sizes[axis]);
}

int64_t dmm_grid_partitions(const int64_t *sizes, int naxes) {
  int64_t partitions = 1;
  for (int axis = 0; axis < naxes; ++axis)
    partitions *= sizes[axis];
  return partitions;
}
