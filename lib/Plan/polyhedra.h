//===- polyhedra.h - A plan's statements as integer sets and maps ---------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bridge between a plan's expressions and isl: iteration domains, access
// relations, the places where a statement runs, and back from affine functions
// and constraints to expressions.
//
// In every space the parameters are the plan's variables that are not loop
// indices, in their order; the set (or input) dimensions are the loop indices
// around the statement, outermost first. Ownership of isl objects is marked as
// isl does: __isl_give, __isl_take, __isl_keep.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_POLYHEDRA_H
#define DMM_PLAN_POLYHEDRA_H

#include "Plan/plan.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

/// A statement as polyhedra, with its way down the source tree: place k is
/// right before child child[k] of parents[k]; parents[0] is the root, the
/// others are the loops and guards around the statement, and place nparents - 1
/// is right before the statement itself.
typedef struct DmmPolyStatement {
  const DmmNode **parents;
  int *child;
  int *loops; ///< number of loops around each place
  int nparents;
  isl_set *domain;
  unsigned char *parallel; ///< answers of parallel.c, or null
  isl_union_map **flow;    ///< of flow.c, one for each access, or null
  int nflow;
} DmmPolyStatement;

typedef struct DmmPoly {
  const DmmPlan *plan;
  isl_ctx *ctx;
  DmmPolyStatement *statements; ///< one for each statement of the plan
  int nstatements;              ///< that the plan had then
} DmmPoly;

/// Builds the domains of all statements of the plan's source tree. Release with
/// dmm_poly_free. Variables may be added to the plan afterwards: spaces are
/// aligned where objects meet.
DmmPoly *dmm_poly_create(const DmmPlan *plan);
void dmm_poly_free(DmmPoly *poly);

/// The name of a variable that is a parameter in the spaces.
__isl_give isl_id *dmm_poly_param_id(const DmmPoly *poly, int var);

/// {ivs}: the space of `n` loop indices.
__isl_give isl_space *dmm_poly_space(const DmmPoly *poly, int n);

/// The expression as a function of `space` (dmm_poly_space), whose dimensions
/// are the variables `ivs`.
__isl_give isl_aff *dmm_poly_aff(const DmmPoly *poly,
                                 __isl_take isl_space *space, const int *ivs,
                                 DmmExpr expr);

/// The function as an expression; its set dimensions are the variables `ivs`.
/// With denominator: writes the positive number that the expression is to be
/// divided by, the rounding being the caller's choice.
DmmExpr dmm_poly_expr(const DmmPoly *poly, __isl_keep isl_aff *aff,
                      const int *ivs, int64_t *denominator);

/// { [ivs] -> [subscripts] } on the domain of the statement.
__isl_give isl_map *dmm_poly_access(const DmmPoly *poly, int statement,
                                    const DmmAccess *access);

/// { [ivs of reader] -> [ivs of writer] }: the writer's instance comes before
/// the reader's, both with equal indices of the outermost `common` loops, and
/// touches the same element with its write.
__isl_give isl_map *dmm_poly_writes_before(const DmmPoly *poly, int reader,
                                           const DmmAccess *read, int writer,
                                           int common);

/// The same for any access of the other statement: its instance touches the
/// element by it.
__isl_give isl_map *dmm_poly_touches_before(const DmmPoly *poly, int reader,
                                            const DmmAccess *read, int other,
                                            const DmmAccess *touch, int common);

/// Number of loops that surround both statements.
int dmm_poly_common_loops(const DmmPoly *poly, int a, int b);

/// The instances of the statement's domain that the partition with the
/// parameters lo and hi runs, as its map tells; on the grid axes of the bit set
/// `anywhere`, those of all coordinates.
__isl_give isl_set *dmm_poly_instances_here(const DmmPoly *poly, int statement,
                                            unsigned anywhere);

/// The indices of the array that lie in the cells from lo to hi of the axis,
/// which cuts it: a set of its subscripts. They may lie outside of the array.
/// With `ghosts`: and in the home's ghosts around them.
__isl_give isl_set *dmm_poly_owned_elements(const DmmPoly *poly, int array,
                                            int axis, bool ghosts);

/// What the indices of the loops around the place run over where the place is
/// reached at all: a set of as many dimensions.
__isl_give isl_set *dmm_poly_place_domain(const DmmPoly *poly, int statement,
                                          int place);

/// The elements of the array, as a set of its subscripts.
__isl_give isl_set *dmm_poly_elements(const DmmPoly *poly, int array);

/// The indices of dimension `dim` that the set has, as a set of one dimension.
__isl_give isl_set *dmm_poly_line(__isl_take isl_set *set, int dim);

/// Whether some loop moves both subscripts by the same amount.
bool dmm_poly_move_together(__isl_keep isl_aff *a, __isl_keep isl_aff *b);

/// The parameters with which the access runs outside of its array in some
/// instance, as a set without dimensions.
__isl_give isl_set *dmm_poly_leaves_array(const DmmPoly *poly, int statement,
                                          const DmmAccess *access);

/// The same of one end: some subscript is below 0, or, if `below` is not set,
/// the size or more. A union of one set for each dimension: isl needs far
/// longer for the elements outside in any of them.
__isl_give isl_set *dmm_poly_leaves_end(const DmmPoly *poly, int statement,
                                        const DmmAccess *access, bool below);

/// Adds conditions that all are >= 0 in the set and nowhere else. It has
/// parameters alone, and its integer divisions are known
/// (isl_set_compute_divs).
void dmm_poly_conditions(const DmmPoly *poly, __isl_keep isl_basic_set *params,
                         DmmExprList *conditions);

/// Turns the first `n` dimensions of the map's domain, the variables `ivs`,
/// into parameters.
__isl_give isl_map *dmm_poly_fix_outer(const DmmPoly *poly,
                                       __isl_take isl_map *map, const int *ivs,
                                       int n);

/// What holds for lo and hi of the templates `templates` (one for each grid
/// axis, or -1): 0 <= lo <= hi <= extent, hi - lo <= block, which is all of
/// the extent on an axis of one coordinate; and for all extents and blocks that
/// are only known at run time.
__isl_give isl_set *dmm_poly_context(const DmmPoly *poly, const int *templates);

#endif // DMM_PLAN_POLYHEDRA_H
