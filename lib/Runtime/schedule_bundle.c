//===- schedule_bundle.c - Messages that carry those of many members ------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In an exchange, what has a long way goes off first and is awaited last: the
// messages over the top stage are sent before those over the stages below, and
// received after them.
//
//===----------------------------------------------------------------------===//

#include "schedule_write.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Scatter, gather
//===----------------------------------------------------------------------===//

/// A tree over all stages, from the root.
static DmmTree tree_of_root(const DmmStepWriter *e, int rooted_range) {
  DmmTree tree = {.last = e->stages->nstages};
  dmm_stages_coords(e->stages, e->schedule->root, tree.root);
  tree.parts[rooted_range] = (DmmRange){dmm_place_of(e->stages, tree.root), 1};
  return tree;
}

void dmm_write_scatter(DmmStepWriter *e) {
  DmmTree tree = tree_of_root(e, 0);
  dmm_write_local(e, DMM_STEP_OPEN, tree.parts[0], dmm_led_places(e, &tree));
  dmm_tree_down(e, &tree, dmm_scatter_stage);
  dmm_write_local(e, DMM_STEP_CLOSE, (DmmRange){0, 0}, (DmmRange){0, 0});
}

void dmm_write_gather(DmmStepWriter *e) {
  DmmTree tree = tree_of_root(e, 1);
  dmm_write_local(e, DMM_STEP_OPEN, dmm_led_places(e, &tree), tree.parts[1]);
  dmm_tree_up(e, &tree, dmm_gather_stage);
  if (e->rank == e->schedule->root)
    dmm_write_local(e, DMM_STEP_CLOSE, (DmmRange){0, 0}, (DmmRange){0, 0});
}

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

/// The traffic between the member's child of a container of `stage` and a
/// sibling: the places of both, and the members that serve.
typedef struct Pair {
  int64_t stage;
  DmmRange own, sibling;
  int64_t peer; ///< rank of the sibling's member that serves
  DmmTree tree; ///< in the own child, from the member that serves
} Pair;

/// The place of the member that serves the `turn`th sibling.
static int64_t server(DmmRange places, int64_t turn) {
  return places.first + turn % places.count;
}

/// The sibling that is `distance` children further, which is also the turn.
static Pair make_pair(const DmmStepWriter *e, int64_t stage,
                      const DmmContainer *container, int64_t child,
                      int64_t turn) {
  int64_t coords[DMM_RT_MAX_AXES];
  DmmContainer own = dmm_container_at(e->stages, stage - 1, e->self);
  DmmContainer sibling =
      dmm_container_child(e->stages, stage, container, child);
  Pair pair = {.stage = stage, .tree = {.last = stage}};
  pair.own = dmm_container_places(e->stages, &own);
  pair.sibling = dmm_container_places(e->stages, &sibling);
  dmm_place_coords(e->stages, server(pair.sibling, turn), coords);
  pair.peer = dmm_stages_rank(e->stages, coords);
  dmm_place_coords(e->stages, server(pair.own, turn), pair.tree.root);
  return pair;
}

static bool serves(const DmmStepWriter *e, const Pair *pair) {
  return memcmp(e->self, pair->tree.root,
                (size_t)e->stages->naxes * sizeof *e->self) == 0;
}

static void send_pair(DmmStepWriter *e, Pair *pair) {
  DmmRange parts[2] = {pair->own, pair->sibling};
  pair->tree.parts[1] = pair->sibling;
  dmm_write_local(e, DMM_STEP_OPEN, dmm_led_places(e, &pair->tree),
                  pair->sibling);
  dmm_tree_up(e, &pair->tree, dmm_gather_stage);
  if (serves(e, pair))
    dmm_write_step(e, DMM_STEP_SEND, pair->stage, pair->peer, parts);
}

static void receive_pair(DmmStepWriter *e, Pair *pair) {
  DmmRange parts[2] = {pair->sibling, pair->own};
  pair->tree.parts[0] = pair->sibling;
  dmm_write_local(e, DMM_STEP_OPEN, pair->sibling,
                  dmm_led_places(e, &pair->tree));
  if (serves(e, pair))
    dmm_write_step(e, DMM_STEP_RECEIVE, pair->stage, pair->peer, parts);
  dmm_tree_down(e, &pair->tree, dmm_scatter_stage);
  dmm_write_local(e, DMM_STEP_CLOSE, (DmmRange){0, 0}, (DmmRange){0, 0});
}

/// Does one side of the traffic with all siblings of a stage: sends to those
/// further on, or receives from those before.
static void exchange_stage(DmmStepWriter *e, int64_t stage, int64_t direction,
                           void (*side)(DmmStepWriter *, Pair *)) {
  DmmContainer c = dmm_container_at(e->stages, stage, e->self);
  int64_t k = dmm_container_children(e->stages, stage, &c);
  int64_t self = dmm_container_child_of(e->stages, stage, &c, e->self);
  for (int64_t d = 1; d < k; ++d) {
    int64_t child = dmm_mod(self + direction * d, k);
    Pair pair = make_pair(e, stage, &c, child, d - 1);
    side(e, &pair);
  }
}

void dmm_write_exchange(DmmStepWriter *e) {
  for (int64_t s = e->stages->nstages - 1; s >= 0; --s)
    exchange_stage(e, s, 1, send_pair);
  for (int64_t s = 0; s < e->stages->nstages; ++s)
    exchange_stage(e, s, -1, receive_pair);
}
