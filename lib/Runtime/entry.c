//===- entry.c - The entry points of compiled programs --------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "arguments.h"
#include "call.h"

#define ENTRY(op, OP, element)                                                 \
  void _mlir_ciface_dmm_rt_##op##_##element(                                   \
      DmmUnranked *src, DmmUnranked *dst, DmmWords *meta, DmmWords *syms) {    \
    DmmBuffers buffers = {.src = src, .dst = dst};                             \
    dmm_call(DMM_RT_##OP, DMM_ELEMENT_##element, &buffers, meta, syms);        \
  }

#define ENTRY_LOC(op, OP, element)                                             \
  void _mlir_ciface_dmm_rt_##op##_loc_##element(                               \
      DmmUnranked *value_src, DmmUnranked *value_dst, DmmUnranked *index_src,  \
      DmmUnranked *index_dst, DmmWords *meta, DmmWords *syms) {                \
    DmmBuffers buffers = {value_src, value_dst, index_src, index_dst};         \
    dmm_call(DMM_RT_##OP, DMM_ELEMENT_##element, &buffers, meta, syms);        \
  }

#define ENTRY_ARGUMENT(element)                                                \
  void _mlir_ciface_dmm_rt_argument_##element(                                 \
      DmmUnranked *memref, int64_t number, int64_t written) {                  \
    dmm_note_argument(DMM_ELEMENT_##element, memref, number, written != 0);    \
  }

#define ENTRIES(element, bytes)                                                \
  ENTRY_ARGUMENT(element)                                                      \
  ENTRY(reduce, REDUCE, element)                                               \
  ENTRY(broadcast, BROADCAST, element)                                         \
  ENTRY(all_reduce, ALL_REDUCE, element)                                       \
  ENTRY(scatter, SCATTER, element)                                             \
  ENTRY(gather, GATHER, element)                                               \
  ENTRY(transpose, TRANSPOSE, element)                                         \
  ENTRY(halo, HALO, element)                                                   \
  ENTRY(shift, SHIFT, element)                                                 \
  ENTRY(send, SEND, element)                                                   \
  ENTRY(recv, RECV, element)                                                   \
  ENTRY_LOC(reduce, REDUCE, element)                                           \
  ENTRY_LOC(all_reduce, ALL_REDUCE, element)

DMM_ELEMENT_TYPES(ENTRIES)
