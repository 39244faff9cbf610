//===- threads.c - The transport between threads of one process -----------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A channel for each ordered pair of partitions: a ring of slots with one
// writer and one reader. A small message is copied into its slot, so that the
// sender runs ahead; of a large one the slot holds a view, and the receiver
// copies it straight from the source, once.
//
//===----------------------------------------------------------------------===//

#include "partition.h"

#include <stdlib.h>

/// The largest payload that is copied into its slot.
enum { EAGER_BYTES = 512 };

typedef struct Slot {
  DmmEnvelope envelope;
  bool eager;
  union {
    _Alignas(16) char payload[EAGER_BYTES];
    DmmView source;
  };
} Slot;

/// `posted` and `received` count messages; message m is in slot m % DMM_SLOTS.
/// `held` and `next_held` belong to the sender: the number of messages after
/// which nothing that it posted as a view is in the channel, and its list of
/// channels that hold views.
typedef struct Channel {
  _Alignas(64) DmmCounter posted;
  Slot *slots; ///< allocated by the sender before the first message
  uint64_t held;
  struct Channel *next_held;
  int64_t reader;
  _Alignas(64) DmmCounter received;
} Channel;

typedef struct Threads {
  int64_t npartitions;
  Channel *channels; ///< from p to q: p * npartitions + q
  Channel **held;    ///< for each sender, its channels that hold views
} Threads;

static void threads_close(void *state) {
  Threads *t = state;
  for (int64_t i = 0; t->channels && i < t->npartitions * t->npartitions; ++i)
    free(t->channels[i].slots);
  free(t->channels);
  free(t->held);
  free(t);
}

static void *threads_open(int64_t npartitions) {
  Threads *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  size_t n = (size_t)npartitions;
  t->npartitions = npartitions;
  t->channels = aligned_alloc(64, n * n * sizeof *t->channels);
  t->held = calloc(n, sizeof(Channel *));
  if (!t->channels || !t->held) {
    threads_close(t);
    return NULL;
  }
  for (size_t i = 0; i < n * n; ++i)
    t->channels[i] = (Channel){.reader = (int64_t)(i % n)};
  return t;
}

static Channel *channel_between(const DmmRun *run, int64_t from, int64_t to) {
  const Threads *t = run->transport_state;
  return &t->channels[from * t->npartitions + to];
}

//===----------------------------------------------------------------------===//
// Sending
//===----------------------------------------------------------------------===//

/// The slot for the next message, once it is free.
static Slot *free_slot(DmmPartition *self, Channel *c, int64_t peer,
                       uint64_t message) {
  if (!c->slots)
    c->slots = malloc(DMM_SLOTS * sizeof *c->slots);
  if (!c->slots)
    dmm_fail("no memory for a channel");
  if (message >= DMM_SLOTS)
    dmm_wait(self, &c->received, message - DMM_SLOTS + 1, peer);
  return &c->slots[message % DMM_SLOTS];
}

/// Remembers that `complete` must wait for the messages so far.
static void hold(DmmPartition *self, Channel *c, uint64_t messages) {
  Threads *t = self->run->transport_state;
  if (c->held == 0) {
    c->next_held = t->held[self->rank];
    t->held[self->rank] = c;
  }
  c->held = messages;
}

static void threads_post(DmmPartition *self, int64_t peer,
                         const DmmEnvelope *envelope, const DmmView *src) {
  Channel *c = channel_between(self->run, self->rank, peer);
  uint64_t message = atomic_load_explicit(&c->posted, memory_order_relaxed);
  Slot *slot = free_slot(self, c, peer, message);
  slot->envelope = *envelope;
  slot->eager = dmm_view_count(src) * src->elem_bytes <= EAGER_BYTES;
  if (slot->eager) {
    dmm_view_pack(slot->payload, src);
  } else {
    slot->source = *src;
    hold(self, c, message + 1);
  }
  atomic_store(&c->posted, message + 1);
  dmm_wake(&self->run->partitions[peer]);
}

static void threads_complete(DmmPartition *self) {
  Threads *t = self->run->transport_state;
  Channel *c = t->held[self->rank];
  for (; c; c = c->next_held) {
    dmm_wait(self, &c->received, c->held, c->reader);
    c->held = 0;
  }
  t->held[self->rank] = NULL;
}

//===----------------------------------------------------------------------===//
// Receiving
//===----------------------------------------------------------------------===//

/// Whether a message of operation `sent` serves a receive of `expected`.
static bool is_counterpart(DmmRtOp sent, DmmRtOp expected) {
  return expected == DMM_RT_RECV ? sent == DMM_RT_SEND : sent == expected;
}

static void add_envelope(DmmLine *line, const DmmEnvelope *e) {
  dmm_line_add(line, "%s at %.*s (number %lld, %lld words of %lld bytes)",
               dmm_rt_op_name(e->op), e->location_bytes, e->location,
               (long long)e->sequence, (long long)e->words,
               (long long)e->elem_bytes);
}

static void check_envelope(DmmPartition *self, int64_t peer,
                           const DmmEnvelope *sent,
                           const DmmEnvelope *expected) {
  if (is_counterpart(sent->op, expected->op) &&
      sent->sequence == expected->sequence && sent->words == expected->words &&
      sent->elem_bytes == expected->elem_bytes)
    return;
  DmmLine line = {0};
  dmm_line_add_partition(&line, self->run, peer);
  dmm_line_add(&line, " sent ");
  add_envelope(&line, sent);
  dmm_line_add(&line, " where this one expects ");
  add_envelope(&line, expected);
  dmm_fail("mismatch: %s", line.text);
}

/// Copies between shapes of the same number of elements.
static void copy_reshaped(DmmPartition *self, const DmmView *dst,
                          const DmmView *src) {
  if (dmm_view_same_shape(dst, src)) {
    dmm_view_copy(dst, src);
    return;
  }
  void *packed = dmm_scratch(self, dmm_view_count(src) * src->elem_bytes);
  dmm_view_pack(packed, src);
  dmm_view_unpack(dst, packed);
}

static double threads_receive(DmmPartition *self, int64_t peer,
                              const DmmEnvelope *envelope, const DmmView *dst) {
  Channel *c = channel_between(self->run, peer, self->rank);
  uint64_t message = atomic_load_explicit(&c->received, memory_order_relaxed);
  dmm_wait(self, &c->posted, message + 1, peer);
  const Slot *slot = &c->slots[message % DMM_SLOTS];
  check_envelope(self, peer, &slot->envelope, envelope);
  if (slot->eager)
    dmm_view_unpack(dst, slot->payload);
  else
    copy_reshaped(self, dst, &slot->source);
  double arrival_ns = slot->envelope.arrival_ns;
  atomic_store(&c->received, message + 1);
  dmm_wake(&self->run->partitions[peer]);
  return arrival_ns;
}

static bool threads_find_lost(void *state, int64_t *from, int64_t *to,
                              DmmEnvelope *envelope) {
  const Threads *t = state;
  for (int64_t i = 0; i < t->npartitions * t->npartitions; ++i) {
    const Channel *c = &t->channels[i];
    uint64_t message = atomic_load(&c->received);
    if (message == atomic_load(&c->posted))
      continue;
    *from = i / t->npartitions;
    *to = i % t->npartitions;
    *envelope = c->slots[message % DMM_SLOTS].envelope;
    return true;
  }
  return false;
}

const DmmTransport dmm_threads_transport = {
    .name = "threads",
    .open = threads_open,
    .close = threads_close,
    .post = threads_post,
    .receive = threads_receive,
    .complete = threads_complete,
    .find_lost = threads_find_lost,
};
