// G <- (A B) (C D), by way of E = A B and F = C D.
//
// RUN: %check_run %s --entry three_mm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 3,6
// RUN: %check_run %s --entry three_mm_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 3,6 --arg 0=9 --arg 1=11 --arg 2=10 --arg 3=13 --arg 4=8 --arg 5=9x11 --arg 6=9x10 --arg 7=10x11 --arg 8=11x13 --arg 9=11x8 --arg 10=8x13 --arg 11=9x13
// RUN: %check_run %s --entry three_mm_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 3,6
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @three_mm(
// CHECK-DAG: func.func @three_mm_dynamic(
// CHECK-DAG: func.func @three_mm_cells(

func.func @three_mm(%e: memref<9x11xf64>, %a: memref<9x10xf64>,
                    %b: memref<10x11xf64>, %f: memref<11x13xf64>,
                    %c: memref<11x8xf64>, %d: memref<8x13xf64>,
                    %g: memref<9x13xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 11 {
      affine.store %cst, %e[%i, %j] : memref<9x11xf64>
      affine.for %k = 0 to 10 {
        %0 = affine.load %a[%i, %k] : memref<9x10xf64>
        %1 = affine.load %b[%k, %j] : memref<10x11xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %e[%i, %j] : memref<9x11xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %e[%i, %j] : memref<9x11xf64>
      }
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 13 {
      affine.store %cst, %f[%i, %j] : memref<11x13xf64>
      affine.for %k = 0 to 8 {
        %0 = affine.load %c[%i, %k] : memref<11x8xf64>
        %1 = affine.load %d[%k, %j] : memref<8x13xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %f[%i, %j] : memref<11x13xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %f[%i, %j] : memref<11x13xf64>
      }
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      affine.store %cst, %g[%i, %j] : memref<9x13xf64>
      affine.for %k = 0 to 11 {
        %0 = affine.load %e[%i, %k] : memref<9x11xf64>
        %1 = affine.load %f[%k, %j] : memref<11x13xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %g[%i, %j] : memref<9x13xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %g[%i, %j] : memref<9x13xf64>
      }
    }
  }
  return
}

func.func @three_mm_dynamic(%ni: i32, %nj: i32, %nk: i32, %nl: i32, %nm: i32,
                            %e: memref<?x11xf64>, %a: memref<?x10xf64>,
                            %b: memref<?x11xf64>, %f: memref<?x13xf64>,
                            %c: memref<?x8xf64>, %d: memref<?x13xf64>,
                            %g: memref<?x13xf64>) {
  %cst = arith.constant 0.0 : f64
  %ni_size = arith.index_cast %ni : i32 to index
  %nj_size = arith.index_cast %nj : i32 to index
  %nk_size = arith.index_cast %nk : i32 to index
  %nl_size = arith.index_cast %nl : i32 to index
  %nm_size = arith.index_cast %nm : i32 to index
  affine.for %i = 0 to %ni_size {
    affine.for %j = 0 to %nj_size {
      affine.store %cst, %e[%i, %j] : memref<?x11xf64>
      affine.for %k = 0 to %nk_size {
        %0 = affine.load %a[%i, %k] : memref<?x10xf64>
        %1 = affine.load %b[%k, %j] : memref<?x11xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %e[%i, %j] : memref<?x11xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %e[%i, %j] : memref<?x11xf64>
      }
    }
  }
  affine.for %i = 0 to %nj_size {
    affine.for %j = 0 to %nl_size {
      affine.store %cst, %f[%i, %j] : memref<?x13xf64>
      affine.for %k = 0 to %nm_size {
        %0 = affine.load %c[%i, %k] : memref<?x8xf64>
        %1 = affine.load %d[%k, %j] : memref<?x13xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %f[%i, %j] : memref<?x13xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %f[%i, %j] : memref<?x13xf64>
      }
    }
  }
  affine.for %i = 0 to %ni_size {
    affine.for %j = 0 to %nl_size {
      affine.store %cst, %g[%i, %j] : memref<?x13xf64>
      affine.for %k = 0 to %nj_size {
        %0 = affine.load %e[%i, %k] : memref<?x11xf64>
        %1 = affine.load %f[%k, %j] : memref<?x13xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %g[%i, %j] : memref<?x13xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %g[%i, %j] : memref<?x13xf64>
      }
    }
  }
  return
}

func.func @three_mm_cells(%e: memref<9x11xf64>, %a: memref<9x10xf64>,
                          %b: memref<10x11xf64>, %f: memref<11x13xf64>,
                          %c: memref<11x8xf64>, %d: memref<8x13xf64>,
                          %g: memref<9x13xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 11 {
      affine.store %cst, %e[%i, %j] : memref<9x11xf64>
      %0 = affine.load %e[%i, %j] : memref<9x11xf64>
      %1 = affine.for %k = 0 to 10 iter_args(%acc = %0) -> (f64) {
        %2 = affine.load %a[%i, %k] : memref<9x10xf64>
        %3 = affine.load %b[%k, %j] : memref<10x11xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %acc, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %e[%i, %j] : memref<9x11xf64>
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 13 {
      affine.store %cst, %f[%i, %j] : memref<11x13xf64>
      %0 = affine.load %f[%i, %j] : memref<11x13xf64>
      %1 = affine.for %k = 0 to 8 iter_args(%acc1 = %0) -> (f64) {
        %2 = affine.load %c[%i, %k] : memref<11x8xf64>
        %3 = affine.load %d[%k, %j] : memref<8x13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %acc1, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %f[%i, %j] : memref<11x13xf64>
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      affine.store %cst, %g[%i, %j] : memref<9x13xf64>
      %0 = affine.load %g[%i, %j] : memref<9x13xf64>
      %1 = affine.for %k = 0 to 11 iter_args(%acc2 = %0) -> (f64) {
        %2 = affine.load %e[%i, %k] : memref<9x11xf64>
        %3 = affine.load %f[%k, %j] : memref<11x13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %acc2, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %g[%i, %j] : memref<9x13xf64>
    }
  }
  return
}
