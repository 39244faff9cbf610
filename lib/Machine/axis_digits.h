//===- axis_digits.h - Ways to lay an axis out over levels --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A grid axis of some size is placed level by level, bottom first. What one
// container of a level holds of it is all that the levels above and below need
// to know of each other.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_MACHINE_AXIS_DIGITS_H
#define DMM_MACHINE_AXIS_DIGITS_H

#include "Machine/level_cost.h"
#include "Support/arena.h"

#include <stdbool.h>

/// One digit for a level, and what must be placed below it.
typedef struct DmmDigit {
  int64_t digit;
  int from; ///< number of a place
  DmmSpread spread;
} DmmDigit;

/// What may be placed in each container of a level.
typedef struct DmmPlace {
  int64_t placed;   ///< participants
  DmmDigit *digits; ///< of the level, that lead here: the smallest first, of
                    ///< equal ones that from most participants
  int ndigits;
  int first; ///< digits of the places before this one
} DmmPlace;

/// Place 0 is the start: a partition, with one participant.
typedef struct DmmAxisDigits {
  int64_t size;
  DmmPlace *places;
  int nplaces;
  int ndigits; ///< of all places
  int end;     ///< the place with all participants; -1 if no digits lead there
} DmmAxisDigits;

/// Which digits there are. Even ones divide what is left. Ragged ones fill
/// containers evenly: a digit is the least that leaves as few containers as it
/// does; the last container holds the rest. Coarse ones are those of them that
/// leave no more containers than a fan-out, or its half, quarter and so on: few
/// enough for axes of any size.
typedef enum DmmDigitKind {
  DMM_DIGITS_EVEN,
  DMM_DIGITS_RAGGED,
  DMM_DIGITS_COARSE,
} DmmDigitKind;

/// All digits of the kind, up to the largest fan-out, for an axis of `size`.
DmmAxisDigits dmm_axis_digits(DmmArena *arena, const DmmMachine *machine,
                              int64_t size, DmmDigitKind kind);

#endif // DMM_MACHINE_AXIS_DIGITS_H
