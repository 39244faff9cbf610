//===- mapping_attribute.c - The mapping of a module ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/mapping_attribute.h"

#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"

static const char form[] =
    "list the levels, bottom first, each as array<i64> with one digit for each "
    "grid axis";

static bool read_level(MlirOperation module, const DmmMappingProblem *problem,
                       MlirAttribute list, int level, int64_t *digits) {
  if (!mlirAttributeIsADenseI64Array(list) ||
      mlirDenseArrayGetNumElements(list) != problem->naxes)
    return dmm_op_error(
        module,
        "has a 'dmm.mapping' whose level %d is not array<i64> with %d "
        "digits: %s",
        level, problem->naxes, form);
  for (int axis = 0; axis < problem->naxes; ++axis)
    digits[axis] = mlirDenseI64ArrayGetElement(list, axis);
  return true;
}

bool dmm_mapping_read(MlirOperation module, const DmmMappingProblem *problem,
                      DmmMapping *mapping, bool *found) {
  MlirAttribute levels = mlirOperationGetDiscardableAttributeByName(
      module, mlirStringRefCreateFromCString("dmm.mapping"));
  int n = problem->machine->nlevels;
  *found = !mlirAttributeIsNull(levels);
  *mapping = (DmmMapping){0};
  if (!*found)
    return true;
  if (!mlirAttributeIsAArray(levels) ||
      mlirArrayAttrGetNumElements(levels) != n)
    return dmm_op_error(module,
                        "has a 'dmm.mapping' that is not a list of %d levels, "
                        "as its machine has: %s",
                        n, form);
  for (int l = 0; l < n; ++l)
    if (!read_level(module, problem, mlirArrayAttrGetElement(levels, l), l,
                    mapping->digits[l]))
      return false;
  const char *error;
  return dmm_mapping_check(problem, mapping, &error) ||
         dmm_op_error(module, "has a 'dmm.mapping' that %s", error);
}

MlirAttribute dmm_mapping_attribute(MlirContext context,
                                    const DmmMappingProblem *problem,
                                    const DmmMapping *mapping) {
  MlirAttribute levels[DMM_MAX_LEVELS];
  int n = problem->machine->nlevels;
  for (int l = 0; l < n; ++l)
    levels[l] =
        mlirDenseI64ArrayGet(context, problem->naxes, mapping->digits[l]);
  return mlirArrayAttrGet(context, n, levels);
}
