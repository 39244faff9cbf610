// B <- alpha L B, in place, from the last row to the first; L is lower
// triangular.
//
// RUN: %check_run %s --entry trmm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry trmm_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry trmm_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry trmm_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=13 --arg 1=17 --arg 3=13x13 --arg 4=13x17
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @trmm(

func.func @trmm(%alpha: f64, %a: memref<13x13xf64>, %b: memref<13x17xf64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %a[12 - %i, 12 - %i] : memref<13x13xf64>
      %1 = affine.load %b[12 - %i, %j] : memref<13x17xf64>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %b[12 - %i, %j] : memref<13x17xf64>
      affine.for %k = 0 to affine_map<(d0) -> (12 - d0)>(%i) {
        %3 = affine.load %b[12 - %i, %j] : memref<13x17xf64>
        %4 = affine.load %a[12 - %i, %k] : memref<13x13xf64>
        %5 = affine.load %b[%k, %j] : memref<13x17xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %3, %6 : f64
        affine.store %7, %b[12 - %i, %j] : memref<13x17xf64>
      }
      %8 = affine.load %b[12 - %i, %j] : memref<13x17xf64>
      %9 = arith.mulf %alpha, %8 : f64
      affine.store %9, %b[12 - %i, %j] : memref<13x17xf64>
    }
  }
  return
}

// Sums in values that the loops carry.
func.func @trmm_iter_args(%alpha: f64, %a: memref<13x13xf64>,
                          %b: memref<13x17xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      %0 = affine.for %k = 0 to affine_map<(d0) -> (13 - d0)>(%i) iter_args(%s_0 = %zero) -> (f64) {
        %1 = affine.load %a[12 - %i, %k] : memref<13x13xf64>
        %2 = affine.load %b[%k, %j] : memref<13x17xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %s_0, %3 : f64
        affine.yield %4 : f64
      }
      %5 = arith.mulf %alpha, %0 : f64
      affine.store %5, %b[12 - %i, %j] : memref<13x17xf64>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @trmm_rank0(%alpha: memref<f64>, %a: memref<13x13xf64>,
                      %b: memref<13x17xf64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      affine.store %zero, %s[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (13 - d0)>(%i) {
        %0 = affine.load %s[] : memref<f64>
        %1 = affine.load %a[12 - %i, %k] : memref<13x13xf64>
        %2 = affine.load %b[%k, %j] : memref<13x17xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %s[] : memref<f64>
      }
      %5 = affine.load %alpha[] : memref<f64>
      %6 = affine.load %s[] : memref<f64>
      %7 = arith.mulf %5, %6 : f64
      affine.store %7, %b[12 - %i, %j] : memref<13x17xf64>
    }
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @trmm_dynamic(%m: i32, %n: i32, %alpha: f64, %a: memref<?x13xf64>,
                        %b: memref<?x17xf64>) {
  %zero = arith.constant 0.0 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %m_index {
    affine.for %j = 0 to %n_index {
      affine.store %zero, %s[0] : memref<1xf64>
      affine.for %k = 0 to affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%m_index] {
        %0 = affine.load %s[0] : memref<1xf64>
        %1 = affine.load %a[symbol(%m_index) - %i - 1, %k] : memref<?x13xf64>
        %2 = affine.load %b[%k, %j] : memref<?x17xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %s[0] : memref<1xf64>
      }
      %5 = affine.load %s[0] : memref<1xf64>
      %6 = arith.mulf %alpha, %5 : f64
      affine.store %6, %b[symbol(%m_index) - %i - 1, %j] : memref<?x17xf64>
    }
  }
  return
}
