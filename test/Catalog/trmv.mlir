// x <- L x, in place, from the last row to the first.
//
// RUN: %check_run %s --entry trmv --grids 1,2,3,4,5,8,13 --distributed 1 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather --words fabric.send='(P-1)*17'
// RUN: %check_run %s --entry trmv --grids 2x2,2x3 --distributed 1
// RUN: %check_run %s --entry trmv_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry trmv_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry trmv_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=17 --arg 1=17x17 --arg 2=17
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @trmv(

func.func @trmv(%a: memref<17x17xf64>, %x: memref<17xf64>) {
  affine.for %i = 0 to 17 {
    %0 = affine.load %a[16 - %i, 16 - %i] : memref<17x17xf64>
    %1 = affine.load %x[16 - %i] : memref<17xf64>
    %2 = arith.mulf %0, %1 : f64
    affine.store %2, %x[16 - %i] : memref<17xf64>
    affine.for %j = 0 to affine_map<(d0) -> (16 - d0)>(%i) {
      %3 = affine.load %x[16 - %i] : memref<17xf64>
      %4 = affine.load %a[16 - %i, %j] : memref<17x17xf64>
      %5 = affine.load %x[%j] : memref<17xf64>
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.addf %3, %6 : f64
      affine.store %7, %x[16 - %i] : memref<17xf64>
    }
  }
  return
}

// Sums in values that the loops carry.
func.func @trmv_iter_args(%a: memref<17x17xf64>, %x: memref<17xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 17 {
    %0 = affine.for %j = 0 to affine_map<(d0) -> (17 - d0)>(%i) iter_args(%s_0 = %zero) -> (f64) {
      %1 = affine.load %a[16 - %i, %j] : memref<17x17xf64>
      %2 = affine.load %x[%j] : memref<17xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %s_0, %3 : f64
      affine.yield %4 : f64
    }
    affine.store %0, %x[16 - %i] : memref<17xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @trmv_rank0(%a: memref<17x17xf64>, %x: memref<17xf64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  affine.for %i = 0 to 17 {
    affine.store %zero, %s[] : memref<f64>
    affine.for %j = 0 to affine_map<(d0) -> (17 - d0)>(%i) {
      %0 = affine.load %s[] : memref<f64>
      %1 = affine.load %a[16 - %i, %j] : memref<17x17xf64>
      %2 = affine.load %x[%j] : memref<17xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[] : memref<f64>
    }
    %5 = affine.load %s[] : memref<f64>
    affine.store %5, %x[16 - %i] : memref<17xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @trmv_dynamic(%n: i32, %a: memref<?x17xf64>, %x: memref<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %n_index {
    affine.store %zero, %s[0] : memref<1xf64>
    affine.for %j = 0 to affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n_index] {
      %0 = affine.load %s[0] : memref<1xf64>
      %1 = affine.load %a[symbol(%n_index) - %i - 1, %j] : memref<?x17xf64>
      %2 = affine.load %x[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[0] : memref<1xf64>
    }
    %5 = affine.load %s[0] : memref<1xf64>
    affine.store %5, %x[symbol(%n_index) - %i - 1] : memref<?xf64>
  }
  return
}
