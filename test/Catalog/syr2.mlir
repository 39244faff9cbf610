// A <- A + alpha x y^T + alpha y x^T in the lower triangle.
//
// RUN: %check_run %s --entry syr2 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry syr2_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry syr2_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=23 --arg 2=23 --arg 3=23 --arg 4=23x23
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @syr2(

func.func @syr2(%alpha: f64, %x: memref<23xf64>, %y: memref<23xf64>,
                %a: memref<23x23xf64>) {
  affine.for %i = 0 to 23 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<23x23xf64>
      %1 = affine.load %x[%i] : memref<23xf64>
      %2 = affine.load %y[%j] : memref<23xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.mulf %alpha, %3 : f64
      %5 = affine.load %y[%i] : memref<23xf64>
      %6 = affine.load %x[%j] : memref<23xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.mulf %alpha, %7 : f64
      %9 = arith.addf %4, %8 : f64
      %10 = arith.addf %0, %9 : f64
      affine.store %10, %a[%i, %j] : memref<23x23xf64>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @syr2_rank0(%alpha: memref<f64>, %x: memref<23xf64>,
                      %y: memref<23xf64>, %a: memref<23x23xf64>) {
  affine.for %i = 0 to 23 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<23x23xf64>
      %1 = affine.load %alpha[] : memref<f64>
      %2 = affine.load %x[%i] : memref<23xf64>
      %3 = affine.load %y[%j] : memref<23xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.mulf %1, %4 : f64
      %6 = affine.load %alpha[] : memref<f64>
      %7 = affine.load %y[%i] : memref<23xf64>
      %8 = affine.load %x[%j] : memref<23xf64>
      %9 = arith.mulf %7, %8 : f64
      %10 = arith.mulf %6, %9 : f64
      %11 = arith.addf %5, %10 : f64
      %12 = arith.addf %0, %11 : f64
      affine.store %12, %a[%i, %j] : memref<23x23xf64>
    }
  }
  return
}

// Sizes that only the caller knows.
func.func @syr2_dynamic(%n: i32, %alpha: f64, %x: memref<?xf64>,
                        %y: memref<?xf64>, %a: memref<?x23xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<?x23xf64>
      %1 = affine.load %x[%i] : memref<?xf64>
      %2 = affine.load %y[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.mulf %alpha, %3 : f64
      %5 = affine.load %y[%i] : memref<?xf64>
      %6 = affine.load %x[%j] : memref<?xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.mulf %alpha, %7 : f64
      %9 = arith.addf %4, %8 : f64
      %10 = arith.addf %0, %9 : f64
      affine.store %10, %a[%i, %j] : memref<?x23xf64>
    }
  }
  return
}
