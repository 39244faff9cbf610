//===- expect.h - Checks that count their failures ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TEST_PLAN_EXPECT_H
#define DMM_TEST_PLAN_EXPECT_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/// Checks that failed in this test program so far; main returns it as its exit
/// code, at most 1.
static int failures;

static inline void expect_text(const char *name, const char *found,
                               const char *expected) {
  if (found && !strcmp(found, expected))
    return;
  ++failures;
  fprintf(stderr, "%s:\n  found:    %s\n  expected: %s\n", name,
          found ? found : "nothing", expected);
}

static inline void expect_number(const char *name, const char *what,
                                 int64_t found, int64_t expected) {
  if (found == expected)
    return;
  ++failures;
  fprintf(stderr, "%s: %" PRId64 " %s, expected %" PRId64 "\n", name, found,
          what, expected);
}

#endif // DMM_TEST_PLAN_EXPECT_H
