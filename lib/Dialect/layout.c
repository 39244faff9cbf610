//===- layout.c - Layouts as attributes ---------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/layout.h"

#include "Dialect/access.h"
#include "Support/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stddef.h>
#include <string.h>

/// The keys of a cut, with the field each sets and its value if absent. The
/// value of an open one may be left to the run of the program.
typedef struct LayoutKey {
  const char *name;
  size_t field;
  int64_t initial;
  bool required;
  bool open;
} LayoutKey;

static const LayoutKey cut_keys[] = {
    {"dim", offsetof(DmmAxisLayout, dim), 0, true, false},
    {"numerator", offsetof(DmmAxisLayout, numerator), 1, false, false},
    {"denominator", offsetof(DmmAxisLayout, denominator), 1, false, false},
    {"offset", offsetof(DmmAxisLayout, offset), 0, false, false},
    {"block", offsetof(DmmAxisLayout, block), 0, true, true},
    {"cycle", offsetof(DmmAxisLayout, cycle), 0, false, false},
    {"extent", offsetof(DmmAxisLayout, extent), 0, true, true},
};

enum { NUM_CUT_KEYS = sizeof(cut_keys) / sizeof(cut_keys[0]) };

/// How an attribute spells DMM_DYNAMIC.
static const char dynamic_text[] = "?";

static int64_t *field_of(DmmAxisLayout *axis, const LayoutKey *key) {
  return (int64_t *)(void *)((char *)axis + key->field);
}

//===----------------------------------------------------------------------===//
// To an attribute
//===----------------------------------------------------------------------===//

static MlirAttribute number_attribute(MlirContext context, int64_t value) {
  if (value == DMM_DYNAMIC)
    return mlirStringAttrGet(context,
                             mlirStringRefCreateFromCString(dynamic_text));
  return mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), value);
}

static MlirNamedAttribute named_number(MlirContext context, const char *name,
                                       int64_t value) {
  MlirStringRef text = mlirStringRefCreateFromCString(name);
  return mlirNamedAttributeGet(mlirIdentifierGet(context, text),
                               number_attribute(context, value));
}

static MlirAttribute axis_attribute(MlirContext context, DmmAxisLayout axis) {
  MlirNamedAttribute entries[NUM_CUT_KEYS];
  intptr_t n = 0;
  if (axis.state == DMM_PINNED)
    entries[n++] = named_number(context, "pin", axis.offset);
  for (int i = 0; i < NUM_CUT_KEYS && axis.state == DMM_SHARDED; ++i) {
    const LayoutKey *key = &cut_keys[i];
    int64_t value = *field_of(&axis, key);
    if (key->required || value != key->initial)
      entries[n++] = named_number(context, key->name, value);
  }
  return mlirDictionaryAttrGet(context, n, entries);
}

MlirAttribute dmm_layout_attr_get(MlirContext context,
                                  const DmmAxisLayout *axes, int n) {
  MlirAttribute entries[DMM_MAX_GRID_AXES];
  for (int i = 0; i < n; ++i)
    entries[i] = axis_attribute(context, axes[i]);
  return dmm_bridge_attribute(context, "dmm", "layout",
                              mlirArrayAttrGet(context, n, entries));
}

//===----------------------------------------------------------------------===//
// From an attribute
//===----------------------------------------------------------------------===//

static bool is_dynamic(MlirAttribute attribute) {
  return mlirAttributeIsAString(attribute) &&
         mlirStringRefEqual(mlirStringAttrGetValue(attribute),
                            mlirStringRefCreateFromCString(dynamic_text));
}

/// Reads the number `name` of the dictionary, which may be dynamic if `open`.
/// False if it is there but no number.
static bool read_key(MlirAttribute dictionary, const char *name, bool open,
                     bool *present, int64_t *value) {
  MlirAttribute found = mlirDictionaryAttrGetElementByName(
      dictionary, mlirStringRefCreateFromCString(name));
  *present = !mlirAttributeIsNull(found);
  if (!*present)
    return true;
  if (open && is_dynamic(found)) {
    *value = DMM_DYNAMIC;
    return true;
  }
  if (!mlirAttributeIsAInteger(found))
    return false;
  *value = mlirIntegerAttrGetValueInt(found);
  return *value != DMM_DYNAMIC;
}

static bool is_count(int64_t value) {
  return value >= 1 || value == DMM_DYNAMIC;
}

static const char not_a_number[] =
    "has a value that is not an integer (block and extent may be \"?\")";

static const char *check_cut(const DmmAxisLayout *axis) {
  if (axis->dim < 0)
    return "has a negative dim: dimensions count from 0";
  if (!axis->numerator)
    return "has numerator 0: then all elements would lie in one cell; pin the "
           "axis instead";
  if (axis->denominator < 1 || !is_count(axis->block))
    return "has a denominator or block below 1: they count cells or elements";
  if (axis->extent < 0 && axis->extent != DMM_DYNAMIC)
    return "has a negative extent: it counts cells";
  if (axis->cycle)
    return "is cyclic, which is not supported yet: leave cycle out";
  return NULL;
}

static const char *parse_cut(MlirAttribute dictionary, DmmAxisLayout *axis) {
  intptr_t known = 0;
  axis->state = DMM_SHARDED;
  for (int i = 0; i < NUM_CUT_KEYS; ++i) {
    bool present;
    int64_t *value = field_of(axis, &cut_keys[i]);
    *value = cut_keys[i].initial;
    if (!read_key(dictionary, cut_keys[i].name, cut_keys[i].open, &present,
                  value))
      return not_a_number;
    if (!present && cut_keys[i].required)
      return "has an axis without all of dim, block and extent: write {} for a "
             "replicated axis";
    known += present;
  }
  if (known != mlirDictionaryAttrGetNumElements(dictionary))
    return "has an unknown key: a cut axis has dim, block, extent and "
           "optionally numerator, denominator, offset, cycle";
  return check_cut(axis);
}

static const char *parse_axis(MlirAttribute dictionary, DmmAxisLayout *axis) {
  if (!mlirAttributeIsADictionary(dictionary))
    return "has an entry that is not a dictionary: write one for each grid "
           "axis";
  intptr_t n = mlirDictionaryAttrGetNumElements(dictionary);
  *axis = (DmmAxisLayout){.state = DMM_REPLICATED, .dim = -1, .denominator = 1};
  if (!n)
    return NULL;
  bool pinned;
  int64_t pin = 0;
  if (!read_key(dictionary, "pin", false, &pinned, &pin))
    return not_a_number;
  if (!pinned)
    return parse_cut(dictionary, axis);
  if (n != 1 || pin < 0)
    return "has a pinned axis that is not just {pin = <coordinate>}";
  axis->state = DMM_PINNED;
  axis->offset = pin;
  axis->block = 1;
  axis->extent = pin + 1;
  return NULL;
}

int dmm_layout_attr_parse(MlirAttribute attribute, DmmAxisLayout *axes, int max,
                          const char **error) {
  MlirAttribute array = dmm_bridge_parameter(attribute, "dmm", "layout");
  *error = "is not a #dmm.layout<[...]>";
  if (mlirAttributeIsNull(array) || !mlirAttributeIsAArray(array))
    return -1;
  intptr_t n = mlirArrayAttrGetNumElements(array);
  *error = "has more axes than a grid may have";
  if (n > max)
    return -1;
  for (intptr_t i = 0; i < n; ++i) {
    *error = parse_axis(mlirArrayAttrGetElement(array, i), &axes[i]);
    if (*error)
      return -1;
  }
  *error = NULL;
  return (int)n;
}

int64_t dmm_layout_home_size(const DmmAxisLayout *axes, int n, int dim,
                             int64_t size) {
  for (int i = 0; i < n; ++i)
    if (axes[i].state == DMM_SHARDED && axes[i].dim == dim)
      return axes[i].block == DMM_DYNAMIC ? DMM_DYNAMIC
                                          : axes[i].denominator * axes[i].block;
  return size;
}

int dmm_layout_num_dynamic(const DmmAxisLayout *axes, int n) {
  int count = 0;
  for (int i = 0; i < n; ++i)
    count += (axes[i].block == DMM_DYNAMIC) + (axes[i].extent == DMM_DYNAMIC);
  return count;
}

MlirAttribute dmm_split_attr_get(MlirContext context, const int *dims,
                                 int naxes, int rank) {
  MlirAttribute split[DMM_MAX_RANK];
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  for (int d = 0; d < rank; ++d) {
    int cut = -1;
    for (int axis = 0; axis < naxes; ++axis)
      if (dims[axis] == d)
        cut = axis;
    split[d] = mlirIntegerAttrGet(i64, cut);
  }
  return mlirArrayAttrGet(context, rank, split);
}
