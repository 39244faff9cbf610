//===- simulation.h - The parts of the plan simulator ---------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the simulator, whose face is simulate.h:
//
//   simulate_check.c      refuses plans that are not consistent in themselves
//   simulate_expr.c       expressions made ready for quick evaluation
//   simulate_program.c    trees flattened to programs, and running them
//   simulate_prepare.c    statements and messages made ready to run
//   simulate_instances.c  the table of statement instances
//   simulate_memory.c     buffers and where array elements lie in them
//   simulate_sequential.c the sequential run
//   simulate_message.c    executing one message
//   simulate_reduce.c     partial sums, and the messages that combine them
//   simulate_network.c    what crosses partitions, and the clocks
//   simulate_region.c     executing one root region
//   simulate_text.c       what goes wrong, in words
//   simulate.c            the distributed run, and the comparison
//
// A version is a number. 0 is undefined; then come the initial values of the
// arrays, element by element; then the instances of the statements, in the
// order in which the sequential run meets them, statement by statement; then
// what the root regions write, region by region and element by element. So a
// version tells exactly what it names.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_PLAN_SIMULATION_H
#define DMM_PLAN_SIMULATION_H

#include "Plan/simulate.h"
#include "Runtime/port.h"
#include "Runtime/schedule.h"

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

typedef struct SimTerm {
  int var;
  int64_t factor;
} SimTerm;

/// constant + sum of factor * var; or, if `general` is not empty, that.
typedef struct SimExpr {
  int64_t constant;
  SimTerm *terms;
  int nterms;
  DmmExpr general;
} SimExpr;

typedef struct SimExprs {
  SimExpr *items;
  int n;
} SimExprs;

SimExpr dmm_sim_expr(DmmArena *arena, int nvars, DmmExpr expr);
SimExprs dmm_sim_exprs(DmmArena *arena, int nvars, DmmExprList list);

static inline int64_t dmm_sim_eval(const SimExpr *expr, const int64_t *vars) {
  if (expr->general.n)
    return dmm_expr_eval(expr->general.code, expr->general.n, vars);
  int64_t result = expr->constant;
  for (int i = 0; i < expr->nterms; ++i)
    result += expr->terms[i].factor * vars[expr->terms[i].var];
  return result;
}

/// The largest or smallest value of a list that is not empty.
int64_t dmm_sim_max(const SimExprs *list, const int64_t *vars);
int64_t dmm_sim_min(const SimExprs *list, const int64_t *vars);

/// Whether all values are >= 0.
bool dmm_sim_holds(const SimExprs *list, const int64_t *vars);

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

typedef enum SimOp {
  SIM_LOOP, ///< enter a loop, or jump to `target`, past it
  SIM_NEXT, ///< advance the loop; jump to `target`, its body, or leave
  SIM_GUARD,
  SIM_STATEMENT,
  SIM_MESSAGE,
  SIM_ROOT, ///< a root region
  SIM_END,
} SimOp;

typedef struct SimInstruction {
  SimOp op;
  int id; ///< statement, message or region
  int target;
  int var;        ///< of the loop
  int64_t step;   ///< of the loop
  int limit;      ///< which of the cursor's limits the loop uses
  SimExprs lower; ///< of the loop, or the conditions of the guard
  SimExprs upper; ///< of the loop
  const int *ivs; ///< leaves: variables of the loops around, outermost first
  int nivs;
} SimInstruction;

typedef struct SimProgram {
  SimInstruction *code;
  int length;
  int nlimits;
} SimProgram;

/// Where one partition is in a program.
typedef struct SimCursor {
  int pc;
  int64_t *vars;
  int64_t *limits;
} SimCursor;

SimProgram dmm_sim_flatten(DmmArena *arena, const DmmPlan *plan,
                           const DmmNode *tree);

/// Goes on to the next leaf or the end. The cursor stays there: add 1 to its pc
/// when it is done with.
const SimInstruction *dmm_sim_advance(const SimProgram *program,
                                      SimCursor *cursor);

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

typedef uint32_t SimVersion;
enum { SIM_UNDEFINED = 0 };

/// The instances of one statement, numbered in sequential order.
typedef struct SimInstances {
  int64_t count, filled;
  uint64_t *keys;       ///< by instance: the mixed loop indices
  uint32_t *slots;      ///< open addressing: instance + 1, or 0
  uint64_t mask;        ///< number of slots - 1
  SimVersion *reads;    ///< by instance and read: what is seen
  uint32_t *executions; ///< by instance: partitions that ran it
  int64_t hint;         ///< the instance to try first
} SimInstances;

uint64_t dmm_sim_key(const int *ivs, int n, const int64_t *vars);

/// Room for `count` instances with `nreads` reads each.
void dmm_sim_instances_init(DmmArena *arena, SimInstances *instances,
                            int64_t count, int nreads);

/// Adds the next instance and returns its number.
int64_t dmm_sim_instances_add(SimInstances *instances, uint64_t key);

/// The instance with this key, or -1.
int64_t dmm_sim_instances_find(SimInstances *instances, uint64_t key);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Where element x lies: at the sum over the dimensions of
/// (scale * x + shift) * stride, if each scale * x + shift is in [first,
/// bound).
typedef struct SimViewDim {
  int64_t scale, shift, first, bound, stride;
} SimViewDim;

typedef struct SimView {
  SimVersion *data; ///< null where the partition holds nothing of the array
  int rank;
  SimViewDim *dims;
} SimView;

typedef struct SimPartition {
  SimCursor cursor;
  int64_t *coords;
  SimVersion **buffers; ///< by buffer
  SimView *homes;       ///< by array: the block
  SimView *ghosted;     ///< by array: the block and the ghosts around it
  SimView *received;    ///< by message, see dmm_sim_received
  int64_t instances;
  bool knows_scalars; ///< every scalar argument has arrived
} SimPartition;

/// A half-open box of global indices.
typedef struct SimRegion {
  int64_t *lo, *hi;
} SimRegion;

/// The place of element x, or -1.
static inline int64_t dmm_sim_index(const SimView *view, const int64_t *x) {
  if (!view->data)
    return -1;
  int64_t index = 0;
  for (int d = 0; d < view->rank; ++d) {
    const SimViewDim *dim = &view->dims[d];
    int64_t local = dim->scale * x[d] + dim->shift;
    if (local < dim->first || local >= dim->bound)
      return -1;
    index += local * dim->stride;
  }
  return index;
}

//===----------------------------------------------------------------------===//
// The simulation
//===----------------------------------------------------------------------===//

typedef struct SimAccess {
  const DmmAccess *access;
  SimExprs subscripts;
} SimAccess;

typedef struct SimStatement {
  const DmmStatement *statement;
  SimAccess *accesses;
  int naccesses, nreads;
  SimExprs cells;     ///< for each grid axis
  uint32_t replicas;  ///< partitions that the map puts each instance on
  SimVersion version; ///< of the first instance
  SimInstances instances;
} SimStatement;

typedef struct SimRegionRun {
  SimVersion *versions;  ///< by use: of the first element, 0 if only read
  SimVersion **expected; ///< by use: the contents that are seen
  bool ran;              ///< in the distributed run
} SimRegionRun;

typedef struct SimMessage {
  const DmmMessage *message;
  int64_t nmembers;
  int64_t *members; ///< ranks of a group's members less that of its first one
  SimExpr *origins;
  SimExprs *lower, *upper; ///< for each dimension
  SimExprs guards;
  SimExprs owner;       ///< for each axis of the group
  DmmStaging staging;   ///< with a network
  double element_bytes; ///< with a network
} SimMessage;

/// A transfer of the message that is being executed, between two members of a
/// group.
typedef struct SimTransfer {
  int64_t from, to; ///< ranks in the group
  int64_t words;
  int level;
  double arrival_ns;
  int64_t turn; ///< of the sender and of the receiver
} SimTransfer;

/// In which order the members of a group post and receive.
typedef enum SimFlow {
  SIM_FLOW_DIRECT,   ///< all that they send, then all that they receive
  SIM_FLOW_SIDES,    ///< the same, to the first coordinate first
  SIM_FLOW_IN_ORDER, ///< one transfer after the other, as they were counted
} SimFlow;

typedef struct Sim {
  const DmmPlan *plan;
  const int64_t *params;
  DmmArena *arena;
  DmmSimulation *result;
  SimProgram source, spmd;
  SimStatement *statements;
  SimMessage *messages;
  SimRegionRun *regions;
  SimVersion *initial; ///< by array: version of its first element's contents
  SimView *sequential; ///< by array: the memory of the sequential run
  SimView *whole;      ///< by array: the whole form at the root
  SimView *given;      ///< by array: what all partitions are given of one that
                       ///< is resident; at the end, what they have of it
  bool *gathered;      ///< by array
  int64_t npartitions;
  SimPartition *partitions;
  const DmmNetwork *network; ///< null: there are no clocks
  double *clock_ns;          ///< by partition: its time
  DmmPort *ports;            ///< by partition
  SimTransfer *transfers;    ///< of the message that is being executed
  size_t ntransfers, room_for_transfers;
  int64_t *subscripts; ///< room for the subscripts of one access
  SimRegion owned, box;
} Sim;

/// Notes what went wrong, unless something did before. Returns false.
bool dmm_sim_fail(Sim *sim, DmmLoc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// simulate_check.c: whether the plan and its programs are consistent; else
/// notes why not. The plan's tables are checked before anything is built from
/// them.
bool dmm_sim_check_plan(Sim *sim);
bool dmm_sim_check_programs(Sim *sim);

/// simulate_prepare.c: fills the statements, the messages and the programs.
void dmm_sim_prepare(Sim *sim);

/// simulate_memory.c: makes the memory of the sequential run and the whole
/// forms, with their initial versions; the partitions, with undefined buffers.
bool dmm_sim_make_arrays(Sim *sim);
void dmm_sim_make_partitions(Sim *sim);

/// A cursor at the start of the program, where the parameters have values.
SimCursor dmm_sim_cursor(const Sim *sim, const SimProgram *program);

/// Where a partition holds the elements that message `id` brings, with the
/// origin of the box at the partition's present loop indices.
const SimView *dmm_sim_received(const Sim *sim, const SimPartition *partition,
                                int id);

/// The part of `array` that a partition owns; false if none. What lies past the
/// end of a cut dimension, in the block's padding, counts with `padding`.
bool dmm_sim_owned(const Sim *sim, int array, const SimPartition *partition,
                   bool padding, SimRegion region);

/// Copies a region that is not empty. On failure, the run of elements that one
/// of the views does not hold starts at the simulation's `subscripts`.
bool dmm_sim_copy_region(const Sim *sim, const SimView *dst, const SimView *src,
                         SimRegion region);

/// Moves the block of a resident array that partition `rank` has, if any, `in`
/// from what is given, or back.
bool dmm_sim_move_resident(Sim *sim, int array, int64_t rank, bool in);

/// Writes the subscripts of an access.
static inline void dmm_sim_subscripts(const SimAccess *access,
                                      const int64_t *vars, int64_t *x) {
  for (int d = 0; d < access->subscripts.n; ++d)
    x[d] = dmm_sim_eval(&access->subscripts.items[d], vars);
}

/// simulate_sequential.c: runs the source tree; fills the tables of instances
/// and the sequential memory.
bool dmm_sim_run_sequential(Sim *sim);

/// simulate_region.c: gives what region `id` writes versions from `next` on,
/// and returns the first one after; runs it in the sequential run; on the whole
/// forms at the root.
int64_t dmm_sim_number_region(Sim *sim, int id, int64_t next);
void dmm_sim_region_sequential(Sim *sim, int id);
bool dmm_sim_region(Sim *sim, int id);

/// Whether the version is one that a region wrote; then appends its name.
bool dmm_sim_put_region_version(const Sim *sim, SimVersion version,
                                DmmText *text);

/// simulate_message.c: executes message `id` in the group whose first member
/// has rank `leader`.
bool dmm_sim_message(Sim *sim, int id, int64_t leader);

/// simulate_network.c: makes the clocks, and finds the stages of all messages.
void dmm_sim_make_clocks(Sim *sim);

/// simulate_network.c: notes that member `from` of a group has words for
/// another one; then sends what was noted since the last call, as the flow says
/// or in stages, counts it, and lets the clocks go on.
void dmm_sim_transfer(Sim *sim, int64_t from, int64_t to, int64_t words);
void dmm_sim_flow(Sim *sim, int id, int64_t leader, SimFlow flow);

/// simulate_network.c: counts and times a broadcast, a reduce or an all_reduce
/// of the words.
void dmm_sim_tree(Sim *sim, int id, int64_t leader, DmmScheduleKind kind,
                  int64_t root, int64_t words);

/// simulate_network.c: sends the words from member to member: counts them, and
/// returns their transfer; receives it.
SimTransfer dmm_sim_post(Sim *sim, int id, int64_t leader, int64_t from,
                         int64_t to, int64_t words);
void dmm_sim_receive(Sim *sim, int id, int64_t leader, const SimTransfer *t);

/// simulate_schedule.c: what a collective in stages carries. Of a tree, words
/// for all; else what was noted.
void dmm_sim_run_schedule(Sim *sim, int id, int64_t leader,
                          DmmScheduleKind kind, int64_t root, int64_t words);

/// simulate_reduce.c: the member that owns what message `id` brings, or gets
/// what it combines, or -1.
int64_t dmm_sim_owner(const Sim *sim, int id, int64_t leader);

/// simulate_reduce.c: the same for messages that combine partial sums; what a
/// statement's instance of this version writes over `old`; whether a statement
/// only adds to what it reads there.
bool dmm_sim_reduce(Sim *sim, int id, int64_t leader);
SimVersion dmm_sim_written(const DmmStatement *statement, SimVersion version,
                           SimVersion old);
bool dmm_sim_is_partial(const DmmStatement *statement, const DmmAccess *access);

/// simulate_text.c: appends loop indices, " (t = 1, i = 4)"; a partition,
/// "partition (0, 2)"; an array element, "A[3, 4]", by its subscripts or by its
/// number in row-major order; a statement instance by its number, "S0 (i = 4)";
/// what a version names, "the value written by S0 (i = 4)".
void dmm_sim_put_ivs(const Sim *sim, const int *ivs, int n, const int64_t *vars,
                     DmmText *text);
void dmm_sim_put_partition(const Sim *sim, const SimPartition *partition,
                           DmmText *text);
void dmm_sim_put_element(const Sim *sim, int array, const int64_t *x,
                         DmmText *text);
void dmm_sim_put_number(const Sim *sim, int array, int64_t element,
                        DmmText *text);
void dmm_sim_put_instance(const Sim *sim, int statement, int64_t number,
                          DmmText *text);
void dmm_sim_put_version(const Sim *sim, SimVersion version, DmmText *text);

/// Notes the text as what went wrong, frees it and returns false.
bool dmm_sim_fail_text(Sim *sim, DmmLoc loc, DmmText *text);

#endif // DMM_PLAN_SIMULATION_H
