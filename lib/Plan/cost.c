//===- cost.c - What a plan costs -----------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/cost.h"

#include "Plan/estimate.h"
#include "Plan/price.h"

/// A message's latency and a statement's time, as numbers of words that cross
/// a link in that time.
enum { WORDS_PER_MESSAGE = 1000, WORDS_PER_INSTANCE = 1 };

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Each member passes on what it has combined, and may get the result; or gets
/// its part from each of the others.
static double reduction_words(const DmmEstimate *e, const DmmMessage *message,
                              double members) {
  if (message->layout)
    return (members - 1) * dmm_estimate_box_words(e, message);
  double ways = message->op == DMM_RT_ALL_REDUCE ? 2 : 1;
  int home = e->plan->arrays[message->array].home;
  return ways * (members - 1) / members * dmm_estimate_buffer_words(e, home);
}

static void add_message(const DmmEstimate *e, const DmmMessage *message,
                        double trips, DmmCost *cost) {
  bool reduces =
      message->op == DMM_RT_REDUCE || message->op == DMM_RT_ALL_REDUCE;
  double members = dmm_estimate_members(e->plan, message);
  if ((!message->box && !reduces) || members == 1)
    return;
  if (reduces) {
    cost->messages += trips;
    cost->words += trips * reduction_words(e, message, members);
    return;
  }
  // What is said to be received includes the member's own part.
  double share = message->op == DMM_RT_HALO
                     ? (double)(message->low + message->high)
                     : (members - 1) / members;
  cost->messages += trips;
  cost->words += trips * share * dmm_estimate_box_words(e, message);
}

static void add_leaf(const DmmEstimate *e, const DmmNode *leaf, double trips,
                     void *user) {
  DmmCost *cost = user;
  if (leaf->kind == DMM_NODE_STATEMENT)
    cost->instances += trips;
  else
    add_message(e, &e->plan->messages[leaf->id], trips, cost);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

static DmmCost cost_at(const DmmPlan *plan, DmmWhere where) {
  DmmEstimate e = dmm_estimate_create(plan, DMM_TYPICAL_SIZE, where);
  DmmCost cost = {0};
  dmm_estimate_walk(&e, add_leaf, &cost);
  return cost;
}

DmmCost dmm_plan_cost(const DmmPlan *plan) {
  return cost_at(plan, DMM_WHERE_MIDDLE);
}

double dmm_plan_imbalance(const DmmPlan *plan) {
  double most = 0, sum = 0;
  for (DmmWhere where = DMM_WHERE_FIRST; where <= DMM_WHERE_LAST; ++where) {
    double instances = dmm_estimate_instances(plan, where);
    most = instances > most ? instances : most;
    sum += instances;
  }
  return sum > 0 ? 3 * most / sum : 1;
}

double dmm_plan_total(const DmmPlan *plan) {
  if (plan->pricing)
    return dmm_plan_price(plan).total;
  DmmCost cost = dmm_plan_cost(plan);
  return dmm_cost_total(&cost);
}

double dmm_plan_cost_of_busiest(const DmmPlan *plan) {
  double most = 0;
  if (plan->pricing)
    return dmm_plan_price(plan).total;
  for (DmmWhere where = DMM_WHERE_FIRST; where <= DMM_WHERE_LAST; ++where) {
    DmmCost cost = cost_at(plan, where);
    most = dmm_cost_total(&cost) > most ? dmm_cost_total(&cost) : most;
  }
  return most;
}

double dmm_cost_total(const DmmCost *cost) {
  return cost->messages * WORDS_PER_MESSAGE + cost->words +
         cost->instances * WORDS_PER_INSTANCE;
}
