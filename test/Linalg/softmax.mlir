// The softmax of each row: maximum, shifted exponentials, sum and division, each
// a linalg.generic.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry softmax --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @softmax(

#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @softmax(%x: memref<17x11xf64>, %y: memref<17x11xf64>) {
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %top = memref.alloc() : memref<17xf64>
  %total = memref.alloc() : memref<17xf64>
  linalg.fill ins(%lowest : f64) outs(%top : memref<17xf64>)
  linalg.generic {indexing_maps = [#matrix, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<17x11xf64>) outs(%top : memref<17xf64>) {
    ^bb0(%in: f64, %out: f64):
      %max = arith.maximumf %in, %out : f64
      linalg.yield %max : f64
  }
  linalg.generic {indexing_maps = [#matrix, #row, #matrix],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x, %top : memref<17x11xf64>, memref<17xf64>)
      outs(%y : memref<17x11xf64>) {
    ^bb0(%in: f64, %max: f64, %out: f64):
      %shifted = arith.subf %in, %max : f64
      %e = math.exp %shifted : f64
      linalg.yield %e : f64
  }
  linalg.fill ins(%zero : f64) outs(%total : memref<17xf64>)
  linalg.generic {indexing_maps = [#matrix, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%y : memref<17x11xf64>) outs(%total : memref<17xf64>) {
    ^bb0(%in: f64, %out: f64):
      %sum = arith.addf %out, %in : f64
      linalg.yield %sum : f64
  }
  linalg.generic {indexing_maps = [#row, #matrix],
                  iterator_types = ["parallel", "parallel"]}
      ins(%total : memref<17xf64>) outs(%y : memref<17x11xf64>) {
    ^bb0(%sum: f64, %out: f64):
      %share = arith.divf %out, %sum : f64
      linalg.yield %share : f64
  }
  memref.dealloc %top : memref<17xf64>
  memref.dealloc %total : memref<17xf64>
  return
}
