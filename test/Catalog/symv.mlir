// y <- alpha A x + beta y, where A is symmetric and only its lower triangle is
// read.
//
// RUN: %check_run %s --entry symv --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry symv_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry symv_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry symv_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=17 --arg 2=17x17 --arg 3=17 --arg 5=17
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @symv(

func.func @symv(%alpha: f64, %a: memref<17x17xf64>, %x: memref<17xf64>,
                %beta: f64, %y: memref<17xf64>) {
  affine.for %i = 0 to 17 {
    %0 = affine.load %y[%i] : memref<17xf64>
    %1 = arith.mulf %beta, %0 : f64
    affine.store %1, %y[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %2 = affine.load %y[%i] : memref<17xf64>
      %3 = affine.load %a[%i, %j] : memref<17x17xf64>
      %4 = arith.mulf %alpha, %3 : f64
      %5 = affine.load %x[%j] : memref<17xf64>
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.addf %2, %6 : f64
      affine.store %7, %y[%i] : memref<17xf64>
      %8 = affine.load %y[%j] : memref<17xf64>
      %9 = affine.load %a[%i, %j] : memref<17x17xf64>
      %10 = arith.mulf %alpha, %9 : f64
      %11 = affine.load %x[%i] : memref<17xf64>
      %12 = arith.mulf %10, %11 : f64
      %13 = arith.addf %8, %12 : f64
      affine.store %13, %y[%j] : memref<17xf64>
    }
    %14 = affine.load %y[%i] : memref<17xf64>
    %15 = affine.load %a[%i, %i] : memref<17x17xf64>
    %16 = arith.mulf %alpha, %15 : f64
    %17 = affine.load %x[%i] : memref<17xf64>
    %18 = arith.mulf %16, %17 : f64
    %19 = arith.addf %14, %18 : f64
    affine.store %19, %y[%i] : memref<17xf64>
  }
  return
}

// Sums in values that the loops carry.
func.func @symv_iter_args(%alpha: f64, %a: memref<17x17xf64>,
                          %x: memref<17xf64>, %beta: f64, %y: memref<17xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 17 {
    %0 = affine.load %y[%i] : memref<17xf64>
    %1 = arith.mulf %beta, %0 : f64
    affine.store %1, %y[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    %2 = affine.load %x[%i] : memref<17xf64>
    %3 = arith.mulf %alpha, %2 : f64
    %4 = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%s_0 = %zero) -> (f64) {
      %5 = affine.load %y[%j] : memref<17xf64>
      %6 = affine.load %a[%i, %j] : memref<17x17xf64>
      %7 = arith.mulf %3, %6 : f64
      %8 = arith.addf %5, %7 : f64
      affine.store %8, %y[%j] : memref<17xf64>
      %9 = affine.load %a[%i, %j] : memref<17x17xf64>
      %10 = affine.load %x[%j] : memref<17xf64>
      %11 = arith.mulf %9, %10 : f64
      %12 = arith.addf %s_0, %11 : f64
      affine.yield %12 : f64
    }
    %13 = affine.load %y[%i] : memref<17xf64>
    %14 = affine.load %a[%i, %i] : memref<17x17xf64>
    %15 = arith.mulf %3, %14 : f64
    %16 = arith.mulf %alpha, %4 : f64
    %17 = arith.addf %15, %16 : f64
    %18 = arith.addf %13, %17 : f64
    affine.store %18, %y[%i] : memref<17xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @symv_rank0(%alpha: memref<f64>, %a: memref<17x17xf64>,
                      %x: memref<17xf64>, %beta: memref<f64>,
                      %y: memref<17xf64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  affine.for %i = 0 to 17 {
    %0 = affine.load %beta[] : memref<f64>
    %1 = affine.load %y[%i] : memref<17xf64>
    %2 = arith.mulf %0, %1 : f64
    affine.store %2, %y[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    %3 = affine.load %alpha[] : memref<f64>
    %4 = affine.load %x[%i] : memref<17xf64>
    %5 = arith.mulf %3, %4 : f64
    affine.store %zero, %s[] : memref<f64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %6 = affine.load %y[%j] : memref<17xf64>
      %7 = affine.load %a[%i, %j] : memref<17x17xf64>
      %8 = arith.mulf %5, %7 : f64
      %9 = arith.addf %6, %8 : f64
      affine.store %9, %y[%j] : memref<17xf64>
      %10 = affine.load %s[] : memref<f64>
      %11 = affine.load %a[%i, %j] : memref<17x17xf64>
      %12 = affine.load %x[%j] : memref<17xf64>
      %13 = arith.mulf %11, %12 : f64
      %14 = arith.addf %10, %13 : f64
      affine.store %14, %s[] : memref<f64>
    }
    %15 = affine.load %y[%i] : memref<17xf64>
    %16 = affine.load %a[%i, %i] : memref<17x17xf64>
    %17 = arith.mulf %5, %16 : f64
    %18 = affine.load %alpha[] : memref<f64>
    %19 = affine.load %s[] : memref<f64>
    %20 = arith.mulf %18, %19 : f64
    %21 = arith.addf %17, %20 : f64
    %22 = arith.addf %15, %21 : f64
    affine.store %22, %y[%i] : memref<17xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @symv_dynamic(%n: i32, %alpha: f64, %a: memref<?x17xf64>,
                        %x: memref<?xf64>, %beta: f64, %y: memref<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %n_index {
    %0 = affine.load %y[%i] : memref<?xf64>
    %1 = arith.mulf %beta, %0 : f64
    affine.store %1, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n_index {
    %2 = affine.load %x[%i] : memref<?xf64>
    %3 = arith.mulf %alpha, %2 : f64
    affine.store %zero, %s[0] : memref<1xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %4 = affine.load %y[%j] : memref<?xf64>
      %5 = affine.load %a[%i, %j] : memref<?x17xf64>
      %6 = arith.mulf %3, %5 : f64
      %7 = arith.addf %4, %6 : f64
      affine.store %7, %y[%j] : memref<?xf64>
      %8 = affine.load %s[0] : memref<1xf64>
      %9 = affine.load %a[%i, %j] : memref<?x17xf64>
      %10 = affine.load %x[%j] : memref<?xf64>
      %11 = arith.mulf %9, %10 : f64
      %12 = arith.addf %8, %11 : f64
      affine.store %12, %s[0] : memref<1xf64>
    }
    %13 = affine.load %y[%i] : memref<?xf64>
    %14 = affine.load %a[%i, %i] : memref<?x17xf64>
    %15 = arith.mulf %3, %14 : f64
    %16 = affine.load %s[0] : memref<1xf64>
    %17 = arith.mulf %alpha, %16 : f64
    %18 = arith.addf %15, %17 : f64
    %19 = arith.addf %13, %18 : f64
    affine.store %19, %y[%i] : memref<?xf64>
  }
  return
}
