//===- config.c - Checking what is to be launched -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch.h"

static bool check_axes(const DmmRtConfig *config, DmmLine *error) {
  if (config->naxes >= 1 && config->naxes <= DMM_RT_MAX_AXES &&
      config->grid_sizes)
    return true;
  dmm_line_add(error, "the grid has %lld axes: give 1 to %d",
               (long long)config->naxes, DMM_RT_MAX_AXES);
  return false;
}

static bool check_sizes(const DmmRtConfig *config, DmmLine *error) {
  int64_t partitions = 1;
  for (int64_t a = 0; a < config->naxes; ++a) {
    int64_t size = config->grid_sizes[a];
    if (size < 1) {
      dmm_line_add(error, "the grid's axis %lld has size %lld: give 1 or more",
                   (long long)a, (long long)size);
      return false;
    }
    if (size > DMM_RT_MAX_PARTITIONS / partitions) {
      dmm_line_add(error,
                   "the grid has more than %d partitions, the most that the "
                   "threads transport launches",
                   DMM_RT_MAX_PARTITIONS);
      return false;
    }
    partitions *= size;
  }
  return true;
}

bool dmm_config_check(const DmmRtConfig *config, DmmLine *error) {
  if (!check_axes(config, error) || !check_sizes(config, error))
    return false;
  if (config->timeout_s >= 0 && config->timeout_s < 1e9)
    return true;
  dmm_line_add(error,
               "the timeout is %g s: give 0 (none) or more, but less than 1e9",
               config->timeout_s);
  return false;
}
