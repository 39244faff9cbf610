//===- simplify_pairs.c - Two messages that are one -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A message and a later one of its block, of the same axes, that passes on what
// the first one brought. Ops between them that may change the data stop a
// rewrite; so does any message where the first one would be moved past it: all
// members would do so alike, but one that hands on along an axis may wait for a
// member that waits in the moved one.
//
//===----------------------------------------------------------------------===//

#include "Transforms/simplify.h"

#include "Analysis/scop.h"
#include "mlir-c/BuiltinTypes.h"

static MlirValue operand(MlirOperation op, intptr_t i) {
  return mlirOperationGetOperand(op, i);
}

static bool is_sync(MlirOperation op, DmmOp id) {
  return dmm_op_id(op) == id && !dmm_op_is_async(op);
}

/// Whether `op` broadcasts `buffer` from the root of `first` to its group.
static bool is_broadcast_of(MlirOperation op, MlirValue buffer,
                            MlirOperation first) {
  return is_sync(op, DMM_OP_BROADCAST) &&
         mlirValueEqual(operand(op, 0), buffer) &&
         dmm_same_attribute(op, first, "axes") && dmm_same_root(op, first);
}

/// The broadcast of what the message `first` leaves in its destination, if
/// nothing comes before it that touches the destination, writes the source, or
/// is a message; else null.
static MlirOperation find_broadcast(DmmSimplify *s, MlirOperation first) {
  DmmWatch watch = {.arena = s->arena, .messages = true};
  dmm_watch(&watch, operand(first, 0), false);
  dmm_watch(&watch, operand(first, 1), true);
  MlirOperation op = mlirOperationGetNextInBlock(first);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (is_broadcast_of(op, operand(first, 1), first))
      return op;
    if (dmm_watch_stops(&watch, op))
      break;
  }
  return (MlirOperation){NULL};
}

/// Whether nothing but `broadcast` sees what `first` leaves at its destination
/// on the root alone: it is overwritten by the broadcast, or read by it only.
static bool is_hidden(MlirOperation first, MlirOperation broadcast) {
  MlirValue middle = operand(first, 1);
  return mlirValueEqual(operand(broadcast, 1), middle) ||
         dmm_is_passed_on(middle, first, 1, broadcast, 0);
}

//===----------------------------------------------------------------------===//
// Reduce and broadcast
//===----------------------------------------------------------------------===//

/// Reductions combine in the order of the ranks from the root on, an all_reduce
/// from rank 0 on. Integers do not tell the difference, floating-point numbers
/// may.
static bool order_is_kept(MlirOperation reduce) {
  MlirType element =
      mlirShapedTypeGetElementType(mlirValueGetType(operand(reduce, 0)));
  return mlirTypeIsAInteger(element) || mlirTypeIsAIndex(element) ||
         dmm_root_of(reduce).rank == 0;
}

/// reduce %a, %t to a root; broadcast %t, %b from it => all_reduce %a, %b at
/// the place of the broadcast, if
///   - the axes are equal, and the root is the same rank or the same value;
///   - the reduction has neither loc nor a layout, and its order is kept;
///   - between the two, no op touches %t or writes %a, and none is a message;
///   - %b is %t, or %t is an allocation without other uses but its end.
bool dmm_simplify_reduce_broadcast(DmmSimplify *s, MlirOperation reduce) {
  static const char *const attributes[] = {"axes", "kind", NULL};
  if (dmm_op_operands(reduce).nbuffers != 2 || dmm_root_of(reduce).none ||
      !order_is_kept(reduce))
    return false;
  MlirOperation broadcast = find_broadcast(s, reduce);
  if (mlirOperationIsNull(broadcast) || !is_hidden(reduce, broadcast))
    return false;
  MlirValue operands[] = {operand(reduce, 0), operand(broadcast, 1)};
  dmm_replace_message(s, broadcast, DMM_OP_ALL_REDUCE, 2, operands, reduce,
                      attributes);
  mlirRewriterBaseEraseOp(s->rewriter, reduce);
  return true;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// The layout of a message, and the grid around it.
typedef struct Laid {
  DmmAxisLayout axes[DMM_MAX_GRID_AXES];
  int64_t grid[DMM_MAX_GRID_AXES];
  bool in_group[DMM_MAX_GRID_AXES];
  int n;
} Laid;

/// False without a grid.
static bool read_layout(MlirOperation op, Laid *laid) {
  const char *error;
  int64_t axes[DMM_MAX_GRID_AXES];
  *laid = (Laid){0};
  laid->n = dmm_layout_attr_parse(dmm_op_attr(op, "layout"), laid->axes,
                                  DMM_MAX_GRID_AXES, &error);
  int naxes = dmm_op_ints(op, "axes", axes, DMM_MAX_GRID_AXES);
  for (int i = 0; i < naxes; ++i)
    laid->in_group[axes[i]] = true;
  return laid->n > 0 && dmm_op_grid(op, laid->grid, NULL) == laid->n;
}

/// Whether members of the group hold copies of each other's part.
static bool has_copies(const Laid *laid) {
  for (int a = 0; a < laid->n; ++a)
    if (laid->in_group[a] && laid->axes[a].state == DMM_REPLICATED &&
        laid->grid[a] > 1)
      return true;
  return false;
}

/// Whether the parts of a group are all of the array. Where only the run knows
/// the extent, it may be less than the array.
static bool is_complete(const Laid *laid) {
  for (int a = 0; a < laid->n; ++a)
    if (!laid->in_group[a] && laid->axes[a].state != DMM_REPLICATED &&
        laid->grid[a] > 1)
      return false;
  return dmm_layout_num_dynamic(laid->axes, laid->n) == 0;
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

/// The values of the blocks and extents that the layout leaves open are equal.
static bool same_numbers(MlirOperation a, MlirOperation b) {
  DmmOperands x = dmm_op_operands(a), y = dmm_op_operands(b);
  if (x.nsizes != y.nsizes)
    return false;
  for (int i = 0; i < x.nsizes; ++i)
    if (!mlirValueEqual(operand(a, x.nbuffers + x.nroots + i),
                        operand(b, y.nbuffers + y.nroots + i)))
      return false;
  return true;
}

/// Whether `op` gives each member what `gather` has taken from it.
static bool is_scatter_back(MlirOperation op, MlirOperation gather) {
  MlirValue home = operand(gather, 0);
  return is_sync(op, DMM_OP_SCATTER) &&
         mlirValueEqual(operand(op, 0), operand(gather, 1)) &&
         dmm_same_attribute(op, gather, "axes") &&
         dmm_same_attribute(op, gather, "layout") && same_numbers(op, gather) &&
         (dmm_root_of(gather).none || dmm_same_root(op, gather)) &&
         (mlirValueEqual(operand(op, 1), home) ||
          (dmm_is_fresh(operand(op, 1), op) &&
           dmm_same_sizes(operand(op, 1), home)));
}

/// gather %h, %w; scatter %w, %g by the same layout => gather %h, %w; copy %h,
/// %g, and nothing for the scatter if %g is %h. The gather goes, too, once %w
/// is not read. If
///   - axes, layouts and their sizes(...) are equal, and the gather has the
///     scatter's root, or none;
///   - no axis of the group replicates: the gather reads one of the copies, and
///     the scatter would make the others equal to it;
///   - between the two, no op writes %h or %w;
///   - %g is %h, or an allocation that nothing has used before, of the sizes of
///     %h: a home's elements outside of its part are copied, too.
bool dmm_simplify_gather_scatter(DmmSimplify *s, MlirOperation gather) {
  Laid laid;
  if (!read_layout(gather, &laid) || has_copies(&laid))
    return false;
  DmmWatch watch = {.arena = s->arena};
  dmm_watch(&watch, operand(gather, 0), false);
  dmm_watch(&watch, operand(gather, 1), false);
  MlirOperation op = mlirOperationGetNextInBlock(gather);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (is_scatter_back(op, gather)) {
      dmm_insert_copy(s, op, operand(gather, 0), operand(op, 1));
      mlirRewriterBaseEraseOp(s->rewriter, op);
      return true;
    }
    if (dmm_watch_stops(&watch, op))
      break;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Gather and broadcast
//===----------------------------------------------------------------------===//

/// gather %h, %w to a root; broadcast %w, %b from it => gather %h, %b without a
/// root at the place of the broadcast, if
///   - the axes are equal, and the root is the same rank or the same value;
///   - the parts of the group are all of the array: no other element of %w on
///     the root would be broadcast;
///   - between the two, no op touches %w or writes %h, and none is a message;
///   - %b is %w, or %w is an allocation without other uses but its end, and %b
///     another one than %h.
bool dmm_simplify_gather_broadcast(DmmSimplify *s, MlirOperation gather) {
  static const char *const attributes[] = {"axes", "layout", NULL};
  Laid laid;
  if (dmm_root_of(gather).none || !read_layout(gather, &laid) ||
      !is_complete(&laid))
    return false;
  MlirOperation broadcast = find_broadcast(s, gather);
  if (mlirOperationIsNull(broadcast) || !is_hidden(gather, broadcast))
    return false;
  MlirValue operands[] = {operand(gather, 0), operand(broadcast, 1)};
  if (!mlirValueEqual(operands[1], operand(gather, 1)) &&
      !dmm_are_distinct(operands[0], operands[1]))
    return false;
  dmm_replace_message(s, broadcast, DMM_OP_GATHER, 2, operands, gather,
                      attributes);
  mlirRewriterBaseEraseOp(s->rewriter, gather);
  return true;
}
