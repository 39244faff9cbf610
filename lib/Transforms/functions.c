//===- functions.c - The functions that a pass works on -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/functions.h"

#include "Analysis/normalize.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"

static bool is_to_do(MlirOperation op) {
  return dmm_op_is(op, "func.func") &&
         !mlirBlockIsNull(
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))) &&
         mlirAttributeIsNull(dmm_op_attr(op, "dmm.spmd"));
}

bool dmm_for_each_function(MlirOperation module, const DmmPassOptions *options,
                           DmmFunctionStep step, void *data) {
  int64_t grid[DMM_MAX_GRID_AXES];
  int naxes = dmm_pass_grid(module, options, grid);
  if (!naxes)
    return false;
  mlirOperationSetDiscardableAttributeByName(
      module, mlirStringRefCreateFromCString("dmm.grid"),
      mlirDenseI64ArrayGet(mlirOperationGetContext(module), naxes, grid));
  if (!dmm_normalize_module(module))
    return false;
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(module));
  MlirOperation next, op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op); // the step may replace op
    if (is_to_do(op) && !step(op, grid, naxes, data))
      return false;
  }
  return true;
}
