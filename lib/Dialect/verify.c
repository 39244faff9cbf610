//===- verify.c - What the rules of the operations share ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/verify.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// The grid and the group
//===----------------------------------------------------------------------===//

bool dmm_read_grid(DmmSubject *s, MlirOperation op) {
  *s = (DmmSubject){.op = op};
  s->naxes = dmm_op_grid(op, s->grid, NULL);
  return s->naxes >= 0 || dmm_op_malformed_grid(op, "lies under");
}

bool dmm_check_axis(const DmmSubject *s, const char *name, int64_t axis) {
  if (axis < 0)
    return dmm_op_error(s->op, "has %s %" PRId64 ": grid axes count from 0",
                        name, axis);
  if (s->naxes && axis >= s->naxes)
    return dmm_op_error(s->op,
                        "has %s %" PRId64 " but the grid has only %d axes",
                        name, axis, s->naxes);
  return true;
}

static bool contains(const int64_t *values, int n, int64_t value) {
  for (int i = 0; i < n; ++i)
    if (values[i] == value)
      return true;
  return false;
}

static bool read_axes(DmmSubject *s) {
  s->ngroup = dmm_op_ints(s->op, "axes", s->group, DMM_MAX_GRID_AXES);
  if (s->ngroup < 1)
    return dmm_op_error(s->op,
                        "needs axes = array<i64: ...> with 1 to %d grid "
                        "axes",
                        DMM_MAX_GRID_AXES);
  for (int i = 0; i < s->ngroup; ++i) {
    if (!dmm_check_axis(s, "axis", s->group[i]))
      return false;
    if (contains(s->group, i, s->group[i]))
      return dmm_op_error(s->op,
                          "names axis %" PRId64 " twice: list each axis once",
                          s->group[i]);
  }
  return true;
}

/// Index operands are those that the attributes ask for, and at most a root.
static bool check_indices(MlirOperation op) {
  DmmOperands have = dmm_op_operands(op);
  int sizes = dmm_op_num_sizes(op);
  if (sizes < 0 || (have.nroots >= 0 && have.nroots <= 1 && have.nsymbols >= 0))
    return true;
  return dmm_op_error(op,
                      "has %d index operands, but its attributes leave %d "
                      "numbers open: give sizes(...) one operand for each "
                      "dynamic block and extent, in the order of the axes",
                      have.nindices, sizes);
}

static bool check_stage_digits(const DmmSubject *s, const int64_t *digits,
                               int n) {
  for (int k = 0; k < n; ++k)
    if (digits[k] < 1)
      return dmm_op_error(s->op,
                          "has stages with the digit %" PRId64
                          ": a digit counts children, at least 1",
                          digits[k]);
  for (int i = 0; i < s->ngroup && s->naxes; ++i) {
    int64_t size = s->grid[s->group[i]];
    if (!dmm_digits_reach(size, digits + i, n / s->ngroup, s->ngroup))
      return dmm_op_error(s->op,
                          "has stages that do not reach all %" PRId64
                          " coordinates of axis %" PRId64,
                          size, s->group[i]);
  }
  return true;
}

/// Stages, if there are any, have a digit for each axis of the group.
static bool check_stages(const DmmSubject *s) {
  int64_t digits[DMM_MAX_STAGE_DIGITS];
  int n = dmm_op_ints(s->op, "stages", digits, DMM_MAX_STAGE_DIGITS);
  if (mlirAttributeIsNull(dmm_op_attr(s->op, "stages")))
    return true;
  if (n < 1 || n % s->ngroup)
    return dmm_op_error(s->op,
                        "has stages that are not array<i64> with %d "
                        "digits for each stage, one for each axis of "
                        "the group",
                        s->ngroup);
  return check_stage_digits(s, digits, n);
}

bool dmm_read_subject(DmmSubject *s, MlirOperation op) {
  return dmm_read_grid(s, op) && read_axes(s) && check_stages(s) &&
         check_indices(op);
}

/// Members of the group, or 0 if the grid is not known.
static int64_t group_size(const DmmSubject *s) {
  int64_t size = s->naxes ? 1 : 0;
  for (int i = 0; i < s->ngroup && s->naxes; ++i)
    size *= s->grid[s->group[i]];
  return size;
}

static bool check_root_rank(const DmmSubject *s) {
  int64_t root, size = group_size(s);
  if (!dmm_op_int(s->op, "root", &root))
    return dmm_op_error(s->op, "has a root that is not an integer: give a rank "
                               "in the group as i64, or an operand root(%%r)");
  if (root < 0 || (size && root >= size))
    return dmm_op_error(s->op,
                        "has root %" PRId64
                        ", which is no rank in the group: ranks go from 0 to %s"
                        "%" PRId64,
                        root, size ? "" : "at least ", size ? size - 1 : 0);
  return true;
}

bool dmm_check_root(const DmmSubject *s, bool required) {
  bool attribute = !mlirAttributeIsNull(dmm_op_attr(s->op, "root"));
  bool operand = dmm_op_operands(s->op).nroots > 0;
  if (attribute && operand)
    return dmm_op_error(s->op, "has a root both as attribute and as operand: "
                               "leave one of them out");
  if (required && !attribute && !operand)
    return dmm_op_error(s->op,
                        "needs a root: the attribute root = <rank> : i64 "
                        "or the operand root(%%rank)");
  return !attribute || check_root_rank(s);
}

bool dmm_check_no_root(const DmmSubject *s, const char *why) {
  if (mlirAttributeIsNull(dmm_op_attr(s->op, "root")) &&
      !dmm_op_operands(s->op).nroots)
    return true;
  return dmm_op_error(s->op, "has a root, but %s: leave it out", why);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

MlirType dmm_buffer_type(MlirOperation op, int i) {
  return mlirValueGetType(mlirOperationGetOperand(op, i));
}

MlirType dmm_buffer_element(MlirOperation op, int i) {
  return mlirShapedTypeGetElementType(dmm_buffer_type(op, i));
}

int dmm_buffer_rank(MlirOperation op, int i) {
  return (int)mlirShapedTypeGetRank(dmm_buffer_type(op, i));
}

int64_t dmm_buffer_size(MlirOperation op, int i, int d) {
  MlirType type = dmm_buffer_type(op, i);
  return mlirShapedTypeIsDynamicDim(type, d)
             ? -1
             : mlirShapedTypeGetDimSize(type, d);
}

bool dmm_check_elements(MlirOperation op, int first, int count) {
  for (int i = first; i < first + count; ++i) {
    if (!dmm_element_suffix(dmm_buffer_element(op, i)))
      return dmm_op_error(op, "has a buffer with elements that no message "
                              "carries: use i1, i8, i16, i32, i64, index, f16, "
                              "bf16, f32, f64 or a complex of f32 or f64");
    if (!mlirTypeEqual(dmm_buffer_element(op, i),
                       dmm_buffer_element(op, first)))
      return dmm_op_error(op,
                          "has buffers of different element types: messages "
                          "do not convert");
    if (!mlirAttributeIsNull(
            mlirMemRefTypeGetMemorySpace(dmm_buffer_type(op, i))))
      return dmm_op_error(op, "has a buffer in a memory space: messages move "
                              "data of the default one");
    if (dmm_buffer_rank(op, i) > DMM_MAX_RANK)
      return dmm_op_error(op, "has a buffer of more than %d dimensions",
                          DMM_MAX_RANK);
  }
  return true;
}

bool dmm_check_rank(MlirOperation op, int i, int rank, const char *as) {
  if (dmm_buffer_rank(op, i) == rank)
    return true;
  return dmm_op_error(op,
                      "has a buffer of rank %d where rank %d is needed, as "
                      "that of %s",
                      dmm_buffer_rank(op, i), rank, as);
}

bool dmm_check_size(MlirOperation op, int i, int d, int64_t size,
                    const char *why) {
  int64_t have = dmm_buffer_size(op, i, d);
  if (have < 0 || size < 0 || have == size)
    return true;
  return dmm_op_error(op,
                      "has buffer %d with %" PRId64
                      " elements along dimension %d where %" PRId64
                      " are needed: %s",
                      i, have, d, size, why);
}

bool dmm_check_same_shape(MlirOperation op, int a, int b) {
  if (!dmm_check_rank(op, b, dmm_buffer_rank(op, a), "the source"))
    return false;
  for (int d = 0; d < dmm_buffer_rank(op, a); ++d)
    if (!dmm_check_size(op, b, d, dmm_buffer_size(op, a, d),
                        "source and destination have the same shape"))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

bool dmm_blocks_cover(int64_t block, int64_t size, int64_t extent) {
  return block == DMM_DYNAMIC || extent == DMM_DYNAMIC ||
         block >= dmm_ceildiv(extent, size);
}

static bool check_cut(const DmmSubject *s, const DmmOpLayout *layout, int axis,
                      int rank) {
  const DmmAxisLayout *l = &layout->axes[axis];
  if (l->dim >= rank)
    return dmm_op_error(s->op,
                        "has a layout that cuts dimension %" PRId64
                        " of an array of rank %d",
                        l->dim, rank);
  for (int i = 0; i < axis; ++i)
    if (layout->axes[i].state == DMM_SHARDED && layout->axes[i].dim == l->dim)
      return dmm_op_error(s->op,
                          "has a layout that cuts dimension %" PRId64
                          " over two axes: one dimension, one axis",
                          l->dim);
  if (s->naxes && !dmm_blocks_cover(l->block, s->grid[axis], l->extent))
    return dmm_op_error(s->op,
                        "has a layout whose blocks of %" PRId64
                        " cells on axis %d do not cover the extent %" PRId64
                        ": %" PRId64 " coordinates need blocks of at least "
                        "%" PRId64,
                        l->block, axis, l->extent, s->grid[axis],
                        dmm_ceildiv(l->extent, s->grid[axis]));
  return true;
}

static bool check_pin(const DmmSubject *s, const DmmAxisLayout *l, int axis) {
  if (!s->naxes || l->offset < s->grid[axis])
    return true;
  return dmm_op_error(s->op,
                      "has a layout pinned at coordinate %" PRId64
                      " of axis %d, which has only %" PRId64 " coordinates",
                      l->offset, axis, s->grid[axis]);
}

bool dmm_read_layout(const DmmSubject *s, const char *name, int rank,
                     DmmOpLayout *layout) {
  const char *error;
  layout->n = dmm_layout_attr_parse(dmm_op_attr(s->op, name), layout->axes,
                                    DMM_MAX_GRID_AXES, &error);
  if (layout->n < 0)
    return dmm_op_error(s->op, "has a malformed layout: '%s' %s", name, error);
  if (s->naxes && layout->n != s->naxes)
    return dmm_op_error(
        s->op,
        "has a layout of %d axes but the grid has %d: write one "
        "dictionary for each grid axis",
        layout->n, s->naxes);
  for (int i = 0; i < layout->n; ++i) {
    const DmmAxisLayout *l = &layout->axes[i];
    if (l->state == DMM_SHARDED && !check_cut(s, layout, i, rank))
      return false;
    if (l->state == DMM_PINNED && !check_pin(s, l, i))
      return false;
  }
  for (int i = 0; i < s->ngroup; ++i)
    if (s->group[i] >= layout->n)
      return dmm_op_error(s->op,
                          "spans axis %" PRId64 ", which its layout leaves out",
                          s->group[i]);
  return true;
}

/// All indices of a dimension of `size` elements must lie in the template.
static bool check_cells(const DmmSubject *s, const DmmAxisLayout *l,
                        int64_t size) {
  if (size <= 0) // None, or not known here.
    return true;
  int64_t a = dmm_floordiv(l->offset, l->denominator);
  int64_t b =
      dmm_floordiv(l->numerator * (size - 1) + l->offset, l->denominator);
  int64_t least = a < b ? a : b, most = a < b ? b : a;
  bool inside = least >= 0 && (l->extent == DMM_DYNAMIC || most < l->extent);
  if (inside)
    return true;
  return dmm_op_error(s->op,
                      "has a layout that puts dimension %" PRId64
                      " in the cells %" PRId64 " to %" PRId64
                      ", outside of the extent%s%" PRId64,
                      l->dim, least, most,
                      l->extent == DMM_DYNAMIC ? ", which starts at " : " ",
                      l->extent == DMM_DYNAMIC ? 0 : l->extent);
}

bool dmm_check_home(const DmmSubject *s, const DmmOpLayout *layout, int i,
                    const int64_t *sizes) {
  for (int a = 0; a < layout->n; ++a)
    if (layout->axes[a].state == DMM_SHARDED &&
        !check_cells(s, &layout->axes[a], sizes[layout->axes[a].dim]))
      return false;
  for (int d = 0; d < dmm_buffer_rank(s->op, i); ++d)
    if (!dmm_check_size(
            s->op, i, d,
            dmm_layout_home_size(layout->axes, layout->n, d, sizes[d]),
            "a home has denominator * block elements along a cut "
            "dimension and the whole size along any other"))
      return false;
  return true;
}

void dmm_buffer_sizes(MlirOperation op, int i, int64_t sizes[DMM_MAX_RANK]) {
  for (int d = 0; d < dmm_buffer_rank(op, i); ++d)
    sizes[d] = dmm_buffer_size(op, i, d);
}

bool dmm_check_laid_out(const DmmSubject *s, int whole, int home) {
  DmmOpLayout layout;
  int64_t sizes[DMM_MAX_RANK];
  if (!dmm_check_elements(s->op, 0, 2) ||
      !dmm_check_rank(s->op, home, dmm_buffer_rank(s->op, whole),
                      "the whole array") ||
      !dmm_read_layout(s, "layout", dmm_buffer_rank(s->op, whole), &layout))
    return false;
  dmm_buffer_sizes(s->op, whole, sizes);
  return dmm_check_home(s, &layout, home, sizes);
}

static bool read_numbers(MlirOperation op, const char *name, int n,
                         int64_t least, bool open, const char *per,
                         int64_t *values) {
  int have = dmm_op_ints(op, name, values, DMM_MAX_BOUNDS);
  if (have != n)
    return dmm_op_error(op,
                        "needs %s = array<i64: ...> with %d values, one for "
                        "each %s",
                        name, n, per);
  for (int i = 0; i < n; ++i)
    if (values[i] < least && !(open && values[i] == DMM_DYNAMIC))
      return dmm_op_error(op,
                          "has %" PRId64 " in %s, which must be at least "
                          "%" PRId64,
                          values[i], name, least);
  return true;
}

bool dmm_read_list(MlirOperation op, const char *name, int n, int64_t least,
                   const char *per, int64_t *values) {
  return read_numbers(op, name, n, least, false, per, values);
}

bool dmm_read_sizes(MlirOperation op, const char *name, int n, const char *per,
                    int64_t *values) {
  return read_numbers(op, name, n, 0, true, per, values);
}
