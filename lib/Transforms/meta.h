//===- meta.h - The description of a message as words -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler's side of the meta in dmm-runtime/abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_META_H
#define DMM_TRANSFORMS_META_H

#include "Support/arena.h"
#include "mlir-c/IR.h"

#include <stdint.h>

/// Words that grow, in an arena. Start from {.arena = arena}.
typedef struct DmmMetaWords {
  DmmArena *arena;
  int64_t *words;
  size_t n;
  int64_t nreferences; ///< to symbols of the call, in order
} DmmMetaWords;

/// The grid that a program is compiled for.
typedef struct DmmMetaGrid {
  const int64_t *sizes;
  int naxes;
} DmmMetaGrid;

/// Appends the meta of `op`, a verified message of dmm or fabric. The symbols
/// of the call are the op's index operands.
void dmm_meta_of_message(MlirOperation op, DmmMetaGrid grid,
                         DmmMetaWords *words);

/// Appends the meta of a program's entry: the grid and the place.
void dmm_meta_of_entry(MlirOperation function, DmmMetaGrid grid,
                       DmmMetaWords *words);

/// Appends a text: its length in bytes, then its bytes, eight in a word.
void dmm_meta_put_text(const char *text, size_t length, DmmMetaWords *words);

#endif // DMM_TRANSFORMS_META_H
