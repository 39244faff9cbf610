// The heat equation in space by the seven-point star, two half steps at a time.
// The border is fixed.
//
// RUN: %check_run %s --entry heat_3d --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4 --ops dmm.scatter,dmm.gather,fabric.halo --words fabric.halo='4*49*(ghosts(9,R,1,1)+ghosts(9,C,1,1))'
// RUN: %check_run %s --entry heat_3d_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4 --arg 0=2 --arg 1=9 --arg 2=9x9x9 --arg 3=9x9x9 --ops dmm.scatter,dmm.gather,fabric.halo --words fabric.halo='4*49*(ghosts(9,R,1,1)+ghosts(9,C,1,1))'
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @heat_3d(
// CHECK-DAG: func.func @heat_3d_dynamic(

func.func @heat_3d(%a: memref<9x9x9xf64>, %b: memref<9x9x9xf64>) {
  %cst = arith.constant 0.125 : f64
  %cst_0 = arith.constant 2.0 : f64
  affine.for %t = 1 to 3 {
    affine.for %i = 1 to 8 {
      affine.for %j = 1 to 8 {
        affine.for %k = 1 to 8 {
          %0 = affine.load %a[%i + 1, %j, %k] : memref<9x9x9xf64>
          %1 = affine.load %a[%i, %j, %k] : memref<9x9x9xf64>
          %2 = arith.mulf %cst_0, %1 : f64
          %3 = arith.subf %0, %2 : f64
          %4 = affine.load %a[%i - 1, %j, %k] : memref<9x9x9xf64>
          %5 = arith.addf %3, %4 : f64
          %6 = arith.mulf %cst, %5 : f64
          %7 = affine.load %a[%i, %j + 1, %k] : memref<9x9x9xf64>
          %8 = affine.load %a[%i, %j, %k] : memref<9x9x9xf64>
          %9 = arith.mulf %cst_0, %8 : f64
          %10 = arith.subf %7, %9 : f64
          %11 = affine.load %a[%i, %j - 1, %k] : memref<9x9x9xf64>
          %12 = arith.addf %10, %11 : f64
          %13 = arith.mulf %cst, %12 : f64
          %14 = arith.addf %6, %13 : f64
          %15 = affine.load %a[%i, %j, %k + 1] : memref<9x9x9xf64>
          %16 = affine.load %a[%i, %j, %k] : memref<9x9x9xf64>
          %17 = arith.mulf %cst_0, %16 : f64
          %18 = arith.subf %15, %17 : f64
          %19 = affine.load %a[%i, %j, %k - 1] : memref<9x9x9xf64>
          %20 = arith.addf %18, %19 : f64
          %21 = arith.mulf %cst, %20 : f64
          %22 = arith.addf %14, %21 : f64
          %23 = affine.load %a[%i, %j, %k] : memref<9x9x9xf64>
          %24 = arith.addf %22, %23 : f64
          affine.store %24, %b[%i, %j, %k] : memref<9x9x9xf64>
        }
      }
    }
    affine.for %i = 1 to 8 {
      affine.for %j = 1 to 8 {
        affine.for %k = 1 to 8 {
          %0 = affine.load %b[%i + 1, %j, %k] : memref<9x9x9xf64>
          %1 = affine.load %b[%i, %j, %k] : memref<9x9x9xf64>
          %2 = arith.mulf %cst_0, %1 : f64
          %3 = arith.subf %0, %2 : f64
          %4 = affine.load %b[%i - 1, %j, %k] : memref<9x9x9xf64>
          %5 = arith.addf %3, %4 : f64
          %6 = arith.mulf %cst, %5 : f64
          %7 = affine.load %b[%i, %j + 1, %k] : memref<9x9x9xf64>
          %8 = affine.load %b[%i, %j, %k] : memref<9x9x9xf64>
          %9 = arith.mulf %cst_0, %8 : f64
          %10 = arith.subf %7, %9 : f64
          %11 = affine.load %b[%i, %j - 1, %k] : memref<9x9x9xf64>
          %12 = arith.addf %10, %11 : f64
          %13 = arith.mulf %cst, %12 : f64
          %14 = arith.addf %6, %13 : f64
          %15 = affine.load %b[%i, %j, %k + 1] : memref<9x9x9xf64>
          %16 = affine.load %b[%i, %j, %k] : memref<9x9x9xf64>
          %17 = arith.mulf %cst_0, %16 : f64
          %18 = arith.subf %15, %17 : f64
          %19 = affine.load %b[%i, %j, %k - 1] : memref<9x9x9xf64>
          %20 = arith.addf %18, %19 : f64
          %21 = arith.mulf %cst, %20 : f64
          %22 = arith.addf %14, %21 : f64
          %23 = affine.load %b[%i, %j, %k] : memref<9x9x9xf64>
          %24 = arith.addf %22, %23 : f64
          affine.store %24, %a[%i, %j, %k] : memref<9x9x9xf64>
        }
      }
    }
  }
  return
}

func.func @heat_3d_dynamic(%tsteps: i32, %n: i32, %a: memref<?x9x9xf64>,
                           %b: memref<?x9x9xf64>) {
  %cst = arith.constant 0.125 : f64
  %cst_0 = arith.constant 2.0 : f64
  %tsteps_size = arith.index_cast %tsteps : i32 to index
  %n_size = arith.index_cast %n : i32 to index
  affine.for %t = 1 to affine_map<()[s0] -> (s0 + 1)>()[%tsteps_size] {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
        affine.for %k = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
          %0 = affine.load %a[%i + 1, %j, %k] : memref<?x9x9xf64>
          %1 = affine.load %a[%i, %j, %k] : memref<?x9x9xf64>
          %2 = arith.mulf %cst_0, %1 : f64
          %3 = arith.subf %0, %2 : f64
          %4 = affine.load %a[%i - 1, %j, %k] : memref<?x9x9xf64>
          %5 = arith.addf %3, %4 : f64
          %6 = arith.mulf %cst, %5 : f64
          %7 = affine.load %a[%i, %j + 1, %k] : memref<?x9x9xf64>
          %8 = affine.load %a[%i, %j, %k] : memref<?x9x9xf64>
          %9 = arith.mulf %cst_0, %8 : f64
          %10 = arith.subf %7, %9 : f64
          %11 = affine.load %a[%i, %j - 1, %k] : memref<?x9x9xf64>
          %12 = arith.addf %10, %11 : f64
          %13 = arith.mulf %cst, %12 : f64
          %14 = arith.addf %6, %13 : f64
          %15 = affine.load %a[%i, %j, %k + 1] : memref<?x9x9xf64>
          %16 = affine.load %a[%i, %j, %k] : memref<?x9x9xf64>
          %17 = arith.mulf %cst_0, %16 : f64
          %18 = arith.subf %15, %17 : f64
          %19 = affine.load %a[%i, %j, %k - 1] : memref<?x9x9xf64>
          %20 = arith.addf %18, %19 : f64
          %21 = arith.mulf %cst, %20 : f64
          %22 = arith.addf %14, %21 : f64
          %23 = affine.load %a[%i, %j, %k] : memref<?x9x9xf64>
          %24 = arith.addf %22, %23 : f64
          affine.store %24, %b[%i, %j, %k] : memref<?x9x9xf64>
        }
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
        affine.for %k = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
          %0 = affine.load %b[%i + 1, %j, %k] : memref<?x9x9xf64>
          %1 = affine.load %b[%i, %j, %k] : memref<?x9x9xf64>
          %2 = arith.mulf %cst_0, %1 : f64
          %3 = arith.subf %0, %2 : f64
          %4 = affine.load %b[%i - 1, %j, %k] : memref<?x9x9xf64>
          %5 = arith.addf %3, %4 : f64
          %6 = arith.mulf %cst, %5 : f64
          %7 = affine.load %b[%i, %j + 1, %k] : memref<?x9x9xf64>
          %8 = affine.load %b[%i, %j, %k] : memref<?x9x9xf64>
          %9 = arith.mulf %cst_0, %8 : f64
          %10 = arith.subf %7, %9 : f64
          %11 = affine.load %b[%i, %j - 1, %k] : memref<?x9x9xf64>
          %12 = arith.addf %10, %11 : f64
          %13 = arith.mulf %cst, %12 : f64
          %14 = arith.addf %6, %13 : f64
          %15 = affine.load %b[%i, %j, %k + 1] : memref<?x9x9xf64>
          %16 = affine.load %b[%i, %j, %k] : memref<?x9x9xf64>
          %17 = arith.mulf %cst_0, %16 : f64
          %18 = arith.subf %15, %17 : f64
          %19 = affine.load %b[%i, %j, %k - 1] : memref<?x9x9xf64>
          %20 = arith.addf %18, %19 : f64
          %21 = arith.mulf %cst, %20 : f64
          %22 = arith.addf %14, %21 : f64
          %23 = affine.load %b[%i, %j, %k] : memref<?x9x9xf64>
          %24 = arith.addf %22, %23 : f64
          affine.store %24, %a[%i, %j, %k] : memref<?x9x9xf64>
        }
      }
    }
  }
  return
}
