//===- machine.c - Levels of a distributed memory machine -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/machine.h"

#include <string.h>

enum { MEBIBYTE = 1 << 20 };

/// The presets, the default one first. Figures are representative, not those of
/// a product: messages cost several times more on each level up.
static const DmmMachine presets[] = {
    {.name = "kpu-cluster",
     .nlevels = 3,
     .levels = {{"kpu", 16, 50, 100, 100},
                {"soc", 4, 500, 40, 300},
                {"cluster", 2, 5000, 10, 3000}},
     .ns_per_statement = 1,
     .capacity_bytes = MEBIBYTE},
    {.name = "single-kpu",
     .nlevels = 1,
     .levels = {{"kpu", 16, 50, 100, 100}},
     .ns_per_statement = 1,
     .capacity_bytes = MEBIBYTE},
    {.name = "cpu-smp",
     .nlevels = 3,
     .levels = {{"cache", 8, 100, 20, 100},
                {"socket", 4, 200, 10, 300},
                {"node", 2, 500, 5, 1000}},
     .ns_per_statement = 0.5,
     .capacity_bytes = (int64_t)2048 * MEBIBYTE},
    {.name = "mpi-cluster",
     .nlevels = 3,
     .levels = {{"node", 64, 500, 10, 500},
                {"rack", 32, 2000, 2, 5000},
                {"system", 16, 4000, 1, 10000}},
     .ns_per_statement = 0.5,
     .capacity_bytes = (int64_t)2048 * MEBIBYTE},
    {.name = "kpu-exa",
     .nlevels = 6,
     .levels = {{"kpu", 16, 50, 100, 100},
                {"soc", 4, 500, 40, 300},
                {"cluster", 2, 5000, 10, 3000},
                {"rack", 16, 10000, 5, 10000},
                {"row", 16, 20000, 2, 20000},
                {"hall", 32, 50000, 1, 50000}},
     .ns_per_statement = 1,
     .capacity_bytes = MEBIBYTE},
};

enum { NUM_PRESETS = sizeof presets / sizeof *presets };

const DmmMachine *dmm_machine_default(void) { return &presets[0]; }

const DmmMachine *dmm_machine_preset(const char *name, size_t length) {
  for (int i = 0; i < NUM_PRESETS; ++i)
    if (strlen(presets[i].name) == length &&
        !memcmp(presets[i].name, name, length))
      return &presets[i];
  return NULL;
}

void dmm_machine_preset_names(DmmText *text) {
  for (int i = 0; i < NUM_PRESETS; ++i)
    dmm_text_printf(text, "%s%s", i ? ", " : "", presets[i].name);
}

int64_t dmm_machine_partitions(const DmmMachine *machine) {
  int64_t product = 1;
  for (int l = 0; l < machine->nlevels; ++l)
    if (__builtin_mul_overflow(product, machine->levels[l].fanout, &product))
      return -1;
  return product;
}
