//===- attribute_test.c - Machines of modules ---------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/attribute.h"
#include "Plan/expect.h"
#include "Support/diag.h"
#include "mlir-c/Diagnostics.h"

static void append(MlirStringRef part, void *text) {
  dmm_text_printf(text, "%.*s", (int)part.length, part.data);
}

/// Appends the diagnostic and its place.
static MlirLogicalResult collect(MlirDiagnostic diagnostic, void *data) {
  DmmText *text = data;
  dmm_location_text(mlirDiagnosticGetLocation(diagnostic), text);
  dmm_text_printf(text, ": ");
  mlirDiagnosticPrint(diagnostic, append, text);
  dmm_text_printf(text, "\n");
  return mlirLogicalResultSuccess();
}

/// Reads the machine of a module with these attributes. False if that fails,
/// with the diagnostics in `text`.
static bool read_machine(MlirContext context, const char *attributes,
                         DmmArena *arena, DmmMachine *machine, DmmText *text) {
  DmmText source = {0};
  dmm_text_printf(&source, "module attributes {%s} {}", attributes);
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(context, collect, text, NULL);
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(source.data));
  bool read = false;
  if (!mlirModuleIsNull(module)) {
    read = dmm_machine_read(mlirModuleGetOperation(module), arena, machine);
    mlirModuleDestroy(module);
  }
  mlirContextDetachDiagnosticHandler(context, handler);
  dmm_text_free(&source);
  return read;
}

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

#define LEVEL(name)                                                            \
  "{level = \"" name "\", fanout = 2 : i64, latency_ns = 1.0, "                \
  "gbyte_per_s = 1.0, pj_per_word = 1.0}"

/// What is read, as text: all fan-outs, the costs of the last level, and what
/// concerns partitions.
static const struct {
  const char *attributes, *machine;
} machines[] = {
    {"", "kpu-cluster: kpu 16, soc 4, cluster 2; 5000 ns, 10 GB/s, 3000 pJ; 1 "
         "ns, 1048576 bytes"},
    {"dmm.machine = \"single-kpu\"",
     "single-kpu: kpu 16; 50 ns, 100 GB/s, 100 pJ; 1 ns, 1048576 bytes"},
    {"dmm.machine = \"single-kpu\", dmm.ns_per_statement = 2.5, "
     "dmm.capacity_bytes = 4096",
     "single-kpu: kpu 16; 50 ns, 100 GB/s, 100 pJ; 2.5 ns, 4096 bytes"},
    {"dmm.machine = [{level = \"a\", fanout = 3 : i64, latency_ns = 0.0, "
     "gbyte_per_s = 2.5, pj_per_word = 0.0}, {level = \"b\", fanout = 5, "
     "latency_ns = 7.5, gbyte_per_s = 0.5 : f32, pj_per_word = 6.0}]",
     "levels: a 3, b 5; 7.5 ns, 0.5 GB/s, 6 pJ; 1 ns, 1048576 bytes"},
    {"dmm.machine = [" LEVEL("a") ", " LEVEL("b") ", " LEVEL("c") "]",
     "levels: a 2, b 2, c 2; 1 ns, 1 GB/s, 1 pJ; 1 ns, 1048576 bytes"},
};

static void write_machine(const DmmMachine *machine, DmmText *text) {
  const DmmLevel *top = &machine->levels[machine->nlevels - 1];
  dmm_text_printf(text, "%s: ", machine->name ? machine->name : "levels");
  for (int l = 0; l < machine->nlevels; ++l)
    dmm_text_printf(text, "%s%s %" PRId64, l ? ", " : "",
                    machine->levels[l].name, machine->levels[l].fanout);
  dmm_text_printf(text, "; %g ns, %g GB/s, %g pJ; %g ns, %" PRId64 " bytes",
                  top->latency_ns, top->gbyte_per_s, top->pj_per_word,
                  machine->ns_per_statement, machine->capacity_bytes);
}

static void test_machine(MlirContext context, const char *attributes,
                         const char *expected) {
  DmmArena *arena = dmm_arena_create();
  DmmMachine machine;
  DmmText text = {0};
  if (read_machine(context, attributes, arena, &machine, &text))
    write_machine(&machine, &text);
  expect_text(attributes, text.data, expected);
  dmm_text_free(&text);
  dmm_arena_destroy(arena);
}

//===----------------------------------------------------------------------===//
// Defects
//===----------------------------------------------------------------------===//

#define ALL_KEYS                                                               \
  "a level has the keys level, fanout, latency_ns, gbyte_per_s and "           \
  "pj_per_word"

/// The first level of a machine whose keys but one are right.
#define MACHINE(level, fanout, latency, rate, energy)                          \
  "dmm.machine = [{level = " level ", fanout = " fanout                        \
  ", latency_ns = " latency ", gbyte_per_s = " rate ", pj_per_word = " energy  \
  "}]"

/// Attributes, and what the diagnostic says of 'builtin.module'.
static const struct {
  const char *attributes, *error;
} defects[] = {
    {"dmm.machine = 3 : i64",
     "has a 'dmm.machine' that is neither the name of a preset nor a list of "
     "levels, bottom first: write \"kpu-cluster\", for one"},
    {"dmm.machine = \"kpu\"",
     "has an unknown 'dmm.machine' \"kpu\": take one of kpu-cluster, "
     "single-kpu, cpu-smp, mpi-cluster, kpu-exa, or list the levels"},
    {"dmm.machine = []",
     "has a 'dmm.machine' with 0 levels: list 1 to 32, bottom first"},
    {"dmm.machine = [" LEVEL("a") ", 5]",
     "has a 'dmm.machine' whose level 1 is not a dictionary: " ALL_KEYS},
    {"dmm.machine = [{level = \"a\", fanout = 2, latency_ns = 1.0, "
     "gbyte_per_s = 1.0, pj_per_word = 1.0, color = 1}]",
     "has a 'dmm.machine' whose level 0 has an unknown key 'color': " ALL_KEYS},
    {"dmm.machine = [{}]",
     "has a 'dmm.machine' whose level 0 lacks the key 'level': " ALL_KEYS},
    {"dmm.machine = [{level = \"a\", fanout = 2, gbyte_per_s = 1.0, "
     "pj_per_word = 1.0}]",
     "has a 'dmm.machine' whose level 0 lacks the key 'latency_ns': " ALL_KEYS},
    {MACHINE("7", "2", "1.0", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'level': it must be a string "
     "that is not empty, as in \"kpu\""},
    {MACHINE("\"\"", "2", "1.0", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'level': it must be a string "
     "that is not empty, as in \"kpu\""},
    {MACHINE("\"a\"", "0", "1.0", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'fanout': it must be an i64 "
     "of at least 1, as in 16 : i64"},
    {MACHINE("\"a\"", "-4", "1.0", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'fanout': it must be an i64 "
     "of at least 1, as in 16 : i64"},
    {MACHINE("\"a\"", "4 : i32", "1.0", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'fanout': it must be an i64 "
     "of at least 1, as in 16 : i64"},
    {MACHINE("\"a\"", "4 : si64", "1.0", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'fanout': it must be an i64 "
     "of at least 1, as in 16 : i64"},
    {MACHINE("\"a\"", "4.0", "1.0", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'fanout': it must be an i64 "
     "of at least 1, as in 16 : i64"},
    {MACHINE("\"a\"", "4", "50", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'latency_ns': it must be a "
     "float from 0 to 1e18, as in 50.0"},
    {MACHINE("\"a\"", "4", "-1.0", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'latency_ns': it must be a "
     "float from 0 to 1e18, as in 50.0"},
    {MACHINE("\"a\"", "4", "0x7FF0000000000000 : f64", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'latency_ns': it must be a "
     "float from 0 to 1e18, as in 50.0"},
    {MACHINE("\"a\"", "4", "1.0e+19", "1.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'latency_ns': it must be a "
     "float from 0 to 1e18, as in 50.0"},
    {MACHINE("\"a\"", "4", "1.0", "1.0e-19", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'gbyte_per_s': it must be a "
     "float from 1e-18 to 1e18, as in 100.0"},
    {MACHINE("\"a\"", "4", "1.0", "0.0", "1.0"),
     "has a 'dmm.machine' whose level 0 has a bad 'gbyte_per_s': it must be a "
     "float from 1e-18 to 1e18, as in 100.0"},
    {MACHINE("\"a\"", "4", "1.0", "1.0", "0x7FF8000000000000 : f64"),
     "has a 'dmm.machine' whose level 0 has a bad 'pj_per_word': it must be a "
     "float from 0 to 1e18, as in 50.0"},
    {"dmm.machine = [" LEVEL("a") ", " LEVEL("b") ", " LEVEL("a") "]",
     "has a 'dmm.machine' whose levels 0 and 2 are both called 'a': reports "
     "tell levels apart by name; rename one"},
    {"dmm.machine = [{level = \"a\", fanout = 4611686018427387904, latency_ns "
     "= 1.0, gbyte_per_s = 1.0, pj_per_word = 1.0}, " LEVEL("b") "]",
     "has a 'dmm.machine' with more than 9223372036854775807 partitions, which "
     "is the most that can be numbered: lower a fanout or leave levels out"},
    {"dmm.ns_per_statement = -1.0",
     "has a bad 'dmm.ns_per_statement': it must be a float from 0 to 1e18, as "
     "in 50.0"},
    {"dmm.machine = \"kpu-exa\", dmm.capacity_bytes = 0",
     "has a bad 'dmm.capacity_bytes': it must be an i64 of at least 1, as in "
     "16 : i64"},
};

static void test_defect(MlirContext context, const char *attributes,
                        const char *error) {
  DmmText expected = {0};
  dmm_text_printf(&expected, "-:1:1: 'builtin.module' op %s\n", error);
  test_machine(context, attributes, expected.data);
  dmm_text_free(&expected);
}

/// One level more than there may be.
static void test_too_many_levels(MlirContext context) {
  DmmText attributes = {0};
  for (int l = 0; l <= DMM_MAX_LEVELS; ++l)
    dmm_text_printf(&attributes,
                    "%s{level = \"l%d\", fanout = 1, latency_ns = 1.0, "
                    "gbyte_per_s = 1.0, pj_per_word = 1.0}",
                    l ? ", " : "dmm.machine = [", l);
  dmm_text_printf(&attributes, "]");
  test_defect(context, attributes.data,
              "has a 'dmm.machine' with 33 levels: list 1 to 32, bottom first");
  dmm_text_free(&attributes);
}

/// MLIR itself refuses a key that comes twice.
static void test_duplicate_key(MlirContext context) {
  DmmText text = {0};
  DmmMachine machine;
  bool read =
      read_machine(context, "dmm.machine = [{level = \"a\", level = \"b\"}]",
                   NULL, &machine, &text);
  expect_number("duplicate key", "machines", read, 0);
  expect_number("duplicate key", "diagnostics",
                text.data && strstr(text.data, "duplicate key 'level'"), 1);
  dmm_text_free(&text);
}

int main(void) {
  MlirContext context = mlirContextCreate();
  mlirContextSetAllowUnregisteredDialects(context, true);
  for (size_t i = 0; i < sizeof machines / sizeof *machines; ++i)
    test_machine(context, machines[i].attributes, machines[i].machine);
  for (size_t i = 0; i < sizeof defects / sizeof *defects; ++i)
    test_defect(context, defects[i].attributes, defects[i].error);
  test_too_many_levels(context);
  test_duplicate_key(context);
  mlirContextDestroy(context);
  return failures != 0;
}
