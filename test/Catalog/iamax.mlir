// r <- the lowest index of an element of largest magnitude, found by
// selections.
//
// RUN: %check_run %s --entry iamax --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry iamax_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry iamax_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry iamax_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=37 --arg 1=37
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @iamax(

func.func @iamax(%x: memref<37xf64>, %best: memref<f64>, %r: memref<i32>) {
  %zero_i32 = arith.constant 0 : i32
  %0 = affine.load %x[0] : memref<37xf64>
  %1 = math.absf %0 : f64
  affine.store %1, %best[] : memref<f64>
  affine.store %zero_i32, %r[] : memref<i32>
  affine.for %i = 1 to 37 {
    %2 = affine.load %x[%i] : memref<37xf64>
    %3 = math.absf %2 : f64
    %4 = affine.load %best[] : memref<f64>
    %5 = arith.cmpf ogt, %3, %4 : f64
    %6 = affine.load %best[] : memref<f64>
    %7 = arith.select %5, %3, %6 : f64
    affine.store %7, %best[] : memref<f64>
    %8 = arith.index_cast %i : index to i32
    %9 = affine.load %r[] : memref<i32>
    %10 = arith.select %5, %8, %9 : i32
    affine.store %10, %r[] : memref<i32>
  }
  return
}

// Sums in values that the loops carry.
func.func @iamax_iter_args(%x: memref<37xf64>, %r: memref<i32>) {
  %zero_i32 = arith.constant 0 : i32
  %0 = affine.load %x[0] : memref<37xf64>
  %1 = math.absf %0 : f64
  %2:2 = affine.for %i = 1 to 37 iter_args(%best_0 = %1, %idx_1 = %zero_i32) -> (f64, i32) {
    %3 = affine.load %x[%i] : memref<37xf64>
    %4 = math.absf %3 : f64
    %5 = arith.cmpf ogt, %4, %best_0 : f64
    %6 = arith.select %5, %4, %best_0 : f64
    %7 = arith.index_cast %i : index to i32
    %8 = arith.select %5, %7, %idx_1 : i32
    affine.yield %6, %8 : f64, i32
  }
  affine.store %2#1, %r[] : memref<i32>
  return
}

// Scalars in memrefs of rank 0.
func.func @iamax_rank0(%x: memref<37xf64>, %r: memref<i32>) {
  %zero_i32 = arith.constant 0 : i32
  %best = memref.alloca() : memref<f64>
  %idx = memref.alloca() : memref<i32>
  %0 = affine.load %x[0] : memref<37xf64>
  %1 = math.absf %0 : f64
  affine.store %1, %best[] : memref<f64>
  affine.store %zero_i32, %idx[] : memref<i32>
  affine.for %i = 1 to 37 {
    %2 = affine.load %x[%i] : memref<37xf64>
    %3 = math.absf %2 : f64
    %4 = affine.load %best[] : memref<f64>
    %5 = arith.cmpf ogt, %3, %4 : f64
    %6 = affine.load %best[] : memref<f64>
    %7 = arith.select %5, %3, %6 : f64
    affine.store %7, %best[] : memref<f64>
    %8 = arith.index_cast %i : index to i32
    %9 = affine.load %idx[] : memref<i32>
    %10 = arith.select %5, %8, %9 : i32
    affine.store %10, %idx[] : memref<i32>
  }
  %11 = affine.load %idx[] : memref<i32>
  affine.store %11, %r[] : memref<i32>
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @iamax_dynamic(%n: i32, %x: memref<?xf64>, %r: memref<1xi32>) {
  %zero_i32 = arith.constant 0 : i32
  %n_index = arith.index_cast %n : i32 to index
  %best = memref.alloca() : memref<1xf64>
  %idx = memref.alloca() : memref<1xi32>
  %0 = affine.load %x[0] : memref<?xf64>
  %1 = math.absf %0 : f64
  affine.store %1, %best[0] : memref<1xf64>
  affine.store %zero_i32, %idx[0] : memref<1xi32>
  affine.for %i = 1 to %n_index {
    %2 = affine.load %x[%i] : memref<?xf64>
    %3 = math.absf %2 : f64
    %4 = affine.load %best[0] : memref<1xf64>
    %5 = arith.cmpf ogt, %3, %4 : f64
    %6 = affine.load %best[0] : memref<1xf64>
    %7 = arith.select %5, %3, %6 : f64
    affine.store %7, %best[0] : memref<1xf64>
    %8 = arith.index_cast %i : index to i32
    %9 = affine.load %idx[0] : memref<1xi32>
    %10 = arith.select %5, %8, %9 : i32
    affine.store %10, %idx[0] : memref<1xi32>
  }
  %11 = affine.load %idx[0] : memref<1xi32>
  affine.store %11, %r[0] : memref<1xi32>
  return
}
