//===- staging.h - Whether a collective works in stages -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective over several levels runs in stages, one for each level: first
// within the containers at the bottom, then between them. Or it runs flat, as
// if all members were alike. Which of the two is taken is a table that can be
// printed and overridden: for each kind, flat, staged, or what costs less.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_STAGING_H
#define DMM_MACHINE_STAGING_H

#include "Machine/mapping.h"
#include "Support/text.h"

typedef enum DmmAlgorithm {
  DMM_ALGORITHM_COST, ///< what takes less time by the cost model
  DMM_ALGORITHM_FLAT,
  DMM_ALGORITHM_STAGED,
} DmmAlgorithm;

/// One for each kind; those of chains and halos, which have no stages, count
/// for nothing. All zero: everything by cost.
typedef struct DmmAlgorithms {
  DmmAlgorithm of[DMM_NUM_COLLECTIVES];
} DmmAlgorithms;

/// Reads a table such as "broadcast:staged/all_to_all:flat"; kinds that are not
/// named go by cost. False if it does not parse.
bool dmm_algorithms_parse(const char *text, DmmAlgorithms *algorithms);

/// Appends the table as it is read.
void dmm_algorithms_print(const DmmAlgorithms *algorithms, DmmText *text);

/// digits[stage * naxes + i]: the children along axis number i of the group in
/// a container of the stage, the bottom first. No stages: flat.
typedef struct DmmStaging {
  int nstages;
  int64_t digits[DMM_MAX_LEVELS * DMM_MAX_GRID_AXES];
} DmmStaging;

/// The stages of a collective whose group spans `axes`, in this order, on a
/// mapping. Where the collective's words are below 0, they are not known: then
/// what goes along trees is staged, and what goes in pairs is not.
DmmStaging dmm_stage(const DmmMappingProblem *problem,
                     const DmmMapping *mapping, const DmmAlgorithms *algorithms,
                     const DmmCollective *collective, const int64_t *axes,
                     int naxes);

#endif // DMM_MACHINE_STAGING_H
