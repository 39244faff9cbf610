// Sums along one dimension or another, and the largest element of a matrix.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry reduce_rows --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %t.mlir --entry reduce_columns --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: %check_run %t.mlir --entry reduce_max --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 0
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @reduce_rows(

func.func @reduce_rows(%a: memref<19x13xf64>, %sums: memref<19xf64>) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%sums : memref<19xf64>)
  linalg.reduce ins(%a : memref<19x13xf64>) outs(%sums : memref<19xf64>)
    dimensions = [1]
    (%in: f64, %out: f64) {
      %sum = arith.addf %in, %out : f64
      linalg.yield %sum : f64
    }
  return
}

func.func @reduce_columns(%a: memref<13x19xf64>, %sums: memref<19xf64>) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%sums : memref<19xf64>)
  linalg.reduce ins(%a : memref<13x19xf64>) outs(%sums : memref<19xf64>)
    dimensions = [0]
    (%in: f64, %out: f64) {
      %sum = arith.addf %in, %out : f64
      linalg.yield %sum : f64
    }
  return
}

func.func @reduce_max(%a: memref<13x7xf32>, %top: memref<f32>) {
  %lowest = arith.constant -3.40282347E+38 : f32
  linalg.fill ins(%lowest : f32) outs(%top : memref<f32>)
  linalg.reduce ins(%a : memref<13x7xf32>) outs(%top : memref<f32>)
    dimensions = [0, 1]
    (%in: f32, %out: f32) {
      %max = arith.maximumf %in, %out : f32
      linalg.yield %max : f32
    }
  return
}
