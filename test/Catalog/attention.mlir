// One head of attention: O <- softmax(Q K^T / sqrt(D)) V.
//
// RUN: %check_run %s --entry attention --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry attention_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry attention_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry attention_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=11 --arg 1=7 --arg 2=11x7 --arg 3=11x7 --arg 4=11x7 --arg 5=11x7
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @attention(

func.func @attention(%q: memref<11x7xf64>, %k: memref<11x7xf64>,
                     %v: memref<11x7xf64>, %out: memref<11x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %c7 = arith.constant 7.0 : f64
  %s = memref.alloc() : memref<11x11xf64>
  %top = memref.alloc() : memref<11xf64>
  %total = memref.alloc() : memref<11xf64>
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 11 {
      affine.store %zero, %s[%i, %j] : memref<11x11xf64>
      affine.for %c = 0 to 7 {
        %0 = affine.load %s[%i, %j] : memref<11x11xf64>
        %1 = affine.load %q[%i, %c] : memref<11x7xf64>
        %2 = affine.load %k[%j, %c] : memref<11x7xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %s[%i, %j] : memref<11x11xf64>
      }
      %5 = affine.load %s[%i, %j] : memref<11x11xf64>
      %6 = math.sqrt %c7 : f64
      %7 = arith.divf %5, %6 : f64
      affine.store %7, %s[%i, %j] : memref<11x11xf64>
    }
  }
  affine.for %i = 0 to 11 {
    %8 = affine.load %s[%i, 0] : memref<11x11xf64>
    affine.store %8, %top[%i] : memref<11xf64>
    affine.for %j = 1 to 11 {
      %9 = affine.load %top[%i] : memref<11xf64>
      %10 = affine.load %s[%i, %j] : memref<11x11xf64>
      %11 = arith.maximumf %9, %10 : f64
      affine.store %11, %top[%i] : memref<11xf64>
    }
  }
  affine.for %i = 0 to 11 {
    affine.store %zero, %total[%i] : memref<11xf64>
    affine.for %j = 0 to 11 {
      %12 = affine.load %s[%i, %j] : memref<11x11xf64>
      %13 = affine.load %top[%i] : memref<11xf64>
      %14 = arith.subf %12, %13 : f64
      %15 = math.exp %14 : f64
      affine.store %15, %s[%i, %j] : memref<11x11xf64>
      %16 = affine.load %total[%i] : memref<11xf64>
      %17 = affine.load %s[%i, %j] : memref<11x11xf64>
      %18 = arith.addf %16, %17 : f64
      affine.store %18, %total[%i] : memref<11xf64>
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %c = 0 to 7 {
      affine.store %zero, %out[%i, %c] : memref<11x7xf64>
      affine.for %j = 0 to 11 {
        %19 = affine.load %out[%i, %c] : memref<11x7xf64>
        %20 = affine.load %s[%i, %j] : memref<11x11xf64>
        %21 = affine.load %v[%j, %c] : memref<11x7xf64>
        %22 = arith.mulf %20, %21 : f64
        %23 = arith.addf %19, %22 : f64
        affine.store %23, %out[%i, %c] : memref<11x7xf64>
      }
      %24 = affine.load %out[%i, %c] : memref<11x7xf64>
      %25 = affine.load %total[%i] : memref<11xf64>
      %26 = arith.divf %24, %25 : f64
      affine.store %26, %out[%i, %c] : memref<11x7xf64>
    }
  }
  memref.dealloc %s : memref<11x11xf64>
  memref.dealloc %top : memref<11xf64>
  memref.dealloc %total : memref<11xf64>
  return
}

// Sums in values that the loops carry.
func.func @attention_iter_args(%q: memref<11x7xf64>, %k: memref<11x7xf64>,
                               %v: memref<11x7xf64>, %out: memref<11x7xf64>) {
  %one = arith.constant 1.0 : f64
  %c7 = arith.constant 7.0 : f64
  %zero = arith.constant 0.0 : f64
  %s = memref.alloc() : memref<11xf64>
  %0 = math.sqrt %c7 : f64
  %1 = arith.divf %one, %0 : f64
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 11 {
      %2 = affine.for %c = 0 to 7 iter_args(%u_0 = %zero) -> (f64) {
        %3 = affine.load %q[%i, %c] : memref<11x7xf64>
        %4 = affine.load %k[%j, %c] : memref<11x7xf64>
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.addf %u_0, %5 : f64
        affine.yield %6 : f64
      }
      %7 = arith.mulf %2, %1 : f64
      affine.store %7, %s[%j] : memref<11xf64>
    }
    %8 = affine.load %s[0] : memref<11xf64>
    %9 = affine.for %j = 1 to 11 iter_args(%top_1 = %8) -> (f64) {
      %10 = affine.load %s[%j] : memref<11xf64>
      %11 = arith.cmpf ogt, %10, %top_1 : f64
      %12 = affine.load %s[%j] : memref<11xf64>
      %13 = arith.select %11, %12, %top_1 : f64
      affine.yield %13 : f64
    }
    %14 = affine.for %j = 0 to 11 iter_args(%total_2 = %zero) -> (f64) {
      %15 = affine.load %s[%j] : memref<11xf64>
      %16 = arith.subf %15, %9 : f64
      %17 = math.exp %16 : f64
      affine.store %17, %s[%j] : memref<11xf64>
      %18 = arith.addf %total_2, %17 : f64
      affine.yield %18 : f64
    }
    affine.for %c = 0 to 7 {
      %19 = affine.for %j = 0 to 11 iter_args(%w_3 = %zero) -> (f64) {
        %20 = affine.load %s[%j] : memref<11xf64>
        %21 = affine.load %v[%j, %c] : memref<11x7xf64>
        %22 = arith.mulf %20, %21 : f64
        %23 = arith.addf %w_3, %22 : f64
        affine.yield %23 : f64
      }
      %24 = arith.divf %19, %14 : f64
      affine.store %24, %out[%i, %c] : memref<11x7xf64>
    }
  }
  memref.dealloc %s : memref<11xf64>
  return
}

// Scalars in memrefs of rank 0.
func.func @attention_rank0(%q: memref<11x7xf64>, %k: memref<11x7xf64>,
                           %v: memref<11x7xf64>, %out: memref<11x7xf64>) {
  %one = arith.constant 1.0 : f64
  %c7 = arith.constant 7.0 : f64
  %zero = arith.constant 0.0 : f64
  %s = memref.alloc() : memref<11xf64>
  %u = memref.alloca() : memref<f64>
  %top = memref.alloca() : memref<f64>
  %total = memref.alloca() : memref<f64>
  %w = memref.alloca() : memref<f64>
  %0 = math.sqrt %c7 : f64
  %1 = arith.divf %one, %0 : f64
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 11 {
      affine.store %zero, %u[] : memref<f64>
      affine.for %c = 0 to 7 {
        %2 = affine.load %u[] : memref<f64>
        %3 = affine.load %q[%i, %c] : memref<11x7xf64>
        %4 = affine.load %k[%j, %c] : memref<11x7xf64>
        %5 = arith.mulf %3, %4 : f64
        %6 = arith.addf %2, %5 : f64
        affine.store %6, %u[] : memref<f64>
      }
      %7 = affine.load %u[] : memref<f64>
      %8 = arith.mulf %7, %1 : f64
      affine.store %8, %s[%j] : memref<11xf64>
    }
    %9 = affine.load %s[0] : memref<11xf64>
    affine.store %9, %top[] : memref<f64>
    affine.for %j = 1 to 11 {
      %10 = affine.load %s[%j] : memref<11xf64>
      %11 = affine.load %top[] : memref<f64>
      %12 = arith.cmpf ogt, %10, %11 : f64
      %13 = affine.load %s[%j] : memref<11xf64>
      %14 = affine.load %top[] : memref<f64>
      %15 = arith.select %12, %13, %14 : f64
      affine.store %15, %top[] : memref<f64>
    }
    affine.store %zero, %total[] : memref<f64>
    affine.for %j = 0 to 11 {
      %16 = affine.load %s[%j] : memref<11xf64>
      %17 = affine.load %top[] : memref<f64>
      %18 = arith.subf %16, %17 : f64
      %19 = math.exp %18 : f64
      affine.store %19, %s[%j] : memref<11xf64>
      %20 = affine.load %total[] : memref<f64>
      %21 = arith.addf %20, %19 : f64
      affine.store %21, %total[] : memref<f64>
    }
    affine.for %c = 0 to 7 {
      affine.store %zero, %w[] : memref<f64>
      affine.for %j = 0 to 11 {
        %22 = affine.load %w[] : memref<f64>
        %23 = affine.load %s[%j] : memref<11xf64>
        %24 = affine.load %v[%j, %c] : memref<11x7xf64>
        %25 = arith.mulf %23, %24 : f64
        %26 = arith.addf %22, %25 : f64
        affine.store %26, %w[] : memref<f64>
      }
      %27 = affine.load %w[] : memref<f64>
      %28 = affine.load %total[] : memref<f64>
      %29 = arith.divf %27, %28 : f64
      affine.store %29, %out[%i, %c] : memref<11x7xf64>
    }
  }
  memref.dealloc %s : memref<11xf64>
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @attention_dynamic(%l: i32, %d: i32, %q: memref<?x7xf64>,
                             %k: memref<?x7xf64>, %v: memref<?x7xf64>,
                             %out: memref<?x7xf64>) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %l_index = arith.index_cast %l : i32 to index
  %d_index = arith.index_cast %d : i32 to index
  %s = memref.alloc(%l_index) : memref<?xf64>
  %u = memref.alloca() : memref<1xf64>
  %top = memref.alloca() : memref<1xf64>
  %total = memref.alloca() : memref<1xf64>
  %w = memref.alloca() : memref<1xf64>
  %0 = arith.sitofp %d : i32 to f64
  %1 = math.sqrt %0 : f64
  %2 = arith.divf %one, %1 : f64
  affine.for %i = 0 to %l_index {
    affine.for %j = 0 to %l_index {
      affine.store %zero, %u[0] : memref<1xf64>
      affine.for %c = 0 to %d_index {
        %3 = affine.load %u[0] : memref<1xf64>
        %4 = affine.load %q[%i, %c] : memref<?x7xf64>
        %5 = affine.load %k[%j, %c] : memref<?x7xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %3, %6 : f64
        affine.store %7, %u[0] : memref<1xf64>
      }
      %8 = affine.load %u[0] : memref<1xf64>
      %9 = arith.mulf %8, %2 : f64
      affine.store %9, %s[%j] : memref<?xf64>
    }
    %10 = affine.load %s[0] : memref<?xf64>
    affine.store %10, %top[0] : memref<1xf64>
    affine.for %j = 1 to %l_index {
      %11 = affine.load %s[%j] : memref<?xf64>
      %12 = affine.load %top[0] : memref<1xf64>
      %13 = arith.cmpf ogt, %11, %12 : f64
      %14 = affine.load %s[%j] : memref<?xf64>
      %15 = affine.load %top[0] : memref<1xf64>
      %16 = arith.select %13, %14, %15 : f64
      affine.store %16, %top[0] : memref<1xf64>
    }
    affine.store %zero, %total[0] : memref<1xf64>
    affine.for %j = 0 to %l_index {
      %17 = affine.load %s[%j] : memref<?xf64>
      %18 = affine.load %top[0] : memref<1xf64>
      %19 = arith.subf %17, %18 : f64
      %20 = math.exp %19 : f64
      affine.store %20, %s[%j] : memref<?xf64>
      %21 = affine.load %total[0] : memref<1xf64>
      %22 = arith.addf %21, %20 : f64
      affine.store %22, %total[0] : memref<1xf64>
    }
    affine.for %c = 0 to %d_index {
      affine.store %zero, %w[0] : memref<1xf64>
      affine.for %j = 0 to %l_index {
        %23 = affine.load %w[0] : memref<1xf64>
        %24 = affine.load %s[%j] : memref<?xf64>
        %25 = affine.load %v[%j, %c] : memref<?x7xf64>
        %26 = arith.mulf %24, %25 : f64
        %27 = arith.addf %23, %26 : f64
        affine.store %27, %w[0] : memref<1xf64>
      }
      %28 = affine.load %w[0] : memref<1xf64>
      %29 = affine.load %total[0] : memref<1xf64>
      %30 = arith.divf %28, %29 : f64
      affine.store %30, %out[%i, %c] : memref<?x7xf64>
    }
  }
  memref.dealloc %s : memref<?xf64>
  return
}
