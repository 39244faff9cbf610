//===- partition.c - Who runs, and their scratch memory -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partition.h"

#include <stdlib.h>

/// The partition of a thread that was not launched: alone on a grid of ones.
static _Thread_local DmmPartition alone;
static _Thread_local DmmPartition *launched;

DmmPartition *dmm_self(void) { return launched ? launched : &alone; }

void dmm_set_self(DmmPartition *partition) { launched = partition; }

bool dmm_is_launched(void) { return launched != NULL; }

/// A block of scratch memory; the bytes follow it.
struct DmmScratch {
  DmmScratch *next;
  _Alignas(max_align_t) char bytes[];
};

void *dmm_scratch(DmmPartition *self, int64_t bytes) {
  DmmScratch *block = malloc(sizeof *block + (size_t)bytes);
  if (!block)
    dmm_fail("no memory for %lld bytes", (long long)bytes);
  block->next = self->scratch;
  self->scratch = block;
  return block->bytes;
}

void dmm_scratch_release(DmmPartition *self) {
  while (self->scratch) {
    DmmScratch *next = self->scratch->next;
    free(self->scratch);
    self->scratch = next;
  }
}
