// The recursive smoothing filter of Deriche: along each row from the left and
// from the right, summed, then the same along each column.
//
// RUN: %check_run %s --entry deriche --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 4,8 --arg 0=0.25
// RUN: %check_run %s --entry deriche_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4 --arg 0=11 --arg 1=13 --arg 2=0.25 --arg 3=11x13 --arg 4=11x13 --arg 5=11x13 --arg 6=11x13
// RUN: %check_run %s --entry deriche_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK-DAG: func.func @deriche(
// CHECK-DAG: func.func @deriche_dynamic(
// CHECK-DAG: func.func @deriche_cells(

func.func @deriche(%alpha: f32, %imgin: memref<11x13xf32>,
                   %imgout: memref<11x13xf32>, %y1: memref<11x13xf32>,
                   %y2: memref<11x13xf32>) {
  %cst = arith.constant 1.0 : f32
  %cst_0 = arith.constant 2.0 : f32
  %cst_1 = arith.constant 0.0 : f32
  %0 = arith.negf %alpha : f32
  %1 = math.exp %0 : f32
  %2 = arith.subf %cst, %1 : f32
  %3 = arith.negf %alpha : f32
  %4 = math.exp %3 : f32
  %5 = arith.subf %cst, %4 : f32
  %6 = arith.mulf %2, %5 : f32
  %7 = arith.mulf %cst_0, %alpha : f32
  %8 = arith.negf %alpha : f32
  %9 = math.exp %8 : f32
  %10 = arith.mulf %7, %9 : f32
  %11 = arith.addf %cst, %10 : f32
  %12 = arith.mulf %cst_0, %alpha : f32
  %13 = math.exp %12 : f32
  %14 = arith.subf %11, %13 : f32
  %15 = arith.divf %6, %14 : f32
  %16 = arith.negf %alpha : f32
  %17 = math.exp %16 : f32
  %18 = arith.mulf %15, %17 : f32
  %19 = arith.subf %alpha, %cst : f32
  %20 = arith.mulf %18, %19 : f32
  %21 = arith.negf %alpha : f32
  %22 = math.exp %21 : f32
  %23 = arith.mulf %15, %22 : f32
  %24 = arith.addf %alpha, %cst : f32
  %25 = arith.mulf %23, %24 : f32
  %26 = arith.negf %15 : f32
  %27 = arith.negf %cst_0 : f32
  %28 = arith.mulf %27, %alpha : f32
  %29 = math.exp %28 : f32
  %30 = arith.mulf %26, %29 : f32
  %31 = arith.negf %alpha : f32
  %32 = math.powf %cst_0, %31 : f32
  %33 = arith.negf %cst_0 : f32
  %34 = arith.mulf %33, %alpha : f32
  %35 = math.exp %34 : f32
  %36 = arith.negf %35 : f32
  affine.for %i = 0 to 11 {
    %37:3 = affine.for %j = 0 to 13 iter_args(%xm1 = %cst_1, %ym2 = %cst_1, %ym1 = %cst_1) -> (f32, f32, f32) {
      %38 = affine.load %imgin[%i, %j] : memref<11x13xf32>
      %39 = arith.mulf %15, %38 : f32
      %40 = arith.mulf %20, %xm1 : f32
      %41 = arith.addf %39, %40 : f32
      %42 = arith.mulf %32, %ym1 : f32
      %43 = arith.addf %41, %42 : f32
      %44 = arith.mulf %36, %ym2 : f32
      %45 = arith.addf %43, %44 : f32
      affine.store %45, %y1[%i, %j] : memref<11x13xf32>
      %46 = affine.load %imgin[%i, %j] : memref<11x13xf32>
      %47 = affine.load %y1[%i, %j] : memref<11x13xf32>
      affine.yield %46, %ym1, %47 : f32, f32, f32
    }
  }
  affine.for %i = 0 to 11 {
    %37:4 = affine.for %j = 0 to 13 iter_args(%xp2 = %cst_1, %xp1 = %cst_1, %yp2 = %cst_1, %yp1 = %cst_1) -> (f32, f32, f32, f32) {
      %38 = arith.mulf %25, %xp1 : f32
      %39 = arith.mulf %30, %xp2 : f32
      %40 = arith.addf %38, %39 : f32
      %41 = arith.mulf %32, %yp1 : f32
      %42 = arith.addf %40, %41 : f32
      %43 = arith.mulf %36, %yp2 : f32
      %44 = arith.addf %42, %43 : f32
      affine.store %44, %y2[%i, 12 - %j] : memref<11x13xf32>
      %45 = affine.load %imgin[%i, 12 - %j] : memref<11x13xf32>
      %46 = affine.load %y2[%i, 12 - %j] : memref<11x13xf32>
      affine.yield %xp1, %45, %yp1, %46 : f32, f32, f32, f32
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 13 {
      %37 = affine.load %y1[%i, %j] : memref<11x13xf32>
      %38 = affine.load %y2[%i, %j] : memref<11x13xf32>
      %39 = arith.addf %37, %38 : f32
      %40 = arith.mulf %cst, %39 : f32
      affine.store %40, %imgout[%i, %j] : memref<11x13xf32>
    }
  }
  affine.for %j = 0 to 13 {
    %37:3 = affine.for %i = 0 to 11 iter_args(%tm1 = %cst_1, %ym2 = %cst_1, %ym1 = %cst_1) -> (f32, f32, f32) {
      %38 = affine.load %imgout[%i, %j] : memref<11x13xf32>
      %39 = arith.mulf %15, %38 : f32
      %40 = arith.mulf %20, %tm1 : f32
      %41 = arith.addf %39, %40 : f32
      %42 = arith.mulf %32, %ym1 : f32
      %43 = arith.addf %41, %42 : f32
      %44 = arith.mulf %36, %ym2 : f32
      %45 = arith.addf %43, %44 : f32
      affine.store %45, %y1[%i, %j] : memref<11x13xf32>
      %46 = affine.load %imgout[%i, %j] : memref<11x13xf32>
      %47 = affine.load %y1[%i, %j] : memref<11x13xf32>
      affine.yield %46, %ym1, %47 : f32, f32, f32
    }
  }
  affine.for %j = 0 to 13 {
    %37:4 = affine.for %i = 0 to 11 iter_args(%tp2 = %cst_1, %tp1 = %cst_1, %yp2 = %cst_1, %yp1 = %cst_1) -> (f32, f32, f32, f32) {
      %38 = arith.mulf %25, %tp1 : f32
      %39 = arith.mulf %30, %tp2 : f32
      %40 = arith.addf %38, %39 : f32
      %41 = arith.mulf %32, %yp1 : f32
      %42 = arith.addf %40, %41 : f32
      %43 = arith.mulf %36, %yp2 : f32
      %44 = arith.addf %42, %43 : f32
      affine.store %44, %y2[10 - %i, %j] : memref<11x13xf32>
      %45 = affine.load %imgout[10 - %i, %j] : memref<11x13xf32>
      %46 = affine.load %y2[10 - %i, %j] : memref<11x13xf32>
      affine.yield %tp1, %45, %yp1, %46 : f32, f32, f32, f32
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 13 {
      %37 = affine.load %y1[%i, %j] : memref<11x13xf32>
      %38 = affine.load %y2[%i, %j] : memref<11x13xf32>
      %39 = arith.addf %37, %38 : f32
      %40 = arith.mulf %cst, %39 : f32
      affine.store %40, %imgout[%i, %j] : memref<11x13xf32>
    }
  }
  return
}

func.func @deriche_dynamic(%w: i32, %h: i32, %alpha: f32,
                           %imgin: memref<?x13xf32>, %imgout: memref<?x13xf32>,
                           %y1: memref<?x13xf32>, %y2: memref<?x13xf32>) {
  %undef = llvm.mlir.undef : f32
  %cst = arith.constant 1.0 : f32
  %cst_0 = arith.constant 2.0 : f32
  %cst_1 = arith.constant 0.0 : f32
  %w_size = arith.index_cast %w : i32 to index
  %h_size = arith.index_cast %h : i32 to index
  %k = memref.alloca() : memref<1xf32>
  affine.store %undef, %k[0] : memref<1xf32>
  %a1 = memref.alloca() : memref<1xf32>
  affine.store %undef, %a1[0] : memref<1xf32>
  %a2 = memref.alloca() : memref<1xf32>
  affine.store %undef, %a2[0] : memref<1xf32>
  %a3 = memref.alloca() : memref<1xf32>
  affine.store %undef, %a3[0] : memref<1xf32>
  %a4 = memref.alloca() : memref<1xf32>
  affine.store %undef, %a4[0] : memref<1xf32>
  %b1 = memref.alloca() : memref<1xf32>
  affine.store %undef, %b1[0] : memref<1xf32>
  %b2 = memref.alloca() : memref<1xf32>
  affine.store %undef, %b2[0] : memref<1xf32>
  %ym1 = memref.alloca() : memref<1xf32>
  affine.store %undef, %ym1[0] : memref<1xf32>
  %ym2 = memref.alloca() : memref<1xf32>
  affine.store %undef, %ym2[0] : memref<1xf32>
  %xm1 = memref.alloca() : memref<1xf32>
  affine.store %undef, %xm1[0] : memref<1xf32>
  %yp1 = memref.alloca() : memref<1xf32>
  affine.store %undef, %yp1[0] : memref<1xf32>
  %yp2 = memref.alloca() : memref<1xf32>
  affine.store %undef, %yp2[0] : memref<1xf32>
  %xp1 = memref.alloca() : memref<1xf32>
  affine.store %undef, %xp1[0] : memref<1xf32>
  %xp2 = memref.alloca() : memref<1xf32>
  affine.store %undef, %xp2[0] : memref<1xf32>
  %tm1 = memref.alloca() : memref<1xf32>
  affine.store %undef, %tm1[0] : memref<1xf32>
  %tp1 = memref.alloca() : memref<1xf32>
  affine.store %undef, %tp1[0] : memref<1xf32>
  %tp2 = memref.alloca() : memref<1xf32>
  affine.store %undef, %tp2[0] : memref<1xf32>
  %0 = arith.negf %alpha : f32
  %1 = math.exp %0 : f32
  %2 = arith.subf %cst, %1 : f32
  %3 = arith.negf %alpha : f32
  %4 = math.exp %3 : f32
  %5 = arith.subf %cst, %4 : f32
  %6 = arith.mulf %2, %5 : f32
  %7 = arith.mulf %cst_0, %alpha : f32
  %8 = arith.negf %alpha : f32
  %9 = math.exp %8 : f32
  %10 = arith.mulf %7, %9 : f32
  %11 = arith.addf %cst, %10 : f32
  %12 = arith.mulf %cst_0, %alpha : f32
  %13 = math.exp %12 : f32
  %14 = arith.subf %11, %13 : f32
  %15 = arith.divf %6, %14 : f32
  affine.store %15, %k[0] : memref<1xf32>
  %16 = affine.load %k[0] : memref<1xf32>
  affine.store %16, %a1[0] : memref<1xf32>
  %17 = affine.load %k[0] : memref<1xf32>
  %18 = arith.negf %alpha : f32
  %19 = math.exp %18 : f32
  %20 = arith.mulf %17, %19 : f32
  %21 = arith.subf %alpha, %cst : f32
  %22 = arith.mulf %20, %21 : f32
  affine.store %22, %a2[0] : memref<1xf32>
  %23 = affine.load %k[0] : memref<1xf32>
  %24 = arith.negf %alpha : f32
  %25 = math.exp %24 : f32
  %26 = arith.mulf %23, %25 : f32
  %27 = arith.addf %alpha, %cst : f32
  %28 = arith.mulf %26, %27 : f32
  affine.store %28, %a3[0] : memref<1xf32>
  %29 = affine.load %k[0] : memref<1xf32>
  %30 = arith.negf %29 : f32
  %31 = arith.negf %cst_0 : f32
  %32 = arith.mulf %31, %alpha : f32
  %33 = math.exp %32 : f32
  %34 = arith.mulf %30, %33 : f32
  affine.store %34, %a4[0] : memref<1xf32>
  %35 = arith.negf %alpha : f32
  %36 = math.powf %cst_0, %35 : f32
  affine.store %36, %b1[0] : memref<1xf32>
  %37 = arith.negf %cst_0 : f32
  %38 = arith.mulf %37, %alpha : f32
  %39 = math.exp %38 : f32
  %40 = arith.negf %39 : f32
  affine.store %40, %b2[0] : memref<1xf32>
  affine.for %i = 0 to %w_size {
    affine.store %cst_1, %ym1[0] : memref<1xf32>
    affine.store %cst_1, %ym2[0] : memref<1xf32>
    affine.store %cst_1, %xm1[0] : memref<1xf32>
    affine.for %j = 0 to %h_size {
      %41 = affine.load %a1[0] : memref<1xf32>
      %42 = affine.load %imgin[%i, %j] : memref<?x13xf32>
      %43 = arith.mulf %41, %42 : f32
      %44 = affine.load %a2[0] : memref<1xf32>
      %45 = affine.load %xm1[0] : memref<1xf32>
      %46 = arith.mulf %44, %45 : f32
      %47 = arith.addf %43, %46 : f32
      %48 = affine.load %b1[0] : memref<1xf32>
      %49 = affine.load %ym1[0] : memref<1xf32>
      %50 = arith.mulf %48, %49 : f32
      %51 = arith.addf %47, %50 : f32
      %52 = affine.load %b2[0] : memref<1xf32>
      %53 = affine.load %ym2[0] : memref<1xf32>
      %54 = arith.mulf %52, %53 : f32
      %55 = arith.addf %51, %54 : f32
      affine.store %55, %y1[%i, %j] : memref<?x13xf32>
      %56 = affine.load %imgin[%i, %j] : memref<?x13xf32>
      affine.store %56, %xm1[0] : memref<1xf32>
      %57 = affine.load %ym1[0] : memref<1xf32>
      affine.store %57, %ym2[0] : memref<1xf32>
      %58 = affine.load %y1[%i, %j] : memref<?x13xf32>
      affine.store %58, %ym1[0] : memref<1xf32>
    }
  }
  affine.for %i = 0 to %w_size {
    affine.store %cst_1, %yp1[0] : memref<1xf32>
    affine.store %cst_1, %yp2[0] : memref<1xf32>
    affine.store %cst_1, %xp1[0] : memref<1xf32>
    affine.store %cst_1, %xp2[0] : memref<1xf32>
    affine.for %j = 0 to %h_size {
      %41 = affine.load %a3[0] : memref<1xf32>
      %42 = affine.load %xp1[0] : memref<1xf32>
      %43 = arith.mulf %41, %42 : f32
      %44 = affine.load %a4[0] : memref<1xf32>
      %45 = affine.load %xp2[0] : memref<1xf32>
      %46 = arith.mulf %44, %45 : f32
      %47 = arith.addf %43, %46 : f32
      %48 = affine.load %b1[0] : memref<1xf32>
      %49 = affine.load %yp1[0] : memref<1xf32>
      %50 = arith.mulf %48, %49 : f32
      %51 = arith.addf %47, %50 : f32
      %52 = affine.load %b2[0] : memref<1xf32>
      %53 = affine.load %yp2[0] : memref<1xf32>
      %54 = arith.mulf %52, %53 : f32
      %55 = arith.addf %51, %54 : f32
      affine.store %55, %y2[%i, symbol(%h_size) - %j - 1] : memref<?x13xf32>
      %56 = affine.load %xp1[0] : memref<1xf32>
      affine.store %56, %xp2[0] : memref<1xf32>
      %57 = affine.load %imgin[%i, symbol(%h_size) - %j - 1] : memref<?x13xf32>
      affine.store %57, %xp1[0] : memref<1xf32>
      %58 = affine.load %yp1[0] : memref<1xf32>
      affine.store %58, %yp2[0] : memref<1xf32>
      %59 = affine.load %y2[%i, symbol(%h_size) - %j - 1] : memref<?x13xf32>
      affine.store %59, %yp1[0] : memref<1xf32>
    }
  }
  affine.for %i = 0 to %w_size {
    affine.for %j = 0 to %h_size {
      %41 = affine.load %y1[%i, %j] : memref<?x13xf32>
      %42 = affine.load %y2[%i, %j] : memref<?x13xf32>
      %43 = arith.addf %41, %42 : f32
      %44 = arith.mulf %cst, %43 : f32
      affine.store %44, %imgout[%i, %j] : memref<?x13xf32>
    }
  }
  affine.for %j = 0 to %h_size {
    affine.store %cst_1, %tm1[0] : memref<1xf32>
    affine.store %cst_1, %ym1[0] : memref<1xf32>
    affine.store %cst_1, %ym2[0] : memref<1xf32>
    affine.for %i = 0 to %w_size {
      %41 = affine.load %a1[0] : memref<1xf32>
      %42 = affine.load %imgout[%i, %j] : memref<?x13xf32>
      %43 = arith.mulf %41, %42 : f32
      %44 = affine.load %a2[0] : memref<1xf32>
      %45 = affine.load %tm1[0] : memref<1xf32>
      %46 = arith.mulf %44, %45 : f32
      %47 = arith.addf %43, %46 : f32
      %48 = affine.load %b1[0] : memref<1xf32>
      %49 = affine.load %ym1[0] : memref<1xf32>
      %50 = arith.mulf %48, %49 : f32
      %51 = arith.addf %47, %50 : f32
      %52 = affine.load %b2[0] : memref<1xf32>
      %53 = affine.load %ym2[0] : memref<1xf32>
      %54 = arith.mulf %52, %53 : f32
      %55 = arith.addf %51, %54 : f32
      affine.store %55, %y1[%i, %j] : memref<?x13xf32>
      %56 = affine.load %imgout[%i, %j] : memref<?x13xf32>
      affine.store %56, %tm1[0] : memref<1xf32>
      %57 = affine.load %ym1[0] : memref<1xf32>
      affine.store %57, %ym2[0] : memref<1xf32>
      %58 = affine.load %y1[%i, %j] : memref<?x13xf32>
      affine.store %58, %ym1[0] : memref<1xf32>
    }
  }
  affine.for %j = 0 to %h_size {
    affine.store %cst_1, %tp1[0] : memref<1xf32>
    affine.store %cst_1, %tp2[0] : memref<1xf32>
    affine.store %cst_1, %yp1[0] : memref<1xf32>
    affine.store %cst_1, %yp2[0] : memref<1xf32>
    affine.for %i = 0 to %w_size {
      %41 = affine.load %a3[0] : memref<1xf32>
      %42 = affine.load %tp1[0] : memref<1xf32>
      %43 = arith.mulf %41, %42 : f32
      %44 = affine.load %a4[0] : memref<1xf32>
      %45 = affine.load %tp2[0] : memref<1xf32>
      %46 = arith.mulf %44, %45 : f32
      %47 = arith.addf %43, %46 : f32
      %48 = affine.load %b1[0] : memref<1xf32>
      %49 = affine.load %yp1[0] : memref<1xf32>
      %50 = arith.mulf %48, %49 : f32
      %51 = arith.addf %47, %50 : f32
      %52 = affine.load %b2[0] : memref<1xf32>
      %53 = affine.load %yp2[0] : memref<1xf32>
      %54 = arith.mulf %52, %53 : f32
      %55 = arith.addf %51, %54 : f32
      affine.store %55, %y2[symbol(%w_size) - %i - 1, %j] : memref<?x13xf32>
      %56 = affine.load %tp1[0] : memref<1xf32>
      affine.store %56, %tp2[0] : memref<1xf32>
      %57 = affine.load %imgout[symbol(%w_size) - %i - 1, %j] : memref<?x13xf32>
      affine.store %57, %tp1[0] : memref<1xf32>
      %58 = affine.load %yp1[0] : memref<1xf32>
      affine.store %58, %yp2[0] : memref<1xf32>
      %59 = affine.load %y2[symbol(%w_size) - %i - 1, %j] : memref<?x13xf32>
      affine.store %59, %yp1[0] : memref<1xf32>
    }
  }
  affine.for %i = 0 to %w_size {
    affine.for %j = 0 to %h_size {
      %41 = affine.load %y1[%i, %j] : memref<?x13xf32>
      %42 = affine.load %y2[%i, %j] : memref<?x13xf32>
      %43 = arith.addf %41, %42 : f32
      %44 = arith.mulf %cst, %43 : f32
      affine.store %44, %imgout[%i, %j] : memref<?x13xf32>
    }
  }
  return
}

func.func @deriche_cells(%alpha: memref<f32>, %imgin: memref<11x13xf32>,
                         %imgout: memref<11x13xf32>, %y1: memref<11x13xf32>,
                         %y2: memref<11x13xf32>) {
  %cst = arith.constant 1.0 : f32
  %cst_0 = arith.constant 2.0 : f32
  %cst_1 = arith.constant 0.0 : f32
  %k = memref.alloca() : memref<f32>
  %a1 = memref.alloca() : memref<f32>
  %a2 = memref.alloca() : memref<f32>
  %a3 = memref.alloca() : memref<f32>
  %a4 = memref.alloca() : memref<f32>
  %b1 = memref.alloca() : memref<f32>
  %b2 = memref.alloca() : memref<f32>
  %ym1 = memref.alloca() : memref<f32>
  %ym2 = memref.alloca() : memref<f32>
  %xm1 = memref.alloca() : memref<f32>
  %yp1 = memref.alloca() : memref<f32>
  %yp2 = memref.alloca() : memref<f32>
  %xp1 = memref.alloca() : memref<f32>
  %xp2 = memref.alloca() : memref<f32>
  %tm1 = memref.alloca() : memref<f32>
  %tp1 = memref.alloca() : memref<f32>
  %tp2 = memref.alloca() : memref<f32>
  %0 = affine.load %alpha[] : memref<f32>
  %1 = arith.negf %0 : f32
  %2 = math.exp %1 : f32
  %3 = arith.subf %cst, %2 : f32
  %4 = affine.load %alpha[] : memref<f32>
  %5 = arith.negf %4 : f32
  %6 = math.exp %5 : f32
  %7 = arith.subf %cst, %6 : f32
  %8 = arith.mulf %3, %7 : f32
  %9 = affine.load %alpha[] : memref<f32>
  %10 = arith.mulf %cst_0, %9 : f32
  %11 = affine.load %alpha[] : memref<f32>
  %12 = arith.negf %11 : f32
  %13 = math.exp %12 : f32
  %14 = arith.mulf %10, %13 : f32
  %15 = arith.addf %cst, %14 : f32
  %16 = affine.load %alpha[] : memref<f32>
  %17 = arith.mulf %cst_0, %16 : f32
  %18 = math.exp %17 : f32
  %19 = arith.subf %15, %18 : f32
  %20 = arith.divf %8, %19 : f32
  affine.store %20, %k[] : memref<f32>
  %21 = affine.load %k[] : memref<f32>
  affine.store %21, %a1[] : memref<f32>
  %22 = affine.load %k[] : memref<f32>
  %23 = affine.load %alpha[] : memref<f32>
  %24 = arith.negf %23 : f32
  %25 = math.exp %24 : f32
  %26 = arith.mulf %22, %25 : f32
  %27 = affine.load %alpha[] : memref<f32>
  %28 = arith.subf %27, %cst : f32
  %29 = arith.mulf %26, %28 : f32
  affine.store %29, %a2[] : memref<f32>
  %30 = affine.load %k[] : memref<f32>
  %31 = affine.load %alpha[] : memref<f32>
  %32 = arith.negf %31 : f32
  %33 = math.exp %32 : f32
  %34 = arith.mulf %30, %33 : f32
  %35 = affine.load %alpha[] : memref<f32>
  %36 = arith.addf %35, %cst : f32
  %37 = arith.mulf %34, %36 : f32
  affine.store %37, %a3[] : memref<f32>
  %38 = affine.load %k[] : memref<f32>
  %39 = arith.negf %38 : f32
  %40 = arith.negf %cst_0 : f32
  %41 = affine.load %alpha[] : memref<f32>
  %42 = arith.mulf %40, %41 : f32
  %43 = math.exp %42 : f32
  %44 = arith.mulf %39, %43 : f32
  affine.store %44, %a4[] : memref<f32>
  %45 = affine.load %alpha[] : memref<f32>
  %46 = arith.negf %45 : f32
  %47 = math.powf %cst_0, %46 : f32
  affine.store %47, %b1[] : memref<f32>
  %48 = arith.negf %cst_0 : f32
  %49 = affine.load %alpha[] : memref<f32>
  %50 = arith.mulf %48, %49 : f32
  %51 = math.exp %50 : f32
  %52 = arith.negf %51 : f32
  affine.store %52, %b2[] : memref<f32>
  affine.for %i = 0 to 11 {
    affine.store %cst_1, %ym1[] : memref<f32>
    affine.store %cst_1, %ym2[] : memref<f32>
    affine.store %cst_1, %xm1[] : memref<f32>
    affine.for %j = 0 to 13 {
      %53 = affine.load %a1[] : memref<f32>
      %54 = affine.load %imgin[%i, %j] : memref<11x13xf32>
      %55 = arith.mulf %53, %54 : f32
      %56 = affine.load %a2[] : memref<f32>
      %57 = affine.load %xm1[] : memref<f32>
      %58 = arith.mulf %56, %57 : f32
      %59 = arith.addf %55, %58 : f32
      %60 = affine.load %b1[] : memref<f32>
      %61 = affine.load %ym1[] : memref<f32>
      %62 = arith.mulf %60, %61 : f32
      %63 = arith.addf %59, %62 : f32
      %64 = affine.load %b2[] : memref<f32>
      %65 = affine.load %ym2[] : memref<f32>
      %66 = arith.mulf %64, %65 : f32
      %67 = arith.addf %63, %66 : f32
      affine.store %67, %y1[%i, %j] : memref<11x13xf32>
      %68 = affine.load %imgin[%i, %j] : memref<11x13xf32>
      affine.store %68, %xm1[] : memref<f32>
      %69 = affine.load %ym1[] : memref<f32>
      affine.store %69, %ym2[] : memref<f32>
      %70 = affine.load %y1[%i, %j] : memref<11x13xf32>
      affine.store %70, %ym1[] : memref<f32>
    }
  }
  affine.for %i = 0 to 11 {
    affine.store %cst_1, %yp1[] : memref<f32>
    affine.store %cst_1, %yp2[] : memref<f32>
    affine.store %cst_1, %xp1[] : memref<f32>
    affine.store %cst_1, %xp2[] : memref<f32>
    affine.for %j = 0 to 13 {
      %53 = affine.load %a3[] : memref<f32>
      %54 = affine.load %xp1[] : memref<f32>
      %55 = arith.mulf %53, %54 : f32
      %56 = affine.load %a4[] : memref<f32>
      %57 = affine.load %xp2[] : memref<f32>
      %58 = arith.mulf %56, %57 : f32
      %59 = arith.addf %55, %58 : f32
      %60 = affine.load %b1[] : memref<f32>
      %61 = affine.load %yp1[] : memref<f32>
      %62 = arith.mulf %60, %61 : f32
      %63 = arith.addf %59, %62 : f32
      %64 = affine.load %b2[] : memref<f32>
      %65 = affine.load %yp2[] : memref<f32>
      %66 = arith.mulf %64, %65 : f32
      %67 = arith.addf %63, %66 : f32
      affine.store %67, %y2[%i, 12 - %j] : memref<11x13xf32>
      %68 = affine.load %xp1[] : memref<f32>
      affine.store %68, %xp2[] : memref<f32>
      %69 = affine.load %imgin[%i, 12 - %j] : memref<11x13xf32>
      affine.store %69, %xp1[] : memref<f32>
      %70 = affine.load %yp1[] : memref<f32>
      affine.store %70, %yp2[] : memref<f32>
      %71 = affine.load %y2[%i, 12 - %j] : memref<11x13xf32>
      affine.store %71, %yp1[] : memref<f32>
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 13 {
      %53 = affine.load %y1[%i, %j] : memref<11x13xf32>
      %54 = affine.load %y2[%i, %j] : memref<11x13xf32>
      %55 = arith.addf %53, %54 : f32
      %56 = arith.mulf %cst, %55 : f32
      affine.store %56, %imgout[%i, %j] : memref<11x13xf32>
    }
  }
  affine.for %j = 0 to 13 {
    affine.store %cst_1, %tm1[] : memref<f32>
    affine.store %cst_1, %ym1[] : memref<f32>
    affine.store %cst_1, %ym2[] : memref<f32>
    affine.for %i = 0 to 11 {
      %53 = affine.load %a1[] : memref<f32>
      %54 = affine.load %imgout[%i, %j] : memref<11x13xf32>
      %55 = arith.mulf %53, %54 : f32
      %56 = affine.load %a2[] : memref<f32>
      %57 = affine.load %tm1[] : memref<f32>
      %58 = arith.mulf %56, %57 : f32
      %59 = arith.addf %55, %58 : f32
      %60 = affine.load %b1[] : memref<f32>
      %61 = affine.load %ym1[] : memref<f32>
      %62 = arith.mulf %60, %61 : f32
      %63 = arith.addf %59, %62 : f32
      %64 = affine.load %b2[] : memref<f32>
      %65 = affine.load %ym2[] : memref<f32>
      %66 = arith.mulf %64, %65 : f32
      %67 = arith.addf %63, %66 : f32
      affine.store %67, %y1[%i, %j] : memref<11x13xf32>
      %68 = affine.load %imgout[%i, %j] : memref<11x13xf32>
      affine.store %68, %tm1[] : memref<f32>
      %69 = affine.load %ym1[] : memref<f32>
      affine.store %69, %ym2[] : memref<f32>
      %70 = affine.load %y1[%i, %j] : memref<11x13xf32>
      affine.store %70, %ym1[] : memref<f32>
    }
  }
  affine.for %j = 0 to 13 {
    affine.store %cst_1, %tp1[] : memref<f32>
    affine.store %cst_1, %tp2[] : memref<f32>
    affine.store %cst_1, %yp1[] : memref<f32>
    affine.store %cst_1, %yp2[] : memref<f32>
    affine.for %i = 0 to 11 {
      %53 = affine.load %a3[] : memref<f32>
      %54 = affine.load %tp1[] : memref<f32>
      %55 = arith.mulf %53, %54 : f32
      %56 = affine.load %a4[] : memref<f32>
      %57 = affine.load %tp2[] : memref<f32>
      %58 = arith.mulf %56, %57 : f32
      %59 = arith.addf %55, %58 : f32
      %60 = affine.load %b1[] : memref<f32>
      %61 = affine.load %yp1[] : memref<f32>
      %62 = arith.mulf %60, %61 : f32
      %63 = arith.addf %59, %62 : f32
      %64 = affine.load %b2[] : memref<f32>
      %65 = affine.load %yp2[] : memref<f32>
      %66 = arith.mulf %64, %65 : f32
      %67 = arith.addf %63, %66 : f32
      affine.store %67, %y2[10 - %i, %j] : memref<11x13xf32>
      %68 = affine.load %tp1[] : memref<f32>
      affine.store %68, %tp2[] : memref<f32>
      %69 = affine.load %imgout[10 - %i, %j] : memref<11x13xf32>
      affine.store %69, %tp1[] : memref<f32>
      %70 = affine.load %yp1[] : memref<f32>
      affine.store %70, %yp2[] : memref<f32>
      %71 = affine.load %y2[10 - %i, %j] : memref<11x13xf32>
      affine.store %71, %yp1[] : memref<f32>
    }
  }
  affine.for %i = 0 to 11 {
    affine.for %j = 0 to 13 {
      %53 = affine.load %y1[%i, %j] : memref<11x13xf32>
      %54 = affine.load %y2[%i, %j] : memref<11x13xf32>
      %55 = arith.addf %53, %54 : f32
      %56 = arith.mulf %cst, %55 : f32
      affine.store %56, %imgout[%i, %j] : memref<11x13xf32>
    }
  }
  return
}
