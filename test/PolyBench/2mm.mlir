// D <- alpha A B C + beta D, by way of tmp = alpha A B.
//
// RUN: %check_run %s --entry two_mm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4
// RUN: %check_run %s --entry two_mm_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4 --arg 0=11 --arg 1=13 --arg 2=9 --arg 3=14 --arg 6=11x13 --arg 7=11x9 --arg 8=9x13 --arg 9=13x14 --arg 10=11x14
// RUN: %check_run %s --entry two_mm_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @two_mm(
// CHECK-DAG: func.func @two_mm_dynamic(
// CHECK-DAG: func.func @two_mm_cells(

func.func @two_mm(%alpha: f64, %beta: f64, %tmp: memref<11x13xf64>,
                  %a: memref<11x9xf64>, %b: memref<9x13xf64>,
                  %c: memref<13x14xf64>, %d: memref<11x14xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 13 {
      affine.store %cst, %tmp[%i, %j] : memref<11x13xf64>
      affine.for %k = 0 to 9 {
        %0 = affine.load %a[%i, %k] : memref<11x9xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %b[%k, %j] : memref<9x13xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %tmp[%i, %j] : memref<11x13xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %tmp[%i, %j] : memref<11x13xf64>
      }
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 14 {
      %0 = affine.load %d[%i, %j] : memref<11x14xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %d[%i, %j] : memref<11x14xf64>
      affine.for %k = 0 to 13 {
        %2 = affine.load %tmp[%i, %k] : memref<11x13xf64>
        %3 = affine.load %c[%k, %j] : memref<13x14xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %d[%i, %j] : memref<11x14xf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %d[%i, %j] : memref<11x14xf64>
      }
    }
  }
  return
}

func.func @two_mm_dynamic(%ni: i32, %nj: i32, %nk: i32, %nl: i32, %alpha: f64,
                          %beta: f64, %tmp: memref<?x13xf64>,
                          %a: memref<?x9xf64>, %b: memref<?x13xf64>,
                          %c: memref<?x14xf64>, %d: memref<?x14xf64>) {
  %cst = arith.constant 0.0 : f64
  %ni_size = arith.index_cast %ni : i32 to index
  %nj_size = arith.index_cast %nj : i32 to index
  %nk_size = arith.index_cast %nk : i32 to index
  %nl_size = arith.index_cast %nl : i32 to index
  affine.for %i = 0 to %ni_size {
    affine.for %j = 0 to %nj_size {
      affine.store %cst, %tmp[%i, %j] : memref<?x13xf64>
      affine.for %k = 0 to %nk_size {
        %0 = affine.load %a[%i, %k] : memref<?x9xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %b[%k, %j] : memref<?x13xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %tmp[%i, %j] : memref<?x13xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %tmp[%i, %j] : memref<?x13xf64>
      }
    }
  }
  affine.for %i = 0 to %ni_size {
    affine.for %j = 0 to %nl_size {
      %0 = affine.load %d[%i, %j] : memref<?x14xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %d[%i, %j] : memref<?x14xf64>
      affine.for %k = 0 to %nj_size {
        %2 = affine.load %tmp[%i, %k] : memref<?x13xf64>
        %3 = affine.load %c[%k, %j] : memref<?x14xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %d[%i, %j] : memref<?x14xf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %d[%i, %j] : memref<?x14xf64>
      }
    }
  }
  return
}

func.func @two_mm_cells(%alpha: memref<f64>, %beta: memref<f64>,
                        %tmp: memref<11x13xf64>, %a: memref<11x9xf64>,
                        %b: memref<9x13xf64>, %c: memref<13x14xf64>,
                        %d: memref<11x14xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 13 {
      affine.store %cst, %tmp[%i, %j] : memref<11x13xf64>
      %0 = affine.load %tmp[%i, %j] : memref<11x13xf64>
      %1 = affine.for %k = 0 to 9 iter_args(%acc = %0) -> (f64) {
        %2 = affine.load %alpha[] : memref<f64>
        %3 = affine.load %a[%i, %k] : memref<11x9xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %b[%k, %j] : memref<9x13xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %acc, %6 : f64
        affine.yield %7 : f64
      }
      affine.store %1, %tmp[%i, %j] : memref<11x13xf64>
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 14 {
      %0 = affine.load %beta[] : memref<f64>
      %1 = affine.load %d[%i, %j] : memref<11x14xf64>
      %2 = arith.mulf %1, %0 : f64
      affine.store %2, %d[%i, %j] : memref<11x14xf64>
      %3 = affine.load %d[%i, %j] : memref<11x14xf64>
      %4 = affine.for %k = 0 to 13 iter_args(%acc1 = %3) -> (f64) {
        %5 = affine.load %tmp[%i, %k] : memref<11x13xf64>
        %6 = affine.load %c[%k, %j] : memref<13x14xf64>
        %7 = arith.mulf %5, %6 : f64
        %8 = arith.addf %acc1, %7 : f64
        affine.yield %8 : f64
      }
      affine.store %4, %d[%i, %j] : memref<11x14xf64>
    }
  }
  return
}
