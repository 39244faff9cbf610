// C <- alpha A B + beta C, as one imperfect nest. B is in single precision.
//
// RUN: %check_run %s --entry gemm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @gemm(

func.func @gemm(%alpha: f64, %a: memref<37x23xf64>, %b: memref<23x61xf32>,
                %beta: f64, %c: memref<37x61xf64>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 61 {
      %0 = affine.load %c[%i, %j] : memref<37x61xf64>
      %1 = arith.mulf %beta, %0 : f64
      affine.store %1, %c[%i, %j] : memref<37x61xf64>
      affine.for %k = 0 to 23 {
        %2 = affine.load %a[%i, %k] : memref<37x23xf64>
        %3 = affine.load %b[%k, %j] : memref<23x61xf32>
        %4 = arith.extf %3 : f32 to f64
        %5 = arith.mulf %2, %4 : f64
        %6 = arith.mulf %alpha, %5 : f64
        %7 = affine.load %c[%i, %j] : memref<37x61xf64>
        %8 = arith.addf %7, %6 : f64
        affine.store %8, %c[%i, %j] : memref<37x61xf64>
      }
    }
  }
  return
}
