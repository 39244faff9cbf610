// An array without elements aligns to one whose layout the user gave: its layout
// must be one that a user could have given.
//
// RUN: dmm-run %s --entry f --grid 2 --check --simulate | FileCheck %s
// CHECK: check: ok (exact)
func.func @f(%x: memref<0xi32>, %y: memref<0x0x0xi32> {dmm.layout = #dmm.layout<[{dim = 0 : i64, block = 1 : i64, extent = 1 : i64}]>}) {
  affine.for %i = 2 to 2 {
    %0 = affine.load %y[%i, %i + 1, -%i + 5] : memref<0x0x0xi32>
    affine.store %0, %x[%i + 1] : memref<0xi32>
  }
  return
}
