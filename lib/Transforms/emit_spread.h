//===- emit_spread.h - Copies of an input as operations -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_EMIT_SPREAD_H
#define DMM_TRANSFORMS_EMIT_SPREAD_H

#include "Transforms/emit_exchange.h"

/// dmm.broadcast, or fabric.recv and fabric.send, of the block `home` from
/// coordinate 0 of the message's axes to all others, where there is one.
void dmm_emit_spread(DmmEmitter *e, const DmmInsertion *at,
                     const DmmMessage *message, MlirValue home);

#endif // DMM_TRANSFORMS_EMIT_SPREAD_H
