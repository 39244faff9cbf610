// x <- alpha x, in place. alpha is a number of the root that all need.
//
// RUN: %check_run %s --entry scal --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='P-1'
// RUN: %check_run %s --entry scal_part --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry scal_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry scal_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=61 --arg 2=61
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @scal(

func.func @scal(%alpha: f64, %x: memref<1000xf64>) {
  affine.for %i = 0 to 1000 {
    %0 = affine.load %x[%i] : memref<1000xf64>
    %1 = arith.mulf %alpha, %0 : f64
    affine.store %1, %x[%i] : memref<1000xf64>
  }
  return
}

// Only a part of x: what lies outside must keep its value.
func.func @scal_part(%alpha: f32, %x: memref<61xf32>) {
  affine.for %i = 5 to 48 {
    %0 = affine.load %x[%i] : memref<61xf32>
    %1 = arith.mulf %alpha, %0 : f32
    affine.store %1, %x[%i] : memref<61xf32>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @scal_rank0(%alpha: memref<f64>, %x: memref<61xf64>) {
  affine.for %i = 0 to 61 {
    %0 = affine.load %alpha[] : memref<f64>
    %1 = affine.load %x[%i] : memref<61xf64>
    %2 = arith.mulf %0, %1 : f64
    affine.store %2, %x[%i] : memref<61xf64>
  }
  return
}

// Sizes that only the caller knows.
func.func @scal_dynamic(%n: i32, %alpha: f64, %x: memref<?xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %x[%i] : memref<?xf64>
    %1 = arith.mulf %alpha, %0 : f64
    affine.store %1, %x[%i] : memref<?xf64>
  }
  return
}
