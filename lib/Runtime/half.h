//===- half.h - The 16-bit floating-point formats -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between f16 (IEEE 754 binary16), bf16 and float, on the bits.
// Sums and products of two such numbers, computed in float and rounded once
// more, are correctly rounded: float has more than twice their digits plus two.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_HALF_H
#define DMM_RUNTIME_HALF_H

#include <stdint.h>
#include <string.h>

static inline float dmm_float_of_bits(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline uint32_t dmm_bits_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline float dmm_float_of_bf16(uint16_t x) {
  return dmm_float_of_bits((uint32_t)x << 16);
}

/// bits without the lowest `n`, rounded to nearest, ties to even.
static inline uint32_t dmm_round_bits(uint32_t bits, int n) {
  uint32_t half = (uint32_t)1 << (n - 1);
  uint32_t odd = bits >> n & 1;
  return (bits + half - 1 + odd) >> n;
}

static inline uint16_t dmm_bf16_of_float(float value) {
  uint32_t bits = dmm_bits_of_float(value);
  if (value != value) // quiet, and not rounded to infinity
    return (uint16_t)(bits >> 16 | 0x40);
  return (uint16_t)dmm_round_bits(bits, 16);
}

static inline float dmm_float_of_f16(uint16_t x) {
  uint32_t sign = (uint32_t)(x & 0x8000) << 16;
  uint32_t exponent = x >> 10 & 0x1f, fraction = x & 0x3ff;
  if (exponent == 0) { // zero or subnormal: fraction * 2^-24
    float magnitude = (float)fraction * 0x1p-24f;
    return dmm_float_of_bits(sign | dmm_bits_of_float(magnitude));
  }
  exponent = exponent == 0x1f ? 0xff : exponent + (127 - 15);
  return dmm_float_of_bits(sign | exponent << 23 | fraction << 13);
}

/// The f16 bits of a magnitude in float bits that is no NaN.
static inline uint32_t dmm_f16_magnitude(uint32_t bits) {
  uint32_t exponent = bits >> 23;
  if (exponent >= 127 + 16) // at least 2^16: infinity
    return 0x7c00;
  if (exponent >= 127 - 14) // a carry out of the fraction is right as it is
    return dmm_round_bits(bits - ((uint32_t)(127 - 15) << 23), 13);
  if (exponent < 127 - 25) // below half of the least subnormal
    return 0;
  uint32_t fraction = (bits & 0x7fffff) | 0x800000;
  return dmm_round_bits(fraction, (int)(126 - exponent));
}

static inline uint16_t dmm_f16_of_float(float value) {
  uint32_t bits = dmm_bits_of_float(value);
  uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  if (value != value)
    return (uint16_t)(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
  return (uint16_t)(sign | dmm_f16_magnitude(magnitude));
}

#endif // DMM_RUNTIME_HALF_H
