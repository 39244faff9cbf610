//===- axis_digits.c - Ways to lay an axis out over levels --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/axis_digits.h"

#include "Machine/key_table.h"
#include "dmm-runtime/abi.h"

typedef struct Builder {
  DmmArena *arena;
  DmmAxisDigits axis;
  DmmKeyTable placed; ///< numbers of the places
} Builder;

/// The number of the place, which is new if nobody has come there before.
static int place_at(Builder *b, int64_t placed) {
  int found = dmm_key_find(&b->placed, (uint64_t)placed);
  if (found >= 0)
    return found;
  DmmAxisDigits *axis = &b->axis;
  dmm_key_add(b->arena, &b->placed, (uint64_t)placed);
  axis->places = dmm_arena_push(b->arena, axis->places, (size_t)axis->nplaces,
                                sizeof *axis->places);
  axis->places[axis->nplaces] = (DmmPlace){.placed = placed};
  return axis->nplaces++;
}

static bool comes_before(const Builder *b, const DmmDigit *x,
                         const DmmDigit *y) {
  const DmmPlace *places = b->axis.places;
  return x->digit != y->digit ? x->digit < y->digit
                              : places[x->from].placed > places[y->from].placed;
}

static void add_digit(Builder *b, int from, int64_t digit) {
  int64_t size = b->axis.size, placed = b->axis.places[from].placed;
  int to = place_at(b, dmm_placed_above(size, placed, digit));
  DmmPlace *place = &b->axis.places[to];
  DmmDigit added = {digit, from, dmm_spread_axis(size, placed, digit)};
  place->digits = dmm_arena_push(b->arena, place->digits,
                                 (size_t)place->ndigits, sizeof added);
  int i = place->ndigits++;
  for (; i > 0 && comes_before(b, &added, &place->digits[i - 1]); --i)
    place->digits[i] = place->digits[i - 1];
  place->digits[i] = added;
}

/// Every digit that divides what is left is the least one, too, that leaves as
/// few containers.
static void add_digits(Builder *b, int from, int64_t fanout, bool ragged) {
  int64_t left = dmm_ceildiv(b->axis.size, b->axis.places[from].placed);
  for (int64_t most = left < fanout ? left : fanout; most >= 1;) {
    int64_t digit = dmm_ceildiv(left, dmm_ceildiv(left, most));
    if (ragged || left % digit == 0)
      add_digit(b, from, digit);
    most = digit - 1;
  }
}

static void number_digits(DmmAxisDigits *axis) {
  for (int i = 0; i < axis->nplaces; ++i) {
    axis->places[i].first = axis->ndigits;
    axis->ndigits += axis->places[i].ndigits;
  }
}

DmmAxisDigits dmm_axis_digits(DmmArena *arena, int64_t size, int64_t fanout,
                              bool ragged) {
  Builder b = {.arena = arena, .axis = {.size = size}};
  place_at(&b, 1);
  for (int i = 0; i < b.axis.nplaces; ++i)
    add_digits(&b, i, fanout, ragged);
  number_digits(&b.axis);
  b.axis.end = dmm_key_find(&b.placed, (uint64_t)size);
  return b.axis;
}
