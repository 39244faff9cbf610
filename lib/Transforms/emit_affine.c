//===- emit_affine.c - A plan's expressions and loops as affine IR --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/emit_affine.h"

#include "Dialect/access.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// The inputs of a map under construction.
typedef struct Inputs {
  const DmmScope *scope;
  int *dims, *symbols; ///< variables
  int ndims, nsymbols;
} Inputs;

static int find(const int *items, int n, int item) {
  int i = 0;
  while (i < n && items[i] != item)
    ++i;
  return i;
}

/// Whether the variable is the first cell of the only block of a template.
static bool is_zero(const DmmPlan *plan, int var) {
  const DmmVar *v = &plan->vars[var];
  return v->kind == DMM_VAR_LO &&
         plan->grid[plan->templates[v->index].axis].size == 1;
}

static MlirAffineExpr variable_expr(const Inputs *in, int var) {
  int position = find(in->dims, in->ndims, var);
  if (position < in->ndims)
    return mlirAffineDimExprGet(in->scope->context, position);
  if (is_zero(in->scope->plan, var))
    return mlirAffineConstantExprGet(in->scope->context, 0);
  return mlirAffineSymbolExprGet(in->scope->context,
                                 find(in->symbols, in->nsymbols, var));
}

static MlirAffineExpr apply(DmmExprOp op, MlirAffineExpr a, MlirAffineExpr b) {
  switch (op) {
  case DMM_EXPR_ADD:
    return mlirAffineAddExprGet(a, b);
  case DMM_EXPR_MUL:
    return mlirAffineMulExprGet(a, b);
  case DMM_EXPR_FLOORDIV:
    return mlirAffineFloorDivExprGet(a, b);
  case DMM_EXPR_CEILDIV:
    return mlirAffineCeilDivExprGet(a, b);
  default:
    return mlirAffineModExprGet(a, b);
  }
}

static MlirAffineExpr affine_expr(const Inputs *in, DmmExpr expr) {
  MlirAffineExpr stack[DMM_EXPR_MAX_DEPTH];
  int top = 0;
  for (int64_t i = 0; i < expr.n; ++i) {
    DmmExprOp op = (DmmExprOp)expr.code[i];
    if (op == DMM_EXPR_CONST) {
      stack[top++] =
          mlirAffineConstantExprGet(in->scope->context, expr.code[++i]);
    } else if (op == DMM_EXPR_VAR) {
      stack[top++] = variable_expr(in, (int)expr.code[++i]);
    } else {
      --top;
      stack[top - 1] = apply(op, stack[top - 1], stack[top]);
    }
  }
  return mlirSimplifyAffineExpr(stack[0], (uint32_t)in->ndims,
                                (uint32_t)in->nsymbols);
}

/// Adds the variables of the expression to the inputs.
static void collect_inputs(Inputs *in, DmmExpr expr) {
  for (int64_t i = 0; i < expr.n; ++i) {
    if (expr.code[i] == DMM_EXPR_CONST) {
      ++i;
    } else if (expr.code[i] == DMM_EXPR_VAR) {
      int var = (int)expr.code[++i];
      if (is_zero(in->scope->plan, var))
        continue;
      bool is_iv = in->scope->plan->vars[var].kind == DMM_VAR_IV;
      int *items = is_iv ? in->dims : in->symbols;
      int *n = is_iv ? &in->ndims : &in->nsymbols;
      if (find(items, *n, var) == *n)
        items[(*n)++] = var;
    }
  }
}

static MlirAffineMap map_of(const Inputs *in, const DmmExpr *exprs, int n) {
  DmmArena *arena = in->scope->plan->arena;
  MlirAffineExpr *results = dmm_arena_alloc(arena, (size_t)n * sizeof *results);
  for (int i = 0; i < n; ++i)
    results[i] = affine_expr(in, exprs[i]);
  return mlirAffineMapGet(in->scope->context, in->ndims, in->nsymbols, n,
                          results);
}

MlirAffineMap dmm_emit_map_over(const DmmScope *scope, const DmmExpr *exprs,
                                int n, const int *dims, int ndims,
                                const int *symbols, int nsymbols) {
  DmmArena *arena = scope->plan->arena;
  Inputs in = {
      .scope = scope,
      .dims = dmm_arena_copy(arena, dims, (size_t)ndims * sizeof *dims),
      .symbols =
          dmm_arena_copy(arena, symbols, (size_t)nsymbols * sizeof *symbols),
      .ndims = ndims,
      .nsymbols = nsymbols};
  return map_of(&in, exprs, n);
}

DmmMapUse dmm_emit_map(const DmmScope *scope, const DmmExpr *exprs, int n) {
  DmmArena *arena = scope->plan->arena;
  size_t bytes = (size_t)scope->plan->nvars * sizeof(int);
  Inputs in = {.scope = scope,
               .dims = dmm_arena_alloc(arena, bytes),
               .symbols = dmm_arena_alloc(arena, bytes)};
  for (int i = 0; i < n; ++i)
    collect_inputs(&in, exprs[i]);
  int noperands = in.ndims + in.nsymbols;
  MlirValue *operands =
      dmm_arena_alloc(arena, (size_t)noperands * sizeof *operands);
  for (int i = 0; i < in.ndims; ++i)
    operands[i] = scope->values[in.dims[i]];
  for (int i = 0; i < in.nsymbols; ++i)
    operands[in.ndims + i] = scope->values[in.symbols[i]];
  return (DmmMapUse){map_of(&in, exprs, n), operands, noperands};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

enum { MAX_ATTRIBUTES = 4 };

/// An op under construction.
typedef struct Draft {
  MlirOperationState state;
  MlirContext context;
  MlirNamedAttribute attributes[MAX_ATTRIBUTES];
  int nattributes;
} Draft;

static Draft start(const DmmInsertion *at, const char *name) {
  MlirStringRef text = mlirStringRefCreateFromCString(name);
  return (Draft){.state = mlirOperationStateGet(text, at->location),
                 .context = mlirLocationGetContext(at->location)};
}

static void add_attribute(Draft *draft, const char *name, MlirAttribute value) {
  MlirIdentifier id =
      mlirIdentifierGet(draft->context, mlirStringRefCreateFromCString(name));
  draft->attributes[draft->nattributes++] = mlirNamedAttributeGet(id, value);
}

static void add_map(Draft *draft, const char *name, const DmmMapUse *use) {
  add_attribute(draft, name, mlirAffineMapAttrGet(use->map));
  mlirOperationStateAddOperands(&draft->state, use->noperands, use->operands);
}

static MlirOperation finish(const DmmInsertion *at, Draft *draft) {
  mlirOperationStateAddAttributes(&draft->state, draft->nattributes,
                                  draft->attributes);
  return dmm_insert(at, mlirOperationCreate(&draft->state));
}

/// Adds a region of one block to the op.
static MlirBlock add_block(Draft *draft, intptr_t narguments, MlirType *types,
                           MlirLocation location) {
  MlirLocation locations[1] = {location};
  MlirBlock block = mlirBlockCreate(narguments, types, locations);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  mlirOperationStateAddOwnedRegions(&draft->state, 1, &region);
  return block;
}

MlirBlock dmm_emit_for(DmmScope *scope, const DmmInsertion *at,
                       const DmmNode *loop) {
  Draft draft = start(at, "affine.for");
  MlirType index = mlirIndexTypeGet(draft.context);
  DmmMapUse lower = dmm_emit_map(scope, loop->lower.items, loop->lower.n);
  DmmMapUse upper = dmm_emit_map(scope, loop->upper.items, loop->upper.n);
  add_map(&draft, "lowerBoundMap", &lower);
  add_map(&draft, "upperBoundMap", &upper);
  add_attribute(&draft, "step", mlirIntegerAttrGet(index, loop->step));
  int32_t segments[] = {lower.noperands, upper.noperands, 0};
  add_attribute(&draft, "operandSegmentSizes",
                mlirDenseI32ArrayGet(draft.context, 3, segments));
  MlirBlock body = add_block(&draft, 1, &index, at->location);
  finish(at, &draft);
  scope->values[scope->plan->loops[loop->id].iv_var] =
      mlirBlockGetArgument(body, 0);
  return body;
}

/// affine.if of the set over the operands; returns the block of its branch.
static MlirBlock emit_branch(const DmmInsertion *at, MlirIntegerSet set,
                             const MlirValue *operands, intptr_t n) {
  Draft draft = start(at, "affine.if");
  add_attribute(&draft, "condition", mlirIntegerSetAttrGet(set));
  mlirOperationStateAddOperands(&draft.state, n, operands);
  MlirBlock branch = add_block(&draft, 0, NULL, at->location);
  MlirRegion otherwise = mlirRegionCreate();
  mlirOperationStateAddOwnedRegions(&draft.state, 1, &otherwise);
  finish(at, &draft);
  return branch;
}

MlirBlock dmm_emit_if(const DmmScope *scope, const DmmInsertion *at,
                      const DmmExprList *conditions) {
  DmmMapUse use = dmm_emit_map(scope, conditions->items, conditions->n);
  size_t n = (size_t)conditions->n;
  MlirAffineExpr *results =
      dmm_arena_alloc(scope->plan->arena, n * sizeof *results);
  bool *equalities = dmm_arena_alloc(scope->plan->arena, n); // all false
  for (size_t i = 0; i < n; ++i)
    results[i] = mlirAffineMapGetResult(use.map, (intptr_t)i);
  MlirIntegerSet set = mlirIntegerSetGet(
      scope->context, mlirAffineMapGetNumDims(use.map),
      mlirAffineMapGetNumSymbols(use.map), conditions->n, results, equalities);
  return emit_branch(at, set, use.operands, use.noperands);
}

MlirBlock dmm_emit_if_equal(const DmmScope *scope, const DmmInsertion *at,
                            const MlirValue *values, const int64_t *numbers,
                            int n) {
  size_t size = (size_t)n;
  MlirAffineExpr *results =
      dmm_arena_alloc(scope->plan->arena, size * sizeof *results);
  bool *equalities = dmm_arena_alloc(scope->plan->arena, size);
  for (int i = 0; i < n; ++i) {
    results[i] = mlirAffineAddExprGet(
        mlirAffineDimExprGet(scope->context, i),
        mlirAffineConstantExprGet(scope->context, -numbers[i]));
    equalities[i] = true;
  }
  MlirIntegerSet set =
      mlirIntegerSetGet(scope->context, n, 0, n, results, equalities);
  return emit_branch(at, set, values, n);
}

void dmm_emit_yield(const DmmInsertion *at) {
  Draft draft = start(at, "affine.yield");
  finish(at, &draft);
}

MlirValue dmm_emit_load(const DmmScope *scope, const DmmInsertion *at,
                        MlirValue memref, const DmmExpr *subscripts, int rank) {
  Draft draft = start(at, "affine.load");
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(memref));
  DmmMapUse use = dmm_emit_map(scope, subscripts, rank);
  mlirOperationStateAddOperands(&draft.state, 1, &memref);
  mlirOperationStateAddResults(&draft.state, 1, &element);
  add_map(&draft, "map", &use);
  return mlirOperationGetResult(finish(at, &draft), 0);
}

void dmm_emit_store(const DmmScope *scope, const DmmInsertion *at,
                    MlirValue value, MlirValue memref,
                    const DmmExpr *subscripts, int rank) {
  Draft draft = start(at, "affine.store");
  DmmMapUse use = dmm_emit_map(scope, subscripts, rank);
  MlirValue operands[] = {value, memref};
  mlirOperationStateAddOperands(&draft.state, 2, operands);
  add_map(&draft, "map", &use);
  finish(at, &draft);
}

/// affine.min, affine.max, or affine.apply of a single one.
static MlirValue emit_extremum(const DmmScope *scope, const DmmInsertion *at,
                               const char *name, const DmmExpr *exprs, int n) {
  Draft draft = start(at, name);
  MlirType index = mlirIndexTypeGet(draft.context);
  DmmMapUse use = dmm_emit_map(scope, exprs, n);
  mlirOperationStateAddResults(&draft.state, 1, &index);
  add_map(&draft, "map", &use);
  return mlirOperationGetResult(finish(at, &draft), 0);
}

MlirValue dmm_emit_min(const DmmScope *scope, const DmmInsertion *at,
                       const DmmExpr *exprs, int n) {
  return emit_extremum(scope, at, "affine.min", exprs, n);
}

MlirValue dmm_emit_max(const DmmScope *scope, const DmmInsertion *at,
                       const DmmExpr *exprs, int n) {
  return emit_extremum(scope, at, "affine.max", exprs, n);
}

MlirValue dmm_emit_apply(const DmmScope *scope, const DmmInsertion *at,
                         DmmExpr expr) {
  return emit_extremum(scope, at, "affine.apply", &expr, 1);
}

MlirValue dmm_emit_constant(const DmmInsertion *at, int64_t value) {
  Draft draft = start(at, "arith.constant");
  MlirType index = mlirIndexTypeGet(draft.context);
  add_attribute(&draft, "value", mlirIntegerAttrGet(index, value));
  mlirOperationStateAddResults(&draft.state, 1, &index);
  return mlirOperationGetResult(finish(at, &draft), 0);
}

MlirValue dmm_emit_arith(const DmmInsertion *at, const char *name, MlirValue a,
                         MlirValue b) {
  Draft draft = start(at, name);
  MlirType index = mlirIndexTypeGet(draft.context);
  MlirValue operands[] = {a, b};
  mlirOperationStateAddOperands(&draft.state, 2, operands);
  mlirOperationStateAddResults(&draft.state, 1, &index);
  return mlirOperationGetResult(finish(at, &draft), 0);
}

//===----------------------------------------------------------------------===//
// Subviews
//===----------------------------------------------------------------------===//

static bool is_number(DmmMixed mixed) { return mlirValueIsNull(mixed.value); }

static bool is_all_of(MlirType type, const DmmMixed *offsets,
                      const DmmMixed *sizes) {
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    if (!is_number(offsets[d]) || offsets[d].number || !is_number(sizes[d]) ||
        mlirShapedTypeIsDynamicDim(type, d) ||
        mlirShapedTypeGetDimSize(type, d) != sizes[d].number)
      return false;
  return true;
}

/// The strides of the dense memref, and where the subview starts in it.
static int64_t dense_strides(MlirType type, const DmmMixed *offsets,
                             int64_t *strides) {
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset();
  int64_t stride = 1, start = 0;
  for (intptr_t d = mlirShapedTypeGetRank(type); d-- > 0;) {
    strides[d] = stride;
    if (!is_number(offsets[d]) || (stride == dynamic && offsets[d].number))
      start = dynamic;
    else if (start != dynamic && offsets[d].number)
      start += offsets[d].number * stride;
    stride = stride == dynamic || mlirShapedTypeIsDynamicDim(type, d)
                 ? dynamic
                 : stride * mlirShapedTypeGetDimSize(type, d);
  }
  return start;
}

/// Adds one of the three lists of a subview: the numbers as an attribute, the
/// values as operands. Returns how many values there are.
static int add_mixed(Draft *draft, const char *name, const DmmMixed *list,
                     intptr_t rank) {
  int64_t numbers[DMM_MAX_RANK];
  int n = 0;
  for (intptr_t d = 0; d < rank; ++d) {
    numbers[d] = is_number(list[d]) ? list[d].number : INT64_MIN;
    if (is_number(list[d]))
      continue;
    mlirOperationStateAddOperands(&draft->state, 1, &list[d].value);
    ++n;
  }
  add_attribute(draft, name,
                mlirDenseI64ArrayGet(draft->context, rank, numbers));
  return n;
}

static MlirType subview_type(MlirType type, const DmmMixed *offsets,
                             const DmmMixed *sizes) {
  int64_t strides[DMM_MAX_RANK], shape[DMM_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; ++d)
    shape[d] =
        is_number(sizes[d]) ? sizes[d].number : mlirShapedTypeGetDynamicSize();
  int64_t start = dense_strides(type, offsets, strides);
  return mlirMemRefTypeGet(
      mlirShapedTypeGetElementType(type), rank, shape,
      mlirStridedLayoutAttrGet(mlirTypeGetContext(type), start, rank, strides),
      mlirAttributeGetNull());
}

MlirValue dmm_emit_subview(const DmmInsertion *at, MlirValue memref,
                           const DmmMixed *offsets, const DmmMixed *sizes) {
  MlirType type = mlirValueGetType(memref);
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (is_all_of(type, offsets, sizes))
    return memref;
  DmmMixed units[DMM_MAX_RANK];
  for (intptr_t d = 0; d < rank; ++d)
    units[d] = (DmmMixed){.number = 1};
  Draft draft = start(at, "memref.subview");
  mlirOperationStateAddOperands(&draft.state, 1, &memref);
  int noffsets = add_mixed(&draft, "static_offsets", offsets, rank);
  int nsizes = add_mixed(&draft, "static_sizes", sizes, rank);
  add_mixed(&draft, "static_strides", units, rank);
  int32_t segments[] = {1, noffsets, nsizes, 0};
  add_attribute(&draft, "operandSegmentSizes",
                mlirDenseI32ArrayGet(draft.context, 4, segments));
  MlirType result = subview_type(type, offsets, sizes);
  mlirOperationStateAddResults(&draft.state, 1, &result);
  return mlirOperationGetResult(finish(at, &draft), 0);
}

MlirValue dmm_emit_size(const DmmInsertion *at, MlirValue memref, int64_t dim) {
  return dmm_emit_arith(at, "memref.dim", memref, dmm_emit_constant(at, dim));
}

MlirValue dmm_emit_alloc(const DmmInsertion *at, MlirType type,
                         const MlirValue *sizes, int n, bool on_stack) {
  Draft draft = start(at, on_stack ? "memref.alloca" : "memref.alloc");
  mlirOperationStateAddOperands(&draft.state, n, sizes);
  mlirOperationStateAddResults(&draft.state, 1, &type);
  int32_t segments[] = {n, 0};
  add_attribute(&draft, "operandSegmentSizes",
                mlirDenseI32ArrayGet(draft.context, 2, segments));
  return mlirOperationGetResult(finish(at, &draft), 0);
}

void dmm_emit_dealloc(const DmmInsertion *at, MlirValue memref) {
  Draft draft = start(at, "memref.dealloc");
  mlirOperationStateAddOperands(&draft.state, 1, &memref);
  finish(at, &draft);
}

void dmm_emit_copy(const DmmInsertion *at, MlirValue src, MlirValue dst) {
  Draft draft = start(at, "memref.copy");
  MlirValue operands[] = {src, dst};
  mlirOperationStateAddOperands(&draft.state, 2, operands);
  finish(at, &draft);
}

MlirOperation dmm_emit_function(MlirOperation func, const MlirType *types,
                                MlirBlock *entry) {
  MlirContext context = mlirOperationGetContext(func);
  MlirOperation copy = mlirOperationClone(func);
  mlirOperationRemoveDiscardableAttributeByName(
      copy, mlirStringRefCreateFromCString("dmm.distributed"));
  mlirOperationSetDiscardableAttributeByName(
      copy, mlirStringRefCreateFromCString("dmm.spmd"),
      mlirUnitAttrGet(context));
  MlirBlock old = mlirRegionGetFirstBlock(mlirOperationGetRegion(copy, 0));
  intptr_t n = mlirBlockGetNumArguments(old);
  *entry = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < n; ++i)
    mlirBlockAddArgument(*entry,
                         types ? types[i]
                               : mlirValueGetType(mlirBlockGetArgument(old, i)),
                         mlirOperationGetLocation(func));
  if (types)
    mlirOperationSetAttributeByName(
        copy, mlirStringRefCreateFromCString("function_type"),
        mlirTypeAttrGet(mlirFunctionTypeGet(context, n, types, 0, NULL)));
  mlirRegionInsertOwnedBlockBefore(mlirOperationGetRegion(copy, 0), old,
                                   *entry);
  mlirBlockDetach(old);
  mlirBlockDestroy(old);
  return copy;
}
