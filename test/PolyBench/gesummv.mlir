// y <- alpha A x + beta B x, both products in one sweep.
//
// RUN: %check_run %s --entry gesummv --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @gesummv(

func.func @gesummv(%alpha: f64, %beta: f64, %a: memref<19x19xf64>,
                   %b: memref<19x19xf64>, %tmp: memref<19xf64>,
                   %x: memref<19xf64>, %y: memref<19xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 19 {
    affine.store %cst, %tmp[%i] : memref<19xf64>
    affine.store %cst, %y[%i] : memref<19xf64>
    affine.for %j = 0 to 19 {
      %0 = affine.load %a[%i, %j] : memref<19x19xf64>
      %1 = affine.load %x[%j] : memref<19xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %tmp[%i] : memref<19xf64>
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %tmp[%i] : memref<19xf64>
      %5 = affine.load %b[%i, %j] : memref<19x19xf64>
      %6 = affine.load %x[%j] : memref<19xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = affine.load %y[%i] : memref<19xf64>
      %9 = arith.addf %7, %8 : f64
      affine.store %9, %y[%i] : memref<19xf64>
    }
    %0 = affine.load %tmp[%i] : memref<19xf64>
    %1 = arith.mulf %alpha, %0 : f64
    %2 = affine.load %y[%i] : memref<19xf64>
    %3 = arith.mulf %beta, %2 : f64
    %4 = arith.addf %1, %3 : f64
    affine.store %4, %y[%i] : memref<19xf64>
  }
  return
}
