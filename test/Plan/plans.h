//===- plans.h - Plans made by hand for the tests -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TEST_PLAN_PLANS_H
#define DMM_TEST_PLAN_PLANS_H

#include "Plan/expr.h"
#include "Plan/plan.h"

/// y[i] = alpha * x[i] + y[i] for i < n, on a grid of p partitions.
/// Messages: M0 broadcast alpha, M1 scatter x, M2 scatter y, M3 gather y.
DmmPlan axpy_plan(DmmArena *arena, int64_t n, int64_t p);

/// Three points in one dimension, `steps` times, n cells on p partitions:
///   for t: S0: B[0] = A[0]
///          for i in [1, n - 1): S1: B[i] = f(A[i - 1], A[i], A[i + 1])
///          for j in [1, n - 1): S2: A[j] = B[j]
/// Messages: M0 scatter A, M1 scatter B, M2 transpose A (at the head of the
/// loop over t), M3 gather A, M4 gather B. The SPMD tree is
///   M0, M1, t { M2, guard { S0 }, i { S1 }, j { S2 } }, M3, M4
DmmPlan stencil_plan(DmmArena *arena, int64_t n, int64_t steps, int64_t p);

/// C[i, j] += A[i, k] * B[k, j] with C of m x n and the sum over l, on a grid
/// of p x q. All three are cut over both axes; M3 brings each member all of its
/// rows of A, over axis 1, M4 its columns of B, over axis 0.
/// Messages: M0 to M2 scatter A, B, C; M3, M4 transpose; M5 gather C.
DmmPlan matmul_plan(DmmArena *arena, int64_t m, int64_t n, int64_t l, int64_t p,
                    int64_t q);

/// y[i] = x[n - 1 - i] for i < n, on p partitions; y is aligned to a template
/// in mirror image, so that no message is needed but at entry and exit.
DmmPlan mirror_plan(DmmArena *arena, int64_t n, int64_t p);

/// y[i] = x[i] for i < n; a root region that reads x and writes y; y[j] = y[j]
/// for j < n, on p partitions.
/// Messages: M0 scatter x, M1 gather y (for the region), M2 scatter y (after
/// it), M3 gather y. The SPMD tree is
///   M0, i { S0 }, M1, R0, M2, j { S1 }, M3
DmmPlan region_plan(DmmArena *arena, int64_t n, int64_t p);

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

/// Removes child i of the node and returns it.
DmmNode *take_child(DmmNode *node, int i);

/// var + constant.
DmmExpr var_plus(DmmArena *arena, int var, int64_t constant);

/// A list of one expression.
DmmExprList one(DmmArena *arena, DmmExpr expr);

#endif // DMM_TEST_PLAN_PLANS_H
