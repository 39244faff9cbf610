//===- steps.h - The steps of building a plan -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dmm_plan_build runs these in order, each on what the ones before have filled
// in. None of them touches the IR.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_STEPS_H
#define DMM_PLAN_STEPS_H

#include "Plan/polyhedra.h"

/// What the user asked for, per array and per loop.
typedef struct DmmArrayRequest {
  const DmmAxisLayout *layout; ///< one for each grid axis, or null
  const int64_t *split;        ///< one for each dimension, or null
  bool is_chosen;              ///< by dmm-distribute: it is chosen again
} DmmArrayRequest;

typedef struct DmmRequests {
  DmmArrayRequest *arrays; ///< one for each array
  int *loop_axis;          ///< for each loop: a grid axis, or -1
} DmmRequests;

/// Makes room for the last `narrays` arrays and `nloops` loops of the plan,
/// which the program does not have: nobody asked for anything for them.
void dmm_requests_extend(const DmmPlan *plan, int narrays, int nloops,
                         DmmRequests *requests);

/// The web that an access belongs to, from 0 on.
typedef struct DmmWebAccess {
  const void *ir; ///< MlirOperation.ptr of the load or store
  int web;
} DmmWebAccess;

/// The accesses of one array; a load that statements share occurs once for each
/// of them. Empty, and count is at most 1, where all of the array is one web.
typedef struct DmmWebs {
  DmmWebAccess *accesses;
  size_t n;
  int count; ///< number of webs
} DmmWebs;

/// Webs (webs.c): parts the accesses of a local array so that no value written
/// in one web is read in another. Between loads and their statements the
/// elements are not overwritten. Lives in the plan's arena.
DmmWebs dmm_plan_webs(const DmmPoly *poly, int array);

/// Requirements (require.c): finds the sizes and integers with which the
/// program would run outside of its arrays. Before any variable but the
/// parameters is there.
void dmm_plan_add_requirements(DmmPlan *plan, const DmmPoly *poly);

/// Layouts (layout.c): gives every array a layout over the grid, and the plan
/// its templates.
void dmm_plan_lay_out(DmmPlan *plan, const DmmPoly *poly,
                      const DmmRequests *requests);

/// Parallel loops (parallel.c): whether the loop at `level` around the
/// statement carries no flow to it that would cross partitions if dimension
/// `dim` of `array`, which it accesses, were cut.
bool dmm_plan_loop_is_parallel(const DmmPoly *poly, int statement, int level,
                               int array, int dim);

/// For each array and grid axis the dimension that would be cut if only the
/// statements that `counts` marks were there, or -1. In the plan's arena.
const int *dmm_plan_preferred_dims(DmmPlan *plan, const DmmPoly *poly,
                                   const DmmRequests *requests,
                                   const bool *counts);

/// Candidates (relayout.c): finds the loops that would rather have arrays laid
/// out anew. Last, when the messages stand.
void dmm_plan_find_relayouts(DmmPlan *plan, const DmmPoly *poly,
                             const DmmRequests *requests);

/// Where the element of the access lies along the axis, times the layout's
/// denominator: the cell that it is in, or the coordinate that it is pinned to.
DmmExpr dmm_plan_cell(const DmmPlan *plan, const DmmAccess *access, int axis);

/// Owner computes (owner.c): gives every statement its map; then, when layouts
/// are final, every array its home buffer, if a statement uses it, and its
/// buffer at the root, if it is local and a root region uses it.
void dmm_plan_map_statements(DmmPlan *plan);
void dmm_plan_add_homes(DmmPlan *plan);

/// Gives the home of array `id` at least that many ghosts on each side of
/// dimension `dim`.
void dmm_plan_add_ghosts(DmmPlan *plan, int id, int dim, int64_t low,
                         int64_t high);

/// Private temporaries (private.c): gives each partition a copy of its own of a
/// single-element temporary whose values do not leave the iteration of the
/// distributed loops; its writers then run where it is read. A requested layout
/// is kept.
void dmm_plan_privatize(DmmPlan *plan, const DmmPoly *poly,
                        const DmmRequests *requests);

/// Maps (map.c): the steps from here to the messages. `forms` has the form of
/// each statement; the polyhedra are made anew where partial sums come in.
void dmm_plan_map(DmmPlan *plan, DmmPoly **poly, DmmRequests *requests,
                  const DmmForm *forms, bool strict);

/// Reductions (reduction.c): finds the statements, of the forms `forms` (one
/// for each statement), whose terms are better combined where they lie. All
/// statements have their maps by owner computes. With `strict`, results that
/// depend on the order are left alone; without, a remark tells of them. Returns
/// the number of regions, with the regions (reduction.h) in the plan's arena.
typedef struct DmmTermNest DmmTermNest;
int dmm_plan_find_reductions(DmmPlan *plan, const DmmPoly *poly,
                             const DmmForm *forms, bool strict,
                             DmmTermNest **regions);

/// Partial sums (partial.c): gives the plan the partial arrays of the regions
/// and the statements that start and combine them. The statements are numbered
/// anew, so the polyhedra, the maps and the private temporaries are to be found
/// again.
void dmm_plan_add_partials(DmmPlan *plan, const DmmPoly *poly,
                           const DmmTermNest *regions, int n);

/// The elements of the target that the access of a partial array, by a
/// statement that is part of the reduction, stands for: one subscript for each
/// dimension of the target.
const DmmExpr *dmm_reduction_target_element(const DmmPlan *plan,
                                            const DmmStatement *statement);

/// The message (combine.c) that brings the partial sums to the statement that
/// combines them with the target.
DmmMessage dmm_plan_combining_message(DmmPlan *plan,
                                      const DmmReduction *reduction);

/// Inputs (inputs.c): finds out of each read of a plan that is complete whether
/// it can be one of a pipeline (DmmAccess: passing), whatever the plan's mode.
void dmm_plan_judge_inputs(DmmPlan *plan, const DmmPoly *poly);

/// Inputs (inputs.c): gives reads of an argument's contents at the start, which
/// all coordinates of an axis read alike, an array of their own that is passed
/// on along the axis, as the plan's mode for pipelines has it.
void dmm_plan_share_inputs(DmmPlan *plan, const DmmPoly *poly,
                           DmmRequests *requests);

/// Whether an array that is passed on, or a scalar, arrives in a pipeline.
bool dmm_plan_is_pipeline(const DmmPlan *plan, int array);

/// Messages (message.c): finds each read whose element may lie in another
/// partition, and brings the data by a message at the outermost place of the
/// tree that no write to it comes after; then moves arrays between their homes
/// and their whole forms (boundary.c), which tells what is live in and out.
/// Fills in the SPMD tree, whose loops are still whole.
void dmm_plan_add_messages(DmmPlan *plan, const DmmPoly *poly);

/// Bounds and guards (bound.c): makes each partition run its own instances
/// alone, by loop bounds where that is possible and by guards elsewhere.
void dmm_plan_bound(DmmPlan *plan, const DmmPoly *poly);

/// Explanations (explain.c): tells of every loop that stays whole why, and adds
/// remarks on copies of data, loss of parallelism, what runs at the root, and
/// requests without effect.
void dmm_plan_explain(DmmPlan *plan, const DmmRequests *requests);

/// Candidates (fission.c): finds the loops that may be split in front of a
/// statement that waits for a message in each of their iterations. Last, when
/// the messages stand.
void dmm_plan_find_fissions(DmmPlan *plan, const DmmPoly *poly);

/// Candidates (index_split.c): finds the loops of which one iteration writes
/// what a message then brings to the others. Last, when the messages stand.
void dmm_plan_find_index_splits(DmmPlan *plan, const DmmPoly *poly);

/// Whether the loop at `level` around statement `second` may be split in front
/// of it, and there is something in front of it (fission.c).
bool dmm_plan_may_split(const DmmPlan *plan, const DmmPoly *poly, int second,
                        int level);

/// Candidates (stepping.c): finds the loops whose indices may be taken in
/// strips so that a message brings one strip at a time, where a partition would
/// hold too much. Last, when the messages stand.
void dmm_plan_find_steppings(DmmPlan *plan, const DmmPoly *poly);

/// The level of the innermost loop over strips around the statement whose index
/// tells, by a loop over one strip or by itself, which elements are read; or
/// -1.
int dmm_plan_step_level(const DmmPoly *poly, int statement,
                        const DmmAccess *read);

/// Where owner computes runs an instance, along one axis, that writes the
/// element.
DmmAxisMap dmm_plan_owner_map(const DmmPlan *plan, const DmmAccess *access,
                              int axis);

/// The outermost place of the way to the reader where a message may bring what
/// it reads, inside of the loop over strips that tells what that is.
int dmm_plan_message_place(const DmmPoly *poly, int reader,
                           const DmmAccess *read);

/// Gives the buffer the sizes of the array's home.
void dmm_plan_size_home(DmmPlan *plan, const DmmArray *array, DmmBuffer *home);

/// Whether the subtree holds a message over the axis.
bool dmm_node_has_message(const DmmPlan *plan, const DmmNode *node, int axis);

/// The template with these numbers (its variables are left out of account), new
/// if there is none.
int dmm_plan_template(DmmPlan *plan, DmmTemplate wanted);

/// Adds a remark.
void dmm_plan_remark(DmmPlan *plan, DmmLoc loc, const char *text);

#endif // DMM_PLAN_STEPS_H
