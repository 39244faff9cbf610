// The Levinson-Durbin recursion: y solves the Yule-Walker equations T y = -r of
// the symmetric Toeplitz matrix with first row (1, r(0), ..., r(N - 2)). The
// initialisation makes r small, and so T positive definite.
//
// RUN: %check_run %s --entry durbin --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2
// RUN: %check_run %s --entry durbin_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2 --arg 0=15 --arg 1=15 --arg 2=15
// RUN: %check_run %s --entry durbin_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @durbin(
// CHECK-DAG: func.func @durbin_dynamic(
// CHECK-DAG: func.func @durbin_cells(

func.func @durbin_init(%r: memref<15xf64>, %y: memref<15xf64>) {
  %cst = arith.constant 0.03125 : f64
  affine.for %i = 0 to 15 {
    %0 = affine.load %r[%i] : memref<15xf64>
    %1 = arith.mulf %cst, %0 : f64
    affine.store %1, %r[%i] : memref<15xf64>
  }
  return
}

func.func @durbin(%r: memref<15xf64>, %y: memref<15xf64>) {
  %cst = arith.constant 1.0 : f64
  %cst_0 = arith.constant 0.0 : f64
  %z = memref.alloca() : memref<15xf64>
  %0 = affine.load %r[0] : memref<15xf64>
  %1 = arith.negf %0 : f64
  affine.store %1, %y[0] : memref<15xf64>
  %2 = affine.load %r[0] : memref<15xf64>
  %3 = arith.negf %2 : f64
  %4:2 = affine.for %k = 1 to 15 iter_args(%beta = %cst, %alpha = %3) -> (f64, f64) {
    %5 = arith.mulf %alpha, %alpha : f64
    %6 = arith.subf %cst, %5 : f64
    %7 = arith.mulf %6, %beta : f64
    %8 = affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) iter_args(%sum = %cst_0) -> (f64) {
      %9 = affine.load %r[%k - %i - 1] : memref<15xf64>
      %10 = affine.load %y[%i] : memref<15xf64>
      %11 = arith.mulf %9, %10 : f64
      %12 = arith.addf %sum, %11 : f64
      affine.yield %12 : f64
    }
    %9 = affine.load %r[%k] : memref<15xf64>
    %10 = arith.addf %9, %8 : f64
    %11 = arith.negf %10 : f64
    %12 = arith.divf %11, %7 : f64
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %13 = affine.load %y[%i] : memref<15xf64>
      %14 = affine.load %y[%k - %i - 1] : memref<15xf64>
      %15 = arith.mulf %12, %14 : f64
      %16 = arith.addf %13, %15 : f64
      affine.store %16, %z[%i] : memref<15xf64>
    }
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %13 = affine.load %z[%i] : memref<15xf64>
      affine.store %13, %y[%i] : memref<15xf64>
    }
    affine.store %12, %y[%k] : memref<15xf64>
    affine.yield %7, %12 : f64, f64
  }
  return
}

func.func @durbin_dynamic_init(%n: i32, %r: memref<?xf64>, %y: memref<?xf64>) {
  %cst = arith.constant 0.03125 : f64
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    %0 = affine.load %r[%i] : memref<?xf64>
    %1 = arith.mulf %cst, %0 : f64
    affine.store %1, %r[%i] : memref<?xf64>
  }
  return
}

func.func @durbin_dynamic(%n: i32, %r: memref<?xf64>, %y: memref<?xf64>) {
  %undef = llvm.mlir.undef : f64
  %cst = arith.constant 1.0 : f64
  %cst_0 = arith.constant 0.0 : f64
  %n_size = arith.index_cast %n : i32 to index
  %z = memref.alloca() : memref<15xf64>
  %beta = memref.alloca() : memref<1xf64>
  affine.store %undef, %beta[0] : memref<1xf64>
  %alpha = memref.alloca() : memref<1xf64>
  affine.store %undef, %alpha[0] : memref<1xf64>
  %sum = memref.alloca() : memref<1xf64>
  affine.store %undef, %sum[0] : memref<1xf64>
  %0 = affine.load %r[0] : memref<?xf64>
  %1 = arith.negf %0 : f64
  affine.store %1, %y[0] : memref<?xf64>
  affine.store %cst, %beta[0] : memref<1xf64>
  %2 = affine.load %r[0] : memref<?xf64>
  %3 = arith.negf %2 : f64
  affine.store %3, %alpha[0] : memref<1xf64>
  affine.for %k = 1 to %n_size {
    %4 = affine.load %alpha[0] : memref<1xf64>
    %5 = affine.load %alpha[0] : memref<1xf64>
    %6 = arith.mulf %4, %5 : f64
    %7 = arith.subf %cst, %6 : f64
    %8 = affine.load %beta[0] : memref<1xf64>
    %9 = arith.mulf %7, %8 : f64
    affine.store %9, %beta[0] : memref<1xf64>
    affine.store %cst_0, %sum[0] : memref<1xf64>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %10 = affine.load %r[%k - %i - 1] : memref<?xf64>
      %11 = affine.load %y[%i] : memref<?xf64>
      %12 = arith.mulf %10, %11 : f64
      %13 = affine.load %sum[0] : memref<1xf64>
      %14 = arith.addf %13, %12 : f64
      affine.store %14, %sum[0] : memref<1xf64>
    }
    %10 = affine.load %r[%k] : memref<?xf64>
    %11 = affine.load %sum[0] : memref<1xf64>
    %12 = arith.addf %10, %11 : f64
    %13 = arith.negf %12 : f64
    %14 = affine.load %beta[0] : memref<1xf64>
    %15 = arith.divf %13, %14 : f64
    affine.store %15, %alpha[0] : memref<1xf64>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %16 = affine.load %y[%i] : memref<?xf64>
      %17 = affine.load %alpha[0] : memref<1xf64>
      %18 = affine.load %y[%k - %i - 1] : memref<?xf64>
      %19 = arith.mulf %17, %18 : f64
      %20 = arith.addf %16, %19 : f64
      affine.store %20, %z[%i] : memref<15xf64>
    }
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %16 = affine.load %z[%i] : memref<15xf64>
      affine.store %16, %y[%i] : memref<?xf64>
    }
    %16 = affine.load %alpha[0] : memref<1xf64>
    affine.store %16, %y[%k] : memref<?xf64>
  }
  return
}

func.func @durbin_cells_init(%r: memref<15xf64>, %y: memref<15xf64>) {
  %cst = arith.constant 0.03125 : f64
  affine.for %i = 0 to 15 {
    %0 = affine.load %r[%i] : memref<15xf64>
    %1 = arith.mulf %cst, %0 : f64
    affine.store %1, %r[%i] : memref<15xf64>
  }
  return
}

func.func @durbin_cells(%r: memref<15xf64>, %y: memref<15xf64>) {
  %cst = arith.constant 1.0 : f64
  %cst_0 = arith.constant 0.0 : f64
  %z = memref.alloca() : memref<15xf64>
  %beta = memref.alloca() : memref<f64>
  %alpha = memref.alloca() : memref<f64>
  %sum = memref.alloca() : memref<f64>
  %0 = affine.load %r[0] : memref<15xf64>
  %1 = arith.negf %0 : f64
  affine.store %1, %y[0] : memref<15xf64>
  affine.store %cst, %beta[] : memref<f64>
  %2 = affine.load %r[0] : memref<15xf64>
  %3 = arith.negf %2 : f64
  affine.store %3, %alpha[] : memref<f64>
  affine.for %k = 1 to 15 {
    %4 = affine.load %alpha[] : memref<f64>
    %5 = affine.load %alpha[] : memref<f64>
    %6 = arith.mulf %4, %5 : f64
    %7 = arith.subf %cst, %6 : f64
    %8 = affine.load %beta[] : memref<f64>
    %9 = arith.mulf %7, %8 : f64
    affine.store %9, %beta[] : memref<f64>
    affine.store %cst_0, %sum[] : memref<f64>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %10 = affine.load %r[%k - %i - 1] : memref<15xf64>
      %11 = affine.load %y[%i] : memref<15xf64>
      %12 = arith.mulf %10, %11 : f64
      %13 = affine.load %sum[] : memref<f64>
      %14 = arith.addf %13, %12 : f64
      affine.store %14, %sum[] : memref<f64>
    }
    %10 = affine.load %r[%k] : memref<15xf64>
    %11 = affine.load %sum[] : memref<f64>
    %12 = arith.addf %10, %11 : f64
    %13 = arith.negf %12 : f64
    %14 = affine.load %beta[] : memref<f64>
    %15 = arith.divf %13, %14 : f64
    affine.store %15, %alpha[] : memref<f64>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %16 = affine.load %y[%i] : memref<15xf64>
      %17 = affine.load %alpha[] : memref<f64>
      %18 = affine.load %y[%k - %i - 1] : memref<15xf64>
      %19 = arith.mulf %17, %18 : f64
      %20 = arith.addf %16, %19 : f64
      affine.store %20, %z[%i] : memref<15xf64>
    }
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %16 = affine.load %z[%i] : memref<15xf64>
      affine.store %16, %y[%i] : memref<15xf64>
    }
    %16 = affine.load %alpha[] : memref<f64>
    affine.store %16, %y[%k] : memref<15xf64>
  }
  return
}
