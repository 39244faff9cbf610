//===- diag.c - Diagnostics with a format -------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/diag.h"

#include <stdarg.h>

static void emit(MlirLocation location, DmmSeverity severity, DmmText *text) {
  dmm_bridge_emit(location, severity, text->data ? text->data : "", location,
                  NULL);
  dmm_text_free(text);
}

void dmm_diag(MlirLocation location, DmmSeverity severity, const char *format,
              ...) {
  DmmText text = {0};
  va_list args;
  va_start(args, format);
  dmm_text_vprintf(&text, format, args);
  va_end(args);
  emit(location, severity, &text);
}

bool dmm_op_error(MlirOperation op, const char *format, ...) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  DmmText text = {0};
  dmm_text_printf(&text, "'%.*s' op ", (int)name.length, name.data);
  va_list args;
  va_start(args, format);
  dmm_text_vprintf(&text, format, args);
  va_end(args);
  emit(mlirOperationGetLocation(op), DMM_ERROR, &text);
  return false;
}

/// The first place in a file that `location` speaks of; null if there is none.
static MlirLocation find_file(MlirLocation location) {
  if (mlirLocationIsAFileLineColRange(location))
    return location;
  if (mlirLocationIsAName(location))
    return find_file(mlirLocationNameGetChildLoc(location));
  if (mlirLocationIsACallSite(location))
    return find_file(mlirLocationCallSiteGetCallee(location));
  MlirLocation found = {NULL};
  if (!mlirLocationIsAFused(location))
    return found;
  MlirLocation parts[16];
  unsigned n = mlirLocationFusedGetNumLocations(location);
  if (n > sizeof(parts) / sizeof(parts[0]))
    return found;
  mlirLocationFusedGetLocations(location, parts);
  for (unsigned i = 0; i < n && !found.ptr; ++i)
    found = find_file(parts[i]);
  return found;
}

static void append(MlirStringRef part, void *text) {
  dmm_text_printf(text, "%.*s", (int)part.length, part.data);
}

void dmm_location_text(MlirLocation location, DmmText *text) {
  MlirLocation file = find_file(location);
  if (mlirLocationIsNull(file)) {
    mlirLocationPrint(location, append, text);
    return;
  }
  append(mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(file)),
         text);
  dmm_text_printf(text, ":%d:%d",
                  mlirLocationFileLineColRangeGetStartLine(file),
                  mlirLocationFileLineColRangeGetStartColumn(file));
}
