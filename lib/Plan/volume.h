//===- volume.h - How much a message moves --------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_VOLUME_H
#define DMM_PLAN_VOLUME_H

#include "Plan/plan.h"

/// The volume of message `id`, without its formula, as the runtime counts
/// words: of all groups in the same iteration, and of the whole run. Needs
/// nothing but the message's own loops and boxes. `params` has a value for each
/// variable of kind PARAM, in their order; null where they are not known. Both
/// numbers are DMM_DYNAMIC where that leaves something open, or where there are
/// too many iterations and partitions to go through.
DmmVolume dmm_plan_volume(const DmmPlan *plan, int id, const int64_t *params);

#endif // DMM_PLAN_VOLUME_H
