//===- run_at_root.c - The SPMD form of a function that is not read -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/run_at_root.h"

#include "Dialect/build.h"
#include "Transforms/emit_affine.h"
#include "Transforms/emit_root.h"
#include "mlir-c/BuiltinAttributes.h"

#include <string.h>

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

/// A name that no other symbol of the module has.
static const char *free_name(MlirOperation func, const DmmPlan *plan) {
  MlirSymbolTable table =
      mlirSymbolTableCreate(mlirOperationGetParentOperation(func));
  const char *name = dmm_arena_printf(plan->arena, "%s__root", plan->name);
  while (!mlirOperationIsNull(mlirSymbolTableLookup(table, str(name))))
    name = dmm_arena_printf(plan->arena, "%s_", name);
  mlirSymbolTableDestroy(table);
  return name;
}

/// Renames the function and makes it private.
static void set_aside(MlirOperation func, const char *name) {
  MlirContext context = mlirOperationGetContext(func);
  mlirOperationSetAttributeByName(func, str("sym_name"),
                                  mlirStringAttrGet(context, str(name)));
  mlirOperationSetAttributeByName(func, str("sym_visibility"),
                                  mlirStringAttrGet(context, str("private")));
  mlirOperationSetDiscardableAttributeByName(func, str("dmm.root"),
                                             mlirUnitAttrGet(context));
}

static void emit_op(const DmmInsertion *at, const char *name, MlirBlock args,
                    const char *callee) {
  MlirOperationState state = mlirOperationStateGet(str(name), at->location);
  MlirContext context = mlirLocationGetContext(at->location);
  for (intptr_t i = 0; callee && i < mlirBlockGetNumArguments(args); ++i) {
    MlirValue argument = mlirBlockGetArgument(args, i);
    mlirOperationStateAddOperands(&state, 1, &argument);
  }
  MlirNamedAttribute attribute = {{NULL}, {NULL}};
  if (callee) {
    attribute =
        mlirNamedAttributeGet(mlirIdentifierGet(context, str("callee")),
                              mlirFlatSymbolRefAttrGet(context, str(callee)));
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  dmm_insert(at, mlirOperationCreate(&state));
}

void dmm_run_at_root(MlirOperation func, const DmmPlan *plan) {
  const char *name = free_name(func, plan);
  MlirBlock entry;
  MlirOperation caller = dmm_emit_function(func, NULL, &entry);
  set_aside(func, name);
  DmmInsertion at = {.block = entry,
                     .location = mlirOperationGetLocation(func)};
  DmmInsertion inside = {.block = dmm_emit_if_root(&at, plan),
                         .location = at.location};
  emit_op(&inside, "func.call", entry, name);
  dmm_emit_yield(&inside);
  emit_op(&at, "func.return", entry, NULL);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(func), func,
                                      caller);
}
