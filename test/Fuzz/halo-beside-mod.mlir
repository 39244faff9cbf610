// A halo along one axis, where the other one is cut along a subscript that an
// enclosure without integer divisions loses: each member exchanges what lies in
// its own block there.
//
// RUN: dmm-run %s --entry f --grid 2x2 --check --simulate | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)
func.func @f(%x: memref<12x7xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i + 4, %i mod 4 + 3] : memref<12x7xf32>
    affine.store %0, %x[%i + 3, %i mod 4 + 3] : memref<12x7xf32>
  }
  return
}
