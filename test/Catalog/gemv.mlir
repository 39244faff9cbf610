// y <- alpha A x + beta y: an imperfect nest whose inner loop accumulates in
// memory. A is in single precision, the vectors in double precision.
//
// RUN: %check_run %s --entry gemv --grids 1,2,3,4,5,8,13 --distributed 1 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='(P-1)*(37+2)' --words dmm.gather='61-block(61,P)'
// RUN: %check_run %s --entry gemv --grids 2x2,2x3 --distributed 1
// RUN: %check_run %s --entry gemv_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry gemv_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry gemv_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=23 --arg 1=17 --arg 3=23x17 --arg 4=17 --arg 6=23
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @gemv(

func.func @gemv(%alpha: f64, %a: memref<61x37xf32>, %x: memref<37xf64>,
                %beta: f64, %y: memref<61xf64>) {
  affine.for %i = 0 to 61 {
    %0 = affine.load %y[%i] : memref<61xf64>
    %1 = arith.mulf %beta, %0 : f64
    affine.store %1, %y[%i] : memref<61xf64>
    affine.for %j = 0 to 37 {
      %2 = affine.load %a[%i, %j] : memref<61x37xf32>
      %3 = arith.extf %2 : f32 to f64
      %4 = affine.load %x[%j] : memref<37xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.mulf %alpha, %5 : f64
      %7 = affine.load %y[%i] : memref<61xf64>
      %8 = arith.addf %7, %6 : f64
      affine.store %8, %y[%i] : memref<61xf64>
    }
  }
  return
}

// Sums in values that the loops carry.
func.func @gemv_iter_args(%alpha: f64, %a: memref<23x17xf64>,
                          %x: memref<17xf64>, %beta: f64, %y: memref<23xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 23 {
    %0 = affine.for %j = 0 to 17 iter_args(%s_0 = %zero) -> (f64) {
      %1 = affine.load %a[%i, %j] : memref<23x17xf64>
      %2 = affine.load %x[%j] : memref<17xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %s_0, %3 : f64
      affine.yield %4 : f64
    }
    %5 = arith.mulf %alpha, %0 : f64
    %6 = affine.load %y[%i] : memref<23xf64>
    %7 = arith.mulf %beta, %6 : f64
    %8 = arith.addf %5, %7 : f64
    affine.store %8, %y[%i] : memref<23xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @gemv_rank0(%alpha: memref<f64>, %a: memref<23x17xf64>,
                      %x: memref<17xf64>, %beta: memref<f64>,
                      %y: memref<23xf64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  affine.for %i = 0 to 23 {
    affine.store %zero, %s[] : memref<f64>
    affine.for %j = 0 to 17 {
      %0 = affine.load %s[] : memref<f64>
      %1 = affine.load %a[%i, %j] : memref<23x17xf64>
      %2 = affine.load %x[%j] : memref<17xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[] : memref<f64>
    }
    %5 = affine.load %alpha[] : memref<f64>
    %6 = affine.load %s[] : memref<f64>
    %7 = arith.mulf %5, %6 : f64
    %8 = affine.load %beta[] : memref<f64>
    %9 = affine.load %y[%i] : memref<23xf64>
    %10 = arith.mulf %8, %9 : f64
    %11 = arith.addf %7, %10 : f64
    affine.store %11, %y[%i] : memref<23xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @gemv_dynamic(%m: i32, %n: i32, %alpha: f64, %a: memref<?x17xf64>,
                        %x: memref<?xf64>, %beta: f64, %y: memref<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %m_index {
    affine.store %zero, %s[0] : memref<1xf64>
    affine.for %j = 0 to %n_index {
      %0 = affine.load %s[0] : memref<1xf64>
      %1 = affine.load %a[%i, %j] : memref<?x17xf64>
      %2 = affine.load %x[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[0] : memref<1xf64>
    }
    %5 = affine.load %s[0] : memref<1xf64>
    %6 = arith.mulf %alpha, %5 : f64
    %7 = affine.load %y[%i] : memref<?xf64>
    %8 = arith.mulf %beta, %7 : f64
    %9 = arith.addf %6, %8 : f64
    affine.store %9, %y[%i] : memref<?xf64>
  }
  return
}
