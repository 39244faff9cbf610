// y <- A' (A x), a row of A at a time.
//
// RUN: %check_run %s --entry atax --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2
// RUN: %check_run %s --entry atax_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2 --arg 0=17 --arg 1=22 --arg 2=17x22 --arg 3=22 --arg 4=22 --arg 5=17
// RUN: %check_run %s --entry atax_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @atax(
// CHECK-DAG: func.func @atax_dynamic(
// CHECK-DAG: func.func @atax_cells(

func.func @atax(%a: memref<17x22xf64>, %x: memref<22xf64>, %y: memref<22xf64>,
                %tmp: memref<17xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 22 {
    affine.store %cst, %y[%i] : memref<22xf64>
  }
  affine.for %i = 0 to 17 {
    affine.store %cst, %tmp[%i] : memref<17xf64>
    affine.for %j = 0 to 22 {
      %0 = affine.load %a[%i, %j] : memref<17x22xf64>
      %1 = affine.load %x[%j] : memref<22xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %tmp[%i] : memref<17xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %tmp[%i] : memref<17xf64>
    }
    affine.for %j = 0 to 22 {
      %0 = affine.load %y[%j] : memref<22xf64>
      %1 = affine.load %a[%i, %j] : memref<17x22xf64>
      %2 = affine.load %tmp[%i] : memref<17xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %y[%j] : memref<22xf64>
    }
  }
  return
}

func.func @atax_dynamic(%m: i32, %n: i32, %a: memref<?x22xf64>,
                        %x: memref<?xf64>, %y: memref<?xf64>,
                        %tmp: memref<?xf64>) {
  %cst = arith.constant 0.0 : f64
  %n_size = arith.index_cast %n : i32 to index
  %m_size = arith.index_cast %m : i32 to index
  affine.for %i = 0 to %n_size {
    affine.store %cst, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %m_size {
    affine.store %cst, %tmp[%i] : memref<?xf64>
    affine.for %j = 0 to %n_size {
      %0 = affine.load %a[%i, %j] : memref<?x22xf64>
      %1 = affine.load %x[%j] : memref<?xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %tmp[%i] : memref<?xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %tmp[%i] : memref<?xf64>
    }
    affine.for %j = 0 to %n_size {
      %0 = affine.load %y[%j] : memref<?xf64>
      %1 = affine.load %a[%i, %j] : memref<?x22xf64>
      %2 = affine.load %tmp[%i] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %y[%j] : memref<?xf64>
    }
  }
  return
}

func.func @atax_cells(%a: memref<17x22xf64>, %x: memref<22xf64>,
                      %y: memref<22xf64>, %tmp: memref<17xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 22 {
    affine.store %cst, %y[%i] : memref<22xf64>
  }
  affine.for %i = 0 to 17 {
    affine.store %cst, %tmp[%i] : memref<17xf64>
    %0 = affine.load %tmp[%i] : memref<17xf64>
    %1 = affine.for %j = 0 to 22 iter_args(%acc = %0) -> (f64) {
      %2 = affine.load %a[%i, %j] : memref<17x22xf64>
      %3 = affine.load %x[%j] : memref<22xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %acc, %4 : f64
      affine.yield %5 : f64
    }
    affine.store %1, %tmp[%i] : memref<17xf64>
    affine.for %j = 0 to 22 {
      %2 = affine.load %y[%j] : memref<22xf64>
      %3 = affine.load %a[%i, %j] : memref<17x22xf64>
      %4 = affine.load %tmp[%i] : memref<17xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %2, %5 : f64
      affine.store %6, %y[%j] : memref<22xf64>
    }
  }
  return
}
