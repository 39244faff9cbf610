// C <- beta C + alpha A B with A symmetric, only its lower triangle stored:
// row i of B goes into the rows of C above i, which row i then completes.
//
// RUN: %check_run %s --entry symm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: %check_run %s --entry symm_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1 --arg 0=11 --arg 1=14 --arg 4=11x14 --arg 5=11x11 --arg 6=11x14
// RUN: %check_run %s --entry symm_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @symm(
// CHECK-DAG: func.func @symm_dynamic(
// CHECK-DAG: func.func @symm_cells(

func.func @symm(%alpha: f64, %beta: f64, %c: memref<11x14xf64>,
                %a: memref<11x11xf64>, %b: memref<11x14xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 14 {
      %0 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%temp2 = %cst) -> (f64) {
        %1 = affine.load %b[%i, %j] : memref<11x14xf64>
        %2 = arith.mulf %alpha, %1 : f64
        %3 = affine.load %a[%i, %k] : memref<11x11xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %c[%k, %j] : memref<11x14xf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %c[%k, %j] : memref<11x14xf64>
        %7 = affine.load %b[%k, %j] : memref<11x14xf64>
        %8 = affine.load %a[%i, %k] : memref<11x11xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.addf %temp2, %9 : f64
        affine.yield %10 : f64
      }
      %1 = affine.load %c[%i, %j] : memref<11x14xf64>
      %2 = arith.mulf %beta, %1 : f64
      %3 = affine.load %b[%i, %j] : memref<11x14xf64>
      %4 = arith.mulf %alpha, %3 : f64
      %5 = affine.load %a[%i, %i] : memref<11x11xf64>
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.addf %2, %6 : f64
      %8 = arith.mulf %alpha, %0 : f64
      %9 = arith.addf %7, %8 : f64
      affine.store %9, %c[%i, %j] : memref<11x14xf64>
    }
  }
  return
}

func.func @symm_dynamic(%m: i32, %n: i32, %alpha: f64, %beta: f64,
                        %c: memref<?x14xf64>, %a: memref<?x11xf64>,
                        %b: memref<?x14xf64>) {
  %undef = llvm.mlir.undef : f64
  %cst = arith.constant 0.0 : f64
  %m_size = arith.index_cast %m : i32 to index
  %n_size = arith.index_cast %n : i32 to index
  %temp2 = memref.alloca() : memref<1xf64>
  affine.store %undef, %temp2[0] : memref<1xf64>
  affine.for %i = 0 to %m_size {
    affine.for %j = 0 to %n_size {
      affine.store %cst, %temp2[0] : memref<1xf64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %b[%i, %j] : memref<?x14xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %a[%i, %k] : memref<?x11xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %c[%k, %j] : memref<?x14xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %c[%k, %j] : memref<?x14xf64>
        %6 = affine.load %b[%k, %j] : memref<?x14xf64>
        %7 = affine.load %a[%i, %k] : memref<?x11xf64>
        %8 = arith.mulf %6, %7 : f64
        %9 = affine.load %temp2[0] : memref<1xf64>
        %10 = arith.addf %9, %8 : f64
        affine.store %10, %temp2[0] : memref<1xf64>
      }
      %0 = affine.load %c[%i, %j] : memref<?x14xf64>
      %1 = arith.mulf %beta, %0 : f64
      %2 = affine.load %b[%i, %j] : memref<?x14xf64>
      %3 = arith.mulf %alpha, %2 : f64
      %4 = affine.load %a[%i, %i] : memref<?x11xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %1, %5 : f64
      %7 = affine.load %temp2[0] : memref<1xf64>
      %8 = arith.mulf %alpha, %7 : f64
      %9 = arith.addf %6, %8 : f64
      affine.store %9, %c[%i, %j] : memref<?x14xf64>
    }
  }
  return
}

func.func @symm_cells(%alpha: memref<f64>, %beta: memref<f64>,
                      %c: memref<11x14xf64>, %a: memref<11x11xf64>,
                      %b: memref<11x14xf64>) {
  %cst = arith.constant 0.0 : f64
  %temp2 = memref.alloca() : memref<f64>
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 14 {
      affine.store %cst, %temp2[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %alpha[] : memref<f64>
        %1 = affine.load %b[%i, %j] : memref<11x14xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %a[%i, %k] : memref<11x11xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %c[%k, %j] : memref<11x14xf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %c[%k, %j] : memref<11x14xf64>
        %7 = affine.load %b[%k, %j] : memref<11x14xf64>
        %8 = affine.load %a[%i, %k] : memref<11x11xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = affine.load %temp2[] : memref<f64>
        %11 = arith.addf %10, %9 : f64
        affine.store %11, %temp2[] : memref<f64>
      }
      %0 = affine.load %beta[] : memref<f64>
      %1 = affine.load %c[%i, %j] : memref<11x14xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %alpha[] : memref<f64>
      %4 = affine.load %b[%i, %j] : memref<11x14xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = affine.load %a[%i, %i] : memref<11x11xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.addf %2, %7 : f64
      %9 = affine.load %alpha[] : memref<f64>
      %10 = affine.load %temp2[] : memref<f64>
      %11 = arith.mulf %9, %10 : f64
      %12 = arith.addf %8, %11 : f64
      affine.store %12, %c[%i, %j] : memref<11x14xf64>
    }
  }
  return
}
