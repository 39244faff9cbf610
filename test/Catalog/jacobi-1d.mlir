// Relaxation on a line: each of the steps averages three neighbours into the
// other array and back. The two ends are fixed. The time loop carries values
// across partitions and stays whole.
//
// RUN: %check_run %s --entry jacobi_1d --grids 1,2,3,4,5,8,13 --distributed 2 --ops dmm.scatter,dmm.gather,fabric.halo --calls fabric.halo='14*min(1,P-1)' --words fabric.halo='14*ghosts(1000,R,1,1)'
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @jacobi_1d(

func.func @jacobi_1d(%a: memref<1000xf64>, %b: memref<1000xf64>) {
  %third = arith.constant 0.33333 : f64
  affine.for %t = 0 to 7 {
    affine.for %i = 1 to 999 {
      %0 = affine.load %a[%i - 1] : memref<1000xf64>
      %1 = affine.load %a[%i] : memref<1000xf64>
      %2 = affine.load %a[%i + 1] : memref<1000xf64>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.addf %3, %2 : f64
      %5 = arith.mulf %third, %4 : f64
      affine.store %5, %b[%i] : memref<1000xf64>
    }
    affine.for %i = 1 to 999 {
      %0 = affine.load %b[%i - 1] : memref<1000xf64>
      %1 = affine.load %b[%i] : memref<1000xf64>
      %2 = affine.load %b[%i + 1] : memref<1000xf64>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.addf %3, %2 : f64
      %5 = arith.mulf %third, %4 : f64
      affine.store %5, %a[%i] : memref<1000xf64>
    }
  }
  return
}
