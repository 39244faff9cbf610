// The recursive smoothing filter of Deriche: along each row from the left and
// from the right, summed, then the same along each column.
//
// RUN: %check_run %s --entry deriche_cells --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @deriche_cells(

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
