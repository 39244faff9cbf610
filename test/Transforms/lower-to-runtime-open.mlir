// Hand-written programs for all partitions whose arrays have sizes that only
// the run knows: the blocks and extents of layouts and boxes are operands.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %python %src_root/test/Tools/Inputs/npy.py write %t/in.npy '<f8' 7 1 2 3 4 5 6 7
// RUN: %python %src_root/test/Tools/Inputs/npy.py write %t/empty.npy '<f8' 0

// RUN: sed -e 's/P0/1/g' -e 's/P1/1/g' %s > %t/1x1.mlir
// RUN: sed -e 's/P0/2/g' -e 's/P1/1/g' %s > %t/2x1.mlir
// RUN: sed -e 's/P0/3/g' -e 's/P1/2/g' %s > %t/3x2.mlir
// RUN: sed -e 's/P0/2/g' -e 's/P1/3/g' %s > %t/2x3.mlir
// RUN: sed -e 's/P0/8/g' -e 's/P1/1/g' %s > %t/8x1.mlir
// RUN: sed -e 's/P0/1/g' -e 's/P1/13/g' %s > %t/1x13.mlir

// From rows to tiles that do not start at the first cell, and back.
// RUN: dmm-run %t/1x1.mlir --entry relayout --arg 0=7x5 --arg 1=7x5 --out 0=%t/a.npy --out 1=%t/b.npy
// RUN: cmp %t/a.npy %t/b.npy
// RUN: dmm-run %t/2x1.mlir --entry relayout --arg 0=7x5 --arg 1=7x5 --out 0=%t/a.npy --out 1=%t/b.npy
// RUN: cmp %t/a.npy %t/b.npy
// RUN: dmm-run %t/3x2.mlir --entry relayout --arg 0=7x5 --arg 1=7x5 --out 0=%t/a.npy --out 1=%t/b.npy
// RUN: cmp %t/a.npy %t/b.npy
// RUN: dmm-run %t/2x3.mlir --entry relayout --arg 0=24x5 --arg 1=24x5 --out 0=%t/a.npy --out 1=%t/b.npy
// RUN: cmp %t/a.npy %t/b.npy
// RUN: dmm-run %t/8x1.mlir --entry relayout --arg 0=3x5 --arg 1=3x5 --out 0=%t/a.npy --out 1=%t/b.npy
// RUN: cmp %t/a.npy %t/b.npy
// RUN: dmm-run %t/1x13.mlir --entry relayout --arg 0=40x5 --arg 1=40x5 --out 0=%t/a.npy --out 1=%t/b.npy
// RUN: cmp %t/a.npy %t/b.npy

// x[n - 1 - i] + x[i - 1] + x[i + 1], where x is periodic: the same by all
// grids, the last of which has partitions without elements.
// RUN: dmm-run %t/1x1.mlir --entry stencil --arg 0=%t/in.npy --arg 1=7 --out 1=%t/1.npy
// RUN: dmm-run %t/2x1.mlir --entry stencil --arg 0=%t/in.npy --arg 1=7 --out 1=%t/2.npy
// RUN: dmm-run %t/3x2.mlir --entry stencil --arg 0=%t/in.npy --arg 1=7 --out 1=%t/3.npy
// RUN: dmm-run %t/8x1.mlir --entry stencil --arg 0=%t/in.npy --arg 1=7 --out 1=%t/8.npy
// RUN: %python %src_root/test/Tools/Inputs/npy.py read %t/1.npy %t/2.npy %t/3.npy %t/8.npy | FileCheck %s
// CHECK-COUNT-4: (7,) 16.0 10.0 11.0 12.0 13.0 14.0 8.0

// No elements at all.
// RUN: dmm-run %t/3x2.mlir --entry stencil --arg 0=%t/empty.npy --arg 1=0 --out 1=%t/0.npy
// RUN: %python %src_root/test/Tools/Inputs/npy.py read %t/0.npy | FileCheck %s --check-prefix=EMPTY
// EMPTY: (0,)

// A sum of what all partitions have, scattered and gathered again.
// RUN: dmm-run %t/2x3.mlir --entry sums --arg 0=5 --out 0=%t/sums.npy
// RUN: %python %src_root/test/Tools/Inputs/npy.py read %t/sums.npy | FileCheck %s --check-prefix=SUMS
// SUMS: (5,) 0.0 6.0 12.0 18.0 24.0

// Blocks that do not cover the extent.
// RUN: not dmm-run %t/2x3.mlir --entry lost --arg 0=7 | FileCheck %s --check-prefix=LOST
// LOST: FAILED: {{.*}}dmm.scatter{{.*}}2 blocks of 3 cells on axis 0 do not cover the extent 7

#rows = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}, {}]>
#tiles = #dmm.layout<[{dim = 1 : i64, block = "?", extent = 5 : i64}, {dim = 0 : i64, block = "?", extent = "?", offset = 1 : i64}]>
#mirror = affine_map<(d0, d1, d2, d3)[s0] -> (s0 - d1)>
#first = #dmm.layout<[{dim = 0 : i64, block = "?", extent = "?"}, {pin = 0 : i64}]>

module attributes {dmm.grid = array<i64: P0, P1>} {

func.func private @block_of(%n: index, %p: index) -> index {
  %c1 = arith.constant 1 : index
  %b = arith.ceildivui %n, %p : index
  %block = arith.maxui %b, %c1 : index
  return %block : index
}

func.func @relayout(%x: memref<?x5xi32>, %y: memref<?x5xi32>) attributes {dmm.spmd} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %p0 = arith.constant P0 : index
  %p1 = arith.constant P1 : index
  %n = memref.dim %x, %c0 : memref<?x5xi32>
  %m = arith.addi %n, %c1 : index
  %b = call @block_of(%n, %p0) : (index, index) -> index
  %c = call @block_of(%c5, %p0) : (index, index) -> index
  %r = call @block_of(%m, %p1) : (index, index) -> index
  %h = memref.alloc(%b) : memref<?x5xi32>
  %t = memref.alloc(%r, %c) : memref<?x?xi32>
  %g = memref.alloc(%b) : memref<?x5xi32>
  dmm.scatter %x, %h root(%c0) sizes(%b, %n) {axes = array<i64: 0, 1>, layout = #rows} : memref<?x5xi32>, memref<?x5xi32>
  dmm.transpose %h, %t sizes(%b, %n, %c, %r, %m, %n) {axes = array<i64: 0, 1>, layout = #rows, sizes = array<i64: -9223372036854775808, 5>, to = #tiles} : memref<?x5xi32>, memref<?x?xi32>
  dmm.transpose %t, %g sizes(%c, %r, %m, %b, %n, %n) {axes = array<i64: 0, 1>, layout = #tiles, sizes = array<i64: -9223372036854775808, 5>, to = #rows} : memref<?x?xi32>, memref<?x5xi32>
  dmm.gather %g, %y root(%c0) sizes(%b, %n) {axes = array<i64: 0, 1>, layout = #rows} : memref<?x5xi32>, memref<?x5xi32>
  memref.dealloc %h : memref<?x5xi32>
  memref.dealloc %t : memref<?x?xi32>
  memref.dealloc %g : memref<?x5xi32>
  return
}

func.func @stencil(%x: memref<?xf64>, %y: memref<?xf64>) attributes {dmm.spmd} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p0 = arith.constant P0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  %b = call @block_of(%n, %p0) : (index, index) -> index
  %p = dmm.coord {axis = 0 : i64} : index
  %start = arith.muli %p, %b : index
  %end = arith.addi %start, %b : index
  %lo = arith.minui %start, %n : index
  %hi = arith.minui %end, %n : index
  %wide = arith.addi %b, %c2 : index
  %h = memref.alloc(%b) : memref<?xf64>
  %near = memref.alloc(%wide) : memref<?xf64>
  %far = memref.alloc(%b) : memref<?xf64>
  dmm.scatter %x, %h sizes(%b, %n) {axes = array<i64: 0, 1>, root = 0 : i64, layout = #rows} : memref<?xf64>, memref<?xf64>
  %own = arith.subi %hi, %lo : index
  scf.for %u = %c0 to %own step %c1 {
    %0 = memref.load %h[%u] : memref<?xf64>
    %1 = arith.addi %u, %c1 : index
    memref.store %0, %near[%1] : memref<?xf64>
  }
  fabric.halo %near sizes(%b, %n) {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 1>, layout = #rows, periodic} : memref<?xf64>
  dmm.transpose %h, %far sizes(%b, %n, %b, %n) symbols(%n) {axes = array<i64: 0>, layout = #rows, sizes = array<i64: -9223372036854775808>,
      block = array<i64: -9223372036854775808, 0>, cycle = array<i64: 0, 0>, extent = array<i64: -9223372036854775808, 0>,
      origin = #mirror, lower = #mirror, lower_groups = array<i64: 1>,
      upper = affine_map<(d0, d1, d2, d3)[s0] -> (s0 - d0)>, upper_groups = array<i64: 1>} : memref<?xf64>, memref<?xf64>
  scf.for %u = %c0 to %own step %c1 {
    %after = arith.addi %u, %c2 : index
    %left = arith.subi %own, %u : index
    %mirror = arith.subi %left, %c1 : index
    %0 = memref.load %near[%u] : memref<?xf64>
    %1 = memref.load %near[%after] : memref<?xf64>
    %2 = memref.load %far[%mirror] : memref<?xf64>
    %3 = arith.addf %0, %1 : f64
    %4 = arith.addf %2, %3 : f64
    memref.store %4, %h[%u] : memref<?xf64>
  }
  dmm.gather %h, %y sizes(%b, %n) {axes = array<i64: 0, 1>, root = 0 : i64, layout = #rows} : memref<?xf64>, memref<?xf64>
  memref.dealloc %h : memref<?xf64>
  memref.dealloc %near : memref<?xf64>
  memref.dealloc %far : memref<?xf64>
  return
}

func.func @sums(%y: memref<?xf64>) attributes {dmm.spmd} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p0 = arith.constant P0 : index
  %n = memref.dim %y, %c0 : memref<?xf64>
  %b = call @block_of(%n, %p0) : (index, index) -> index
  %v = memref.alloc(%n) : memref<?xf64>
  %h = memref.alloc(%b) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f64
    memref.store %1, %v[%i] : memref<?xf64>
  }
  dmm.reduce %v, %h sizes(%b, %n) {axes = array<i64: 0, 1>, kind = "add", layout = #first} : memref<?xf64>, memref<?xf64>
  dmm.gather %h, %y sizes(%b, %n) {axes = array<i64: 0, 1>, root = 0 : i64, layout = #first} : memref<?xf64>, memref<?xf64>
  memref.dealloc %v : memref<?xf64>
  memref.dealloc %h : memref<?xf64>
  return
}

func.func @lost(%x: memref<?xf64>) attributes {dmm.spmd} {
  %c0 = arith.constant 0 : index
  %p0 = arith.constant P0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  %b = arith.divui %n, %p0 : index
  %h = memref.alloc(%b) : memref<?xf64>
  dmm.scatter %x, %h sizes(%b, %n) {axes = array<i64: 0, 1>, root = 0 : i64, layout = #rows} : memref<?xf64>, memref<?xf64>
  memref.dealloc %h : memref<?xf64>
  return
}

}
