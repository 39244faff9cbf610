// A matrix times a vector as a linalg op.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry matvec --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 2
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @matvec(

func.func @matvec(%a: memref<61x37xf64>, %x: memref<37xf64>, %y: memref<61xf64>) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%y : memref<61xf64>)
  linalg.matvec ins(%a, %x : memref<61x37xf64>, memref<37xf64>)
                outs(%y : memref<61xf64>)
  return
}
