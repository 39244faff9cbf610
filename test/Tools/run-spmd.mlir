// A function that is compiled for partitions already is run as it is, and what
// goes wrong in it ends the run with one message.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/npy.py write %t/in.npy '<f4' 7 1 2 3 4 5 6 7
// RUN: dmm-run %s --entry twice --arg 0=%t/in.npy --out 0=%t/out.npy --json | FileCheck %s --check-prefix=TWICE
// RUN: %python %S/Inputs/npy.py read %t/out.npy | FileCheck %s --check-prefix=OUT
// TWICE: "dmm.scatter": {
// TWICE-NEXT: "calls": 1,
// TWICE-NEXT: "messages": 2,
// TWICE-NEXT: "words": 4
// TWICE: "live_words": null
// OUT: <f4 c (7,) 2.0 4.0 6.0 8.0 10.0 12.0 14.0

// The same after dmm-lower-to-runtime.
// RUN: dmm-opt %s --dmm-lower-to-runtime -o %t/lowered.mlir
// RUN: dmm-run %t/lowered.mlir --entry twice --grid 3 --arg 0=%t/in.npy --out 0=%t/out.npy
// RUN: %python %S/Inputs/npy.py read %t/out.npy | FileCheck %s --check-prefix=OUT

// A grid that the program is not compiled for.
// RUN: not dmm-run %s --entry twice --grid 2 | FileCheck %s --check-prefix=GRID
// GRID: FAILED: {{.*}}the grid 3{{.*}}the grid 2

// A partition other than the root sees neither arrays nor floating-point
// scalars of the caller; integers and sizes it does.
// RUN: not dmm-run %s --entry cheat | FileCheck %s --check-prefix=CHEAT
// CHEAT: FAILED: {{.*}}partition ({{[12]}}){{.*}}invalid memory access
// RUN: dmm-run %s --entry scalars --arg 0=2.5 --arg 1=7 --arg 2=4x5 --out 3=%t/out.npy
// RUN: %python %S/Inputs/npy.py read %t/out.npy | FileCheck %s --check-prefix=SCALARS
// SCALARS: <f8 c (3,) 19.5 nan nan

// Partitions that wait for each other.
// RUN: not dmm-run %s --entry hang --timeout 5 | FileCheck %s --check-prefix=HANG
// HANG: FAILED: {{.*}}fabric.recv{{.*}}run-spmd.mlir

// Without a plan there is nothing to print or to simulate.
// RUN: not dmm-run %s --entry twice --simulate 2>&1 | FileCheck %s --check-prefix=SIMULATE
// SIMULATE: --simulate needs the sequential program, but @twice is compiled for partitions already
// RUN: not dmm-run %s --entry twice --dump-plan 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: --dump-plan needs the sequential program

#blocks = #dmm.layout<[{dim = 0 : i64, block = 3 : i64, extent = 7 : i64}]>
#cells = #dmm.layout<[{dim = 0 : i64, block = 1 : i64, extent = 3 : i64}]>

module attributes {dmm.grid = array<i64: 3>} {

func.func @twice(%x: memref<7xf32>) attributes {dmm.spmd} {
  %home = memref.alloc() : memref<3xf32>
  dmm.scatter %x, %home {axes = array<i64: 0>, root = 0 : i64, layout = #blocks} : memref<7xf32>, memref<3xf32>
  affine.for %i = 0 to 3 {
    %0 = affine.load %home[%i] : memref<3xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %home[%i] : memref<3xf32>
  }
  dmm.gather %home, %x {axes = array<i64: 0>, root = 0 : i64, layout = #blocks} : memref<3xf32>, memref<7xf32>
  memref.dealloc %home : memref<3xf32>
  return
}

func.func @cheat(%x: memref<7xf32>) attributes {dmm.spmd} {
  affine.for %i = 0 to 7 {
    %0 = affine.load %x[%i] : memref<7xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %x[%i] : memref<7xf32>
  }
  return
}

// scalar + integer + sizes, as each partition sees them.
func.func @scalars(%a: f64, %n: i32, %sized: memref<?x?xf32>, %seen: memref<3xf64>) attributes {dmm.spmd} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %home = memref.alloc() : memref<1xf64>
  %rows = memref.dim %sized, %c0 : memref<?x?xf32>
  %columns = memref.dim %sized, %c1 : memref<?x?xf32>
  %both = arith.addi %rows, %columns : index
  %size = arith.index_cast %both : index to i32
  %whole = arith.addi %n, %size : i32
  %sum = arith.sitofp %whole : i32 to f64
  %half = arith.constant 1.0 : f64
  %1 = arith.addf %a, %sum : f64
  %2 = arith.addf %1, %half : f64
  memref.store %2, %home[%c0] : memref<1xf64>
  dmm.gather %home, %seen {axes = array<i64: 0>, root = 0 : i64, layout = #cells} : memref<1xf64>, memref<3xf64>
  memref.dealloc %home : memref<1xf64>
  return
}

func.func @hang(%x: memref<7xf32>) attributes {dmm.spmd} {
  %home = memref.alloc() : memref<3xf32>
  fabric.recv %home {axis = 0 : i64, distance = 1 : i64} : memref<3xf32>
  memref.dealloc %home : memref<3xf32>
  return
}

}
