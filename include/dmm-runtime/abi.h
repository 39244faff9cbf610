/*===- dmm-runtime/abi.h - Data shared by compiled programs and runtime ---===*\
|*                                                                            *|
|* Part of the DMM project, under the Apache License v2.0 with LLVM           *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
//
// The vocabulary of the ABI between a compiled program and the runtime: how a
// layout, a quasi-affine expression and the static description of one message
// (its "meta") are spelled as plain 64-bit words. The compiler writes these
// words as a constant array; the runtime and the plan simulator read them.
// Everything here is C11 with no dependency.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_ABI_H
#define DMM_RUNTIME_ABI_H

#include <stdbool.h>
#include <stdint.h>

//===----------------------------------------------------------------------===//
// Integer division with the rounding that affine maps use
//===----------------------------------------------------------------------===//

/// Largest q with q * b <= a. Requires b > 0.
static inline int64_t dmm_floordiv(int64_t a, int64_t b) {
  return a / b - (a % b < 0);
}

/// Smallest q with q * b >= a. Requires b > 0.
static inline int64_t dmm_ceildiv(int64_t a, int64_t b) {
  return a / b + (a % b > 0);
}

/// a - b * floordiv(a, b), in [0, b). Requires b > 0.
static inline int64_t dmm_mod(int64_t a, int64_t b) {
  return a - b * dmm_floordiv(a, b);
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// The most levels of a machine, and stages of a collective.
enum { DMM_RT_MAX_LEVELS = 32 };

/// Whether a mixed-radix number whose digits are digits[0], digits[stride],
/// ..., `n` of them, tells all coordinates of an axis of `size` apart. A digit
/// counts children: it is at least 1.
static inline bool dmm_digits_reach(int64_t size, const int64_t *digits,
                                    int64_t n, int64_t stride) {
  for (int64_t i = 0; i < n; ++i)
    size = dmm_ceildiv(size, digits[i * stride]);
  return size <= 1;
}

//===----------------------------------------------------------------------===//
// Quasi-affine expressions, in postfix order
//===----------------------------------------------------------------------===//

/// Words of a postfix expression. CONST and VAR are followed by one word (the
/// value, or the index of the variable); the others take two operands off the
/// stack. The right operand of the divisions is always positive.
typedef enum DmmExprOp {
  DMM_EXPR_CONST,
  DMM_EXPR_VAR,
  DMM_EXPR_ADD,
  DMM_EXPR_MUL,
  DMM_EXPR_FLOORDIV,
  DMM_EXPR_CEILDIV,
  DMM_EXPR_MOD,
} DmmExprOp;

/// The deepest stack that an expression may need.
enum { DMM_EXPR_MAX_DEPTH = 64 };

static inline int64_t dmm_expr_apply(DmmExprOp op, int64_t a, int64_t b) {
  switch (op) {
  case DMM_EXPR_ADD:
    return a + b;
  case DMM_EXPR_MUL:
    return a * b;
  case DMM_EXPR_FLOORDIV:
    return dmm_floordiv(a, b);
  case DMM_EXPR_CEILDIV:
    return dmm_ceildiv(a, b);
  case DMM_EXPR_MOD:
    return dmm_mod(a, b);
  default:
    return 0;
  }
}

/// Evaluates the `n` words at `code` where variable i has the value vars[i].
static inline int64_t dmm_expr_eval(const int64_t *code, int64_t n,
                                    const int64_t *vars) {
  int64_t stack[DMM_EXPR_MAX_DEPTH];
  int top = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (code[i] == DMM_EXPR_CONST) {
      stack[top++] = code[++i];
    } else if (code[i] == DMM_EXPR_VAR) {
      stack[top++] = vars[code[++i]];
    } else {
      --top;
      stack[top - 1] =
          dmm_expr_apply((DmmExprOp)code[i], stack[top - 1], stack[top]);
    }
  }
  return stack[0];
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// How one grid axis relates to an array.
typedef enum DmmAxisState {
  DMM_REPLICATED, ///< every coordinate on the axis holds the array
  DMM_SHARDED,    ///< a dimension of the array is cut over the axis
  DMM_PINNED,     ///< one coordinate (`offset`) holds the array
} DmmAxisState;

/// The part of a layout that concerns one grid axis. An array index x of
/// dimension `dim` lies in the template cell floor((numerator * x + offset) /
/// denominator); the template's `extent` cells are cut into blocks of `block`
/// cells, block c at coordinate c. `cycle` is 0 for one block a coordinate.
/// A pinned axis is the same with dim = -1, numerator = 0, block = 1 and
/// extent = offset + 1. The fields of a replicated axis but `state` are unused
/// (dim = -1, numerator = 0, denominator = 1, the rest 0).
///
/// While a program is compiled, a block or an extent that only its run knows is
/// DMM_DYNAMIC.
typedef struct DmmAxisLayout {
  int64_t state;
  int64_t dim;
  int64_t numerator;
  int64_t denominator;
  int64_t offset;
  int64_t block;
  int64_t cycle;
  int64_t extent;
} DmmAxisLayout;

enum { DMM_AXIS_LAYOUT_WORDS = 8 };

/// A block or an extent, or a size of an array, that is known at run time only.
#define DMM_DYNAMIC INT64_MIN

/// First template cell of coordinate c, and one past its last.
static inline int64_t dmm_block_lo(int64_t block, int64_t extent, int64_t c) {
  return c * block < extent ? c * block : extent;
}
static inline int64_t dmm_block_hi(int64_t block, int64_t extent, int64_t c) {
  return dmm_block_lo(block, extent, c + 1);
}

/// The indices x of the sharded dimension that lie in cells [lo, hi), clipped
/// to [0, size): writes [*begin, *end), with *end >= *begin.
static inline void dmm_axis_owned(const DmmAxisLayout *l, int64_t lo,
                                  int64_t hi, int64_t size, int64_t *begin,
                                  int64_t *end) {
  int64_t first = l->denominator * lo - l->offset; // first <= num * x < last
  int64_t last = l->denominator * hi - l->offset;
  int64_t num = l->numerator;
  *begin = num > 0 ? dmm_ceildiv(first, num) : dmm_floordiv(-last, -num) + 1;
  *end = num > 0 ? dmm_ceildiv(last, num) : dmm_floordiv(-first, -num) + 1;
  *begin = *begin < 0 ? 0 : *begin;
  *end = *end > size ? size : *end;
  *end = *end < *begin ? *begin : *end;
}

/// Where index x of the sharded dimension lies in the home buffer of the
/// coordinate whose first cell is lo. The home buffer has denominator * block
/// elements along that dimension; the other dimensions are whole.
static inline int64_t dmm_axis_local(const DmmAxisLayout *l, int64_t lo,
                                     int64_t x) {
  return l->numerator * x + l->offset - l->denominator * lo;
}

//===----------------------------------------------------------------------===//
// The meta of a message
//===----------------------------------------------------------------------===//
//
// Every message call of the runtime takes its buffers, one constant array of
// words (the meta) and one array of run-time words (the symbols). The meta is a
// sequence of sections, each led by its length:
//
//   version, op, kind, root
//   n, then n grid sizes                    the grid that it is compiled for
//   n, then n axes                          the grid axes that the group spans
//   n, then n DmmAxisLayout                 n is 0 or the number of grid axes
//   n, then n integers                      op-specific, see DmmRtOp
//   n, then a box                           n is the number of words in the box
//   n, then n digits                        the stages; n = 0: none
//   n, then ceil(n / 8) words               the source location, n bytes
//
// A box tells what a member needs, in global coordinates of the source:
//
//   for each grid axis: block, cycle, extent of the template that the box
//       speaks of (block = 0 where it does not depend on the axis)
//   r, the rank; then for each dimension
//       the origin (an expression): the index that lands at 0 in the
//           destination buffer
//       n, then n expressions: lower bounds; the largest one counts
//       n, then n expressions: exclusive upper bounds; the smallest one counts
//   n, then n expressions: guards; the box is empty unless all are >= 0
//
// An expression is its number of words, then its words. Its variables are lo
// and hi of the member for each grid axis in turn (variable 2a is lo on axis
// a), then the symbols of the call (after the root, if the root is one).
//
// The block and the extent of a layout, and those of the template of a box, may
// refer to a symbol instead: the word DMM_META_SYMBOL(k) stands for the value
// of symbol k, counted as in the expressions: after the root, if that is one.
// The value is the same on all members. A block is at least 1 then, an extent
// at least 0.
//
// A collective may work in stages, which follow the levels of the machine that
// its group spans: the stages have a digit for each stage, bottom first, and
// each axis of the group, in the order of the axes. They write the coordinate
// of a member on an axis as a mixed-radix number, its lowest digit at the
// bottom; the members whose digits above stage s are all equal are a container
// of that stage. A digit is at least 1, and their product over the stages at
// least the size of the axis. Without stages, all members are children of one
// container. Only collectives have stages.

enum { DMM_META_VERSION = 2, DMM_META_MAX_SYMBOLS = 1024 };

/// The word that refers to symbol k, 0 <= k < DMM_META_MAX_SYMBOLS.
#define DMM_META_SYMBOL(k) (INT64_MIN + (int64_t)(k))

/// Whether the word of a block or an extent refers to a symbol, and to which.
static inline bool dmm_meta_is_symbol(int64_t word) {
  return word < DMM_META_SYMBOL(DMM_META_MAX_SYMBOLS);
}
static inline int64_t dmm_meta_symbol_index(int64_t word) {
  return word - DMM_META_SYMBOL(0);
}

/// Values of the meta's `root` other than a rank in the group. Ranks in a group
/// count row-major over the group's axes in the order given.
enum { DMM_ROOT_NONE = -1, DMM_ROOT_IN_SYMBOL_0 = -2 };

/// The message operations and their op-specific integers.
typedef enum DmmRtOp {
  DMM_RT_REDUCE,     ///< src on every member -> dst on the root
  DMM_RT_BROADCAST,  ///< src on the root -> dst on every member
  DMM_RT_ALL_REDUCE, ///< src on every member -> dst on every member
  DMM_RT_SCATTER,    ///< src whole on the root -> dst the home block
  DMM_RT_GATHER,     ///< src the home block -> dst whole on the root (or all)
  DMM_RT_TRANSPOSE,  ///< src the home block -> dst the member's box
  DMM_RT_HALO,       ///< ints: corners, periodic, then (axis, dim, low, high)*
  DMM_RT_SHIFT,      ///< ints: axis, distance, periodic
  DMM_RT_SEND,       ///< ints: axis, distance
  DMM_RT_RECV,       ///< ints: axis, distance
  DMM_RT_NUM_OPS,
} DmmRtOp;

/// Combining kinds, in the order of upstream's spelling. The meta's `kind` is
/// one of these for the reductions and 0 elsewhere.
#define DMM_KINDS(X)                                                           \
  X(ADD, add)                                                                  \
  X(MUL, mul)                                                                  \
  X(MINUI, minui)                                                              \
  X(MAXUI, maxui)                                                              \
  X(MINSI, minsi)                                                              \
  X(MAXSI, maxsi)                                                              \
  X(MINNUMF, minnumf)                                                          \
  X(MAXNUMF, maxnumf)                                                          \
  X(MINIMUMF, minimumf)                                                        \
  X(MAXIMUMF, maximumf)                                                        \
  X(AND, and)                                                                  \
  X(OR, or)                                                                    \
  X(XOR, xor)                                                                  \
  X(MINLOC, minloc)                                                            \
  X(MAXLOC, maxloc)

typedef enum DmmKind {
#define X(upper, lower) DMM_KIND_##upper,
  DMM_KINDS(X)
#undef X
      DMM_NUM_KINDS
} DmmKind;

/// Element types: X(suffix of the entry points, bytes of an element).
#define DMM_ELEMENT_TYPES(X)                                                   \
  X(i1, 1)                                                                     \
  X(i8, 1)                                                                     \
  X(i16, 2)                                                                    \
  X(i32, 4)                                                                    \
  X(i64, 8)                                                                    \
  X(index, 8)                                                                  \
  X(f16, 2)                                                                    \
  X(bf16, 2)                                                                   \
  X(f32, 4)                                                                    \
  X(f64, 8)                                                                    \
  X(c32, 8)                                                                    \
  X(c64, 16)

#endif // DMM_RUNTIME_ABI_H
