//===- stage.c - How far a module is compiled -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/stage.h"

#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"

static bool has(MlirOperation op, const char *attribute) {
  return !mlirAttributeIsNull(dmm_op_attr(op, attribute));
}

static bool has_body(MlirOperation op) {
  return dmm_op_is(op, "func.func") && !mlirBlockIsNull(dmm_op_body(op, 0));
}

/// A function that was written for partitions, or rewritten.
static bool is_spmd(MlirOperation function) {
  return has(function, "dmm.spmd") || has(function, "dmm.root");
}

typedef bool (*Predicate)(MlirOperation op);

typedef struct Search {
  Predicate is_wanted;
  MlirOperation found;
} Search;

static MlirWalkResult look_at(MlirOperation op, void *data) {
  Search *search = data;
  if (!search->is_wanted(op))
    return MlirWalkResultAdvance;
  search->found = op;
  return MlirWalkResultInterrupt;
}

/// The first op in `root`, itself included, that is wanted, or null.
static MlirOperation find(MlirOperation root, Predicate is_wanted) {
  Search search = {is_wanted, {NULL}};
  mlirOperationWalk(root, look_at, &search, MlirWalkPreOrder);
  return search.found;
}

static MlirOperation first_op(MlirOperation module) {
  return mlirBlockGetFirstOperation(dmm_op_body(module, 0));
}

//===----------------------------------------------------------------------===//
// Sequential functions
//===----------------------------------------------------------------------===//

static bool is_runtime_call(MlirOperation op) {
  MlirAttribute callee = dmm_op_attr(op, "callee");
  return !mlirAttributeIsNull(callee) &&
         mlirAttributeIsAFlatSymbolRef(callee) &&
         dmm_has_prefix(mlirFlatSymbolRefAttrGetValue(callee), "dmm_rt_");
}

bool dmm_is_sequential(MlirOperation op) {
  return has_body(op) && !is_spmd(op);
}

static bool is_compiled(MlirOperation op) {
  return dmm_is_sequential(op) &&
         !mlirOperationIsNull(find(op, is_runtime_call));
}

static bool is_to_do(MlirOperation op) {
  return dmm_is_sequential(op) && !is_compiled(op);
}

static bool check_op(MlirOperation op) {
  if (dmm_op_is(op, "builtin.module") &&
      !mlirOperationIsNull(find(op, is_to_do)))
    return dmm_op_error(op, "is a module within the module, whose functions "
                            "this pass does not compile: move them to the "
                            "outer module, or give the inner one a pipeline of "
                            "its own, builtin.module(builtin.module(...))");
  return !is_compiled(op) ||
         dmm_op_error(op, "is compiled for partitions already: it calls the "
                          "runtime; compile the sequential program that it "
                          "was made from");
}

bool dmm_check_sequential(MlirOperation module) {
  for (MlirOperation op = first_op(module); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (!check_op(op))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Functions for partitions
//===----------------------------------------------------------------------===//

static bool is_annotation(MlirNamedAttribute attribute) {
  static const char *const names[] = {"dmm.layout", "dmm.split", "dmm.axis"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (mlirStringRefEqual(mlirIdentifierStr(attribute.name),
                           mlirStringRefCreateFromCString(names[i])))
      return true;
  return false;
}

static bool is_annotated(MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i)
    if (is_annotation(mlirOperationGetAttribute(op, i)))
      return true;
  return false;
}

static bool has_annotated_argument(MlirOperation function) {
  MlirAttribute all = dmm_op_attr(function, "arg_attrs");
  intptr_t n = mlirAttributeIsNull(all) ? 0 : mlirArrayAttrGetNumElements(all);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute one = mlirArrayAttrGetElement(all, i);
    for (intptr_t k = 0; k < mlirDictionaryAttrGetNumElements(one); ++k)
      if (is_annotation(mlirDictionaryAttrGetElement(one, k)))
        return true;
  }
  return false;
}

static bool is_message(MlirOperation op) {
  return dmm_op_in_dialect(op, "dmm") || dmm_op_in_dialect(op, "fabric");
}

/// Whether something in the module is meant for partitions.
static bool speaks_to_partitions(MlirOperation op) {
  return is_message(op) || (has_body(op) && is_spmd(op));
}

static bool check_function(MlirOperation function, bool has_grid_alone) {
  if (has_annotated_argument(function) ||
      !mlirOperationIsNull(find(function, is_annotated)))
    return dmm_op_error(function,
                        "has annotations for its distribution, but was not "
                        "rewritten for partitions: run dmm-lower-affine first");
  return !has_grid_alone ||
         dmm_op_error(function, "is in a module with a dmm.grid, but was not "
                                "rewritten for partitions, as no function was: "
                                "run dmm-lower-affine first");
}

bool dmm_check_spmd(MlirOperation module) {
  bool has_grid_alone = has(module, "dmm.grid") &&
                        mlirOperationIsNull(find(module, speaks_to_partitions));
  for (MlirOperation op = first_op(module); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (dmm_is_sequential(op) && mlirOperationIsNull(find(op, is_message)) &&
        !check_function(op, has_grid_alone))
      return false;
  return true;
}
