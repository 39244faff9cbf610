//===- plan.h - The plan: a distributed program as plain data -------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan says everything about how one function runs on P partitions: where
// each array lives, where each statement runs, which message brings what to
// whom, and, in two schedule trees, in which order. It is plain C data: it
// prints as text (print.h), it runs without any IR (simulate.h), and emission
// reads it and nothing else.
//
// Numbers that are only known when the program runs are *variables*: loop
// indices, the bounds lo and hi of a partition's block of each template, and
// parameters. All expressions are quasi-affine over the plan's one table of
// variables, in the postfix form of dmm-runtime/abi.h.
//
// Everything a plan points to lives in its arena, but for the `ir` handles:
// opaque references to IR that only the passes on both ends look into.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_PLAN_H
#define DMM_PLAN_PLAN_H

#include "Support/arena.h"
#include "dmm-runtime/abi.h"

#include <stdbool.h>
#include <stdint.h>

/// A quasi-affine expression over the plan's variables.
typedef struct DmmExpr {
  const int64_t *code;
  int64_t n;
} DmmExpr;

typedef struct DmmExprList {
  DmmExpr *items;
  int n;
} DmmExprList;

/// A place in the source: as text, and as a handle for diagnostics.
typedef struct DmmLoc {
  const char *text; ///< "file:line:column"
  const void *ir;   ///< MlirLocation.ptr
} DmmLoc;

//===----------------------------------------------------------------------===//
// Variables, grid, templates
//===----------------------------------------------------------------------===//

typedef enum DmmVarKind {
  DMM_VAR_PARAM,  ///< the same on every partition, fixed during the run
  DMM_VAR_EXTENT, ///< number of cells of template `index`
  DMM_VAR_BLOCK,  ///< cells in a block of template `index`
  DMM_VAR_LO,     ///< first cell of this partition's block of template `index`
  DMM_VAR_HI,     ///< one past the last cell of that block
  DMM_VAR_IV,     ///< index of loop `index`
} DmmVarKind;

/// A parameter is an index value of the function that follows from integer
/// arguments alone, or, where `argument` is not -1, size number `index` of a
/// memref argument.
typedef struct DmmVar {
  DmmVarKind kind;
  int index;
  const char *name;
  int argument;
  const void *ir; ///< parameter: MlirValue.ptr, of the memref if it is a size
} DmmVar;

/// Stands for a size, extent or block that is only known when the program runs:
/// an expression or a variable next to it tells it then.
#define DMM_DYNAMIC INT64_MIN

typedef struct DmmGridAxis {
  int64_t size;
} DmmGridAxis;

/// A row of `extent` cells cut over one grid axis in blocks of `block` cells:
/// coordinate c has the cells [min(c * block, extent), min((c + 1) * block,
/// extent)). Arrays and statements that align to one template agree on who owns
/// a cell.
///
/// A dynamic template has extent and block DMM_DYNAMIC: the extent is the
/// largest of `extents` (and 0), the block is the extent divided by the axis'
/// size, rounded up, and at least 1.
typedef struct DmmTemplate {
  int axis;
  int64_t extent, block, cycle; ///< cycle: 0, one block a coordinate
  DmmExprList extents;          ///< over parameters; empty if static
  int extent_var, block_var;    ///< -1 if static
  int lo_var, hi_var;
} DmmTemplate;

//===----------------------------------------------------------------------===//
// Arrays and buffers
//===----------------------------------------------------------------------===//

typedef enum DmmRole {
  DMM_ROLE_ARGUMENT, ///< a memref of the caller: only the root sees it, unless
                     ///< it is resident
  DMM_ROLE_LOCAL,    ///< allocated by the function
  DMM_ROLE_SCALAR,   ///< a floating-point scalar argument, of rank 0
} DmmRole;

typedef struct DmmReduction DmmReduction;

typedef struct DmmArray {
  const char *name;
  DmmRole role;
  int argument; ///< argument number, or -1
  int rank;
  int64_t *sizes;            ///< DMM_DYNAMIC where size_exprs tells it
  const DmmExpr *size_exprs; ///< one for each dimension, over parameters
  const char *element;       ///< suffix of DMM_ELEMENT_TYPES, e.g. "f32"
  bool live_in;              ///< the initial contents are read, or kept in part
  bool live_out;             ///< the final contents are seen by the caller
  bool written;              ///< some statement writes it
  bool is_version; ///< a copy of another array for some loops: see relayout.c
  bool is_private; ///< on a replicated axis, each coordinate has values of its
                   ///< own: it writes what it reads
  DmmAxisLayout *layout;       ///< one for each grid axis
  const DmmAxisLayout *choice; ///< the layout before it was made private
  int *templates;              ///< for each grid axis: its template, or -1
  int home;  ///< the buffer that holds this partition's part, or -1
  int whole; ///< local or resident: the buffer that a root region uses it in,
             ///< or -1
  int64_t *low, *high; ///< for each dimension: ghosts in the home before and
                       ///< after the block; null: none
  const DmmReduction *reduction; ///< whose partial sums it holds, or null
  bool is_copy; ///< the contents at the start of an argument, with its number,
                ///< for reads that all coordinates share (inputs.c)
  bool is_resident; ///< an argument of which each partition is given its block
                    ///< and keeps it: there is no whole form but in `whole`
  bool is_marked;   ///< scalar: as in DmmAccess
  DmmLoc loc;
  const void *ir; ///< MlirValue.ptr
} DmmArray;

typedef enum DmmBufferKind {
  DMM_BUFFER_HOME,    ///< the block of an array that a partition owns
  DMM_BUFFER_RECEIVE, ///< elements of an array brought by a message
  DMM_BUFFER_WHOLE,   ///< all of a local array, on partition 0 alone
} DmmBufferKind;

/// Memory of one partition: a dense block of the same sizes on each of them, or
/// on partition 0 alone.
/// A receive buffer with a dynamic size is allocated where its message is, for
/// what this partition receives there.
typedef struct DmmBuffer {
  DmmBufferKind kind;
  int array;
  int rank;
  int64_t *sizes;                ///< DMM_DYNAMIC where size_exprs tells it
  const DmmExprList *size_exprs; ///< for each dimension: the smallest, or 0
  bool is_any_box; ///< the sizes are room for any box: see dmm_plan_bind
} DmmBuffer;

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Whether a read of an argument's contents at the start, which all coordinates
/// of an axis read alike, can be one of a pipeline.
typedef enum DmmPassing {
  DMM_PASSING_NONE,    ///< it is no such read
  DMM_PASSING_YES,     ///< dmm-uniformize makes one in its mode always
  DMM_PASSING_NO_AXIS, ///< such reads of the array have no axis in common
  DMM_PASSING_LITTLE,  ///< all of them read less than half of the array
} DmmPassing;

/// One read or write of an array element by a statement.
typedef struct DmmAccess {
  int array;
  bool is_write;
  const DmmExpr *subscripts; ///< one for each dimension, global indices
  int message; ///< the message whose receive buffer is read, or -1: the home
  int *halos;  ///< the halos that bring what is read to the home's ghosts, or
               ///< the reduction that combines it in the home
  int nhalos;
  int outer;           ///< number of loops around these messages
  int time_loops;      ///< number of loops around the load itself
  int time_statements; ///< number of statements textually before the load
  int time_regions;    ///< number of root regions textually before the load
  bool is_marked;     ///< by dmm-uniformize: what is read arrives in a pipeline
  DmmPassing passing; ///< see dmm_plan_judge_inputs
  DmmLoc loc;
  const void *ir; ///< MlirOperation.ptr of the load or store
} DmmAccess;

/// Where a statement runs along one grid axis: on the coordinates with
/// denominator * lo <= cell < denominator * hi of `template_id`, or, if that is
/// -1, on all of them.
typedef struct DmmAxisMap {
  int template_id;
  DmmExpr cell; ///< over loop indices and parameters
  int64_t denominator;
} DmmAxisMap;

/// How a statement takes part in a reduction.
typedef enum DmmPart {
  DMM_PART_NONE,
  DMM_PART_START,      ///< makes a partial sum neutral; has no reads
  DMM_PART_ACCUMULATE, ///< partial = partial OP term
  DMM_PART_COMBINE,    ///< target = target OP partial, or + where OP is -
} DmmPart;

/// A store with the pure operations and the loads that it depends on. All reads
/// of an instance come before its write. accesses: reads first, the write last.
typedef struct DmmStatement {
  const char *name; ///< "S0"
  int depth;
  const int *ivs; ///< variables of the surrounding loops, outermost first
  DmmAccess *accesses;
  int naccesses;
  DmmAxisMap *map; ///< one for each grid axis
  DmmLoc loc;
  DmmPart part;
  const DmmReduction *reduction; ///< in which it takes part, or null
  const void *ir; ///< MlirOperation.ptr of the store; of COMBINE and START, of
                  ///< the store that the reduction was made from
} DmmStatement;

//===----------------------------------------------------------------------===//
// What runs at the root
//===----------------------------------------------------------------------===//

/// An array that a root region uses. What is written is also kept in part, so
/// its contents before the region count as read.
typedef struct DmmUse {
  int array;
  bool is_written;
} DmmUse;

/// An operation that the model cannot hold, and why; or, where `why` is null, a
/// store of what the one before it results in.
typedef struct DmmRootOp {
  const void *ir; ///< MlirOperation.ptr
  bool is_nest;   ///< it holds others
  const char *why;
  DmmLoc loc;
  DmmLoc why_loc; ///< of what the model cannot hold in it
} DmmRootOp;

/// Consecutive operations at the top level of the function. Partition 0 runs
/// them as they are, on the *whole form* of each array that they use: the
/// caller's array, or the buffer `whole`. To everything else the region reads
/// and writes every element of these arrays, once, at its place.
typedef struct DmmRootRegion {
  const char *name;      ///< "R0"
  int child;             ///< its node's place among the children of the source
  int statements_before; ///< number of statements textually before it
  DmmUse *uses;          ///< one for each array
  int nuses;
  DmmRootOp *ops; ///< in their order
  int nops;
} DmmRootRegion;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// How a store combines a term with the value of its target.
typedef enum DmmFormKind {
  DMM_FORM_NONE,
  DMM_FORM_OPERATION, ///< target OP term, in any order of the operands
  DMM_FORM_SUBTRACT,  ///< target - term: what is added up is -term
  DMM_FORM_SELECT,    ///< the term, where it is less (or greater); of floats
} DmmFormKind;

typedef struct DmmForm {
  DmmFormKind kind;
  DmmKind combine;    ///< two partial results
  const void **terms; ///< MlirValue.ptr: the term, in each place where it is
  int nterms;         ///< computed
} DmmForm;

/// Statements that combine terms with the elements of `target`, terms that lie
/// in different partitions along `axes`. There, each coordinate has a partial
/// sum of its own in `partial`, which starts neutral; messages combine them,
/// and a statement combines the result with the old value. Dimension d of
/// `partial` has the indices of dimension dims[d] of the target.
struct DmmReduction {
  DmmForm form; ///< of its statements
  int target, partial;
  const bool *axes; ///< one for each grid axis
  const int *dims;
  int combine; ///< the statement that reads the result
};

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// One dimension of a box; see the box of a meta in dmm-runtime/abi.h.
typedef struct DmmBoxDim {
  DmmExpr origin;
  DmmExprList lower, upper; ///< upper bounds are exclusive
} DmmBoxDim;

/// A message over the grid axes `axes`, executed by all members of each group
/// wherever the tree has its node. Without a receive buffer:
///   scatter    from the whole form on the root to the home; where the array is
///              passed on along an axis, to that of coordinate 0 alone
///   broadcast  from the home on coordinate 0 of each axis to the homes of all;
///              the home of a scalar on partition 0 is its whole form
///   send       the same as a pipeline: axis by axis, each coordinate passes on
///              to the next what it has received
///   gather     from the home to the whole form on the root
///   halo       from the homes of the neighbours on one axis to the ghosts of
///              the home: `low` and `high` cells along `dim`
///   all_reduce  the homes of a partial array, combined, to all homes
///   reduce     the same to the home of the root, or of the owner
/// From the homes to the receive buffer `buffer`:
///   broadcast  the one box, whose owner is the coordinate with the cell
///              owner[i] on axes[i], to all members
///   gather     the one box, which is whole in the dimensions that the group's
///              axes cut, to all members (an all-gather)
///   transpose  to each member its box, each element from its owner; an array
///              that is replicated on an axis outside of `axes` is taken from
///              the member's own coordinate there
///   reduce     of a partial array, to each member the part of the result that
///              it has in `layout`; the box tells which
/// Box expressions use lo and hi of `templates`, loop indices around the node,
/// and parameters. A box that all members of a group share does not use the
/// group's axes; the box of a halo is open along `dim`.
typedef struct DmmMessage {
  const char *name; ///< "M0"
  DmmRtOp op;
  int array;
  const int *axes;
  int naxes;
  int root;              ///< rank in the group, or DMM_ROOT_NONE
  int buffer;            ///< receive buffer, or -1
  const DmmExpr *owner;  ///< broadcast of a box, and reduce to where the result
                         ///< is read: the cell for each of `axes`, times the
                         ///< layout's denominator
  int dim;               ///< halo: the dimension with ghosts
  int64_t low, high;     ///< halo: ghosts on each side
  DmmKind kind;          ///< of a reduction
  DmmAxisLayout *layout; ///< of a reduction, one for each axis, or null
  const int *templates;  ///< for each grid axis: the box's template, or -1
  DmmBoxDim *box;        ///< one for each dimension of the array
  DmmExprList guards;    ///< the box is empty unless all are >= 0
  double words;    ///< an estimate of what one execution carries, as n in the
                   ///< costs of Machine/level_cost.h
  double partners; ///< the same for members of the group that each one receives
                   ///< from; 0: all
  const char *why;
  DmmLoc loc;
} DmmMessage;

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

/// How data gets from where it is to where it is needed, along grid axes.
typedef enum DmmShape {
  DMM_SHAPE_ALIGNED, ///< it is there already
  DMM_SHAPE_HALO,    ///< from the neighbours, a bounded number of cells away
  DMM_SHAPE_SEND,    ///< from one coordinate to one
  DMM_SHAPE_BROADCAST,
  DMM_SHAPE_REDUCE,
  DMM_SHAPE_ALL_REDUCE,
  DMM_SHAPE_REDUCE_SCATTER,
  DMM_SHAPE_SCATTER,
  DMM_SHAPE_GATHER,
  DMM_SHAPE_ALL_GATHER,
  DMM_SHAPE_TRANSPOSE, ///< each element from one coordinate to one other
  DMM_SHAPE_EXCHANGE,  ///< anything else
  DMM_NUM_SHAPES,
} DmmShape;

/// From the cell of the reader to the cell of the element, along a grid axis.
typedef struct DmmDistance {
  int64_t least, greatest;
} DmmDistance;

/// Elements that messages move between partitions. `each`: in one execution, at
/// most; `total`: in the whole run; both DMM_DYNAMIC where that is not known.
typedef struct DmmVolume {
  const char *formula; ///< of `each`; see formula.h
  int64_t each, total;
} DmmVolume;

/// Where the partitions that share data along grid axes meet in a machine.
/// level: the lowest whose containers hold them all. Neighbours that pass data
/// on meet two by two, `near` of all `pairs` at the level `near_level`, the one
/// where most do; null where they are not the ones that meet.
typedef struct DmmMeeting {
  const char *level, *near_level;
  double near, pairs;
} DmmMeeting;

/// How the value of a read reaches the partition that reads it; or, where
/// `statement` is -1, how an array gets from its whole form to its homes or
/// back. It is uniform where the distance is bounded whatever the cell is.
typedef struct DmmDependence {
  int array;
  int statement, access; ///< the read
  bool is_uniform;
  DmmShape shape;
  const int *axes; ///< the grid axes that it crosses
  int naxes;
  const DmmDistance *distance; ///< uniform: one for each of `axes`
  DmmVolume words;
  const DmmMeeting *meeting; ///< on a machine; null: there is none, or nothing
                             ///< crosses partitions
  int carrier; ///< the innermost loop that carries a value to the read, or -1
  bool is_uniformizable; ///< it can become a pipeline of hops along its axes
  const char *why;       ///< the shape, and whether it is uniformizable
  DmmLoc loc;
} DmmDependence;

//===----------------------------------------------------------------------===//
// Schedule trees
//===----------------------------------------------------------------------===//

typedef enum DmmNodeKind {
  DMM_NODE_SEQUENCE,
  DMM_NODE_LOOP,
  DMM_NODE_GUARD,
  DMM_NODE_STATEMENT,
  DMM_NODE_MESSAGE,
  DMM_NODE_ROOT, ///< a root region; a child of the outermost sequence
} DmmNodeKind;

/// A loop of the source program. `why` is null where it is distributed, else
/// tells what keeps it whole. A loop of a root region has no variable (-1).
typedef struct DmmLoop {
  int iv_var;
  const char *name;
  bool distributed;
  bool is_step; ///< messages that depend on its index stay inside (stepping.c)
  const char *why;
  DmmLoc loc;
  const void *ir; ///< MlirOperation.ptr of the loop
} DmmLoop;

/// A node runs its children in order: once, for each index of a loop, or under
/// a guard. Leaves are statements, messages and root regions.
typedef struct DmmNode DmmNode;
struct DmmNode {
  DmmNodeKind kind;
  DmmNode **children;
  int nchildren;
  int id;                   ///< loop, statement, message or region number
  DmmExprList lower, upper; ///< loop: max of lower <= iv < min of upper
  int64_t step;             ///< loop: > 0
  DmmExprList conditions;   ///< guard: all >= 0
};

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// What the parameters must be like for the program to have a meaning: where
/// all of `violation` are >= 0 (it uses parameters alone), the access at `loc`
/// leaves the array in some iteration.
typedef struct DmmRequirement {
  int array;
  bool below; ///< a subscript is below 0, else it is too large
  DmmExprList violation;
  DmmLoc loc;
} DmmRequirement;

/// Consecutive loops of one body that would rather have some arrays in other
/// layouts than the plan's: a candidate for laying these out anew around them.
/// dims: for each array and grid axis, the dimension to cut, or -1; used,
/// written: which arrays the loops access and write; anew: which of them are to
/// be laid out anew.
typedef struct DmmRelayout {
  const int *loops;
  int nloops;
  const int *dims;
  const bool *used, *written, *anew;
} DmmRelayout;

/// A loop that may be split in two in front of a statement inside of it: a
/// candidate, for the sake of a message that the statement needs.
typedef struct DmmFission {
  int loop, statement;
} DmmFission;

/// A loop of which one iteration, where its index is that of the loop `outer`
/// around it plus `shift`, may be set apart: a candidate, for the sake of a
/// message that brings what this iteration writes to the others.
typedef struct DmmIndexSplit {
  int loop, outer;
  int64_t shift;
} DmmIndexSplit;

/// A loop whose indices may be taken in strips, with a loop over these strips
/// around the loop `top`, which is it or `below` loops further out: a
/// candidate, for the sake of the memory that a message in front of `top`
/// needs. The index, or its negative, plus `shift` is that of dimension `dim`
/// of `array`. `top` is first split in front of statements `first` and `end`
/// (-1: it need not be).
typedef struct DmmStepping {
  int loop, top, below;
  int first, end;
  int array, dim;
  bool is_reversed;
  int64_t shift, width; ///< width: of a strip, in indices
} DmmStepping;

/// Something the user should know, at a place of the program.
typedef struct DmmRemark {
  DmmLoc loc;
  const char *text;
  bool is_of_choice; ///< tells of a change of the function (candidates.c)
} DmmRemark;

/// Whether something is done: where it costs less, whatever it costs, or never.
typedef enum DmmMode {
  DMM_MODE_COST,
  DMM_MODE_ALWAYS,
  DMM_MODE_NEVER,
} DmmMode;

/// Whether inputs that all coordinates read arrive in pipelines: those that
/// dmm-uniformize has marked, all, those that are not dearer so, or none.
typedef enum DmmPipelines {
  DMM_PIPELINES_MARKED,
  DMM_PIPELINES_ALWAYS,
  DMM_PIPELINES_COST,
  DMM_PIPELINES_NEVER,
} DmmPipelines;

/// See price.h.
typedef struct DmmPricing DmmPricing;

typedef struct DmmPlan {
  DmmArena *arena;
  const char *name;   ///< of the function
  const void *module; ///< its IR: the symbols that the function uses
  DmmVar *vars;
  int nvars;
  DmmGridAxis *grid;
  int naxes;
  DmmPipelines pipelines;
  DmmMode cyclic;            ///< whether block-cyclic layouts are chosen
  const DmmPricing *pricing; ///< what plans are compared by; null: by words
  int64_t memory_words; ///< that a partition may hold before loops take what
                        ///< they read in strips; 0: by its share of the arrays
  DmmTemplate *templates;
  int ntemplates;
  DmmArray *arrays;
  int narrays;
  DmmBuffer *buffers;
  int nbuffers;
  DmmStatement *statements;
  int nstatements;
  DmmRootRegion *regions;
  int nregions;
  DmmReduction **reductions;
  int nreductions;
  DmmMessage *messages;
  int nmessages;
  DmmLoop *loops;
  int nloops;
  DmmRelayout *relayouts;
  int nrelayouts;
  DmmFission *fissions;
  int nfissions;
  DmmIndexSplit *index_splits;
  int nindex_splits;
  DmmStepping *steppings;
  int nsteppings;
  DmmRequirement *requirements; ///< each is to be checked before anything runs
  int nrequirements;
  const char *fallback; ///< why the whole function runs at the root, or null:
                        ///< then there are no statements and no messages
  DmmLoc fallback_loc;
  DmmNode *source; ///< the sequential program: no message, no guard
  DmmNode *spmd;   ///< what each partition runs, messages included
  DmmRemark *remarks;
  int nremarks;
  DmmDependence *dependences; ///< empty until asked for (dependence.h)
  int ndependences;
} DmmPlan;

/// Frees the plan with its arena. Null is allowed.
void dmm_plan_destroy(DmmPlan *plan);

/// The write of a statement: its last access.
const DmmAccess *dmm_statement_write(const DmmStatement *statement);

/// Whether the array arrives at coordinate 0 of the axis and is passed on to
/// the others (inputs.c).
bool dmm_array_is_passed_on(const DmmPlan *plan, const DmmArray *array,
                            int axis);

/// Whether the partition at `coords` has a home of the array.
bool dmm_array_is_at(const DmmPlan *plan, const DmmArray *array,
                     const int64_t *coords);

/// Elements of the home's block, without its ghosts, with all sizes known.
int64_t dmm_array_block_elements(const DmmPlan *plan, const DmmArray *array);

/// Whether the message goes from the homes of coordinate 0 to all homes.
bool dmm_message_spreads(const DmmMessage *message);

/// Which of the halos of the read the message is, or that it is the receive
/// message (0); -1 if neither.
int dmm_access_turn(const DmmAccess *read, int message);

/// Whether the subtree has a message.
bool dmm_node_holds_message(const DmmNode *node);

/// Whether the statement copies an array to or from another version of it.
bool dmm_statement_copies_version(const DmmPlan *plan,
                                  const DmmStatement *statement);

/// Whether the message's groups extend along the grid axis.
bool dmm_message_spans(const DmmMessage *message, int axis);

/// The first of `naxes` grid axes that cuts dimension `d` of the array, or -1.
int dmm_array_cut_axis(const DmmArray *array, int naxes, int d);

/// The owner of a message that has one, along its axis number i.
DmmAxisMap dmm_message_owner(const DmmPlan *plan, const DmmMessage *message,
                             int i);

/// Gives every size, extent and block that is dynamic its value for the
/// parameters' values `params` (one for each variable of kind PARAM, in their
/// order), so that the plan can be simulated. A dynamic receive buffer gets
/// room for any box.
void dmm_plan_bind(DmmPlan *plan, const int64_t *params);

/// Gives the variables in `vars`, but for the loop indices, the values that
/// they have on the partition with these coordinates. The plan's sizes are
/// known.
void dmm_plan_partition_vars(const DmmPlan *plan, const int64_t *params,
                             const int64_t *coords, int64_t *vars);

/// Whether a buffer or template has a part that is only known at run time.
bool dmm_buffer_is_dynamic(const DmmBuffer *buffer);

/// Ghosts of the array's home before and after the block along dimension `d`.
static inline int64_t dmm_array_low(const DmmArray *array, int d) {
  return array->low ? array->low[d] : 0;
}
static inline int64_t dmm_array_high(const DmmArray *array, int d) {
  return array->high ? array->high[d] : 0;
}

/// Adds a variable; returns its number.
int dmm_plan_add_var(DmmPlan *plan, DmmVarKind kind, int index,
                     const char *name);

/// Adds a buffer; returns its number.
int dmm_plan_add_buffer(DmmPlan *plan, DmmBuffer buffer);

/// A new node without children, and a child's place among its siblings.
DmmNode *dmm_node_create(DmmArena *arena, DmmNodeKind kind, int id);
void dmm_node_insert(DmmArena *arena, DmmNode *parent, int at, DmmNode *child);

/// Number of partitions: the product of the grid's sizes.
int64_t dmm_plan_partitions(const DmmPlan *plan);

/// How the root region uses the array; null if it does not.
const DmmUse *dmm_region_use(const DmmRootRegion *region, int array);

/// Whether a root region uses the array.
bool dmm_plan_is_used_at_root(const DmmPlan *plan, int array);

/// Whether a root region writes the array.
bool dmm_plan_is_written_at_root(const DmmPlan *plan, int array);

/// Elements of an array, or of a buffer: DMM_DYNAMIC if a size is.
int64_t dmm_array_elements(const DmmArray *array);
int64_t dmm_buffer_elements(const DmmBuffer *buffer);

/// The same as a number to compare by: a dynamic size counts as large.
double dmm_array_weight(const DmmArray *array);

/// Whether the result of a combination of elements depends on the order of the
/// operands: all of floating-point numbers but two.
bool dmm_kind_rounds(DmmKind kind, const char *element);

/// Coordinates (one for each grid axis) of the partition `rank`, row-major: the
/// last axis runs fastest.
void dmm_plan_coordinates(const DmmPlan *plan, int64_t rank, int64_t *coords);

#endif // DMM_PLAN_PLAN_H
