//===- session.h - One file from its text to the verdict ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that is made on the way is kept in the session, for the report.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_SESSION_H
#define DMM_RUN_SESSION_H

#include "Plan/traffic.h"
#include "Plan/work.h"
#include "Transforms/target.h"
#include "check.h"
#include "code.h"
#include "dmm-runtime/runtime.h"
#include "resident.h"

/// What the plan says of a run.
typedef struct DmmModel {
  bool done;
  DmmTraffic traffic;
  DmmWork work;
  DmmPrice price; ///< on the machine, if there is one
} DmmModel;

typedef struct DmmSession {
  const DmmRunOptions *options; ///< borrowed
  DmmProgram program;
  DmmArguments arguments;
  MlirModule chosen;     ///< the copy that is compiled, with the choices of
                         ///< dmm-distribute; null: there is none, or it failed
  MlirModule planned;    ///< the copy of the program that the plan refers to
  DmmPlan *plan;         ///< null for a program that is compiled already
  int64_t *params;       ///< values of the plan's parameters, in its arena
  DmmArena *arena;       ///< for what the target refers to
  DmmTarget *target;     ///< in the arena; null: there is no machine
  DmmTarget *staged_for; ///< in the arena: the target that the passes assume
                         ///< for a run without a machine, if it has room
  const DmmRtMachine *machine; ///< the same as the runtime takes it
  DmmMappingCache *mappings;
  DmmPricing pricing; ///< of the plan, where there is a target
  DmmCode sequential, distributed;
  DmmFrame expected, root, others; ///< of the reference, partition 0, the rest
  DmmResidents residents;
  DmmRtReport run;   ///< of the last run
  DmmPacked running; ///< what the partitions run
  double compile_s;
  double *run_s; ///< of each run done
  int nruns;
  double reference_s;     ///< of the sequential function; 0 if it was not run
  double run_processor_s; ///< of all threads together, in the last run
  double reference_processor_s;
  DmmCheck check;
  DmmModel model;
  bool simulated; ///< the simulation agrees with the run
  bool ok;
  DmmText failure; ///< why not ok; empty if a message was printed before
} DmmSession;

/// Compiles and runs, or models, what the options say of `file`. Release the
/// session with dmm_session_destroy.
void dmm_session_run(const char *file, const DmmRunOptions *options,
                     DmmSession *session);

void dmm_session_destroy(DmmSession *session);

#endif // DMM_RUN_SESSION_H
