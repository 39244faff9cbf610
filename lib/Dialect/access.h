//===- access.h - Reading operations ------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_DIALECT_ACCESS_H
#define DMM_DIALECT_ACCESS_H

#include "Dialect/layout.h"
#include "Dialect/ops.h"
#include "Support/grid.h"
#include "mlir-c/AffineMap.h"

/// Most dimensions of a buffer, and most symbols or bounds of a box.
enum { DMM_MAX_RANK = 16, DMM_MAX_BOUNDS = 256 };

/// Most digits of the stages of a collective.
enum { DMM_MAX_STAGE_DIGITS = DMM_RT_MAX_LEVELS * DMM_MAX_GRID_AXES };

bool dmm_has_prefix(MlirStringRef text, const char *prefix);

/// The attribute `name` of `op`, or null.
MlirAttribute dmm_op_attr(MlirOperation op, const char *name);

/// Reads the integer attribute `name`. False if it is absent or no integer.
bool dmm_op_int(MlirOperation op, const char *name, int64_t *value);

/// Reads the array<i64> attribute `name` of at most `max` elements. Returns
/// their number, or -1 if it is absent, of another type, or longer.
int dmm_op_ints(MlirOperation op, const char *name, int64_t *values, int max);

/// The affine map attribute `name`, or a null map.
MlirAffineMap dmm_op_map(MlirOperation op, const char *name);

/// The `dmm.grid` that holds at `op`: that of the nearest op around it (itself
/// included) that has one. Returns the number of axes, 0 if there is none, or
/// -1 if it is malformed, in which case `*owner` is the op that has it. `owner`
/// may be null.
int dmm_op_grid(MlirOperation op, int64_t sizes[DMM_MAX_GRID_AXES],
                MlirOperation *owner);

/// Emits what is wrong with a malformed `dmm.grid`, after what the op has to do
/// with it, such as "has". Returns false.
bool dmm_op_malformed_grid(MlirOperation op, const char *has);

/// Which combining kind the string attribute `kind` names, or -1.
int dmm_op_kind(MlirOperation op);

/// Number of index operands that the attributes of an op ask for: one for each
/// DMM_DYNAMIC block and extent of its layout, then of its target layout or of
/// the template of its box, axis by axis, the block first; with a target layout
/// then one for each DMM_DYNAMIC size of the array. -1 if a layout is
/// malformed. The attributes are given as a dictionary, or as those of an op.
int dmm_attributes_num_sizes(MlirAttribute dictionary);
int dmm_op_num_sizes(MlirOperation op);

/// The operands of an op by their place: memrefs first, then the index values
/// in the order of the fields. In a verified op no number is negative, and at
/// most one operand is a root.
typedef struct DmmOperands {
  int nbuffers;
  int nindices; ///< operands nbuffers, nbuffers + 1, ...: all of those below
  int nroots;
  int nsizes;   ///< see dmm_op_num_sizes
  int nsymbols; ///< of a box
} DmmOperands;

DmmOperands dmm_op_operands(MlirOperation op);

/// True if the op moves data between partitions.
bool dmm_op_is_message(MlirOperation op);

/// True if the op has a token result: it is only started, and awaited later.
bool dmm_op_is_async(MlirOperation op);

/// True if `type` is !dmm.token.
bool dmm_type_is_token(MlirType type);

/// The suffix of DMM_ELEMENT_TYPES for an element type, or null if messages do
/// not carry such elements.
const char *dmm_element_suffix(MlirType element);

#endif // DMM_DIALECT_ACCESS_H
