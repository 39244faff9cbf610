//===- element.c - Element types by their suffixes ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/element.h"

#include "dmm-runtime/abi.h"

#include <string.h>

int64_t dmm_suffix_bytes(const char *suffix) {
#define X(name, bytes)                                                         \
  if (!strcmp(suffix, #name))                                                  \
    return bytes;
  DMM_ELEMENT_TYPES(X)
#undef X
  return 0;
}
