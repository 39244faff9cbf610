//===- call.h - One message operation on one partition --------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_CALL_H
#define DMM_RUNTIME_CALL_H

#include "element.h"
#include "meta.h"
#include "partition.h"

/// A message operation, as its entry point was called. `group` are the members:
/// the partitions that differ from this one only on the meta's axes, by their
/// rank, row-major over the axes in the order given. For minloc and maxloc src
/// and dst are the values.
typedef struct DmmCall {
  DmmPartition *self;
  DmmMeta meta;
  DmmAxisLayout layout[DMM_RT_MAX_AXES]; ///< the meta's, without references
  const int64_t *symbols;                ///< without the root
  int64_t nsymbols;
  DmmElement element;
  bool is_loc; ///< values come with their indices
  DmmView src, dst;
  DmmView index_src, index_dst;
  int64_t group_size;
  int64_t group_rank; ///< of this partition
  int64_t root;       ///< rank in the group, or DMM_ROOT_NONE
  DmmEnvelope envelope;
} DmmCall;

/// The buffers of a call, as the entry points take them.
typedef struct DmmBuffers {
  const DmmUnranked *src, *dst;
  const DmmUnranked *index_src, *index_dst; ///< null but for minloc and maxloc
} DmmBuffers;

/// The memref behind a descriptor. Fails if its rank is too high.
DmmView dmm_view_of(const DmmUnranked *buffer, DmmElement element);

/// The words of a descriptor, and the meta in them. Fails if it is malformed.
const int64_t *dmm_words_of(const DmmWords *words);
DmmMeta dmm_read_meta(const DmmWords *words);

/// Does the operation: prepares the call, checks it, counts it, runs it.
void dmm_call(DmmRtOp op, DmmElement element, const DmmBuffers *buffers,
              const DmmWords *meta, const DmmWords *symbols);

/// Coordinates of a member of the group: those of this partition but on the
/// group's axes.
void dmm_member_coords(const DmmCall *call, int64_t member, int64_t *coords);

/// The partition at these coordinates.
int64_t dmm_partition_at(const DmmCall *call, const int64_t *coords);

/// The partition of a member of the group.
int64_t dmm_member_partition(const DmmCall *call, int64_t member);

/// The value of a block or an extent in the meta, which may refer to a symbol.
/// Fails if there is no such symbol, or if its value is below `least`.
int64_t dmm_call_number(const DmmCall *call, int64_t word, int64_t least);

/// Fails if the blocks on a grid axis do not cover the extent.
void dmm_check_blocks(const DmmCall *call, int64_t axis, int64_t block,
                      int64_t extent);

/// Sends to, or receives from, a partition as part of this call.
void dmm_call_post(DmmCall *call, int64_t partition, const DmmView *src);
void dmm_call_receive(DmmCall *call, int64_t partition, const DmmView *dst);

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

void dmm_broadcast(DmmCall *call);
void dmm_scatter(DmmCall *call);
void dmm_gather(DmmCall *call);
void dmm_transpose(DmmCall *call);
void dmm_halo(DmmCall *call);
void dmm_shift(DmmCall *call);
void dmm_send(DmmCall *call);
void dmm_recv(DmmCall *call);
void dmm_reduce(DmmCall *call);
void dmm_all_reduce(DmmCall *call);

/// Scatter and gather in stages, after their checks.
void dmm_staged_scatter(DmmCall *call);
void dmm_staged_gather(DmmCall *call);

#endif // DMM_RUNTIME_CALL_H
