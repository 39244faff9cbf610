//===- normalize.h - Bring functions into a normal form -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites functions, in place, so that dmm_scop_read has to know one form of
// each thing only. Afterwards, whatever is affine is written with
//   affine.for            without iter_args
//   affine.if             without results and without an else-branch
//   affine.load, store    of an argument, of a memref.alloc or alloca, or of a
//                         memref.get_global, these outside of all regions
// next to pure operations, memref.dim of arguments outside of all regions,
// memref.dealloc and func.return. Operands of maps and sets are then indices of
// loops, and symbols that are computed outside of all regions from what is
// known at the launch. Calls are inlined.
//
// The rewriting keeps the meaning of every program, and annotations where their
// op survives. What is not affine stays, written with scf and memref, for its
// reader to refuse.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_ANALYSIS_NORMALIZE_H
#define DMM_ANALYSIS_NORMALIZE_H

#include "mlir-c/IR.h"

/// Normalizes a func.func of one block; one of several blocks is left as it is.
/// Running it again changes nothing. False after a diagnostic where the
/// function cannot be normalized: recursion, calls that hand memrefs to a
/// function without a body, calls of functions with several blocks, linalg
/// operations. Loads the dialects affine, arith, memref and scf.
bool dmm_normalize(MlirOperation func);

/// Normalizes all functions of a module that have a body and are not in SPMD
/// form, and erases private functions that only inlined calls used. False after
/// a diagnostic.
bool dmm_normalize_module(MlirOperation module);

#endif // DMM_ANALYSIS_NORMALIZE_H
