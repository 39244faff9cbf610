//===- machines.c - Stages and machines for cases -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machines.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Where the section of the stages begins.
static int64_t stages_section(const Meta *meta) {
  static const int64_t words[] = {1, 1, DMM_AXIS_LAYOUT_WORDS, 1, 1};
  int64_t at = 4;
  for (int section = 0; section < 5; ++section)
    at += 1 + meta->words[at] * words[section];
  return at;
}

void meta_set_stages(Meta *meta, int64_t nstages, const int64_t *digits) {
  int64_t at = stages_section(meta), naxes = meta->words[5 + meta->words[4]];
  int64_t end = at + 1 + meta->words[at], n = nstages * naxes;
  CHECK(meta->n + n < MAX_WORDS, "meta too long");
  memmove(meta->words + at + 1 + n, meta->words + end,
          (size_t)(meta->n - end) * sizeof *meta->words);
  meta->n += at + 1 + n - end;
  meta->words[at] = n;
  memcpy(meta->words + at + 1, digits, (size_t)n * sizeof *digits);
  meta->descriptor.size = meta->n;
}

int64_t next_random(uint64_t *random, int64_t n) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((*random >> 33) % (uint64_t)n);
}

int64_t make_stages(uint64_t *random, int64_t naxes, const int64_t *sizes,
                    int64_t *digits) {
  int64_t nstages = 1 + next_random(random, MAX_STAGES);
  for (int64_t a = 0; a < naxes; ++a) {
    int64_t rest = sizes[a];
    for (int64_t s = 0; s < nstages; ++s) {
      bool last = s == nstages - 1;
      int64_t digit = last ? rest : 1 + next_random(random, rest);
      digits[s * naxes + a] = digit;
      rest = dmm_ceildiv(rest, digit);
    }
  }
  return nstages;
}

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

const Placement placements[] = {
    // One axis for each level, the first one at the bottom or at the top.
    {{3, {2, 4, 4}}, 3, {2, 1, 1, 1, 4, 1, 1, 1, 4}},
    {{3, {2, 4, 4}}, 3, {1, 1, 4, 1, 4, 1, 2, 1, 1}},
    {{3, {3, 5, 2}}, 3, {3, 1, 1, 1, 5, 1, 1, 1, 2}},
    {{3, {3, 5, 2}}, 3, {1, 5, 1, 3, 1, 1, 1, 1, 2}},
    // Axes that are split over levels, and levels that axes share.
    {{2, {4, 8}}, 3, {2, 2, 1, 2, 2, 2}},
    {{2, {4, 8}}, 2, {4, 2, 1, 4}},
    {{1, {16}}, 2, {8, 2}},
    {{1, {2}}, 1, {2}},
    // Containers that are partly filled.
    {{1, {7}}, 2, {4, 2}},
    {{1, {11}}, 3, {2, 3, 2}},
    {{2, {3, 5}}, 2, {2, 2, 2, 3}},
    {{2, {5, 4}}, 3, {1, 4, 3, 1, 2, 1}},
};
const int num_full_placements = 8;
const int num_placements = sizeof placements / sizeof *placements;

DmmRtMachine machine_of(const Placement *placement) {
  static const DmmRtLevel levels[MACHINE_LEVELS] = {
      {100, 1, 1}, {1000, 0.1, 10}, {10000, 0.01, 100}};
  return (DmmRtMachine){.nlevels = placement->nlevels,
                        .levels = levels,
                        .ns_per_statement = 2,
                        .digits = placement->digits};
}

void case_stage(Case *c, const Placement *placement) {
  int64_t digits[MACHINE_LEVELS * DMM_RT_MAX_AXES], n = 0;
  const int64_t *axes = c->meta.words + 5 + c->grid.naxes;
  for (int64_t l = 0; l < placement->nlevels; ++l)
    for (int64_t i = 0; i < axes[0]; ++i)
      digits[n++] = placement->digits[l * c->grid.naxes + axes[1 + i]];
  meta_set_stages(&c->meta, placement->nlevels, digits);
}

/// Blocks of two elements: axis a cuts dimension a.
static void make_blocks(const Grid *grid, DmmAxisLayout *layout,
                        int64_t *sizes) {
  for (int64_t a = 0; a < grid->naxes; ++a) {
    sizes[a] = 2 * grid->sizes[a];
    layout[a] = (DmmAxisLayout){.state = DMM_SHARDED,
                                .dim = a,
                                .numerator = 1,
                                .denominator = 1,
                                .block = 2,
                                .extent = sizes[a]};
  }
}

static void init_buffers(Case *c, DmmRtOp op, int64_t elements) {
  static const int64_t home[DMM_RT_MAX_AXES] = {2, 2, 2, 2, 2, 2, 2, 2};
  int64_t whole[DMM_RT_MAX_AXES], naxes = c->grid.naxes;
  for (int64_t a = 0; a < naxes; ++a)
    whole[a] = 2 * c->grid.sizes[a];
  bool blocks = op == DMM_RT_SCATTER || op == DMM_RT_GATHER;
  for (int64_t p = 0; p < grid_partitions(&c->grid); ++p) {
    buffer_init(&c->src[p], ELT_i64, blocks ? naxes : 1,
                !blocks                ? &elements
                : op == DMM_RT_SCATTER ? whole
                                       : home,
                false);
    buffer_init(&c->dst[p], ELT_i64, blocks ? naxes : 1,
                !blocks               ? &elements
                : op == DMM_RT_GATHER ? whole
                                      : home,
                false);
  }
}

Case *case_plain(const Placement *placement, DmmRtOp op, int64_t naxes,
                 const int64_t *axes, int64_t root, int64_t elements) {
  DmmAxisLayout layout[DMM_RT_MAX_AXES];
  int64_t sizes[DMM_RT_MAX_AXES];
  Case *c = case_new(&placement->grid, ELT_i64);
  bool blocks = op == DMM_RT_SCATTER || op == DMM_RT_GATHER;
  make_blocks(&c->grid, layout, sizes);
  MetaSpec spec = {.op = op,
                   .kind = DMM_KIND_ADD,
                   .root = root,
                   .grid = &c->grid,
                   .naxes = naxes,
                   .axes = axes,
                   .layout = blocks ? layout : NULL};
  meta_init(&c->meta, &spec);
  init_buffers(c, op, elements);
  return c;
}

DmmRtReport case_measure(Case *c, const Placement *placement) {
  DmmRtMachine machine = machine_of(placement);
  DmmRtReport report;
  run_on(&c->grid, &machine, case_body, c, &report);
  return report;
}
