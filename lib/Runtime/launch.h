//===- launch.h - Starting and watching a run -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_LAUNCH_H
#define DMM_RUNTIME_LAUNCH_H

#include "partition.h"

/// Checks the configuration. Returns whether it can be launched, else says why
/// not in `error`.
bool dmm_config_check(const DmmRtConfig *config, DmmLine *error);

/// Watches the run until all its partitions have finished: fails it on deadlock
/// or after `timeout_s` without progress, and ends the process if a partition
/// does not finish after a failure.
void dmm_watch(DmmRun *run, double timeout_s);

/// Installs the handlers that turn faults of partitions into failures, and
/// takes them back. Pairs may nest and overlap.
void dmm_faults_install(void);
void dmm_faults_remove(void);

/// Gives the calling thread a stack for its handlers, so that the overflow of
/// its own can be reported; and takes it back. Null on failure.
void *dmm_fault_stack_enter(void);
void dmm_fault_stack_leave(void *stack);

#endif // DMM_RUNTIME_LAUNCH_H
