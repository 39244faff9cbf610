// The softmax of each row of X: exponentials, shifted by the row's maximum,
// over their sum.
//
// RUN: %check_run %s --entry softmax --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry softmax_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry softmax_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry softmax_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=17 --arg 1=11 --arg 2=17x11 --arg 3=17x11
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @softmax(

func.func @softmax(%x: memref<17x11xf64>, %y: memref<17x11xf64>) {
  %zero = arith.constant 0.0 : f64
  %top = memref.alloc() : memref<17xf64>
  %total = memref.alloc() : memref<17xf64>
  affine.for %i = 0 to 17 {
    %0 = affine.load %x[%i, 0] : memref<17x11xf64>
    affine.store %0, %top[%i] : memref<17xf64>
    affine.for %j = 1 to 11 {
      %1 = affine.load %top[%i] : memref<17xf64>
      %2 = affine.load %x[%i, %j] : memref<17x11xf64>
      %3 = arith.maximumf %1, %2 : f64
      affine.store %3, %top[%i] : memref<17xf64>
    }
  }
  affine.for %i = 0 to 17 {
    affine.store %zero, %total[%i] : memref<17xf64>
    affine.for %j = 0 to 11 {
      %4 = affine.load %x[%i, %j] : memref<17x11xf64>
      %5 = affine.load %top[%i] : memref<17xf64>
      %6 = arith.subf %4, %5 : f64
      %7 = math.exp %6 : f64
      affine.store %7, %y[%i, %j] : memref<17x11xf64>
      %8 = affine.load %total[%i] : memref<17xf64>
      %9 = affine.load %y[%i, %j] : memref<17x11xf64>
      %10 = arith.addf %8, %9 : f64
      affine.store %10, %total[%i] : memref<17xf64>
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 11 {
      %11 = affine.load %y[%i, %j] : memref<17x11xf64>
      %12 = affine.load %total[%i] : memref<17xf64>
      %13 = arith.divf %11, %12 : f64
      affine.store %13, %y[%i, %j] : memref<17x11xf64>
    }
  }
  memref.dealloc %top : memref<17xf64>
  memref.dealloc %total : memref<17xf64>
  return
}

// Sums in values that the loops carry.
func.func @softmax_iter_args(%x: memref<17x11xf64>, %y: memref<17x11xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 17 {
    %0 = affine.load %x[%i, 0] : memref<17x11xf64>
    %1 = affine.for %j = 1 to 11 iter_args(%top_0 = %0) -> (f64) {
      %2 = affine.load %x[%i, %j] : memref<17x11xf64>
      %3 = arith.cmpf ogt, %2, %top_0 : f64
      %4 = affine.load %x[%i, %j] : memref<17x11xf64>
      %5 = arith.select %3, %4, %top_0 : f64
      affine.yield %5 : f64
    }
    %6 = affine.for %j = 0 to 11 iter_args(%total_1 = %zero) -> (f64) {
      %7 = affine.load %x[%i, %j] : memref<17x11xf64>
      %8 = arith.subf %7, %1 : f64
      %9 = math.exp %8 : f64
      affine.store %9, %y[%i, %j] : memref<17x11xf64>
      %10 = arith.addf %total_1, %9 : f64
      affine.yield %10 : f64
    }
    affine.for %j = 0 to 11 {
      %11 = affine.load %y[%i, %j] : memref<17x11xf64>
      %12 = arith.divf %11, %6 : f64
      affine.store %12, %y[%i, %j] : memref<17x11xf64>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @softmax_rank0(%x: memref<17x11xf64>, %y: memref<17x11xf64>) {
  %zero = arith.constant 0.0 : f64
  %top = memref.alloca() : memref<f64>
  %total = memref.alloca() : memref<f64>
  affine.for %i = 0 to 17 {
    %0 = affine.load %x[%i, 0] : memref<17x11xf64>
    affine.store %0, %top[] : memref<f64>
    affine.for %j = 1 to 11 {
      %1 = affine.load %x[%i, %j] : memref<17x11xf64>
      %2 = affine.load %top[] : memref<f64>
      %3 = arith.cmpf ogt, %1, %2 : f64
      %4 = affine.load %x[%i, %j] : memref<17x11xf64>
      %5 = affine.load %top[] : memref<f64>
      %6 = arith.select %3, %4, %5 : f64
      affine.store %6, %top[] : memref<f64>
    }
    affine.store %zero, %total[] : memref<f64>
    affine.for %j = 0 to 11 {
      %7 = affine.load %x[%i, %j] : memref<17x11xf64>
      %8 = affine.load %top[] : memref<f64>
      %9 = arith.subf %7, %8 : f64
      %10 = math.exp %9 : f64
      affine.store %10, %y[%i, %j] : memref<17x11xf64>
      %11 = affine.load %total[] : memref<f64>
      %12 = arith.addf %11, %10 : f64
      affine.store %12, %total[] : memref<f64>
    }
    affine.for %j = 0 to 11 {
      %13 = affine.load %y[%i, %j] : memref<17x11xf64>
      %14 = affine.load %total[] : memref<f64>
      %15 = arith.divf %13, %14 : f64
      affine.store %15, %y[%i, %j] : memref<17x11xf64>
    }
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @softmax_dynamic(%m: i32, %n: i32, %x: memref<?x11xf64>,
                           %y: memref<?x11xf64>) {
  %zero = arith.constant 0.0 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %top = memref.alloca() : memref<1xf64>
  %total = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %m_index {
    %0 = affine.load %x[%i, 0] : memref<?x11xf64>
    affine.store %0, %top[0] : memref<1xf64>
    affine.for %j = 1 to %n_index {
      %1 = affine.load %x[%i, %j] : memref<?x11xf64>
      %2 = affine.load %top[0] : memref<1xf64>
      %3 = arith.cmpf ogt, %1, %2 : f64
      %4 = affine.load %x[%i, %j] : memref<?x11xf64>
      %5 = affine.load %top[0] : memref<1xf64>
      %6 = arith.select %3, %4, %5 : f64
      affine.store %6, %top[0] : memref<1xf64>
    }
    affine.store %zero, %total[0] : memref<1xf64>
    affine.for %j = 0 to %n_index {
      %7 = affine.load %x[%i, %j] : memref<?x11xf64>
      %8 = affine.load %top[0] : memref<1xf64>
      %9 = arith.subf %7, %8 : f64
      %10 = math.exp %9 : f64
      affine.store %10, %y[%i, %j] : memref<?x11xf64>
      %11 = affine.load %total[0] : memref<1xf64>
      %12 = arith.addf %11, %10 : f64
      affine.store %12, %total[0] : memref<1xf64>
    }
    affine.for %j = 0 to %n_index {
      %13 = affine.load %y[%i, %j] : memref<?x11xf64>
      %14 = affine.load %total[0] : memref<1xf64>
      %15 = arith.divf %13, %14 : f64
      affine.store %15, %y[%i, %j] : memref<?x11xf64>
    }
  }
  return
}
