//===- cyclic.c - Deal dimensions of arrays out in blocks ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dealt out in blocks of b over P coordinates, index x of a dimension is
//   x = (w P + c) b + r,    0 <= c < P,  0 <= r < b
// With the dimensions w, c and r in place of x, a block-cyclic layout is one
// that cuts dimension c into blocks of one index each, and a loop over x is a
// nest over w, c and r of which the loop over c is distributed:
//
//   for x = l to u:            for w = l / (P b) to ceil(u / (P b)):
//     ... a[x] ...       ->      for c = 0 to P:
//                                  for r = max(0, l - (w P + c) b)
//                                        to min(b, u - (w P + c) b):
//                                    ... a'[w, c, r] ...
//
// Subscripts that are not the index of such a loop are taken apart by division.
// This is the tiling by which ScaLAPACK's layout is described: J. Dongarra,
// R. van de Geijn, D. Walker, "Scalability issues affecting the design of a
// dense linear algebra library", 1994.
//
//===----------------------------------------------------------------------===//

#include "Analysis/cyclic.h"

#include "Analysis/normalize_steps.h"
#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Analysis/split_range.h"
#include "Dialect/access.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A loop that has become three: the value that stands for its index, and the
/// indices of the three.
typedef struct Tile {
  const DmmCycle *cycle;
  MlirValue index, parts[3];
} Tile;

typedef struct Dealer {
  DmmArena *arena;
  MlirContext context;
  MlirOperation func;
  Tile *tiles;
  size_t ntiles;
} Dealer;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static MlirAffineExpr constant(const Dealer *d, int64_t value) {
  return mlirAffineConstantExprGet(d->context, value);
}

static int64_t period(const DmmCycle *cycle) {
  return cycle->coordinates * cycle->block;
}

static bool is_same_cycle(const DmmCycle *a, const DmmCycle *b) {
  return a->coordinates == b->coordinates && a->block == b->block;
}

/// The index as w, c and r.
static void take_apart(const Dealer *d, const DmmCycle *cycle,
                       MlirAffineExpr index, MlirAffineExpr *parts) {
  MlirAffineExpr block = constant(d, cycle->block);
  parts[0] = mlirAffineFloorDivExprGet(index, constant(d, period(cycle)));
  parts[1] = mlirAffineModExprGet(mlirAffineFloorDivExprGet(index, block),
                                  constant(d, cycle->coordinates));
  parts[2] = mlirAffineModExprGet(index, block);
}

/// (w P + c) b + r of the dimensions `first` and the next ones; without the
/// third one, the first index of the block.
static MlirAffineExpr put_together(const Dealer *d, const DmmCycle *cycle,
                                   intptr_t first, int n) {
  int64_t factors[] = {period(cycle), cycle->block, 1};
  MlirAffineExpr sum = constant(d, 0);
  for (int k = 0; k < n; ++k)
    sum = mlirAffineAddExprGet(
        sum, mlirAffineMulExprGet(mlirAffineDimExprGet(d->context, first + k),
                                  constant(d, factors[k])));
  return sum;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A bound as another function of what it was. `dims`: number of dimensions of
/// its map.
typedef MlirAffineExpr Change(const Dealer *d, const DmmCycle *cycle,
                              intptr_t dims, MlirAffineExpr bound);

/// The map with `more` dimensions, all results changed, and `extra` as one more
/// if it is not null.
static MlirAffineMap change_map(const Dealer *d, const DmmCycle *cycle,
                                MlirAffineMap map, Change *change,
                                intptr_t more, const MlirAffineExpr *extra) {
  intptr_t n = mlirAffineMapGetNumResults(map), count = n + (extra != NULL);
  intptr_t dims = mlirAffineMapGetNumDims(map);
  MlirAffineExpr *results =
      dmm_arena_alloc(d->arena, (size_t)count * sizeof *results);
  for (intptr_t i = 0; i < n; ++i)
    results[i] = change(d, cycle, dims, mlirAffineMapGetResult(map, i));
  if (extra)
    results[n] = *extra;
  return mlirAffineMapGet(d->context, dims + more,
                          mlirAffineMapGetNumSymbols(map), count, results);
}

static MlirAffineExpr floor_of(const Dealer *d, const DmmCycle *cycle,
                               intptr_t dims, MlirAffineExpr bound) {
  (void)dims;
  return mlirAffineFloorDivExprGet(bound, constant(d, period(cycle)));
}

static MlirAffineExpr ceiling_of(const Dealer *d, const DmmCycle *cycle,
                                 intptr_t dims, MlirAffineExpr bound) {
  (void)dims;
  return mlirAffineCeilDivExprGet(bound, constant(d, period(cycle)));
}

/// Counted from the first index of the block, whose w and c are two more
/// dimensions of the map.
static MlirAffineExpr within_block(const Dealer *d, const DmmCycle *cycle,
                                   intptr_t dims, MlirAffineExpr bound) {
  MlirAffineExpr first = put_together(d, cycle, dims, 2);
  return mlirAffineAddExprGet(bound,
                              mlirAffineMulExprGet(first, constant(d, -1)));
}

static MlirValue index_of(MlirOperation loop) {
  return mlirBlockGetArgument(dmm_op_body(loop, 0), 0);
}

static MlirOperation end_of(MlirOperation loop) {
  return mlirBlockGetTerminator(dmm_op_body(loop, 0));
}

static DmmBounds rounds(const Dealer *d, const DmmCycle *cycle,
                        DmmBounds bounds) {
  bounds.lower = change_map(d, cycle, bounds.lower, floor_of, 0, NULL);
  bounds.upper = change_map(d, cycle, bounds.upper, ceiling_of, 0, NULL);
  return bounds;
}

static DmmBounds constants(const Dealer *d, int64_t upper) {
  MlirAffineExpr zero = constant(d, 0), end = constant(d, upper);
  return (DmmBounds){.lower = mlirAffineMapGet(d->context, 0, 0, 1, &zero),
                     .upper = mlirAffineMapGet(d->context, 0, 0, 1, &end),
                     .step = 1};
}

/// The indices of the block with number `at[0]` at coordinate `at[1]` that the
/// loop has.
static DmmBounds within(const Dealer *d, const DmmCycle *cycle,
                        DmmBounds bounds, const MlirValue *at) {
  MlirAffineExpr zero = constant(d, 0), end = constant(d, cycle->block);
  bounds.lower_operands =
      dmm_insert_operands(d->arena, bounds.lower_operands, bounds.nlower,
                          mlirAffineMapGetNumDims(bounds.lower), at, 2);
  bounds.upper_operands =
      dmm_insert_operands(d->arena, bounds.upper_operands, bounds.nupper,
                          mlirAffineMapGetNumDims(bounds.upper), at, 2);
  bounds.nlower += 2;
  bounds.nupper += 2;
  bounds.lower = change_map(d, cycle, bounds.lower, within_block, 2, &zero);
  bounds.upper = change_map(d, cycle, bounds.upper, within_block, 2, &end);
  return bounds;
}

/// (w P + c) b + r as a value.
static MlirValue insert_index(const Dealer *d, const Tile *tile,
                              MlirLocation location, MlirOperation before) {
  MlirAffineExpr sum = put_together(d, tile->cycle, 0, 3);
  DmmDraft draft = {.name = "affine.apply",
                    .location = location,
                    .operands = tile->parts,
                    .noperands = 3,
                    .result = mlirIndexTypeGet(d->context)};
  dmm_draft_attribute(
      &draft, "map",
      mlirAffineMapAttrGet(mlirAffineMapGet(d->context, 3, 0, 1, &sum)));
  return mlirOperationGetResult(dmm_draft_insert(&draft, before), 0);
}

/// Inserts the loops over c and r where `tile` has w, and adds the index.
/// Returns the loop over r.
static MlirOperation insert_blocks(const Dealer *d, Tile *tile,
                                   DmmBounds bounds, MlirLocation location,
                                   MlirOperation before) {
  DmmBounds coordinates = constants(d, tile->cycle->coordinates);
  MlirOperation c = dmm_insert_for(&coordinates, location, before);
  tile->parts[1] = index_of(c);
  DmmBounds inner = within(d, tile->cycle, bounds, tile->parts);
  MlirOperation r = dmm_insert_for(&inner, location, end_of(c));
  tile->parts[2] = index_of(r);
  tile->index = insert_index(d, tile, location, end_of(r));
  return r;
}

/// A loop, and how its indices are dealt out.
typedef struct DealtLoop {
  MlirOperation op;
  const DmmCycle *cycle;
} DealtLoop;

static void tile_loop(Dealer *d, const DealtLoop *loop) {
  MlirLocation location = mlirOperationGetLocation(loop->op);
  DmmBounds bounds = dmm_bounds_of(d->arena, loop->op);
  DmmBounds all = rounds(d, loop->cycle, bounds);
  MlirOperation w = dmm_insert_for(&all, location, loop->op);
  Tile tile = {.cycle = loop->cycle, .parts = {index_of(w)}};
  MlirOperation r = insert_blocks(d, &tile, bounds, location, end_of(w));
  dmm_copy_annotations(loop->op,
                       mlirBlockGetParentOperation(mlirOperationGetBlock(r)));
  mlirValueReplaceAllUsesOfWith(index_of(loop->op), tile.index);
  dmm_move_body(dmm_op_body(loop->op, 0), end_of(r));
  mlirOperationDestroy(loop->op);
  d->tiles = dmm_arena_push(d->arena, d->tiles, d->ntiles, sizeof tile);
  d->tiles[d->ntiles++] = tile;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static intptr_t memref_position(MlirOperation access) {
  return dmm_op_is(access, "affine.store");
}

static bool is_access(MlirOperation op) {
  return dmm_op_is(op, "affine.load") || dmm_op_is(op, "affine.store");
}

bool dmm_may_be_dealt(MlirValue array, int n) {
  if (mlirShapedTypeGetRank(mlirValueGetType(array)) + 2 * n > DMM_MAX_RANK)
    return false;
  for (MlirOpOperand use = mlirValueGetFirstUse(array);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!dmm_op_is(op, "memref.dealloc") && !dmm_op_is(op, "memref.dim") &&
        (!is_access(op) ||
         !mlirValueEqual(mlirOperationGetOperand(op, memref_position(op)),
                         array)))
      return false;
  }
  return true;
}

/// The accesses of the array.
static DmmOps accesses_of(DmmArena *arena, MlirValue array) {
  DmmOps ops = {.arena = arena};
  for (MlirOpOperand use = mlirValueGetFirstUse(array);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (is_access(mlirOpOperandGetOwner(use)))
      dmm_ops_push(&ops, mlirOpOperandGetOwner(use));
  return ops;
}

static MlirAffineMap map_of(MlirOperation access) {
  return mlirAffineMapAttrGetValue(dmm_op_attr(access, "map"));
}

/// The operand of the access that its subscript is, or null.
static MlirValue plain_subscript(MlirOperation access, int dim) {
  MlirAffineExpr expr = mlirAffineMapGetResult(map_of(access), dim);
  if (!mlirAffineExprIsADim(expr))
    return (MlirValue){NULL};
  return mlirOperationGetOperand(
      access, memref_position(access) + 1 + mlirAffineDimExprGetPosition(expr));
}

static const Tile *find_tile(const Dealer *d, MlirValue index) {
  for (size_t i = 0; i < d->ntiles; ++i)
    if (mlirValueEqual(d->tiles[i].index, index))
      return &d->tiles[i];
  return NULL;
}

typedef struct Loops {
  DmmArena *arena;
  DealtLoop *items;
  size_t n;
} Loops;

/// Adds the loop whose index the subscript is, if it can be tiled. The first
/// cycle that asks for it has it.
static void collect_loop(Loops *loops, MlirValue index, const DmmCycle *cycle) {
  if (mlirValueIsNull(index) || !mlirValueIsABlockArgument(index))
    return;
  MlirOperation loop =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(index));
  if (!dmm_op_is(loop, "affine.for") || !dmm_range_is_splittable(loop))
    return;
  for (size_t i = 0; i < loops->n; ++i)
    if (mlirOperationEqual(loops->items[i].op, loop))
      return;
  loops->items = dmm_arena_push(loops->arena, loops->items, loops->n,
                                sizeof *loops->items);
  loops->items[loops->n++] = (DealtLoop){loop, cycle};
}

/// The subscripts with w, c and r in place of one of them: three dimensions
/// behind those of the map if that is the index of a tiled loop.
static MlirAffineMap dealt_map(const Dealer *d, MlirAffineMap map,
                               const DmmCycle *cycle, bool is_tiled) {
  int dim = cycle->dim;
  intptr_t n = mlirAffineMapGetNumResults(map);
  intptr_t dims = mlirAffineMapGetNumDims(map);
  MlirAffineExpr *results =
      dmm_arena_alloc(d->arena, (size_t)(n + 2) * sizeof *results);
  for (intptr_t i = 0; i < n; ++i)
    results[i <= dim ? i : i + 2] = mlirAffineMapGetResult(map, i);
  if (!is_tiled)
    take_apart(d, cycle, results[dim], &results[dim]);
  for (int k = 0; k < 3 && is_tiled; ++k)
    results[dim + k] = mlirAffineDimExprGet(d->context, dims + k);
  return mlirAffineMapGet(d->context, dims + 3 * is_tiled,
                          mlirAffineMapGetNumSymbols(map), n + 2, results);
}

static void deal_subscript(const Dealer *d, MlirOperation access,
                           const DmmCycle *cycle) {
  MlirAffineMap map = map_of(access);
  const Tile *tile = find_tile(d, plain_subscript(access, cycle->dim));
  if (tile && !is_same_cycle(tile->cycle, cycle))
    tile = NULL;
  intptr_t n = mlirOperationGetNumOperands(access);
  MlirValue *operands = dmm_arena_alloc(d->arena, (size_t)n * sizeof *operands);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] = mlirOperationGetOperand(access, i);
  intptr_t at = memref_position(access) + 1 + mlirAffineMapGetNumDims(map);
  const MlirValue *all = dmm_insert_operands(
      d->arena, operands, n, at, tile ? tile->parts : NULL, tile ? 3 : 0);
  mlirOperationSetOperands(access, n + (tile ? 3 : 0), all);
  mlirOperationSetAttributeByName(
      access, mlirStringRefCreateFromCString("map"),
      mlirAffineMapAttrGet(dealt_map(d, map, cycle, tile)));
}

/// From the last dimension to the first, whose places stay so.
static void redirect(const Dealer *d, MlirOperation access,
                     const DmmDealt *dealt, MlirValue copy) {
  mlirOperationSetOperand(access, memref_position(access), copy);
  for (int i = dealt->n; i-- > 0;)
    deal_subscript(d, access, &dealt->cycles[i]);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The cycle of the dimension, or null.
static const DmmCycle *cycle_of(const DmmDealt *dealt, intptr_t dim) {
  for (int i = 0; i < dealt->n; ++i)
    if (dealt->cycles[i].dim == dim)
      return &dealt->cycles[i];
  return NULL;
}

static intptr_t rank_of(MlirValue array) {
  return mlirShapedTypeGetRank(mlirValueGetType(array));
}

/// ceil(size / (P b)) as a value in front of `before`.
static MlirValue insert_rounds(const Dealer *d, const DmmCycle *cycle,
                               MlirValue size, MlirOperation before) {
  MlirAffineExpr count = mlirAffineCeilDivExprGet(
      mlirAffineSymbolExprGet(d->context, 0), constant(d, period(cycle)));
  DmmDraft draft = {.name = "affine.apply",
                    .location = mlirOperationGetLocation(before),
                    .operands = &size,
                    .noperands = 1,
                    .result = mlirIndexTypeGet(d->context)};
  dmm_draft_attribute(
      &draft, "map",
      mlirAffineMapAttrGet(mlirAffineMapGet(d->context, 0, 1, 1, &count)));
  return mlirOperationGetResult(dmm_draft_insert(&draft, before), 0);
}

/// The shape of the copy; `sizes`: what its type leaves open, `nsizes` of them.
/// Returns its rank.
static intptr_t copy_shape(const Dealer *d, const DmmDealt *dealt,
                           MlirOperation before, int64_t *shape,
                           MlirValue *sizes, int32_t *nsizes) {
  MlirType type = mlirValueGetType(dealt->array);
  intptr_t rank = 0;
  for (intptr_t k = 0; k < rank_of(dealt->array); ++k) {
    const DmmCycle *cycle = cycle_of(dealt, k);
    int64_t size = mlirShapedTypeGetDimSize(type, k);
    bool open = mlirShapedTypeIsDynamicDim(type, k);
    if (open)
      sizes[*nsizes] = dmm_insert_size(before, dealt->array, k,
                                       mlirOperationGetLocation(before));
    if (open && cycle)
      sizes[*nsizes] = insert_rounds(d, cycle, sizes[*nsizes], before);
    *nsizes += open;
    shape[rank++] =
        open || !cycle ? size : (size + period(cycle) - 1) / period(cycle);
    if (cycle) {
      shape[rank++] = cycle->coordinates;
      shape[rank++] = cycle->block;
    }
  }
  return rank;
}

static MlirOperation allocate(const Dealer *d, const DmmDealt *dealt,
                              MlirOperation before) {
  MlirType element =
      mlirShapedTypeGetElementType(mlirValueGetType(dealt->array));
  int64_t shape[DMM_MAX_RANK];
  MlirValue sizes[DMM_MAX_RANK];
  int32_t segments[] = {0, 0};
  intptr_t rank = copy_shape(d, dealt, before, shape, sizes, &segments[0]);
  DmmDraft draft = {.name = "memref.alloc",
                    .location = mlirOperationGetLocation(d->func),
                    .operands = sizes,
                    .noperands = segments[0],
                    .result = mlirMemRefTypeContiguousGet(
                        element, rank, shape, mlirAttributeGetNull())};
  dmm_draft_attribute(&draft, "operandSegmentSizes",
                      mlirDenseI32ArrayGet(d->context, 2, segments));
  return dmm_draft_insert(&draft, before);
}

static void deallocate(const Dealer *d, MlirOperation copy) {
  MlirValue value = mlirOperationGetResult(copy, 0);
  DmmDraft draft = {.name = "memref.dealloc",
                    .location = mlirOperationGetLocation(copy),
                    .operands = &value,
                    .noperands = 1};
  dmm_draft_insert(&draft, mlirBlockGetTerminator(dmm_op_body(d->func, 0)));
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

/// Bounds from 0 to the size of dimension `k` of the array.
static DmmBounds whole_dim(const Dealer *d, MlirValue array, intptr_t k,
                           MlirOperation before) {
  MlirType type = mlirValueGetType(array);
  if (!mlirShapedTypeIsDynamicDim(type, k))
    return constants(d, mlirShapedTypeGetDimSize(type, k));
  DmmBounds bounds = constants(d, 0);
  MlirAffineExpr size = mlirAffineSymbolExprGet(d->context, 0);
  MlirValue value =
      dmm_insert_size(before, array, k, mlirOperationGetLocation(before));
  bounds.upper = mlirAffineMapGet(d->context, 0, 1, 1, &size);
  bounds.upper_operands = dmm_arena_copy(d->arena, &value, sizeof value);
  bounds.nupper = 1;
  return bounds;
}

static MlirOperation insert_access(const Dealer *d, MlirValue *operands,
                                   intptr_t rank, bool is_store,
                                   MlirLocation location,
                                   MlirOperation before) {
  MlirValue array = operands[is_store];
  DmmDraft draft = {.name = is_store ? "affine.store" : "affine.load",
                    .location = location,
                    .operands = operands,
                    .noperands = rank + 1 + is_store};
  if (!is_store)
    draft.result = mlirShapedTypeGetElementType(mlirValueGetType(array));
  dmm_draft_attribute(
      &draft, "map",
      mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(d->context, rank)));
  return dmm_draft_insert(&draft, before);
}

/// Inserts the loops over w of all dimensions that are dealt out. One round is
/// copied after the other: otherwise a message would bring all blocks that lie
/// between those of a coordinate.
static MlirOperation insert_rounds_loops(const Dealer *d, const DmmDealt *dealt,
                                         MlirLocation location, Tile *tiles,
                                         MlirOperation before) {
  MlirOperation at = before;
  for (int i = 0; i < dealt->n; ++i) {
    const DmmCycle *cycle = &dealt->cycles[i];
    DmmBounds bounds =
        rounds(d, cycle, whole_dim(d, dealt->array, cycle->dim, before));
    MlirOperation loop = dmm_insert_for(&bounds, location, at);
    dmm_mark(loop, "dmm.step");
    tiles[i] = (Tile){.cycle = cycle, .parts = {index_of(loop)}};
    at = end_of(loop);
  }
  return at;
}

/// Inserts the loops of a copy, with the indices of the array and those of its
/// copy in their order. Returns the place for the accesses.
static MlirOperation insert_copy_loops(const Dealer *d, const DmmDealt *dealt,
                                       MlirLocation location, MlirValue *array,
                                       MlirValue *copy, MlirOperation before) {
  Tile *tiles = dmm_arena_alloc(d->arena, (size_t)dealt->n * sizeof *tiles);
  MlirOperation at = insert_rounds_loops(d, dealt, location, tiles, before);
  for (intptr_t k = 0; k < rank_of(dealt->array); ++k) {
    const DmmCycle *cycle = cycle_of(dealt, k);
    DmmBounds bounds = whole_dim(d, dealt->array, k, before);
    Tile *tile = cycle ? &tiles[cycle - dealt->cycles] : NULL;
    MlirOperation loop = tile ? insert_blocks(d, tile, bounds, location, at)
                              : dmm_insert_for(&bounds, location, at);
    at = end_of(loop);
    *array++ = tile ? tile->index : index_of(loop);
    for (int part = 0; part < 3 && tile; ++part)
      *copy++ = tile->parts[part];
    if (!tile)
      *copy++ = index_of(loop);
  }
  return at;
}

/// Inserts a nest that copies between the array and its copy.
static void insert_copy(const Dealer *d, const DmmDealt *dealt, MlirValue copy,
                        bool back, MlirOperation before) {
  MlirValue array_operands[DMM_MAX_RANK + 2], copy_operands[DMM_MAX_RANK + 2];
  MlirLocation location = mlirOperationGetLocation(d->func);
  MlirOperation at = insert_copy_loops(d, dealt, location, array_operands + 2,
                                       copy_operands + 2, before);
  array_operands[1] = dealt->array;
  copy_operands[1] = copy;
  MlirValue *from = back ? copy_operands : array_operands;
  MlirValue *to = back ? array_operands : copy_operands;
  MlirOperation load =
      insert_access(d, from + 1, rank_of(from[1]), false, location, at);
  to[0] = mlirOperationGetResult(load, 0);
  insert_access(d, to, rank_of(to[1]), true, location, at);
}

/// Erases an allocation that only its release uses.
static void erase_allocation(DmmArena *arena, MlirValue array) {
  MlirOperation alloc = mlirOpResultGetOwner(array);
  DmmOps releases = {.arena = arena};
  for (MlirOpOperand use = mlirValueGetFirstUse(array);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    if (!dmm_op_is(mlirOpOperandGetOwner(use), "memref.dealloc"))
      return;
    dmm_ops_push(&releases, mlirOpOperandGetOwner(use));
  }
  for (size_t i = 0; i < releases.n; ++i)
    mlirOperationDestroy(releases.items[i]);
  mlirOperationDestroy(alloc);
}

static bool is_written(const DmmOps *accesses) {
  for (size_t i = 0; i < accesses->n; ++i)
    if (dmm_op_is(accesses->items[i], "affine.store"))
      return true;
  return false;
}

static MlirOperation deal_array(const Dealer *d, const DmmDealt *dealt,
                                const DmmOps *accesses) {
  MlirOperation before = dmm_after_definition(d->func, dealt->array);
  MlirOperation copy = allocate(d, dealt, before);
  MlirValue value = mlirOperationGetResult(copy, 0);
  for (size_t i = 0; i < accesses->n; ++i)
    redirect(d, accesses->items[i], dealt, value);
  bool is_argument = mlirValueIsABlockArgument(dealt->array);
  if (is_argument)
    insert_copy(d, dealt, value, false, before);
  if (is_argument && is_written(accesses))
    insert_copy(d, dealt, value, true,
                mlirBlockGetTerminator(dmm_op_body(d->func, 0)));
  deallocate(d, copy);
  if (!is_argument)
    erase_allocation(d->arena, dealt->array);
  return copy;
}

/// The loops to tile, and the accesses of each array.
static Loops collect(DmmArena *arena, const DmmDealt *arrays, int n,
                     DmmOps *accesses) {
  Loops loops = {.arena = arena};
  for (int i = 0; i < n; ++i) {
    accesses[i] = accesses_of(arena, arrays[i].array);
    for (size_t k = 0; k < accesses[i].n; ++k)
      for (int c = 0; c < arrays[i].n; ++c)
        collect_loop(
            &loops,
            plain_subscript(accesses[i].items[k], arrays[i].cycles[c].dim),
            &arrays[i].cycles[c]);
  }
  return loops;
}

/// Whether the subscript is the index of a loop that is tiled by the cycle.
static bool is_plain(const Loops *loops, MlirOperation access,
                     const DmmCycle *cycle) {
  MlirValue index = plain_subscript(access, cycle->dim);
  for (size_t i = 0; !mlirValueIsNull(index) && i < loops->n; ++i)
    if (mlirValueEqual(index_of(loops->items[i].op), index))
      return is_same_cycle(loops->items[i].cycle, cycle);
  return false;
}

bool dmm_deals_plainly(const DmmDealt *arrays, int n) {
  DmmArena *arena = dmm_arena_create();
  DmmOps *accesses = dmm_arena_alloc(arena, (size_t)n * sizeof *accesses + 1);
  Loops loops = collect(arena, arrays, n, accesses);
  bool plain = true;
  for (int i = 0; i < n; ++i)
    for (size_t k = 0; k < accesses[i].n; ++k)
      for (int c = 0; c < arrays[i].n; ++c)
        plain = plain &&
                is_plain(&loops, accesses[i].items[k], &arrays[i].cycles[c]);
  dmm_arena_destroy(arena);
  return plain;
}

void dmm_deal(MlirOperation func, const DmmDealt *arrays, int n,
              MlirOperation *copies) {
  Dealer d = {.arena = dmm_arena_create(),
              .context = mlirOperationGetContext(func),
              .func = func};
  DmmOps *accesses = dmm_arena_alloc(d.arena, (size_t)n * sizeof *accesses + 1);
  Loops loops = collect(d.arena, arrays, n, accesses);
  for (size_t i = 0; i < loops.n; ++i)
    tile_loop(&d, &loops.items[i]);
  for (int i = 0; i < n; ++i)
    copies[i] = deal_array(&d, &arrays[i], &accesses[i]);
  dmm_arena_destroy(d.arena);
}
