//===- build.h - Builders for the operations of dmm and fabric ----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creation of the operations that the compiler emits, without a string in the
// callers. Nothing is verified here; the op's verifier does that.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_DIALECT_BUILD_H
#define DMM_DIALECT_BUILD_H

#include "dmm-runtime/abi.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

/// Where new operations go: before `before`, or to the end of `block` if that
/// is null.
typedef struct DmmInsertion {
  MlirBlock block;
  MlirOperation before;
  MlirLocation location;
} DmmInsertion;

/// Inserts the op and returns it.
MlirOperation dmm_insert(const DmmInsertion *at, MlirOperation op);

/// The group of a collective (`axes`, `naxes`), and its root: a rank in the
/// group, or DMM_ROOT_NONE; or, where `varying_root` is not null, that value,
/// which is equal on all members. Where the buffers do not tell it,
/// `is_estimated` says that a message carries about `words` words, and that an
/// exchange has each member receive from `partners` others (0: from all).
typedef struct DmmGroup {
  const int64_t *axes;
  int naxes;
  int64_t root;
  MlirValue varying_root;
  bool is_estimated;
  int64_t words, partners;
} DmmGroup;

/// A layout: one entry for each grid axis. `dynamic` are the values (of type
/// index, equal on all members) of its blocks and extents that are DMM_DYNAMIC,
/// axis by axis, the block before the extent.
typedef struct DmmLayout {
  const DmmAxisLayout *axes;
  int naxes;
  const MlirValue *dynamic;
  int ndynamic;
} DmmLayout;

/// %coord = dmm.coord {axis} : index. Returns the coordinate.
MlirValue dmm_build_coord(const DmmInsertion *at, int64_t axis);

/// dmm.statements; count: an index.
MlirOperation dmm_build_statements(const DmmInsertion *at, MlirValue count);

/// dmm.broadcast: the root's `src` to every member's `dst`.
MlirOperation dmm_build_broadcast(const DmmInsertion *at, MlirValue src,
                                  MlirValue dst, const DmmGroup *group);

/// dmm.scatter: the root's `whole` to every member's `home`.
MlirOperation dmm_build_scatter(const DmmInsertion *at, MlirValue whole,
                                MlirValue home, const DmmGroup *group,
                                const DmmLayout *layout);

/// dmm.gather: every member's `home` to the root's `whole`, or to all members'
/// if there is no root.
MlirOperation dmm_build_gather(const DmmInsertion *at, MlirValue home,
                               MlirValue whole, const DmmGroup *group,
                               const DmmLayout *layout);

/// dmm.reduce: all members' `src`, combined by `kind`, to the root's `dst`;
/// with a layout in place of a root, to each member's `dst` its home block.
MlirOperation dmm_build_reduce(const DmmInsertion *at, MlirValue src,
                               MlirValue dst, const DmmGroup *group,
                               DmmKind kind, const DmmLayout *layout);

/// dmm.all_reduce: the same to every member's `dst`.
MlirOperation dmm_build_all_reduce(const DmmInsertion *at, MlirValue src,
                                   MlirValue dst, const DmmGroup *group,
                                   DmmKind kind);

/// fabric.recv and fabric.send of `buffer`, from and to the partition at
/// `distance` before and after this one on the axis.
MlirOperation dmm_build_recv(const DmmInsertion *at, MlirValue buffer,
                             int64_t axis, int64_t distance);
MlirOperation dmm_build_send(const DmmInsertion *at, MlirValue buffer,
                             int64_t axis, int64_t distance);

/// What each member receives in an exchange, in global indices of the array.
/// The maps' dims are lo and hi of the member for each grid axis in turn (d0 =
/// lo and d1 = hi on axis 0, d2 = lo on axis 1, ...) in the template given by
/// block, cycle and extent (block 0: the box does not depend on that axis). The
/// maps' symbols are `symbols`, equal on all members. `lower_groups[d]` counts
/// the results of `lower` that bound dimension d (the largest counts), the same
/// for the exclusive upper bounds (the smallest counts). `origin` has one
/// result for each dimension: the index that lands at 0 in the receive buffer.
/// The box is empty unless all results of `guards` are >= 0; a null map is no
/// guard. `dynamic` are the values of the blocks and extents that are
/// DMM_DYNAMIC, as in DmmLayout; they are no symbols of the maps.
typedef struct DmmBox {
  const int64_t *block, *cycle, *extent; ///< for each grid axis
  MlirAffineMap lower, upper, origin, guards;
  const int64_t *lower_groups, *upper_groups; ///< for each dimension
  const MlirValue *symbols;
  int nsymbols;
  const MlirValue *dynamic;
  int ndynamic;
} DmmBox;

/// dmm.transpose: every member's box from the owners' `home` to `recv`. `sizes`
/// are the `rank` global sizes of the array (DMM_DYNAMIC where they are not
/// known; no value is needed), `layout` is the home's. The group's root is not
/// used.
MlirOperation dmm_build_transpose(const DmmInsertion *at, MlirValue home,
                                  MlirValue recv, const DmmGroup *group,
                                  const DmmLayout *layout, const int64_t *sizes,
                                  int rank, const DmmBox *box);

/// fabric.halo: the ghosts of `home` along dimension `dim`, which the layout
/// cuts over `axis`: `low` before the block and `high` after it.
MlirOperation dmm_build_halo(const DmmInsertion *at, MlirValue home,
                             int64_t axis, int64_t dim, int64_t low,
                             int64_t high, const DmmLayout *layout);

#endif // DMM_DIALECT_BUILD_H
