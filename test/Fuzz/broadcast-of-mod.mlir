// A broadcast of an element that a modulus selects: the box is that element, not
// the range that it is selected from.
//
// RUN: dmm-run %s --entry f --grid 3 --check --simulate | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok (exact)
func.func @f(%x: memref<2xi32> {dmm.layout = #dmm.layout<[{}]>}, %y: memref<4xi32>) {
  affine.for %i = 1 to 5 {
    %0 = affine.load %x[1] : memref<2xi32>
    %1 = affine.load %y[%i mod 3 + 1] : memref<4xi32>
    %2 = arith.muli %0, %1 : i32
    affine.store %2, %x[0] : memref<2xi32>
    %3 = affine.load %x[0] : memref<2xi32>
    affine.store %3, %y[%i mod 3] : memref<4xi32>
  }
  return
}
