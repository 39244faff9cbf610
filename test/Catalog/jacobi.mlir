// Four steps of Jacobi's iteration for A x = b. The diagonal of A dominates.
//
// RUN: %check_run %s --entry jacobi --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry jacobi_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry jacobi_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry jacobi_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=13 --arg 1=13x13 --arg 2=13 --arg 3=13
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @jacobi(

func.func @jacobi(%a: memref<13x13xf64>, %b: memref<13xf64>,
                  %x: memref<13xf64>) {
  %y = memref.alloc() : memref<13xf64>
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 13 {
      %0 = affine.load %b[%i] : memref<13xf64>
      affine.store %0, %y[%i] : memref<13xf64>
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
        %1 = affine.load %y[%i] : memref<13xf64>
        %2 = affine.load %a[%i, %j] : memref<13x13xf64>
        %3 = affine.load %x[%j] : memref<13xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %1, %4 : f64
        affine.store %5, %y[%i] : memref<13xf64>
      }
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 13 {
        %6 = affine.load %y[%i] : memref<13xf64>
        %7 = affine.load %a[%i, %j] : memref<13x13xf64>
        %8 = affine.load %x[%j] : memref<13xf64>
        %9 = arith.mulf %7, %8 : f64
        %10 = arith.subf %6, %9 : f64
        affine.store %10, %y[%i] : memref<13xf64>
      }
    }
    affine.for %i = 0 to 13 {
      %11 = affine.load %y[%i] : memref<13xf64>
      %12 = affine.load %a[%i, %i] : memref<13x13xf64>
      %13 = arith.divf %11, %12 : f64
      affine.store %13, %x[%i] : memref<13xf64>
    }
  }
  memref.dealloc %y : memref<13xf64>
  return
}

func.func @jacobi_init(%a: memref<13x13xf64>, %b: memref<13xf64>,
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
func.func @jacobi_iter_args(%a: memref<13x13xf64>, %b: memref<13xf64>,
                            %x: memref<13xf64>) {
  %y = memref.alloc() : memref<13xf64>
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 13 {
      %0 = affine.load %b[%i] : memref<13xf64>
      %1 = affine.for %j = 0 to 13 iter_args(%s_0 = %0) -> (f64) {
        %2 = affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) -> f64 {
          %3 = affine.load %a[%i, %j] : memref<13x13xf64>
          %4 = affine.load %x[%j] : memref<13xf64>
          %5 = arith.mulf %3, %4 : f64
          %6 = arith.subf %s_0, %5 : f64
          affine.yield %6 : f64
        } else {
          affine.yield %s_0 : f64
        }
        %7 = affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%j, %i) -> f64 {
          %8 = affine.load %a[%i, %j] : memref<13x13xf64>
          %9 = affine.load %x[%j] : memref<13xf64>
          %10 = arith.mulf %8, %9 : f64
          %11 = arith.subf %2, %10 : f64
          affine.yield %11 : f64
        } else {
          affine.yield %2 : f64
        }
        affine.yield %7 : f64
      }
      %12 = affine.load %a[%i, %i] : memref<13x13xf64>
      %13 = arith.divf %1, %12 : f64
      affine.store %13, %y[%i] : memref<13xf64>
    }
    affine.for %i = 0 to 13 {
      %14 = affine.load %y[%i] : memref<13xf64>
      affine.store %14, %x[%i] : memref<13xf64>
    }
  }
  memref.dealloc %y : memref<13xf64>
  return
}

func.func @jacobi_iter_args_init(%a: memref<13x13xf64>, %b: memref<13xf64>,
                                 %x: memref<13xf64>) {
  %c32 = arith.constant 32.0 : f64
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i, %i] : memref<13x13xf64>
    %1 = arith.addf %0, %c32 : f64
    affine.store %1, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @jacobi_rank0(%a: memref<13x13xf64>, %b: memref<13xf64>,
                        %x: memref<13xf64>) {
  %y = memref.alloc() : memref<13xf64>
  %s = memref.alloca() : memref<f64>
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 13 {
      %0 = affine.load %b[%i] : memref<13xf64>
      affine.store %0, %s[] : memref<f64>
      affine.for %j = 0 to 13 {
        affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) {
          %1 = affine.load %s[] : memref<f64>
          %2 = affine.load %a[%i, %j] : memref<13x13xf64>
          %3 = affine.load %x[%j] : memref<13xf64>
          %4 = arith.mulf %2, %3 : f64
          %5 = arith.subf %1, %4 : f64
          affine.store %5, %s[] : memref<f64>
        }
        affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%j, %i) {
          %6 = affine.load %s[] : memref<f64>
          %7 = affine.load %a[%i, %j] : memref<13x13xf64>
          %8 = affine.load %x[%j] : memref<13xf64>
          %9 = arith.mulf %7, %8 : f64
          %10 = arith.subf %6, %9 : f64
          affine.store %10, %s[] : memref<f64>
        }
      }
      %11 = affine.load %s[] : memref<f64>
      %12 = affine.load %a[%i, %i] : memref<13x13xf64>
      %13 = arith.divf %11, %12 : f64
      affine.store %13, %y[%i] : memref<13xf64>
    }
    affine.for %i = 0 to 13 {
      %14 = affine.load %y[%i] : memref<13xf64>
      affine.store %14, %x[%i] : memref<13xf64>
    }
  }
  memref.dealloc %y : memref<13xf64>
  return
}

func.func @jacobi_rank0_init(%a: memref<13x13xf64>, %b: memref<13xf64>,
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
func.func @jacobi_dynamic(%n: i32, %a: memref<?x13xf64>, %b: memref<?xf64>,
                          %x: memref<?xf64>) {
  %n_index = arith.index_cast %n : i32 to index
  %y = memref.alloc(%n_index) : memref<?xf64>
  %s = memref.alloca() : memref<1xf64>
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to %n_index {
      %0 = affine.load %b[%i] : memref<?xf64>
      affine.store %0, %s[0] : memref<1xf64>
      affine.for %j = 0 to %n_index {
        affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) {
          %1 = affine.load %s[0] : memref<1xf64>
          %2 = affine.load %a[%i, %j] : memref<?x13xf64>
          %3 = affine.load %x[%j] : memref<?xf64>
          %4 = arith.mulf %2, %3 : f64
          %5 = arith.subf %1, %4 : f64
          affine.store %5, %s[0] : memref<1xf64>
        }
        affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%j, %i) {
          %6 = affine.load %s[0] : memref<1xf64>
          %7 = affine.load %a[%i, %j] : memref<?x13xf64>
          %8 = affine.load %x[%j] : memref<?xf64>
          %9 = arith.mulf %7, %8 : f64
          %10 = arith.subf %6, %9 : f64
          affine.store %10, %s[0] : memref<1xf64>
        }
      }
      %11 = affine.load %s[0] : memref<1xf64>
      %12 = affine.load %a[%i, %i] : memref<?x13xf64>
      %13 = arith.divf %11, %12 : f64
      affine.store %13, %y[%i] : memref<?xf64>
    }
    affine.for %i = 0 to %n_index {
      %14 = affine.load %y[%i] : memref<?xf64>
      affine.store %14, %x[%i] : memref<?xf64>
    }
  }
  memref.dealloc %y : memref<?xf64>
  return
}

func.func @jacobi_dynamic_init(%n: i32, %a: memref<?x13xf64>, %b: memref<?xf64>,
                               %x: memref<?xf64>) {
  %c32 = arith.constant 32.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    %0 = affine.load %a[%i, %i] : memref<?x13xf64>
    %1 = arith.addf %0, %c32 : f64
    affine.store %1, %a[%i, %i] : memref<?x13xf64>
  }
  return
}
