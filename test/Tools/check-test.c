//===- check-test.c - Tests of comparing a run with another ---------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A right compiler never shows what a wrong answer looks like, so it is made by
// hand here: elements are changed in a copy, and the comparison must tell.
//
//===----------------------------------------------------------------------===//

#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(bool holds, const char *what, int line) {
  if (holds)
    return;
  fprintf(stderr, "check-test.c:%d: %s\n", line, what);
  ++failures;
}

#define EXPECT(condition) expect(condition, #condition, __LINE__)

//===----------------------------------------------------------------------===//
// Arrays to compare
//===----------------------------------------------------------------------===//

enum { ROWS = 2, COLUMNS = 3, CELLS = ROWS * COLUMNS };

/// Two frames over one argument of 2x3 elements, filled with 1, 2, ... 6.
typedef struct Pair {
  DmmArgument argument;
  DmmArguments arguments;
  DmmFrame expected, got;
} Pair;

static void set(DmmFrame *frame, int cell, double value) {
  DmmElement element = frame->arguments->items[0].element;
  dmm_element_set(element,
                  (char *)frame->spans[0] +
                      (size_t)cell * dmm_element_bytes(element),
                  0, value);
}

static Pair *create(DmmElement element) {
  Pair *pair = calloc(1, sizeof *pair);
  pair->argument = (DmmArgument){
      .element = element,
      .is_memref = true,
      .rank = 2,
      .sizes = {ROWS, COLUMNS},
      .strides = {COLUMNS, 1},
      .elements = CELLS,
      .dense = true,
      .span_bytes = CELLS * dmm_element_bytes(element),
      .initial = calloc(CELLS, dmm_element_bytes(element)),
  };
  pair->arguments = (DmmArguments){&pair->argument, 1};
  pair->expected = dmm_frame_copy(&pair->arguments);
  for (int cell = 0; cell < CELLS; ++cell)
    set(&pair->expected, cell, cell + 1);
  dmm_frame_commit(&pair->expected);
  pair->got = dmm_frame_copy(&pair->arguments);
  return pair;
}

static void destroy(Pair *pair) {
  dmm_frame_free(&pair->expected);
  dmm_frame_free(&pair->got);
  free(pair->argument.initial);
  free(pair);
}

/// The comparison of 1, ..., 6 with the same, but `value` in cell (1, 1).
static DmmCheck compare(DmmElement element, double value,
                        DmmCheckPolicy policy) {
  DmmCheck check = {0};
  Pair *pair = create(element);
  set(&pair->got, 4, value);
  dmm_check_compare(&pair->expected, &pair->got, policy, &check);
  destroy(pair);
  return check;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

static void test_equal(void) {
  for (int element = 1; element < DMM_NUM_ELEMENTS; ++element) {
    DmmCheck check = compare((DmmElement)element, 5, (DmmCheckPolicy){0});
    EXPECT(check.done && check.ok && check.exact);
    EXPECT(check.max_abs_err == 0 && check.max_rel_err == 0);
    EXPECT(!check.failure.data);
    dmm_check_free(&check);
  }
}

static void test_mismatch(void) {
  for (int element = 1; element < DMM_NUM_ELEMENTS; ++element) {
    DmmCheck check = compare((DmmElement)element, 8, (DmmCheckPolicy){0});
    EXPECT(check.done && !check.ok && !check.exact);
    EXPECT(check.max_abs_err == 3 && check.max_rel_err == 0.5);
    EXPECT(strstr(check.failure.data, "argument 0 at [1, 1]: expected 5"));
    EXPECT(strstr(check.failure.data, ", got 8"));
    dmm_check_free(&check);
  }
}

/// The smallest difference there is counts, and so does the sign of zero.
static void test_last_bit(void) {
  DmmCheck last =
      compare(DMM_ELEMENT_f64, nextafter(5, 6), (DmmCheckPolicy){0});
  EXPECT(!last.ok && !last.exact && last.max_abs_err > 0);
  EXPECT(strstr(last.failure.data, "5.0000000000000009"));
  dmm_check_free(&last);
  Pair *pair = create(DMM_ELEMENT_f32);
  DmmCheck zero = {0};
  set(&pair->expected, 0, 0.0);
  set(&pair->got, 0, -0.0);
  dmm_check_compare(&pair->expected, &pair->got, (DmmCheckPolicy){0}, &zero);
  EXPECT(!zero.ok && zero.max_abs_err == 0);
  dmm_check_free(&zero);
  destroy(pair);
}

static void test_tolerance(void) {
  DmmCheckPolicy policy = {.tolerance = dmm_element_tolerance(DMM_ELEMENT_f64)};
  DmmCheck near32 = compare(DMM_ELEMENT_f32, 5.0005, policy);
  EXPECT(near32.ok && !near32.exact && near32.max_abs_err > 0);
  DmmCheck far32 = compare(DMM_ELEMENT_f32, 5.001, policy);
  EXPECT(!far32.ok);
  DmmCheck near64 = compare(DMM_ELEMENT_f64, 5 + 5e-10, policy);
  EXPECT(near64.ok && !near64.exact);
  DmmCheck far64 = compare(DMM_ELEMENT_f64, 5 + 7e-10, policy);
  EXPECT(!far64.ok);
  DmmCheck integer = compare(DMM_ELEMENT_i32, 6, policy);
  EXPECT(!integer.ok);
  DmmCheckPolicy narrow = {.tolerance = dmm_element_tolerance(DMM_ELEMENT_f32)};
  DmmCheck from32 = compare(DMM_ELEMENT_f64, 5.0005, narrow);
  EXPECT(from32.ok && !from32.exact);
  DmmCheck *all[] = {&near32, &far32, &near64, &far64, &integer, &from32};
  for (int i = 0; i < 6; ++i)
    dmm_check_free(all[i]);
}

static void test_nonfinite(void) {
  DmmCheckPolicy declared = {.nonfinite = true};
  DmmCheck lost = compare(DMM_ELEMENT_f64, NAN, declared);
  EXPECT(!lost.ok && isinf(lost.max_abs_err));
  DmmCheck large = compare(DMM_ELEMENT_f16, 1e6, declared);
  EXPECT(!large.ok && strstr(large.failure.data, "got inf"));
  Pair *pair = create(DMM_ELEMENT_bf16);
  DmmCheck both = {0}, undeclared = {0};
  set(&pair->expected, 2, NAN);
  set(&pair->got, 2, -NAN);
  dmm_check_compare(&pair->expected, &pair->got, declared, &both);
  EXPECT(both.ok && both.exact);
  dmm_check_compare(&pair->expected, &pair->got, (DmmCheckPolicy){0},
                    &undeclared);
  EXPECT(!undeclared.ok && undeclared.exact);
  EXPECT(strstr(undeclared.failure.data, "argument 0 at [0, 2] is"));
  DmmCheck *all[] = {&lost, &large, &both, &undeclared};
  for (int i = 0; i < 4; ++i)
    dmm_check_free(all[i]);
  destroy(pair);
}

/// One bad comparison of several is not forgotten.
static void test_several(void) {
  Pair *pair = create(DMM_ELEMENT_i64);
  DmmCheck check = {0};
  set(&pair->got, 0, 9);
  dmm_check_compare(&pair->expected, &pair->got, (DmmCheckPolicy){0}, &check);
  dmm_frame_reset(&pair->got);
  dmm_check_compare(&pair->expected, &pair->got, (DmmCheckPolicy){0}, &check);
  EXPECT(!check.ok && !check.exact && check.max_abs_err == 8);
  dmm_check_free(&check);
  destroy(pair);
}

/// Every bit pattern of the 16-bit formats that is no NaN survives a round
/// trip, and values in the middle round to even.
static void test_half_formats(void) {
  const DmmElement formats[] = {DMM_ELEMENT_f16, DMM_ELEMENT_bf16};
  for (int f = 0; f < 2; ++f)
    for (unsigned bits = 0; bits < 1U << 16; ++bits) {
      uint16_t before = (uint16_t)bits, after = 0;
      double value = dmm_element_value(formats[f], &before, 0);
      dmm_element_set(formats[f], &after, 0, value);
      if (!isnan(value) && before != after)
        EXPECT(before == after);
    }
  uint16_t half = 0;
  dmm_element_set(DMM_ELEMENT_f16, &half, 0, 1 + 0x1p-11);
  EXPECT(half == 0x3c00);
  dmm_element_set(DMM_ELEMENT_f16, &half, 0, 1 + 3 * 0x1p-11);
  EXPECT(half == 0x3c02);
  dmm_element_set(DMM_ELEMENT_f16, &half, 0, 65519);
  EXPECT(half == 0x7bff);
  dmm_element_set(DMM_ELEMENT_f16, &half, 0, 65520);
  EXPECT(half == 0x7c00);
  dmm_element_set(DMM_ELEMENT_f16, &half, 0, 0x1p-25);
  EXPECT(half == 0);
  dmm_element_set(DMM_ELEMENT_f16, &half, 0, -0x1.8p-24);
  EXPECT(half == 0x8002);
}

/// Poison is a NaN in every floating-point type, and random values are within
/// (-1, 1).
static void test_contents(void) {
  for (int element = DMM_ELEMENT_f16; element < DMM_NUM_ELEMENTS; ++element) {
    char data[16];
    dmm_element_poison((DmmElement)element, data);
    for (int part = 0; part < dmm_element_parts((DmmElement)element); ++part)
      EXPECT(isnan(dmm_element_value((DmmElement)element, data, part)));
    const uint64_t extremes[] = {0, ~UINT64_C(0), UINT64_C(1) << 63};
    for (int i = 0; i < 3; ++i) {
      dmm_element_fill((DmmElement)element, data, extremes[i]);
      double value = dmm_element_value((DmmElement)element, data, 0);
      EXPECT(value != 0 && fabs(value) < 1);
    }
  }
}

int main(void) {
  test_equal();
  test_mismatch();
  test_last_bit();
  test_tolerance();
  test_nonfinite();
  test_several();
  test_half_formats();
  test_contents();
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
