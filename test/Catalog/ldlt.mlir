// A <- L (unit diagonal) and D in the lower triangle, where A = L D L^T,
// without any square root: right-looking and left-looking.
//
// RUN: %check_run %s --entry ldlt --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry ldlt_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry ldlt_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry ldlt_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=13 --arg 1=13x13
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @ldlt(

func.func @ldlt(%a: memref<13x13xf64>) {
  affine.for %k = 0 to 13 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 13 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%i, %j] : memref<13x13xf64>
        %1 = affine.load %a[%i, %k] : memref<13x13xf64>
        %2 = affine.load %a[%j, %k] : memref<13x13xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %a[%k, %k] : memref<13x13xf64>
        %5 = arith.divf %3, %4 : f64
        %6 = arith.subf %0, %5 : f64
        affine.store %6, %a[%i, %j] : memref<13x13xf64>
      }
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 13 {
      %7 = affine.load %a[%i, %k] : memref<13x13xf64>
      %8 = affine.load %a[%k, %k] : memref<13x13xf64>
      %9 = arith.divf %7, %8 : f64
      affine.store %9, %a[%i, %k] : memref<13x13xf64>
    }
  }
  return
}

func.func @ldlt_init(%a: memref<13x13xf64>) {
  %c16 = arith.constant 16.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c16 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Sums in values that the loops carry.
func.func @ldlt_iter_args(%a: memref<13x13xf64>) {
  affine.for %j = 0 to 13 {
    %0 = affine.load %a[%j, %j] : memref<13x13xf64>
    %1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%d_0 = %0) -> (f64) {
      %2 = affine.load %a[%j, %k] : memref<13x13xf64>
      %3 = affine.load %a[%j, %k] : memref<13x13xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = affine.load %a[%k, %k] : memref<13x13xf64>
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.subf %d_0, %6 : f64
      affine.yield %7 : f64
    }
    affine.store %1, %a[%j, %j] : memref<13x13xf64>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%j) to 13 {
      %8 = affine.load %a[%i, %j] : memref<13x13xf64>
      %9 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%s_1 = %8) -> (f64) {
        %10 = affine.load %a[%i, %k] : memref<13x13xf64>
        %11 = affine.load %a[%j, %k] : memref<13x13xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = affine.load %a[%k, %k] : memref<13x13xf64>
        %14 = arith.mulf %12, %13 : f64
        %15 = arith.subf %s_1, %14 : f64
        affine.yield %15 : f64
      }
      %16 = arith.divf %9, %1 : f64
      affine.store %16, %a[%i, %j] : memref<13x13xf64>
    }
  }
  return
}

func.func @ldlt_iter_args_init(%a: memref<13x13xf64>) {
  %c16 = arith.constant 16.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c16 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @ldlt_rank0(%a: memref<13x13xf64>) {
  %d = memref.alloca() : memref<f64>
  %s = memref.alloca() : memref<f64>
  affine.for %j = 0 to 13 {
    %0 = affine.load %a[%j, %j] : memref<13x13xf64>
    affine.store %0, %d[] : memref<f64>
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
      %1 = affine.load %d[] : memref<f64>
      %2 = affine.load %a[%j, %k] : memref<13x13xf64>
      %3 = affine.load %a[%j, %k] : memref<13x13xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = affine.load %a[%k, %k] : memref<13x13xf64>
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.subf %1, %6 : f64
      affine.store %7, %d[] : memref<f64>
    }
    %8 = affine.load %d[] : memref<f64>
    affine.store %8, %a[%j, %j] : memref<13x13xf64>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%j) to 13 {
      %9 = affine.load %a[%i, %j] : memref<13x13xf64>
      affine.store %9, %s[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %10 = affine.load %s[] : memref<f64>
        %11 = affine.load %a[%i, %k] : memref<13x13xf64>
        %12 = affine.load %a[%j, %k] : memref<13x13xf64>
        %13 = arith.mulf %11, %12 : f64
        %14 = affine.load %a[%k, %k] : memref<13x13xf64>
        %15 = arith.mulf %13, %14 : f64
        %16 = arith.subf %10, %15 : f64
        affine.store %16, %s[] : memref<f64>
      }
      %17 = affine.load %s[] : memref<f64>
      %18 = affine.load %d[] : memref<f64>
      %19 = arith.divf %17, %18 : f64
      affine.store %19, %a[%i, %j] : memref<13x13xf64>
    }
  }
  return
}

func.func @ldlt_rank0_init(%a: memref<13x13xf64>) {
  %c16 = arith.constant 16.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c16 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @ldlt_dynamic(%n: i32, %a: memref<?x13xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  %d = memref.alloca() : memref<1xf64>
  %s = memref.alloca() : memref<1xf64>
  affine.for %j = 0 to %n_index {
    %0 = affine.load %a[%j, %j] : memref<?x13xf64>
    affine.store %0, %d[0] : memref<1xf64>
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
      %1 = affine.load %d[0] : memref<1xf64>
      %2 = affine.load %a[%j, %k] : memref<?x13xf64>
      %3 = affine.load %a[%j, %k] : memref<?x13xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = affine.load %a[%k, %k] : memref<?x13xf64>
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.subf %1, %6 : f64
      affine.store %7, %d[0] : memref<1xf64>
    }
    %8 = affine.load %d[0] : memref<1xf64>
    affine.store %8, %a[%j, %j] : memref<?x13xf64>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%j) to %n_index {
      %9 = affine.load %a[%i, %j] : memref<?x13xf64>
      affine.store %9, %s[0] : memref<1xf64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %10 = affine.load %s[0] : memref<1xf64>
        %11 = affine.load %a[%i, %k] : memref<?x13xf64>
        %12 = affine.load %a[%j, %k] : memref<?x13xf64>
        %13 = arith.mulf %11, %12 : f64
        %14 = affine.load %a[%k, %k] : memref<?x13xf64>
        %15 = arith.mulf %13, %14 : f64
        %16 = arith.subf %10, %15 : f64
        affine.store %16, %s[0] : memref<1xf64>
      }
      %17 = affine.load %s[0] : memref<1xf64>
      %18 = affine.load %d[0] : memref<1xf64>
      %19 = arith.divf %17, %18 : f64
      affine.store %19, %a[%i, %j] : memref<?x13xf64>
    }
  }
  return
}

func.func @ldlt_dynamic_init(%n: i32, %a: memref<?x13xf64>) {
  %c16 = arith.constant 16.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %a[%i, %i] : memref<?x13xf64>
    %1 = arith.addf %0, %c16 : f64
    affine.store %1, %a[%i, %i] : memref<?x13xf64>
  }
  return
}
