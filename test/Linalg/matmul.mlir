// A matrix product as a linalg op.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry matmul --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2,4
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @matmul(

func.func @matmul(%a: memref<37x23xf32>, %b: memref<23x61xf32>,
                  %c: memref<37x61xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<37x61xf32>)
  linalg.matmul ins(%a, %b : memref<37x23xf32>, memref<23x61xf32>)
                outs(%c : memref<37x61xf32>)
  return
}
