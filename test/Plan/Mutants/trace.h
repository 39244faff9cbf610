//===- trace.h - What the partitions of a plan do, as a number ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TEST_PLAN_MUTANTS_TRACE_H
#define DMM_TEST_PLAN_MUTANTS_TRACE_H

#include "Plan/plan.h"

/// A number that depends on what each partition does, in order: the instances
/// of statements and whether their maps put them there, the messages and the
/// elements that they ask for. Two plans of one program that differ in nothing
/// but the bounds and guards of the tree, the maps and the boxes, and that have
/// equal traces, cannot be told apart by running them.
uint64_t plan_trace(const DmmPlan *plan);

/// Elements that message `id` asks for or moves, summed over all partitions and
/// executions; 0 if it is never executed.
int64_t plan_message_words(const DmmPlan *plan, int id);

#endif // DMM_TEST_PLAN_MUTANTS_TRACE_H
