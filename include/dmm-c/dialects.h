//===- dialects.h - The dialects dmm and fabric, in C -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_C_DIALECTS_H
#define DMM_C_DIALECTS_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Adds the dialects dmm and fabric to `registry` (kept by the caller). They
/// are built in a context when it first meets them, or by
/// mlirContextGetOrLoadDialect.
void dmmRegisterDialects(MlirDialectRegistry registry);

/// Registers and loads both dialects in `context` (kept by the caller).
void dmmLoadDialects(MlirContext context);

/// How one grid axis relates to an array, see dialect/dmm.md.
typedef enum DmmCAxisState {
  DMM_C_REPLICATED,
  DMM_C_SHARDED,
  DMM_C_PINNED,
} DmmCAxisState;

/// The entry of a layout for one grid axis. state: how the axis relates to the
/// array. Sharded: index x of dimension `dim` lies in cell floor((numerator * x
/// + offset) / denominator), and the `extent` cells are cut in blocks of
/// `block`. Pinned: held at coordinate `offset`. INT64_MIN stands for a block
/// or an extent that is known at run time only.
typedef struct DmmCAxisLayout {
  int64_t state, dim, numerator, denominator, offset, block, cycle, extent;
} DmmCAxisLayout;

/// Number of grid axes of a `#dmm.layout` attribute, or -1 if `attribute` is
/// none or is malformed.
int dmmLayoutGetNumAxes(MlirAttribute attribute);

/// The entry of grid axis `axis` of a well-formed layout attribute.
DmmCAxisLayout dmmLayoutGetAxis(MlirAttribute attribute, int axis);

/// The layout attribute with the given entries; the dialect must be loaded in
/// `context`.
MlirAttribute dmmLayoutGet(MlirContext context, int naxes,
                           const DmmCAxisLayout *axes);

#ifdef __cplusplus
}
#endif

#endif // DMM_C_DIALECTS_H
