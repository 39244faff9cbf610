//===- simulate_text.c - What goes wrong in a simulation, in words --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/simulation.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

bool dmm_sim_fail(Sim *sim, DmmLoc loc, const char *format, ...) {
  DmmText *error = &sim->result->error;
  if (error->length)
    return false;
  va_list args;
  va_start(args, format);
  char line[1024];
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (loc.text)
    dmm_text_printf(error, "%s: ", loc.text);
  dmm_text_printf(error, "%s", line);
  return false;
}

bool dmm_sim_fail_text(Sim *sim, DmmLoc loc, DmmText *text) {
  dmm_sim_fail(sim, loc, "%s", text->data);
  dmm_text_free(text);
  return false;
}

void dmm_sim_put_ivs(const Sim *sim, const int *ivs, int n, const int64_t *vars,
                     DmmText *text) {
  for (int i = 0; i < n; ++i)
    dmm_text_printf(text, "%s%s = %" PRId64, i ? ", " : " (",
                    sim->plan->vars[ivs[i]].name, vars[ivs[i]]);
  dmm_text_printf(text, n ? ")" : "");
}

static void put_list(const int64_t *values, int n, DmmText *text) {
  for (int i = 0; i < n; ++i)
    dmm_text_printf(text, "%s%" PRId64, i ? ", " : "", values[i]);
}

void dmm_sim_put_partition(const Sim *sim, const SimPartition *partition,
                           DmmText *text) {
  dmm_text_printf(text, "partition (");
  put_list(partition->coords, sim->plan->naxes, text);
  dmm_text_printf(text, ")");
}

void dmm_sim_put_element(const Sim *sim, int array, const int64_t *x,
                         DmmText *text) {
  const DmmArray *a = &sim->plan->arrays[array];
  dmm_text_printf(text, "%s[", a->name);
  put_list(x, a->rank, text);
  dmm_text_printf(text, "]");
}

/// Runs the loops of the source program up to an instance: its indices are only
/// needed to tell what went wrong, so they are not kept.
static const SimInstruction *find_instance(const Sim *sim, int statement,
                                           int64_t number, SimCursor *cursor) {
  while (true) {
    const SimInstruction *at = dmm_sim_advance(&sim->source, cursor);
    if (at->op == SIM_STATEMENT && at->id == statement && number-- == 0)
      return at;
    ++cursor->pc;
  }
}

void dmm_sim_put_instance(const Sim *sim, int statement, int64_t number,
                          DmmText *text) {
  SimCursor cursor = dmm_sim_cursor(sim, &sim->source);
  const SimInstruction *at = find_instance(sim, statement, number, &cursor);
  dmm_text_printf(text, "%s", sim->plan->statements[statement].name);
  dmm_sim_put_ivs(sim, at->ivs, at->nivs, cursor.vars, text);
}

void dmm_sim_put_number(const Sim *sim, int array, int64_t element,
                        DmmText *text) {
  const DmmArray *a = &sim->plan->arrays[array];
  int64_t *x = dmm_arena_alloc(sim->arena, (size_t)a->rank * sizeof *x);
  for (int d = a->rank - 1; d >= 0; --d) {
    x[d] = element % a->sizes[d];
    element /= a->sizes[d];
  }
  dmm_sim_put_element(sim, array, x, text);
}

void dmm_sim_put_version(const Sim *sim, SimVersion version, DmmText *text) {
  for (int a = 0; a < sim->plan->narrays; ++a) {
    int64_t element = (int64_t)version - sim->initial[a];
    if (sim->initial[a] && element >= 0 &&
        element < dmm_array_elements(&sim->plan->arrays[a])) {
      dmm_text_printf(text, "the initial value of ");
      dmm_sim_put_number(sim, a, element, text);
      return;
    }
  }
  for (int s = 0; s < sim->plan->nstatements; ++s) {
    int64_t number = (int64_t)version - sim->statements[s].version;
    if (number >= 0 && number < sim->statements[s].instances.count) {
      dmm_text_printf(text, "the value written by ");
      dmm_sim_put_instance(sim, s, number, text);
      return;
    }
  }
  if (!dmm_sim_put_region_version(sim, version, text))
    dmm_text_printf(text, "an undefined value");
}
