// A shift along one axis whose cells on the other one grow faster than the
// block.
//
// RUN: dmm-run %s --entry f --grid 2x1 --check --simulate | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)
func.func @f(%s: memref<i32>, %x: memref<4x7x8xi32>) {
  affine.for %i = 0 to 2 {
    %0 = affine.load %x[%i, 5 * %i, 5 * %i + 2] : memref<4x7x8xi32>
    %1 = affine.load %s[] : memref<i32>
    %2 = arith.xori %0, %1 : i32
    affine.store %2, %x[%i + 2, %i + 1, %i + 1] : memref<4x7x8xi32>
  }
  return
}
