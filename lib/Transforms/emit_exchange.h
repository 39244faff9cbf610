//===- emit_exchange.h - Universal exchanges as operations ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_EMIT_EXCHANGE_H
#define DMM_TRANSFORMS_EMIT_EXCHANGE_H

#include "Transforms/emit_affine.h"
#include "Transforms/target.h"

/// The state of emitting one function.
typedef struct DmmEmitter {
  const DmmPlan *plan;
  DmmArena *arena;
  MlirContext context;
  DmmScope scope;
  MlirBlock entry;     ///< of the new function
  MlirBlock old_entry; ///< of the original
  MlirValue *scalars;  ///< for each argument: its value here, if it is a scalar
  MlirValue *buffers;  ///< one for each buffer of the plan
  MlirValue *blocks;   ///< for each array: its home without the ghosts
  MlirValue *storage;  ///< what was allocated for each of them
  const DmmTarget *target; ///< null: nothing says where partitions lie
  bool counts_statements;  ///< the program tells of the statements that it runs
} DmmEmitter;

/// Writes the values of the dynamic blocks and extents of `templates` (one for
/// each grid axis, -1 for none), block before extent; returns their number.
int dmm_emit_dynamic(const DmmEmitter *e, const int *templates,
                     MlirValue *values);

/// The group of the message, in the emitter's arena, with what dmm-place needs
/// to know where several algorithms are possible: on a machine on which it
/// spans more than one level.
DmmGroup dmm_emit_group(const DmmEmitter *e, const DmmMessage *message);

/// dmm.transpose with the box of the message, from the home of its array to its
/// receive buffer, over `group`; `layout` is the home's.
void dmm_emit_exchange(DmmEmitter *e, const DmmInsertion *at,
                       const DmmMessage *message, const DmmGroup *group,
                       const DmmLayout *layout);

#endif // DMM_TRANSFORMS_EMIT_EXCHANGE_H
