// Solves A x = b: the LU factors of A, then L y = b forwards and U x = y
// backwards. The initialisation makes the diagonal dominant.
//
// RUN: %check_run %s --entry ludcmp --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: %check_run %s --entry ludcmp_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=11 --arg 1=11x11 --arg 2=11 --arg 3=11 --arg 4=11
// RUN: %check_run %s --entry ludcmp_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @ludcmp(
// CHECK-DAG: func.func @ludcmp_dynamic(
// CHECK-DAG: func.func @ludcmp_cells(

func.func @ludcmp_init(%a: memref<11x11xf64>, %b: memref<11xf64>,
                       %x: memref<11xf64>, %y: memref<11xf64>) {
  %cst = arith.constant 11.0 : f64
  affine.for %i = 0 to 11 {
    %0 = affine.load %a[%i, %i] : memref<11x11xf64>
    %1 = arith.addf %0, %cst : f64
    affine.store %1, %a[%i, %i] : memref<11x11xf64>
  }
  return
}

func.func @ludcmp(%a: memref<11x11xf64>, %b: memref<11xf64>, %x: memref<11xf64>,
                  %y: memref<11xf64>) {
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<11x11xf64>
      %1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%w = %0) -> (f64) {
        %2 = affine.load %a[%i, %k] : memref<11x11xf64>
        %3 = affine.load %a[%k, %j] : memref<11x11xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %w, %4 : f64
        affine.yield %5 : f64
      }
      %2 = affine.load %a[%j, %j] : memref<11x11xf64>
      %3 = arith.divf %1, %2 : f64
      affine.store %3, %a[%i, %j] : memref<11x11xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 11 {
      %0 = affine.load %a[%i, %j] : memref<11x11xf64>
      %1 = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%w = %0) -> (f64) {
        %2 = affine.load %a[%i, %k] : memref<11x11xf64>
        %3 = affine.load %a[%k, %j] : memref<11x11xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %w, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %a[%i, %j] : memref<11x11xf64>
    }
  }
  affine.for %i = 0 to 11 {
    %0 = affine.load %b[%i] : memref<11xf64>
    %1 = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%w = %0) -> (f64) {
      %2 = affine.load %a[%i, %j] : memref<11x11xf64>
      %3 = affine.load %y[%j] : memref<11xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %w, %4 : f64
      affine.yield %5 : f64
    }
    affine.store %1, %y[%i] : memref<11xf64>
  }
  affine.for %i = 0 to 11 {
    %0 = affine.load %y[10 - %i] : memref<11xf64>
    %1 = affine.for %j = affine_map<(d0) -> (11 - d0)>(%i) to 11 iter_args(%w = %0) -> (f64) {
      %2 = affine.load %a[10 - %i, %j] : memref<11x11xf64>
      %3 = affine.load %x[%j] : memref<11xf64>
      %4 = arith.mulf %2, %3 : f64
      %5 = arith.subf %w, %4 : f64
      affine.yield %5 : f64
    }
    %2 = affine.load %a[10 - %i, 10 - %i] : memref<11x11xf64>
    %3 = arith.divf %1, %2 : f64
    affine.store %3, %x[10 - %i] : memref<11xf64>
  }
  return
}

func.func @ludcmp_dynamic_init(%n: i32, %a: memref<?x11xf64>, %b: memref<?xf64>,
                               %x: memref<?xf64>, %y: memref<?xf64>) {
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_size {
    %0 = affine.load %a[%i, %i] : memref<?x11xf64>
    %1 = arith.sitofp %n : i32 to f64
    %2 = arith.addf %0, %1 : f64
    affine.store %2, %a[%i, %i] : memref<?x11xf64>
  }
  return
}

func.func @ludcmp_dynamic(%n: i32, %a: memref<?x11xf64>, %b: memref<?xf64>,
                          %x: memref<?xf64>, %y: memref<?xf64>) {
  %undef = llvm.mlir.undef : f64
  %n_size = arith.index_cast %n : i32 to index
  %w = memref.alloca() : memref<1xf64>
  affine.store %undef, %w[0] : memref<1xf64>
  affine.for %i = 0 to %n_size {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<?x11xf64>
      affine.store %0, %w[0] : memref<1xf64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %1 = affine.load %a[%i, %k] : memref<?x11xf64>
        %2 = affine.load %a[%k, %j] : memref<?x11xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %w[0] : memref<1xf64>
        %5 = arith.subf %4, %3 : f64
        affine.store %5, %w[0] : memref<1xf64>
      }
      %1 = affine.load %w[0] : memref<1xf64>
      %2 = affine.load %a[%j, %j] : memref<?x11xf64>
      %3 = arith.divf %1, %2 : f64
      affine.store %3, %a[%i, %j] : memref<?x11xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n_size {
      %0 = affine.load %a[%i, %j] : memref<?x11xf64>
      affine.store %0, %w[0] : memref<1xf64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %1 = affine.load %a[%i, %k] : memref<?x11xf64>
        %2 = affine.load %a[%k, %j] : memref<?x11xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %w[0] : memref<1xf64>
        %5 = arith.subf %4, %3 : f64
        affine.store %5, %w[0] : memref<1xf64>
      }
      %1 = affine.load %w[0] : memref<1xf64>
      affine.store %1, %a[%i, %j] : memref<?x11xf64>
    }
  }
  affine.for %i = 0 to %n_size {
    %0 = affine.load %b[%i] : memref<?xf64>
    affine.store %0, %w[0] : memref<1xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %a[%i, %j] : memref<?x11xf64>
      %2 = affine.load %y[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = affine.load %w[0] : memref<1xf64>
      %5 = arith.subf %4, %3 : f64
      affine.store %5, %w[0] : memref<1xf64>
    }
    %1 = affine.load %w[0] : memref<1xf64>
    affine.store %1, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n_size {
    %0 = affine.load %y[symbol(%n_size) - %i - 1] : memref<?xf64>
    affine.store %0, %w[0] : memref<1xf64>
    affine.for %j = affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n_size] to %n_size {
      %1 = affine.load %a[symbol(%n_size) - %i - 1, %j] : memref<?x11xf64>
      %2 = affine.load %x[%j] : memref<?xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = affine.load %w[0] : memref<1xf64>
      %5 = arith.subf %4, %3 : f64
      affine.store %5, %w[0] : memref<1xf64>
    }
    %1 = affine.load %w[0] : memref<1xf64>
    %2 = affine.load %a[symbol(%n_size) - %i - 1, symbol(%n_size) - %i - 1] : memref<?x11xf64>
    %3 = arith.divf %1, %2 : f64
    affine.store %3, %x[symbol(%n_size) - %i - 1] : memref<?xf64>
  }
  return
}

func.func @ludcmp_cells_init(%a: memref<11x11xf64>, %b: memref<11xf64>,
                             %x: memref<11xf64>, %y: memref<11xf64>) {
  %cst = arith.constant 11.0 : f64
  affine.for %i = 0 to 11 {
    %0 = affine.load %a[%i, %i] : memref<11x11xf64>
    %1 = arith.addf %0, %cst : f64
    affine.store %1, %a[%i, %i] : memref<11x11xf64>
  }
  return
}

func.func @ludcmp_cells(%a: memref<11x11xf64>, %b: memref<11xf64>,
                        %x: memref<11xf64>, %y: memref<11xf64>) {
  %w = memref.alloca() : memref<f64>
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<11x11xf64>
      affine.store %0, %w[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %1 = affine.load %a[%i, %k] : memref<11x11xf64>
        %2 = affine.load %a[%k, %j] : memref<11x11xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %w[] : memref<f64>
        %5 = arith.subf %4, %3 : f64
        affine.store %5, %w[] : memref<f64>
      }
      %1 = affine.load %w[] : memref<f64>
      %2 = affine.load %a[%j, %j] : memref<11x11xf64>
      %3 = arith.divf %1, %2 : f64
      affine.store %3, %a[%i, %j] : memref<11x11xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 11 {
      %0 = affine.load %a[%i, %j] : memref<11x11xf64>
      affine.store %0, %w[] : memref<f64>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %1 = affine.load %a[%i, %k] : memref<11x11xf64>
        %2 = affine.load %a[%k, %j] : memref<11x11xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %w[] : memref<f64>
        %5 = arith.subf %4, %3 : f64
        affine.store %5, %w[] : memref<f64>
      }
      %1 = affine.load %w[] : memref<f64>
      affine.store %1, %a[%i, %j] : memref<11x11xf64>
    }
  }
  affine.for %i = 0 to 11 {
    %0 = affine.load %b[%i] : memref<11xf64>
    affine.store %0, %w[] : memref<f64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %a[%i, %j] : memref<11x11xf64>
      %2 = affine.load %y[%j] : memref<11xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = affine.load %w[] : memref<f64>
      %5 = arith.subf %4, %3 : f64
      affine.store %5, %w[] : memref<f64>
    }
    %1 = affine.load %w[] : memref<f64>
    affine.store %1, %y[%i] : memref<11xf64>
  }
  affine.for %i = 0 to 11 {
    %0 = affine.load %y[10 - %i] : memref<11xf64>
    affine.store %0, %w[] : memref<f64>
    affine.for %j = affine_map<(d0) -> (11 - d0)>(%i) to 11 {
      %1 = affine.load %a[10 - %i, %j] : memref<11x11xf64>
      %2 = affine.load %x[%j] : memref<11xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = affine.load %w[] : memref<f64>
      %5 = arith.subf %4, %3 : f64
      affine.store %5, %w[] : memref<f64>
    }
    %1 = affine.load %w[] : memref<f64>
    %2 = affine.load %a[10 - %i, 10 - %i] : memref<11x11xf64>
    %3 = arith.divf %1, %2 : f64
    affine.store %3, %x[10 - %i] : memref<11xf64>
  }
  return
}
