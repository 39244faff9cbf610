// A convolution of each channel with a filter of its own.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry depthwise_conv --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %t.mlir --entry depthwise_conv_strided --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @depthwise_conv(

func.func @depthwise_conv(%image: memref<1x13x11x5xf32>,
                          %filter: memref<3x3x5xf32>,
                          %out: memref<1x11x9x5xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<1x11x9x5xf32>)
  linalg.depthwise_conv_2d_nhwc_hwc
      ins(%image, %filter : memref<1x13x11x5xf32>, memref<3x3x5xf32>)
      outs(%out : memref<1x11x9x5xf32>)
  return
}

func.func @depthwise_conv_strided(%image: memref<1x15x17x3xf64>,
                                  %filter: memref<3x3x3xf64>,
                                  %out: memref<1x7x8x3xf64>) {
  linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>}
      ins(%image, %filter : memref<1x15x17x3xf64>, memref<3x3x3xf64>)
      outs(%out : memref<1x7x8x3xf64>)
  return
}
