// Convolutions of images with several channels: dense, and with strides and
// dilation over a batch.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry conv_2d_nhwc --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %t.mlir --entry conv_2d_nhwc_dilated --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @conv_2d_nhwc(

func.func @conv_2d_nhwc(%image: memref<1x13x15x3xf32>,
                        %filter: memref<3x3x3x5xf32>,
                        %out: memref<1x11x13x5xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<1x11x13x5xf32>)
  linalg.conv_2d_nhwc_hwcf
      ins(%image, %filter : memref<1x13x15x3xf32>, memref<3x3x3x5xf32>)
      outs(%out : memref<1x11x13x5xf32>)
  return
}

func.func @conv_2d_nhwc_dilated(%image: memref<2x17x15x2xf64>,
                                %filter: memref<3x2x2x3xf64>,
                                %out: memref<2x7x13x3xf64>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>,
                            dilations = dense<[2, 1]> : tensor<2xi64>}
      ins(%image, %filter : memref<2x17x15x2xf64>, memref<3x2x2x3xf64>)
      outs(%out : memref<2x7x13x3xf64>)
  return
}
