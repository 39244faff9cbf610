// Relaxation in space with the seven-point star. The border is fixed.
//
// RUN: %check_run %s --entry jacobi_3d --grids 1,2,3,4,5,8,13,2x2,2x3,2x2x2 --distributed 2,4 --ops dmm.scatter,dmm.gather,fabric.halo --words fabric.halo='6*(ghosts(14,R,1,1)*11*9+ghosts(13,C,1,1)*12*9+ghosts(11,D,1,1)*12*11)'
// RUN: %check_run %s --entry jacobi_3d --grids 3x1x2 --distributed 2,4 --ops dmm.scatter,dmm.gather,fabric.halo --words fabric.halo='6*(ghosts(14,R,1,1)*11*9+ghosts(13,D,1,1)*12*9)'
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @jacobi_3d(

func.func @jacobi_3d(%a: memref<14x13x11xf64>, %b: memref<14x13x11xf64>) {
  %seventh = arith.constant 0.14285714285714285 : f64
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 13 {
      affine.for %j = 1 to 12 {
        affine.for %k = 1 to 10 {
          %0 = affine.load %a[%i, %j, %k] : memref<14x13x11xf64>
          %1 = affine.load %a[%i - 1, %j, %k] : memref<14x13x11xf64>
          %2 = affine.load %a[%i + 1, %j, %k] : memref<14x13x11xf64>
          %3 = affine.load %a[%i, %j - 1, %k] : memref<14x13x11xf64>
          %4 = affine.load %a[%i, %j + 1, %k] : memref<14x13x11xf64>
          %5 = affine.load %a[%i, %j, %k - 1] : memref<14x13x11xf64>
          %6 = affine.load %a[%i, %j, %k + 1] : memref<14x13x11xf64>
          %7 = arith.addf %0, %1 : f64
          %8 = arith.addf %7, %2 : f64
          %9 = arith.addf %8, %3 : f64
          %10 = arith.addf %9, %4 : f64
          %11 = arith.addf %10, %5 : f64
          %12 = arith.addf %11, %6 : f64
          %13 = arith.mulf %seventh, %12 : f64
          affine.store %13, %b[%i, %j, %k] : memref<14x13x11xf64>
        }
      }
    }
    affine.for %i = 1 to 13 {
      affine.for %j = 1 to 12 {
        affine.for %k = 1 to 10 {
          %0 = affine.load %b[%i, %j, %k] : memref<14x13x11xf64>
          %1 = affine.load %b[%i - 1, %j, %k] : memref<14x13x11xf64>
          %2 = affine.load %b[%i + 1, %j, %k] : memref<14x13x11xf64>
          %3 = affine.load %b[%i, %j - 1, %k] : memref<14x13x11xf64>
          %4 = affine.load %b[%i, %j + 1, %k] : memref<14x13x11xf64>
          %5 = affine.load %b[%i, %j, %k - 1] : memref<14x13x11xf64>
          %6 = affine.load %b[%i, %j, %k + 1] : memref<14x13x11xf64>
          %7 = arith.addf %0, %1 : f64
          %8 = arith.addf %7, %2 : f64
          %9 = arith.addf %8, %3 : f64
          %10 = arith.addf %9, %4 : f64
          %11 = arith.addf %10, %5 : f64
          %12 = arith.addf %11, %6 : f64
          %13 = arith.mulf %seventh, %12 : f64
          affine.store %13, %a[%i, %j, %k] : memref<14x13x11xf64>
        }
      }
    }
  }
  return
}
