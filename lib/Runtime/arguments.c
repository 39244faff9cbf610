//===- arguments.c - Checks where a program starts ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sequential program sees a write through one argument when it reads the
// same memory through another; copies of the two that are distributed do not.
//
//===----------------------------------------------------------------------===//

#include "arguments.h"

#include "call.h"

struct DmmArgumentNote {
  DmmArgumentNote *previous;
  int64_t number;
  bool written;
  DmmView view;
};

void dmm_note_argument(DmmElement element, const DmmUnranked *memref,
                       int64_t number, bool written) {
  DmmPartition *self = dmm_self();
  if (self->rank != 0)
    return;
  DmmArgumentNote *argument = dmm_scratch(self, sizeof *argument);
  *argument = (DmmArgumentNote){.previous = self->arguments,
                                .number = number,
                                .written = written,
                                .view = dmm_view_of(memref, element)};
  self->arguments = argument;
}

static _Noreturn void fail_pair(const DmmMeta *meta,
                                const DmmArgumentNote *first,
                                const DmmArgumentNote *second) {
  const DmmArgumentNote *written = first->written ? first : second;
  dmm_fail(
      "arguments %lld and %lld of the function at %.*s share memory, and "
      "it writes argument %lld: pass arrays that do not overlap, or a copy "
      "of one of them",
      (long long)first->number, (long long)second->number, meta->location_bytes,
      meta->location, (long long)written->number);
}

/// Compares the argument with itself and with those noted before it.
static void check_argument(const DmmMeta *meta,
                           const DmmArgumentNote *argument) {
  if (argument->written && dmm_view_may_fold(&argument->view))
    dmm_fail("elements of argument %lld of the function at %.*s share memory, "
             "and it writes them: pass an array without such strides",
             (long long)argument->number, meta->location_bytes, meta->location);
  const DmmArgumentNote *other = argument->previous;
  for (; other; other = other->previous)
    if ((argument->written || other->written) &&
        dmm_view_may_share(&argument->view, &other->view))
      fail_pair(meta, other, argument);
}

void _mlir_ciface_dmm_rt_check_arguments(DmmWords *words) {
  DmmPartition *self = dmm_self();
  DmmMeta meta = dmm_read_meta(words);
  const DmmArgumentNote *argument = self->arguments;
  self->arguments = NULL;
  for (; argument; argument = argument->previous)
    check_argument(&meta, argument);
  dmm_scratch_release(self);
}

void _mlir_ciface_dmm_rt_assert(int64_t holds, DmmWords *text) {
  const int64_t *words = dmm_words_of(text);
  if (!holds)
    dmm_fail("%.*s", (int)words[0], (const char *)&words[1]);
}
