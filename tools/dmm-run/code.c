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

static MlirPassManager create_manager(MlirModule module) {
  return mlirPassManagerCreateOnOperation(mlirModuleGetContext(module),
                                          ref("builtin.module"));
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

static bool check_pipeline(MlirModule module, const char *pipeline) {
  MlirPassManager manager = create_manager(module);
  bool ok = add_pipeline(manager, pipeline);
  mlirPassManagerDestroy(manager);
  return ok;
}

static bool run_pipeline(MlirModule module, const char *pipeline,
                         bool printed) {
  MlirOperation op = mlirModuleGetOperation(module);
  MlirPassManager manager = create_manager(module);
  if (printed)
    print_ir(manager);
  bool ok = add_pipeline(manager, pipeline) &&
            mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, op));
  mlirPassManagerDestroy(manager);
  return ok;
}

//===----------------------------------------------------------------------===//
// The pipeline dmm-compile
//===----------------------------------------------------------------------===//

static bool gives_option(const char *options, const char *name) {
  size_t length = strlen(name);
  for (const char *c = options; c && *c; c = strchr(c, ','), c += c != NULL)
    if (!strncmp(c, name, length) && c[length] == '=')
      return true;
  return false;
}

/// The options of dmm-compile, as "k=v,k=v": the grid, those of the command
/// line, and what follows from its flags. What is to be compared with the
/// simulation of the plan has the messages of the plan, and what runs on a
/// machine tells of its statements.
static DmmText compile_options(const DmmProgram *program,
                               const DmmRunOptions *options) {
  DmmText text = {0};
  dmm_text_printf(&text, "grid=");
  dmm_grid_print(program->grid, program->naxes, &text);
  if (options->simulate && !gives_option(options->pass_options, "simplify"))
    dmm_text_printf(&text, ",simplify=false");
  if (dmm_has_machine(mlirModuleGetOperation(program->module)))
    dmm_text_printf(&text, ",count-statements=true");
  if (options->pass_options)
    dmm_text_printf(&text, ",%s", options->pass_options);
  return text;
}

/// Whether the pass has the option that stands at the start of the text.
static bool has_option(const DmmPassRow *pass, const char *option) {
  size_t length = strcspn(option, "=");
  for (int i = 0; i < pass->noptions; ++i) {
    const char *name = pass->options[i].name;
    if (strlen(name) == length && !strncmp(name, option, length))
      return true;
  }
  return false;
}

/// Appends "NAME{k=v k=v}": all of the options, or, where it is a pass, those
/// that it has.
static void put_passes(const char *name, const DmmPassRow *pass,
                       const char *options, DmmText *text) {
  const char *separator = "";
  dmm_text_printf(text, "%s{", name);
  for (const char *c = options; *c; c += strcspn(c, ","), c += *c == ',') {
    if (pass && !has_option(pass, c))
      continue;
    dmm_text_printf(text, "%s%.*s", separator, (int)strcspn(c, ","), c);
    separator = " ";
  }
  dmm_text_printf(text, "}");
}

/// Only dmm-compile as a whole finds out what is no option of any pass.
static bool check_options(MlirModule module, const char *options) {
  DmmText pipeline = {0};
  put_passes(dmm_compile_pipeline()->name, NULL, options, &pipeline);
  bool ok = check_pipeline(module, pipeline.data);
  dmm_text_free(&pipeline);
  return ok;
}

/// Runs the passes of dmm-compile from number `first` to before `end`.
static bool run_passes(MlirModule module, int first, int end,
                       const char *options, bool printed) {
  DmmText pipeline = {0};
  for (int i = first; i < end; ++i) {
    const DmmPassRow *pass = dmm_compile_pipeline()->passes[i];
    dmm_text_printf(&pipeline, "%s", i == first ? "" : ",");
    put_passes(pass->name, pass, options, &pipeline);
  }
  bool ok = run_pipeline(module, pipeline.data, printed);
  dmm_text_free(&pipeline);
  return ok;
}

static bool choose(const DmmProgram *program, const DmmRunOptions *options,
                   MlirModule module) {
  if (dmm_program_is_compiled(program))
    return true;
  DmmText text = compile_options(program, options);
  bool ok = check_options(module, text.data) &&
            run_passes(module, 0, 1, text.data, options->print_ir);
  dmm_text_free(&text);
  return ok;
}

/// Goes on after dmm-distribute.
static bool lower(const DmmProgram *program, const DmmRunOptions *options,
                  MlirModule module) {
  if (program->calls_runtime)
    return true;
  if (program->spmd)
    return run_pipeline(module, "dmm-lower-to-runtime", options->print_ir);
  DmmText text = compile_options(program, options);
  bool ok = run_passes(module, 1, dmm_compile_pipeline()->npasses, text.data,
                       options->print_ir);
  dmm_text_free(&text);
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

MlirModule dmm_code_choose(const DmmProgram *program,
                           const DmmRunOptions *options) {
  MlirOperation null = {NULL};
  MlirOperation init = program->init_compiled ? program->init : null;
  MlirOperation roots[] = {program->entry, init};
  MlirModule module = dmm_program_extract(program, roots, 2);
  dmm_program_copy_target(program, module);
  if (choose(program, options, module))
    return module;
  mlirModuleDestroy(module);
  return (MlirModule){NULL};
}

bool dmm_code_distributed(const DmmProgram *program,
                          const DmmRunOptions *options, MlirModule chosen,
                          DmmCode *code) {
  *code = (DmmCode){0};
  MlirOperation null = {NULL};
  MlirOperation init = program->init_compiled ? program->init : null;
  dmm_program_copy_target(program, chosen);
  return lower(program, options, chosen) &&
         generate(chosen, program->entry, init, options->optimize,
                  options->print_ir, code);
}

void dmm_code_free(DmmCode *code) {
  if (!mlirExecutionEngineIsNull(code->engine))
    mlirExecutionEngineDestroy(code->engine);
  *code = (DmmCode){0};
}
