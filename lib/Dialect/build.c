//===- build.c - Builders for the operations of dmm and fabric ----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/build.h"

#include "Dialect/access.h"
#include "Dialect/layout.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_ATTRIBUTES = 16 };

/// An op under construction.
typedef struct Draft {
  MlirOperationState state;
  MlirContext context;
  MlirNamedAttribute attributes[MAX_ATTRIBUTES];
  int nattributes;
} Draft;

static Draft start(const DmmInsertion *at, DmmOp id) {
  MlirStringRef name =
      mlirStringRefCreateFromCString(dmm_op_row(id)->hooks.name);
  Draft draft = {.state = mlirOperationStateGet(name, at->location),
                 .context = mlirLocationGetContext(at->location)};
  return draft;
}

static void add(Draft *draft, const char *name, MlirAttribute value) {
  MlirIdentifier id =
      mlirIdentifierGet(draft->context, mlirStringRefCreateFromCString(name));
  draft->attributes[draft->nattributes++] = mlirNamedAttributeGet(id, value);
}

static void add_int(Draft *draft, const char *name, int64_t value) {
  MlirType i64 = mlirIntegerTypeGet(draft->context, 64);
  add(draft, name, mlirIntegerAttrGet(i64, value));
}

static void add_ints(Draft *draft, const char *name, const int64_t *values,
                     int n) {
  add(draft, name, mlirDenseI64ArrayGet(draft->context, n, values));
}

static void add_members(Draft *draft, const DmmGroup *group) {
  add_ints(draft, "axes", group->axes, group->naxes);
  if (group->is_estimated)
    add_int(draft, "words", group->words);
  if (group->is_estimated && group->partners > 0)
    add_int(draft, "partners", group->partners);
}

/// The root, where it varies, comes right after the buffers.
static void add_group(Draft *draft, const DmmGroup *group) {
  add_members(draft, group);
  if (!mlirValueIsNull(group->varying_root))
    mlirOperationStateAddOperands(&draft->state, 1, &group->varying_root);
  else if (group->root >= 0)
    add_int(draft, "root", group->root);
}

static void add_layout(Draft *draft, const DmmLayout *layout) {
  add(draft, "layout",
      dmm_layout_attr_get(draft->context, layout->axes, layout->naxes));
}

static void add_operands(Draft *draft, MlirValue first, MlirValue second) {
  MlirValue operands[] = {first, second};
  mlirOperationStateAddOperands(&draft->state, 2, operands);
}

static void add_dynamic(Draft *draft, const DmmLayout *layout) {
  mlirOperationStateAddOperands(&draft->state, layout->ndynamic,
                                layout->dynamic);
}

MlirOperation dmm_insert(const DmmInsertion *at, MlirOperation op) {
  if (mlirOperationIsNull(at->before))
    mlirBlockAppendOwnedOperation(at->block, op);
  else
    mlirBlockInsertOwnedOperationBefore(at->block, at->before, op);
  return op;
}

static MlirOperation finish(const DmmInsertion *at, Draft *draft) {
  mlirOperationStateAddAttributes(&draft->state, draft->nattributes,
                                  draft->attributes);
  return dmm_insert(at, mlirOperationCreate(&draft->state));
}

MlirValue dmm_build_coord(const DmmInsertion *at, int64_t axis) {
  Draft draft = start(at, DMM_OP_COORD);
  MlirType index = mlirIndexTypeGet(draft.context);
  mlirOperationStateAddResults(&draft.state, 1, &index);
  add_int(&draft, "axis", axis);
  return mlirOperationGetResult(finish(at, &draft), 0);
}

MlirOperation dmm_build_statements(const DmmInsertion *at, MlirValue count) {
  Draft draft = start(at, DMM_OP_STATEMENTS);
  mlirOperationStateAddOperands(&draft.state, 1, &count);
  return finish(at, &draft);
}

MlirOperation dmm_build_broadcast(const DmmInsertion *at, MlirValue src,
                                  MlirValue dst, const DmmGroup *group) {
  Draft draft = start(at, DMM_OP_BROADCAST);
  add_operands(&draft, src, dst);
  add_group(&draft, group);
  return finish(at, &draft);
}

static MlirOperation build_laid_out(const DmmInsertion *at, DmmOp id,
                                    MlirValue src, MlirValue dst,
                                    const DmmGroup *group,
                                    const DmmLayout *layout) {
  Draft draft = start(at, id);
  add_operands(&draft, src, dst);
  add_group(&draft, group);
  add_dynamic(&draft, layout);
  add_layout(&draft, layout);
  return finish(at, &draft);
}

MlirOperation dmm_build_scatter(const DmmInsertion *at, MlirValue whole,
                                MlirValue home, const DmmGroup *group,
                                const DmmLayout *layout) {
  return build_laid_out(at, DMM_OP_SCATTER, whole, home, group, layout);
}

MlirOperation dmm_build_gather(const DmmInsertion *at, MlirValue home,
                               MlirValue whole, const DmmGroup *group,
                               const DmmLayout *layout) {
  return build_laid_out(at, DMM_OP_GATHER, home, whole, group, layout);
}

static void add_kind(Draft *draft, DmmKind kind) {
  static const char *const names[] = {
#define X(upper, lower) #lower,
      DMM_KINDS(X)
#undef X
  };
  add(draft, "kind",
      mlirStringAttrGet(draft->context,
                        mlirStringRefCreateFromCString(names[kind])));
}

MlirOperation dmm_build_reduce(const DmmInsertion *at, MlirValue src,
                               MlirValue dst, const DmmGroup *group,
                               DmmKind kind, const DmmLayout *layout) {
  Draft draft = start(at, DMM_OP_REDUCE);
  add_operands(&draft, src, dst);
  if (layout)
    add_dynamic(&draft, layout);
  add_group(&draft, group);
  add_kind(&draft, kind);
  if (layout)
    add_layout(&draft, layout);
  return finish(at, &draft);
}

MlirOperation dmm_build_all_reduce(const DmmInsertion *at, MlirValue src,
                                   MlirValue dst, const DmmGroup *group,
                                   DmmKind kind) {
  Draft draft = start(at, DMM_OP_ALL_REDUCE);
  add_operands(&draft, src, dst);
  add_group(&draft, group);
  add_kind(&draft, kind);
  return finish(at, &draft);
}

static MlirOperation build_hop(const DmmInsertion *at, DmmOp id,
                               MlirValue buffer, int64_t axis,
                               int64_t distance) {
  Draft draft = start(at, id);
  mlirOperationStateAddOperands(&draft.state, 1, &buffer);
  add_int(&draft, "axis", axis);
  add_int(&draft, "distance", distance);
  return finish(at, &draft);
}

MlirOperation dmm_build_recv(const DmmInsertion *at, MlirValue buffer,
                             int64_t axis, int64_t distance) {
  return build_hop(at, DMM_OP_RECV, buffer, axis, distance);
}

MlirOperation dmm_build_send(const DmmInsertion *at, MlirValue buffer,
                             int64_t axis, int64_t distance) {
  return build_hop(at, DMM_OP_SEND, buffer, axis, distance);
}

static void add_map(Draft *draft, const char *name, MlirAffineMap map) {
  if (!mlirAffineMapIsNull(map))
    add(draft, name, mlirAffineMapAttrGet(map));
}

static void add_box(Draft *draft, const DmmBox *box, int naxes, int rank) {
  add_ints(draft, "block", box->block, naxes);
  add_ints(draft, "cycle", box->cycle, naxes);
  add_ints(draft, "extent", box->extent, naxes);
  add_map(draft, "origin", box->origin);
  add_map(draft, "lower", box->lower);
  add_ints(draft, "lower_groups", box->lower_groups, rank);
  add_map(draft, "upper", box->upper);
  add_ints(draft, "upper_groups", box->upper_groups, rank);
  add_map(draft, "guards", box->guards);
}

MlirOperation dmm_build_transpose(const DmmInsertion *at, MlirValue home,
                                  MlirValue recv, const DmmGroup *group,
                                  const DmmLayout *layout, const int64_t *sizes,
                                  int rank, const DmmBox *box) {
  Draft draft = start(at, DMM_OP_TRANSPOSE);
  add_operands(&draft, home, recv);
  add_dynamic(&draft, layout);
  mlirOperationStateAddOperands(&draft.state, box->ndynamic, box->dynamic);
  mlirOperationStateAddOperands(&draft.state, box->nsymbols, box->symbols);
  add_members(&draft, group);
  add_layout(&draft, layout);
  add_ints(&draft, "sizes", sizes, rank);
  add_box(&draft, box, layout->naxes, rank);
  return finish(at, &draft);
}

MlirOperation dmm_build_halo(const DmmInsertion *at, MlirValue home,
                             int64_t axis, int64_t dim, int64_t low,
                             int64_t high, const DmmLayout *layout) {
  Draft draft = start(at, DMM_OP_HALO);
  mlirOperationStateAddOperands(&draft.state, 1, &home);
  add_dynamic(&draft, layout);
  add_ints(&draft, "axes", &axis, 1);
  add_ints(&draft, "dims", &dim, 1);
  add_ints(&draft, "low", &low, 1);
  add_ints(&draft, "high", &high, 1);
  add_layout(&draft, layout);
  return finish(at, &draft);
}
