// Copies: the arrays align, so nothing moves but the caller's data. Sizes that
// no grid divides, fewer elements than partitions, several element types.
//
// RUN: %check_run %s --entry copy --grids 1,2,3,4,5,8,13 --distributed 1 --ops dmm.scatter,dmm.gather
// RUN: %check_run %s --entry copy_matrix --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --ops dmm.scatter,dmm.gather
// RUN: %check_run %s --entry copy_short --grids 1,2,3,4,5,8,13
// RUN: %check_run %s --entry copy_complex --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @copy(

func.func @copy(%x: memref<1000xf64>, %y: memref<1000xf64>) {
  affine.for %i = 0 to 1000 {
    %0 = affine.load %x[%i] : memref<1000xf64>
    affine.store %0, %y[%i] : memref<1000xf64>
  }
  return
}

func.func @copy_matrix(%a: memref<37x61xf32>, %b: memref<37x61xf32>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 61 {
      %0 = affine.load %a[%i, %j] : memref<37x61xf32>
      affine.store %0, %b[%i, %j] : memref<37x61xf32>
    }
  }
  return
}

func.func @copy_short(%x: memref<5xi32>, %y: memref<5xi32>) {
  affine.for %i = 0 to 5 {
    %0 = affine.load %x[%i] : memref<5xi32>
    affine.store %0, %y[%i] : memref<5xi32>
  }
  return
}

func.func @copy_complex(%a: memref<7x61xcomplex<f64>>, %b: memref<7x61xcomplex<f64>>) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 61 {
      %0 = affine.load %a[%i, %j] : memref<7x61xcomplex<f64>>
      affine.store %0, %b[%i, %j] : memref<7x61xcomplex<f64>>
    }
  }
  return
}
