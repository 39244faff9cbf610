//===- message.c - Sending with any transport -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partition.h"

void dmm_post(DmmPartition *self, int64_t peer, DmmEnvelope *envelope,
              const DmmView *src) {
  if (envelope->words == 0)
    return;
  self->counts[self->op].messages += 1;
  self->counts[self->op].words += envelope->words;
  if (self->run->clocks)
    envelope->arrival_ns =
        dmm_clock_send(self->run->clocks, self->rank, peer, self->op,
                       envelope->words, dmm_view_count(src) * src->elem_bytes);
  self->run->transport->post(self, peer, envelope, src);
}

void dmm_receive(DmmPartition *self, int64_t peer, const DmmEnvelope *envelope,
                 const DmmView *dst) {
  if (envelope->words == 0)
    return;
  double arrival_ns = self->run->transport->receive(self, peer, envelope, dst);
  if (self->run->clocks)
    dmm_clock_receive(self->run->clocks, self->rank, peer, self->op,
                      dmm_view_count(dst) * dst->elem_bytes, arrival_ns);
}

void dmm_complete(DmmPartition *self) {
  if (self->run)
    self->run->transport->complete(self);
}
