//===- bundle.h - Collectives whose messages carry those of many members --===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_BUNDLE_H
#define DMM_RUNTIME_BUNDLE_H

#include "call.h"
#include "schedule.h"

/// What the members of a group have for each other. Members are given by their
/// places.
typedef struct DmmTraffic {
  DmmCall *call;
  const DmmSchedule *schedule;
  const void *user;

  /// Number of elements that the source has for the target.
  int64_t (*count)(const struct DmmTraffic *traffic, int64_t source,
                   int64_t target);

  /// Where this member has them for a target, or wants them from a source, of
  /// the same shape; called if there are any.
  DmmView (*outgoing)(const struct DmmTraffic *traffic, int64_t target);
  DmmView (*incoming)(const struct DmmTraffic *traffic, int64_t source);
} DmmTraffic;

/// Runs the steps of this member.
void dmm_traffic_run(const DmmTraffic *traffic);

#endif // DMM_RUNTIME_BUNDLE_H
