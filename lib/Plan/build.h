//===- build.h - From a function to its plan ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_BUILD_H
#define DMM_PLAN_BUILD_H

#include "Plan/plan.h"
#include "mlir-c/IR.h"

/// grid: the sizes of its `naxes` axes, borrowed. strict_fp: floating-point
/// numbers are combined in the order of the sequential program. is_split: the
/// function has been planned before, so that its arrays are webs: another look
/// at them would split them differently, as they are several now. The others:
/// as in the plan.
typedef struct DmmPlanOptions {
  const int64_t *grid;
  int naxes;
  bool strict_fp, is_split;
  DmmMode cyclic;
  int64_t memory_words;
  const DmmPricing *pricing; ///< borrowed as long as the plan lives, or null
  DmmPipelines pipelines;
  MlirOperation module; ///< that has the symbols; null: the function's own
} DmmPlanOptions;

/// Reads a mode from its name: cost, always or never. False if it is none.
bool dmm_parse_mode(const char *text, DmmMode *mode);

/// Reads memory_words from a text. False if it is not a number from 0 on.
bool dmm_parse_memory_words(const char *text, int64_t *words);

/// The plan of `func`: a pure function of the function, its annotations and the
/// options. First rewrites the function in place where a loaded value is used
/// after its element is overwritten: the value is then kept in a local memref.
/// Null after a diagnostic. The caller frees it with dmm_plan_destroy; it
/// refers to the IR of `func`, which must not change as long as the `ir`
/// handles are used.
///
/// Annotations (constraints on the choice):
///   dmm.layout = #dmm.layout<...>   on an argument or allocation
///   dmm.split = [0, -1]             on the same: grid axis of each dim, or -1
///   dmm.chosen                      on the same: dmm-distribute made the
///   choice
///   dmm.axis = 0                    on a loop: the grid axis to distribute it
///   dmm.step                        on a loop: it goes from strip to strip,
///   and messages for what its index tells stay inside
///   dmm.propagate                   on a load or a scalar argument: the value
///   arrives in a pipeline
DmmPlan *dmm_plan_build(MlirOperation func, const DmmPlanOptions *options);

/// The same by the first choice of layouts, without the search for a cheaper
/// one (candidates.c).
DmmPlan *dmm_plan_build_once(MlirOperation func, const DmmPlanOptions *options);

/// The annotation `name` of an argument or allocation of the plan's function;
/// null if there is none.
MlirAttribute dmm_plan_annotation(MlirOperation func, const DmmArray *array,
                                  const char *name);

#endif // DMM_PLAN_BUILD_H
