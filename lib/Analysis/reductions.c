//===- reductions.c - Stores that combine a term with their target --------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store is of such a form if its value is computed by one of the operations
// of the table below from a load of the same element and from a term, or is
// selected among the two by a comparison of the two. Selections of floats must
// be strict and ordered, and take the term where the comparison holds: a NaN
// that is not chosen must not be chosen in another order either.
//
//===----------------------------------------------------------------------===//

#include "Analysis/reductions.h"

#include "Analysis/scop.h"
#include "Dialect/access.h"
#include "Plan/expr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// The statement whose form is asked for.
typedef struct Matcher {
  const DmmPlan *plan;
  const DmmStatement *statement;
  const DmmAccess *write;
} Matcher;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The operation that computes the value, or null.
static MlirOperation definition(MlirValue value) {
  return mlirValueIsABlockArgument(value) ? (MlirOperation){NULL}
                                          : mlirOpResultGetOwner(value);
}

/// The read that the op is in the statement, or null.
static const DmmAccess *read_of(const Matcher *m, MlirOperation op) {
  for (int i = 0; i < m->statement->naccesses - 1; ++i)
    if (m->statement->accesses[i].ir == op.ptr)
      return &m->statement->accesses[i];
  return NULL;
}

static bool same_element(const Matcher *m, const DmmAccess *a,
                         const DmmAccess *b) {
  if (a->array != b->array)
    return false;
  for (int d = 0; d < m->plan->arrays[a->array].rank; ++d)
    if (!dmm_expr_equal(a->subscripts[d], b->subscripts[d]))
      return false;
  return true;
}

static bool same_value(const Matcher *m, MlirValue a, MlirValue b);

static bool same_attributes(MlirOperation a, MlirOperation b) {
  intptr_t n = mlirOperationGetNumAttributes(a);
  bool same = n == mlirOperationGetNumAttributes(b);
  for (intptr_t i = 0; same && i < n; ++i) {
    MlirNamedAttribute mine = mlirOperationGetAttribute(a, i);
    same = mlirAttributeEqual(
        mine.attribute,
        mlirOperationGetAttributeByName(b, mlirIdentifierStr(mine.name)));
  }
  return same;
}

static bool same_operation(const Matcher *m, MlirOperation a, MlirOperation b) {
  bool same =
      mlirIdentifierEqual(mlirOperationGetName(a), mlirOperationGetName(b)) &&
      mlirOperationGetNumOperands(a) == mlirOperationGetNumOperands(b) &&
      same_attributes(a, b);
  for (intptr_t i = 0; same && i < mlirOperationGetNumOperands(a); ++i)
    same = same_value(m, mlirOperationGetOperand(a, i),
                      mlirOperationGetOperand(b, i));
  return same;
}

/// Whether both values are computed alike from the same elements.
static bool same_value(const Matcher *m, MlirValue a, MlirValue b) {
  if (mlirValueEqual(a, b))
    return true;
  MlirOperation x = definition(a), y = definition(b);
  if (!x.ptr || !y.ptr ||
      !mlirTypeEqual(mlirValueGetType(a), mlirValueGetType(b)))
    return false;
  const DmmAccess *first = read_of(m, x), *second = read_of(m, y);
  if (first || second)
    return first && second && same_element(m, first, second);
  return dmm_scop_is_pure(x) &&
         mlirOpResultGetResultNumber(a) == mlirOpResultGetResultNumber(b) &&
         same_operation(m, x, y);
}

/// Whether the value is the target's old one.
static bool is_target(const Matcher *m, MlirValue value) {
  MlirOperation op = definition(value);
  const DmmAccess *read = op.ptr ? read_of(m, op) : NULL;
  return read && same_element(m, read, m->write);
}

static bool is_other_array(MlirOperation load, void *data) {
  const Matcher *m = data;
  const DmmAccess *read = read_of(m, load);
  return read && read->array != m->write->array;
}

/// Whether the value is computed without reading the target's array.
static bool is_term(Matcher *m, MlirValue value) {
  DmmRefusal unused;
  return dmm_scop_visit_loads(value, is_other_array, m, &unused);
}

static bool add_term(const Matcher *m, MlirValue term, DmmForm *form) {
  form->terms = dmm_arena_push(m->plan->arena, form->terms,
                               (size_t)form->nterms, sizeof *form->terms);
  form->terms[form->nterms++] = term.ptr;
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

typedef struct OperationRow {
  const char *name;
  DmmKind combine;
  DmmFormKind kind;
} OperationRow;

static const OperationRow operation_rows[] = {
    {"arith.addf", DMM_KIND_ADD, DMM_FORM_OPERATION},
    {"arith.addi", DMM_KIND_ADD, DMM_FORM_OPERATION},
    {"complex.add", DMM_KIND_ADD, DMM_FORM_OPERATION},
    {"arith.subf", DMM_KIND_ADD, DMM_FORM_SUBTRACT},
    {"arith.subi", DMM_KIND_ADD, DMM_FORM_SUBTRACT},
    {"complex.sub", DMM_KIND_ADD, DMM_FORM_SUBTRACT},
    {"arith.mulf", DMM_KIND_MUL, DMM_FORM_OPERATION},
    {"arith.muli", DMM_KIND_MUL, DMM_FORM_OPERATION},
    {"arith.maximumf", DMM_KIND_MAXIMUMF, DMM_FORM_OPERATION},
    {"arith.minimumf", DMM_KIND_MINIMUMF, DMM_FORM_OPERATION},
    {"arith.maxnumf", DMM_KIND_MAXNUMF, DMM_FORM_OPERATION},
    {"arith.minnumf", DMM_KIND_MINNUMF, DMM_FORM_OPERATION},
    {"arith.maxsi", DMM_KIND_MAXSI, DMM_FORM_OPERATION},
    {"arith.minsi", DMM_KIND_MINSI, DMM_FORM_OPERATION},
    {"arith.maxui", DMM_KIND_MAXUI, DMM_FORM_OPERATION},
    {"arith.minui", DMM_KIND_MINUI, DMM_FORM_OPERATION},
    {"arith.andi", DMM_KIND_AND, DMM_FORM_OPERATION},
    {"arith.ori", DMM_KIND_OR, DMM_FORM_OPERATION},
    {"arith.xori", DMM_KIND_XOR, DMM_FORM_OPERATION},
};

static const OperationRow *find_row(MlirOperation op) {
  size_t n = sizeof operation_rows / sizeof *operation_rows;
  for (size_t i = 0; i < n; ++i)
    if (dmm_op_is(op, operation_rows[i].name))
      return &operation_rows[i];
  return NULL;
}

static bool match_operation(Matcher *m, MlirOperation op, DmmForm *form) {
  const OperationRow *row = find_row(op);
  if (!row)
    return false;
  int positions = row->kind == DMM_FORM_SUBTRACT ? 1 : 2;
  for (int target = 0; target < positions; ++target) {
    MlirValue term = mlirOperationGetOperand(op, 1 - target);
    if (!is_target(m, mlirOperationGetOperand(op, target)) || !is_term(m, term))
      continue;
    form->kind = row->kind;
    form->combine = row->combine;
    return add_term(m, term, form);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Selections
//===----------------------------------------------------------------------===//

/// A comparison as upstream numbers it, and the kind that it makes of
/// select(term PREDICATE target, term, target).
typedef struct PredicateRow {
  int64_t predicate, mirrored;
  DmmKind combine;
} PredicateRow;

static const PredicateRow float_rows[] = {
    {2, 4, DMM_KIND_MAXNUMF}, // ogt
    {4, 2, DMM_KIND_MINNUMF}, // olt
};

static const PredicateRow integer_rows[] = {
    {2, 4, DMM_KIND_MINSI}, {3, 5, DMM_KIND_MINSI}, // slt, sle
    {4, 2, DMM_KIND_MAXSI}, {5, 3, DMM_KIND_MAXSI}, // sgt, sge
    {6, 8, DMM_KIND_MINUI}, {7, 9, DMM_KIND_MINUI}, // ult, ule
    {8, 6, DMM_KIND_MAXUI}, {9, 7, DMM_KIND_MAXUI}, // ugt, uge
};

typedef struct PredicateTable {
  const PredicateRow *rows;
  size_t n;
} PredicateTable;

static PredicateTable predicates_of(MlirOperation compare) {
  if (dmm_op_is(compare, "arith.cmpf"))
    return (PredicateTable){float_rows, sizeof float_rows / sizeof *float_rows};
  if (dmm_op_is(compare, "arith.cmpi"))
    return (PredicateTable){integer_rows,
                            sizeof integer_rows / sizeof *integer_rows};
  return (PredicateTable){NULL, 0};
}

/// The row of a comparison that has the chosen value on its left or its right.
static const PredicateRow *find_predicate(MlirOperation compare,
                                          bool chosen_is_left) {
  PredicateTable table = predicates_of(compare);
  int64_t predicate;
  if (!table.n || !dmm_op_int(compare, "predicate", &predicate))
    return NULL;
  for (size_t i = 0; i < table.n; ++i)
    if (predicate ==
        (chosen_is_left ? table.rows[i].predicate : table.rows[i].mirrored))
      return &table.rows[i];
  return NULL;
}

/// The row of select(compare, chosen, other) if `compare` compares these two.
static const PredicateRow *find_choice(const Matcher *m, MlirOperation compare,
                                       MlirValue chosen, MlirValue other,
                                       int *side) {
  for (*side = 0; *side < 2; ++*side) {
    const PredicateRow *row = find_predicate(compare, *side == 0);
    if (row && same_value(m, chosen, mlirOperationGetOperand(compare, *side)) &&
        same_value(m, other, mlirOperationGetOperand(compare, 1 - *side)))
      return row;
  }
  return NULL;
}

static bool match_select(Matcher *m, MlirOperation op, DmmForm *form) {
  if (!dmm_op_is(op, "arith.select"))
    return false;
  MlirOperation compare = definition(mlirOperationGetOperand(op, 0));
  MlirValue chosen = mlirOperationGetOperand(op, 1);
  MlirValue other = mlirOperationGetOperand(op, 2);
  int side;
  const PredicateRow *row =
      compare.ptr ? find_choice(m, compare, chosen, other, &side) : NULL;
  if (!row)
    return false;
  bool is_float = dmm_op_is(compare, "arith.cmpf");
  bool keeps = is_target(m, chosen); // where the comparison holds
  MlirValue term = keeps ? other : chosen;
  if ((keeps && is_float) || !is_target(m, keeps ? chosen : other) ||
      !is_term(m, term))
    return false;
  form->kind = is_float ? DMM_FORM_SELECT : DMM_FORM_OPERATION;
  form->combine = row->combine;
  return add_term(m, term, form) &&
         add_term(m, mlirOperationGetOperand(compare, keeps ? 1 - side : side),
                  form);
}

//===----------------------------------------------------------------------===//
// The form
//===----------------------------------------------------------------------===//

/// Kinds that have a neutral element of the type and entries in the runtime.
static bool type_is_served(MlirType type, const DmmForm *form) {
  bool bitwise = form->combine == DMM_KIND_AND ||
                 form->combine == DMM_KIND_OR || form->combine == DMM_KIND_XOR;
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1)
    return bitwise;
  return dmm_element_suffix(type) != NULL;
}

bool dmm_reduction_form(const DmmPlan *plan, int statement, DmmForm *form) {
  const DmmStatement *s = &plan->statements[statement];
  Matcher m = {plan, s, dmm_statement_write(s)};
  MlirOperation store = {(void *)s->ir};
  MlirValue value = mlirOperationGetOperand(store, 0);
  MlirOperation op = definition(value);
  *form = (DmmForm){0};
  bool matches =
      op.ptr && (match_operation(&m, op, form) || match_select(&m, op, form)) &&
      type_is_served(mlirValueGetType(value), form);
  if (!matches)
    form->kind = DMM_FORM_NONE;
  return matches;
}
