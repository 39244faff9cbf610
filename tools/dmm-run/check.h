//===- check.h - Comparing a run with the sequential program --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_CHECK_H
#define DMM_RUN_CHECK_H

#include "Support/text.h"
#include "arguments.h"

#include <stdbool.h>

/// max_abs_err: the largest distance of an element from the sequential
/// program's. max_rel_err: the same, divided by the largest magnitude of the
/// element's array.
typedef struct DmmCheck {
  bool done;         ///< a comparison was made
  bool ok;           ///< it holds
  bool exact;        ///< all elements have the same bits, or are both NaN
  bool reassociated; ///< the policy allowed them to differ
  double max_abs_err, max_rel_err;
  DmmText failure; ///< the first thing that is wrong; empty if ok
} DmmCheck;

/// What a comparison allows. tolerance: where floating-point reductions were
/// reassociated, dmm_element_tolerance of the coarsest format they are combined
/// in, and then floating-point results may differ by it, or by that of their
/// own format if it is coarser, times the largest magnitude of their array;
/// else 0. nonfinite: outputs may be infinite or NaN.
typedef struct DmmCheckPolicy {
  double tolerance;
  bool nonfinite;
} DmmCheckPolicy;

/// Compares every memref argument of a run with that of the sequential program
/// and adds the result to `check`, which starts from {0}; after several
/// comparisons it holds if all do. Release it with dmm_check_free.
void dmm_check_compare(const DmmFrame *expected, const DmmFrame *got,
                       DmmCheckPolicy policy, DmmCheck *check);

void dmm_check_free(DmmCheck *check);

#endif // DMM_RUN_CHECK_H
