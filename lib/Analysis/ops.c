//===- ops.c - Questions about single operations --------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/scop.h"

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

typedef struct TextSink {
  char text[256];
  size_t length;
} TextSink;

static void collect(MlirStringRef part, void *data) {
  TextSink *sink = data;
  size_t room = sizeof sink->text - 1 - sink->length;
  size_t n = part.length < room ? part.length : room;
  memcpy(sink->text + sink->length, part.data, n);
  sink->length += n;
}

DmmLoc dmm_loc_of(DmmArena *arena, MlirOperation op) {
  MlirLocation location = mlirOperationGetLocation(op);
  DmmLoc loc = {.ir = location.ptr};
  if (mlirLocationIsAFileLineColRange(location)) {
    MlirStringRef file =
        mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
    loc.text = dmm_arena_printf(
        arena, "%.*s:%d:%d", (int)file.length, file.data,
        (int)mlirLocationFileLineColRangeGetStartLine(location),
        (int)mlirLocationFileLineColRangeGetStartColumn(location));
  } else {
    TextSink sink = {.length = 0};
    mlirLocationPrint(location, collect, &sink);
    loc.text = dmm_arena_printf(arena, "%.*s", (int)sink.length, sink.text);
  }
  return loc;
}
