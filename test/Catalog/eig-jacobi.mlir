// One rotation of Jacobi's method for the eigenvalues of the symmetric matrix
// A: it takes the elements (p, q) and (q, p) to zero. V collects the rotations.
//
// RUN: %check_run %s --entry eig_jacobi --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry eig_jacobi_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %s --entry eig_jacobi_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2 --arg 0=13 --arg 1=2 --arg 2=9 --arg 3=13x13 --arg 4=13x13
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @eig_jacobi(

func.func @eig_jacobi(%a: memref<13x13xf64>, %v: memref<13x13xf64>) {
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %minus_one = arith.constant -1.0 : f64
  %0 = affine.load %a[9, 9] : memref<13x13xf64>
  %1 = affine.load %a[2, 2] : memref<13x13xf64>
  %2 = arith.subf %0, %1 : f64
  %3 = affine.load %a[2, 9] : memref<13x13xf64>
  %4 = arith.mulf %two, %3 : f64
  %5 = arith.divf %2, %4 : f64
  %6 = arith.cmpf oge, %5, %zero : f64
  %7 = arith.select %6, %one, %minus_one : f64
  %8 = math.absf %5 : f64
  %9 = arith.mulf %5, %5 : f64
  %10 = arith.addf %9, %one : f64
  %11 = math.sqrt %10 : f64
  %12 = arith.addf %8, %11 : f64
  %13 = arith.divf %7, %12 : f64
  %14 = arith.mulf %13, %13 : f64
  %15 = arith.addf %14, %one : f64
  %16 = math.sqrt %15 : f64
  %17 = arith.divf %one, %16 : f64
  %18 = arith.mulf %13, %17 : f64
  affine.for %k = 0 to 13 {
    %19 = affine.load %a[%k, 2] : memref<13x13xf64>
    %20 = affine.load %a[%k, 9] : memref<13x13xf64>
    %21 = arith.mulf %17, %19 : f64
    %22 = arith.mulf %18, %20 : f64
    %23 = arith.subf %21, %22 : f64
    affine.store %23, %a[%k, 2] : memref<13x13xf64>
    %24 = arith.mulf %18, %19 : f64
    %25 = arith.mulf %17, %20 : f64
    %26 = arith.addf %24, %25 : f64
    affine.store %26, %a[%k, 9] : memref<13x13xf64>
  }
  affine.for %k = 0 to 13 {
    %27 = affine.load %a[2, %k] : memref<13x13xf64>
    %28 = affine.load %a[9, %k] : memref<13x13xf64>
    %29 = arith.mulf %17, %27 : f64
    %30 = arith.mulf %18, %28 : f64
    %31 = arith.subf %29, %30 : f64
    affine.store %31, %a[2, %k] : memref<13x13xf64>
    %32 = arith.mulf %18, %27 : f64
    %33 = arith.mulf %17, %28 : f64
    %34 = arith.addf %32, %33 : f64
    affine.store %34, %a[9, %k] : memref<13x13xf64>
  }
  affine.for %k = 0 to 13 {
    %35 = affine.load %v[%k, 2] : memref<13x13xf64>
    %36 = affine.load %v[%k, 9] : memref<13x13xf64>
    %37 = arith.mulf %17, %35 : f64
    %38 = arith.mulf %18, %36 : f64
    %39 = arith.subf %37, %38 : f64
    affine.store %39, %v[%k, 2] : memref<13x13xf64>
    %40 = arith.mulf %18, %35 : f64
    %41 = arith.mulf %17, %36 : f64
    %42 = arith.addf %40, %41 : f64
    affine.store %42, %v[%k, 9] : memref<13x13xf64>
  }
  return
}

func.func @eig_jacobi_init(%a: memref<13x13xf64>, %v: memref<13x13xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 13 {
      affine.store %zero, %v[%i, %j] : memref<13x13xf64>
    }
    affine.store %one, %v[%i, %i] : memref<13x13xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<13x13xf64>
      affine.store %0, %a[%i, %j] : memref<13x13xf64>
    }
  }
  return
}

// Sine and cosine in memrefs of rank 0.
func.func @eig_jacobi_rank0(%a: memref<13x13xf64>, %v: memref<13x13xf64>) {
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %minus_one = arith.constant -1.0 : f64
  %c = memref.alloc() : memref<f64>
  %s = memref.alloc() : memref<f64>
  %0 = affine.load %a[9, 9] : memref<13x13xf64>
  %1 = affine.load %a[2, 2] : memref<13x13xf64>
  %2 = arith.subf %0, %1 : f64
  %3 = affine.load %a[2, 9] : memref<13x13xf64>
  %4 = arith.mulf %two, %3 : f64
  %5 = arith.divf %2, %4 : f64
  %6 = arith.cmpf oge, %5, %zero : f64
  %7 = arith.select %6, %one, %minus_one : f64
  %8 = math.absf %5 : f64
  %9 = arith.mulf %5, %5 : f64
  %10 = arith.addf %9, %one : f64
  %11 = math.sqrt %10 : f64
  %12 = arith.addf %8, %11 : f64
  %13 = arith.divf %7, %12 : f64
  %14 = arith.mulf %13, %13 : f64
  %15 = arith.addf %14, %one : f64
  %16 = math.sqrt %15 : f64
  %17 = arith.divf %one, %16 : f64
  affine.store %17, %c[] : memref<f64>
  %18 = affine.load %c[] : memref<f64>
  %19 = arith.mulf %13, %18 : f64
  affine.store %19, %s[] : memref<f64>
  affine.for %k = 0 to 13 {
    %20 = affine.load %a[%k, 2] : memref<13x13xf64>
    %21 = affine.load %a[%k, 9] : memref<13x13xf64>
    %22 = affine.load %c[] : memref<f64>
    %23 = arith.mulf %22, %20 : f64
    %24 = affine.load %s[] : memref<f64>
    %25 = arith.mulf %24, %21 : f64
    %26 = arith.subf %23, %25 : f64
    affine.store %26, %a[%k, 2] : memref<13x13xf64>
    %27 = affine.load %s[] : memref<f64>
    %28 = arith.mulf %27, %20 : f64
    %29 = affine.load %c[] : memref<f64>
    %30 = arith.mulf %29, %21 : f64
    %31 = arith.addf %28, %30 : f64
    affine.store %31, %a[%k, 9] : memref<13x13xf64>
  }
  affine.for %k = 0 to 13 {
    %32 = affine.load %a[2, %k] : memref<13x13xf64>
    %33 = affine.load %a[9, %k] : memref<13x13xf64>
    %34 = affine.load %c[] : memref<f64>
    %35 = arith.mulf %34, %32 : f64
    %36 = affine.load %s[] : memref<f64>
    %37 = arith.mulf %36, %33 : f64
    %38 = arith.subf %35, %37 : f64
    affine.store %38, %a[2, %k] : memref<13x13xf64>
    %39 = affine.load %s[] : memref<f64>
    %40 = arith.mulf %39, %32 : f64
    %41 = affine.load %c[] : memref<f64>
    %42 = arith.mulf %41, %33 : f64
    %43 = arith.addf %40, %42 : f64
    affine.store %43, %a[9, %k] : memref<13x13xf64>
  }
  affine.for %k = 0 to 13 {
    %44 = affine.load %v[%k, 2] : memref<13x13xf64>
    %45 = affine.load %v[%k, 9] : memref<13x13xf64>
    %46 = affine.load %c[] : memref<f64>
    %47 = arith.mulf %46, %44 : f64
    %48 = affine.load %s[] : memref<f64>
    %49 = arith.mulf %48, %45 : f64
    %50 = arith.subf %47, %49 : f64
    affine.store %50, %v[%k, 2] : memref<13x13xf64>
    %51 = affine.load %s[] : memref<f64>
    %52 = arith.mulf %51, %44 : f64
    %53 = affine.load %c[] : memref<f64>
    %54 = arith.mulf %53, %45 : f64
    %55 = arith.addf %52, %54 : f64
    affine.store %55, %v[%k, 9] : memref<13x13xf64>
  }
  memref.dealloc %c : memref<f64>
  memref.dealloc %s : memref<f64>
  return
}

func.func @eig_jacobi_rank0_init(%a: memref<13x13xf64>, %v: memref<13x13xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 13 {
      affine.store %zero, %v[%i, %j] : memref<13x13xf64>
    }
    affine.store %one, %v[%i, %i] : memref<13x13xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<13x13xf64>
      affine.store %0, %a[%i, %j] : memref<13x13xf64>
    }
  }
  return
}

// Sizes that only the caller knows.
func.func @eig_jacobi_dynamic(%n: i32, %p: i32, %q: i32, %a: memref<?x13xf64>,
                              %v: memref<?x13xf64>) {
  %two = arith.constant 2.0 : f64
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %minus_one = arith.constant -1.0 : f64
  %p_index = arith.index_cast %p : i32 to index
  %q_index = arith.index_cast %q : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  %0 = affine.load %a[symbol(%q_index), symbol(%q_index)] : memref<?x13xf64>
  %1 = affine.load %a[symbol(%p_index), symbol(%p_index)] : memref<?x13xf64>
  %2 = arith.subf %0, %1 : f64
  %3 = affine.load %a[symbol(%p_index), symbol(%q_index)] : memref<?x13xf64>
  %4 = arith.mulf %two, %3 : f64
  %5 = arith.divf %2, %4 : f64
  %6 = arith.cmpf oge, %5, %zero : f64
  %7 = arith.select %6, %one, %minus_one : f64
  %8 = math.absf %5 : f64
  %9 = arith.mulf %5, %5 : f64
  %10 = arith.addf %9, %one : f64
  %11 = math.sqrt %10 : f64
  %12 = arith.addf %8, %11 : f64
  %13 = arith.divf %7, %12 : f64
  %14 = arith.mulf %13, %13 : f64
  %15 = arith.addf %14, %one : f64
  %16 = math.sqrt %15 : f64
  %17 = arith.divf %one, %16 : f64
  %18 = arith.mulf %13, %17 : f64
  affine.for %k = 0 to %n_index {
    %19 = affine.load %a[%k, symbol(%p_index)] : memref<?x13xf64>
    %20 = affine.load %a[%k, symbol(%q_index)] : memref<?x13xf64>
    %21 = arith.mulf %17, %19 : f64
    %22 = arith.mulf %18, %20 : f64
    %23 = arith.subf %21, %22 : f64
    affine.store %23, %a[%k, symbol(%p_index)] : memref<?x13xf64>
    %24 = arith.mulf %18, %19 : f64
    %25 = arith.mulf %17, %20 : f64
    %26 = arith.addf %24, %25 : f64
    affine.store %26, %a[%k, symbol(%q_index)] : memref<?x13xf64>
  }
  affine.for %k = 0 to %n_index {
    %27 = affine.load %a[symbol(%p_index), %k] : memref<?x13xf64>
    %28 = affine.load %a[symbol(%q_index), %k] : memref<?x13xf64>
    %29 = arith.mulf %17, %27 : f64
    %30 = arith.mulf %18, %28 : f64
    %31 = arith.subf %29, %30 : f64
    affine.store %31, %a[symbol(%p_index), %k] : memref<?x13xf64>
    %32 = arith.mulf %18, %27 : f64
    %33 = arith.mulf %17, %28 : f64
    %34 = arith.addf %32, %33 : f64
    affine.store %34, %a[symbol(%q_index), %k] : memref<?x13xf64>
  }
  affine.for %k = 0 to %n_index {
    %35 = affine.load %v[%k, symbol(%p_index)] : memref<?x13xf64>
    %36 = affine.load %v[%k, symbol(%q_index)] : memref<?x13xf64>
    %37 = arith.mulf %17, %35 : f64
    %38 = arith.mulf %18, %36 : f64
    %39 = arith.subf %37, %38 : f64
    affine.store %39, %v[%k, symbol(%p_index)] : memref<?x13xf64>
    %40 = arith.mulf %18, %35 : f64
    %41 = arith.mulf %17, %36 : f64
    %42 = arith.addf %40, %41 : f64
    affine.store %42, %v[%k, symbol(%q_index)] : memref<?x13xf64>
  }
  return
}

func.func @eig_jacobi_dynamic_init(%n: i32, %p: i32, %q: i32,
                                   %a: memref<?x13xf64>, %v: memref<?x13xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p_index = arith.index_cast %p : i32 to index
  %q_index = arith.index_cast %q : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    affine.for %j = 0 to %n_index {
      affine.store %zero, %v[%i, %j] : memref<?x13xf64>
    }
    affine.store %one, %v[%i, %i] : memref<?x13xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<?x13xf64>
      affine.store %0, %a[%i, %j] : memref<?x13xf64>
    }
  }
  return
}
