//===- meta.h - Reading the meta of a message -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_META_H
#define DMM_RUNTIME_META_H

#include "dmm-runtime/runtime.h"

/// The sections of a meta (see dmm-runtime/abi.h); they point into its words.
typedef struct DmmMeta {
  int64_t op, kind, root;
  const int64_t *grid;
  int64_t ngrid;
  const int64_t *axes;
  int64_t naxes;
  const DmmAxisLayout *layout; ///< one for each grid axis, if nlayout is not 0
  int64_t nlayout;
  const int64_t *ints;
  int64_t nints;
  const int64_t *box;
  int64_t nbox; ///< words
  const int64_t *stages;
  int64_t nstages;      ///< each with naxes digits
  const char *location; ///< not NUL-terminated
  int location_bytes;
} DmmMeta;

/// Reads the meta in the `n` words at `words`. Returns null, or what is wrong
/// with them.
const char *dmm_meta_read(DmmMeta *meta, const int64_t *words, int64_t n);

#endif // DMM_RUNTIME_META_H
