//===- diagnostics.c - Diagnostics on the standard error ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handler renders a diagnostic with its notes to one text, so that equal
// ones are told by comparing texts.
//
//===----------------------------------------------------------------------===//

#include "diagnostics.h"

#include "Support/text.h"

#include "mlir-c/Diagnostics.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The first error
//===----------------------------------------------------------------------===//

/// Errors also come from where no context and no session is at hand.
static DmmText first_error;

/// Takes down the first line.
static void note_error(const char *text) {
  if (!first_error.data)
    dmm_text_printf(&first_error, "%.*s", (int)strcspn(text, "\n"), text);
}

const char *dmm_errors_first(void) { return first_error.data; }

void dmm_errors_forget(void) { dmm_text_free(&first_error); }

void dmm_complain(const char *format, ...) {
  DmmText text = {0};
  va_list args;
  va_start(args, format);
  dmm_text_vprintf(&text, format, args);
  va_end(args);
  fprintf(stderr, "dmm-run: error: %s\n", text.data);
  note_error(text.data);
  dmm_text_free(&text);
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

/// The texts printed so far.
typedef struct Printed {
  char **texts;
  size_t n;
} Printed;

static void append(MlirStringRef part, void *text) {
  dmm_text_printf(text, "%.*s", (int)part.length, part.data);
}

/// The location that says most: what a name stands for, the callee of a call,
/// the first of a fused one.
static MlirLocation innermost(MlirLocation location) {
  for (;;) {
    if (mlirLocationIsAName(location)) {
      location = mlirLocationNameGetChildLoc(location);
    } else if (mlirLocationIsACallSite(location)) {
      location = mlirLocationCallSiteGetCallee(location);
    } else if (mlirLocationIsAFused(location) &&
               mlirLocationFusedGetNumLocations(location) == 1) {
      mlirLocationFusedGetLocations(location, &location);
    } else {
      return location;
    }
  }
}

static void print_location(MlirLocation location, DmmText *text) {
  location = innermost(location);
  if (mlirLocationIsAFileLineColRange(location)) {
    append(mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location)),
           text);
    dmm_text_printf(
        text, ":%d:%d: ", mlirLocationFileLineColRangeGetStartLine(location),
        mlirLocationFileLineColRangeGetStartColumn(location));
  } else if (!mlirLocationEqual(
                 location,
                 mlirLocationUnknownGet(mlirLocationGetContext(location)))) {
    mlirLocationPrint(location, append, text);
    dmm_text_printf(text, ": ");
  }
}

static const char *severity_name(MlirDiagnosticSeverity severity) {
  switch (severity) {
  case MlirDiagnosticError:
    return "error";
  case MlirDiagnosticWarning:
    return "warning";
  case MlirDiagnosticNote:
    return "note";
  default:
    return "remark";
  }
}

static void print(MlirDiagnostic diagnostic, DmmText *text) {
  print_location(mlirDiagnosticGetLocation(diagnostic), text);
  dmm_text_printf(text,
                  "%s: ", severity_name(mlirDiagnosticGetSeverity(diagnostic)));
  mlirDiagnosticPrint(diagnostic, append, text);
  dmm_text_printf(text, "\n");
  intptr_t n = mlirDiagnosticGetNumNotes(diagnostic);
  for (intptr_t i = 0; i < n; ++i)
    print(mlirDiagnosticGetNote(diagnostic, i), text);
}

/// Keeps `text`, unless it was seen before.
static bool remember(Printed *printed, const char *text) {
  for (size_t i = 0; i < printed->n; ++i)
    if (!strcmp(printed->texts[i], text))
      return false;
  char **texts =
      realloc(printed->texts, (printed->n + 1) * sizeof *printed->texts);
  if (!texts)
    return true;
  printed->texts = texts;
  printed->texts[printed->n] = strdup(text);
  printed->n += printed->texts[printed->n] != NULL;
  return true;
}

static MlirLogicalResult handle(MlirDiagnostic diagnostic, void *printed) {
  DmmText text = {0};
  print(diagnostic, &text);
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError)
    note_error(text.data);
  if (remember(printed, text.data))
    fputs(text.data, stderr);
  dmm_text_free(&text);
  return mlirLogicalResultSuccess();
}

static void forget(void *data) {
  Printed *printed = data;
  for (size_t i = 0; i < printed->n; ++i)
    free(printed->texts[i]);
  free(printed->texts);
  free(printed);
}

void dmm_diagnostics_attach(MlirContext context) {
  Printed *printed = calloc(1, sizeof *printed);
  if (printed)
    mlirContextAttachDiagnosticHandler(context, handle, printed, forget);
}
