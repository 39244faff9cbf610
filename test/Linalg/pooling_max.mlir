// The largest element of each window; windows overlap, or not.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry pooling_max --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %t.mlir --entry pooling_max_strided --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @pooling_max(

func.func @pooling_max(%image: memref<1x13x15x3xf32>,
                       %out: memref<1x11x13x3xf32>) {
  %lowest = arith.constant -3.40282347E+38 : f32
  %window = memref.alloc() : memref<3x3xf32>
  linalg.fill ins(%lowest : f32) outs(%out : memref<1x11x13x3xf32>)
  linalg.pooling_nhwc_max
      ins(%image, %window : memref<1x13x15x3xf32>, memref<3x3xf32>)
      outs(%out : memref<1x11x13x3xf32>)
  memref.dealloc %window : memref<3x3xf32>
  return
}

func.func @pooling_max_strided(%image: memref<1x14x16x3xf64>,
                               %out: memref<1x7x8x3xf64>) {
  %lowest = arith.constant -1.0 : f64
  %window = memref.alloc() : memref<2x2xf64>
  linalg.fill ins(%lowest : f64) outs(%out : memref<1x7x8x3xf64>)
  linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
      ins(%image, %window : memref<1x14x16x3xf64>, memref<2x2xf64>)
      outs(%out : memref<1x7x8x3xf64>)
  memref.dealloc %window : memref<2x2xf64>
  return
}
