// x <-> y: two vectors change places.
//
// RUN: %check_run %s --entry swap --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --ops dmm.scatter,dmm.gather
// RUN: %check_run %s --entry swap_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=61 --arg 1=61 --arg 2=61
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @swap(

func.func @swap(%x: memref<61xf64>, %y: memref<61xf64>) {
  affine.for %i = 0 to 61 {
    %0 = affine.load %x[%i] : memref<61xf64>
    %1 = affine.load %y[%i] : memref<61xf64>
    affine.store %1, %x[%i] : memref<61xf64>
    affine.store %0, %y[%i] : memref<61xf64>
  }
  return
}

// Sizes that only the caller knows.
func.func @swap_dynamic(%n: i32, %x: memref<?xf64>, %y: memref<?xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %x[%i] : memref<?xf64>
    %1 = affine.load %y[%i] : memref<?xf64>
    affine.store %1, %x[%i] : memref<?xf64>
    affine.store %0, %y[%i] : memref<?xf64>
  }
  return
}
