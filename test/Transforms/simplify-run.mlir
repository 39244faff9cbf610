// Programs for all partitions give the same answers before and after
// dmm-simplify, with fewer messages.
//
// RUN: rm -rf %t && mkdir %t
// RUN: dmm-opt %s --dmm-simplify -o %t/simple.mlir
// DEFINE: %{read} = %python %src_root/test/Tools/Inputs/npy.py read
//
// RUN: dmm-run %s --entry totals --out 0=%t/a.npy --json | FileCheck %s --check-prefix=TOTALS
// RUN: dmm-run %t/simple.mlir --entry totals --out 0=%t/b.npy --json | FileCheck %s --check-prefix=TOTALS-SIMPLE
// RUN: cmp %t/a.npy %t/b.npy
// RUN: %{read} %t/b.npy | FileCheck %s --check-prefix=TOTALS-OUT
// TOTALS: "dmm.reduce": {
// TOTALS-NEXT: "calls": 2,
// TOTALS: "dmm.broadcast": {
// TOTALS-NEXT: "calls": 2,
// TOTALS-NOT: "dmm.all_reduce"
// TOTALS-SIMPLE-NOT: "dmm.reduce"
// TOTALS-SIMPLE-NOT: "dmm.broadcast"
// TOTALS-SIMPLE: "dmm.all_reduce": {
// TOTALS-SIMPLE-NEXT: "calls": 2,
//
// RUN: dmm-run %s --entry stay --out 1=%t/a.npy --json | FileCheck %s --check-prefix=STAY
// RUN: dmm-run %t/simple.mlir --entry stay --out 1=%t/b.npy --json | FileCheck %s --check-prefix=STAY-SIMPLE
// RUN: cmp %t/a.npy %t/b.npy
// STAY: "dmm.scatter": {
// STAY-NEXT: "calls": 2,
// STAY: "dmm.gather": {
// STAY-NEXT: "calls": 2,
// STAY-SIMPLE: "dmm.scatter": {
// STAY-SIMPLE-NEXT: "calls": 1,
// STAY-SIMPLE: "dmm.gather": {
// STAY-SIMPLE-NEXT: "calls": 1,
//
// RUN: dmm-run %s --entry everywhere --out 1=%t/a.npy --json | FileCheck %s --check-prefix=EVERYWHERE
// RUN: dmm-run %t/simple.mlir --entry everywhere --out 1=%t/b.npy --json | FileCheck %s --check-prefix=EVERYWHERE-SIMPLE
// RUN: cmp %t/a.npy %t/b.npy
// EVERYWHERE: "dmm.broadcast": {
// EVERYWHERE-NEXT: "calls": 1,
// EVERYWHERE: "dmm.gather": {
// EVERYWHERE-NEXT: "calls": 2,
// EVERYWHERE-SIMPLE-NOT: "dmm.broadcast"
// EVERYWHERE-SIMPLE: "dmm.gather": {
// EVERYWHERE-SIMPLE-NEXT: "calls": 2,
//
// RUN: dmm-run %s --entry alone --out 1=%t/a.npy --json | FileCheck %s --check-prefix=ALONE
// RUN: dmm-run %t/simple.mlir --entry alone --out 1=%t/b.npy --json | FileCheck %s --check-prefix=ALONE-SIMPLE
// RUN: cmp %t/a.npy %t/b.npy
// Each of the three columns is a group on axis 0, but only the root has the
// argument: it is scattered over both axes.
// ALONE: "dmm.broadcast": {
// ALONE-NEXT: "calls": 3,
// ALONE: "dmm.all_reduce": {
// ALONE-NEXT: "calls": 3,
// ALONE: "dmm.scatter": {
// ALONE-NEXT: "calls": 1,
// ALONE: "fabric.shift": {
// ALONE-NEXT: "calls": 6,
// ALONE-SIMPLE-NOT: "dmm.broadcast"
// ALONE-SIMPLE-NOT: "dmm.all_reduce"
// ALONE-SIMPLE: "dmm.scatter": {
// ALONE-SIMPLE-NEXT: "calls": 1,
// ALONE-SIMPLE-NOT: "fabric.shift"
//
// RUN: dmm-run %s --entry single --out 1=%t/a.npy --json | FileCheck %s --check-prefix=SINGLE
// RUN: dmm-run %t/simple.mlir --entry single --out 1=%t/b.npy --json | FileCheck %s --check-prefix=SINGLE-SIMPLE
// RUN: cmp %t/a.npy %t/b.npy
// SINGLE: "dmm.scatter": {
// SINGLE-NEXT: "calls": 1,
// SINGLE: "dmm.gather": {
// SINGLE-NEXT: "calls": 1,
// SINGLE-SIMPLE-NOT: "calls": {{[1-9]}}
//
// RUN: dmm-run %s --entry small --out 0=%t/a.npy --out 1=%t/c.npy --json | FileCheck %s --check-prefix=SMALL
// RUN: dmm-run %t/simple.mlir --entry small --out 0=%t/b.npy --out 1=%t/d.npy --json | FileCheck %s --check-prefix=SMALL-SIMPLE
// RUN: cmp %t/a.npy %t/b.npy
// RUN: cmp %t/c.npy %t/d.npy
// SMALL: "dmm.broadcast": {
// SMALL-NEXT: "calls": 200,
// SMALL: "dmm.all_reduce": {
// SMALL-NEXT: "calls": 6,
// SMALL-SIMPLE: "dmm.broadcast": {
// SMALL-SIMPLE-NEXT: "calls": 100,
// SMALL-SIMPLE: "dmm.all_reduce": {
// SMALL-SIMPLE-NEXT: "calls": 2,

// Ranks are 0 to 3; each member adds rank + 1, ten times as much for the second
// total, whose root is a value.
// TOTALS-OUT: (2, 2, 2) 10 100 10 100 10 100 10 100

#cells = #dmm.layout<[{dim = 0 : i64, block = 1 : i64, extent = 2 : i64}, {dim = 1 : i64, block = 1 : i64, extent = 2 : i64}]>
#tiles = #dmm.layout<[{dim = 0 : i64, block = 4 : i64, extent = 7 : i64}, {dim = 1 : i64, block = 3 : i64, extent = 5 : i64}]>
#columns = #dmm.layout<[{}, {dim = 0 : i64, block = 3 : i64, extent = 7 : i64}]>
#one = #dmm.layout<[{dim = 0 : i64, block = 7 : i64, extent = 7 : i64}]>

module attributes {dmm.grid = array<i64: 2, 2>} {

func.func @totals(%out: memref<2x2x2xi64>) attributes {dmm.spmd} {
  %p = dmm.coord {axis = 0 : i64} : index
  %q = dmm.coord {axis = 1 : i64} : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ten = arith.constant 10 : i64
  %twice = arith.muli %p, %c2 : index
  %rank = arith.addi %twice, %q : index
  %next = arith.addi %rank, %c1 : index
  %mine = arith.index_cast %next : index to i64
  %home = memref.alloc() : memref<1x1x2xi64>
  %a = memref.alloc() : memref<i64>
  %t = memref.alloc() : memref<i64>
  %u = memref.alloc() : memref<i64>
  memref.store %mine, %a[] : memref<i64>
  dmm.reduce %a, %t {axes = array<i64: 0, 1>, kind = "add", root = 3 : i64} : memref<i64>, memref<i64>
  dmm.broadcast %t, %u {axes = array<i64: 0, 1>, root = 3 : i64} : memref<i64>, memref<i64>
  %0 = memref.load %u[] : memref<i64>
  memref.store %0, %home[%c0, %c0, %c0] : memref<1x1x2xi64>
  %more = arith.muli %mine, %ten : i64
  memref.store %more, %a[] : memref<i64>
  dmm.reduce %a, %a root(%c2) {axes = array<i64: 1, 0>, kind = "add"} : memref<i64>, memref<i64>
  dmm.broadcast %a, %a root(%c2) {axes = array<i64: 1, 0>} : memref<i64>, memref<i64>
  %1 = memref.load %a[] : memref<i64>
  memref.store %1, %home[%c0, %c0, %c1] : memref<1x1x2xi64>
  dmm.gather %home, %out {axes = array<i64: 0, 1>, layout = #cells, root = 0 : i64} : memref<1x1x2xi64>, memref<2x2x2xi64>
  memref.dealloc %home : memref<1x1x2xi64>
  memref.dealloc %a : memref<i64>
  memref.dealloc %t : memref<i64>
  memref.dealloc %u : memref<i64>
  return
}

// There and back: doubled at home, and doubled again in another home.
func.func @stay(%x: memref<7x5xi32>, %y: memref<7x5xi32>) attributes {dmm.spmd} {
  %h = memref.alloc() : memref<4x3xi32>
  %w = memref.alloc() : memref<7x5xi32>
  %g = memref.alloc() : memref<4x3xi32>
  dmm.scatter %x, %h {axes = array<i64: 0, 1>, layout = #tiles, root = 0 : i64} : memref<7x5xi32>, memref<4x3xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      %0 = affine.load %h[%i, %j] : memref<4x3xi32>
      %1 = arith.addi %0, %0 : i32
      affine.store %1, %h[%i, %j] : memref<4x3xi32>
    }
  }
  dmm.gather %h, %w {axes = array<i64: 0, 1>, layout = #tiles, root = 3 : i64} : memref<4x3xi32>, memref<7x5xi32>
  dmm.scatter %w, %g {axes = array<i64: 0, 1>, layout = #tiles, root = 3 : i64} : memref<7x5xi32>, memref<4x3xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      %0 = affine.load %g[%i, %j] : memref<4x3xi32>
      %1 = arith.addi %0, %0 : i32
      affine.store %1, %g[%i, %j] : memref<4x3xi32>
    }
  }
  dmm.gather %g, %y {axes = array<i64: 0, 1>, layout = #tiles, root = 0 : i64} : memref<4x3xi32>, memref<7x5xi32>
  memref.dealloc %h : memref<4x3xi32>
  memref.dealloc %w : memref<7x5xi32>
  memref.dealloc %g : memref<4x3xi32>
  return
}

// Each member gets all of the array and keeps its element (p, q), mirrored.
func.func @everywhere(%x: memref<7x5xi32>, %y: memref<2x2xi32>) attributes {dmm.spmd} {
  %p = dmm.coord {axis = 0 : i64} : index
  %q = dmm.coord {axis = 1 : i64} : index
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c4 = arith.constant 4 : index
  %h = memref.alloc() : memref<4x3xi32>
  %w = memref.alloc() : memref<7x5xi32>
  %all = memref.alloc() : memref<7x5xi32>
  %mine = memref.alloc() : memref<1x1xi32>
  dmm.scatter %x, %h {axes = array<i64: 0, 1>, layout = #tiles, root = 0 : i64} : memref<7x5xi32>, memref<4x3xi32>
  dmm.gather %h, %w {axes = array<i64: 0, 1>, layout = #tiles, root = 2 : i64} : memref<4x3xi32>, memref<7x5xi32>
  dmm.broadcast %w, %all {axes = array<i64: 0, 1>, root = 2 : i64} : memref<7x5xi32>, memref<7x5xi32>
  %i = arith.subi %c6, %p : index
  %j = arith.subi %c4, %q : index
  %0 = memref.load %all[%i, %j] : memref<7x5xi32>
  memref.store %0, %mine[%c0, %c0] : memref<1x1xi32>
  dmm.gather %mine, %y {axes = array<i64: 0, 1>, layout = #cells, root = 0 : i64} : memref<1x1xi32>, memref<2x2xi32>
  memref.dealloc %h : memref<4x3xi32>
  memref.dealloc %w : memref<7x5xi32>
  memref.dealloc %all : memref<7x5xi32>
  memref.dealloc %mine : memref<1x1xi32>
  return
}

func.func @alone(%x: memref<7xi32>, %y: memref<7xi32>) attributes {dmm.grid = array<i64: 1, 3>, dmm.spmd} {
  %h = memref.alloc() : memref<3xi32>
  %b = memref.alloc() : memref<3xi32>
  %c = memref.alloc() : memref<3xi32>
  %d = memref.alloc() : memref<3xi32>
  dmm.scatter %x, %h {axes = array<i64: 0, 1>, layout = #columns, root = 0 : i64} : memref<7xi32>, memref<3xi32>
  dmm.broadcast %h, %b {axes = array<i64: 0>, root = 0 : i64} : memref<3xi32>, memref<3xi32>
  dmm.all_reduce %b, %c {axes = array<i64: 0>, kind = "add"} : memref<3xi32>, memref<3xi32>
  fabric.shift %c, %d {axis = 0 : i64, distance = 1 : i64, periodic} : memref<3xi32>, memref<3xi32>
  fabric.shift %c, %h {axis = 0 : i64, distance = 1 : i64} : memref<3xi32>, memref<3xi32>
  affine.for %i = 0 to 3 {
    %0 = affine.load %d[%i] : memref<3xi32>
    %1 = affine.load %h[%i] : memref<3xi32>
    %2 = arith.addi %0, %1 : i32
    affine.store %2, %d[%i] : memref<3xi32>
  }
  dmm.gather %d, %y {axes = array<i64: 0, 1>, layout = #columns, root = 0 : i64} : memref<3xi32>, memref<7xi32>
  memref.dealloc %h : memref<3xi32>
  memref.dealloc %b : memref<3xi32>
  memref.dealloc %c : memref<3xi32>
  memref.dealloc %d : memref<3xi32>
  return
}

func.func @single(%x: memref<7xi32>, %y: memref<7xi32>) attributes {dmm.grid = array<i64: 1>, dmm.spmd} {
  %h = memref.alloc() : memref<7xi32>
  dmm.scatter %x, %h {axes = array<i64: 0>, layout = #one, root = 0 : i64} : memref<7xi32>, memref<7xi32>
  dmm.gather %h, %y {axes = array<i64: 0>, layout = #one, root = 0 : i64} : memref<7xi32>, memref<7xi32>
  memref.dealloc %h : memref<7xi32>
  return
}

// Three sums along axis 0, and a pair of values that goes around axis 1, from
// each of its coordinates in turn, many times.
func.func @small(%sums: memref<2x2x8xf64>, %turns: memref<2x2x2xi64>) attributes {dmm.spmd} {
  %p = dmm.coord {axis = 0 : i64} : index
  %q = dmm.coord {axis = 1 : i64} : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c50 = arith.constant 50 : index
  %third = arith.constant 0.33333333 : f64
  %home = memref.alloc() : memref<1x1x8xf64>
  %pair = memref.alloc() : memref<1x1x2xi64>
  %a = memref.alloc() : memref<f64>
  %b = memref.alloc() : memref<8xf64>
  %c = memref.alloc() : memref<2x1xf64>
  %s = memref.alloc() : memref<f64>
  %row = memref.subview %b[1] [3] [2] : memref<8xf64> to memref<3xf64, strided<[2], offset: 1>>
  %0 = arith.muli %p, %c2 : index
  %1 = arith.addi %0, %q : index
  %2 = arith.index_cast %1 : index to i64
  %3 = arith.sitofp %2 : i64 to f64
  %4 = arith.addf %3, %third : f64
  memref.store %4, %a[] : memref<f64>
  affine.for %i = 0 to 8 {
    %5 = arith.index_cast %i : index to i64
    %6 = arith.sitofp %5 : i64 to f64
    %7 = arith.mulf %6, %4 : f64
    affine.store %7, %b[%i] : memref<8xf64>
  }
  affine.for %i = 0 to 2 {
    affine.store %4, %c[%i, 0] : memref<2x1xf64>
  }
  dmm.all_reduce %a, %s {axes = array<i64: 0>, kind = "add"} : memref<f64>, memref<f64>
  dmm.all_reduce %row, %row {axes = array<i64: 0>, kind = "add"} : memref<3xf64, strided<[2], offset: 1>>, memref<3xf64, strided<[2], offset: 1>>
  dmm.all_reduce %c, %c {axes = array<i64: 0>, kind = "add"} : memref<2x1xf64>, memref<2x1xf64>
  affine.for %i = 0 to 8 {
    %8 = affine.load %b[%i] : memref<8xf64>
    %9 = affine.load %s[] : memref<f64>
    %10 = affine.load %c[1, 0] : memref<2x1xf64>
    %11 = arith.mulf %8, %9 : f64
    %12 = arith.addf %11, %10 : f64
    affine.store %12, %home[0, 0, %i] : memref<1x1x8xf64>
  }
  %u = memref.alloc() : memref<i64>
  %v = memref.alloc() : memref<i64>
  memref.store %2, %u[] : memref<i64>
  memref.store %2, %v[] : memref<i64>
  scf.for %k = %c0 to %c50 step %c1 {
    %13 = arith.remui %k, %c2 : index
    dmm.broadcast %u, %u root(%13) {axes = array<i64: 1>} : memref<i64>, memref<i64>
    dmm.broadcast %v, %v root(%13) {axes = array<i64: 1>} : memref<i64>, memref<i64>
    %14 = memref.load %u[] : memref<i64>
    %15 = memref.load %v[] : memref<i64>
    %16 = arith.index_cast %k : index to i64
    %17 = arith.addi %14, %16 : i64
    %18 = arith.addi %15, %2 : i64
    memref.store %17, %u[] : memref<i64>
    memref.store %18, %v[] : memref<i64>
  }
  %19 = memref.load %u[] : memref<i64>
  %20 = memref.load %v[] : memref<i64>
  memref.store %19, %pair[%c0, %c0, %c0] : memref<1x1x2xi64>
  memref.store %20, %pair[%c0, %c0, %c1] : memref<1x1x2xi64>
  dmm.gather %home, %sums {axes = array<i64: 0, 1>, layout = #cells, root = 0 : i64} : memref<1x1x8xf64>, memref<2x2x8xf64>
  dmm.gather %pair, %turns {axes = array<i64: 0, 1>, layout = #cells, root = 0 : i64} : memref<1x1x2xi64>, memref<2x2x2xi64>
  memref.dealloc %home : memref<1x1x8xf64>
  memref.dealloc %pair : memref<1x1x2xi64>
  memref.dealloc %a : memref<f64>
  memref.dealloc %b : memref<8xf64>
  memref.dealloc %c : memref<2x1xf64>
  memref.dealloc %s : memref<f64>
  memref.dealloc %u : memref<i64>
  memref.dealloc %v : memref<i64>
  return
}

}
