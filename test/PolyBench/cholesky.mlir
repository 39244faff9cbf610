// The Cholesky factor of A, over its lower triangle: A = L L'. The
// initialisation makes A, as its lower triangle says it, dominant and so
// positive definite.
//
// RUN: %check_run %s --entry cholesky --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry cholesky_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=13 --arg 1=13x13
// RUN: %check_run %s --entry cholesky_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @cholesky(
// CHECK-DAG: func.func @cholesky_dynamic(
// CHECK-DAG: func.func @cholesky_cells(

func.func @cholesky_init(%a: memref<13x13xf64>) {
  %cst = arith.constant 13.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %cst : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

func.func @cholesky(%a: memref<13x13xf64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %a[%i, %k] : memref<13x13xf64>
        %1 = affine.load %a[%j, %k] : memref<13x13xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %a[%i, %j] : memref<13x13xf64>
        %4 = arith.subf %3, %2 : f64
        affine.store %4, %a[%i, %j] : memref<13x13xf64>
      }
      %0 = affine.load %a[%j, %j] : memref<13x13xf64>
      %1 = affine.load %a[%i, %j] : memref<13x13xf64>
      %2 = arith.divf %1, %0 : f64
      affine.store %2, %a[%i, %j] : memref<13x13xf64>
    }
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %k] : memref<13x13xf64>
      %1 = affine.load %a[%i, %k] : memref<13x13xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %a[%i, %i] : memref<13x13xf64>
      %4 = arith.subf %3, %2 : f64
      affine.store %4, %a[%i, %i] : memref<13x13xf64>
    }
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = math.sqrt %0 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

func.func @cholesky_dynamic_init(%n: i32, %a: memref<?x13xf64>) {
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    %0 = affine.load %a[%i, %i] : memref<?x13xf64>
    %1 = arith.sitofp %n : i32 to f64
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %a[%i, %i] : memref<?x13xf64>
  }
  return
}

func.func @cholesky_dynamic(%n: i32, %a: memref<?x13xf64>) {
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %a[%i, %k] : memref<?x13xf64>
        %1 = affine.load %a[%j, %k] : memref<?x13xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %a[%i, %j] : memref<?x13xf64>
        %4 = arith.subf %3, %2 : f64
        affine.store %4, %a[%i, %j] : memref<?x13xf64>
      }
      %0 = affine.load %a[%j, %j] : memref<?x13xf64>
      %1 = affine.load %a[%i, %j] : memref<?x13xf64>
      %2 = arith.divf %1, %0 : f64
      affine.store %2, %a[%i, %j] : memref<?x13xf64>
    }
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %k] : memref<?x13xf64>
      %1 = affine.load %a[%i, %k] : memref<?x13xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %a[%i, %i] : memref<?x13xf64>
      %4 = arith.subf %3, %2 : f64
      affine.store %4, %a[%i, %i] : memref<?x13xf64>
    }
    %0 = affine.load %a[%i, %i] : memref<?x13xf64>
    %1 = math.sqrt %0 : f64
    affine.store %1, %a[%i, %i] : memref<?x13xf64>
  }
  return
}

func.func @cholesky_cells_init(%a: memref<13x13xf64>) {
  %cst = arith.constant 13.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %cst : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

func.func @cholesky_cells(%a: memref<13x13xf64>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<13x13xf64>
      %1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%acc = %0) -> (f64) {
        %2 = affine.load %a[%i, %k] : memref<13x13xf64>
        %3 = affine.load %a[%j, %k] : memref<13x13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %acc, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %a[%i, %j] : memref<13x13xf64>
      %2 = affine.load %a[%j, %j] : memref<13x13xf64>
      %3 = affine.load %a[%i, %j] : memref<13x13xf64>
      %4 = arith.divf %3, %2 : f64
      affine.store %4, %a[%i, %j] : memref<13x13xf64>
    }
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%acc1 = %0) -> (f64) {
      %2 = affine.load %a[%i, %k] : memref<13x13xf64>
      %3 = affine.load %a[%i, %k] : memref<13x13xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %acc1, %4 : f64
      affine.yield %5 : f64
    }
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
    %2 = affine.load %a[%i, %i] : memref<13x13xf64>
    %3 = math.sqrt %2 : f64
    affine.store %3, %a[%i, %i] : memref<13x13xf64>
  }
  return
}
