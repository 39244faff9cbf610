// x minimises |A x - b|: A = Q R by Gram-Schmidt, then R x = Q^T b from the
// last row to the first.
//
// RUN: %check_run %s --entry lstsq --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry lstsq_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry lstsq_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry lstsq_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=13 --arg 1=5 --arg 2=13x5 --arg 3=13 --arg 4=5
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @lstsq(

func.func @lstsq(%a: memref<13x5xf64>, %b: memref<13xf64>, %x: memref<5xf64>) {
  %zero = arith.constant 0.0 : f64
  %q = memref.alloc() : memref<13x5xf64>
  %r = memref.alloc() : memref<5x5xf64>
  affine.for %k = 0 to 5 {
    affine.store %zero, %r[%k, %k] : memref<5x5xf64>
    affine.for %i = 0 to 13 {
      %0 = affine.load %r[%k, %k] : memref<5x5xf64>
      %1 = affine.load %a[%i, %k] : memref<13x5xf64>
      %2 = affine.load %a[%i, %k] : memref<13x5xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %r[%k, %k] : memref<5x5xf64>
    }
    %5 = affine.load %r[%k, %k] : memref<5x5xf64>
    %6 = math.sqrt %5 : f64
    affine.store %6, %r[%k, %k] : memref<5x5xf64>
    affine.for %i = 0 to 13 {
      %7 = affine.load %a[%i, %k] : memref<13x5xf64>
      %8 = affine.load %r[%k, %k] : memref<5x5xf64>
      %9 = arith.divf %7, %8 : f64
      affine.store %9, %q[%i, %k] : memref<13x5xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 5 {
      affine.store %zero, %r[%k, %j] : memref<5x5xf64>
      affine.for %i = 0 to 13 {
        %10 = affine.load %r[%k, %j] : memref<5x5xf64>
        %11 = affine.load %q[%i, %k] : memref<13x5xf64>
        %12 = affine.load %a[%i, %j] : memref<13x5xf64>
        %13 = arith.mulf %11, %12 : f64
        %14 = arith.addf %10, %13 : f64
        affine.store %14, %r[%k, %j] : memref<5x5xf64>
      }
      affine.for %i = 0 to 13 {
        %15 = affine.load %a[%i, %j] : memref<13x5xf64>
        %16 = affine.load %q[%i, %k] : memref<13x5xf64>
        %17 = affine.load %r[%k, %j] : memref<5x5xf64>
        %18 = arith.mulf %16, %17 : f64
        %19 = arith.subf %15, %18 : f64
        affine.store %19, %a[%i, %j] : memref<13x5xf64>
      }
    }
  }
  affine.for %k = 0 to 5 {
    affine.store %zero, %x[%k] : memref<5xf64>
    affine.for %i = 0 to 13 {
      %20 = affine.load %x[%k] : memref<5xf64>
      %21 = affine.load %q[%i, %k] : memref<13x5xf64>
      %22 = affine.load %b[%i] : memref<13xf64>
      %23 = arith.mulf %21, %22 : f64
      %24 = arith.addf %20, %23 : f64
      affine.store %24, %x[%k] : memref<5xf64>
    }
  }
  affine.for %k = 0 to 5 {
    affine.for %j = affine_map<(d0) -> (5 - d0)>(%k) to 5 {
      %25 = affine.load %x[4 - %k] : memref<5xf64>
      %26 = affine.load %r[4 - %k, %j] : memref<5x5xf64>
      %27 = affine.load %x[%j] : memref<5xf64>
      %28 = arith.mulf %26, %27 : f64
      %29 = arith.subf %25, %28 : f64
      affine.store %29, %x[4 - %k] : memref<5xf64>
    }
    %30 = affine.load %x[4 - %k] : memref<5xf64>
    %31 = affine.load %r[4 - %k, 4 - %k] : memref<5x5xf64>
    %32 = arith.divf %30, %31 : f64
    affine.store %32, %x[4 - %k] : memref<5xf64>
  }
  memref.dealloc %q : memref<13x5xf64>
  memref.dealloc %r : memref<5x5xf64>
  return
}

// Sums in values that the loops carry.
func.func @lstsq_iter_args(%a: memref<13x5xf64>, %b: memref<13xf64>,
                           %x: memref<5xf64>) {
  %zero = arith.constant 0.0 : f64
  %q = memref.alloc() : memref<13x5xf64>
  %r = memref.alloc() : memref<5x5xf64>
  affine.for %k = 0 to 5 {
    %0 = affine.for %i = 0 to 13 iter_args(%s_0 = %zero) -> (f64) {
      %1 = affine.load %a[%i, %k] : memref<13x5xf64>
      %2 = affine.load %a[%i, %k] : memref<13x5xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %s_0, %3 : f64
      affine.yield %4 : f64
    }
    %5 = math.sqrt %0 : f64
    affine.store %5, %r[%k, %k] : memref<5x5xf64>
    affine.for %i = 0 to 13 {
      %6 = affine.load %a[%i, %k] : memref<13x5xf64>
      %7 = arith.divf %6, %5 : f64
      affine.store %7, %q[%i, %k] : memref<13x5xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 5 {
      %8 = affine.for %i = 0 to 13 iter_args(%t_1 = %zero) -> (f64) {
        %9 = affine.load %q[%i, %k] : memref<13x5xf64>
        %10 = affine.load %a[%i, %j] : memref<13x5xf64>
        %11 = arith.mulf %9, %10 : f64
        %12 = arith.addf %t_1, %11 : f64
        affine.yield %12 : f64
      }
      affine.store %8, %r[%k, %j] : memref<5x5xf64>
      affine.for %i = 0 to 13 {
        %13 = affine.load %a[%i, %j] : memref<13x5xf64>
        %14 = affine.load %q[%i, %k] : memref<13x5xf64>
        %15 = arith.mulf %14, %8 : f64
        %16 = arith.subf %13, %15 : f64
        affine.store %16, %a[%i, %j] : memref<13x5xf64>
      }
    }
  }
  affine.for %k = 0 to 5 {
    %17 = affine.for %i = 0 to 13 iter_args(%u_2 = %zero) -> (f64) {
      %18 = affine.load %q[%i, %k] : memref<13x5xf64>
      %19 = affine.load %b[%i] : memref<13xf64>
      %20 = arith.mulf %18, %19 : f64
      %21 = arith.addf %u_2, %20 : f64
      affine.yield %21 : f64
    }
    affine.store %17, %x[%k] : memref<5xf64>
  }
  affine.for %k = 0 to 5 {
    %22 = affine.load %x[4 - %k] : memref<5xf64>
    %23 = affine.for %j = affine_map<(d0) -> (5 - d0)>(%k) to 5 iter_args(%v_3 = %22) -> (f64) {
      %24 = affine.load %r[4 - %k, %j] : memref<5x5xf64>
      %25 = affine.load %x[%j] : memref<5xf64>
      %26 = arith.mulf %24, %25 : f64
      %27 = arith.subf %v_3, %26 : f64
      affine.yield %27 : f64
    }
    %28 = affine.load %r[4 - %k, 4 - %k] : memref<5x5xf64>
    %29 = arith.divf %23, %28 : f64
    affine.store %29, %x[4 - %k] : memref<5xf64>
  }
  memref.dealloc %q : memref<13x5xf64>
  memref.dealloc %r : memref<5x5xf64>
  return
}

// Scalars in memrefs of rank 0.
func.func @lstsq_rank0(%a: memref<13x5xf64>, %b: memref<13xf64>,
                       %x: memref<5xf64>) {
  %zero = arith.constant 0.0 : f64
  %q = memref.alloc() : memref<13x5xf64>
  %r = memref.alloc() : memref<5x5xf64>
  %s = memref.alloca() : memref<f64>
  %t = memref.alloca() : memref<f64>
  %u = memref.alloca() : memref<f64>
  %v = memref.alloca() : memref<f64>
  affine.for %k = 0 to 5 {
    affine.store %zero, %s[] : memref<f64>
    affine.for %i = 0 to 13 {
      %0 = affine.load %s[] : memref<f64>
      %1 = affine.load %a[%i, %k] : memref<13x5xf64>
      %2 = affine.load %a[%i, %k] : memref<13x5xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[] : memref<f64>
    }
    %5 = affine.load %s[] : memref<f64>
    %6 = math.sqrt %5 : f64
    affine.store %6, %r[%k, %k] : memref<5x5xf64>
    affine.for %i = 0 to 13 {
      %7 = affine.load %a[%i, %k] : memref<13x5xf64>
      %8 = arith.divf %7, %6 : f64
      affine.store %8, %q[%i, %k] : memref<13x5xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 5 {
      affine.store %zero, %t[] : memref<f64>
      affine.for %i = 0 to 13 {
        %9 = affine.load %t[] : memref<f64>
        %10 = affine.load %q[%i, %k] : memref<13x5xf64>
        %11 = affine.load %a[%i, %j] : memref<13x5xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.addf %9, %12 : f64
        affine.store %13, %t[] : memref<f64>
      }
      %14 = affine.load %t[] : memref<f64>
      affine.store %14, %r[%k, %j] : memref<5x5xf64>
      affine.for %i = 0 to 13 {
        %15 = affine.load %a[%i, %j] : memref<13x5xf64>
        %16 = affine.load %q[%i, %k] : memref<13x5xf64>
        %17 = affine.load %t[] : memref<f64>
        %18 = arith.mulf %16, %17 : f64
        %19 = arith.subf %15, %18 : f64
        affine.store %19, %a[%i, %j] : memref<13x5xf64>
      }
    }
  }
  affine.for %k = 0 to 5 {
    affine.store %zero, %u[] : memref<f64>
    affine.for %i = 0 to 13 {
      %20 = affine.load %u[] : memref<f64>
      %21 = affine.load %q[%i, %k] : memref<13x5xf64>
      %22 = affine.load %b[%i] : memref<13xf64>
      %23 = arith.mulf %21, %22 : f64
      %24 = arith.addf %20, %23 : f64
      affine.store %24, %u[] : memref<f64>
    }
    %25 = affine.load %u[] : memref<f64>
    affine.store %25, %x[%k] : memref<5xf64>
  }
  affine.for %k = 0 to 5 {
    %26 = affine.load %x[4 - %k] : memref<5xf64>
    affine.store %26, %v[] : memref<f64>
    affine.for %j = affine_map<(d0) -> (5 - d0)>(%k) to 5 {
      %27 = affine.load %v[] : memref<f64>
      %28 = affine.load %r[4 - %k, %j] : memref<5x5xf64>
      %29 = affine.load %x[%j] : memref<5xf64>
      %30 = arith.mulf %28, %29 : f64
      %31 = arith.subf %27, %30 : f64
      affine.store %31, %v[] : memref<f64>
    }
    %32 = affine.load %v[] : memref<f64>
    %33 = affine.load %r[4 - %k, 4 - %k] : memref<5x5xf64>
    %34 = arith.divf %32, %33 : f64
    affine.store %34, %x[4 - %k] : memref<5xf64>
  }
  memref.dealloc %q : memref<13x5xf64>
  memref.dealloc %r : memref<5x5xf64>
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @lstsq_dynamic(%m: i32, %n: i32, %a: memref<?x5xf64>,
                         %b: memref<?xf64>, %x: memref<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %q = memref.alloc(%m_index, %n_index) : memref<?x?xf64>
  %r = memref.alloc(%n_index, %n_index) : memref<?x?xf64>
  %s = memref.alloca() : memref<1xf64>
  %t = memref.alloca() : memref<1xf64>
  %u = memref.alloca() : memref<1xf64>
  %v = memref.alloca() : memref<1xf64>
  affine.for %k = 0 to %n_index {
    affine.store %zero, %s[0] : memref<1xf64>
    affine.for %i = 0 to %m_index {
      %0 = affine.load %s[0] : memref<1xf64>
      %1 = affine.load %a[%i, %k] : memref<?x5xf64>
      %2 = affine.load %a[%i, %k] : memref<?x5xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[0] : memref<1xf64>
    }
    %5 = affine.load %s[0] : memref<1xf64>
    %6 = math.sqrt %5 : f64
    affine.store %6, %r[%k, %k] : memref<?x?xf64>
    affine.for %i = 0 to %m_index {
      %7 = affine.load %a[%i, %k] : memref<?x5xf64>
      %8 = arith.divf %7, %6 : f64
      affine.store %8, %q[%i, %k] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n_index {
      affine.store %zero, %t[0] : memref<1xf64>
      affine.for %i = 0 to %m_index {
        %9 = affine.load %t[0] : memref<1xf64>
        %10 = affine.load %q[%i, %k] : memref<?x?xf64>
        %11 = affine.load %a[%i, %j] : memref<?x5xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.addf %9, %12 : f64
        affine.store %13, %t[0] : memref<1xf64>
      }
      %14 = affine.load %t[0] : memref<1xf64>
      affine.store %14, %r[%k, %j] : memref<?x?xf64>
      affine.for %i = 0 to %m_index {
        %15 = affine.load %a[%i, %j] : memref<?x5xf64>
        %16 = affine.load %q[%i, %k] : memref<?x?xf64>
        %17 = affine.load %t[0] : memref<1xf64>
        %18 = arith.mulf %16, %17 : f64
        %19 = arith.subf %15, %18 : f64
        affine.store %19, %a[%i, %j] : memref<?x5xf64>
      }
    }
  }
  affine.for %k = 0 to %n_index {
    affine.store %zero, %u[0] : memref<1xf64>
    affine.for %i = 0 to %m_index {
      %20 = affine.load %u[0] : memref<1xf64>
      %21 = affine.load %q[%i, %k] : memref<?x?xf64>
      %22 = affine.load %b[%i] : memref<?xf64>
      %23 = arith.mulf %21, %22 : f64
      %24 = arith.addf %20, %23 : f64
      affine.store %24, %u[0] : memref<1xf64>
    }
    %25 = affine.load %u[0] : memref<1xf64>
    affine.store %25, %x[%k] : memref<?xf64>
  }
  affine.for %k = 0 to %n_index {
    %26 = affine.load %x[symbol(%n_index) - %k - 1] : memref<?xf64>
    affine.store %26, %v[0] : memref<1xf64>
    affine.for %j = affine_map<(d0)[s0] -> (s0 - d0)>(%k)[%n_index] to %n_index {
      %27 = affine.load %v[0] : memref<1xf64>
      %28 = affine.load %r[symbol(%n_index) - %k - 1, %j] : memref<?x?xf64>
      %29 = affine.load %x[%j] : memref<?xf64>
      %30 = arith.mulf %28, %29 : f64
      %31 = arith.subf %27, %30 : f64
      affine.store %31, %v[0] : memref<1xf64>
    }
    %32 = affine.load %v[0] : memref<1xf64>
    %33 = affine.load %r[symbol(%n_index) - %k - 1, symbol(%n_index) - %k - 1] : memref<?x?xf64>
    %34 = arith.divf %32, %33 : f64
    affine.store %34, %x[symbol(%n_index) - %k - 1] : memref<?xf64>
  }
  memref.dealloc %q : memref<?x?xf64>
  memref.dealloc %r : memref<?x?xf64>
  return
}
