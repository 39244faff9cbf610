//===- print.h - The text form of a plan ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_PRINT_H
#define DMM_PLAN_PRINT_H

#include "Plan/plan.h"
#include "Support/text.h"

/// Appends the whole plan to `text`: grid, templates, arrays, buffers,
/// statements, messages and the SPMD tree, each line readable on its own.
void dmm_plan_print(const DmmPlan *plan, DmmText *text);

/// The operation's name as in the dialect: "scatter", "transpose", ...
const char *dmm_message_op_name(DmmRtOp op);

/// Appends the expression in infix form, with the names of the plan's
/// variables.
void dmm_expr_print(const DmmPlan *plan, DmmExpr expr, DmmText *text);

#endif // DMM_PLAN_PRINT_H
