// One step of the QR algorithm for eigenvalues: A = Q R by Gram-Schmidt, then A
// <- R Q.
//
// RUN: %check_run %s --entry eig_qr --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry eig_qr_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry eig_qr_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry eig_qr_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=9 --arg 1=9x9
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @eig_qr(

func.func @eig_qr(%a: memref<9x9xf64>) {
  %zero = arith.constant 0.0 : f64
  %q = memref.alloc() : memref<9x9xf64>
  %r = memref.alloc() : memref<9x9xf64>
  affine.for %k = 0 to 9 {
    affine.store %zero, %r[%k, %k] : memref<9x9xf64>
    affine.for %i = 0 to 9 {
      %0 = affine.load %r[%k, %k] : memref<9x9xf64>
      %1 = affine.load %a[%i, %k] : memref<9x9xf64>
      %2 = affine.load %a[%i, %k] : memref<9x9xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %r[%k, %k] : memref<9x9xf64>
    }
    %5 = affine.load %r[%k, %k] : memref<9x9xf64>
    %6 = math.sqrt %5 : f64
    affine.store %6, %r[%k, %k] : memref<9x9xf64>
    affine.for %i = 0 to 9 {
      %7 = affine.load %a[%i, %k] : memref<9x9xf64>
      %8 = affine.load %r[%k, %k] : memref<9x9xf64>
      %9 = arith.divf %7, %8 : f64
      affine.store %9, %q[%i, %k] : memref<9x9xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 9 {
      affine.store %zero, %r[%k, %j] : memref<9x9xf64>
      affine.for %i = 0 to 9 {
        %10 = affine.load %r[%k, %j] : memref<9x9xf64>
        %11 = affine.load %q[%i, %k] : memref<9x9xf64>
        %12 = affine.load %a[%i, %j] : memref<9x9xf64>
        %13 = arith.mulf %11, %12 : f64
        %14 = arith.addf %10, %13 : f64
        affine.store %14, %r[%k, %j] : memref<9x9xf64>
      }
      affine.for %i = 0 to 9 {
        %15 = affine.load %a[%i, %j] : memref<9x9xf64>
        %16 = affine.load %q[%i, %k] : memref<9x9xf64>
        %17 = affine.load %r[%k, %j] : memref<9x9xf64>
        %18 = arith.mulf %16, %17 : f64
        %19 = arith.subf %15, %18 : f64
        affine.store %19, %a[%i, %j] : memref<9x9xf64>
      }
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      affine.store %zero, %a[%i, %j] : memref<9x9xf64>
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to 9 {
        %20 = affine.load %a[%i, %j] : memref<9x9xf64>
        %21 = affine.load %r[%i, %k] : memref<9x9xf64>
        %22 = affine.load %q[%k, %j] : memref<9x9xf64>
        %23 = arith.mulf %21, %22 : f64
        %24 = arith.addf %20, %23 : f64
        affine.store %24, %a[%i, %j] : memref<9x9xf64>
      }
    }
  }
  memref.dealloc %q : memref<9x9xf64>
  memref.dealloc %r : memref<9x9xf64>
  return
}

func.func @eig_qr_init(%a: memref<9x9xf64>) {
  %c8 = arith.constant 8.0 : f64
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<9x9xf64>
      affine.store %0, %a[%i, %j] : memref<9x9xf64>
    }
    %1 = affine.load %a[%i, %i] : memref<9x9xf64>
    %2 = arith.addf %1, %c8 : f64
    affine.store %2, %a[%i, %i] : memref<9x9xf64>
  }
  return
}

// Sums in values that the loops carry.
func.func @eig_qr_iter_args(%a: memref<9x9xf64>) {
  %zero = arith.constant 0.0 : f64
  %q = memref.alloc() : memref<9x9xf64>
  %r = memref.alloc() : memref<9x9xf64>
  affine.for %k = 0 to 9 {
    %0 = affine.for %i = 0 to 9 iter_args(%s_0 = %zero) -> (f64) {
      %1 = affine.load %a[%i, %k] : memref<9x9xf64>
      %2 = affine.load %a[%i, %k] : memref<9x9xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %s_0, %3 : f64
      affine.yield %4 : f64
    }
    %5 = math.sqrt %0 : f64
    affine.store %5, %r[%k, %k] : memref<9x9xf64>
    affine.for %i = 0 to 9 {
      %6 = affine.load %a[%i, %k] : memref<9x9xf64>
      %7 = arith.divf %6, %5 : f64
      affine.store %7, %q[%i, %k] : memref<9x9xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 9 {
      %8 = affine.for %i = 0 to 9 iter_args(%t_1 = %zero) -> (f64) {
        %9 = affine.load %q[%i, %k] : memref<9x9xf64>
        %10 = affine.load %a[%i, %j] : memref<9x9xf64>
        %11 = arith.mulf %9, %10 : f64
        %12 = arith.addf %t_1, %11 : f64
        affine.yield %12 : f64
      }
      affine.store %8, %r[%k, %j] : memref<9x9xf64>
      affine.for %i = 0 to 9 {
        %13 = affine.load %a[%i, %j] : memref<9x9xf64>
        %14 = affine.load %q[%i, %k] : memref<9x9xf64>
        %15 = arith.mulf %14, %8 : f64
        %16 = arith.subf %13, %15 : f64
        affine.store %16, %a[%i, %j] : memref<9x9xf64>
      }
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      %17 = affine.for %k = affine_map<(d0) -> (d0)>(%i) to 9 iter_args(%u_2 = %zero) -> (f64) {
        %18 = affine.load %r[%i, %k] : memref<9x9xf64>
        %19 = affine.load %q[%k, %j] : memref<9x9xf64>
        %20 = arith.mulf %18, %19 : f64
        %21 = arith.addf %u_2, %20 : f64
        affine.yield %21 : f64
      }
      affine.store %17, %a[%i, %j] : memref<9x9xf64>
    }
  }
  memref.dealloc %q : memref<9x9xf64>
  memref.dealloc %r : memref<9x9xf64>
  return
}

func.func @eig_qr_iter_args_init(%a: memref<9x9xf64>) {
  %c8 = arith.constant 8.0 : f64
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<9x9xf64>
      affine.store %0, %a[%i, %j] : memref<9x9xf64>
    }
    %1 = affine.load %a[%i, %i] : memref<9x9xf64>
    %2 = arith.addf %1, %c8 : f64
    affine.store %2, %a[%i, %i] : memref<9x9xf64>
  }
  return
}

// Scalars in memrefs of rank 0.
func.func @eig_qr_rank0(%a: memref<9x9xf64>) {
  %zero = arith.constant 0.0 : f64
  %q = memref.alloc() : memref<9x9xf64>
  %r = memref.alloc() : memref<9x9xf64>
  %s = memref.alloca() : memref<f64>
  %t = memref.alloca() : memref<f64>
  %u = memref.alloca() : memref<f64>
  affine.for %k = 0 to 9 {
    affine.store %zero, %s[] : memref<f64>
    affine.for %i = 0 to 9 {
      %0 = affine.load %s[] : memref<f64>
      %1 = affine.load %a[%i, %k] : memref<9x9xf64>
      %2 = affine.load %a[%i, %k] : memref<9x9xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[] : memref<f64>
    }
    %5 = affine.load %s[] : memref<f64>
    %6 = math.sqrt %5 : f64
    affine.store %6, %r[%k, %k] : memref<9x9xf64>
    affine.for %i = 0 to 9 {
      %7 = affine.load %a[%i, %k] : memref<9x9xf64>
      %8 = arith.divf %7, %6 : f64
      affine.store %8, %q[%i, %k] : memref<9x9xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 9 {
      affine.store %zero, %t[] : memref<f64>
      affine.for %i = 0 to 9 {
        %9 = affine.load %t[] : memref<f64>
        %10 = affine.load %q[%i, %k] : memref<9x9xf64>
        %11 = affine.load %a[%i, %j] : memref<9x9xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.addf %9, %12 : f64
        affine.store %13, %t[] : memref<f64>
      }
      %14 = affine.load %t[] : memref<f64>
      affine.store %14, %r[%k, %j] : memref<9x9xf64>
      affine.for %i = 0 to 9 {
        %15 = affine.load %a[%i, %j] : memref<9x9xf64>
        %16 = affine.load %q[%i, %k] : memref<9x9xf64>
        %17 = affine.load %t[] : memref<f64>
        %18 = arith.mulf %16, %17 : f64
        %19 = arith.subf %15, %18 : f64
        affine.store %19, %a[%i, %j] : memref<9x9xf64>
      }
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 9 {
      affine.store %zero, %u[] : memref<f64>
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to 9 {
        %20 = affine.load %u[] : memref<f64>
        %21 = affine.load %r[%i, %k] : memref<9x9xf64>
        %22 = affine.load %q[%k, %j] : memref<9x9xf64>
        %23 = arith.mulf %21, %22 : f64
        %24 = arith.addf %20, %23 : f64
        affine.store %24, %u[] : memref<f64>
      }
      %25 = affine.load %u[] : memref<f64>
      affine.store %25, %a[%i, %j] : memref<9x9xf64>
    }
  }
  memref.dealloc %q : memref<9x9xf64>
  memref.dealloc %r : memref<9x9xf64>
  return
}

func.func @eig_qr_rank0_init(%a: memref<9x9xf64>) {
  %c8 = arith.constant 8.0 : f64
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<9x9xf64>
      affine.store %0, %a[%i, %j] : memref<9x9xf64>
    }
    %1 = affine.load %a[%i, %i] : memref<9x9xf64>
    %2 = arith.addf %1, %c8 : f64
    affine.store %2, %a[%i, %i] : memref<9x9xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @eig_qr_dynamic(%n: i32, %a: memref<?x9xf64>) {
  %zero = arith.constant 0.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  %q = memref.alloc(%n_index, %n_index) : memref<?x?xf64>
  %r = memref.alloc(%n_index, %n_index) : memref<?x?xf64>
  %s = memref.alloca() : memref<1xf64>
  %t = memref.alloca() : memref<1xf64>
  %u = memref.alloca() : memref<1xf64>
  affine.for %k = 0 to %n_index {
    affine.store %zero, %s[0] : memref<1xf64>
    affine.for %i = 0 to %n_index {
      %0 = affine.load %s[0] : memref<1xf64>
      %1 = affine.load %a[%i, %k] : memref<?x9xf64>
      %2 = affine.load %a[%i, %k] : memref<?x9xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.addf %0, %3 : f64
      affine.store %4, %s[0] : memref<1xf64>
    }
    %5 = affine.load %s[0] : memref<1xf64>
    %6 = math.sqrt %5 : f64
    affine.store %6, %r[%k, %k] : memref<?x?xf64>
    affine.for %i = 0 to %n_index {
      %7 = affine.load %a[%i, %k] : memref<?x9xf64>
      %8 = arith.divf %7, %6 : f64
      affine.store %8, %q[%i, %k] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n_index {
      affine.store %zero, %t[0] : memref<1xf64>
      affine.for %i = 0 to %n_index {
        %9 = affine.load %t[0] : memref<1xf64>
        %10 = affine.load %q[%i, %k] : memref<?x?xf64>
        %11 = affine.load %a[%i, %j] : memref<?x9xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.addf %9, %12 : f64
        affine.store %13, %t[0] : memref<1xf64>
      }
      %14 = affine.load %t[0] : memref<1xf64>
      affine.store %14, %r[%k, %j] : memref<?x?xf64>
      affine.for %i = 0 to %n_index {
        %15 = affine.load %a[%i, %j] : memref<?x9xf64>
        %16 = affine.load %q[%i, %k] : memref<?x?xf64>
        %17 = affine.load %t[0] : memref<1xf64>
        %18 = arith.mulf %16, %17 : f64
        %19 = arith.subf %15, %18 : f64
        affine.store %19, %a[%i, %j] : memref<?x9xf64>
      }
    }
  }
  affine.for %i = 0 to %n_index {
    affine.for %j = 0 to %n_index {
      affine.store %zero, %u[0] : memref<1xf64>
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to %n_index {
        %20 = affine.load %u[0] : memref<1xf64>
        %21 = affine.load %r[%i, %k] : memref<?x?xf64>
        %22 = affine.load %q[%k, %j] : memref<?x?xf64>
        %23 = arith.mulf %21, %22 : f64
        %24 = arith.addf %20, %23 : f64
        affine.store %24, %u[0] : memref<1xf64>
      }
      %25 = affine.load %u[0] : memref<1xf64>
      affine.store %25, %a[%i, %j] : memref<?x9xf64>
    }
  }
  memref.dealloc %q : memref<?x?xf64>
  memref.dealloc %r : memref<?x?xf64>
  return
}

func.func @eig_qr_dynamic_init(%n: i32, %a: memref<?x9xf64>) {
  %c8 = arith.constant 8.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<?x9xf64>
      affine.store %0, %a[%i, %j] : memref<?x9xf64>
    }
    %1 = affine.load %a[%i, %i] : memref<?x9xf64>
    %2 = arith.addf %1, %c8 : f64
    affine.store %2, %a[%i, %i] : memref<?x9xf64>
  }
  return
}
