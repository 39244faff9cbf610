//===- arguments.h - The arguments of a program ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_ARGUMENTS_H
#define DMM_RUNTIME_ARGUMENTS_H

#include "element.h"

/// Notes an argument for the check, on the root; elsewhere does nothing.
void dmm_note_argument(DmmElement element, const DmmUnranked *memref,
                       int64_t number, bool written);

#endif // DMM_RUNTIME_ARGUMENTS_H
