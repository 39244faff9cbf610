//===- level_cost.h - What a collective costs, level by level -------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of a collective is the sum of what it costs on each level of the
// machine, and that depends on nothing but how the participants lie in the
// containers of the level. Collectives work in stages: a container's members
// first agree among themselves, then one of them, or each for a slice, speaks
// for all on the level above.
//
// Participants are numbered, and so are the parts of what is scattered; those
// of a container follow each other along each grid axis. Containers may be
// partly filled. Depths of trees are then those of the fullest container, and
// loads are shares of what all move, the mean over those that take part.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_LEVEL_COST_H
#define DMM_MACHINE_LEVEL_COST_H

#include "Machine/machine.h"

#include <stdbool.h>

//===----------------------------------------------------------------------===//
// How participants lie in containers
//===----------------------------------------------------------------------===//

/// The participants of a group, seen from one level. A child is what the
/// containers of the level consist of: a container of the level below, or a
/// partition. Only containers and children with participants count. Every field
/// of a group over several grid axes is the product of those along each axis.
/// Counts are double where products of int64_t could overflow.
typedef struct DmmSpread {
  int64_t radix;   ///< children of the fullest container
  double members;  ///< participants of the group
  double children; ///< of all containers
  double containers;
  double child_members;     ///< participants in the fullest child
  double container_members; ///< participants in the fullest container
  double child_pairs;     ///< ordered pairs, each member with itself too, that
                          ///< share a child
  double container_pairs; ///< those that share a container
  double led; ///< participants in the first child of their container
} DmmSpread;

/// A group of one participant: the product over no axes.
extern const DmmSpread dmm_spread_one;

/// `size` consecutive participants along an axis, of which `placed` lie in each
/// child (the last may hold fewer) and `digit` children in each container.
DmmSpread dmm_spread_axis(int64_t size, int64_t placed, int64_t digit);

/// Participants in each container there, which is what is placed for the level
/// above; at most `size`.
int64_t dmm_placed_above(int64_t size, int64_t placed, int64_t digit);

/// The group over the axes of both.
static inline DmmSpread dmm_spread_product(const DmmSpread *a,
                                           const DmmSpread *b) {
  return (DmmSpread){
      .radix = a->radix * b->radix,
      .members = a->members * b->members,
      .children = a->children * b->children,
      .containers = a->containers * b->containers,
      .child_members = a->child_members * b->child_members,
      .container_members = a->container_members * b->container_members,
      .child_pairs = a->child_pairs * b->child_pairs,
      .container_pairs = a->container_pairs * b->container_pairs,
      .led = a->led * b->led,
  };
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// On one level, with latency alpha, beta ns a word, n words, p participants, c
/// children and C containers with participants in all, and at most k children
/// in a container; L is ceil(log2 k). Of pairs of participants that share a
/// container but no child there are Q, in either order. Where each participant
/// has only q partners for an all_to_all, they are taken to be anywhere: q / (p
/// - 1) of the messages remain, with all the words.
///
///   kind             ns of one call                  words that cross
///   reduce           L alpha + n beta if k > 1       n (c - C)
///   broadcast        the same                        the same
///   all_reduce       2 L alpha + words / p beta      2 n (c - C)
///   reduce_scatter,  L alpha + words / p beta        n (c - C)
///   all_gather
///   scatter, gather  L alpha + words / C beta        n (p - led) / p
///   all_to_all       Q / p alpha + words / p beta    n Q / p
///   chain            (c - C) (alpha + n beta)        n (c - C)
///   halo             alpha + n beta (see below)      n (c - C)
///
/// Where all containers are alike and P_below participants lie in a child, that
/// is 2 (k-1)/k n / P_below beta for all_reduce (a reduce-scatter on the way up
/// the levels, an all-gather on the way down), (k-1)/k n / C beta for scatter,
/// and (k-1) P_below (alpha + n/p beta) for all_to_all.
///
/// n counts: for reduce, broadcast and all_reduce the result; for scatter,
/// gather, reduce_scatter and all_gather the whole; for all_to_all what each
/// participant holds; for chain and halo what passes between neighbours. Chains
/// and halos run along one grid axis. Each further call of a chain follows the
/// one before at a hop's distance: it takes alpha + n beta on the highest level
/// that the chain crosses, and nothing on the others. A halo, too, takes time
/// on the highest level only, where its slowest neighbours meet; words tell how
/// many meet on which level. The root of scatter and gather is the first
/// participant.
///
/// Energy is that of the words. Source: the alpha-beta model of Hockney, with
/// the tree, reduce-scatter (Rabenseifner) and pairwise algorithms of MPI
/// libraries (R. Thakur, R. Rabenseifner, W. Gropp, Optimization of collective
/// communication operations in MPICH, 2005), applied to each level.
typedef enum DmmCollectiveKind {
  DMM_COLLECTIVE_REDUCE,
  DMM_COLLECTIVE_BROADCAST,
  DMM_COLLECTIVE_ALL_REDUCE,
  DMM_COLLECTIVE_REDUCE_SCATTER,
  DMM_COLLECTIVE_ALL_GATHER,
  DMM_COLLECTIVE_SCATTER,
  DMM_COLLECTIVE_GATHER,
  DMM_COLLECTIVE_ALL_TO_ALL,
  DMM_COLLECTIVE_CHAIN,
  DMM_COLLECTIVE_HALO,
} DmmCollectiveKind;

enum { DMM_NUM_COLLECTIVES = DMM_COLLECTIVE_HALO + 1 };

/// The kind of an operation of the runtime. is_scattered: a reduction ends in a
/// layout; has_root: else a gather goes to all members.
DmmCollectiveKind dmm_collective_kind(DmmRtOp op, bool is_scattered,
                                      bool has_root);

/// A collective that the groups along some grid axes run, all at once.
typedef struct DmmCollective {
  DmmCollectiveKind kind;
  uint32_t axes; ///< bit a: spans grid axis a; none: costs nothing
  double words;
  int64_t element_bytes;
  double calls;    ///< how often it runs, at least 1
  double partners; ///< all_to_all: members that each one has words for; 0: all
} DmmCollective;

/// The part of all messages of an all_to_all among `members` that remains where
/// each has its number of partners only.
double dmm_partner_share(const DmmCollective *collective, double members);

/// Rounds in which one of n members reaches all others: ceil(log2 n).
static inline double dmm_ceil_log2(int64_t n) {
  return n > 1 ? 64 - __builtin_clzll((unsigned long long)n - 1) : 0;
}

/// The name, such as "all_reduce".
const char *dmm_collective_name(DmmCollectiveKind kind);

/// What all calls of one group cost.
typedef struct DmmLevelCost {
  double time_ns, energy_pj;
  double words; ///< that cross the level: between children of one container
  double least_words; ///< what no schedule undercuts that crosses each level
                      ///< above with as few words as can be
} DmmLevelCost;

/// The cost on a level of a collective over a group that lies there as `spread`
/// says. The least words are those that cross, except for scatter and gather,
/// where parts go straight between the root and their owner: n / p times the
/// members of the root's container that are not in the root's child, at most.
DmmLevelCost dmm_level_cost(const DmmLevel *level, const DmmSpread *spread,
                            const DmmCollective *collective);

/// The cost of a collective of one group of `size` participants, of which
/// digits[l] children with participants lie in each container of level l,
/// bottom first, and all in one container of the last. Writes the cost on each
/// level if `by_level` is not null; its least words are summed like the others.
DmmLevelCost dmm_group_cost(const DmmMachine *machine, int64_t size,
                            const int64_t *digits,
                            const DmmCollective *collective,
                            DmmLevelCost *by_level);

/// What the cost on a level consists of: it is linear in each of these. See the
/// table above.
typedef enum DmmMeasure {
  DMM_MEASURE_ROUNDS,     ///< L
  DMM_MEASURE_CROSSES,    ///< 1 if k > 1
  DMM_MEASURE_IS_HIGHEST, ///< 1 if k > 1 and C = 1
  DMM_MEASURE_HOPS,       ///< c - C
  DMM_MEASURE_PAIRS,      ///< Q
  DMM_MEASURE_MOVED,      ///< p - led
  DMM_MEASURE_MOVED_EACH, ///< (p - led) / C
} DmmMeasure;

enum { DMM_NUM_MEASURES = DMM_MEASURE_MOVED_EACH + 1 };

typedef struct DmmMeasures {
  double of[DMM_NUM_MEASURES];
} DmmMeasures;

static inline DmmMeasures dmm_measures(const DmmSpread *s) {
  bool crosses = s->radix > 1;
  double moved = s->members - s->led;
  return (DmmMeasures){{
      [DMM_MEASURE_ROUNDS] = dmm_ceil_log2(s->radix),
      [DMM_MEASURE_CROSSES] = crosses ? 1 : 0,
      [DMM_MEASURE_IS_HIGHEST] = crosses && s->containers == 1 ? 1 : 0,
      [DMM_MEASURE_HOPS] = s->children - s->containers,
      [DMM_MEASURE_PAIRS] = s->container_pairs - s->child_pairs,
      [DMM_MEASURE_MOVED] = moved,
      [DMM_MEASURE_MOVED_EACH] = moved / s->containers,
  }};
}

/// What all calls of one group cost for each unit of a measure.
typedef struct DmmLevelRates {
  double time_ns[DMM_NUM_MEASURES], words[DMM_NUM_MEASURES];
} DmmLevelRates;

/// The rates of a collective of groups of `members`. dmm_level_cost is the sum
/// of measures times rates.
DmmLevelRates dmm_level_rates(const DmmLevel *level,
                              const DmmCollective *collective, double members);

/// Adds `cost` to `sum`.
void dmm_level_cost_add(DmmLevelCost *sum, const DmmLevelCost *cost);

#endif // DMM_MACHINE_LEVEL_COST_H
