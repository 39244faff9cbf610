// A = Q R by the modified Gram-Schmidt process: each column is normalised and
// taken out of the columns after it.
//
// RUN: %check_run %s --entry qr_mgs --grids 1,2,3,4,5,8,13 --distributed 0,2 --ops dmm.broadcast,dmm.scatter,dmm.gather --words dmm.broadcast='6*17*(P-1)'
// RUN: %check_run %s --entry qr_mgs --grids 2x2,2x3 --distributed 0,2
// RUN: %check_run %s --entry qr_mgs_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,2
// RUN: %check_run %s --entry qr_mgs_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,2
// RUN: %check_run %s --entry qr_mgs_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,2 --arg 0=17 --arg 1=7 --arg 2=17x7 --arg 3=17x7 --arg 4=7x7
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @qr_mgs(

func.func @qr_mgs(%a: memref<17x7xf64>, %q: memref<17x7xf64>,
                  %r: memref<7x7xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %k = 0 to 7 {
    affine.store %zero, %r[%k, %k] : memref<7x7xf64>
    affine.for %i = 0 to 17 {
      %0 = affine.load %r[%k, %k] : memref<7x7xf64>
      %1 = affine.load %a[%i, %k] : memref<17x7xf64>
      %2 = affine.load %a[%i, %k] : memref<17x7xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %r[%k, %k] : memref<7x7xf64>
    }
    %5 = affine.load %r[%k, %k] : memref<7x7xf64>
    %6 = math.sqrt %5 : f64
    affine.store %6, %r[%k, %k] : memref<7x7xf64>
    affine.for %i = 0 to 17 {
      %7 = affine.load %a[%i, %k] : memref<17x7xf64>
      %8 = affine.load %r[%k, %k] : memref<7x7xf64>
      %9 = arith.divf %7, %8 : f64
      affine.store %9, %q[%i, %k] : memref<17x7xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 7 {
      affine.store %zero, %r[%k, %j] : memref<7x7xf64>
      affine.for %i = 0 to 17 {
        %10 = affine.load %r[%k, %j] : memref<7x7xf64>
        %11 = affine.load %q[%i, %k] : memref<17x7xf64>
        %12 = affine.load %a[%i, %j] : memref<17x7xf64>
        %13 = arith.mulf %11, %12 : f64
        %14 = arith.addf %10, %13 : f64
        affine.store %14, %r[%k, %j] : memref<7x7xf64>
      }
      affine.for %i = 0 to 17 {
        %15 = affine.load %a[%i, %j] : memref<17x7xf64>
        %16 = affine.load %q[%i, %k] : memref<17x7xf64>
        %17 = affine.load %r[%k, %j] : memref<7x7xf64>
        %18 = arith.mulf %16, %17 : f64
        %19 = arith.subf %15, %18 : f64
        affine.store %19, %a[%i, %j] : memref<17x7xf64>
      }
    }
  }
  return
}

// Sums in values that the loops carry.
func.func @qr_mgs_iter_args(%a: memref<17x7xf64>, %q: memref<17x7xf64>,
                            %r: memref<7x7xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %k = 0 to 7 {
    %0 = affine.for %i = 0 to 17 iter_args(%s_0 = %zero) -> (f64) {
      %1 = affine.load %a[%i, %k] : memref<17x7xf64>
      %2 = affine.load %a[%i, %k] : memref<17x7xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %s_0, %3 : f64
      affine.yield %4 : f64
    }
    %5 = math.sqrt %0 : f64
    affine.store %5, %r[%k, %k] : memref<7x7xf64>
    affine.for %i = 0 to 17 {
      %6 = affine.load %a[%i, %k] : memref<17x7xf64>
      %7 = arith.divf %6, %5 : f64
      affine.store %7, %q[%i, %k] : memref<17x7xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 7 {
      %8 = affine.for %i = 0 to 17 iter_args(%t_1 = %zero) -> (f64) {
        %9 = affine.load %q[%i, %k] : memref<17x7xf64>
        %10 = affine.load %a[%i, %j] : memref<17x7xf64>
        %11 = arith.mulf %9, %10 : f64
        %12 = arith.addf %t_1, %11 : f64
        affine.yield %12 : f64
      }
      affine.store %8, %r[%k, %j] : memref<7x7xf64>
      affine.for %i = 0 to 17 {
        %13 = affine.load %a[%i, %j] : memref<17x7xf64>
        %14 = affine.load %q[%i, %k] : memref<17x7xf64>
        %15 = arith.mulf %14, %8 : f64
        %16 = arith.subf %13, %15 : f64
        affine.store %16, %a[%i, %j] : memref<17x7xf64>
      }
    }
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @qr_mgs_rank0(%a: memref<17x7xf64>, %q: memref<17x7xf64>,
                        %r: memref<7x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %s = memref.alloca() : memref<f64>
  %t = memref.alloca() : memref<f64>
  affine.for %k = 0 to 7 {
    affine.store %zero, %s[] : memref<f64>
    affine.for %i = 0 to 17 {
      %0 = affine.load %s[] : memref<f64>
      %1 = affine.load %a[%i, %k] : memref<17x7xf64>
      %2 = affine.load %a[%i, %k] : memref<17x7xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[] : memref<f64>
    }
    %5 = affine.load %s[] : memref<f64>
    %6 = math.sqrt %5 : f64
    affine.store %6, %r[%k, %k] : memref<7x7xf64>
    affine.for %i = 0 to 17 {
      %7 = affine.load %a[%i, %k] : memref<17x7xf64>
      %8 = arith.divf %7, %6 : f64
      affine.store %8, %q[%i, %k] : memref<17x7xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 7 {
      affine.store %zero, %t[] : memref<f64>
      affine.for %i = 0 to 17 {
        %9 = affine.load %t[] : memref<f64>
        %10 = affine.load %q[%i, %k] : memref<17x7xf64>
        %11 = affine.load %a[%i, %j] : memref<17x7xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.addf %9, %12 : f64
        affine.store %13, %t[] : memref<f64>
      }
      %14 = affine.load %t[] : memref<f64>
      affine.store %14, %r[%k, %j] : memref<7x7xf64>
      affine.for %i = 0 to 17 {
        %15 = affine.load %a[%i, %j] : memref<17x7xf64>
        %16 = affine.load %q[%i, %k] : memref<17x7xf64>
        %17 = affine.load %t[] : memref<f64>
        %18 = arith.mulf %16, %17 : f64
        %19 = arith.subf %15, %18 : f64
        affine.store %19, %a[%i, %j] : memref<17x7xf64>
      }
    }
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @qr_mgs_dynamic(%m: i32, %n: i32, %a: memref<?x7xf64>,
                          %q: memref<?x7xf64>, %r: memref<?x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %s = memref.alloca() : memref<1xf64>
  %t = memref.alloca() : memref<1xf64>
  affine.for %k = 0 to %n_index {
    affine.store %zero, %s[0] : memref<1xf64>
    affine.for %i = 0 to %m_index {
      %0 = affine.load %s[0] : memref<1xf64>
      %1 = affine.load %a[%i, %k] : memref<?x7xf64>
      %2 = affine.load %a[%i, %k] : memref<?x7xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[0] : memref<1xf64>
    }
    %5 = affine.load %s[0] : memref<1xf64>
    %6 = math.sqrt %5 : f64
    affine.store %6, %r[%k, %k] : memref<?x7xf64>
    affine.for %i = 0 to %m_index {
      %7 = affine.load %a[%i, %k] : memref<?x7xf64>
      %8 = arith.divf %7, %6 : f64
      affine.store %8, %q[%i, %k] : memref<?x7xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n_index {
      affine.store %zero, %t[0] : memref<1xf64>
      affine.for %i = 0 to %m_index {
        %9 = affine.load %t[0] : memref<1xf64>
        %10 = affine.load %q[%i, %k] : memref<?x7xf64>
        %11 = affine.load %a[%i, %j] : memref<?x7xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.addf %9, %12 : f64
        affine.store %13, %t[0] : memref<1xf64>
      }
      %14 = affine.load %t[0] : memref<1xf64>
      affine.store %14, %r[%k, %j] : memref<?x7xf64>
      affine.for %i = 0 to %m_index {
        %15 = affine.load %a[%i, %j] : memref<?x7xf64>
        %16 = affine.load %q[%i, %k] : memref<?x7xf64>
        %17 = affine.load %t[0] : memref<1xf64>
        %18 = arith.mulf %16, %17 : f64
        %19 = arith.subf %15, %18 : f64
        affine.store %19, %a[%i, %j] : memref<?x7xf64>
      }
    }
  }
  return
}
