//===- verify_fabric.c - Rules of the neighbour exchanges ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/verify.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>

static bool check_flag(MlirOperation op, const char *name) {
  MlirAttribute attr = dmm_op_attr(op, name);
  if (mlirAttributeIsNull(attr) || mlirAttributeIsAUnit(attr))
    return true;
  return dmm_op_error(op, "has '%s' with a value: it is a flag, write it alone",
                      name);
}

/// Ghost cells only make sense along a dimension whose cells are its elements.
static bool check_halo_dim(const DmmSubject *s, const DmmOpLayout *layout,
                           int64_t axis, int64_t dim, int64_t ghosts) {
  const DmmAxisLayout *l = &layout->axes[axis];
  if (l->state != DMM_SHARDED || l->dim != dim)
    return dmm_op_error(s->op,
                        "has ghosts along dimension %" PRId64
                        " and axis %" PRId64
                        ", but the layout does not cut that "
                        "dimension over that axis",
                        dim, axis);
  if (l->numerator != 1 || l->denominator != 1)
    return dmm_op_error(s->op,
                        "has ghosts along a dimension whose layout has a "
                        "numerator or denominator other than 1");
  int64_t size = l->block == DMM_DYNAMIC ? DMM_DYNAMIC : l->block + ghosts;
  return dmm_check_size(s->op, 0, (int)dim, size,
                        "the buffer has low ghosts, a block and high ghosts");
}

static bool check_halo_lists(const DmmSubject *s, const DmmOpLayout *layout) {
  int64_t dims[DMM_MAX_BOUNDS], low[DMM_MAX_BOUNDS], high[DMM_MAX_BOUNDS];
  int n = s->ngroup;
  if (!dmm_read_list(s->op, "dims", n, 0, "axis", dims) ||
      !dmm_read_list(s->op, "low", n, 0, "axis", low) ||
      !dmm_read_list(s->op, "high", n, 0, "axis", high))
    return false;
  for (int i = 0; i < n; ++i)
    if (!check_halo_dim(s, layout, s->group[i], dims[i], low[i] + high[i]))
      return false;
  return true;
}

bool dmm_verify_halo(MlirOperation op) {
  DmmSubject s;
  DmmOpLayout layout;
  return dmm_read_subject(&s, op) && dmm_check_elements(op, 0, 1) &&
         check_flag(op, "corners") && check_flag(op, "periodic") &&
         dmm_read_layout(&s, "layout", dmm_buffer_rank(op, 0), &layout) &&
         dmm_check_no_root(&s, "a halo comes from the neighbours") &&
         check_halo_lists(&s, &layout);
}

static bool check_hop(MlirOperation op, int nbuffers) {
  DmmSubject s;
  int64_t axis = -1, distance = 0;
  if (!dmm_read_grid(&s, op) || !dmm_check_elements(op, 0, nbuffers))
    return false;
  dmm_op_int(op, "axis", &axis);
  dmm_op_int(op, "distance", &distance);
  if (!distance)
    return dmm_op_error(op, "has distance 0: a partition sends nothing to "
                            "itself");
  return dmm_check_axis(&s, "axis", axis);
}

bool dmm_verify_shift(MlirOperation op) {
  return check_hop(op, 2) && check_flag(op, "periodic") &&
         dmm_check_same_shape(op, 0, 1);
}

bool dmm_verify_send(MlirOperation op) { return check_hop(op, 1); }

bool dmm_verify_recv(MlirOperation op) { return check_hop(op, 1); }
