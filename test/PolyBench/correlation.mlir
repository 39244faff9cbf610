// The correlation matrix of the M columns of a data set of N rows, by way of
// each column's mean and standard deviation. A deviation that is nearly zero
// counts as one. The rows of corr are triangular, and mirrored.
//
// RUN: %check_run %s --entry correlation --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 3,4 --arg 0=14.0
// RUN: %check_run %s --entry correlation_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 3,4 --arg 0=11 --arg 1=14 --arg 2=14.0 --arg 3=14x11 --arg 4=11x11 --arg 5=11 --arg 6=11
// RUN: %check_run %s --entry correlation_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 3,4 --arg 0=14.0
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @correlation(
// CHECK-DAG: func.func @correlation_dynamic(
// CHECK-DAG: func.func @correlation_cells(

func.func @correlation(%float_n: f64, %data: memref<14x11xf64>,
                       %corr: memref<11x11xf64>, %mean: memref<11xf64>,
                       %stddev: memref<11xf64>) {
  %cst = arith.constant 0.0 : f64
  %cst_0 = arith.constant 0.1 : f64
  %cst_1 = arith.constant 1.0 : f64
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
  affine.for %j = 0 to 11 {
    affine.store %cst, %stddev[%j] : memref<11xf64>
    affine.for %i = 0 to 14 {
      %0 = affine.load %data[%i, %j] : memref<14x11xf64>
      %1 = affine.load %mean[%j] : memref<11xf64>
      %2 = arith.subf %0, %1 : f64
      %3 = affine.load %data[%i, %j] : memref<14x11xf64>
      %4 = affine.load %mean[%j] : memref<11xf64>
      %5 = arith.subf %3, %4 : f64
      %6 = arith.mulf %2, %5 : f64
      %7 = affine.load %stddev[%j] : memref<11xf64>
      %8 = arith.addf %7, %6 : f64
      affine.store %8, %stddev[%j] : memref<11xf64>
    }
    %0 = affine.load %stddev[%j] : memref<11xf64>
    %1 = arith.divf %0, %float_n : f64
    affine.store %1, %stddev[%j] : memref<11xf64>
    %2 = affine.load %stddev[%j] : memref<11xf64>
    %3 = math.sqrt %2 : f64
    affine.store %3, %stddev[%j] : memref<11xf64>
    %4 = affine.load %stddev[%j] : memref<11xf64>
    %5 = arith.cmpf ole, %4, %cst_0 : f64
    %6 = affine.load %stddev[%j] : memref<11xf64>
    %7 = arith.select %5, %cst_1, %6 : f64
    affine.store %7, %stddev[%j] : memref<11xf64>
  }
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %mean[%j] : memref<11xf64>
      %1 = affine.load %data[%i, %j] : memref<14x11xf64>
      %2 = arith.subf %1, %0 : f64
      affine.store %2, %data[%i, %j] : memref<14x11xf64>
      %3 = math.sqrt %float_n : f64
      %4 = affine.load %stddev[%j] : memref<11xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = affine.load %data[%i, %j] : memref<14x11xf64>
      %7 = arith.divf %6, %5 : f64
      affine.store %7, %data[%i, %j] : memref<14x11xf64>
    }
  }
  affine.for %i = 0 to 10 {
    affine.store %cst_1, %corr[%i, %i] : memref<11x11xf64>
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 11 {
      affine.store %cst, %corr[%i, %j] : memref<11x11xf64>
      affine.for %k = 0 to 14 {
        %0 = affine.load %data[%k, %i] : memref<14x11xf64>
        %1 = affine.load %data[%k, %j] : memref<14x11xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %corr[%i, %j] : memref<11x11xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %corr[%i, %j] : memref<11x11xf64>
      }
      %0 = affine.load %corr[%i, %j] : memref<11x11xf64>
      affine.store %0, %corr[%j, %i] : memref<11x11xf64>
    }
  }
  affine.store %cst_1, %corr[10, 10] : memref<11x11xf64>
  return
}

func.func @correlation_dynamic(%m: i32, %n: i32, %float_n: f64,
                               %data: memref<?x11xf64>, %corr: memref<?x11xf64>,
                               %mean: memref<?xf64>, %stddev: memref<?xf64>) {
  %cst = arith.constant 0.0 : f64
  %cst_0 = arith.constant 0.1 : f64
  %cst_1 = arith.constant 1.0 : f64
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
  affine.for %j = 0 to %m_size {
    affine.store %cst, %stddev[%j] : memref<?xf64>
    affine.for %i = 0 to %n_size {
      %0 = affine.load %data[%i, %j] : memref<?x11xf64>
      %1 = affine.load %mean[%j] : memref<?xf64>
      %2 = arith.subf %0, %1 : f64
      %3 = affine.load %data[%i, %j] : memref<?x11xf64>
      %4 = affine.load %mean[%j] : memref<?xf64>
      %5 = arith.subf %3, %4 : f64
      %6 = arith.mulf %2, %5 : f64
      %7 = affine.load %stddev[%j] : memref<?xf64>
      %8 = arith.addf %7, %6 : f64
      affine.store %8, %stddev[%j] : memref<?xf64>
    }
    %0 = affine.load %stddev[%j] : memref<?xf64>
    %1 = arith.divf %0, %float_n : f64
    affine.store %1, %stddev[%j] : memref<?xf64>
    %2 = affine.load %stddev[%j] : memref<?xf64>
    %3 = math.sqrt %2 : f64
    affine.store %3, %stddev[%j] : memref<?xf64>
    %4 = affine.load %stddev[%j] : memref<?xf64>
    %5 = arith.cmpf ole, %4, %cst_0 : f64
    %6 = affine.load %stddev[%j] : memref<?xf64>
    %7 = arith.select %5, %cst_1, %6 : f64
    affine.store %7, %stddev[%j] : memref<?xf64>
  }
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to %m_size {
      %0 = affine.load %mean[%j] : memref<?xf64>
      %1 = affine.load %data[%i, %j] : memref<?x11xf64>
      %2 = arith.subf %1, %0 : f64
      affine.store %2, %data[%i, %j] : memref<?x11xf64>
      %3 = math.sqrt %float_n : f64
      %4 = affine.load %stddev[%j] : memref<?xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = affine.load %data[%i, %j] : memref<?x11xf64>
      %7 = arith.divf %6, %5 : f64
      affine.store %7, %data[%i, %j] : memref<?x11xf64>
    }
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%m_size] {
    affine.store %cst_1, %corr[%i, %i] : memref<?x11xf64>
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %m_size {
      affine.store %cst, %corr[%i, %j] : memref<?x11xf64>
      affine.for %k = 0 to %n_size {
        %0 = affine.load %data[%k, %i] : memref<?x11xf64>
        %1 = affine.load %data[%k, %j] : memref<?x11xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = affine.load %corr[%i, %j] : memref<?x11xf64>
        %4 = arith.addf %3, %2 : f64
        affine.store %4, %corr[%i, %j] : memref<?x11xf64>
      }
      %0 = affine.load %corr[%i, %j] : memref<?x11xf64>
      affine.store %0, %corr[%j, %i] : memref<?x11xf64>
    }
  }
  affine.store %cst_1, %corr[symbol(%m_size) - 1, symbol(%m_size) - 1] : memref<?x11xf64>
  return
}

func.func @correlation_cells(%float_n: f64, %data: memref<14x11xf64>,
                             %corr: memref<11x11xf64>, %mean: memref<11xf64>,
                             %stddev: memref<11xf64>) {
  %cst = arith.constant 0.0 : f64
  %cst_0 = arith.constant 0.1 : f64
  %cst_1 = arith.constant 1.0 : f64
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
  affine.for %j = 0 to 11 {
    affine.store %cst, %stddev[%j] : memref<11xf64>
    %0 = affine.load %stddev[%j] : memref<11xf64>
    %1 = affine.for %i = 0 to 14 iter_args(%acc1 = %0) -> (f64) {
      %2 = affine.load %data[%i, %j] : memref<14x11xf64>
      %3 = affine.load %mean[%j] : memref<11xf64>
      %4 = arith.subf %2, %3 : f64
      %5 = affine.load %data[%i, %j] : memref<14x11xf64>
      %6 = affine.load %mean[%j] : memref<11xf64>
      %7 = arith.subf %5, %6 : f64
      %8 = arith.mulf %4, %7 : f64
      %9 = arith.addf %acc1, %8 : f64
      affine.yield %9 : f64
    }
    affine.store %1, %stddev[%j] : memref<11xf64>
    %2 = affine.load %stddev[%j] : memref<11xf64>
    %3 = arith.divf %2, %float_n : f64
    affine.store %3, %stddev[%j] : memref<11xf64>
    %4 = affine.load %stddev[%j] : memref<11xf64>
    %5 = math.sqrt %4 : f64
    affine.store %5, %stddev[%j] : memref<11xf64>
    %6 = affine.load %stddev[%j] : memref<11xf64>
    %7 = arith.cmpf ole, %6, %cst_0 : f64
    %8 = affine.load %stddev[%j] : memref<11xf64>
    %9 = arith.select %7, %cst_1, %8 : f64
    affine.store %9, %stddev[%j] : memref<11xf64>
  }
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %mean[%j] : memref<11xf64>
      %1 = affine.load %data[%i, %j] : memref<14x11xf64>
      %2 = arith.subf %1, %0 : f64
      affine.store %2, %data[%i, %j] : memref<14x11xf64>
      %3 = math.sqrt %float_n : f64
      %4 = affine.load %stddev[%j] : memref<11xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = affine.load %data[%i, %j] : memref<14x11xf64>
      %7 = arith.divf %6, %5 : f64
      affine.store %7, %data[%i, %j] : memref<14x11xf64>
    }
  }
  affine.for %i = 0 to 10 {
    affine.store %cst_1, %corr[%i, %i] : memref<11x11xf64>
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 11 {
      affine.store %cst, %corr[%i, %j] : memref<11x11xf64>
      %0 = affine.load %corr[%i, %j] : memref<11x11xf64>
      %1 = affine.for %k = 0 to 14 iter_args(%acc2 = %0) -> (f64) {
        %2 = affine.load %data[%k, %i] : memref<14x11xf64>
        %3 = affine.load %data[%k, %j] : memref<14x11xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %acc2, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %corr[%i, %j] : memref<11x11xf64>
      %2 = affine.load %corr[%i, %j] : memref<11x11xf64>
      affine.store %2, %corr[%j, %i] : memref<11x11xf64>
    }
  }
  affine.store %cst_1, %corr[10, 10] : memref<11x11xf64>
  return
}
