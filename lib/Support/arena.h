//===- arena.h - One allocation region per pass run -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a plan holds lives as long as the plan, so it is taken from
// one arena and given back at once. Memory comes zeroed. Running out of memory
// ends the process with a message: no caller can do better.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_SUPPORT_ARENA_H
#define DMM_SUPPORT_ARENA_H

#include <stddef.h>

typedef struct DmmArena DmmArena;

/// A new empty arena. The caller owns it; see dmm_arena_destroy.
DmmArena *dmm_arena_create(void);

/// Frees the arena and all that was taken from it. Null is allowed.
void dmm_arena_destroy(DmmArena *arena);

/// `bytes` zeroed bytes, aligned for any type. Never null.
void *dmm_arena_alloc(DmmArena *arena, size_t bytes);

/// A copy of the `bytes` bytes at `data`.
void *dmm_arena_copy(DmmArena *arena, const void *data, size_t bytes);

/// Room for one more element of `bytes` bytes at the end of the array `items`
/// of `count` elements: the array, moved to twice the room where `count` is
/// zero or a power of two. Use: a = dmm_arena_push(arena, a, n, sizeof *a);
/// a[n++] = element.
void *dmm_arena_push(DmmArena *arena, void *items, size_t count, size_t bytes);

/// The formatted text.
char *dmm_arena_printf(DmmArena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif // DMM_SUPPORT_ARENA_H
