//===- view.c - Strided views of elements ---------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view.h"

#include <stdlib.h>
#include <string.h>

int64_t dmm_view_count(const DmmView *view) {
  int64_t count = 1;
  for (int64_t d = 0; d < view->rank; ++d)
    count *= view->sizes[d];
  return count;
}

DmmView dmm_view_dense(void *data, int64_t count, int64_t elem_bytes) {
  return (DmmView){.data = data,
                   .elem_bytes = elem_bytes,
                   .rank = 1,
                   .sizes = {count},
                   .strides = {elem_bytes}};
}

DmmView dmm_view_like(const DmmView *shape, void *data, int64_t elem_bytes) {
  DmmView view = *shape;
  view.data = data;
  view.elem_bytes = elem_bytes;
  int64_t stride = elem_bytes;
  for (int64_t d = view.rank - 1; d >= 0; --d) {
    view.strides[d] = stride;
    stride *= view.sizes[d];
  }
  return view;
}

bool dmm_view_same_shape(const DmmView *a, const DmmView *b) {
  return a->rank == b->rank &&
         memcmp(a->sizes, b->sizes, sizeof(int64_t) * (size_t)a->rank) == 0;
}

/// The addresses [*begin, *end) that the elements of a non-empty view lie in.
static void view_span(const DmmView *view, intptr_t *begin, intptr_t *end) {
  *begin = (intptr_t)view->data;
  *end = *begin + view->elem_bytes;
  for (int64_t d = 0; d < view->rank; ++d) {
    int64_t reach = (view->sizes[d] - 1) * view->strides[d];
    *(reach < 0 ? begin : end) += reach;
  }
}

bool dmm_view_overlap(const DmmView *a, const DmmView *b) {
  if (dmm_view_count(a) == 0 || dmm_view_count(b) == 0)
    return false;
  intptr_t a_begin, a_end, b_begin, b_end;
  view_span(a, &a_begin, &a_end);
  view_span(b, &b_begin, &b_end);
  return a_begin < b_end && b_begin < a_end;
}

/// The view without its steps of whole periods: what it takes modulo `period`.
static DmmView modulo(const DmmView *view, int64_t period) {
  DmmView rest = *view;
  for (int64_t d = 0; d < rest.rank; ++d)
    if (rest.strides[d] % period == 0)
      rest.sizes[d] = 1;
  return rest;
}

/// Whether the bytes of the two views, which are not empty, are apart modulo
/// `period`: each span then repeats beside the other's.
static bool apart_modulo(const DmmView *a, const DmmView *b, int64_t period) {
  DmmView a_rest = modulo(a, period), b_rest = modulo(b, period);
  intptr_t a_begin, a_end, b_begin, b_end;
  view_span(&a_rest, &a_begin, &a_end);
  view_span(&b_rest, &b_begin, &b_end);
  int64_t gap = dmm_mod(b_begin - a_begin, period);
  return gap >= a_end - a_begin && gap + (b_end - b_begin) <= period;
}

/// Whether a stride of `a` is a period that keeps the two apart.
static bool has_period(const DmmView *a, const DmmView *b) {
  for (int64_t d = 0; d < a->rank; ++d) {
    int64_t period = llabs(a->strides[d]);
    if (a->sizes[d] > 1 && period && apart_modulo(a, b, period))
      return true;
  }
  return false;
}

bool dmm_view_may_share(const DmmView *a, const DmmView *b) {
  return dmm_view_overlap(a, b) && !has_period(a, b) && !has_period(b, a);
}

/// The dimension of the smallest step, of those that make one and are not in
/// the mask `done`; -1 if there is none.
static int64_t next_step(const DmmView *view, unsigned done) {
  int64_t best = -1;
  for (int64_t d = 0; d < view->rank; ++d)
    if (!(done >> d & 1) && view->sizes[d] > 1 &&
        (best < 0 || llabs(view->strides[d]) < llabs(view->strides[best])))
      best = d;
  return best;
}

bool dmm_view_may_fold(const DmmView *view) {
  int64_t span = view->elem_bytes;
  unsigned done = 0;
  if (dmm_view_count(view) == 0)
    return false;
  for (int64_t d; (d = next_step(view, done)) >= 0; done |= 1u << d) {
    int64_t step = llabs(view->strides[d]);
    if (step < span)
      return true;
    span += (view->sizes[d] - 1) * step;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

/// Fewest nested loops that visit the common shape of two views, outermost
/// first; the innermost one is the last. Always at least one.
typedef struct Loops {
  int64_t depth;
  int64_t sizes[DMM_RT_MAX_RANK];
  int64_t dst_strides[DMM_RT_MAX_RANK];
  int64_t src_strides[DMM_RT_MAX_RANK];
} Loops;

/// Adds a dimension inside the loops so far, merged into the innermost one
/// where the two together are one run in both views.
static void add_loop(Loops *l, int64_t size, int64_t dst, int64_t src) {
  int64_t last = l->depth - 1;
  if (size == 1)
    return;
  if (last >= 0 && l->dst_strides[last] == size * dst &&
      l->src_strides[last] == size * src)
    size *= l->sizes[last];
  else
    last = l->depth++;
  l->sizes[last] = size;
  l->dst_strides[last] = dst;
  l->src_strides[last] = src;
}

static Loops make_loops(const DmmView *dst, const DmmView *src) {
  Loops loops = {0};
  for (int64_t d = 0; d < src->rank; ++d)
    add_loop(&loops, src->sizes[d], dst->strides[d], src->strides[d]);
  if (loops.depth == 0) {
    loops.depth = 1;
    loops.sizes[0] = 1;
    loops.dst_strides[0] = loops.src_strides[0] = dst->elem_bytes;
  }
  return loops;
}

/// A strided row of elements of a constant size, which the compiler turns into
/// plain loads and stores.
#define COPY_ROW(bytes)                                                        \
  static void copy_row_##bytes(char *dst, int64_t dst_stride, const char *src, \
                               int64_t src_stride, int64_t n) {                \
    for (int64_t i = 0; i < n; ++i)                                            \
      memcpy(dst + i * dst_stride, src + i * src_stride, bytes);               \
  }
COPY_ROW(1)
COPY_ROW(2)
COPY_ROW(4)
COPY_ROW(8)
COPY_ROW(16)
#undef COPY_ROW

typedef void (*CopyRow)(char *dst, int64_t dst_stride, const char *src,
                        int64_t src_stride, int64_t n);

static CopyRow copy_row_of(int64_t bytes) {
  static const CopyRow rows[] = {
      [1] = copy_row_1, [2] = copy_row_2,   [4] = copy_row_4,
      [8] = copy_row_8, [16] = copy_row_16,
  };
  return rows[bytes];
}

static void copy_loops(const Loops *l, int64_t depth, char *dst,
                       const char *src, int64_t bytes) {
  int64_t n = l->sizes[depth];
  int64_t ds = l->dst_strides[depth], ss = l->src_strides[depth];
  if (depth + 1 < l->depth) {
    for (int64_t i = 0; i < n; ++i)
      copy_loops(l, depth + 1, dst + i * ds, src + i * ss, bytes);
  } else if (ds == bytes && ss == bytes) {
    memcpy(dst, src, (size_t)(n * bytes));
  } else {
    copy_row_of(bytes)(dst, ds, src, ss, n);
  }
}

void dmm_view_copy(const DmmView *dst, const DmmView *src) {
  if (dmm_view_count(src) == 0 || dst->data == src->data)
    return;
  Loops loops = make_loops(dst, src);
  copy_loops(&loops, 0, dst->data, src->data, src->elem_bytes);
}

void dmm_view_pack(void *data, const DmmView *src) {
  DmmView dense = dmm_view_like(src, data, src->elem_bytes);
  dmm_view_copy(&dense, src);
}

void dmm_view_unpack(const DmmView *dst, const void *data) {
  DmmView dense = dmm_view_like(dst, (void *)data, dst->elem_bytes);
  dmm_view_copy(dst, &dense);
}
