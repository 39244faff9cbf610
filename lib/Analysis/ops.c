//===- ops.c - Questions about single operations --------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/scop.h"

#include "Dialect/access.h"
#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool dmm_op_is(MlirOperation op, const char *name) {
  MlirStringRef found = mlirIdentifierStr(mlirOperationGetName(op));
  return found.length == strlen(name) &&
         !memcmp(found.data, name, found.length);
}

static bool is_in_dialect(MlirOperation op, const char *dialect) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  size_t n = strlen(dialect);
  return name.length > n && !memcmp(name.data, dialect, n) &&
         name.data[n] == '.';
}

bool dmm_scop_is_pure(MlirOperation op) {
  if (mlirOperationGetNumRegions(op) != 0)
    return false;
  if (dmm_op_is(op, "affine.apply") || dmm_op_is(op, "affine.min") ||
      dmm_op_is(op, "affine.max") || dmm_op_is(op, "memref.dim"))
    return true;
  if (dmm_op_is(op, "llvm.mlir.undef") || dmm_op_is(op, "ub.poison"))
    return true;
  return is_in_dialect(op, "arith") || is_in_dialect(op, "math") ||
         is_in_dialect(op, "complex") || is_in_dialect(op, "index");
}

MlirValue dmm_access_memref(MlirOperation op) {
  return mlirOperationGetOperand(op, dmm_op_is(op, "affine.store") ? 1 : 0);
}

const char *dmm_func_name(DmmArena *arena, MlirOperation func) {
  MlirStringRef name = mlirStringAttrGetValue(dmm_op_attr(func, "sym_name"));
  return dmm_arena_printf(arena, "%.*s", (int)name.length, name.data);
}

DmmLoc dmm_loc_of(DmmArena *arena, MlirOperation op) {
  MlirLocation location = mlirOperationGetLocation(op);
  DmmText text = {0};
  dmm_location_text(location, &text);
  DmmLoc loc = {dmm_arena_printf(arena, "%s", text.data), location.ptr};
  dmm_text_free(&text);
  return loc;
}

bool dmm_refuse(DmmRefusal *refusal, MlirOperation op, const char *format,
                ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(refusal->text, sizeof refusal->text, format, args);
  va_end(args);
  refusal->op = op;
  return false;
}
