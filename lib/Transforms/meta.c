//===- meta.c - The description of a message as words -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/meta.h"

#include "Dialect/access.h"
#include "Support/diag.h"
#include "mlir-c/AffineExpr.h"

#include <string.h>

static void put(DmmMetaWords *w, int64_t word) {
  w->words = dmm_arena_push(w->arena, w->words, w->n, sizeof *w->words);
  w->words[w->n++] = word;
}

static void put_all(DmmMetaWords *w, const int64_t *words, size_t n) {
  for (size_t i = 0; i < n; ++i)
    put(w, words[i]);
}

/// Puts a section: the number of words, then the words.
static void put_section(DmmMetaWords *w, const int64_t *words, int n) {
  put(w, n);
  put_all(w, words, (size_t)n);
}

/// Puts a block or an extent: a dynamic one refers to the next symbol.
static void put_number(DmmMetaWords *w, int64_t number) {
  put(w, number == DMM_DYNAMIC ? DMM_META_SYMBOL(w->nreferences++) : number);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static int64_t operator_of(MlirAffineExpr e) {
  return mlirAffineExprIsAAdd(e)        ? DMM_EXPR_ADD
         : mlirAffineExprIsAMul(e)      ? DMM_EXPR_MUL
         : mlirAffineExprIsAFloorDiv(e) ? DMM_EXPR_FLOORDIV
         : mlirAffineExprIsACeilDiv(e)  ? DMM_EXPR_CEILDIV
                                        : DMM_EXPR_MOD;
}

static void put_leaf(DmmMetaWords *w, DmmExprOp op, int64_t value) {
  put(w, op);
  put(w, value);
}

/// The postfix form: dims are the first variables, map symbols those from
/// `symbols` on.
static void put_postfix(DmmMetaWords *w, MlirAffineExpr e, int64_t symbols) {
  if (mlirAffineExprIsAConstant(e)) {
    put_leaf(w, DMM_EXPR_CONST, mlirAffineConstantExprGetValue(e));
  } else if (mlirAffineExprIsADim(e)) {
    put_leaf(w, DMM_EXPR_VAR, mlirAffineDimExprGetPosition(e));
  } else if (mlirAffineExprIsASymbol(e)) {
    put_leaf(w, DMM_EXPR_VAR, symbols + mlirAffineSymbolExprGetPosition(e));
  } else {
    put_postfix(w, mlirAffineBinaryOpExprGetLHS(e), symbols);
    put_postfix(w, mlirAffineBinaryOpExprGetRHS(e), symbols);
    put(w, operator_of(e));
  }
}

/// Starts a part whose length is put first; end_part sets it.
static size_t begin_part(DmmMetaWords *w) {
  put(w, 0);
  return w->n;
}

static void end_part(DmmMetaWords *w, size_t start) {
  w->words[start - 1] = (int64_t)(w->n - start);
}

/// All references come before the expressions, and before the symbols of maps.
static void put_expr(DmmMetaWords *w, MlirAffineMap map, intptr_t result) {
  size_t start = begin_part(w);
  put_postfix(w, mlirAffineMapGetResult(map, result),
              mlirAffineMapGetNumDims(map) + w->nreferences);
  end_part(w, start);
}

static void put_exprs(DmmMetaWords *w, MlirAffineMap map, intptr_t first,
                      int64_t n) {
  put(w, n);
  for (intptr_t i = first; i < first + n; ++i)
    put_expr(w, map, i);
}

//===----------------------------------------------------------------------===//
// The box of dmm.transpose
//===----------------------------------------------------------------------===//

static void put_template(DmmMetaWords *w, int64_t block, int64_t extent) {
  put_number(w, block);
  put(w, 0);
  put_number(w, extent);
}

static void put_box(DmmMetaWords *w, MlirOperation op) {
  int64_t block[DMM_MAX_GRID_AXES], extent[DMM_MAX_GRID_AXES];
  int64_t lower[DMM_MAX_RANK], upper[DMM_MAX_RANK];
  int naxes = dmm_op_ints(op, "block", block, DMM_MAX_GRID_AXES);
  dmm_op_ints(op, "extent", extent, DMM_MAX_GRID_AXES);
  int rank = dmm_op_ints(op, "lower_groups", lower, DMM_MAX_RANK);
  dmm_op_ints(op, "upper_groups", upper, DMM_MAX_RANK);
  for (int a = 0; a < naxes; ++a)
    put_template(w, block[a], extent[a]);
  put(w, rank);
  intptr_t nlower = 0, nupper = 0;
  for (int d = 0; d < rank; ++d) {
    put_expr(w, dmm_op_map(op, "origin"), d);
    put_exprs(w, dmm_op_map(op, "lower"), nlower, lower[d]);
    put_exprs(w, dmm_op_map(op, "upper"), nupper, upper[d]);
    nlower += lower[d];
    nupper += upper[d];
  }
  MlirAffineMap guards = dmm_op_map(op, "guards");
  if (mlirAffineMapIsNull(guards))
    put(w, 0);
  else
    put_exprs(w, guards, 0, mlirAffineMapGetNumResults(guards));
}

static void put_constant(DmmMetaWords *w, int64_t value) {
  size_t start = begin_part(w);
  put_leaf(w, DMM_EXPR_CONST, value);
  end_part(w, start);
}

/// The size of the array in a dimension, which may be the next symbol.
/// Variables start with lo and hi on each of `naxes` axes.
static void put_size(DmmMetaWords *w, int naxes, int64_t size) {
  if (size != DMM_DYNAMIC) {
    put_constant(w, size);
    return;
  }
  size_t start = begin_part(w);
  put_leaf(w, DMM_EXPR_VAR, 2 * naxes + w->nreferences++);
  end_part(w, start);
}

/// scale * variable + add
static void put_linear(DmmMetaWords *w, int64_t scale, int64_t variable,
                       int64_t add) {
  size_t start = begin_part(w);
  put_leaf(w, DMM_EXPR_VAR, variable);
  put_leaf(w, DMM_EXPR_CONST, scale);
  put(w, DMM_EXPR_MUL);
  put_leaf(w, DMM_EXPR_CONST, add);
  put(w, DMM_EXPR_ADD);
  end_part(w, start);
}

/// The grid axis that cuts dimension `dim`, or -1.
static int axis_of(const DmmAxisLayout *layout, int naxes, int dim) {
  for (int a = 0; a < naxes; ++a)
    if (layout[a].state == DMM_SHARDED && layout[a].dim == dim)
      return a;
  return -1;
}

/// What a layout gives of a dimension of `size` elements: origin, lower and
/// upper bounds. Its numerator is 1.
static void put_target_dim(DmmMetaWords *w, const DmmAxisLayout *layout,
                           int naxes, int dim, int64_t size) {
  int axis = axis_of(layout, naxes, dim);
  if (axis < 0) {
    put_constant(w, 0);
    put(w, 1);
    put_constant(w, 0);
    put(w, 1);
    put_size(w, naxes, size);
    return;
  }
  int64_t den = layout[axis].denominator, offset = layout[axis].offset;
  put_linear(w, den, 2 * axis, -offset);
  put(w, 2);
  put_constant(w, 0);
  put_linear(w, den, 2 * axis, -offset);
  put(w, 2);
  put_size(w, naxes, size);
  put_linear(w, den, 2 * axis + 1, -offset);
}

/// Pinned axes: only the coordinate `offset` has lo = offset and hi = offset
/// + 1.
static void put_target_guards(DmmMetaWords *w, const DmmAxisLayout *layout,
                              int naxes) {
  int pins = 0;
  for (int a = 0; a < naxes; ++a)
    pins += layout[a].state == DMM_PINNED;
  put(w, 2 * pins);
  for (int a = 0; a < naxes; ++a) {
    if (layout[a].state != DMM_PINNED)
      continue;
    put_linear(w, 1, 2 * a, -layout[a].offset);
    put_linear(w, 1, 2 * a + 1, -layout[a].offset - 1);
  }
}

/// The box of the form with a target layout: what that layout owns.
static void put_target(DmmMetaWords *w, MlirOperation op) {
  DmmAxisLayout layout[DMM_MAX_GRID_AXES];
  int64_t sizes[DMM_MAX_RANK];
  const char *error;
  int naxes = dmm_layout_attr_parse(dmm_op_attr(op, "to"), layout,
                                    DMM_MAX_GRID_AXES, &error);
  int rank = dmm_op_ints(op, "sizes", sizes, DMM_MAX_RANK);
  for (int a = 0; a < naxes; ++a) {
    bool depends = layout[a].state != DMM_REPLICATED;
    put_template(w, depends ? layout[a].block : 0, layout[a].extent);
  }
  put(w, rank);
  for (int d = 0; d < rank; ++d)
    put_target_dim(w, layout, naxes, d, sizes[d]);
  put_target_guards(w, layout, naxes);
}

static void put_box_section(DmmMetaWords *w, MlirOperation op) {
  size_t start = begin_part(w);
  if (!mlirAttributeIsNull(dmm_op_attr(op, "to")))
    put_target(w, op);
  else if (!mlirAttributeIsNull(dmm_op_attr(op, "block")))
    put_box(w, op);
  end_part(w, start);
}

//===----------------------------------------------------------------------===//
// The other sections
//===----------------------------------------------------------------------===//

static int64_t root_of(MlirOperation op) {
  int64_t root;
  if (dmm_op_int(op, "root", &root))
    return root;
  return dmm_op_operands(op).nroots > 0 ? DMM_ROOT_IN_SYMBOL_0 : DMM_ROOT_NONE;
}

static void put_axes(DmmMetaWords *w, MlirOperation op) {
  int64_t axes[DMM_MAX_GRID_AXES];
  int n = dmm_op_ints(op, "axes", axes, DMM_MAX_GRID_AXES);
  if (n < 0 && dmm_op_int(op, "axis", axes))
    n = 1;
  put_section(w, axes, n);
}

static void put_layout(DmmMetaWords *w, MlirOperation op) {
  DmmAxisLayout layout[DMM_MAX_GRID_AXES];
  const char *error;
  int n = dmm_layout_attr_parse(dmm_op_attr(op, "layout"), layout,
                                DMM_MAX_GRID_AXES, &error);
  put(w, n < 0 ? 0 : n);
  for (int a = 0; a < n; ++a) {
    const DmmAxisLayout *l = &layout[a];
    const int64_t words[] = {l->state, l->dim, l->numerator, l->denominator,
                             l->offset};
    put_all(w, words, sizeof words / sizeof *words);
    put_number(w, l->block);
    put(w, l->cycle);
    put_number(w, l->extent);
  }
}

static bool has_flag(MlirOperation op, const char *name) {
  return !mlirAttributeIsNull(dmm_op_attr(op, name));
}

static void put_halo_ints(DmmMetaWords *w, MlirOperation op) {
  static const char *const lists[] = {"axes", "dims", "low", "high"};
  int64_t values[4][DMM_MAX_GRID_AXES];
  int n = 0;
  for (int i = 0; i < 4; ++i)
    n = dmm_op_ints(op, lists[i], values[i], DMM_MAX_GRID_AXES);
  put(w, 2 + 4 * n);
  put(w, has_flag(op, "corners"));
  put(w, has_flag(op, "periodic"));
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i)
      put(w, values[i][k]);
}

static void put_hop_ints(DmmMetaWords *w, MlirOperation op) {
  int64_t words[] = {0, 0, has_flag(op, "periodic")};
  dmm_op_int(op, "axis", &words[0]);
  dmm_op_int(op, "distance", &words[1]);
  put_section(w, words, dmm_op_id(op) == DMM_OP_SHIFT ? 3 : 2);
}

static void put_ints(DmmMetaWords *w, MlirOperation op) {
  DmmOp id = dmm_op_id(op);
  if (id == DMM_OP_HALO)
    put_halo_ints(w, op);
  else if (id == DMM_OP_SHIFT || id == DMM_OP_SEND || id == DMM_OP_RECV)
    put_hop_ints(w, op);
  else
    put(w, 0);
}

void dmm_meta_put_text(const char *text, size_t length, DmmMetaWords *w) {
  put(w, (int64_t)length);
  for (size_t i = 0; i < length; i += 8) {
    int64_t word = 0;
    size_t left = length - i;
    memcpy(&word, text + i, left < 8 ? left : 8);
    put(w, word);
  }
}

static void put_stages(DmmMetaWords *w, MlirOperation op) {
  int64_t digits[DMM_MAX_STAGE_DIGITS];
  int n = dmm_op_ints(op, "stages", digits, DMM_MAX_STAGE_DIGITS);
  put_section(w, digits, n < 0 ? 0 : n);
}

static void put_location(DmmMetaWords *w, MlirOperation op) {
  DmmText text = {0};
  dmm_location_text(mlirOperationGetLocation(op), &text);
  dmm_meta_put_text(text.data, text.length, w);
  dmm_text_free(&text);
}

//===----------------------------------------------------------------------===//
// Metas
//===----------------------------------------------------------------------===//

static void put_head(DmmMetaWords *w, int64_t op, int64_t kind, int64_t root,
                     DmmMetaGrid grid) {
  const int64_t words[] = {DMM_META_VERSION, op, kind, root};
  put_all(w, words, 4);
  put_section(w, grid.sizes, grid.naxes);
}

void dmm_meta_of_message(MlirOperation op, DmmMetaGrid grid,
                         DmmMetaWords *words) {
  int kind = dmm_op_kind(op);
  put_head(words, dmm_op_row(dmm_op_id(op))->runtime_op, kind < 0 ? 0 : kind,
           root_of(op), grid);
  put_axes(words, op);
  put_layout(words, op);
  put_ints(words, op);
  put_box_section(words, op);
  put_stages(words, op);
  put_location(words, op);
}

void dmm_meta_of_entry(MlirOperation function, DmmMetaGrid grid,
                       DmmMetaWords *words) {
  put_head(words, 0, 0, DMM_ROOT_NONE, grid);
  for (int empty_section = 0; empty_section < 5; ++empty_section)
    put(words, 0);
  put_location(words, function);
}
