//===- layout.h - Layouts as attributes ---------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#dmm.layout<[...]>` has one dictionary for each grid axis:
//   {}                                          replicated
//   {pin = 0 : i64}                             held at coordinate 0 only
//   {dim = 0 : i64, block = 125 : i64, extent = 1000 : i64}
//                                               dimension 0 is cut over the
//                                               axis
// A cut may also have numerator, denominator, offset and cycle; they are 1, 1,
// 0 and 0 if absent. All values are i64, but a block or an extent that is known
// at run time only is "?" (DMM_DYNAMIC): the op that has the layout takes it as
// an operand. See DmmAxisLayout in dmm-runtime/abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_DIALECT_LAYOUT_H
#define DMM_DIALECT_LAYOUT_H

#include "Support/grid.h"
#include "dmm-runtime/abi.h"
#include "mlir-c/IR.h"

/// The attribute for the `n` entries at `axes`. The dialect dmm must be loaded.
MlirAttribute dmm_layout_attr_get(MlirContext context,
                                  const DmmAxisLayout *axes, int n);

/// The value of dmm.split, one entry for each of `rank` dimensions, where grid
/// axis a of `naxes` cuts dimension dims[a], or none if that is -1.
MlirAttribute dmm_split_attr_get(MlirContext context, const int *dims,
                                 int naxes, int rank);

/// Reads a layout into `axes`, which has room for `max` entries. Returns their
/// number, or -1 with what is wrong in `*error` (a constant text that completes
/// "the layout ..."). Only what concerns one entry alone is checked.
int dmm_layout_attr_parse(MlirAttribute attribute, DmmAxisLayout *axes, int max,
                          const char **error);

/// Size of the home buffer along dimension `dim` of an array that has `size`
/// elements there. DMM_DYNAMIC if the block is.
int64_t dmm_layout_home_size(const DmmAxisLayout *axes, int n, int dim,
                             int64_t size);

/// Number of blocks and extents that are DMM_DYNAMIC.
int dmm_layout_num_dynamic(const DmmAxisLayout *axes, int n);

#endif // DMM_DIALECT_LAYOUT_H
