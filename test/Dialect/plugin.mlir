// The plugin gives stock mlir-opt the dialects and the passes.
//
// RUN: mlir-opt %s %plugin | FileCheck %s
// RUN: mlir-opt %s %plugin --emit-bytecode | mlir-opt %plugin | FileCheck %s
// RUN: mlir-opt %s %plugin --pass-pipeline='builtin.module(dmm-lower-to-runtime)' | mlir-opt | FileCheck %s --check-prefix=LOWER
// RUN: mlir-opt %plugin --help | FileCheck %s --check-prefix=HELP

// HELP-DAG: --dmm-compile {{.*}}Distribute affine functions
// HELP-DAG: --dmm-distribute
// HELP-DAG: --dmm-lower-affine
// HELP-DAG: --dmm-lower-to-runtime
// HELP-DAG: --grid=<string> {{.*}}partitions along each grid axis

module attributes {dmm.grid = array<i64: 2>} {
  // CHECK: dmm.coord
  // CHECK: fabric.shift
  // LOWER: call @dmm_rt_coord
  // LOWER: call @dmm_rt_shift_f32
  // LOWER-NOT: {{(dmm|fabric)[.]}}
  func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) -> index {
    %0 = dmm.coord {axis = 0 : i64} : index
    fabric.shift %a, %b {axis = 0 : i64, distance = 1 : i64} : memref<4xf32>, memref<4xf32>
    return %0 : index
  }
}
