//===- transport.h - How messages travel ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Point-to-point messages between ordered pairs of partitions, each pair first
// in, first out. All operations are built on these three steps, in this order:
// post what one sends, receive, complete. A transport is a table of functions.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_TRANSPORT_H
#define DMM_RUNTIME_TRANSPORT_H

#include "view.h"

struct DmmPartition;

/// Messages that a partition may have posted to another one that it has not
/// received yet; a post beyond that waits. An operation may post up to that
/// many before it receives.
enum { DMM_SLOTS = 8 };

/// What goes with each message, so that partitions that disagree find out.
typedef struct DmmEnvelope {
  DmmRtOp op;
  int64_t sequence; ///< number of the operation among those of its axes
  int64_t words;
  int64_t elem_bytes;
  const char *location; ///< not NUL-terminated
  int location_bytes;
  double arrival_ns; ///< by the virtual clock; the receiver expects none
} DmmEnvelope;

typedef struct DmmTransport {
  const char *name;

  /// The state for a run on so many partitions; null if there is no memory.
  void *(*open)(int64_t npartitions);
  void (*close)(void *state);

  /// Sends the elements of `src`, which must not change until `complete`.
  void (*post)(struct DmmPartition *self, int64_t peer,
               const DmmEnvelope *envelope, const DmmView *src);

  /// Waits for the next message of `peer` and copies it to `dst`. Fails the run
  /// if it is not the one that `envelope` expects. Returns its arrival_ns.
  double (*receive)(struct DmmPartition *self, int64_t peer,
                    const DmmEnvelope *envelope, const DmmView *dst);

  /// Waits until all that was posted may change.
  void (*complete)(struct DmmPartition *self);

  /// After all partitions have returned: finds a message that nobody received.
  /// Returns false if there is none.
  bool (*find_lost)(void *state, int64_t *from, int64_t *to,
                    DmmEnvelope *envelope);
} DmmTransport;

extern const DmmTransport dmm_threads_transport;

//===----------------------------------------------------------------------===//
// Sending with any transport: counts, and skips what carries no word
//===----------------------------------------------------------------------===//

/// Sets the arrival in the envelope.
void dmm_post(struct DmmPartition *self, int64_t peer, DmmEnvelope *envelope,
              const DmmView *src);
void dmm_receive(struct DmmPartition *self, int64_t peer,
                 const DmmEnvelope *envelope, const DmmView *dst);
void dmm_complete(struct DmmPartition *self);

#endif // DMM_RUNTIME_TRANSPORT_H
