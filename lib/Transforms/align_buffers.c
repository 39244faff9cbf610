//===- align_buffers.c - Buffers that begin at a cache line ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/align_buffers.h"

#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirWalkResult align(MlirOperation op, void *data) {
  (void)data;
  if (!dmm_op_is(op, "memref.alloc") ||
      !mlirAttributeIsNull(dmm_op_attr(op, "alignment")))
    return MlirWalkResultAdvance;
  MlirType word = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  mlirOperationSetAttributeByName(
      op, mlirStringRefCreateFromCString("alignment"),
      mlirIntegerAttrGet(word, DMM_BUFFER_ALIGNMENT_BYTES));
  return MlirWalkResultAdvance;
}

void dmm_align_buffers(MlirOperation root) {
  mlirOperationWalk(root, align, NULL, MlirWalkPreOrder);
}
