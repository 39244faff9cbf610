// y <- A' (A x), a row of A at a time.
//
// RUN: %check_run %s --entry atax --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @atax(

func.func @atax(%a: memref<17x22xf64>, %x: memref<22xf64>, %y: memref<22xf64>,
                %tmp: memref<17xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 22 {
    affine.store %cst, %y[%i] : memref<22xf64>
  }
  affine.for %i = 0 to 17 {
    affine.store %cst, %tmp[%i] : memref<17xf64>
    affine.for %j = 0 to 22 {
      %0 = affine.load %a[%i, %j] : memref<17x22xf64>
      %1 = affine.load %x[%j] : memref<22xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %tmp[%i] : memref<17xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %tmp[%i] : memref<17xf64>
    }
    affine.for %j = 0 to 22 {
      %0 = affine.load %y[%j] : memref<22xf64>
      %1 = affine.load %a[%i, %j] : memref<17x22xf64>
      %2 = affine.load %tmp[%i] : memref<17xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %y[%j] : memref<22xf64>
    }
  }
  return
}
