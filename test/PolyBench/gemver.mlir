// A <- A + u1 v1' + u2 v2';  x <- beta A' y + z (added to x);  w <- w + alpha A x.
//
// RUN: %check_run %s --entry gemver --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 4,5
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @gemver(

func.func @gemver(%alpha: f64, %beta: f64, %a: memref<17x17xf64>,
                  %u1: memref<17xf64>, %v1: memref<17xf64>, %u2: memref<17xf64>,
                  %v2: memref<17xf64>, %w: memref<17xf64>, %x: memref<17xf64>,
                  %y: memref<17xf64>, %z: memref<17xf64>) {
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %a[%i, %j] : memref<17x17xf64>
      %1 = affine.load %u1[%i] : memref<17xf64>
      %2 = affine.load %v1[%j] : memref<17xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      %5 = affine.load %u2[%i] : memref<17xf64>
      %6 = affine.load %v2[%j] : memref<17xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.addf %4, %7 : f64
      affine.store %8, %a[%i, %j] : memref<17x17xf64>
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %x[%i] : memref<17xf64>
      %1 = affine.load %a[%j, %i] : memref<17x17xf64>
      %2 = arith.mulf %beta, %1 : f64
      %3 = affine.load %y[%j] : memref<17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %0, %4 : f64
      affine.store %5, %x[%i] : memref<17xf64>
    }
  }
  affine.for %i = 0 to 17 {
    %0 = affine.load %x[%i] : memref<17xf64>
    %1 = affine.load %z[%i] : memref<17xf64>
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %x[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %w[%i] : memref<17xf64>
      %1 = affine.load %a[%i, %j] : memref<17x17xf64>
      %2 = arith.mulf %alpha, %1 : f64
      %3 = affine.load %x[%j] : memref<17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %0, %4 : f64
      affine.store %5, %w[%i] : memref<17xf64>
    }
  }
  return
}
