//===- element.c - Element types of a program's arguments -----------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row per element type. Half precision formats are converted by the widths
// of their fields, so that no compiler support for them is needed.
//
//===----------------------------------------------------------------------===//

#include "element.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Class { CLASS_INTEGER, CLASS_FLOAT } Class;

/// part_bytes: bytes of one part. random_bits: how many random bits give a
/// value of the type within (-1, 1), or an integer. tolerance: as
/// dmm_element_tolerance.
typedef struct Row {
  const char *name, *descr;
  Class class;
  size_t part_bytes;
  int parts, random_bits;
  double tolerance;
} Row;

static const Row rows[DMM_NUM_ELEMENTS] = {
    [DMM_ELEMENT_i1] = {"i1", "|b1", CLASS_INTEGER, 1, 1, 1, 0},
    [DMM_ELEMENT_i8] = {"i8", "|i1", CLASS_INTEGER, 1, 1, 4, 0},
    [DMM_ELEMENT_i16] = {"i16", "<i2", CLASS_INTEGER, 2, 1, 4, 0},
    [DMM_ELEMENT_i32] = {"i32", "<i4", CLASS_INTEGER, 4, 1, 4, 0},
    [DMM_ELEMENT_i64] = {"i64", "<i8", CLASS_INTEGER, 8, 1, 4, 0},
    [DMM_ELEMENT_index] = {"index", "<i8", CLASS_INTEGER, 8, 1, 3, 0},
    [DMM_ELEMENT_f16] = {"f16", "<f2", CLASS_FLOAT, 2, 1, 10, 1e-2},
    [DMM_ELEMENT_bf16] = {"bf16", "|V2", CLASS_FLOAT, 2, 1, 7, 1e-1},
    [DMM_ELEMENT_f32] = {"f32", "<f4", CLASS_FLOAT, 4, 1, 23, 1e-4},
    [DMM_ELEMENT_f64] = {"f64", "<f8", CLASS_FLOAT, 8, 1, 52, 1e-10},
    [DMM_ELEMENT_c32] = {"complex<f32>", "<c8", CLASS_FLOAT, 4, 2, 23, 1e-4},
    [DMM_ELEMENT_c64] = {"complex<f64>", "<c16", CLASS_FLOAT, 8, 2, 52, 1e-10},
};

DmmElement dmm_element_find(const char *suffix) {
  static const char *const suffixes[] = {
#define X(suffix, bytes) #suffix,
      DMM_ELEMENT_TYPES(X)
#undef X
  };
  int i = 0;
  while (strcmp(suffixes[i], suffix) != 0)
    ++i;
  return (DmmElement)i;
}

double dmm_element_tolerance(DmmElement element) {
  return rows[element].tolerance;
}

size_t dmm_element_bytes(DmmElement element) {
  return rows[element].part_bytes * (size_t)rows[element].parts;
}

const char *dmm_element_name(DmmElement element) { return rows[element].name; }

const char *dmm_element_descr(DmmElement element) {
  return rows[element].descr;
}

bool dmm_element_is_float(DmmElement element) {
  return rows[element].class == CLASS_FLOAT;
}

int dmm_element_parts(DmmElement element) { return rows[element].parts; }

//===----------------------------------------------------------------------===//
// Formats of 16 bits
//===----------------------------------------------------------------------===//

/// fraction: bits of the fraction. least: exponent of the smallest normal
/// number.
typedef struct Format16 {
  int fraction, least;
} Format16;

static Format16 format16(DmmElement element) {
  return element == DMM_ELEMENT_f16 ? (Format16){10, -14} : (Format16){7, -126};
}

/// The magnitude's bits of infinity.
static unsigned infinity16(Format16 f) {
  return 0x7fffU >> f.fraction << f.fraction;
}

static double decode16(Format16 f, unsigned bits) {
  unsigned magnitude = bits & 0x7fffU, one = 1U << f.fraction;
  unsigned exponent = magnitude >> f.fraction;
  unsigned fraction = magnitude & (one - 1);
  double value =
      exponent ? ldexp(one + fraction, (int)exponent - 1 + f.least - f.fraction)
               : ldexp(fraction, f.least - f.fraction);
  if (magnitude >= infinity16(f))
    value = magnitude > infinity16(f) ? NAN : INFINITY;
  return bits & 0x8000U ? -value : value;
}

static unsigned encode16(Format16 f, double value) {
  unsigned sign = signbit(value) ? 0x8000U : 0, most = infinity16(f);
  if (isnan(value))
    return sign | most | 1U << (f.fraction - 1);
  double size = fabs(value);
  if (size == 0 || size >= ldexp(1, 2 - f.least))
    return sign | (size == 0 ? 0 : most);
  int exponent = ilogb(size) < f.least ? f.least : ilogb(size);
  // A significand that rounds up to the next power of two carries into the
  // exponent, which is right.
  unsigned significand =
      (unsigned)nearbyint(ldexp(size, f.fraction - exponent));
  unsigned bits = ((unsigned)(exponent - f.least) << f.fraction) + significand;
  return sign | (bits > most ? most : bits);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static int64_t load_integer(size_t bytes, const void *at) {
  int64_t value = 0;
  memcpy(&value, at, bytes);
  int unused = 64 - 8 * (int)bytes;
  return (int64_t)((uint64_t)value << unused) >> unused;
}

static double load_float(DmmElement element, const void *at) {
  float single;
  double wide;
  uint16_t half;
  switch (rows[element].part_bytes) {
  case 2:
    memcpy(&half, at, sizeof half);
    return decode16(format16(element), half);
  case 4:
    memcpy(&single, at, sizeof single);
    return (double)single;
  default:
    memcpy(&wide, at, sizeof wide);
    return wide;
  }
}

static void store_float(DmmElement element, void *at, double value) {
  float single = (float)value;
  uint16_t half;
  switch (rows[element].part_bytes) {
  case 2:
    half = (uint16_t)encode16(format16(element), value);
    memcpy(at, &half, sizeof half);
    return;
  case 4:
    memcpy(at, &single, sizeof single);
    return;
  default:
    memcpy(at, &value, sizeof value);
    return;
  }
}

static size_t part_offset(DmmElement element, int part) {
  return rows[element].part_bytes * (size_t)part;
}

double dmm_element_value(DmmElement element, const void *data, int part) {
  const void *at = (const char *)data + part_offset(element, part);
  return rows[element].class == CLASS_FLOAT
             ? load_float(element, at)
             : (double)load_integer(rows[element].part_bytes, at);
}

void dmm_element_set(DmmElement element, void *data, int part, double value) {
  void *at = (char *)data + part_offset(element, part);
  int64_t integer;
  if (rows[element].class == CLASS_FLOAT) {
    store_float(element, at, value);
  } else {
    integer = (int64_t)value;
    memcpy(at, &integer, rows[element].part_bytes);
  }
}

//===----------------------------------------------------------------------===//
// Whole elements
//===----------------------------------------------------------------------===//

static bool part_equal(DmmElement element, const void *a, const void *b,
                       int part) {
  size_t offset = part_offset(element, part);
  if (!memcmp((const char *)a + offset, (const char *)b + offset,
              rows[element].part_bytes))
    return true;
  return dmm_element_is_float(element) &&
         isnan(dmm_element_value(element, a, part)) &&
         isnan(dmm_element_value(element, b, part));
}

bool dmm_element_equal(DmmElement element, const void *a, const void *b) {
  bool equal = true;
  for (int part = 0; part < rows[element].parts; ++part)
    equal = equal && part_equal(element, a, b, part);
  return equal;
}

bool dmm_element_is_finite(DmmElement element, const void *data) {
  bool finite = true;
  for (int part = 0; part < rows[element].parts; ++part)
    finite = finite && isfinite(dmm_element_value(element, data, part));
  return finite;
}

/// Whether `value` is a signed or an unsigned integer of so many bits.
static bool fits_integer(DmmElement element, int64_t value) {
  int bits = element == DMM_ELEMENT_i1 ? 1 : 8 * (int)rows[element].part_bytes;
  if (bits == 64)
    return true;
  return value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << bits;
}

static bool parse_integer(DmmElement element, const char *text, void *data) {
  char *end = NULL;
  errno = 0;
  int64_t value = strtoll(text, &end, 10);
  if (end == text || *end || errno || !fits_integer(element, value))
    return false;
  value = element == DMM_ELEMENT_i1 ? value & 1 : value;
  memcpy(data, &value, rows[element].part_bytes);
  return true;
}

static bool parse_float(DmmElement element, const char *text, void *data) {
  for (int part = 0; part < rows[element].parts; ++part) {
    char *end = NULL;
    double value = *text ? strtod(text, &end) : 0;
    bool more = part + 1 < rows[element].parts;
    if (end == text || (end && *end && !(more && *end == ',')))
      return false;
    dmm_element_set(element, data, part, value);
    text = end ? end + (*end == ',') : text;
  }
  return true;
}

bool dmm_element_parse(DmmElement element, const char *text, void *data) {
  return *text &&
         (dmm_element_is_float(element) ? parse_float(element, text, data)
                                        : parse_integer(element, text, data));
}

/// An odd multiple of 2^-n within (-1, 1): never zero, and exact in the type.
static double random_fraction(uint64_t bits, int n) {
  return ldexp((double)(bits >> (64 - n)), 1 - n) + ldexp(1, -n) - 1;
}

/// The low bits of the random word for the second part: the multiplier mixes
/// them into the high ones.
static uint64_t next_bits(uint64_t bits) { return bits * 0x9e3779b97f4a7c15U; }

static double random_integer(DmmElement element, uint64_t bits) {
  double value = (double)(bits >> (64 - rows[element].random_bits));
  return rows[element].random_bits == 4 ? value - 8 : value;
}

void dmm_element_fill(DmmElement element, void *data, uint64_t bits) {
  for (int part = 0; part < rows[element].parts; ++part) {
    double value = dmm_element_is_float(element)
                       ? random_fraction(bits, rows[element].random_bits)
                       : random_integer(element, bits);
    dmm_element_set(element, data, part, value);
    bits = next_bits(bits);
  }
}

/// The bits of a signalling NaN with so many bytes and bits of fraction.
static uint64_t signalling_nan(DmmElement element) {
  switch (rows[element].part_bytes) {
  case 2:
    return infinity16(format16(element)) | 5;
  case 4:
    return 0x7f800bad;
  default:
    return 0x7ff0000000000bad;
  }
}

void dmm_element_poison(DmmElement element, void *data) {
  uint64_t bits = signalling_nan(element);
  memset(data, 0xff, dmm_element_bytes(element));
  for (int part = 0; part < rows[element].parts; ++part)
    if (dmm_element_is_float(element))
      memcpy((char *)data + part_offset(element, part), &bits,
             rows[element].part_bytes);
}
