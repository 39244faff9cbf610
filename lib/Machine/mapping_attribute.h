//===- mapping_attribute.h - The mapping of a module ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A discardable attribute of a module says where its grid lies in the machine:
//   dmm.mapping = [array<i64: 2, 4>, array<i64: 1, 2>]
// One list for each level, bottom first, with one digit for each grid axis. See
// DmmMapping for what they mean.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_MAPPING_ATTRIBUTE_H
#define DMM_MACHINE_MAPPING_ATTRIBUTE_H

#include "Machine/mapping.h"
#include "mlir-c/IR.h"

/// Reads the mapping of the op, a module, for the machine and the grid of the
/// problem; `*found` says whether it has one. False after a diagnostic at the
/// op: it is malformed, or does not place the grid in the machine.
bool dmm_mapping_read(MlirOperation module, const DmmMappingProblem *problem,
                      DmmMapping *mapping, bool *found);

/// The mapping as the value of the attribute.
MlirAttribute dmm_mapping_attribute(MlirContext context,
                                    const DmmMappingProblem *problem,
                                    const DmmMapping *mapping);

#endif // DMM_MACHINE_MAPPING_ATTRIBUTE_H
