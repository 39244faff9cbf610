//===- report.h - What dmm-run tells of a run -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_REPORT_H
#define DMM_RUN_REPORT_H

#include "session.h"

#include <jansson.h>
#include <stdio.h>

/// Prints what the options ask for of a session, and the verdict: on one line
/// led by the file's name if `brief`.
void dmm_report_print(const DmmSession *session, bool brief, FILE *out);

/// The report as a JSON object, which the caller releases.
json_t *dmm_report_json(const DmmSession *session);

#endif // DMM_RUN_REPORT_H
