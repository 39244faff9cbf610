// Alternating direction implicit steps of the heat equation: in each, tridiagonal
// systems along the columns, then along the rows, each by one sweep up and one
// down.
//
// RUN: %check_run %s --entry adi --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: %check_run %s --entry adi_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1 --arg 0=2 --arg 1=11 --arg 2=11x11 --arg 3=11x11 --arg 4=11x11 --arg 5=11x11
// RUN: %check_run %s --entry adi_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @adi(
// CHECK-DAG: func.func @adi_dynamic(
// CHECK-DAG: func.func @adi_cells(

func.func @adi(%u: memref<11x11xf64>, %v: memref<11x11xf64>,
               %p: memref<11x11xf64>, %q: memref<11x11xf64>) {
  %cst = arith.constant 1.0 : f64
  %cst_0 = arith.constant 11.0 : f64
  %cst_1 = arith.constant 2.0 : f64
  %cst_2 = arith.constant 0.0 : f64
  %0 = arith.divf %cst, %cst_0 : f64
  %1 = arith.divf %cst, %cst_0 : f64
  %2 = arith.divf %cst, %cst_1 : f64
  %3 = arith.mulf %cst_1, %2 : f64
  %4 = arith.mulf %0, %0 : f64
  %5 = arith.divf %3, %4 : f64
  %6 = arith.mulf %cst, %2 : f64
  %7 = arith.mulf %1, %1 : f64
  %8 = arith.divf %6, %7 : f64
  %9 = arith.negf %5 : f64
  %10 = arith.divf %9, %cst_1 : f64
  %11 = arith.addf %cst, %5 : f64
  %12 = arith.negf %8 : f64
  %13 = arith.divf %12, %cst_1 : f64
  %14 = arith.addf %cst, %8 : f64
  affine.for %t = 1 to 3 {
    affine.for %i = 1 to 10 {
      affine.store %cst, %v[0, %i] : memref<11x11xf64>
      affine.store %cst_2, %p[%i, 0] : memref<11x11xf64>
      %15 = affine.load %v[0, %i] : memref<11x11xf64>
      affine.store %15, %q[%i, 0] : memref<11x11xf64>
      affine.for %j = 1 to 10 {
        %16 = arith.negf %10 : f64
        %17 = affine.load %p[%i, %j - 1] : memref<11x11xf64>
        %18 = arith.mulf %10, %17 : f64
        %19 = arith.addf %18, %11 : f64
        %20 = arith.divf %16, %19 : f64
        affine.store %20, %p[%i, %j] : memref<11x11xf64>
        %21 = arith.negf %13 : f64
        %22 = affine.load %u[%j, %i - 1] : memref<11x11xf64>
        %23 = arith.mulf %21, %22 : f64
        %24 = arith.mulf %cst_1, %13 : f64
        %25 = arith.addf %cst, %24 : f64
        %26 = affine.load %u[%j, %i] : memref<11x11xf64>
        %27 = arith.mulf %25, %26 : f64
        %28 = arith.addf %23, %27 : f64
        %29 = affine.load %u[%j, %i + 1] : memref<11x11xf64>
        %30 = arith.mulf %13, %29 : f64
        %31 = arith.subf %28, %30 : f64
        %32 = affine.load %q[%i, %j - 1] : memref<11x11xf64>
        %33 = arith.mulf %10, %32 : f64
        %34 = arith.subf %31, %33 : f64
        %35 = affine.load %p[%i, %j - 1] : memref<11x11xf64>
        %36 = arith.mulf %10, %35 : f64
        %37 = arith.addf %36, %11 : f64
        %38 = arith.divf %34, %37 : f64
        affine.store %38, %q[%i, %j] : memref<11x11xf64>
      }
      affine.store %cst, %v[10, %i] : memref<11x11xf64>
      affine.for %j = 0 to 9 {
        %16 = affine.load %p[%i, 9 - %j] : memref<11x11xf64>
        %17 = affine.load %v[10 - %j, %i] : memref<11x11xf64>
        %18 = arith.mulf %16, %17 : f64
        %19 = affine.load %q[%i, 9 - %j] : memref<11x11xf64>
        %20 = arith.addf %18, %19 : f64
        affine.store %20, %v[9 - %j, %i] : memref<11x11xf64>
      }
    }
    affine.for %i = 1 to 10 {
      affine.store %cst, %u[%i, 0] : memref<11x11xf64>
      affine.store %cst_2, %p[%i, 0] : memref<11x11xf64>
      %15 = affine.load %u[%i, 0] : memref<11x11xf64>
      affine.store %15, %q[%i, 0] : memref<11x11xf64>
      affine.for %j = 1 to 10 {
        %16 = arith.negf %13 : f64
        %17 = affine.load %p[%i, %j - 1] : memref<11x11xf64>
        %18 = arith.mulf %13, %17 : f64
        %19 = arith.addf %18, %14 : f64
        %20 = arith.divf %16, %19 : f64
        affine.store %20, %p[%i, %j] : memref<11x11xf64>
        %21 = arith.negf %10 : f64
        %22 = affine.load %v[%i - 1, %j] : memref<11x11xf64>
        %23 = arith.mulf %21, %22 : f64
        %24 = arith.mulf %cst_1, %10 : f64
        %25 = arith.addf %cst, %24 : f64
        %26 = affine.load %v[%i, %j] : memref<11x11xf64>
        %27 = arith.mulf %25, %26 : f64
        %28 = arith.addf %23, %27 : f64
        %29 = affine.load %v[%i + 1, %j] : memref<11x11xf64>
        %30 = arith.mulf %10, %29 : f64
        %31 = arith.subf %28, %30 : f64
        %32 = affine.load %q[%i, %j - 1] : memref<11x11xf64>
        %33 = arith.mulf %13, %32 : f64
        %34 = arith.subf %31, %33 : f64
        %35 = affine.load %p[%i, %j - 1] : memref<11x11xf64>
        %36 = arith.mulf %13, %35 : f64
        %37 = arith.addf %36, %14 : f64
        %38 = arith.divf %34, %37 : f64
        affine.store %38, %q[%i, %j] : memref<11x11xf64>
      }
      affine.store %cst, %u[%i, 10] : memref<11x11xf64>
      affine.for %j = 0 to 9 {
        %16 = affine.load %p[%i, 9 - %j] : memref<11x11xf64>
        %17 = affine.load %u[%i, 10 - %j] : memref<11x11xf64>
        %18 = arith.mulf %16, %17 : f64
        %19 = affine.load %q[%i, 9 - %j] : memref<11x11xf64>
        %20 = arith.addf %18, %19 : f64
        affine.store %20, %u[%i, 9 - %j] : memref<11x11xf64>
      }
    }
  }
  return
}

func.func @adi_dynamic(%tsteps: i32, %n: i32, %u: memref<?x11xf64>,
                       %v: memref<?x11xf64>, %p: memref<?x11xf64>,
                       %q: memref<?x11xf64>) {
  %undef = llvm.mlir.undef : f64
  %cst = arith.constant 1.0 : f64
  %cst_0 = arith.constant 2.0 : f64
  %cst_1 = arith.constant 0.0 : f64
  %tsteps_size = arith.index_cast %tsteps : i32 to index
  %n_size = arith.index_cast %n : i32 to index
  %dx = memref.alloca() : memref<1xf64>
  affine.store %undef, %dx[0] : memref<1xf64>
  %dy = memref.alloca() : memref<1xf64>
  affine.store %undef, %dy[0] : memref<1xf64>
  %dt = memref.alloca() : memref<1xf64>
  affine.store %undef, %dt[0] : memref<1xf64>
  %mul1 = memref.alloca() : memref<1xf64>
  affine.store %undef, %mul1[0] : memref<1xf64>
  %mul2 = memref.alloca() : memref<1xf64>
  affine.store %undef, %mul2[0] : memref<1xf64>
  %a = memref.alloca() : memref<1xf64>
  affine.store %undef, %a[0] : memref<1xf64>
  %b = memref.alloca() : memref<1xf64>
  affine.store %undef, %b[0] : memref<1xf64>
  %c = memref.alloca() : memref<1xf64>
  affine.store %undef, %c[0] : memref<1xf64>
  %d = memref.alloca() : memref<1xf64>
  affine.store %undef, %d[0] : memref<1xf64>
  %e = memref.alloca() : memref<1xf64>
  affine.store %undef, %e[0] : memref<1xf64>
  %f = memref.alloca() : memref<1xf64>
  affine.store %undef, %f[0] : memref<1xf64>
  %0 = arith.sitofp %n : i32 to f64
  %1 = arith.divf %cst, %0 : f64
  affine.store %1, %dx[0] : memref<1xf64>
  %2 = arith.sitofp %n : i32 to f64
  %3 = arith.divf %cst, %2 : f64
  affine.store %3, %dy[0] : memref<1xf64>
  %4 = arith.sitofp %tsteps : i32 to f64
  %5 = arith.divf %cst, %4 : f64
  affine.store %5, %dt[0] : memref<1xf64>
  %6 = affine.load %dt[0] : memref<1xf64>
  %7 = arith.mulf %cst_0, %6 : f64
  %8 = affine.load %dx[0] : memref<1xf64>
  %9 = affine.load %dx[0] : memref<1xf64>
  %10 = arith.mulf %8, %9 : f64
  %11 = arith.divf %7, %10 : f64
  affine.store %11, %mul1[0] : memref<1xf64>
  %12 = affine.load %dt[0] : memref<1xf64>
  %13 = arith.mulf %cst, %12 : f64
  %14 = affine.load %dy[0] : memref<1xf64>
  %15 = affine.load %dy[0] : memref<1xf64>
  %16 = arith.mulf %14, %15 : f64
  %17 = arith.divf %13, %16 : f64
  affine.store %17, %mul2[0] : memref<1xf64>
  %18 = affine.load %mul1[0] : memref<1xf64>
  %19 = arith.negf %18 : f64
  %20 = arith.divf %19, %cst_0 : f64
  affine.store %20, %a[0] : memref<1xf64>
  %21 = affine.load %mul1[0] : memref<1xf64>
  %22 = arith.addf %cst, %21 : f64
  affine.store %22, %b[0] : memref<1xf64>
  %23 = affine.load %a[0] : memref<1xf64>
  affine.store %23, %c[0] : memref<1xf64>
  %24 = affine.load %mul2[0] : memref<1xf64>
  %25 = arith.negf %24 : f64
  %26 = arith.divf %25, %cst_0 : f64
  affine.store %26, %d[0] : memref<1xf64>
  %27 = affine.load %mul2[0] : memref<1xf64>
  %28 = arith.addf %cst, %27 : f64
  affine.store %28, %e[0] : memref<1xf64>
  %29 = affine.load %d[0] : memref<1xf64>
  affine.store %29, %f[0] : memref<1xf64>
  affine.for %t = 1 to affine_map<()[s0] -> (s0 + 1)>()[%tsteps_size] {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
      affine.store %cst, %v[0, %i] : memref<?x11xf64>
      affine.store %cst_1, %p[%i, 0] : memref<?x11xf64>
      %30 = affine.load %v[0, %i] : memref<?x11xf64>
      affine.store %30, %q[%i, 0] : memref<?x11xf64>
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
        %31 = affine.load %c[0] : memref<1xf64>
        %32 = arith.negf %31 : f64
        %33 = affine.load %a[0] : memref<1xf64>
        %34 = affine.load %p[%i, %j - 1] : memref<?x11xf64>
        %35 = arith.mulf %33, %34 : f64
        %36 = affine.load %b[0] : memref<1xf64>
        %37 = arith.addf %35, %36 : f64
        %38 = arith.divf %32, %37 : f64
        affine.store %38, %p[%i, %j] : memref<?x11xf64>
        %39 = affine.load %d[0] : memref<1xf64>
        %40 = arith.negf %39 : f64
        %41 = affine.load %u[%j, %i - 1] : memref<?x11xf64>
        %42 = arith.mulf %40, %41 : f64
        %43 = affine.load %d[0] : memref<1xf64>
        %44 = arith.mulf %cst_0, %43 : f64
        %45 = arith.addf %cst, %44 : f64
        %46 = affine.load %u[%j, %i] : memref<?x11xf64>
        %47 = arith.mulf %45, %46 : f64
        %48 = arith.addf %42, %47 : f64
        %49 = affine.load %f[0] : memref<1xf64>
        %50 = affine.load %u[%j, %i + 1] : memref<?x11xf64>
        %51 = arith.mulf %49, %50 : f64
        %52 = arith.subf %48, %51 : f64
        %53 = affine.load %a[0] : memref<1xf64>
        %54 = affine.load %q[%i, %j - 1] : memref<?x11xf64>
        %55 = arith.mulf %53, %54 : f64
        %56 = arith.subf %52, %55 : f64
        %57 = affine.load %a[0] : memref<1xf64>
        %58 = affine.load %p[%i, %j - 1] : memref<?x11xf64>
        %59 = arith.mulf %57, %58 : f64
        %60 = affine.load %b[0] : memref<1xf64>
        %61 = arith.addf %59, %60 : f64
        %62 = arith.divf %56, %61 : f64
        affine.store %62, %q[%i, %j] : memref<?x11xf64>
      }
      affine.store %cst, %v[symbol(%n_size) - 1, %i] : memref<?x11xf64>
      affine.for %j = 0 to affine_map<()[s0] -> (s0 - 2)>()[%n_size] {
        %31 = affine.load %p[%i, symbol(%n_size) - %j - 2] : memref<?x11xf64>
        %32 = affine.load %v[symbol(%n_size) - %j - 1, %i] : memref<?x11xf64>
        %33 = arith.mulf %31, %32 : f64
        %34 = affine.load %q[%i, symbol(%n_size) - %j - 2] : memref<?x11xf64>
        %35 = arith.addf %33, %34 : f64
        affine.store %35, %v[symbol(%n_size) - %j - 2, %i] : memref<?x11xf64>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
      affine.store %cst, %u[%i, 0] : memref<?x11xf64>
      affine.store %cst_1, %p[%i, 0] : memref<?x11xf64>
      %30 = affine.load %u[%i, 0] : memref<?x11xf64>
      affine.store %30, %q[%i, 0] : memref<?x11xf64>
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n_size] {
        %31 = affine.load %f[0] : memref<1xf64>
        %32 = arith.negf %31 : f64
        %33 = affine.load %d[0] : memref<1xf64>
        %34 = affine.load %p[%i, %j - 1] : memref<?x11xf64>
        %35 = arith.mulf %33, %34 : f64
        %36 = affine.load %e[0] : memref<1xf64>
        %37 = arith.addf %35, %36 : f64
        %38 = arith.divf %32, %37 : f64
        affine.store %38, %p[%i, %j] : memref<?x11xf64>
        %39 = affine.load %a[0] : memref<1xf64>
        %40 = arith.negf %39 : f64
        %41 = affine.load %v[%i - 1, %j] : memref<?x11xf64>
        %42 = arith.mulf %40, %41 : f64
        %43 = affine.load %a[0] : memref<1xf64>
        %44 = arith.mulf %cst_0, %43 : f64
        %45 = arith.addf %cst, %44 : f64
        %46 = affine.load %v[%i, %j] : memref<?x11xf64>
        %47 = arith.mulf %45, %46 : f64
        %48 = arith.addf %42, %47 : f64
        %49 = affine.load %c[0] : memref<1xf64>
        %50 = affine.load %v[%i + 1, %j] : memref<?x11xf64>
        %51 = arith.mulf %49, %50 : f64
        %52 = arith.subf %48, %51 : f64
        %53 = affine.load %d[0] : memref<1xf64>
        %54 = affine.load %q[%i, %j - 1] : memref<?x11xf64>
        %55 = arith.mulf %53, %54 : f64
        %56 = arith.subf %52, %55 : f64
        %57 = affine.load %d[0] : memref<1xf64>
        %58 = affine.load %p[%i, %j - 1] : memref<?x11xf64>
        %59 = arith.mulf %57, %58 : f64
        %60 = affine.load %e[0] : memref<1xf64>
        %61 = arith.addf %59, %60 : f64
        %62 = arith.divf %56, %61 : f64
        affine.store %62, %q[%i, %j] : memref<?x11xf64>
      }
      affine.store %cst, %u[%i, symbol(%n_size) - 1] : memref<?x11xf64>
      affine.for %j = 0 to affine_map<()[s0] -> (s0 - 2)>()[%n_size] {
        %31 = affine.load %p[%i, symbol(%n_size) - %j - 2] : memref<?x11xf64>
        %32 = affine.load %u[%i, symbol(%n_size) - %j - 1] : memref<?x11xf64>
        %33 = arith.mulf %31, %32 : f64
        %34 = affine.load %q[%i, symbol(%n_size) - %j - 2] : memref<?x11xf64>
        %35 = arith.addf %33, %34 : f64
        affine.store %35, %u[%i, symbol(%n_size) - %j - 2] : memref<?x11xf64>
      }
    }
  }
  return
}

func.func @adi_cells(%u: memref<11x11xf64>, %v: memref<11x11xf64>,
                     %p: memref<11x11xf64>, %q: memref<11x11xf64>) {
  %cst = arith.constant 1.0 : f64
  %cst_0 = arith.constant 11.0 : f64
  %cst_1 = arith.constant 2.0 : f64
  %cst_2 = arith.constant 0.0 : f64
  %dx = memref.alloca() : memref<f64>
  %dy = memref.alloca() : memref<f64>
  %dt = memref.alloca() : memref<f64>
  %mul1 = memref.alloca() : memref<f64>
  %mul2 = memref.alloca() : memref<f64>
  %a = memref.alloca() : memref<f64>
  %b = memref.alloca() : memref<f64>
  %c = memref.alloca() : memref<f64>
  %d = memref.alloca() : memref<f64>
  %e = memref.alloca() : memref<f64>
  %f = memref.alloca() : memref<f64>
  %0 = arith.divf %cst, %cst_0 : f64
  affine.store %0, %dx[] : memref<f64>
  %1 = arith.divf %cst, %cst_0 : f64
  affine.store %1, %dy[] : memref<f64>
  %2 = arith.divf %cst, %cst_1 : f64
  affine.store %2, %dt[] : memref<f64>
  %3 = affine.load %dt[] : memref<f64>
  %4 = arith.mulf %cst_1, %3 : f64
  %5 = affine.load %dx[] : memref<f64>
  %6 = affine.load %dx[] : memref<f64>
  %7 = arith.mulf %5, %6 : f64
  %8 = arith.divf %4, %7 : f64
  affine.store %8, %mul1[] : memref<f64>
  %9 = affine.load %dt[] : memref<f64>
  %10 = arith.mulf %cst, %9 : f64
  %11 = affine.load %dy[] : memref<f64>
  %12 = affine.load %dy[] : memref<f64>
  %13 = arith.mulf %11, %12 : f64
  %14 = arith.divf %10, %13 : f64
  affine.store %14, %mul2[] : memref<f64>
  %15 = affine.load %mul1[] : memref<f64>
  %16 = arith.negf %15 : f64
  %17 = arith.divf %16, %cst_1 : f64
  affine.store %17, %a[] : memref<f64>
  %18 = affine.load %mul1[] : memref<f64>
  %19 = arith.addf %cst, %18 : f64
  affine.store %19, %b[] : memref<f64>
  %20 = affine.load %a[] : memref<f64>
  affine.store %20, %c[] : memref<f64>
  %21 = affine.load %mul2[] : memref<f64>
  %22 = arith.negf %21 : f64
  %23 = arith.divf %22, %cst_1 : f64
  affine.store %23, %d[] : memref<f64>
  %24 = affine.load %mul2[] : memref<f64>
  %25 = arith.addf %cst, %24 : f64
  affine.store %25, %e[] : memref<f64>
  %26 = affine.load %d[] : memref<f64>
  affine.store %26, %f[] : memref<f64>
  affine.for %t = 1 to 3 {
    affine.for %i = 1 to 10 {
      affine.store %cst, %v[0, %i] : memref<11x11xf64>
      affine.store %cst_2, %p[%i, 0] : memref<11x11xf64>
      %27 = affine.load %v[0, %i] : memref<11x11xf64>
      affine.store %27, %q[%i, 0] : memref<11x11xf64>
      affine.for %j = 1 to 10 {
        %28 = affine.load %c[] : memref<f64>
        %29 = arith.negf %28 : f64
        %30 = affine.load %a[] : memref<f64>
        %31 = affine.load %p[%i, %j - 1] : memref<11x11xf64>
        %32 = arith.mulf %30, %31 : f64
        %33 = affine.load %b[] : memref<f64>
        %34 = arith.addf %32, %33 : f64
        %35 = arith.divf %29, %34 : f64
        affine.store %35, %p[%i, %j] : memref<11x11xf64>
        %36 = affine.load %d[] : memref<f64>
        %37 = arith.negf %36 : f64
        %38 = affine.load %u[%j, %i - 1] : memref<11x11xf64>
        %39 = arith.mulf %37, %38 : f64
        %40 = affine.load %d[] : memref<f64>
        %41 = arith.mulf %cst_1, %40 : f64
        %42 = arith.addf %cst, %41 : f64
        %43 = affine.load %u[%j, %i] : memref<11x11xf64>
        %44 = arith.mulf %42, %43 : f64
        %45 = arith.addf %39, %44 : f64
        %46 = affine.load %f[] : memref<f64>
        %47 = affine.load %u[%j, %i + 1] : memref<11x11xf64>
        %48 = arith.mulf %46, %47 : f64
        %49 = arith.subf %45, %48 : f64
        %50 = affine.load %a[] : memref<f64>
        %51 = affine.load %q[%i, %j - 1] : memref<11x11xf64>
        %52 = arith.mulf %50, %51 : f64
        %53 = arith.subf %49, %52 : f64
        %54 = affine.load %a[] : memref<f64>
        %55 = affine.load %p[%i, %j - 1] : memref<11x11xf64>
        %56 = arith.mulf %54, %55 : f64
        %57 = affine.load %b[] : memref<f64>
        %58 = arith.addf %56, %57 : f64
        %59 = arith.divf %53, %58 : f64
        affine.store %59, %q[%i, %j] : memref<11x11xf64>
      }
      affine.store %cst, %v[10, %i] : memref<11x11xf64>
      affine.for %j = 0 to 9 {
        %28 = affine.load %p[%i, 9 - %j] : memref<11x11xf64>
        %29 = affine.load %v[10 - %j, %i] : memref<11x11xf64>
        %30 = arith.mulf %28, %29 : f64
        %31 = affine.load %q[%i, 9 - %j] : memref<11x11xf64>
        %32 = arith.addf %30, %31 : f64
        affine.store %32, %v[9 - %j, %i] : memref<11x11xf64>
      }
    }
    affine.for %i = 1 to 10 {
      affine.store %cst, %u[%i, 0] : memref<11x11xf64>
      affine.store %cst_2, %p[%i, 0] : memref<11x11xf64>
      %27 = affine.load %u[%i, 0] : memref<11x11xf64>
      affine.store %27, %q[%i, 0] : memref<11x11xf64>
      affine.for %j = 1 to 10 {
        %28 = affine.load %f[] : memref<f64>
        %29 = arith.negf %28 : f64
        %30 = affine.load %d[] : memref<f64>
        %31 = affine.load %p[%i, %j - 1] : memref<11x11xf64>
        %32 = arith.mulf %30, %31 : f64
        %33 = affine.load %e[] : memref<f64>
        %34 = arith.addf %32, %33 : f64
        %35 = arith.divf %29, %34 : f64
        affine.store %35, %p[%i, %j] : memref<11x11xf64>
        %36 = affine.load %a[] : memref<f64>
        %37 = arith.negf %36 : f64
        %38 = affine.load %v[%i - 1, %j] : memref<11x11xf64>
        %39 = arith.mulf %37, %38 : f64
        %40 = affine.load %a[] : memref<f64>
        %41 = arith.mulf %cst_1, %40 : f64
        %42 = arith.addf %cst, %41 : f64
        %43 = affine.load %v[%i, %j] : memref<11x11xf64>
        %44 = arith.mulf %42, %43 : f64
        %45 = arith.addf %39, %44 : f64
        %46 = affine.load %c[] : memref<f64>
        %47 = affine.load %v[%i + 1, %j] : memref<11x11xf64>
        %48 = arith.mulf %46, %47 : f64
        %49 = arith.subf %45, %48 : f64
        %50 = affine.load %d[] : memref<f64>
        %51 = affine.load %q[%i, %j - 1] : memref<11x11xf64>
        %52 = arith.mulf %50, %51 : f64
        %53 = arith.subf %49, %52 : f64
        %54 = affine.load %d[] : memref<f64>
        %55 = affine.load %p[%i, %j - 1] : memref<11x11xf64>
        %56 = arith.mulf %54, %55 : f64
        %57 = affine.load %e[] : memref<f64>
        %58 = arith.addf %56, %57 : f64
        %59 = arith.divf %53, %58 : f64
        affine.store %59, %q[%i, %j] : memref<11x11xf64>
      }
      affine.store %cst, %u[%i, 10] : memref<11x11xf64>
      affine.for %j = 0 to 9 {
        %28 = affine.load %p[%i, 9 - %j] : memref<11x11xf64>
        %29 = affine.load %u[%i, 10 - %j] : memref<11x11xf64>
        %30 = arith.mulf %28, %29 : f64
        %31 = affine.load %q[%i, 9 - %j] : memref<11x11xf64>
        %32 = arith.addf %30, %31 : f64
        affine.store %32, %u[%i, 9 - %j] : memref<11x11xf64>
      }
    }
  }
  return
}
