//===- config.c - Checking what is to be launched -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "launch.h"

#include <float.h>

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

//===----------------------------------------------------------------------===//
// Machine
//===----------------------------------------------------------------------===//

/// Whether x is a number that is at least 0 and finite.
static bool is_amount(double x) { return x >= 0 && x <= DBL_MAX; }

static bool check_levels(const DmmRtMachine *machine, DmmLine *error) {
  for (int64_t l = 0; l < machine->nlevels; ++l) {
    const DmmRtLevel *level = &machine->levels[l];
    if (is_amount(level->latency_ns) && is_amount(level->gbyte_per_s) &&
        level->gbyte_per_s > 0 && is_amount(level->pj_per_word))
      continue;
    dmm_line_add(error,
                 "the machine's level %lld has latency_ns = %g, gbyte_per_s = "
                 "%g, pj_per_word = %g: give a bandwidth above 0, the others "
                 "at least 0",
                 (long long)l, level->latency_ns, level->gbyte_per_s,
                 level->pj_per_word);
    return false;
  }
  return true;
}

/// The digits of one axis must cover its size.
static bool check_digits(const DmmRtConfig *config, int64_t axis,
                         DmmLine *error) {
  const DmmRtMachine *machine = config->machine;
  int64_t size = config->grid_sizes[axis], span = 1;
  for (int64_t l = 0; l < machine->nlevels; ++l) {
    int64_t digit = machine->digits[l * config->naxes + axis];
    if (digit < 1) {
      dmm_line_add(error,
                   "the machine's digit on level %lld for the grid's axis %lld "
                   "is %lld: give 1 or more",
                   (long long)l, (long long)axis, (long long)digit);
      return false;
    }
    span = digit >= dmm_ceildiv(size, span) ? size : span * digit;
  }
  if (span < size)
    dmm_line_add(error,
                 "the machine's digits for the grid's axis %lld hold %lld "
                 "coordinates, but its size is %lld",
                 (long long)axis, (long long)span, (long long)size);
  return span == size;
}

static bool check_machine(const DmmRtConfig *config, DmmLine *error) {
  const DmmRtMachine *machine = config->machine;
  if (machine->nlevels < 1 || machine->nlevels > DMM_RT_MAX_LEVELS ||
      !machine->levels || !machine->digits) {
    dmm_line_add(error,
                 "the machine has %lld levels: give 1 to %d, with their costs "
                 "and digits",
                 (long long)machine->nlevels, DMM_RT_MAX_LEVELS);
    return false;
  }
  if (!is_amount(machine->ns_per_statement)) {
    dmm_line_add(error,
                 "the machine takes %g ns for a statement: give 0 or more",
                 machine->ns_per_statement);
    return false;
  }
  bool valid = check_levels(machine, error);
  for (int64_t a = 0; valid && a < config->naxes; ++a)
    valid = check_digits(config, a, error);
  return valid;
}

bool dmm_config_check(const DmmRtConfig *config, DmmLine *error) {
  if (!check_axes(config, error) || !check_sizes(config, error) ||
      (config->machine && !check_machine(config, error)))
    return false;
  if (config->timeout_s >= 0 && config->timeout_s < 1e9)
    return true;
  dmm_line_add(error,
               "the timeout is %g s: give 0 (none) or more, but less than 1e9",
               config->timeout_s);
  return false;
}
