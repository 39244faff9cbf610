// A <- R by rotations of two rows each, which take the elements below the
// diagonal to zero; a row is rotated with the diagonal's row, or with the row
// above it.
//
// RUN: %check_run %s --entry qr_givens --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: %check_run %s --entry qr_givens_rank0 --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1
// RUN: %check_run %s --entry qr_givens_dynamic --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0,1 --arg 0=11 --arg 1=7 --arg 2=11x7
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @qr_givens(

func.func @qr_givens(%a: memref<11x7xf64>) {
  affine.for %j = 0 to 7 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%j) to 11 {
      %0 = affine.load %a[%j, %j] : memref<11x7xf64>
      %1 = affine.load %a[%j, %j] : memref<11x7xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %a[%i, %j] : memref<11x7xf64>
      %4 = affine.load %a[%i, %j] : memref<11x7xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %2, %5 : f64
      %7 = math.sqrt %6 : f64
      %8 = affine.load %a[%j, %j] : memref<11x7xf64>
      %9 = arith.divf %8, %7 : f64
      %10 = affine.load %a[%i, %j] : memref<11x7xf64>
      %11 = arith.divf %10, %7 : f64
      affine.for %k = affine_map<(d0) -> (d0)>(%j) to 7 {
        %12 = affine.load %a[%j, %k] : memref<11x7xf64>
        %13 = arith.mulf %9, %12 : f64
        %14 = affine.load %a[%i, %k] : memref<11x7xf64>
        %15 = arith.mulf %11, %14 : f64
        %16 = arith.addf %13, %15 : f64
        %17 = affine.load %a[%i, %k] : memref<11x7xf64>
        %18 = arith.mulf %9, %17 : f64
        %19 = affine.load %a[%j, %k] : memref<11x7xf64>
        %20 = arith.mulf %11, %19 : f64
        %21 = arith.subf %18, %20 : f64
        affine.store %21, %a[%i, %k] : memref<11x7xf64>
        affine.store %16, %a[%j, %k] : memref<11x7xf64>
      }
    }
  }
  return
}

// Sine and cosine in memrefs of rank 0.
func.func @qr_givens_rank0(%a: memref<11x7xf64>) {
  %c = memref.alloc() : memref<f64>
  %s = memref.alloc() : memref<f64>
  %r = memref.alloc() : memref<f64>
  affine.for %j = 0 to 7 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%j) to 11 {
      %0 = affine.load %a[%j, %j] : memref<11x7xf64>
      %1 = affine.load %a[%j, %j] : memref<11x7xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %a[%i, %j] : memref<11x7xf64>
      %4 = affine.load %a[%i, %j] : memref<11x7xf64>
      %5 = arith.mulf %3, %4 : f64
      %6 = arith.addf %2, %5 : f64
      %7 = math.sqrt %6 : f64
      affine.store %7, %r[] : memref<f64>
      %8 = affine.load %a[%j, %j] : memref<11x7xf64>
      %9 = affine.load %r[] : memref<f64>
      %10 = arith.divf %8, %9 : f64
      affine.store %10, %c[] : memref<f64>
      %11 = affine.load %a[%i, %j] : memref<11x7xf64>
      %12 = affine.load %r[] : memref<f64>
      %13 = arith.divf %11, %12 : f64
      affine.store %13, %s[] : memref<f64>
      affine.for %k = affine_map<(d0) -> (d0)>(%j) to 7 {
        %14 = affine.load %c[] : memref<f64>
        %15 = affine.load %a[%j, %k] : memref<11x7xf64>
        %16 = arith.mulf %14, %15 : f64
        %17 = affine.load %s[] : memref<f64>
        %18 = affine.load %a[%i, %k] : memref<11x7xf64>
        %19 = arith.mulf %17, %18 : f64
        %20 = arith.addf %16, %19 : f64
        %21 = affine.load %c[] : memref<f64>
        %22 = affine.load %a[%i, %k] : memref<11x7xf64>
        %23 = arith.mulf %21, %22 : f64
        %24 = affine.load %s[] : memref<f64>
        %25 = affine.load %a[%j, %k] : memref<11x7xf64>
        %26 = arith.mulf %24, %25 : f64
        %27 = arith.subf %23, %26 : f64
        affine.store %27, %a[%i, %k] : memref<11x7xf64>
        affine.store %20, %a[%j, %k] : memref<11x7xf64>
      }
    }
  }
  memref.dealloc %c : memref<f64>
  memref.dealloc %s : memref<f64>
  memref.dealloc %r : memref<f64>
  return
}

// Sizes that only the caller knows.
func.func @qr_givens_dynamic(%m: i32, %n: i32, %a: memref<?x7xf64>) {
  %m_index = arith.index_cast %m : i32 to index
  %n_index = arith.index_cast %n : i32 to index
  affine.for %j = 0 to %n_index {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%j) to %m_index {
      %0 = affine.load %a[symbol(%m_index) + %j - %i - 1, %j] : memref<?x7xf64>
      %1 = affine.load %a[symbol(%m_index) + %j - %i, %j] : memref<?x7xf64>
      %2 = arith.mulf %0, %0 : f64
      %3 = arith.mulf %1, %1 : f64
      %4 = arith.addf %2, %3 : f64
      %5 = math.sqrt %4 : f64
      %6 = arith.divf %0, %5 : f64
      %7 = arith.divf %1, %5 : f64
      affine.for %k = affine_map<(d0) -> (d0)>(%j) to %n_index {
        %8 = affine.load %a[symbol(%m_index) + %j - %i - 1, %k] : memref<?x7xf64>
        %9 = arith.mulf %6, %8 : f64
        %10 = affine.load %a[symbol(%m_index) + %j - %i, %k] : memref<?x7xf64>
        %11 = arith.mulf %7, %10 : f64
        %12 = arith.addf %9, %11 : f64
        %13 = affine.load %a[symbol(%m_index) + %j - %i, %k] : memref<?x7xf64>
        %14 = arith.mulf %6, %13 : f64
        %15 = affine.load %a[symbol(%m_index) + %j - %i - 1, %k] : memref<?x7xf64>
        %16 = arith.mulf %7, %15 : f64
        %17 = arith.subf %14, %16 : f64
        affine.store %17, %a[symbol(%m_index) + %j - %i, %k] : memref<?x7xf64>
        affine.store %12, %a[symbol(%m_index) + %j - %i - 1, %k] : memref<?x7xf64>
      }
    }
  }
  return
}
