// Smoothing on a plane by the five-point star, two half steps at a time. The
// border is fixed.
//
// RUN: %check_run %s --entry jacobi_2d --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4 --ops dmm.scatter,dmm.gather,fabric.halo --words fabric.halo='6*12*(ghosts(14,R,1,1)+ghosts(14,C,1,1))'
// RUN: %check_run %s --entry jacobi_2d_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4 --arg 0=3 --arg 1=14 --arg 2=14x14 --arg 3=14x14 --ops dmm.scatter,dmm.gather,fabric.halo --words fabric.halo='6*12*(ghosts(14,R,1,1)+ghosts(14,C,1,1))'
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @jacobi_2d(
// CHECK-DAG: func.func @jacobi_2d_dynamic(

func.func @jacobi_2d(%a: memref<14x14xf64>, %b: memref<14x14xf64>) {
  %cst = arith.constant 0.2 : f64
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 13 {
      affine.for %j = 1 to 13 {
        %0 = affine.load %a[%i, %j] : memref<14x14xf64>
        %1 = affine.load %a[%i, %j - 1] : memref<14x14xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %a[%i, %j + 1] : memref<14x14xf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %a[%i + 1, %j] : memref<14x14xf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %a[%i - 1, %j] : memref<14x14xf64>
        %8 = arith.addf %6, %7 : f64
        %9 = arith.mulf %cst, %8 : f64
        affine.store %9, %b[%i, %j] : memref<14x14xf64>
      }
    }
    affine.for %i = 1 to 13 {
      affine.for %j = 1 to 13 {
        %0 = affine.load %b[%i, %j] : memref<14x14xf64>
        %1 = affine.load %b[%i, %j - 1] : memref<14x14xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %b[%i, %j + 1] : memref<14x14xf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %b[%i + 1, %j] : memref<14x14xf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %b[%i - 1, %j] : memref<14x14xf64>
        %8 = arith.addf %6, %7 : f64
        %9 = arith.mulf %cst, %8 : f64
        affine.store %9, %a[%i, %j] : memref<14x14xf64>
      }
    }
  }
  return
}

func.func @jacobi_2d_dynamic(%tsteps: i32, %n: i32, %a: memref<?x14xf64>,
                             %b: memref<?x14xf64>) {
  %cst = arith.constant 0.2 : f64
  %tsteps_size = arith.index_cast %tsteps : i32 to index
  %n_size = arith.index_cast %n : i32 to index
  affine.for %t = 0 to %tsteps_size {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
        %0 = affine.load %a[%i, %j] : memref<?x14xf64>
        %1 = affine.load %a[%i, %j - 1] : memref<?x14xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %a[%i, %j + 1] : memref<?x14xf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %a[%i + 1, %j] : memref<?x14xf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %a[%i - 1, %j] : memref<?x14xf64>
        %8 = arith.addf %6, %7 : f64
        %9 = arith.mulf %cst, %8 : f64
        affine.store %9, %b[%i, %j] : memref<?x14xf64>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
        %0 = affine.load %b[%i, %j] : memref<?x14xf64>
        %1 = affine.load %b[%i, %j - 1] : memref<?x14xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %b[%i, %j + 1] : memref<?x14xf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %b[%i + 1, %j] : memref<?x14xf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %b[%i - 1, %j] : memref<?x14xf64>
        %8 = arith.addf %6, %7 : f64
        %9 = arith.mulf %cst, %8 : f64
        affine.store %9, %a[%i, %j] : memref<?x14xf64>
      }
    }
  }
  return
}
