// C <- alpha (A B^T + B A^T) + beta C in the lower triangle.
//
// RUN: %check_run %s --entry syr2k --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry syr2k_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry syr2k_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry syr2k_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=17 --arg 1=13 --arg 3=17x13 --arg 4=17x13 --arg 6=17x17
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @syr2k(

func.func @syr2k(%alpha: f64, %a: memref<17x13xf64>, %b: memref<17x13xf64>,
                 %beta: f64, %c: memref<17x17xf64>) {
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
        %4 = affine.load %b[%j, %k] : memref<17x13xf64>
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.mulf %alpha, %5 : f64
        %7 = affine.load %b[%i, %k] : memref<17x13xf64>
        %8 = affine.load %a[%j, %k] : memref<17x13xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.mulf %alpha, %9 : f64
        %11 = arith.addf %6, %10 : f64
        %12 = arith.addf %2, %11 : f64
        affine.store %12, %c[%i, %j] : memref<17x17xf64>
      }
    }
  }
  return
}

// Sums in values that the loops carry.
func.func @syr2k_iter_args(%alpha: f64, %a: memref<17x13xf64>,
                           %b: memref<17x13xf64>, %beta: f64,
                           %c: memref<17x17xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.for %k = 0 to 13 iter_args(%s_0 = %zero) -> (f64) {
        %1 = affine.load %a[%i, %k] : memref<17x13xf64>
        %2 = affine.load %b[%j, %k] : memref<17x13xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %b[%i, %k] : memref<17x13xf64>
        %5 = affine.load %a[%j, %k] : memref<17x13xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %3, %6 : f64
        %8 = arith.addf %s_0, %7 : f64
        affine.yield %8 : f64
      }
      %9 = arith.mulf %alpha, %0 : f64
      %10 = affine.load %c[%i, %j] : memref<17x17xf64>
      %11 = arith.mulf %beta, %10 : f64
      %12 = arith.addf %9, %11 : f64
      affine.store %12, %c[%i, %j] : memref<17x17xf64>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @syr2k_rank0(%alpha: memref<f64>, %a: memref<17x13xf64>,
                       %b: memref<17x13xf64>, %beta: memref<f64>,
                       %c: memref<17x17xf64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %zero, %s[] : memref<f64>
      affine.for %k = 0 to 13 {
        %0 = affine.load %s[] : memref<f64>
        %1 = affine.load %a[%i, %k] : memref<17x13xf64>
        %2 = affine.load %b[%j, %k] : memref<17x13xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %b[%i, %k] : memref<17x13xf64>
        %5 = affine.load %a[%j, %k] : memref<17x13xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %3, %6 : f64
        %8 = arith.addf %0, %7 : f64
        affine.store %8, %s[] : memref<f64>
      }
      %9 = affine.load %alpha[] : memref<f64>
      %10 = affine.load %s[] : memref<f64>
      %11 = arith.mulf %9, %10 : f64
      %12 = affine.load %beta[] : memref<f64>
      %13 = affine.load %c[%i, %j] : memref<17x17xf64>
      %14 = arith.mulf %12, %13 : f64
      %15 = arith.addf %11, %14 : f64
      affine.store %15, %c[%i, %j] : memref<17x17xf64>
    }
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @syr2k_dynamic(%n: i32, %m: i32, %alpha: f64, %a: memref<?x13xf64>,
                         %b: memref<?x13xf64>, %beta: f64,
                         %c: memref<?x17xf64>) {
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
        %2 = affine.load %b[%j, %k] : memref<?x13xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %b[%i, %k] : memref<?x13xf64>
        %5 = affine.load %a[%j, %k] : memref<?x13xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %3, %6 : f64
        %8 = arith.addf %0, %7 : f64
        affine.store %8, %s[0] : memref<1xf64>
      }
      %9 = affine.load %s[0] : memref<1xf64>
      %10 = arith.mulf %alpha, %9 : f64
      %11 = affine.load %c[%i, %j] : memref<?x17xf64>
      %12 = arith.mulf %beta, %11 : f64
      %13 = arith.addf %10, %12 : f64
      affine.store %13, %c[%i, %j] : memref<?x17xf64>
    }
  }
  return
}
