//===- element.h - Element types and how they combine ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_ELEMENT_H
#define DMM_RUNTIME_ELEMENT_H

#include "dmm-runtime/runtime.h"

typedef enum DmmElement {
#define X(name, bytes) DMM_ELEMENT_##name,
  DMM_ELEMENT_TYPES(X)
#undef X
      DMM_NUM_ELEMENTS
} DmmElement;

const char *dmm_element_name(DmmElement element);
int64_t dmm_element_bytes(DmmElement element);
const char *dmm_kind_name(int64_t kind);

/// acc[i] = acc[i] combined with in[i], for n elements one after the other.
typedef void (*DmmCombine)(void *acc, const void *in, int64_t n);

/// How elements combine, or null where the kind has no meaning for the type.
///   integers  add mul (wrapping), minui maxui minsi maxsi, and or xor; i1 is
///             one bit: 1 is -1 as a signed number
///   floats    add mul; minnumf maxnumf (a number beats a NaN), minimumf
///             maximumf (a NaN wins); -0 is less than +0. f16 and bf16 are
///             computed as f32 and rounded to nearest, ties to even
///   complex   add mul
DmmCombine dmm_combine(DmmElement element, int64_t kind);

/// A value with its index, for minloc and maxloc. The value is in the first
/// bytes.
typedef struct DmmPair {
  _Alignas(8) char value[8];
  int64_t index;
} DmmPair;

/// How pairs combine, for minloc and maxloc of integers (signed) and floats;
/// else null.
DmmCombine dmm_combine_pairs(DmmElement element, int64_t kind);

#endif // DMM_RUNTIME_ELEMENT_H
