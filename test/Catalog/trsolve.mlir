// Solves L x = b by forward substitution, row by row; and U x = b by columns,
// the last one first.
//
// RUN: %check_run %s --entry trsolve --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry trsolve_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry trsolve_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry trsolve_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=17 --arg 1=17x17 --arg 2=17 --arg 3=17
// RUN: %check_run %s --entry trsolve_columns --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @trsolve(

func.func @trsolve(%a: memref<17x17xf64>, %b: memref<17xf64>,
                   %x: memref<17xf64>) {
  affine.for %i = 0 to 17 {
    %0 = affine.load %b[%i] : memref<17xf64>
    affine.store %0, %x[%i] : memref<17xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %x[%i] : memref<17xf64>
      %2 = affine.load %a[%i, %j] : memref<17x17xf64>
      %3 = affine.load %x[%j] : memref<17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %1, %4 : f64
      affine.store %5, %x[%i] : memref<17xf64>
    }
    %6 = affine.load %x[%i] : memref<17xf64>
    %7 = affine.load %a[%i, %i] : memref<17x17xf64>
    %8 = arith.divf %6, %7 : f64
    affine.store %8, %x[%i] : memref<17xf64>
  }
  return
}

func.func @trsolve_init(%a: memref<17x17xf64>, %b: memref<17xf64>,
                        %x: memref<17xf64>) {
  %c4 = arith.constant 4.0 : f64
  affine.for %i = 0 to 17 {
    %0 = affine.load %a[%i, %i] : memref<17x17xf64>
    %1 = arith.addf %0, %c4 : f64
    affine.store %1, %a[%i, %i] : memref<17x17xf64>
  }
  return
}

// Sums in values that the loops carry.
func.func @trsolve_iter_args(%a: memref<17x17xf64>, %b: memref<17xf64>,
                             %x: memref<17xf64>) {
  affine.for %i = 0 to 17 {
    %0 = affine.load %b[%i] : memref<17xf64>
    %1 = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%s_0 = %0) -> (f64) {
      %2 = affine.load %a[%i, %j] : memref<17x17xf64>
      %3 = affine.load %x[%j] : memref<17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %s_0, %4 : f64
      affine.yield %5 : f64
    }
    %6 = affine.load %a[%i, %i] : memref<17x17xf64>
    %7 = arith.divf %1, %6 : f64
    affine.store %7, %x[%i] : memref<17xf64>
  }
  return
}

func.func @trsolve_iter_args_init(%a: memref<17x17xf64>, %b: memref<17xf64>,
                                  %x: memref<17xf64>) {
  %c4 = arith.constant 4.0 : f64
  affine.for %i = 0 to 17 {
    %0 = affine.load %a[%i, %i] : memref<17x17xf64>
    %1 = arith.addf %0, %c4 : f64
    affine.store %1, %a[%i, %i] : memref<17x17xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @trsolve_rank0(%a: memref<17x17xf64>, %b: memref<17xf64>,
                         %x: memref<17xf64>) {
  %s = memref.alloca() : memref<f64>
  affine.for %i = 0 to 17 {
    %0 = affine.load %b[%i] : memref<17xf64>
    affine.store %0, %s[] : memref<f64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %s[] : memref<f64>
      %2 = affine.load %a[%i, %j] : memref<17x17xf64>
      %3 = affine.load %x[%j] : memref<17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %1, %4 : f64
      affine.store %5, %s[] : memref<f64>
    }
    %6 = affine.load %s[] : memref<f64>
    %7 = affine.load %a[%i, %i] : memref<17x17xf64>
    %8 = arith.divf %6, %7 : f64
    affine.store %8, %x[%i] : memref<17xf64>
  }
  return
}

func.func @trsolve_rank0_init(%a: memref<17x17xf64>, %b: memref<17xf64>,
                              %x: memref<17xf64>) {
  %c4 = arith.constant 4.0 : f64
  affine.for %i = 0 to 17 {
    %0 = affine.load %a[%i, %i] : memref<17x17xf64>
    %1 = arith.addf %0, %c4 : f64
    affine.store %1, %a[%i, %i] : memref<17x17xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @trsolve_dynamic(%n: i32, %a: memref<?x17xf64>, %b: memref<?xf64>,
                           %x: memref<?xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %n_index {
    %0 = affine.load %b[%i] : memref<?xf64>
    affine.store %0, %s[0] : memref<1xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %s[0] : memref<1xf64>
      %2 = affine.load %a[%i, %j] : memref<?x17xf64>
      %3 = affine.load %x[%j] : memref<?xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %1, %4 : f64
      affine.store %5, %s[0] : memref<1xf64>
    }
    %6 = affine.load %s[0] : memref<1xf64>
    %7 = affine.load %a[%i, %i] : memref<?x17xf64>
    %8 = arith.divf %6, %7 : f64
    affine.store %8, %x[%i] : memref<?xf64>
  }
  return
}

func.func @trsolve_dynamic_init(%n: i32, %a: memref<?x17xf64>,
                                %b: memref<?xf64>, %x: memref<?xf64>) {
  %c4 = arith.constant 4.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %a[%i, %i] : memref<?x17xf64>
    %1 = arith.addf %0, %c4 : f64
    affine.store %1, %a[%i, %i] : memref<?x17xf64>
  }
  return
}

func.func @trsolve_columns(%a: memref<17x17xf64>, %b: memref<17xf64>,
                           %x: memref<17xf64>) {
  affine.for %i = 0 to 17 {
    %0 = affine.load %b[%i] : memref<17xf64>
    affine.store %0, %x[%i] : memref<17xf64>
  }
  affine.for %j = 0 to 17 {
    %1 = affine.load %x[16 - %j] : memref<17xf64>
    %2 = affine.load %a[16 - %j, 16 - %j] : memref<17x17xf64>
    %3 = arith.divf %1, %2 : f64
    affine.store %3, %x[16 - %j] : memref<17xf64>
    affine.for %i = 0 to affine_map<(d0) -> (16 - d0)>(%j) {
      %4 = affine.load %x[%i] : memref<17xf64>
      %5 = affine.load %a[%i, 16 - %j] : memref<17x17xf64>
      %6 = affine.load %x[16 - %j] : memref<17xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.subf %4, %7 : f64
      affine.store %8, %x[%i] : memref<17xf64>
    }
  }
  return
}

func.func @trsolve_columns_init(%a: memref<17x17xf64>, %b: memref<17xf64>,
                                %x: memref<17xf64>) {
  %c4 = arith.constant 4.0 : f64
  affine.for %i = 0 to 17 {
    %0 = affine.load %a[%i, %i] : memref<17x17xf64>
    %1 = arith.addf %0, %c4 : f64
    affine.store %1, %a[%i, %i] : memref<17x17xf64>
  }
  return
}
