// Maxwell's equations in the plane by finite differences in time: the electric
// field (ex, ey), driven at the border by fict, then the magnetic field hz.
//
// RUN: %check_run %s --entry fdtd_2d --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 3,7
// RUN: %check_run %s --entry fdtd_2d_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 3,7 --arg 0=3 --arg 1=13 --arg 2=17 --arg 3=13x17 --arg 4=13x17 --arg 5=13x17 --arg 6=3
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @fdtd_2d(
// CHECK-DAG: func.func @fdtd_2d_dynamic(

func.func @fdtd_2d(%ex: memref<13x17xf64>, %ey: memref<13x17xf64>,
                   %hz: memref<13x17xf64>, %fict: memref<3xf64>) {
  %cst = arith.constant 0.5 : f64
  %cst_0 = arith.constant 0.7 : f64
  affine.for %t = 0 to 3 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %fict[%t] : memref<3xf64>
      affine.store %0, %ey[0, %j] : memref<13x17xf64>
    }
    affine.for %i = 1 to 13 {
      affine.for %j = 0 to 17 {
        %0 = affine.load %ey[%i, %j] : memref<13x17xf64>
        %1 = affine.load %hz[%i, %j] : memref<13x17xf64>
        %2 = affine.load %hz[%i - 1, %j] : memref<13x17xf64>
        %3 = arith.subf %1, %2 : f64
        %4 = arith.mulf %cst, %3 : f64
        %5 = arith.subf %0, %4 : f64
        affine.store %5, %ey[%i, %j] : memref<13x17xf64>
      }
    }
    affine.for %i = 0 to 13 {
      affine.for %j = 1 to 17 {
        %0 = affine.load %ex[%i, %j] : memref<13x17xf64>
        %1 = affine.load %hz[%i, %j] : memref<13x17xf64>
        %2 = affine.load %hz[%i, %j - 1] : memref<13x17xf64>
        %3 = arith.subf %1, %2 : f64
        %4 = arith.mulf %cst, %3 : f64
        %5 = arith.subf %0, %4 : f64
        affine.store %5, %ex[%i, %j] : memref<13x17xf64>
      }
    }
    affine.for %i = 0 to 12 {
      affine.for %j = 0 to 16 {
        %0 = affine.load %hz[%i, %j] : memref<13x17xf64>
        %1 = affine.load %ex[%i, %j + 1] : memref<13x17xf64>
        %2 = affine.load %ex[%i, %j] : memref<13x17xf64>
        %3 = arith.subf %1, %2 : f64
        %4 = affine.load %ey[%i + 1, %j] : memref<13x17xf64>
        %5 = arith.addf %3, %4 : f64
        %6 = affine.load %ey[%i, %j] : memref<13x17xf64>
        %7 = arith.subf %5, %6 : f64
        %8 = arith.mulf %cst_0, %7 : f64
        %9 = arith.subf %0, %8 : f64
        affine.store %9, %hz[%i, %j] : memref<13x17xf64>
      }
    }
  }
  return
}

func.func @fdtd_2d_dynamic(%tmax: i32, %nx: i32, %ny: i32,
                           %ex: memref<?x17xf64>, %ey: memref<?x17xf64>,
                           %hz: memref<?x17xf64>, %fict: memref<?xf64>) {
  %cst = arith.constant 0.5 : f64
  %cst_0 = arith.constant 0.7 : f64
  %tmax_size = arith.index_cast %tmax : i32 to index
  %ny_size = arith.index_cast %ny : i32 to index
  %nx_size = arith.index_cast %nx : i32 to index
  affine.for %t = 0 to %tmax_size {
    affine.for %j = 0 to %ny_size {
      %0 = affine.load %fict[%t] : memref<?xf64>
      affine.store %0, %ey[0, %j] : memref<?x17xf64>
    }
    affine.for %i = 1 to %nx_size {
      affine.for %j = 0 to %ny_size {
        %0 = affine.load %ey[%i, %j] : memref<?x17xf64>
        %1 = affine.load %hz[%i, %j] : memref<?x17xf64>
        %2 = affine.load %hz[%i - 1, %j] : memref<?x17xf64>
        %3 = arith.subf %1, %2 : f64
        %4 = arith.mulf %cst, %3 : f64
        %5 = arith.subf %0, %4 : f64
        affine.store %5, %ey[%i, %j] : memref<?x17xf64>
      }
    }
    affine.for %i = 0 to %nx_size {
      affine.for %j = 1 to %ny_size {
        %0 = affine.load %ex[%i, %j] : memref<?x17xf64>
        %1 = affine.load %hz[%i, %j] : memref<?x17xf64>
        %2 = affine.load %hz[%i, %j - 1] : memref<?x17xf64>
        %3 = arith.subf %1, %2 : f64
        %4 = arith.mulf %cst, %3 : f64
        %5 = arith.subf %0, %4 : f64
        affine.store %5, %ex[%i, %j] : memref<?x17xf64>
      }
    }
    affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%nx_size] {
      affine.for %j = 0 to affine_map<()[s0] -> (s0 - 1)>()[%ny_size] {
        %0 = affine.load %hz[%i, %j] : memref<?x17xf64>
        %1 = affine.load %ex[%i, %j + 1] : memref<?x17xf64>
        %2 = affine.load %ex[%i, %j] : memref<?x17xf64>
        %3 = arith.subf %1, %2 : f64
        %4 = affine.load %ey[%i + 1, %j] : memref<?x17xf64>
        %5 = arith.addf %3, %4 : f64
        %6 = affine.load %ey[%i, %j] : memref<?x17xf64>
        %7 = arith.subf %5, %6 : f64
        %8 = arith.mulf %cst_0, %7 : f64
        %9 = arith.subf %0, %8 : f64
        affine.store %9, %hz[%i, %j] : memref<?x17xf64>
      }
    }
  }
  return
}
