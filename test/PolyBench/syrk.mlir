// The lower triangle of C <- beta C + alpha A A'.
//
// RUN: %check_run %s --entry syrk --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3
// RUN: %check_run %s --entry syrk_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3 --arg 0=15 --arg 1=11 --arg 4=15x15 --arg 5=15x11
// RUN: %check_run %s --entry syrk_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @syrk(
// CHECK-DAG: func.func @syrk_dynamic(
// CHECK-DAG: func.func @syrk_cells(

func.func @syrk(%alpha: f64, %beta: f64, %c: memref<15x15xf64>,
                %a: memref<15x11xf64>) {
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %c[%i, %j] : memref<15x15xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %c[%i, %j] : memref<15x15xf64>
    }
    affine.for %k = 0 to 11 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%i, %k] : memref<15x11xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %a[%j, %k] : memref<15x11xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %c[%i, %j] : memref<15x15xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %c[%i, %j] : memref<15x15xf64>
      }
    }
  }
  return
}

func.func @syrk_dynamic(%n: i32, %m: i32, %alpha: f64, %beta: f64,
                        %c: memref<?x15xf64>, %a: memref<?x11xf64>) {
  %n_size = arith.index_cast %n : i32 to index
  %m_size = arith.index_cast %m : i32 to index
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %c[%i, %j] : memref<?x15xf64>
      %1 = arith.mulf %0, %beta : f64
      affine.store %1, %c[%i, %j] : memref<?x15xf64>
    }
    affine.for %k = 0 to %m_size {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%i, %k] : memref<?x11xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %a[%j, %k] : memref<?x11xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %c[%i, %j] : memref<?x15xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %c[%i, %j] : memref<?x15xf64>
      }
    }
  }
  return
}

func.func @syrk_cells(%alpha: memref<f64>, %beta: memref<f64>,
                      %c: memref<15x15xf64>, %a: memref<15x11xf64>) {
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %beta[] : memref<f64>
      %1 = affine.load %c[%i, %j] : memref<15x15xf64>
      %2 = arith.mulf %1, %0 : f64
      affine.store %2, %c[%i, %j] : memref<15x15xf64>
    }
    affine.for %k = 0 to 11 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %alpha[] : memref<f64>
        %1 = affine.load %a[%i, %k] : memref<15x11xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %a[%j, %k] : memref<15x11xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %c[%i, %j] : memref<15x15xf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %c[%i, %j] : memref<15x15xf64>
      }
    }
  }
  return
}
