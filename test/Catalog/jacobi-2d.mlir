// Relaxation on a plane with the five-point star. The border is fixed.
//
// RUN: %check_run %s --entry jacobi_2d --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4 --ops dmm.scatter,dmm.gather,fabric.halo --words fabric.halo='10*(ghosts(37,R,1,1)*59+ghosts(61,C,1,1)*35)'
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @jacobi_2d(

func.func @jacobi_2d(%a: memref<37x61xf32>, %b: memref<37x61xf32>) {
  %fifth = arith.constant 0.2 : f32
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 36 {
      affine.for %j = 1 to 60 {
        %0 = affine.load %a[%i, %j] : memref<37x61xf32>
        %1 = affine.load %a[%i, %j - 1] : memref<37x61xf32>
        %2 = affine.load %a[%i, %j + 1] : memref<37x61xf32>
        %3 = affine.load %a[%i + 1, %j] : memref<37x61xf32>
        %4 = affine.load %a[%i - 1, %j] : memref<37x61xf32>
        %5 = arith.addf %0, %1 : f32
        %6 = arith.addf %5, %2 : f32
        %7 = arith.addf %6, %3 : f32
        %8 = arith.addf %7, %4 : f32
        %9 = arith.mulf %fifth, %8 : f32
        affine.store %9, %b[%i, %j] : memref<37x61xf32>
      }
    }
    affine.for %i = 1 to 36 {
      affine.for %j = 1 to 60 {
        %0 = affine.load %b[%i, %j] : memref<37x61xf32>
        %1 = affine.load %b[%i, %j - 1] : memref<37x61xf32>
        %2 = affine.load %b[%i, %j + 1] : memref<37x61xf32>
        %3 = affine.load %b[%i + 1, %j] : memref<37x61xf32>
        %4 = affine.load %b[%i - 1, %j] : memref<37x61xf32>
        %5 = arith.addf %0, %1 : f32
        %6 = arith.addf %5, %2 : f32
        %7 = arith.addf %6, %3 : f32
        %8 = arith.addf %7, %4 : f32
        %9 = arith.mulf %fifth, %8 : f32
        affine.store %9, %a[%i, %j] : memref<37x61xf32>
      }
    }
  }
  return
}
