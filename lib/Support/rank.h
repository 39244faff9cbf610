//===- rank.h - Costs that are compared in two steps ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_SUPPORT_RANK_H
#define DMM_SUPPORT_RANK_H

#include <math.h>
#include <stdbool.h>

/// How far costs of whole plans may differ by rounding.
#define DMM_COST_ROUNDING 1e-9

/// What is minimised first, and what decides where that is equal.
typedef struct DmmRank {
  double first, second;
} DmmRank;

static inline DmmRank dmm_rank_sum(DmmRank a, DmmRank b) {
  return (DmmRank){a.first + b.first, a.second + b.second};
}

/// Whether a < b by more than rounding: sums of the same numbers in another
/// order differ by `rounding` times their size, at most. Neither is negative.
static inline bool dmm_is_clearly_less(double a, double b, double rounding) {
  return a < b && (isinf(b) || b - a > rounding * b);
}

/// Whether `a` is the lesser one, but for rounding.
static inline bool dmm_rank_is_less(DmmRank a, DmmRank b, double rounding) {
  if (dmm_is_clearly_less(a.first, b.first, rounding))
    return true;
  return !dmm_is_clearly_less(b.first, a.first, rounding) &&
         dmm_is_clearly_less(a.second, b.second, rounding);
}

#endif // DMM_SUPPORT_RANK_H
