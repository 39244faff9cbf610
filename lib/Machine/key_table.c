//===- key_table.c - Consecutive numbers for keys -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/key_table.h"

/// The slot of the key, or the free one where it would go. Slots are a power of
/// two, and some are free.
static int slot_of(const DmmKeyTable *table, uint64_t key) {
  const uint64_t golden = 0x9e3779b97f4a7c15;
  uint64_t mask = (uint64_t)table->nslots - 1;
  uint64_t slot = (key * golden) >> 32 & mask;
  while (table->slots[slot] && table->keys[table->slots[slot] - 1] != key)
    slot = (slot + 1) & mask;
  return (int)slot;
}

int dmm_key_find(const DmmKeyTable *table, uint64_t key) {
  return table->nslots ? table->slots[slot_of(table, key)] - 1 : -1;
}

static void grow(DmmArena *arena, DmmKeyTable *table) {
  table->nslots = table->nslots ? 2 * table->nslots : 16;
  table->slots =
      dmm_arena_alloc(arena, (size_t)table->nslots * sizeof *table->slots);
  for (int i = 0; i < table->count; ++i)
    table->slots[slot_of(table, table->keys[i])] = i + 1;
}

void dmm_key_add(DmmArena *arena, DmmKeyTable *table, uint64_t key) {
  if (2 * (table->count + 1) > table->nslots)
    grow(arena, table);
  int slot = slot_of(table, key);
  table->keys = dmm_arena_push(arena, table->keys, (size_t)table->count,
                               sizeof *table->keys);
  table->keys[table->count++] = key;
  table->slots[slot] = table->count;
}
