// A local without elements: its layout still has a block and an extent.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: check: ok (exact)

module attributes {dmm.grid = array<i64: 2>} {
func.func @f(%x: memref<6xf32>) {
  %t = memref.alloc() : memref<0xf32>
  affine.for %i = 0 to 0 {
    %c = arith.constant 3.0 : f32
    affine.store %c, %t[%i] : memref<0xf32>
  }
  affine.for %i = 0 to 6 {
    %c = arith.constant 2.0 : f32
    affine.store %c, %x[%i] : memref<6xf32>
  }
  return
}
}
