// Corners of halos where the statement's domain is a union: each axis keeps to
// the home and its ghosts.
//
// RUN: dmm-run %s --entry f --grid 2x2 --check --simulate | FileCheck %s
// RUN: dmm-run %s --entry f --grid 13x13 --check --simulate | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)
func.func @f(%x: memref<12x12xf64>, %y: memref<12x12xf64>) {
  affine.for %i = 1 to 11 {
    affine.for %j = 1 to 11 {
      affine.if affine_set<(d0,d1) : (d0 - d1 >= 0)>(%i, %j) {
      %0 = affine.load %x[%i - 1, %j - 1] : memref<12x12xf64>
      %1 = affine.load %x[%i + 1, %j + 1] : memref<12x12xf64>
      %2 = affine.load %x[%i + 1, %j - 1] : memref<12x12xf64>
      %5 = arith.addf %0, %1 : f64
      %6 = arith.addf %5, %2 : f64
      affine.store %6, %y[%i, %j] : memref<12x12xf64>
      }
    }
  }
  affine.for %i = 0 to 1 {
      %0 = affine.load %x[%i + 2, 11] : memref<12x12xf64>
      affine.store %0, %y[%i+1, 10] : memref<12x12xf64>
  }
  return
}
