// C <- beta C + alpha A B, by rows of C and B.
//
// RUN: %check_run %s --entry gemm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3
// RUN: %check_run %s --entry gemm_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3 --arg 0=13 --arg 1=17 --arg 2=11 --arg 5=13x17 --arg 6=13x11 --arg 7=11x17
// RUN: %check_run %s --entry gemm_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @gemm(
// CHECK-DAG: func.func @gemm_dynamic(
// CHECK-DAG: func.func @gemm_cells(

func.func @gemm(%alpha: f64, %beta: f64, %c: memref<13x17xf64>,
                %a: memref<13x11xf64>, %b: memref<11x17xf64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %c[%i, %j] : memref<13x17xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %c[%i, %j] : memref<13x17xf64>
    }
    affine.for %k = 0 to 11 {
      affine.for %j = 0 to 17 {
        %0 = affine.load %a[%i, %k] : memref<13x11xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %b[%k, %j] : memref<11x17xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %c[%i, %j] : memref<13x17xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %c[%i, %j] : memref<13x17xf64>
      }
    }
  }
  return
}

func.func @gemm_dynamic(%ni: i32, %nj: i32, %nk: i32, %alpha: f64, %beta: f64,
                        %c: memref<?x17xf64>, %a: memref<?x11xf64>,
                        %b: memref<?x17xf64>) {
  %ni_size = arith.index_cast %ni : i32 to index
  %nj_size = arith.index_cast %nj : i32 to index
  %nk_size = arith.index_cast %nk : i32 to index
  affine.for %i = 0 to %ni_size {
    affine.for %j = 0 to %nj_size {
      %0 = affine.load %c[%i, %j] : memref<?x17xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %c[%i, %j] : memref<?x17xf64>
    }
    affine.for %k = 0 to %nk_size {
      affine.for %j = 0 to %nj_size {
        %0 = affine.load %a[%i, %k] : memref<?x11xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %b[%k, %j] : memref<?x17xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %c[%i, %j] : memref<?x17xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %c[%i, %j] : memref<?x17xf64>
      }
    }
  }
  return
}

func.func @gemm_cells(%alpha: memref<f64>, %beta: memref<f64>,
                      %c: memref<13x17xf64>, %a: memref<13x11xf64>,
                      %b: memref<11x17xf64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %beta[] : memref<f64>
      %1 = affine.load %c[%i, %j] : memref<13x17xf64>
      %2 = arith.mulf %1, %0 : f64
      affine.store %2, %c[%i, %j] : memref<13x17xf64>
    }
    affine.for %k = 0 to 11 {
      affine.for %j = 0 to 17 {
        %0 = affine.load %alpha[] : memref<f64>
        %1 = affine.load %a[%i, %k] : memref<13x11xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %b[%k, %j] : memref<11x17xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %c[%i, %j] : memref<13x17xf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %c[%i, %j] : memref<13x17xf64>
      }
    }
  }
  return
}
