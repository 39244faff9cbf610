//===- schedule_bundle.c - Messages that carry those of many members ------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In an exchange, everything is collected first: a member that serves is asked
// for what the others serve, and a long message of its own would be in the way.
// Then the messages over the lower stages go off, which are short, and those
// over the top stage; and so they are received.
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

/// The place of the member that serves one of `n` siblings, the `turn`th: the
/// senders lie as far apart as can be, the receivers are counted from the end.
static int64_t server(DmmRange places, int64_t turn, int64_t n, bool sends) {
  int64_t i = n > places.count ? turn % places.count : turn * places.count / n;
  return places.first + (sends ? i : places.count - 1 - i);
}

/// The `turn`th pair on one side: the sibling is that many children further, or
/// before.
static Pair make_pair(const DmmStepWriter *e, const DmmTreeStage *stage,
                      int64_t turn, bool sends) {
  int64_t coords[DMM_RT_MAX_AXES], n = stage->k - 1;
  int64_t distance = sends ? turn + 1 : -1 - turn;
  DmmContainer own = dmm_container_at(e->stages, stage->stage - 1, e->self);
  DmmContainer sibling =
      dmm_container_child(e->stages, stage->stage, &stage->container,
                          dmm_mod(stage->self + distance, stage->k));
  Pair pair = {.stage = stage->stage, .tree = {.last = stage->stage}};
  pair.own = dmm_container_places(e->stages, &own);
  pair.sibling = dmm_container_places(e->stages, &sibling);
  dmm_place_coords(e->stages, server(pair.sibling, turn, n, !sends), coords);
  pair.peer = dmm_stages_rank(e->stages, coords);
  dmm_place_coords(e->stages, server(pair.own, turn, n, sends), pair.tree.root);
  return pair;
}

static bool serves(const DmmStepWriter *e, const Pair *pair) {
  return memcmp(e->self, pair->tree.root,
                (size_t)e->stages->naxes * sizeof *e->self) == 0;
}

static void collect_pair(DmmStepWriter *e, Pair *pair) {
  pair->tree.parts[1] = pair->sibling;
  dmm_write_local(e, DMM_STEP_OPEN, dmm_led_places(e, &pair->tree),
                  pair->sibling);
  dmm_tree_up(e, &pair->tree, dmm_gather_stage);
}

static void send_pair(DmmStepWriter *e, Pair *pair) {
  DmmRange parts[2] = {pair->own, pair->sibling};
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

/// Does a part of the traffic with all siblings of a stage.
static void exchange_stage(DmmStepWriter *e, int64_t stage, bool sends,
                           void (*part)(DmmStepWriter *, Pair *)) {
  DmmTreeStage s = {.stage = stage};
  s.container = dmm_container_at(e->stages, stage, e->self);
  s.k = dmm_container_children(e->stages, stage, &s.container);
  s.self = dmm_container_child_of(e->stages, stage, &s.container, e->self);
  for (int64_t turn = 0; turn < s.k - 1; ++turn) {
    Pair pair = make_pair(e, &s, turn, sends);
    part(e, &pair);
  }
}

void dmm_write_exchange(DmmStepWriter *e) {
  int64_t n = e->stages->nstages;
  for (int64_t s = n - 1; s >= 0; --s)
    exchange_stage(e, s, true, collect_pair);
  for (int64_t s = 0; s < n; ++s)
    exchange_stage(e, s, true, send_pair);
  for (int64_t s = 0; s < n; ++s)
    exchange_stage(e, s, false, receive_pair);
}
