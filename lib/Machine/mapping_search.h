//===- mapping_search.h - The mapping of least cost ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_MAPPING_SEARCH_H
#define DMM_MACHINE_MAPPING_SEARCH_H

#include "Machine/axis_digits.h"
#include "Machine/mapping.h"
#include "Support/arena.h"

/// Finds the mapping of least cost among those whose digits are of the kind, as
/// far as `work` (see DmmSearchEffort) lets
/// it: choice->factor tells. False if there is none, which is known for sure:
/// until a first one is found, the work has no end. Memory that the search
/// needs is taken from the arena.
bool dmm_mapping_search(DmmArena *arena, const DmmMappingProblem *problem,
                        DmmDigitKind kind, int64_t work,
                        DmmMappingChoice *choice);

#endif // DMM_MACHINE_MAPPING_SEARCH_H
