// Hand-written programs for all partitions on a 2x2 grid: what is lowered does
// what the dialects say.
//
// RUN: rm -rf %t && mkdir %t
// RUN: dmm-run %s --entry relayout --out 0=%t/in.npy --out 1=%t/out.npy
// RUN: cmp %t/in.npy %t/out.npy
// RUN: dmm-run %s --entry reductions --out 0=%t/reduced.npy
// RUN: %python %src_root/test/Tools/Inputs/npy.py read %t/reduced.npy | FileCheck %s --check-prefix=REDUCED
// RUN: dmm-run %s --entry neighbours --out 0=%t/near.npy
// RUN: %python %src_root/test/Tools/Inputs/npy.py read %t/near.npy | FileCheck %s --check-prefix=NEAR

// Sum and maximum of the ranks 0 to 3; the largest of 10 - rank and its place;
// the sums of rank * j, scattered and gathered again.
// REDUCED: (8,) 6 3 10 0 0 6 12 18

// Coordinates on axis 0 are 0 and 1: the hop from coordinate 0 to 1, the same
// around the ring, and the low ghost of the last block.
// NEAR: (3,) 100 101 1

#rows = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 7 : i64}, {}]>
#columns = #dmm.layout<[{pin = 1 : i64}, {dim = 1 : i64, block = 4 : i64, extent = 8 : i64, offset = 3 : i64}]>
#wide = #dmm.layout<[{}, {dim = 0 : i64, denominator = 2 : i64, block = 2 : i64, extent = 4 : i64}]>
#half = #dmm.layout<[{dim = 0 : i64, block = 2 : i64, extent = 4 : i64}, {}]>

module attributes {dmm.grid = array<i64: 2, 2>} {

// From rows to shifted columns on the second half of the grid, then to pairs of
// rows.
func.func @relayout(%x: memref<7x5xi32>, %y: memref<7x5xi32>) attributes {dmm.spmd} {
  %h = memref.alloc() : memref<4x5xi32>
  %c = memref.alloc() : memref<7x4xi32>
  %w = memref.alloc() : memref<4x5xi32>
  dmm.scatter %x, %h {axes = array<i64: 0, 1>, root = 0 : i64, layout = #rows} : memref<7x5xi32>, memref<4x5xi32>
  dmm.transpose %h, %c {axes = array<i64: 0, 1>, layout = #rows, sizes = array<i64: 7, 5>, to = #columns} : memref<4x5xi32>, memref<7x4xi32>
  dmm.transpose %c, %w {axes = array<i64: 0, 1>, layout = #columns, sizes = array<i64: 7, 5>, to = #wide} : memref<7x4xi32>, memref<4x5xi32>
  dmm.gather %w, %y {axes = array<i64: 0, 1>, root = 0 : i64, layout = #wide} : memref<4x5xi32>, memref<7x5xi32>
  memref.dealloc %h : memref<4x5xi32>
  memref.dealloc %c : memref<7x4xi32>
  memref.dealloc %w : memref<4x5xi32>
  return
}

func.func @reductions(%out: memref<8xi64>) attributes {dmm.spmd} {
  %p = dmm.coord {axis = 0 : i64} : index
  %q = dmm.coord {axis = 1 : i64} : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %ten = arith.constant 10 : i64
  %twice = arith.muli %p, %c2 : index
  %member = arith.addi %twice, %q : index
  %rank = arith.index_cast %member : index to i64
  %a = memref.alloc() : memref<i64>
  %sum = memref.alloc() : memref<i64>
  %max = memref.alloc() : memref<i64>
  memref.store %rank, %a[] : memref<i64>
  dmm.all_reduce %a, %sum {axes = array<i64: 0, 1>, kind = "add"} : memref<i64>, memref<i64>
  dmm.reduce %a, %max root(%c2) {axes = array<i64: 0, 1>, kind = "maxsi"} : memref<i64>, memref<i64>
  dmm.broadcast %max, %max root(%c2) {axes = array<i64: 0, 1>} : memref<i64>, memref<i64>
  %i = memref.alloc() : memref<index>
  %j = memref.alloc() : memref<index>
  %best = memref.alloc() : memref<i64>
  %left = arith.subi %ten, %rank : i64
  memref.store %left, %a[] : memref<i64>
  memref.store %member, %i[] : memref<index>
  dmm.all_reduce %a, %best loc(%i, %j) {axes = array<i64: 0, 1>, kind = "maxloc"} : memref<i64>, memref<i64>, memref<index>, memref<index>
  %r = memref.alloc() : memref<4xi64>
  %h = memref.alloc() : memref<2xi64>
  affine.for %k = 0 to 4 {
    %0 = arith.muli %k, %member : index
    %1 = arith.index_cast %0 : index to i64
    affine.store %1, %r[%k] : memref<4xi64>
  }
  dmm.reduce %r, %h {axes = array<i64: 0, 1>, kind = "add", layout = #half} : memref<4xi64>, memref<2xi64>
  dmm.gather %h, %r {axes = array<i64: 0, 1>, layout = #half} : memref<2xi64>, memref<4xi64>
  %root = arith.cmpi eq, %member, %c0 : index
  scf.if %root {
    %0 = memref.load %sum[] : memref<i64>
    %1 = memref.load %max[] : memref<i64>
    %2 = memref.load %best[] : memref<i64>
    %3 = memref.load %j[] : memref<index>
    %4 = arith.index_cast %3 : index to i64
    memref.store %0, %out[%c0] : memref<8xi64>
    memref.store %1, %out[%c1] : memref<8xi64>
    memref.store %2, %out[%c2] : memref<8xi64>
    memref.store %4, %out[%c3] : memref<8xi64>
    affine.for %k = 0 to 4 {
      %5 = affine.load %r[%k] : memref<4xi64>
      affine.store %5, %out[%k + 4] : memref<8xi64>
    }
  }
  memref.dealloc %a : memref<i64>
  memref.dealloc %sum : memref<i64>
  memref.dealloc %max : memref<i64>
  memref.dealloc %i : memref<index>
  memref.dealloc %j : memref<index>
  memref.dealloc %best : memref<i64>
  memref.dealloc %r : memref<4xi64>
  memref.dealloc %h : memref<2xi64>
  return
}

func.func @neighbours(%out: memref<3xi64>) attributes {dmm.spmd} {
  %p = dmm.coord {axis = 0 : i64} : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %hundred = arith.constant 100 : i64
  %coord = arith.index_cast %p : index to i64
  %mine = arith.addi %coord, %hundred : i64
  %a = memref.alloc() : memref<i64>
  %hop = memref.alloc() : memref<i64>
  %ring = memref.alloc() : memref<i64>
  memref.store %mine, %a[] : memref<i64>
  fabric.shift %a, %hop {axis = 0 : i64, distance = 1 : i64} : memref<i64>, memref<i64>
  fabric.shift %a, %ring {axis = 0 : i64, distance = 1 : i64, periodic} : memref<i64>, memref<i64>
  // Members of the second row have the hop; everybody gets it from rank 2.
  dmm.broadcast %hop, %hop {axes = array<i64: 0, 1>, root = 2 : i64} : memref<i64>, memref<i64>
  %b = memref.alloc() : memref<3xi64>
  %first = arith.muli %p, %c2 : index
  affine.for %k = 0 to 2 {
    %0 = arith.addi %first, %k : index
    %1 = arith.index_cast %0 : index to i64
    affine.store %1, %b[%k + 1] : memref<3xi64>
  }
  fabric.halo %b {axes = array<i64: 0>, dims = array<i64: 0>, low = array<i64: 1>, high = array<i64: 0>, layout = #half} : memref<3xi64>
  dmm.broadcast %b, %b {axes = array<i64: 0, 1>, root = 2 : i64} : memref<3xi64>, memref<3xi64>
  %q = dmm.coord {axis = 1 : i64} : index
  %member = arith.addi %p, %q : index
  %root = arith.cmpi eq, %member, %c0 : index
  scf.if %root {
    %0 = memref.load %hop[] : memref<i64>
    %1 = memref.load %ring[] : memref<i64>
    %2 = memref.load %b[%c0] : memref<3xi64>
    memref.store %0, %out[%c0] : memref<3xi64>
    memref.store %1, %out[%c1] : memref<3xi64>
    memref.store %2, %out[%c2] : memref<3xi64>
  }
  memref.dealloc %a : memref<i64>
  memref.dealloc %hop : memref<i64>
  memref.dealloc %ring : memref<i64>
  memref.dealloc %b : memref<3xi64>
  return
}

}
