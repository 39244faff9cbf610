//===- mapping_cache.c - Mappings that were chosen before ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/mapping_search.h"
#include "Support/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct Entry Entry;

struct Entry {
  const char *problem; ///< as a text
  bool found;
  DmmMappingChoice choice;
  Entry *next;
};

struct DmmMappingCache {
  DmmArena *arena;
  Entry *entries;
};

DmmMappingCache *dmm_mapping_cache_create(void) {
  DmmArena *arena = dmm_arena_create();
  DmmMappingCache *cache = dmm_arena_alloc(arena, sizeof *cache);
  cache->arena = arena;
  return cache;
}

void dmm_mapping_cache_destroy(DmmMappingCache *cache) {
  if (cache)
    dmm_arena_destroy(cache->arena);
}

/// All that a choice depends on, exactly.
static void write_problem(const DmmMappingProblem *problem, DmmText *text) {
  dmm_text_printf(text, "%a %a", problem->per_ns, problem->per_pj);
  for (int l = 0; l < problem->machine->nlevels; ++l) {
    const DmmLevel *level = &problem->machine->levels[l];
    dmm_text_printf(text, " level %" PRId64 " %a %a %a", level->fanout,
                    level->latency_ns, level->gbyte_per_s, level->pj_per_word);
  }
  for (int a = 0; a < problem->naxes; ++a)
    dmm_text_printf(text, " axis %" PRId64, problem->grid[a]);
  for (int i = 0; i < problem->ncollectives; ++i) {
    const DmmCollective *c = &problem->collectives[i];
    dmm_text_printf(text, " %s %" PRIx32 " %a %" PRId64 " %a %a",
                    dmm_collective_name(c->kind), c->axes, c->words,
                    c->element_bytes, c->calls, c->partners);
  }
}

static Entry *find(const DmmMappingCache *cache, const char *problem) {
  Entry *entry = cache->entries;
  while (entry && strcmp(entry->problem, problem))
    entry = entry->next;
  return entry;
}

/// Work that takes less than 10 ms for six levels and four axes, or 100 ms for
/// ragged mappings, on the machines of its time.
enum { EVEN_WORK = 7500000, RAGGED_WORK = 60000000 };

/// Longer axes have too many ragged digits to list them.
enum { MAX_LISTED_AXIS = 1 << 16 };

static bool has_long_axis(const DmmMappingProblem *problem) {
  for (int a = 0; a < problem->naxes; ++a)
    if (problem->grid[a] > MAX_LISTED_AXIS)
      return true;
  return false;
}

/// Few digits may be enough for a long axis; what others would give is not
/// known then.
static bool search_coarsely(DmmArena *arena, const DmmMappingProblem *problem,
                            DmmMappingChoice *choice) {
  if (!has_long_axis(problem) ||
      !dmm_mapping_search(arena, problem, DMM_DIGITS_COARSE, RAGGED_WORK,
                          choice))
    return false;
  choice->factor = INFINITY;
  return true;
}

static bool search(DmmArena *arena, const DmmMappingProblem *problem,
                   DmmMappingChoice *choice) {
  return dmm_mapping_search(arena, problem, DMM_DIGITS_EVEN, EVEN_WORK,
                            choice) ||
         search_coarsely(arena, problem, choice) ||
         dmm_mapping_search(arena, problem, DMM_DIGITS_RAGGED, RAGGED_WORK,
                            choice);
}

static Entry *solve(DmmMappingCache *cache, const DmmMappingProblem *problem,
                    const char *text) {
  DmmArena *arena = dmm_arena_create();
  Entry *entry = dmm_arena_alloc(cache->arena, sizeof *entry);
  entry->problem = dmm_arena_printf(cache->arena, "%s", text);
  entry->found = search(arena, problem, &entry->choice);
  entry->next = cache->entries;
  cache->entries = entry;
  dmm_arena_destroy(arena);
  return entry;
}

const DmmMappingChoice *dmm_mapping_choose(DmmMappingCache *cache,
                                           const DmmMappingProblem *problem) {
  DmmText text = {0};
  write_problem(problem, &text);
  Entry *entry = find(cache, text.data);
  if (!entry)
    entry = solve(cache, problem, text.data);
  dmm_text_free(&text);
  return entry->found ? &entry->choice : NULL;
}
