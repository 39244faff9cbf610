//===- message.c - Sending with any transport -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "partition.h"

void dmm_post(DmmPartition *self, int64_t peer, const DmmEnvelope *envelope,
              const DmmView *src) {
  if (envelope->words == 0)
    return;
  self->counts[self->op].messages += 1;
  self->counts[self->op].words += envelope->words;
  self->run->transport->post(self, peer, envelope, src);
}

void dmm_receive(DmmPartition *self, int64_t peer, const DmmEnvelope *envelope,
                 const DmmView *dst) {
  if (envelope->words != 0)
    self->run->transport->receive(self, peer, envelope, dst);
}

void dmm_complete(DmmPartition *self) {
  if (self->run)
    self->run->transport->complete(self);
}
