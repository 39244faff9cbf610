//===- grid_choice.c - A grid for a number of partitions ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/grid_choice.h"

#include "Analysis/normalize.h"
#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Support/diag.h"
#include "Support/grid.h"
#include "Transforms/stage.h"
#include "mlir-c/Diagnostics.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

enum { MAX_AXES = 3, MAX_GRIDS = 12, MAX_FACTORIZATIONS = 4096 };

typedef struct Grid {
  int64_t sizes[MAX_AXES];
  int naxes;
} Grid;

typedef struct Grids {
  Grid *items;
  int n;
} Grids;

/// Divisors of a number, in order.
typedef struct Divisors {
  int64_t *items;
  int n;
} Divisors;

bool dmm_parse_partitions(const char *text, int64_t *partitions) {
  char *end;
  errno = 0;
  long long n = strtoll(text, &end, 10);
  *partitions = n;
  return end != text && !*end && !errno && n >= 1;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

static void add_divisor(Divisors *divisors, int64_t divisor) {
  divisors->items = realloc(divisors->items, ((size_t)divisors->n + 1) *
                                                 sizeof *divisors->items);
  if (!divisors->items)
    abort();
  int i = divisors->n++;
  for (; i > 0 && divisors->items[i - 1] > divisor; --i)
    divisors->items[i] = divisors->items[i - 1];
  divisors->items[i] = divisor;
}

/// Finds the divisors, but for pairs of factors that are both beyond what is
/// tried.
static Divisors find_divisors(int64_t partitions) {
  enum { MAX_FACTOR = 1 << 22 };
  Divisors divisors = {0};
  for (int64_t d = 1; d <= partitions / d && d <= MAX_FACTOR; ++d) {
    if (partitions % d)
      continue;
    add_divisor(&divisors, d);
    if (d != partitions / d)
      add_divisor(&divisors, partitions / d);
  }
  return divisors;
}

/// Appends the grids that begin as `start` and have `rest` more partitions, on
/// each of which there is more than one. Sizes are among the divisors.
static void factorize(Grids *grids, const Divisors *divisors, Grid start,
                      int64_t rest) {
  if (grids->n == MAX_FACTORIZATIONS)
    return;
  Grid grid = start;
  grid.sizes[grid.naxes++] = rest;
  grids->items[grids->n++] = grid;
  for (int i = 1; start.naxes + 1 < MAX_AXES && i < divisors->n; ++i) {
    int64_t size = divisors->items[i];
    if (size > rest / 2)
      break;
    if (rest % size)
      continue;
    grid = start;
    grid.sizes[grid.naxes++] = size;
    factorize(grids, divisors, grid, rest / size);
  }
}

/// How far the largest axis is from the smallest one, in factors.
static double skew(const Grid *grid) {
  int64_t least = grid->sizes[0], most = grid->sizes[0];
  for (int axis = 1; axis < grid->naxes; ++axis) {
    least = grid->sizes[axis] < least ? grid->sizes[axis] : least;
    most = grid->sizes[axis] > most ? grid->sizes[axis] : most;
  }
  return (double)most / (double)least;
}

/// Fewer axes first within what is equally even, so that one axis comes first.
static int compare_grids(const void *a, const void *b) {
  const Grid *x = a, *y = b;
  double left = skew(x), right = skew(y);
  if (left != right)
    return left < right ? -1 : 1;
  if (x->naxes != y->naxes)
    return x->naxes - y->naxes;
  for (int axis = 0; axis < x->naxes; ++axis)
    if (x->sizes[axis] != y->sizes[axis])
      return x->sizes[axis] < y->sizes[axis] ? -1 : 1;
  return 0;
}

static Grids find_grids(int64_t partitions) {
  Grids grids = {.items = calloc(MAX_FACTORIZATIONS, sizeof(Grid))};
  if (!grids.items)
    abort();
  Divisors divisors = find_divisors(partitions);
  factorize(&grids, &divisors, (Grid){.naxes = 0}, partitions);
  free(divisors.items);
  qsort(grids.items, (size_t)grids.n, sizeof *grids.items, compare_grids);
  grids.n = grids.n < MAX_GRIDS ? grids.n : MAX_GRIDS;
  return grids;
}

//===----------------------------------------------------------------------===//
// Their prices
//===----------------------------------------------------------------------===//

/// Adds the price of the function's plan. False after a diagnostic.
static bool add_price(MlirOperation func, const DmmPlanOptions *options,
                      const DmmPricing *pricing, DmmPrice *sum) {
  DmmPlan *plan = dmm_plan_build(func, options);
  if (!plan)
    return false;
  plan->pricing = pricing;
  DmmPrice price = dmm_plan_price(plan);
  sum->total += price.total;
  dmm_level_cost_add(&sum->boundary, &price.boundary);
  sum->is_known = sum->is_known && price.is_known;
  dmm_plan_destroy(plan);
  return true;
}

static bool price_functions(MlirOperation module, const DmmPlanOptions *options,
                            const DmmPricing *pricing, DmmPrice *sum) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (dmm_is_sequential(op) && !add_price(op, options, pricing, sum))
      return false;
  return true;
}

/// The price of all functions on the grid, for which the machine has room; not
/// known where it has no place for it. False after a diagnostic.
static bool price_grid(MlirOperation module, const DmmTargetOptions *wanted,
                       const DmmPlanOptions *options, DmmPrice *price) {
  DmmTarget target;
  DmmArena *arena = dmm_arena_create();
  DmmMappingCache *cache = dmm_mapping_cache_create();
  MlirOperation clone = mlirOperationClone(module);
  bool ok = dmm_normalize_module(clone) &&
            dmm_target_read(clone, wanted, options->grid, options->naxes, arena,
                            &target);
  *price = (DmmPrice){.is_known = ok};
  if (ok) {
    DmmPricing pricing = dmm_target_pricing(&target, cache);
    ok = price_functions(clone, options, &pricing, price);
  }
  mlirOperationDestroy(clone);
  dmm_mapping_cache_destroy(cache);
  dmm_arena_destroy(arena);
  return ok;
}

static DmmPlanOptions on_grid(const DmmPlanOptions *options, const Grid *grid) {
  DmmPlanOptions one = *options;
  one.grid = grid->sizes;
  one.naxes = grid->naxes;
  return one;
}

/// Keeps a diagnostic from all other handlers.
static MlirLogicalResult silence(MlirDiagnostic diagnostic, void *data) {
  (void)diagnostic;
  (void)data;
  return mlirLogicalResultSuccess();
}

/// The same without a word: what the user demands of the layouts or the mapping
/// may go with some grids only.
static bool price_quietly(MlirOperation module, const DmmTargetOptions *wanted,
                          const DmmPlanOptions *options, DmmPrice *price) {
  MlirContext context = mlirOperationGetContext(module);
  MlirDiagnosticHandlerID id =
      mlirContextAttachDiagnosticHandler(context, silence, NULL, NULL);
  bool ok = price_grid(module, wanted, options, price);
  mlirContextDetachDiagnosticHandler(context, id);
  return ok;
}

/// None of the grids will do: tells why one of them does not.
static void tell_failure(MlirOperation module, const DmmTargetOptions *wanted,
                         const DmmPlanOptions *options, const Grid *grid) {
  DmmPrice price;
  DmmPlanOptions one = on_grid(options, grid);
  price_grid(module, wanted, &one, &price);
  DmmText text = {0};
  dmm_grid_print(grid->sizes, grid->naxes, &text);
  dmm_op_error(module,
               "cannot be distributed over %" PRId64 " partitions: no grid of "
               "so many goes with what the module demands; why %s does not, "
               "the error before this one tells",
               dmm_grid_partitions(grid->sizes, grid->naxes), text.data);
  dmm_text_free(&text);
}

/// The number of the grid with the least price; -1 if none has one, -2 after a
/// diagnostic where that is so for another reason than the machine.
static int find_cheapest(MlirOperation module, const DmmTargetOptions *wanted,
                         const DmmPlanOptions *options, const Grids *grids) {
  int best = -1, failed = -1;
  DmmPrice price, least;
  for (int i = 0; i < grids->n; ++i) {
    DmmPlanOptions one = on_grid(options, &grids->items[i]);
    if (!price_quietly(module, wanted, &one, &price)) {
      failed = failed < 0 ? i : failed;
    } else if (price.is_known &&
               (best < 0 || dmm_price_is_less(&price, &least))) {
      best = i;
      least = price;
    }
  }
  if (best >= 0 || failed < 0)
    return best;
  tell_failure(module, wanted, options, &grids->items[failed]);
  return -2;
}

int dmm_choose_grid(MlirOperation module, const DmmTargetOptions *wanted,
                    const DmmPlanOptions *options, int64_t partitions,
                    int64_t grid[DMM_MAX_GRID_AXES]) {
  DmmPlanOptions by_words = *options;
  by_words.pricing = NULL;
  if (!dmm_target_has_room(module, wanted, partitions))
    return 0;
  Grids grids = find_grids(partitions);
  int best = find_cheapest(module, wanted, &by_words, &grids), naxes = 0;
  if (best >= 0) {
    naxes = grids.items[best].naxes;
    for (int axis = 0; axis < naxes; ++axis)
      grid[axis] = grids.items[best].sizes[axis];
  }
  free(grids.items);
  if (best == -1)
    dmm_op_error(module,
                 "cannot be distributed over %" PRId64 " partitions: the "
                 "machine has no place for any grid of so many; take another "
                 "number, or another machine",
                 partitions);
  return naxes;
}
