//===- verify.c - Rules of the operations -------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What relates the operands and attributes of an op to each other and to the
// grid. Presence and kind of operands and of required attributes are checked
// before, from the IRDL definitions. A rule emits a diagnostic at the op that
// says what is wrong, why, and what to do, and returns false.
//
//===----------------------------------------------------------------------===//

#include "Dialect/access.h"
#include "Dialect/layout.h"
#include "Dialect/ops.h"
#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// The grid and the group
//===----------------------------------------------------------------------===//

/// What an op's rules look at. Without a dmm.grid around the op, nothing is
/// checked against the grid and naxes is 0.
typedef struct Subject {
  MlirOperation op;
  int64_t grid[DMM_MAX_GRID_AXES];
  int naxes;
  int64_t group[DMM_MAX_GRID_AXES];
  int ngroup;
} Subject;

static bool read_grid(Subject *s, MlirOperation op) {
  *s = (Subject){.op = op};
  s->naxes = dmm_op_grid(op, s->grid, NULL);
  if (s->naxes >= 0)
    return true;
  return dmm_op_error(op,
                      "lies under a 'dmm.grid' that is not array<i64> with "
                      "1 to %d sizes of at least 1",
                      DMM_MAX_GRID_AXES);
}

static bool check_axis(const Subject *s, const char *name, int64_t axis) {
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

/// Reads and checks a list of distinct grid axes, of at least one.
static bool read_axes(Subject *s) {
  s->ngroup = dmm_op_ints(s->op, "axes", s->group, DMM_MAX_GRID_AXES);
  if (s->ngroup < 1)
    return dmm_op_error(s->op,
                        "needs axes = array<i64: ...> with 1 to %d grid "
                        "axes",
                        DMM_MAX_GRID_AXES);
  for (int i = 0; i < s->ngroup; ++i) {
    if (!check_axis(s, "axis", s->group[i]))
      return false;
    if (contains(s->group, i, s->group[i]))
      return dmm_op_error(s->op,
                          "names axis %" PRId64 " twice: list each axis once",
                          s->group[i]);
  }
  return true;
}

static bool read_subject(Subject *s, MlirOperation op) {
  return read_grid(s, op) && read_axes(s);
}

/// Members of the group, or 0 if the grid is not known.
static int64_t group_size(const Subject *s) {
  int64_t size = s->naxes ? 1 : 0;
  for (int i = 0; i < s->ngroup && s->naxes; ++i)
    size *= s->grid[s->group[i]];
  return size;
}

static bool check_root_rank(const Subject *s) {
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

/// The root is an attribute or an operand, not both; one is needed if
/// `required`.
static bool check_root(const Subject *s, bool required) {
  bool attribute = !mlirAttributeIsNull(dmm_op_attr(s->op, "root"));
  bool operand = dmm_op_operands(s->op).nindices > 0;
  if (attribute && operand)
    return dmm_op_error(s->op, "has a root both as attribute and as operand: "
                               "leave one of them out");
  if (required && !attribute && !operand)
    return dmm_op_error(s->op,
                        "needs a root: the attribute root = <rank> : i64 "
                        "or the operand root(%%rank)");
  return !attribute || check_root_rank(s);
}

static bool check_no_root(const Subject *s, const char *why) {
  if (mlirAttributeIsNull(dmm_op_attr(s->op, "root")) &&
      !dmm_op_operands(s->op).nindices)
    return true;
  return dmm_op_error(s->op, "has a root, but %s: leave it out", why);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static MlirType buffer_type(MlirOperation op, int i) {
  return mlirValueGetType(mlirOperationGetOperand(op, i));
}

static MlirType element_type(MlirOperation op, int i) {
  return mlirShapedTypeGetElementType(buffer_type(op, i));
}

static int rank_of(MlirOperation op, int i) {
  return (int)mlirShapedTypeGetRank(buffer_type(op, i));
}

/// Size of dimension d of buffer i, or -1 if it is dynamic.
static int64_t size_of(MlirOperation op, int i, int d) {
  MlirType type = buffer_type(op, i);
  return mlirShapedTypeIsDynamicDim(type, d)
             ? -1
             : mlirShapedTypeGetDimSize(type, d);
}

static bool check_elements(MlirOperation op, int first, int count) {
  for (int i = first; i < first + count; ++i) {
    if (!dmm_element_suffix(element_type(op, i)))
      return dmm_op_error(op, "has a buffer with elements that no message "
                              "carries: use i1, i8, i16, i32, i64, index, f16, "
                              "bf16, f32, f64 or a complex of f32 or f64");
    if (!mlirTypeEqual(element_type(op, i), element_type(op, first)))
      return dmm_op_error(op,
                          "has buffers of different element types: messages "
                          "do not convert");
    if (rank_of(op, i) > DMM_MAX_RANK)
      return dmm_op_error(op, "has a buffer of more than %d dimensions",
                          DMM_MAX_RANK);
  }
  return true;
}

static bool check_rank(MlirOperation op, int i, int rank, const char *as) {
  if (rank_of(op, i) == rank)
    return true;
  return dmm_op_error(op,
                      "has a buffer of rank %d where rank %d is needed, as "
                      "that of %s",
                      rank_of(op, i), rank, as);
}

/// Buffer i must have `size` elements along d, if both are static.
static bool check_size(MlirOperation op, int i, int d, int64_t size,
                       const char *why) {
  int64_t have = size_of(op, i, d);
  if (have < 0 || size < 0 || have == size)
    return true;
  return dmm_op_error(op,
                      "has buffer %d with %" PRId64
                      " elements along dimension %d where %" PRId64
                      " are needed: %s",
                      i, have, d, size, why);
}

static bool check_same_shape(MlirOperation op, int a, int b) {
  if (!check_rank(op, b, rank_of(op, a), "the source"))
    return false;
  for (int d = 0; d < rank_of(op, a); ++d)
    if (!check_size(op, b, d, size_of(op, a, d),
                    "source and destination have the same shape"))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

typedef struct Layout {
  DmmAxisLayout axes[DMM_MAX_GRID_AXES];
  int n;
} Layout;

static bool check_cut(const Subject *s, const Layout *layout, int axis,
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
  if (s->naxes && l->block < dmm_ceildiv(l->extent, s->grid[axis]))
    return dmm_op_error(s->op,
                        "has a layout whose blocks of %" PRId64
                        " cells on axis %d do not cover the extent %" PRId64
                        ": %" PRId64 " coordinates need blocks of at least "
                        "%" PRId64,
                        l->block, axis, l->extent, s->grid[axis],
                        dmm_ceildiv(l->extent, s->grid[axis]));
  return true;
}

static bool check_pin(const Subject *s, const DmmAxisLayout *l, int axis) {
  if (!s->naxes || l->offset < s->grid[axis])
    return true;
  return dmm_op_error(s->op,
                      "has a layout pinned at coordinate %" PRId64
                      " of axis %d, which has only %" PRId64 " coordinates",
                      l->offset, axis, s->grid[axis]);
}

static bool read_layout(const Subject *s, const char *name, int rank,
                        Layout *layout) {
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
static bool check_cells(const Subject *s, const DmmAxisLayout *l,
                        int64_t size) {
  int64_t a = dmm_floordiv(l->offset, l->denominator);
  int64_t b =
      dmm_floordiv(l->numerator * (size - 1) + l->offset, l->denominator);
  int64_t least = a < b ? a : b, most = a < b ? b : a;
  if (size <= 0 || (least >= 0 && most < l->extent))
    return true;
  return dmm_op_error(s->op,
                      "has a layout that puts dimension %" PRId64
                      " in the cells %" PRId64 " to %" PRId64
                      ", outside of the extent %" PRId64,
                      l->dim, least, most, l->extent);
}

/// Checks buffer i as a home of an array with the sizes `sizes` (-1: dynamic).
static bool check_home(const Subject *s, const Layout *layout, int i,
                       const int64_t *sizes) {
  for (int a = 0; a < layout->n; ++a)
    if (layout->axes[a].state == DMM_SHARDED &&
        !check_cells(s, &layout->axes[a], sizes[layout->axes[a].dim]))
      return false;
  for (int d = 0; d < rank_of(s->op, i); ++d)
    if (!check_size(s->op, i, d,
                    dmm_layout_home_size(layout->axes, layout->n, d, sizes[d]),
                    "a home has denominator * block elements along a cut "
                    "dimension and the whole size along any other"))
      return false;
  return true;
}

static void sizes_of(MlirOperation op, int i, int64_t sizes[DMM_MAX_RANK]) {
  for (int d = 0; d < rank_of(op, i); ++d)
    sizes[d] = size_of(op, i, d);
}

//===----------------------------------------------------------------------===//
// Coordinates, rooted and laid-out messages
//===----------------------------------------------------------------------===//

bool dmm_verify_coord(MlirOperation op) {
  Subject s;
  int64_t axis = -1;
  if (!read_grid(&s, op))
    return false;
  dmm_op_int(op, "axis", &axis);
  return check_axis(&s, "axis", axis);
}

bool dmm_verify_broadcast(MlirOperation op) {
  Subject s;
  return read_subject(&s, op) && check_root(&s, true) &&
         check_elements(op, 0, 2) && check_same_shape(op, 0, 1);
}

/// Operand `whole` is an array, operand `home` its part by the layout.
static bool check_laid_out(const Subject *s, int whole, int home) {
  Layout layout;
  int64_t sizes[DMM_MAX_RANK];
  if (!check_elements(s->op, 0, 2) ||
      !check_rank(s->op, home, rank_of(s->op, whole), "the whole array") ||
      !read_layout(s, "layout", rank_of(s->op, whole), &layout))
    return false;
  sizes_of(s->op, whole, sizes);
  return check_home(s, &layout, home, sizes);
}

bool dmm_verify_scatter(MlirOperation op) {
  Subject s;
  return read_subject(&s, op) && check_root(&s, true) &&
         check_laid_out(&s, 0, 1);
}

bool dmm_verify_gather(MlirOperation op) {
  Subject s;
  return read_subject(&s, op) && check_root(&s, false) &&
         check_laid_out(&s, 1, 0);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

typedef enum ElementClass {
  CLASS_INT,
  CLASS_FLOAT,
  CLASS_COMPLEX
} ElementClass;

static ElementClass class_of(MlirType element) {
  if (mlirTypeIsAComplex(element))
    return CLASS_COMPLEX;
  return mlirTypeIsAInteger(element) || mlirTypeIsAIndex(element) ? CLASS_INT
                                                                  : CLASS_FLOAT;
}

static bool kind_is_legal(int kind, ElementClass element) {
  switch (kind) {
  case DMM_KIND_ADD:
  case DMM_KIND_MUL:
    return true;
  case DMM_KIND_MINLOC:
  case DMM_KIND_MAXLOC:
    return element != CLASS_COMPLEX;
  case DMM_KIND_MINNUMF:
  case DMM_KIND_MAXNUMF:
  case DMM_KIND_MINIMUMF:
  case DMM_KIND_MAXIMUMF:
    return element == CLASS_FLOAT;
  default:
    return element == CLASS_INT;
  }
}

static bool check_kind(MlirOperation op, int kind) {
  if (kind < 0)
    return dmm_op_error(op, "has an unknown kind: use add, mul, minui, maxui, "
                            "minsi, maxsi, minnumf, maxnumf, minimumf, "
                            "maximumf, and, or, xor, minloc or maxloc");
  if (kind_is_legal(kind, class_of(element_type(op, 0))))
    return true;
  MlirStringRef name = mlirStringAttrGetValue(dmm_op_attr(op, "kind"));
  return dmm_op_error(op,
                      "has kind '%.*s', which is not defined on its element "
                      "type: integers have add, mul, min, max, and, or, xor; "
                      "floats add, mul, minnumf, maxnumf, minimumf, maximumf; "
                      "complex numbers add and mul",
                      (int)name.length, name.data);
}

static bool check_index_buffers(MlirOperation op) {
  for (int i = 2; i < 4; ++i)
    if (!mlirTypeIsAIndex(element_type(op, i)))
      return dmm_op_error(op,
                          "has loc buffers that do not hold index elements");
  for (int i = 2; i < 4; ++i)
    if (!check_same_shape(op, i - 2, i))
      return false;
  return true;
}

/// The loc buffers are there for minloc and maxloc, and only then.
static bool check_loc(MlirOperation op, int kind) {
  bool needed = kind == DMM_KIND_MINLOC || kind == DMM_KIND_MAXLOC;
  int extra = dmm_op_operands(op).nbuffers - 2;
  if (extra != (needed ? 2 : 0))
    return dmm_op_error(op, "%s",
                        needed ? "needs loc(%src, %dst), the indices "
                                 "of the values, for minloc and maxloc"
                               : "has loc buffers, which only minloc "
                                 "and maxloc take: leave them out");
  return !needed || check_index_buffers(op);
}

static bool check_reduction(MlirOperation op) {
  int kind = dmm_op_kind(op);
  return check_elements(op, 0, 2) && check_kind(op, kind) &&
         check_loc(op, kind);
}

bool dmm_verify_all_reduce(MlirOperation op) {
  Subject s;
  return read_subject(&s, op) &&
         check_no_root(&s, "every member gets the "
                           "result") &&
         check_reduction(op) && check_same_shape(op, 0, 1);
}

static bool check_reduce_operands(MlirOperation op) {
  DmmOperands have = dmm_op_operands(op);
  intptr_t n = mlirOperationGetNumOperands(op);
  if (have.nindices > 1 || have.nbuffers + have.nindices != n)
    return dmm_op_error(op, "takes buffers, optionally loc(%%src, %%dst), and "
                            "optionally root(%%rank), and nothing else");
  for (intptr_t i = 0; i < n - 1; ++i)
    if (mlirTypeIsAIndex(buffer_type(op, (int)i)))
      return dmm_op_error(op, "has its root before its buffers: the root comes "
                              "last");
  return true;
}

bool dmm_verify_reduce(MlirOperation op) {
  Subject s;
  if (!check_reduce_operands(op) || !read_subject(&s, op) ||
      !check_reduction(op))
    return false;
  if (mlirAttributeIsNull(dmm_op_attr(op, "layout")))
    return check_root(&s, true) && check_same_shape(op, 0, 1);
  if (dmm_op_operands(op).nbuffers > 2)
    return dmm_op_error(op, "has kind minloc or maxloc and a layout: reduce to "
                            "a root instead");
  return check_no_root(&s, "with a layout the result is scattered") &&
         check_laid_out(&s, 0, 1);
}

//===----------------------------------------------------------------------===//
// Transpose
//===----------------------------------------------------------------------===//

static const char *const box_attributes[] = {
    "block", "cycle",        "extent", "origin",
    "lower", "lower_groups", "upper",  "upper_groups",
};
enum { NUM_BOX_ATTRIBUTES = sizeof(box_attributes) / sizeof(*box_attributes) };

/// How many of the box's attributes are there; the name of one that is not in
/// `*missing`.
static int count_box_attributes(MlirOperation op, const char **missing) {
  int n = 0;
  for (int i = 0; i < NUM_BOX_ATTRIBUTES; ++i) {
    if (!mlirAttributeIsNull(dmm_op_attr(op, box_attributes[i])))
      ++n;
    else
      *missing = box_attributes[i];
  }
  return n;
}

/// Reads array<i64> `name`, which must have `n` elements of at least `least`.
static bool read_list(MlirOperation op, const char *name, int n, int64_t least,
                      const char *per, int64_t *values) {
  int have = dmm_op_ints(op, name, values, DMM_MAX_BOUNDS);
  if (have != n)
    return dmm_op_error(op,
                        "needs %s = array<i64: ...> with %d values, one for "
                        "each %s",
                        name, n, per);
  for (int i = 0; i < n; ++i)
    if (values[i] < least)
      return dmm_op_error(op,
                          "has %" PRId64 " in %s, which must be at least "
                          "%" PRId64,
                          values[i], name, least);
  return true;
}

/// A map over lo and hi on each axis, and the symbol operands; `results` < 0
/// leaves their number open.
static bool check_map(const Subject *s, const char *name, int naxes,
                      int64_t results) {
  MlirAffineMap map = dmm_op_map(s->op, name);
  int symbols = dmm_op_operands(s->op).nindices;
  if (mlirAffineMapIsNull(map))
    return dmm_op_error(s->op, "has a '%s' that is not an affine_map", name);
  if (mlirAffineMapGetNumDims(map) != 2 * naxes ||
      mlirAffineMapGetNumSymbols(map) != symbols)
    return dmm_op_error(
        s->op,
        "has a map '%s' that does not take %d dims (lo and hi on "
        "each grid axis) and %d symbols (the operands)",
        name, 2 * naxes, symbols);
  if (results >= 0 && mlirAffineMapGetNumResults(map) != results)
    return dmm_op_error(
        s->op, "has a map '%s' with %d results where %" PRId64 " are needed",
        name, (int)mlirAffineMapGetNumResults(map), results);
  return true;
}

static bool check_bounds(const Subject *s, const char *name, const char *groups,
                         int naxes, int rank) {
  int64_t counts[DMM_MAX_BOUNDS], sum = 0;
  if (!read_list(s->op, groups, rank, 1, "dimension of the array", counts))
    return false;
  for (int d = 0; d < rank; ++d)
    sum += counts[d];
  return check_map(s, name, naxes, sum);
}

/// The template of the box on each axis must be covered by the grid's blocks.
static bool check_templates(const Subject *s, int naxes) {
  int64_t block[DMM_MAX_BOUNDS], cycle[DMM_MAX_BOUNDS], extent[DMM_MAX_BOUNDS];
  if (!read_list(s->op, "block", naxes, 0, "grid axis", block) ||
      !read_list(s->op, "cycle", naxes, 0, "grid axis", cycle) ||
      !read_list(s->op, "extent", naxes, 0, "grid axis", extent))
    return false;
  for (int a = 0; a < naxes; ++a) {
    if (cycle[a])
      return dmm_op_error(s->op,
                          "has a cyclic box, which is not supported yet: "
                          "set cycle to 0");
    if (s->naxes && block[a] && block[a] * s->grid[a] < extent[a])
      return dmm_op_error(s->op,
                          "has a box whose blocks of %" PRId64
                          " cells on axis %d do not cover the extent %" PRId64,
                          block[a], a, extent[a]);
  }
  return true;
}

static bool check_box(const Subject *s, int naxes, int rank) {
  bool guarded = !mlirAttributeIsNull(dmm_op_attr(s->op, "guards"));
  return check_templates(s, naxes) && check_map(s, "origin", naxes, rank) &&
         check_bounds(s, "lower", "lower_groups", naxes, rank) &&
         check_bounds(s, "upper", "upper_groups", naxes, rank) &&
         (!guarded || check_map(s, "guards", naxes, -1));
}

static bool check_target(const Subject *s, int rank, const int64_t *sizes) {
  Layout to;
  if (dmm_op_operands(s->op).nindices)
    return dmm_op_error(s->op,
                        "has symbols, which only a box takes: leave them "
                        "out");
  if (!read_layout(s, "to", rank, &to))
    return false;
  for (int i = 0; i < to.n; ++i)
    if (to.axes[i].state == DMM_SHARDED && to.axes[i].numerator != 1)
      return dmm_op_error(s->op,
                          "has a target layout with numerator %" PRId64
                          ": a mirrored or strided target is not supported, "
                          "give a box instead",
                          to.axes[i].numerator);
  return check_home(s, &to, 1, sizes);
}

bool dmm_verify_transpose(MlirOperation op) {
  Subject s;
  Layout from;
  int64_t sizes[DMM_MAX_BOUNDS];
  if (!read_subject(&s, op) || !check_elements(op, 0, 2))
    return false;
  int rank = rank_of(op, 0);
  if (!check_no_root(&(Subject){.op = op}, "each member gets its own box") &&
      !dmm_op_operands(op).nindices)
    return false;
  if (!check_rank(op, 1, rank, "the home") ||
      !read_layout(&s, "layout", rank, &from) ||
      !read_list(op, "sizes", rank, 0, "dimension of the array", sizes) ||
      !check_home(&s, &from, 0, sizes))
    return false;
  const char *missing = NULL;
  int nbox = count_box_attributes(op, &missing);
  bool to = !mlirAttributeIsNull(dmm_op_attr(op, "to"));
  if (to ? nbox != 0 : nbox != NUM_BOX_ATTRIBUTES)
    return dmm_op_error(op,
                        "has to say what each member receives: either by to "
                        "= #dmm.layout<...> alone or by all attributes of a "
                        "box (%s is %s)",
                        to ? "a box attribute" : missing,
                        to ? "present" : "missing");
  return to ? check_target(&s, rank, sizes) : check_box(&s, from.n, rank);
}

//===----------------------------------------------------------------------===//
// Wait
//===----------------------------------------------------------------------===//

static bool has_operand(MlirOperation op, MlirValue value) {
  intptr_t n = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < n; ++i)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), value))
      return true;
  return false;
}

/// All buffers of the op that gave `token` must be operands of the wait.
static bool check_awaited(MlirOperation op, MlirValue token) {
  if (!mlirValueIsAOpResult(token))
    return dmm_op_error(op, "has a token that is not the result of an async "
                            "operation: wait in the block of the operation");
  MlirOperation started = mlirOpResultGetOwner(token);
  int n = dmm_op_operands(started).nbuffers;
  for (int i = 0; i < n; ++i)
    if (!has_operand(op, mlirOperationGetOperand(started, i)))
      return dmm_op_error(op, "lacks a buffer of the operation it waits for: "
                              "list all its buffers, or they may be freed "
                              "before it ends");
  return true;
}

bool dmm_verify_wait(MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op), tokens = 0;
  while (tokens < n && dmm_type_is_token(mlirValueGetType(
                           mlirOperationGetOperand(op, tokens))))
    ++tokens;
  if (!tokens || dmm_op_operands(op).nbuffers != n - tokens)
    return dmm_op_error(op, "takes one or more tokens and then the buffers of "
                            "the operations that gave them");
  for (intptr_t i = 0; i < tokens; ++i)
    if (!check_awaited(op, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Fabric
//===----------------------------------------------------------------------===//

static bool check_flag(MlirOperation op, const char *name) {
  MlirAttribute attr = dmm_op_attr(op, name);
  if (mlirAttributeIsNull(attr) || mlirAttributeIsAUnit(attr))
    return true;
  return dmm_op_error(op, "has '%s' with a value: it is a flag, write it alone",
                      name);
}

/// Ghost cells only make sense along a dimension whose cells are its elements.
static bool check_halo_dim(const Subject *s, const Layout *layout, int64_t axis,
                           int64_t dim, int64_t ghosts) {
  const DmmAxisLayout *l = &layout->axes[axis];
  if (l->state != DMM_SHARDED || l->dim != dim)
    return dmm_op_error(s->op,
                        "has ghosts along dimension %" PRId64
                        " and axis %" PRId64
                        ", but the layout does not cut that "
                        "dimension over that axis",
                        dim, axis);
  if (l->numerator != 1 || l->denominator != 1)
    return dmm_op_error(s->op,
                        "has ghosts along a dimension whose layout has a "
                        "numerator or denominator other than 1");
  return check_size(s->op, 0, (int)dim, l->block + ghosts,
                    "the buffer has low ghosts, a block and high ghosts");
}

static bool check_halo_lists(const Subject *s, const Layout *layout) {
  int64_t dims[DMM_MAX_BOUNDS], low[DMM_MAX_BOUNDS], high[DMM_MAX_BOUNDS];
  int n = s->ngroup;
  if (!read_list(s->op, "dims", n, 0, "axis", dims) ||
      !read_list(s->op, "low", n, 0, "axis", low) ||
      !read_list(s->op, "high", n, 0, "axis", high))
    return false;
  for (int i = 0; i < n; ++i)
    if (!check_halo_dim(s, layout, s->group[i], dims[i], low[i] + high[i]))
      return false;
  return true;
}

bool dmm_verify_halo(MlirOperation op) {
  Subject s;
  Layout layout;
  return read_subject(&s, op) && check_elements(op, 0, 1) &&
         check_flag(op, "corners") && check_flag(op, "periodic") &&
         read_layout(&s, "layout", rank_of(op, 0), &layout) &&
         check_halo_lists(&s, &layout);
}

static bool check_hop(MlirOperation op, int nbuffers) {
  Subject s;
  int64_t axis = -1, distance = 0;
  if (!read_grid(&s, op) || !check_elements(op, 0, nbuffers))
    return false;
  dmm_op_int(op, "axis", &axis);
  dmm_op_int(op, "distance", &distance);
  if (!distance)
    return dmm_op_error(op, "has distance 0: a partition sends nothing to "
                            "itself");
  return check_axis(&s, "axis", axis);
}

bool dmm_verify_shift(MlirOperation op) {
  return check_hop(op, 2) && check_flag(op, "periodic") &&
         check_same_shape(op, 0, 1);
}

bool dmm_verify_send(MlirOperation op) { return check_hop(op, 1); }

bool dmm_verify_recv(MlirOperation op) { return check_hop(op, 1); }
