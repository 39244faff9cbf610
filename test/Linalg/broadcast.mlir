// A vector on every row, and on every column, of a matrix.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry broadcast_rows --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %t.mlir --entry broadcast_columns --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @broadcast_rows(

func.func @broadcast_rows(%x: memref<37xf32>, %a: memref<23x37xf32>) {
  linalg.broadcast ins(%x : memref<37xf32>) outs(%a : memref<23x37xf32>)
                   dimensions = [0]
  return
}

func.func @broadcast_columns(%x: memref<23xf64>, %a: memref<23x37xf64>) {
  linalg.broadcast ins(%x : memref<23xf64>) outs(%a : memref<23x37xf64>)
                   dimensions = [1]
  return
}
