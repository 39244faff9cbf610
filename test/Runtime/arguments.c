//===- arguments.c - Checks where a program starts ------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments that share memory, one of them written, are refused by the root;
// those that lie in each other's gaps are not. What shares is told element by
// element here.
//
//===----------------------------------------------------------------------===//

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANK = 3, BYTES = 4096 };

/// A view of `memory`; offset and strides in elements.
typedef struct View {
  Element element;
  int64_t rank, offset, sizes[RANK], strides[RANK];
  bool written;
} View;

enum { MAX_VIEWS = 4 };

typedef struct Program {
  Meta entry;
  View views[MAX_VIEWS];
  int nviews, rounds;
} Program;

static Program program;
static char memory[BYTES];
static const Grid one = {1, {1}}, three = {1, {3}}, grid_2x2 = {2, {2, 2}};

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

typedef void (*NoteArgument)(DmmUnranked *, int64_t, int64_t);

static NoteArgument note_of(Element element) {
  static const NoteArgument notes[] = {
#define X(name, bytes) _mlir_ciface_dmm_rt_argument_##name,
      DMM_ELEMENT_TYPES(X)
#undef X
  };
  return notes[element];
}

/// Notes view `i` as argument `i`; it starts at `base`.
static void note(int i, char *base) {
  const View *v = &program.views[i];
  int64_t words[3 + 2 * RANK] = {0, (int64_t)(intptr_t)base, v->offset};
  for (int64_t d = 0; d < v->rank; ++d) {
    words[3 + d] = v->sizes[d];
    words[3 + v->rank + d] = v->strides[d];
  }
  DmmUnranked memref = {v->rank, words};
  note_of(v->element)(&memref, i, v->written);
}

/// Partitions other than the root have no memory to look at, and all views at
/// the same place.
static void check_body(int64_t partition, void *user) {
  (void)user;
  for (int round = 0; round < program.rounds; ++round) {
    _mlir_ciface_dmm_rt_enter(&program.entry.descriptor);
    for (int i = 0; i < program.nviews; ++i)
      note(i, partition ? (char *)16 : memory + BYTES / 2);
    _mlir_ciface_dmm_rt_check_arguments(&program.entry.descriptor);
  }
}

/// Runs the check of the views; returns whether they are accepted.
static bool run(const Grid *grid, const View *views, int n,
                DmmRtReport *report) {
  MetaSpec spec = {.grid = grid, .location = "f.mlir:7:1"};
  DmmRtConfig config = {grid->naxes, grid->sizes, 60, false, NULL};
  meta_init(&program.entry, &spec);
  memcpy(program.views, views, (size_t)n * sizeof *views);
  program.nviews = n;
  program.rounds = 2;
  return dmm_rt_run(&config, check_body, NULL, report) == 0;
}

static void expect_accepted(const View *views, int n) {
  static const Grid *const all[] = {&one, &three, &grid_2x2};
  DmmRtReport report;
  for (int g = 0; g < 3; ++g)
    CHECK(run(all[g], views, n, &report), "refused: %s", report.message);
}

static void expect_refused(const View *views, int n, const char *text) {
  static const Grid *const all[] = {&one, &three, &grid_2x2};
  static const char *const roots[] = {"partition (0), ", "partition (0), ",
                                      "partition (0, 0), "};
  DmmRtReport report;
  for (int g = 0; g < 3; ++g) {
    CHECK(!run(all[g], views, n, &report), "accepted, for want of: %s", text);
    CHECK(strstr(report.message, text) &&
              !strncmp(report.message, roots[g], strlen(roots[g])),
          "not the root with '%s': %s", text, report.message);
  }
}

//===----------------------------------------------------------------------===//
// Pairs that a user may pass
//===----------------------------------------------------------------------===//

static View vector(int64_t offset, int64_t size, int64_t stride, bool written) {
  return (View){ELT_f32, 1, offset, {size}, {stride}, written};
}

static View matrix(int64_t offset, int64_t rows, int64_t columns,
                   bool written) {
  return (View){ELT_f32, 2, offset, {rows, columns}, {10, 1}, written};
}

static void test_vectors(void) {
  View same[] = {vector(0, 10, 1, false), vector(0, 10, 1, true)};
  expect_refused(same, 2,
                 "arguments 0 and 1 of the function at f.mlir:7:1 share "
                 "memory, and it writes argument 1: pass arrays that do not "
                 "overlap, or a copy of one of them");
  View last[] = {vector(9, 10, 1, true), vector(0, 10, 1, false)};
  expect_refused(last, 2, "arguments 0 and 1");
  View next[] = {vector(10, 10, 1, true), vector(0, 10, 1, true)};
  expect_accepted(next, 2);
  View read[] = {vector(0, 10, 1, false), vector(0, 10, 1, false)};
  expect_accepted(read, 2);
  View empty[] = {vector(5, 0, 1, true), vector(0, 10, 1, true)};
  expect_accepted(empty, 2);
  View third[] = {vector(0, 10, 1, false), vector(10, 10, 1, false),
                  vector(5, 10, 1, false), vector(19, 2, 1, true)};
  expect_refused(third, 4, "arguments 1 and 3 of the function");
}

static void test_gaps(void) {
  View even_odd[] = {vector(0, 10, 2, true), vector(1, 10, 2, true)};
  expect_accepted(even_odd, 2);
  View even_even[] = {vector(0, 10, 2, true), vector(18, 10, 2, true)};
  expect_refused(even_even, 2, "arguments 0 and 1");
  View backwards[] = {vector(18, 10, -2, true), vector(1, 10, 2, true)};
  expect_accepted(backwards, 2);
  View meet[] = {vector(19, 10, -2, true), vector(1, 10, 2, true)};
  expect_refused(meet, 2, "arguments 0 and 1");
  View quarters[] = {matrix(0, 5, 5, true), matrix(5, 5, 5, true),
                     matrix(50, 5, 5, true), matrix(55, 5, 5, true)};
  expect_accepted(quarters, 4);
  View column[] = {matrix(0, 9, 5, false), matrix(14, 3, 5, true)};
  expect_refused(column, 2, "arguments 0 and 1");
  View parts[] = {{ELT_c32, 1, 0, {10}, {1}, true},
                  {ELT_f32, 1, 1, {10}, {2}, false}};
  expect_refused(parts, 2, "arguments 0 and 1");
}

static void test_folds(void) {
  View repeated[] = {vector(0, 10, 0, true)};
  expect_refused(repeated, 1,
                 "elements of argument 0 of the function at f.mlir:7:1 share "
                 "memory, and it writes them: pass an array without such "
                 "strides");
  View window[] = {{ELT_f32, 2, 0, {4, 3}, {1, 1}, true}};
  expect_refused(window, 1, "elements of argument 0");
  window[0].written = repeated[0].written = false;
  expect_accepted(window, 1);
  expect_accepted(repeated, 1);
  View transposed[] = {{ELT_f32, 2, 0, {4, 3}, {1, 4}, true}};
  expect_accepted(transposed, 1);
  View single[] = {{ELT_f32, 2, 0, {4, 1}, {1, 1}, true}};
  expect_accepted(single, 1);
}

//===----------------------------------------------------------------------===//
// Random pairs
//===----------------------------------------------------------------------===//

static uint64_t state = 1;

/// A number in [least, least + count).
static int64_t draw(int64_t least, int64_t count) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return least + (int64_t)(state >> 33) % count;
}

/// Counts the view's elements on each byte. Returns whether two are on one.
static bool cover(const View *v, char *bytes) {
  int64_t index[RANK] = {0}, size = element_bytes(v->element);
  bool twice = false;
  if (!first_index(v->rank, v->sizes, index))
    return false;
  do {
    int64_t at = BYTES / 2 + v->offset * size;
    for (int64_t d = 0; d < v->rank; ++d)
      at += index[d] * v->strides[d] * size;
    for (int64_t k = 0; k < size; ++k)
      twice |= bytes[at + k]++ > 0;
  } while (next_index(v->rank, v->sizes, index));
  return twice;
}

/// Whether the views have a byte in common, or the second has a byte twice.
static bool share(const View *a, const View *b) {
  static char on_a[BYTES], on_b[BYTES];
  memset(on_a, 0, sizeof on_a);
  memset(on_b, 0, sizeof on_b);
  cover(a, on_a);
  bool found = cover(b, on_b);
  for (int i = 0; i < BYTES; ++i)
    found |= on_a[i] && on_b[i];
  return found;
}

static View random_view(void) {
  static const Element elements[] = {ELT_i8, ELT_f32, ELT_c64};
  View v = {.element = elements[draw(0, 3)], .rank = draw(0, RANK + 1)};
  v.offset = draw(0, 8);
  for (int64_t d = 0; d < v.rank; ++d) {
    v.sizes[d] = draw(0, 4);
    v.strides[d] = draw(-6, 13);
  }
  return v;
}

/// What shares memory is never accepted.
static void test_random(void) {
  DmmRtReport report;
  int accepted = 0, shared = 0;
  for (int i = 0; i < 3000; ++i) {
    View views[] = {random_view(), random_view()};
    views[1].written = true;
    bool found = share(&views[0], &views[1]);
    bool ok = run(&one, views, 2, &report);
    CHECK(!(ok && found), "pair %d shares memory and is accepted", i);
    accepted += ok;
    shared += found;
  }
  CHECK(accepted > 100 && shared > 100, "%d accepted, %d share", accepted,
        shared);
}

static View random_block(void) {
  static const int64_t strides[] = {20, 5, 1};
  View v = {.element = ELT_f32, .rank = 3};
  const int64_t whole[] = {3, 4, 5};
  for (int64_t d = 0; d < 3; ++d) {
    int64_t begin = draw(0, whole[d]);
    v.sizes[d] = draw(1, whole[d] - begin);
    v.offset += begin * strides[d];
    v.strides[d] = strides[d];
  }
  return v;
}

/// Blocks of one array are accepted exactly if they are apart.
static void test_blocks(void) {
  DmmRtReport report;
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    View views[] = {random_block(), random_block()};
    views[1].written = true;
    bool ok = run(&one, views, 2, &report);
    CHECK(ok == !share(&views[0], &views[1]), "pair %d of blocks: %s", i,
          ok ? "accepted" : report.message);
    accepted += ok;
  }
  CHECK(accepted > 300 && accepted < 2700, "%d accepted", accepted);
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

static void assert_body(int64_t partition, void *user) {
  int64_t words[4] = {17};
  memcpy(&words[1], "the size is wrong", 17);
  DmmWords text = {words, words, 0, 4, 1};
  const int64_t *holds = user;
  _mlir_ciface_dmm_rt_assert(holds[partition], &text);
}

static void test_assert(void) {
  int64_t holds[] = {1, -1, 2};
  run_ok(&three, assert_body, holds, NULL);
  holds[1] = 0;
  DmmRtConfig config = {three.naxes, three.sizes, 60, false, NULL};
  DmmRtReport report;
  CHECK(dmm_rt_run(&config, assert_body, holds, &report) == 1, "it holds");
  CHECK(!strcmp(report.message, "partition (1), before its first message: the "
                                "size is wrong"),
        "%s", report.message);
}

int main(void) {
  test_vectors();
  test_gaps();
  test_folds();
  test_random();
  test_blocks();
  test_assert();
  return 0;
}
