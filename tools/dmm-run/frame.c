//===- frame.c - Frames of pointers for calls of compiled code ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A packed function takes an array with a pointer to each argument; a memref is
// passed as the pointer to its descriptor.
//
//===----------------------------------------------------------------------===//

#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *checked(void *memory) {
  if (memory)
    return memory;
  fprintf(stderr, "dmm-run: error: out of memory\n");
  exit(DMM_RUN_EXIT_FAILED);
}

static void set_descriptor(DmmFrame *frame, int i) {
  const DmmArgument *argument = &frame->arguments->items[i];
  DmmDescriptor *descriptor = &frame->descriptors[i];
  size_t rank = (size_t)argument->rank;
  descriptor->allocated = descriptor->aligned = frame->spans[i];
  descriptor->offset = argument->offset;
  memcpy(descriptor->shape, argument->sizes, rank * sizeof(int64_t));
  memcpy(descriptor->shape + rank, argument->strides, rank * sizeof(int64_t));
}

/// Connects pointers and descriptors to the spans.
static void connect(DmmFrame *frame) {
  for (int i = 0; i < frame->n; ++i) {
    set_descriptor(frame, i);
    frame->pointers[i] = &frame->descriptors[i];
    frame->packed[i] = frame->arguments->items[i].is_memref
                           ? (void *)&frame->pointers[i]
                           : frame->spans[i];
  }
}

static DmmFrame create(const DmmArguments *arguments) {
  size_t n = (size_t)arguments->n + 1;
  return (DmmFrame){
      .n = arguments->n,
      .spans = checked(calloc(n, sizeof(void *))),
      .descriptors = checked(calloc(n, sizeof(DmmDescriptor))),
      .pointers = checked(calloc(n, sizeof(void *))),
      .packed = checked(calloc(n, sizeof(void *))),
      .arguments = arguments,
  };
}

/// Memory aligned as compiled code likes it.
static void *allocate(size_t bytes) {
  return checked(aligned_alloc(64, (bytes + 64) / 64 * 64));
}

DmmFrame dmm_frame_copy(const DmmArguments *arguments) {
  DmmFrame frame = create(arguments);
  for (int i = 0; i < frame.n; ++i)
    frame.spans[i] = allocate(arguments->items[i].span_bytes);
  connect(&frame);
  dmm_frame_reset(&frame);
  return frame;
}

static void *map_forbidden(size_t bytes) {
  void *memory = mmap(NULL, bytes ? bytes : 1, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return checked(memory == MAP_FAILED ? NULL : memory);
}

static void *poison_scalar(const DmmArgument *argument) {
  void *scalar = allocate(argument->span_bytes);
  memcpy(scalar, argument->initial, argument->span_bytes);
  if (dmm_element_is_float(argument->element))
    dmm_element_poison(argument->element, scalar);
  return scalar;
}

DmmFrame dmm_frame_poison(const DmmArguments *arguments) {
  DmmFrame frame = create(arguments);
  frame.poisoned = true;
  for (int i = 0; i < frame.n; ++i) {
    const DmmArgument *argument = &arguments->items[i];
    frame.spans[i] = argument->is_memref ? map_forbidden(argument->span_bytes)
                                         : poison_scalar(argument);
  }
  connect(&frame);
  return frame;
}

DmmFrame dmm_frame_share(const DmmFrame *base, const DmmArguments *arguments,
                         const bool *own) {
  DmmFrame frame = create(arguments);
  frame.own = own;
  for (int i = 0; i < frame.n; ++i) {
    size_t bytes = arguments->items[i].span_bytes;
    frame.spans[i] = own[i] ? allocate(bytes) : base->spans[i];
    if (own[i])
      memset(frame.spans[i], 0, bytes);
  }
  connect(&frame);
  return frame;
}

void dmm_frame_reset(DmmFrame *frame) {
  for (int i = 0; i < frame->n; ++i)
    memcpy(frame->spans[i], frame->arguments->items[i].initial,
           frame->arguments->items[i].span_bytes);
}

void dmm_frame_commit(const DmmFrame *frame) {
  for (int i = 0; i < frame->n; ++i)
    memcpy(frame->arguments->items[i].initial, frame->spans[i],
           frame->arguments->items[i].span_bytes);
}

void dmm_frame_free(DmmFrame *frame) {
  for (int i = 0; i < frame->n; ++i) {
    const DmmArgument *argument = &frame->arguments->items[i];
    if (frame->own && !frame->own[i])
      continue;
    if (frame->poisoned && argument->is_memref)
      munmap(frame->spans[i], argument->span_bytes ? argument->span_bytes : 1);
    else
      free(frame->spans[i]);
  }
  free(frame->spans);
  free(frame->descriptors);
  free(frame->pointers);
  free(frame->packed);
}
