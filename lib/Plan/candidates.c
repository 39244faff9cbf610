//===- candidates.c - Choose among plans ----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first choice of layouts looks at one array at a time. Where collectives
// are left inside loops, other choices are planned as well, and the cheapest
// plan is taken (cost.c):
//   - a large array is cut over the grid along other dimensions;
//   - loops that want their arrays in other layouts get copies (relayout.c);
//   - a loop is split in front of a statement that waits for a message
//     (fission.c), or in three, around the iteration that writes what all
//     others read (index_split.c).
// Where the cheapest plan holds much more than a partition's share of the
// arrays, loops take what they read strip by strip instead (stepping.c).
// A candidate is the function with one more annotation, or with copies. What is
// taken stays in the function, so that its plan is the same again.
//
//===----------------------------------------------------------------------===//

#include "Plan/build.h"

#include "Analysis/normalize.h"
#include "Analysis/rewrite.h"
#include "Analysis/scop.h"
#include "Analysis/split_loop.h"
#include "Analysis/split_range.h"
#include "Analysis/strip_loop.h"
#include "Analysis/versions.h"
#include "Dialect/access.h"
#include "Dialect/layout.h"
#include "Plan/cost.h"
#include "Plan/steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Func.h"

#include <inttypes.h>

/// How many candidates of a kind are tried: each is planned anew.
enum { MAX_CANDIDATES = 8 };

static bool has_distributed_loop(const DmmPlan *plan) {
  for (int i = 0; i < plan->nloops; ++i)
    if (plan->loops[i].distributed)
      return true;
  return false;
}

/// Clearly so: estimates that are close say nothing. Few messages are not worth
/// the work of all on one partition, however small the sizes are.
static bool is_cheaper(const DmmPlan *candidate, const DmmPlan *plan) {
  DmmCost a = dmm_plan_cost(candidate), b = dmm_plan_cost(plan);
  return dmm_cost_total(&a) < 0.9 * dmm_cost_total(&b) &&
         (has_distributed_loop(candidate) || !has_distributed_loop(plan));
}

/// Tells of a change, in texts of the candidate's own: it outlives the plan
/// that it replaces.
static void remark_choice(DmmPlan *candidate, DmmLoc loc, const char *text) {
  loc.text = dmm_arena_printf(candidate->arena, "%s", loc.text);
  dmm_plan_remark(candidate, loc,
                  dmm_arena_printf(candidate->arena, "%s", text));
  candidate->remarks[candidate->nremarks - 1].is_of_choice = true;
}

/// What was told of the changes that the better plan builds upon.
static void keep_remarks(const DmmPlan *plan, DmmPlan *better) {
  for (int i = 0; i < plan->nremarks; ++i)
    if (plan->remarks[i].is_of_choice)
      remark_choice(better, plan->remarks[i].loc, plan->remarks[i].text);
}

/// Whether a candidate is the better plan.
typedef bool IsBetter(const DmmPlan *candidate, const DmmPlan *plan);

/// The plan of `clone`, a changed copy of `func`, whose body then replaces that
/// of `func`, if it is better; else null. Destroys the clone.
static DmmPlan *try_clone(MlirOperation func, const DmmPlan *plan,
                          MlirOperation clone, const DmmPlanOptions *options,
                          IsBetter *is_better) {
  DmmPlan *candidate =
      dmm_normalize(clone) ? dmm_plan_build_once(clone, options) : NULL;
  bool better = candidate && !candidate->fallback && is_better(candidate, plan);
  if (better) {
    mlirRegionTakeBody(mlirOperationGetRegion(func, 0),
                       mlirOperationGetRegion(clone, 0));
  } else {
    dmm_plan_destroy(candidate);
  }
  mlirOperationDestroy(clone);
  return better ? candidate : NULL;
}

//===----------------------------------------------------------------------===//
// Other dimensions
//===----------------------------------------------------------------------===//

/// How many arrays are cut in other ways, and how many ways are tried for each.
enum { MAX_TURNED = 3, MAX_WAYS = 6 };

/// Marks the arrays of which collectives in loops bring something.
static void mark_brought(const DmmPlan *plan, const DmmNode *node, bool in_loop,
                         bool *marks) {
  if (node->kind == DMM_NODE_MESSAGE && in_loop &&
      plan->messages[node->id].buffer >= 0)
    marks[plan->messages[node->id].array] = true;
  in_loop = in_loop || node->kind == DMM_NODE_LOOP;
  for (int i = 0; i < node->nchildren; ++i)
    mark_brought(plan, node->children[i], in_loop, marks);
}

static bool is_free(MlirOperation func, const DmmArray *array) {
  return array->role != DMM_ROLE_SCALAR && array->rank > 1 &&
         !array->reduction && !array->is_copy &&
         mlirAttributeIsNull(dmm_plan_annotation(func, array, "dmm.layout")) &&
         mlirAttributeIsNull(dmm_plan_annotation(func, array, "dmm.split"));
}

/// The heaviest free array of those `left`, or -1.
static int next_array(MlirOperation func, const DmmPlan *plan,
                      const bool *left) {
  int best = -1;
  for (int i = 0; i < plan->narrays; ++i)
    if (left[i] && is_free(func, &plan->arrays[i]) &&
        (best < 0 || dmm_array_weight(&plan->arrays[i]) >
                         dmm_array_weight(&plan->arrays[best])))
      best = i;
  return best;
}

/// Turns `dims`, a dimension for each axis, to the next choice of different
/// dimensions below `rank`; false after the last.
static bool next_dims(int *dims, int naxes, int rank) {
  for (bool different = false; !different;) {
    int axis = naxes - 1;
    while (axis >= 0 && ++dims[axis] == rank)
      dims[axis--] = 0;
    if (axis < 0)
      return false;
    different = true;
    for (int a = 0; a < naxes; ++a)
      for (int b = 0; b < a; ++b)
        different = different && dims[a] != dims[b];
  }
  return true;
}

static bool is_cut_so(const DmmPlan *plan, const DmmArray *array,
                      const int *dims) {
  for (int axis = 0; axis < plan->naxes; ++axis)
    if (array->choice[axis].state != DMM_SHARDED ||
        array->choice[axis].dim != dims[axis])
      return false;
  return true;
}

static void set_split(MlirOperation original, MlirOperation func,
                      const DmmArray *array, MlirAttribute split) {
  MlirStringRef name = mlirStringRefCreateFromCString("dmm.split");
  if (array->role == DMM_ROLE_ARGUMENT) {
    mlirFuncSetArgAttr(func, array->argument, name, split);
    return;
  }
  MlirOperation alloc = mlirOpResultGetOwner((MlirValue){array->ir});
  mlirOperationSetDiscardableAttributeByName(
      dmm_op_by_number(func, dmm_op_number(original, alloc)), name, split);
}

/// A plan and the function that it is of, which `plan` owns no part of.
typedef struct Candidate {
  DmmPlan *plan;
  MlirOperation func;
  MlirAttribute split;
} Candidate;

static void drop(Candidate *candidate) {
  if (!candidate->plan)
    return;
  dmm_plan_destroy(candidate->plan);
  mlirOperationDestroy(candidate->func);
  candidate->plan = NULL;
}

/// Plans the function with the array cut along `dims`; keeps the better one.
static void try_dims(MlirOperation func, const DmmPlan *plan, int array,
                     const int *dims, const DmmPlanOptions *options,
                     Candidate *best) {
  Candidate next = {.func = mlirOperationClone(func)};
  next.split = dmm_split_attr_get(mlirOperationGetContext(func), dims,
                                  plan->naxes, plan->arrays[array].rank);
  set_split(func, next.func, &plan->arrays[array], next.split);
  next.plan = dmm_plan_build_once(next.func, options);
  if (!next.plan)
    mlirOperationDestroy(next.func);
  else if (next.plan->fallback ||
           !is_cheaper(next.plan, best->plan ? best->plan : plan))
    drop(&next);
  else {
    drop(best);
    *best = next;
  }
}

static Candidate find_dims(MlirOperation func, const DmmPlan *plan, int array,
                           const DmmPlanOptions *options) {
  Candidate best = {.plan = NULL};
  int dims[DMM_MAX_GRID_AXES] = {0}, rank = plan->arrays[array].rank;
  dims[plan->naxes - 1] = -1;
  for (int way = 0; rank >= plan->naxes && way < MAX_WAYS &&
                    next_dims(dims, plan->naxes, rank);) {
    if (is_cut_so(plan, &plan->arrays[array], dims))
      continue;
    try_dims(func, plan, array, dims, options, &best);
    ++way;
  }
  return best;
}

static void remark_dims(DmmPlan *plan, int id) {
  const DmmArray *array = &plan->arrays[id];
  remark_choice(plan, array->loc,
                dmm_arena_printf(plan->arena,
                                 "%s is cut along other dimensions than its "
                                 "outermost loops: the collectives in loops "
                                 "are fewer or smaller so",
                                 array->name));
}

/// Puts the candidate's annotation and its ops into `func`.
static DmmPlan *take(MlirOperation func, const DmmPlan *plan, int array,
                     Candidate *candidate) {
  if (plan->arrays[array].role == DMM_ROLE_ARGUMENT)
    set_split(func, func, &plan->arrays[array], candidate->split);
  mlirRegionTakeBody(mlirOperationGetRegion(func, 0),
                     mlirOperationGetRegion(candidate->func, 0));
  mlirOperationDestroy(candidate->func);
  remark_dims(candidate->plan, array);
  return candidate->plan;
}

/// The best plan with one of the heaviest free arrays cut in another way, or
/// null. An array that was turned is not free any more.
static DmmPlan *try_arrays(MlirOperation func, const DmmPlan *plan,
                           const DmmPlanOptions *options) {
  bool *left = dmm_arena_alloc(plan->arena, (size_t)plan->narrays);
  mark_brought(plan, plan->spmd, false, left);
  for (int i = 0; i < MAX_TURNED; ++i) {
    int array = next_array(func, plan, left);
    if (array < 0)
      return NULL;
    left[array] = false;
    Candidate best = find_dims(func, plan, array, options);
    if (best.plan)
      return take(func, plan, array, &best);
  }
  return NULL;
}

//===----------------------------------------------------------------------===//
// Copies for some loops
//===----------------------------------------------------------------------===//

/// The array in a clone of the function.
static MlirValue find_array(MlirOperation original, MlirOperation func,
                            const DmmArray *array) {
  if (array->role != DMM_ROLE_LOCAL)
    return mlirBlockGetArgument(
        mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0)),
        array->argument);
  MlirOperation alloc = mlirOpResultGetOwner((MlirValue){array->ir});
  return mlirOperationGetResult(
      dmm_op_by_number(func, dmm_op_number(original, alloc)), 0);
}

static void remark_region(DmmPlan *candidate, const DmmPlan *plan,
                          const DmmRelayout *region) {
  DmmLoc loc = plan->loops[region->loops[0]].loc;
  for (int i = 0; i < plan->narrays; ++i)
    if (region->anew[i])
      remark_choice(
          candidate, loc,
          dmm_arena_printf(candidate->arena,
                           "%s is laid out anew for this loop: it sweeps "
                           "across what the rest of the function shares out",
                           plan->arrays[i].name));
}

/// Lets the region's loops in `func`, the plan's function or a clone of it,
/// work on copies of its arrays, each with the layout that the region wants.
static void add_versions(MlirOperation original, MlirOperation func,
                         const DmmPlan *plan, const DmmRelayout *region) {
  size_t n = (size_t)region->nloops;
  MlirOperation *loops = dmm_arena_alloc(plan->arena, n * sizeof *loops);
  for (int i = 0; i < region->nloops; ++i) {
    MlirOperation loop = {(void *)plan->loops[region->loops[i]].ir};
    loops[i] = dmm_op_by_number(func, dmm_op_number(original, loop));
  }
  MlirValue *arrays =
      dmm_arena_alloc(plan->arena, (size_t)plan->narrays * sizeof *arrays);
  for (int i = 0; i < plan->narrays; ++i)
    if (region->anew[i])
      arrays[i] = find_array(original, func, &plan->arrays[i]);
  DmmLoopRun run = {func, loops, region->nloops};
  for (int i = 0; i < plan->narrays; ++i) {
    if (!region->anew[i])
      continue;
    MlirOperation alloc = dmm_add_version(&run, arrays[i], region->written[i]);
    mlirOperationSetDiscardableAttributeByName(
        alloc, mlirStringRefCreateFromCString("dmm.split"),
        dmm_split_attr_get(mlirOperationGetContext(func),
                           &region->dims[i * plan->naxes], plan->naxes,
                           plan->arrays[i].rank));
    mlirOperationSetDiscardableAttributeByName(
        alloc, mlirStringRefCreateFromCString("dmm.version"),
        mlirUnitAttrGet(mlirOperationGetContext(func)));
  }
}

/// The plan with the arrays of region `i` laid out anew.
static DmmPlan *try_region(MlirOperation func, const DmmPlan *plan, int i,
                           const DmmPlanOptions *options) {
  const DmmRelayout *region = &plan->relayouts[i];
  MlirOperation clone = mlirOperationClone(func);
  add_versions(func, clone, plan, region);
  DmmPlan *better = try_clone(func, plan, clone, options, is_cheaper);
  if (better)
    remark_region(better, plan, region);
  return better;
}

//===----------------------------------------------------------------------===//
// Two loops of one
//===----------------------------------------------------------------------===//

static void remark_fission(DmmPlan *candidate, const DmmPlan *plan,
                           const DmmFission *fission) {
  remark_choice(
      candidate, plan->loops[fission->loop].loc,
      dmm_arena_printf(candidate->arena,
                       "loop is split in two in front of the store at %s: what "
                       "that needs comes by one message between them",
                       plan->statements[fission->statement].loc.text));
}

/// The plan with the loop of fission `i` split.
static DmmPlan *try_fission(MlirOperation func, const DmmPlan *plan, int i,
                            const DmmPlanOptions *options) {
  const DmmFission *fission = &plan->fissions[i];
  MlirOperation loop = {(void *)plan->loops[fission->loop].ir};
  MlirOperation store = {(void *)plan->statements[fission->statement].ir};
  if (!dmm_loop_is_splittable(loop))
    return NULL;
  MlirOperation clone = mlirOperationClone(func);
  dmm_split_loop(dmm_op_by_number(clone, dmm_op_number(func, loop)),
                 dmm_op_by_number(clone, dmm_op_number(func, store)));
  DmmPlan *better = try_clone(func, plan, clone, options, is_cheaper);
  if (better)
    remark_fission(better, plan, fission);
  return better;
}

//===----------------------------------------------------------------------===//
// Three loops of one
//===----------------------------------------------------------------------===//

static void remark_index_split(DmmPlan *candidate, const DmmPlan *plan,
                               const DmmIndexSplit *split) {
  const char *outer = plan->loops[split->outer].loc.text;
  const char *shift =
      split->shift
          ? dmm_arena_printf(candidate->arena, " %c %" PRId64,
                             split->shift < 0 ? '-' : '+',
                             split->shift < 0 ? -split->shift : split->shift)
          : "";
  remark_choice(
      candidate, plan->loops[split->loop].loc,
      dmm_arena_printf(candidate->arena,
                       "loop is split in three, at the index of the loop at "
                       "%s%s: that iteration writes what others read",
                       outer, shift));
}

/// The plan with one iteration of the loop of index split `i` set apart.
static DmmPlan *try_index_split(MlirOperation func, const DmmPlan *plan, int i,
                                const DmmPlanOptions *options) {
  const DmmIndexSplit *split = &plan->index_splits[i];
  MlirOperation loop = {(void *)plan->loops[split->loop].ir};
  MlirOperation outer = {(void *)plan->loops[split->outer].ir};
  if (!dmm_range_is_splittable(loop))
    return NULL;
  MlirOperation clone = mlirOperationClone(func);
  dmm_split_range(dmm_op_by_number(clone, dmm_op_number(func, loop)),
                  dmm_op_by_number(clone, dmm_op_number(func, outer)),
                  split->shift);
  DmmPlan *better = try_clone(func, plan, clone, options, is_cheaper);
  if (better)
    remark_index_split(better, plan, split);
  return better;
}

//===----------------------------------------------------------------------===//
// Strip by strip
//===----------------------------------------------------------------------===//

static bool is_over_budget(const DmmPlan *plan) {
  return dmm_plan_memory(plan) > dmm_plan_memory_budget(plan);
}

/// Clearly so, and not at the price of much time.
static bool is_smaller(const DmmPlan *candidate, const DmmPlan *plan) {
  DmmCost a = dmm_plan_cost(candidate), b = dmm_plan_cost(plan);
  return dmm_plan_memory(candidate) < 0.9 * dmm_plan_memory(plan) &&
         dmm_cost_total(&a) < 2 * dmm_cost_total(&b) &&
         (has_distributed_loop(candidate) || !has_distributed_loop(plan));
}

/// The size of the array, for use by loops.
static MlirValue insert_size(MlirOperation func, MlirValue array, int dim) {
  MlirOperation before =
      mlirValueIsABlockArgument(array)
          ? mlirBlockGetFirstOperation(dmm_op_body(func, 0))
          : mlirOperationGetNextInBlock(mlirOpResultGetOwner(array));
  return dmm_insert_size(before, array, dim, mlirOperationGetLocation(func));
}

/// The indices of the loop with which it reads the array.
static DmmStrips strips_of(MlirOperation original, MlirOperation func,
                           const DmmPlan *plan, const DmmStepping *s) {
  const DmmArray *array = &plan->arrays[s->array];
  int64_t size = array->sizes[s->dim], known = size == DMM_DYNAMIC ? 0 : size;
  DmmStrips strips = {.lower =
                          s->is_reversed ? s->shift + 1 - known : -s->shift,
                      .upper = s->is_reversed ? s->shift + 1 : known - s->shift,
                      .width = s->width,
                      .is_reversed = s->is_reversed};
  if (size == DMM_DYNAMIC)
    strips.size = insert_size(func, find_array(original, func, array), s->dim);
  return strips;
}

/// The store of a statement of the plan, in a clone of its function.
static MlirOperation find_store(MlirOperation original, MlirOperation func,
                                const DmmPlan *plan, int statement) {
  MlirOperation store = {(void *)plan->statements[statement].ir};
  return dmm_op_by_number(func, dmm_op_number(original, store));
}

/// Sets apart what is not in the stripped loop, then strips it.
static void add_steps(MlirOperation original, MlirOperation func,
                      const DmmPlan *plan, const DmmStepping *s) {
  MlirOperation loop = {(void *)plan->loops[s->top].ir}, first, end;
  MlirOperation top = dmm_op_by_number(func, dmm_op_number(original, loop));
  if (s->first >= 0)
    first = find_store(original, func, plan, s->first);
  if (s->end >= 0)
    end = find_store(original, func, plan, s->end);
  DmmStrips strips = strips_of(original, func, plan, s);
  if (s->end >= 0)
    dmm_split_loop(top, end);
  if (s->first >= 0) {
    dmm_split_loop(top, first);
    top = mlirOperationGetNextInBlock(top);
  }
  dmm_strip_loop(top, s->below, &strips);
}

static void remark_steps(DmmPlan *candidate, const DmmPlan *plan,
                         const DmmStepping *s) {
  remark_choice(
      candidate, plan->loops[s->top].loc,
      dmm_arena_printf(candidate->arena,
                       "loop takes %s in strips of %" PRId64 " along dimension "
                       "%d: as a whole, it takes more memory than 4 times a "
                       "partition's share of the arrays",
                       plan->arrays[s->array].name, s->width, s->dim));
}

/// The plan of a changed function that needs less memory, if the one at hand
/// needs too much; else null.
static DmmPlan *try_steps(MlirOperation func, const DmmPlan *plan, int i,
                          const DmmPlanOptions *options) {
  const DmmStepping *s = &plan->steppings[i];
  MlirOperation loop = {(void *)plan->loops[s->loop].ir};
  MlirOperation top = {(void *)plan->loops[s->top].ir};
  if (!dmm_range_is_splittable(loop) || !dmm_loop_is_splittable(top))
    return NULL;
  MlirOperation clone = mlirOperationClone(func);
  add_steps(func, clone, plan, s);
  DmmPlan *better = try_clone(func, plan, clone, options, is_smaller);
  if (better)
    remark_steps(better, plan, s);
  return better;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// A better plan of a changed function, or null. Loops are split last: messages
/// that another layout saves need not be brought together.
static DmmPlan *find_better(MlirOperation func, const DmmPlan *plan,
                            const DmmPlanOptions *options) {
  DmmPlan *better = try_arrays(func, plan, options);
  for (int i = 0; !better && i < plan->nfissions && i < MAX_CANDIDATES; ++i)
    better = try_fission(func, plan, i, options);
  for (int i = 0; !better && i < plan->nindex_splits && i < MAX_CANDIDATES; ++i)
    better = try_index_split(func, plan, i, options);
  for (int i = 0; !better && i < plan->nrelayouts && i < MAX_CANDIDATES; ++i)
    better = try_region(func, plan, i, options);
  return better;
}

/// A plan of a changed function that needs less memory, where it is short.
static DmmPlan *find_smaller(MlirOperation func, const DmmPlan *plan,
                             const DmmPlanOptions *options) {
  DmmPlan *better = NULL;
  int n = is_over_budget(plan) ? plan->nsteppings : 0;
  for (int i = 0; !better && i < n && i < MAX_CANDIDATES; ++i)
    better = try_steps(func, plan, i, options);
  return better;
}

/// Says of a plan that holds much more than a partition's share of the arrays
/// that this could not be helped.
static void remark_memory(MlirOperation func, DmmPlan *plan) {
  enum { WORTH_A_WORD = 1000 };
  double words = dmm_plan_memory(plan), budget = dmm_plan_memory_budget(plan);
  if (words <= budget || words < WORTH_A_WORD)
    return;
  DmmLoc loc = dmm_loc_of(plan->arena, func);
  remark_choice(plan, loc,
                dmm_arena_printf(plan->arena,
                                 "a partition holds about %.0f words, more "
                                 "than 4 times its share of the arrays, which "
                                 "are %.0f: no loop was found that could take "
                                 "what messages bring in strips, in less than "
                                 "twice the time",
                                 words, budget));
}

typedef DmmPlan *FindBetter(MlirOperation func, const DmmPlan *plan,
                            const DmmPlanOptions *options);

/// Goes on to better plans as long as there are any.
static DmmPlan *climb(MlirOperation func, DmmPlan *plan,
                      const DmmPlanOptions *options, FindBetter *find) {
  DmmPlan *better = find(func, plan, options);
  while (better) {
    keep_remarks(plan, better);
    dmm_plan_destroy(plan);
    plan = better;
    better = find(func, plan, options);
  }
  return plan;
}

/// The cheapest plan that is found; then, if it is short of memory, one that
/// needs less.
static DmmPlan *search(MlirOperation func, const DmmPlanOptions *options) {
  DmmPlan *plan = dmm_plan_build_once(func, options);
  if (!plan || plan->fallback)
    return plan;
  plan = climb(func, plan, options, find_better);
  plan = climb(func, plan, options, find_smaller);
  remark_memory(func, plan);
  return plan;
}

/// Whether dmm-uniformize, or the user, has marked something.
static bool has_marks(const DmmPlan *plan) {
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].is_marked)
      return true;
  for (int i = 0; i < plan->nstatements; ++i)
    for (int j = 0; j < plan->statements[i].naccesses; ++j)
      if (plan->statements[i].accesses[j].is_marked)
        return true;
  return false;
}

/// The choice must not depend on what becomes a pipeline: when dmm-distribute
/// makes it, dmm-uniformize has not marked anything yet.
DmmPlan *dmm_plan_build(MlirOperation func, const DmmPlanOptions *options) {
  if (!mlirAttributeIsNull(dmm_op_attr(func, "dmm.distributed")))
    return dmm_plan_build_once(func, options);
  DmmPlanOptions without = *options;
  without.pipelines = DMM_PIPELINES_NEVER;
  DmmPlan *plan = search(func, &without);
  if (!plan || plan->fallback || options->pipelines == DMM_PIPELINES_NEVER ||
      (options->pipelines == DMM_PIPELINES_MARKED && !has_marks(plan)))
    return plan;
  DmmPlan *final = dmm_plan_build_once(func, options);
  if (final)
    keep_remarks(plan, final);
  dmm_plan_destroy(plan);
  return final;
}
