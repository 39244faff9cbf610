//===- runtime.h - The runtime's public interface -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A distributed program is one function that every partition runs. A launcher
// starts it with dmm_rt_run; the program talks to the other partitions by the
// entry points at the end of this file, which follow MLIR's C interface, so
// that the same object runs in a JIT, under mlir-runner, or linked into an
// application. Without a launch there is one partition, on a grid of ones.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_RUNTIME_H
#define DMM_RUNTIME_RUNTIME_H

#include "dmm-runtime/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DMM_RT_API __attribute__((visibility("default")))

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

enum {
  DMM_RT_MAX_AXES = 8,         ///< axes of a grid
  DMM_RT_MAX_PARTITIONS = 256, ///< partitions of a launch (one thread each)
  DMM_RT_MAX_RANK = 16,        ///< rank of a buffer
  DMM_RT_MESSAGE_BYTES = 1024, ///< of a report's message, with its final NUL
};

/// What a message costs that belongs to a level of a machine.
typedef struct DmmRtLevel {
  double latency_ns;  ///< at least 0
  double gbyte_per_s; ///< of one partition, 10^9 bytes a second; above 0
  double pj_per_word; ///< energy, at least 0
} DmmRtLevel;

/// A machine of nested containers, and where the partitions of the grid lie in
/// it: a coordinate is a mixed-radix number with a digit for each level, the
/// lowest at the bottom, and the partitions whose digits above a level are all
/// equal lie in one container of the level. The last container along an axis
/// may be partly filled. A message belongs to the lowest level of which one
/// container holds both of its ends. All is borrowed during the run.
typedef struct DmmRtMachine {
  int64_t nlevels;          ///< 1 to DMM_RT_MAX_LEVELS
  const DmmRtLevel *levels; ///< bottom first
  double ns_per_statement;  ///< that a partition computes for one, at least 0
  const int64_t *digits;    ///< digits[level * naxes + axis], at least 1; their
                            ///< product over levels is at least the axis' size
} DmmRtMachine;

/// What to launch on. Partitions count row-major over the grid: the last axis
/// runs fastest. Partition 0 is the root.
typedef struct DmmRtConfig {
  int64_t naxes;             ///< 1 to DMM_RT_MAX_AXES
  const int64_t *grid_sizes; ///< of each axis, >= 1; borrowed during the run
  double timeout_s;          ///< the run fails when partitions are blocked and
                             ///< none makes progress for that long; 0: never
  bool handle_faults;        ///< report SIGSEGV, SIGBUS, SIGFPE and SIGILL of a
                             ///< partition as a failure of the run
  const DmmRtMachine *machine; ///< null: there are no levels and no clock
} DmmRtConfig;

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//
//
// With a machine, each partition carries a virtual clock. It is advanced by the
// statements that the program counts (dmm_rt_statements), and by waiting for
// messages. The partition sends one message after the other: one that it posts
// starts at its clock, or when the one before has left, takes bytes /
// gbyte_per_s to leave, and arrives latency_ns after that. Messages that arrive
// at the same time come in one after the other, too: not sooner than bytes /
// gbyte_per_s of all of them after the first has started to. A receive takes
// the clock to the arrival if that is later. Nothing else takes time, and
// nothing depends on how the threads of the partitions run: times are the same
// from run to run.

/// What one kind of message did in a whole run. calls: executions of the
/// collective, one for each group of members; messages: transfers between two
/// different partitions that carry at least one element; words: elements that
/// they carry (a value with its index counts as two).
typedef struct DmmRtOpCount {
  int64_t calls, messages, words;
  double wait_s; ///< time that partitions waited in it, summed over them
} DmmRtOpCount;

/// What the messages of one level did in a whole run.
typedef struct DmmRtLevelCount {
  int64_t messages, words;
  int64_t max_words; ///< the most that one partition sent
  double energy_pj;
  double exposed_ns; ///< virtual time that partitions waited for them, summed
                     ///< over the partitions
} DmmRtLevelCount;

typedef struct DmmRtReport {
  bool ok;
  char message[DMM_RT_MESSAGE_BYTES]; ///< the first failure; empty if ok
  DmmRtOpCount ops[DMM_RT_NUM_OPS];
  double run_s;  ///< from the first partition's start to the last one's end
  double wait_s; ///< sum of wait_s over the ops
  // What follows is 0 without a machine.
  int64_t nlevels;
  DmmRtLevelCount levels[DMM_RT_MAX_LEVELS]; ///< of all ops together
  DmmRtLevelCount op_levels[DMM_RT_NUM_OPS][DMM_RT_MAX_LEVELS];
  double time_ns;    ///< the latest virtual clock at the end
  double exposed_ns; ///< sum of exposed_ns over the levels
} DmmRtReport;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// What each partition runs. It may end early without returning: when the run
/// fails, partitions leave it from within the runtime as by longjmp.
typedef void (*DmmRtBody)(int64_t partition, void *user);

/// Runs `body` on every partition of the grid and waits for all of them.
/// Returns 0, or 1 with a message in `report` (owned by the caller; may be
/// null): a configuration that cannot be launched, or the first failure of a
/// partition. A failure ends all partitions; if one does not come back to the
/// runtime within a few seconds after it, the message goes to stderr and the
/// process exits with status 1. Must not be called from within a partition.
DMM_RT_API int dmm_rt_run(const DmmRtConfig *config, DmmRtBody body, void *user,
                          DmmRtReport *report);

/// Fails the run from within a partition, with this message.
DMM_RT_API __attribute__((noreturn)) void dmm_rt_abort(const char *message);

/// The name of the operation in programs, e.g. "dmm.scatter".
DMM_RT_API const char *dmm_rt_op_name(DmmRtOp op);

//===----------------------------------------------------------------------===//
// Entry points of compiled programs
//===----------------------------------------------------------------------===//

/// MLIR's descriptor of an unranked memref: `descriptor` points to
/// {allocated, aligned, offset, sizes[rank], strides[rank]}.
typedef struct DmmUnranked {
  int64_t rank;
  void *descriptor;
} DmmUnranked;

/// MLIR's descriptor of a memref<?xi64>. Metas are constants: their words stay
/// valid and unchanged until the end of the run.
typedef struct DmmWords {
  int64_t *allocated, *aligned;
  int64_t offset, size, stride;
} DmmWords;

/// Fails unless the grid that the program is compiled for (the meta's grid) is
/// the grid of the launch.
DMM_RT_API void _mlir_ciface_dmm_rt_enter(DmmWords *meta);

// Where a program starts, it notes each memref argument that it uses by
//   _mlir_ciface_dmm_rt_argument_<element type>(memref, number, written)
// and has them checked then: an argument that the program writes must share no
// memory with another one, since each is distributed on its own, and its
// elements none with each other. Arguments that lie in each other's gaps, as
// two blocks of one matrix do, share no memory. Partitions other than the root,
// whose arguments are not dereferenced, do nothing.

/// Fails if an argument noted before does not hold to that. `meta` is the one
/// of dmm_rt_enter.
DMM_RT_API void _mlir_ciface_dmm_rt_check_arguments(DmmWords *meta);

/// Fails with `text` unless `holds` is not 0. The words are the text's length
/// in bytes, then its bytes, eight in a word.
DMM_RT_API void _mlir_ciface_dmm_rt_assert(int64_t holds, DmmWords *text);

/// This partition's coordinate on a grid axis.
DMM_RT_API int64_t _mlir_ciface_dmm_rt_coord(int64_t axis);

/// Advances this partition's virtual clock by the time of `n` statements.
DMM_RT_API void _mlir_ciface_dmm_rt_statements(int64_t n);

// _mlir_ciface_dmm_rt_<op>_<element type>(src, dst, meta, syms): one for each
// op of DmmRtOp and each of DMM_ELEMENT_TYPES. Operations on one buffer take it
// twice. What a member does not own or need is not dereferenced: src of a
// scatter or broadcast, and dst of a gather or reduce, away from the root.
// The size of the whole array is that of src for a scatter, of dst for a
// gather, on every member. For a halo the buffer is the home block extended:
// in a dimension with widths (low, high), element u of the block lies at
// low + u, and ghosts around the block's actual elements.
#define DMM_RT_DECLARE(op, element)                                            \
  DMM_RT_API void _mlir_ciface_dmm_rt_##op##_##element(                        \
      DmmUnranked *src, DmmUnranked *dst, DmmWords *meta, DmmWords *syms);

// The reductions minloc and maxloc combine values with their indices. Of equal
// values the one with the lowest index counts; a number beats a NaN.
#define DMM_RT_DECLARE_LOC(op, element)                                        \
  DMM_RT_API void _mlir_ciface_dmm_rt_##op##_##element(                        \
      DmmUnranked *value_src, DmmUnranked *value_dst, DmmUnranked *index_src,  \
      DmmUnranked *index_dst, DmmWords *meta, DmmWords *syms);

#define DMM_RT_DECLARE_ARGUMENT(element)                                       \
  DMM_RT_API void _mlir_ciface_dmm_rt_argument_##element(                      \
      DmmUnranked *memref, int64_t number, int64_t written);

#define DMM_RT_DECLARE_ALL(element, bytes)                                     \
  DMM_RT_DECLARE_ARGUMENT(element)                                             \
  DMM_RT_DECLARE(reduce, element)                                              \
  DMM_RT_DECLARE(broadcast, element)                                           \
  DMM_RT_DECLARE(all_reduce, element)                                          \
  DMM_RT_DECLARE(scatter, element)                                             \
  DMM_RT_DECLARE(gather, element)                                              \
  DMM_RT_DECLARE(transpose, element)                                           \
  DMM_RT_DECLARE(halo, element)                                                \
  DMM_RT_DECLARE(shift, element)                                               \
  DMM_RT_DECLARE(send, element)                                                \
  DMM_RT_DECLARE(recv, element)                                                \
  DMM_RT_DECLARE_LOC(reduce_loc, element)                                      \
  DMM_RT_DECLARE_LOC(all_reduce_loc, element)

DMM_ELEMENT_TYPES(DMM_RT_DECLARE_ALL)

#undef DMM_RT_DECLARE_ALL
#undef DMM_RT_DECLARE_ARGUMENT
#undef DMM_RT_DECLARE_LOC
#undef DMM_RT_DECLARE

#ifdef __cplusplus
}
#endif

#endif // DMM_RUNTIME_RUNTIME_H
