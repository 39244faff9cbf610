//===- element.h - Element types by their suffixes ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_SUPPORT_ELEMENT_H
#define DMM_SUPPORT_ELEMENT_H

#include <stdint.h>

/// Bytes of an element, by a suffix of DMM_ELEMENT_TYPES such as "f32"; 0 if
/// there is no such type.
int64_t dmm_suffix_bytes(const char *suffix);

#endif // DMM_SUPPORT_ELEMENT_H
