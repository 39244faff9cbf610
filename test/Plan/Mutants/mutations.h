//===- mutations.h - Ways to break a plan ---------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TEST_PLAN_MUTANTS_MUTATIONS_H
#define DMM_TEST_PLAN_MUTANTS_MUTATIONS_H

#include "Plan/plan.h"

/// A plan that is being changed, and how to undo it.
typedef struct Mutant {
  DmmPlan *plan;
  DmmArena *arena;  ///< holds what the change needs
  uint64_t *random; ///< state of the generator
  struct Edit *edits;
  int nedits;
  const char *text; ///< what was done
} Mutant;

/// A way to break a plan. `apply` does so at a random place; false if there is
/// none, and nothing is changed then.
typedef struct Mutation {
  const char *name;
  bool (*apply)(Mutant *mutant);
  bool traced;          ///< if it matters, the plan's trace changes
  const char *harmless; ///< when such a mutant may be as good as the plan
} Mutation;

extern const Mutation mutations[];
extern const int nmutations;

/// A number in [0, n).
int random_below(uint64_t *state, int n);

/// Makes the plan what it was.
void mutant_undo(Mutant *mutant);

#endif // DMM_TEST_PLAN_MUTANTS_MUTATIONS_H
