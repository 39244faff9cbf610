// A sum over both axes whose result is cut along one of them and lies at one
// coordinate of the other: the other coordinates get nothing.
//
// RUN: dmm-run %s --grid 4x3 --check --simulate | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)

func.func @f(%x: memref<11x40x12xi32> {dmm.split = [0, 1, -1]},
             %s: memref<12xi32> {dmm.split = [1]}) {
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 40 {
      affine.for %k = 0 to 12 {
        %0 = affine.load %s[%k] : memref<12xi32>
        %1 = affine.load %x[%i, %j, %k] : memref<11x40x12xi32>
        %2 = arith.addi %0, %1 : i32
        affine.store %2, %s[%k] : memref<12xi32>
      }
    }
  }
  return
}
