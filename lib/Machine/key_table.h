//===- key_table.h - Consecutive numbers for keys -----------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_KEY_TABLE_H
#define DMM_MACHINE_KEY_TABLE_H

#include "Support/arena.h"

#include <stdint.h>

/// Numbers keys from 0 up in the order in which they are added. Start from {0};
/// the memory comes from the arena of dmm_key_add.
typedef struct DmmKeyTable {
  uint64_t *keys; ///< by number
  int *slots;     ///< an open hash table of numbers + 1; 0 is free
  int count, nslots;
} DmmKeyTable;

/// The number of the key, or -1.
int dmm_key_find(const DmmKeyTable *table, uint64_t key);

/// Adds a key that is not there; its number is `count` before the call.
void dmm_key_add(DmmArena *arena, DmmKeyTable *table, uint64_t key);

#endif // DMM_MACHINE_KEY_TABLE_H
