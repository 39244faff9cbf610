// One rotation of the one-sided Jacobi method for singular values: it makes the
// columns 1 and 5 of A orthogonal. V collects the rotations.
//
// RUN: %check_run %s --entry svd --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry svd_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry svd_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=17 --arg 1=7 --arg 2=17x7 --arg 3=7x7
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @svd(

func.func @svd(%a: memref<17x7xf64>, %v: memref<7x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %one = arith.constant 1.0 : f64
  %minus_one = arith.constant -1.0 : f64
  %alpha = memref.alloc() : memref<f64>
  %beta = memref.alloc() : memref<f64>
  %gamma = memref.alloc() : memref<f64>
  affine.store %zero, %alpha[] : memref<f64>
  affine.store %zero, %beta[] : memref<f64>
  affine.store %zero, %gamma[] : memref<f64>
  affine.for %i = 0 to 17 {
    %0 = affine.load %alpha[] : memref<f64>
    %1 = affine.load %a[%i, 1] : memref<17x7xf64>
    %2 = affine.load %a[%i, 1] : memref<17x7xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %0, %3 : f64
    affine.store %4, %alpha[] : memref<f64>
    %5 = affine.load %beta[] : memref<f64>
    %6 = affine.load %a[%i, 5] : memref<17x7xf64>
    %7 = affine.load %a[%i, 5] : memref<17x7xf64>
    %8 = arith.mulf %6, %7 : f64
    %9 = arith.addf %5, %8 : f64
    affine.store %9, %beta[] : memref<f64>
    %10 = affine.load %gamma[] : memref<f64>
    %11 = affine.load %a[%i, 1] : memref<17x7xf64>
    %12 = affine.load %a[%i, 5] : memref<17x7xf64>
    %13 = arith.mulf %11, %12 : f64
    %14 = arith.addf %10, %13 : f64
    affine.store %14, %gamma[] : memref<f64>
  }
  %15 = affine.load %beta[] : memref<f64>
  %16 = affine.load %alpha[] : memref<f64>
  %17 = arith.subf %15, %16 : f64
  %18 = affine.load %gamma[] : memref<f64>
  %19 = arith.mulf %two, %18 : f64
  %20 = arith.divf %17, %19 : f64
  %21 = arith.cmpf oge, %20, %zero : f64
  %22 = arith.select %21, %one, %minus_one : f64
  %23 = math.absf %20 : f64
  %24 = arith.mulf %20, %20 : f64
  %25 = arith.addf %24, %one : f64
  %26 = math.sqrt %25 : f64
  %27 = arith.addf %23, %26 : f64
  %28 = arith.divf %22, %27 : f64
  %29 = arith.mulf %28, %28 : f64
  %30 = arith.addf %29, %one : f64
  %31 = math.sqrt %30 : f64
  %32 = arith.divf %one, %31 : f64
  %33 = arith.mulf %28, %32 : f64
  affine.for %i = 0 to 17 {
    %34 = affine.load %a[%i, 1] : memref<17x7xf64>
    %35 = affine.load %a[%i, 5] : memref<17x7xf64>
    %36 = arith.mulf %32, %34 : f64
    %37 = arith.mulf %33, %35 : f64
    %38 = arith.subf %36, %37 : f64
    affine.store %38, %a[%i, 1] : memref<17x7xf64>
    %39 = arith.mulf %33, %34 : f64
    %40 = arith.mulf %32, %35 : f64
    %41 = arith.addf %39, %40 : f64
    affine.store %41, %a[%i, 5] : memref<17x7xf64>
  }
  affine.for %i = 0 to 7 {
    %42 = affine.load %v[%i, 1] : memref<7x7xf64>
    %43 = affine.load %v[%i, 5] : memref<7x7xf64>
    %44 = arith.mulf %32, %42 : f64
    %45 = arith.mulf %33, %43 : f64
    %46 = arith.subf %44, %45 : f64
    affine.store %46, %v[%i, 1] : memref<7x7xf64>
    %47 = arith.mulf %33, %42 : f64
    %48 = arith.mulf %32, %43 : f64
    %49 = arith.addf %47, %48 : f64
    affine.store %49, %v[%i, 5] : memref<7x7xf64>
  }
  memref.dealloc %alpha : memref<f64>
  memref.dealloc %beta : memref<f64>
  memref.dealloc %gamma : memref<f64>
  return
}

func.func @svd_init(%a: memref<17x7xf64>, %v: memref<7x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      affine.store %zero, %v[%i, %j] : memref<7x7xf64>
    }
    affine.store %one, %v[%i, %i] : memref<7x7xf64>
  }
  return
}

// Sums in values that the loops carry.
func.func @svd_iter_args(%a: memref<17x7xf64>, %v: memref<7x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %one = arith.constant 1.0 : f64
  %minus_one = arith.constant -1.0 : f64
  %0:3 = affine.for %i = 0 to 17 iter_args(%alpha_0 = %zero, %beta_1 = %zero, %gamma_2 = %zero) -> (f64, f64, f64) {
    %1 = affine.load %a[%i, 1] : memref<17x7xf64>
    %2 = affine.load %a[%i, 1] : memref<17x7xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %alpha_0, %3 : f64
    %5 = affine.load %a[%i, 5] : memref<17x7xf64>
    %6 = affine.load %a[%i, 5] : memref<17x7xf64>
    %7 = arith.mulf %5, %6 : f64
    %8 = arith.addf %beta_1, %7 : f64
    %9 = affine.load %a[%i, 1] : memref<17x7xf64>
    %10 = affine.load %a[%i, 5] : memref<17x7xf64>
    %11 = arith.mulf %9, %10 : f64
    %12 = arith.addf %gamma_2, %11 : f64
    affine.yield %4, %8, %12 : f64, f64, f64
  }
  %13 = arith.subf %0#1, %0#0 : f64
  %14 = arith.mulf %two, %0#2 : f64
  %15 = arith.divf %13, %14 : f64
  %16 = arith.cmpf oge, %15, %zero : f64
  %17 = arith.select %16, %one, %minus_one : f64
  %18 = math.absf %15 : f64
  %19 = arith.mulf %15, %15 : f64
  %20 = arith.addf %19, %one : f64
  %21 = math.sqrt %20 : f64
  %22 = arith.addf %18, %21 : f64
  %23 = arith.divf %17, %22 : f64
  %24 = arith.mulf %23, %23 : f64
  %25 = arith.addf %24, %one : f64
  %26 = math.sqrt %25 : f64
  %27 = arith.divf %one, %26 : f64
  %28 = arith.mulf %23, %27 : f64
  affine.for %i = 0 to 17 {
    %29 = affine.load %a[%i, 1] : memref<17x7xf64>
    %30 = affine.load %a[%i, 5] : memref<17x7xf64>
    %31 = arith.mulf %27, %29 : f64
    %32 = arith.mulf %28, %30 : f64
    %33 = arith.subf %31, %32 : f64
    affine.store %33, %a[%i, 1] : memref<17x7xf64>
    %34 = arith.mulf %28, %29 : f64
    %35 = arith.mulf %27, %30 : f64
    %36 = arith.addf %34, %35 : f64
    affine.store %36, %a[%i, 5] : memref<17x7xf64>
  }
  affine.for %i = 0 to 7 {
    %37 = affine.load %v[%i, 1] : memref<7x7xf64>
    %38 = affine.load %v[%i, 5] : memref<7x7xf64>
    %39 = arith.mulf %27, %37 : f64
    %40 = arith.mulf %28, %38 : f64
    %41 = arith.subf %39, %40 : f64
    affine.store %41, %v[%i, 1] : memref<7x7xf64>
    %42 = arith.mulf %28, %37 : f64
    %43 = arith.mulf %27, %38 : f64
    %44 = arith.addf %42, %43 : f64
    affine.store %44, %v[%i, 5] : memref<7x7xf64>
  }
  return
}

func.func @svd_iter_args_init(%a: memref<17x7xf64>, %v: memref<7x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      affine.store %zero, %v[%i, %j] : memref<7x7xf64>
    }
    affine.store %one, %v[%i, %i] : memref<7x7xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @svd_dynamic(%m: i32, %n: i32, %a: memref<?x7xf64>,
                       %v: memref<?x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %one = arith.constant 1.0 : f64
  %minus_one = arith.constant -1.0 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %alpha = memref.alloca() : memref<1xf64>
  %beta = memref.alloca() : memref<1xf64>
  %gamma = memref.alloca() : memref<1xf64>
  affine.store %zero, %alpha[0] : memref<1xf64>
  affine.store %zero, %beta[0] : memref<1xf64>
  affine.store %zero, %gamma[0] : memref<1xf64>
  affine.for %i = 0 to %m_index {
    %0 = affine.load %alpha[0] : memref<1xf64>
    %1 = affine.load %a[%i, 1] : memref<?x7xf64>
    %2 = affine.load %a[%i, 1] : memref<?x7xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %0, %3 : f64
    affine.store %4, %alpha[0] : memref<1xf64>
    %5 = affine.load %beta[0] : memref<1xf64>
    %6 = affine.load %a[%i, 5] : memref<?x7xf64>
    %7 = affine.load %a[%i, 5] : memref<?x7xf64>
    %8 = arith.mulf %6, %7 : f64
    %9 = arith.addf %5, %8 : f64
    affine.store %9, %beta[0] : memref<1xf64>
    %10 = affine.load %gamma[0] : memref<1xf64>
    %11 = affine.load %a[%i, 1] : memref<?x7xf64>
    %12 = affine.load %a[%i, 5] : memref<?x7xf64>
    %13 = arith.mulf %11, %12 : f64
    %14 = arith.addf %10, %13 : f64
    affine.store %14, %gamma[0] : memref<1xf64>
  }
  %15 = affine.load %beta[0] : memref<1xf64>
  %16 = affine.load %alpha[0] : memref<1xf64>
  %17 = arith.subf %15, %16 : f64
  %18 = affine.load %gamma[0] : memref<1xf64>
  %19 = arith.mulf %two, %18 : f64
  %20 = arith.divf %17, %19 : f64
  %21 = arith.cmpf oge, %20, %zero : f64
  %22 = arith.select %21, %one, %minus_one : f64
  %23 = math.absf %20 : f64
  %24 = arith.mulf %20, %20 : f64
  %25 = arith.addf %24, %one : f64
  %26 = math.sqrt %25 : f64
  %27 = arith.addf %23, %26 : f64
  %28 = arith.divf %22, %27 : f64
  %29 = arith.mulf %28, %28 : f64
  %30 = arith.addf %29, %one : f64
  %31 = math.sqrt %30 : f64
  %32 = arith.divf %one, %31 : f64
  %33 = arith.mulf %28, %32 : f64
  affine.for %i = 0 to %m_index {
    %34 = affine.load %a[%i, 1] : memref<?x7xf64>
    %35 = affine.load %a[%i, 5] : memref<?x7xf64>
    %36 = arith.mulf %32, %34 : f64
    %37 = arith.mulf %33, %35 : f64
    %38 = arith.subf %36, %37 : f64
    affine.store %38, %a[%i, 1] : memref<?x7xf64>
    %39 = arith.mulf %33, %34 : f64
    %40 = arith.mulf %32, %35 : f64
    %41 = arith.addf %39, %40 : f64
    affine.store %41, %a[%i, 5] : memref<?x7xf64>
  }
  affine.for %i = 0 to %n_index {
    %42 = affine.load %v[%i, 1] : memref<?x7xf64>
    %43 = affine.load %v[%i, 5] : memref<?x7xf64>
    %44 = arith.mulf %32, %42 : f64
    %45 = arith.mulf %33, %43 : f64
    %46 = arith.subf %44, %45 : f64
    affine.store %46, %v[%i, 1] : memref<?x7xf64>
    %47 = arith.mulf %33, %42 : f64
    %48 = arith.mulf %32, %43 : f64
    %49 = arith.addf %47, %48 : f64
    affine.store %49, %v[%i, 5] : memref<?x7xf64>
  }
  return
}

func.func @svd_dynamic_init(%m: i32, %n: i32, %a: memref<?x7xf64>,
                            %v: memref<?x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    affine.for %j = 0 to %n_index {
      affine.store %zero, %v[%i, %j] : memref<?x7xf64>
    }
    affine.store %one, %v[%i, %i] : memref<?x7xf64>
  }
  return
}
