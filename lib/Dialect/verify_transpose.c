//===- verify_transpose.c - Rules of the universal exchange -------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/verify.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>

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

/// Slots of the stack that the postfix form of `e` needs; 0 if the expression
/// has no such form: a product or division by other than a constant.
static int depth_of(MlirAffineExpr e) {
  if (!mlirAffineExprIsABinary(e))
    return 1;
  MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(e);
  bool divides = !mlirAffineExprIsAAdd(e) && !mlirAffineExprIsAMul(e);
  if (!mlirAffineExprIsPureAffine(e) ||
      (divides && mlirAffineConstantExprGetValue(right) < 1))
    return 0;
  int l = depth_of(mlirAffineBinaryOpExprGetLHS(e)), r = depth_of(right);
  return !l || !r ? 0 : l > r ? l : r + 1;
}

static bool check_results(const DmmSubject *s, const char *name,
                          MlirAffineMap map) {
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    int depth = depth_of(mlirAffineMapGetResult(map, i));
    if (!depth || depth > DMM_EXPR_MAX_DEPTH)
      return dmm_op_error(s->op,
                          "has a map '%s' that members cannot evaluate: its "
                          "divisors must be positive constants and its nesting "
                          "at most %d deep",
                          name, DMM_EXPR_MAX_DEPTH);
  }
  return true;
}

/// A map over lo and hi on each axis, and the symbol operands; `results` < 0
/// leaves their number open.
static bool check_map(const DmmSubject *s, const char *name, int naxes,
                      int64_t results) {
  MlirAffineMap map = dmm_op_map(s->op, name);
  int symbols = dmm_op_operands(s->op).nsymbols;
  if (mlirAffineMapIsNull(map))
    return dmm_op_error(s->op, "has a '%s' that is not an affine_map", name);
  if (mlirAffineMapGetNumDims(map) != 2 * naxes ||
      mlirAffineMapGetNumSymbols(map) != symbols)
    return dmm_op_error(
        s->op,
        "has a map '%s' that does not take %d dims (lo and hi on "
        "each grid axis) and %d symbols (the operands symbols(...))",
        name, 2 * naxes, symbols);
  if (results >= 0 && mlirAffineMapGetNumResults(map) != results)
    return dmm_op_error(
        s->op, "has a map '%s' with %d results where %" PRId64 " are needed",
        name, (int)mlirAffineMapGetNumResults(map), results);
  return check_results(s, name, map);
}

static bool check_bounds(const DmmSubject *s, const char *name,
                         const char *groups, int naxes, int rank) {
  int64_t counts[DMM_MAX_BOUNDS], sum = 0;
  if (!dmm_read_list(s->op, groups, rank, 1, "dimension of the array", counts))
    return false;
  for (int d = 0; d < rank; ++d)
    sum += counts[d];
  return check_map(s, name, naxes, sum);
}

/// The template of the box on each axis must be covered by the grid's blocks.
static bool check_templates(const DmmSubject *s, int naxes) {
  int64_t block[DMM_MAX_BOUNDS], cycle[DMM_MAX_BOUNDS], extent[DMM_MAX_BOUNDS];
  if (!dmm_read_sizes(s->op, "block", naxes, "grid axis", block) ||
      !dmm_read_list(s->op, "cycle", naxes, 0, "grid axis", cycle) ||
      !dmm_read_sizes(s->op, "extent", naxes, "grid axis", extent))
    return false;
  for (int a = 0; a < naxes; ++a) {
    if (cycle[a])
      return dmm_op_error(s->op,
                          "has a cyclic box, which is not supported yet: "
                          "set cycle to 0");
    if (s->naxes && block[a] &&
        !dmm_blocks_cover(block[a], s->grid[a], extent[a]))
      return dmm_op_error(s->op,
                          "has a box whose blocks of %" PRId64
                          " cells on axis %d do not cover the extent %" PRId64,
                          block[a], a, extent[a]);
  }
  return true;
}

static bool check_box(const DmmSubject *s, int naxes, int rank) {
  bool guarded = !mlirAttributeIsNull(dmm_op_attr(s->op, "guards"));
  return check_templates(s, naxes) && check_map(s, "origin", naxes, rank) &&
         check_bounds(s, "lower", "lower_groups", naxes, rank) &&
         check_bounds(s, "upper", "upper_groups", naxes, rank) &&
         (!guarded || check_map(s, "guards", naxes, -1));
}

static bool check_target(const DmmSubject *s, int rank, const int64_t *sizes) {
  DmmOpLayout to;
  if (dmm_op_operands(s->op).nsymbols)
    return dmm_op_error(s->op,
                        "has symbols, which only a box takes: leave them "
                        "out");
  if (!dmm_read_layout(s, "to", rank, &to))
    return false;
  for (int i = 0; i < to.n; ++i)
    if (to.axes[i].state == DMM_SHARDED && to.axes[i].numerator != 1)
      return dmm_op_error(s->op,
                          "has a target layout with numerator %" PRId64
                          ": a mirrored or strided target is not supported, "
                          "give a box instead",
                          to.axes[i].numerator);
  return dmm_check_home(s, &to, 1, sizes);
}

bool dmm_verify_transpose(MlirOperation op) {
  DmmSubject s;
  DmmOpLayout from;
  int64_t sizes[DMM_MAX_BOUNDS];
  if (!dmm_read_subject(&s, op) || !dmm_check_elements(op, 0, 2))
    return false;
  int rank = dmm_buffer_rank(op, 0);
  if (!mlirAttributeIsNull(dmm_op_attr(op, "root")))
    return dmm_op_error(op,
                        "has a root, but each member gets its own box: leave "
                        "it out");
  if (!dmm_check_rank(op, 1, rank, "the home") ||
      !dmm_read_layout(&s, "layout", rank, &from) ||
      !dmm_read_sizes(op, "sizes", rank, "dimension of the array", sizes) ||
      !dmm_check_home(&s, &from, 0, sizes))
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
