//===- diag.c - Diagnostics with a format -------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/diag.h"

#include "Support/text.h"

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

void dmm_diag_note(MlirLocation location, const char *text,
                   MlirLocation note_location, const char *format, ...) {
  DmmText note = {0};
  va_list args;
  va_start(args, format);
  dmm_text_vprintf(&note, format, args);
  va_end(args);
  dmm_bridge_emit(location, DMM_ERROR, text, note_location, note.data);
  dmm_text_free(&note);
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
