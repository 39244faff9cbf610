// Sums that go to the owner of a[7] in an array whose blocks are known at run
// time only, and whose template has two elements in a cell.
//
// RUN: dmm-run %s --grid 3 --check --simulate --arg 0=9 --arg 1=20 --arg 2=9 | FileCheck %s
// RUN: dmm-run %s --grid 5 --check --simulate --arg 0=9 --arg 1=20 --arg 2=9 | FileCheck %s
// RUN: dmm-run %s --grid 2x2 --check --simulate --arg 0=9 --arg 1=20 --arg 2=9 | FileCheck %s
// CHECK: simulation: ok
// CHECK: check: ok
func.func @f(%x: memref<?xf32>, %a: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %a[%i * 2 + 1] : memref<?xf32>
    affine.store %0, %x[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %0 = affine.load %a[7] : memref<?xf32>
    %1 = affine.load %x[%i] : memref<?xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %a[7] : memref<?xf32>
  }
  return
}
