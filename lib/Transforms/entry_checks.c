//===- entry_checks.c - What holds where a program starts -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   affine.if #violated()[%n, %size] {
//     %false = arith.constant false
//     cf.assert %false, "the access at ..."
//   }
//
//===----------------------------------------------------------------------===//

#include "Transforms/entry_checks.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Func.h"

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static MlirOperation create(const DmmInsertion *at, const char *name,
                            const char *attribute, MlirAttribute value,
                            MlirValue operand, MlirType result) {
  MlirContext context = mlirLocationGetContext(at->location);
  MlirOperationState state = mlirOperationStateGet(str(name), at->location);
  MlirNamedAttribute named =
      mlirNamedAttributeGet(mlirIdentifierGet(context, str(attribute)), value);
  mlirOperationStateAddAttributes(&state, 1, &named);
  if (!mlirValueIsNull(operand))
    mlirOperationStateAddOperands(&state, 1, &operand);
  if (!mlirTypeIsNull(result))
    mlirOperationStateAddResults(&state, 1, &result);
  return dmm_insert(at, mlirOperationCreate(&state));
}

/// cf.assert of false
static void emit_failure(const DmmInsertion *at, const char *text) {
  MlirContext context = mlirLocationGetContext(at->location);
  MlirOperation never =
      create(at, "arith.constant", "value", mlirBoolAttrGet(context, 0),
             (MlirValue){NULL}, mlirIntegerTypeGet(context, 1));
  create(at, "cf.assert", "msg", mlirStringAttrGet(context, str(text)),
         mlirOperationGetResult(never, 0), (MlirType){NULL});
}

static const char *array_text(const DmmPlan *plan, const DmmArray *array) {
  return array->role == DMM_ROLE_LOCAL
             ? dmm_arena_printf(plan->arena, "the array allocated at %s",
                                array->loc.text)
             : dmm_arena_printf(plan->arena, "argument %d", array->argument);
}

static void emit_requirement(const DmmScope *scope, const DmmInsertion *at,
                             const DmmRequirement *requirement) {
  const DmmPlan *plan = scope->plan;
  const char *text = dmm_arena_printf(
      plan->arena,
      "the access at %s runs outside of %s: %s for the sizes and integers that "
      "it is given",
      requirement->loc.text,
      array_text(plan, &plan->arrays[requirement->array]),
      requirement->below ? "the program makes a subscript below 0"
                         : "the array is smaller than the program assumes");
  DmmInsertion inside = {.block =
                             dmm_emit_if(scope, at, &requirement->violation),
                         .location = {requirement->loc.ir}};
  emit_failure(&inside, text);
  dmm_emit_yield(&inside);
}

void dmm_emit_requirements(const DmmScope *scope, const DmmInsertion *at) {
  for (int i = 0; i < scope->plan->nrequirements; ++i)
    emit_requirement(scope, at, &scope->plan->requirements[i]);
}

void dmm_mark_arguments(const DmmPlan *plan, MlirOperation function) {
  MlirContext context = mlirOperationGetContext(function);
  for (int i = 0; i < plan->narrays; ++i) {
    const DmmArray *array = &plan->arrays[i];
    bool is_used = array->written || (array->live_in && !array->is_copy);
    if (array->role == DMM_ROLE_ARGUMENT && !array->is_resident && is_used)
      mlirFuncSetArgAttr(function, array->argument,
                         str(array->written ? "dmm.written" : "dmm.read"),
                         mlirUnitAttrGet(context));
  }
}
