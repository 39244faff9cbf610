//===- versions.c - Another version of an array for some loops -----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/versions.h"

#include "Analysis/rewrite.h"
#include "Dialect/access.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

typedef struct Search {
  MlirOperation op; ///< what is looked for, or what was found
  intptr_t number;
  intptr_t count;
} Search;

static MlirWalkResult count_to(MlirOperation op, void *data) {
  Search *search = data;
  if (mlirOperationEqual(op, search->op)) {
    search->number = search->count;
    return MlirWalkResultInterrupt;
  }
  ++search->count;
  return MlirWalkResultAdvance;
}

intptr_t dmm_op_number(MlirOperation func, MlirOperation op) {
  Search search = {.op = op, .number = -1};
  mlirOperationWalk(func, count_to, &search, MlirWalkPreOrder);
  return search.number;
}

static MlirWalkResult find_number(MlirOperation op, void *data) {
  Search *search = data;
  if (search->count++ != search->number)
    return MlirWalkResultAdvance;
  search->op = op;
  return MlirWalkResultInterrupt;
}

MlirOperation dmm_op_by_number(MlirOperation func, intptr_t number) {
  Search search = {.number = number};
  mlirOperationWalk(func, find_number, &search, MlirWalkPreOrder);
  return search.op;
}

//===----------------------------------------------------------------------===//
// The allocation
//===----------------------------------------------------------------------===//

/// Adds the sizes of `array` that its type leaves open.
static int32_t open_sizes(MlirValue array, MlirOperation before,
                          MlirValue *sizes) {
  MlirType type = mlirValueGetType(array);
  MlirOperation owner = {NULL};
  if (mlirValueIsAOpResult(array))
    owner = mlirOpResultGetOwner(array);
  int32_t n = 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    if (!mlirShapedTypeIsDynamicDim(type, d))
      continue;
    sizes[n] = owner.ptr ? mlirOperationGetOperand(owner, n)
                         : dmm_insert_size(before, array, d,
                                           mlirOperationGetLocation(before));
    ++n;
  }
  return n;
}

static MlirOperation allocate_like(MlirOperation func, MlirValue array) {
  MlirOperation before = dmm_after_definition(func, array);
  MlirType type = mlirValueGetType(array);
  int64_t shape[DMM_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; ++d)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  MlirValue sizes[DMM_MAX_RANK];
  int32_t segments[] = {open_sizes(array, before, sizes), 0};
  DmmDraft draft = {.name = "memref.alloc",
                    .location = mlirOperationGetLocation(func),
                    .operands = sizes,
                    .noperands = segments[0],
                    .result = mlirMemRefTypeContiguousGet(
                        mlirShapedTypeGetElementType(type), rank, shape,
                        mlirAttributeGetNull())};
  dmm_draft_attribute(
      &draft, "operandSegmentSizes",
      mlirDenseI32ArrayGet(mlirOperationGetContext(func), 2, segments));
  return dmm_draft_insert(&draft, before);
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

static void insert_op(const char *name, MlirValue a, MlirValue b,
                      MlirLocation location, MlirOperation before) {
  MlirValue operands[] = {a, b};
  DmmDraft draft = {.name = name,
                    .location = location,
                    .operands = operands,
                    .noperands = mlirValueIsNull(b) ? 1 : 2};
  dmm_draft_insert(&draft, before);
}

typedef struct Replacement {
  MlirValue from, to;
} Replacement;

static MlirWalkResult redirect(MlirOperation op, void *data) {
  const Replacement *r = data;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), r->from))
      mlirOperationSetOperand(op, i, r->to);
  return MlirWalkResultAdvance;
}

MlirOperation dmm_add_version(const DmmLoopRun *run, MlirValue array,
                              bool is_written) {
  MlirOperation alloc = allocate_like(run->func, array);
  Replacement replacement = {array, mlirOperationGetResult(alloc, 0)};
  for (int i = 0; i < run->nloops; ++i)
    mlirOperationWalk(run->loops[i], redirect, &replacement, MlirWalkPreOrder);
  MlirOperation first = run->loops[0], last = run->loops[run->nloops - 1];
  insert_op("memref.copy", array, replacement.to,
            mlirOperationGetLocation(first), first);
  if (is_written)
    insert_op("memref.copy", replacement.to, array,
              mlirOperationGetLocation(last),
              mlirOperationGetNextInBlock(last));
  MlirBlock body = dmm_op_body(run->func, 0);
  insert_op("memref.dealloc", replacement.to, (MlirValue){NULL},
            mlirOperationGetLocation(run->func), mlirBlockGetTerminator(body));
  return alloc;
}
