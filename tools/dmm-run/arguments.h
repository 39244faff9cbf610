//===- arguments.h - The arguments of the function that runs --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a function's signature, gives every argument its initial contents, and
// builds the frames of pointers with which compiled code is called.
//
// A memref with strides is held with them: its span is all elements from the
// first to the last that it can reach, and `offset` elements before.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_ARGUMENTS_H
#define DMM_RUN_ARGUMENTS_H

#include "Support/text.h"
#include "element.h"
#include "options.h"

#include "mlir-c/IR.h"

enum { DMM_RUN_MAX_RANK = 16 };

typedef struct DmmArgument {
  DmmElement element;
  bool is_memref;
  int rank;
  int64_t sizes[DMM_RUN_MAX_RANK]; ///< elements; -1 until a dynamic one is set
  int64_t strides[DMM_RUN_MAX_RANK]; ///< elements
  int64_t offset;                    ///< elements
  int64_t elements;                  ///< product of the sizes
  bool dense;                        ///< row-major without gaps
  size_t span_bytes;
  void *initial; ///< owned: the span, or the bytes of a scalar
} DmmArgument;

typedef struct DmmArguments {
  DmmArgument *items;
  int n;
} DmmArguments;

/// Gives the arguments of `function` their initial contents, from the flags or
/// the seed. False after a message on the standard error. Release the result in
/// both cases with dmm_arguments_free.
bool dmm_arguments_create(MlirOperation function, const DmmRunOptions *options,
                          DmmArguments *arguments);

void dmm_arguments_free(DmmArguments *arguments);

/// Where the element with the row-major number `index` lies in a span, in
/// bytes.
size_t dmm_argument_position(const DmmArgument *argument, int64_t index);

/// Writes the memrefs in `spans` to the files that the options ask for. False
/// after a message on the standard error.
bool dmm_arguments_write(const DmmArguments *arguments, void *const *spans,
                         const DmmRunOptions *options);

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

/// A ranked memref as compiled code sees it; `shape` has the sizes, then the
/// strides.
typedef struct DmmDescriptor {
  void *allocated, *aligned;
  int64_t offset;
  int64_t shape[2 * DMM_RUN_MAX_RANK];
} DmmDescriptor;

/// What one call needs. spans: for each argument its memory: the span of a
/// memref, the bytes of a scalar.
typedef struct DmmFrame {
  int n;
  void **spans;
  DmmDescriptor *descriptors;
  void **pointers;
  void **packed; ///< what a packed function takes
  bool poisoned;
  const bool *own; ///< the spans that are the frame's, or null: all
  const DmmArguments *arguments; ///< borrowed
} DmmFrame;

/// A frame with its own copies of the initial contents.
DmmFrame dmm_frame_copy(const DmmArguments *arguments);

/// A frame of what a partition other than the root may see: integer scalars and
/// the sizes of memrefs. Floating-point scalars are signalling NaNs, and memory
/// of memrefs faults on any access.
DmmFrame dmm_frame_poison(const DmmArguments *arguments);

/// A frame of `arguments` that has memory of its own, all zero, for those that
/// are marked in `own`, and shares that of `base` for the others.
DmmFrame dmm_frame_share(const DmmFrame *base, const DmmArguments *arguments,
                         const bool *own);

/// Sets the copies of a frame to the initial contents again.
void dmm_frame_reset(DmmFrame *frame);

/// Makes the contents of a frame the initial ones.
void dmm_frame_commit(const DmmFrame *frame);

void dmm_frame_free(DmmFrame *frame);

#endif // DMM_RUN_ARGUMENTS_H
