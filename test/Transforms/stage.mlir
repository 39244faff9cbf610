// A pass says so where it would leave a function as it is: one that is compiled
// already, one in a module within the module, one that was not rewritten yet.
//
// RUN: split-file %s %t
// RUN: mlir-opt %t/plain.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=3})' -o %t/compiled.mlir
// RUN: not mlir-opt %t/compiled.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=3})' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: compiled.mlir:[[#]]:3: error: 'func.func' op is compiled for partitions already: it calls the runtime; compile the sequential program that it was made from
//
// RUN: not mlir-opt %t/nested.mlir %plugin --pass-pipeline='builtin.module(dmm-compile{grid=3})' 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: nested.mlir:2:3: error: 'builtin.module' op is a module within the module, whose functions this pass does not compile: move them to the outer module, or give the inner one a pipeline of its own, builtin.module(builtin.module(...))
// RUN: mlir-opt %t/nested.mlir %plugin --pass-pipeline='builtin.module(builtin.module(dmm-compile{grid=3}))' | FileCheck %s --check-prefix=INNER
// INNER: call @dmm_rt_enter
// RUN: mlir-opt %t/nested.mlir %plugin --pass-pipeline='builtin.module(builtin.module(dmm-compile{grid=3}),dmm-distribute{grid=3})' | FileCheck %s --check-prefix=INNER
//
// RUN: not mlir-opt %t/plain.mlir %plugin --pass-pipeline='builtin.module(dmm-distribute{grid=3},dmm-lower-to-runtime)' 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: plain.mlir:1:1: error: 'func.func' op has annotations for its distribution, but was not rewritten for partitions: run dmm-lower-affine first
// RUN: not mlir-opt %t/local.mlir %plugin --pass-pipeline='builtin.module(dmm-lower-to-runtime)' 2>&1 | FileCheck %s --check-prefix=LOCAL
// LOCAL: local.mlir:1:1: error: 'func.func' op has annotations for its distribution
// RUN: not mlir-opt %t/grid.mlir %plugin --pass-pipeline='builtin.module(dmm-lower-to-runtime)' 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: grid.mlir:2:3: error: 'func.func' op is in a module with a dmm.grid, but was not rewritten for partitions, as no function was: run dmm-lower-affine first
// RUN: mlir-opt %t/host.mlir %plugin --pass-pipeline='builtin.module(dmm-lower-to-runtime)' | FileCheck %s --check-prefix=HOST
// HOST: func.func @host() {
// HOST-NEXT: return

//--- plain.mlir
func.func @f(%a: memref<12xf32>) {
  affine.for %i = 0 to 12 {
    %0 = affine.load %a[%i] : memref<12xf32>
    affine.store %0, %a[%i] : memref<12xf32>
  }
  return
}

//--- nested.mlir
module {
  module {
    func.func @f(%a: memref<12xf32>) {
      affine.for %i = 0 to 12 {
        %0 = affine.load %a[%i] : memref<12xf32>
        affine.store %0, %a[%i] : memref<12xf32>
      }
      return
    }
  }
}

//--- local.mlir
func.func @f(%a: memref<12xf32>) {
  %t = memref.alloc() {dmm.split = [0]} : memref<12xf32>
  affine.for %i = 0 to 12 {
    %0 = affine.load %a[%i] : memref<12xf32>
    affine.store %0, %t[%i] : memref<12xf32>
  }
  return
}

//--- grid.mlir
module attributes {dmm.grid = array<i64: 3>} {
  func.func @f(%a: memref<12xf32>) {
    return
  }
}

//--- host.mlir
// A function beside the one for partitions is left alone.
module attributes {dmm.grid = array<i64: 3>} {
  func.func @f() attributes {dmm.spmd} {
    %0 = dmm.coord {axis = 0 : i64} : index
    return
  }
  func.func @host() {
    return
  }
}
