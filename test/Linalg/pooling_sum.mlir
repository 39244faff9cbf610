// The sum of each window; and the mean, by a division after it.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry pooling_sum --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %t.mlir --entry pooling_mean --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @pooling_sum(

func.func @pooling_sum(%image: memref<1x13x15x3xf32>,
                       %out: memref<1x11x13x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %window = memref.alloc() : memref<3x3xf32>
  linalg.fill ins(%zero : f32) outs(%out : memref<1x11x13x3xf32>)
  linalg.pooling_nhwc_sum
      ins(%image, %window : memref<1x13x15x3xf32>, memref<3x3xf32>)
      outs(%out : memref<1x11x13x3xf32>)
  memref.dealloc %window : memref<3x3xf32>
  return
}

func.func @pooling_mean(%image: memref<1x14x16x3xf64>,
                        %out: memref<1x7x8x3xf64>) {
  %zero = arith.constant 0.0 : f64
  %quarter = arith.constant 0.25 : f64
  %window = memref.alloc() : memref<2x2xf64>
  linalg.fill ins(%zero : f64) outs(%out : memref<1x7x8x3xf64>)
  linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>}
      ins(%image, %window : memref<1x14x16x3xf64>, memref<2x2xf64>)
      outs(%out : memref<1x7x8x3xf64>)
  linalg.map ins(%out : memref<1x7x8x3xf64>) outs(%out : memref<1x7x8x3xf64>)
    (%sum: f64, %old: f64) {
      %mean = arith.mulf %sum, %quarter : f64
      linalg.yield %mean : f64
    }
  memref.dealloc %window : memref<2x2xf64>
  return
}
