//===- report_json.c - What dmm-run tells of a run, as JSON ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers that JSON cannot hold (an infinite error) become null, and so does
// what is not known: a comparison that was not made, the memory of a program
// that came without its plan, an error where there was none.
//
//===----------------------------------------------------------------------===//

#include "diagnostics.h"
#include "report.h"
#include "summary.h"

#include "Plan/dependence.h"

#include <math.h>

static json_t *number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *string(const char *text) {
  return text ? json_string(text) : json_null();
}

static json_t *grid_json(const DmmProgram *program) {
  json_t *grid = json_array();
  for (int i = 0; i < program->naxes; ++i)
    json_array_append_new(grid, json_integer(program->grid[i]));
  return grid;
}

static json_t *check_json(const DmmCheck *check) {
  if (!check->done)
    return json_null();
  return json_pack("{s:b, s:b, s:b, s:o, s:o}", "ok", check->ok, "exact",
                   check->exact, "reassociated", check->reassociated,
                   "max_abs_err", number(check->max_abs_err), "max_rel_err",
                   number(check->max_rel_err));
}

/// Why the file did not pass: what ended the session, else the first error that
/// was printed.
static const char *error_text(const DmmSession *session) {
  if (session->ok)
    return NULL;
  return session->failure.data ? session->failure.data : dmm_errors_first();
}

static json_t *ops_json(const DmmRtReport *run) {
  json_t *ops = json_object();
  for (int op = 0; op < DMM_RT_NUM_OPS; ++op) {
    const DmmRtOpCount *count = &run->ops[op];
    if (count->calls)
      json_object_set_new(ops, dmm_rt_op_name((DmmRtOp)op),
                          json_pack("{s:I, s:I, s:I}", "calls",
                                    (json_int_t)count->calls, "messages",
                                    (json_int_t)count->messages, "words",
                                    (json_int_t)count->words));
  }
  return ops;
}

static json_t *level_json(const DmmLevel *level, const DmmRtLevelCount *count) {
  return json_pack(
      "{s:s, s:I, s:I, s:I, s:o, s:o}", "level", level->name, "messages",
      (json_int_t)count->messages, "words", (json_int_t)count->words,
      "max_sent_words", (json_int_t)count->max_words, "energy_pj",
      number(count->energy_pj), "exposed_ns", number(count->exposed_ns));
}

/// The mapping: for each level, bottom first, a digit for each axis.
static json_t *mapping_json(const DmmTarget *target) {
  json_t *levels = json_array();
  for (int l = 0; l < target->machine.nlevels; ++l) {
    json_t *digits = json_array();
    for (int axis = 0; axis < target->problem.naxes; ++axis)
      json_array_append_new(digits,
                            json_integer(target->mapping.digits[l][axis]));
    json_array_append_new(levels, digits);
  }
  return levels;
}

static json_t *machine_json(const DmmSession *session) {
  const DmmTarget *target = session->target;
  if (!target)
    return json_null();
  json_t *levels = json_array();
  for (int l = 0; l < target->machine.nlevels; ++l)
    json_array_append_new(levels, level_json(&target->machine.levels[l],
                                             &session->run.levels[l]));
  return json_pack("{s:o, s:o, s:o, s:o, s:o}", "name",
                   string(target->machine.name), "mapping",
                   mapping_json(target), "levels", levels, "time_ns",
                   number(session->run.time_ns), "exposed_ns",
                   number(session->run.exposed_ns));
}

static json_t *memory_json(const DmmPlan *plan) {
  if (!plan)
    return json_pack("{s:n, s:n}", "live_words", "max_partition_words");
  return json_pack("{s:I, s:I}", "live_words",
                   (json_int_t)dmm_plan_live_words(plan), "max_partition_words",
                   (json_int_t)dmm_plan_partition_words(plan));
}

static json_t *loops_json(const DmmPlan *plan) {
  json_t *loops = json_array();
  for (int i = 0; plan && i < plan->nloops; ++i) {
    const DmmLoop *loop = &plan->loops[i];
    json_array_append_new(loops, json_pack("{s:o, s:b, s:o}", "loc",
                                           string(loop->loc.text),
                                           "distributed", loop->distributed,
                                           "why", string(loop->why)));
  }
  return loops;
}

static json_t *array_json(const DmmArray *array, int naxes) {
  json_t *axes = json_array();
  DmmText layout = {0};
  dmm_layout_spell(array, naxes, &layout);
  for (int axis = 0; axis < naxes; ++axis)
    if (array->layout[axis].state == DMM_SHARDED)
      json_array_append_new(axes, json_integer(axis));
  json_t *json = json_pack("{s:s, s:s, s:o}", "name", array->name, "layout",
                           layout.data, "sharded_axes", axes);
  dmm_text_free(&layout);
  return json;
}

static json_t *arrays_json(const DmmPlan *plan) {
  json_t *arrays = json_array();
  for (int i = 0; plan && i < plan->narrays; ++i)
    if (plan->arrays[i].role != DMM_ROLE_SCALAR)
      json_array_append_new(arrays, array_json(&plan->arrays[i], plan->naxes));
  return arrays;
}

static json_t *dependences_json(const DmmSession *session) {
  if (!session->plan)
    return json_array();
  const DmmTarget *target = session->target;
  dmm_plan_find_dependences(session->plan, session->params);
  if (target && target->is_mapped)
    dmm_plan_find_meetings(session->plan, &target->problem, &target->mapping);
  return dmm_dependences_json(session->plan);
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

static json_t *count_json(int64_t count) {
  return count == DMM_DYNAMIC ? json_null() : json_integer(count);
}

static json_t *traffic_json(const DmmTraffic *traffic) {
  json_t *ops = json_object();
  for (int op = 0; op < DMM_RT_NUM_OPS; ++op) {
    const DmmOpCount *count = &traffic->ops[op];
    if (count->calls)
      json_object_set_new(ops, dmm_rt_op_name((DmmRtOp)op),
                          json_pack("{s:o, s:o, s:o}", "calls",
                                    count_json(count->calls), "messages",
                                    count_json(count->messages), "words",
                                    count_json(count->words)));
  }
  return ops;
}

static json_t *work_json(const DmmSession *session) {
  const DmmModel *model = &session->model;
  const DmmWork *work = &model->work;
  return json_pack(
      "{s:o, s:o, s:o, s:o, s:b}", "instances", count_json(work->instances),
      "distributed_share", number(dmm_model_share(model)), "busiest_instances",
      count_json(work->busiest), "efficiency",
      number(dmm_model_efficiency(model, dmm_plan_partitions(session->plan))),
      "complete", work->is_complete);
}

/// The loop whose iterations would have to be gone through one by one for what
/// is null.
static json_t *limit_json(const DmmSession *session) {
  int loop = session->model.traffic.limit;
  loop = loop < 0 ? session->model.work.limit : loop;
  return loop < 0 ? json_null() : string(session->plan->loops[loop].loc.text);
}

static json_t *remarks_json(const DmmPlan *plan) {
  json_t *remarks = json_array();
  for (int i = 0; plan && i < plan->nremarks; ++i)
    json_array_append_new(remarks, json_pack("{s:o, s:s}", "loc",
                                             string(plan->remarks[i].loc.text),
                                             "text", plan->remarks[i].text));
  return remarks;
}

static json_t *cost_json(const char *name, const DmmLevelCost *cost) {
  return json_pack("{s:s?, s:o, s:o, s:o}", "level", name, "words",
                   number(cost->words), "time_ns", number(cost->time_ns),
                   "energy_pj", number(cost->energy_pj));
}

/// What the run costs on the machine by the cost model; null without one.
static json_t *price_json(const DmmSession *session) {
  const DmmTarget *target = session->target;
  const DmmPrice *price = &session->model.price;
  if (!target || !session->model.done)
    return json_null();
  json_t *levels = json_array();
  for (int l = 0; l < target->machine.nlevels; ++l)
    json_array_append_new(
        levels, cost_json(target->machine.levels[l].name, &price->by_level[l]));
  return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "machine",
                   string(target->machine.name), "mapping",
                   mapping_json(target), "total", number(price->total),
                   "compute_ns", number(price->compute_ns), "message_ns",
                   number(price->messages.time_ns), "energy_pj",
                   number(price->messages.energy_pj), "boundary_ns",
                   number(price->boundary.time_ns), "levels", levels);
}

static json_t *model_json(const DmmSession *session) {
  const DmmModel *model = &session->model;
  bool done = model->done;
  json_t *memory =
      done ? json_pack("{s:I, s:o}", "live_words",
                       (json_int_t)dmm_plan_live_words(session->plan),
                       "max_partition_words",
                       count_json(model->traffic.partition_words))
           : json_null();
  return json_pack(
      "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "entry",
      string(session->program.entry_name), "grid", grid_json(&session->program),
      "error", string(error_text(session)), "ops",
      traffic_json(&model->traffic), "memory", memory, "work",
      done ? work_json(session) : json_null(), "price", price_json(session),
      "limit", done ? limit_json(session) : json_null(), "loops",
      loops_json(session->plan), "arrays", arrays_json(session->plan),
      "remarks", remarks_json(session->plan));
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// The number, or null where the sequential function was not run.
static json_t *of_reference(const DmmSession *session, double number) {
  return session->check.done ? json_real(number) : json_null();
}

static json_t *times_json(const DmmSession *session) {
  return json_pack("{s:f, s:f, s:o}", "compile", session->compile_s, "run",
                   dmm_session_median_s(session), "reference",
                   of_reference(session, session->reference_s));
}

static json_t *processor_json(const DmmSession *session) {
  return json_pack("{s:f, s:o}", "run", session->run_processor_s, "reference",
                   of_reference(session, session->reference_processor_s));
}

static json_t *run_json(const DmmSession *session) {
  return json_pack(
      "{s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
      "entry", string(session->program.entry_name), "grid",
      grid_json(&session->program), "transport", "threads", "check",
      check_json(&session->check), "error", string(error_text(session)), "ops",
      ops_json(&session->run), "machine", machine_json(session), "memory",
      memory_json(session->plan), "loops", loops_json(session->plan), "arrays",
      arrays_json(session->plan), "dependences", dependences_json(session),
      "time_s", times_json(session), "processor_s", processor_json(session));
}

json_t *dmm_report_json(const DmmSession *session) {
  return session->options->model ? model_json(session) : run_json(session);
}
