// The column is a fraction of the row: what both imply together, that no column
// is negative, must hold for the columns of the box alone.
//
// RUN: dmm-run %s --entry f --grid 2 --check --simulate | FileCheck %s
// CHECK: check: ok (exact)
func.func @f(%x: memref<3xf32>, %y: memref<4x8xf32> {dmm.layout = #dmm.layout<[{pin = 1 : i64}]>}) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %x[(2 * %i + 1) mod 3] : memref<3xf32>
    %1 = affine.load %y[%i, (5 * %i - 2) floordiv 2 + 1] : memref<4x8xf32>
    %2 = arith.maximumf %0, %1 : f32
    affine.store %2, %x[(2 * %i + 1) mod 3] : memref<3xf32>
  }
  return
}
