//===- options.c - The command line of dmm-run ----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags are rows of an argp table, which also makes --help and --usage.
//
//===----------------------------------------------------------------------===//

#include "options.h"

#include "Machine/machine.h"
#include "Support/text.h"

#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *argp_program_version = "dmm-run " DMM_VERSION;

enum {
  KEY_ENTRY = 256,
  KEY_GRID,
  KEY_PARTITIONS,
  KEY_MACHINE,
  KEY_TRANSPORT,
  KEY_ARG,
  KEY_OUT,
  KEY_CHECK,
  KEY_OPT,
  KEY_STRICT_FP,
  KEY_STATS,
  KEY_JSON,
  KEY_DUMP_PLAN,
  KEY_SIMULATE,
  KEY_MODEL,
  KEY_REPEAT,
  KEY_SEED,
  KEY_PRINT_IR,
  KEY_TIMEOUT,
};

static const struct argp_option flag_table[] = {
    {"entry", KEY_ENTRY, "NAME", 0,
     "The function to run (default: the only public function of the file)", 0},
    {"grid", KEY_GRID, "SIZES", 0,
     "The grid of partitions, as in 8 or 2x4 (default: the file's dmm.grid, "
     "else 1)",
     0},
    {"partitions", KEY_PARTITIONS, "N", 0,
     "Choose the grid of N partitions on which the program costs least on the "
     "machine",
     0},
    {"machine", KEY_MACHINE, "MACHINE", 0,
     "The machine: single-kpu, kpu-cluster, kpu-exa, cpu-smp, mpi-cluster, or "
     "the levels as in a dmm.machine (default: that of the file). With a "
     "machine, the report tells what "
     "crosses its levels, and the time on its virtual clock",
     0},
    {"transport", KEY_TRANSPORT, "NAME", 0,
     "What carries the messages: threads (the default)", 0},
    {"arg", KEY_ARG, "K=VALUE", 0,
     "Argument number K: a FILE.npy, a number (RE,IM where it is complex), or "
     "the sizes of a memref, as in 71x45. Arguments that are not given are "
     "filled from --seed",
     1},
    {"out", KEY_OUT, "K=FILE.npy", 0,
     "Write memref argument K to a file after the run", 1},
    {"seed", KEY_SEED, "N", 0,
     "Seed of the contents of arguments that are not given: floating-point "
     "values in (-1, 1), small integers (default: 0)",
     1},
    {"check", KEY_CHECK, NULL, 0,
     "Run the function sequentially as well and compare every memref argument",
     2},
    {"simulate", KEY_SIMULATE, NULL, 0,
     "Simulate the plan; its calls, messages and words must equal those of the "
     "run, whose messages are left as they were planned (--opt simplify=true: "
     "they are not)",
     2},
    {"model", KEY_MODEL, NULL, 0,
     "Run nothing: report what the plan says of a run with these arguments, "
     "its messages as they were planned, memory, and how the work is shared "
     "out",
     2},
    {"repeat", KEY_REPEAT, "N", 0,
     "Run N times, each time from the initial contents (default: 1)", 2},
    {"timeout", KEY_TIMEOUT, "SECONDS", 0,
     "End a run without progress after that long (default: 60)", 2},
    {"opt", KEY_OPT, "K=V,...", 0,
     "Options of the pipeline dmm-compile, but for the grid; may be given "
     "repeatedly",
     3},
    {"strict-fp", KEY_STRICT_FP, NULL, 0,
     "Combine floating-point numbers in the sequential order, so that results "
     "are the same bit for bit: --opt strict-fp=true",
     3},
    {"optimize", 'O', "LEVEL", 0,
     "How far the code is optimised, from 0 to 3: both programs alike "
     "(default: 3)",
     3},
    {"dump-plan", KEY_DUMP_PLAN, NULL, 0, "Print the plan", 3},
    {"print-ir-after-all", KEY_PRINT_IR, NULL, 0,
     "Print the IR after each pass, on the standard error", 3},
    {"stats", KEY_STATS, NULL, 0, "Print a table of messages, memory and times",
     4},
    {"json", KEY_JSON, NULL, 0,
     "Print the report as JSON on the standard output (an array where there "
     "are several files), all else on the standard error",
     4},
    {0},
};

static const char flag_docs[] =
    "Compiles a function of each FILE for a grid of partitions, runs it, and "
    "reports what was moved.\v"
    "A function @NAME_init in the file, with the signature of the entry, is "
    "run first on the arguments. An entry that is already compiled (dmm.spmd) "
    "is run as it is.\n\n"
    "Exit status: 0 if all went well and every check held, 1 if a file did not "
    "compile, a run failed or a check did not hold, 2 if the command line is "
    "wrong.";

static int parse_integer(const char *flag, const char *text, int least,
                         struct argp_state *state) {
  char *end = NULL;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (end == text || *end || errno || value < least || value > INT_MAX)
    argp_error(state, "--%s takes an integer from %d to %d, got '%s'", flag,
               least, INT_MAX, text);
  return (int)value;
}

static int parse_level(const char *text, struct argp_state *state) {
  if (text[0] < '0' || text[0] > '3' || text[1])
    argp_error(state, "-O takes a level from 0 to 3, got '%s'", text);
  return text[0] - '0';
}

static uint64_t parse_seed(const char *text, struct argp_state *state) {
  char *end = NULL;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  if (end == text || *end || errno || *text == '-')
    argp_error(state, "--seed takes a non-negative integer, got '%s'", text);
  return value;
}

static double parse_seconds(const char *text, struct argp_state *state) {
  char *end = NULL;
  double value = strtod(text, &end);
  if (end == text || *end || !(value > 0) || value > 1e9)
    argp_error(state, "--timeout takes a positive number of seconds, got '%s'",
               text);
  return value;
}

static void parse_grid(DmmRunOptions *options, const char *text,
                       struct argp_state *state) {
  const char *error = NULL;
  options->naxes = dmm_grid_parse(text, options->grid, &error);
  if (!options->naxes)
    argp_error(state, "--grid: the grid '%s' %s", text, error);
}

/// Appends the flag "K=VALUE" to the `count` flags at `flags`.
static DmmArgumentFlag *push_argument(const char *flag, const char *text,
                                      DmmArgumentFlag *flags, int *count,
                                      struct argp_state *state) {
  char *end = NULL;
  errno = 0;
  long number = *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : -1;
  if (number < 0 || number > 1 << 20 || errno || *end != '=' || !end[1])
    argp_error(state,
               "--%s takes K=%s with K the number of an argument, from 0, got "
               "'%s'",
               flag, strcmp(flag, "out") ? "VALUE" : "FILE.npy", text);
  if (dmm_argument_flag_find(flags, *count, (int)number))
    argp_error(state, "--%s is given twice for argument %ld", flag, number);
  flags = realloc(flags, sizeof *flags * (size_t)(*count + 1));
  if (!flags)
    argp_failure(state, DMM_RUN_EXIT_FAILED, errno, "--%s", flag);
  flags[(*count)++] = (DmmArgumentFlag){(int)number, end + 1};
  return flags;
}

static void push_file(DmmRunOptions *options, const char *file,
                      struct argp_state *state) {
  size_t count = (size_t)options->nfiles + 1;
  options->files = realloc(options->files, sizeof *options->files * count);
  if (!options->files)
    argp_failure(state, DMM_RUN_EXIT_FAILED, errno, "%s", file);
  options->files[options->nfiles++] = file;
}

static void parse_transport(const char *text, struct argp_state *state) {
  if (strcmp(text, "threads"))
    argp_error(state, "--transport takes threads, got '%s'", text);
}

static void parse_machine(DmmRunOptions *options, const char *text,
                          struct argp_state *state) {
  options->machine = text;
  if (*text == '[' || dmm_machine_preset(text, strlen(text)))
    return;
  DmmText names = {0};
  dmm_machine_preset_names(&names);
  argp_error(state, "--machine takes one of %s, or a list of levels, got '%s'",
             names.data, text);
}

/// Flags without a value.
static bool parse_switch(DmmRunOptions *options, int key) {
  bool *const target = key == KEY_CHECK       ? &options->check
                       : key == KEY_STATS     ? &options->stats
                       : key == KEY_JSON      ? &options->json
                       : key == KEY_DUMP_PLAN ? &options->dump_plan
                       : key == KEY_SIMULATE  ? &options->simulate
                       : key == KEY_MODEL     ? &options->model
                       : key == KEY_PRINT_IR  ? &options->print_ir
                                              : NULL;
  if (target)
    *target = true;
  return target;
}

/// Whether `text` is K=V,K=V with no character that means something between
/// passes.
static bool is_option_list(const char *text) {
  bool named = false, valued = false;
  for (; *text && !strchr("{} ()", *text); ++text) {
    if (*text == ',' && !valued)
      return false;
    if (*text == '=' && !named)
      return false;
    valued = *text == '=' || (valued && *text != ',');
    named = *text != ',' && *text != '=';
  }
  return !*text && valued;
}

/// Adds `text` to the options of the passes.
static void push_pass_options(DmmRunOptions *options, const char *text,
                              struct argp_state *state) {
  if (!is_option_list(text))
    argp_error(state, "--opt takes K=V,K=V..., got '%s'", text);
  if (!strncmp(text, "grid=", 5) || strstr(text, ",grid="))
    argp_error(state, "--opt does not take the grid: use --grid");
  DmmText all = {0};
  if (options->pass_options)
    dmm_text_printf(&all, "%s,", options->pass_options);
  dmm_text_printf(&all, "%s", text);
  free(options->pass_options);
  options->pass_options = all.data;
}

/// Flags that say what to run on what.
static error_t parse_program(DmmRunOptions *options, int key, char *text,
                             struct argp_state *state) {
  switch (key) {
  case KEY_ENTRY:
    options->entry = text[0] == '@' ? text + 1 : text;
    return 0;
  case KEY_GRID:
    parse_grid(options, text, state);
    return 0;
  case KEY_PARTITIONS:
    options->partitions = parse_integer("partitions", text, 1, state);
    return 0;
  case KEY_MACHINE:
    parse_machine(options, text, state);
    return 0;
  case KEY_TRANSPORT:
    parse_transport(text, state);
    return 0;
  case KEY_ARG:
    options->inputs =
        push_argument("arg", text, options->inputs, &options->ninputs, state);
    return 0;
  case KEY_OUT:
    options->outputs =
        push_argument("out", text, options->outputs, &options->noutputs, state);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/// Flags that say how.
static error_t parse_control(DmmRunOptions *options, int key, char *text,
                             struct argp_state *state) {
  switch (key) {
  case KEY_OPT:
    push_pass_options(options, text, state);
    return 0;
  case KEY_STRICT_FP:
    push_pass_options(options, "strict-fp=true", state);
    return 0;
  case 'O':
    options->optimize = parse_level(text, state);
    return 0;
  case KEY_REPEAT:
    options->repeat = parse_integer("repeat", text, 1, state);
    return 0;
  case KEY_SEED:
    options->seed = parse_seed(text, state);
    return 0;
  case KEY_TIMEOUT:
    options->timeout_s = parse_seconds(text, state);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/// Whether every file that is written is written once.
static void check_outputs(const DmmRunOptions *options,
                          struct argp_state *state) {
  const DmmArgumentFlag *outputs = options->outputs;
  if (options->noutputs && options->nfiles > 1)
    argp_error(state,
               "--out %d=%s: each of %d programs would overwrite it; run them "
               "one by one",
               outputs->number, outputs->value, options->nfiles);
  for (int i = 0; i < options->noutputs; ++i)
    for (int k = 0; k < i; ++k)
      if (!strcmp(outputs[i].value, outputs[k].value))
        argp_error(state, "--out: %s is given for arguments %d and %d",
                   outputs[i].value, outputs[k].number, outputs[i].number);
}

static void check_grid(const DmmRunOptions *options, struct argp_state *state) {
  if (options->partitions && options->naxes)
    argp_error(state,
               "--partitions chooses a grid: it does not go with --grid");
}

/// A model has no contents that could be compared or written.
static void check_model(const DmmRunOptions *options,
                        struct argp_state *state) {
  const char *other = options->check      ? "--check"
                      : options->simulate ? "--simulate"
                      : options->noutputs ? "--out"
                                          : NULL;
  if (options->model && other)
    argp_error(state, "--model runs nothing: it does not go with %s", other);
}

static error_t parse_flag(int key, char *text, struct argp_state *state) {
  DmmRunOptions *options = state->input;
  if (parse_switch(options, key))
    return 0;
  if (key == ARGP_KEY_ARG) {
    push_file(options, text, state);
    return 0;
  }
  if (key == ARGP_KEY_END && !options->nfiles)
    argp_error(state, "no FILE is given");
  if (key == ARGP_KEY_END) {
    check_outputs(options, state);
    check_model(options, state);
    check_grid(options, state);
  }
  if (parse_program(options, key, text, state) == 0)
    return 0;
  return parse_control(options, key, text, state);
}

DmmRunOptions dmm_run_options_parse(int argc, char **argv) {
  static const struct argp parser = {
      flag_table, parse_flag, "FILE...", flag_docs, NULL, NULL, NULL};
  DmmRunOptions options = {.optimize = 3, .repeat = 1, .timeout_s = 60};
  argp_err_exit_status = DMM_RUN_EXIT_USAGE;
  argp_parse(&parser, argc, argv, 0, NULL, &options);
  return options;
}

void dmm_run_options_free(DmmRunOptions *options) {
  free(options->files);
  free(options->inputs);
  free(options->outputs);
  free(options->pass_options);
}

const char *dmm_argument_flag_find(const DmmArgumentFlag *flags, int nflags,
                                   int number) {
  for (int i = 0; i < nflags; ++i)
    if (flags[i].number == number)
      return flags[i].value;
  return NULL;
}
