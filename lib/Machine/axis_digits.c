//===- axis_digits.c - Ways to lay an axis out over levels --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine/axis_digits.h"

#include "Machine/key_table.h"
#include "dmm-runtime/abi.h"

#include <stdlib.h>

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

static void add_digit(Builder *b, int from, int64_t digit) {
  int64_t size = b->axis.size, placed = b->axis.places[from].placed;
  int to = place_at(b, dmm_placed_above(size, placed, digit));
  DmmPlace *place = &b->axis.places[to];
  DmmDigit added = {digit, from, dmm_spread_axis(size, placed, digit)};
  place->digits = dmm_arena_push(b->arena, place->digits,
                                 (size_t)place->ndigits, sizeof added);
  place->digits[place->ndigits++] = added;
}

/// The smallest first, of equal ones that from most participants.
static int compare_digits(const void *a, const void *b) {
  const DmmDigit *x = a, *y = b;
  double more = x->spread.child_members - y->spread.child_members;
  return x->digit != y->digit ? (x->digit > y->digit) - (x->digit < y->digit)
                              : (more < 0) - (more > 0);
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t largest_fanout(const DmmMachine *machine) {
  int64_t largest = 1;
  for (int l = 0; l < machine->nlevels; ++l)
    largest = larger(largest, machine->levels[l].fanout);
  return largest;
}

/// The largest number up to `most` that a fan-out is when it is halved some
/// times.
static int64_t largest_half(const DmmMachine *machine, int64_t most) {
  int64_t largest = most > 0;
  for (int l = 0; l < machine->nlevels; ++l) {
    int64_t half = machine->levels[l].fanout;
    while (half > most)
      half /= 2;
    largest = larger(largest, half);
  }
  return largest;
}

/// Every digit that divides what is left is the least one, too, that leaves as
/// few containers.
static void add_digits(Builder *b, const DmmMachine *machine, int from,
                       DmmDigitKind kind) {
  int64_t left = dmm_ceildiv(b->axis.size, b->axis.places[from].placed);
  int64_t most = largest_fanout(machine);
  most = left < most ? left : most;
  while (most >= 1) {
    int64_t digit = dmm_ceildiv(left, dmm_ceildiv(left, most));
    if (kind != DMM_DIGITS_EVEN || left % digit == 0)
      add_digit(b, from, digit);
    most = digit - 1;
    if (kind == DMM_DIGITS_COARSE)
      most = largest_half(machine, most);
  }
}

static void number_digits(DmmAxisDigits *axis) {
  for (int i = 0; i < axis->nplaces; ++i) {
    DmmPlace *place = &axis->places[i];
    if (place->ndigits > 0)
      qsort(place->digits, (size_t)place->ndigits, sizeof *place->digits,
            compare_digits);
    place->first = axis->ndigits;
    axis->ndigits += place->ndigits;
  }
}

DmmAxisDigits dmm_axis_digits(DmmArena *arena, const DmmMachine *machine,
                              int64_t size, DmmDigitKind kind) {
  Builder b = {.arena = arena, .axis = {.size = size}};
  place_at(&b, 1);
  for (int i = 0; i < b.axis.nplaces; ++i)
    add_digits(&b, machine, i, kind);
  number_digits(&b.axis);
  b.axis.end = dmm_key_find(&b.placed, (uint64_t)size);
  return b.axis;
}
