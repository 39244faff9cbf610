// A <- A + alpha x y^T: the rank-one update.
//
// RUN: %check_run %s --entry ger --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @ger(

func.func @ger(%alpha: f32, %x: memref<37xf32>, %y: memref<61xf32>,
               %a: memref<37x61xf32>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 61 {
      %0 = affine.load %x[%i] : memref<37xf32>
      %1 = affine.load %y[%j] : memref<61xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.mulf %alpha, %2 : f32
      %4 = affine.load %a[%i, %j] : memref<37x61xf32>
      %5 = arith.addf %4, %3 : f32
      affine.store %5, %a[%i, %j] : memref<37x61xf32>
    }
  }
  return
}
