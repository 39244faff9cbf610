//===- cells.h - Values kept in memory cells of their own -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cell is a local memref of rank 0. What a function keeps in SSA values from
// one place to another, a plan keeps in cells: the values that cross partitions
// are then all in memory.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_CELLS_H
#define DMM_ANALYSIS_CELLS_H

#include "mlir-c/IR.h"

/// A new cell for values of `type`, allocated at the top of the function.
MlirValue dmm_cell_create(MlirOperation func, MlirType type,
                          MlirLocation location);

/// affine.load from, affine.store to the cell, before the op `before`.
MlirValue dmm_cell_load(MlirValue cell, MlirOperation before,
                        MlirLocation location);
MlirOperation dmm_cell_store(MlirValue value, MlirValue cell,
                             MlirOperation before, MlirLocation location);

/// Keeps the result of an affine.load in a cell from the load to each use, so
/// that the element may be overwritten in between.
void dmm_demote_load(MlirOperation func, MlirOperation load);

/// Keeps a value that is defined at the top level of the function in a cell:
/// stores it there at once, and loads it for each use at the top level, before
/// the operation there that holds the use.
void dmm_keep_in_cell(MlirOperation func, MlirValue value);

#endif // DMM_ANALYSIS_CELLS_H
