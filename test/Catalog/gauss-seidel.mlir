// Four steps of the iteration of Gauss and Seidel for A x = b, in place.
//
// RUN: %check_run %s --entry gauss_seidel --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry gauss_seidel_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry gauss_seidel_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: %check_run %s --entry gauss_seidel_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0 --arg 0=13 --arg 1=13x13 --arg 2=13 --arg 3=13
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @gauss_seidel(

func.func @gauss_seidel(%a: memref<13x13xf64>, %b: memref<13xf64>,
                        %x: memref<13xf64>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 13 {
      %0 = affine.load %b[%i] : memref<13xf64>
      affine.store %0, %x[%i] : memref<13xf64>
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
        %1 = affine.load %x[%i] : memref<13xf64>
        %2 = affine.load %a[%i, %j] : memref<13x13xf64>
        %3 = affine.load %x[%j] : memref<13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %1, %4 : f64
        affine.store %5, %x[%i] : memref<13xf64>
      }
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 13 {
        %6 = affine.load %x[%i] : memref<13xf64>
        %7 = affine.load %a[%i, %j] : memref<13x13xf64>
        %8 = affine.load %x[%j] : memref<13xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.subf %6, %9 : f64
        affine.store %10, %x[%i] : memref<13xf64>
      }
      %11 = affine.load %x[%i] : memref<13xf64>
      %12 = affine.load %a[%i, %i] : memref<13x13xf64>
      %13 = arith.divf %11, %12 : f64
      affine.store %13, %x[%i] : memref<13xf64>
    }
  }
  return
}

func.func @gauss_seidel_init(%a: memref<13x13xf64>, %b: memref<13xf64>,
                             %x: memref<13xf64>) {
  %c32 = arith.constant 32.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c32 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Sums in values that the loops carry.
func.func @gauss_seidel_iter_args(%a: memref<13x13xf64>, %b: memref<13xf64>,
                                  %x: memref<13xf64>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 13 {
      %0 = affine.load %b[%i] : memref<13xf64>
      %1 = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%s_0 = %0) -> (f64) {
        %2 = affine.load %a[%i, %j] : memref<13x13xf64>
        %3 = affine.load %x[%j] : memref<13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %s_0, %4 : f64
        affine.yield %5 : f64
      }
      %6 = affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 13 iter_args(%s_1 = %1) -> (f64) {
        %7 = affine.load %a[%i, %j] : memref<13x13xf64>
        %8 = affine.load %x[%j] : memref<13xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.subf %s_1, %9 : f64
        affine.yield %10 : f64
      }
      %11 = affine.load %a[%i, %i] : memref<13x13xf64>
      %12 = arith.divf %6, %11 : f64
      affine.store %12, %x[%i] : memref<13xf64>
    }
  }
  return
}

func.func @gauss_seidel_iter_args_init(%a: memref<13x13xf64>,
                                       %b: memref<13xf64>, %x: memref<13xf64>) {
  %c32 = arith.constant 32.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c32 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @gauss_seidel_rank0(%a: memref<13x13xf64>, %b: memref<13xf64>,
                              %x: memref<13xf64>) {
  %s = memref.alloca() : memref<f64>
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 13 {
      %0 = affine.load %b[%i] : memref<13xf64>
      affine.store %0, %s[] : memref<f64>
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
        %1 = affine.load %s[] : memref<f64>
        %2 = affine.load %a[%i, %j] : memref<13x13xf64>
        %3 = affine.load %x[%j] : memref<13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %1, %4 : f64
        affine.store %5, %s[] : memref<f64>
      }
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 13 {
        %6 = affine.load %s[] : memref<f64>
        %7 = affine.load %a[%i, %j] : memref<13x13xf64>
        %8 = affine.load %x[%j] : memref<13xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.subf %6, %9 : f64
        affine.store %10, %s[] : memref<f64>
      }
      %11 = affine.load %s[] : memref<f64>
      %12 = affine.load %a[%i, %i] : memref<13x13xf64>
      %13 = arith.divf %11, %12 : f64
      affine.store %13, %x[%i] : memref<13xf64>
    }
  }
  return
}

func.func @gauss_seidel_rank0_init(%a: memref<13x13xf64>, %b: memref<13xf64>,
                                   %x: memref<13xf64>) {
  %c32 = arith.constant 32.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c32 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @gauss_seidel_dynamic(%n: i32, %a: memref<?x13xf64>,
                                %b: memref<?xf64>, %x: memref<?xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to %n_index {
      %0 = affine.load %b[%i] : memref<?xf64>
      affine.store %0, %s[0] : memref<1xf64>
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
        %1 = affine.load %s[0] : memref<1xf64>
        %2 = affine.load %a[%i, %j] : memref<?x13xf64>
        %3 = affine.load %x[%j] : memref<?xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %1, %4 : f64
        affine.store %5, %s[0] : memref<1xf64>
      }
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %n_index {
        %6 = affine.load %s[0] : memref<1xf64>
        %7 = affine.load %a[%i, %j] : memref<?x13xf64>
        %8 = affine.load %x[%j] : memref<?xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.subf %6, %9 : f64
        affine.store %10, %s[0] : memref<1xf64>
      }
      %11 = affine.load %s[0] : memref<1xf64>
      %12 = affine.load %a[%i, %i] : memref<?x13xf64>
      %13 = arith.divf %11, %12 : f64
      affine.store %13, %x[%i] : memref<?xf64>
    }
  }
  return
}

func.func @gauss_seidel_dynamic_init(%n: i32, %a: memref<?x13xf64>,
                                     %b: memref<?xf64>, %x: memref<?xf64>) {
  %c32 = arith.constant 32.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %a[%i, %i] : memref<?x13xf64>
    %1 = arith.addf %0, %c32 : f64
    affine.store %1, %a[%i, %i] : memref<?x13xf64>
  }
  return
}
