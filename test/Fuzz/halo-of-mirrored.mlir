// A shift along one axis of an array that lies mirrored along the other.
//
// RUN: dmm-run %s --entry f --grid 2x2 --check --simulate | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)
func.func @f(%s: memref<i32>, %x: memref<8x7xi32> {dmm.layout = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 8 : i64}, {dim = 1 : i64, block = 5 : i64, extent = 5 : i64, numerator = -1 : i64, denominator = 2 : i64, offset = 6 : i64}]>}) {
  affine.for %i = -2 to 5 {
    %0 = affine.load %x[4, 1] : memref<8x7xi32>
    %1 = affine.load %x[%i + 2, -%i + 4] : memref<8x7xi32>
    %2 = arith.addi %0, %1 : i32
    %3 = affine.load %s[] : memref<i32>
    %4 = arith.addi %2, %3 : i32
    affine.store %4, %x[%i + 3, -%i + 4] : memref<8x7xi32>
  }
  return
}
