// C <- beta C + alpha A B with A symmetric, only its lower triangle stored:
// row i of B goes into the rows of C above i, which row i then completes.
//
// RUN: %check_run %s --entry symm_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @symm_cells(

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
