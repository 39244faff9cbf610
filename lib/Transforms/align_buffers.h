//===- align_buffers.h - Buffers that begin at a cache line ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TRANSFORMS_ALIGN_BUFFERS_H
#define DMM_TRANSFORMS_ALIGN_BUFFERS_H

#include "mlir-c/IR.h"

enum { DMM_BUFFER_ALIGNMENT_BYTES = 64 };

/// Lets every memref.alloc below `root` that asks for no alignment ask for
/// DMM_BUFFER_ALIGNMENT_BYTES: the widest vectors of today's processors, which
/// are as wide as a cache line, then never lie across two.
void dmm_align_buffers(MlirOperation root);

#endif // DMM_TRANSFORMS_ALIGN_BUFFERS_H
