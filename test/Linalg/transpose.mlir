// Transposes: every partition has something for every other one.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry transpose --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %t.mlir --entry transpose_rotated --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @transpose(

func.func @transpose(%a: memref<23x37xf32>, %b: memref<37x23xf32>) {
  linalg.transpose ins(%a : memref<23x37xf32>) outs(%b : memref<37x23xf32>)
                   permutation = [1, 0]
  return
}

func.func @transpose_rotated(%a: memref<5x7x11xf64>, %b: memref<11x5x7xf64>) {
  linalg.transpose ins(%a : memref<5x7x11xf64>) outs(%b : memref<11x5x7xf64>)
                   permutation = [2, 0, 1]
  return
}
