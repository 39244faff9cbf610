//===- simulate_instances.c - The table of statement instances ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the number of an instance from its loop indices. The indices are mixed
// into 64 bits, which stand for them: among 10^7 instances two share a key with
// a probability of about 10^-6, and then the run fails, it does not pass.
// Instances are mostly looked up in the order in which they were added, so the
// one after the last find is tried before the slots are searched.
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

uint64_t dmm_sim_key(const int *ivs, int n, const int64_t *vars) {
  uint64_t key = 0;
  for (int i = 0; i < n; ++i) {
    // The finalizer of MurmurHash3 over the running key and one index.
    key = (key + 0x9e3779b97f4a7c15u) ^ (uint64_t)vars[ivs[i]];
    key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdu;
    key = (key ^ (key >> 33)) * 0xc4ceb9fe1a85ec53u;
    key ^= key >> 33;
  }
  return key;
}

void dmm_sim_instances_init(DmmArena *arena, SimInstances *instances,
                            int64_t count, int nreads) {
  size_t n = (size_t)count, nslots = 2;
  while (nslots < n + n / 2)
    nslots *= 2;
  *instances = (SimInstances){.count = count, .mask = nslots - 1};
  instances->keys = dmm_arena_alloc(arena, n * sizeof *instances->keys);
  instances->slots = dmm_arena_alloc(arena, nslots * sizeof *instances->slots);
  instances->reads =
      dmm_arena_alloc(arena, n * (size_t)nreads * sizeof *instances->reads);
  instances->executions =
      dmm_arena_alloc(arena, n * sizeof *instances->executions);
}

int64_t dmm_sim_instances_add(SimInstances *instances, uint64_t key) {
  int64_t number = instances->filled++;
  instances->keys[number] = key;
  uint64_t slot = key & instances->mask;
  while (instances->slots[slot])
    slot = (slot + 1) & instances->mask;
  instances->slots[slot] = (uint32_t)number + 1;
  return number;
}

int64_t dmm_sim_instances_find(SimInstances *instances, uint64_t key) {
  int64_t hint = instances->hint;
  if (hint < instances->count && instances->keys[hint] == key) {
    ++instances->hint;
    return hint;
  }
  uint64_t slot = key & instances->mask;
  while (instances->slots[slot]) {
    int64_t number = (int64_t)instances->slots[slot] - 1;
    if (instances->keys[number] == key) {
      instances->hint = number + 1;
      return number;
    }
    slot = (slot + 1) & instances->mask;
  }
  return -1;
}
