//===- verify_message.c - Rules of moves and of wait --------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/verify.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Coordinates, rooted and laid-out messages
//===----------------------------------------------------------------------===//

bool dmm_verify_coord(MlirOperation op) {
  DmmSubject s;
  int64_t axis = -1;
  if (!dmm_read_grid(&s, op))
    return false;
  dmm_op_int(op, "axis", &axis);
  return dmm_check_axis(&s, "axis", axis);
}

/// IRDL has checked that the count is an index.
bool dmm_verify_statements(MlirOperation op) {
  (void)op;
  return true;
}

bool dmm_verify_broadcast(MlirOperation op) {
  DmmSubject s;
  return dmm_read_subject(&s, op) && dmm_check_root(&s, true) &&
         dmm_check_elements(op, 0, 2) && dmm_check_same_shape(op, 0, 1);
}

bool dmm_verify_scatter(MlirOperation op) {
  DmmSubject s;
  return dmm_read_subject(&s, op) && dmm_check_laid_out(&s, 0, 1) &&
         dmm_check_root(&s, true);
}

bool dmm_verify_gather(MlirOperation op) {
  DmmSubject s;
  return dmm_read_subject(&s, op) && dmm_check_laid_out(&s, 1, 0) &&
         dmm_check_root(&s, false);
}

//===----------------------------------------------------------------------===//
// Wait
//===----------------------------------------------------------------------===//

static bool has_operand(MlirOperation op, MlirValue value) {
  intptr_t n = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < n; ++i)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), value))
      return true;
  return false;
}

/// All buffers of the op that gave `token` must be operands of the wait.
static bool check_awaited(MlirOperation op, MlirValue token) {
  if (!mlirValueIsAOpResult(token))
    return dmm_op_error(op, "has a token that is not the result of an async "
                            "operation: wait in the block of the operation");
  MlirOperation started = mlirOpResultGetOwner(token);
  int n = dmm_op_operands(started).nbuffers;
  for (int i = 0; i < n; ++i)
    if (!has_operand(op, mlirOperationGetOperand(started, i)))
      return dmm_op_error(op, "lacks a buffer of the operation it waits for: "
                              "list all its buffers, or they may be freed "
                              "before it ends");
  return true;
}

bool dmm_verify_wait(MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op), tokens = 0;
  while (tokens < n && dmm_type_is_token(mlirValueGetType(
                           mlirOperationGetOperand(op, tokens))))
    ++tokens;
  if (mlirOperationGetNumResults(op))
    return dmm_op_error(op, "has no results");
  if (!tokens || dmm_op_operands(op).nbuffers != n - tokens)
    return dmm_op_error(op, "takes one or more tokens and then the buffers of "
                            "the operations that gave them");
  for (intptr_t i = 0; i < tokens; ++i)
    if (!check_awaited(op, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}
