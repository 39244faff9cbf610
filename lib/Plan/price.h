//===- price.h - What a plan costs on a machine ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_PRICE_H
#define DMM_PLAN_PRICE_H

#include "Machine/mapping.h"
#include "Plan/collectives.h"

/// The machine that plans are priced on. The price is per_ns * time + per_pj *
/// energy, on the mapping of the grid that makes it least, or on the one given.
struct DmmPricing {
  DmmMachine machine;
  bool is_mapped;
  DmmMapping mapping;
  double per_ns, per_pj;
  DmmMappingCache *cache; ///< borrowed
};

/// What a run costs by the estimate of estimate.h, entry and exit apart.
/// is_known is false where there is no place for the grid in the machine: then
/// messages cost nothing.
typedef struct DmmPrice {
  double total;
  double compute_ns; ///< of the statements of the busiest partition
  DmmLevelCost messages;
  DmmLevelCost boundary;                 ///< entry and exit: not in `total`
  DmmLevelCost by_level[DMM_MAX_LEVELS]; ///< of the messages, bottom first
  DmmMapping mapping;
  bool is_known;
} DmmPrice;

/// The price of the plan, which has a pricing.
DmmPrice dmm_plan_price(const DmmPlan *plan);

/// What the collectives cost on a mapping of the plan's grid onto the machine
/// of its pricing.
DmmLevelCost dmm_price_collectives(const DmmPlan *plan,
                                   const DmmCollectives *collectives,
                                   const DmmMapping *mapping);

/// The price of statements and messages as one number.
double dmm_price_total(const DmmPricing *pricing, double compute_ns,
                       const DmmLevelCost *messages);

/// Whether `a` is the better price: where the totals are the same, but for
/// rounding, entry and exit decide.
bool dmm_price_is_less(const DmmPrice *a, const DmmPrice *b);

#endif // DMM_PLAN_PRICE_H
