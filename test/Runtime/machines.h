//===- machines.h - Stages and machines for cases -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TEST_RUNTIME_MACHINES_H
#define DMM_TEST_RUNTIME_MACHINES_H

#include "support.h"

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Replaces the stages; see MetaSpec.
void meta_set_stages(Meta *meta, int64_t nstages, const int64_t *digits);

/// Stages that cover the sizes: some number of them, some digits, which may
/// leave containers partly filled. Returns how many.
enum { MAX_STAGES = 4 };
int64_t make_stages(uint64_t *random, int64_t naxes, const int64_t *sizes,
                    int64_t *digits);

/// A number in [0, n), of a sequence that starts from any value of `*random`.
int64_t next_random(uint64_t *random, int64_t n);

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

enum { MACHINE_LEVELS = 3 };

/// A grid and how it lies in a machine of three levels, each ten times as slow
/// and as costly as the one below: a message of level l takes 100 * 10^l ns and
/// 10^l ns a byte, a word 10^l pJ.
typedef struct Placement {
  Grid grid;
  int64_t nlevels;
  int64_t digits[MACHINE_LEVELS * DMM_RT_MAX_AXES]; ///< level by level
} Placement;

/// Containers are full in the first ones, the others are ragged.
extern const Placement placements[];
extern const int num_placements, num_full_placements;

DmmRtMachine machine_of(const Placement *placement);

/// Makes the levels of the machine the stages of a case's group: stage l is
/// level l.
void case_stage(Case *c, const Placement *placement);

/// A case of the operation on dense buffers of i64: of `elements` elements each
/// if there is no layout, else of blocks of two elements along each axis.
/// Nothing is expected of it.
Case *case_plain(const Placement *placement, DmmRtOp op, int64_t naxes,
                 const int64_t *axes, int64_t root, int64_t elements);

/// Runs the case on the machine.
DmmRtReport case_measure(Case *c, const Placement *placement);

#endif // DMM_TEST_RUNTIME_MACHINES_H
