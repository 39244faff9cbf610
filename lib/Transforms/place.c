//===- place.c - dmm-place ------------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells of every message at which level of the machine it runs, and what one
// execution costs there:
//
//   dmm.all_reduce %a, %b {axes = array<i64: 0>, kind = "add"}
//       : memref<100xf32>, memref<100xf32>
// becomes, on 64 partitions of which each KPU holds 16,
//   dmm.all_reduce %a, %b {axes = array<i64: 0>, energy_pj = 2.4e+05 : f64,
//       kind = "add", latency_ns = 2458.5 : f64, level = "soc",
//       level_words = array<i64: 12000, 600, 0>} : ...
//
// level: the lowest whose containers hold all participants of a group; of a
// halo, of two neighbours. latency_ns: the time of one execution by the
// alpha-beta model (Machine/level_cost.h), all groups side by side.
// level_words: elements that cross each level, bottom first, of all groups
// together. energy_pj: what they cost. Where a size is only known at run time,
// the level alone is told. A message over axes of one partition has none of
// them.
//
// Words are those that dmm-lower-affine tells of (words), or the elements of
// the buffers; in an exchange, each member has them for all others, or for as
// many as it tells of (partners).
//
// Requires: a program for all partitions with a grid (dmm.grid). The machine is
//   that of the option, the module or the default one; without a mapping
//   (dmm.mapping) the one is chosen on which the messages cost least, each
//   counted once.
// Guarantees: the same program; dmm.machine and dmm.mapping on the module.
// Diagnostics: those of Transforms/target.h; a remark where the grid has more
//   partitions than any machine.
//
//===----------------------------------------------------------------------===//

#include "Transforms/passes.h"

#include "Dialect/access.h"
#include "Machine/staging.h"
#include "Support/diag.h"
#include "Support/element.h"
#include "Transforms/target.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>

/// The most collectives that one message is priced as: one for each axis.
enum { MAX_PARTS = DMM_MAX_GRID_AXES };

/// A message as the machine prices it: several collectives, one after the
/// other.
typedef struct Parts {
  DmmCollective items[MAX_PARTS];
  int n;
  bool is_known; ///< the words are
} Parts;

/// The collectives of all messages, and what they run on.
typedef struct Placer {
  DmmArena *arena;
  const DmmTarget *target;
  DmmAlgorithms algorithms;
  DmmCollective *collectives;
  size_t ncollectives;
} Placer;

//===----------------------------------------------------------------------===//
// What a message costs
//===----------------------------------------------------------------------===//

/// Elements of the buffer that is operand `i`, but for dimension `dim` if that
/// is not negative. -1 if a size is not known.
static double buffer_words(MlirOperation op, int i, int64_t dim) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
  double words = 1;
  for (int64_t d = 0; d < mlirShapedTypeGetRank(type); ++d) {
    if (d == dim)
      continue;
    if (mlirShapedTypeIsDynamicDim(type, d))
      return -1;
    words *= (double)mlirShapedTypeGetDimSize(type, d);
  }
  return words;
}

static int64_t element_bytes(MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  return dmm_suffix_bytes(
      dmm_element_suffix(mlirShapedTypeGetElementType(type)));
}

static bool has_attribute(MlirOperation op, const char *name) {
  return !mlirAttributeIsNull(dmm_op_attr(op, name));
}

static bool has_root(MlirOperation op) {
  return has_attribute(op, "root") || dmm_op_operands(op).nroots > 0;
}

static DmmCollectiveKind kind_of(MlirOperation op) {
  DmmRtOp runtime_op = (DmmRtOp)dmm_op_row(dmm_op_id(op))->runtime_op;
  return dmm_collective_kind(runtime_op, has_attribute(op, "layout"),
                             has_root(op));
}

static void add_part(Parts *parts, MlirOperation op, uint32_t axes,
                     double words) {
  parts->is_known = parts->is_known && words >= 0;
  parts->items[parts->n++] = (DmmCollective){.kind = kind_of(op),
                                             .axes = axes,
                                             .words = words >= 0 ? words : 0,
                                             .element_bytes = element_bytes(op),
                                             .calls = 1};
}

/// Ghosts along each axis in turn.
static void add_halo(Parts *parts, MlirOperation op) {
  int64_t axes[DMM_MAX_GRID_AXES], dims[DMM_MAX_GRID_AXES];
  int64_t low[DMM_MAX_GRID_AXES], high[DMM_MAX_GRID_AXES];
  int n = dmm_op_ints(op, "axes", axes, DMM_MAX_GRID_AXES);
  dmm_op_ints(op, "dims", dims, DMM_MAX_GRID_AXES);
  dmm_op_ints(op, "low", low, DMM_MAX_GRID_AXES);
  dmm_op_ints(op, "high", high, DMM_MAX_GRID_AXES);
  for (int i = 0; i < n; ++i) {
    double face = buffer_words(op, 0, dims[i]);
    add_part(parts, op, UINT32_C(1) << axes[i],
             face < 0 ? -1 : face * (double)(low[i] + high[i]));
  }
}

static void add_hop(Parts *parts, MlirOperation op) {
  int64_t axis = 0;
  dmm_op_int(op, "axis", &axis);
  add_part(parts, op, UINT32_C(1) << axis, buffer_words(op, 0, -1));
}

/// The operand whose elements count: of what is gathered, or exchanged, what is
/// received.
static int counted_buffer(MlirOperation op) {
  DmmOp id = dmm_op_id(op);
  return id == DMM_OP_GATHER || id == DMM_OP_TRANSPOSE;
}

static void add_collective(Parts *parts, MlirOperation op) {
  int64_t axes[DMM_MAX_GRID_AXES];
  int n = dmm_op_ints(op, "axes", axes, DMM_MAX_GRID_AXES);
  uint32_t bits = 0;
  for (int i = 0; i < n; ++i)
    bits |= UINT32_C(1) << axes[i];
  int64_t told;
  double words = dmm_op_int(op, "words", &told)
                     ? (double)told
                     : buffer_words(op, counted_buffer(op), -1);
  add_part(parts, op, bits, words);
  if (dmm_op_int(op, "partners", &told))
    parts->items[parts->n - 1].partners = (double)told;
}

/// What is received is what was sent: only the sender's side counts.
static Parts parts_of(MlirOperation op) {
  Parts parts = {.is_known = true};
  switch (dmm_op_id(op)) {
  case DMM_OP_HALO:
    add_halo(&parts, op);
    break;
  case DMM_OP_SHIFT:
  case DMM_OP_SEND:
  case DMM_OP_RECV:
    add_hop(&parts, op);
    break;
  default:
    add_collective(&parts, op);
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static void set(MlirOperation op, const char *name, MlirAttribute value) {
  mlirOperationSetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(name), value);
}

static void set_number(MlirOperation op, const char *name, double value) {
  MlirContext context = mlirOperationGetContext(op);
  set(op, name,
      mlirFloatAttrDoubleGet(context, mlirF64TypeGet(context), value));
}

static void set_cost(MlirOperation op, const DmmTarget *target,
                     const Parts *parts) {
  DmmMappingProblem problem = target->problem;
  problem.collectives = parts->items;
  problem.ncollectives = parts->n;
  DmmLevelCost by_level[DMM_MAX_LEVELS];
  DmmLevelCost cost = dmm_mapping_cost(&problem, &target->mapping, by_level);
  int64_t words[DMM_MAX_LEVELS];
  int nlevels = target->machine.nlevels;
  for (int l = 0; l < nlevels; ++l)
    words[l] = llround(by_level[l].words);
  set_number(op, "latency_ns", cost.time_ns);
  set_number(op, "energy_pj", cost.energy_pj);
  set(op, "level_words",
      mlirDenseI64ArrayGet(mlirOperationGetContext(op), nlevels, words));
}

/// The highest level that one of the parts crosses, or -1.
static int level_of(const DmmTarget *target, const Parts *parts) {
  int highest = -1;
  for (int i = 0; i < parts->n; ++i) {
    int level = dmm_mapping_level(&target->problem, &target->mapping,
                                  parts->items[i].axes);
    highest = level > highest ? level : highest;
  }
  return highest;
}

/// Stages that are given stay.
static void set_stages(MlirOperation op, const Placer *placer,
                       const Parts *parts) {
  int64_t axes[DMM_MAX_GRID_AXES];
  int n = dmm_op_ints(op, "axes", axes, DMM_MAX_GRID_AXES);
  if (parts->n != 1 || n < 1 || has_attribute(op, "stages"))
    return;
  DmmCollective collective = parts->items[0];
  collective.words = parts->is_known ? collective.words : -1;
  DmmStaging staging =
      dmm_stage(&placer->target->problem, &placer->target->mapping,
                &placer->algorithms, &collective, axes, n);
  if (staging.nstages)
    set(op, "stages",
        mlirDenseI64ArrayGet(mlirOperationGetContext(op), staging.nstages * n,
                             staging.digits));
}

static MlirWalkResult place(MlirOperation op, void *data) {
  const Placer *placer = data;
  if (!dmm_op_is_message(op))
    return MlirWalkResultAdvance;
  Parts parts = parts_of(op);
  int level = level_of(placer->target, &parts);
  if (level < 0)
    return MlirWalkResultAdvance;
  const char *name = placer->target->machine.levels[level].name;
  set(op, "level",
      mlirStringAttrGet(mlirOperationGetContext(op),
                        mlirStringRefCreateFromCString(name)));
  if (parts.is_known)
    set_cost(op, placer->target, &parts);
  set_stages(op, placer, &parts);
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirWalkResult collect(MlirOperation op, void *data) {
  Placer *p = data;
  if (!dmm_op_is_message(op))
    return MlirWalkResultAdvance;
  Parts parts = parts_of(op);
  for (int i = 0; i < parts.n; ++i) {
    p->collectives = dmm_arena_push(p->arena, p->collectives, p->ncollectives,
                                    sizeof *p->collectives);
    p->collectives[p->ncollectives++] = parts.items[i];
  }
  return MlirWalkResultAdvance;
}

static bool place_all(MlirOperation module, DmmTarget *target,
                      const DmmAlgorithms *algorithms, DmmArena *arena) {
  Placer placer = {.arena = arena, .target = target};
  placer.algorithms = *algorithms;
  mlirOperationWalk(module, collect, &placer, MlirWalkPreOrder);
  if (placer.ncollectives == 0)
    return true;
  if (!dmm_target_map(module, target, placer.collectives,
                      (int)placer.ncollectives))
    return false;
  dmm_target_write(module, target);
  if (target->is_placeable)
    mlirOperationWalk(module, place, &placer, MlirWalkPreOrder);
  else
    dmm_diag(mlirOperationGetLocation(module), DMM_REMARK,
             "messages are not placed: no preset has room for the grid; give "
             "the module a dmm.machine that has");
  return true;
}

static bool read_algorithms(MlirOperation module, const DmmPassOptions *options,
                            DmmAlgorithms *algorithms) {
  const char *value = dmm_pass_option(options, "algorithms");
  if (dmm_algorithms_parse(value, algorithms))
    return true;
  DmmText all = {0};
  dmm_algorithms_print(&(DmmAlgorithms){{DMM_ALGORITHM_COST}}, &all);
  dmm_diag(mlirOperationGetLocation(module), DMM_ERROR,
           "the option algorithms is '%s': it takes kinds of collectives, each "
           "with cost, flat or staged, as in %s",
           value, all.data);
  dmm_text_free(&all);
  return false;
}

bool dmm_place_run(MlirOperation module, const DmmPassOptions *options) {
  int64_t grid[DMM_MAX_GRID_AXES];
  int naxes = dmm_op_grid(module, grid, NULL);
  if (naxes <= 0) // then there are no messages, or their verifier has told
    return true;
  DmmArena *arena = dmm_arena_create();
  DmmTarget target;
  DmmTargetOptions wanted = dmm_pass_target_options(options);
  DmmAlgorithms algorithms;
  bool ok = read_algorithms(module, options, &algorithms) &&
            dmm_target_read(module, &wanted, grid, naxes, arena, &target) &&
            place_all(module, &target, &algorithms, arena);
  dmm_arena_destroy(arena);
  return ok;
}
