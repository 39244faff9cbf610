//===- attribute.h - The machine of a module ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Discardable attributes of a module say what machine it is compiled for:
//   dmm.machine = "kpu-exa"              a preset, or
//   dmm.machine = [{level = "kpu", fanout = 16 : i64, latency_ns = 50.0,
//                   gbyte_per_s = 100.0, pj_per_word = 100.0}, ...]
//                                        all levels, bottom first
//   dmm.ns_per_statement = 1.0           instead of the preset's, or the
//   dmm.capacity_bytes = 1048576 : i64   default machine's
// All are optional. See DmmMachine for what they mean.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_ATTRIBUTE_H
#define DMM_MACHINE_ATTRIBUTE_H

#include "Machine/machine.h"
#include "Support/arena.h"
#include "mlir-c/IR.h"

/// Reads the machine of the op, a module; the default one if the op says
/// nothing. False after a diagnostic at the op. Names of levels are taken from
/// the arena.
bool dmm_machine_read(MlirOperation module, DmmArena *arena,
                      DmmMachine *machine);

#endif // DMM_MACHINE_ATTRIBUTE_H
