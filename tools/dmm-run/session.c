//===- session.c - One file from its text to the verdict ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain of steps; the first that fails ends it. At entry only partition 0 has
// the caller's arrays and floating-point scalars.
//
//===----------------------------------------------------------------------===//

#include "session.h"

#include "Analysis/normalize.h"
#include "Analysis/parameters.h"
#include "Dialect/access.h"
#include "Plan/build.h"
#include "Plan/collectives.h"
#include "Plan/simulate.h"
#include "Support/diag.h"
#include "Transforms/grid_choice.h"
#include "diagnostics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double clock_s(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double now_s(void) { return clock_s(CLOCK_MONOTONIC); }

/// What the process has used of all processors.
static double processor_s(void) { return clock_s(CLOCK_PROCESS_CPUTIME_ID); }

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// The value of the option `name` of the passes: the last one given counts, as
/// for the passes. Null if there is none; else the text is the caller's.
static char *option_value(const DmmSession *session, const char *name) {
  const char *at = session->options->pass_options, *value = NULL;
  size_t n = strlen(name);
  for (; at && *at; at += strcspn(at, ","), at += *at == ',')
    if (!strncmp(at, name, n) && at[n] == '=')
      value = at + n + 1;
  return value ? strndup(value, strcspn(value, ",")) : NULL;
}

static bool has_option(const DmmSession *session, const char *name,
                       const char *value) {
  char *given = option_value(session, name);
  bool has = given && !strcmp(given, value);
  free(given);
  return has;
}

/// 0 where there is none, or no number: the passes tell of that.
static int64_t memory_words(const DmmSession *session) {
  char *given = option_value(session, "memory-words");
  int64_t words = 0;
  if (given && !dmm_parse_memory_words(given, &words))
    words = 0;
  free(given);
  return words;
}

/// As dmm-uniformize reads its option mode.
static DmmPipelines pipelines(const DmmSession *session) {
  if (has_option(session, "mode", "never"))
    return DMM_PIPELINES_NEVER;
  return has_option(session, "mode", "cost") ? DMM_PIPELINES_COST
                                             : DMM_PIPELINES_ALWAYS;
}

/// By cost where there is none, or no mode: the passes tell of that.
static DmmMode cyclic(const DmmSession *session) {
  char *given = option_value(session, "cyclic");
  DmmMode mode = DMM_MODE_COST;
  if (given && !dmm_parse_mode(given, &mode))
    mode = DMM_MODE_COST;
  free(given);
  return mode;
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

static MlirOperation module_of(const DmmSession *session) {
  return mlirModuleGetOperation(session->program.module);
}

/// What the command line asks for, by flags or options of the passes; in the
/// session's arena.
static DmmTargetOptions target_options(DmmSession *session) {
  DmmTargetOptions options = {"", "time"};
  char *machine = option_value(session, "machine");
  char *objective = option_value(session, "objective");
  if (!session->arena)
    session->arena = dmm_arena_create();
  if (machine)
    options.machine = dmm_arena_printf(session->arena, "%s", machine);
  if (session->options->machine)
    options.machine = session->options->machine;
  if (objective)
    options.objective = dmm_arena_printf(session->arena, "%s", objective);
  free(machine);
  free(objective);
  return options;
}

/// Reads what `module`, the program or a copy of it, says of the target.
static DmmTarget *read_target(DmmSession *session, MlirOperation module) {
  const DmmProgram *program = &session->program;
  DmmTargetOptions options = target_options(session);
  DmmTarget *target = dmm_arena_alloc(session->arena, sizeof *target);
  return dmm_target_read(module, &options, program->grid, program->naxes,
                         session->arena, target)
             ? target
             : NULL;
}

/// Where neither the command line nor the file says what the machine is, the
/// run has none.
static bool find_target(DmmSession *session) {
  DmmTargetOptions options = target_options(session);
  if (!*options.machine && !dmm_has_machine(module_of(session)))
    return true;
  session->mappings = dmm_mapping_cache_create();
  session->target = read_target(session, module_of(session));
  if (!session->target)
    return false;
  session->pricing = dmm_target_pricing(session->target, session->mappings);
  return true;
}

/// The target's machine as the runtime takes it, in the session's arena.
static const DmmRtMachine *runtime_machine(const DmmSession *session) {
  const DmmTarget *target = session->target;
  int n = target->machine.nlevels, naxes = target->problem.naxes;
  DmmRtLevel *levels =
      dmm_arena_alloc(session->arena, (size_t)n * sizeof *levels);
  int64_t *digits =
      dmm_arena_alloc(session->arena, (size_t)(n * naxes) * sizeof *digits);
  for (int l = 0; l < n; ++l) {
    const DmmLevel *level = &target->machine.levels[l];
    levels[l] =
        (DmmRtLevel){level->latency_ns, level->gbyte_per_s, level->pj_per_word};
    memcpy(digits + l * naxes, target->mapping.digits[l],
           (size_t)naxes * sizeof *digits);
  }
  DmmRtMachine *machine = dmm_arena_alloc(session->arena, sizeof *machine);
  *machine =
      (DmmRtMachine){n, levels, target->machine.ns_per_statement, digits};
  return machine;
}

/// Takes the mapping of the grid onto the machine that dmm-distribute has made,
/// or been given. Where the run has no machine, collectives still have the
/// stages that are best on the one that dmm-distribute assumes.
static bool take_target(DmmSession *session) {
  DmmTarget *target =
      read_target(session, mlirModuleGetOperation(session->chosen));
  if (session->target)
    session->target = target;
  else if (target && target->is_mapped)
    session->staged_for = target;
  return target;
}

/// A model, for which dmm-distribute has not run, is mapped in the same way.
/// The module keeps the mapping, for the passes.
static bool map_grid(DmmSession *session) {
  DmmCollectives messages = {0};
  if (!mlirModuleIsNull(session->chosen) && !take_target(session))
    return false;
  if (!session->target)
    return true;
  if (session->plan)
    messages = dmm_plan_collectives(session->plan).inner;
  if (!dmm_target_map(module_of(session), session->target, messages.items,
                      messages.n))
    return false;
  dmm_target_write(module_of(session), session->target);
  session->machine = runtime_machine(session);
  return true;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

static DmmPlanOptions plan_options(const DmmSession *session) {
  return (DmmPlanOptions){.grid = session->program.grid,
                          .naxes = session->program.naxes,
                          .strict_fp = has_option(session, "strict-fp", "true"),
                          .cyclic = cyclic(session),
                          .memory_words = memory_words(session),
                          .pricing = session->target ? &session->pricing : NULL,
                          .pipelines = pipelines(session)};
}

/// Lets dmm-distribute make its choices. Where it fails, after a message, there
/// is a plan to report all the same: compiling fails then.
static void choose(DmmSession *session) {
  if (session->options->model)
    return;
  double start = now_s();
  session->chosen = dmm_code_choose(&session->program, session->options);
  session->compile_s = now_s() - start;
}

/// What dmm-distribute has chosen need not be searched for again. A model runs
/// no pass, and a dump tells of the search as well; with --simulate, its plan
/// is then held against what the passes have made of theirs.
static MlirModule copy_to_plan(const DmmSession *session) {
  const DmmProgram *program = &session->program;
  if (mlirModuleIsNull(session->chosen) || session->options->dump_plan)
    return dmm_program_extract(program, &program->entry, 1);
  return mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(session->chosen)));
}

static bool build_plan(DmmSession *session) {
  const DmmProgram *program = &session->program;
  choose(session);
  if (dmm_program_is_compiled(program))
    return true;
  session->planned = copy_to_plan(session);
  if (!dmm_normalize_module(mlirModuleGetOperation(session->planned)))
    return false;
  MlirOperation entry =
      dmm_module_find(session->planned, dmm_function_name(program->entry));
  DmmPlanOptions options = plan_options(session);
  session->plan = dmm_plan_build(entry, &options);
  return session->plan;
}

/// Chooses a grid of so many partitions, unless one is given.
static bool choose_grid(DmmSession *session) {
  DmmProgram *program = &session->program;
  if (!session->options->partitions)
    return true;
  if (dmm_op_grid(program->entry, program->grid, NULL)) {
    dmm_complain("%s has a dmm.grid, which does not go with --partitions",
                 program->file);
    return false;
  }
  DmmTargetOptions wanted = target_options(session);
  DmmPlanOptions options = plan_options(session);
  MlirModule module = dmm_program_extract(program, &program->entry, 1);
  dmm_program_copy_target(program, module);
  program->naxes =
      dmm_choose_grid(mlirModuleGetOperation(module), &wanted, &options,
                      session->options->partitions, program->grid);
  mlirModuleDestroy(module);
  return program->naxes > 0;
}

/// The value of an integer scalar, sign-extended.
static int64_t integer_of(const DmmArgument *argument) {
  int64_t value = 0;
  size_t bytes = dmm_element_bytes(argument->element);
  memcpy(&value, argument->initial, bytes);
  unsigned unused = 64 - 8 * (unsigned)bytes;
  return (int64_t)((uint64_t)value << unused) >> unused;
}

static int64_t argument_number(int argument, int dim, void *data) {
  const DmmArguments *arguments = data;
  const DmmArgument *a = &arguments->items[argument];
  return dim < 0 ? integer_of(a) : a->sizes[dim];
}

/// Gives the plan the sizes of this run's arguments.
static bool bind_plan(DmmSession *session) {
  if (!session->plan)
    return true;
  int64_t *params =
      dmm_plan_parameters(session->plan, argument_number, &session->arguments);
  if (params)
    dmm_plan_bind(session->plan, params);
  else
    dmm_text_printf(&session->failure,
                    "a size is computed by an operation that the plan cannot "
                    "be given the value of");
  session->params = params;
  return params;
}

static bool compile_distributed(DmmSession *session) {
  if (mlirModuleIsNull(session->chosen))
    return false;
  double start = now_s();
  bool ok = dmm_code_distributed(&session->program, session->options,
                                 session->chosen, &session->distributed);
  session->compile_s += now_s() - start;
  return ok;
}

/// The sequential code is only made where something of it is run.
static bool compile_sequential(DmmSession *session) {
  bool check = session->options->check;
  bool init = !mlirOperationIsNull(session->program.init) &&
              !session->program.init_compiled;
  if (!check && !init)
    return true;
  return dmm_code_sequential(&session->program, check,
                             session->options->optimize, &session->sequential);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static void run_reference(DmmSession *session) {
  if (!session->sequential.entry)
    return;
  session->expected = dmm_frame_copy(&session->arguments);
  double start = now_s(), used = processor_s();
  session->sequential.entry(session->expected.packed);
  session->reference_s = now_s() - start;
  session->reference_processor_s = processor_s() - used;
}

static void run_partition(int64_t partition, void *user) {
  DmmSession *session = user;
  DmmFrame *frame = partition == 0 ? &session->root : &session->others;
  if (session->residents.frames &&
      session->running == session->distributed.entry)
    frame = &session->residents.frames[partition];
  session->running(frame->packed);
}

/// Runs `function`, which is compiled for partitions, on the frames.
static bool run_partitions(DmmSession *session, DmmPacked function) {
  const DmmRtConfig config = {
      .naxes = session->program.naxes,
      .grid_sizes = session->program.grid,
      .timeout_s = session->options->timeout_s,
      .handle_faults = true,
      .machine = session->machine,
  };
  session->running = function;
  if (!dmm_rt_run(&config, run_partition, session, &session->run))
    return true;
  dmm_text_printf(&session->failure, "%s", session->run.message);
  return false;
}

/// @<entry>_init makes the initial contents.
static bool run_init(DmmSession *session) {
  DmmCode *sequential = &session->sequential;
  DmmCode *distributed = &session->distributed;
  bool ok = true;
  if (!sequential->init && !distributed->init)
    return true;
  dmm_frame_reset(&session->root);
  if (sequential->init)
    sequential->init(session->root.packed);
  else
    ok = run_partitions(session, distributed->init);
  dmm_frame_commit(&session->root);
  return ok;
}

/// That of the coarsest format in which the plan combines values in another
/// order than the sequential program does; 0 if there is none.
static double tolerance(const DmmPlan *plan) {
  double most = 0;
  for (int i = 0; i < plan->nreductions; ++i) {
    const DmmReduction *r = plan->reductions[i];
    const char *suffix = plan->arrays[r->target].element;
    if (dmm_kind_rounds(r->form.combine, suffix))
      most = fmax(most, dmm_element_tolerance(dmm_element_find(suffix)));
  }
  return most;
}

/// The reference comes after the first distributed run, whose checks have then
/// found that the program stays within its arrays.
static void compare(DmmSession *session) {
  if (!session->options->check)
    return;
  if (session->nruns == 1)
    run_reference(session);
  DmmCheckPolicy policy = {.tolerance = tolerance(session->plan),
                           .nonfinite = session->program.allow_nonfinite};
  dmm_check_compare(&session->expected, &session->root, policy,
                    &session->check);
}

static bool run_once(DmmSession *session) {
  dmm_frame_reset(&session->root);
  dmm_residents_fill(&session->residents, &session->root);
  double used = processor_s();
  if (!run_partitions(session, session->distributed.entry))
    return false;
  session->run_processor_s = processor_s() - used;
  dmm_residents_collect(&session->residents, &session->root);
  session->run_s[session->nruns++] = session->run.run_s;
  compare(session);
  return true;
}

static bool run_distributed(DmmSession *session) {
  int repeat = session->options->repeat;
  session->run_s = calloc((size_t)repeat, sizeof *session->run_s);
  bool ok = session->run_s;
  for (int i = 0; ok && i < repeat; ++i)
    ok = run_once(session);
  return ok;
}

static bool run(DmmSession *session) {
  session->root = dmm_frame_copy(&session->arguments);
  session->others = dmm_frame_poison(&session->arguments);
  session->residents =
      dmm_residents_create(session->plan, &session->root, &session->others);
  return run_init(session) && run_distributed(session);
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

static bool judge_check(DmmSession *session) {
  if (!session->check.done || session->check.ok)
    return true;
  dmm_text_printf(&session->failure, "check: %s", session->check.failure.data);
  return false;
}

static bool same_counts(DmmRtOp op, const DmmOpCount *simulated,
                        const DmmRtOpCount *run, DmmText *failure) {
  if (simulated->calls == run->calls && simulated->messages == run->messages &&
      simulated->words == run->words)
    return true;
  dmm_text_printf(failure,
                  "the simulation differs from the run in %s: calls %" PRId64
                  " and %" PRId64 ", messages %" PRId64 " and %" PRId64
                  ", words %" PRId64 " and %" PRId64,
                  dmm_rt_op_name(op), simulated->calls, run->calls,
                  simulated->messages, run->messages, simulated->words,
                  run->words);
  return false;
}

static bool same_level(const char *name, const DmmLevelCount *simulated,
                       const DmmRtLevelCount *run, DmmText *failure) {
  if (simulated->messages == run->messages && simulated->words == run->words)
    return true;
  dmm_text_printf(
      failure,
      "the simulation differs from the run on the level %s: "
      "messages %" PRId64 " and %" PRId64 ", words %" PRId64 " and %" PRId64,
      name, simulated->messages, run->messages, simulated->words, run->words);
  return false;
}

/// What a root region runs is not in the simulated time; nor can it be counted
/// by the program.
static bool same_time(const DmmSession *session, const DmmSimulation *simulated,
                      DmmText *failure) {
  enum { PERCENT = 10 };
  double run = session->run.time_ns,
         difference = fabs(simulated->time_ns - run);
  if (100 * difference <= PERCENT * run)
    return true;
  dmm_text_printf(failure,
                  "the simulation differs from the run in the virtual time by "
                  "more than %d %%: %.6g and %.6g ns",
                  PERCENT, simulated->time_ns, run);
  return false;
}

static bool agrees(const DmmSimulation *simulation, DmmSession *session) {
  const DmmTarget *target = session->target;
  DmmText *failure = &session->failure;
  if (!simulation->ok) {
    dmm_text_printf(failure, "simulation: %s", simulation->error.data);
    return false;
  }
  for (int op = 0; op < DMM_RT_NUM_OPS; ++op)
    if (!same_counts((DmmRtOp)op, &simulation->ops[op], &session->run.ops[op],
                     failure))
      return false;
  for (int l = 0; target && l < target->machine.nlevels; ++l)
    if (!same_level(target->machine.levels[l].name, &simulation->levels[l],
                    &session->run.levels[l], failure))
      return false;
  return !target || same_time(session, simulation, failure);
}

/// By cost where there are none, or no table: the passes tell of that.
static DmmAlgorithms algorithms(const DmmSession *session) {
  DmmAlgorithms table;
  char *given = option_value(session, "algorithms");
  if (!dmm_algorithms_parse(given ? given : "", &table))
    dmm_algorithms_parse("", &table);
  free(given);
  return table;
}

static bool simulate(DmmSession *session) {
  if (!session->options->simulate)
    return true;
  const DmmTarget *target =
      session->target ? session->target : session->staged_for;
  DmmNetwork network;
  if (target)
    network =
        (DmmNetwork){&target->machine, target->mapping, algorithms(session)};
  DmmSimulation simulation =
      dmm_simulate_on(session->plan, session->params, target ? &network : NULL);
  session->simulated = agrees(&simulation, session);
  dmm_simulation_free(&simulation);
  return session->simulated;
}

static void print_remarks(const DmmPlan *plan) {
  for (int i = 0; i < plan->nremarks; ++i)
    dmm_diag((MlirLocation){plan->remarks[i].loc.ir}, DMM_REMARK, "%s",
             plan->remarks[i].text);
}

/// Asks the plan instead of compiling and running.
static bool model(DmmSession *session) {
  if (!session->plan) {
    dmm_text_printf(&session->failure,
                    "the entry is compiled already: there is no plan to model");
    return false;
  }
  session->model =
      (DmmModel){.done = true,
                 .traffic = dmm_plan_traffic(session->plan, session->params),
                 .work = dmm_plan_work(session->plan, session->params)};
  if (session->target)
    session->model.price = dmm_plan_price(session->plan);
  print_remarks(session->plan);
  return true;
}

static bool write_outputs(DmmSession *session) {
  return dmm_arguments_write(&session->arguments, session->root.spans,
                             session->options);
}

static bool prepare(const char *file, DmmSession *session) {
  return dmm_program_load(file, session->options, &session->program) &&
         dmm_arguments_create(session->program.entry, session->options,
                              &session->arguments) &&
         choose_grid(session) && find_target(session) && build_plan(session) &&
         map_grid(session) && bind_plan(session);
}

static bool compile(DmmSession *session) {
  return compile_distributed(session) && compile_sequential(session);
}

void dmm_session_run(const char *file, const DmmRunOptions *options,
                     DmmSession *session) {
  *session = (DmmSession){.options = options};
  dmm_errors_forget();
  if (!prepare(file, session))
    return;
  session->ok = options->model ? model(session)
                               : compile(session) && run(session) &&
                                     write_outputs(session) &&
                                     judge_check(session) && simulate(session);
}

void dmm_session_destroy(DmmSession *session) {
  dmm_frame_free(&session->expected);
  dmm_residents_free(&session->residents);
  dmm_frame_free(&session->root);
  dmm_frame_free(&session->others);
  dmm_arguments_free(&session->arguments);
  dmm_code_free(&session->sequential);
  dmm_code_free(&session->distributed);
  if (session->plan)
    dmm_plan_destroy(session->plan);
  if (session->arena)
    dmm_arena_destroy(session->arena);
  dmm_mapping_cache_destroy(session->mappings);
  if (!mlirModuleIsNull(session->planned))
    mlirModuleDestroy(session->planned);
  if (!mlirModuleIsNull(session->chosen))
    mlirModuleDestroy(session->chosen);
  dmm_program_free(&session->program);
  dmm_check_free(&session->check);
  dmm_text_free(&session->failure);
  free(session->run_s);
}
