// The value loaded for i = 11 and 12 has no use, and no partition owns a cell
// for it.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: check: ok (exact)

module attributes {dmm.grid = array<i64: 2>} {
func.func @f(%x: memref<11xf32>) {
  %c = arith.constant 0.75 : f32
  affine.for %i = 0 to 13 {
    %0 = affine.load %x[%i mod 4] : memref<11xf32>
    affine.for %j = 2 to affine_map<(d0) -> (-d0 + 13)>(%i) {
      %1 = arith.mulf %c, %0 : f32
      affine.store %1, %x[%i] : memref<11xf32>
    }
  }
  return
}
}
