// Gauss-Seidel smoothing on a plane by the mean of nine points, in place. The
// border is fixed.
//
// RUN: %check_run %s --entry seidel_2d --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry seidel_2d_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=2 --arg 1=13 --arg 2=13x13
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @seidel_2d(
// CHECK-DAG: func.func @seidel_2d_dynamic(

func.func @seidel_2d(%a: memref<13x13xf64>) {
  %cst = arith.constant 9.0 : f64
  affine.for %t = 0 to 2 {
    affine.for %i = 1 to 12 {
      affine.for %j = 1 to 12 {
        %0 = affine.load %a[%i - 1, %j - 1] : memref<13x13xf64>
        %1 = affine.load %a[%i - 1, %j] : memref<13x13xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %a[%i - 1, %j + 1] : memref<13x13xf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %a[%i, %j - 1] : memref<13x13xf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %a[%i, %j] : memref<13x13xf64>
        %8 = arith.addf %6, %7 : f64
        %9 = affine.load %a[%i, %j + 1] : memref<13x13xf64>
        %10 = arith.addf %8, %9 : f64
        %11 = affine.load %a[%i + 1, %j - 1] : memref<13x13xf64>
        %12 = arith.addf %10, %11 : f64
        %13 = affine.load %a[%i + 1, %j] : memref<13x13xf64>
        %14 = arith.addf %12, %13 : f64
        %15 = affine.load %a[%i + 1, %j + 1] : memref<13x13xf64>
        %16 = arith.addf %14, %15 : f64
        %17 = arith.divf %16, %cst : f64
        affine.store %17, %a[%i, %j] : memref<13x13xf64>
      }
    }
  }
  return
}

func.func @seidel_2d_dynamic(%tsteps: i32, %n: i32, %a: memref<?x13xf64>) {
  %cst = arith.constant 9.0 : f64
  %tsteps_size = arith.index_cast %tsteps : i32 to index
  %n_size = arith.index_cast %n : i32 to index
  affine.for %t = 0 to %tsteps_size {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
        %0 = affine.load %a[%i - 1, %j - 1] : memref<?x13xf64>
        %1 = affine.load %a[%i - 1, %j] : memref<?x13xf64>
        %2 = arith.addf %0, %1 : f64
        %3 = affine.load %a[%i - 1, %j + 1] : memref<?x13xf64>
        %4 = arith.addf %2, %3 : f64
        %5 = affine.load %a[%i, %j - 1] : memref<?x13xf64>
        %6 = arith.addf %4, %5 : f64
        %7 = affine.load %a[%i, %j] : memref<?x13xf64>
        %8 = arith.addf %6, %7 : f64
        %9 = affine.load %a[%i, %j + 1] : memref<?x13xf64>
        %10 = arith.addf %8, %9 : f64
        %11 = affine.load %a[%i + 1, %j - 1] : memref<?x13xf64>
        %12 = arith.addf %10, %11 : f64
        %13 = affine.load %a[%i + 1, %j] : memref<?x13xf64>
        %14 = arith.addf %12, %13 : f64
        %15 = affine.load %a[%i + 1, %j + 1] : memref<?x13xf64>
        %16 = arith.addf %14, %15 : f64
        %17 = arith.divf %16, %cst : f64
        affine.store %17, %a[%i, %j] : memref<?x13xf64>
      }
    }
  }
  return
}
