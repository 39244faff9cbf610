// Solves L x = b by forward substitution. The initialisation makes the diagonal
// dominant.
//
// RUN: %check_run %s --entry trisolv --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry trisolv_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=19 --arg 1=19x19 --arg 2=19 --arg 3=19
// RUN: %check_run %s --entry trisolv_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @trisolv(
// CHECK-DAG: func.func @trisolv_dynamic(
// CHECK-DAG: func.func @trisolv_cells(

func.func @trisolv_init(%l: memref<19x19xf64>, %x: memref<19xf64>,
                        %b: memref<19xf64>) {
  %cst = arith.constant 19.0 : f64
  affine.for %i = 0 to 19 {
    %0 = affine.load %l[%i, %i] : memref<19x19xf64>
    %1 = arith.addf %0, %cst : f64
    affine.store %1, %l[%i, %i] : memref<19x19xf64>
  }
  return
}

func.func @trisolv(%l: memref<19x19xf64>, %x: memref<19xf64>,
                   %b: memref<19xf64>) {
  affine.for %i = 0 to 19 {
    %0 = affine.load %b[%i] : memref<19xf64>
    affine.store %0, %x[%i] : memref<19xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %l[%i, %j] : memref<19x19xf64>
      %2 = affine.load %x[%j] : memref<19xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = affine.load %x[%i] : memref<19xf64>
      %5 = arith.subf %4, %3 : f64
      affine.store %5, %x[%i] : memref<19xf64>
    }
    %1 = affine.load %x[%i] : memref<19xf64>
    %2 = affine.load %l[%i, %i] : memref<19x19xf64>
    %3 = arith.divf %1, %2 : f64
    affine.store %3, %x[%i] : memref<19xf64>
  }
  return
}

func.func @trisolv_dynamic_init(%n: i32, %l: memref<?x19xf64>,
                                %x: memref<?xf64>, %b: memref<?xf64>) {
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    %0 = affine.load %l[%i, %i] : memref<?x19xf64>
    %1 = arith.sitofp %n : i32 to f64
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %l[%i, %i] : memref<?x19xf64>
  }
  return
}

func.func @trisolv_dynamic(%n: i32, %l: memref<?x19xf64>, %x: memref<?xf64>,
                           %b: memref<?xf64>) {
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    %0 = affine.load %b[%i] : memref<?xf64>
    affine.store %0, %x[%i] : memref<?xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %l[%i, %j] : memref<?x19xf64>
      %2 = affine.load %x[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = affine.load %x[%i] : memref<?xf64>
      %5 = arith.subf %4, %3 : f64
      affine.store %5, %x[%i] : memref<?xf64>
    }
    %1 = affine.load %x[%i] : memref<?xf64>
    %2 = affine.load %l[%i, %i] : memref<?x19xf64>
    %3 = arith.divf %1, %2 : f64
    affine.store %3, %x[%i] : memref<?xf64>
  }
  return
}

func.func @trisolv_cells_init(%l: memref<19x19xf64>, %x: memref<19xf64>,
                              %b: memref<19xf64>) {
  %cst = arith.constant 19.0 : f64
  affine.for %i = 0 to 19 {
    %0 = affine.load %l[%i, %i] : memref<19x19xf64>
    %1 = arith.addf %0, %cst : f64
    affine.store %1, %l[%i, %i] : memref<19x19xf64>
  }
  return
}

func.func @trisolv_cells(%l: memref<19x19xf64>, %x: memref<19xf64>,
                         %b: memref<19xf64>) {
  affine.for %i = 0 to 19 {
    %0 = affine.load %b[%i] : memref<19xf64>
    affine.store %0, %x[%i] : memref<19xf64>
    %1 = affine.load %x[%i] : memref<19xf64>
    %2 = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%acc = %1) -> (f64) {
      %3 = affine.load %l[%i, %j] : memref<19x19xf64>
      %4 = affine.load %x[%j] : memref<19xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.subf %acc, %5 : f64
      affine.yield %6 : f64
    }
    affine.store %2, %x[%i] : memref<19xf64>
    %3 = affine.load %x[%i] : memref<19xf64>
    %4 = affine.load %l[%i, %i] : memref<19x19xf64>
    %5 = arith.divf %3, %4 : f64
    affine.store %5, %x[%i] : memref<19xf64>
  }
  return
}
