//===- main.c - The simulator finds what is wrong with broken plans -------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mutants COUNT SEED LEAST FILE...
//
// Breaks plans of the files' functions in COUNT random ways and simulates each.
// A mutant whose trace is that of the plan does the same as the plan and is
// drawn again. Prints, for each way, how many were killed, and each survivor.
// Fails if fewer than LEAST percent are killed, or if a plan fails unbroken:
// its simulation must be ok, and must move as many words as are counted without
// it.
//
//===----------------------------------------------------------------------===//

#include "Plan/print.h"
#include "Plan/simulate.h"
#include "Plan/volume.h"
#include "mutations.h"
#include "programs.h"
#include "trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/// Draws of a place until a mutation is given up on for a plan.
enum { TRIES = 12 };

typedef struct Tally {
  int killed, survived, equivalent;
} Tally;

typedef struct Session {
  Programs programs;
  uint64_t *traces; ///< of the plans as they are
  Tally *tallies;   ///< one for each mutation
  uint64_t random;
} Session;

/// With the reason why it may be right to.
static void print_survivor(const char *program, const Mutation *mutation,
                           const Mutant *mutant) {
  printf("survives: %s: %s\n  (harmless if %s)\n", program, mutant->text,
         mutation->harmless);
}

/// Breaks the plan in the given way; false where that does nothing.
static bool apply(Session *session, int program, int mutation, Mutant *mutant) {
  if (!mutations[mutation].apply(mutant))
    return false;
  if (!mutations[mutation].traced ||
      plan_trace(mutant->plan) != session->traces[program])
    return true;
  ++session->tallies[mutation].equivalent;
  mutant_undo(mutant);
  return false;
}

static void judge(Session *session, int program, int mutation,
                  const Mutant *mutant) {
  DmmSimulation simulation = dmm_simulate(mutant->plan, NULL);
  Tally *tally = &session->tallies[mutation];
  if (simulation.ok) {
    ++tally->survived;
    print_survivor(session->programs.items[program].name, &mutations[mutation],
                   mutant);
  } else {
    ++tally->killed;
  }
  dmm_simulation_free(&simulation);
}

/// Makes and judges one mutant; false if the plan has no place for it.
static bool try_mutant(Session *session, int program, int mutation) {
  Mutant mutant = {.plan = session->programs.items[program].plan,
                   .arena = dmm_arena_create(),
                   .random = &session->random};
  bool made = false;
  for (int i = 0; !made && i < TRIES; ++i)
    made = apply(session, program, mutation, &mutant);
  if (made)
    judge(session, program, mutation, &mutant);
  mutant_undo(&mutant);
  dmm_arena_destroy(mutant.arena);
  return made;
}

/// Breaks a random plan that can be broken in the given way.
static bool make_mutant(Session *session, int mutation) {
  bool made = false;
  for (int i = 0; !made && i < session->programs.n; ++i)
    made = try_mutant(
        session, random_below(&session->random, session->programs.n), mutation);
  return made;
}

/// Goes through the ways in turn.
static void make_mutants(Session *session, int count) {
  for (int made = 0, turn = 0; made < count; ++turn)
    made += make_mutant(session, turn % nmutations);
}

/// Whether the volumes of the plan's messages are those of the simulation.
static bool check_volumes(const PlannedProgram *program,
                          const DmmSimulation *simulation) {
  int64_t words[DMM_RT_NUM_OPS] = {0};
  bool ok = true;
  for (int id = 0; id < program->plan->nmessages; ++id)
    words[program->plan->messages[id].op] +=
        dmm_plan_volume(program->plan, id, NULL).total;
  for (int op = 0; op < DMM_RT_NUM_OPS; ++op) {
    if (words[op] == simulation->ops[op].words)
      continue;
    printf("volume of %s: %s: %" PRId64 " words, simulated %" PRId64 "\n",
           dmm_message_op_name((DmmRtOp)op), program->name, words[op],
           simulation->ops[op].words);
    ok = false;
  }
  return ok;
}

static bool check_plans(Session *session) {
  bool ok = true;
  for (int i = 0; i < session->programs.n; ++i) {
    const PlannedProgram *program = &session->programs.items[i];
    session->traces[i] = plan_trace(program->plan);
    DmmSimulation simulation = dmm_simulate(program->plan, NULL);
    if (!simulation.ok)
      printf("fails unbroken: %s: %s\n", program->name, simulation.error.data);
    ok = simulation.ok && check_volumes(program, &simulation) && ok;
    dmm_simulation_free(&simulation);
  }
  return ok;
}

/// The share of the mutants that were killed, in percent.
static double report(const Session *session) {
  int killed = 0, all = 0;
  printf("%-24s %8s %8s %8s\n", "", "mutants", "killed", "redrawn");
  for (int i = 0; i < nmutations; ++i) {
    const Tally *t = &session->tallies[i];
    printf("%-24s %8d %8d %8d\n", mutations[i].name, t->killed + t->survived,
           t->killed, t->equivalent);
    killed += t->killed;
    all += t->killed + t->survived;
  }
  double share = 100.0 * killed / all;
  printf("%d plans, %d mutants, %d killed: %.1f %%\n", session->programs.n, all,
         killed, share);
  return share;
}

static bool load(Session *session, char **files, int nfiles) {
  session->programs = programs_create();
  bool ok = true;
  for (int i = 0; i < nfiles; ++i)
    if (!programs_add_file(&session->programs, files[i])) {
      printf("no plan: %s\n", files[i]);
      ok = false;
    }
  DmmArena *arena = session->programs.arena;
  size_t n = (size_t)session->programs.n;
  session->traces = dmm_arena_alloc(arena, n * sizeof *session->traces);
  session->tallies =
      dmm_arena_alloc(arena, (size_t)nmutations * sizeof *session->tallies);
  return ok && n;
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: mutants COUNT SEED LEAST FILE...\n");
    return 2;
  }
  Session session = {.random = strtoull(argv[2], NULL, 10)};
  bool ok = load(&session, argv + 4, argc - 4) && check_plans(&session);
  if (ok) {
    make_mutants(&session, atoi(argv[1]));
    ok = report(&session) >= atof(argv[3]);
  }
  programs_destroy(&session.programs);
  return !ok;
}
