// A <- A + u1 v1' + u2 v2';  x <- beta A' y + z (added to x);  w <- w + alpha A x.
//
// RUN: %check_run %s --entry gemver --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 4,5
// RUN: %check_run %s --entry gemver_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 4,5 --arg 0=17 --arg 3=17x17 --arg 4=17 --arg 5=17 --arg 6=17 --arg 7=17 --arg 8=17 --arg 9=17 --arg 10=17 --arg 11=17
// RUN: %check_run %s --entry gemver_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 4,5
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @gemver(
// CHECK-DAG: func.func @gemver_dynamic(
// CHECK-DAG: func.func @gemver_cells(

func.func @gemver(%alpha: f64, %beta: f64, %a: memref<17x17xf64>,
                  %u1: memref<17xf64>, %v1: memref<17xf64>, %u2: memref<17xf64>,
                  %v2: memref<17xf64>, %w: memref<17xf64>, %x: memref<17xf64>,
                  %y: memref<17xf64>, %z: memref<17xf64>) {
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %a[%i, %j] : memref<17x17xf64>
      %1 = affine.load %u1[%i] : memref<17xf64>
      %2 = affine.load %v1[%j] : memref<17xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      %5 = affine.load %u2[%i] : memref<17xf64>
      %6 = affine.load %v2[%j] : memref<17xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.addf %4, %7 : f64
      affine.store %8, %a[%i, %j] : memref<17x17xf64>
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %x[%i] : memref<17xf64>
      %1 = affine.load %a[%j, %i] : memref<17x17xf64>
      %2 = arith.mulf %beta, %1 : f64
      %3 = affine.load %y[%j] : memref<17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %0, %4 : f64
      affine.store %5, %x[%i] : memref<17xf64>
    }
  }
  affine.for %i = 0 to 17 {
    %0 = affine.load %x[%i] : memref<17xf64>
    %1 = affine.load %z[%i] : memref<17xf64>
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %x[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %w[%i] : memref<17xf64>
      %1 = affine.load %a[%i, %j] : memref<17x17xf64>
      %2 = arith.mulf %alpha, %1 : f64
      %3 = affine.load %x[%j] : memref<17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %0, %4 : f64
      affine.store %5, %w[%i] : memref<17xf64>
    }
  }
  return
}

func.func @gemver_dynamic(%n: i32, %alpha: f64, %beta: f64,
                          %a: memref<?x17xf64>, %u1: memref<?xf64>,
                          %v1: memref<?xf64>, %u2: memref<?xf64>,
                          %v2: memref<?xf64>, %w: memref<?xf64>,
                          %x: memref<?xf64>, %y: memref<?xf64>,
                          %z: memref<?xf64>) {
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to %n_size {
      %0 = affine.load %a[%i, %j] : memref<?x17xf64>
      %1 = affine.load %u1[%i] : memref<?xf64>
      %2 = affine.load %v1[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      %5 = affine.load %u2[%i] : memref<?xf64>
      %6 = affine.load %v2[%j] : memref<?xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.addf %4, %7 : f64
      affine.store %8, %a[%i, %j] : memref<?x17xf64>
    }
  }
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to %n_size {
      %0 = affine.load %x[%i] : memref<?xf64>
      %1 = affine.load %a[%j, %i] : memref<?x17xf64>
      %2 = arith.mulf %beta, %1 : f64
      %3 = affine.load %y[%j] : memref<?xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %0, %4 : f64
      affine.store %5, %x[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %n_size {
    %0 = affine.load %x[%i] : memref<?xf64>
    %1 = affine.load %z[%i] : memref<?xf64>
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %x[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to %n_size {
      %0 = affine.load %w[%i] : memref<?xf64>
      %1 = affine.load %a[%i, %j] : memref<?x17xf64>
      %2 = arith.mulf %alpha, %1 : f64
      %3 = affine.load %x[%j] : memref<?xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.addf %0, %4 : f64
      affine.store %5, %w[%i] : memref<?xf64>
    }
  }
  return
}

func.func @gemver_cells(%alpha: memref<f64>, %beta: memref<f64>,
                        %a: memref<17x17xf64>, %u1: memref<17xf64>,
                        %v1: memref<17xf64>, %u2: memref<17xf64>,
                        %v2: memref<17xf64>, %w: memref<17xf64>,
                        %x: memref<17xf64>, %y: memref<17xf64>,
                        %z: memref<17xf64>) {
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 17 {
      %0 = affine.load %a[%i, %j] : memref<17x17xf64>
      %1 = affine.load %u1[%i] : memref<17xf64>
      %2 = affine.load %v1[%j] : memref<17xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      %5 = affine.load %u2[%i] : memref<17xf64>
      %6 = affine.load %v2[%j] : memref<17xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.addf %4, %7 : f64
      affine.store %8, %a[%i, %j] : memref<17x17xf64>
    }
  }
  affine.for %i = 0 to 17 {
    %0 = affine.load %x[%i] : memref<17xf64>
    %1 = affine.for %j = 0 to 17 iter_args(%acc = %0) -> (f64) {
      %2 = affine.load %beta[] : memref<f64>
      %3 = affine.load %a[%j, %i] : memref<17x17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = affine.load %y[%j] : memref<17xf64>
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.addf %acc, %6 : f64
      affine.yield %7 : f64
    }
    affine.store %1, %x[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    %0 = affine.load %x[%i] : memref<17xf64>
    %1 = affine.load %z[%i] : memref<17xf64>
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %x[%i] : memref<17xf64>
  }
  affine.for %i = 0 to 17 {
    %0 = affine.load %w[%i] : memref<17xf64>
    %1 = affine.for %j = 0 to 17 iter_args(%acc1 = %0) -> (f64) {
      %2 = affine.load %alpha[] : memref<f64>
      %3 = affine.load %a[%i, %j] : memref<17x17xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = affine.load %x[%j] : memref<17xf64>
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.addf %acc1, %6 : f64
      affine.yield %7 : f64
    }
    affine.store %1, %w[%i] : memref<17xf64>
  }
  return
}
