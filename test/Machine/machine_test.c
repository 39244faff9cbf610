//===- machine_test.c - Presets and their partitions --------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/machine.h"
#include "Plan/expect.h"

#include <stdbool.h>

static const struct {
  const char *name;
  int nlevels;
  int64_t partitions;
} presets[] = {
    {"kpu-cluster", 3, 128},   {"single-kpu", 1, 16},   {"cpu-smp", 3, 64},
    {"mpi-cluster", 3, 32768}, {"kpu-exa", 6, 1 << 20},
};

enum { NUM_PRESETS = sizeof presets / sizeof *presets };

/// Fan-outs and rates make sense, and every level up is dearer.
static void expect_sound(const DmmMachine *machine) {
  for (int l = 0; l < machine->nlevels; ++l) {
    const DmmLevel *level = &machine->levels[l];
    bool sound = level->name && level->fanout > 1 && level->latency_ns > 0;
    for (int m = 0; m < l; ++m)
      sound = sound && strcmp(machine->levels[m].name, level->name) &&
              machine->levels[m].latency_ns < level->latency_ns &&
              machine->levels[m].gbyte_per_s > level->gbyte_per_s &&
              machine->levels[m].pj_per_word < level->pj_per_word;
    expect_number(machine->name, "sound level", sound, 1);
  }
  expect_number(machine->name, "rates",
                machine->ns_per_statement > 0 && machine->capacity_bytes > 0,
                1);
}

static void test_presets(void) {
  DmmText names = {0}, expected = {0};
  for (int i = 0; i < NUM_PRESETS; ++i) {
    const char *name = presets[i].name;
    const DmmMachine *machine = dmm_machine_preset(name, strlen(name));
    dmm_text_printf(&expected, "%s%s", i ? ", " : "", name);
    expect_text(name, machine ? machine->name : NULL, name);
    if (!machine)
      continue;
    expect_number(name, "levels", machine->nlevels, presets[i].nlevels);
    expect_number(name, "partitions", dmm_machine_partitions(machine),
                  presets[i].partitions);
    expect_sound(machine);
  }
  dmm_machine_preset_names(&names);
  expect_text("names", names.data, expected.data);
  dmm_text_free(&names);
  dmm_text_free(&expected);
}

static void test_lookup(void) {
  expect_text("default", dmm_machine_default()->name, "kpu-cluster");
  expect_number("kpu", "presets", dmm_machine_preset("kpu", 3) != NULL, 0);
  expect_number("a part of a text", "presets",
                dmm_machine_preset("kpu-exa-scale", 7) != NULL, 1);
}

/// The larger machine begins with the levels of the smaller one.
static void test_exa(void) {
  const DmmMachine *small = dmm_machine_default();
  const DmmMachine *large = dmm_machine_preset("kpu-exa", 7);
  for (int l = 0; l < small->nlevels; ++l) {
    expect_text("kpu-exa", large->levels[l].name, small->levels[l].name);
    expect_number("kpu-exa", "fan-out", large->levels[l].fanout,
                  small->levels[l].fanout);
  }
}

static void test_partitions(void) {
  DmmMachine machine = {
      .nlevels = 3, .levels = {{.fanout = 3}, {.fanout = 5}, {.fanout = 6}}};
  expect_number("3x5x6", "partitions", dmm_machine_partitions(&machine), 90);
  machine.levels[1].fanout = INT64_MAX / 18;
  expect_number("the most", "partitions", dmm_machine_partitions(&machine),
                INT64_MAX / 18 * 18);
  machine.levels[1].fanout = INT64_MAX / 18 + 1;
  expect_number("too many", "partitions", dmm_machine_partitions(&machine), -1);
}

int main(void) {
  test_presets();
  test_lookup();
  test_exa();
  test_partitions();
  return failures != 0;
}
