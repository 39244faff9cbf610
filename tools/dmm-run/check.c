//===- check.c - Comparing a run with the sequential program --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array is scanned once for its largest magnitude and its errors; only then
// is it judged.
//
//===----------------------------------------------------------------------===//

#include "check.h"

#include <inttypes.h>
#include <math.h>

/// What a scan of one array finds. The indices are -1 where there is none.
typedef struct Scan {
  double largest;         ///< magnitude of a finite expected value
  double error;           ///< largest distance; infinite next to a NaN
  int64_t first_mismatch; ///< first element with other bits
  int64_t worst;          ///< an element with the largest distance
  int64_t first_nonfinite;
} Scan;

static double distance(double expected, double got) {
  if (isnan(expected) || isnan(got))
    return isnan(expected) && isnan(got) ? 0 : INFINITY;
  return expected == got ? 0 : fabs(expected - got);
}

static void scan_element(DmmElement element, const void *expected,
                         const void *got, int64_t index, Scan *scan) {
  if (!dmm_element_equal(element, expected, got) && scan->first_mismatch < 0)
    scan->first_mismatch = index;
  if (!dmm_element_is_finite(element, got) && scan->first_nonfinite < 0)
    scan->first_nonfinite = index;
  for (int part = 0; part < dmm_element_parts(element); ++part) {
    double wanted = dmm_element_value(element, expected, part);
    double error = distance(wanted, dmm_element_value(element, got, part));
    if (isfinite(wanted))
      scan->largest = fmax(scan->largest, fabs(wanted));
    if (error > scan->error) {
      scan->error = error;
      scan->worst = index;
    }
  }
}

static Scan scan_array(const DmmArgument *argument, const char *expected,
                       const char *got) {
  Scan scan = {.first_mismatch = -1, .worst = -1, .first_nonfinite = -1};
  for (int64_t i = 0; i < argument->elements; ++i) {
    size_t at = dmm_argument_position(argument, i);
    scan_element(argument->element, expected + at, got + at, i, &scan);
  }
  return scan;
}

//===----------------------------------------------------------------------===//
// The verdict
//===----------------------------------------------------------------------===//

static void print_index(const DmmArgument *argument, int64_t index,
                        DmmText *text) {
  int64_t size = argument->elements;
  dmm_text_printf(text, "[");
  for (int d = 0; d < argument->rank; ++d) {
    size /= argument->sizes[d];
    dmm_text_printf(text, "%s%" PRId64, d ? ", " : "", index / size);
    index %= size;
  }
  dmm_text_printf(text, "]");
}

/// The element's value, with as many digits as tell all values apart.
static void print_value(DmmElement element, const char *at, DmmText *text) {
  int digits = dmm_element_bytes(element) <= 4 ? 9 : 17;
  int parts = dmm_element_parts(element);
  for (int part = 0; part < parts; ++part)
    dmm_text_printf(text, "%s%.*g", part ? "," : "", digits,
                    dmm_element_value(element, at, part));
}

static void fail_mismatch(const DmmFrame *expected, const DmmFrame *got,
                          int number, int64_t index, DmmText *text) {
  const DmmArgument *argument = &got->arguments->items[number];
  size_t at = dmm_argument_position(argument, index);
  dmm_text_printf(text, "argument %d at ", number);
  print_index(argument, index, text);
  dmm_text_printf(text, ": expected ");
  print_value(argument->element, (const char *)expected->spans[number] + at,
              text);
  dmm_text_printf(text, ", got ");
  print_value(argument->element, (const char *)got->spans[number] + at, text);
}

static void fail_nonfinite(const DmmFrame *got, int number, int64_t index,
                           DmmText *text) {
  const DmmArgument *argument = &got->arguments->items[number];
  dmm_text_printf(text, "argument %d at ", number);
  print_index(argument, index, text);
  dmm_text_printf(text, " is ");
  print_value(argument->element,
              (const char *)got->spans[number] +
                  dmm_argument_position(argument, index),
              text);
  dmm_text_printf(text, ", and the function does not declare "
                        "dmm.allow_nonfinite");
}

/// A result in a wide format may come from sums in a narrow one, and the other
/// way round.
static double tolerance(DmmElement element, DmmCheckPolicy policy) {
  double own = dmm_element_tolerance(element);
  return policy.tolerance > 0 && own > 0 ? fmax(own, policy.tolerance) : 0;
}

/// What is wrong with one array, if anything, in `text`.
static void judge(const DmmFrame *expected, const DmmFrame *got, int number,
                  const Scan *scan, DmmCheckPolicy policy, DmmText *text) {
  DmmElement element = got->arguments->items[number].element;
  double allowed = tolerance(element, policy) * scan->largest;
  if (allowed > 0 ? scan->error > allowed : scan->first_mismatch >= 0)
    fail_mismatch(expected, got, number,
                  allowed > 0 ? scan->worst : scan->first_mismatch, text);
  else if (scan->first_nonfinite >= 0 && !policy.nonfinite)
    fail_nonfinite(got, number, scan->first_nonfinite, text);
}

static void compare_array(const DmmFrame *expected, const DmmFrame *got,
                          int number, DmmCheckPolicy policy, DmmCheck *check) {
  const DmmArgument *argument = &got->arguments->items[number];
  Scan scan = scan_array(argument, expected->spans[number], got->spans[number]);
  double relative = scan.error > 0 ? scan.error / scan.largest : 0;
  check->exact = check->exact && scan.first_mismatch < 0;
  check->max_abs_err = fmax(check->max_abs_err, scan.error);
  check->max_rel_err = fmax(check->max_rel_err, relative);
  if (!check->failure.data)
    judge(expected, got, number, &scan, policy, &check->failure);
  check->ok = !check->failure.data;
}

void dmm_check_compare(const DmmFrame *expected, const DmmFrame *got,
                       DmmCheckPolicy policy, DmmCheck *check) {
  if (!check->done)
    check->done = check->ok = check->exact = true;
  check->reassociated = policy.tolerance > 0;
  for (int i = 0; i < got->n; ++i)
    if (got->arguments->items[i].is_memref)
      compare_array(expected, got, i, policy, check);
}

void dmm_check_free(DmmCheck *check) { dmm_text_free(&check->failure); }
