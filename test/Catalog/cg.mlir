// Six steps of the method of conjugate gradients for A x = b, from x = 0. A is
// symmetric and positive definite.
//
// RUN: %check_run %s --entry cg --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry cg_iter_args --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %s --entry cg_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1 --arg 0=13 --arg 1=13x13 --arg 2=13 --arg 3=13
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @cg(

func.func @cg(%a: memref<13x13xf64>, %b: memref<13xf64>, %x: memref<13xf64>) {
  %zero = arith.constant 0.0 : f64
  %r = memref.alloc() : memref<13xf64>
  %p = memref.alloc() : memref<13xf64>
  %q = memref.alloc() : memref<13xf64>
  %rr = memref.alloc() : memref<f64>
  %pq = memref.alloc() : memref<f64>
  %alpha = memref.alloc() : memref<f64>
  %beta = memref.alloc() : memref<f64>
  %old = memref.alloc() : memref<f64>
  affine.store %zero, %rr[] : memref<f64>
  affine.for %i = 0 to 13 {
    affine.store %zero, %x[%i] : memref<13xf64>
    %0 = affine.load %b[%i] : memref<13xf64>
    affine.store %0, %r[%i] : memref<13xf64>
    %1 = affine.load %b[%i] : memref<13xf64>
    affine.store %1, %p[%i] : memref<13xf64>
    %2 = affine.load %rr[] : memref<f64>
    %3 = affine.load %b[%i] : memref<13xf64>
    %4 = affine.load %b[%i] : memref<13xf64>
    %5 = arith.mulf %3, %4 : f64
    %6 = arith.addf %2, %5 : f64
    affine.store %6, %rr[] : memref<f64>
  }
  affine.for %t = 0 to 6 {
    affine.store %zero, %pq[] : memref<f64>
    affine.for %i = 0 to 13 {
      affine.store %zero, %q[%i] : memref<13xf64>
      affine.for %j = 0 to 13 {
        %7 = affine.load %q[%i] : memref<13xf64>
        %8 = affine.load %a[%i, %j] : memref<13x13xf64>
        %9 = affine.load %p[%j] : memref<13xf64>
        %10 = arith.mulf %8, %9 : f64
        %11 = arith.addf %7, %10 : f64
        affine.store %11, %q[%i] : memref<13xf64>
      }
      %12 = affine.load %pq[] : memref<f64>
      %13 = affine.load %p[%i] : memref<13xf64>
      %14 = affine.load %q[%i] : memref<13xf64>
      %15 = arith.mulf %13, %14 : f64
      %16 = arith.addf %12, %15 : f64
      affine.store %16, %pq[] : memref<f64>
    }
    %17 = affine.load %rr[] : memref<f64>
    %18 = affine.load %pq[] : memref<f64>
    %19 = arith.divf %17, %18 : f64
    affine.store %19, %alpha[] : memref<f64>
    %20 = affine.load %rr[] : memref<f64>
    affine.store %20, %old[] : memref<f64>
    affine.store %zero, %rr[] : memref<f64>
    affine.for %i = 0 to 13 {
      %21 = affine.load %x[%i] : memref<13xf64>
      %22 = affine.load %alpha[] : memref<f64>
      %23 = affine.load %p[%i] : memref<13xf64>
      %24 = arith.mulf %22, %23 : f64
      %25 = arith.addf %21, %24 : f64
      affine.store %25, %x[%i] : memref<13xf64>
      %26 = affine.load %r[%i] : memref<13xf64>
      %27 = affine.load %alpha[] : memref<f64>
      %28 = affine.load %q[%i] : memref<13xf64>
      %29 = arith.mulf %27, %28 : f64
      %30 = arith.subf %26, %29 : f64
      affine.store %30, %r[%i] : memref<13xf64>
      %31 = affine.load %rr[] : memref<f64>
      %32 = affine.load %r[%i] : memref<13xf64>
      %33 = affine.load %r[%i] : memref<13xf64>
      %34 = arith.mulf %32, %33 : f64
      %35 = arith.addf %31, %34 : f64
      affine.store %35, %rr[] : memref<f64>
    }
    %36 = affine.load %rr[] : memref<f64>
    %37 = affine.load %old[] : memref<f64>
    %38 = arith.divf %36, %37 : f64
    affine.store %38, %beta[] : memref<f64>
    affine.for %i = 0 to 13 {
      %39 = affine.load %r[%i] : memref<13xf64>
      %40 = affine.load %beta[] : memref<f64>
      %41 = affine.load %p[%i] : memref<13xf64>
      %42 = arith.mulf %40, %41 : f64
      %43 = arith.addf %39, %42 : f64
      affine.store %43, %p[%i] : memref<13xf64>
    }
  }
  memref.dealloc %r : memref<13xf64>
  memref.dealloc %p : memref<13xf64>
  memref.dealloc %q : memref<13xf64>
  memref.dealloc %rr : memref<f64>
  memref.dealloc %pq : memref<f64>
  memref.dealloc %alpha : memref<f64>
  memref.dealloc %beta : memref<f64>
  memref.dealloc %old : memref<f64>
  return
}

func.func @cg_init(%a: memref<13x13xf64>, %b: memref<13xf64>,
                   %x: memref<13xf64>) {
  %c24 = arith.constant 24.0 : f64
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<13x13xf64>
      affine.store %0, %a[%i, %j] : memref<13x13xf64>
    }
    %1 = affine.load %a[%i, %i] : memref<13x13xf64>
    %2 = arith.addf %1, %c24 : f64
    affine.store %2, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Sums in values that the loops carry.
func.func @cg_iter_args(%a: memref<13x13xf64>, %b: memref<13xf64>,
                        %x: memref<13xf64>) {
  %zero = arith.constant 0.0 : f64
  %r = memref.alloc() : memref<13xf64>
  %p = memref.alloc() : memref<13xf64>
  %q = memref.alloc() : memref<13xf64>
  %0 = affine.for %i = 0 to 13 iter_args(%rr_0 = %zero) -> (f64) {
    affine.store %zero, %x[%i] : memref<13xf64>
    %1 = affine.load %b[%i] : memref<13xf64>
    affine.store %1, %r[%i] : memref<13xf64>
    %2 = affine.load %b[%i] : memref<13xf64>
    affine.store %2, %p[%i] : memref<13xf64>
    %3 = affine.load %b[%i] : memref<13xf64>
    %4 = affine.load %b[%i] : memref<13xf64>
    %5 = arith.mulf %3, %4 : f64
    %6 = arith.addf %rr_0, %5 : f64
    affine.yield %6 : f64
  }
  %7 = affine.for %t = 0 to 6 iter_args(%rr_1 = %0) -> (f64) {
    %8 = affine.for %i = 0 to 13 iter_args(%pq_2 = %zero) -> (f64) {
      affine.store %zero, %q[%i] : memref<13xf64>
      affine.for %j = 0 to 13 {
        %9 = affine.load %q[%i] : memref<13xf64>
        %10 = affine.load %a[%i, %j] : memref<13x13xf64>
        %11 = affine.load %p[%j] : memref<13xf64>
        %12 = arith.mulf %10, %11 : f64
        %13 = arith.addf %9, %12 : f64
        affine.store %13, %q[%i] : memref<13xf64>
      }
      %14 = affine.load %p[%i] : memref<13xf64>
      %15 = affine.load %q[%i] : memref<13xf64>
      %16 = arith.mulf %14, %15 : f64
      %17 = arith.addf %pq_2, %16 : f64
      affine.yield %17 : f64
    }
    %18 = arith.divf %rr_1, %8 : f64
    %19 = affine.for %i = 0 to 13 iter_args(%rr_3 = %zero) -> (f64) {
      %20 = affine.load %x[%i] : memref<13xf64>
      %21 = affine.load %p[%i] : memref<13xf64>
      %22 = arith.mulf %18, %21 : f64
      %23 = arith.addf %20, %22 : f64
      affine.store %23, %x[%i] : memref<13xf64>
      %24 = affine.load %r[%i] : memref<13xf64>
      %25 = affine.load %q[%i] : memref<13xf64>
      %26 = arith.mulf %18, %25 : f64
      %27 = arith.subf %24, %26 : f64
      affine.store %27, %r[%i] : memref<13xf64>
      %28 = affine.load %r[%i] : memref<13xf64>
      %29 = affine.load %r[%i] : memref<13xf64>
      %30 = arith.mulf %28, %29 : f64
      %31 = arith.addf %rr_3, %30 : f64
      affine.yield %31 : f64
    }
    %32 = arith.divf %19, %rr_1 : f64
    affine.for %i = 0 to 13 {
      %33 = affine.load %r[%i] : memref<13xf64>
      %34 = affine.load %p[%i] : memref<13xf64>
      %35 = arith.mulf %32, %34 : f64
      %36 = arith.addf %33, %35 : f64
      affine.store %36, %p[%i] : memref<13xf64>
    }
    affine.yield %19 : f64
  }
  memref.dealloc %r : memref<13xf64>
  memref.dealloc %p : memref<13xf64>
  memref.dealloc %q : memref<13xf64>
  return
}

func.func @cg_iter_args_init(%a: memref<13x13xf64>, %b: memref<13xf64>,
                             %x: memref<13xf64>) {
  %c24 = arith.constant 24.0 : f64
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<13x13xf64>
      affine.store %0, %a[%i, %j] : memref<13x13xf64>
    }
    %1 = affine.load %a[%i, %i] : memref<13x13xf64>
    %2 = arith.addf %1, %c24 : f64
    affine.store %2, %a[%i, %i] : memref<13x13xf64>
  }
  return
}

// Sizes that only the caller knows, and sums in memrefs of one element.
func.func @cg_dynamic(%n: i32, %a: memref<?x13xf64>, %b: memref<?xf64>,
                      %x: memref<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  %r = memref.alloc(%n_index) : memref<?xf64>
  %p = memref.alloc(%n_index) : memref<?xf64>
  %q = memref.alloc(%n_index) : memref<?xf64>
  %rr = memref.alloca() : memref<1xf64>
  %pq = memref.alloca() : memref<1xf64>
  affine.store %zero, %rr[0] : memref<1xf64>
  affine.for %i = 0 to %n_index {
    affine.store %zero, %x[%i] : memref<?xf64>
    %0 = affine.load %b[%i] : memref<?xf64>
    affine.store %0, %r[%i] : memref<?xf64>
    %1 = affine.load %b[%i] : memref<?xf64>
    affine.store %1, %p[%i] : memref<?xf64>
    %2 = affine.load %rr[0] : memref<1xf64>
    %3 = affine.load %b[%i] : memref<?xf64>
    %4 = affine.load %b[%i] : memref<?xf64>
    %5 = arith.mulf %3, %4 : f64
    %6 = arith.addf %2, %5 : f64
    affine.store %6, %rr[0] : memref<1xf64>
  }
  affine.for %t = 0 to 6 {
    affine.store %zero, %pq[0] : memref<1xf64>
    affine.for %i = 0 to %n_index {
      affine.store %zero, %q[%i] : memref<?xf64>
      affine.for %j = 0 to %n_index {
        %7 = affine.load %q[%i] : memref<?xf64>
        %8 = affine.load %a[%i, %j] : memref<?x13xf64>
        %9 = affine.load %p[%j] : memref<?xf64>
        %10 = arith.mulf %8, %9 : f64
        %11 = arith.addf %7, %10 : f64
        affine.store %11, %q[%i] : memref<?xf64>
      }
      %12 = affine.load %pq[0] : memref<1xf64>
      %13 = affine.load %p[%i] : memref<?xf64>
      %14 = affine.load %q[%i] : memref<?xf64>
      %15 = arith.mulf %13, %14 : f64
      %16 = arith.addf %12, %15 : f64
      affine.store %16, %pq[0] : memref<1xf64>
    }
    %17 = affine.load %rr[0] : memref<1xf64>
    %18 = affine.load %pq[0] : memref<1xf64>
    %19 = arith.divf %17, %18 : f64
    %20 = affine.load %rr[0] : memref<1xf64>
    affine.store %zero, %rr[0] : memref<1xf64>
    affine.for %i = 0 to %n_index {
      %21 = affine.load %x[%i] : memref<?xf64>
      %22 = affine.load %p[%i] : memref<?xf64>
      %23 = arith.mulf %19, %22 : f64
      %24 = arith.addf %21, %23 : f64
      affine.store %24, %x[%i] : memref<?xf64>
      %25 = affine.load %r[%i] : memref<?xf64>
      %26 = affine.load %q[%i] : memref<?xf64>
      %27 = arith.mulf %19, %26 : f64
      %28 = arith.subf %25, %27 : f64
      affine.store %28, %r[%i] : memref<?xf64>
      %29 = affine.load %rr[0] : memref<1xf64>
      %30 = affine.load %r[%i] : memref<?xf64>
      %31 = affine.load %r[%i] : memref<?xf64>
      %32 = arith.mulf %30, %31 : f64
      %33 = arith.addf %29, %32 : f64
      affine.store %33, %rr[0] : memref<1xf64>
    }
    %34 = affine.load %rr[0] : memref<1xf64>
    %35 = arith.divf %34, %20 : f64
    affine.for %i = 0 to %n_index {
      %36 = affine.load %r[%i] : memref<?xf64>
      %37 = affine.load %p[%i] : memref<?xf64>
      %38 = arith.mulf %35, %37 : f64
      %39 = arith.addf %36, %38 : f64
      affine.store %39, %p[%i] : memref<?xf64>
    }
  }
  memref.dealloc %r : memref<?xf64>
  memref.dealloc %p : memref<?xf64>
  memref.dealloc %q : memref<?xf64>
  return
}

func.func @cg_dynamic_init(%n: i32, %a: memref<?x13xf64>, %b: memref<?xf64>,
                           %x: memref<?xf64>) {
  %c24 = arith.constant 24.0 : f64
  %n_index = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %n_index {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<?x13xf64>
      affine.store %0, %a[%i, %j] : memref<?x13xf64>
    }
    %1 = affine.load %a[%i, %i] : memref<?x13xf64>
    %2 = arith.addf %1, %c24 : f64
    affine.store %2, %a[%i, %i] : memref<?x13xf64>
  }
  return
}
