//===- dialects.c - Registration of dmm and fabric ----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dmm-c/dialects.h"

#include "Dialect/access.h"

#include <string.h>

static const char dmm_text[] = {
#include "dmm.mlir.inc"
    0};

static const char fabric_text[] = {
#include "fabric.mlir.inc"
    0};

typedef enum Checks { AFTER, ALONE } Checks;

static const DmmOpRow op_rows[DMM_NUM_OPS] = {
#define X(dialect, name, id, format, effects, checks, runtime_op, summary)     \
  [id] = {{#dialect "." #name, format, effects, checks == ALONE,               \
           dmm_verify_##name, dmm_attributes_num_sizes},                       \
          #name,                                                               \
          runtime_op,                                                          \
          summary},
    DMM_OPS(X)
#undef X
};

const DmmOpRow *dmm_op_row(DmmOp id) { return &op_rows[id]; }

static DmmOp find_op(MlirStringRef name) {
  for (int i = 0; i < DMM_NUM_OPS; ++i) {
    const char *row = op_rows[i].hooks.name;
    if (strlen(row) == name.length && !memcmp(row, name.data, name.length))
      return (DmmOp)i;
  }
  return DMM_NUM_OPS;
}

DmmOp dmm_op_id(MlirOperation op) {
  return find_op(mlirIdentifierStr(mlirOperationGetName(op)));
}

static const DmmOpHooks *find_hooks(MlirStringRef name) {
  DmmOp id = find_op(name);
  return id == DMM_NUM_OPS ? NULL : &op_rows[id].hooks;
}

static const DmmOpHooks *const all_hooks[DMM_NUM_OPS] = {
#define X(dialect, name, id, ...) [id] = &op_rows[id].hooks,
    DMM_OPS(X)
#undef X
};

static const DmmDialectHooks dmm_hooks = {"dmm",      NULL,      dmm_text,
                                          find_hooks, all_hooks, DMM_OP_HALO};

static const DmmDialectHooks fabric_hooks = {"fabric",
                                             "dmm",
                                             fabric_text,
                                             find_hooks,
                                             all_hooks + DMM_OP_HALO,
                                             DMM_NUM_OPS - DMM_OP_HALO};

void dmmRegisterDialects(MlirDialectRegistry registry) {
  dmm_bridge_register_dialect(registry, &dmm_hooks);
  dmm_bridge_register_dialect(registry, &fabric_hooks);
}

void dmmLoadDialects(MlirContext context) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  dmmRegisterDialects(registry);
  mlirContextAppendDialectRegistry(context, registry);
  mlirDialectRegistryDestroy(registry);
  mlirContextGetOrLoadDialect(context, mlirStringRefCreateFromCString("dmm"));
  mlirContextGetOrLoadDialect(context,
                              mlirStringRefCreateFromCString("fabric"));
}

int dmmLayoutGetNumAxes(MlirAttribute attribute) {
  DmmAxisLayout axes[DMM_MAX_GRID_AXES];
  const char *error;
  return dmm_layout_attr_parse(attribute, axes, DMM_MAX_GRID_AXES, &error);
}

DmmCAxisLayout dmmLayoutGetAxis(MlirAttribute attribute, int axis) {
  DmmAxisLayout axes[DMM_MAX_GRID_AXES];
  const char *error;
  dmm_layout_attr_parse(attribute, axes, DMM_MAX_GRID_AXES, &error);
  DmmAxisLayout l = axes[axis];
  return (DmmCAxisLayout){l.state,  l.dim,   l.numerator, l.denominator,
                          l.offset, l.block, l.cycle,     l.extent};
}

MlirAttribute dmmLayoutGet(MlirContext context, int naxes,
                           const DmmCAxisLayout *axes) {
  DmmAxisLayout layout[DMM_MAX_GRID_AXES];
  for (int i = 0; i < naxes && i < DMM_MAX_GRID_AXES; ++i) {
    DmmCAxisLayout l = axes[i];
    layout[i] = (DmmAxisLayout){l.state,  l.dim,   l.numerator, l.denominator,
                                l.offset, l.block, l.cycle,     l.extent};
  }
  return dmm_layout_attr_get(context, layout, naxes);
}
