//===- emit_root.c - What runs on partition 0 alone -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/emit_root.h"

#include "Dialect/layout.h"
#include "Plan/expr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// Where every coordinate is 0
//===----------------------------------------------------------------------===//

/// A plan whose variables are the coordinates, and their values.
typedef struct Coordinates {
  DmmPlan plan;
  DmmScope scope;
} Coordinates;

static void emit_coordinates(const DmmInsertion *at, const DmmPlan *plan,
                             Coordinates *c) {
  c->plan = (DmmPlan){.arena = plan->arena, .naxes = plan->naxes};
  c->scope = (DmmScope){.plan = &c->plan,
                        .context = mlirLocationGetContext(at->location)};
  c->scope.values = dmm_arena_alloc(plan->arena, (size_t)plan->naxes *
                                                     sizeof *c->scope.values);
  for (int axis = 0; axis < plan->naxes; ++axis) {
    int var = dmm_plan_add_var(&c->plan, DMM_VAR_PARAM, axis, "coordinate");
    c->scope.values[var] = dmm_build_coord(at, axis);
  }
}

MlirBlock dmm_emit_if_root(const DmmInsertion *at, const DmmPlan *plan) {
  Coordinates c;
  emit_coordinates(at, plan, &c);
  DmmExprList conditions = {0};
  for (int axis = 0; axis < plan->naxes; ++axis)
    dmm_expr_list_push(plan->arena, &conditions,
                       dmm_expr_linear(plan->arena, -1,
                                       dmm_expr_var(plan->arena, axis),
                                       dmm_expr_const(plan->arena, 0)));
  return dmm_emit_if(&c.scope, at, &conditions);
}

/// 1 on partition 0, 0 elsewhere.
static MlirValue emit_is_root(const DmmInsertion *at, const DmmPlan *plan) {
  Coordinates c;
  emit_coordinates(at, plan, &c);
  DmmExpr list[] = {dmm_expr_const(plan->arena, 1),
                    dmm_expr_const(plan->arena, 0)};
  for (int axis = 0; axis < plan->naxes; ++axis)
    list[0] = dmm_expr_linear(plan->arena, -1, dmm_expr_var(plan->arena, axis),
                              list[0]);
  return dmm_emit_max(&c.scope, at, list, 2);
}

//===----------------------------------------------------------------------===//
// Whole buffers
//===----------------------------------------------------------------------===//

/// Sizes of the buffer, at least 0, as values.
static MlirValue *emit_sizes(DmmEmitter *e, const DmmInsertion *at,
                             const DmmBuffer *buffer) {
  MlirValue *sizes =
      dmm_arena_alloc(e->arena, (size_t)buffer->rank * sizeof *sizes);
  DmmExpr zero = dmm_expr_const(e->arena, 0);
  for (int d = 0; d < buffer->rank; ++d) {
    DmmExpr size[] = {buffer->size_exprs[d].items[0], zero};
    sizes[d] = buffer->sizes[d] == DMM_DYNAMIC
                   ? dmm_emit_max(&e->scope, at, size, 2)
                   : dmm_emit_constant(at, buffer->sizes[d]);
  }
  return sizes;
}

/// Operands and numbers of a memref.reinterpret_cast, list after list.
typedef struct CastLists {
  MlirValue *operands;
  int noperands;
  int64_t *sizes, *strides; ///< one for each dimension
  int32_t segments[4];
} CastLists;

static int64_t number_or_operand(CastLists *lists, int list, int64_t number,
                                 MlirValue value) {
  if (number != DMM_DYNAMIC)
    return number;
  lists->operands[lists->noperands++] = value;
  ++lists->segments[list];
  return mlirShapedTypeGetDynamicSize();
}

static int64_t times(int64_t a, int64_t b) {
  return a == DMM_DYNAMIC || b == DMM_DYNAMIC ? DMM_DYNAMIC : a * b;
}

/// The row-major strides of the buffer, then its number of elements, as values;
/// writes the numbers that are known.
static MlirValue *emit_strides(DmmArena *arena, const DmmInsertion *at,
                               const DmmBuffer *buffer, const MlirValue *sizes,
                               int64_t *numbers) {
  int rank = buffer->rank;
  MlirValue *strides =
      dmm_arena_alloc(arena, ((size_t)rank + 1) * sizeof *strides);
  MlirValue stride = dmm_emit_constant(at, 1);
  int64_t number = 1;
  for (int d = rank - 1; d >= 0; --d) {
    strides[d] = stride;
    numbers[d] = number;
    stride = dmm_emit_arith(at, "arith.muli", stride, sizes[d]);
    number = times(number, buffer->sizes[d]);
  }
  strides[rank] = stride;
  return strides;
}

/// All but the source; returns the number of elements.
static MlirValue fill_lists(DmmEmitter *e, const DmmInsertion *at,
                            const DmmBuffer *buffer, CastLists *lists) {
  size_t rank = (size_t)buffer->rank;
  *lists = (CastLists){.noperands = 1, .segments = {1, 0, 0, 0}};
  lists->operands =
      dmm_arena_alloc(e->arena, (1 + 2 * rank) * sizeof *lists->operands);
  lists->sizes = dmm_arena_alloc(e->arena, rank * sizeof *lists->sizes);
  lists->strides = dmm_arena_alloc(e->arena, rank * sizeof *lists->strides);
  const MlirValue *sizes = emit_sizes(e, at, buffer);
  const MlirValue *strides =
      emit_strides(e->arena, at, buffer, sizes, lists->strides);
  for (size_t d = 0; d < rank; ++d)
    lists->sizes[d] = number_or_operand(lists, 2, buffer->sizes[d], sizes[d]);
  for (size_t d = 0; d < rank; ++d)
    lists->strides[d] =
        number_or_operand(lists, 3, lists->strides[d], strides[d]);
  return strides[rank];
}

static MlirValue emit_cast(const DmmInsertion *at, const CastLists *lists,
                           int rank, MlirType type) {
  MlirContext context = mlirLocationGetContext(at->location);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("memref.reinterpret_cast"), at->location);
  int64_t offset = 0;
  const char *const names[] = {"static_offsets", "static_sizes",
                               "static_strides", "operandSegmentSizes"};
  MlirAttribute values[] = {mlirDenseI64ArrayGet(context, 1, &offset),
                            mlirDenseI64ArrayGet(context, rank, lists->sizes),
                            mlirDenseI64ArrayGet(context, rank, lists->strides),
                            mlirDenseI32ArrayGet(context, 4, lists->segments)};
  for (int i = 0; i < 4; ++i) {
    MlirNamedAttribute named = mlirNamedAttributeGet(
        mlirIdentifierGet(context, mlirStringRefCreateFromCString(names[i])),
        values[i]);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  mlirOperationStateAddOperands(&state, lists->noperands, lists->operands);
  mlirOperationStateAddResults(&state, 1, &type);
  return mlirOperationGetResult(dmm_insert(at, mlirOperationCreate(&state)), 0);
}

void dmm_emit_whole(DmmEmitter *e, const DmmInsertion *at, int id) {
  const DmmBuffer *buffer = &e->plan->buffers[id];
  MlirType type =
      mlirValueGetType((MlirValue){e->plan->arrays[buffer->array].ir});
  if (dmm_buffer_elements(buffer) == 1) {
    e->buffers[id] = dmm_emit_alloc(at, type, NULL, 0, true);
    e->storage[id] = (MlirValue){NULL};
    return;
  }
  CastLists lists;
  MlirValue elements = fill_lists(e, at, buffer, &lists);
  MlirValue here =
      dmm_emit_arith(at, "arith.muli", elements, emit_is_root(at, e->plan));
  int64_t unknown = mlirShapedTypeGetDynamicSize();
  MlirType flat = mlirMemRefTypeContiguousGet(
      mlirShapedTypeGetElementType(type), 1, &unknown, mlirAttributeGetNull());
  e->storage[id] = dmm_emit_alloc(at, flat, &here, 1, false);
  lists.operands[0] = e->storage[id];
  e->buffers[id] = emit_cast(at, &lists, buffer->rank, type);
}

MlirValue dmm_emitted_whole(const DmmEmitter *e, const DmmArray *array) {
  return array->whole >= 0 ? e->buffers[array->whole]
                           : mlirBlockGetArgument(e->entry, array->argument);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// The copy of a region: values of the original function and their copies.
typedef struct RegionCopier {
  DmmEmitter *e;
  const DmmRootRegion *region;
  DmmInsertion before, inside;
  MlirValue *from, *to;
  size_t n;
} RegionCopier;

static bool is_memref(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type);
}

/// Whether the value is defined at the top level of the original function.
static bool is_outside(const RegionCopier *c, MlirValue value) {
  MlirBlock block = mlirValueIsABlockArgument(value)
                        ? mlirBlockArgumentGetOwner(value)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  return mlirBlockEqual(block, c->e->old_entry);
}

static void remember(RegionCopier *c, MlirValue from, MlirValue to) {
  c->from = dmm_arena_push(c->e->arena, c->from, c->n, sizeof *c->from);
  c->to = dmm_arena_push(c->e->arena, c->to, c->n, sizeof *c->to);
  c->from[c->n] = from;
  c->to[c->n++] = to;
}

static void remember_results(RegionCopier *c, MlirOperation op,
                             MlirOperation copy) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
    remember(c, mlirOperationGetResult(op, i), mlirOperationGetResult(copy, i));
}

static const DmmArray *find_array(const DmmPlan *plan, MlirValue value) {
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].ir == value.ptr)
      return &plan->arrays[i];
  return NULL;
}

static MlirValue copy_outside(RegionCopier *c, MlirValue value);

/// Views stay with the accesses; everything else goes before the region.
static MlirValue copy_result(RegionCopier *c, MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    mlirOperationSetOperand(copy, i,
                            copy_outside(c, mlirOperationGetOperand(op, i)));
  dmm_insert(is_memref(value) ? &c->inside : &c->before, copy);
  remember_results(c, op, copy);
  return mlirOperationGetResult(copy, mlirOpResultGetResultNumber(value));
}

static MlirValue copy_outside(RegionCopier *c, MlirValue value) {
  for (size_t i = 0; i < c->n; ++i)
    if (mlirValueEqual(c->from[i], value))
      return c->to[i];
  const DmmArray *array = find_array(c->e->plan, value);
  if (array && array->role != DMM_ROLE_SCALAR)
    return dmm_emitted_whole(c->e, array);
  if (mlirValueIsABlockArgument(value))
    return c->e->scalars[mlirBlockArgumentGetArgNumber(value)];
  return copy_result(c, value);
}

static bool is_op_of_region(const RegionCopier *c, MlirValue value) {
  for (int i = 0; mlirValueIsAOpResult(value) && i < c->region->nops; ++i)
    if (c->region->ops[i].ir == mlirOpResultGetOwner(value).ptr)
      return true;
  return false;
}

/// Copies the scalars from outside that a memref is a view by.
static void copy_view_operands(RegionCopier *c, MlirValue memref) {
  if (mlirValueIsABlockArgument(memref) || !is_outside(c, memref) ||
      find_array(c->e->plan, memref))
    return;
  MlirOperation view = mlirOpResultGetOwner(memref);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(view); ++i) {
    MlirValue operand = mlirOperationGetOperand(view, i);
    if (is_memref(operand))
      copy_view_operands(c, operand);
    else
      copy_outside(c, operand);
  }
}

/// Before the region: all scalars that it uses.
static MlirWalkResult copy_scalars(MlirOperation op, void *data) {
  RegionCopier *c = data;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (is_memref(operand))
      copy_view_operands(c, operand);
    else if (is_outside(c, operand) && !is_op_of_region(c, operand))
      copy_outside(c, operand);
  }
  return MlirWalkResultAdvance;
}

/// In the copy of an op: what it uses from outside.
static MlirWalkResult replace_operands(MlirOperation op, void *data) {
  RegionCopier *c = data;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (is_outside(c, operand))
      mlirOperationSetOperand(op, i, copy_outside(c, operand));
  }
  return MlirWalkResultAdvance;
}

static void copy_op(RegionCopier *c, const DmmRootOp *original) {
  MlirOperation op = {(void *)original->ir};
  MlirOperation copy = mlirOperationClone(op);
  mlirOperationWalk(copy, replace_operands, c, MlirWalkPreOrder);
  dmm_insert(&c->inside, copy);
  remember_results(c, op, copy);
}

void dmm_emit_region(DmmEmitter *e, MlirBlock block,
                     const DmmRootRegion *region) {
  MlirLocation location = {region->ops[0].loc.ir};
  RegionCopier c = {.e = e,
                    .region = region,
                    .before = {.block = block, .location = location}};
  for (int i = 0; i < region->nops; ++i)
    mlirOperationWalk((MlirOperation){(void *)region->ops[i].ir}, copy_scalars,
                      &c, MlirWalkPreOrder);
  c.inside = (DmmInsertion){.block = dmm_emit_if_root(&c.before, e->plan),
                            .location = location};
  for (int i = 0; i < region->nops; ++i)
    copy_op(&c, &region->ops[i]);
  dmm_emit_yield(&c.inside);
}
