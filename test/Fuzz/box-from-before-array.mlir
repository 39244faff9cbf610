// The box of a receive buffer starts where the block does, which may be in
// front of the array: the buffer has room from there on.
//
// RUN: dmm-run %s --entry f --grid 2 --check --simulate --arg 0=29 --arg 1=3x3 2>&1 | FileCheck %s
// CHECK: check: ok (exact)

func.func @f(%a: memref<?xf32>, %b: memref<?x3xf32>) {
  affine.for %i = 0 to 3 step 2 {
    %0 = affine.load %b[-%i + 2, %i] : memref<?x3xf32>
    affine.store %0, %a[%i + 2] : memref<?xf32>
  }
  affine.for %i = 0 to 29 {
    %0 = affine.load %a[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %a[%i] : memref<?xf32>
  }
  return
}
