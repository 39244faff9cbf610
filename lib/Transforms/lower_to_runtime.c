//===- lower_to_runtime.c - Replace dmm and fabric by runtime calls -----===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each message becomes a call of its entry in the runtime:
//
//   dmm.scatter %x, %xl {axes = array<i64: 0>, layout = ..., root = 0 : i64}
//       : memref<1000xf32>, memref<125xf32>
// =>
//   %src = memref.cast %x : memref<1000xf32> to memref<*xf32>
//   %dst = memref.cast %xl : memref<125xf32> to memref<*xf32>
//   %meta = memref.get_global @__dmm_meta_0 : memref<22xi64>
//   func.call @dmm_rt_scatter_f32(%src, %dst, %meta, %symbols)
//
// where the constant @__dmm_meta_0 holds the attributes as words (see
// dmm-runtime/abi.h), and the symbols are the index operands. Started
// operations are done at once, and their waits vanish. Then no affine operation
// is left either: upstream's affine passes move accesses over plain calls.
//
// A function with dmm.spmd starts with the check of its grid and, where it
// writes a memref argument (dmm.written) beside others that it uses (dmm.read),
// with the check that they do not overlap. Its cf.assert fail as the runtime
// does. Buffers begin at a cache line.
//
// Requires: a grid (dmm.grid) around every message.
// Guarantees: no op, type or attribute of dmm, fabric or affine.
// Diagnostics: no grid; a message outside of a function; a token with a use
// other than dmm.wait.
//
//===----------------------------------------------------------------------===//

#include "Transforms/align_buffers.h"
#include "Transforms/expand_copies.h"
#include "Transforms/passes.h"
#include "Transforms/strip_attributes.h"

#include "Dialect/access.h"
#include "Support/diag.h"
#include "Transforms/meta.h"
#include "Transforms/stage.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Rewrite.h"

#include <string.h>

/// A constant of the module, and a buffer's cast, to be found again.
typedef struct MetaGlobal {
  MlirAttribute words;
  const char *name;
} MetaGlobal;

typedef struct BufferCast {
  MlirValue buffer, cast;
} BufferCast;

/// The state of one run of the pass.
typedef struct Lowering {
  MlirContext context;
  MlirOperation module;
  MlirSymbolTable symbols;
  MlirRewriterBase rewriter; ///< of the pattern that is being applied
  DmmArena *arena;
  MetaGlobal *globals;
  size_t nglobals;
  BufferCast *casts;
  size_t ncasts;
  bool failed;
} Lowering;

//===----------------------------------------------------------------------===//
// Upstream operations
//===----------------------------------------------------------------------===//

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static MlirNamedAttribute named(Lowering *l, const char *name,
                                MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(l->context, str(name)), value);
}

/// An op with at most one result, whose type may be null.
static MlirOperation create(const char *name, MlirLocation location,
                            intptr_t noperands, const MlirValue *operands,
                            MlirType result, intptr_t nattributes,
                            const MlirNamedAttribute *attributes) {
  MlirOperationState state = mlirOperationStateGet(str(name), location);
  mlirOperationStateAddOperands(&state, noperands, operands);
  if (!mlirTypeIsNull(result))
    mlirOperationStateAddResults(&state, 1, &result);
  mlirOperationStateAddAttributes(&state, nattributes, attributes);
  return mlirOperationCreate(&state);
}

/// Inserts where the rewriter stands; the op's result, if any.
static MlirValue insert(Lowering *l, MlirOperation op) {
  mlirRewriterBaseInsert(l->rewriter, op);
  return mlirOperationGetNumResults(op) ? mlirOperationGetResult(op, 0)
                                        : (MlirValue){NULL};
}

static MlirValue make_cast(Lowering *l, MlirLocation location, MlirValue value,
                           MlirType type) {
  return insert(l, create("memref.cast", location, 1, &value, type, 0, NULL));
}

static MlirValue make_constant(Lowering *l, MlirLocation location,
                               MlirType type, int64_t value) {
  MlirNamedAttribute attribute =
      named(l, "value", mlirIntegerAttrGet(type, value));
  return insert(
      l, create("arith.constant", location, 0, NULL, type, 1, &attribute));
}

static MlirType i64_type(Lowering *l) {
  return mlirIntegerTypeGet(l->context, 64);
}

static MlirType words_type(Lowering *l, int64_t n) {
  return mlirMemRefTypeContiguousGet(i64_type(l), 1, &n,
                                     mlirAttributeGetNull());
}

/// memref<?xi64>
static MlirType open_words_type(Lowering *l) {
  return words_type(l, mlirShapedTypeGetDynamicSize());
}

static MlirType unranked_type(MlirValue buffer) {
  MlirType type = mlirValueGetType(buffer);
  return mlirUnrankedMemRefTypeGet(mlirShapedTypeGetElementType(type),
                                   mlirAttributeGetNull());
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool is_function(MlirOperation op) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            str("func.func"));
}

/// The entry block of the function around `op`; null if there is none.
static MlirBlock entry_block(MlirOperation op) {
  while (!mlirOperationIsNull(op) && !is_function(op))
    op = mlirOperationGetParentOperation(op);
  if (mlirOperationIsNull(op))
    return (MlirBlock){NULL};
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

static void move_to_start(Lowering *l, MlirBlock block) {
  mlirRewriterBaseSetInsertionPointToStart(l->rewriter, block);
}

static void move_before(Lowering *l, MlirOperation op) {
  mlirRewriterBaseSetInsertionPointBefore(l->rewriter, op);
}

static MlirBlock block_of(MlirValue value) {
  return mlirValueIsABlockArgument(value)
             ? mlirBlockArgumentGetOwner(value)
             : mlirOperationGetBlock(mlirOpResultGetOwner(value));
}

//===----------------------------------------------------------------------===//
// Metas and declarations
//===----------------------------------------------------------------------===//

static const char *find_global(const Lowering *l, MlirAttribute words) {
  for (size_t i = 0; i < l->nglobals; ++i)
    if (mlirAttributeEqual(l->globals[i].words, words))
      return l->globals[i].name;
  return NULL;
}

/// A name that no symbol of the module has.
static const char *fresh_name(Lowering *l) {
  const char *name;
  size_t i = l->nglobals;
  do
    name = dmm_arena_printf(l->arena, "__dmm_meta_%zu", i++);
  while (!mlirOperationIsNull(mlirSymbolTableLookup(l->symbols, str(name))));
  return name;
}

static const char *add_global(Lowering *l, MlirType type, MlirAttribute words) {
  const char *name = fresh_name(l);
  MlirNamedAttribute attributes[] = {
      named(l, "sym_name", mlirStringAttrGet(l->context, str(name))),
      named(l, "sym_visibility", mlirStringAttrGet(l->context, str("private"))),
      named(l, "type", mlirTypeAttrGet(type)),
      named(l, "initial_value", words),
      named(l, "constant", mlirUnitAttrGet(l->context)),
  };
  MlirOperation global =
      create("memref.global", mlirLocationUnknownGet(l->context), 0, NULL,
             (MlirType){NULL}, 5, attributes);
  mlirSymbolTableInsert(l->symbols, global);
  l->globals =
      dmm_arena_push(l->arena, l->globals, l->nglobals, sizeof *l->globals);
  l->globals[l->nglobals++] = (MetaGlobal){words, name};
  return name;
}

/// The constant words as a memref<?xi64>.
static MlirValue make_meta(Lowering *l, MlirLocation location,
                           const DmmMetaWords *meta) {
  int64_t n = (int64_t)meta->n;
  MlirType tensor =
      mlirRankedTensorTypeGet(1, &n, i64_type(l), mlirAttributeGetNull());
  MlirAttribute words = mlirDenseElementsAttrInt64Get(tensor, n, meta->words);
  MlirType type = words_type(l, n);
  const char *name = find_global(l, words);
  if (!name)
    name = add_global(l, type, words);
  MlirNamedAttribute attribute =
      named(l, "name", mlirFlatSymbolRefAttrGet(l->context, str(name)));
  MlirValue global = insert(
      l, create("memref.get_global", location, 0, NULL, type, 1, &attribute));
  return make_cast(l, location, global, open_words_type(l));
}

/// Declares the runtime's entry `name` unless that is done.
static void declare(Lowering *l, const char *name, MlirType type) {
  if (!mlirOperationIsNull(mlirSymbolTableLookup(l->symbols, str(name))))
    return;
  MlirNamedAttribute attributes[] = {
      named(l, "sym_name", mlirStringAttrGet(l->context, str(name))),
      named(l, "sym_visibility", mlirStringAttrGet(l->context, str("private"))),
      named(l, "function_type", mlirTypeAttrGet(type)),
      named(l, "llvm.emit_c_interface", mlirUnitAttrGet(l->context)),
  };
  MlirOperationState state = mlirOperationStateGet(
      str("func.func"), mlirLocationUnknownGet(l->context));
  MlirRegion body = mlirRegionCreate();
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  mlirOperationStateAddAttributes(&state, 4, attributes);
  mlirSymbolTableInsert(l->symbols, mlirOperationCreate(&state));
}

enum { MAX_ARGUMENTS = 6 };

/// Calls the runtime's entry `name`. `result` may be null.
static MlirValue make_call(Lowering *l, MlirLocation location, const char *name,
                           intptr_t n, const MlirValue *arguments,
                           MlirType result) {
  MlirType types[MAX_ARGUMENTS];
  for (intptr_t i = 0; i < n; ++i)
    types[i] = mlirValueGetType(arguments[i]);
  intptr_t nresults = !mlirTypeIsNull(result);
  declare(l, name,
          mlirFunctionTypeGet(l->context, n, types, nresults, &result));
  MlirNamedAttribute callee =
      named(l, "callee", mlirFlatSymbolRefAttrGet(l->context, str(name)));
  return insert(
      l, create("func.call", location, n, arguments, result, 1, &callee));
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The unranked cast of a buffer that exists from the top level of the function
/// on, made once, where the buffer starts to exist.
static MlirValue cast_at_definition(Lowering *l, MlirLocation location,
                                    MlirValue buffer) {
  for (size_t i = 0; i < l->ncasts; ++i)
    if (mlirValueEqual(l->casts[i].buffer, buffer))
      return l->casts[i].cast;
  if (mlirValueIsABlockArgument(buffer))
    move_to_start(l, block_of(buffer));
  else
    mlirRewriterBaseSetInsertionPointAfter(l->rewriter,
                                           mlirOpResultGetOwner(buffer));
  MlirValue cast = make_cast(l, location, buffer, unranked_type(buffer));
  l->casts = dmm_arena_push(l->arena, l->casts, l->ncasts, sizeof *l->casts);
  l->casts[l->ncasts++] = (BufferCast){buffer, cast};
  return cast;
}

/// Opens a memref.alloca_scope before `op`, which bounds the stack that casts
/// of buffers take whose definition may run many times.
static void open_scope(Lowering *l, MlirOperation op) {
  MlirLocation location = mlirOperationGetLocation(op);
  MlirRegion region = mlirRegionCreate();
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(region, block);
  MlirOperationState state =
      mlirOperationStateGet(str("memref.alloca_scope"), location);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  move_before(l, op);
  insert(l, mlirOperationCreate(&state));
  MlirOperation end = create("memref.alloca_scope.return", location, 0, NULL,
                             (MlirType){NULL}, 0, NULL);
  mlirRewriterBaseSetInsertionPointToEnd(l->rewriter, block);
  insert(l, end);
  move_before(l, end);
}

/// Whether all buffers are defined at the top level of the function.
static bool buffers_are_at_top(MlirOperation op, MlirBlock entry, int n) {
  for (int i = 0; i < n; ++i)
    if (!mlirBlockEqual(block_of(mlirOperationGetOperand(op, i)), entry))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static MlirValue make_symbol_buffer(Lowering *l, MlirLocation location, int n) {
  const int32_t no_operands[] = {0, 0};
  MlirNamedAttribute segments =
      named(l, "operandSegmentSizes",
            mlirDenseI32ArrayGet(l->context, 2, no_operands));
  return insert(l, create("memref.alloca", location, 0, NULL, words_type(l, n),
                          1, &segments));
}

static void store_symbol(Lowering *l, MlirLocation location, MlirValue symbol,
                         MlirValue buffer, int i) {
  MlirType index = mlirIndexTypeGet(l->context);
  MlirValue operands[3];
  operands[0] = insert(l, create("arith.index_cast", location, 1, &symbol,
                                 i64_type(l), 0, NULL));
  operands[1] = buffer;
  operands[2] = make_constant(l, location, index, i);
  insert(l, create("memref.store", location, 3, operands, (MlirType){NULL}, 0,
                   NULL));
}

/// Stores the index operands of `op` where the rewriter stands.
static void store_symbols(Lowering *l, MlirOperation op, MlirValue buffer,
                          DmmOperands operands) {
  for (int i = 0; i < operands.nindices; ++i)
    store_symbol(l, mlirOperationGetLocation(op),
                 mlirOperationGetOperand(op, operands.nbuffers + i), buffer, i);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static MlirLogicalResult fail(Lowering *l) {
  l->failed = true;
  return mlirLogicalResultFailure();
}

static MlirLogicalResult lower_wait(MlirRewritePattern pattern,
                                    MlirOperation op,
                                    MlirPatternRewriter rewriter, void *data) {
  (void)pattern;
  (void)data;
  mlirRewriterBaseEraseOp(mlirPatternRewriterAsBase(rewriter), op);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lower_coord(MlirRewritePattern pattern,
                                     MlirOperation op,
                                     MlirPatternRewriter rewriter, void *data) {
  (void)pattern;
  Lowering *l = data;
  MlirLocation location = mlirOperationGetLocation(op);
  int64_t axis = 0;
  dmm_op_int(op, "axis", &axis);
  l->rewriter = mlirPatternRewriterAsBase(rewriter);
  move_before(l, op);
  MlirValue argument = make_constant(l, location, i64_type(l), axis);
  MlirValue coord = make_call(l, location, "dmm_rt_coord", 1, &argument,
                              mlirIndexTypeGet(l->context));
  mlirRewriterBaseReplaceOpWithValues(l->rewriter, op, 1, &coord);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lower_statements(MlirRewritePattern pattern,
                                          MlirOperation op,
                                          MlirPatternRewriter rewriter,
                                          void *data) {
  (void)pattern;
  Lowering *l = data;
  MlirLocation location = mlirOperationGetLocation(op);
  MlirValue count = mlirOperationGetOperand(op, 0);
  l->rewriter = mlirPatternRewriterAsBase(rewriter);
  move_before(l, op);
  count = insert(
      l, create("arith.index_cast", location, 1, &count, i64_type(l), 0, NULL));
  make_call(l, location, "dmm_rt_statements", 1, &count, (MlirType){NULL});
  mlirRewriterBaseEraseOp(l->rewriter, op);
  return mlirLogicalResultSuccess();
}

static const char *entry_name(Lowering *l, MlirOperation op, int nbuffers) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  return dmm_arena_printf(
      l->arena, "dmm_rt_%s%s_%s", dmm_op_row(dmm_op_id(op))->name,
      nbuffers > 2 ? "_loc" : "",
      dmm_element_suffix(mlirShapedTypeGetElementType(type)));
}

/// The casts of the buffers where the rewriter is to stand for the call.
/// Entries take a source and a destination even where there is one buffer.
static intptr_t make_buffers(Lowering *l, MlirOperation op, int nbuffers,
                             bool at_top, MlirValue *arguments) {
  MlirLocation location = mlirOperationGetLocation(op);
  for (int i = 0; i < nbuffers; ++i) {
    MlirValue buffer = mlirOperationGetOperand(op, i);
    arguments[i] = at_top
                       ? cast_at_definition(l, location, buffer)
                       : make_cast(l, location, buffer, unranked_type(buffer));
  }
  if (nbuffers == 1)
    arguments[1] = arguments[0];
  return nbuffers == 1 ? 2 : nbuffers;
}

/// Replaces a message by its call. The symbols' buffer is on the stack of the
/// function's top, or of the scope around the call.
static void call_runtime(Lowering *l, MlirOperation op, MlirBlock entry,
                         const DmmMetaWords *meta) {
  MlirLocation location = mlirOperationGetLocation(op);
  DmmOperands operands = dmm_op_operands(op);
  MlirValue arguments[MAX_ARGUMENTS];
  bool at_top = buffers_are_at_top(op, entry, operands.nbuffers);
  if (at_top)
    move_to_start(l, entry);
  else
    open_scope(l, op);
  MlirValue symbols = make_symbol_buffer(l, location, operands.nindices);
  intptr_t n = make_buffers(l, op, operands.nbuffers, at_top, arguments);
  if (at_top)
    move_before(l, op);
  store_symbols(l, op, symbols, operands);
  arguments[n++] = make_meta(l, location, meta);
  arguments[n++] = make_cast(l, location, symbols, open_words_type(l));
  make_call(l, location, entry_name(l, op, operands.nbuffers), n, arguments,
            (MlirType){NULL});
}

static bool read_grid(MlirOperation op, int64_t *sizes, DmmMetaGrid *grid) {
  *grid = (DmmMetaGrid){sizes, dmm_op_grid(op, sizes, NULL)};
  return grid->naxes > 0 ||
         dmm_op_error(op, "cannot be lowered without the grid it is for: give "
                          "the module the attribute dmm.grid = array<i64: "
                          "...>");
}

static MlirLogicalResult lower_message(MlirRewritePattern pattern,
                                       MlirOperation op,
                                       MlirPatternRewriter rewriter,
                                       void *data) {
  (void)pattern;
  Lowering *l = data;
  int64_t sizes[DMM_MAX_GRID_AXES];
  DmmMetaGrid grid;
  if (!read_grid(op, sizes, &grid))
    return fail(l);
  MlirBlock entry = entry_block(op);
  if (mlirBlockIsNull(entry)) {
    dmm_op_error(op, "lies outside of a func.func");
    return fail(l);
  }
  if (dmm_op_is_async(op) && !mlirOpOperandIsNull(mlirValueGetFirstUse(
                                 mlirOperationGetResult(op, 0)))) {
    dmm_op_error(op, "gives a token that is used by more than dmm.wait: await "
                     "it in the same function");
    return fail(l);
  }
  l->rewriter = mlirPatternRewriterAsBase(rewriter);
  DmmMetaWords meta = {.arena = l->arena};
  dmm_meta_of_message(op, grid, &meta);
  call_runtime(l, op, entry, &meta);
  mlirRewriterBaseEraseOp(l->rewriter, op);
  return mlirLogicalResultSuccess();
}

static bool is_spmd(MlirOperation function) {
  return !mlirAttributeIsNull(dmm_op_attr(function, "dmm.spmd"));
}

static MlirLogicalResult lower_assert(MlirRewritePattern pattern,
                                      MlirOperation op,
                                      MlirPatternRewriter rewriter,
                                      void *data) {
  (void)pattern;
  Lowering *l = data;
  MlirLocation location = mlirOperationGetLocation(op);
  MlirBlock entry = entry_block(op);
  if (mlirBlockIsNull(entry) || !is_spmd(mlirBlockGetParentOperation(entry)))
    return mlirLogicalResultFailure();
  l->rewriter = mlirPatternRewriterAsBase(rewriter);
  move_before(l, op);
  DmmMetaWords words = {.arena = l->arena};
  MlirStringRef text = mlirStringAttrGetValue(dmm_op_attr(op, "msg"));
  dmm_meta_put_text(text.data, text.length, &words);
  MlirValue holds = mlirOperationGetOperand(op, 0);
  MlirValue arguments[] = {insert(l, create("arith.extui", location, 1, &holds,
                                            i64_type(l), 0, NULL)),
                           make_meta(l, location, &words)};
  make_call(l, location, "dmm_rt_assert", 2, arguments, (MlirType){NULL});
  mlirRewriterBaseEraseOp(l->rewriter, op);
  return mlirLogicalResultSuccess();
}

typedef MlirLogicalResult (*Rewrite)(MlirRewritePattern, MlirOperation,
                                     MlirPatternRewriter, void *);

static Rewrite rewrite_of(DmmOp id) {
  return id == DMM_OP_WAIT         ? lower_wait
         : id == DMM_OP_COORD      ? lower_coord
         : id == DMM_OP_STATEMENTS ? lower_statements
                                   : lower_message;
}

static void add_pattern(Lowering *l, MlirRewritePatternSet set,
                        const char *name, Rewrite rewrite) {
  MlirRewritePatternCallbacks callbacks = {.matchAndRewrite = rewrite};
  mlirRewritePatternSetAdd(set,
                           mlirOpRewritePatternCreate(str(name), 1, l->context,
                                                      callbacks, l, 0, NULL));
}

/// Takes the set.
static void apply_set(Lowering *l, MlirRewritePatternSet set) {
  MlirFrozenRewritePatternSet frozen = mlirFreezeRewritePattern(set);
  mlirWalkAndApplyPatterns(l->module, frozen);
  mlirFrozenRewritePatternSetDestroy(frozen);
  mlirRewritePatternSetDestroy(set);
}

static void apply(Lowering *l, DmmOp first, DmmOp end) {
  MlirRewritePatternSet set = mlirRewritePatternSetCreate(l->context);
  for (int id = first; id < (int)end; ++id)
    add_pattern(l, set, dmm_op_row((DmmOp)id)->hooks.name,
                rewrite_of((DmmOp)id));
  apply_set(l, set);
}

static void lower_asserts(Lowering *l) {
  MlirRewritePatternSet set = mlirRewritePatternSetCreate(l->context);
  add_pattern(l, set, "cf.assert", lower_assert);
  apply_set(l, set);
}

//===----------------------------------------------------------------------===//
// Entries, and what else speaks of dmm
//===----------------------------------------------------------------------===//

static bool has_argument_attr(MlirOperation function, intptr_t i,
                              const char *name) {
  MlirAttribute all = dmm_op_attr(function, "arg_attrs");
  return !mlirAttributeIsNull(all) &&
         !mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
             mlirArrayAttrGetElement(all, i), str(name)));
}

/// Whether different elements of the memref may lie at the same place.
static bool may_fold(MlirValue memref) {
  MlirType type = mlirValueGetType(memref);
  return mlirTypeIsAMemRef(type) &&
         !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
}

/// Whether a write through one argument may be seen through another one, or at
/// another place of the same one.
static bool may_share(MlirOperation function, MlirBlock entry) {
  int used = 0, written = 0, folded = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i) {
    bool writes = has_argument_attr(function, i, "dmm.written");
    used += writes || has_argument_attr(function, i, "dmm.read");
    written += writes;
    folded += writes && may_fold(mlirBlockGetArgument(entry, i));
  }
  return (used > 1 && written) || folded;
}

static void note_argument(Lowering *l, MlirLocation location, MlirValue memref,
                          intptr_t number, bool written) {
  MlirValue arguments[] = {
      make_cast(l, location, memref, unranked_type(memref)),
      make_constant(l, location, i64_type(l), number),
      make_constant(l, location, i64_type(l), written)};
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(memref));
  const char *name = dmm_arena_printf(l->arena, "dmm_rt_argument_%s",
                                      dmm_element_suffix(element));
  make_call(l, location, name, 3, arguments, (MlirType){NULL});
}

/// Where the rewriter stands, which is right after the call of dmm_rt_enter.
static void check_arguments(Lowering *l, MlirOperation function,
                            MlirBlock entry, MlirValue meta) {
  MlirLocation location = mlirOperationGetLocation(function);
  if (!may_share(function, entry))
    return;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i) {
    bool written = has_argument_attr(function, i, "dmm.written");
    if (written || has_argument_attr(function, i, "dmm.read"))
      note_argument(l, location, mlirBlockGetArgument(entry, i), i, written);
  }
  make_call(l, location, "dmm_rt_check_arguments", 1, &meta, (MlirType){NULL});
}

/// A program for all partitions starts with the checks of its grid and of its
/// arguments.
static MlirWalkResult enter(MlirOperation op, void *data) {
  Lowering *l = data;
  int64_t sizes[DMM_MAX_GRID_AXES];
  DmmMetaGrid grid;
  MlirBlock entry = is_function(op) ? entry_block(op) : (MlirBlock){NULL};
  if (mlirBlockIsNull(entry) || !is_spmd(op))
    return MlirWalkResultAdvance;
  if (!read_grid(op, sizes, &grid)) {
    l->failed = true;
    return MlirWalkResultInterrupt;
  }
  DmmMetaWords words = {.arena = l->arena};
  dmm_meta_of_entry(op, grid, &words);
  move_to_start(l, entry);
  MlirLocation location = mlirOperationGetLocation(op);
  MlirValue meta = make_meta(l, location, &words);
  make_call(l, location, "dmm_rt_enter", 1, &meta, (MlirType){NULL});
  check_arguments(l, op, entry, meta);
  return MlirWalkResultAdvance;
}

static void enter_functions(Lowering *l) {
  l->rewriter = mlirIRRewriterCreate(l->context);
  mlirOperationWalk(l->module, enter, l, MlirWalkPreOrder);
  mlirIRRewriterDestroy(l->rewriter);
}

/// In this order: a token is free once its wait is gone.
static void lower(Lowering *l) {
  apply(l, DMM_OP_WAIT, DMM_OP_WAIT + 1);
  apply(l, 0, DMM_OP_WAIT);
  apply(l, DMM_OP_WAIT + 1, DMM_NUM_OPS);
  lower_asserts(l);
  enter_functions(l);
  if (!l->failed)
    dmm_strip_attributes(l->module);
}

bool dmm_lower_to_runtime_run(MlirOperation module,
                              const DmmPassOptions *options) {
  if (!dmm_check_spmd(module))
    return false;
  Lowering l = {.context = mlirOperationGetContext(module),
                .module = module,
                .symbols = mlirSymbolTableCreate(module),
                .arena = dmm_arena_create()};
  lower(&l);
  mlirSymbolTableDestroy(l.symbols);
  dmm_arena_destroy(l.arena);
  if (l.failed)
    return false;
  dmm_expand_copies(module);
  dmm_align_buffers(module);
  return dmm_bridge_run_lower_affine(options, module);
}
