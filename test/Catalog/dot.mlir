// r <- x . y: each partition adds up its own terms, one reduce brings them
// together.
//
// RUN: %check_run %s --entry dot --opt strict-fp=true --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry dot --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --ops dmm.reduce,dmm.scatter,dmm.gather
// RUN: %check_run %s --entry dot_iter_args --opt strict-fp=true --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry dot_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --ops dmm.reduce,dmm.scatter,dmm.gather
// RUN: %check_run %s --entry dot_rank0 --opt strict-fp=true --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry dot_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --ops dmm.reduce,dmm.scatter,dmm.gather
// RUN: %check_run %s --entry dot_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=37 --arg 1=37 --arg 2=37
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @dot(

func.func @dot(%x: memref<37xf64>, %y: memref<37xf64>, %r: memref<f64>) {
  %zero = arith.constant 0.0 : f64
  affine.store %zero, %r[] : memref<f64>
  affine.for %i = 0 to 37 {
    %0 = affine.load %r[] : memref<f64>
    %1 = affine.load %x[%i] : memref<37xf64>
    %2 = affine.load %y[%i] : memref<37xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %0, %3 : f64
    affine.store %4, %r[] : memref<f64>
  }
  return
}

// Sums in values that the loops carry.
func.func @dot_iter_args(%x: memref<37xf64>, %y: memref<37xf64>,
                         %r: memref<f64>) {
  %zero = arith.constant 0.0 : f64
  %0 = affine.for %i = 0 to 37 iter_args(%s_0 = %zero) -> (f64) {
    %1 = affine.load %x[%i] : memref<37xf64>
    %2 = affine.load %y[%i] : memref<37xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %s_0, %3 : f64
    affine.yield %4 : f64
  }
  affine.store %0, %r[] : memref<f64>
  return
}

// Scalars in memrefs of rank 0.
func.func @dot_rank0(%x: memref<37xf64>, %y: memref<37xf64>, %r: memref<f64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  affine.store %zero, %s[] : memref<f64>
  affine.for %i = 0 to 37 {
    %0 = affine.load %s[] : memref<f64>
    %1 = affine.load %x[%i] : memref<37xf64>
    %2 = affine.load %y[%i] : memref<37xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %0, %3 : f64
    affine.store %4, %s[] : memref<f64>
  }
  %5 = affine.load %s[] : memref<f64>
  affine.store %5, %r[] : memref<f64>
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @dot_dynamic(%n: i32, %x: memref<?xf64>, %y: memref<?xf64>,
                       %r: memref<1xf64>) {
  %zero = arith.constant 0.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.store %zero, %s[0] : memref<1xf64>
  affine.for %i = 0 to %n_index {
    %0 = affine.load %s[0] : memref<1xf64>
    %1 = affine.load %x[%i] : memref<?xf64>
    %2 = affine.load %y[%i] : memref<?xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %0, %3 : f64
    affine.store %4, %s[0] : memref<1xf64>
  }
  %5 = affine.load %s[0] : memref<1xf64>
  affine.store %5, %r[0] : memref<1xf64>
  return
}
