//===- programs.h - From files to plans -----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TEST_PLAN_MUTANTS_PROGRAMS_H
#define DMM_TEST_PLAN_MUTANTS_PROGRAMS_H

#include "Plan/plan.h"
#include "mlir-c/IR.h"

/// The plan of one function of a file on one grid.
typedef struct PlannedProgram {
  const char *name;  ///< "lu on 2x2"
  DmmPlan *plan;     ///< owned
  MlirModule module; ///< owned; the plan refers to it
} PlannedProgram;

typedef struct Programs {
  DmmArena *arena; ///< of the names and of the list
  MlirContext context;
  PlannedProgram *items;
  int n;
} Programs;

/// An empty list.
Programs programs_create(void);

/// Adds the plans on the grids 3 and 2x2 of each function of the file that is
/// an operator of static sizes (initialisations, which are named so, are left
/// out) and whose plan has messages. False after a diagnostic.
bool programs_add_file(Programs *programs, const char *file);

void programs_destroy(Programs *programs);

#endif // DMM_TEST_PLAN_MUTANTS_PROGRAMS_H
