//===- support.h - Running one message operation against a reference ------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A case is one operation on one grid, with the buffers of every partition and
// what they must hold afterwards: every byte of a buffer's allocation is
// compared, so that a write beside the elements is found, too. What is expected
// comes from the definitions, element by element.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_TEST_RUNTIME_SUPPORT_H
#define DMM_TEST_RUNTIME_SUPPORT_H

#include "dmm-runtime/runtime.h"

#include <stddef.h>

typedef enum Element {
#define X(name, bytes) ELT_##name,
  DMM_ELEMENT_TYPES(X)
#undef X
      NUM_ELEMENTS
} Element;

enum { MAX_PARTITIONS = 64, MAX_WORDS = 512 };

/// Ends the test unless the condition holds.
#define CHECK(condition, ...)                                                  \
  ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, __VA_ARGS__))

_Noreturn void check_failed(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

typedef struct Grid {
  int64_t naxes;
  int64_t sizes[DMM_RT_MAX_AXES];
} Grid;

/// The grids that every operation is tested on.
extern const Grid grids[];
extern const int num_grids;

/// Grids of more partitions, for a few cases of each operation.
extern const Grid large_grids[];
extern const int num_large_grids;

int64_t grid_partitions(const Grid *grid);
void grid_coords(const Grid *grid, int64_t partition, int64_t *coords);
int64_t grid_partition(const Grid *grid, const int64_t *coords);

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

typedef struct Buffer {
  Element element;
  int64_t rank;
  int64_t sizes[DMM_RT_MAX_RANK], strides[DMM_RT_MAX_RANK];
  int64_t offset;
  char *bytes, *expected; ///< null if poisoned
  size_t nbytes;
  int64_t descriptor[3 + 2 * DMM_RT_MAX_RANK];
  DmmUnranked memref;
} Buffer;

int64_t element_bytes(Element element);

/// Sizes of an array.
typedef struct Shape {
  int64_t rank, sizes[3];
} Shape;

int64_t shape_elements(const Shape *shape);

/// A buffer of these sizes, filled with a pattern; if `strided`, with an offset
/// and gaps between the elements.
void buffer_init(Buffer *b, Element element, int64_t rank, const int64_t *sizes,
                 bool strided);

/// A buffer of these sizes whose elements cannot be accessed.
void buffer_init_poisoned(Buffer *b, Element element, int64_t rank,
                          const int64_t *sizes);

/// The small integer `value` as an element, in what the buffer holds before or
/// must hold after the operation. A store before counts for after, too.
void buffer_set(Buffer *b, const int64_t *index, int64_t value);
void buffer_expect(Buffer *b, const int64_t *index, int64_t value);

/// The address of an element.
void *buffer_at(Buffer *b, const int64_t *index);
void *buffer_expected_at(Buffer *b, const int64_t *index);

void store_element(Element element, void *address, int64_t value);

/// A value that tells elements, and partitions, apart.
int64_t test_value(int64_t partition, int64_t rank, const int64_t *sizes,
                   const int64_t *index);

/// Goes to the next index in row-major order; false after the last one. Start
/// from zeros; use first_index to see whether there is one.
bool first_index(int64_t rank, const int64_t *sizes, int64_t *index);
bool next_index(int64_t rank, const int64_t *sizes, int64_t *index);

//===----------------------------------------------------------------------===//
// Metas
//===----------------------------------------------------------------------===//

typedef struct Meta {
  int64_t words[MAX_WORDS];
  int64_t n;
  DmmWords descriptor;
} Meta;

typedef struct MetaSpec {
  DmmRtOp op;
  int64_t kind, root;
  const Grid *grid;
  int64_t naxes;
  const int64_t *axes;
  const DmmAxisLayout *layout; ///< one for each axis of the grid, or null
  int64_t nints;
  const int64_t *ints;
  int64_t nbox;
  const int64_t *box;
  int64_t nstages;
  const int64_t *stages; ///< naxes digits for each stage, bottom first
  const char *location;  ///< null: "test.mlir:1:1"
} MetaSpec;

void meta_init(Meta *meta, const MetaSpec *spec);

/// Writes the words of a box.
typedef struct BoxWriter {
  int64_t words[MAX_WORDS];
  int64_t n;
} BoxWriter;

void box_put(BoxWriter *box, int64_t word);

/// The expression factor * variable + constant, led by its length.
void box_put_affine(BoxWriter *box, int64_t factor, int64_t variable,
                    int64_t constant);

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

typedef void (*EntryPoint)(DmmUnranked *, DmmUnranked *, DmmWords *,
                           DmmWords *);

EntryPoint entry_point(DmmRtOp op, Element element);

/// Zero everything, set up, case_run, case_free.
typedef struct Case {
  Grid grid;
  Element element;
  Meta meta;
  int64_t symbols[48];
  int64_t nsymbols;
  Buffer src[MAX_PARTITIONS], dst[MAX_PARTITIONS];
  bool in_place;                  ///< dst is src
  int64_t calls, messages, words; ///< expected counts
  char name[256];
} Case;

/// Runs the operation of the meta once on every partition, and compares buffers
/// and counts with what is expected. Every other time does the same in some
/// stages, too, if it is a collective, and compares buffers.
void case_run(Case *c);
void case_free(Case *c);

/// Names the case after its meta, the rank of its array and what the format
/// adds; expects one call in each group of the meta.
void case_describe(Case *c, int64_t rank, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

Case *case_new(const Grid *grid, Element element);

/// Makes symbols of the blocks and extents of the meta's layout and of its
/// box's template: their values come after the symbols that are there.
void case_open_sizes(Case *c);

/// Counts a transfer of `words` words in the expected counts.
void case_expect_transfer(Case *c, int64_t words);

/// Runs `body` and requires that it succeeds. `report` may be null.
void run_ok(const Grid *grid, DmmRtBody body, void *user, DmmRtReport *report);
void run_on(const Grid *grid, const DmmRtMachine *machine, DmmRtBody body,
            void *user, DmmRtReport *report);

/// The body that runs a case, which is `user`.
void case_body(int64_t partition, void *user);

/// Compares all buffers with what is expected.
void case_check_buffers(const Case *c);

//===----------------------------------------------------------------------===//
// Groups and layouts, from their definitions
//===----------------------------------------------------------------------===//

/// Whether two partitions differ at most on these axes.
bool same_group(const Grid *grid, int64_t naxes, const int64_t *axes, int64_t p,
                int64_t q);

/// Rank of a partition in its group.
int64_t rank_in_group(const Grid *grid, int64_t naxes, const int64_t *axes,
                      int64_t partition);

int64_t num_groups(const Grid *grid, int64_t naxes, const int64_t *axes);

/// Whether a partition is the root of its group: all are if `root`, a rank in
/// the group, is DMM_ROOT_NONE.
bool is_root_of_group(const Grid *grid, int64_t naxes, const int64_t *axes,
                      int64_t root, int64_t partition);

/// The sets of axes to test on a grid: set s has the axes of the bits of s + 1.
int num_axis_sets(const Grid *grid);
int64_t axis_set(int set, int64_t *axes);

enum { NUM_LAYOUTS = 8 };

/// Variant `variant` of a layout of an array over the grid: plain blocks,
/// replicated, pinned, strided, mirrored, several elements a cell, empty
/// blocks, nothing sharded.
void make_layout(int variant, const Grid *grid, int64_t rank,
                 const int64_t *sizes, DmmAxisLayout *layout);

/// Sizes of the home block.
void home_sizes(const Grid *grid, int64_t rank, const int64_t *sizes,
                const DmmAxisLayout *layout, int64_t *home);

/// Whether the partition at `coords` holds an element; if so, where in its home
/// block.
bool home_index(const Grid *grid, int64_t rank, const DmmAxisLayout *layout,
                const int64_t *coords, const int64_t *index, int64_t *home);

#endif // DMM_TEST_RUNTIME_SUPPORT_H
