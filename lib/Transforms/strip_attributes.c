//===- strip_attributes.c - Remove our attributes -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/strip_attributes.h"

#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Support/arena.h"
#include "mlir-c/BuiltinAttributes.h"

typedef struct Stripper {
  MlirContext context;
  DmmArena *arena;
  const char *only; ///< the attribute to remove, or null: all of ours
} Stripper;

static bool is_wanted(const Stripper *s, MlirNamedAttribute attribute) {
  MlirStringRef name = mlirIdentifierStr(attribute.name);
  if (s->only)
    return mlirStringRefEqual(name, mlirStringRefCreateFromCString(s->only));
  return dmm_has_prefix(name, "dmm.") || dmm_has_prefix(name, "fabric.");
}

/// The dictionary without the attributes.
static MlirAttribute strip_dictionary(Stripper *s, MlirAttribute dictionary) {
  intptr_t n = mlirDictionaryAttrGetNumElements(dictionary), kept = 0;
  MlirNamedAttribute *entries =
      dmm_arena_alloc(s->arena, (size_t)n * sizeof *entries);
  for (intptr_t i = 0; i < n; ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(dictionary, i);
    if (!is_wanted(s, entry))
      entries[kept++] = entry;
  }
  return mlirDictionaryAttrGet(s->context, kept, entries);
}

/// Strips the dictionaries of a function's arguments or results.
static void strip_list(Stripper *s, MlirOperation op, const char *name) {
  MlirAttribute list = dmm_op_attr(op, name);
  if (mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list))
    return;
  intptr_t n = mlirArrayAttrGetNumElements(list), left = 0;
  MlirAttribute *entries =
      dmm_arena_alloc(s->arena, (size_t)n * sizeof *entries);
  for (intptr_t i = 0; i < n; ++i) {
    entries[i] = strip_dictionary(s, mlirArrayAttrGetElement(list, i));
    left += mlirDictionaryAttrGetNumElements(entries[i]);
  }
  if (left)
    mlirOperationSetAttributeByName(op, mlirStringRefCreateFromCString(name),
                                    mlirArrayAttrGet(s->context, n, entries));
  else
    mlirOperationRemoveAttributeByName(op,
                                       mlirStringRefCreateFromCString(name));
}

static MlirWalkResult strip(MlirOperation op, void *data) {
  for (intptr_t i = mlirOperationGetNumAttributes(op); i-- > 0;) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    if (is_wanted(data, attribute))
      mlirOperationRemoveAttributeByName(op, mlirIdentifierStr(attribute.name));
  }
  if (dmm_op_is(op, "func.func")) {
    strip_list(data, op, "arg_attrs");
    strip_list(data, op, "res_attrs");
  }
  return MlirWalkResultAdvance;
}

static void strip_all(MlirOperation root, const char *only) {
  Stripper stripper = {mlirOperationGetContext(root), dmm_arena_create(), only};
  mlirOperationWalk(root, strip, &stripper, MlirWalkPostOrder);
  dmm_arena_destroy(stripper.arena);
}

void dmm_strip_attributes(MlirOperation root) { strip_all(root, NULL); }

void dmm_strip_attribute(MlirOperation root, const char *name) {
  strip_all(root, name);
}
