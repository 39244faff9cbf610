//===- entry_checks.h - What holds where a program starts -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_ENTRY_CHECKS_H
#define DMM_TRANSFORMS_ENTRY_CHECKS_H

#include "Transforms/emit_affine.h"

/// An assertion for each requirement of the scope's plan, which fails where it
/// is violated. The parameters have their values in the scope.
void dmm_emit_requirements(const DmmScope *scope, const DmmInsertion *at);

/// Marks the memref arguments of the function as dmm.written or dmm.read, or
/// leaves them if the plan does not use them.
void dmm_mark_arguments(const DmmPlan *plan, MlirOperation function);

#endif // DMM_TRANSFORMS_ENTRY_CHECKS_H
