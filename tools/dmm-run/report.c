//===- report.c - What dmm-run tells of a run, for people -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report.h"

#include "Plan/print.h"
#include "npy.h"
#include "summary.h"

#include <inttypes.h>

static void print_plan(const DmmPlan *plan, FILE *out) {
  DmmText text = {0};
  dmm_plan_print(plan, &text);
  fputs(text.data, out);
  dmm_text_free(&text);
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

static void print_loops(const DmmPlan *plan, FILE *out) {
  fprintf(out, "loops\n");
  for (int i = 0; i < plan->nloops; ++i) {
    const DmmLoop *loop = &plan->loops[i];
    fprintf(out, "  %s: %s%s%s\n", loop->loc.text ? loop->loc.text : loop->name,
            loop->distributed ? "distributed" : "whole", loop->why ? ", " : "",
            loop->why ? loop->why : "");
  }
}

static void print_arrays(const DmmPlan *plan, FILE *out) {
  DmmText text = {0};
  dmm_text_printf(&text, "arrays\n");
  for (int i = 0; i < plan->narrays; ++i) {
    const DmmArray *array = &plan->arrays[i];
    if (array->role == DMM_ROLE_SCALAR)
      continue;
    dmm_text_printf(&text, "  %s: ", array->name);
    dmm_sizes_print(array->rank, array->sizes, &text);
    dmm_text_printf(&text, " of %s, ", array->element);
    dmm_layout_describe(array, plan->naxes, &text);
    dmm_text_printf(&text, "\n");
  }
  fputs(text.data, out);
  dmm_text_free(&text);
}

static void print_ops(const DmmRtReport *run, FILE *out) {
  fprintf(out, "%-18s %12s %12s %12s %10s\n", "moved", "calls", "messages",
          "words", "wait");
  for (int op = 0; op < DMM_RT_NUM_OPS; ++op) {
    const DmmRtOpCount *count = &run->ops[op];
    if (count->calls)
      fprintf(out,
              "  %-16s %12" PRId64 " %12" PRId64 " %12" PRId64 " %8.6f s\n",
              dmm_rt_op_name((DmmRtOp)op), count->calls, count->messages,
              count->words, count->wait_s);
  }
}

static void print_levels(const DmmSession *session, FILE *out) {
  const DmmMachine *machine = &session->target->machine;
  fprintf(out, "%-18s %12s %12s %12s %14s\n", "crossed level", "messages",
          "words", "energy", "exposed wait");
  for (int l = 0; l < machine->nlevels; ++l) {
    const DmmRtLevelCount *level = &session->run.levels[l];
    fprintf(out, "  %-16s %12" PRId64 " %12" PRId64 " %9.4g pJ %11.4g ns\n",
            machine->levels[l].name, level->messages, level->words,
            level->energy_pj, level->exposed_ns);
  }
  fprintf(out, "virtual time: %.6g ns, %.6g ns of waiting on all partitions\n",
          session->run.time_ns, session->run.exposed_ns);
}

static void print_memory(const DmmPlan *plan, FILE *out) {
  fprintf(out,
          "memory: %" PRId64 " words of arrays, at most %" PRId64
          " words on a partition\n",
          dmm_plan_live_words(plan), dmm_plan_partition_words(plan));
}

static void print_times(const DmmSession *session, FILE *out) {
  fprintf(out, "time: compile %.6f s, run %.6f s", session->compile_s,
          dmm_session_median_s(session));
  if (session->nruns > 1)
    fprintf(out, " (median of %d, at least %.6f s)", session->nruns,
            dmm_session_least_s(session));
  if (session->check.done)
    fprintf(out, ", reference %.6f s", session->reference_s);
  fprintf(out, "\n");
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// A number, or a question mark where it is not known.
static const char *spell(int64_t number, char *room, size_t n) {
  if (number == DMM_DYNAMIC)
    return "?";
  snprintf(room, n, "%" PRId64, number);
  return room;
}

static void print_traffic(const DmmTraffic *traffic, FILE *out) {
  char calls[24], messages[24], words[24];
  fprintf(out, "%-18s %12s %12s %12s\n", "moved", "calls", "messages", "words");
  for (int op = 0; op < DMM_RT_NUM_OPS; ++op) {
    const DmmOpCount *count = &traffic->ops[op];
    if (count->calls)
      fprintf(out, "  %-16s %12s %12s %12s\n", dmm_rt_op_name((DmmRtOp)op),
              spell(count->calls, calls, sizeof calls),
              spell(count->messages, messages, sizeof messages),
              spell(count->words, words, sizeof words));
  }
}

static void print_work(const DmmSession *session, FILE *out) {
  const DmmWork *work = &session->model.work;
  char instances[24], busiest[24];
  fprintf(
      out,
      "work: %s instances, %.1f %% in distributed nests, at most %s on a "
      "partition: efficiency %.3f%s\n",
      spell(work->instances, instances, sizeof instances),
      100 * dmm_model_share(&session->model),
      spell(work->busiest, busiest, sizeof busiest),
      dmm_model_efficiency(&session->model, dmm_plan_partitions(session->plan)),
      work->is_complete ? "" : ", without what runs at the root alone");
}

static void print_limit(const DmmPlan *plan, int loop, FILE *out) {
  if (loop >= 0)
    fprintf(out,
            "?: not known, as the iterations of the loop at %s are too many to "
            "go through one by one\n",
            plan->loops[loop].loc.text);
}

static void print_price(const DmmSession *session, FILE *out) {
  const DmmPrice *price = &session->model.price;
  const DmmMachine *machine = &session->target->machine;
  fprintf(out, "%-18s %12s %12s %12s\n", "crossed level", "words", "time",
          "energy");
  for (int l = 0; l < machine->nlevels; ++l)
    fprintf(out, "  %-16s %12.6g %9.4g ns %9.4g pJ\n", machine->levels[l].name,
            price->by_level[l].words, price->by_level[l].time_ns,
            price->by_level[l].energy_pj);
  fprintf(
      out,
      "modelled time: %.6g ns of statements, %.6g ns of messages; entry and "
      "exit apart, %.6g ns\n",
      price->compute_ns, price->messages.time_ns, price->boundary.time_ns);
}

static void print_model(const DmmSession *session, FILE *out) {
  const DmmModel *model = &session->model;
  char words[24];
  print_traffic(&model->traffic, out);
  fprintf(out,
          "memory: %" PRId64 " words of arrays, at most %s words on a "
          "partition\n",
          dmm_plan_live_words(session->plan),
          spell(model->traffic.partition_words, words, sizeof words));
  print_work(session, out);
  if (session->target)
    print_price(session, out);
  print_limit(session->plan, model->traffic.limit, out);
  print_limit(session->plan, model->work.limit, out);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

static void print_stats(const DmmSession *session, FILE *out) {
  if (session->plan) {
    print_loops(session->plan, out);
    print_arrays(session->plan, out);
  }
  if (session->model.done)
    print_model(session, out);
  if (!session->nruns)
    return;
  print_ops(&session->run, out);
  if (session->target)
    print_levels(session, out);
  if (session->plan)
    print_memory(session->plan, out);
  print_times(session, out);
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

static void print_head(const DmmSession *session, FILE *out) {
  DmmText grid = {0};
  dmm_sizes_print(session->program.naxes, session->program.grid, &grid);
  fprintf(out, "%s: @%s on grid %s", session->program.file,
          session->program.entry_name, grid.data);
  dmm_text_free(&grid);
}

static void print_check(const DmmCheck *check, FILE *out) {
  if (check->ok && check->exact)
    fprintf(out, "check: ok (exact)\n");
  else if (check->ok)
    fprintf(out, "check: ok (within %.3g, relative %.3g, reassociated)\n",
            check->max_abs_err, check->max_rel_err);
  else
    fprintf(out, "check: FAILED: %s\n", check->failure.data);
}

static void print_verdicts(const DmmSession *session, FILE *out) {
  if (session->simulated)
    fprintf(out, "simulation: ok (calls, messages and words as in the run)\n");
  if (session->check.done)
    print_check(&session->check, out);
  if (!session->ok && session->failure.data &&
      (session->check.ok || !session->check.done))
    fprintf(out, "FAILED: %s\n", session->failure.data);
}

/// The verdict in the rest of a line.
static void print_brief(const DmmSession *session, FILE *out) {
  if (!session->program.entry_name)
    fprintf(out, "%s: FAILED\n", session->program.file);
  if (!session->program.entry_name)
    return;
  print_head(session, out);
  if (!session->ok)
    fprintf(out, ": FAILED%s%s\n", session->failure.data ? ": " : "",
            session->failure.data ? session->failure.data : "");
  else
    fprintf(out, ": ok%s\n",
            !session->check.done   ? ""
            : session->check.exact ? " (exact)"
                                   : " (within the tolerance, reassociated)");
}

/// What the options ask for besides the verdict.
static void print_details(const DmmSession *session, FILE *out) {
  const DmmRunOptions *options = session->options;
  bool known = session->plan || session->nruns;
  bool stats = options->stats || options->model;
  if (!known || !(stats || options->dump_plan))
    return;
  print_head(session, out);
  fprintf(out, "\n");
  if (options->dump_plan && session->plan)
    print_plan(session->plan, out);
  if (stats)
    print_stats(session, out);
}

void dmm_report_print(const DmmSession *session, bool brief, FILE *out) {
  bool judged =
      session->check.done || session->simulated || session->model.done;
  print_details(session, out);
  if (brief || (!judged && session->ok))
    print_brief(session, out);
  else
    print_verdicts(session, out);
  fflush(out);
}
