//===- arena.c - One allocation region per pass run -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Chunk Chunk;
struct Chunk {
  Chunk *next;
  size_t used, size;
  max_align_t data[];
};

struct DmmArena {
  Chunk *chunks;
};

// Tiny chunks in a hostile build make every allocation a fresh one, so that a
// sanitizer sees each overrun.
#ifndef DMM_ARENA_CHUNK_BYTES
#define DMM_ARENA_CHUNK_BYTES ((size_t)64 * 1024)
#endif

static void *checked(void *memory) {
  if (memory)
    return memory;
  fputs("dmm: out of memory\n", stderr);
  abort();
}

DmmArena *dmm_arena_create(void) {
  return checked(calloc(1, sizeof(DmmArena)));
}

void dmm_arena_destroy(DmmArena *arena) {
  if (!arena)
    return;
  while (arena->chunks) {
    Chunk *chunk = arena->chunks;
    arena->chunks = chunk->next;
    free(chunk);
  }
  free(arena);
}

static Chunk *add_chunk(DmmArena *arena, size_t bytes) {
  size_t size = bytes > DMM_ARENA_CHUNK_BYTES ? bytes : DMM_ARENA_CHUNK_BYTES;
  Chunk *chunk = checked(calloc(1, sizeof(Chunk) + size));
  chunk->size = size;
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  return chunk;
}

void *dmm_arena_alloc(DmmArena *arena, size_t bytes) {
  const size_t align = sizeof(max_align_t);
  bytes = (bytes + align - 1) / align * align;
  Chunk *chunk = arena->chunks;
  if (!chunk || chunk->size - chunk->used < bytes)
    chunk = add_chunk(arena, bytes);
  void *memory = (char *)chunk->data + chunk->used;
  chunk->used += bytes;
  return memory;
}

void *dmm_arena_copy(DmmArena *arena, const void *data, size_t bytes) {
  void *memory = dmm_arena_alloc(arena, bytes);
  if (bytes)
    memcpy(memory, data, bytes);
  return memory;
}

void *dmm_arena_push(DmmArena *arena, void *items, size_t count, size_t bytes) {
  if (count & (count - 1))
    return items;
  void *moved = dmm_arena_alloc(arena, (count ? 2 * count : 1) * bytes);
  if (count)
    memcpy(moved, items, count * bytes);
  return moved;
}

char *dmm_arena_printf(DmmArena *arena, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  char *text = dmm_arena_alloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(args);
  return text;
}
