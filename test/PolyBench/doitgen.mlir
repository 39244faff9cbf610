// A(r, q, .) <- A(r, q, .) C4 for all r and q, through a buffer of one row.
//
// RUN: %check_run %s --entry doitgen --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry doitgen_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=9 --arg 1=8 --arg 2=11 --arg 3=9x8x11 --arg 4=11x11 --arg 5=11
// RUN: %check_run %s --entry doitgen_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @doitgen(
// CHECK-DAG: func.func @doitgen_dynamic(
// CHECK-DAG: func.func @doitgen_cells(

func.func @doitgen(%a: memref<9x8x11xf64>, %c4: memref<11x11xf64>,
                   %sum: memref<11xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %r = 0 to 9 {
    affine.for %q = 0 to 8 {
      affine.for %p = 0 to 11 {
        affine.store %cst, %sum[%p] : memref<11xf64>
        affine.for %s = 0 to 11 {
          %0 = affine.load %a[%r, %q, %s] : memref<9x8x11xf64>
          %1 = affine.load %c4[%s, %p] : memref<11x11xf64>
          %2 = arith.mulf %0, %1 : f64
          %3 = affine.load %sum[%p] : memref<11xf64>
          %4 = arith.addf %3, %2 : f64
          affine.store %4, %sum[%p] : memref<11xf64>
        }
      }
      affine.for %p = 0 to 11 {
        %0 = affine.load %sum[%p] : memref<11xf64>
        affine.store %0, %a[%r, %q, %p] : memref<9x8x11xf64>
      }
    }
  }
  return
}

func.func @doitgen_dynamic(%nr: i32, %nq: i32, %np: i32, %a: memref<?x8x11xf64>,
                           %c4: memref<?x11xf64>, %sum: memref<?xf64>) {
  %cst = arith.constant 0.0 : f64
  %nr_size = arith.index_cast %nr : i32 to index
  %nq_size = arith.index_cast %nq : i32 to index
  %np_size = arith.index_cast %np : i32 to index
  affine.for %r = 0 to %nr_size {
    affine.for %q = 0 to %nq_size {
      affine.for %p = 0 to %np_size {
        affine.store %cst, %sum[%p] : memref<?xf64>
        affine.for %s = 0 to %np_size {
          %0 = affine.load %a[%r, %q, %s] : memref<?x8x11xf64>
          %1 = affine.load %c4[%s, %p] : memref<?x11xf64>
          %2 = arith.mulf %0, %1 : f64
          %3 = affine.load %sum[%p] : memref<?xf64>
          %4 = arith.addf %3, %2 : f64
          affine.store %4, %sum[%p] : memref<?xf64>
        }
      }
      affine.for %p = 0 to %np_size {
        %0 = affine.load %sum[%p] : memref<?xf64>
        affine.store %0, %a[%r, %q, %p] : memref<?x8x11xf64>
      }
    }
  }
  return
}

func.func @doitgen_cells(%a: memref<9x8x11xf64>, %c4: memref<11x11xf64>,
                         %sum: memref<11xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %r = 0 to 9 {
    affine.for %q = 0 to 8 {
      affine.for %p = 0 to 11 {
        affine.store %cst, %sum[%p] : memref<11xf64>
        %0 = affine.load %sum[%p] : memref<11xf64>
        %1 = affine.for %s = 0 to 11 iter_args(%acc = %0) -> (f64) {
          %2 = affine.load %a[%r, %q, %s] : memref<9x8x11xf64>
          %3 = affine.load %c4[%s, %p] : memref<11x11xf64>
          %4 = arith.mulf %2, %3 : f64
          %5 = arith.addf %acc, %4 : f64
          affine.yield %5 : f64
        }
        affine.store %1, %sum[%p] : memref<11xf64>
      }
      affine.for %p = 0 to 11 {
        %0 = affine.load %sum[%p] : memref<11xf64>
        affine.store %0, %a[%r, %q, %p] : memref<9x8x11xf64>
      }
    }
  }
  return
}
