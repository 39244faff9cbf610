//===- element.h - Element types of a program's arguments -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of an element type: their size, their spelling in MLIR and in .npy
// files, conversion from text and to double, comparison.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_ELEMENT_H
#define DMM_RUN_ELEMENT_H

#include "dmm-runtime/abi.h"

#include <stddef.h>

typedef enum DmmElement {
#define X(suffix, bytes) DMM_ELEMENT_##suffix,
  DMM_ELEMENT_TYPES(X)
#undef X
      DMM_NUM_ELEMENTS
} DmmElement;

/// The type with this suffix of DMM_ELEMENT_TYPES, which must be one.
DmmElement dmm_element_find(const char *suffix);

/// By how much results may differ, relative to the largest, where elements of
/// the type are combined in another order; 0 where nothing is rounded.
double dmm_element_tolerance(DmmElement element);

/// Bytes of one element.
size_t dmm_element_bytes(DmmElement element);

/// The type's spelling in MLIR.
const char *dmm_element_name(DmmElement element);

/// The type's `descr` in .npy files, little-endian.
const char *dmm_element_descr(DmmElement element);

/// Whether the values are floating-point or complex numbers.
bool dmm_element_is_float(DmmElement element);

/// 2 for complex numbers, else 1.
int dmm_element_parts(DmmElement element);

/// Part `part` of the element at `data`, rounded to double.
double dmm_element_value(DmmElement element, const void *data, int part);

/// Sets part `part` of the element at `data` to `value`, rounded to nearest;
/// integers take its low bits.
void dmm_element_set(DmmElement element, void *data, int part, double value);

/// Whether the elements at `a` and `b` have the same bits, or are both NaN.
bool dmm_element_equal(DmmElement element, const void *a, const void *b);

/// Whether all parts of the element at `data` are finite.
bool dmm_element_is_finite(DmmElement element, const void *data);

/// Reads the number `text` (RE or RE,IM where the type is complex) into the
/// element at `data`. False if it is not a number of this type.
bool dmm_element_parse(DmmElement element, const char *text, void *data);

/// Sets the element at `data` by the random bits `bits`: floating-point parts
/// are within (-1, 1), integers within [-8, 8), indices within [0, 8).
void dmm_element_fill(DmmElement element, void *data, uint64_t bits);

/// Makes each part of the element at `data` a signalling NaN; integers become
/// all ones.
void dmm_element_poison(DmmElement element, void *data);

#endif // DMM_RUN_ELEMENT_H
