//===- failure.c - Every failure ends the run with one message ------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// What the bodies below use. A broadcast at a.mlir:1:2 from rank 0, a scatter
/// at b.mlir:3:4 from rank 0, a gather to rank 0, an all-reduce, a send and a
/// receive by one.
typedef struct Program {
  Meta broadcast, scatter, gather, all_reduce, send, recv;
} Program;

static Program program;
static const Grid four = {1, {4}}, grid_2x2 = {2, {2, 2}};

static void init_program(const Grid *grid) {
  static const int64_t axes[] = {0, 1}, ints[] = {0, 1};
  static const DmmAxisLayout blocks[2] = {
      {DMM_SHARDED, 0, 1, 1, 0, 100, 0, 400},
      {DMM_REPLICATED, -1, 0, 1, 0, 0, 0, 0}};
  MetaSpec spec = {.grid = grid, .naxes = grid->naxes, .axes = axes};
  spec.op = DMM_RT_BROADCAST;
  spec.location = "a.mlir:1:2";
  meta_init(&program.broadcast, &spec);
  spec.op = DMM_RT_SCATTER;
  spec.location = "b.mlir:3:4";
  spec.layout = blocks;
  meta_init(&program.scatter, &spec);
  spec.op = DMM_RT_GATHER;
  spec.location = "c.mlir:5:6";
  meta_init(&program.gather, &spec);
  spec.op = DMM_RT_ALL_REDUCE;
  spec.location = "d.mlir:7:8";
  spec.layout = NULL;
  spec.root = DMM_ROOT_NONE;
  meta_init(&program.all_reduce, &spec);
  spec.nints = 2;
  spec.ints = ints;
  spec.op = DMM_RT_SEND;
  spec.location = "e.mlir:9:1";
  meta_init(&program.send, &spec);
  spec.op = DMM_RT_RECV;
  spec.location = "f.mlir:9:2";
  meta_init(&program.recv, &spec);
}

/// Calls the meta's operation on an f64 source and destination of so many
/// elements, of memory that nobody else uses.
static void call_with(Meta *meta, int64_t partition, int64_t src_size,
                      int64_t dst_size, DmmWords *symbols) {
  static double memory[4][2][400];
  struct {
    double *allocated, *aligned;
    int64_t offset, size, stride;
  } src = {memory[partition][0], memory[partition][0], 0, src_size, 1},
    dst = {memory[partition][1], memory[partition][1], 0, dst_size, 1};
  DmmUnranked buffers[2] = {{1, &src}, {1, &dst}};
  entry_point((DmmRtOp)meta->words[1], ELT_f64)(&buffers[0], &buffers[1],
                                                &meta->descriptor, symbols);
}

static void call(Meta *meta, int64_t partition, int64_t src_size,
                 int64_t dst_size) {
  DmmWords none = {0};
  call_with(meta, partition, src_size, dst_size, &none);
}

static double now_s(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// Runs the body and requires a failure whose message has all of these texts
/// (up to a null), in less than ten seconds.
static void expect_failure(const Grid *grid, DmmRtBody body, double timeout_s,
                           bool faults, const char *const *texts) {
  DmmRtConfig config = {grid->naxes, grid->sizes, timeout_s, faults, NULL};
  DmmRtReport report;
  init_program(grid);
  double start_s = now_s();
  int status = dmm_rt_run(&config, body, NULL, &report);
  CHECK(now_s() - start_s < 10, "it took %g s", now_s() - start_s);
  CHECK(status == 1 && !report.ok, "it did not fail, for want of: %s",
        texts[0]);
  for (; *texts; ++texts)
    CHECK(strstr(report.message, *texts), "no '%s' in: %s", *texts,
          report.message);
}

#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})

//===----------------------------------------------------------------------===//
// Failures of the program
//===----------------------------------------------------------------------===//

/// One partition gives up, the others wait for it.
static void abort_body(int64_t partition, void *user) {
  (void)user;
  call(&program.broadcast, partition, 10, 10);
  if (partition == 2)
    dmm_rt_abort("the matrix is singular");
  call(&program.all_reduce, partition, 10, 10);
}

static void test_abort(void) {
  expect_failure(&grid_2x2, abort_body, 60, false,
                 TEXTS("partition (1, 0), dmm.broadcast at a.mlir:1:2: abort: "
                       "the matrix is singular"));
}

/// The root broadcasts where the others expect their part of an array.
static void op_mismatch_body(int64_t partition, void *user) {
  (void)user;
  if (partition == 0)
    call(&program.broadcast, partition, 100, 100);
  else
    call(&program.scatter, partition, 400, 100);
}

static void size_mismatch_body(int64_t partition, void *user) {
  (void)user;
  int64_t n = partition == 0 ? 300 : 299;
  call(&program.broadcast, partition, n, n);
}

/// The root skips an operation that the others do.
static void sequence_mismatch_body(int64_t partition, void *user) {
  (void)user;
  if (partition != 0)
    call(&program.gather, partition, 0, 0);
  call(&program.broadcast, partition, 5, 5);
}

static void test_mismatch(void) {
  expect_failure(&four, op_mismatch_body, 60, false,
                 TEXTS("mismatch",
                       "partition (0) sent dmm.broadcast at "
                       "a.mlir:1:2",
                       "expects dmm.scatter at "
                       "b.mlir:3:4"));
  expect_failure(&four, size_mismatch_body, 60, false,
                 TEXTS("mismatch", "300 words", "299 words", "a.mlir:1:2"));
  expect_failure(&four, sequence_mismatch_body, 60, false,
                 TEXTS("mismatch", "number 1", "number 2"));
}

/// All partitions receive, nobody sends; with a message that is never received.
static void deadlock_body(int64_t partition, void *user) {
  (void)user;
  if (partition == 0)
    call(&program.gather, partition, 100, 400);
  else
    call(&program.scatter, partition, 400, 100);
}

static void lost_message_body(int64_t partition, void *user) {
  (void)user;
  if (partition == 1)
    call(&program.send, partition, 7, 7);
}

static void test_unmatched(void) {
  expect_failure(&four, deadlock_body, 60, false,
                 TEXTS("deadlock",
                       "partition (0), dmm.gather at c.mlir:5:6, "
                       "waits for partition (",
                       "partition (3), dmm.scatter at b.mlir:3:4, waits for "
                       "partition (0)"));
  expect_failure(&four, lost_message_body, 60, false,
                 TEXTS("partition (1), fabric.send at e.mlir:9:1",
                       "partition (2) never received"));
}

/// One partition is busy elsewhere for longer than the timeout allows.
static void late_body(int64_t partition, void *user) {
  (void)user;
  if (partition == 0)
    nanosleep(&(struct timespec){1, 500000000}, NULL);
  call(&program.broadcast, partition, 10, 10);
}

static void test_timeout(void) {
  expect_failure(&four, late_body, 0.3, false,
                 TEXTS("timeout", "0.3 s",
                       "partition (0), before its first message, is running"));
}

//===----------------------------------------------------------------------===//
// Calls that cannot be right
//===----------------------------------------------------------------------===//

static void wrong_grid_body(int64_t partition, void *user) {
  (void)partition;
  (void)user;
  static Meta meta;
  if (partition != 3)
    return;
  MetaSpec spec = {.op = DMM_RT_BROADCAST, .grid = &grid_2x2};
  meta_init(&meta, &spec);
  _mlir_ciface_dmm_rt_enter(&meta.descriptor);
}

static void wrong_root_body(int64_t partition, void *user) {
  (void)user;
  static Meta metas[4];
  metas[partition] = program.broadcast;
  metas[partition].words[3] = 4;
  metas[partition].descriptor.aligned = metas[partition].words;
  call(&metas[partition], partition, 1, 1);
}

static void truncated_body(int64_t partition, void *user) {
  (void)user;
  static Meta metas[4];
  metas[partition] = program.scatter;
  metas[partition].descriptor.size = 9 + partition;
  call(&metas[partition], partition, 400, 100);
}

/// Two stages of two and one do not hold four members.
static void wrong_stages_body(int64_t partition, void *user) {
  (void)user;
  static Meta metas[4];
  metas[partition] = program.broadcast;
  metas[partition].descriptor.aligned = metas[partition].words;
  meta_set_stages(&metas[partition], 2, (int64_t[]){2, 1});
  call(&metas[partition], partition, 1, 1);
}

static void wrong_kind_body(int64_t partition, void *user) {
  (void)user;
  static Meta metas[4];
  metas[partition] = program.all_reduce;
  metas[partition].words[2] = DMM_KIND_XOR;
  metas[partition].descriptor.aligned = metas[partition].words;
  call(&metas[partition], partition, 1, 1);
}

static void small_home_body(int64_t partition, void *user) {
  (void)user;
  call(&program.scatter, partition, 400, 99);
}

static void wrong_axis_body(int64_t partition, void *user) {
  (void)partition;
  (void)user;
  _mlir_ciface_dmm_rt_coord(1);
}

static void test_wrong_calls(void) {
  expect_failure(&four, wrong_grid_body, 60, false,
                 TEXTS("partition (3)", "compiled for the grid 2x2",
                       "runs on the grid 4"));
  expect_failure(&four, wrong_root_body, 60, false,
                 TEXTS("the root is 4 in a group of 4"));
  expect_failure(&four, truncated_body, 60, false,
                 TEXTS("malformed description"));
  expect_failure(&four, wrong_stages_body, 60, false,
                 TEXTS("the stages' digits do not cover an axis"));
  expect_failure(&four, wrong_kind_body, 60, false,
                 TEXTS("the kind xor has no meaning for the element type f64"));
  expect_failure(
      &four, small_home_body, 60, false,
      TEXTS("dmm.scatter at b.mlir:3:4",
            "elements 0 to 99 of dimension 0 are outside of a buffer "
            "of size 99"));
  expect_failure(&four, wrong_axis_body, 60, false,
                 TEXTS("the grid has no axis 1"));
}

//===----------------------------------------------------------------------===//
// Blocks and extents that are symbols
//===----------------------------------------------------------------------===//

/// The words of the layout in a meta for one grid axis.
enum { LAYOUT = 4 + 2 + 2 + 1, BLOCK = LAYOUT + 5, EXTENT = LAYOUT + 7 };

/// Scatters 400 elements to homes of 100 by a layout whose block and extent are
/// the symbols of these numbers.
typedef struct OpenScatter {
  int64_t block, extent, nsymbols, symbols[2];
} OpenScatter;

static OpenScatter open_scatter;

static void open_body(int64_t partition, void *user) {
  (void)user;
  static Meta metas[4];
  OpenScatter *s = &open_scatter;
  metas[partition] = program.scatter;
  metas[partition].words[BLOCK] = DMM_META_SYMBOL(s->block);
  metas[partition].words[EXTENT] = DMM_META_SYMBOL(s->extent);
  metas[partition].descriptor.aligned = metas[partition].words;
  DmmWords symbols = {s->symbols, s->symbols, 0, s->nsymbols, 1};
  call_with(&metas[partition], partition, 400, 100, &symbols);
}

static void expect_open(OpenScatter scatter, const char *text) {
  open_scatter = scatter;
  expect_failure(&four, open_body, 60, false,
                 TEXTS("dmm.scatter at b.mlir:3:4", text));
}

static void test_symbols(void) {
  expect_open((OpenScatter){0, 1, 1, {100, 0}},
              "a block or an extent is symbol 1 of 1");
  expect_open((OpenScatter){1023, 0, 2, {100, 400}},
              "a block or an extent is symbol 1023 of 2");
  expect_open((OpenScatter){0, 1, 2, {0, 400}},
              "a block is 0 at run time, which must be at least 1");
  expect_open((OpenScatter){0, 1, 2, {100, -1}},
              "an extent is -1 at run time, which must be at least 0");
  expect_open((OpenScatter){0, 1, 2, {99, 400}},
              "4 blocks of 99 cells on axis 0 do not cover the extent 400");
  expect_open((OpenScatter){0, 1, 2, {100, 399}},
              "a layout puts the 400 elements of dimension 0 in the cells 0 to "
              "399, but has the extent 399");
  expect_open((OpenScatter){0, 1, 2, {101, 400}},
              "elements 0 to 100 of dimension 0 are outside of a buffer of "
              "size 100");
}

//===----------------------------------------------------------------------===//
// Faults; sanitizers have handlers of their own
//===----------------------------------------------------------------------===//

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

static volatile int *volatile no_address = (int *)16;
static volatile int zero;

static void segv_body(int64_t partition, void *user) {
  (void)user;
  call(&program.broadcast, partition, 10, 10);
  if (partition == 3)
    *no_address = 1;
  call(&program.all_reduce, partition, 10, 10);
}

static void fpe_body(int64_t partition, void *user) {
  (void)user;
  if (partition == 1)
    zero = 100 / zero;
  call(&program.broadcast, partition, 10, 10);
}

/// The array of a caller that only the root may touch.
static void poison_body(int64_t partition, void *user) {
  (void)user;
  static Buffer buffers[4];
  static const int64_t sizes[] = {400};
  if (partition == 1)
    buffer_init_poisoned(&buffers[1], ELT_f64, 1, sizes);
  else
    buffer_init(&buffers[partition], ELT_f64, 1, sizes, false);
  DmmWords none = {0};
  _mlir_ciface_dmm_rt_all_reduce_f64(&buffers[partition].memref,
                                     &buffers[partition].memref,
                                     &program.all_reduce.descriptor, &none);
  free(buffers[partition].bytes);
  free(buffers[partition].expected);
}

static volatile char sink;

static int64_t overflow(int64_t depth) {
  volatile char frame[4096];
  frame[0] = (char)depth;
  sink = frame[0];
  return depth < 0 ? 0 : overflow(depth + 1) + frame[0];
}

static void overflow_body(int64_t partition, void *user) {
  (void)user;
  if (partition == 0)
    overflow(0);
  call(&program.broadcast, partition, 10, 10);
}

static void test_faults(void) {
  expect_failure(&four, segv_body, 60, true,
                 TEXTS("partition (3), dmm.broadcast at a.mlir:1:2",
                       "invalid memory access at address 0x10"));
  expect_failure(
      &four, fpe_body, 60, true,
      TEXTS("partition (1), before its first message", "arithmetic fault"));
  expect_failure(&four, poison_body, 60, true,
                 TEXTS("partition (1), dmm.all_reduce at d.mlir:7:8",
                       "invalid memory access"));
  expect_failure(&four, overflow_body, 60, true,
                 TEXTS("partition (0)", "invalid memory access"));
}

#else

static void test_faults(void) {}

#endif

//===----------------------------------------------------------------------===//
// Failures that end the process
//===----------------------------------------------------------------------===//

/// Runs the function in a process of its own; requires that it exits with
/// status 1, having written the text to stderr.
static void expect_death(void (*function)(void), const char *text) {
  int ends[2];
  char output[4096];
  size_t length = 0;
  CHECK(pipe(ends) == 0, "pipe");
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    function();
    _exit(0);
  }
  close(ends[1]);
  ssize_t n;
  while ((n = read(ends[0], output + length, sizeof output - 1 - length)) > 0)
    length += (size_t)n;
  output[length] = '\0';
  close(ends[0]);
  int status;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 1, "wait status %x: %s",
        (unsigned)status, output);
  CHECK(strstr(output, text), "no '%s' in: %s", text, output);
}

static volatile bool never;

/// A partition that never comes back to the runtime.
static void lost_body(int64_t partition, void *user) {
  (void)user;
  while (partition == 1 && !never)
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  if (partition == 0)
    dmm_rt_abort("enough");
}

static void run_lost(void) {
  DmmRtConfig config = {1, four.sizes, 60, false, NULL};
  dmm_rt_run(&config, lost_body, NULL, NULL);
}

/// A program for four partitions, started without a launcher.
static void run_alone(void) {
  init_program(&four);
  _mlir_ciface_dmm_rt_enter(&program.broadcast.descriptor);
}

static void abort_alone(void) { dmm_rt_abort("alone"); }

static void test_deaths(void) {
  expect_death(run_lost, "partition (0), before its first message: abort: "
                         "enough");
  expect_death(run_alone, "compiled for the grid 4");
  expect_death(abort_alone, "abort: alone");
}

int main(void) {
  test_deaths();
  for (int repeat = 0; repeat < 3; ++repeat) {
    test_abort();
    test_mismatch();
    test_unmatched();
    test_wrong_calls();
    test_symbols();
    test_faults();
  }
  test_timeout();
  return 0;
}
