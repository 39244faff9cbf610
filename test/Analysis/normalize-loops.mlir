// Values that loops carry from one iteration to the next are kept in cells.
//
// RUN: dmm-opt %s --dmm-distribute=grid=1 | FileCheck %s
// RUN: %check_run %s --entry swap --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry zero --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry nested --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry step_max --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry max_index --grids 1,3,2x2 --distributed 0 --anywhere

// A value that is carried on in the place of another outlives its cell.
// CHECK-LABEL: func.func @swap(
// CHECK-DAG: %[[X0:.*]] = arith.constant 1.0
// CHECK-DAG: %[[Y0:.*]] = arith.constant 2.0
// CHECK: affine.store %[[X0]], %[[X:.*]][] : memref<f64>
// CHECK: affine.store %[[Y0]], %[[Y:.*]][] : memref<f64>
// CHECK: affine.for %{{.*}} = 0 to 12 {
// CHECK: %[[XI:.*]] = affine.load %[[X]][]
// CHECK: affine.store %[[XI]], %[[OLD:.*]][]
// CHECK: %[[YI:.*]] = affine.load %[[Y]][]
// CHECK: affine.store %[[YI]], %[[X]][]
// CHECK: %[[XO:.*]] = affine.load %[[OLD]][]
// CHECK: affine.store %[[XO]], %[[Y]][]
// CHECK: }
// CHECK: affine.load %[[X]][]
// CHECK: affine.load %[[Y]][]
func.func @swap(%b: memref<12xf64>) {
  %z = arith.constant 1.0 : f64
  %o = arith.constant 2.0 : f64
  %r:2 = affine.for %i = 0 to 12 iter_args(%x = %z, %y = %o) -> (f64, f64) {
    affine.store %x, %b[%i] : memref<12xf64>
    affine.yield %y, %x : f64, f64
  }
  affine.store %r#0, %b[3] : memref<12xf64>
  affine.store %r#1, %b[4] : memref<12xf64>
  return
}

// Loops that do not run hand on the initial value.
// CHECK-LABEL: func.func @zero(
func.func @zero(%a: memref<12xf64>, %b: memref<12xf64>) {
  affine.for %j = 0 to 12 {
    %z = affine.load %a[%j] : memref<12xf64>
    %r = affine.for %i = 0 to affine_map<(d0) -> (d0 - 5)>(%j) iter_args(%x = %z) -> f64 {
      %v = affine.load %a[%i] : memref<12xf64>
      %s = arith.addf %x, %v : f64
      affine.yield %s : f64
    }
    affine.store %r, %b[%j] : memref<12xf64>
  }
  return
}

// CHECK-LABEL: func.func @nested(
func.func @nested(%a: memref<8x9xf64>, %b: memref<9xf64>) {
  %z = arith.constant 0.5 : f64
  %t = affine.for %i = 0 to 8 iter_args(%x = %z) -> f64 {
    %u = affine.for %j = 0 to 9 step 2 iter_args(%y = %x) -> f64 {
      %v = affine.load %a[%i, %j] : memref<8x9xf64>
      %s = arith.mulf %y, %v : f64
      %q = arith.addf %s, %z : f64
      affine.store %q, %b[%j] : memref<9xf64>
      affine.yield %q : f64
    }
    %w = arith.addf %u, %x : f64
    affine.yield %w : f64
  }
  affine.store %t, %b[1] : memref<9xf64>
  return
}

// With a step, each lower bound has its own loop, where it is the greatest.
// CHECK-LABEL: func.func @step_max(
// CHECK: affine.if
// CHECK-NEXT: affine.for %{{.*}} = 3 to min {{.*}} step 3
// CHECK: affine.if
// CHECK-NEXT: affine.for %{{.*}} = #{{.*}} to min {{.*}} step 3
// CHECK: affine.if
// CHECK-NEXT: affine.for %{{.*}} = #{{.*}} to min {{.*}} step 3
func.func @step_max(%a: memref<40xf64>) {
  affine.for %i = 0 to 10 {
    affine.for %j = max affine_map<(d0) -> (3, d0 - 2, 2 * d0 - 9)>(%i) to min affine_map<(d0) -> (40, 3 * d0 + 4)>(%i) step 3 {
      %v = affine.load %a[%j] : memref<40xf64>
      %w = arith.addf %v, %v : f64
      affine.store %w, %a[%j] : memref<40xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @max_index(
func.func @max_index(%a: memref<20xf64>, %m: memref<1xindex>, %v: memref<1xf64>) {
  %c0 = arith.constant 0 : index
  %x0 = affine.load %a[0] : memref<20xf64>
  %r:2 = affine.for %i = 1 to 20 iter_args(%k = %c0, %x = %x0) -> (index, f64) {
    %y = affine.load %a[%i] : memref<20xf64>
    %g = arith.cmpf ogt, %y, %x : f64
    %nk = arith.select %g, %i, %k : index
    %nx = arith.select %g, %y, %x : f64
    affine.yield %nk, %nx : index, f64
  }
  affine.store %r#0, %m[0] : memref<1xindex>
  affine.store %r#1, %v[0] : memref<1xf64>
  return
}
