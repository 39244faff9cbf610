//===- emit_spread.c - Copies of an input as operations -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline needs no collective: each partition receives from the one before
// it and sends to the one after it, which do nothing at the ends of the axis.
// Over a grid of 2x3, the value first goes down the first column, then along
// each row:
//
//   affine.if coordinate 1 is 0 {
//     fabric.recv %home {axis = 0, distance = 1}
//     fabric.send %home {axis = 0, distance = 1}
//   }
//   fabric.recv %home {axis = 1, distance = 1}
//   fabric.send %home {axis = 1, distance = 1}
//
//===----------------------------------------------------------------------===//

#include "Transforms/emit_spread.h"

#include "Dialect/build.h"
#include "Support/grid.h"

/// Coordinates, and what they must be for a partition to take part.
typedef struct Place {
  MlirValue coordinates[DMM_MAX_GRID_AXES];
  int64_t numbers[DMM_MAX_GRID_AXES];
  int n;
} Place;

static void require(Place *place, const DmmInsertion *at, int axis,
                    int64_t number) {
  place->coordinates[place->n] = dmm_build_coord(at, axis);
  place->numbers[place->n++] = number;
}

/// The array may be on some coordinates alone.
static Place find_place(const DmmEmitter *e, const DmmInsertion *at,
                        const DmmMessage *message) {
  const DmmArray *array = &e->plan->arrays[message->array];
  Place place = {.n = 0};
  for (int axis = 0; axis < e->plan->naxes; ++axis)
    if (array->layout[axis].state == DMM_PINNED)
      require(&place, at, axis, array->layout[axis].offset);
  return place;
}

/// Where code goes that only the partitions of the place run.
static DmmInsertion enter(const DmmEmitter *e, const DmmInsertion *at,
                          const Place *place) {
  DmmInsertion inside = *at;
  if (place->n)
    inside.block = dmm_emit_if_equal(&e->scope, at, place->coordinates,
                                     place->numbers, place->n);
  return inside;
}

static void leave(const Place *place, const DmmInsertion *inside) {
  if (place->n)
    dmm_emit_yield(inside);
}

static void emit_broadcast(const DmmEmitter *e, const DmmInsertion *at,
                           const DmmMessage *message, MlirValue home) {
  DmmGroup group = dmm_emit_group(e, message);
  Place place = find_place(e, at, message);
  DmmInsertion inside = enter(e, at, &place);
  dmm_build_broadcast(&inside, home, home, &group);
  leave(&place, &inside);
}

/// Along axis number i: the axes after it have their turn later.
static void emit_hop(const DmmEmitter *e, const DmmInsertion *at,
                     const DmmMessage *message, int i, MlirValue home) {
  Place place = find_place(e, at, message);
  for (int k = i + 1; k < message->naxes; ++k)
    require(&place, at, message->axes[k], 0);
  DmmInsertion inside = enter(e, at, &place);
  dmm_build_recv(&inside, home, message->axes[i], 1);
  dmm_build_send(&inside, home, message->axes[i], 1);
  leave(&place, &inside);
}

void dmm_emit_spread(DmmEmitter *e, const DmmInsertion *at,
                     const DmmMessage *message, MlirValue home) {
  if (message->op == DMM_RT_BROADCAST)
    emit_broadcast(e, at, message, home);
  for (int i = 0; message->op == DMM_RT_SEND && i < message->naxes; ++i)
    emit_hop(e, at, message, i, home);
}
