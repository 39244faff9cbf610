//===- arguments.c - The arguments of the function that runs --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types are read first, then each argument is given its contents: from a file
// or a number, or element by element from a hash of the seed, the argument's
// number and the element's number, so that they depend on nothing else.
//
//===----------------------------------------------------------------------===//

#include "arguments.h"

#include "Support/diag.h"
#include "diagnostics.h"
#include "npy.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool integer_element(MlirType type, DmmElement *element) {
  static const DmmElement by_width[65] = {[1] = DMM_ELEMENT_i1,
                                          [8] = DMM_ELEMENT_i8,
                                          [16] = DMM_ELEMENT_i16,
                                          [32] = DMM_ELEMENT_i32,
                                          [64] = DMM_ELEMENT_i64};
  unsigned width = mlirIntegerTypeGetWidth(type);
  *element = width <= 64 ? by_width[width] : DMM_ELEMENT_i1;
  return width == 1 || *element != DMM_ELEMENT_i1;
}

static bool complex_element(MlirType part, DmmElement *element) {
  *element = mlirTypeIsAF32(part) ? DMM_ELEMENT_c32 : DMM_ELEMENT_c64;
  return mlirTypeIsAF32(part) || mlirTypeIsAF64(part);
}

static bool type_element(MlirType type, DmmElement *element) {
  if (mlirTypeIsAInteger(type))
    return integer_element(type, element);
  if (mlirTypeIsAComplex(type))
    return complex_element(mlirComplexTypeGetElementType(type), element);
  *element = mlirTypeIsAF16(type)    ? DMM_ELEMENT_f16
             : mlirTypeIsABF16(type) ? DMM_ELEMENT_bf16
             : mlirTypeIsAF32(type)  ? DMM_ELEMENT_f32
             : mlirTypeIsAF64(type)  ? DMM_ELEMENT_f64
                                     : DMM_ELEMENT_index;
  return *element != DMM_ELEMENT_index || mlirTypeIsAIndex(type);
}

/// Reads a memref type; dynamic sizes become -1, dynamic strides are negative.
static bool read_memref(MlirType type, DmmArgument *argument) {
  argument->is_memref = true;
  argument->rank = (int)mlirShapedTypeGetRank(type);
  if (argument->rank > DMM_RUN_MAX_RANK ||
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(
          type, argument->strides, &argument->offset)))
    return false;
  int64_t dynamic = mlirShapedTypeGetDynamicStrideOrOffset();
  for (int d = 0; d < argument->rank; ++d) {
    bool known = !mlirShapedTypeIsDynamicDim(type, d);
    argument->sizes[d] = known ? mlirShapedTypeGetDimSize(type, d) : -1;
    if (argument->strides[d] < 0 && argument->strides[d] != dynamic)
      return false;
  }
  if (argument->offset == dynamic)
    argument->offset = 0;
  return argument->offset >= 0 &&
         type_element(mlirShapedTypeGetElementType(type), &argument->element);
}

static bool read_type(MlirOperation function, MlirType type, int number,
                      DmmArgument *argument) {
  bool ok = mlirTypeIsAMemRef(type) ? read_memref(type, argument)
                                    : type_element(type, &argument->element);
  if (!ok)
    dmm_op_error(
        function,
        "has argument %d of a type that cannot be passed: expected a "
        "number, or a memref without negative strides or offset, of i1, i8, "
        "i16, i32, i64, index, f16, bf16, f32, f64, complex<f32> or "
        "complex<f64>",
        number);
  return ok;
}

static bool read_types(MlirOperation function, DmmArguments *arguments) {
  MlirType type = mlirTypeAttrGetValue(mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("function_type")));
  if (mlirFunctionTypeGetNumResults(type))
    return dmm_op_error(function, "returns values: expected a function whose "
                                  "results are in memrefs");
  int n = (int)mlirFunctionTypeGetNumInputs(type);
  arguments->items = calloc((size_t)n + 1, sizeof *arguments->items);
  arguments->n = n;
  for (int i = 0; i < n; ++i)
    if (!read_type(function, mlirFunctionTypeGetInput(type, i), i,
                   &arguments->items[i]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Sizes and positions
//===----------------------------------------------------------------------===//

/// Strides that the type leaves open are those of a dense array. Sets `dense`
/// and `elements`; false on overflow.
static bool fill_strides(DmmArgument *argument) {
  bool ok = true;
  int64_t dense = 1;
  argument->dense = true;
  for (int d = argument->rank - 1; d >= 0; --d) {
    if (argument->strides[d] < 0)
      argument->strides[d] = dense;
    argument->dense = argument->dense && argument->strides[d] == dense;
    ok = !__builtin_mul_overflow(dense, argument->sizes[d], &dense) && ok;
  }
  argument->elements = dense;
  return ok;
}

/// Sets `span_bytes`, to the end of the last element; false on overflow.
static bool fill_span(DmmArgument *argument) {
  int64_t element_bytes = (int64_t)dmm_element_bytes(argument->element);
  int64_t span = 0, part = 0;
  bool ok = !__builtin_add_overflow(argument->offset, 1, &span);
  for (int d = 0; ok && d < argument->rank; ++d)
    ok = !__builtin_mul_overflow(argument->sizes[d] - 1, argument->strides[d],
                                 &part) &&
         !__builtin_add_overflow(span, part, &span);
  ok = ok && !__builtin_mul_overflow(span, element_bytes, &span);
  argument->span_bytes = argument->elements ? (size_t)span : 0;
  return ok || !argument->elements;
}

size_t dmm_argument_position(const DmmArgument *argument, int64_t index) {
  int64_t position = argument->offset + (argument->dense ? index : 0);
  for (int d = argument->rank - 1; d >= 0 && !argument->dense; --d) {
    position += index % argument->sizes[d] * argument->strides[d];
    index /= argument->sizes[d];
  }
  return (size_t)position * dmm_element_bytes(argument->element);
}

/// `span` gets the dense elements at `dense`.
static void spread(const DmmArgument *argument, const char *dense, char *span) {
  size_t bytes = dmm_element_bytes(argument->element);
  for (int64_t i = 0; i < argument->elements; ++i)
    memcpy(span + dmm_argument_position(argument, i), dense + (size_t)i * bytes,
           bytes);
}

/// `dense` gets the elements of `span`.
static void collect(const DmmArgument *argument, const char *span,
                    char *dense) {
  size_t bytes = dmm_element_bytes(argument->element);
  for (int64_t i = 0; i < argument->elements; ++i)
    memcpy(dense + (size_t)i * bytes, span + dmm_argument_position(argument, i),
           bytes);
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

/// The finalizer of splitmix64: a bijection that mixes all bits.
static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27) * 0x94d049bb133111ebU;
  return x ^ x >> 31;
}

static uint64_t hash(uint64_t seed, int number, int64_t index) {
  uint64_t golden = 0x9e3779b97f4a7c15U;
  return mix(mix(mix(seed + golden) + (uint64_t)number) +
             golden * (uint64_t)(index + 1));
}

static void fill(DmmArgument *argument, int number, uint64_t seed) {
  for (int64_t i = 0; i < argument->elements; ++i)
    dmm_element_fill(argument->element,
                     (char *)argument->initial +
                         dmm_argument_position(argument, i),
                     hash(seed, number, i));
}

static void allocate(DmmArgument *argument) {
  if (fill_strides(argument) && fill_span(argument))
    argument->initial = calloc(argument->span_bytes + 1, 1);
  if (argument->initial)
    return;
  fprintf(stderr, "dmm-run: error: out of memory\n");
  exit(DMM_RUN_EXIT_FAILED);
}

static bool complain(int number, const char *value, const char *what) {
  dmm_complain("--arg %d=%s: %s", number, value, what);
  return false;
}

/// Whether `text` is sizes as in 71x45, which are written to `sizes`; their
/// number is returned, 0 if it is not.
static int parse_sizes(const char *text, int64_t *sizes) {
  int rank = 0;
  for (; *text >= '0' && *text <= '9' && rank < DMM_RUN_MAX_RANK; ++text) {
    char *end = NULL;
    sizes[rank++] = strtoll(text, &end, 10);
    if (!*end)
      return rank;
    if (*end != 'x')
      return 0;
    text = end;
  }
  return 0;
}

static bool complain_sizes(const DmmArgument *argument, int number,
                           const char *value) {
  DmmText text = {0};
  dmm_text_printf(&text, "expected sizes ");
  dmm_sizes_print(argument->rank, argument->sizes, &text);
  complain(number, value, text.data);
  dmm_text_free(&text);
  return false;
}

static bool set_sizes(DmmArgument *argument, int number, const char *value,
                      int rank, const int64_t *sizes) {
  int64_t elements = 1;
  bool same = rank == argument->rank;
  for (int d = 0; same && d < rank; ++d)
    same = (argument->sizes[d] < 0 || sizes[d] == argument->sizes[d]) &&
           !__builtin_mul_overflow(elements, sizes[d], &elements) &&
           elements < (int64_t)1 << 40;
  if (!same)
    return complain_sizes(argument, number, value);
  memcpy(argument->sizes, sizes, sizeof *sizes * (size_t)rank);
  return true;
}

static bool load(DmmArgument *argument, int number, const char *value) {
  DmmText error = {0};
  void *dense = dmm_npy_read(value, argument->element, argument->rank,
                             argument->sizes, &error);
  if (dense) {
    allocate(argument);
    spread(argument, dense, argument->initial);
  } else {
    complain(number, value, error.data);
  }
  dmm_text_free(&error);
  free(dense);
  return dense;
}

static bool is_dynamic(const DmmArgument *argument) {
  bool dynamic = false;
  for (int d = 0; d < argument->rank; ++d)
    dynamic = dynamic || argument->sizes[d] < 0;
  return dynamic;
}

static bool create_memref(DmmArgument *argument, int number, const char *value,
                          const DmmRunOptions *options) {
  int64_t sizes[DMM_RUN_MAX_RANK];
  int rank = value ? parse_sizes(value, sizes) : 0;
  if (value && !rank)
    return load(argument, number, value);
  if (value && !set_sizes(argument, number, value, rank, sizes))
    return false;
  if (is_dynamic(argument)) {
    dmm_complain("argument %d has dynamic sizes: give --arg "
                 "%d=SIZES, as in 71x45, or --arg %d=FILE.npy",
                 number, number, number);
    return false;
  }
  if (options->model)
    return true;
  allocate(argument);
  fill(argument, number, options->seed);
  return true;
}

static bool create_scalar(DmmArgument *argument, int number, const char *value,
                          uint64_t seed) {
  argument->offset = 0;
  allocate(argument);
  if (!value) {
    fill(argument, number, seed);
    return true;
  }
  if (dmm_element_parse(argument->element, value, argument->initial))
    return true;
  DmmText text = {0};
  dmm_text_printf(&text, "expected a number of type %s",
                  dmm_element_name(argument->element));
  complain(number, value, text.data);
  dmm_text_free(&text);
  return false;
}

/// Whether all flags speak of arguments that there are, and --out of memrefs.
static bool check_numbers(const DmmArguments *arguments,
                          const DmmRunOptions *options) {
  const DmmArgumentFlag *in = options->inputs, *out = options->outputs;
  for (int i = 0; i < options->ninputs; ++i)
    if (in[i].number >= arguments->n) {
      dmm_complain("--arg %d=%s: the function has %d arguments, "
                   "numbered from 0",
                   in[i].number, in[i].value, arguments->n);
      return false;
    }
  for (int i = 0; i < options->noutputs; ++i)
    if (out[i].number >= arguments->n ||
        !arguments->items[out[i].number].is_memref) {
      dmm_complain("--out %d=%s: the function has no memref "
                   "argument of that number",
                   out[i].number, out[i].value);
      return false;
    }
  return true;
}

bool dmm_arguments_create(MlirOperation function, const DmmRunOptions *options,
                          DmmArguments *arguments) {
  *arguments = (DmmArguments){0};
  if (!read_types(function, arguments) || !check_numbers(arguments, options))
    return false;
  for (int i = 0; i < arguments->n; ++i) {
    DmmArgument *argument = &arguments->items[i];
    const char *value =
        dmm_argument_flag_find(options->inputs, options->ninputs, i);
    if (!(argument->is_memref
              ? create_memref(argument, i, value, options)
              : create_scalar(argument, i, value, options->seed)))
      return false;
  }
  return true;
}

void dmm_arguments_free(DmmArguments *arguments) {
  for (int i = 0; i < arguments->n; ++i)
    free(arguments->items[i].initial);
  free(arguments->items);
}

static bool write_memref(const DmmArgument *argument, const void *span,
                         const DmmArgumentFlag *flag) {
  DmmText error = {0};
  size_t bytes =
      (size_t)argument->elements * dmm_element_bytes(argument->element);
  char *dense = malloc(bytes + 1);
  collect(argument, span, dense);
  bool ok = dmm_npy_write(flag->value, argument->element, argument->rank,
                          argument->sizes, dense, &error);
  if (!ok)
    dmm_complain("--out %d=%s: %s", flag->number, flag->value, error.data);
  dmm_text_free(&error);
  free(dense);
  return ok;
}

bool dmm_arguments_write(const DmmArguments *arguments, void *const *spans,
                         const DmmRunOptions *options) {
  bool ok = true;
  for (int i = 0; i < options->noutputs; ++i) {
    int number = options->outputs[i].number;
    ok = write_memref(&arguments->items[number], spans[number],
                      &options->outputs[i]) &&
         ok;
  }
  return ok;
}
