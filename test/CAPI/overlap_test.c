//===- overlap_test.c - Compiled programs called from C -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a program through the C API, turns it into code in memory, and calls
// it on several partitions with arguments that share memory and others that do
// not.
//
//===----------------------------------------------------------------------===//

#include "dmm-c/dialects.h"
#include "dmm-c/passes.h"
#include "dmm-runtime/runtime.h"
#include "mlir-c/ExecutionEngine.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 10, MEMORY = 64 };

static void check(bool holds, const char *what, const char *more) {
  if (holds)
    return;
  fprintf(stderr, "failed: %s: %s\n", what, more);
  exit(1);
}

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// y[i] = x[9 - i] + w[i], for strided arrays of any size; z is not used.
static const char program[] =
    "#strided = strided<[?], offset: ?>\n"
    "func.func @mirror(%x: memref<10xf64, #strided>,\n"
    "    %w: memref<?xf64, #strided>, %y: memref<10xf64, #strided>,\n"
    "    %z: memref<10xf64, #strided>)\n"
    "    attributes {llvm.emit_c_interface} {\n"
    "  affine.for %i = 0 to 10 {\n"
    "    %0 = affine.load %x[9 - %i] : memref<10xf64, #strided>\n"
    "    %1 = affine.load %w[%i] : memref<?xf64, #strided>\n"
    "    %2 = arith.addf %0, %1 : f64\n"
    "    affine.store %2, %y[%i] : memref<10xf64, #strided>\n"
    "  }\n"
    "  return\n"
    "}\n";

static const char lowering[] =
    "lower-affine,convert-scf-to-cf,expand-strided-metadata,"
    "lower-affine,finalize-memref-to-llvm,convert-arith-to-llvm,"
    "convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts";

static void print(MlirStringRef part, void *data) {
  (void)data;
  fprintf(stderr, "%.*s", (int)part.length, part.data);
}

static MlirContext make_context(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  dmmRegisterDialects(registry);
  mlirRegisterAllPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirContextLoadAllAvailableDialects(context);
  mlirRegisterAllLLVMTranslations(context);
  mlirDialectRegistryDestroy(registry);
  return context;
}

static MlirExecutionEngine compile(MlirContext context, const char *grid) {
  MlirModule module = mlirModuleCreateParse(context, str(program));
  check(!mlirModuleIsNull(module), "parse", program);
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  DmmCompileOptions options = {.grid = grid, .requireDistributed = true};
  dmmCompileAddToPassManager(passes, &options);
  MlirLogicalResult parsed =
      mlirOpPassManagerAddPipeline(passes, str(lowering), print, NULL);
  check(mlirLogicalResultIsSuccess(parsed), "passes", lowering);
  MlirLogicalResult compiled =
      mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  check(mlirLogicalResultIsSuccess(compiled), "compile for the grid", grid);
  mlirPassManagerDestroy(manager);
  MlirExecutionEngine engine =
      mlirExecutionEngineCreate(module, 2, 0, NULL, false, false);
  check(!mlirExecutionEngineIsNull(engine), "generate code", grid);
  mlirExecutionEngineInitialize(engine);
  mlirModuleDestroy(module);
  return engine;
}

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

typedef struct Vector {
  double *allocated, *aligned;
  int64_t offset, size, stride;
} Vector;

enum { X, W, Y, Z, NUM_ARGUMENTS };

typedef void (*Mirror)(Vector *, Vector *, Vector *, Vector *);

typedef struct Call {
  Mirror mirror;
  Vector arguments[NUM_ARGUMENTS];
} Call;

static void run_partition(int64_t partition, void *user) {
  const Call *call = user;
  Vector v[NUM_ARGUMENTS];
  memcpy(v, call->arguments, sizeof v);
  for (int i = 0; partition && i < NUM_ARGUMENTS; ++i)
    v[i].allocated = v[i].aligned = (double *)8; // only the root has them
  call->mirror(&v[X], &v[W], &v[Y], &v[Z]);
}

typedef struct Case {
  const char *name;
  int64_t offsets[NUM_ARGUMENTS], strides[NUM_ARGUMENTS];
  int64_t w_size;
  const char *failure; ///< null: the program runs
} Case;

static const Case cases[] = {
    {"apart", {0, 10, 20, 30}, {1, 1, 1, 1}, N, NULL},
    {"inputs are the same", {0, 0, 20, 30}, {1, 1, 1, 1}, N, NULL},
    {"unused is the output", {0, 10, 20, 20}, {1, 1, 1, 1}, N, NULL},
    {"even and odd", {0, 20, 1, 40}, {2, 1, 2, 1}, N, NULL},
    {"mirrored", {18, 20, 1, 40}, {-2, 1, 2, 1}, N, NULL},
    {"in place", {0, 10, 0, 30}, {1, 1, 1, 1}, N, "arguments 0 and 2 of"},
    {"one element", {0, 29, 20, 40}, {1, 1, 1, 1}, N, "arguments 1 and 2 of"},
    {"odd and odd", {1, 30, 3, 30}, {2, 1, 2, 1}, N, "arguments 0 and 2 of"},
    {"too small",
     {0, 10, 20, 30},
     {1, 1, 1, 1},
     N - 1,
     "outside of argument 1"},
    {"repeated", {0, 10, 20, 30}, {1, 1, 0, 1}, N, "elements of argument 2"},
};

static double *element(Vector *v, int64_t i) {
  return v->aligned + v->offset + i * v->stride;
}

/// Compares every word of the memory with what the sequential program leaves.
static void check_result(const Case *c, Call *call, const double *memory) {
  double expected[MEMORY];
  for (int i = 0; i < MEMORY; ++i)
    expected[i] = 1 + i * i;
  Vector v[NUM_ARGUMENTS];
  memcpy(v, call->arguments, sizeof v);
  for (int i = 0; i < NUM_ARGUMENTS; ++i)
    v[i].aligned = expected;
  for (int64_t i = 0; !c->failure && i < N; ++i)
    *element(&v[Y], i) = *element(&v[X], N - 1 - i) + *element(&v[W], i);
  check(!memcmp(expected, memory, sizeof expected), "wrong results", c->name);
}

static void run_case(const Case *c, Mirror mirror, const DmmRtConfig *config) {
  double memory[MEMORY];
  Call call = {.mirror = mirror};
  for (int i = 0; i < MEMORY; ++i)
    memory[i] = 1 + i * i;
  for (int i = 0; i < NUM_ARGUMENTS; ++i)
    call.arguments[i] =
        (Vector){memory, memory, c->offsets[i], N, c->strides[i]};
  call.arguments[W].size = c->w_size;
  DmmRtReport report;
  bool ok = !dmm_rt_run(config, run_partition, &call, &report);
  check(ok == !c->failure, c->name, report.message);
  check(ok || strstr(report.message, c->failure), c->name, report.message);
  check_result(c, &call, memory);
}

/// A run that fails leaves the code of its partitions with what that has
/// allocated: it has a process of its own, which ends without a look for leaks.
static void run_failing_case(const Case *c, Mirror mirror,
                             const DmmRtConfig *config) {
  int status = 0;
  pid_t child = fork();
  check(child >= 0, "fork", c->name);
  if (child == 0) {
    run_case(c, mirror, config);
    _exit(0);
  }
  check(waitpid(child, &status, 0) == child && status == 0, c->name, "child");
}

static void test_grid(MlirContext context, const char *grid,
                      const DmmRtConfig *config) {
  MlirExecutionEngine engine = compile(context, grid);
  Mirror mirror = (Mirror)(intptr_t)mlirExecutionEngineLookup(
      engine, str("_mlir_ciface_mirror"));
  check(mirror, "the function", grid);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    (cases[i].failure ? run_failing_case : run_case)(&cases[i], mirror, config);
  mlirExecutionEngineDestroy(engine);
}

int main(void) {
  MlirContext context = make_context();
  test_grid(context, "1", &(DmmRtConfig){1, (int64_t[]){1}, 60, true, NULL});
  test_grid(context, "3", &(DmmRtConfig){1, (int64_t[]){3}, 60, true, NULL});
  test_grid(context, "2x2",
            &(DmmRtConfig){2, (int64_t[]){2, 2}, 60, true, NULL});
  mlirContextDestroy(context);
  return 0;
}
