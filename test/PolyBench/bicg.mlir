// s <- A' r and q <- A p, both in one sweep over A.
//
// RUN: %check_run %s --entry bicg --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry bicg_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=19 --arg 1=22 --arg 2=22x19 --arg 3=19 --arg 4=22 --arg 5=19 --arg 6=22
// RUN: %check_run %s --entry bicg_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @bicg(
// CHECK-DAG: func.func @bicg_dynamic(
// CHECK-DAG: func.func @bicg_cells(

func.func @bicg(%a: memref<22x19xf64>, %s: memref<19xf64>, %q: memref<22xf64>,
                %p: memref<19xf64>, %r: memref<22xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 19 {
    affine.store %cst, %s[%i] : memref<19xf64>
  }
  affine.for %i = 0 to 22 {
    affine.store %cst, %q[%i] : memref<22xf64>
    affine.for %j = 0 to 19 {
      %0 = affine.load %s[%j] : memref<19xf64>
      %1 = affine.load %r[%i] : memref<22xf64>
      %2 = affine.load %a[%i, %j] : memref<22x19xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[%j] : memref<19xf64>
      %5 = affine.load %q[%i] : memref<22xf64>
      %6 = affine.load %a[%i, %j] : memref<22x19xf64>
      %7 = affine.load %p[%j] : memref<19xf64>
      %8 = arith.mulf %6, %7 : f64
      %9 = arith.addf %5, %8 : f64
      affine.store %9, %q[%i] : memref<22xf64>
    }
  }
  return
}

func.func @bicg_dynamic(%m: i32, %n: i32, %a: memref<?x19xf64>,
                        %s: memref<?xf64>, %q: memref<?xf64>, %p: memref<?xf64>,
                        %r: memref<?xf64>) {
  %cst = arith.constant 0.0 : f64
  %m_size = arith.index_cast %m : i32 to index
  %n_size = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %m_size {
    affine.store %cst, %s[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n_size {
    affine.store %cst, %q[%i] : memref<?xf64>
    affine.for %j = 0 to %m_size {
      %0 = affine.load %s[%j] : memref<?xf64>
      %1 = affine.load %r[%i] : memref<?xf64>
      %2 = affine.load %a[%i, %j] : memref<?x19xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[%j] : memref<?xf64>
      %5 = affine.load %q[%i] : memref<?xf64>
      %6 = affine.load %a[%i, %j] : memref<?x19xf64>
      %7 = affine.load %p[%j] : memref<?xf64>
      %8 = arith.mulf %6, %7 : f64
      %9 = arith.addf %5, %8 : f64
      affine.store %9, %q[%i] : memref<?xf64>
    }
  }
  return
}

func.func @bicg_cells(%a: memref<22x19xf64>, %s: memref<19xf64>,
                      %q: memref<22xf64>, %p: memref<19xf64>,
                      %r: memref<22xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %i = 0 to 19 {
    affine.store %cst, %s[%i] : memref<19xf64>
  }
  affine.for %i = 0 to 22 {
    affine.store %cst, %q[%i] : memref<22xf64>
    %0 = affine.load %q[%i] : memref<22xf64>
    %1 = affine.for %j = 0 to 19 iter_args(%acc = %0) -> (f64) {
      %2 = affine.load %s[%j] : memref<19xf64>
      %3 = affine.load %r[%i] : memref<22xf64>
      %4 = affine.load %a[%i, %j] : memref<22x19xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %2, %5 : f64
      affine.store %6, %s[%j] : memref<19xf64>
      %7 = affine.load %a[%i, %j] : memref<22x19xf64>
      %8 = affine.load %p[%j] : memref<19xf64>
      %9 = arith.mulf %7, %8 : f64
      %10 = arith.addf %acc, %9 : f64
      affine.yield %10 : f64
    }
    affine.store %1, %q[%i] : memref<22xf64>
  }
  return
}
