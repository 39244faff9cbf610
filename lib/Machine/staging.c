//===- staging.c - Whether a collective works in stages -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/staging.h"

#include "dmm-runtime/abi.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// The table as a text
//===----------------------------------------------------------------------===//

static const char *const algorithm_names[] = {[DMM_ALGORITHM_COST] = "cost",
                                              [DMM_ALGORITHM_FLAT] = "flat",
                                              [DMM_ALGORITHM_STAGED] =
                                                  "staged"};

enum { NUM_ALGORITHMS = DMM_ALGORITHM_STAGED + 1 };

/// Whether the first `length` characters of `text` are `name`.
static bool is_name(const char *text, size_t length, const char *name) {
  return strlen(name) == length && !memcmp(text, name, length);
}

static bool has_stages(DmmCollectiveKind kind) {
  return kind != DMM_COLLECTIVE_CHAIN && kind != DMM_COLLECTIVE_HALO;
}

/// Reads one entry, "kind:algorithm", of `length` characters.
static bool parse_entry(const char *text, size_t length,
                        DmmAlgorithms *algorithms) {
  const char *colon = memchr(text, ':', length);
  size_t left = colon ? (size_t)(colon - text) : length;
  for (int kind = 0; colon && kind < DMM_NUM_COLLECTIVES; ++kind)
    for (int a = 0; a < NUM_ALGORITHMS; ++a)
      if (has_stages((DmmCollectiveKind)kind) &&
          is_name(text, left, dmm_collective_name((DmmCollectiveKind)kind)) &&
          is_name(colon + 1, length - left - 1, algorithm_names[a])) {
        algorithms->of[kind] = (DmmAlgorithm)a;
        return true;
      }
  return false;
}

bool dmm_algorithms_parse(const char *text, DmmAlgorithms *algorithms) {
  *algorithms = (DmmAlgorithms){{DMM_ALGORITHM_COST}};
  if (!*text)
    return true;
  for (;;) {
    size_t length = strcspn(text, "/");
    if (!parse_entry(text, length, algorithms))
      return false;
    text += length;
    if (!*text++)
      return true;
  }
}

void dmm_algorithms_print(const DmmAlgorithms *algorithms, DmmText *text) {
  const char *separator = "";
  for (int kind = 0; kind < DMM_NUM_COLLECTIVES; ++kind) {
    if (!has_stages((DmmCollectiveKind)kind))
      continue;
    dmm_text_printf(text, "%s%s:%s", separator,
                    dmm_collective_name((DmmCollectiveKind)kind),
                    algorithm_names[algorithms->of[kind]]);
    separator = "/";
  }
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Each level that the group spans.
static DmmStaging all_stages(const DmmMappingProblem *problem,
                             const DmmMapping *mapping, uint32_t bits,
                             const int64_t *axes, int naxes) {
  DmmStaging s = {0};
  for (int l = 0; l < problem->machine->nlevels; ++l) {
    if (!dmm_mapping_spans(problem, mapping, bits, l))
      continue;
    for (int i = 0; i < naxes; ++i)
      s.digits[s.nstages * naxes + i] = mapping->digits[l][axes[i]];
    ++s.nstages;
  }
  return s;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// One level of the group, as it is where all containers are full.
typedef struct Step {
  double alpha;    ///< ns of a message
  double beta;     ///< ns of a word
  double children; ///< of a container
  double below;    ///< members of a child
} Step;

typedef struct Pricing {
  const DmmCollective *collective;
  Step steps[DMM_MAX_LEVELS];
  int n;
  double members;
} Pricing;

static Pricing price_group(const DmmMappingProblem *problem,
                           const DmmMapping *mapping,
                           const DmmCollective *collective) {
  Pricing p = {.collective = collective, .members = 1};
  for (int l = 0; l < problem->machine->nlevels; ++l) {
    const DmmLevel *level = &problem->machine->levels[l];
    double children = 1;
    for (int a = 0; a < problem->naxes; ++a)
      if (collective->axes >> a & 1)
        children *= (double)mapping->digits[l][a];
    if (children == 1)
      continue;
    p.steps[p.n++] =
        (Step){level->latency_ns,
               (double)collective->element_bytes / level->gbyte_per_s, children,
               p.members};
    p.members *= children;
  }
  return p;
}

/// Along a tree, whose messages all carry n words: over all stages, or over all
/// members at the highest level.
static double tree_time(const Pricing *p, bool staged) {
  const Step *top = &p->steps[p->n - 1];
  double n = p->collective->words, time = 0;
  if (!staged)
    return dmm_ceil_log2((int64_t)p->members) * (top->alpha + n * top->beta);
  for (int i = 0; i < p->n; ++i)
    time += dmm_ceil_log2((int64_t)p->steps[i].children) *
            (p->steps[i].alpha + n * p->steps[i].beta);
  return time;
}

/// Halving, or doubling: at each stage a member has the n-th part of its child.
static double slices_time(const Pricing *p) {
  double time = 0;
  for (int i = 0; i < p->n; ++i) {
    const Step *s = &p->steps[i];
    time += dmm_ceil_log2((int64_t)s->children) * s->alpha +
            (s->children - 1) / s->children * p->collective->words / s->below *
                s->beta;
  }
  return time;
}

/// Everybody with everybody, or with its partners: one message for each pair,
/// of n / p words on average.
static double pairs_time(const Pricing *p) {
  double time = 0, part = p->collective->words / p->members;
  double share = dmm_partner_share(p->collective, p->members);
  for (int i = 0; i < p->n; ++i) {
    const Step *s = &p->steps[i];
    time += (s->children - 1) * s->below * (share * s->alpha + part * s->beta);
  }
  return time;
}

/// To collect a message of `words` in a child of step number i, or to deliver
/// it there.
static double bundle_time(const Pricing *p, int i, double words) {
  double time = 0;
  for (int k = 0; k < i; ++k)
    time += dmm_ceil_log2((int64_t)p->steps[k].children) * p->steps[k].alpha;
  return i > 0 ? time + words * p->steps[i - 1].beta : 0;
}

/// One message for each pair of siblings, which the members of a child share
/// out among them.
static double bundles_time(const Pricing *p) {
  double time = 0, part = p->collective->words / p->members;
  for (int i = 0; i < p->n; ++i) {
    const Step *s = &p->steps[i];
    double words = part * s->below * s->below;
    double turns =
        (double)dmm_ceildiv((int64_t)s->children - 1, (int64_t)s->below);
    time += turns * (s->alpha + words * s->beta + 2 * bundle_time(p, i, words));
  }
  return time;
}

/// From or to the root, in messages of its own or through leaders.
static double rooted_time(const Pricing *p, bool staged) {
  double time = staged ? 0 : p->steps[p->n - 1].alpha;
  for (int i = 0; i < p->n; ++i) {
    const Step *s = &p->steps[i];
    double words =
        p->collective->words * (s->children - 1) * s->below / p->members;
    time += (staged ? dmm_ceil_log2((int64_t)s->children) * s->alpha : 0) +
            words * s->beta;
  }
  return time;
}

static double time_of(const Pricing *p, bool staged) {
  switch (p->collective->kind) {
  case DMM_COLLECTIVE_REDUCE:
  case DMM_COLLECTIVE_BROADCAST:
    return tree_time(p, staged);
  case DMM_COLLECTIVE_ALL_REDUCE:
    return 2 * (staged ? slices_time(p) : tree_time(p, false));
  case DMM_COLLECTIVE_REDUCE_SCATTER:
  case DMM_COLLECTIVE_ALL_GATHER:
    return staged ? slices_time(p) : pairs_time(p);
  case DMM_COLLECTIVE_SCATTER:
  case DMM_COLLECTIVE_GATHER:
    return rooted_time(p, staged);
  default:
    return staged ? bundles_time(p) : pairs_time(p);
  }
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

static bool is_staged_by_cost(const DmmMappingProblem *problem,
                              const DmmMapping *mapping,
                              const DmmCollective *collective) {
  DmmCollectiveKind kind = collective->kind;
  if (collective->words < 0)
    return kind != DMM_COLLECTIVE_SCATTER && kind != DMM_COLLECTIVE_GATHER &&
           kind != DMM_COLLECTIVE_ALL_TO_ALL;
  Pricing p = price_group(problem, mapping, collective);
  return time_of(&p, true) < time_of(&p, false);
}

DmmStaging dmm_stage(const DmmMappingProblem *problem,
                     const DmmMapping *mapping, const DmmAlgorithms *algorithms,
                     const DmmCollective *collective, const int64_t *axes,
                     int naxes) {
  static const DmmStaging flat;
  DmmAlgorithm algorithm = algorithms->of[collective->kind];
  int spanned = dmm_mapping_levels_spanned(problem, mapping, collective->axes);
  if (!has_stages(collective->kind) || spanned < 2 ||
      algorithm == DMM_ALGORITHM_FLAT ||
      (algorithm == DMM_ALGORITHM_COST &&
       !is_staged_by_cost(problem, mapping, collective)))
    return flat;
  return all_stages(problem, mapping, collective->axes, axes, naxes);
}
