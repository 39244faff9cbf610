//===- element.c - Element types and how they combine ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One small function for each kind and type, written by the macros below from
// one row each, and tables of them.
//
//===----------------------------------------------------------------------===//

#include "element.h"
#include "half.h"

#include <math.h>
#include <stddef.h>

const char *dmm_element_name(DmmElement element) {
  static const char *const names[] = {
#define X(name, bytes) #name,
      DMM_ELEMENT_TYPES(X)
#undef X
  };
  return names[element];
}

int64_t dmm_element_bytes(DmmElement element) {
  static const int64_t sizes[] = {
#define X(name, bytes) bytes,
      DMM_ELEMENT_TYPES(X)
#undef X
  };
  return sizes[element];
}

const char *dmm_kind_name(int64_t kind) {
  static const char *const names[] = {
#define X(upper, lower) #lower,
      DMM_KINDS(X)
#undef X
  };
  return kind >= 0 && kind < DMM_NUM_KINDS ? names[kind] : "unknown";
}

/// Defines <kind>_<type>: acc = expression of a (acc) and b (in), of C type
/// `type`.
#define COMBINE(kind, name, type, expression)                                  \
  static void kind##_##name(void *acc, const void *in, int64_t n) {            \
    type *x = acc;                                                             \
    const type *y = in;                                                        \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const type a = x[i], b = y[i];                                           \
      x[i] = expression;                                                       \
    }                                                                          \
  }

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Arithmetic in uint64_t wraps and never promotes to a signed type.
#define INTEGER(name, stype, utype)                                            \
  COMBINE(add, name, utype, (uint64_t)a + b)                                   \
  COMBINE(mul, name, utype, (uint64_t)a *b)                                    \
  COMBINE(minui, name, utype, b < a ? b : a)                                   \
  COMBINE(maxui, name, utype, b > a ? b : a)                                   \
  COMBINE(minsi, name, stype, b < a ? b : a)                                   \
  COMBINE(maxsi, name, stype, b > a ? b : a)                                   \
  COMBINE(and, name, utype, a &b)                                              \
  COMBINE(or, name, utype, a | b)                                              \
  COMBINE(xor, name, utype, a ^ b)

INTEGER(i8, int8_t, uint8_t)
INTEGER(i16, int16_t, uint16_t)
INTEGER(i32, int32_t, uint32_t)
INTEGER(i64, int64_t, uint64_t)
COMBINE(and, i1, uint8_t, a & b & 1)
COMBINE(or, i1, uint8_t, (a | b) & 1)
COMBINE(xor, i1, uint8_t, (a ^ b) & 1)

//===----------------------------------------------------------------------===//
// Floating-point numbers
//===----------------------------------------------------------------------===//

/// Defines the four minima and maxima of a type. A sum with a NaN is a quiet
/// NaN.
#define MINIMA(name, type)                                                     \
  static bool less_##name(type a, type b) {                                    \
    return a < b || (a == b && signbit(a) && !signbit(b));                     \
  }                                                                            \
  static type minnumf_of_##name(type a, type b) {                              \
    return isnan(a) ? b : isnan(b) ? a : less_##name(b, a) ? b : a;            \
  }                                                                            \
  static type maxnumf_of_##name(type a, type b) {                              \
    return isnan(a) ? b : isnan(b) ? a : less_##name(a, b) ? b : a;            \
  }                                                                            \
  static type minimumf_of_##name(type a, type b) {                             \
    return isnan(a) || isnan(b) ? a + b : less_##name(b, a) ? b : a;           \
  }                                                                            \
  static type maximumf_of_##name(type a, type b) {                             \
    return isnan(a) || isnan(b) ? a + b : less_##name(a, b) ? b : a;           \
  }

MINIMA(f32, float)
MINIMA(f64, double)

#define FLOAT(name, type)                                                      \
  COMBINE(add, name, type, a + b)                                              \
  COMBINE(mul, name, type, a *b)                                               \
  COMBINE(minnumf, name, type, minnumf_of_##name(a, b))                        \
  COMBINE(maxnumf, name, type, maxnumf_of_##name(a, b))                        \
  COMBINE(minimumf, name, type, minimumf_of_##name(a, b))                      \
  COMBINE(maximumf, name, type, maximumf_of_##name(a, b))

FLOAT(f32, float)
FLOAT(f64, double)

/// The same through float; a and b are the bits.
#define HALF(kind, name, expression)                                           \
  static float kind##_of_##name(float a, float b) { return expression; }       \
  COMBINE(kind, name, uint16_t,                                                \
          dmm_##name##_of_float(kind##_of_##name(dmm_float_of_##name(a),       \
                                                 dmm_float_of_##name(b))))

#define HALVES(name)                                                           \
  HALF(add, name, a + b)                                                       \
  HALF(mul, name, a *b)                                                        \
  HALF(minnumf, name, minnumf_of_f32(a, b))                                    \
  HALF(maxnumf, name, maxnumf_of_f32(a, b))                                    \
  HALF(minimumf, name, minimumf_of_f32(a, b))                                  \
  HALF(maximumf, name, maximumf_of_f32(a, b))

HALVES(f16)
HALVES(bf16)

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

typedef struct Complex32 {
  float re, im;
} Complex32;

typedef struct Complex64 {
  double re, im;
} Complex64;

#define COMPLEX(name, type)                                                    \
  static type add_of_##name(type a, type b) {                                  \
    return (type){a.re + b.re, a.im + b.im};                                   \
  }                                                                            \
  static type mul_of_##name(type a, type b) {                                  \
    return (type){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};       \
  }                                                                            \
  COMBINE(add, name, type, add_of_##name(a, b))                                \
  COMBINE(mul, name, type, mul_of_##name(a, b))

COMPLEX(c32, Complex32)
COMPLEX(c64, Complex64)

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

#define INTEGER_ROW(name)                                                      \
  {                                                                            \
      [DMM_KIND_ADD] = add_##name,     [DMM_KIND_MUL] = mul_##name,            \
      [DMM_KIND_MINUI] = minui_##name, [DMM_KIND_MAXUI] = maxui_##name,        \
      [DMM_KIND_MINSI] = minsi_##name, [DMM_KIND_MAXSI] = maxsi_##name,        \
      [DMM_KIND_AND] = and_##name,     [DMM_KIND_OR] = or_##name,              \
      [DMM_KIND_XOR] = xor_##name,                                             \
  }

#define FLOAT_ROW(name)                                                        \
  {                                                                            \
      [DMM_KIND_ADD] = add_##name,                                             \
      [DMM_KIND_MUL] = mul_##name,                                             \
      [DMM_KIND_MINNUMF] = minnumf_##name,                                     \
      [DMM_KIND_MAXNUMF] = maxnumf_##name,                                     \
      [DMM_KIND_MINIMUMF] = minimumf_##name,                                   \
      [DMM_KIND_MAXIMUMF] = maximumf_##name,                                   \
  }

#define COMPLEX_ROW(name)                                                      \
  {[DMM_KIND_ADD] = add_##name, [DMM_KIND_MUL] = mul_##name}

/// Of one bit, and is product and minimum, and so on; a sum wraps at once.
#define BIT_ROW                                                                \
  {                                                                            \
      [DMM_KIND_ADD] = xor_i1,   [DMM_KIND_MUL] = and_i1,                      \
      [DMM_KIND_MINUI] = and_i1, [DMM_KIND_MAXUI] = or_i1,                     \
      [DMM_KIND_MINSI] = or_i1,  [DMM_KIND_MAXSI] = and_i1,                    \
      [DMM_KIND_AND] = and_i1,   [DMM_KIND_OR] = or_i1,                        \
      [DMM_KIND_XOR] = xor_i1,                                                 \
  }

static const DmmCombine combines[DMM_NUM_ELEMENTS][DMM_NUM_KINDS] = {
    [DMM_ELEMENT_i1] = BIT_ROW,
    [DMM_ELEMENT_i8] = INTEGER_ROW(i8),
    [DMM_ELEMENT_i16] = INTEGER_ROW(i16),
    [DMM_ELEMENT_i32] = INTEGER_ROW(i32),
    [DMM_ELEMENT_i64] = INTEGER_ROW(i64),
    [DMM_ELEMENT_index] = INTEGER_ROW(i64),
    [DMM_ELEMENT_f16] = FLOAT_ROW(f16),
    [DMM_ELEMENT_bf16] = FLOAT_ROW(bf16),
    [DMM_ELEMENT_f32] = FLOAT_ROW(f32),
    [DMM_ELEMENT_f64] = FLOAT_ROW(f64),
    [DMM_ELEMENT_c32] = COMPLEX_ROW(c32),
    [DMM_ELEMENT_c64] = COMPLEX_ROW(c64),
};

DmmCombine dmm_combine(DmmElement element, int64_t kind) {
  return kind >= 0 && kind < DMM_NUM_KINDS ? combines[element][kind] : NULL;
}

//===----------------------------------------------------------------------===//
// Values with their indices
//===----------------------------------------------------------------------===//

/// Whether the pair of value b and index j beats that of value a and index i,
/// where `better` compares two values. Only a NaN differs from itself.
#define BEATS(better)                                                          \
  ((better) || (a != a && b == b) ||                                           \
   ((a == b || (a != a && b != b)) && in[k].index < acc[k].index))

/// Defines minloc_<type> and maxloc_<type>; `read` gives the value of the bits.
#define PAIRS_OF(kind, name, bits, type, read, better)                         \
  static void kind##_##name(void *accs, const void *ins, int64_t n) {          \
    DmmPair *acc = accs;                                                       \
    const DmmPair *in = ins;                                                   \
    for (int64_t k = 0; k < n; ++k) {                                          \
      bits x, y;                                                               \
      memcpy(&x, acc[k].value, sizeof x);                                      \
      memcpy(&y, in[k].value, sizeof y);                                       \
      const type a = read(x), b = read(y);                                     \
      if (BEATS(better))                                                       \
        acc[k] = in[k];                                                        \
    }                                                                          \
  }
#define PAIRS(name, bits, type, read)                                          \
  PAIRS_OF(minloc, name, bits, type, read, b < a)                              \
  PAIRS_OF(maxloc, name, bits, type, read, b > a)

PAIRS(i1, uint8_t, int, -) // as a signed number, one bit is 0 or -1
PAIRS(i8, int8_t, int8_t, )
PAIRS(i16, int16_t, int16_t, )
PAIRS(i32, int32_t, int32_t, )
PAIRS(i64, int64_t, int64_t, )
PAIRS(f16, uint16_t, float, dmm_float_of_f16)
PAIRS(bf16, uint16_t, float, dmm_float_of_bf16)
PAIRS(f32, float, float, )
PAIRS(f64, double, double, )

DmmCombine dmm_combine_pairs(DmmElement element, int64_t kind) {
  static const DmmCombine table[DMM_NUM_ELEMENTS][2] = {
      [DMM_ELEMENT_i1] = {minloc_i1, maxloc_i1},
      [DMM_ELEMENT_i8] = {minloc_i8, maxloc_i8},
      [DMM_ELEMENT_i16] = {minloc_i16, maxloc_i16},
      [DMM_ELEMENT_i32] = {minloc_i32, maxloc_i32},
      [DMM_ELEMENT_i64] = {minloc_i64, maxloc_i64},
      [DMM_ELEMENT_index] = {minloc_i64, maxloc_i64},
      [DMM_ELEMENT_f16] = {minloc_f16, maxloc_f16},
      [DMM_ELEMENT_bf16] = {minloc_bf16, maxloc_bf16},
      [DMM_ELEMENT_f32] = {minloc_f32, maxloc_f32},
      [DMM_ELEMENT_f64] = {minloc_f64, maxloc_f64},
  };
  bool is_loc = kind == DMM_KIND_MINLOC || kind == DMM_KIND_MAXLOC;
  return is_loc ? table[element][kind == DMM_KIND_MAXLOC] : NULL;
}
