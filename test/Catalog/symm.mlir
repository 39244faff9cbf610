// C <- alpha A B + beta C, where A is symmetric and only its lower triangle is
// read.
//
// RUN: %check_run %s --entry symm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry symm_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: %check_run %s --entry symm_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: %check_run %s --entry symm_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1 --arg 0=13 --arg 1=17 --arg 3=13x13 --arg 4=13x17 --arg 6=13x17
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @symm(

func.func @symm(%alpha: f64, %a: memref<13x13xf64>, %b: memref<13x17xf64>,
                %beta: f64, %c: memref<13x17xf64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %c[%i, %j] : memref<13x17xf64>
      %1 = arith.mulf %beta, %0 : f64
      %2 = affine.load %a[%i, %i] : memref<13x13xf64>
      %3 = arith.mulf %alpha, %2 : f64
      %4 = affine.load %b[%i, %j] : memref<13x17xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %1, %5 : f64
      affine.store %6, %c[%i, %j] : memref<13x17xf64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %7 = affine.load %c[%i, %j] : memref<13x17xf64>
        %8 = affine.load %a[%i, %k] : memref<13x13xf64>
        %9 = arith.mulf %alpha, %8 : f64
        %10 = affine.load %b[%k, %j] : memref<13x17xf64>
        %11 = arith.mulf %9, %10 : f64
        %12 = arith.addf %7, %11 : f64
        affine.store %12, %c[%i, %j] : memref<13x17xf64>
      }
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 13 {
        %13 = affine.load %c[%i, %j] : memref<13x17xf64>
        %14 = affine.load %a[%k, %i] : memref<13x13xf64>
        %15 = arith.mulf %alpha, %14 : f64
        %16 = affine.load %b[%k, %j] : memref<13x17xf64>
        %17 = arith.mulf %15, %16 : f64
        %18 = arith.addf %13, %17 : f64
        affine.store %18, %c[%i, %j] : memref<13x17xf64>
      }
    }
  }
  return
}

// Sums in values that the loops carry.
func.func @symm_iter_args(%alpha: f64, %a: memref<13x13xf64>,
                          %b: memref<13x17xf64>, %beta: f64,
                          %c: memref<13x17xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      %0 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%s_0 = %zero) -> (f64) {
        %1 = affine.load %c[%k, %j] : memref<13x17xf64>
        %2 = affine.load %b[%i, %j] : memref<13x17xf64>
        %3 = arith.mulf %alpha, %2 : f64
        %4 = affine.load %a[%i, %k] : memref<13x13xf64>
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.addf %1, %5 : f64
        affine.store %6, %c[%k, %j] : memref<13x17xf64>
        %7 = affine.load %b[%k, %j] : memref<13x17xf64>
        %8 = affine.load %a[%i, %k] : memref<13x13xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.addf %s_0, %9 : f64
        affine.yield %10 : f64
      }
      %11 = affine.load %c[%i, %j] : memref<13x17xf64>
      %12 = arith.mulf %beta, %11 : f64
      %13 = affine.load %b[%i, %j] : memref<13x17xf64>
      %14 = arith.mulf %alpha, %13 : f64
      %15 = affine.load %a[%i, %i] : memref<13x13xf64>
      %16 = arith.mulf %14, %15 : f64
      %17 = arith.addf %12, %16 : f64
      %18 = arith.mulf %alpha, %0 : f64
      %19 = arith.addf %17, %18 : f64
      affine.store %19, %c[%i, %j] : memref<13x17xf64>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @symm_rank0(%alpha: memref<f64>, %a: memref<13x13xf64>,
                      %b: memref<13x17xf64>, %beta: memref<f64>,
                      %c: memref<13x17xf64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 17 {
      affine.store %zero, %s[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %c[%k, %j] : memref<13x17xf64>
        %1 = affine.load %alpha[] : memref<f64>
        %2 = affine.load %b[%i, %j] : memref<13x17xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %a[%i, %k] : memref<13x13xf64>
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.addf %0, %5 : f64
        affine.store %6, %c[%k, %j] : memref<13x17xf64>
        %7 = affine.load %s[] : memref<f64>
        %8 = affine.load %b[%k, %j] : memref<13x17xf64>
        %9 = affine.load %a[%i, %k] : memref<13x13xf64>
        %10 = arith.mulf %8, %9 : f64
        %11 = arith.addf %7, %10 : f64
        affine.store %11, %s[] : memref<f64>
      }
      %12 = affine.load %beta[] : memref<f64>
      %13 = affine.load %c[%i, %j] : memref<13x17xf64>
      %14 = arith.mulf %12, %13 : f64
      %15 = affine.load %alpha[] : memref<f64>
      %16 = affine.load %b[%i, %j] : memref<13x17xf64>
      %17 = arith.mulf %15, %16 : f64
      %18 = affine.load %a[%i, %i] : memref<13x13xf64>
      %19 = arith.mulf %17, %18 : f64
      %20 = arith.addf %14, %19 : f64
      %21 = affine.load %alpha[] : memref<f64>
      %22 = affine.load %s[] : memref<f64>
      %23 = arith.mulf %21, %22 : f64
      %24 = arith.addf %20, %23 : f64
      affine.store %24, %c[%i, %j] : memref<13x17xf64>
    }
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @symm_dynamic(%m: i32, %n: i32, %alpha: f64, %a: memref<?x13xf64>,
                        %b: memref<?x17xf64>, %beta: f64,
                        %c: memref<?x17xf64>) {
  %zero = arith.constant 0.0 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %m_index {
    affine.for %j = 0 to %n_index {
      affine.store %zero, %s[0] : memref<1xf64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %c[%k, %j] : memref<?x17xf64>
        %1 = affine.load %b[%i, %j] : memref<?x17xf64>
        %2 = arith.mulf %alpha, %1 : f64
        %3 = affine.load %a[%i, %k] : memref<?x13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %0, %4 : f64
        affine.store %5, %c[%k, %j] : memref<?x17xf64>
        %6 = affine.load %s[0] : memref<1xf64>
        %7 = affine.load %b[%k, %j] : memref<?x17xf64>
        %8 = affine.load %a[%i, %k] : memref<?x13xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.addf %6, %9 : f64
        affine.store %10, %s[0] : memref<1xf64>
      }
      %11 = affine.load %c[%i, %j] : memref<?x17xf64>
      %12 = arith.mulf %beta, %11 : f64
      %13 = affine.load %b[%i, %j] : memref<?x17xf64>
      %14 = arith.mulf %alpha, %13 : f64
      %15 = affine.load %a[%i, %i] : memref<?x13xf64>
      %16 = arith.mulf %14, %15 : f64
      %17 = arith.addf %12, %16 : f64
      %18 = affine.load %s[0] : memref<1xf64>
      %19 = arith.mulf %alpha, %18 : f64
      %20 = arith.addf %17, %19 : f64
      affine.store %20, %c[%i, %j] : memref<?x17xf64>
    }
  }
  return
}
