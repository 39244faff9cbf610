//===- layout.c - Choose where the arrays live ----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays are placed from the largest to the smallest. An array aligns, axis by
// axis, to one that is already placed and that meets it in a statement, one of
// the two being written there: then owner computes needs no message between
// them along that axis. Dimensions that align to nothing open a template of
// their own, those first whose loop is outermost among the loops that carry no
// flow between different partitions. At last, templates whose arrays meet in a
// statement are joined where that aligns them.
//
// A *class* is a template in the making: cells are counted from any origin
// until all members are known.
//
//===----------------------------------------------------------------------===//

#include "Plan/steps.h"

#include "Plan/expr.h"

#include <isl/val.h>
#include <stdlib.h>

/// Where one array lies along one grid axis: x is in cell floor((numerator * x
/// + offset) / denominator) of class `class_id`; dim is -1 where no dimension
/// is cut.
typedef struct Place {
  int dim;
  int class_id;
  int64_t numerator, denominator, offset;
} Place;

/// A row of cells over an axis: from `first` on, and one past each of `ends`. A
/// fixed one was requested with its extent and block, and starts at 0.
typedef struct Class {
  int axis;
  int64_t first;
  DmmExprList ends;
  bool fixed;
  int64_t extent, block;
} Class;

typedef struct Chooser {
  DmmPlan *plan;
  const DmmPoly *poly;
  const DmmRequests *requests;
  const bool *counts; ///< the statements that count; null: all
  Place *places;      ///< narrays x naxes
  bool *placed;       ///< one for each array
  Class *classes;
  int nclasses;
} Chooser;

static Place *place_of(const Chooser *c, int array, int axis) {
  return &c->places[array * c->plan->naxes + axis];
}

/// Whether the statement has a say in where the arrays lie. Two versions of an
/// array are meant to lie in different places.
static bool counts(const Chooser *c, int statement) {
  const DmmStatement *s = &c->plan->statements[statement];
  return (!c->counts || c->counts[statement]) &&
         !dmm_statement_copies_version(c->plan, s);
}

static bool dim_is_cut(const Chooser *c, int array, int dim) {
  for (int axis = 0; axis < c->plan->naxes; ++axis)
    if (place_of(c, array, axis)->dim == dim)
      return true;
  return false;
}

static int new_class(Chooser *c, Class class) {
  c->classes = dmm_arena_push(c->plan->arena, c->classes, (size_t)c->nclasses,
                              sizeof *c->classes);
  c->classes[c->nclasses] = class;
  return c->nclasses++;
}

static int64_t cell_of(const Place *place, int64_t x) {
  return dmm_floordiv(place->numerator * x + place->offset, place->denominator);
}

/// One past the last cell of an array with `size` elements along the dimension,
/// which is an expression; a mirrored one is static.
static DmmExpr end_of(DmmArena *arena, const Place *place, DmmExpr size) {
  int64_t number;
  if (place->numerator == 1 && place->denominator == 1)
    return dmm_expr_binary(arena, DMM_EXPR_ADD, size,
                           dmm_expr_const(arena, place->offset));
  if (dmm_expr_is_const(size, &number)) {
    int64_t last = place->numerator > 0 ? number - 1 : 0;
    return dmm_expr_const(arena, cell_of(place, last) + 1);
  }
  DmmExpr last =
      dmm_expr_linear(arena, place->numerator, size,
                      dmm_expr_const(arena, place->offset - place->numerator));
  last = dmm_expr_binary(arena, DMM_EXPR_FLOORDIV, last,
                         dmm_expr_const(arena, place->denominator));
  return dmm_expr_binary(arena, DMM_EXPR_ADD, last, dmm_expr_const(arena, 1));
}

static int64_t first_cell(const Place *place, int64_t size) {
  return cell_of(place, place->numerator < 0 && size > 0 ? size - 1 : 0);
}

static void join_class(Chooser *c, int array, int axis, Place place) {
  const DmmArray *a = &c->plan->arrays[array];
  Class *class = &c->classes[place.class_id];
  *place_of(c, array, axis) = place;
  if (class->fixed)
    return;
  int64_t first = first_cell(&place, a->sizes[place.dim]);
  class->first = first < class->first ? first : class->first;
  dmm_expr_list_push(c->plan->arena, &class->ends,
                     end_of(c->plan->arena, &place, a->size_exprs[place.dim]));
}

static void open_class(Chooser *c, int array, int axis, int dim) {
  int id = new_class(c, (Class){.axis = axis});
  join_class(
      c, array, axis,
      (Place){.dim = dim, .class_id = id, .numerator = 1, .denominator = 1});
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// How well an array would align: exact where the two cells of every instance
/// are equal, the elements being a constant apart; scaled where they are equal
/// and one subscript is a multiple of the other, or mirrored; near where they
/// move together with some loop.
enum { MATCH_NONE, MATCH_NEAR, MATCH_SCALED, MATCH_EXACT };

typedef struct Match {
  int score;
  Place place;
  int64_t shift;
} Match;

static int64_t int_of(__isl_take isl_val *value) {
  int64_t number = isl_val_get_num_si(value);
  isl_val_free(value);
  return number;
}

static int64_t greatest_divisor(int64_t a, int64_t b) {
  return b ? greatest_divisor(b, a % b) : llabs(a);
}

/// The ratio of the subscripts' movements, as that of `other` over `mine`, in
/// lowest terms with *den > 0. False if some loop moves one of them only.
static bool find_ratio(isl_aff *mine, isl_aff *other, int64_t *num,
                       int64_t *den) {
  for (int k = 0; k < isl_aff_dim(mine, isl_dim_in); ++k) {
    int64_t a = int_of(isl_aff_get_coefficient_val(mine, isl_dim_in, k));
    int64_t b = int_of(isl_aff_get_coefficient_val(other, isl_dim_in, k));
    if (a == 0 && b == 0)
      continue;
    if (a == 0 || b == 0)
      return false;
    int64_t divisor = greatest_divisor(a, b) * (a < 0 ? -1 : 1);
    *num = b / divisor;
    *den = a / divisor;
    return true;
  }
  return false;
}

/// Aligns `mine` where the cell of `other` is linear in it: the element `mine`
/// is to be in the cell c = anchor.numerator * other + anchor.offset, and
/// den * c - num * mine is a constant K. Any offset from K to K + den - 1
/// serves.
static bool scale_subscripts(isl_aff *mine, isl_aff *other, const Place *anchor,
                             Place *place) {
  int64_t num, den;
  if (anchor->denominator != 1 || !find_ratio(mine, other, &num, &den))
    return false;
  int64_t factor = num * anchor->numerator;
  int64_t divisor = greatest_divisor(factor, den);
  factor /= divisor;
  den /= divisor;
  isl_ctx *ctx = isl_aff_get_ctx(mine);
  isl_aff *cell = isl_aff_scale_val(
      isl_aff_copy(other), isl_val_int_from_si(ctx, anchor->numerator));
  cell =
      isl_aff_add_constant_val(cell, isl_val_int_from_si(ctx, anchor->offset));
  cell = isl_aff_scale_val(cell, isl_val_int_from_si(ctx, den));
  isl_aff *rest =
      isl_aff_sub(cell, isl_aff_scale_val(isl_aff_copy(mine),
                                          isl_val_int_from_si(ctx, factor)));
  bool constant = isl_aff_is_cst(rest);
  int64_t k = int_of(isl_aff_get_constant_val(rest));
  isl_aff_free(rest);
  place->numerator = factor;
  place->denominator = den;
  place->offset = den * dmm_ceildiv(k, den);
  return constant;
}

/// Scores subscript `mine` against `other`, which lies at `anchor`; fills in
/// where `mine` is to lie.
static Match compare_subscripts(const Chooser *c, const DmmStatement *s,
                                DmmExpr mine, DmmExpr other,
                                const Place *anchor) {
  isl_aff *a =
      dmm_poly_aff(c->poly, dmm_poly_space(c->poly, s->depth), s->ivs, mine);
  isl_aff *b =
      dmm_poly_aff(c->poly, dmm_poly_space(c->poly, s->depth), s->ivs, other);
  Match match = {.place = *anchor};
  bool shares = dmm_poly_move_together(a, b);
  isl_aff *difference = isl_aff_sub(isl_aff_copy(a), isl_aff_copy(b));
  match.shift = int_of(isl_aff_get_constant_val(difference));
  match.place.offset -= anchor->numerator * match.shift;
  if (shares && isl_aff_is_cst(difference)) {
    match.score = MATCH_EXACT;
  } else if (scale_subscripts(a, b, anchor, &match.place)) {
    match.score = MATCH_SCALED;
  } else if (shares && anchor->numerator == 1 && anchor->denominator == 1) {
    match.score = MATCH_NEAR;
    match.place = *anchor;
    match.place.offset -= match.shift;
  }
  isl_aff_free(difference);
  isl_aff_free(a);
  isl_aff_free(b);
  return match;
}

static bool fits(const Chooser *c, int array, const Place *place) {
  const Class *class = &c->classes[place->class_id];
  int64_t size = c->plan->arrays[array].sizes[place->dim], end;
  if (size == DMM_DYNAMIC)
    return !class->fixed && place->numerator > 0;
  if (!class->fixed)
    return true;
  if (size == 0) // there is no first element that could fit
    return place->numerator > 0 && place->offset >= 0;
  dmm_expr_is_const(
      end_of(c->plan->arena, place, dmm_expr_const(c->plan->arena, size)),
      &end);
  return first_cell(place, size) >= 0 && end <= class->extent;
}

static void consider(const Chooser *c, int array, Match *best, Match match) {
  if (match.score > best->score ||
      (match.score == best->score && llabs(match.shift) < llabs(best->shift)))
    if (fits(c, array, &match.place))
      *best = match;
}

/// Tries each free dimension of `mine` (only `wanted` if that is not -1)
/// against the dimension of `other` that the axis cuts.
static void match_accesses(const Chooser *c, const DmmStatement *s, int axis,
                           const DmmAccess *mine, const DmmAccess *other,
                           int wanted, Match *best) {
  const Place *anchor = place_of(c, other->array, axis);
  if (anchor->dim < 0)
    return;
  for (int d = 0; d < c->plan->arrays[mine->array].rank; ++d) {
    if (dim_is_cut(c, mine->array, d) || (wanted >= 0 && d != wanted))
      continue;
    Match match = compare_subscripts(c, s, mine->subscripts[d],
                                     other->subscripts[anchor->dim], anchor);
    match.place.dim = d;
    if (match.score)
      consider(c, mine->array, best, match);
  }
}

/// Pairs with a write, or pairs of reads.
static void match_statement(const Chooser *c, const DmmStatement *s, int array,
                            int axis, int wanted, bool reads, Match *best) {
  for (int i = 0; i < s->naccesses; ++i)
    for (int j = 0; j < s->naccesses; ++j) {
      const DmmAccess *mine = &s->accesses[i], *other = &s->accesses[j];
      if (mine->array == array && other->array != array &&
          c->placed[other->array] &&
          (mine->is_write || other->is_write) != reads)
        match_accesses(c, s, axis, mine, other, wanted, best);
    }
}

static Match find_match(const Chooser *c, int array, int axis, int wanted,
                        bool reads) {
  Match best = {0};
  for (int i = 0; i < c->plan->nstatements; ++i)
    if (counts(c, i))
      match_statement(c, &c->plan->statements[i], array, axis, wanted, reads,
                      &best);
  return best;
}

/// Two arrays that are read together serve each other where the terms of a sum
/// are combined where they lie.
static void align(Chooser *c, int array, int axis, int wanted) {
  Match best = find_match(c, array, axis, wanted, false);
  if (!best.score)
    best = find_match(c, array, axis, wanted, true);
  if (best.score)
    join_class(c, array, axis, best.place);
}

//===----------------------------------------------------------------------===//
// Which dimension to cut
//===----------------------------------------------------------------------===//

/// Rank of a loop around a statement as the loop to distribute along `axis`,
/// small is good: as requested, then parallel ones, outermost first.
static int loop_rank(const Chooser *c, int array, int statement, int level,
                     int axis, int dim) {
  int iv = c->plan->statements[statement].ivs[level];
  int loop = c->plan->vars[iv].index;
  if (c->requests->loop_axis[loop] == axis)
    return -1;
  return dmm_plan_loop_is_parallel(c->poly, statement, level, array, dim)
             ? level
             : 1000;
}

/// Whether the loop index moves dimension `dim` of the array in an access of
/// the statement.
static bool moves_dim(const DmmStatement *s, int array, int dim, int iv) {
  for (int j = 0; j < s->naccesses; ++j)
    if (s->accesses[j].array == array &&
        dmm_expr_uses(s->accesses[j].subscripts[dim], iv))
      return true;
  return false;
}

/// The best rank of a loop that moves dimension `dim` in an access.
static int dim_rank(const Chooser *c, int array, int axis, int dim) {
  int best = 2000 + dim;
  for (int i = 0; i < c->plan->nstatements; ++i) {
    const DmmStatement *s = &c->plan->statements[i];
    for (int k = 0; counts(c, i) && k < s->depth; ++k) {
      if (!moves_dim(s, array, dim, s->ivs[k]))
        continue;
      int rank = loop_rank(c, array, i, k, axis, dim);
      best = rank < best ? rank : best;
    }
  }
  return best;
}

static void open_best_dim(Chooser *c, int array, int axis) {
  const DmmArray *a = &c->plan->arrays[array];
  int best = -1, best_rank = 0;
  for (int d = 0; d < a->rank; ++d) {
    if (dim_is_cut(c, array, d))
      continue;
    int rank = dim_rank(c, array, axis, d) +
               (a->sizes[d] == 0 || a->sizes[d] == 1 ? 5000 : 0);
    if (best < 0 || rank < best_rank) {
      best = d;
      best_rank = rank;
    }
  }
  if (best >= 0)
    open_class(c, array, axis, best);
}

//===----------------------------------------------------------------------===//
// One array
//===----------------------------------------------------------------------===//

/// The class of a requested layout, shared by all requests of the same block
/// and extent.
static int fixed_class(Chooser *c, int axis, const DmmAxisLayout *l) {
  for (int i = 0; i < c->nclasses; ++i) {
    const Class *k = &c->classes[i];
    if (k->fixed && k->axis == axis && k->block == l->block &&
        k->extent == l->extent)
      return i;
  }
  return new_class(c, (Class){.axis = axis,
                              .fixed = true,
                              .extent = l->extent,
                              .block = l->block});
}

static void place_requested(Chooser *c, int array,
                            const DmmAxisLayout *layout) {
  for (int axis = 0; axis < c->plan->naxes; ++axis) {
    const DmmAxisLayout *l = &layout[axis];
    if (l->state == DMM_SHARDED && l->cycle == 0)
      *place_of(c, array, axis) =
          (Place){(int)l->dim, fixed_class(c, axis, l), l->numerator,
                  l->denominator, l->offset};
  }
}

static void place_split(Chooser *c, int array, const int64_t *split) {
  for (int d = 0; d < c->plan->arrays[array].rank; ++d) {
    if (split[d] < 0)
      continue;
    align(c, array, (int)split[d], d);
    if (place_of(c, array, (int)split[d])->dim < 0)
      open_class(c, array, (int)split[d], d);
  }
}

/// Whether the array is copied to every partition: a scalar argument, or a
/// single element that is only read.
static bool is_replicated(const DmmArray *array) {
  int64_t elements = dmm_array_elements(array);
  return array->role == DMM_ROLE_SCALAR ||
         (!array->written && (elements == 0 || elements == 1));
}

/// Aligns what can be, then cuts what is left: axes of one coordinate last, as
/// nothing is gained on them.
static void place_freely(Chooser *c, int array) {
  for (int axis = 0; axis < c->plan->naxes; ++axis)
    align(c, array, axis, -1);
  for (int trivial = 0; trivial < 2; ++trivial)
    for (int axis = 0; axis < c->plan->naxes; ++axis)
      if ((c->plan->grid[axis].size == 1) == trivial &&
          place_of(c, array, axis)->dim < 0)
        open_best_dim(c, array, axis);
}

static void place_array(Chooser *c, int array) {
  const DmmArrayRequest *request = &c->requests->arrays[array];
  if (request->layout)
    place_requested(c, array, request->layout);
  else if (request->split)
    place_split(c, array, request->split);
  else if (!is_replicated(&c->plan->arrays[array]))
    place_freely(c, array);
  c->placed[array] = true;
}

//===----------------------------------------------------------------------===//
// Joining classes
//===----------------------------------------------------------------------===//

/// Moves all members of class `from` to class `to`, their cells by `shift`.
static void merge_classes(Chooser *c, int from, int to, int64_t shift) {
  DmmArena *arena = c->plan->arena;
  Class *gone = &c->classes[from], *kept = &c->classes[to];
  for (int i = 0; i < c->plan->narrays * c->plan->naxes; ++i)
    if (c->places[i].dim >= 0 && c->places[i].class_id == from) {
      c->places[i].class_id = to;
      c->places[i].offset += shift * c->places[i].denominator;
    }
  if (gone->first + shift < kept->first)
    kept->first = gone->first + shift;
  for (int i = 0; i < gone->ends.n; ++i)
    dmm_expr_list_push(arena, &kept->ends,
                       dmm_expr_binary(arena, DMM_EXPR_ADD, gone->ends.items[i],
                                       dmm_expr_const(arena, shift)));
}

/// Joins the classes of what a statement writes and reads on the axis, if that
/// aligns the two.
static void join_accesses(Chooser *c, const DmmStatement *s, int axis,
                          const DmmAccess *write, const DmmAccess *read) {
  const Place *w = place_of(c, write->array, axis);
  const Place *r = place_of(c, read->array, axis);
  if (w->dim < 0 || r->dim < 0 || w->class_id == r->class_id ||
      c->classes[w->class_id].fixed || c->classes[r->class_id].fixed)
    return;
  Match match = compare_subscripts(c, s, read->subscripts[r->dim],
                                   write->subscripts[w->dim], w);
  if (match.score == MATCH_EXACT && r->numerator == match.place.numerator &&
      r->denominator == 1 && w->denominator == 1)
    merge_classes(c, r->class_id, w->class_id, match.place.offset - r->offset);
}

/// Arrays that were placed apart may meet in statements with a third one: then
/// one template serves them all.
static void join_classes(Chooser *c) {
  for (int i = 0; i < c->plan->nstatements; ++i) {
    const DmmStatement *s = &c->plan->statements[i];
    for (int j = 0; counts(c, i) && j < s->naccesses - 1; ++j)
      for (int axis = 0; axis < c->plan->naxes; ++axis)
        join_accesses(c, s, axis, dmm_statement_write(s), &s->accesses[j]);
  }
}

//===----------------------------------------------------------------------===//
// From places to layouts
//===----------------------------------------------------------------------===//

static DmmAxisLayout pinned_layout(void) {
  return (DmmAxisLayout){.state = DMM_PINNED,
                         .dim = -1,
                         .denominator = 1,
                         .block = 1,
                         .extent = 1};
}

static DmmAxisLayout replicated_layout(void) {
  return (DmmAxisLayout){.state = DMM_REPLICATED, .dim = -1, .denominator = 1};
}

/// The template of a class. Ends that are numbers count once, as the largest.
static DmmTemplate class_template(const Chooser *c, const Class *class) {
  DmmArena *arena = c->plan->arena;
  DmmTemplate t = {
      .axis = class->axis, .extent = class->extent, .block = class->block};
  if (class->fixed)
    return t;
  DmmExpr shift = dmm_expr_const(arena, -class->first);
  for (int i = 0; i < class->ends.n; ++i) {
    DmmExpr extent =
        dmm_expr_binary(arena, DMM_EXPR_ADD, class->ends.items[i], shift);
    int64_t number;
    if (!dmm_expr_is_const(extent, &number))
      dmm_expr_list_push(arena, &t.extents, extent);
    else if (number > t.extent)
      t.extent = number;
  }
  int64_t block = dmm_ceildiv(t.extent, c->plan->grid[class->axis].size);
  t.block = block > 1 ? block : 1;
  if (t.extents.n) {
    dmm_expr_list_push(arena, &t.extents, dmm_expr_const(arena, t.extent));
    t.extent = t.block = DMM_DYNAMIC;
  }
  return t;
}

static DmmAxisLayout sharded_layout(const Chooser *c, const Place *place) {
  const Class *class = &c->classes[place->class_id];
  DmmTemplate t = class_template(c, class);
  return (DmmAxisLayout){.state = DMM_SHARDED,
                         .dim = place->dim,
                         .numerator = place->numerator,
                         .denominator = place->denominator,
                         .offset =
                             place->offset - class->first * place->denominator,
                         .block = t.block,
                         .extent = t.extent};
}

static DmmAxisLayout layout_on_axis(const Chooser *c, int array, int axis) {
  const DmmArrayRequest *request = &c->requests->arrays[array];
  const Place *place = place_of(c, array, axis);
  if (request->layout)
    return request->layout[axis];
  if (place->dim >= 0)
    return sharded_layout(c, place);
  return is_replicated(&c->plan->arrays[array]) ? replicated_layout()
                                                : pinned_layout();
}

static int template_on_axis(Chooser *c, int array, int axis,
                            const DmmAxisLayout *l) {
  if (l->state == DMM_REPLICATED)
    return -1;
  DmmTemplate t = {
      .axis = axis, .extent = l->extent, .block = l->block, .cycle = l->cycle};
  if (l->extent == DMM_DYNAMIC)
    t = class_template(c, &c->classes[place_of(c, array, axis)->class_id]);
  return dmm_plan_template(c->plan, t);
}

static void set_layout(Chooser *c, int array) {
  DmmPlan *plan = c->plan;
  DmmArray *a = &plan->arrays[array];
  size_t n = (size_t)plan->naxes;
  a->layout = dmm_arena_alloc(plan->arena, n * sizeof *a->layout);
  a->templates = dmm_arena_alloc(plan->arena, n * sizeof *a->templates);
  for (int axis = 0; axis < plan->naxes; ++axis) {
    DmmAxisLayout *l = &a->layout[axis];
    *l = layout_on_axis(c, array, axis);
    a->templates[axis] = template_on_axis(c, array, axis, l);
  }
  a->choice = dmm_arena_copy(plan->arena, a->layout, n * sizeof *a->layout);
}

static bool is_requested(const Chooser *c, int array) {
  const DmmArrayRequest *request = &c->requests->arrays[array];
  return !request->is_chosen && (request->layout || request->split);
}

/// Arrays by decreasing weight, those that the user placed before all others;
/// ties keep their order. The plan of the program with the choices written down
/// is then the same again.
static void sort_arrays(const Chooser *c, int *order) {
  const DmmPlan *plan = c->plan;
  for (int i = 0; i < plan->narrays; ++i) {
    bool first = is_requested(c, i);
    int at = i;
    for (; at > 0; --at) {
      bool other_first = is_requested(c, order[at - 1]);
      if (first == other_first
              ? dmm_array_weight(&plan->arrays[order[at - 1]]) >=
                    dmm_array_weight(&plan->arrays[i])
              : other_first)
        break;
      order[at] = order[at - 1];
    }
    order[at] = i;
  }
}

static Chooser new_chooser(DmmPlan *plan, const DmmPoly *poly,
                           const DmmRequests *requests, const bool *counts) {
  size_t narrays = (size_t)plan->narrays,
         nplaces = narrays * (size_t)plan->naxes;
  Chooser chooser = {.plan = plan,
                     .poly = poly,
                     .requests = requests,
                     .counts = counts,
                     .places =
                         dmm_arena_alloc(plan->arena, nplaces * sizeof(Place)),
                     .placed = dmm_arena_alloc(plan->arena, narrays)};
  for (size_t i = 0; i < nplaces; ++i)
    chooser.places[i].dim = -1;
  return chooser;
}

static void place_all(Chooser *c) {
  size_t narrays = (size_t)c->plan->narrays;
  int *order = dmm_arena_alloc(c->plan->arena, narrays * sizeof *order);
  sort_arrays(c, order);
  for (int i = 0; i < c->plan->narrays; ++i)
    place_array(c, order[i]);
}

void dmm_plan_lay_out(DmmPlan *plan, const DmmPoly *poly,
                      const DmmRequests *requests) {
  Chooser chooser = new_chooser(plan, poly, requests, NULL);
  place_all(&chooser);
  join_classes(&chooser);
  for (int i = 0; i < plan->narrays; ++i)
    set_layout(&chooser, i);
}

const int *dmm_plan_preferred_dims(DmmPlan *plan, const DmmPoly *poly,
                                   const DmmRequests *requests,
                                   const bool *counts) {
  Chooser chooser = new_chooser(plan, poly, requests, counts);
  place_all(&chooser);
  int n = plan->narrays * plan->naxes;
  int *dims = dmm_arena_alloc(plan->arena, (size_t)n * sizeof *dims);
  for (int i = 0; i < n; ++i)
    dims[i] = chooser.places[i].dim;
  return dims;
}
