// C <- alpha A A^T + beta C in the lower triangle.
//
// RUN: %check_run %s --entry syrk --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry syrk_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry syrk_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry syrk_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=17 --arg 1=13 --arg 3=17x13 --arg 5=17x17
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @syrk(

func.func @syrk(%alpha: f64, %a: memref<17x13xf64>, %beta: f64,
                %c: memref<17x17xf64>) {
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %c[%i, %j] : memref<17x17xf64>
      %1 = arith.mulf %beta, %0 : f64
      affine.store %1, %c[%i, %j] : memref<17x17xf64>
    }
    affine.for %k = 0 to 13 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %2 = affine.load %c[%i, %j] : memref<17x17xf64>
        %3 = affine.load %a[%i, %k] : memref<17x13xf64>
        %4 = arith.mulf %alpha, %3 : f64
        %5 = affine.load %a[%j, %k] : memref<17x13xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %2, %6 : f64
        affine.store %7, %c[%i, %j] : memref<17x17xf64>
      }
    }
  }
  return
}

// Sums in values that the loops carry.
func.func @syrk_iter_args(%alpha: f64, %a: memref<17x13xf64>, %beta: f64,
                          %c: memref<17x17xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.for %k = 0 to 13 iter_args(%s_0 = %zero) -> (f64) {
        %1 = affine.load %a[%i, %k] : memref<17x13xf64>
        %2 = affine.load %a[%j, %k] : memref<17x13xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %s_0, %3 : f64
        affine.yield %4 : f64
      }
      %5 = arith.mulf %alpha, %0 : f64
      %6 = affine.load %c[%i, %j] : memref<17x17xf64>
      %7 = arith.mulf %beta, %6 : f64
      %8 = arith.addf %5, %7 : f64
      affine.store %8, %c[%i, %j] : memref<17x17xf64>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @syrk_rank0(%alpha: memref<f64>, %a: memref<17x13xf64>,
                      %beta: memref<f64>, %c: memref<17x17xf64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %zero, %s[] : memref<f64>
      affine.for %k = 0 to 13 {
        %0 = affine.load %s[] : memref<f64>
        %1 = affine.load %a[%i, %k] : memref<17x13xf64>
        %2 = affine.load %a[%j, %k] : memref<17x13xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %s[] : memref<f64>
      }
      %5 = affine.load %alpha[] : memref<f64>
      %6 = affine.load %s[] : memref<f64>
      %7 = arith.mulf %5, %6 : f64
      %8 = affine.load %beta[] : memref<f64>
      %9 = affine.load %c[%i, %j] : memref<17x17xf64>
      %10 = arith.mulf %8, %9 : f64
      %11 = arith.addf %7, %10 : f64
      affine.store %11, %c[%i, %j] : memref<17x17xf64>
    }
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @syrk_dynamic(%n: i32, %m: i32, %alpha: f64, %a: memref<?x13xf64>,
                        %beta: f64, %c: memref<?x17xf64>) {
  %zero = arith.constant 0.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  %m_index = arith.index_cast %m : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %n_index {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %zero, %s[0] : memref<1xf64>
      affine.for %k = 0 to %m_index {
        %0 = affine.load %s[0] : memref<1xf64>
        %1 = affine.load %a[%i, %k] : memref<?x13xf64>
        %2 = affine.load %a[%j, %k] : memref<?x13xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %s[0] : memref<1xf64>
      }
      %5 = affine.load %s[0] : memref<1xf64>
      %6 = arith.mulf %alpha, %5 : f64
      %7 = affine.load %c[%i, %j] : memref<?x17xf64>
      %8 = arith.mulf %beta, %7 : f64
      %9 = arith.addf %6, %8 : f64
      affine.store %9, %c[%i, %j] : memref<?x17xf64>
    }
  }
  return
}
