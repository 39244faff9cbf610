//===- program.c - The program in a file ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module of the file is kept as it is; what is compiled are copies of the
// functions that take part.
//
//===----------------------------------------------------------------------===//

#include "program.h"

#include "Dialect/access.h"
#include "Support/diag.h"
#include "Support/text.h"
#include "diagnostics.h"
#include "dmm-c/dialects.h"
#include "dmm-c/passes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/RegisterEverything.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void dmm_program_register_passes(void) {
  mlirRegisterAllPasses();
  dmmRegisterPasses();
}

static MlirStringRef ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

//===----------------------------------------------------------------------===//
// Functions of a module
//===----------------------------------------------------------------------===//

static bool is_function(MlirOperation op) {
  return mlirStringRefEqual(mlirIdentifierStr(mlirOperationGetName(op)),
                            ref("func.func"));
}

static bool has_body(MlirOperation function) {
  return !mlirBlockIsNull(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
}

MlirStringRef dmm_function_name(MlirOperation function) {
  return mlirStringAttrGetValue(
      mlirOperationGetAttributeByName(function, ref("sym_name")));
}

static bool is_private(MlirOperation function) {
  MlirAttribute visibility =
      mlirOperationGetAttributeByName(function, ref("sym_visibility"));
  return !mlirAttributeIsNull(visibility) &&
         mlirStringRefEqual(mlirStringAttrGetValue(visibility), ref("private"));
}

static bool has_attribute(MlirOperation op, const char *name) {
  return !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ref(name)));
}

/// The first function at or after `op` in its block, or null.
static MlirOperation next_function(MlirOperation op) {
  while (!mlirOperationIsNull(op) && !is_function(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

static MlirOperation first_function(MlirModule module) {
  return next_function(mlirBlockGetFirstOperation(mlirModuleGetBody(module)));
}

static MlirOperation following_function(MlirOperation function) {
  return next_function(mlirOperationGetNextInBlock(function));
}

MlirOperation dmm_module_find(MlirModule module, MlirStringRef name) {
  MlirOperation function = first_function(module);
  while (!mlirOperationIsNull(function) &&
         !mlirStringRefEqual(dmm_function_name(function), name))
    function = following_function(function);
  return function;
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

static bool is_init_name(MlirStringRef name) {
  size_t suffix = strlen("_init");
  return name.length > suffix &&
         !memcmp(name.data + name.length - suffix, "_init", suffix);
}

static bool may_be_entry(MlirOperation function) {
  return has_body(function) && !is_private(function) &&
         !is_init_name(dmm_function_name(function));
}

/// The only function that may be meant when no name is given, or null.
static MlirOperation only_entry(MlirModule module) {
  MlirOperation found = {NULL};
  for (MlirOperation f = first_function(module); !mlirOperationIsNull(f);
       f = following_function(f)) {
    if (!may_be_entry(f))
      continue;
    if (!mlirOperationIsNull(found))
      return (MlirOperation){NULL};
    found = f;
  }
  return found;
}

static void list_functions(MlirModule module, DmmText *text) {
  const char *separator = " ";
  for (MlirOperation f = first_function(module); !mlirOperationIsNull(f);
       f = following_function(f)) {
    MlirStringRef name = dmm_function_name(f);
    if (!has_body(f))
      continue;
    dmm_text_printf(text, "%s@%.*s", separator, (int)name.length, name.data);
    separator = ", ";
  }
}

static bool complain_entry(const DmmProgram *program, const char *name) {
  DmmText functions = {0};
  dmm_text_printf(&functions, "the file has");
  list_functions(program->module, &functions);
  if (name)
    dmm_complain("%s: no function @%s with a body; %s", program->file, name,
                 functions.data);
  else
    dmm_complain("%s: --entry NAME is needed to tell which function "
                 "to run; %s",
                 program->file, functions.data);
  dmm_text_free(&functions);
  return false;
}

static MlirAttribute function_type(MlirOperation function) {
  return mlirOperationGetAttributeByName(function, ref("function_type"));
}

static bool find_init(DmmProgram *program) {
  DmmText name = {0};
  dmm_text_printf(&name, "%s_init", program->entry_name);
  program->init = dmm_module_find(program->module, ref(name.data));
  dmm_text_free(&name);
  if (mlirOperationIsNull(program->init) ||
      mlirAttributeEqual(function_type(program->init),
                         function_type(program->entry)))
    return true;
  return dmm_op_error(program->init,
                      "sets the arguments of @%s: expected the same signature",
                      program->entry_name);
}

static bool find_entry(const DmmRunOptions *options, DmmProgram *program) {
  program->entry = options->entry
                       ? dmm_module_find(program->module, ref(options->entry))
                       : only_entry(program->module);
  if (mlirOperationIsNull(program->entry) || !has_body(program->entry))
    return complain_entry(program, options->entry);
  MlirStringRef name = dmm_function_name(program->entry);
  program->entry_name = strndup(name.data, name.length);
  return find_init(program);
}

//===----------------------------------------------------------------------===//
// What the file says of the entry
//===----------------------------------------------------------------------===//

static MlirWalkResult find_runtime_call(MlirOperation op, void *found) {
  MlirAttribute callee = mlirOperationGetAttributeByName(op, ref("callee"));
  MlirStringRef prefix = ref("dmm_rt_");
  if (mlirAttributeIsNull(callee) || !mlirAttributeIsAFlatSymbolRef(callee))
    return MlirWalkResultAdvance;
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(callee);
  if (name.length < prefix.length ||
      memcmp(name.data, prefix.data, prefix.length))
    return MlirWalkResultAdvance;
  *(bool *)found = true;
  return MlirWalkResultInterrupt;
}

static bool calls_runtime(MlirOperation function) {
  bool found = false;
  mlirOperationWalk(function, find_runtime_call, &found, MlirWalkPreOrder);
  return found;
}

static MlirWalkResult find_linalg(MlirOperation op, void *found) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  MlirStringRef prefix = ref("linalg.");
  if (name.length < prefix.length ||
      memcmp(name.data, prefix.data, prefix.length))
    return MlirWalkResultAdvance;
  *(MlirOperation *)found = op;
  return MlirWalkResultInterrupt;
}

/// Linalg ops are not lowered here: the user chooses how.
static bool check_lowered(const DmmProgram *program) {
  MlirOperation found = {NULL};
  mlirOperationWalk(program->entry, find_linalg, &found, MlirWalkPreOrder);
  if (mlirOperationIsNull(found))
    return true;
  return dmm_op_error(found,
                      "must be lowered to affine loops first: mlir-opt "
                      "--convert-linalg-to-affine-loops %s -o lowered.mlir",
                      program->file);
}

/// The grid of the command line, else that of the file, else one partition.
static bool choose_grid(const DmmRunOptions *options, DmmProgram *program) {
  MlirOperation owner;
  program->naxes = dmm_op_grid(program->entry, program->grid, &owner);
  if (program->naxes < 0)
    return dmm_op_malformed_grid(owner, "has");
  if (options->naxes) {
    program->naxes = options->naxes;
    memcpy(program->grid, options->grid, sizeof program->grid);
  } else if (!program->naxes) {
    program->naxes = 1;
    program->grid[0] = 1;
  }
  return true;
}

bool dmm_program_is_compiled(const DmmProgram *program) {
  return program->spmd || program->calls_runtime;
}

/// Flags that compare with the sequential program need one.
static bool check_flags(const DmmRunOptions *options,
                        const DmmProgram *program) {
  const char *flag = options->check       ? "check"
                     : options->simulate  ? "simulate"
                     : options->dump_plan ? "dump-plan"
                                          : NULL;
  if (!flag || !dmm_program_is_compiled(program))
    return true;
  dmm_complain("%s: --%s needs the sequential program, but @%s is "
               "compiled for partitions already",
               program->file, flag, program->entry_name);
  return false;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static MlirContext create_context(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  dmmRegisterDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirRegisterAllLLVMTranslations(context);
  dmm_diagnostics_attach(context);
  return context;
}

/// Takes nothing out of a pipe.
static bool check_readable(const char *file) {
  int descriptor = open(file, O_RDONLY);
  bool ok = descriptor >= 0 && read(descriptor, NULL, 0) >= 0;
  if (!ok)
    dmm_complain("cannot read %s: %s", file, strerror(errno));
  if (descriptor >= 0)
    close(descriptor);
  return ok;
}

static bool parse(DmmProgram *program) {
  program->context = create_context();
  program->module =
      mlirModuleCreateParseFromFile(program->context, ref(program->file));
  return !mlirModuleIsNull(program->module);
}

bool dmm_program_load(const char *file, const DmmRunOptions *options,
                      DmmProgram *program) {
  *program = (DmmProgram){.file = file};
  if (!check_readable(file) || !parse(program) || !find_entry(options, program))
    return false;
  program->spmd = has_attribute(program->entry, "dmm.spmd");
  program->calls_runtime = calls_runtime(program->entry);
  program->init_compiled = !mlirOperationIsNull(program->init) &&
                           (has_attribute(program->init, "dmm.spmd") ||
                            calls_runtime(program->init));
  program->allow_nonfinite =
      has_attribute(program->entry, "dmm.allow_nonfinite");
  return choose_grid(options, program) && check_flags(options, program) &&
         check_lowered(program);
}

void dmm_program_free(DmmProgram *program) {
  free(program->entry_name);
  if (!mlirModuleIsNull(program->module))
    mlirModuleDestroy(program->module);
  if (!mlirContextIsNull(program->context))
    mlirContextDestroy(program->context);
}

//===----------------------------------------------------------------------===//
// Extraction
//===----------------------------------------------------------------------===//

/// Functions to keep, in the order in which they were found.
typedef struct Reached {
  MlirModule module;
  MlirOperation *functions;
  int n;
} Reached;

static void reach(Reached *reached, MlirOperation function) {
  if (mlirOperationIsNull(function))
    return;
  for (int i = 0; i < reached->n; ++i)
    if (mlirOperationEqual(reached->functions[i], function))
      return;
  reached->functions[reached->n++] = function;
}

/// Any reference counts, not only that of a call.
static MlirWalkResult reach_references(MlirOperation op, void *reached) {
  intptr_t n = mlirOperationGetNumAttributes(op);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute value = mlirOperationGetAttribute(op, i).attribute;
    if (mlirAttributeIsAFlatSymbolRef(value))
      reach(reached, dmm_module_find(((Reached *)reached)->module,
                                     mlirFlatSymbolRefAttrGetValue(value)));
  }
  return MlirWalkResultAdvance;
}

static int count_functions(MlirModule module) {
  int n = 0;
  for (MlirOperation f = first_function(module); !mlirOperationIsNull(f);
       f = following_function(f))
    ++n;
  return n;
}

static void erase_others(MlirModule module, const Reached *reached) {
  MlirOperation next = {NULL};
  for (MlirOperation f = first_function(module); !mlirOperationIsNull(f);
       f = next) {
    bool keep = false;
    for (int i = 0; i < reached->n; ++i)
      keep = keep || mlirOperationEqual(reached->functions[i], f);
    next = following_function(f);
    if (!keep)
      mlirOperationDestroy(f);
  }
}

MlirModule dmm_program_extract(const DmmProgram *program,
                               const MlirOperation *roots, int nroots) {
  MlirModule module = mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(program->module)));
  int n = count_functions(module);
  Reached reached = {module, calloc((size_t)n + 1, sizeof(MlirOperation)), 0};
  for (int i = 0; i < nroots; ++i)
    if (!mlirOperationIsNull(roots[i]))
      reach(&reached, dmm_module_find(module, dmm_function_name(roots[i])));
  for (int i = 0; i < reached.n; ++i)
    mlirOperationWalk(reached.functions[i], reach_references, &reached,
                      MlirWalkPreOrder);
  erase_others(module, &reached);
  free(reached.functions);
  return module;
}

void dmm_program_copy_target(const DmmProgram *program, MlirModule copy) {
  static const char *const names[] = {
      "dmm.machine", "dmm.mapping", "dmm.mapping_chosen",
      "dmm.ns_per_statement", "dmm.capacity_bytes"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    MlirAttribute value = mlirOperationGetDiscardableAttributeByName(
        mlirModuleGetOperation(program->module), ref(names[i]));
    if (!mlirAttributeIsNull(value))
      mlirOperationSetDiscardableAttributeByName(mlirModuleGetOperation(copy),
                                                 ref(names[i]), value);
  }
}
