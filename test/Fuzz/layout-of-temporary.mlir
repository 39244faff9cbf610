// A temporary that could be private, but for the layout that is asked of it:
// its home has room for the whole block.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: check: ok (exact)

module attributes {dmm.grid = array<i64: 1>} {
func.func @f(%x: memref<f32>) {
  %t = memref.alloc() {dmm.layout = #dmm.layout<[{dim = 0 : i64, block = 2 : i64, extent = 2 : i64, offset = 1 : i64}]>} : memref<1xf32>
  affine.for %i = 0 to 1 {
    %c = arith.constant 3.0 : f32
    affine.store %c, %t[%i] : memref<1xf32>
  }
  %v = affine.load %t[0] : memref<1xf32>
  affine.store %v, %x[] : memref<f32>
  return
}
}
