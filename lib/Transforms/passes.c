//===- passes.c - The table of passes -----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/passes.h"

#include "Dialect/access.h"
#include "Support/diag.h"
#include "dmm-c/dialects.h"
#include "dmm-c/passes.h"
#include "mlir-c/Dialect/Affine.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Complex.h"
#include "mlir-c/Dialect/ControlFlow.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"

#include <assert.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void insert_dialects(MlirDialectRegistry registry) {
  const MlirDialectHandle handles[] = {
      mlirGetDialectHandle__affine__(), mlirGetDialectHandle__arith__(),
      mlirGetDialectHandle__cf__(),     mlirGetDialectHandle__complex__(),
      mlirGetDialectHandle__func__(),   mlirGetDialectHandle__memref__(),
      mlirGetDialectHandle__scf__(),
  };
  for (size_t i = 0; i < sizeof(handles) / sizeof(handles[0]); ++i)
    mlirDialectHandleInsertDialect(handles[i], registry);
  dmmRegisterDialects(registry);
}

// The options, as rows for the lists of the passes.

#define JSON                                                                   \
  {"json",                                                                     \
   "the file that the dependences go to as JSON; -: the standard "             \
   "output",                                                                   \
   ""}
// The target: target.h.
#define TARGET                                                                 \
  {"machine",                                                                  \
   "preset of the machine: single-kpu, kpu-cluster, kpu-exa, cpu-smp "         \
   "or mpi-cluster",                                                           \
   ""},                                                                        \
      {"objective",                                                            \
       "what a mapping of the grid onto the machine makes least: time, "       \
       "energy, or the weights of a nanosecond and of a picojoule, as in "     \
       "1:0.5",                                                                \
       "time"}
// What the plan depends on: functions.h.
#define PLAN                                                                   \
  {"grid", "partitions along each grid axis, such as 8 or 2x4", ""},           \
      {"require-distributed",                                                  \
       "true: what can only run at the root is an error", "false"},            \
      {"strict-fp",                                                            \
       "true: floating-point numbers are combined in the sequential "          \
       "order, so that results are the same bit for bit",                      \
       "false"},                                                               \
      {"cyclic",                                                               \
       "whether arrays are dealt out in blocks, which evens out the work: "    \
       "cost, always or never",                                                \
       "cost"},                                                                \
      {"memory-words",                                                         \
       "words that a partition may hold before loops take what they read "     \
       "in strips; 0: 4 times its share of the arrays, and at least 2^20",     \
       "0"}
#define PARTITIONS                                                             \
  {"partitions",                                                               \
   "where no grid is given: their number, for which a grid is chosen", ""}
#define MODE                                                                   \
  {"mode",                                                                     \
   "whether inputs that all coordinates read become pipelines: "               \
   "always, cost or never",                                                    \
   "always"}
#define COUNT_STATEMENTS                                                       \
  {"count-statements",                                                         \
   "true: the program tells of the statements that it runs, for the "          \
   "virtual clock",                                                            \
   "false"}
#define ALGORITHMS                                                             \
  {"algorithms",                                                               \
   "how collectives over several levels work, kind by kind: cost, "            \
   "flat or staged, as in broadcast:staged/all_to_all:flat",                   \
   ""}
#define SIMPLIFY                                                               \
  {"simplify", "false: leave all messages as they were planned", "true"},      \
      {"merge-words", "most words of a message that small ones are merged to", \
       "64"}

static const DmmOptionRow distribute_options[] = {TARGET, PARTITIONS, PLAN,
                                                  MODE};
static const DmmOptionRow uniformize_options[] = {PLAN, MODE};
static const DmmOptionRow lower_options[] = {PLAN, COUNT_STATEMENTS};
static const DmmOptionRow simplify_options[] = {SIMPLIFY};
static const DmmOptionRow place_options[] = {TARGET, ALGORITHMS};
static const DmmOptionRow classify_options[] = {JSON, TARGET, PLAN};
static const DmmOptionRow compile_options[] = {
    TARGET, PARTITIONS, PLAN, MODE, COUNT_STATEMENTS, SIMPLIFY, ALGORITHMS};

#define LIST(rows) rows, sizeof(rows) / sizeof(*(rows))

static const DmmPassRow pass_rows[] = {
    {"dmm-distribute",
     "Choose the layouts of arrays, the distributed loops and the mapping",
     LIST(distribute_options), dmm_distribute_run, insert_dialects},
    {"dmm-uniformize", "Mark the accesses of inputs that become pipelines",
     LIST(uniformize_options), dmm_uniformize_run, insert_dialects},
    {"dmm-lower-affine",
     "Rewrite distributed affine functions to one program for all partitions",
     LIST(lower_options), dmm_lower_affine_run, insert_dialects},
    {"dmm-simplify", "Join, merge and remove messages", LIST(simplify_options),
     dmm_simplify_run, insert_dialects},
    {"dmm-place", "Tell of each message its level of the machine and its cost",
     LIST(place_options), dmm_place_run, insert_dialects},
    {"dmm-lower-to-runtime", "Replace dmm and fabric by calls of the runtime",
     NULL, 0, dmm_lower_to_runtime_run, insert_dialects},
    {"dmm-classify", "Tell of each dependence how its data crosses partitions",
     LIST(classify_options), dmm_classify_run, insert_dialects},
};

static const DmmPassRow *const compile_passes[] = {
    &pass_rows[0], &pass_rows[1], &pass_rows[2],
    &pass_rows[3], &pass_rows[4], &pass_rows[5],
};

static const DmmPipelineRow compile_row = {
    "dmm-compile", "Distribute affine functions and lower them to the runtime",
    LIST(compile_options), LIST(compile_passes)};

enum { NUM_PASSES = sizeof(pass_rows) / sizeof(pass_rows[0]) };

//===----------------------------------------------------------------------===//
// Its users
//===----------------------------------------------------------------------===//

const DmmPipelineRow *dmm_compile_pipeline(void) { return &compile_row; }

void dmm_register_passes(void) {
  for (int i = 0; i < NUM_PASSES; ++i)
    dmm_bridge_register_pass(&pass_rows[i]);
  dmm_bridge_register_pipeline(&compile_row);
}

void dmmRegisterPasses(void) { dmm_register_passes(); }

/// The value that the options struct has for an option of a pass, or null.
static const char *compile_option(const DmmCompileOptions *options,
                                  const char *name) {
  if (!strcmp(name, "require-distributed"))
    return options->requireDistributed ? "true" : "false";
  if (!strcmp(name, "simplify"))
    return options->keepMessages ? "false" : "true";
  if (!strcmp(name, "mode"))
    return options->mode;
  if (!strcmp(name, "strict-fp"))
    return options->strictFp ? "true" : "false";
  if (!strcmp(name, "machine"))
    return options->machine;
  return strcmp(name, "grid") ? NULL : options->grid;
}

void dmmCompileAddToPassManager(MlirOpPassManager manager,
                                const DmmCompileOptions *options) {
  for (int i = 0; i < compile_row.npasses; ++i) {
    const DmmPassRow *row = compile_row.passes[i];
    const char *values[DMM_MAX_OPTIONS] = {0};
    for (int k = 0; k < row->noptions; ++k)
      values[k] = compile_option(options, row->options[k].name);
    mlirOpPassManagerAddOwnedPass(manager, dmm_bridge_create_pass(row, values));
  }
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

const char *dmm_pass_option(const DmmPassOptions *options, const char *name) {
  for (int i = 0; i < options->row->noptions; ++i)
    if (!strcmp(options->row->options[i].name, name))
      return options->values[i];
  assert(!"the pass has no such option");
  return "";
}

bool dmm_pass_switch(MlirOperation module, const DmmPassOptions *options,
                     const char *name, bool *on) {
  const char *value = dmm_pass_option(options, name);
  *on = !strcmp(value, "true");
  if (*on || !strcmp(value, "false"))
    return true;
  dmm_diag(mlirOperationGetLocation(module), DMM_ERROR,
           "the option %s is '%s': it takes true or false", name, value);
  return false;
}

static int attribute_grid(MlirOperation module, int64_t *sizes) {
  int n = dmm_op_grid(module, sizes, NULL);
  if (n < 0)
    dmm_op_malformed_grid(module, "has");
  if (n == 0)
    dmm_op_error(module, "has no partition grid: give the pass the option grid "
                         "(such as grid=2x4) or the module the attribute "
                         "dmm.grid = array<i64: 2, 4>");
  return n < 0 ? 0 : n;
}

int dmm_pass_grid(MlirOperation module, const DmmPassOptions *options,
                  int64_t sizes[DMM_MAX_GRID_AXES]) {
  const char *text = dmm_pass_option(options, "grid");
  if (!*text)
    return attribute_grid(module, sizes);
  const char *error;
  int n = dmm_grid_parse(text, sizes, &error);
  if (!n) {
    dmm_op_error(module, "cannot be distributed: the grid '%s' %s", text,
                 error);
    return 0;
  }
  int64_t annotated[DMM_MAX_GRID_AXES];
  int m = dmm_op_grid(module, annotated, NULL);
  if (m && !dmm_grid_equal(sizes, n, annotated, m)) {
    dmm_op_error(module,
                 "has a 'dmm.grid' that contradicts the option "
                 "grid=%s: leave one of them out",
                 text);
    return 0;
  }
  return n;
}
