//===- scop.h - Read a function as a static control part ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the body of a func.func into the source half of a plan: arrays, loops,
// statements with their accesses, and the source tree. Nothing is changed in
// the IR. What the model cannot hold is set apart in a root region, or refused
// with a diagnostic at the operation; nothing is dropped.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_SCOP_H
#define DMM_ANALYSIS_SCOP_H

#include "Plan/plan.h"
#include "mlir-c/IR.h"

/// Why a function is not read: the first thing that the model cannot hold.
/// Where `is_final` is set the function cannot be run at the root as a whole
/// either.
typedef struct DmmRefusal {
  MlirOperation op;
  bool is_final;
  char text[512];
} DmmRefusal;

/// Takes down the formatted text, which completes "'<op name>' op ...". Returns
/// false, so that a check can say: return dmm_refuse(...).
bool dmm_refuse(DmmRefusal *refusal, MlirOperation op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Values of the IR.
typedef struct DmmValues {
  MlirValue *items;
  size_t n;
} DmmValues;

/// A new plan whose vars, arrays (without layout), loops, statements (without
/// map), root regions and source tree describe `func`, which may be a clone
/// that is in no module: its symbols are those of `module`. Null if it is
/// refused. The caller frees it with dmm_plan_destroy.
///
/// Writes to *crossing, in the plan's arena, the values that go into or come
/// out of a root region: if there are any, the plan is not complete; keep them
/// in cells (dmm_keep_in_cell) and read the function again.
DmmPlan *dmm_scop_read(MlirOperation func, MlirOperation module,
                       DmmValues *crossing, DmmRefusal *refusal);

/// Calls `visit` for each affine.load that the value is computed from, in
/// order of operands; each load once. Stops and returns false where the value
/// is not computed by pure operations from loads, loop indices, scalar
/// arguments and constants, or where `visit` returns false.
typedef bool (*DmmLoadVisitor)(MlirOperation load, void *data);
bool dmm_scop_visit_loads(MlirValue value, DmmLoadVisitor visit, void *data,
                          DmmRefusal *refusal);

/// Whether the op has no effect and no region, and may be copied to wherever
/// its operands are known.
bool dmm_scop_is_pure(MlirOperation op);

/// Whether the op has this name, e.g. "affine.for".
bool dmm_op_is(MlirOperation op, const char *name);

/// The memref that an affine.load or affine.store accesses.
MlirValue dmm_access_memref(MlirOperation op);

/// The name of a func.func.
const char *dmm_func_name(DmmArena *arena, MlirOperation func);

/// The place of an op, as text in the plan's arena and as a handle.
DmmLoc dmm_loc_of(DmmArena *arena, MlirOperation op);

#endif // DMM_ANALYSIS_SCOP_H
