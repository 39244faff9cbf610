// The lower triangle of C <- beta C + alpha (A B' + B A').
//
// RUN: %check_run %s --entry syr2k --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3
// RUN: %check_run %s --entry syr2k_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3 --arg 0=14 --arg 1=11 --arg 4=14x14 --arg 5=14x11 --arg 6=14x11
// RUN: %check_run %s --entry syr2k_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @syr2k(
// CHECK-DAG: func.func @syr2k_dynamic(
// CHECK-DAG: func.func @syr2k_cells(

func.func @syr2k(%alpha: f64, %beta: f64, %c: memref<14x14xf64>,
                 %a: memref<14x11xf64>, %b: memref<14x11xf64>) {
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %c[%i, %j] : memref<14x14xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %c[%i, %j] : memref<14x14xf64>
    }
    affine.for %k = 0 to 11 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%j, %k] : memref<14x11xf64>
        %1 = arith.mulf %0, %alpha : f64
        %2 = affine.load %b[%i, %k] : memref<14x11xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %b[%j, %k] : memref<14x11xf64>
        %5 = arith.mulf %4, %alpha : f64
        %6 = affine.load %a[%i, %k] : memref<14x11xf64>
        %7 = arith.mulf %5, %6 : f64
        %8 = arith.addf %3, %7 : f64
        %9 = affine.load %c[%i, %j] : memref<14x14xf64>
        %10 = arith.addf %9, %8 : f64
        affine.store %10, %c[%i, %j] : memref<14x14xf64>
      }
    }
  }
  return
}

func.func @syr2k_dynamic(%n: i32, %m: i32, %alpha: f64, %beta: f64,
                         %c: memref<?x14xf64>, %a: memref<?x11xf64>,
                         %b: memref<?x11xf64>) {
  %n_size = arith.index_cast %n : i32 to index
  %m_size = arith.index_cast %m : i32 to index
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %c[%i, %j] : memref<?x14xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %c[%i, %j] : memref<?x14xf64>
    }
    affine.for %k = 0 to %m_size {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%j, %k] : memref<?x11xf64>
        %1 = arith.mulf %0, %alpha : f64
        %2 = affine.load %b[%i, %k] : memref<?x11xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %b[%j, %k] : memref<?x11xf64>
        %5 = arith.mulf %4, %alpha : f64
        %6 = affine.load %a[%i, %k] : memref<?x11xf64>
        %7 = arith.mulf %5, %6 : f64
        %8 = arith.addf %3, %7 : f64
        %9 = affine.load %c[%i, %j] : memref<?x14xf64>
        %10 = arith.addf %9, %8 : f64
        affine.store %10, %c[%i, %j] : memref<?x14xf64>
      }
    }
  }
  return
}

func.func @syr2k_cells(%alpha: memref<f64>, %beta: memref<f64>,
                       %c: memref<14x14xf64>, %a: memref<14x11xf64>,
                       %b: memref<14x11xf64>) {
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %beta[] : memref<f64>
      %1 = affine.load %c[%i, %j] : memref<14x14xf64>
      %2 = arith.mulf %1, %0 : f64
      affine.store %2, %c[%i, %j] : memref<14x14xf64>
    }
    affine.for %k = 0 to 11 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%j, %k] : memref<14x11xf64>
        %1 = affine.load %alpha[] : memref<f64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %b[%i, %k] : memref<14x11xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %b[%j, %k] : memref<14x11xf64>
        %6 = affine.load %alpha[] : memref<f64>
        %7 = arith.mulf %5, %6 : f64
        %8 = affine.load %a[%i, %k] : memref<14x11xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.addf %4, %9 : f64
        %11 = affine.load %c[%i, %j] : memref<14x14xf64>
        %12 = arith.addf %11, %10 : f64
        affine.store %12, %c[%i, %j] : memref<14x14xf64>
      }
    }
  }
  return
}
