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
// Requires: affine functions, as lib/Analysis/scop.h reads them.
// Guarantees: the module stays as it is; the dependences are those of the plan
//   that dmm-distribute and dmm-lower-affine work by.
// Diagnostics: those of reading the function and building its plan; an error
//   where FILE cannot be written.
//
//===----------------------------------------------------------------------===//

#include "Plan/dependence.h"
#include "Support/diag.h"
#include "Transforms/functions.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
  dmm_plan_find_dependences(plan, NULL);
  for (int i = 0; i < plan->ndependences; ++i)
    remark_on(plan, &plan->dependences[i]);
  json_t *list = dmm_dependences_json(plan);
  json_array_extend(data, list);
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

bool dmm_classify_run(MlirOperation module, const DmmPassOptions *options) {
  MlirOperation copy = mlirOperationClone(module); // reading rewrites
  json_t *all = json_array();
  const char *file = dmm_pass_option(options, "json");
  bool ok = dmm_for_each_function(copy, options, classify_function, all) &&
            (!*file || write_json(module, file, all));
  json_decref(all);
  mlirOperationDestroy(copy);
  return ok;
}
