// Copies: the arrays align, so nothing moves but the caller's data. Sizes that
// no grid divides, fewer elements than partitions, several element types.
//
// RUN: %check_run %s --entry copy --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --ops dmm.scatter,dmm.gather
// RUN: %check_run %s --entry copy_matrix --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --ops dmm.scatter,dmm.gather
// RUN: %check_run %s --entry copy_short --grids 1,2,3,4,5,8,13,2x2,2x3
// RUN: %check_run %s --entry copy_complex --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry copy_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=37 --arg 1=37 --arg 2=37
// RUN: %check_run %s --entry copy_matrix_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=19 --arg 1=37 --arg 2=19x37 --arg 3=19x37
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

// Sizes that only the caller knows.
func.func @copy_dynamic(%n: i32, %x: memref<?xf64>, %y: memref<?xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %x[%i] : memref<?xf64>
    affine.store %0, %y[%i] : memref<?xf64>
  }
  return
}

func.func @copy_matrix_dynamic(%m: i32, %n: i32, %a: memref<?x37xf32>,
                               %b: memref<?x37xf32>) {
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %m_index {
    affine.for %j = 0 to %n_index {
      %0 = affine.load %a[%i, %j] : memref<?x37xf32>
      affine.store %0, %b[%i, %j] : memref<?x37xf32>
    }
  }
  return
}
