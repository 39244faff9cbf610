//===- programs.c - From files to plans -----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "programs.h"

#include "Analysis/normalize.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Plan/build.h"
#include "dmm-c/dialects.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"

#include <inttypes.h>
#include <string.h>

typedef struct Grid {
  const char *name;
  int64_t sizes[2];
  int naxes;
} Grid;

static const Grid grids[] = {{"3", {3}, 1}, {"2x2", {2, 2}, 2}};
enum { NUM_GRIDS = sizeof grids / sizeof grids[0] };

static MlirStringRef ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

Programs programs_create(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  dmmRegisterDialects(registry);
  Programs programs = {.arena = dmm_arena_create()};
  programs.context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirRegisterAllPasses();
  return programs;
}

void programs_destroy(Programs *programs) {
  for (int i = 0; i < programs->n; ++i) {
    dmm_plan_destroy(programs->items[i].plan);
    mlirModuleDestroy(programs->items[i].module);
  }
  mlirContextDestroy(programs->context);
  dmm_arena_destroy(programs->arena);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool ends_in(MlirStringRef name, const char *suffix) {
  size_t n = strlen(suffix);
  return name.length >= n && !memcmp(name.data + name.length - n, suffix, n);
}

static MlirStringRef function_name(MlirOperation func) {
  return mlirStringAttrGetValue(dmm_op_attr(func, "sym_name"));
}

/// Whether nothing of the plan is only known when the program runs.
static bool is_static(const DmmPlan *plan) {
  for (int i = 0; i < plan->nvars; ++i)
    if (plan->vars[i].kind == DMM_VAR_PARAM)
      return false;
  return true;
}

static MlirOperation find_function(MlirModule module, MlirStringRef name) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!dmm_op_is(op, "func.func") ||
         !mlirStringRefEqual(function_name(op), name))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

static void push(Programs *programs, PlannedProgram program) {
  programs->items =
      dmm_arena_push(programs->arena, programs->items, (size_t)programs->n,
                     sizeof *programs->items);
  programs->items[programs->n++] = program;
}

static bool add_plan(Programs *programs, MlirModule source, MlirStringRef name,
                     const Grid *grid) {
  MlirModule module = mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(source)));
  DmmPlanOptions options = {.grid = grid->sizes, .naxes = grid->naxes};
  DmmPlan *plan = dmm_plan_build(find_function(module, name), &options);
  if (plan && plan->nmessages && is_static(plan)) {
    const char *text = dmm_arena_printf(
        programs->arena, "%.*s on %s", (int)name.length, name.data, grid->name);
    push(programs, (PlannedProgram){text, plan, module});
    return true;
  }
  dmm_plan_destroy(plan);
  mlirModuleDestroy(module);
  return plan;
}

static bool add_functions(Programs *programs, MlirModule module) {
  bool ok = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       ok && !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!dmm_op_is(op, "func.func") || ends_in(function_name(op), "_init"))
      continue;
    for (int i = 0; ok && i < NUM_GRIDS; ++i)
      ok = add_plan(programs, module, function_name(op), &grids[i]);
  }
  return ok;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Linalg ops become affine loops.
static bool lower_linalg(MlirContext context, MlirModule module) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  bool ok = mlirLogicalResultIsSuccess(mlirParsePassPipeline(
      passes, ref("builtin.module(func.func(convert-linalg-to-affine-loops))"),
      NULL, NULL));
  ok = ok && mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(
                 manager, mlirModuleGetOperation(module)));
  mlirPassManagerDestroy(manager);
  return ok;
}

bool programs_add_file(Programs *programs, const char *file) {
  MlirModule module =
      mlirModuleCreateParseFromFile(programs->context, ref(file));
  if (mlirModuleIsNull(module))
    return false;
  bool ok = lower_linalg(programs->context, module) &&
            dmm_normalize_module(mlirModuleGetOperation(module)) &&
            add_functions(programs, module);
  mlirModuleDestroy(module);
  return ok;
}
