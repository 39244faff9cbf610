//===- path.h - Sums over the iterations around a leaf -------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way from the root of a schedule tree to one of its leaves: loops, guards,
// and at its end a function of the variables, whose values are added up over
// all iterations of the loops, without going through all of them.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_PATH_H
#define DMM_PLAN_PATH_H

#include "Plan/plan.h"

enum { DMM_PATH_SUMS = 3 };

/// What is added up over the iterations, and the largest value of `peak`.
typedef struct DmmTotals {
  int64_t sums[DMM_PATH_SUMS];
  int64_t peak;
} DmmTotals;

/// What the leaf is worth for given values of the variables. Each list of
/// `compared` holds expressions that are compared with one another. As long as
/// no two of a list change their order, the sums are polynomials in each loop
/// index, of a degree not larger than the number of lists that it occurs in,
/// and the peak is a product of differences that are not negative.
typedef struct DmmLeaf {
  const DmmExprList *compared;
  int ncompared;
  bool has_peak; ///< else it is not wanted
  DmmTotals (*evaluate)(const void *user, const int64_t *vars);
} DmmLeaf;

typedef struct DmmPath DmmPath;

/// The path along `nodes`, from the root of the tree to the leaf, of which
/// `leaf` tells what it is worth. Borrows both.
const DmmPath *dmm_path_create(DmmArena *arena, const DmmPlan *plan,
                               const DmmNode *const *nodes, int n,
                               const DmmLeaf *leaf);

/// Adds up what the leaf is worth, as `leaf->evaluate(user, vars)` says, for
/// the values of parameters and blocks in `vars`, which gets those of the
/// indices. Returns -1, or, where there are too many iterations to go through
/// one by one, the number of the loop that it would have to.
int dmm_path_total(const DmmPath *path, const void *user, int64_t *vars,
                   DmmTotals *totals);

/// Calls `visit` for each leaf of the tree, in order, with the nodes from the
/// root to it.
typedef void (*DmmLeafVisitor)(const DmmNode *const *nodes, int n, void *user);
void dmm_tree_visit_leaves(const DmmNode *root, DmmLeafVisitor visit,
                           void *user);

#endif // DMM_PLAN_PATH_H
