//===- region.c - Set apart what runs at the root -------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/region.h"

#include "Analysis/rewrite.h"
#include "Analysis/views.h"
#include "Dialect/access.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <string.h>

/// One operation that is being set apart.
typedef struct Setter {
  DmmPlan *plan;
  DmmArena *arena;
  MlirOperation func, op;
  const DmmRootRegion *open; ///< that it may join, or null
  DmmUse *uses;
  int nuses;
  DmmValues crossing;
  DmmValues seen;    ///< values that were followed
  bool has_crossing; ///< values are to be kept in cells for the sake of others
  bool needs_open;   ///< it uses a result of the open region
  bool reads_open;   ///< it loads what the open region writes
} Setter;

static void push_value(DmmArena *arena, DmmValues *values, MlirValue value) {
  values->items =
      dmm_arena_push(arena, values->items, values->n, sizeof *values->items);
  values->items[values->n++] = value;
}

static bool has_value(const DmmValues *values, MlirValue value) {
  for (size_t i = 0; i < values->n; ++i)
    if (mlirValueEqual(values->items[i], value))
      return true;
  return false;
}

/// Whether the value was not met before; remembers it.
static bool is_new(Setter *s, DmmValues *values, MlirValue value) {
  if (has_value(values, value))
    return false;
  push_value(s->arena, values, value);
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool is_among(MlirOperation op, const char *const *names, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (dmm_op_is(op, names[i]))
      return true;
  return false;
}

/// Frees, or hides the address of, a memref that it is given.
static bool loses_track(const Setter *s, MlirOperation op) {
  static const char *const names[] = {"memref.extract_aligned_pointer_as_index",
                                      "memref.realloc"};
  return is_among(op, names, sizeof names / sizeof *names) ||
         (dmm_op_is(op, "memref.dealloc") &&
          dmm_is_top_level(s->func, mlirOperationGetOperand(op, 0)));
}

/// Whether all that the op touches are its operands.
static bool is_understood(const Setter *s, MlirOperation op) {
  static const char *const dialects[] = {"affine", "arith", "cf",     "complex",
                                         "index",  "math",  "memref", "scf",
                                         "ub",     "vector"};
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; ++i)
    if (dmm_op_in_dialect(op, dialects[i]))
      return !loses_track(s, op);
  return dmm_op_is(op, "llvm.mlir.undef");
}

static bool only_reads(MlirOperation op, intptr_t operand) {
  static const char *const names[] = {"affine.load", "affine.vector_load",
                                      "memref.dim",  "memref.load",
                                      "memref.rank", "vector.load"};
  return dmm_is_view(op) || is_among(op, names, sizeof names / sizeof *names) ||
         (dmm_op_is(op, "memref.copy") && operand == 0);
}

static bool is_silent(MlirOperation op) {
  static const char *const names[] = {"affine.load", "memref.alloc",
                                      "memref.alloca", "memref.get_global"};
  return dmm_scop_is_pure(op) || dmm_is_view(op) ||
         is_among(op, names, sizeof names / sizeof *names);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The number of the array, or -1.
static int array_of(const DmmPlan *plan, MlirValue memref) {
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].ir == memref.ptr)
      return plan->arrays[i].role == DMM_ROLE_SCALAR ? -1 : i;
  return -1;
}

/// Whether the whole form can have the type of the array itself: a row-major
/// block.
static bool has_plain_type(const DmmArray *array) {
  MlirType type = mlirValueGetType((MlirValue){array->ir});
  MlirAttribute layout = mlirMemRefTypeGetLayout(type);
  return array->role == DMM_ROLE_ARGUMENT ||
         (mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)) &&
          mlirAttributeIsAAffineMap(layout) &&
          mlirAffineMapIsIdentity(mlirAffineMapAttrGetValue(layout)));
}

static bool add_use(Setter *s, int array, bool is_written) {
  if (array < 0 || !has_plain_type(&s->plan->arrays[array]))
    return false;
  for (int i = 0; i < s->nuses; ++i)
    if (s->uses[i].array == array) {
      s->uses[i].is_written |= is_written;
      return true;
    }
  s->uses =
      dmm_arena_push(s->arena, s->uses, (size_t)s->nuses, sizeof *s->uses);
  s->uses[s->nuses++] = (DmmUse){array, is_written};
  return true;
}

bool dmm_is_constant_array(const DmmPlan *plan, MlirOperation op) {
  if (!dmm_op_is(op, "memref.get_global"))
    return false;
  MlirSymbolTable table =
      mlirSymbolTableCreate((MlirOperation){(void *)plan->module});
  MlirOperation global = mlirSymbolTableLookup(
      table, mlirFlatSymbolRefAttrGetValue(dmm_op_attr(op, "name")));
  bool is_constant = !mlirOperationIsNull(global) &&
                     !mlirAttributeIsNull(dmm_op_attr(global, "constant"));
  mlirSymbolTableDestroy(table);
  return is_constant;
}

//===----------------------------------------------------------------------===//
// Values from outside
//===----------------------------------------------------------------------===//

/// Whether nothing between the op and the one that is set apart can change what
/// it loads.
static bool is_right_before(const Setter *s, MlirOperation op) {
  for (; !mlirOperationEqual(op, s->op); op = mlirOperationGetNextInBlock(op))
    if (!is_silent(op))
      return false;
  return true;
}

/// A load that every partition can run: of a local array of rank 0, whose whole
/// form is there everywhere.
static bool is_cell_load(const Setter *s, MlirOperation op) {
  if (!dmm_op_is(op, "affine.load") || !is_right_before(s, op))
    return false;
  int array = array_of(s->plan, dmm_access_memref(op));
  return array >= 0 && s->plan->arrays[array].rank == 0 &&
         s->plan->arrays[array].role == DMM_ROLE_LOCAL &&
         has_plain_type(&s->plan->arrays[array]);
}

/// Whether the value, no memref, can be computed again before the region: by
/// pure operations from arguments, sizes and cells. `seen` holds the values
/// that were followed.
static bool is_repeatable(Setter *s, MlirValue value, DmmValues *seen) {
  if (!is_new(s, seen, value) || mlirValueIsABlockArgument(value))
    return true;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (dmm_op_is(op, "affine.load"))
    return is_cell_load(s, op);
  bool is_dim = dmm_op_is(op, "memref.dim");
  if (!dmm_scop_is_pure(op) || mlirTypeIsAMemRef(mlirValueGetType(value)) ||
      (is_dim && array_of(s->plan, mlirOperationGetOperand(op, 0)) < 0))
    return false;
  for (intptr_t i = is_dim; i < mlirOperationGetNumOperands(op); ++i)
    if (!is_repeatable(s, mlirOperationGetOperand(op, i), seen))
      return false;
  return true;
}

/// Takes down which arrays such a computation uses.
static bool repeat(Setter *s, MlirValue value) {
  if (!is_new(s, &s->seen, value) || mlirValueIsABlockArgument(value))
    return true;
  MlirOperation op = mlirOpResultGetOwner(value);
  bool of_array = dmm_op_is(op, "affine.load") || dmm_op_is(op, "memref.dim");
  if (of_array) {
    int array = array_of(s->plan, mlirOperationGetOperand(op, 0));
    const DmmUse *use = s->open ? dmm_region_use(s->open, array) : NULL;
    s->reads_open |= use && use->is_written && dmm_op_is(op, "affine.load");
    if (!add_use(s, array, false))
      return false;
  }
  for (intptr_t i = of_array; i < mlirOperationGetNumOperands(op); ++i)
    if (!repeat(s, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

static bool fits_cell(MlirType type) {
  return mlirTypeIsAIndex(type) || mlirTypeIsAInteger(type) ||
         mlirTypeIsAFloat(type) || mlirTypeIsAComplex(type);
}

/// Whether `user` keeps a result of `op` in a cell right after it.
static bool keeps_result(MlirOperation op, MlirOperation user) {
  for (MlirOperation next = mlirOperationGetNextInBlock(op);
       !mlirOperationIsNull(next) && dmm_op_is(next, "affine.store");
       next = mlirOperationGetNextInBlock(next)) {
    MlirValue value = mlirOperationGetOperand(next, 0);
    MlirType type = mlirValueGetType(dmm_access_memref(next));
    if (mlirValueIsABlockArgument(value) || mlirShapedTypeGetRank(type) ||
        !mlirOperationEqual(mlirOpResultGetOwner(value), op))
      return false;
    if (mlirOperationEqual(next, user))
      return true;
  }
  return false;
}

/// The value is to be kept in a cell, unless it is there and that did not help;
/// as long as others are to be kept, it may still help.
static bool must_cross(Setter *s, MlirValue value) {
  if (keeps_result(mlirOpResultGetOwner(value), s->op))
    return s->has_crossing;
  if (!fits_cell(mlirValueGetType(value)))
    return false;
  is_new(s, &s->crossing, value);
  return true;
}

static bool is_result_of_open(const Setter *s, MlirValue value) {
  if (!s->open || mlirValueIsABlockArgument(value))
    return false;
  for (int i = 0; i < s->open->nops; ++i)
    if (s->open->ops[i].ir == mlirOpResultGetOwner(value).ptr)
      return true;
  return false;
}

static bool import_scalar(Setter *s, MlirValue value) {
  DmmValues seen = {0};
  if (is_repeatable(s, value, &seen))
    return repeat(s, value);
  if (is_result_of_open(s, value) && dmm_op_is(s->op, "affine.store"))
    return s->needs_open = true;
  return must_cross(s, value);
}

/// The array or constant that the memref is a view of.
static bool import_memref(Setter *s, MlirValue value, bool is_written) {
  while (mlirValueIsAOpResult(value) &&
         dmm_is_view(mlirOpResultGetOwner(value))) {
    MlirOperation view = mlirOpResultGetOwner(value);
    if (dmm_op_is(view, "memref.reshape"))
      return false; // whose shape is data
    bool is_outside = dmm_is_top_level(s->func, value);
    for (intptr_t i = 1; is_outside && i < mlirOperationGetNumOperands(view);
         ++i)
      if (!import_scalar(s, mlirOperationGetOperand(view, i)))
        return false;
    value = mlirOperationGetOperand(view, 0);
  }
  if (!dmm_is_top_level(s->func, value))
    return true; // made in the region
  if (mlirValueIsAOpResult(value) &&
      dmm_is_constant_array(s->plan, mlirOpResultGetOwner(value)))
    return true;
  return add_use(s, array_of(s->plan, value), is_written);
}

static bool is_memref(MlirType type) {
  return mlirTypeIsAMemRef(type) || mlirTypeIsAUnrankedMemRef(type);
}

static bool import_operand(Setter *s, MlirOperation op, intptr_t i) {
  MlirValue value = mlirOperationGetOperand(op, i);
  if (is_memref(mlirValueGetType(value)))
    return import_memref(s, value, !only_reads(op, i));
  bool is_inside = mlirValueIsAOpResult(value) &&
                   mlirOperationEqual(mlirOpResultGetOwner(value), s->op);
  return is_inside || !dmm_is_top_level(s->func, value) ||
         import_scalar(s, value);
}

typedef struct Import {
  Setter *setter;
  bool ok;
} Import;

static MlirWalkResult import_operands(MlirOperation op, void *data) {
  Import *import = data;
  import->ok = is_understood(import->setter, op);
  for (intptr_t i = 0; import->ok && i < mlirOperationGetNumOperands(op); ++i)
    import->ok = import_operand(import->setter, op, i);
  return import->ok ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

//===----------------------------------------------------------------------===//
// Values to outside
//===----------------------------------------------------------------------===//

static bool export_result(Setter *s, MlirValue result) {
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!keeps_result(s->op, mlirOpOperandGetOwner(use)) &&
        !must_cross(s, result))
      return false;
  return true;
}

static bool export_results(Setter *s) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(s->op); ++i)
    if (!export_result(s, mlirOperationGetResult(s->op, i)))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

/// The region that the op follows with nothing in between, or null.
static const DmmRootRegion *open_region(const DmmPlan *plan) {
  const DmmNode *root = plan->source;
  if (!root->nchildren ||
      root->children[root->nchildren - 1]->kind != DMM_NODE_ROOT)
    return NULL;
  return &plan->regions[plan->nregions - 1];
}

static DmmRootRegion *add_region(DmmPlan *plan) {
  int id = plan->nregions;
  plan->regions = dmm_arena_push(plan->arena, plan->regions, (size_t)id,
                                 sizeof *plan->regions);
  plan->regions[plan->nregions++] =
      (DmmRootRegion){.name = dmm_arena_printf(plan->arena, "R%d", id),
                      .child = plan->source->nchildren,
                      .statements_before = plan->nstatements};
  dmm_node_insert(plan->arena, plan->source, plan->source->nchildren,
                  dmm_node_create(plan->arena, DMM_NODE_ROOT, id));
  return &plan->regions[id];
}

static void join_uses(Setter *s, DmmRootRegion *region) {
  const DmmUse *mine = s->uses;
  int n = s->nuses;
  s->uses = region->uses;
  s->nuses = region->nuses;
  for (int i = 0; i < n; ++i) {
    add_use(s, mine[i].array, mine[i].is_written);
    s->plan->arrays[mine[i].array].written |= mine[i].is_written;
  }
  region->uses = s->uses;
  region->nuses = s->nuses;
}

static const char *reason(const Setter *s, const DmmRefusal *refusal) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(refusal->op));
  return s->needs_open
             ? NULL
             : dmm_arena_printf(s->arena, "'%.*s' op %s", (int)name.length,
                                name.data, refusal->text);
}

static void add_op(Setter *s, DmmRootRegion *region,
                   const DmmRefusal *refusal) {
  region->ops = dmm_arena_push(s->arena, region->ops, (size_t)region->nops,
                               sizeof *region->ops);
  region->ops[region->nops++] =
      (DmmRootOp){.ir = s->op.ptr,
                  .is_nest = mlirOperationGetNumRegions(s->op) > 0,
                  .why = reason(s, refusal),
                  .loc = dmm_loc_of(s->arena, s->op),
                  .why_loc = dmm_loc_of(s->arena, refusal->op)};
}

bool dmm_set_apart(DmmPlan *plan, MlirOperation func, MlirOperation op,
                   const DmmRefusal *refusal, DmmValues *crossing) {
  Setter s = {.plan = plan,
              .arena = plan->arena,
              .func = func,
              .op = op,
              .open = open_region(plan),
              .has_crossing = crossing->n > 0};
  Import import = {&s, true};
  mlirOperationWalk(op, import_operands, &import, MlirWalkPreOrder);
  if (!import.ok || !export_results(&s))
    return false;
  bool joins = s.open && (s.needs_open || !s.reads_open);
  DmmRootRegion *region =
      joins ? &plan->regions[plan->nregions - 1] : add_region(plan);
  join_uses(&s, region);
  add_op(&s, region, refusal);
  for (size_t i = 0; i < s.crossing.n; ++i)
    if (!has_value(crossing, s.crossing.items[i]))
      push_value(plan->arena, crossing, s.crossing.items[i]);
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool is_loop(MlirOperation op) {
  static const char *const names[] = {"affine.for", "affine.parallel",
                                      "scf.for", "scf.parallel", "scf.while"};
  return is_among(op, names, sizeof names / sizeof *names);
}

typedef struct LoopAdder {
  DmmPlan *plan;
  const char *why;
} LoopAdder;

static MlirWalkResult add_loop(MlirOperation op, void *data) {
  const LoopAdder *adder = data;
  DmmPlan *plan = adder->plan;
  if (!is_loop(op))
    return MlirWalkResultAdvance;
  plan->loops = dmm_arena_push(plan->arena, plan->loops, (size_t)plan->nloops,
                               sizeof *plan->loops);
  plan->loops[plan->nloops] =
      (DmmLoop){.iv_var = -1,
                .name = dmm_arena_printf(plan->arena, "i%d", plan->nloops),
                .why = adder->why,
                .loc = dmm_loc_of(plan->arena, op),
                .ir = op.ptr};
  ++plan->nloops;
  return MlirWalkResultAdvance;
}

void dmm_add_root_loops(DmmPlan *plan, MlirOperation op, const char *why) {
  LoopAdder adder = {plan, why};
  mlirOperationWalk(op, add_loop, &adder, MlirWalkPreOrder);
}
