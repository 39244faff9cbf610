// y <- alpha A x + beta y: an imperfect nest whose inner loop accumulates in
// memory. A is in single precision, the vectors in double precision.
//
// RUN: %check_run %s --entry gemv --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @gemv(

func.func @gemv(%alpha: f64, %a: memref<61x37xf32>, %x: memref<37xf64>,
                %beta: f64, %y: memref<61xf64>) {
  affine.for %i = 0 to 61 {
    %0 = affine.load %y[%i] : memref<61xf64>
    %1 = arith.mulf %beta, %0 : f64
    affine.store %1, %y[%i] : memref<61xf64>
    affine.for %j = 0 to 37 {
      %2 = affine.load %a[%i, %j] : memref<61x37xf32>
      %3 = arith.extf %2 : f32 to f64
      %4 = affine.load %x[%j] : memref<37xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.mulf %alpha, %5 : f64
      %7 = affine.load %y[%i] : memref<61xf64>
      %8 = arith.addf %7, %6 : f64
      affine.store %8, %y[%i] : memref<61xf64>
    }
  }
  return
}
