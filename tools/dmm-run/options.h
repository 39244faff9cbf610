//===- options.h - The command line of dmm-run ----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row per flag; every error names the flag and what it takes, and exits
// with status 2.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_OPTIONS_H
#define DMM_RUN_OPTIONS_H

#include "Support/grid.h"

#include <stdbool.h>
#include <stdint.h>

enum { DMM_RUN_EXIT_FAILED = 1, DMM_RUN_EXIT_USAGE = 2 };

/// The value of one `--arg K=VALUE` or `--out K=FILE`.
typedef struct DmmArgumentFlag {
  int number;
  const char *value; ///< borrowed from argv
} DmmArgumentFlag;

typedef struct DmmRunOptions {
  const char **files; ///< owned array of borrowed names
  int nfiles;
  const char *entry; ///< null: the only public function of the file
  int64_t grid[DMM_MAX_GRID_AXES];
  int naxes;           ///< 0: not given
  int partitions;      ///< for which a grid is chosen; 0: not given
  const char *machine; ///< null: not given; borrowed from argv
  DmmArgumentFlag *inputs, *outputs;
  int ninputs, noutputs;
  bool check, stats, json, dump_plan, simulate, model, print_ir;
  char *pass_options; ///< "k=v,k=v", or null; owned
  int optimize;       ///< 0 to 3
  int repeat;
  uint64_t seed;
  double timeout_s;
} DmmRunOptions;

/// Reads the command line; ends the process on an error, and for --help and
/// --version. Release the result with dmm_run_options_free.
DmmRunOptions dmm_run_options_parse(int argc, char **argv);

void dmm_run_options_free(DmmRunOptions *options);

/// The value given for argument `number` in `flags`, or null.
const char *dmm_argument_flag_find(const DmmArgumentFlag *flags, int nflags,
                                   int number);

#endif // DMM_RUN_OPTIONS_H
