//===- emit_box.h - Messages of a box that all members share --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The box is the same on all members of the group, so each of them evaluates it
// for itself and passes subviews of its buffers:
//
//   affine.if #needed(%k) {
//     %row = memref.subview %home[%k - %lo, 0] [1, 64] [1, 1] ...
//     %in = memref.subview %recv[0, 0] [1, 64] [1, 1] ...
//     dmm.broadcast %row, %in root(%owner) ...
//   }
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_EMIT_BOX_H
#define DMM_TRANSFORMS_EMIT_BOX_H

#include "Transforms/emit_exchange.h"

/// The home without its ghosts.
MlirValue dmm_emit_block(DmmEmitter *e, const DmmInsertion *at,
                         const DmmArray *array);

/// The rank, in its group, of the owner of a message that has one.
MlirValue dmm_emit_owner_rank(const DmmEmitter *e, const DmmInsertion *at,
                              const DmmMessage *message);

/// fabric.halo, dmm.broadcast or dmm.gather without a root, as the message
/// says, under its guards.
void dmm_emit_box_message(DmmEmitter *e, const DmmInsertion *at,
                          const DmmMessage *message);

#endif // DMM_TRANSFORMS_EMIT_BOX_H
