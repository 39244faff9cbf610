// Temporaries: a copy for each partition where the values stay in one iteration
// of the distributed loops, one coordinate where they do not.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/private.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/private.mlir
// RUN: dmm-run %t/carried.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/carried.mlir
// RUN: dmm-run %t/unread.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/unread.mlir
// RUN: dmm-run %t/webs.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/webs.mlir
// RUN: dmm-run %t/constant.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/constant.mlir
// RUN: dmm-run %t/requested.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/requested.mlir

//--- private.mlir
// An accumulator of one row, written where the row's result is.
// CHECK: local2: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK-NOT: transpose local2
// CHECK: for i0 = max(0, lo0) to min(10, hi0):
// CHECK: check: ok (exact)
func.func @private(%a: memref<10x7xf64>, %y: memref<10xf64>) {
  %zero = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<f64>
  affine.for %i = 0 to 10 {
    affine.store %zero, %t[] : memref<f64>
    affine.for %j = 0 to 7 {
      %0 = affine.load %a[%i, %j] : memref<10x7xf64>
      %1 = affine.load %t[] : memref<f64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %t[] : memref<f64>
    }
    %3 = affine.load %t[] : memref<f64>
    affine.store %3, %y[%i] : memref<10xf64>
  }
  return
}

//--- carried.mlir
// The value of one iteration is read in the next: one home.
// CHECK: local2: f64, local
// CHECK-NEXT: axis 0: pinned at 0
// CHECK: transpose local2 over axis 0
// CHECK: check: ok (exact)
func.func @carried(%x: memref<10xf64>, %y: memref<10xf64>) {
  %zero = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<f64>
  affine.store %zero, %t[] : memref<f64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %t[] : memref<f64>
    affine.store %0, %y[%i] : memref<10xf64>
    %1 = affine.load %x[%i] : memref<10xf64>
    affine.store %1, %t[] : memref<f64>
  }
  return
}

//--- unread.mlir
// Iterations whose value nobody reads run nowhere.
// CHECK: local2: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK: simulation: ok
// CHECK: check: ok (exact)
#below = affine_set<(d0) : (6 - d0 >= 0)>
func.func @unread(%x: memref<10xf64>, %y: memref<7xf64>) {
  %t = memref.alloc() : memref<f64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    affine.if #below(%i) {
      %1 = affine.load %t[] : memref<f64>
      affine.store %1, %y[%i] : memref<7xf64>
    }
  }
  return
}

//--- requested.mlir
// A layout that the user asks for is kept.
// CHECK: local1: 1xf64, local
// CHECK-NEXT: axis 0: dim 0 sharded
// CHECK: check: ok (exact)
func.func @requested(%x: memref<6xf64>) {
  %t = memref.alloc() {dmm.layout = #dmm.layout<[{dim = 0 : i64, block = 2 : i64, extent = 2 : i64, offset = 1 : i64}]>} : memref<1xf64>
  affine.for %i = 0 to 6 {
    %0 = affine.load %x[%i] : memref<6xf64>
    affine.store %0, %t[0] : memref<1xf64>
    %1 = affine.load %t[0] : memref<1xf64>
    affine.store %1, %x[%i] : memref<6xf64>
  }
  return
}

//--- webs.mlir
// A cell of two nests: each of its writes follows the reads of its own nest.
// CHECK: local2: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK-NOT: transpose local2
// CHECK: check: ok (exact)
func.func @webs(%x: memref<10xf64>, %y: memref<10xf64>) {
  %t = memref.alloc() : memref<f64>
  affine.for %i = 0 to 10 {
    %0 = affine.load %x[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %y[%i] : memref<10xf64>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %y[%i] : memref<10xf64>
    affine.store %0, %t[] : memref<f64>
    %1 = affine.load %t[] : memref<f64>
    affine.store %1, %x[%i] : memref<10xf64>
  }
  return
}

//--- constant.mlir
// What is computed once, from what all partitions have, is computed by all.
// CHECK: local2: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK: local3: f64, local
// CHECK-NEXT: axis 0: replicated
// CHECK-NOT: transpose
// CHECK: check: ok (exact)
func.func @constant(%alpha: f64, %x: memref<10xf64>) {
  %s = memref.alloc() : memref<f64>
  %t = memref.alloc() : memref<f64>
  %0 = arith.mulf %alpha, %alpha : f64
  affine.store %0, %s[] : memref<f64>
  %1 = affine.load %s[] : memref<f64>
  %2 = arith.addf %1, %alpha : f64
  affine.store %2, %t[] : memref<f64>
  affine.for %i = 0 to 10 {
    %3 = affine.load %x[%i] : memref<10xf64>
    %4 = affine.load %t[] : memref<f64>
    %5 = arith.mulf %3, %4 : f64
    affine.store %5, %x[%i] : memref<10xf64>
  }
  return
}
