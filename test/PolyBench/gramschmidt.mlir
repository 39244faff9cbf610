// The QR factorisation of A by modified Gram-Schmidt: column k is normalised,
// then taken out of the columns to its right.
//
// RUN: %check_run %s --entry gramschmidt --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,2
// RUN: %check_run %s --entry gramschmidt_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,3 --arg 0=13 --arg 1=9 --arg 2=13x9 --arg 3=9x9 --arg 4=13x9
// RUN: %check_run %s --entry gramschmidt_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,2
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @gramschmidt(
// CHECK-DAG: func.func @gramschmidt_dynamic(
// CHECK-DAG: func.func @gramschmidt_cells(

func.func @gramschmidt(%a: memref<13x9xf64>, %r: memref<9x9xf64>,
                       %q: memref<13x9xf64>) {
  %cst = arith.constant 0.0 : f64
  affine.for %k = 0 to 9 {
    %0 = affine.for %i = 0 to 13 iter_args(%nrm = %cst) -> (f64) {
      %1 = affine.load %a[%i, %k] : memref<13x9xf64>
      %2 = affine.load %a[%i, %k] : memref<13x9xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %nrm, %3 : f64
      affine.yield %4 : f64
    }
    %1 = math.sqrt %0 : f64
    affine.store %1, %r[%k, %k] : memref<9x9xf64>
    affine.for %i = 0 to 13 {
      %2 = affine.load %a[%i, %k] : memref<13x9xf64>
      %3 = affine.load %r[%k, %k] : memref<9x9xf64>
      %4 = arith.divf %2, %3 : f64
      affine.store %4, %q[%i, %k] : memref<13x9xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 9 {
      affine.store %cst, %r[%k, %j] : memref<9x9xf64>
      affine.for %i = 0 to 13 {
        %2 = affine.load %q[%i, %k] : memref<13x9xf64>
        %3 = affine.load %a[%i, %j] : memref<13x9xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %r[%k, %j] : memref<9x9xf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %r[%k, %j] : memref<9x9xf64>
      }
      affine.for %i = 0 to 13 {
        %2 = affine.load %a[%i, %j] : memref<13x9xf64>
        %3 = affine.load %q[%i, %k] : memref<13x9xf64>
        %4 = affine.load %r[%k, %j] : memref<9x9xf64>
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.subf %2, %5 : f64
        affine.store %6, %a[%i, %j] : memref<13x9xf64>
      }
    }
  }
  return
}

func.func @gramschmidt_dynamic(%m: i32, %n: i32, %a: memref<?x9xf64>,
                               %r: memref<?x9xf64>, %q: memref<?x9xf64>) {
  %undef = llvm.mlir.undef : f64
  %cst = arith.constant 0.0 : f64
  %n_size = arith.index_cast %n : i32 to index
  %m_size = arith.index_cast %m : i32 to index
  %nrm = memref.alloca() : memref<1xf64>
  affine.store %undef, %nrm[0] : memref<1xf64>
  affine.for %k = 0 to %n_size {
    affine.store %cst, %nrm[0] : memref<1xf64>
    affine.for %i = 0 to %m_size {
      %0 = affine.load %a[%i, %k] : memref<?x9xf64>
      %1 = affine.load %a[%i, %k] : memref<?x9xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %nrm[0] : memref<1xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %nrm[0] : memref<1xf64>
    }
    %0 = affine.load %nrm[0] : memref<1xf64>
    %1 = math.sqrt %0 : f64
    affine.store %1, %r[%k, %k] : memref<?x9xf64>
    affine.for %i = 0 to %m_size {
      %2 = affine.load %a[%i, %k] : memref<?x9xf64>
      %3 = affine.load %r[%k, %k] : memref<?x9xf64>
      %4 = arith.divf %2, %3 : f64
      affine.store %4, %q[%i, %k] : memref<?x9xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n_size {
      affine.store %cst, %r[%k, %j] : memref<?x9xf64>
      affine.for %i = 0 to %m_size {
        %2 = affine.load %q[%i, %k] : memref<?x9xf64>
        %3 = affine.load %a[%i, %j] : memref<?x9xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = affine.load %r[%k, %j] : memref<?x9xf64>
        %6 = arith.addf %5, %4 : f64
        affine.store %6, %r[%k, %j] : memref<?x9xf64>
      }
      affine.for %i = 0 to %m_size {
        %2 = affine.load %a[%i, %j] : memref<?x9xf64>
        %3 = affine.load %q[%i, %k] : memref<?x9xf64>
        %4 = affine.load %r[%k, %j] : memref<?x9xf64>
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.subf %2, %5 : f64
        affine.store %6, %a[%i, %j] : memref<?x9xf64>
      }
    }
  }
  return
}

func.func @gramschmidt_cells(%a: memref<13x9xf64>, %r: memref<9x9xf64>,
                             %q: memref<13x9xf64>) {
  %cst = arith.constant 0.0 : f64
  %nrm = memref.alloca() : memref<f64>
  affine.for %k = 0 to 9 {
    affine.store %cst, %nrm[] : memref<f64>
    affine.for %i = 0 to 13 {
      %0 = affine.load %a[%i, %k] : memref<13x9xf64>
      %1 = affine.load %a[%i, %k] : memref<13x9xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %nrm[] : memref<f64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %nrm[] : memref<f64>
    }
    %0 = affine.load %nrm[] : memref<f64>
    %1 = math.sqrt %0 : f64
    affine.store %1, %r[%k, %k] : memref<9x9xf64>
    affine.for %i = 0 to 13 {
      %2 = affine.load %a[%i, %k] : memref<13x9xf64>
      %3 = affine.load %r[%k, %k] : memref<9x9xf64>
      %4 = arith.divf %2, %3 : f64
      affine.store %4, %q[%i, %k] : memref<13x9xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 9 {
      affine.store %cst, %r[%k, %j] : memref<9x9xf64>
      %2 = affine.load %r[%k, %j] : memref<9x9xf64>
      %3 = affine.for %i = 0 to 13 iter_args(%acc = %2) -> (f64) {
        %4 = affine.load %q[%i, %k] : memref<13x9xf64>
        %5 = affine.load %a[%i, %j] : memref<13x9xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %acc, %6 : f64
        affine.yield %7 : f64
      }
      affine.store %3, %r[%k, %j] : memref<9x9xf64>
      affine.for %i = 0 to 13 {
        %4 = affine.load %a[%i, %j] : memref<13x9xf64>
        %5 = affine.load %q[%i, %k] : memref<13x9xf64>
        %6 = affine.load %r[%k, %j] : memref<9x9xf64>
        %7 = arith.mulf %5, %6 : f64
        %8 = arith.subf %4, %7 : f64
        affine.store %8, %a[%i, %j] : memref<13x9xf64>
      }
    }
  }
  return
}
