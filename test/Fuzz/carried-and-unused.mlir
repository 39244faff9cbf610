// A value carried through a loop, of which only some iterations have a use.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: check: ok (exact)

module attributes {dmm.grid = array<i64: 2>} {
func.func @f(%x: memref<f64>, %y: memref<5x1xf64> {dmm.layout = #dmm.layout<[{dim = 0 : i64, block = 2 : i64, extent = 3 : i64, numerator = -1 : i64, denominator = 3 : i64, offset = 8 : i64}]>}, %z: memref<4x2xf64>) {
  affine.parallel (%i) = (2) to (7) {
    %0 = affine.load %y[%i - 2, 0] : memref<5x1xf64>
    %r = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%c = %0) -> (f64) {
      %1 = affine.load %x[] : memref<f64>
      %2 = arith.maximumf %c, %1 : f64
      affine.yield %2 : f64
    }
    affine.if affine_set<(d0) : (d0 - 3 == 0)>(%i) {
      affine.store %r, %z[%i - 1, %i - 3] : memref<4x2xf64>
    }
  }
  return
}
}
