//===- lower_affine.c - dmm-lower-affine ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites each function to the one program that all partitions run (SPMD). The
// code is emitted afresh from the SPMD tree of the function's plan; leaves are
// copies of the original operations. Its size does not depend on the number of
// partitions.
//
//   affine.for %i = 0 to 1000 {
//     %0 = affine.load %x[%i] : memref<1000xf32>
//     affine.store %0, %y[%i] : memref<1000xf32>
//   }
// becomes, on a grid of 8,
//   %c = dmm.coord ...
//   %lo = affine.min ...                    // this partition's cells
//   %hi = affine.min ...
//   %xl = memref.alloc() : memref<125xf32>  // this partition's part of x
//   %yl = memref.alloc() : memref<125xf32>
//   dmm.scatter %x, %xl ...
//   affine.for %i = max(0, %lo) to min(1000, %hi) {
//     %0 = affine.load %xl[%i - symbol(%lo)] : memref<125xf32>
//     affine.store %0, %yl[%i - symbol(%lo)] : memref<125xf32>
//   }
//   dmm.gather %yl, %y ...
//
// A nest that cannot be read is copied for the root, see emit_root.c; a
// function that cannot be read becomes a call at the root, see run_at_root.c.
//
// The function starts with an assertion for each requirement of its plan; its
// memref arguments tell how it uses them (dmm.written, dmm.read).
//
// With the option count-statements, the program tells of the statements that it
// runs: see emit_statements.c.
//
// Guarantees: each function has the attribute dmm.spmd.
// Diagnostics: those of reading the function and building its plan.
//
//===----------------------------------------------------------------------===//

#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Plan/expr.h"
#include "Support/diag.h"
#include "Transforms/emit_box.h"
#include "Transforms/emit_exchange.h"
#include "Transforms/emit_reduction.h"
#include "Transforms/emit_root.h"
#include "Transforms/emit_spread.h"
#include "Transforms/emit_statements.h"
#include "Transforms/entry_checks.h"
#include "Transforms/functions.h"
#include "Transforms/passes.h"
#include "Transforms/run_at_root.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static DmmInsertion at_end(MlirBlock block, const DmmLoc *loc) {
  return (DmmInsertion){.block = block, .location = {loc->ir}};
}

//===----------------------------------------------------------------------===//
// The top of the function: partition's cells and buffers
//===----------------------------------------------------------------------===//

/// The extent and the block of a dynamic template.
static void emit_extent(DmmEmitter *e, const DmmInsertion *at,
                        const DmmTemplate *t) {
  DmmExpr extent = dmm_expr_var(e->arena, t->extent_var);
  DmmExpr size = dmm_expr_const(e->arena, e->plan->grid[t->axis].size);
  DmmExpr block[] = {dmm_expr_binary(e->arena, DMM_EXPR_CEILDIV, extent, size),
                     dmm_expr_const(e->arena, 1)};
  e->scope.values[t->extent_var] =
      dmm_emit_max(&e->scope, at, t->extents.items, t->extents.n);
  e->scope.values[t->block_var] = dmm_emit_max(&e->scope, at, block, 2);
}

/// A size of the template: a number, or its variable.
static DmmExpr number_expr(const DmmEmitter *e, int64_t number, int var) {
  return number == DMM_DYNAMIC ? dmm_expr_var(e->arena, var)
                               : dmm_expr_const(e->arena, number);
}

/// lo = min(coordinate * block, extent), hi the same for the next coordinate.
static void emit_template(DmmEmitter *e, const DmmInsertion *at,
                          const DmmTemplate *t, MlirValue coordinate) {
  bool dynamic = t->extent == DMM_DYNAMIC;
  if (dynamic)
    emit_extent(e, at, t);
  DmmExpr extent = number_expr(e, t->extent, t->extent_var);
  DmmExpr block = number_expr(e, t->block, t->block_var);
  // The variable lo stands for the coordinate, or for its first cell, while
  // the two bounds are made.
  e->scope.values[t->lo_var] =
      dynamic ? dmm_emit_arith(at, "arith.muli", coordinate,
                               e->scope.values[t->block_var])
              : coordinate;
  DmmExpr first = dmm_expr_linear(e->arena, dynamic ? 1 : t->block,
                                  dmm_expr_var(e->arena, t->lo_var),
                                  dmm_expr_const(e->arena, 0));
  DmmExpr lo[] = {first, extent};
  DmmExpr hi[] = {dmm_expr_binary(e->arena, DMM_EXPR_ADD, first, block),
                  extent};
  MlirValue hi_value = dmm_emit_min(&e->scope, at, hi, 2);
  e->scope.values[t->lo_var] = dmm_emit_min(&e->scope, at, lo, 2);
  e->scope.values[t->hi_var] = hi_value;
}

static void emit_templates(DmmEmitter *e, const DmmInsertion *at) {
  for (int axis = 0; axis < e->plan->naxes; ++axis) {
    MlirValue coordinate = e->plan->grid[axis].size == 1
                               ? dmm_emit_constant(at, 0)
                               : dmm_build_coord(at, axis);
    for (int id = 0; id < e->plan->ntemplates; ++id)
      if (e->plan->templates[id].axis == axis)
        emit_template(e, at, &e->plan->templates[id], coordinate);
  }
}

static MlirType array_element(const DmmPlan *plan, const DmmArray *array) {
  if (array->reduction)
    array = &plan->arrays[array->reduction->target];
  MlirType type = mlirValueGetType((MlirValue){array->ir});
  return array->role == DMM_ROLE_SCALAR ? type
                                        : mlirShapedTypeGetElementType(type);
}

/// Whether the buffer is the home of a single element: on the stack, it can
/// become a register again. The answer does not depend on the grid.
static bool is_cell(const DmmPlan *plan, int id) {
  const DmmBuffer *buffer = &plan->buffers[id];
  return buffer->kind == DMM_BUFFER_HOME && !dmm_buffer_is_dynamic(buffer) &&
         dmm_array_elements(&plan->arrays[buffer->array]) == 1;
}

/// Allocates the buffer, with at least 0 elements in each dimension.
static void emit_buffer(DmmEmitter *e, const DmmInsertion *at, int id) {
  const DmmBuffer *buffer = &e->plan->buffers[id];
  MlirType type = mlirMemRefTypeContiguousGet(
      array_element(e->plan, &e->plan->arrays[buffer->array]), buffer->rank,
      buffer->sizes, mlirAttributeGetNull());
  MlirValue *sizes =
      dmm_arena_alloc(e->arena, (size_t)buffer->rank * sizeof *sizes);
  int n = 0;
  for (int d = 0; d < buffer->rank; ++d) {
    const DmmExprList *list = &buffer->size_exprs[d];
    if (buffer->sizes[d] != DMM_DYNAMIC)
      continue;
    MlirValue size = dmm_emit_min(&e->scope, at, list->items, list->n);
    sizes[n++] =
        dmm_emit_arith(at, "arith.maxsi", size, dmm_emit_constant(at, 0));
  }
  bool on_stack = is_cell(e->plan, id);
  e->buffers[id] = dmm_emit_alloc(at, type, sizes, n, on_stack);
  e->storage[id] = on_stack ? (MlirValue){NULL} : e->buffers[id];
}

/// The type of an argument of which the partition is given its block.
static MlirType block_type(const DmmPlan *plan, const DmmArray *array) {
  const DmmBuffer *home = &plan->buffers[array->home];
  size_t rank = (size_t)array->rank;
  int64_t *sizes = dmm_arena_alloc(plan->arena, rank * sizeof *sizes);
  for (int d = 0; d < array->rank; ++d)
    sizes[d] =
        home->sizes[d] - dmm_array_low(array, d) - dmm_array_high(array, d);
  return mlirMemRefTypeContiguousGet(array_element(plan, array), array->rank,
                                     sizes, mlirAttributeGetNull());
}

static bool has_ghosts(const DmmArray *array) {
  for (int d = 0; d < array->rank; ++d)
    if (dmm_array_low(array, d) || dmm_array_high(array, d))
      return true;
  return false;
}

/// The home of a resident array is what the partition is given, unless it has
/// ghosts.
static void take_residents(DmmEmitter *e) {
  for (int i = 0; i < e->plan->narrays; ++i) {
    const DmmArray *array = &e->plan->arrays[i];
    if (array->is_resident && !has_ghosts(array))
      e->buffers[array->home] = mlirBlockGetArgument(e->entry, array->argument);
  }
}

/// Copies the blocks of resident arrays whose homes have ghosts, `in` from what
/// the partition is given, or what was written back.
static void copy_residents(DmmEmitter *e, const DmmInsertion *at, bool in) {
  for (int i = 0; i < e->plan->narrays; ++i) {
    const DmmArray *array = &e->plan->arrays[i];
    if (!array->is_resident || !has_ghosts(array) || (!in && !array->written))
      continue;
    MlirValue given = mlirBlockGetArgument(e->entry, array->argument);
    dmm_emit_copy(at, in ? given : e->blocks[i], in ? e->blocks[i] : given);
  }
}

/// Whether the buffer lives only around its message.
static bool is_local(const DmmPlan *plan, int id) {
  return plan->buffers[id].kind == DMM_BUFFER_RECEIVE &&
         dmm_buffer_is_dynamic(&plan->buffers[id]);
}

static void emit_buffers(DmmEmitter *e, const DmmInsertion *at) {
  take_residents(e);
  for (int id = 0; id < e->plan->nbuffers; ++id)
    if (!mlirValueIsNull(e->buffers[id]))
      continue;
    else if (e->plan->buffers[id].kind == DMM_BUFFER_WHOLE)
      dmm_emit_whole(e, at, id);
    else if (!is_local(e->plan, id))
      emit_buffer(e, at, id);
  for (int i = 0; i < e->plan->narrays; ++i)
    if (e->plan->arrays[i].home >= 0)
      e->blocks[i] = dmm_emit_block(e, at, &e->plan->arrays[i]);
  copy_residents(e, at, true);
}

//===----------------------------------------------------------------------===//
// Subscripts into buffers
//===----------------------------------------------------------------------===//

/// Where global index `x` of dimension `d` lies in the home of the array.
static DmmExpr home_index(DmmEmitter *e, const DmmArray *array, int d,
                          DmmExpr x) {
  int axis = dmm_array_cut_axis(array, e->plan->naxes, d);
  if (axis < 0)
    return x;
  const DmmAxisLayout *l = &array->layout[axis];
  int lo = e->plan->templates[array->templates[axis]].lo_var;
  DmmExpr cell = dmm_expr_linear(
      e->arena, l->numerator, x,
      dmm_expr_const(e->arena, l->offset + dmm_array_low(array, d)));
  return dmm_expr_linear(e->arena, -l->denominator, dmm_expr_var(e->arena, lo),
                         cell);
}

/// The access's subscripts in the buffer that it reads or writes.
static const DmmExpr *local_subscripts(DmmEmitter *e, const DmmAccess *access) {
  const DmmArray *array = &e->plan->arrays[access->array];
  size_t rank = (size_t)array->rank;
  DmmExpr *local = dmm_arena_alloc(e->arena, rank * sizeof *local);
  for (int d = 0; d < array->rank; ++d) {
    DmmExpr x = access->subscripts[d];
    if (access->message < 0)
      local[d] = home_index(e, array, d, x);
    else
      local[d] = dmm_expr_linear(
          e->arena, -1, e->plan->messages[access->message].box[d].origin, x);
  }
  return local;
}

static MlirValue access_buffer(const DmmEmitter *e, const DmmAccess *access) {
  int id = access->message < 0 ? e->plan->arrays[access->array].home
                               : e->plan->messages[access->message].buffer;
  return e->buffers[id];
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// The copy of one statement: original values and their copies.
typedef struct Copier {
  DmmEmitter *e;
  const DmmStatement *statement;
  DmmInsertion at;
  MlirValue *from, *to;
  size_t n;
} Copier;

static MlirValue copy_value(Copier *c, MlirValue value);

static MlirValue copy_argument(const Copier *c, MlirValue value) {
  MlirBlock owner = mlirBlockArgumentGetOwner(value);
  if (mlirBlockEqual(owner, c->e->old_entry))
    return c->e->scalars[mlirBlockArgumentGetArgNumber(value)];
  const void *loop = mlirBlockGetParentOperation(owner).ptr;
  int id = 0;
  while (c->e->plan->loops[id].ir != loop)
    ++id;
  return c->e->scope.values[c->e->plan->loops[id].iv_var];
}

static MlirValue load_element(const Copier *c, const DmmAccess *access) {
  DmmInsertion at = at_end(c->at.block, &access->loc);
  return dmm_emit_load(&c->e->scope, &at, access_buffer(c->e, access),
                       local_subscripts(c->e, access),
                       c->e->plan->arrays[access->array].rank);
}

static MlirValue copy_load(Copier *c, MlirOperation load) {
  const DmmAccess *access = c->statement->accesses;
  while (access->ir != load.ptr)
    ++access;
  return load_element(c, access);
}

static MlirValue copy_pure(Copier *c, MlirOperation op, intptr_t result) {
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    mlirOperationSetOperand(copy, i,
                            copy_value(c, mlirOperationGetOperand(op, i)));
  dmm_insert(&c->at, copy);
  return mlirOperationGetResult(copy, result);
}

static void set_copy(Copier *c, MlirValue value, MlirValue copy) {
  c->from = dmm_arena_push(c->e->arena, c->from, c->n, sizeof *c->from);
  c->to = dmm_arena_push(c->e->arena, c->to, c->n, sizeof *c->to);
  c->from[c->n] = value;
  c->to[c->n++] = copy;
}

static MlirValue copy_value(Copier *c, MlirValue value) {
  for (size_t i = 0; i < c->n; ++i)
    if (mlirValueEqual(c->from[i], value))
      return c->to[i];
  if (mlirValueIsABlockArgument(value))
    return copy_argument(c, value);
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirValue copy = dmm_op_is(op, "affine.load")
                       ? copy_load(c, op)
                       : copy_pure(c, op, mlirOpResultGetResultNumber(value));
  set_copy(c, value, copy);
  return copy;
}

/// The value of a statement that combines: the terms have been subtracted
/// before, from a neutral element. Unlike target - (term + ...), that is exact
/// for zeros of either sign, with terms and without.
static MlirValue copy_sum(Copier *c, MlirOperation subtraction) {
  MlirValue old = copy_value(c, mlirOperationGetOperand(subtraction, 0));
  MlirValue term = copy_value(c, mlirOperationGetOperand(subtraction, 1));
  return dmm_emit_sum(&c->at, subtraction, old, term);
}

/// What all have combined takes the place of the term.
static void replace_terms(Copier *c) {
  const DmmReduction *r = c->statement->reduction;
  const DmmAccess *result = c->statement->accesses;
  while (result->array != r->partial)
    ++result;
  MlirValue value = load_element(c, result);
  for (int i = 0; i < r->form.nterms; ++i)
    set_copy(c, (MlirValue){r->form.terms[i]}, value);
}

/// The value that a part of a reduction stores in place of `value`.
static MlirValue copy_part(Copier *c, MlirValue value) {
  const DmmReduction *r = c->statement->reduction;
  DmmPart part = c->statement->part;
  if (part == DMM_PART_START)
    return dmm_emit_neutral(&c->at, &r->form, mlirValueGetType(value));
  if (part == DMM_PART_COMBINE) {
    replace_terms(c);
    if (r->form.kind == DMM_FORM_SUBTRACT)
      return copy_sum(c, mlirOpResultGetOwner(value));
  }
  MlirValue copy = copy_value(c, value);
  dmm_let_wrap(copy);
  return copy;
}

static void emit_statement(DmmEmitter *e, MlirBlock block,
                           const DmmStatement *statement) {
  Copier copier = {
      .e = e, .statement = statement, .at = at_end(block, &statement->loc)};
  MlirOperation store = {(void *)statement->ir};
  MlirValue value = mlirOperationGetOperand(store, 0);
  value = statement->reduction ? copy_part(&copier, value)
                               : copy_value(&copier, value);
  const DmmAccess *write = dmm_statement_write(statement);
  dmm_emit_store(&e->scope, &copier.at, value, access_buffer(e, write),
                 local_subscripts(e, write),
                 e->plan->arrays[write->array].rank);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// A scalar argument goes through a buffer of rank 0.
static void emit_scalar(DmmEmitter *e, const DmmInsertion *at,
                        const DmmMessage *message) {
  const DmmArray *array = &e->plan->arrays[message->array];
  MlirValue home = e->buffers[array->home];
  MlirValue given = mlirBlockGetArgument(e->entry, array->argument);
  dmm_emit_store(&e->scope, at, given, home, NULL, 0);
  dmm_emit_spread(e, at, message, home);
  e->scalars[array->argument] = dmm_emit_load(&e->scope, at, home, NULL, 0);
}

/// In place, or, with a layout, from the home to the receive buffer.
static void emit_combining(DmmEmitter *e, const DmmInsertion *at,
                           const DmmMessage *message, DmmGroup *group) {
  MlirValue home = e->buffers[e->plan->arrays[message->array].home];
  if (message->owner)
    group->varying_root = dmm_emit_owner_rank(e, at, message);
  if (message->op == DMM_RT_ALL_REDUCE) {
    dmm_build_all_reduce(at, home, home, group, message->kind);
    return;
  }
  if (!message->layout) {
    dmm_build_reduce(at, home, home, group, message->kind, NULL);
    return;
  }
  if (is_local(e->plan, message->buffer))
    emit_buffer(e, at, message->buffer);
  MlirValue dynamic[2 * DMM_MAX_GRID_AXES];
  DmmLayout layout = {.axes = message->layout,
                      .naxes = e->plan->naxes,
                      .dynamic = dynamic,
                      .ndynamic =
                          dmm_emit_dynamic(e, message->templates, dynamic)};
  dmm_build_reduce(at, home, e->buffers[message->buffer], group, message->kind,
                   &layout);
}

static void emit_spread(DmmEmitter *e, const DmmInsertion *at,
                        const DmmMessage *message) {
  if (e->plan->arrays[message->array].role == DMM_ROLE_SCALAR)
    emit_scalar(e, at, message);
  else
    dmm_emit_spread(e, at, message, e->blocks[message->array]);
}

/// The layout by which the array arrives: what is passed on goes to coordinate
/// 0 alone.
static const DmmAxisLayout *arrival(const DmmEmitter *e,
                                    const DmmArray *array) {
  size_t n = (size_t)e->plan->naxes;
  DmmAxisLayout *axes =
      dmm_arena_copy(e->arena, array->layout, n * sizeof *axes);
  for (int axis = 0; axis < e->plan->naxes; ++axis)
    if (dmm_array_is_passed_on(e->plan, array, axis))
      axes[axis] = (DmmAxisLayout){.state = DMM_PINNED,
                                   .dim = -1,
                                   .denominator = 1,
                                   .block = 1,
                                   .extent = 1};
  return axes;
}

static DmmLayout home_layout(const DmmEmitter *e, const DmmArray *array) {
  MlirValue *dynamic =
      dmm_arena_alloc(e->arena, 2 * (size_t)e->plan->naxes * sizeof *dynamic);
  return (DmmLayout){.axes = array->layout,
                     .naxes = e->plan->naxes,
                     .dynamic = dynamic,
                     .ndynamic =
                         dmm_emit_dynamic(e, array->templates, dynamic)};
}

/// Between the homes and the whole form at the root.
static void emit_rooted(const DmmEmitter *e, const DmmInsertion *at,
                        const DmmMessage *message, const DmmGroup *group) {
  const DmmArray *array = &e->plan->arrays[message->array];
  DmmLayout layout = home_layout(e, array);
  MlirValue home = e->blocks[message->array];
  MlirValue whole = dmm_emitted_whole(e, array);
  if (message->op == DMM_RT_GATHER) {
    dmm_build_gather(at, home, whole, group, &layout);
    return;
  }
  layout.axes = arrival(e, array);
  dmm_build_scatter(at, whole, home, group, &layout);
}

static void emit_transpose(DmmEmitter *e, const DmmInsertion *at,
                           const DmmMessage *message, const DmmGroup *group) {
  DmmLayout layout = home_layout(e, &e->plan->arrays[message->array]);
  if (is_local(e->plan, message->buffer))
    emit_buffer(e, at, message->buffer);
  dmm_emit_exchange(e, at, message, group, &layout);
}

static void emit_boxed(DmmEmitter *e, const DmmInsertion *at,
                       const DmmMessage *message) {
  if (message->buffer >= 0 && is_local(e->plan, message->buffer))
    emit_buffer(e, at, message->buffer);
  dmm_emit_box_message(e, at, message);
}

static void emit_message(DmmEmitter *e, MlirBlock block,
                         const DmmMessage *message) {
  DmmInsertion at = at_end(block, &message->loc);
  DmmGroup group = dmm_emit_group(e, message);
  if (message->op == DMM_RT_TRANSPOSE)
    emit_transpose(e, &at, message, &group);
  else if (message->op == DMM_RT_REDUCE || message->op == DMM_RT_ALL_REDUCE)
    emit_combining(e, &at, message, &group);
  else if (message->box)
    emit_boxed(e, &at, message);
  else if (dmm_message_spreads(message))
    emit_spread(e, &at, message);
  else
    emit_rooted(e, &at, message, &group);
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

static void emit_node(DmmEmitter *e, MlirBlock block, const DmmNode *node);

static void emit_children(DmmEmitter *e, MlirBlock block, const DmmNode *node) {
  DmmInsertion here = {.block = block,
                       .location = mlirLocationUnknownGet(e->context)};
  for (int i = 0; i < node->nchildren; ++i) {
    dmm_emit_child_statements(e, &here, node, i);
    emit_node(e, block, node->children[i]);
  }
  for (int i = 0; i < node->nchildren; ++i) {
    if (node->children[i]->kind != DMM_NODE_MESSAGE)
      continue;
    const DmmMessage *message = &e->plan->messages[node->children[i]->id];
    DmmInsertion at = at_end(block, &message->loc);
    if (message->buffer >= 0 && is_local(e->plan, message->buffer))
      dmm_emit_dealloc(&at, e->buffers[message->buffer]);
  }
}

static void emit_node(DmmEmitter *e, MlirBlock block, const DmmNode *node) {
  MlirLocation unknown = mlirLocationUnknownGet(e->context);
  DmmInsertion at = {.block = block, .location = unknown};
  switch (node->kind) {
  case DMM_NODE_SEQUENCE:
    emit_children(e, block, node);
    return;
  case DMM_NODE_STATEMENT:
    emit_statement(e, block, &e->plan->statements[node->id]);
    return;
  case DMM_NODE_MESSAGE:
    emit_message(e, block, &e->plan->messages[node->id]);
    return;
  case DMM_NODE_ROOT:
    dmm_emit_region(e, block, &e->plan->regions[node->id]);
    return;
  case DMM_NODE_LOOP:
    at.location.ptr = e->plan->loops[node->id].loc.ir;
    dmm_emit_loop_statements(e, &at, node);
    at.block = dmm_emit_for(&e->scope, &at, node);
    break;
  case DMM_NODE_GUARD:
    at.block = dmm_emit_if(&e->scope, &at, &node->conditions);
    break;
  }
  emit_children(e, at.block, node);
  dmm_emit_yield(&at);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static void destroy_unused(MlirBlock entry) {
  MlirOperation op = mlirBlockGetFirstOperation(entry);
  MlirOperation unused[64];
  int n = 0;
  for (; !mlirOperationIsNull(op) && n < 64;
       op = mlirOperationGetNextInBlock(op))
    if (dmm_op_is(op, "affine.min") && mlirOpOperandIsNull(mlirValueGetFirstUse(
                                           mlirOperationGetResult(op, 0))))
      unused[n++] = op;
  while (n)
    mlirOperationDestroy(unused[--n]);
}

static void emit_return(const DmmEmitter *e, const DmmInsertion *at) {
  for (int id = 0; id < e->plan->nbuffers; ++id)
    if (!is_local(e->plan, id) && !mlirValueIsNull(e->storage[id]))
      dmm_emit_dealloc(at, e->storage[id]);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("func.return"), at->location);
  dmm_insert(at, mlirOperationCreate(&state));
}

/// The parameters: sizes of arguments, and copies of what is computed from
/// integer arguments.
static void emit_parameters(DmmEmitter *e, const DmmInsertion *at) {
  Copier copier = {.e = e, .at = *at};
  for (int v = 0; v < e->plan->nvars; ++v) {
    const DmmVar *var = &e->plan->vars[v];
    if (var->kind != DMM_VAR_PARAM)
      continue;
    e->scope.values[v] =
        var->argument >= 0
            ? dmm_emit_size(at, mlirBlockGetArgument(e->entry, var->argument),
                            var->index)
            : copy_value(&copier, (MlirValue){var->ir});
  }
}

static MlirValue *value_array(DmmArena *arena, intptr_t n) {
  return dmm_arena_alloc(arena, (size_t)n * sizeof(MlirValue));
}

static void emit_body(DmmEmitter *e, MlirOperation func) {
  DmmInsertion at = {.block = e->entry,
                     .location = mlirOperationGetLocation(func)};
  intptr_t nargs = mlirBlockGetNumArguments(e->entry);
  e->scalars = value_array(e->arena, nargs);
  for (intptr_t i = 0; i < nargs; ++i)
    e->scalars[i] = mlirBlockGetArgument(e->entry, i);
  emit_parameters(e, &at);
  dmm_emit_requirements(&e->scope, &at);
  emit_templates(e, &at);
  emit_buffers(e, &at);
  emit_node(e, e->entry, e->plan->spmd);
  copy_residents(e, &at, false);
  emit_return(e, &at);
  destroy_unused(e->entry);
}

/// The arguments' types; null where they are those of the function.
static MlirType *argument_types(const DmmPlan *plan, MlirOperation func) {
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  intptr_t n = mlirBlockGetNumArguments(entry);
  MlirType *types = dmm_arena_alloc(plan->arena, (size_t)n * sizeof *types);
  bool changed = false;
  for (intptr_t i = 0; i < n; ++i)
    types[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].is_resident) {
      types[plan->arrays[i].argument] = block_type(plan, &plan->arrays[i]);
      changed = true;
    }
  return changed ? types : NULL;
}

/// What the pass is told besides the plan.
typedef struct Settings {
  bool counts_statements;
  DmmTarget target;
} Settings;

static void rewrite_function(const DmmPlan *plan, MlirOperation func,
                             const Settings *settings) {
  DmmEmitter emitter = {.plan = plan,
                        .arena = plan->arena,
                        .context = mlirOperationGetContext(func),
                        .buffers = value_array(plan->arena, plan->nbuffers),
                        .blocks = value_array(plan->arena, plan->narrays),
                        .storage = value_array(plan->arena, plan->nbuffers),
                        .target = settings->target.is_mapped ? &settings->target
                                                             : NULL,
                        .counts_statements = settings->counts_statements};
  emitter.scope =
      (DmmScope){plan, emitter.context, value_array(plan->arena, plan->nvars)};
  emitter.old_entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  MlirOperation copy =
      dmm_emit_function(func, argument_types(plan, func), &emitter.entry);
  dmm_mark_arguments(plan, copy);
  emit_body(&emitter, func);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(func), func, copy);
  mlirOperationDestroy(func);
}

static void lower_function(MlirOperation func, DmmPlan *plan, void *data) {
  if (plan->fallback)
    dmm_run_at_root(func, plan);
  else
    rewrite_function(plan, func, data);
}

/// Where the module has a mapping, messages tell of their words.
static bool read_target(MlirOperation module, DmmArena *arena,
                        Settings *settings) {
  static const DmmTargetOptions none = {"", "time"};
  int64_t grid[DMM_MAX_GRID_AXES];
  int naxes = dmm_op_grid(module, grid, NULL);
  return naxes <= 0 ||
         dmm_target_read(module, &none, grid, naxes, arena, &settings->target);
}

bool dmm_lower_affine_run(MlirOperation module, const DmmPassOptions *options) {
  Settings settings = {.counts_statements = false};
  DmmArena *arena = dmm_arena_create();
  bool ok = dmm_pass_switch(module, options, "count-statements",
                            &settings.counts_statements) &&
            read_target(module, arena, &settings) &&
            dmm_for_each_function(module, options, lower_function, &settings);
  dmm_arena_destroy(arena);
  return ok;
}
