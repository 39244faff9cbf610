// 2-D convolutions as linalg ops: one channel, added to what the output holds;
// and several channels with strides, in the layout of images.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry conv2d --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: %check_run %t.mlir --entry conv2d_channels --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1,2
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @conv2d(

func.func @conv2d(%image: memref<37x61xf32>, %kernel: memref<3x3xf32>,
                  %out: memref<35x59xf32>) {
  linalg.conv_2d ins(%image, %kernel : memref<37x61xf32>, memref<3x3xf32>)
                 outs(%out : memref<35x59xf32>)
  return
}

func.func @conv2d_channels(%image: memref<1x15x17x3xf64>,
                           %kernel: memref<3x3x3x5xf64>,
                           %out: memref<1x7x8x5xf64>) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%out : memref<1x7x8x5xf64>)
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
      ins(%image, %kernel : memref<1x15x17x3xf64>, memref<3x3x3x5xf64>)
      outs(%out : memref<1x7x8x5xf64>)
  return
}
