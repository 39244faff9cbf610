//===- receive.h - What one execution of a message brings ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The message is executed with given values of all variables; no element is
// looked at.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_RECEIVE_H
#define DMM_PLAN_RECEIVE_H

#include "Plan/plan.h"

/// A partition that takes part in a message. The plan's sizes are known.
typedef struct DmmReceiver {
  const DmmPlan *plan;
  const DmmMessage *message;
  int64_t rank;
  const int64_t *coords; ///< one for each grid axis
  const int64_t *vars;   ///< of the partition: parameters, blocks and indices
} DmmReceiver;

/// Elements that the partition receives from others, as the runtime counts
/// them; in the messages that combine, also those that it passes on.
int64_t dmm_receiver_words(const DmmReceiver *receiver);

/// Transfers in which they come.
int64_t dmm_receiver_messages(const DmmReceiver *receiver);

/// How many calls the execution counts as on the partition: the first member of
/// a group counts it, where the message is executed at all.
int64_t dmm_receiver_counts(const DmmReceiver *receiver);

/// Elements of the box that the partition asks for: what a receive buffer has
/// to hold. 0 for a message without one.
int64_t dmm_receiver_room(const DmmReceiver *receiver);

/// How many coordinates of an axis own elements of the range lo <= x < hi of
/// the dimension that it cuts, all of which lie in the template, in blocks of
/// `block` cells.
int64_t dmm_axis_owners(const DmmAxisLayout *layout, int64_t block, int64_t lo,
                        int64_t hi);

/// The expressions of the message that are compared with one another: as long
/// as no two of a list change their order, all of the above is a product of
/// differences of them, at most one from each list. Returns their number.
int dmm_message_compared(DmmArena *arena, const DmmPlan *plan,
                         const DmmMessage *message, DmmExprList **lists);

#endif // DMM_PLAN_RECEIVE_H
