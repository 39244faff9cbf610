// B <- alpha A' B with A unit lower triangular: row i reads the rows below it,
// which are still untouched.
//
// RUN: %check_run %s --entry trmm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry trmm_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=13 --arg 1=17 --arg 3=13x13 --arg 4=13x17
// RUN: %check_run %s --entry trmm_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @trmm(
// CHECK-DAG: func.func @trmm_dynamic(
// CHECK-DAG: func.func @trmm_cells(

func.func @trmm(%alpha: f64, %a: memref<13x13xf64>, %b: memref<13x17xf64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 13 {
        %0 = affine.load %a[%k, %i] : memref<13x13xf64>
        %1 = affine.load %b[%k, %j] : memref<13x17xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %b[%i, %j] : memref<13x17xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %b[%i, %j] : memref<13x17xf64>
      }
      %0 = affine.load %b[%i, %j] : memref<13x17xf64>
      %1 = arith.mulf %alpha, %0 : f64
      affine.store %1, %b[%i, %j] : memref<13x17xf64>
    }
  }
  return
}

func.func @trmm_dynamic(%m: i32, %n: i32, %alpha: f64, %a: memref<?x13xf64>,
                        %b: memref<?x17xf64>) {
  %m_size = arith.index_cast %m : i32 to index
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %m_size {
    affine.for %j = 0 to %n_size {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to %m_size {
        %0 = affine.load %a[%k, %i] : memref<?x13xf64>
        %1 = affine.load %b[%k, %j] : memref<?x17xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %b[%i, %j] : memref<?x17xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %b[%i, %j] : memref<?x17xf64>
      }
      %0 = affine.load %b[%i, %j] : memref<?x17xf64>
      %1 = arith.mulf %alpha, %0 : f64
      affine.store %1, %b[%i, %j] : memref<?x17xf64>
    }
  }
  return
}

func.func @trmm_cells(%alpha: memref<f64>, %a: memref<13x13xf64>,
                      %b: memref<13x17xf64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %b[%i, %j] : memref<13x17xf64>
      %1 = affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 13 iter_args(%acc = %0) -> (f64) {
        %2 = affine.load %a[%k, %i] : memref<13x13xf64>
        %3 = affine.load %b[%k, %j] : memref<13x17xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %acc, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %b[%i, %j] : memref<13x17xf64>
      %2 = affine.load %alpha[] : memref<f64>
      %3 = affine.load %b[%i, %j] : memref<13x17xf64>
      %4 = arith.mulf %2, %3 : f64
      affine.store %4, %b[%i, %j] : memref<13x17xf64>
    }
  }
  return
}
