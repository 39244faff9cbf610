//===- scop.c - Read a function as a static control part ------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/scop.h"

#include "Analysis/region.h"
#include "Analysis/subscripts.h"
#include "Analysis/views.h"
#include "Dialect/access.h"
#include "Plan/expr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IntegerSet.h"

/// The deepest nest of loops that is read.
enum { MAX_LOOPS = 48 };

typedef struct Reader {
  DmmPlan *plan;
  DmmArena *arena;
  int ivs[MAX_LOOPS]; ///< variables of the loops around the current op
  int depth;
  DmmRefusal *refusal;
} Reader;

static DmmSubscripts subscripts_of(const Reader *reader) {
  return (DmmSubscripts){reader->arena, reader->plan, reader->refusal};
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static int find_array(const DmmPlan *plan, MlirValue value) {
  for (int i = 0; i < plan->narrays; ++i)
    if (plan->arrays[i].ir == value.ptr)
      return i;
  return -1;
}

static DmmArray *add_array(Reader *reader, DmmRole role, MlirValue value) {
  DmmPlan *plan = reader->plan;
  plan->arrays = dmm_arena_push(reader->arena, plan->arrays,
                                (size_t)plan->narrays, sizeof *plan->arrays);
  DmmArray *array = &plan->arrays[plan->narrays++];
  *array = (DmmArray){
      .role = role, .argument = -1, .home = -1, .whole = -1, .ir = value.ptr};
  return array;
}

/// A dynamic size: of an argument a variable of its own, of an allocation an
/// operand.
static bool read_size(Reader *reader, const DmmArray *array, MlirOperation op,
                      int dim, intptr_t operand, DmmExpr *size) {
  DmmSubscripts context = subscripts_of(reader);
  if (array->role != DMM_ROLE_ARGUMENT)
    return dmm_subscripts_of_operand(&context, op, operand, size);
  MlirValue memref = {array->ir};
  *size =
      dmm_expr_var(reader->arena,
                   dmm_subscripts_size(&context, memref, array->argument, dim));
  return true;
}

/// Fills in the shape. False after a diagnostic at `op`.
static bool set_shape(Reader *reader, DmmArray *array, MlirType type,
                      MlirOperation op, const char *what) {
  array->element = dmm_element_suffix(mlirShapedTypeGetElementType(type));
  if (!array->element)
    return dmm_refuse(reader->refusal, op,
                      "%s has an element type that messages cannot "
                      "carry; use i1, i8, i16, i32, i64, index, f16, "
                      "bf16, f32, f64 or complex of the last two",
                      what);
  array->rank = (int)mlirShapedTypeGetRank(type);
  size_t rank = (size_t)array->rank;
  array->sizes = dmm_arena_alloc(reader->arena, rank * sizeof *array->sizes);
  DmmExpr *exprs = dmm_arena_alloc(reader->arena, rank * sizeof *exprs);
  array->size_exprs = exprs;
  intptr_t operand = 0; // dynamic sizes of an allocation
  for (int d = 0; d < array->rank; ++d) {
    array->sizes[d] = DMM_DYNAMIC;
    if (!mlirShapedTypeIsDynamicDim(type, d)) {
      array->sizes[d] = mlirShapedTypeGetDimSize(type, d);
      exprs[d] = dmm_expr_const(reader->arena, array->sizes[d]);
    } else if (!read_size(reader, array, op, d, operand++, &exprs[d])) {
      return false;
    }
  }
  return true;
}

static bool is_launch_scalar(MlirType type) {
  return mlirTypeIsAIndex(type) || mlirTypeIsAInteger(type);
}

/// Whether two indices of the memref may name one element: false only where the
/// strides are known and each is longer than all that the smaller ones span.
static bool may_overlap_itself(MlirType type) {
  int64_t strides[DMM_MAX_RANK], offset;
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (rank > DMM_MAX_RANK ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return true;
  bool done[DMM_MAX_RANK] = {false};
  for (int64_t span = 1, n = 0; n < rank; ++n) {
    int next = -1;
    for (int d = 0; d < rank; ++d)
      if (!done[d] && (next < 0 || strides[d] < strides[next]))
        next = d;
    done[next] = true;
    int64_t size = mlirShapedTypeGetDimSize(type, next);
    if (size == 1 || mlirShapedTypeIsDynamicStrideOrOffset(strides[next]))
      continue; // told when the program runs
    if (strides[next] < span)
      return true;
    span = size < 0 ? strides[next] : strides[next] * size;
  }
  return false;
}

/// Whether the memref is of a kind that messages can carry.
static bool check_memref(Reader *reader, MlirOperation func, MlirType type,
                         const char *what) {
  if (!mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return dmm_refuse(reader->refusal, func,
                      "%s is in a memory space of its own, which messages "
                      "cannot reach; copy it to the default one",
                      what);
  return !may_overlap_itself(type) ||
         dmm_refuse(reader->refusal, func,
                    "%s may hold one element under several indices (its "
                    "strides overlap)",
                    what);
}

static bool read_argument(Reader *reader, MlirOperation func, MlirValue value,
                          int number) {
  const char *name = dmm_arena_printf(reader->arena, "arg%d", number);
  MlirType type = mlirValueGetType(value);
  if (is_launch_scalar(type))
    return true; // reaches every partition with the launch
  bool is_memref = mlirTypeIsAMemRef(type);
  DmmArray *array =
      add_array(reader, is_memref ? DMM_ROLE_ARGUMENT : DMM_ROLE_SCALAR, value);
  array->name = name;
  array->argument = number;
  array->loc = dmm_loc_of(reader->arena, func);
  const char *what = dmm_arena_printf(reader->arena, "argument %d", number);
  if (is_memref)
    return check_memref(reader, func, type, what) &&
           set_shape(reader, array, type, func, what);
  array->element = dmm_element_suffix(type);
  return array->element ||
         dmm_refuse(reader->refusal, func,
                    "%s is neither a ranked memref nor a scalar that "
                    "messages can carry",
                    what);
}

static bool read_alloc(Reader *reader, MlirOperation op) {
  if (reader->depth)
    return dmm_refuse(reader->refusal, op,
                      "is inside a loop; allocate before the loops, "
                      "where the buffer can be distributed once");
  MlirValue value = mlirOperationGetResult(op, 0);
  DmmArray *array = add_array(reader, DMM_ROLE_LOCAL, value);
  array->name =
      dmm_arena_printf(reader->arena, "local%d", reader->plan->narrays - 1);
  array->loc = dmm_loc_of(reader->arena, op);
  return set_shape(reader, array, mlirValueGetType(value), op, "its result");
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

typedef struct AccessCollector {
  Reader *reader;
  DmmStatement *statement;
} AccessCollector;

/// Number of affine.for around the op.
static int loops_around(MlirOperation op) {
  int n = 0;
  for (op = mlirOperationGetParentOperation(op); !dmm_op_is(op, "func.func");
       op = mlirOperationGetParentOperation(op))
    n += dmm_op_is(op, "affine.for");
  return n;
}

/// Number of statements read so far that are textually before the load: all
/// those that do not come after it in its block or in a loop after it there.
static int statements_before(const DmmPlan *plan, MlirOperation load) {
  MlirBlock block = mlirOperationGetBlock(load);
  int n = plan->nstatements;
  for (; n > 0; --n) {
    MlirOperation op = {(void *)plan->statements[n - 1].ir};
    while (op.ptr && !mlirBlockEqual(mlirOperationGetBlock(op), block))
      op = mlirOperationGetParentOperation(op);
    if (!op.ptr || mlirOperationIsBeforeInBlock(op, load))
      return n;
  }
  return 0;
}

/// The same for root regions, which all stand at the top level.
static int regions_before(const DmmPlan *plan, MlirOperation load) {
  MlirBlock block = mlirOperationGetBlock(load);
  int n = plan->nregions;
  for (; n > 0; --n) {
    MlirOperation op = {(void *)plan->regions[n - 1].ops[0].ir};
    if (!mlirBlockEqual(mlirOperationGetBlock(op), block) ||
        mlirOperationIsBeforeInBlock(op, load))
      return n;
  }
  return 0;
}

static bool add_access(Reader *reader, DmmStatement *statement,
                       MlirOperation op) {
  MlirValue memref = dmm_access_memref(op);
  bool is_write = dmm_op_is(op, "affine.store");
  int array = find_array(reader->plan, memref);
  if (array < 0)
    return dmm_refuse(reader->refusal, op,
                      "accesses a memref that is neither an argument of "
                      "the function nor allocated in it by memref.alloc "
                      "or memref.alloca");
  int rank = reader->plan->arrays[array].rank;
  DmmExpr *subscripts =
      dmm_arena_alloc(reader->arena, (size_t)rank * sizeof *subscripts);
  DmmSubscripts context = subscripts_of(reader);
  MlirAffineMap map = mlirAffineMapAttrGetValue(dmm_op_attr(op, "map"));
  if (!dmm_subscripts_of_map(&context, op, map, is_write ? 2 : 1, subscripts))
    return false;
  statement->accesses =
      dmm_arena_push(reader->arena, statement->accesses,
                     (size_t)statement->naccesses, sizeof *statement->accesses);
  statement->accesses[statement->naccesses++] =
      (DmmAccess){.array = array,
                  .is_write = is_write,
                  .subscripts = subscripts,
                  .message = -1,
                  .time_loops = loops_around(op),
                  .time_statements = statements_before(reader->plan, op),
                  .time_regions = regions_before(reader->plan, op),
                  .loc = dmm_loc_of(reader->arena, op),
                  .ir = op.ptr};
  if (is_write)
    reader->plan->arrays[array].written = true;
  return true;
}

static bool collect_load(MlirOperation load, void *data) {
  AccessCollector *collector = data;
  return add_access(collector->reader, collector->statement, load);
}

/// Front ends store an undefined value where C leaves a variable without one.
static bool is_undefined(MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  return dmm_op_is(op, "llvm.mlir.undef") || dmm_op_is(op, "ub.poison");
}

static bool read_store(Reader *reader, MlirOperation op, DmmNode *parent) {
  if (is_undefined(mlirOperationGetOperand(op, 0)))
    return true; // the element may as well keep its value
  DmmPlan *plan = reader->plan;
  int id = plan->nstatements;
  DmmStatement statement = {
      .name = dmm_arena_printf(reader->arena, "S%d", id),
      .depth = reader->depth,
      .ivs = dmm_arena_copy(reader->arena, reader->ivs,
                            (size_t)reader->depth * sizeof *reader->ivs),
      .loc = dmm_loc_of(reader->arena, op),
      .ir = op.ptr};
  AccessCollector collector = {reader, &statement};
  if (!dmm_scop_visit_loads(mlirOperationGetOperand(op, 0), collect_load,
                            &collector, reader->refusal) ||
      !add_access(reader, &statement, op))
    return false;
  plan->statements = dmm_arena_push(reader->arena, plan->statements, (size_t)id,
                                    sizeof *plan->statements);
  plan->statements[plan->nstatements++] = statement;
  dmm_node_insert(reader->arena, parent, parent->nchildren,
                  dmm_node_create(reader->arena, DMM_NODE_STATEMENT, id));
  return true;
}

//===----------------------------------------------------------------------===//
// Loops and blocks
//===----------------------------------------------------------------------===//

static bool read_block(Reader *reader, MlirBlock block, DmmNode *parent);

/// The bounds that a map of an affine.for gives, from operand `first` on.
static bool read_bounds(Reader *reader, MlirOperation op, const char *name,
                        intptr_t *first, DmmExprList *bounds) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(dmm_op_attr(op, name));
  intptr_t n = mlirAffineMapGetNumResults(map);
  bounds->items = dmm_arena_alloc(reader->arena, (size_t)n * sizeof(DmmExpr));
  bounds->n = (int)n;
  DmmSubscripts context = subscripts_of(reader);
  bool ok = dmm_subscripts_of_map(&context, op, map, *first, bounds->items);
  *first += mlirAffineMapGetNumInputs(map);
  return ok;
}

static int add_loop(Reader *reader, MlirOperation op) {
  DmmPlan *plan = reader->plan;
  int id = plan->nloops;
  const char *name = dmm_arena_printf(reader->arena, "i%d", id);
  int var = dmm_plan_add_var(plan, DMM_VAR_IV, id, name);
  plan->loops = dmm_arena_push(reader->arena, plan->loops, (size_t)id,
                               sizeof *plan->loops);
  plan->loops[plan->nloops++] =
      (DmmLoop){.iv_var = var,
                .name = name,
                .is_step = !mlirAttributeIsNull(dmm_op_attr(op, "dmm.step")),
                .loc = dmm_loc_of(reader->arena, op),
                .ir = op.ptr};
  return id;
}

static bool read_loop(Reader *reader, MlirOperation op, DmmNode *parent) {
  if (mlirOperationGetNumResults(op))
    return dmm_refuse(reader->refusal, op,
                      "carries values from one iteration to the next "
                      "(iter_args); keep them in a memref instead");
  if (reader->depth == MAX_LOOPS)
    return dmm_refuse(reader->refusal, op,
                      "is nested too deeply: at most %d loops are read",
                      MAX_LOOPS);
  int id = add_loop(reader, op);
  DmmNode *node = dmm_node_create(reader->arena, DMM_NODE_LOOP, id);
  node->step = mlirIntegerAttrGetValueInt(dmm_op_attr(op, "step"));
  intptr_t operand = 0;
  if (!read_bounds(reader, op, "lowerBoundMap", &operand, &node->lower) ||
      !read_bounds(reader, op, "upperBoundMap", &operand, &node->upper))
    return false;
  if (node->step != 1 && node->lower.n != 1)
    return dmm_refuse(reader->refusal, op,
                      "has a step and a lower bound that is a maximum; "
                      "give it a single lower bound");
  dmm_node_insert(reader->arena, parent, parent->nchildren, node);
  reader->ivs[reader->depth++] = reader->plan->loops[id].iv_var;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  bool ok = read_block(reader, body, node);
  --reader->depth;
  return ok;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

static bool has_body(MlirRegion region) {
  return !mlirBlockIsNull(mlirRegionGetFirstBlock(region));
}

/// The conditions of an affine.if, each as >= 0: an equality is two of them.
static bool read_conditions(Reader *reader, MlirOperation op,
                            DmmExprList *conditions) {
  MlirIntegerSet set = mlirIntegerSetAttrGetValue(dmm_op_attr(op, "condition"));
  DmmSubscripts context = subscripts_of(reader);
  for (intptr_t i = 0; i < mlirIntegerSetGetNumConstraints(set); ++i) {
    DmmExpr expr;
    if (!dmm_subscripts_of_constraint(&context, op, set, i, &expr))
      return false;
    dmm_expr_list_push(reader->arena, conditions, expr);
    DmmExpr zero = dmm_expr_const(reader->arena, 0);
    if (mlirIntegerSetIsConstraintEq(set, i))
      dmm_expr_list_push(reader->arena, conditions,
                         dmm_expr_linear(reader->arena, -1, expr, zero));
  }
  return true;
}

static bool read_if(Reader *reader, MlirOperation op, DmmNode *parent) {
  if (mlirOperationGetNumResults(op) || has_body(mlirOperationGetRegion(op, 1)))
    return dmm_refuse(reader->refusal, op,
                      "has a result or an else branch; write both "
                      "branches as conditions of their own that store "
                      "to a memref");
  DmmNode *node = dmm_node_create(reader->arena, DMM_NODE_GUARD, 0);
  if (!read_conditions(reader, op, &node->conditions))
    return false;
  dmm_node_insert(reader->arena, parent, parent->nchildren, node);
  return read_block(
      reader, mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)), node);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool refuse_op(const Reader *reader, MlirOperation op) {
  return dmm_refuse(reader->refusal, op,
                    "cannot be distributed; the function may hold affine.for, "
                    "affine.if, affine.load, affine.store, memref.alloc, "
                    "memref.alloca, memref.dealloc, and pure operations of "
                    "arith, math, complex and index");
}

static bool read_return(const Reader *reader, MlirOperation op) {
  if (!mlirOperationGetNumOperands(op))
    return true;
  reader->refusal->is_final = true; // who would have the values?
  return dmm_refuse(reader->refusal, op,
                    "returns values; write the results to memref arguments "
                    "instead");
}

static bool read_op(Reader *reader, MlirOperation op, DmmNode *parent) {
  if (dmm_op_is(op, "affine.for"))
    return read_loop(reader, op, parent);
  if (dmm_op_is(op, "affine.if"))
    return read_if(reader, op, parent);
  if (dmm_op_is(op, "affine.store"))
    return read_store(reader, op, parent);
  if (dmm_op_is(op, "memref.alloc") || dmm_op_is(op, "memref.alloca"))
    return read_alloc(reader, op);
  if (dmm_op_is(op, "func.return"))
    return read_return(reader, op);
  bool is_silent = dmm_op_is(op, "affine.yield") ||
                   dmm_op_is(op, "affine.load") ||
                   dmm_op_is(op, "memref.dealloc") ||
                   dmm_op_is(op, "memref.dim") || dmm_scop_is_pure(op);
  return is_silent || refuse_op(reader, op);
}

static bool read_block(Reader *reader, MlirBlock block, DmmNode *parent) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!read_op(reader, op, parent))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The top level
//===----------------------------------------------------------------------===//

/// How far the plan has come, to be gone back to.
typedef struct Mark {
  int nvars, narrays, nloops, nstatements, nchildren;
  bool *written; ///< one for each array
} Mark;

static Mark take_mark(const Reader *reader) {
  const DmmPlan *plan = reader->plan;
  Mark mark = {plan->nvars,
               plan->narrays,
               plan->nloops,
               plan->nstatements,
               plan->source->nchildren,
               dmm_arena_alloc(reader->arena, (size_t)plan->narrays)};
  for (int i = 0; i < plan->narrays; ++i)
    mark.written[i] = plan->arrays[i].written;
  return mark;
}

static void go_back(Reader *reader, const Mark *mark) {
  DmmPlan *plan = reader->plan;
  plan->nvars = mark->nvars;
  plan->narrays = mark->narrays;
  plan->nloops = mark->nloops;
  plan->nstatements = mark->nstatements;
  plan->source->nchildren = mark->nchildren;
  for (int i = 0; i < plan->narrays; ++i)
    plan->arrays[i].written = mark->written[i];
  reader->depth = 0;
}

/// A load is read with the statements that use it. At the top level, what comes
/// later may do so in one way or another: it must be good by itself.
static bool check_load(Reader *reader, MlirOperation op) {
  DmmStatement scratch = {.naccesses = 0};
  return add_access(reader, &scratch, op);
}

static bool read_top_op(Reader *reader, MlirOperation op) {
  if (dmm_op_is(op, "affine.load"))
    return check_load(reader, op);
  if (dmm_is_view(op) || dmm_is_constant_array(reader->plan, op))
    return true; // which accesses of it cannot be read, they tell
  return read_op(reader, op, reader->plan->source);
}

/// Reads an operation at the top level, or sets it apart.
static bool read_or_set_apart(Reader *reader, MlirOperation func,
                              MlirOperation op, DmmValues *crossing) {
  Mark mark = take_mark(reader);
  bool ok = read_top_op(reader, op);
  if (!ok || dmm_op_is(op, "affine.load"))
    go_back(reader, &mark);
  return ok ||
         (!reader->refusal->is_final &&
          dmm_set_apart(reader->plan, func, op, reader->refusal, crossing));
}

static bool read_top(Reader *reader, MlirOperation func, MlirBlock body,
                     DmmValues *crossing) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!read_or_set_apart(reader, func, op, crossing))
      return false;
  return true;
}

static void add_loops_of_regions(DmmPlan *plan) {
  for (int i = 0; i < plan->nregions; ++i)
    for (int j = 0; j < plan->regions[i].nops; ++j) {
      const DmmRootOp *op = &plan->regions[i].ops[j];
      dmm_add_root_loops(plan, (MlirOperation){(void *)op->ir}, op->why);
    }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool read_function(Reader *reader, MlirOperation func,
                          DmmValues *crossing) {
  MlirRegion region = mlirOperationGetRegion(func, 0);
  MlirBlock body = mlirRegionGetFirstBlock(region);
  reader->refusal->is_final = !mlirBlockIsNull(mlirBlockGetNextInRegion(body));
  if (reader->refusal->is_final)
    return dmm_refuse(reader->refusal, func,
                      "has control flow between blocks; write it with "
                      "affine.for");
  reader->plan->name = dmm_func_name(reader->arena, func);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    if (!read_argument(reader, func, mlirBlockGetArgument(body, i), (int)i))
      return false;
  reader->plan->source = dmm_node_create(reader->arena, DMM_NODE_SEQUENCE, 0);
  if (!read_top(reader, func, body, crossing))
    return false;
  add_loops_of_regions(reader->plan);
  return true;
}

DmmPlan *dmm_scop_read(MlirOperation func, MlirOperation module,
                       DmmValues *crossing, DmmRefusal *refusal) {
  *crossing = (DmmValues){0};
  DmmArena *arena = dmm_arena_create();
  DmmPlan *plan = dmm_arena_alloc(arena, sizeof *plan);
  plan->arena = arena;
  plan->module = module.ptr;
  Reader reader = {.plan = plan, .arena = arena, .refusal = refusal};
  if (read_function(&reader, func, crossing))
    return plan;
  dmm_plan_destroy(plan);
  return NULL;
}
