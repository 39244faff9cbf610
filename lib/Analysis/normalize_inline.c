//===- normalize_inline.c - Inline calls ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/normalize_steps.h"

#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// Callees
//===----------------------------------------------------------------------===//

/// The function that a func.call calls, or null.
static MlirOperation find_callee(MlirOperation call) {
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(dmm_op_attr(call, "callee"));
  MlirOperation module = call;
  while (!dmm_op_is(module, "builtin.module"))
    module = mlirOperationGetParentOperation(module);
  MlirOperation op = mlirBlockGetFirstOperation(dmm_op_body(module, 0));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (dmm_op_is(op, "func.func") &&
        mlirStringRefEqual(mlirStringAttrGetValue(dmm_op_attr(op, "sym_name")),
                           name))
      return op;
  return op;
}

static bool has_body(MlirOperation func) {
  return !mlirOperationIsNull(func) && !mlirBlockIsNull(dmm_op_body(func, 0));
}

static bool takes_memref(MlirOperation call) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(call, i));
    if (mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type))
      return true;
  }
  return false;
}

static bool check_callee(MlirOperation call, MlirOperation callee) {
  if (!has_body(callee))
    return dmm_op_error(call, "hands a memref to a function whose body is not "
                              "in the module, so what it reads and writes is "
                              "not known; give its body, or call it outside");
  MlirBlock body = dmm_op_body(callee, 0);
  return mlirBlockIsNull(mlirBlockGetNextInRegion(body)) ||
         dmm_op_error(call, "calls a function with control flow between "
                            "blocks; write it with affine.for");
}

//===----------------------------------------------------------------------===//
// Recursion
//===----------------------------------------------------------------------===//

static MlirWalkResult collect_call(MlirOperation op, void *data) {
  if (dmm_op_is(op, "func.call"))
    dmm_ops_push(data, op);
  return MlirWalkResultAdvance;
}

/// Functions whose calls are being followed, and those that are done with.
typedef struct CallGraph {
  DmmOps open, done;
} CallGraph;

/// Whether no function that `func` calls, directly or not, calls itself.
static bool check_calls(CallGraph *graph, MlirOperation func) {
  DmmOps calls = {.arena = graph->open.arena};
  bool ok = true;
  if (dmm_ops_contain(&graph->done, func))
    return true;
  mlirOperationWalk(func, collect_call, &calls, MlirWalkPreOrder);
  dmm_ops_push(&graph->open, func);
  for (size_t i = 0; ok && i < calls.n; ++i) {
    MlirOperation callee = find_callee(calls.items[i]);
    if (!has_body(callee))
      continue;
    if (dmm_ops_contain(&graph->open, callee))
      ok = dmm_op_error(calls.items[i],
                        "is recursive, so it cannot be inlined; write the "
                        "recursion as a loop");
    ok = ok && check_calls(graph, callee);
  }
  --graph->open.n;
  dmm_ops_push(&graph->done, func);
  return ok;
}

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

/// Puts a copy of the callee's body in place of the call.
static void inline_call(MlirOperation call, MlirOperation callee) {
  MlirOperation copy = mlirOperationClone(callee);
  MlirBlock body = dmm_op_body(copy, 0);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, i),
                                  mlirOperationGetOperand(call, i));
  dmm_move_body(body, call);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(call); ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, i),
                                  mlirOperationGetOperand(end, i));
  mlirOperationDestroy(call);
  mlirOperationDestroy(copy);
}

/// Inlines the calls that stand in the function now. Sets `*any` if there were
/// some.
static bool inline_once(MlirOperation func, DmmArena *arena, bool *any) {
  DmmOps calls = {.arena = arena};
  mlirOperationWalk(func, collect_call, &calls, MlirWalkPreOrder);
  for (size_t i = 0; i < calls.n; ++i) {
    MlirOperation callee = find_callee(calls.items[i]);
    if (!has_body(callee) && !takes_memref(calls.items[i]))
      continue;
    if (!check_callee(calls.items[i], callee))
      return false;
    inline_call(calls.items[i], callee);
    *any = true;
  }
  return true;
}

bool dmm_inline_calls(MlirOperation func) {
  DmmArena *arena = dmm_arena_create();
  CallGraph graph = {{.arena = arena}, {.arena = arena}};
  bool ok = check_calls(&graph, func);
  for (bool any = true; ok && any;) {
    any = false;
    ok = inline_once(func, arena, &any);
  }
  dmm_arena_destroy(arena);
  return ok;
}
