//===- verify.h - What the rules of the operations share ----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What relates the operands and attributes of an op to each other and to the
// grid. Presence and kind of operands and of required attributes are checked
// before, from the IRDL definitions. A check emits a diagnostic at the op that
// says what is wrong, why, and what to do, and returns false.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_DIALECT_VERIFY_H
#define DMM_DIALECT_VERIFY_H

#include "Dialect/access.h"
#include "Dialect/layout.h"
#include "Support/diag.h"

/// What an op's rules look at. Without a dmm.grid around the op, nothing is
/// checked against the grid and naxes is 0.
typedef struct DmmSubject {
  MlirOperation op;
  int64_t grid[DMM_MAX_GRID_AXES];
  int naxes;
  int64_t group[DMM_MAX_GRID_AXES];
  int ngroup;
} DmmSubject;

typedef struct DmmOpLayout {
  DmmAxisLayout axes[DMM_MAX_GRID_AXES];
  int n;
} DmmOpLayout;

//===----------------------------------------------------------------------===//
// The grid and the group
//===----------------------------------------------------------------------===//

/// Sets the op and the grid that holds there.
bool dmm_read_grid(DmmSubject *s, MlirOperation op);

/// `axis` must be an axis of the grid; `name` is what the op calls it.
bool dmm_check_axis(const DmmSubject *s, const char *name, int64_t axis);

/// dmm_read_grid, then the attribute `axes`: distinct grid axes, at least one.
/// There are as many index operands as the attributes ask for, besides a root
/// or the symbols of a box.
bool dmm_read_subject(DmmSubject *s, MlirOperation op);

/// The root is an attribute or an operand, not both; one is needed if
/// `required`.
bool dmm_check_root(const DmmSubject *s, bool required);

/// There is no root; `why` tells the reason.
bool dmm_check_no_root(const DmmSubject *s, const char *why);

//===----------------------------------------------------------------------===//
// Operands that are buffers, and lists
//===----------------------------------------------------------------------===//

/// Type, element type and rank of operand i, which is a memref.
MlirType dmm_buffer_type(MlirOperation op, int i);
MlirType dmm_buffer_element(MlirOperation op, int i);
int dmm_buffer_rank(MlirOperation op, int i);

/// Size of dimension d of buffer i, or -1 if it is dynamic; the sizes of all.
int64_t dmm_buffer_size(MlirOperation op, int i, int d);
void dmm_buffer_sizes(MlirOperation op, int i, int64_t sizes[DMM_MAX_RANK]);

/// `count` buffers from `first` on have one element type, which messages carry.
bool dmm_check_elements(MlirOperation op, int first, int count);

/// Buffer i has the rank of `as`.
bool dmm_check_rank(MlirOperation op, int i, int rank, const char *as);

/// Buffer i must have `size` elements along d, if both are static (a negative
/// size is not).
bool dmm_check_size(MlirOperation op, int i, int d, int64_t size,
                    const char *why);

/// Buffers a and b have the same shape, as far as it is static.
bool dmm_check_same_shape(MlirOperation op, int a, int b);

/// Reads array<i64> `name`, which must have `n` values of at least `least`, one
/// for each `per`. There is room for DMM_MAX_BOUNDS values.
bool dmm_read_list(MlirOperation op, const char *name, int n, int64_t least,
                   const char *per, int64_t *values);

/// The same of values that are at least 0 or DMM_DYNAMIC.
bool dmm_read_sizes(MlirOperation op, const char *name, int n, const char *per,
                    int64_t *values);

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Reads the layout attribute `name` of an array of rank `rank` and checks it
/// against the grid and the group.
bool dmm_read_layout(const DmmSubject *s, const char *name, int rank,
                     DmmOpLayout *layout);

/// Whether `size` blocks cover the extent, as far as both are known.
bool dmm_blocks_cover(int64_t block, int64_t size, int64_t extent);

/// Checks buffer i as a home of an array with the sizes `sizes` (negative:
/// dynamic).
bool dmm_check_home(const DmmSubject *s, const DmmOpLayout *layout, int i,
                    const int64_t *sizes);

/// Buffer `whole` is an array, buffer `home` its part by the attribute
/// `layout`.
bool dmm_check_laid_out(const DmmSubject *s, int whole, int home);

#endif // DMM_DIALECT_VERIFY_H
