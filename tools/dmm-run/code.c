//===- code.c - Compiled code of a program --------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both ways end with the same passes at the same level of optimization, so that
// a floating-point operation gives the same bits in both.
//
//===----------------------------------------------------------------------===//

#include "code.h"

#include "Support/text.h"
#include "Transforms/strip_attributes.h"
#include "Transforms/target.h"
#include "diagnostics.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Pass.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// From upstream's dialects to LLVM's. Strided metadata expands to affine ops,
/// complex functions to math, and math to calls of the C library. What
/// aligned_alloc returns is known to be apart from all else, unlike the pointer
/// that is aligned by hand into what malloc returns.
static const char lowering[] = "lower-affine,"
                               "convert-scf-to-cf,"
                               "expand-strided-metadata,"
                               "lower-affine,"
                               "convert-complex-to-standard,"
                               "func.func(math-expand-ops{ops=ctlz,powi}),"
                               "convert-math-to-funcs,"
                               "func.func(arith-expand{include-bf16=true}),"
                               "convert-math-to-llvm,"
                               "convert-math-to-libm,"
                               "convert-complex-to-libm,"
                               "convert-complex-to-llvm,"
                               "convert-vector-to-llvm,"
                               "convert-ub-to-llvm,"
                               "convert-index-to-llvm,"
                               "finalize-memref-to-llvm{use-aligned-alloc=1},"
                               "convert-arith-to-llvm,"
                               "convert-func-to-llvm,"
                               "convert-cf-to-llvm,"
                               "reconcile-unrealized-casts";

static MlirStringRef ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

static void append(MlirStringRef part, void *text) {
  dmm_text_printf(text, "%.*s", (int)part.length, part.data);
}

static void print_ir(MlirPassManager manager) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirPassManagerEnableIRPrinting(manager, false, true, true, false, false,
                                  flags, (MlirStringRef){NULL, 0});
  mlirOpPrintingFlagsDestroy(flags);
}

static bool add_pipeline(MlirPassManager manager, const char *pipeline) {
  DmmText error = {0};
  bool ok = mlirLogicalResultIsSuccess(
      mlirOpPassManagerAddPipeline(mlirPassManagerGetAsOpPassManager(manager),
                                   ref(pipeline), append, &error));
  if (!ok)
    dmm_complain("the passes '%s': %s", pipeline,
                 error.data ? error.data : "wrong options");
  dmm_text_free(&error);
  return ok;
}

static bool run_pipeline(MlirModule module, const char *pipeline,
                         bool printed) {
  MlirOperation op = mlirModuleGetOperation(module);
  MlirPassManager manager = mlirPassManagerCreateOnOperation(
      mlirModuleGetContext(module), ref("builtin.module"));
  if (printed)
    print_ir(manager);
  bool ok = add_pipeline(manager, pipeline) &&
            mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, op));
  mlirPassManagerDestroy(manager);
  return ok;
}

static bool gives_option(const char *options, const char *name) {
  size_t length = strlen(name);
  for (const char *c = options; c && *c; c = strchr(c, ','), c += c != NULL)
    if (!strncmp(c, name, length) && c[length] == '=')
      return true;
  return false;
}

/// "dmm-compile{grid=2x4 k=v ...}"; the options are given as "k=v,...". What is
/// to be compared with the simulation of the plan has the messages of the plan,
/// and what runs on a machine tells of its statements.
static void compile_pipeline(const DmmProgram *program,
                             const DmmRunOptions *options,
                             bool counts_statements, DmmText *text) {
  dmm_text_printf(text, "dmm-compile{grid=");
  for (int i = 0; i < program->naxes; ++i)
    dmm_text_printf(text, "%s%" PRId64, i ? "x" : "", program->grid[i]);
  if (options->simulate && !gives_option(options->pass_options, "simplify"))
    dmm_text_printf(text, " simplify=false");
  if (counts_statements)
    dmm_text_printf(text, " count-statements=true");
  dmm_text_printf(text, "%s", options->pass_options ? " " : "");
  for (const char *c = options->pass_options; c && *c; ++c)
    dmm_text_printf(text, "%c", *c == ',' ? ' ' : *c);
  dmm_text_printf(text, "}");
}

static bool distribute(const DmmProgram *program, const DmmRunOptions *options,
                       MlirModule module) {
  DmmText pipeline = {0};
  MlirOperation op = mlirModuleGetOperation(module);
  if (program->calls_runtime)
    return true;
  if (program->spmd)
    dmm_text_printf(&pipeline, "dmm-lower-to-runtime");
  else
    compile_pipeline(program, options, dmm_has_machine(op), &pipeline);
  bool ok = run_pipeline(module, pipeline.data, options->print_ir);
  dmm_text_free(&pipeline);
  return ok;
}

//===----------------------------------------------------------------------===//
// Code in memory
//===----------------------------------------------------------------------===//

/// Makes the function callable through MLIR's C interface.
static void export_function(MlirModule module, MlirOperation original) {
  if (mlirOperationIsNull(original))
    return;
  MlirOperation function = dmm_module_find(module, dmm_function_name(original));
  if (!mlirOperationIsNull(function))
    mlirOperationSetAttributeByName(
        function, ref("llvm.emit_c_interface"),
        mlirUnitAttrGet(mlirModuleGetContext(module)));
}

static DmmPacked look_up(const DmmCode *code, MlirOperation function) {
  DmmText name = {0};
  if (mlirOperationIsNull(function))
    return NULL;
  MlirStringRef plain = dmm_function_name(function);
  dmm_text_printf(&name, "_mlir_ciface_%.*s", (int)plain.length, plain.data);
  void *address = mlirExecutionEngineLookupPacked(code->engine, ref(name.data));
  dmm_text_free(&name);
  return (DmmPacked)(intptr_t)address;
}

/// Turns `module`, of upstream's dialects, into code of `entry` and `init`
/// (null: not wanted).
static bool generate(MlirModule module, MlirOperation entry, MlirOperation init,
                     int level, bool printed, DmmCode *code) {
  export_function(module, entry);
  export_function(module, init);
  if (!run_pipeline(module, lowering, printed))
    return false;
  code->engine =
      mlirExecutionEngineCreate(module, level, 0, NULL, false, false);
  if (!mlirExecutionEngineIsNull(code->engine)) {
    mlirExecutionEngineInitialize(code->engine);
    code->entry = look_up(code, entry);
    code->init = look_up(code, init);
  }
  bool ok = !mlirExecutionEngineIsNull(code->engine) &&
            (code->entry || mlirOperationIsNull(entry)) &&
            (code->init || mlirOperationIsNull(init));
  if (!ok)
    dmm_complain("no code could be generated");
  return ok;
}

bool dmm_code_sequential(const DmmProgram *program, bool with_entry, int level,
                         DmmCode *code) {
  *code = (DmmCode){0};
  MlirOperation null = {NULL};
  MlirOperation entry = with_entry ? program->entry : null;
  MlirOperation init = program->init_compiled ? null : program->init;
  MlirOperation roots[] = {entry, init};
  MlirModule module = dmm_program_extract(program, roots, 2);
  dmm_strip_attributes(mlirModuleGetOperation(module));
  bool ok = generate(module, entry, init, level, false, code);
  mlirModuleDestroy(module);
  return ok;
}

bool dmm_code_distributed(const DmmProgram *program,
                          const DmmRunOptions *options, DmmCode *code) {
  *code = (DmmCode){0};
  MlirOperation null = {NULL};
  MlirOperation init = program->init_compiled ? program->init : null;
  MlirOperation roots[] = {program->entry, init};
  MlirModule module = dmm_program_extract(program, roots, 2);
  dmm_program_copy_target(program, module);
  bool ok = distribute(program, options, module) &&
            generate(module, program->entry, init, options->optimize,
                     options->print_ir, code);
  mlirModuleDestroy(module);
  return ok;
}

void dmm_code_free(DmmCode *code) {
  if (!mlirExecutionEngineIsNull(code->engine))
    mlirExecutionEngineDestroy(code->engine);
  *code = (DmmCode){0};
}
