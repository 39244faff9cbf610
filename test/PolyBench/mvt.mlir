// x1 <- x1 + A y1 and x2 <- x2 + A' y2.
//
// RUN: %check_run %s --entry mvt --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @mvt(

func.func @mvt(%x1: memref<21xf64>, %x2: memref<21xf64>, %y_1: memref<21xf64>,
               %y_2: memref<21xf64>, %a: memref<21x21xf64>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%i, %j] : memref<21x21xf64>
      %1 = affine.load %y_1[%j] : memref<21xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %x1[%i] : memref<21xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %x1[%i] : memref<21xf64>
    }
  }
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%j, %i] : memref<21x21xf64>
      %1 = affine.load %y_2[%j] : memref<21xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %x2[%i] : memref<21xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %x2[%i] : memref<21xf64>
    }
  }
  return
}
