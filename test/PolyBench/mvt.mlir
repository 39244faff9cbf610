// x1 <- x1 + A y1 and x2 <- x2 + A' y2.
//
// RUN: %check_run %s --entry mvt --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2
// RUN: %check_run %s --entry mvt_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2 --arg 0=21 --arg 1=21 --arg 2=21 --arg 3=21 --arg 4=21 --arg 5=21x21
// RUN: %check_run %s --entry mvt_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @mvt(
// CHECK-DAG: func.func @mvt_dynamic(
// CHECK-DAG: func.func @mvt_cells(

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

func.func @mvt_dynamic(%n: i32, %x1: memref<?xf64>, %x2: memref<?xf64>,
                       %y_1: memref<?xf64>, %y_2: memref<?xf64>,
                       %a: memref<?x21xf64>) {
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to %n_size {
      %0 = affine.load %a[%i, %j] : memref<?x21xf64>
      %1 = affine.load %y_1[%j] : memref<?xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %x1[%i] : memref<?xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %x1[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to %n_size {
      %0 = affine.load %a[%j, %i] : memref<?x21xf64>
      %1 = affine.load %y_2[%j] : memref<?xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %x2[%i] : memref<?xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %x2[%i] : memref<?xf64>
    }
  }
  return
}

func.func @mvt_cells(%x1: memref<21xf64>, %x2: memref<21xf64>,
                     %y_1: memref<21xf64>, %y_2: memref<21xf64>,
                     %a: memref<21x21xf64>) {
  affine.for %i = 0 to 21 {
    %0 = affine.load %x1[%i] : memref<21xf64>
    %1 = affine.for %j = 0 to 21 iter_args(%acc = %0) -> (f64) {
      %2 = affine.load %a[%i, %j] : memref<21x21xf64>
      %3 = affine.load %y_1[%j] : memref<21xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %acc, %4 : f64
      affine.yield %5 : f64
    }
    affine.store %1, %x1[%i] : memref<21xf64>
  }
  affine.for %i = 0 to 21 {
    %0 = affine.load %x2[%i] : memref<21xf64>
    %1 = affine.for %j = 0 to 21 iter_args(%acc1 = %0) -> (f64) {
      %2 = affine.load %a[%j, %i] : memref<21x21xf64>
      %3 = affine.load %y_2[%j] : memref<21xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %acc1, %4 : f64
      affine.yield %5 : f64
    }
    affine.store %1, %x2[%i] : memref<21xf64>
  }
  return
}
