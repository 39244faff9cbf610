// A plane rotation of the points (x, y).
//
// RUN: %check_run %s --entry rot --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='2*(P-1)'
// RUN: %check_run %s --entry rot_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry rot_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=61 --arg 3=61 --arg 4=61
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @rot(

func.func @rot(%c: f64, %s: f64, %x: memref<61xf64>, %y: memref<61xf64>) {
  affine.for %i = 0 to 61 {
    %0 = affine.load %x[%i] : memref<61xf64>
    %1 = arith.mulf %c, %0 : f64
    %2 = affine.load %y[%i] : memref<61xf64>
    %3 = arith.mulf %s, %2 : f64
    %4 = arith.addf %1, %3 : f64
    %5 = affine.load %y[%i] : memref<61xf64>
    %6 = arith.mulf %c, %5 : f64
    %7 = affine.load %x[%i] : memref<61xf64>
    %8 = arith.mulf %s, %7 : f64
    %9 = arith.subf %6, %8 : f64
    affine.store %9, %y[%i] : memref<61xf64>
    affine.store %4, %x[%i] : memref<61xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @rot_rank0(%c: memref<f64>, %s: memref<f64>, %x: memref<61xf64>,
                     %y: memref<61xf64>) {
  affine.for %i = 0 to 61 {
    %0 = affine.load %c[] : memref<f64>
    %1 = affine.load %x[%i] : memref<61xf64>
    %2 = arith.mulf %0, %1 : f64
    %3 = affine.load %s[] : memref<f64>
    %4 = affine.load %y[%i] : memref<61xf64>
    %5 = arith.mulf %3, %4 : f64
    %6 = arith.addf %2, %5 : f64
    %7 = affine.load %c[] : memref<f64>
    %8 = affine.load %y[%i] : memref<61xf64>
    %9 = arith.mulf %7, %8 : f64
    %10 = affine.load %s[] : memref<f64>
    %11 = affine.load %x[%i] : memref<61xf64>
    %12 = arith.mulf %10, %11 : f64
    %13 = arith.subf %9, %12 : f64
    affine.store %13, %y[%i] : memref<61xf64>
    affine.store %6, %x[%i] : memref<61xf64>
  }
  return
}

// Sizes that only the caller knows.
func.func @rot_dynamic(%n: i32, %c: f64, %s: f64, %x: memref<?xf64>,
                       %y: memref<?xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %x[%i] : memref<?xf64>
    %1 = arith.mulf %c, %0 : f64
    %2 = affine.load %y[%i] : memref<?xf64>
    %3 = arith.mulf %s, %2 : f64
    %4 = arith.addf %1, %3 : f64
    %5 = affine.load %y[%i] : memref<?xf64>
    %6 = arith.mulf %c, %5 : f64
    %7 = affine.load %x[%i] : memref<?xf64>
    %8 = arith.mulf %s, %7 : f64
    %9 = arith.subf %6, %8 : f64
    affine.store %9, %y[%i] : memref<?xf64>
    affine.store %4, %x[%i] : memref<?xf64>
  }
  return
}
