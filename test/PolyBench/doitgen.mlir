// A(r, q, .) <- A(r, q, .) C4 for all r and q, through a buffer of one row.
//
// RUN: %check_run %s --entry doitgen --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @doitgen(

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
