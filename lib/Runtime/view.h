//===- view.h - Strided views of elements ---------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What messages carry: a box of elements somewhere in memory. A view does not
// own its elements, and making one never dereferences them.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_VIEW_H
#define DMM_RUNTIME_VIEW_H

#include "dmm-runtime/runtime.h"

#include <stddef.h>

/// Element (i0, i1, ...) is the elem_bytes bytes at data + sum of i * stride.
/// Strides are in bytes and may be negative or zero.
typedef struct DmmView {
  char *data;
  int64_t elem_bytes;
  int64_t rank;
  int64_t sizes[DMM_RT_MAX_RANK];
  int64_t strides[DMM_RT_MAX_RANK];
} DmmView;

/// Number of elements.
int64_t dmm_view_count(const DmmView *view);

/// A row-major view of rank 1 of `count` elements at `data`.
DmmView dmm_view_dense(void *data, int64_t count, int64_t elem_bytes);

/// A row-major view at `data` of the sizes of `shape`, its elements
/// `elem_bytes` bytes apart.
DmmView dmm_view_like(const DmmView *shape, void *data, int64_t elem_bytes);

bool dmm_view_same_shape(const DmmView *a, const DmmView *b);

/// Whether the memory ranges that the two views span have a byte in common.
bool dmm_view_overlap(const DmmView *a, const DmmView *b);

/// Whether the two views may have a byte of an element in common. False is
/// certain: their ranges are apart, or their elements are where one view fills
/// gaps of the other, as even and odd elements do, or two blocks of a matrix.
bool dmm_view_may_share(const DmmView *a, const DmmView *b);

/// Whether two elements of the view may have a byte in common. False is
/// certain: each dimension steps over all that the ones of smaller steps span.
bool dmm_view_may_fold(const DmmView *view);

/// Copies the elements of `src` to `dst`, of the same shape and element size.
/// The memory must not overlap, unless the views are equal.
void dmm_view_copy(const DmmView *dst, const DmmView *src);

/// Copies the elements to `data` in row-major order, or from there.
void dmm_view_pack(void *data, const DmmView *src);
void dmm_view_unpack(const DmmView *dst, const void *data);

#endif // DMM_RUNTIME_VIEW_H
