// Smoothing on a line by the mean of three points, two half steps at a time. The
// ends are fixed.
//
// RUN: %check_run %s --entry jacobi_1d --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2 --ops dmm.scatter,dmm.gather,fabric.halo --words fabric.halo='8*ghosts(23,R,1,1)'
// RUN: %check_run %s --entry jacobi_1d_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2 --arg 0=4 --arg 1=23 --arg 2=23 --arg 3=23 --ops dmm.scatter,dmm.gather,fabric.halo --words fabric.halo='8*ghosts(23,R,1,1)'
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @jacobi_1d(
// CHECK-DAG: func.func @jacobi_1d_dynamic(

func.func @jacobi_1d(%a: memref<23xf64>, %b: memref<23xf64>) {
  %cst = arith.constant 0.33333 : f64
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 22 {
      %0 = affine.load %a[%i - 1] : memref<23xf64>
      %1 = affine.load %a[%i] : memref<23xf64>
      %2 = arith.addf %0, %1 : f64
      %3 = affine.load %a[%i + 1] : memref<23xf64>
      %4 = arith.addf %2, %3 : f64
      %5 = arith.mulf %cst, %4 : f64
      affine.store %5, %b[%i] : memref<23xf64>
    }
    affine.for %i = 1 to 22 {
      %0 = affine.load %b[%i - 1] : memref<23xf64>
      %1 = affine.load %b[%i] : memref<23xf64>
      %2 = arith.addf %0, %1 : f64
      %3 = affine.load %b[%i + 1] : memref<23xf64>
      %4 = arith.addf %2, %3 : f64
      %5 = arith.mulf %cst, %4 : f64
      affine.store %5, %a[%i] : memref<23xf64>
    }
  }
  return
}

func.func @jacobi_1d_dynamic(%tsteps: i32, %n: i32, %a: memref<?xf64>,
                             %b: memref<?xf64>) {
  %cst = arith.constant 0.33333 : f64
  %tsteps_size = arith.index_cast %tsteps : i32 to index
  %n_size = arith.index_cast %n : i32 to index
  affine.for %t = 0 to %tsteps_size {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
      %0 = affine.load %a[%i - 1] : memref<?xf64>
      %1 = affine.load %a[%i] : memref<?xf64>
      %2 = arith.addf %0, %1 : f64
      %3 = affine.load %a[%i + 1] : memref<?xf64>
      %4 = arith.addf %2, %3 : f64
      %5 = arith.mulf %cst, %4 : f64
      affine.store %5, %b[%i] : memref<?xf64>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
      %0 = affine.load %b[%i - 1] : memref<?xf64>
      %1 = affine.load %b[%i] : memref<?xf64>
      %2 = arith.addf %0, %1 : f64
      %3 = affine.load %b[%i + 1] : memref<?xf64>
      %4 = arith.addf %2, %3 : f64
      %5 = arith.mulf %cst, %4 : f64
      affine.store %5, %a[%i] : memref<?xf64>
    }
  }
  return
}
