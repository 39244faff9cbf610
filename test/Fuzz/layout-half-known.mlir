// One size of %y is only known when the program runs. Along the other dimension
// %y is aligned to %x with an offset, in each pass alike.
//
// RUN: dmm-run %s --entry f --check --simulate --arg 1=2x3 | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)

module attributes {dmm.grid = array<i64: 2, 2>} {
func.func @f(%x: memref<3xi32>, %y: memref<2x?xi32>, %z: memref<i32>) {
  affine.for %i = 0 to 2 {
    %0 = affine.load %x[(%i - 2) mod 3] : memref<3xi32>
    %1 = affine.load %z[] : memref<i32>
    %2 = affine.load %y[%i, %i] : memref<2x?xi32>
    %3 = arith.addi %1, %2 : i32
    %4 = arith.addi %0, %3 : i32
    affine.store %4, %x[(%i - 2) mod 3] : memref<3xi32>
  }
  return
}
}
