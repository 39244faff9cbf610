//===- brute.h - Mappings priced by looking at every rank ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same questions as those of Machine/mapping.h, answered without its
// formulas: all mappings are listed, each partition is placed in the tree, and
// messages between partitions are counted one by one.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TEST_MACHINE_BRUTE_H
#define DMM_TEST_MACHINE_BRUTE_H

#include "Machine/mapping.h"

enum { BRUTE_MAX_PARTITIONS = 256 };

typedef struct BruteCost {
  double time_ns, energy_pj;
  double words[DMM_MAX_LEVELS], least_words[DMM_MAX_LEVELS];
  bool misplaced; ///< partitions share a leaf, or have none
} BruteCost;

/// The cost of a mapping of at most BRUTE_MAX_PARTITIONS partitions.
BruteCost brute_cost(const DmmMappingProblem *problem,
                     const DmmMapping *mapping);

/// Calls `visit` for every even mapping, or for every one that fills containers
/// evenly, but for no more than `limit`. Returns their number.
int64_t brute_mappings(const DmmMappingProblem *problem, bool ragged,
                       int64_t limit,
                       void (*visit)(const DmmMapping *mapping, void *data),
                       void *data);

#endif // DMM_TEST_MACHINE_BRUTE_H
