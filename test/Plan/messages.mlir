// Where messages stand and what they bring, as the plan tells it.
//
// RUN: split-file %s %t
// RUN: dmm-run %t/reverse.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/reverse.mlir
// RUN: dmm-run %t/guarded.mlir --grid 3 --dump-plan --check --simulate 2>&1 | FileCheck %t/guarded.mlir
// RUN: dmm-run %t/merged.mlir --grid 2x2 --dump-plan --check --simulate 2>&1 | FileCheck %t/merged.mlir
// RUN: dmm-run %t/unbounded.mlir --grid 2x2 --opt strict-fp=true --dump-plan --check --simulate --arg 0=5 --arg 1=5x7 2>&1 | FileCheck %t/unbounded.mlir
// RUN: dmm-run %t/index.mlir --grid 3 --dump-plan --check --simulate --arg 0=2 --arg 1=7x7 2>&1 | FileCheck %t/index.mlir

//--- reverse.mlir
// A mirrored read of an array that the user did not mirror: each member's box is
// its own block, mirrored.
// CHECK: M0: transpose arg0 over axis 0
// CHECK: dim 0: [-hi0 + 36, -lo0 + 36), from -hi0 + 36
// CHECK: spmd:
// CHECK: M0: transpose
// CHECK-NEXT: for i0 = max(0, lo0) to min(36, hi0):
// CHECK: check: ok (exact)
#rows = #dmm.layout<[{dim = 0 : i64, block = 12 : i64, extent = 36 : i64}]>
func.func @reverse(%x: memref<36xf64> {dmm.layout = #rows}, %y: memref<36xf64> {dmm.layout = #rows}) {
  affine.for %i = 0 to 36 {
    %0 = affine.load %x[35 - %i] : memref<36xf64>
    affine.store %0, %y[%i] : memref<36xf64>
  }
  return
}

//--- guarded.mlir
// The element is written right before it is read, under the same condition: the
// message stands inside of the guard.
// CHECK: spmd:
// CHECK: for i0 = 0 to 8:
// CHECK-NEXT: if -i0 + 5 >= 0:
// CHECK: M0: transpose arg0
// CHECK: check: ok (exact)
#small = affine_set<(d0) : (5 - d0 >= 0)>
func.func @guarded(%x: memref<9xf64>, %y: memref<9xf64>) {
  %two = arith.constant 2.0 : f64
  affine.for %i = 0 to 8 {
    affine.if #small(%i) {
      %0 = affine.load %y[%i] : memref<9xf64>
      %1 = arith.mulf %0, %two : f64
      affine.store %1, %x[%i + 1] : memref<9xf64>
      %2 = affine.load %x[%i + 1] : memref<9xf64>
      affine.store %2, %y[8 - %i] : memref<9xf64>
    }
  }
  return
}

//--- merged.mlir
// Both reads over one axis share a halo; the other axis has its own, so that no
// corner is brought.
// CHECK: messages:
// CHECK: M0: halo arg0 over axis 0, dim 0, 1 below, 1 above
// CHECK: dim 1: [max(1, lo1), min(7, hi1))
// CHECK: M1: halo arg0 over axis 1, dim 1, 1 below, 1 above
// CHECK: dim 0: [max(1, lo0), min(7, hi0))
// CHECK-NOT: transpose arg
// CHECK: M2: scatter
// CHECK: check: ok (exact)
func.func @merged(%x: memref<8x8xf64>, %y: memref<8x8xf64>) {
  affine.for %i = 1 to 7 {
    affine.for %j = 1 to 7 {
      %0 = affine.load %x[%i - 1, %j] : memref<8x8xf64>
      %1 = affine.load %x[%i + 1, %j] : memref<8x8xf64>
      %2 = affine.load %x[%i, %j - 1] : memref<8x8xf64>
      %3 = affine.load %x[%i, %j + 1] : memref<8x8xf64>
      %4 = arith.addf %0, %1 : f64
      %5 = arith.addf %2, %3 : f64
      %6 = arith.addf %4, %5 : f64
      affine.store %6, %y[%i, %j] : memref<8x8xf64>
    }
  }
  return
}

//--- unbounded.mlir
// The pinned cell needs whole rows of unknown length, as it is to add them up in
// their order: the array's own size bounds the box.
// CHECK: transpose arg1 over axes 0, 1
// CHECK: check: ok (exact)
func.func @unbounded(%n: index, %x: memref<?x7xf64>, %s: memref<1xf64>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 7 {
      %0 = affine.load %s[0] : memref<1xf64>
      %1 = affine.load %x[%i, %j] : memref<?x7xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %s[0] : memref<1xf64>
    }
  }
  return
}

//--- index.mlir
// A row that an argument selects: the owner is known when the program runs.
// CHECK: transpose arg1 over axis 0
// CHECK: dim 0: {{.*}}p
// CHECK: check: ok (exact)
func.func @index(%k: index, %x: memref<?x7xf64> {dmm.split = [0, -1]}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %0 = affine.load %x[symbol(%k), %j] : memref<?x7xf64>
      %1 = affine.load %x[%i, %j] : memref<?x7xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %x[%i, %j] : memref<?x7xf64>
    }
  }
  return
}
