// Each row of X is shifted and scaled to mean 0 and variance 1, then scaled by
// gamma and shifted by beta.
//
// RUN: %check_run %s --entry layernorm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry layernorm_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry layernorm_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry layernorm_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=17 --arg 1=11 --arg 2=17x11 --arg 3=11 --arg 4=11 --arg 5=17x11
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @layernorm(

func.func @layernorm(%x: memref<17x11xf64>, %gamma: memref<11xf64>,
                     %beta: memref<11xf64>, %y: memref<17x11xf64>) {
  %zero = arith.constant 0.0 : f64
  %c11 = arith.constant 11.0 : f64
  %epsilon = arith.constant 1.0e-05 : f64
  %mean = memref.alloc() : memref<17xf64>
  %variance = memref.alloc() : memref<17xf64>
  affine.for %i = 0 to 17 {
    affine.store %zero, %mean[%i] : memref<17xf64>
    affine.store %zero, %variance[%i] : memref<17xf64>
    affine.for %j = 0 to 11 {
      %0 = affine.load %mean[%i] : memref<17xf64>
      %1 = affine.load %x[%i, %j] : memref<17x11xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %mean[%i] : memref<17xf64>
    }
    %3 = affine.load %mean[%i] : memref<17xf64>
    %4 = arith.divf %3, %c11 : f64
    affine.store %4, %mean[%i] : memref<17xf64>
    affine.for %j = 0 to 11 {
      %5 = affine.load %variance[%i] : memref<17xf64>
      %6 = affine.load %x[%i, %j] : memref<17x11xf64>
      %7 = affine.load %mean[%i] : memref<17xf64>
      %8 = arith.subf %6, %7 : f64
      %9 = affine.load %x[%i, %j] : memref<17x11xf64>
      %10 = affine.load %mean[%i] : memref<17xf64>
      %11 = arith.subf %9, %10 : f64
      %12 = arith.mulf %8, %11 : f64
      %13 = arith.addf %5, %12 : f64
      affine.store %13, %variance[%i] : memref<17xf64>
    }
    %14 = affine.load %variance[%i] : memref<17xf64>
    %15 = arith.divf %14, %c11 : f64
    affine.store %15, %variance[%i] : memref<17xf64>
    affine.for %j = 0 to 11 {
      %16 = affine.load %x[%i, %j] : memref<17x11xf64>
      %17 = affine.load %mean[%i] : memref<17xf64>
      %18 = arith.subf %16, %17 : f64
      %19 = affine.load %variance[%i] : memref<17xf64>
      %20 = arith.addf %19, %epsilon : f64
      %21 = math.sqrt %20 : f64
      %22 = arith.divf %18, %21 : f64
      %23 = affine.load %gamma[%j] : memref<11xf64>
      %24 = arith.mulf %22, %23 : f64
      %25 = affine.load %beta[%j] : memref<11xf64>
      %26 = arith.addf %24, %25 : f64
      affine.store %26, %y[%i, %j] : memref<17x11xf64>
    }
  }
  memref.dealloc %mean : memref<17xf64>
  memref.dealloc %variance : memref<17xf64>
  return
}

// Sums in values that the loops carry.
func.func @layernorm_iter_args(%x: memref<17x11xf64>, %gamma: memref<11xf64>,
                               %beta: memref<11xf64>, %y: memref<17x11xf64>) {
  %zero = arith.constant 0.0 : f64
  %c11 = arith.constant 11.0 : f64
  %one = arith.constant 1.0 : f64
  %epsilon = arith.constant 1.0e-05 : f64
  affine.for %i = 0 to 17 {
    %0 = affine.for %j = 0 to 11 iter_args(%s_0 = %zero) -> (f64) {
      %1 = affine.load %x[%i, %j] : memref<17x11xf64>
      %2 = arith.addf %s_0, %1 : f64
      affine.yield %2 : f64
    }
    %3 = arith.divf %0, %c11 : f64
    %4 = affine.for %j = 0 to 11 iter_args(%u_1 = %zero) -> (f64) {
      %5 = affine.load %x[%i, %j] : memref<17x11xf64>
      %6 = arith.subf %5, %3 : f64
      %7 = arith.mulf %6, %6 : f64
      %8 = arith.addf %u_1, %7 : f64
      affine.yield %8 : f64
    }
    %9 = arith.divf %4, %c11 : f64
    %10 = arith.addf %9, %epsilon : f64
    %11 = math.sqrt %10 : f64
    %12 = arith.divf %one, %11 : f64
    affine.for %j = 0 to 11 {
      %13 = affine.load %x[%i, %j] : memref<17x11xf64>
      %14 = arith.subf %13, %3 : f64
      %15 = arith.mulf %14, %12 : f64
      %16 = affine.load %gamma[%j] : memref<11xf64>
      %17 = arith.mulf %15, %16 : f64
      %18 = affine.load %beta[%j] : memref<11xf64>
      %19 = arith.addf %17, %18 : f64
      affine.store %19, %y[%i, %j] : memref<17x11xf64>
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @layernorm_rank0(%x: memref<17x11xf64>, %gamma: memref<11xf64>,
                           %beta: memref<11xf64>, %y: memref<17x11xf64>) {
  %zero = arith.constant 0.0 : f64
  %c11 = arith.constant 11.0 : f64
  %one = arith.constant 1.0 : f64
  %epsilon = arith.constant 1.0e-05 : f64
  %s = memref.alloca() : memref<f64>
  %u = memref.alloca() : memref<f64>
  affine.for %i = 0 to 17 {
    affine.store %zero, %s[] : memref<f64>
    affine.for %j = 0 to 11 {
      %0 = affine.load %s[] : memref<f64>
      %1 = affine.load %x[%i, %j] : memref<17x11xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %s[] : memref<f64>
    }
    %3 = affine.load %s[] : memref<f64>
    %4 = arith.divf %3, %c11 : f64
    affine.store %zero, %u[] : memref<f64>
    affine.for %j = 0 to 11 {
      %5 = affine.load %x[%i, %j] : memref<17x11xf64>
      %6 = arith.subf %5, %4 : f64
      %7 = affine.load %u[] : memref<f64>
      %8 = arith.mulf %6, %6 : f64
      %9 = arith.addf %7, %8 : f64
      affine.store %9, %u[] : memref<f64>
    }
    %10 = affine.load %u[] : memref<f64>
    %11 = arith.divf %10, %c11 : f64
    %12 = arith.addf %11, %epsilon : f64
    %13 = math.sqrt %12 : f64
    %14 = arith.divf %one, %13 : f64
    affine.for %j = 0 to 11 {
      %15 = affine.load %x[%i, %j] : memref<17x11xf64>
      %16 = arith.subf %15, %4 : f64
      %17 = arith.mulf %16, %14 : f64
      %18 = affine.load %gamma[%j] : memref<11xf64>
      %19 = arith.mulf %17, %18 : f64
      %20 = affine.load %beta[%j] : memref<11xf64>
      %21 = arith.addf %19, %20 : f64
      affine.store %21, %y[%i, %j] : memref<17x11xf64>
    }
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @layernorm_dynamic(%m: i32, %n: i32, %x: memref<?x11xf64>,
                             %gamma: memref<?xf64>, %beta: memref<?xf64>,
                             %y: memref<?x11xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %epsilon = arith.constant 1.0e-05 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  %u = memref.alloca() : memref<1xf64>
  affine.for %i = 0 to %m_index {
    affine.store %zero, %s[0] : memref<1xf64>
    affine.for %j = 0 to %n_index {
      %0 = affine.load %s[0] : memref<1xf64>
      %1 = affine.load %x[%i, %j] : memref<?x11xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %s[0] : memref<1xf64>
    }
    %3 = affine.load %s[0] : memref<1xf64>
    %4 = arith.sitofp %n : i32 to f64
    %5 = arith.divf %3, %4 : f64
    affine.store %zero, %u[0] : memref<1xf64>
    affine.for %j = 0 to %n_index {
      %6 = affine.load %x[%i, %j] : memref<?x11xf64>
      %7 = arith.subf %6, %5 : f64
      %8 = affine.load %u[0] : memref<1xf64>
      %9 = arith.mulf %7, %7 : f64
      %10 = arith.addf %8, %9 : f64
      affine.store %10, %u[0] : memref<1xf64>
    }
    %11 = affine.load %u[0] : memref<1xf64>
    %12 = arith.sitofp %n : i32 to f64
    %13 = arith.divf %11, %12 : f64
    %14 = arith.addf %13, %epsilon : f64
    %15 = math.sqrt %14 : f64
    %16 = arith.divf %one, %15 : f64
    affine.for %j = 0 to %n_index {
      %17 = affine.load %x[%i, %j] : memref<?x11xf64>
      %18 = arith.subf %17, %5 : f64
      %19 = arith.mulf %18, %16 : f64
      %20 = affine.load %gamma[%j] : memref<?xf64>
      %21 = arith.mulf %19, %20 : f64
      %22 = affine.load %beta[%j] : memref<?xf64>
      %23 = arith.addf %21, %22 : f64
      affine.store %23, %y[%i, %j] : memref<?x11xf64>
    }
  }
  return
}
