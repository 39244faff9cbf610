//===- call.c - Preparing one message operation ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "call.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

void dmm_member_coords(const DmmCall *call, int64_t member, int64_t *coords) {
  memcpy(coords, call->self->coords, sizeof call->self->coords);
  for (int64_t i = call->meta.naxes - 1; i >= 0; --i) {
    int64_t axis = call->meta.axes[i];
    coords[axis] = member % call->meta.grid[axis];
    member /= call->meta.grid[axis];
  }
}

int64_t dmm_partition_at(const DmmCall *call, const int64_t *coords) {
  int64_t partition = 0;
  for (int64_t a = 0; a < call->meta.ngrid; ++a)
    partition = partition * call->meta.grid[a] + coords[a];
  return partition;
}

int64_t dmm_member_partition(const DmmCall *call, int64_t member) {
  int64_t coords[DMM_RT_MAX_AXES];
  dmm_member_coords(call, member, coords);
  return dmm_partition_at(call, coords);
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// The grid that was launched must be the one that the program knows.
static void check_grid(const DmmPartition *self, const DmmMeta *meta) {
  int64_t naxes = self->run ? self->run->naxes : meta->ngrid;
  bool same = naxes == meta->ngrid;
  for (int64_t a = 0; same && a < naxes; ++a)
    same = meta->grid[a] == (self->run ? self->run->sizes[a] : 1);
  if (same)
    return;
  DmmLine line = {0};
  for (int64_t a = 0; a < meta->ngrid; ++a)
    dmm_line_add(&line, "%s%lld", a ? "x" : "", (long long)meta->grid[a]);
  dmm_line_add(&line, ", but it runs on the grid ");
  for (int64_t a = 0; self->run && a < naxes; ++a)
    dmm_line_add(&line, "%s%lld", a ? "x" : "", (long long)self->run->sizes[a]);
  if (!self->run)
    dmm_line_add(&line, "1 (it was started without a launcher)");
  dmm_fail("the program is compiled for the grid %s", line.text);
}

const int64_t *dmm_words_of(const DmmWords *words) {
  return words->aligned + words->offset;
}

DmmMeta dmm_read_meta(const DmmWords *words) {
  DmmMeta meta;
  const char *error = dmm_meta_read(&meta, dmm_words_of(words), words->size);
  if (error)
    dmm_fail("malformed description of a message: %s", error);
  return meta;
}

void _mlir_ciface_dmm_rt_enter(DmmWords *words) {
  DmmMeta meta = dmm_read_meta(words);
  check_grid(dmm_self(), &meta);
}

int64_t _mlir_ciface_dmm_rt_coord(int64_t axis) {
  const DmmPartition *self = dmm_self();
  int64_t naxes = self->run ? self->run->naxes : DMM_RT_MAX_AXES;
  if (axis < 0 || axis >= naxes)
    dmm_fail("the grid has no axis %lld", (long long)axis);
  return self->coords[axis];
}

void _mlir_ciface_dmm_rt_statements(int64_t n) {
  const DmmPartition *self = dmm_self();
  if (self->run && self->run->clocks)
    dmm_clock_compute(self->run->clocks, self->rank, n);
}

/// Reads the memref into `view`, which is zero. The words of a descriptor
/// follow the two pointers.
static void read_view(DmmView *view, const DmmUnranked *buffer,
                      DmmElement element) {
  if (buffer->rank > DMM_RT_MAX_RANK)
    dmm_fail("a buffer of rank %lld: at most %d", (long long)buffer->rank,
             DMM_RT_MAX_RANK);
  char *const *pointers = buffer->descriptor;
  const int64_t *words = (const int64_t *)(pointers + 2);
  int64_t bytes = dmm_element_bytes(element);
  view->elem_bytes = bytes;
  view->rank = buffer->rank;
  view->data = (char *)((intptr_t)pointers[1] + words[0] * bytes);
  for (int64_t d = 0; d < view->rank; ++d) {
    view->sizes[d] = words[1 + d];
    view->strides[d] = words[1 + view->rank + d] * bytes;
  }
}

DmmView dmm_view_of(const DmmUnranked *buffer, DmmElement element) {
  DmmView view = {0};
  read_view(&view, buffer, element);
  return view;
}

static void read_buffers(DmmCall *call, const DmmBuffers *buffers) {
  read_view(&call->src, buffers->src, call->element);
  read_view(&call->dst, buffers->dst, call->element);
  call->is_loc = buffers->index_src != NULL;
  if (!call->is_loc)
    return;
  read_view(&call->index_src, buffers->index_src, DMM_ELEMENT_index);
  read_view(&call->index_dst, buffers->index_dst, DMM_ELEMENT_index);
}

static void read_symbols(DmmCall *call, const DmmWords *symbols) {
  call->symbols = dmm_words_of(symbols);
  call->nsymbols = symbols->size;
  call->root = call->meta.root;
  if (call->root == DMM_ROOT_IN_SYMBOL_0) {
    if (call->nsymbols < 1)
      dmm_fail("the root is symbol 0, but there are no symbols");
    call->root = *call->symbols++;
    --call->nsymbols;
  } else if (call->root == DMM_ROOT_NONE) {
    return;
  }
  if (call->root < 0 || call->root >= call->group_size)
    dmm_fail("the root is %lld in a group of %lld", (long long)call->root,
             (long long)call->group_size);
}

int64_t dmm_call_number(const DmmCall *call, int64_t word, int64_t least) {
  if (!dmm_meta_is_symbol(word))
    return word;
  int64_t k = dmm_meta_symbol_index(word);
  if (k >= call->nsymbols)
    dmm_fail("a block or an extent is symbol %lld of %lld", (long long)k,
             (long long)call->nsymbols);
  if (call->symbols[k] < least)
    dmm_fail("%s is %lld at run time, which must be at least %lld",
             least > 0 ? "a block" : "an extent", (long long)call->symbols[k],
             (long long)least);
  return call->symbols[k];
}

void dmm_check_blocks(const DmmCall *call, int64_t axis, int64_t block,
                      int64_t extent) {
  int64_t size = call->meta.grid[axis];
  if (block < dmm_ceildiv(extent, size))
    dmm_fail("%lld blocks of %lld cells on axis %lld do not cover the extent "
             "%lld",
             (long long)size, (long long)block, (long long)axis,
             (long long)extent);
}

/// Puts the values of symbols in the place of the references to them.
static void resolve_layout(DmmCall *call) {
  for (int64_t a = 0; a < call->meta.nlayout; ++a) {
    DmmAxisLayout *l = &call->layout[a];
    *l = call->meta.layout[a];
    if (l->state != DMM_SHARDED)
      continue;
    l->block = dmm_call_number(call, l->block, 1);
    l->extent = dmm_call_number(call, l->extent, 0);
    dmm_check_blocks(call, a, l->block, l->extent);
  }
  call->meta.layout = call->layout;
}

static void read_group(DmmCall *call) {
  call->group_size = 1;
  for (int64_t i = 0; i < call->meta.naxes; ++i) {
    int64_t axis = call->meta.axes[i], size = call->meta.grid[axis];
    call->group_size *= size;
    call->group_rank = call->group_rank * size + call->self->coords[axis];
  }
}

/// Numbers the operation among those of the same axes, of which all members of
/// a group do the same ones. A send has its receive, and no group.
static void make_envelope(DmmCall *call, DmmRtOp op) {
  int64_t set = 0;
  for (int64_t i = 0; i < call->meta.naxes; ++i)
    set |= (int64_t)1 << call->meta.axes[i];
  bool is_group = op != DMM_RT_SEND && op != DMM_RT_RECV;
  call->envelope = (DmmEnvelope){
      .op = op,
      .sequence = is_group ? ++call->self->sequence[set] : 0,
      .elem_bytes = call->src.elem_bytes,
      .location = call->meta.location,
      .location_bytes = call->meta.location_bytes,
  };
}

/// Makes the operation the partition's last one, for its counts and messages.
static void begin(DmmPartition *self, DmmRtOp op, const DmmWords *meta) {
  dmm_check_failed(self);
  atomic_store(&self->last, dmm_words_of(meta));
  atomic_fetch_add(&self->waiting.epoch, 1);
  self->op = op;
}

static void run(DmmCall *call) {
  static void (*const operations[DMM_RT_NUM_OPS])(DmmCall *) = {
      [DMM_RT_REDUCE] = dmm_reduce,
      [DMM_RT_BROADCAST] = dmm_broadcast,
      [DMM_RT_ALL_REDUCE] = dmm_all_reduce,
      [DMM_RT_SCATTER] = dmm_scatter,
      [DMM_RT_GATHER] = dmm_gather,
      [DMM_RT_TRANSPOSE] = dmm_transpose,
      [DMM_RT_HALO] = dmm_halo,
      [DMM_RT_SHIFT] = dmm_shift,
      [DMM_RT_SEND] = dmm_send,
      [DMM_RT_RECV] = dmm_recv,
  };
  operations[call->envelope.op](call);
}

void dmm_call(DmmRtOp op, DmmElement element, const DmmBuffers *buffers,
              const DmmWords *meta, const DmmWords *symbols) {
  DmmCall call = {.self = dmm_self(), .element = element};
  call.meta = dmm_read_meta(meta);
  begin(call.self, op, meta);
  check_grid(call.self, &call.meta);
  if (call.meta.op != (int64_t)op)
    dmm_fail("its description is that of %s",
             dmm_rt_op_name((DmmRtOp)call.meta.op));
  read_buffers(&call, buffers);
  read_group(&call);
  read_symbols(&call, symbols);
  resolve_layout(&call);
  make_envelope(&call, op);
  if (call.group_rank == 0)
    call.self->counts[op].calls += 1;
  run(&call);
  dmm_complete(call.self);
  dmm_scratch_release(call.self);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// A pair travels as one element but is two words.
static void size_envelope(DmmCall *call, const DmmView *view) {
  call->envelope.words = dmm_view_count(view) * (call->is_loc ? 2 : 1);
  call->envelope.elem_bytes = view->elem_bytes;
}

void dmm_call_post(DmmCall *call, int64_t partition, const DmmView *src) {
  size_envelope(call, src);
  dmm_post(call->self, partition, &call->envelope, src);
}

void dmm_call_receive(DmmCall *call, int64_t partition, const DmmView *dst) {
  size_envelope(call, dst);
  dmm_receive(call->self, partition, &call->envelope, dst);
}
