// The covariance matrix of the M columns of a data set of N rows: the columns
// are centred, then multiplied pair by pair.
//
// RUN: %check_run %s --entry covariance --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,3 --arg 0=14.0
// RUN: %check_run %s --entry covariance_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,3 --arg 0=11 --arg 1=14 --arg 2=14.0 --arg 3=14x11 --arg 4=11x11 --arg 5=11
// RUN: %check_run %s --entry covariance_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,3 --arg 0=14.0
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @covariance(
// CHECK-DAG: func.func @covariance_dynamic(
// CHECK-DAG: func.func @covariance_cells(

func.func @covariance(%float_n: f64, %data: memref<14x11xf64>,
                      %cov: memref<11x11xf64>, %mean: memref<11xf64>) {
  %cst = arith.constant 0.0 : f64
  %cst_0 = arith.constant 1.0 : f64
  affine.for %j = 0 to 11 {
    affine.store %cst, %mean[%j] : memref<11xf64>
    affine.for %i = 0 to 14 {
      %0 = affine.load %data[%i, %j] : memref<14x11xf64>
      %1 = affine.load %mean[%j] : memref<11xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %mean[%j] : memref<11xf64>
    }
    %0 = affine.load %mean[%j] : memref<11xf64>
    %1 = arith.divf %0, %float_n : f64
    affine.store %1, %mean[%j] : memref<11xf64>
  }
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %mean[%j] : memref<11xf64>
      %1 = affine.load %data[%i, %j] : memref<14x11xf64>
      %2 = arith.subf %1, %0 : f64
      affine.store %2, %data[%i, %j] : memref<14x11xf64>
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 11 {
      affine.store %cst, %cov[%i, %j] : memref<11x11xf64>
      affine.for %k = 0 to 14 {
        %0 = affine.load %data[%k, %i] : memref<14x11xf64>
        %1 = affine.load %data[%k, %j] : memref<14x11xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %cov[%i, %j] : memref<11x11xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %cov[%i, %j] : memref<11x11xf64>
      }
      %0 = arith.subf %float_n, %cst_0 : f64
      %1 = affine.load %cov[%i, %j] : memref<11x11xf64>
      %2 = arith.divf %1, %0 : f64
      affine.store %2, %cov[%i, %j] : memref<11x11xf64>
      %3 = affine.load %cov[%i, %j] : memref<11x11xf64>
      affine.store %3, %cov[%j, %i] : memref<11x11xf64>
    }
  }
  return
}

func.func @covariance_dynamic(%m: i32, %n: i32, %float_n: f64,
                              %data: memref<?x11xf64>, %cov: memref<?x11xf64>,
                              %mean: memref<?xf64>) {
  %cst = arith.constant 0.0 : f64
  %cst_0 = arith.constant 1.0 : f64
  %m_size = arith.index_cast %m : i32 to index
  %n_size = arith.index_cast %n : i32 to index
  affine.for %j = 0 to %m_size {
    affine.store %cst, %mean[%j] : memref<?xf64>
    affine.for %i = 0 to %n_size {
      %0 = affine.load %data[%i, %j] : memref<?x11xf64>
      %1 = affine.load %mean[%j] : memref<?xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %mean[%j] : memref<?xf64>
    }
    %0 = affine.load %mean[%j] : memref<?xf64>
    %1 = arith.divf %0, %float_n : f64
    affine.store %1, %mean[%j] : memref<?xf64>
  }
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to %m_size {
      %0 = affine.load %mean[%j] : memref<?xf64>
      %1 = affine.load %data[%i, %j] : memref<?x11xf64>
      %2 = arith.subf %1, %0 : f64
      affine.store %2, %data[%i, %j] : memref<?x11xf64>
    }
  }
  affine.for %i = 0 to %m_size {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %m_size {
      affine.store %cst, %cov[%i, %j] : memref<?x11xf64>
      affine.for %k = 0 to %n_size {
        %0 = affine.load %data[%k, %i] : memref<?x11xf64>
        %1 = affine.load %data[%k, %j] : memref<?x11xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %cov[%i, %j] : memref<?x11xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %cov[%i, %j] : memref<?x11xf64>
      }
      %0 = arith.subf %float_n, %cst_0 : f64
      %1 = affine.load %cov[%i, %j] : memref<?x11xf64>
      %2 = arith.divf %1, %0 : f64
      affine.store %2, %cov[%i, %j] : memref<?x11xf64>
      %3 = affine.load %cov[%i, %j] : memref<?x11xf64>
      affine.store %3, %cov[%j, %i] : memref<?x11xf64>
    }
  }
  return
}

func.func @covariance_cells(%float_n: f64, %data: memref<14x11xf64>,
                            %cov: memref<11x11xf64>, %mean: memref<11xf64>) {
  %cst = arith.constant 0.0 : f64
  %cst_0 = arith.constant 1.0 : f64
  affine.for %j = 0 to 11 {
    affine.store %cst, %mean[%j] : memref<11xf64>
    %0 = affine.load %mean[%j] : memref<11xf64>
    %1 = affine.for %i = 0 to 14 iter_args(%acc = %0) -> (f64) {
      %2 = affine.load %data[%i, %j] : memref<14x11xf64>
      %3 = arith.addf %acc, %2 : f64
      affine.yield %3 : f64
    }
    affine.store %1, %mean[%j] : memref<11xf64>
    %2 = affine.load %mean[%j] : memref<11xf64>
    %3 = arith.divf %2, %float_n : f64
    affine.store %3, %mean[%j] : memref<11xf64>
  }
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %mean[%j] : memref<11xf64>
      %1 = affine.load %data[%i, %j] : memref<14x11xf64>
      %2 = arith.subf %1, %0 : f64
      affine.store %2, %data[%i, %j] : memref<14x11xf64>
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 11 {
      affine.store %cst, %cov[%i, %j] : memref<11x11xf64>
      %0 = affine.load %cov[%i, %j] : memref<11x11xf64>
      %1 = affine.for %k = 0 to 14 iter_args(%acc1 = %0) -> (f64) {
        %2 = affine.load %data[%k, %i] : memref<14x11xf64>
        %3 = affine.load %data[%k, %j] : memref<14x11xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %acc1, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %cov[%i, %j] : memref<11x11xf64>
      %2 = arith.subf %float_n, %cst_0 : f64
      %3 = affine.load %cov[%i, %j] : memref<11x11xf64>
      %4 = arith.divf %3, %2 : f64
      affine.store %4, %cov[%i, %j] : memref<11x11xf64>
      %5 = affine.load %cov[%i, %j] : memref<11x11xf64>
      affine.store %5, %cov[%j, %i] : memref<11x11xf64>
    }
  }
  return
}
