//===- embed_test.c - The compiler as a C library -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialects with a context, reads and writes a layout, and runs
// dmm-compile on a module, as a program that embeds the plugin does.
//
//===----------------------------------------------------------------------===//

#include "dmm-c/dialects.h"
#include "dmm-c/passes.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Dialect/Affine.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void expect(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "failed: %s\n", what);
  ++failures;
}

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static void test_layouts(MlirContext context) {
  const DmmCAxisLayout axes[] = {
      {.state = DMM_C_SHARDED,
       .dim = 1,
       .numerator = -1,
       .denominator = 2,
       .offset = 99,
       .block = 25,
       .extent = 50},
      {.state = DMM_C_PINNED, .offset = 3},
      {.state = DMM_C_REPLICATED},
  };
  MlirAttribute layout = dmmLayoutGet(context, 3, axes);
  expect(dmmLayoutGetNumAxes(layout) == 3, "three axes");
  DmmCAxisLayout cut = dmmLayoutGetAxis(layout, 0);
  expect(!memcmp(&cut, &axes[0], sizeof cut), "the cut axis is the same");
  expect(dmmLayoutGetAxis(layout, 1).state == DMM_C_PINNED, "pinned");
  expect(dmmLayoutGetAxis(layout, 1).offset == 3, "pinned at 3");
  expect(dmmLayoutGetAxis(layout, 2).state == DMM_C_REPLICATED, "replicated");
  MlirAttribute parsed = mlirAttributeParseGet(
      context, str("#dmm.layout<[{dim = 1 : i64, numerator = -1 : i64, "
                   "denominator = 2 : i64, offset = 99 : i64, block = 25 : "
                   "i64, extent = 50 : i64}, {pin = 3 : i64}, {}]>"));
  expect(mlirAttributeEqual(parsed, layout), "the text is the same layout");
  expect(dmmLayoutGetNumAxes(mlirUnitAttrGet(context)) == -1, "no layout");
  MlirAttribute bad = mlirAttributeParseGet(
      context, str("#dmm.layout<[{dim = 0 : i64, pin = 1 : i64}]>"));
  expect(dmmLayoutGetNumAxes(bad) == -1, "a malformed layout");
}

static const char program[] = "func.func @scale(%x: memref<10xf32>) {\n"
                              "  affine.for %i = 0 to 10 {\n"
                              "    %0 = affine.load %x[%i] : memref<10xf32>\n"
                              "    %1 = arith.addf %0, %0 : f32\n"
                              "    affine.store %1, %x[%i] : memref<10xf32>\n"
                              "  }\n"
                              "  return\n"
                              "}\n";

static MlirDialectRegistry make_registry(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  const MlirDialectHandle handles[] = {
      mlirGetDialectHandle__affine__(), mlirGetDialectHandle__arith__(),
      mlirGetDialectHandle__func__(), mlirGetDialectHandle__memref__()};
  for (size_t i = 0; i < sizeof handles / sizeof *handles; ++i)
    mlirDialectHandleInsertDialect(handles[i], registry);
  dmmRegisterDialects(registry);
  return registry;
}

static void collect(MlirStringRef part, void *data) {
  char *text = data;
  size_t length = strlen(text), room = 65535 - length;
  memcpy(text + length, part.data, part.length < room ? part.length : room);
}

/// Compiles the program; its text, or an empty one on failure.
static void compile(MlirContext context, DmmCompileOptions options,
                    char *text) {
  MlirModule module = mlirModuleCreateParse(context, str(program));
  MlirPassManager manager = mlirPassManagerCreate(context);
  dmmCompileAddToPassManager(mlirPassManagerGetAsOpPassManager(manager),
                             &options);
  MlirOperation op = mlirModuleGetOperation(module);
  if (mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, op)))
    mlirOperationPrint(op, collect, text);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
}

static MlirLogicalResult silence(MlirDiagnostic diagnostic, void *data) {
  (void)diagnostic;
  ++*(int *)data;
  return mlirLogicalResultSuccess();
}

static void test_pipeline(MlirContext context) {
  static char text[65536], none[65536];
  compile(context, (DmmCompileOptions){.grid = "4"}, text);
  expect(strstr(text, "@dmm_rt_scatter_f32"), "a scatter is called");
  expect(strstr(text, "@dmm_rt_gather_f32"), "a gather is called");
  expect(!strstr(text, "affine."), "no affine op is left");
  int diagnostics = 0;
  mlirContextAttachDiagnosticHandler(context, silence, &diagnostics, NULL);
  compile(context, (DmmCompileOptions){.grid = "4x"}, none);
  expect(!*none && diagnostics == 1, "a malformed grid is one diagnostic");
}

/// One partition needs no messages, unless they are to be kept.
static void test_messages(MlirContext context) {
  static char fewer[65536], all[65536];
  DmmCompileOptions options = {.grid = "1"};
  compile(context, options, fewer);
  expect(*fewer && !strstr(fewer, "@dmm_rt_scatter_f32"), "no scatter is left");
  options.keepMessages = true;
  compile(context, options, all);
  expect(strstr(all, "@dmm_rt_scatter_f32"), "the scatter is kept");
}

int main(void) {
  MlirDialectRegistry registry = make_registry();
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirContextLoadAllAvailableDialects(context);
  test_layouts(context);
  test_messages(context);
  test_pipeline(context);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return failures != 0;
}
