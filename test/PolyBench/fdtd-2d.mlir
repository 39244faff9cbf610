// Maxwell's equations in the plane by finite differences in time: the electric
// field (ex, ey), driven at the border by fict, then the magnetic field hz.
//
// RUN: %check_run %s --entry fdtd_2d --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 3,7
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @fdtd_2d(

func.func @fdtd_2d(%ex: memref<13x17xf64>, %ey: memref<13x17xf64>,
                   %hz: memref<13x17xf64>, %fict: memref<3xf64>) {
  %cst = arith.constant 0.5 : f64
  %cst_0 = arith.constant 0.7 : f64
  affine.for %t = 0 to 3 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %fict[%t] : memref<3xf64>
      affine.store %0, %ey[0, %j] : memref<13x17xf64>
    }
    affine.for %i = 1 to 13 {
      affine.for %j = 0 to 17 {
        %0 = affine.load %ey[%i, %j] : memref<13x17xf64>
        %1 = affine.load %hz[%i, %j] : memref<13x17xf64>
        %2 = affine.load %hz[%i - 1, %j] : memref<13x17xf64>
        %3 = arith.subf %1, %2 : f64
        %4 = arith.mulf %cst, %3 : f64
        %5 = arith.subf %0, %4 : f64
        affine.store %5, %ey[%i, %j] : memref<13x17xf64>
      }
    }
    affine.for %i = 0 to 13 {
      affine.for %j = 1 to 17 {
        %0 = affine.load %ex[%i, %j] : memref<13x17xf64>
        %1 = affine.load %hz[%i, %j] : memref<13x17xf64>
        %2 = affine.load %hz[%i, %j - 1] : memref<13x17xf64>
        %3 = arith.subf %1, %2 : f64
        %4 = arith.mulf %cst, %3 : f64
        %5 = arith.subf %0, %4 : f64
        affine.store %5, %ex[%i, %j] : memref<13x17xf64>
      }
    }
    affine.for %i = 0 to 12 {
      affine.for %j = 0 to 16 {
        %0 = affine.load %hz[%i, %j] : memref<13x17xf64>
        %1 = affine.load %ex[%i, %j + 1] : memref<13x17xf64>
        %2 = affine.load %ex[%i, %j] : memref<13x17xf64>
        %3 = arith.subf %1, %2 : f64
        %4 = affine.load %ey[%i + 1, %j] : memref<13x17xf64>
        %5 = arith.addf %3, %4 : f64
        %6 = affine.load %ey[%i, %j] : memref<13x17xf64>
        %7 = arith.subf %5, %6 : f64
        %8 = arith.mulf %cst_0, %7 : f64
        %9 = arith.subf %0, %8 : f64
        affine.store %9, %hz[%i, %j] : memref<13x17xf64>
      }
    }
  }
  return
}
