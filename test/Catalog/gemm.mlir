// C <- alpha A B + beta C, as one imperfect nest. B is in single precision.
//
// RUN: %check_run %s --entry gemm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words dmm.gather='37*61-block(37,R)*block(61,C)' --words fabric.send='(R-1)*23*C*block(61,C)+(C-1)*23*R*block(37,R)+2*(P-1)'
// RUN: %check_run %s --entry gemm_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry gemm_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry gemm_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=17 --arg 1=19 --arg 2=13 --arg 4=17x13 --arg 5=13x19 --arg 7=17x19
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @gemm(

func.func @gemm(%alpha: f64, %a: memref<37x23xf64>, %b: memref<23x61xf32>,
                %beta: f64, %c: memref<37x61xf64>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 61 {
      %0 = affine.load %c[%i, %j] : memref<37x61xf64>
      %1 = arith.mulf %beta, %0 : f64
      affine.store %1, %c[%i, %j] : memref<37x61xf64>
      affine.for %k = 0 to 23 {
        %2 = affine.load %a[%i, %k] : memref<37x23xf64>
        %3 = affine.load %b[%k, %j] : memref<23x61xf32>
        %4 = arith.extf %3 : f32 to f64
        %5 = arith.mulf %2, %4 : f64
        %6 = arith.mulf %alpha, %5 : f64
        %7 = affine.load %c[%i, %j] : memref<37x61xf64>
        %8 = arith.addf %7, %6 : f64
        affine.store %8, %c[%i, %j] : memref<37x61xf64>
      }
    }
  }
  return
}

// Sums in values that the loops carry.
func.func @gemm_iter_args(%alpha: f64, %a: memref<17x13xf64>,
                          %b: memref<13x19xf64>, %beta: f64,
                          %c: memref<17x19xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 19 {
      %0 = affine.for %k = 0 to 13 iter_args(%s_0 = %zero) -> (f64) {
        %1 = affine.load %a[%i, %k] : memref<17x13xf64>
        %2 = affine.load %b[%k, %j] : memref<13x19xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %s_0, %3 : f64
        affine.yield %4 : f64
      }
      %5 = arith.mulf %alpha, %0 : f64
      %6 = affine.load %c[%i, %j] : memref<17x19xf64>
      %7 = arith.mulf %beta, %6 : f64
      %8 = arith.addf %5, %7 : f64
      affine.store %8, %c[%i, %j] : memref<17x19xf64>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @gemm_rank0(%alpha: memref<f64>, %a: memref<17x13xf64>,
                      %b: memref<13x19xf64>, %beta: memref<f64>,
                      %c: memref<17x19xf64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 19 {
      affine.store %zero, %s[] : memref<f64>
      affine.for %k = 0 to 13 {
        %0 = affine.load %s[] : memref<f64>
        %1 = affine.load %a[%i, %k] : memref<17x13xf64>
        %2 = affine.load %b[%k, %j] : memref<13x19xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %s[] : memref<f64>
      }
      %5 = affine.load %alpha[] : memref<f64>
      %6 = affine.load %s[] : memref<f64>
      %7 = arith.mulf %5, %6 : f64
      %8 = affine.load %beta[] : memref<f64>
      %9 = affine.load %c[%i, %j] : memref<17x19xf64>
      %10 = arith.mulf %8, %9 : f64
      %11 = arith.addf %7, %10 : f64
      affine.store %11, %c[%i, %j] : memref<17x19xf64>
    }
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @gemm_dynamic(%m: i32, %n: i32, %l: i32, %alpha: f64,
                        %a: memref<?x13xf64>, %b: memref<?x19xf64>, %beta: f64,
                        %c: memref<?x19xf64>) {
  %zero = arith.constant 0.0 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %l_index = arith.index_cast %l : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %m_index {
    affine.for %j = 0 to %n_index {
      affine.store %zero, %s[0] : memref<1xf64>
      affine.for %k = 0 to %l_index {
        %0 = affine.load %s[0] : memref<1xf64>
        %1 = affine.load %a[%i, %k] : memref<?x13xf64>
        %2 = affine.load %b[%k, %j] : memref<?x19xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %s[0] : memref<1xf64>
      }
      %5 = affine.load %s[0] : memref<1xf64>
      %6 = arith.mulf %alpha, %5 : f64
      %7 = affine.load %c[%i, %j] : memref<?x19xf64>
      %8 = arith.mulf %beta, %7 : f64
      %9 = arith.addf %6, %8 : f64
      affine.store %9, %c[%i, %j] : memref<?x19xf64>
    }
  }
  return
}
