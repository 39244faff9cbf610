//===- support.c - Running one message operation against a reference ------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void check_failed(const char *file, int line, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "%s:%d: check failed: ", file, line);
  vfprintf(stderr, format, args);
  fprintf(stderr, "\n");
  va_end(args);
  exit(1);
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

const Grid grids[] = {
    {1, {1}},    {1, {2}},    {1, {3}},    {1, {4}},
    {1, {5}},    {1, {8}},    {2, {2, 2}}, {2, {2, 3}},
    {2, {3, 2}}, {2, {1, 4}}, {2, {4, 1}}, {3, {2, 3, 2}},
};
const int num_grids = sizeof grids / sizeof *grids;
const Grid large_grids[] = {{3, {2, 4, 4}}, {3, {3, 5, 2}}};
#ifdef __SANITIZE_THREAD__
const int num_large_grids = 0; // stages.c has as many members, and takes long
#else
const int num_large_grids = sizeof large_grids / sizeof *large_grids;
#endif

int64_t grid_partitions(const Grid *grid) {
  int64_t n = 1;
  for (int64_t a = 0; a < grid->naxes; ++a)
    n *= grid->sizes[a];
  return n;
}

void grid_coords(const Grid *grid, int64_t partition, int64_t *coords) {
  for (int64_t a = grid->naxes - 1; a >= 0; --a) {
    coords[a] = partition % grid->sizes[a];
    partition /= grid->sizes[a];
  }
}

int64_t grid_partition(const Grid *grid, const int64_t *coords) {
  int64_t partition = 0;
  for (int64_t a = 0; a < grid->naxes; ++a)
    partition = partition * grid->sizes[a] + coords[a];
  return partition;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

int64_t element_bytes(Element element) {
  static const int64_t bytes[] = {
#define X(name, size) size,
      DMM_ELEMENT_TYPES(X)
#undef X
  };
  return bytes[element];
}

int64_t shape_elements(const Shape *shape) {
  int64_t n = 1;
  for (int64_t d = 0; d < shape->rank; ++d)
    n *= shape->sizes[d];
  return n;
}

static void describe(Buffer *b, char *data) {
  char *pointers[2] = {data, data};
  memcpy(b->descriptor, pointers, sizeof pointers);
  b->descriptor[2] = b->offset;
  for (int64_t d = 0; d < b->rank; ++d) {
    b->descriptor[3 + d] = b->sizes[d];
    b->descriptor[3 + b->rank + d] = b->strides[d];
  }
  b->memref = (DmmUnranked){b->rank, b->descriptor};
}

/// Sets sizes and strides; returns the number of elements spanned.
static int64_t shape(Buffer *b, Element element, int64_t rank,
                     const int64_t *sizes, bool strided) {
  b->element = element;
  b->rank = rank;
  b->offset = strided ? 3 : 0;
  int64_t stride = strided ? 2 : 1;
  for (int64_t d = rank - 1; d >= 0; --d) {
    b->sizes[d] = sizes[d];
    b->strides[d] = stride;
    stride *= sizes[d] + strided;
  }
  return b->offset + stride;
}

void buffer_init(Buffer *b, Element element, int64_t rank, const int64_t *sizes,
                 bool strided) {
  int64_t elements = shape(b, element, rank, sizes, strided);
  b->nbytes = (size_t)(elements * element_bytes(element));
  b->bytes = malloc(b->nbytes + 1);
  b->expected = malloc(b->nbytes + 1);
  memset(b->bytes, 0x5a, b->nbytes);
  memset(b->expected, 0x5a, b->nbytes);
  describe(b, b->bytes);
}

void buffer_init_poisoned(Buffer *b, Element element, int64_t rank,
                          const int64_t *sizes) {
  static char *poison;
  if (!poison)
    poison = mmap(NULL, 1 << 26, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(poison != MAP_FAILED, "mmap");
  shape(b, element, rank, sizes, false);
  describe(b, poison);
}

static int64_t element_offset(const Buffer *b, const int64_t *index) {
  int64_t offset = b->offset;
  for (int64_t d = 0; d < b->rank; ++d)
    offset += index[d] * b->strides[d];
  return offset * element_bytes(b->element);
}

void *buffer_at(Buffer *b, const int64_t *index) {
  return b->bytes + element_offset(b, index);
}

void *buffer_expected_at(Buffer *b, const int64_t *index) {
  return b->expected + element_offset(b, index);
}

void buffer_set(Buffer *b, const int64_t *index, int64_t value) {
  store_element(b->element, buffer_at(b, index), value);
  buffer_expect(b, index, value);
}

void buffer_expect(Buffer *b, const int64_t *index, int64_t value) {
  store_element(b->element, buffer_expected_at(b, index), value);
}

/// The bits of a float of 16 bits with the given number of fraction bits, for
/// an integer that fits.
static int64_t half_bits(int64_t value, int fraction_bits, int bias) {
  int64_t magnitude = value < 0 ? -value : value, sign = value < 0 ? 0x8000 : 0;
  int exponent = 0;
  if (value == 0)
    return 0;
  while (magnitude >> exponent > 1)
    ++exponent;
  int64_t fraction = (magnitude << fraction_bits >> exponent);
  fraction -= (int64_t)1 << fraction_bits;
  return sign | (int64_t)(exponent + bias) << fraction_bits | fraction;
}

static void store_integer(void *address, int64_t value, int64_t bytes) {
  memcpy(address, &value, (size_t)bytes); // little-endian
}

static void store_floats(void *address, int64_t value, int n) {
  float parts[2] = {(float)value, (float)value + 1};
  memcpy(address, parts, (size_t)n * sizeof *parts);
}

static void store_doubles(void *address, int64_t value, int n) {
  double parts[2] = {(double)value, (double)value + 1};
  memcpy(address, parts, (size_t)n * sizeof *parts);
}

void store_element(Element element, void *address, int64_t value) {
  if (element == ELT_f32 || element == ELT_c32)
    store_floats(address, value, element == ELT_c32 ? 2 : 1);
  else if (element == ELT_f64 || element == ELT_c64)
    store_doubles(address, value, element == ELT_c64 ? 2 : 1);
  else if (element == ELT_f16)
    store_integer(address, half_bits(value, 10, 15), 2);
  else if (element == ELT_bf16)
    store_integer(address, half_bits(value, 7, 127), 2);
  else
    store_integer(address, element == ELT_i1 ? value & 1 : value,
                  element_bytes(element));
}

int64_t test_value(int64_t partition, int64_t rank, const int64_t *sizes,
                   const int64_t *index) {
  int64_t linear = 0;
  for (int64_t d = 0; d < rank; ++d)
    linear = linear * sizes[d] + index[d];
  return (linear * 7 + partition * 13 + 1) % 97;
}

bool first_index(int64_t rank, const int64_t *sizes, int64_t *index) {
  bool exists = true;
  for (int64_t d = 0; d < rank; ++d) {
    index[d] = 0;
    exists = exists && sizes[d] > 0;
  }
  return exists;
}

bool next_index(int64_t rank, const int64_t *sizes, int64_t *index) {
  for (int64_t d = rank - 1; d >= 0; --d) {
    if (++index[d] < sizes[d])
      return true;
    index[d] = 0;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Metas
//===----------------------------------------------------------------------===//

static void meta_put(Meta *meta, int64_t word) {
  CHECK(meta->n < MAX_WORDS, "meta too long");
  meta->words[meta->n++] = word;
}

static void meta_put_section(Meta *meta, int64_t length, int64_t nwords,
                             const int64_t *words) {
  meta_put(meta, length);
  for (int64_t i = 0; i < nwords; ++i)
    meta_put(meta, words[i]);
}

static void meta_put_text(Meta *meta, const char *text) {
  int64_t length = (int64_t)strlen(text);
  meta_put(meta, length);
  for (int64_t i = 0; i < length; i += 8) {
    int64_t word = 0;
    size_t rest = (size_t)(length - i);
    memcpy(&word, text + i, rest < 8 ? rest : 8);
    meta_put(meta, word);
  }
}

void meta_init(Meta *meta, const MetaSpec *spec) {
  const Grid *grid = spec->grid;
  int64_t nlayout = spec->layout ? grid->naxes : 0;
  meta->n = 0;
  meta_put(meta, DMM_META_VERSION);
  meta_put(meta, spec->op);
  meta_put(meta, spec->kind);
  meta_put(meta, spec->root);
  meta_put_section(meta, grid->naxes, grid->naxes, grid->sizes);
  meta_put_section(meta, spec->naxes, spec->naxes, spec->axes);
  meta_put_section(meta, nlayout, nlayout * DMM_AXIS_LAYOUT_WORDS,
                   (const int64_t *)spec->layout);
  meta_put_section(meta, spec->nints, spec->nints, spec->ints);
  meta_put_section(meta, spec->nbox, spec->nbox, spec->box);
  meta_put_section(meta, spec->nstages * spec->naxes,
                   spec->nstages * spec->naxes, spec->stages);
  meta_put_text(meta, spec->location ? spec->location : "test.mlir:1:1");
  meta->descriptor = (DmmWords){meta->words, meta->words, 0, meta->n, 1};
}

void box_put(BoxWriter *box, int64_t word) {
  CHECK(box->n < MAX_WORDS, "box too long");
  box->words[box->n++] = word;
}

void box_put_affine(BoxWriter *box, int64_t factor, int64_t variable,
                    int64_t constant) {
  const int64_t words[] = {
      8,           DMM_EXPR_CONST, factor,         DMM_EXPR_VAR,
      variable,    DMM_EXPR_MUL,   DMM_EXPR_CONST, constant,
      DMM_EXPR_ADD};
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
    box_put(box, words[i]);
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

EntryPoint entry_point(DmmRtOp op, Element element) {
#define X(name, bytes)                                                         \
  {                                                                            \
      _mlir_ciface_dmm_rt_reduce_##name,                                       \
      _mlir_ciface_dmm_rt_broadcast_##name,                                    \
      _mlir_ciface_dmm_rt_all_reduce_##name,                                   \
      _mlir_ciface_dmm_rt_scatter_##name,                                      \
      _mlir_ciface_dmm_rt_gather_##name,                                       \
      _mlir_ciface_dmm_rt_transpose_##name,                                    \
      _mlir_ciface_dmm_rt_halo_##name,                                         \
      _mlir_ciface_dmm_rt_shift_##name,                                        \
      _mlir_ciface_dmm_rt_send_##name,                                         \
      _mlir_ciface_dmm_rt_recv_##name,                                         \
  },
  static const EntryPoint entries[NUM_ELEMENTS][DMM_RT_NUM_OPS] = {
      DMM_ELEMENT_TYPES(X)};
#undef X
  return entries[element][op];
}

Case *case_new(const Grid *grid, Element element) {
  Case *c = calloc(1, sizeof *c);
  c->grid = *grid;
  c->element = element;
  return c;
}

static void free_buffer(Buffer *b) {
  free(b->bytes);
  free(b->expected);
}

void case_free(Case *c) {
  for (int64_t p = 0; p < MAX_PARTITIONS; ++p) {
    free_buffer(&c->src[p]);
    free_buffer(&c->dst[p]);
  }
  free(c);
}

static void open_size(Case *c, int64_t *word) {
  bool has_root = c->meta.words[3] == DMM_ROOT_IN_SYMBOL_0;
  CHECK(c->nsymbols < 48, "too many symbols");
  c->symbols[c->nsymbols] = *word;
  *word = DMM_META_SYMBOL(c->nsymbols - has_root);
  ++c->nsymbols;
}

void case_open_sizes(Case *c) {
  int64_t *words = c->meta.words + 4;
  words += 1 + words[0]; // the grid
  words += 1 + words[0]; // the axes
  int64_t nlayout = *words++;
  for (; nlayout > 0; --nlayout, words += DMM_AXIS_LAYOUT_WORDS)
    if (words[0] == DMM_SHARDED) {
      open_size(c, &words[5]);
      open_size(c, &words[7]);
    }
  words += 1 + words[0]; // the integers
  if (*words++ == 0)
    return;
  for (int64_t a = 0; a < c->grid.naxes; ++a, words += 3)
    if (words[0] != 0) {
      open_size(c, &words[0]);
      open_size(c, &words[2]);
    }
}

void case_describe(Case *c, int64_t rank, const char *format, ...) {
  const int64_t *axes = c->meta.words + 4;
  axes += 1 + axes[0]; // past the grid
  int n = snprintf(c->name, sizeof c->name,
                   "%s, %lld partitions, %lld axes, rank %lld, element %d, ",
                   dmm_rt_op_name((DmmRtOp)c->meta.words[1]),
                   (long long)grid_partitions(&c->grid), (long long)axes[0],
                   (long long)rank, c->element);
  va_list args;
  va_start(args, format);
  vsnprintf(c->name + n, sizeof c->name - (size_t)n, format, args);
  va_end(args);
  c->calls = num_groups(&c->grid, axes[0], axes + 1);
}

void case_expect_transfer(Case *c, int64_t words) {
  c->messages += words > 0;
  c->words += words;
}

void case_body(int64_t partition, void *user) {
  Case *c = user;
  DmmWords symbols = {c->symbols, c->symbols, 0, c->nsymbols, 1};
  DmmUnranked *src = &c->src[partition].memref;
  DmmUnranked *dst = c->in_place ? src : &c->dst[partition].memref;
  DmmRtOp op = (DmmRtOp)c->meta.words[1];
  _mlir_ciface_dmm_rt_enter(&c->meta.descriptor);
  entry_point(op, c->element)(src, dst, &c->meta.descriptor, &symbols);
}

void run_on(const Grid *grid, const DmmRtMachine *machine, DmmRtBody body,
            void *user, DmmRtReport *report) {
  DmmRtConfig config = {grid->naxes, grid->sizes, 60, false, machine};
  DmmRtReport ignored;
  report = report ? report : &ignored;
  int status = dmm_rt_run(&config, body, user, report);
  CHECK(status == 0 && report->ok, "run failed: %s", report->message);
}

void run_ok(const Grid *grid, DmmRtBody body, void *user, DmmRtReport *report) {
  run_on(grid, NULL, body, user, report);
}

static void check_buffer(const Case *c, const char *which, int64_t partition,
                         const Buffer *b) {
  for (size_t i = 0; b->bytes && i < b->nbytes; ++i)
    CHECK(b->bytes[i] == b->expected[i],
          "%s: %s of partition %lld: byte %zu is %02x, not %02x", c->name,
          which, (long long)partition, i, (unsigned char)b->bytes[i],
          (unsigned char)b->expected[i]);
}

void case_check_buffers(const Case *c) {
  for (int64_t p = 0; p < grid_partitions(&c->grid); ++p) {
    check_buffer(c, "source", p, &c->src[p]);
    check_buffer(c, "destination", p, &c->dst[p]);
  }
}

/// Copies the contents of a buffer to `*kept`, or back from there.
static void keep_buffer(Buffer *b, char **kept) {
  if (!b->bytes)
    return;
  if (!*kept) {
    *kept = malloc(b->nbytes + 1);
    memcpy(*kept, b->bytes, b->nbytes);
    return;
  }
  memcpy(b->bytes, *kept, b->nbytes);
  free(*kept);
  *kept = NULL;
}

static void keep_buffers(Case *c, char *(*kept)[2]) {
  for (int64_t p = 0; p < grid_partitions(&c->grid); ++p) {
    keep_buffer(&c->src[p], &kept[p][0]);
    keep_buffer(&c->dst[p], &kept[p][1]);
  }
}

static void run_in_stages(Case *c) {
  static uint64_t random = 1;
  int64_t digits[MAX_STAGES * DMM_RT_MAX_AXES], sizes[DMM_RT_MAX_AXES];
  const int64_t *axes = c->meta.words + 4;
  axes += 1 + axes[0]; // past the grid
  for (int64_t i = 0; i < axes[0]; ++i)
    sizes[i] = c->grid.sizes[axes[1 + i]];
  int64_t nstages = make_stages(&random, axes[0], sizes, digits);
  meta_set_stages(&c->meta, nstages, digits);
  size_t n = strlen(c->name);
  snprintf(c->name + n, sizeof c->name - n, ", in stages");
  for (int64_t i = 0; i < nstages * axes[0]; ++i) {
    n = strlen(c->name);
    snprintf(c->name + n, sizeof c->name - n, " %lld", (long long)digits[i]);
  }
  run_ok(&c->grid, case_body, c, NULL);
  case_check_buffers(c);
}

static void check_counts(const Case *c, const DmmRtReport *report) {
  const DmmRtOpCount *count = &report->ops[c->meta.words[1]];
  CHECK(count->calls == c->calls, "%s: %lld calls, not %lld", c->name,
        (long long)count->calls, (long long)c->calls);
  CHECK(count->messages == c->messages, "%s: %lld messages, not %lld", c->name,
        (long long)count->messages, (long long)c->messages);
  CHECK(count->words == c->words, "%s: %lld words, not %lld", c->name,
        (long long)count->words, (long long)c->words);
}

void case_run(Case *c) {
  char *kept[MAX_PARTITIONS][2] = {{NULL, NULL}};
  DmmRtReport report;
  keep_buffers(c, kept);
  run_ok(&c->grid, case_body, c, &report);
  case_check_buffers(c);
  check_counts(c, &report);
  keep_buffers(c, kept);
  static int turn;
  if (c->meta.words[1] <= DMM_RT_TRANSPOSE && turn++ % 2 == 0)
    run_in_stages(c);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

bool same_group(const Grid *grid, int64_t naxes, const int64_t *axes, int64_t p,
                int64_t q) {
  int64_t a[DMM_RT_MAX_AXES], b[DMM_RT_MAX_AXES];
  grid_coords(grid, p, a);
  grid_coords(grid, q, b);
  for (int64_t i = 0; i < naxes; ++i)
    a[axes[i]] = b[axes[i]];
  return grid_partition(grid, a) == q;
}

int64_t rank_in_group(const Grid *grid, int64_t naxes, const int64_t *axes,
                      int64_t partition) {
  int64_t coords[DMM_RT_MAX_AXES], rank = 0;
  grid_coords(grid, partition, coords);
  for (int64_t i = 0; i < naxes; ++i)
    rank = rank * grid->sizes[axes[i]] + coords[axes[i]];
  return rank;
}

int64_t num_groups(const Grid *grid, int64_t naxes, const int64_t *axes) {
  int64_t n = 0;
  for (int64_t p = 0; p < grid_partitions(grid); ++p)
    n += rank_in_group(grid, naxes, axes, p) == 0;
  return n;
}

bool is_root_of_group(const Grid *grid, int64_t naxes, const int64_t *axes,
                      int64_t root, int64_t partition) {
  return root == DMM_ROOT_NONE ||
         rank_in_group(grid, naxes, axes, partition) == root;
}

int num_axis_sets(const Grid *grid) { return (1 << grid->naxes) - 1; }

int64_t axis_set(int set, int64_t *axes) {
  int64_t n = 0;
  for (int64_t a = 0; a < DMM_RT_MAX_AXES; ++a)
    if (((set + 1) >> a) & 1)
      axes[n++] = a;
  return n;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Shards dimension `dim` by an affine form of its index.
static DmmAxisLayout sharded(int64_t dim, int64_t parts, int64_t size,
                             int64_t numerator, int64_t denominator,
                             int64_t offset) {
  int64_t last = numerator * (numerator > 0 ? size - 1 : 0) + offset;
  int64_t extent = dmm_floordiv(last < 0 ? 0 : last, denominator) + 1;
  return (DmmAxisLayout){.state = DMM_SHARDED,
                         .dim = dim,
                         .numerator = numerator,
                         .denominator = denominator,
                         .offset = offset,
                         .block = dmm_ceildiv(extent, parts),
                         .extent = extent};
}

static DmmAxisLayout replicated(void) {
  return (DmmAxisLayout){.state = DMM_REPLICATED, .dim = -1, .denominator = 1};
}

static DmmAxisLayout pinned(int64_t coordinate) {
  return (DmmAxisLayout){.state = DMM_PINNED,
                         .dim = -1,
                         .denominator = 1,
                         .offset = coordinate,
                         .block = 1,
                         .extent = coordinate + 1};
}

static DmmAxisLayout axis_layout(int variant, int64_t dim, int64_t parts,
                                 int64_t size) {
  switch (variant) {
  case 3:
    return sharded(dim, parts, size, 2, 1, 1);
  case 4:
    return sharded(dim, parts, size, -1, 1, size - 1);
  case 5:
    return sharded(dim, parts, size, 2, 3, 1);
  default:
    return sharded(dim, parts, size, 1, 1, 0);
  }
}

void make_layout(int variant, const Grid *grid, int64_t rank,
                 const int64_t *sizes, DmmAxisLayout *layout) {
  int64_t dim = 0;
  for (int64_t a = 0; a < grid->naxes; ++a) {
    if ((a == 0 && variant == 1) || dim == rank || variant == 7)
      layout[a] = replicated();
    else if (a == 0 && variant == 2)
      layout[a] = pinned(grid->sizes[a] - 1);
    else {
      layout[a] = axis_layout(variant, dim, grid->sizes[a], sizes[dim]);
      if (variant == 6)
        layout[a].block = layout[a].extent;
      ++dim;
    }
  }
}

void home_sizes(const Grid *grid, int64_t rank, const int64_t *sizes,
                const DmmAxisLayout *layout, int64_t *home) {
  memcpy(home, sizes, (size_t)rank * sizeof *home);
  for (int64_t a = 0; a < grid->naxes; ++a)
    if (layout[a].state == DMM_SHARDED)
      home[layout[a].dim] = layout[a].denominator * layout[a].block;
}

bool home_index(const Grid *grid, int64_t rank, const DmmAxisLayout *layout,
                const int64_t *coords, const int64_t *index, int64_t *home) {
  memcpy(home, index, (size_t)rank * sizeof *home);
  for (int64_t a = 0; a < grid->naxes; ++a) {
    const DmmAxisLayout *l = &layout[a];
    if (l->state == DMM_PINNED && coords[a] != l->offset)
      return false;
    if (l->state != DMM_SHARDED)
      continue;
    int64_t position = l->numerator * index[l->dim] + l->offset;
    int64_t cell = dmm_floordiv(position, l->denominator);
    if (cell / l->block != coords[a])
      return false;
    home[l->dim] = position - l->denominator * l->block * coords[a];
  }
  return true;
}
