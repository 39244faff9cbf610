// Each row is shifted and scaled to mean 0 and variance 1, then scaled by gamma
// and shifted by beta: each step a linalg.generic.
//
// RUN: mlir-opt %s --convert-linalg-to-affine-loops -o %t.mlir
// RUN: %check_run %t.mlir --entry layernorm --grids 1,2,3,4,5,8,13,2x2,2x3 --distributed 1
// RUN: mlir-opt %t.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=4})' | mlir-opt | FileCheck %s --implicit-check-not='{{(affine|dmm|fabric|linalg)[.]}}'
// CHECK: func.func @layernorm(

#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

func.func @layernorm(%x: memref<17x11xf64>, %gamma: memref<11xf64>,
                     %beta: memref<11xf64>, %y: memref<17x11xf64>) {
  %zero = arith.constant 0.0 : f64
  %count = arith.constant 11.0 : f64
  %epsilon = arith.constant 1.0e-05 : f64
  %mean = memref.alloc() : memref<17xf64>
  %variance = memref.alloc() : memref<17xf64>
  linalg.fill ins(%zero : f64) outs(%mean : memref<17xf64>)
  linalg.fill ins(%zero : f64) outs(%variance : memref<17xf64>)
  linalg.generic {indexing_maps = [#matrix, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<17x11xf64>) outs(%mean : memref<17xf64>) {
    ^bb0(%in: f64, %out: f64):
      %share = arith.divf %in, %count : f64
      %sum = arith.addf %out, %share : f64
      linalg.yield %sum : f64
  }
  linalg.generic {indexing_maps = [#matrix, #row, #row],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : memref<17x11xf64>, memref<17xf64>)
      outs(%variance : memref<17xf64>) {
    ^bb0(%in: f64, %m: f64, %out: f64):
      %distance = arith.subf %in, %m : f64
      %square = arith.mulf %distance, %distance : f64
      %share = arith.divf %square, %count : f64
      %sum = arith.addf %out, %share : f64
      linalg.yield %sum : f64
  }
  linalg.generic {indexing_maps = [#matrix, #row, #row, #column, #column,
                                   #matrix],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %variance, %gamma, %beta
          : memref<17x11xf64>, memref<17xf64>, memref<17xf64>, memref<11xf64>,
            memref<11xf64>)
      outs(%y : memref<17x11xf64>) {
    ^bb0(%in: f64, %m: f64, %v: f64, %g: f64, %b: f64, %out: f64):
      %distance = arith.subf %in, %m : f64
      %positive = arith.addf %v, %epsilon : f64
      %deviation = math.sqrt %positive : f64
      %normal = arith.divf %distance, %deviation : f64
      %scaled = arith.mulf %normal, %g : f64
      %shifted = arith.addf %scaled, %b : f64
      linalg.yield %shifted : f64
  }
  memref.dealloc %mean : memref<17xf64>
  memref.dealloc %variance : memref<17xf64>
  return
}
