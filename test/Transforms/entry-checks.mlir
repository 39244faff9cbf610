// What a program checks before anything runs: that its arrays are large enough
// for the sizes and integers that it is given, and that its arguments do not
// overlap.
//
// RUN: dmm-opt %s --dmm-lower-affine=grid=3 | FileCheck %s
// RUN: dmm-opt %s --dmm-compile=grid=3 | FileCheck %s --check-prefix=RUNTIME --implicit-check-not='{{(dmm[.]|cf.assert)}}'
// RUN: dmm-run %s --entry scale --grid 3 --dump-plan --arg 0=4 --arg 1=4x5 --arg 2=8 | FileCheck %s --check-prefix=PLAN

// As large as needed, larger, and not needed at all.
// RUN: dmm-run %s --entry scale --grid 1 --check --arg 0=4 --arg 1=4x5 --arg 2=8
// RUN: dmm-run %s --entry scale --grid 3 --check --simulate --arg 0=4 --arg 1=4x5 --arg 2=8
// RUN: dmm-run %s --entry scale --grid 2x2 --check --arg 0=4 --arg 1=6x7 --arg 2=20
// RUN: dmm-run %s --entry scale --grid 3 --check --arg 0=0 --arg 1=0x0 --arg 2=0
// RUN: dmm-run %s --entry scale --grid 3 --check --arg 0=-3 --arg 1=2x0 --arg 2=0
// RUN: dmm-run %s --entry scale --grid 3 --check --arg 0=9 --arg 1=9x0 --arg 2=0

// Too small by one; the sequential program is not run then.
// RUN: not dmm-run %s --entry scale --grid 1 --check --arg 0=4 --arg 1=3x5 --arg 2=8 | FileCheck %s --check-prefix=ROWS
// RUN: not dmm-run %s --entry scale --grid 3 --check --arg 0=4 --arg 1=3x5 --arg 2=8 | FileCheck %s --check-prefix=ROWS
// RUN: not dmm-run %s --entry scale --grid 2x2 --check --arg 0=4000000 --arg 1=3x5 --arg 2=8 | FileCheck %s --check-prefix=ROWS
// RUN: not dmm-run %s --entry scale --grid 1 --arg 0=4 --arg 1=4x5 --arg 2=7 | FileCheck %s --check-prefix=SHIFT
// RUN: not dmm-run %s --entry scale --grid 3 --arg 0=4 --arg 1=4x5 --arg 2=7 | FileCheck %s --check-prefix=SHIFT
// RUN: not dmm-run %s --entry scale --grid 2x2 --arg 0=4 --arg 1=4x5 --arg 2=7 | FileCheck %s --check-prefix=SHIFT
// ROWS: FAILED: partition ({{.*}}), before its first message: the access at {{.*}}entry-checks.mlir:[[#]]:{{[0-9]+}} runs outside of argument 1: the array is smaller than the program assumes for the sizes and integers that it is given
// SHIFT: entry-checks.mlir:[[#]]:{{[0-9]+}} runs outside of argument 2: the array is smaller

// PLAN: requires:
// PLAN-NEXT: not {{.*}}, or an access leaves arg1 ({{.*}}entry-checks.mlir:[[#]]
// PLAN-NEXT: not {{.*}}, or an access leaves arg2 ({{.*}}entry-checks.mlir:[[#]]
// PLAN-NEXT: loops:

// CHECK-DAG: #[[FEW_ROWS:.*]] = affine_set<()[s0, s1, s2] : (s0 - s1 - 1 >= 0, s2 - 1 >= 0)>
// CHECK-DAG: #[[SHORT:.*]] = affine_set<()[s0, s1, s2] : (s0 - 1 >= 0, s1 - 1 >= 0, s0 + s1 - s2 - 2 >= 0)>
// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[N:.*]]: i32, %[[A:.*]]: memref<?x?xf64> {dmm.written}, %[[B:.*]]: memref<?xf64> {dmm.read}, %{{.*}}: memref<4xf64>) attributes {dmm.spmd}
// CHECK: %[[DIM0:.*]] = memref.dim %[[A]], %c0 : memref<?x?xf64>
// CHECK: %[[DIM1:.*]] = memref.dim %[[A]], %c1 : memref<?x?xf64>
// CHECK: %[[ASKED:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: affine.if #[[FEW_ROWS]]()[%[[ASKED]], %[[DIM0]], %[[DIM1]]] {
// CHECK-NEXT: %[[NEVER:.*]] = arith.constant false
// CHECK-NEXT: cf.assert %[[NEVER]], "the access at {{.*}}entry-checks.mlir:[[#]]:{{[0-9]+}} runs outside of argument 1: the array is smaller
// CHECK: affine.if #[[SHORT]]()
// CHECK: cf.assert
// CHECK-NOT: cf.assert
// CHECK: dmm.coord

// RUNTIME-LABEL: func.func @scale(
// RUNTIME-SAME: %[[N:.*]]: i32, %[[A:.*]]: memref<?x?xf64>, %[[B:.*]]: memref<?xf64>, %{{.*}}: memref<4xf64>)
// RUNTIME: %[[META:.*]] = memref.cast %{{.*}} : memref<{{.*}}xi64> to memref<?xi64>
// RUNTIME-NEXT: call @dmm_rt_enter(%[[META]])
// RUNTIME-NEXT: %[[A_CAST:.*]] = memref.cast %[[A]] : memref<?x?xf64> to memref<*xf64>
// RUNTIME-NEXT: %[[ONE:.*]] = arith.constant 1 : i64
// RUNTIME-NEXT: %[[YES:.*]] = arith.constant 1 : i64
// RUNTIME-NEXT: call @dmm_rt_argument_f64(%[[A_CAST]], %[[ONE]], %[[YES]])
// RUNTIME-NEXT: %[[B_CAST:.*]] = memref.cast %[[B]] : memref<?xf64> to memref<*xf64>
// RUNTIME-NEXT: %[[TWO:.*]] = arith.constant 2 : i64
// RUNTIME-NEXT: %[[NO:.*]] = arith.constant 0 : i64
// RUNTIME-NEXT: call @dmm_rt_argument_f64(%[[B_CAST]], %[[TWO]], %[[NO]])
// RUNTIME-NEXT: call @dmm_rt_check_arguments(%[[META]])
// RUNTIME: scf.if
// RUNTIME: %[[FALSE:.*]] = arith.extui
// RUNTIME: call @dmm_rt_assert(%[[FALSE]], %{{.*}}) : (i64, memref<?xi64>) -> ()
func.func @scale(%n: i32, %a: memref<?x?xf64>, %b: memref<?xf64>, %unused: memref<4xf64>) {
  %c1 = arith.constant 1 : index
  %rows = arith.index_cast %n : i32 to index
  %columns = memref.dim %a, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to %columns {
      %0 = affine.load %a[%i, %j] : memref<?x?xf64>
      %1 = affine.load %b[%i + %columns - 1] : memref<?xf64>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %a[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// Nothing is written beside another argument: no check of overlap. Sizes that
// come from the array itself, or are static, are right: no assertion.
// CHECK-LABEL: func.func @alone(
// CHECK-SAME: memref<?xf64> {dmm.written})
// CHECK-NOT: cf.assert
// CHECK-LABEL: func.func @strided(
// RUNTIME-LABEL: func.func @alone(
// RUNTIME-NOT: dmm_rt_argument
// RUNTIME-NOT: dmm_rt_assert
// RUNTIME-LABEL: func.func @strided(
func.func @alone(%x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %0 = affine.load %x[%i] : memref<?xf64>
    %1 = arith.addf %0, %0 : f64
    affine.store %1, %x[%i] : memref<?xf64>
  }
  return
}

// Elements of an argument with open strides may lie at the same place.
// RUNTIME: call @dmm_rt_argument_f64
// RUNTIME-NEXT: call @dmm_rt_check_arguments
func.func @strided(%x: memref<4xf64, strided<[?], offset: ?>>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %x[%i] : memref<4xf64, strided<[?], offset: ?>>
    %1 = arith.addf %0, %0 : f64
    affine.store %1, %x[%i] : memref<4xf64, strided<[?], offset: ?>>
  }
  return
}

// Steps, a local array, and a negative subscript.
// RUN: dmm-run %s --entry steps --grid 3 --check --arg 0=10 --arg 1=10
// RUN: dmm-run %s --entry steps --grid 3 --check --arg 0=12 --arg 1=10
// RUN: not dmm-run %s --entry steps --grid 3 --arg 0=13 --arg 1=20 | FileCheck %s --check-prefix=LOCAL
// RUN: not dmm-run %s --entry steps --grid 3 --arg 0=10 --arg 1=9 | FileCheck %s --check-prefix=STEPS
// LOCAL: runs outside of the array allocated at {{.*}}entry-checks.mlir:[[#]]:{{[0-9]+}}: the program makes a subscript below 0 for the sizes and integers that it is given
// STEPS: runs outside of argument 1: the array is smaller
func.func @steps(%n: index, %x: memref<?xf32>) {
  %t = memref.alloc() : memref<10xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 10 {
    affine.store %zero, %t[%i] : memref<10xf32>
  }
  affine.for %i = 0 to %n step 3 {
    %0 = affine.load %x[%i] : memref<?xf32>
    affine.store %0, %t[9 - %i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 step 3 {
    %0 = affine.load %t[%i] : memref<10xf32>
    affine.store %0, %x[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<10xf32>
  return
}

// Either end of one access.
// RUN: dmm-run %s --entry ends --grid 3 --check --arg 0=-2 --arg 1=12
// RUN: dmm-run %s --entry ends --grid 3 --check --arg 0=0 --arg 1=10
// RUN: not dmm-run %s --entry ends --grid 3 --arg 0=-3 --arg 1=12 | FileCheck %s --check-prefix=BELOW
// RUN: not dmm-run %s --entry ends --grid 3 --arg 0=-3 --arg 1=1 | FileCheck %s --check-prefix=BELOW
// RUN: not dmm-run %s --entry ends --grid 3 --arg 0=1 --arg 1=10 | FileCheck %s --check-prefix=BEYOND
// RUN: dmm-run %s --entry ends --grid 3 --arg 0=0 --arg 1=10 --dump-plan | FileCheck %s --check-prefix=ENDS
// BELOW: the access at {{.*}}entry-checks.mlir:[[#]]:{{[0-9]+}} runs outside of argument 1: the program makes a subscript below 0 for the sizes and integers that it is given
// BEYOND: the access at {{.*}}entry-checks.mlir:[[#]]:{{[0-9]+}} runs outside of argument 1: the array is smaller than the program assumes for the sizes and integers that it is given
// ENDS: requires:
// ENDS-NEXT: not {{.*}}, or an access leaves arg1 below 0 (
// ENDS-NEXT: not {{.*}}, or an access leaves arg1 (
// ENDS-NEXT: loops:
func.func @ends(%n: index, %x: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 2 to 10 {
    affine.store %zero, %x[%i + symbol(%n)] : memref<?xf32>
  }
  return
}
