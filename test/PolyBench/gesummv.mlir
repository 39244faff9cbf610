// y <- alpha A x + beta B x, both products in one sweep.
//
// RUN: %check_run %s --entry gesummv --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry gesummv_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=19 --arg 3=19x19 --arg 4=19x19 --arg 5=19 --arg 6=19 --arg 7=19
// RUN: %check_run %s --entry gesummv_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @gesummv(
// CHECK-DAG: func.func @gesummv_dynamic(
// CHECK-DAG: func.func @gesummv_cells(

func.func @gesummv(%alpha: f64, %beta: f64, %a: memref<19x19xf64>,
                   %b: memref<19x19xf64>, %tmp: memref<19xf64>,
                   %x: memref<19xf64>, %y: memref<19xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 19 {
    affine.store %cst, %tmp[%i] : memref<19xf64>
    affine.store %cst, %y[%i] : memref<19xf64>
    affine.for %j = 0 to 19 {
      %0 = affine.load %a[%i, %j] : memref<19x19xf64>
      %1 = affine.load %x[%j] : memref<19xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %tmp[%i] : memref<19xf64>
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %tmp[%i] : memref<19xf64>
      %5 = affine.load %b[%i, %j] : memref<19x19xf64>
      %6 = affine.load %x[%j] : memref<19xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = affine.load %y[%i] : memref<19xf64>
      %9 = arith.addf %7, %8 : f64
      affine.store %9, %y[%i] : memref<19xf64>
    }
    %0 = affine.load %tmp[%i] : memref<19xf64>
    %1 = arith.mulf %alpha, %0 : f64
    %2 = affine.load %y[%i] : memref<19xf64>
    %3 = arith.mulf %beta, %2 : f64
    %4 = arith.addf %1, %3 : f64
    affine.store %4, %y[%i] : memref<19xf64>
  }
  return
}

func.func @gesummv_dynamic(%n: i32, %alpha: f64, %beta: f64,
                           %a: memref<?x19xf64>, %b: memref<?x19xf64>,
                           %tmp: memref<?xf64>, %x: memref<?xf64>,
                           %y: memref<?xf64>) {
  %cst = arith.constant 0.0 : f64
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    affine.store %cst, %tmp[%i] : memref<?xf64>
    affine.store %cst, %y[%i] : memref<?xf64>
    affine.for %j = 0 to %n_size {
      %0 = affine.load %a[%i, %j] : memref<?x19xf64>
      %1 = affine.load %x[%j] : memref<?xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %tmp[%i] : memref<?xf64>
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %tmp[%i] : memref<?xf64>
      %5 = affine.load %b[%i, %j] : memref<?x19xf64>
      %6 = affine.load %x[%j] : memref<?xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = affine.load %y[%i] : memref<?xf64>
      %9 = arith.addf %7, %8 : f64
      affine.store %9, %y[%i] : memref<?xf64>
    }
    %0 = affine.load %tmp[%i] : memref<?xf64>
    %1 = arith.mulf %alpha, %0 : f64
    %2 = affine.load %y[%i] : memref<?xf64>
    %3 = arith.mulf %beta, %2 : f64
    %4 = arith.addf %1, %3 : f64
    affine.store %4, %y[%i] : memref<?xf64>
  }
  return
}

func.func @gesummv_cells(%alpha: memref<f64>, %beta: memref<f64>,
                         %a: memref<19x19xf64>, %b: memref<19x19xf64>,
                         %tmp: memref<19xf64>, %x: memref<19xf64>,
                         %y: memref<19xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 19 {
    affine.store %cst, %tmp[%i] : memref<19xf64>
    affine.store %cst, %y[%i] : memref<19xf64>
    %0 = affine.load %tmp[%i] : memref<19xf64>
    %1 = affine.load %y[%i] : memref<19xf64>
    %2:2 = affine.for %j = 0 to 19 iter_args(%acc = %0, %acc1 = %1) -> (f64, f64) {
      %3 = affine.load %a[%i, %j] : memref<19x19xf64>
      %4 = affine.load %x[%j] : memref<19xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %5, %acc : f64
      %7 = affine.load %b[%i, %j] : memref<19x19xf64>
      %8 = affine.load %x[%j] : memref<19xf64>
      %9 = arith.mulf %7, %8 : f64
      %10 = arith.addf %9, %acc1 : f64
      affine.yield %6, %10 : f64, f64
    }
    affine.store %2#0, %tmp[%i] : memref<19xf64>
    affine.store %2#1, %y[%i] : memref<19xf64>
    %3 = affine.load %alpha[] : memref<f64>
    %4 = affine.load %tmp[%i] : memref<19xf64>
    %5 = arith.mulf %3, %4 : f64
    %6 = affine.load %beta[] : memref<f64>
    %7 = affine.load %y[%i] : memref<19xf64>
    %8 = arith.mulf %6, %7 : f64
    %9 = arith.addf %5, %8 : f64
    affine.store %9, %y[%i] : memref<19xf64>
  }
  return
}
