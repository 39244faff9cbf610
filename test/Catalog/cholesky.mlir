// A <- L in the lower triangle, where A = L L^T: right-looking and left-
// looking. The upper triangle is neither read nor written.
//
// RUN: %check_run %s --entry cholesky --grids 1,2,3,4,5,8,13 --distributed 1,2 --ops dmm.broadcast,dmm.scatter,dmm.gather --calls dmm.broadcast='12*min(1,P-1)' --words dmm.broadcast='78*(P-1)'
// RUN: %check_run %s --entry cholesky --grids 2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry cholesky_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry cholesky_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry cholesky_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=13 --arg 1=13x13
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @cholesky(

func.func @cholesky(%a: memref<13x13xf64>) {
  affine.for %k = 0 to 13 {
    %0 = affine.load %a[%k, %k] : memref<13x13xf64>
    %1 = math.sqrt %0 : f64
    affine.store %1, %a[%k, %k] : memref<13x13xf64>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 13 {
      %2 = affine.load %a[%i, %k] : memref<13x13xf64>
      %3 = affine.load %a[%k, %k] : memref<13x13xf64>
      %4 = arith.divf %2, %3 : f64
      affine.store %4, %a[%i, %k] : memref<13x13xf64>
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 13 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to affine_map<(d0) -> (d0 + 1)>(%i) {
        %5 = affine.load %a[%i, %j] : memref<13x13xf64>
        %6 = affine.load %a[%i, %k] : memref<13x13xf64>
        %7 = affine.load %a[%j, %k] : memref<13x13xf64>
        %8 = arith.mulf %6, %7 : f64
        %9 = arith.subf %5, %8 : f64
        affine.store %9, %a[%i, %j] : memref<13x13xf64>
      }
    }
  }
  return
}

func.func @cholesky_init(%a: memref<13x13xf64>) {
  %c16 = arith.constant 16.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c16 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Sums in values that the loops carry.
func.func @cholesky_iter_args(%a: memref<13x13xf64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<13x13xf64>
      %1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%s_0 = %0) -> (f64) {
        %2 = affine.load %a[%i, %k] : memref<13x13xf64>
        %3 = affine.load %a[%j, %k] : memref<13x13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %s_0, %4 : f64
        affine.yield %5 : f64
      }
      %6 = affine.load %a[%j, %j] : memref<13x13xf64>
      %7 = arith.divf %1, %6 : f64
      affine.store %7, %a[%i, %j] : memref<13x13xf64>
    }
    %8 = affine.load %a[%i, %i] : memref<13x13xf64>
    %9 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%t_1 = %8) -> (f64) {
      %10 = affine.load %a[%i, %k] : memref<13x13xf64>
      %11 = affine.load %a[%i, %k] : memref<13x13xf64>
      %12 = arith.mulf %10, %11 : f64
      %13 = arith.subf %t_1, %12 : f64
      affine.yield %13 : f64
    }
    %14 = math.sqrt %9 : f64
    affine.store %14, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

func.func @cholesky_iter_args_init(%a: memref<13x13xf64>) {
  %c16 = arith.constant 16.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c16 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @cholesky_rank0(%a: memref<13x13xf64>) {
  %s = memref.alloca() : memref<f64>
  %t = memref.alloca() : memref<f64>
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<13x13xf64>
      affine.store %0, %s[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %1 = affine.load %s[] : memref<f64>
        %2 = affine.load %a[%i, %k] : memref<13x13xf64>
        %3 = affine.load %a[%j, %k] : memref<13x13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %1, %4 : f64
        affine.store %5, %s[] : memref<f64>
      }
      %6 = affine.load %s[] : memref<f64>
      %7 = affine.load %a[%j, %j] : memref<13x13xf64>
      %8 = arith.divf %6, %7 : f64
      affine.store %8, %a[%i, %j] : memref<13x13xf64>
    }
    %9 = affine.load %a[%i, %i] : memref<13x13xf64>
    affine.store %9, %t[] : memref<f64>
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %10 = affine.load %t[] : memref<f64>
      %11 = affine.load %a[%i, %k] : memref<13x13xf64>
      %12 = affine.load %a[%i, %k] : memref<13x13xf64>
      %13 = arith.mulf %11, %12 : f64
      %14 = arith.subf %10, %13 : f64
      affine.store %14, %t[] : memref<f64>
    }
    %15 = affine.load %t[] : memref<f64>
    %16 = math.sqrt %15 : f64
    affine.store %16, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

func.func @cholesky_rank0_init(%a: memref<13x13xf64>) {
  %c16 = arith.constant 16.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c16 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @cholesky_dynamic(%n: i32, %a: memref<?x13xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  %t = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %n_index {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<?x13xf64>
      affine.store %0, %s[0] : memref<1xf64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %1 = affine.load %s[0] : memref<1xf64>
        %2 = affine.load %a[%i, %k] : memref<?x13xf64>
        %3 = affine.load %a[%j, %k] : memref<?x13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %1, %4 : f64
        affine.store %5, %s[0] : memref<1xf64>
      }
      %6 = affine.load %s[0] : memref<1xf64>
      %7 = affine.load %a[%j, %j] : memref<?x13xf64>
      %8 = arith.divf %6, %7 : f64
      affine.store %8, %a[%i, %j] : memref<?x13xf64>
    }
    %9 = affine.load %a[%i, %i] : memref<?x13xf64>
    affine.store %9, %t[0] : memref<1xf64>
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %10 = affine.load %t[0] : memref<1xf64>
      %11 = affine.load %a[%i, %k] : memref<?x13xf64>
      %12 = affine.load %a[%i, %k] : memref<?x13xf64>
      %13 = arith.mulf %11, %12 : f64
      %14 = arith.subf %10, %13 : f64
      affine.store %14, %t[0] : memref<1xf64>
    }
    %15 = affine.load %t[0] : memref<1xf64>
    %16 = math.sqrt %15 : f64
    affine.store %16, %a[%i, %i] : memref<?x13xf64>
  }
  return
}

func.func @cholesky_dynamic_init(%n: i32, %a: memref<?x13xf64>) {
  %c16 = arith.constant 16.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %a[%i, %i] : memref<?x13xf64>
    %1 = arith.addf %0, %c16 : f64
    affine.store %1, %a[%i, %i] : memref<?x13xf64>
  }
  return
}
