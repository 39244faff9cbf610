//===- summary.h - Figures of a session -----------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUN_SUMMARY_H
#define DMM_RUN_SUMMARY_H

#include "session.h"

/// Elements of all arrays of the program.
int64_t dmm_plan_live_words(const DmmPlan *plan);

/// Elements of all buffers of one partition, without the caller's arrays.
int64_t dmm_plan_partition_words(const DmmPlan *plan);

/// The share of the instances that lie in distributed nests, and the instances
/// over those that all partitions could run in the time of the busiest one; 1
/// where there are none, and NaN where that is not known.
double dmm_model_share(const DmmModel *model);
double dmm_model_efficiency(const DmmModel *model, int64_t npartitions);

/// Median and least time of the runs, in seconds; 0 if there is none.
double dmm_session_median_s(const DmmSession *session);
double dmm_session_least_s(const DmmSession *session);

/// Appends the layout in words, e.g. "axis 0: dim 0 in blocks of 125".
void dmm_layout_describe(const DmmArray *array, int naxes, DmmText *text);

/// Appends the layout in the spelling of the attribute #dmm.layout.
void dmm_layout_spell(const DmmArray *array, int naxes, DmmText *text);

#endif // DMM_RUN_SUMMARY_H
