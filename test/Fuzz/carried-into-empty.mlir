// The result of a reduction goes to an array without elements, in a branch that
// is never taken.
//
// RUN: dmm-run %s --entry f --check --simulate | FileCheck %s
// CHECK: check: ok (exact)

module attributes {dmm.grid = array<i64: 2>} {
func.func @f(%x: memref<0xf64>) {
  %c = arith.constant 0.0625 : f64
  affine.for %i = 0 to 9 {
    %r = affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 5 iter_args(%s = %c) -> (f64) {
      %0 = arith.subf %s, %c : f64
      affine.yield %0 : f64
    }
    affine.if affine_set<(d0) : (-d0 + 2 == 0, d0 - 3 == 0)>(%i) {
      affine.store %r, %x[%i] : memref<0xf64>
    }
  }
  return
}
}
