// y <- alpha x + y, in single precision and with a double-precision y.
//
// RUN: %check_run %s --entry axpy --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='P-1'
// RUN: %check_run %s --entry axpy_mixed --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='P-1'
// RUN: %check_run %s --entry axpy_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry axpy_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=61 --arg 2=61 --arg 3=61
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @axpy(

func.func @axpy(%alpha: f32, %x: memref<1000xf32>, %y: memref<1000xf32>) {
  affine.for %i = 0 to 1000 {
    %0 = affine.load %x[%i] : memref<1000xf32>
    %1 = arith.mulf %alpha, %0 : f32
    %2 = affine.load %y[%i] : memref<1000xf32>
    %3 = arith.addf %1, %2 : f32
    affine.store %3, %y[%i] : memref<1000xf32>
  }
  return
}

func.func @axpy_mixed(%alpha: f32, %x: memref<61xf32>, %y: memref<61xf64>) {
  affine.for %i = 0 to 61 {
    %0 = affine.load %x[%i] : memref<61xf32>
    %1 = arith.mulf %alpha, %0 : f32
    %2 = arith.extf %1 : f32 to f64
    %3 = affine.load %y[%i] : memref<61xf64>
    %4 = arith.addf %2, %3 : f64
    affine.store %4, %y[%i] : memref<61xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @axpy_rank0(%alpha: memref<f64>, %x: memref<61xf64>,
                      %y: memref<61xf64>) {
  affine.for %i = 0 to 61 {
    %0 = affine.load %alpha[] : memref<f64>
    %1 = affine.load %x[%i] : memref<61xf64>
    %2 = arith.mulf %0, %1 : f64
    %3 = affine.load %y[%i] : memref<61xf64>
    %4 = arith.addf %2, %3 : f64
    affine.store %4, %y[%i] : memref<61xf64>
  }
  return
}

// Sizes that only the caller knows.
func.func @axpy_dynamic(%n: i32, %alpha: f64, %x: memref<?xf64>,
                        %y: memref<?xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %x[%i] : memref<?xf64>
    %1 = arith.mulf %alpha, %0 : f64
    %2 = affine.load %y[%i] : memref<?xf64>
    %3 = arith.addf %1, %2 : f64
    affine.store %3, %y[%i] : memref<?xf64>
  }
  return
}
