// affine.parallel becomes nested loops, its reductions cells that start neutral.
//
// RUN: dmm-opt %s --dmm-distribute=grid=1 | FileCheck %s
// RUN: %check_run %s --entry par --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry par_minmax --grids 1,3,2x2 --distributed 0 --anywhere
// RUN: %check_run %s --entry par_zero --grids 1,3,2x2 --distributed 0 --anywhere

// CHECK-LABEL: func.func @par(
// CHECK: affine.for %[[I:.*]] = 0 to 7 {
// CHECK-NEXT: affine.for %[[J:.*]] = 1 to 9 step 2 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: affine.store %[[ZERO]], %[[SUM:.*]][]
// CHECK: arith.constant 0xFFF0000000000000
// CHECK: arith.constant 0x7FF0000000000000
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: %[[V:.*]] = affine.load
// CHECK-NEXT: %[[S:.*]] = affine.load %[[SUM]][]
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[V]]
// CHECK-NEXT: affine.store %[[T]], %[[SUM]][]
// CHECK: arith.mulf
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK: arith.constant -1 : i32
// CHECK: arith.addi
// CHECK: arith.muli
// CHECK: arith.ori
// CHECK: arith.andi
func.func @par(%a: memref<7x9xf64>, %b: memref<7x9xf64>, %s: memref<4xf64>, %m: memref<9xi32>, %t: memref<4xi32>) {
  affine.parallel (%i, %j) = (0, 1) to (7, 9) step (1, 2) {
    %v = affine.load %a[%i, %j] : memref<7x9xf64>
    affine.store %v, %b[%i, %j] : memref<7x9xf64>
  }
  %r:4 = affine.parallel (%i, %j) = (0, 0) to (7, 9) reduce ("addf", "mulf", "maximumf", "minimumf") -> (f64, f64, f64, f64) {
    %v = affine.load %a[%i, %j] : memref<7x9xf64>
    affine.yield %v, %v, %v, %v : f64, f64, f64, f64
  }
  affine.store %r#0, %s[0] : memref<4xf64>
  affine.store %r#1, %s[1] : memref<4xf64>
  affine.store %r#2, %s[2] : memref<4xf64>
  affine.store %r#3, %s[3] : memref<4xf64>
  %q:4 = affine.parallel (%i) = (2) to (9) reduce ("addi", "muli", "ori", "andi") -> (i32, i32, i32, i32) {
    %v = affine.load %m[%i] : memref<9xi32>
    affine.yield %v, %v, %v, %v : i32, i32, i32, i32
  }
  affine.store %q#0, %t[0] : memref<4xi32>
  affine.store %q#1, %t[1] : memref<4xi32>
  affine.store %q#2, %t[2] : memref<4xi32>
  affine.store %q#3, %t[3] : memref<4xi32>
  return
}

// CHECK-LABEL: func.func @par_minmax(
// CHECK-NOT: affine.parallel
func.func @par_minmax(%a: memref<7x9xf64>) {
  affine.for %k = 0 to 9 {
    affine.parallel (%i, %j) = (max(0, %k - 3), max(%k, 2)) to (min(%k + 2, 7), 9) step (2, 3) {
      %v = affine.load %a[%i, %j] : memref<7x9xf64>
      %w = arith.addf %v, %v : f64
      affine.store %w, %a[%i, %j] : memref<7x9xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @par_zero(
func.func @par_zero(%s: memref<1xf64>) {
  %one = arith.constant 1.0 : f64
  %r = affine.parallel (%i) = (5) to (5) reduce ("addf") -> f64 {
    affine.yield %one : f64
  }
  affine.store %r, %s[0] : memref<1xf64>
  return
}
