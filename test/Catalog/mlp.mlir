// Two layers of a perceptron: Y <- max(X W1 + b1, 0) W2 + b2.
//
// RUN: %check_run %s --entry mlp --grids 1,2,3,4,5,8,13 --distributed 1,2 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather
// RUN: %check_run %s --entry mlp --grids 2x2,2x3 --distributed 1,2 --ops fabric.recv,fabric.send,dmm.scatter,dmm.gather
// RUN: %check_run %s --entry mlp_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry mlp_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry mlp_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,2 --arg 0=13 --arg 1=7 --arg 2=11 --arg 3=5 --arg 4=13x7 --arg 5=7x11 --arg 6=11 --arg 7=11x5 --arg 8=5 --arg 9=13x5
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @mlp(

func.func @mlp(%x: memref<13x7xf32>, %w1: memref<7x11xf32>, %b1: memref<11xf32>,
               %w2: memref<11x5xf32>, %b2: memref<5xf32>,
               %y: memref<13x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %hidden = memref.alloc() : memref<13x11xf32>
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %b1[%j] : memref<11xf32>
      affine.store %0, %hidden[%i, %j] : memref<13x11xf32>
      affine.for %k = 0 to 7 {
        %1 = affine.load %hidden[%i, %j] : memref<13x11xf32>
        %2 = affine.load %x[%i, %k] : memref<13x7xf32>
        %3 = affine.load %w1[%k, %j] : memref<7x11xf32>
        %4 = arith.mulf %2, %3 : f32
        %5 = arith.addf %1, %4 : f32
        affine.store %5, %hidden[%i, %j] : memref<13x11xf32>
      }
    }
  }
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 11 {
      %6 = affine.load %hidden[%i, %j] : memref<13x11xf32>
      %7 = arith.maximumf %6, %zero : f32
      affine.store %7, %hidden[%i, %j] : memref<13x11xf32>
    }
  }
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 5 {
      %8 = affine.load %b2[%j] : memref<5xf32>
      affine.store %8, %y[%i, %j] : memref<13x5xf32>
      affine.for %k = 0 to 11 {
        %9 = affine.load %y[%i, %j] : memref<13x5xf32>
        %10 = affine.load %hidden[%i, %k] : memref<13x11xf32>
        %11 = affine.load %w2[%k, %j] : memref<11x5xf32>
        %12 = arith.mulf %10, %11 : f32
        %13 = arith.addf %9, %12 : f32
        affine.store %13, %y[%i, %j] : memref<13x5xf32>
      }
    }
  }
  memref.dealloc %hidden : memref<13x11xf32>
  return
}

// Sums in values that the loops carry.
func.func @mlp_iter_args(%x: memref<13x7xf32>, %w1: memref<7x11xf32>,
                         %b1: memref<11xf32>, %w2: memref<11x5xf32>,
                         %b2: memref<5xf32>, %y: memref<13x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %hidden = memref.alloc() : memref<13x11xf32>
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %b1[%j] : memref<11xf32>
      %1 = affine.for %k = 0 to 7 iter_args(%s_0 = %0) -> (f32) {
        %2 = affine.load %x[%i, %k] : memref<13x7xf32>
        %3 = affine.load %w1[%k, %j] : memref<7x11xf32>
        %4 = arith.mulf %2, %3 : f32
        %5 = arith.addf %s_0, %4 : f32
        affine.yield %5 : f32
      }
      %6 = arith.cmpf ogt, %1, %zero : f32
      %7 = arith.select %6, %1, %zero : f32
      affine.store %7, %hidden[%i, %j] : memref<13x11xf32>
    }
    affine.for %j = 0 to 5 {
      %8 = affine.load %b2[%j] : memref<5xf32>
      %9 = affine.for %k = 0 to 11 iter_args(%u_1 = %8) -> (f32) {
        %10 = affine.load %hidden[%i, %k] : memref<13x11xf32>
        %11 = affine.load %w2[%k, %j] : memref<11x5xf32>
        %12 = arith.mulf %10, %11 : f32
        %13 = arith.addf %u_1, %12 : f32
        affine.yield %13 : f32
      }
      affine.store %9, %y[%i, %j] : memref<13x5xf32>
    }
  }
  memref.dealloc %hidden : memref<13x11xf32>
  return
}

// Scalars in memrefs of rank 0.
func.func @mlp_rank0(%x: memref<13x7xf32>, %w1: memref<7x11xf32>,
                     %b1: memref<11xf32>, %w2: memref<11x5xf32>,
                     %b2: memref<5xf32>, %y: memref<13x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %hidden = memref.alloc() : memref<13x11xf32>
  %s = memref.alloca() : memref<f32>
  %u = memref.alloca() : memref<f32>
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %b1[%j] : memref<11xf32>
      affine.store %0, %s[] : memref<f32>
      affine.for %k = 0 to 7 {
        %1 = affine.load %s[] : memref<f32>
        %2 = affine.load %x[%i, %k] : memref<13x7xf32>
        %3 = affine.load %w1[%k, %j] : memref<7x11xf32>
        %4 = arith.mulf %2, %3 : f32
        %5 = arith.addf %1, %4 : f32
        affine.store %5, %s[] : memref<f32>
      }
      %6 = affine.load %s[] : memref<f32>
      %7 = arith.cmpf ogt, %6, %zero : f32
      %8 = affine.load %s[] : memref<f32>
      %9 = arith.select %7, %8, %zero : f32
      affine.store %9, %hidden[%i, %j] : memref<13x11xf32>
    }
    affine.for %j = 0 to 5 {
      %10 = affine.load %b2[%j] : memref<5xf32>
      affine.store %10, %u[] : memref<f32>
      affine.for %k = 0 to 11 {
        %11 = affine.load %u[] : memref<f32>
        %12 = affine.load %hidden[%i, %k] : memref<13x11xf32>
        %13 = affine.load %w2[%k, %j] : memref<11x5xf32>
        %14 = arith.mulf %12, %13 : f32
        %15 = arith.addf %11, %14 : f32
        affine.store %15, %u[] : memref<f32>
      }
      %16 = affine.load %u[] : memref<f32>
      affine.store %16, %y[%i, %j] : memref<13x5xf32>
    }
  }
  memref.dealloc %hidden : memref<13x11xf32>
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @mlp_dynamic(%m: i32, %n: i32, %h: i32, %l: i32, %x: memref<?x7xf32>,
                       %w1: memref<?x11xf32>, %b1: memref<?xf32>,
                       %w2: memref<?x5xf32>, %b2: memref<?xf32>,
                       %y: memref<?x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %h_index = arith.index_cast %h : i32 to index
  %l_index = arith.index_cast %l : i32 to index
  %hidden = memref.alloc(%m_index, %h_index) : memref<?x?xf32>
  %s = memref.alloca() : memref<1xf32>
  %u = memref.alloca() : memref<1xf32>
  affine.for %i = 0 to %m_index {
    affine.for %j = 0 to %h_index {
      %0 = affine.load %b1[%j] : memref<?xf32>
      affine.store %0, %s[0] : memref<1xf32>
      affine.for %k = 0 to %n_index {
        %1 = affine.load %s[0] : memref<1xf32>
        %2 = affine.load %x[%i, %k] : memref<?x7xf32>
        %3 = affine.load %w1[%k, %j] : memref<?x11xf32>
        %4 = arith.mulf %2, %3 : f32
        %5 = arith.addf %1, %4 : f32
        affine.store %5, %s[0] : memref<1xf32>
      }
      %6 = affine.load %s[0] : memref<1xf32>
      %7 = arith.cmpf ogt, %6, %zero : f32
      %8 = affine.load %s[0] : memref<1xf32>
      %9 = arith.select %7, %8, %zero : f32
      affine.store %9, %hidden[%i, %j] : memref<?x?xf32>
    }
    affine.for %j = 0 to %l_index {
      %10 = affine.load %b2[%j] : memref<?xf32>
      affine.store %10, %u[0] : memref<1xf32>
      affine.for %k = 0 to %h_index {
        %11 = affine.load %u[0] : memref<1xf32>
        %12 = affine.load %hidden[%i, %k] : memref<?x?xf32>
        %13 = affine.load %w2[%k, %j] : memref<?x5xf32>
        %14 = arith.mulf %12, %13 : f32
        %15 = arith.addf %11, %14 : f32
        affine.store %15, %u[0] : memref<1xf32>
      }
      %16 = affine.load %u[0] : memref<1xf32>
      affine.store %16, %y[%i, %j] : memref<?x5xf32>
    }
  }
  memref.dealloc %hidden : memref<?x?xf32>
  return
}
