//===- main.c - Compile a program for partitions and run it ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dmm-run is the whole way from a sequential program to a checked distributed
// run, in one process: see --help.
//
//===----------------------------------------------------------------------===//

#include "diagnostics.h"
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool run_file(const char *file, const DmmRunOptions *options,
                     json_t *reports) {
  DmmSession session;
  dmm_session_run(file, options, &session);
  dmm_report_print(&session, options->nfiles > 1,
                   options->json ? stderr : stdout);
  if (options->json)
    json_array_append_new(reports, dmm_report_json(&session));
  bool ok = session.ok;
  dmm_session_destroy(&session);
  return ok;
}

/// False if a report is not complete, or cannot be written.
static bool print_json(const json_t *reports, bool single) {
  const json_t *root = single ? json_array_get(reports, 0) : reports;
  int status =
      json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
  printf("\n");
  if (status)
    fprintf(stderr, "dmm-run: error: the report cannot be written as JSON\n");
  return !status;
}

static void print_summary(const DmmRunOptions *options, int failures) {
  fprintf(options->json ? stderr : stdout, "%d files: %d ok, %d failed\n",
          options->nfiles, options->nfiles - failures, failures);
}

/// Whether the standard output took all that was written to it.
static bool finish_output(void) {
  if (!fflush(stdout) && !ferror(stdout))
    return true;
  fprintf(stderr, "dmm-run: error: cannot write to the standard output: %s\n",
          strerror(errno));
  return false;
}

int main(int argc, char **argv) {
  DmmRunOptions options = dmm_run_options_parse(argc, argv);
  json_t *reports = json_array();
  int failures = 0;
  dmm_program_register_passes();
  for (int i = 0; i < options.nfiles; ++i)
    failures += !run_file(options.files[i], &options, reports);
  bool written = !options.json || print_json(reports, options.nfiles == 1);
  if (options.nfiles > 1)
    print_summary(&options, failures);
  json_decref(reports);
  dmm_errors_forget();
  dmm_run_options_free(&options);
  written = finish_output() && written;
  return failures || !written ? DMM_RUN_EXIT_FAILED : EXIT_SUCCESS;
}
