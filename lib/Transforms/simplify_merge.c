//===- simplify_merge.c - One message for several small ones --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective of n words over p partitions takes about log2(p) * latency +
// n / bandwidth. For few words the first term is all there is: k messages of
// one group cost k times the latency where one message of all their words costs
// it once, and the copies into and out of a packed buffer stay in the caches.
// From some number of words on, which the option merge-words gives, the copies
// and the wait for the last of the sources outweigh that.
//
//   dmm.all_reduce %a, %b {...}        memref.copy %a, %p[0, 1)
//   dmm.all_reduce %c, %d {...}   =>   memref.copy %c, %p[1, 2)
//                                      dmm.all_reduce %p, %p {...}
//                                      memref.copy %p[0, 1), %b
//                                      memref.copy %p[1, 2), %d
//
//===----------------------------------------------------------------------===//

#include "Transforms/simplify.h"

#include "Analysis/scop.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Messages of a block that become one at the place of the last of them.
typedef struct Run {
  DmmSimplify *s;
  DmmArena *arena;
  MlirOperation *messages;
  size_t n;
  int64_t words;
  DmmWatch watch;
} Run;

static MlirValue source(MlirOperation op) {
  return mlirOperationGetOperand(op, 0);
}

static MlirValue destination(MlirOperation op) {
  return mlirOperationGetOperand(op, 1);
}

static MlirType element_of(MlirOperation op) {
  return mlirShapedTypeGetElementType(mlirValueGetType(source(op)));
}

//===----------------------------------------------------------------------===//
// Which messages
//===----------------------------------------------------------------------===//

/// The words of a message whose buffers have static sizes; 0 if they do not, or
/// are empty.
static int64_t words_of(MlirOperation op) {
  MlirType type = mlirValueGetType(source(op));
  int64_t words = 1;
  if (!mlirShapedTypeHasStaticShape(type) ||
      !mlirShapedTypeHasStaticShape(mlirValueGetType(destination(op))))
    return 0;
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); ++d)
    if (__builtin_mul_overflow(words, mlirShapedTypeGetDimSize(type, d),
                               &words))
      return 0;
  return words;
}

/// All members pack their sources, but only the root of a broadcast is sure to
/// have one that can be read, unless the function has allocated it.
static bool can_be_packed(MlirOperation op) {
  return !dmm_op_is_async(op) && dmm_op_operands(op).nbuffers == 2 &&
         (dmm_op_id(op) == DMM_OP_ALL_REDUCE || dmm_is_local(source(op)));
}

static bool is_alike(MlirOperation a, MlirOperation b) {
  return dmm_op_id(a) == dmm_op_id(b) && dmm_same_attribute(a, b, "axes") &&
         dmm_same_attribute(a, b, "kind") && dmm_same_root(a, b) &&
         mlirTypeEqual(element_of(a), element_of(b));
}

/// Whether a source is what an earlier message of the run brings.
static bool depends(const Run *run, MlirOperation op) {
  for (size_t i = 0; i < run->n; ++i)
    if (!dmm_are_distinct(destination(run->messages[i]), source(op)))
      return true;
  return false;
}

static bool joins(const Run *run, MlirOperation op) {
  int64_t words = dmm_op_id(op) == dmm_op_id(run->messages[0]) &&
                          can_be_packed(op) && is_alike(run->messages[0], op)
                      ? words_of(op)
                      : 0;
  return words > 0 && words <= run->s->merge_words - run->words &&
         !depends(run, op);
}

static void add(Run *run, MlirOperation op) {
  run->messages =
      dmm_arena_push(run->arena, run->messages, run->n, sizeof *run->messages);
  run->messages[run->n++] = op;
  run->words += words_of(op);
  dmm_watch(&run->watch, source(op), false);
  dmm_watch(&run->watch, destination(op), true);
}

/// The messages that may move down to the last of them: no op on the way
/// touches their destinations or writes their sources, and none is a message.
static void collect(Run *run, MlirOperation first) {
  add(run, first);
  MlirOperation op = mlirOperationGetNextInBlock(first);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (joins(run, op))
      add(run, op);
    else if (dmm_watch_stops(&run->watch, op))
      break;
  }
}

//===----------------------------------------------------------------------===//
// The packed message
//===----------------------------------------------------------------------===//

static MlirNamedAttribute named(Run *run, const char *name,
                                MlirAttribute value) {
  return mlirNamedAttributeGet(
      mlirIdentifierGet(run->s->context, mlirStringRefCreateFromCString(name)),
      value);
}

static MlirValue insert(Run *run, const char *name, MlirLocation location,
                        intptr_t noperands, const MlirValue *operands,
                        MlirType type, intptr_t nattributes,
                        const MlirNamedAttribute *attributes) {
  MlirOperationState state =
      mlirOperationStateGet(mlirStringRefCreateFromCString(name), location);
  mlirOperationStateAddOperands(&state, noperands, operands);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddAttributes(&state, nattributes, attributes);
  MlirOperation op = mlirOperationCreate(&state);
  mlirRewriterBaseInsert(run->s->rewriter, op);
  return mlirOperationGetResult(op, 0);
}

/// The entry block of the function around `op`; null if there is none.
static MlirBlock entry_of(MlirOperation op) {
  while (!mlirOperationIsNull(op) && !dmm_op_is(op, "func.func"))
    op = mlirOperationGetParentOperation(op);
  return mlirOperationIsNull(op)
             ? (MlirBlock){NULL}
             : mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

/// The packed buffer, on the stack of the function: a loop does not add to it.
static MlirValue make_packed(Run *run, MlirBlock entry) {
  const int32_t no_operands[] = {0, 0};
  MlirNamedAttribute segments =
      named(run, "operandSegmentSizes",
            mlirDenseI32ArrayGet(run->s->context, 2, no_operands));
  MlirType type = mlirMemRefTypeContiguousGet(
      element_of(run->messages[0]), 1, &run->words, mlirAttributeGetNull());
  mlirRewriterBaseSetInsertionPointToStart(run->s->rewriter, entry);
  return insert(run, "memref.alloca",
                mlirOperationGetLocation(run->messages[0]), 0, NULL, type, 1,
                &segments);
}

/// The words of `packed` from `offset` on as a buffer of the sizes of `like`.
static MlirValue make_view(Run *run, MlirOperation message, MlirValue packed,
                           int64_t offset) {
  MlirContext context = run->s->context;
  MlirType like = mlirValueGetType(source(message));
  int64_t rank = mlirShapedTypeGetRank(like);
  int64_t sizes[DMM_MAX_RANK], strides[DMM_MAX_RANK], stride = 1;
  for (int64_t d = rank - 1; d >= 0; --d) {
    sizes[d] = mlirShapedTypeGetDimSize(like, d);
    strides[d] = stride;
    stride *= sizes[d];
  }
  const int32_t segments[] = {1, 0, 0, 0};
  MlirNamedAttribute attributes[] = {
      named(run, "operandSegmentSizes",
            mlirDenseI32ArrayGet(context, 4, segments)),
      named(run, "static_offsets", mlirDenseI64ArrayGet(context, 1, &offset)),
      named(run, "static_sizes", mlirDenseI64ArrayGet(context, rank, sizes)),
      named(run, "static_strides",
            mlirDenseI64ArrayGet(context, rank, strides)),
  };
  MlirType type = mlirMemRefTypeGet(
      element_of(message), rank, sizes,
      mlirStridedLayoutAttrGet(context, offset, rank, strides),
      mlirAttributeGetNull());
  return insert(run, "memref.reinterpret_cast",
                mlirOperationGetLocation(message), 1, &packed, type, 4,
                attributes);
}

/// The part of the packed buffer that each message has.
static MlirValue *make_views(Run *run, MlirOperation last, MlirValue packed) {
  MlirValue *parts = dmm_arena_alloc(run->arena, run->n * sizeof *parts);
  int64_t offset = 0;
  mlirRewriterBaseSetInsertionPointBefore(run->s->rewriter, last);
  for (size_t i = 0; i < run->n; ++i) {
    parts[i] = make_view(run, run->messages[i], packed, offset);
    offset += words_of(run->messages[i]);
  }
  return parts;
}

/// All sources are read before a destination is written, and the destinations
/// are written in the order of the messages.
static void emit(Run *run, MlirBlock entry) {
  static const char *const attributes[] = {"axes", "kind", "root", NULL};
  MlirOperation last = run->messages[run->n - 1];
  DmmOperands have = dmm_op_operands(last);
  MlirValue packed = make_packed(run, entry);
  MlirValue operands[3] = {packed, packed};
  if (have.nroots > 0)
    operands[2] = mlirOperationGetOperand(last, have.nbuffers);
  MlirValue *parts = make_views(run, last, packed);
  for (size_t i = 0; i < run->n; ++i)
    dmm_insert_copy(run->s, last, source(run->messages[i]), parts[i]);
  MlirOperation end = mlirOperationGetNextInBlock(last);
  MlirValue *into = dmm_arena_alloc(run->arena, run->n * sizeof *into);
  for (size_t i = 0; i < run->n; ++i)
    into[i] = destination(run->messages[i]);
  dmm_replace_message(run->s, last, dmm_op_id(last), 2 + (have.nroots > 0),
                      operands, last, attributes);
  for (size_t i = 0; i < run->n; ++i)
    dmm_insert_copy(run->s, end, parts[i], into[i]);
  for (size_t i = 0; i + 1 < run->n; ++i)
    mlirRewriterBaseEraseOp(run->s->rewriter, run->messages[i]);
}

/// Collectives of one block become one of a packed buffer, at the place of the
/// last one, if
///   - they are all_reduces of one kind without loc, or broadcasts from one
///     root, over the same axes in the same order, of one element type;
///   - their buffers have static sizes, of merge-words words in all at most;
///   - the source of each is apart from the destinations of those before it,
///     and that of a broadcast is an allocation;
///   - from the first to the last, no op touches the destination or writes the
///     source of one that was before it, and none is another message.
bool dmm_simplify_merge(DmmSimplify *s, MlirOperation op) {
  MlirBlock entry = entry_of(op);
  int64_t words = words_of(op);
  if (mlirBlockIsNull(entry) || !can_be_packed(op) || !words ||
      words > s->merge_words)
    return false;
  Run run = {.s = s, .arena = s->arena, .watch = {.arena = s->arena}};
  run.watch.messages = true;
  collect(&run, op);
  if (run.n < 2)
    return false;
  emit(&run, entry);
  return true;
}
