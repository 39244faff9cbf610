//===- machine.h - Levels of a distributed memory machine -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine is a tree. Its leaves are partitions, each with a memory of its
// own; a container of level 0 holds as many partitions as that level's fan-out,
// and one of level l as many containers of level l - 1. The container of the
// last level is the machine. A message belongs to the level of the lowest
// container that holds both of its ends.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_MACHINE_H
#define DMM_MACHINE_MACHINE_H

#include "Support/text.h"
#include "dmm-runtime/abi.h"

#include <stdint.h>

/// The most levels that a machine may have.
enum { DMM_MAX_LEVELS = DMM_RT_MAX_LEVELS };

/// What a message costs that belongs to this level. A word is one element of an
/// array.
typedef struct DmmLevel {
  const char *name;   ///< of the containers, such as "soc"
  int64_t fanout;     ///< at least 1
  double latency_ns;  ///< of a message
  double gbyte_per_s; ///< of one partition, 10^9 bytes a second; above 0
  double pj_per_word; ///< energy
} DmmLevel;

typedef struct DmmMachine {
  const char *name; ///< of the preset; null if it was given level by level
  int nlevels;      ///< at least 1
  DmmLevel levels[DMM_MAX_LEVELS]; ///< bottom first
  double ns_per_statement;         ///< that a partition takes for an instance
  int64_t capacity_bytes;          ///< of the memory of a partition
} DmmMachine;

/// The preset for a machine that nobody describes, `kpu-cluster`.
const DmmMachine *dmm_machine_default(void);

/// The preset called `name`, of `length` characters; null if there is none.
const DmmMachine *dmm_machine_preset(const char *name, size_t length);

/// Appends the names of all presets, separated by commas.
void dmm_machine_preset_names(DmmText *text);

/// Number of partitions: the product of all fan-outs. -1 if that does not fit
/// 63 bits.
int64_t dmm_machine_partitions(const DmmMachine *machine);

#endif // DMM_MACHINE_MACHINE_H
