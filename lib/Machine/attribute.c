//===- attribute.c - The machine of a module ------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/attribute.h"

#include "Support/diag.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

typedef enum KeyKind {
  NAME,
  COUNT,  ///< at least 1
  AMOUNT, ///< finite, at least 0
  RATE,   ///< finite, above 0
} KeyKind;

/// The keys of a level, with the field that each sets.
typedef struct LevelKey {
  const char *name;
  KeyKind kind;
  size_t field;
} LevelKey;

static const LevelKey level_keys[] = {
    {"level", NAME, offsetof(DmmLevel, name)},
    {"fanout", COUNT, offsetof(DmmLevel, fanout)},
    {"latency_ns", AMOUNT, offsetof(DmmLevel, latency_ns)},
    {"gbyte_per_s", RATE, offsetof(DmmLevel, gbyte_per_s)},
    {"pj_per_word", AMOUNT, offsetof(DmmLevel, pj_per_word)},
};

enum { NUM_LEVEL_KEYS = sizeof level_keys / sizeof *level_keys };

static const char all_keys[] = "a level has the keys level, fanout, "
                               "latency_ns, gbyte_per_s and pj_per_word";

/// What is being read, and for whom.
typedef struct Reader {
  MlirOperation op;
  DmmArena *arena;
} Reader;

static MlirStringRef str(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

static MlirAttribute attribute_of(const Reader *reader, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(reader->op, str(name));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What a value must be, to complete "must be ...".
static const char *const demands[] = {
    [NAME] = "a string that is not empty, as in \"kpu\"",
    [COUNT] = "an i64 of at least 1, as in 16 : i64",
    [AMOUNT] = "a float from 0 to 1e18, as in 50.0",
    [RATE] = "a float from 1e-18 to 1e18, as in 100.0",
};

static bool read_name(const Reader *reader, MlirAttribute attribute,
                      const char **name) {
  if (!mlirAttributeIsAString(attribute))
    return false;
  MlirStringRef text = mlirStringAttrGetValue(attribute);
  *name = dmm_arena_printf(reader->arena, "%.*s", (int)text.length, text.data);
  return text.length > 0;
}

static bool read_count(MlirAttribute attribute, int64_t *count) {
  if (!mlirAttributeIsAInteger(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute);
  if (!mlirTypeIsAInteger(type) || mlirIntegerTypeGetWidth(type) != 64 ||
      !mlirIntegerTypeIsSignless(type))
    return false;
  *count = mlirIntegerAttrGetValueInt(attribute);
  return *count >= 1;
}

/// Within bounds that no machine comes near, so that times and energies of any
/// run are finite.
static bool read_number(MlirAttribute attribute, double least, double *number) {
  if (!mlirAttributeIsAFloat(attribute))
    return false;
  *number = mlirFloatAttrGetValueDouble(attribute);
  return *number >= least && *number <= 1e18;
}

static bool read_value(const Reader *reader, KeyKind kind,
                       MlirAttribute attribute, void *value) {
  switch (kind) {
  case NAME:
    return read_name(reader, attribute, value);
  case COUNT:
    return read_count(attribute, value);
  case AMOUNT:
    return read_number(attribute, 0, value);
  case RATE:
    return read_number(attribute, 1e-18, value);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

static bool is_level_key(MlirStringRef name) {
  for (int i = 0; i < NUM_LEVEL_KEYS; ++i)
    if (mlirStringRefEqual(name, str(level_keys[i].name)))
      return true;
  return false;
}

static bool check_keys(const Reader *reader, MlirAttribute dictionary,
                       int number) {
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(dictionary); ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(dictionary, i);
    MlirStringRef key = mlirIdentifierStr(entry.name);
    if (!is_level_key(key))
      return dmm_op_error(reader->op,
                          "has a 'dmm.machine' whose level %d has an unknown "
                          "key '%.*s': %s",
                          number, (int)key.length, key.data, all_keys);
  }
  return true;
}

static bool read_key(const Reader *reader, MlirAttribute dictionary,
                     const LevelKey *key, int number, DmmLevel *level) {
  MlirAttribute value =
      mlirDictionaryAttrGetElementByName(dictionary, str(key->name));
  if (mlirAttributeIsNull(value))
    return dmm_op_error(
        reader->op, "has a 'dmm.machine' whose level %d lacks the key '%s': %s",
        number, key->name, all_keys);
  if (!read_value(reader, key->kind, value, (char *)level + key->field))
    return dmm_op_error(reader->op,
                        "has a 'dmm.machine' whose level %d has a bad '%s': it "
                        "must be %s",
                        number, key->name, demands[key->kind]);
  return true;
}

static bool read_level(const Reader *reader, MlirAttribute dictionary,
                       int number, DmmLevel *level) {
  if (!mlirAttributeIsADictionary(dictionary))
    return dmm_op_error(reader->op,
                        "has a 'dmm.machine' whose level %d is not a "
                        "dictionary: %s",
                        number, all_keys);
  if (!check_keys(reader, dictionary, number))
    return false;
  for (int i = 0; i < NUM_LEVEL_KEYS; ++i)
    if (!read_key(reader, dictionary, &level_keys[i], number, level))
      return false;
  return true;
}

static bool check_name_is_new(const Reader *reader, const DmmMachine *machine,
                              int number) {
  const char *name = machine->levels[number].name;
  for (int l = 0; l < number; ++l)
    if (!strcmp(machine->levels[l].name, name))
      return dmm_op_error(reader->op,
                          "has a 'dmm.machine' whose levels %d and %d are both "
                          "called '%s': reports tell levels apart by name; "
                          "rename one",
                          l, number, name);
  return true;
}

static bool check_partitions(const Reader *reader, const DmmMachine *machine) {
  return dmm_machine_partitions(machine) > 0 ||
         dmm_op_error(reader->op,
                      "has a 'dmm.machine' with more than %" PRId64
                      " partitions, which is the most that can be numbered: "
                      "lower a fanout or leave levels out",
                      INT64_MAX);
}

static bool read_levels(const Reader *reader, MlirAttribute array,
                        DmmMachine *machine) {
  intptr_t n = mlirArrayAttrGetNumElements(array);
  if (n < 1 || n > DMM_MAX_LEVELS)
    return dmm_op_error(reader->op,
                        "has a 'dmm.machine' with %d levels: list 1 to %d, "
                        "bottom first",
                        (int)n, DMM_MAX_LEVELS);
  machine->name = NULL;
  machine->nlevels = (int)n;
  for (int l = 0; l < (int)n; ++l)
    if (!read_level(reader, mlirArrayAttrGetElement(array, l), l,
                    &machine->levels[l]) ||
        !check_name_is_new(reader, machine, l))
      return false;
  return check_partitions(reader, machine);
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

static bool unknown_preset(const Reader *reader, MlirStringRef name) {
  DmmText names = {0};
  dmm_machine_preset_names(&names);
  dmm_op_error(reader->op,
               "has an unknown 'dmm.machine' \"%.*s\": take one of %s, or list "
               "the levels",
               (int)name.length, name.data, names.data);
  dmm_text_free(&names);
  return false;
}

static bool read_tree(const Reader *reader, DmmMachine *machine) {
  MlirAttribute attribute = attribute_of(reader, "dmm.machine");
  *machine = *dmm_machine_default();
  if (mlirAttributeIsNull(attribute))
    return true;
  if (mlirAttributeIsAArray(attribute))
    return read_levels(reader, attribute, machine);
  if (!mlirAttributeIsAString(attribute))
    return dmm_op_error(reader->op,
                        "has a 'dmm.machine' that is neither the name of a "
                        "preset nor a list of levels, bottom first: write "
                        "\"%s\", for one",
                        dmm_machine_default()->name);
  MlirStringRef name = mlirStringAttrGetValue(attribute);
  const DmmMachine *preset = dmm_machine_preset(name.data, name.length);
  if (!preset)
    return unknown_preset(reader, name);
  *machine = *preset;
  return true;
}

/// Reads the attribute into `value` if it is there.
static bool read_property(const Reader *reader, const char *name, KeyKind kind,
                          void *value) {
  MlirAttribute attribute = attribute_of(reader, name);
  return mlirAttributeIsNull(attribute) ||
         read_value(reader, kind, attribute, value) ||
         dmm_op_error(reader->op, "has a bad '%s': it must be %s", name,
                      demands[kind]);
}

bool dmm_machine_read(MlirOperation module, DmmArena *arena,
                      DmmMachine *machine) {
  Reader reader = {module, arena};
  return read_tree(&reader, machine) &&
         read_property(&reader, "dmm.ns_per_statement", AMOUNT,
                       &machine->ns_per_statement) &&
         read_property(&reader, "dmm.capacity_bytes", COUNT,
                       &machine->capacity_bytes);
}
