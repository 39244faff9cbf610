//===- classify.c - dmm-classify ------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells of each dependence between partitions how the data crosses: one remark
// at the read, or at the argument for what is scattered and gathered, and with
// json=FILE ("-": the standard output) all of them as a JSON array, those that
// need no message included. The keys are those of dmm_dependences_json.
//
//   %0 = affine.load %x[%i - 1] : memref<1000xf32>
// gives, on a grid of 8,
//   remark: uniform: halo of arg0 along axis 0, distance -1, P0 - 1 words each
//   time (7 at most, 7 in all); the distance is bounded, whatever the cell is;
//   no pipeline: it is uniform already
//
// Where the module has a mapping (dmm.mapping: dmm-distribute writes it, or the
// user), each is also told the level of the machine at which it crosses
// partitions: the lowest whose containers hold all members of a group along its
// axes. Of what goes to neighbours it is the level where the farthest apart of
// them meet; if most meet lower, the remark says how many, as in
//   ... (7 at most, 7 in all), at level 'soc' (6 of 7 pairs of neighbours at
//   'kpu'); ...
// Without a mapping, neither the remark nor the JSON has a level:
// dmm-distribute maps for what is left once pipelines are made, and here none
// is made.
//
// Requires: affine functions, as lib/Analysis/scop.h reads them.
// Guarantees: the module stays as it is; the dependences are those of the plan
//   that dmm-distribute, with the same options, and dmm-lower-affine work by:
//   where something says what the machine is, what is not distributed yet is
//   planned by its prices.
// Diagnostics: those of reading the function and building its plan; a machine
//   or a mapping that does not fit (Transforms/target.h); an error where FILE
//   cannot be written.
//
//===----------------------------------------------------------------------===//

#include "Dialect/access.h"
#include "Plan/dependence.h"
#include "Support/diag.h"
#include "Transforms/functions.h"
#include "Transforms/target.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/// What all functions share.
typedef struct Classifier {
  DmmTarget target; ///< of use where is_mapped
  json_t *all;      ///< the dependences of all functions
} Classifier;

static void remark_on(const DmmPlan *plan, const DmmDependence *dependence) {
  if (dependence->shape == DMM_SHAPE_ALIGNED)
    return;
  DmmText text = {0};
  dmm_dependence_print(plan, dependence, &text);
  dmm_diag((MlirLocation){dependence->loc.ir}, DMM_REMARK, "%s", text.data);
  dmm_text_free(&text);
}

static void classify_function(MlirOperation func, DmmPlan *plan, void *data) {
  (void)func;
  Classifier *classifier = data;
  const DmmTarget *target = &classifier->target;
  dmm_plan_find_dependences(plan, NULL);
  if (target->is_mapped)
    dmm_plan_find_meetings(plan, &target->problem, &target->mapping);
  for (int i = 0; i < plan->ndependences; ++i)
    remark_on(plan, &plan->dependences[i]);
  json_t *list = dmm_dependences_json(plan);
  json_array_extend(classifier->all, list);
  json_decref(list);
}

static bool write_json(MlirOperation module, const char *file,
                       const json_t *all) {
  bool to_stdout = !strcmp(file, "-");
  errno = 0;
  int failed = to_stdout ? json_dumpf(all, stdout, JSON_INDENT(2))
                         : json_dump_file(all, file, JSON_INDENT(2));
  if (to_stdout)
    failed = printf("\n") < 0 || fflush(stdout) || failed;
  if (failed)
    dmm_diag(mlirOperationGetLocation(module), DMM_ERROR,
             "the dependences cannot be written to '%s': %s", file,
             errno ? strerror(errno) : "the output failed");
  return !failed;
}

/// Reads the mapping, if there is one. False after a diagnostic.
static bool read_target(MlirOperation module, const DmmPassOptions *options,
                        DmmArena *arena, DmmTarget *target) {
  int64_t grid[DMM_MAX_GRID_AXES];
  if (mlirAttributeIsNull(dmm_op_attr(module, "dmm.mapping")))
    return true;
  int naxes = dmm_pass_grid(module, options, grid);
  DmmTargetOptions wanted = dmm_pass_target_options(options);
  return naxes && dmm_target_read(module, &wanted, grid, naxes, arena, target);
}

bool dmm_classify_run(MlirOperation module, const DmmPassOptions *options) {
  MlirOperation copy = mlirOperationClone(module); // reading rewrites
  DmmArena *arena = dmm_arena_create();
  Classifier classifier = {.all = json_array()};
  const char *file = dmm_pass_option(options, "json");
  bool ok =
      read_target(copy, options, arena, &classifier.target) &&
      dmm_for_each_function(copy, options, classify_function, &classifier) &&
      (!*file || write_json(module, file, classifier.all));
  json_decref(classifier.all);
  dmm_arena_destroy(arena);
  mlirOperationDestroy(copy);
  return ok;
}
