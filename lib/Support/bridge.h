//===- bridge.h - What the C API of MLIR lacks --------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few things that MLIR 22 offers in C++ only, behind C declarations: rich
// diagnostics, dialects that are defined by IRDL text and hooked by rows of a
// table, passes and pipelines with options that are rows of a table, and the
// run of an upstream pass from within a pass. lib/Bridge implements them and
// decides nothing: the tables belong to their callers and must live as long as
// the process.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_SUPPORT_BRIDGE_H
#define DMM_SUPPORT_BRIDGE_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

typedef enum DmmSeverity {
  DMM_ERROR,
  DMM_WARNING,
  DMM_REMARK,
} DmmSeverity;

/// Emits `text` at `location`, with an optional note (null: none) at
/// `note_location`.
void dmm_bridge_emit(MlirLocation location, DmmSeverity severity,
                     const char *text, MlirLocation note_location,
                     const char *note);

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

/// What IRDL cannot say of an operation.
///
/// `format` is its assembly after the name, as space-separated items:
///   async        an optional keyword, printed iff the op has a token result
///   KINDS        operands separated by commas
///   WORD(KINDS)  an optional group, printed iff the op has such operands
///   ->index      the op has one result, of type index
/// KINDS is a sequence of operand kinds, a (any type) or i (index), and a `*`
/// after it makes it any number. `s*` are index operands, too: as many as
/// `num_sizes` says, which gets the attribute dictionary (-1: not known). The
/// attribute dictionary follows, then, after a colon, the types of the `a`
/// operands in order.
///
/// `effects` has one letter for each memref operand in order, and the last one
/// counts for all further ones: r read, w written, b both. An op with an empty
/// string has no effect at all; any other one also writes the communication
/// resource.
///
/// `verify` runs after IRDL's own checks, or in their place if `verifies_all`
/// (IRDL gives all operands of a variadic one type); it emits a diagnostic and
/// returns false if the op is wrong.
typedef struct DmmOpHooks {
  const char *name; ///< with the dialect's prefix
  const char *format;
  const char *effects;
  bool verifies_all;
  bool (*verify)(MlirOperation op);
  int (*num_sizes)(MlirAttribute attributes);
} DmmOpHooks;

/// A dialect. `needs` names a dialect to load first, or is null. `find` gives
/// the hooks of an op by its full name.
typedef struct DmmDialectHooks {
  const char *name;
  const char *needs;
  const char *irdl_text;
  const DmmOpHooks *(*find)(MlirStringRef name);
  const DmmOpHooks *const *ops;
  int nops;
} DmmDialectHooks;

/// Adds the dialect to the registry; it is built when a context first needs it.
void dmm_bridge_register_dialect(MlirDialectRegistry registry,
                                 const DmmDialectHooks *hooks);

/// The attribute `#<dialect>.<name><parameter>`. Null if there is no such
/// attribute, or if the dialect is not loaded.
MlirAttribute dmm_bridge_attribute(MlirContext context, const char *dialect,
                                   const char *name, MlirAttribute parameter);

/// The parameter of `attribute` if that is a `#<dialect>.<name><...>` with one
/// parameter, else null.
MlirAttribute dmm_bridge_parameter(MlirAttribute attribute, const char *dialect,
                                   const char *name);

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// An option of a pass; all values are texts.
typedef struct DmmOptionRow {
  const char *name;
  const char *summary;
  const char *initial; ///< the value if the user gives none
} DmmOptionRow;

enum { DMM_MAX_OPTIONS = 16 };

typedef struct DmmPassRow DmmPassRow;

/// The values of a pass' options, in the order of its row. Valid while the pass
/// runs.
typedef struct DmmPassOptions {
  const DmmPassRow *row;
  const char *values[DMM_MAX_OPTIONS];
  void *pass; ///< for dmm_bridge_run_lower_affine
} DmmPassOptions;

/// A pass over builtin.module. `run` returns false after a diagnostic if it
/// failed, and the pass fails then. `dialects` inserts the dialects whose ops
/// the pass may create (null: none).
struct DmmPassRow {
  const char *name;
  const char *summary;
  const DmmOptionRow *options;
  int noptions;
  bool (*run)(MlirOperation module, const DmmPassOptions *options);
  void (*dialects)(MlirDialectRegistry registry);
};

/// A pipeline of passes. An option goes to each of the passes that has one of
/// that name.
typedef struct DmmPipelineRow {
  const char *name;
  const char *summary;
  const DmmOptionRow *options;
  int noptions;
  const DmmPassRow *const *passes;
  int npasses;
} DmmPipelineRow;

/// Registers a pass, or a pipeline, with MLIR's registry.
void dmm_bridge_register_pass(const DmmPassRow *row);
void dmm_bridge_register_pipeline(const DmmPipelineRow *row);

/// A new pass with the given option values (one for each option of the row;
/// null: the initial value). The caller hands it to a pass manager, which owns
/// it.
MlirPass dmm_bridge_create_pass(const DmmPassRow *row,
                                const char *const *values);

/// Runs upstream's pass `lower-affine` on `module` from within a pass. False if
/// it failed.
bool dmm_bridge_run_lower_affine(const DmmPassOptions *options,
                                 MlirOperation module);

//===----------------------------------------------------------------------===//
// Tools
//===----------------------------------------------------------------------===//

/// mlir-opt with all of upstream and all of this project. Returns the exit
/// code.
int dmm_bridge_opt_main(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif // DMM_SUPPORT_BRIDGE_H
