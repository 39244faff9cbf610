// A grid for a number of partitions: the one on which the program costs least.
//
// RUN: dmm-opt %s -split-input-file -dmm-distribute="partitions=16 machine=kpu-cluster" | FileCheck %s
// RUN: dmm-opt %s -split-input-file -dmm-compile="partitions=16" -o /dev/null
// RUN: not dmm-opt %s -split-input-file -dmm-distribute="partitions=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not dmm-opt %s -split-input-file -dmm-distribute="partitions=4 grid=8" 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not dmm-opt %s -split-input-file -dmm-distribute="partitions=17 machine=single-kpu" 2>&1 | FileCheck %s --check-prefix=ROOM
// RUN: not dmm-opt %S/Inputs/copy.mlir -dmm-distribute="partitions=1000000000039" 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: dmm-opt %S/Inputs/split.mlir -dmm-distribute="partitions=8" | FileCheck %s --check-prefix=SPLIT
// RUN: not dmm-opt %S/Inputs/split.mlir -dmm-distribute="partitions=7" 2>&1 | FileCheck %s --check-prefix=PRIME
// RUN: dmm-run %S/Inputs/copy.mlir --partitions 6 --check --json 2>/dev/null | FileCheck %s --check-prefix=RUNS
// RUN: not dmm-run %S/Inputs/copy.mlir --partitions 6 --grid 6 2>&1 | FileCheck %s --check-prefix=BOTH

// ZERO: error: the option partitions is '0': it takes a number of at least 1
// TWO: error: 'builtin.module' op has a grid of 8 partitions, which contradicts the option partitions=4: leave one of them out
// ROOM: error: 'builtin.module' op has a grid of 17 partitions, but its machine has room for 16
// BEYOND: error: 'builtin.module' op cannot be distributed over 1000000000039 partitions: no preset machine has room for so many, by which a grid could be chosen; give the module a dmm.machine that has, or say which grid
// A grid of one axis does not go with what the file demands.
// SPLIT: module attributes {dmm.grid = array<i64: {{[0-9]+, [0-9]+}}>
// PRIME: split.mlir:2:1: error: 'func.func' op has a dmm.split for arg0 that is not a list of 2 grid axes
// PRIME: error: 'builtin.module' op cannot be distributed over 7 partitions: no grid of so many goes with what the module demands; why 7 does not, the error before this one tells
// RUNS: "grid": [
// RUNS-NEXT: 6
// BOTH: --partitions chooses a grid: it does not go with --grid

// On a square grid, a row of the one factor and a column of the other come to
// each partition; on a line, all of one factor.
// CHECK: module attributes {dmm.grid = array<i64: 4, 4>
// CHECK: func.func @product
func.func @product(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        affine.for %k = 0 to 64 {
          %0 = affine.load %a[%i, %k] : memref<64x64xf32>
          %1 = affine.load %b[%k, %j] : memref<64x64xf32>
          %2 = affine.load %c[%i, %j] : memref<64x64xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %c[%i, %j] : memref<64x64xf32>
        }
      }
    }
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        %0 = affine.load %c[%i, %j] : memref<64x64xf32>
        affine.store %0, %a[%i, %j] : memref<64x64xf32>
        affine.store %0, %b[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// -----

// One dimension: one axis.
// CHECK: module attributes {dmm.grid = array<i64: 16>
// CHECK: func.func @vector
func.func @vector(%x: memref<1600xf32>, %y: memref<1600xf32>) {
  affine.for %i = 0 to 1600 {
    %0 = affine.load %x[%i] : memref<1600xf32>
    affine.store %0, %y[%i] : memref<1600xf32>
  }
  return
}
