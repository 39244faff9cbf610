// A batch of matrix products as a linalg op: in single precision, and with the
// right-hand matrices transposed.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry batch_matmul --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %t.mlir --entry batch_matmul_transposed --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @batch_matmul(

func.func @batch_matmul(%a: memref<5x11x7xf32>, %b: memref<5x7x13xf32>,
                        %c: memref<5x11x13xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<5x11x13xf32>)
  linalg.batch_matmul ins(%a, %b : memref<5x11x7xf32>, memref<5x7x13xf32>)
                      outs(%c : memref<5x11x13xf32>)
  return
}

func.func @batch_matmul_transposed(%a: memref<3x11x7xf64>,
                                   %b: memref<3x13x7xf64>,
                                   %c: memref<3x11x13xf64>) {
  linalg.batch_matmul
      indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>,
                       affine_map<(b, m, n, k) -> (b, n, k)>,
                       affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a, %b : memref<3x11x7xf64>, memref<3x13x7xf64>)
      outs(%c : memref<3x11x13xf64>)
  return
}
